"""A context and a vocabulary without a model: they keep llama.cpp's rules and complain about broken ones."""

import zlib

import numpy as np

END = 0
TOKENS = 24


class FakeVocabulary:
    ends = frozenset([END])

    def piece(self, token):
        return b"" if token == END else bytes([96 + token])

    def tokens_of(self, text):
        return tuple(byte - 96 for byte in text)


class FakeContext:
    """Logits depend on the whole text before them, so any mix-up of sequences or cells changes an answer."""

    def __init__(self, size, batch=16):
        self.size, self.batch = size, batch
        self.memory: dict[int, list[tuple[int, int]]] = {}  # sequence: token and cell of each position
        self.cells = self.computed = self.largest = 0
        self.fail_after: int | None = None

    def decode(self, entries, after_batch=None):
        for start in range(0, len(entries), self.batch):
            chunk = entries[start : start + self.batch]
            if self.fail_after is not None and self.computed + len(chunk) > self.fail_after:
                raise RuntimeError("failed on demand")
            for entry in chunk:
                self._compute(entry)
            if after_batch is not None:
                after_batch(len(chunk))
            for i, entry in enumerate(chunk):
                if entry.output:
                    yield start + i, logits_after(self.text(entry.sequences[0])[: entry.position + 1])

    def _compute(self, entry):
        self.cells += 1
        self.computed += 1
        assert entry.sequences
        for sequence in entry.sequences:
            held = self.memory.setdefault(sequence, [])
            assert len(held) == entry.position, "positions follow each other"
            held.append((entry.token, self.cells))
        assert len({tuple(self.text(s)) for s in entry.sequences}) == 1, "shared text is the same text"
        used = len({cell for held in self.memory.values() for _, cell in held})
        assert used <= self.size, "more cells than there are"
        self.largest = max(self.largest, used)

    def text(self, sequence):
        return [token for token, _ in self.memory.get(sequence, [])]

    def fork(self, source, target, length):
        assert not self.memory.get(target), "a forked sequence is new"
        self.memory[target] = self.memory[source][:length]

    def cut(self, sequence, length=0):
        self.memory[sequence] = self.memory.get(sequence, [])[:length]

    def save(self, sequence, tokens, file):
        assert self.text(sequence) == list(tokens)
        file.write_bytes(bytes(self.text(sequence)))
        return True

    def load(self, sequence, tokens, file):
        assert not self.memory.get(sequence), "only an empty sequence is filled"
        if file.read_bytes() != bytes(list(tokens)):
            return False
        first = self.cells + 1
        self.cells += len(tokens)
        self.memory[sequence] = [(int(token), first + i) for i, token in enumerate(tokens)]
        return True


def logits_after(tokens):
    seed = zlib.crc32(bytes(tokens))
    logits = np.random.default_rng(seed).normal(size=TOKENS).astype(np.float32)
    logits[END] += 0.5
    return logits
