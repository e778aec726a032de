"""Models behind an OpenAI-compatible server: OpenAI itself, vLLM, llama-server, Ollama and others.

``endpoint`` (where it is and with which key), ``settings`` (what a user chooses), ``dialect`` and ``body`` (a request
in words that this server knows), ``answer`` (what it said), ``failures`` (what its errors mean), ``caller`` (many
requests at once, tried again where that helps), ``background`` (the thread that waits for all of them), ``model`` (the
``Model`` contract).
"""

from .model import ServerModel
from .settings import OPTIONS

__all__ = ["OPTIONS", "ServerModel"]
