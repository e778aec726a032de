"""ScienceWorld's things get a hash that is the same in each run, so that a task says the same each time.

The engine puts its things into hash sets and goes through them, but its class of things keeps Java's own hash, which
differs from run to run, and from one load of a task to the next in one process. Its ``equals`` compares a number that
each thing gets in its order of creation. Here ``hashCode`` returns that number: a method of five bytes, written into a
copy of the class file that the Java process then finds before the original.
"""

from __future__ import annotations

import os
import struct
import tempfile
import zipfile
from pathlib import Path

import platformdirs

CLASS = "scienceworld/struct/EnvObject.class"
# aload_0; invokevirtual uuid; l2i; ireturn
_CODE = b"\x2a\xb6%s\x88\xac"
_PUBLIC = 1
# Bytes of a constant after its tag; a string (tag 1) tells its length, and 5 and 6 take two places.
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}


def folder_with_hash(jar: Path) -> Path:
    """A folder in the cache with the changed class of that engine; it goes before the engine on the class path."""
    with zipfile.ZipFile(jar) as archive:
        check = archive.getinfo(CLASS).CRC
        folder = Path(platformdirs.user_cache_path("nesyfs_lab")) / "scienceworld" / f"{check:08x}"
        target = folder / CLASS
        if target.exists():
            return folder
        original = archive.read(CLASS)
    target.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=target.parent)
    with os.fdopen(number, "wb") as file:
        file.write(with_hash(original))
    Path(name).replace(target)
    return folder


def with_hash(original: bytes) -> bytes:
    """A class file with one more method, ``public int hashCode() { return (int) uuid(); }``.

    Raises:
        ValueError: when it is no class file, or has that method already.
    """
    if original[:4] != b"\xca\xfe\xba\xbe":
        raise ValueError("no class file of Java")
    count, end = _constants(original)
    this = _u2(original, end + 2)
    methods = _after_fields(original, end)
    if b"\x01\x00\x08hashCode" in original[:end]:
        raise ValueError("the class has a hash of its own already")
    texts = [_text(name) for name in ("hashCode", "()I", "Code", "uuid", "()J")]
    # The five texts have the numbers from ``count`` on; then follow name and type, and the reference to the method.
    added = [*texts, struct.pack(">BHH", 12, count + 3, count + 4), struct.pack(">BHH", 10, this, count + 5)]
    code = _CODE % struct.pack(">H", count + 6)
    attribute = struct.pack(">HHI", 2, 1, len(code)) + code + struct.pack(">HH", 0, 0)  # stack, locals, code
    method = struct.pack(">HHHH", _PUBLIC, count, count + 1, 1) + struct.pack(">HI", count + 2, len(attribute))
    return b"".join(
        (
            original[:8],
            struct.pack(">H", count + len(added)),
            original[10:end],
            *added,
            original[end:methods],
            struct.pack(">H", _u2(original, methods) + 1),
            method,
            attribute,
            original[methods + 2 :],
        )
    )


def _constants(data: bytes) -> tuple[int, int]:
    """The number after the last constant's, and where the constants end."""
    count, at, number = _u2(data, 8), 10, 1
    while number < count:
        tag = data[at]
        at += 3 + _u2(data, at + 1) if tag == 1 else 1 + _SIZES[tag]
        number += 2 if tag in (5, 6) else 1
    return count, at


def _after_fields(data: bytes, end_of_constants: int) -> int:
    """Where the number of methods stands."""
    at = end_of_constants + 6
    at += 2 + 2 * _u2(data, at)  # interfaces
    fields, at = _u2(data, at), at + 2
    for _ in range(fields):
        attributes, at = _u2(data, at + 6), at + 8
        for _ in range(attributes):
            at += 6 + int.from_bytes(data[at + 2 : at + 6], "big")
    return at


def _text(text: str) -> bytes:
    return struct.pack(">BH", 1, len(text)) + text.encode("ascii")


def _u2(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")
