"""A model by its name, wherever it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .cache import cache_folder, known_sha256
from .catalogue import CATALOGUE
from .contract import ModelError

if TYPE_CHECKING:
    from .llama import LlamaModel
    from .server import ServerModel


def load_model(name: str | Path, **options: Any) -> LlamaModel | ServerModel:
    """A model, ready to answer; its file is fetched once, with a line that shows how far it has come.

    Args:
        name: a catalogued name (``"qwen2.5-coder-1.5b"``, see ``CATALOGUE``), the path of a ``.gguf`` file, or a file
            of a Hugging Face repository, ``"hf:owner/repo/file.gguf"``; ``"hf:owner/repo"`` with ``file="*q4_k_m*"``
            asks the repository which file that is. Or the address of an OpenAI-compatible server,
            ``"http://localhost:8080/v1"``.
        options: ``n_ctx`` (tokens of context, default 6144), ``threads`` (default: free cores), ``gpu_layers`` (default
            0, all: -1), and ``file`` and ``revision`` for Hugging Face. For a server: ``model`` (its name there),
            ``api_key_env``, ``concurrency``, ``timeout``, ``retries``, ``prices``, ``extra``; see ``ServerModel``.

    Raises:
        ModelError: no such model, it cannot be fetched, loaded or reached, or an option is unknown.
    """
    text = str(name)
    if text.lower().startswith(("http://", "https://")):
        return _served(text, options)
    hub_options: dict[str, str] = {key: options.pop(key) for key in ("file", "revision") if key in options}
    if unknown := set(options) - {"n_ctx", "threads", "gpu_layers"}:
        raise ModelError(
            f"load_model has no option {', '.join(sorted(unknown))}; there are n_ctx, threads, gpu_layers, and for "
            "Hugging Face file and revision."
        )
    path, known_name, sha256 = _file_of(text, hub_options)

    from .llama import LlamaModel  # llama.cpp is only loaded when it is needed

    return LlamaModel(path, name=known_name, sha256=sha256, states=cache_folder() / "states", **options)


def _served(address: str, options: dict[str, Any]) -> ServerModel:
    from .server import OPTIONS, ServerModel

    if unknown := set(options) - set(OPTIONS):
        raise ModelError(
            f"load_model has no option {', '.join(sorted(unknown))} for a server; there are {', '.join(OPTIONS)}."
        )
    return ServerModel(address, **options)


def _file_of(name: str, hub_options: dict[str, str]) -> tuple[Path, str, str]:
    """Where the file is, and the name and SHA-256 that a record says of it."""
    path = Path(name).expanduser()
    if name not in CATALOGUE and not name.startswith("hf:") and (path.suffix.lower() == ".gguf" or path.exists()):
        if not path.is_file():
            raise ModelError(f"There is no file {path}; give the path of a .gguf file, or a name: {_names()}.")
        _refuse(hub_options, f"{path} is a file")
        return path, path.stem, known_sha256(path, cache_folder())
    if name in CATALOGUE:
        _refuse(hub_options, f"{name} is one file of the catalogue")
        entry = CATALOGUE[name]
    elif name.startswith("hf:") or name.count("/") == 1:
        from .hub import find

        entry = find(name, **hub_options)
    else:
        raise ModelError(
            f"There is no model '{name}'; the catalogue has {_names()}. Or give the path of a .gguf file, or "
            "'hf:owner/repo/file.gguf'."
        )
    from .fetch import ProgressLine, fetch

    return fetch(entry, progress=ProgressLine()), entry.name, entry.sha256


def _refuse(hub_options: dict[str, str], what: str) -> None:
    if hub_options:
        raise ModelError(
            f"{what}, so {' and '.join(hub_options)} would do nothing: they choose in a Hugging Face repository."
        )


def _names() -> str:
    return ", ".join(CATALOGUE)
