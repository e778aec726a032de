"""A language model that costs nothing: one small layer of chance, with a real model's vocabulary and chat template.

It draws some words and often a quote, so answers under a schema end as soon as those of a real model do. What a
benchmark counts can be tested with it in seconds. And it is in single precision: where a quantized model amplifies the
last digits, of which a batch has others than a single sequence, this one tells a mix-up from rounding.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

WIDTH, HEADS, INNER = 32, 2, 32
WORDS = {
    "Ġthe": 2.5,
    "Ġmug": 2.5,
    "Ġis": 2.3,
    "Ġyou": 2.3,
    "Ġin": 2.2,
    '"': 4.0,
    '"]': 3.5,
    '"}': 3.5,
    "]": 3.0,
    "]}": 3.0,
}
"""The likely tokens, as the vocabulary spells them, and how likely: a closed string, a closed list, some words."""
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_U32, _STRING, _ARRAY = 4, 8, 9


class Pair(NamedTuple):
    """One entry of a GGUF header, its value as it stands in the file."""

    key: str
    raw: bytes
    kind: int


def toy(path: Path, like: Path) -> Path:
    """Write the toy to ``path``, with the vocabulary of the model ``like``."""
    header = like.read_bytes()[: 8 << 20]
    pairs = list(_pairs(header))
    changed = {
        "llama.block_count": 1,
        "llama.embedding_length": WIDTH,
        "llama.feed_forward_length": INNER,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": 1,
        "llama.rope.dimension_count": WIDTH // HEADS,
        "general.file_type": 0,
    }
    vocabulary = next(_strings(pair.raw) for pair in pairs if pair.key == "tokenizer.ggml.tokens")
    kept = [pair for pair in pairs if pair.key not in changed]
    tensors = _tensors(vocabulary)
    with path.open("wb") as file:
        file.write(b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(kept) + len(changed)))
        for pair in kept:
            file.write(_text(pair.key) + struct.pack("<I", pair.kind) + pair.raw)
        for key, value in changed.items():
            file.write(_text(key) + struct.pack("<II", _U32, value))
        offset = 0
        for name, values in tensors.items():
            shape = values.shape[::-1]
            file.write(_text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, offset))
            offset += -(-values.nbytes // 32) * 32
        for values in tensors.values():
            file.write(b"\0" * (-file.tell() % 32) + values.tobytes())
    return path


def _tensors(vocabulary: list[str]) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)

    def weights(*shape: int) -> np.ndarray:
        return rng.normal(0, 0.2, shape).astype(np.float32)

    embedding, output = weights(len(vocabulary), WIDTH), weights(len(vocabulary), WIDTH)
    embedding[:, 0] = 4.0  # all texts look much the same, so that some tokens are likely after any of them
    output[:, 0] = 0.0
    for number, token in enumerate(vocabulary):
        output[number, 0] = WORDS.get(token, 0.0)
    narrow = WIDTH // HEADS
    return {
        "token_embd.weight": embedding,
        "blk.0.attn_norm.weight": np.ones(WIDTH, np.float32),
        "blk.0.attn_q.weight": weights(WIDTH, WIDTH),
        "blk.0.attn_k.weight": weights(narrow, WIDTH),
        "blk.0.attn_v.weight": weights(narrow, WIDTH),
        "blk.0.attn_output.weight": weights(WIDTH, WIDTH),
        "blk.0.ffn_norm.weight": np.ones(WIDTH, np.float32),
        "blk.0.ffn_gate.weight": weights(INNER, WIDTH),
        "blk.0.ffn_up.weight": weights(INNER, WIDTH),
        "blk.0.ffn_down.weight": weights(WIDTH, INNER),
        "output_norm.weight": np.ones(WIDTH, np.float32),
        "output.weight": output,
    }


def _pairs(header: bytes) -> Iterator[Pair]:
    (count,) = struct.unpack_from("<Q", header, 16)
    position = 24
    for _ in range(count):
        key, position = _string_at(header, position)
        (kind,) = struct.unpack_from("<I", header, position)
        end = _end(header, position + 4, kind)
        yield Pair(key, header[position + 4 : end], kind)
        position = end


def _end(header: bytes, position: int, kind: int) -> int:
    """Where a value that begins at ``position`` ends."""
    if kind == _STRING:
        return _string_at(header, position)[1]
    if kind == _ARRAY:
        inner, count = struct.unpack_from("<IQ", header, position)
        position += 12
        if inner in _SIZES:
            return int(position + _SIZES[inner] * count)
        for _ in range(count):
            position = _end(header, position, inner)
        return position
    return position + _SIZES[kind]


def _strings(raw: bytes) -> list[str]:
    (count,) = struct.unpack_from("<Q", raw, 4)
    found, position = [], 12
    for _ in range(count):
        text, position = _string_at(raw, position)
        found.append(text)
    return found


def _string_at(data: bytes, position: int) -> tuple[str, int]:
    (length,) = struct.unpack_from("<Q", data, position)
    end = position + 8 + length
    return data[position + 8 : end].decode("utf-8", "replace"), end


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()
