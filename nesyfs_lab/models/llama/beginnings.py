"""Fixed beginnings of prompts, kept as files: what was computed once need not be computed after a restart.

The worked examples of a purpose are thousands of tokens that never change; reading them takes a small computer half a
minute. Their state in llama.cpp is a file of some dozen megabytes.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from .cells import Cells
from .prefix import Ints

SHORTEST = 256
"""Tokens below which a beginning is quicker computed than looked for."""
MOST_BYTES = 2 << 30
"""Of all files in the folder; those that were not used for the longest time go first."""
_SUFFIX = ".state"


class Beginnings:
    """A folder of states, each found by the model that computed it and by its tokens.

    Nothing here is needed: a folder that cannot be read or written only costs time.
    """

    def __init__(self, folder: Path | None, model: str) -> None:
        """Look in ``folder``, None for nowhere.

        Args:
            model: what the states depend on beside the tokens: the file, the version of llama.cpp, the device.
        """
        self._folder = folder
        self._model = model.encode()

    def load(self, context: Cells, sequence: int, tokens: Ints) -> bool:
        """Fill the empty ``sequence`` with the state of ``tokens``; False, and still empty, where there is none."""
        if self._folder is None:
            return False
        file = self._file(tokens)
        if not file.is_file() or not context.load(sequence, tokens, file):
            return False
        with suppress(OSError):
            os.utime(file)
        return True

    def save(self, context: Cells, sequence: int, tokens: Ints) -> None:
        """Keep the state of ``sequence``, which holds exactly ``tokens``."""
        if self._folder is None:
            return
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            file = self._file(tokens)
            draft = file.with_suffix(f".{os.getpid()}")
            try:
                if context.save(sequence, tokens, draft):
                    draft.replace(file)
            finally:
                draft.unlink(missing_ok=True)
            self._tidy()

    def _file(self, tokens: Ints) -> Path:
        assert self._folder is not None
        digest = hashlib.sha256(self._model + b"\0" + tokens.tobytes()).hexdigest()
        return self._folder / (digest[:32] + _SUFFIX)

    def _tidy(self) -> None:
        assert self._folder is not None
        found = [(file.stat(), file) for file in self._folder.glob(f"*{_SUFFIX}")]
        total = 0
        for stat, file in sorted(found, key=lambda f: f[0].st_mtime, reverse=True):
            total += stat.st_size
            if total > MOST_BYTES:
                file.unlink(missing_ok=True)


NOWHERE = Beginnings(None, "")
"""Keeps nothing."""
