"""Chat messages to tokens, by the model's own template; text inside a message never becomes a special token."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..contract import Message, ModelError
from .vocabulary import Vocabulary

_SURROGATE = re.compile("[\ud800-\udfff]")


class ChatFormat:
    """The chat template of one model."""

    def __init__(self, template: str | None, vocabulary: Vocabulary, model: str) -> None:
        """Compile ``template``.

        Raises:
            ModelError: the model has none, so it was not trained for chats, or it is broken.
        """
        if not template:
            raise ModelError(f"{model} has no chat template, so it cannot follow instructions; choose another model.")
        from jinja2 import TemplateError
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        try:
            self._format: Any = Jinja2ChatFormatter(
                template=template, eos_token=vocabulary.end_text, bos_token=vocabulary.begin_text
            )
        except TemplateError as error:
            raise ModelError(f"The chat template of {model} is broken ({error}); choose another model.") from error
        self._vocabulary = vocabulary
        self._model = model

    def tokens(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of a chat that ends where the answer begins.

        Special tokens come from the template alone. A message that names one ("<|im_end|>") is tokenized as the
        letters that it consists of.
        """
        contents = [_SURROGATE.sub("\ufffd", message["content"]) for message in messages]
        roles = [message["role"] for message in messages]
        marks = [f"\ue000{i}\ue001" for i in range(len(contents))]
        try:
            frame = self._render(roles, marks)
            whole = self._render(roles, contents)
        except ModelError:
            if roles[:1] != ["system"] or roles[1:2] != ["user"]:
                raise
            # Some templates know no system role: say it at the beginning of the first message.
            contents = [f"{contents[0]}\n\n{contents[1]}", *contents[2:]]
            roles, marks = roles[1:], marks[1:]
            frame, whole = self._render(roles, marks), self._render(roles, contents)
        by_mark = dict(zip(marks, contents, strict=True))
        parts = re.split("(\ue000\\d+\ue001)", frame)
        if "".join(by_mark.get(part, part) for part in parts) != whole:
            # The template looks into the messages (cuts or trims them), so the two cannot be told apart afterwards.
            whole = self._render(roles, [self._vocabulary.neutralised(content) for content in contents])
            parts, by_mark = [whole], {}
        return self._tokenized(parts, by_mark)

    def _render(self, roles: list[str], contents: list[str]) -> str:
        messages = [{"role": role, "content": content} for role, content in zip(roles, contents, strict=True)]
        try:
            return str(self._format(messages=messages).prompt)
        except Exception as error:  # a template may raise whatever it likes
            raise ModelError(f"The chat template of {self._model} refuses these messages: {error}.") from error

    def _tokenized(self, parts: list[str], by_mark: dict[str, str]) -> list[int]:
        """Text between two special tokens is tokenized in one go, as in training."""
        tokens: list[int] = []
        plain = ""
        for part in parts:
            if part in by_mark:
                plain += by_mark[part]
                continue
            for piece in self._vocabulary.split_special(part):
                if isinstance(piece, str):
                    plain += piece
                else:
                    tokens += [*self._plain(plain), piece]
                    plain = ""
        return tokens + self._plain(plain)

    def _plain(self, text: str) -> list[int]:
        return self._vocabulary.tokenize(text.encode()) if text else []
