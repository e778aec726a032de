"""Language models: one contract, local models behind it, and where their files come from."""

from .catalogue import CATALOGUE
from .contract import Cancelled, Completion, Message, Model, ModelError, Progress, PromptTooLong, Request
from .load import load_model
from .recorded import RecordedModel

__all__ = [
    "CATALOGUE",
    "Cancelled",
    "Completion",
    "Message",
    "Model",
    "ModelError",
    "Progress",
    "PromptTooLong",
    "RecordedModel",
    "Request",
    "load_model",
]
