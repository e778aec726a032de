"""Files of Hugging Face repositories: finding one, and downloading it with resume."""

from __future__ import annotations

import fnmatch
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any

from .catalogue import CatalogueEntry, HubFile
from .contract import ModelError

CONNECT_SECONDS = 6.0
"""How long an unreachable or silent hub is waited for before the next source is tried."""

_CHUNK = 1 << 20


def endpoint() -> str:
    """The hub's address; ``$HF_ENDPOINT`` names a mirror."""
    return os.environ.get("HF_ENDPOINT", "https://huggingface.co").rstrip("/")


def download(source: HubFile, target: Path, progress: Callable[[int], None]) -> None:
    """Download ``source`` into ``target``; bytes that are already there are not asked for again.

    Args:
        target: a partial file of this source, or a path where nothing is yet.
        progress: told the number of bytes in ``target``.

    Raises:
        OSError, HTTPException: the hub cannot be reached, has no such file, or breaks off.
    """
    have = target.stat().st_size if target.exists() else 0
    url = f"{endpoint()}/{source.repository}/resolve/{source.revision}/{urllib.parse.quote(source.file)}"
    request = _request(url, {"Range": f"bytes={have}-"} if have else {})
    try:
        response = urllib.request.urlopen(request, timeout=CONNECT_SECONDS)
    except urllib.error.HTTPError as error:
        if error.code == 416:  # nothing is left to send
            return
        raise
    with response, target.open("ab" if response.status == 206 else "wb") as file:
        progress(file.tell())
        while chunk := response.read(_CHUNK):
            file.write(chunk)
            progress(file.tell())


def find(name: str, file: str | None = None, revision: str = "main") -> CatalogueEntry:
    """The GGUF file that ``name`` means: ``owner/repo/file.gguf``, or ``owner/repo`` and a pattern ``file``.

    The hub is asked for the repository's list of files, with their sizes and checksums.

    Raises:
        ModelError: no such repository, no such file, several files, or no connection.
    """
    owner, _, rest = name.removeprefix("hf:").partition("/")
    repo, _, path = rest.partition("/")
    if not owner or not repo:
        raise ModelError(f"'{name}' is no Hugging Face name: write 'hf:owner/repo/file.gguf'.")
    repository, pattern = f"{owner}/{repo}", path or file or "*.gguf"
    listing = _list_files(repository, revision)
    ggufs = {f["rfilename"]: f for f in listing if f["rfilename"].lower().endswith(".gguf")}
    found = [f for f in ggufs if f == pattern] or [f for f in ggufs if fnmatch.fnmatch(f.lower(), pattern.lower())]
    if len(found) != 1:
        problem = f"has no file like '{pattern}'" if not found else f"has {len(found)} files like '{pattern}'"
        choice = ", ".join(sorted(found or ggufs)[:12]) or "none at all"
        raise ModelError(f"{repository} {problem}; name one of its GGUF files: {choice}.")
    lfs = ggufs[found[0]].get("lfs") or {}
    if "sha256" not in lfs:
        raise ModelError(f"The hub gives no checksum for {found[0]} of {repository}: download it and pass its path.")
    return CatalogueEntry(
        name=f"hf:{repository}/{found[0]}",
        file=f"{owner}--{repo}--{found[0].replace('/', '--')}",
        size=int(lfs["size"]),
        sha256=str(lfs["sha256"]),
        licence="unknown",
        sources=(HubFile(repository, found[0], revision),),
        about=f"From {repository}.",
    )


def _list_files(repository: str, revision: str) -> list[dict[str, Any]]:
    url = f"{endpoint()}/api/models/{repository}/revision/{revision}?blobs=true"
    try:
        with urllib.request.urlopen(_request(url), timeout=CONNECT_SECONDS) as response:
            return list(json.load(response)["siblings"])
    except urllib.error.HTTPError as error:
        if error.code in (401, 403, 404):
            raise ModelError(
                f"There is no public repository {repository} on Hugging Face; check the name, or set HF_TOKEN."
            ) from error
        raise ModelError(f"Hugging Face answered '{error}' for {repository}; try again later.") from error
    except (OSError, HTTPException, ValueError, KeyError) as error:
        raise ModelError(
            f"Hugging Face cannot be reached for {repository} ({error}); go online, or pass the path of a .gguf file."
        ) from error


def _request(url: str, headers: dict[str, str] | None = None) -> urllib.request.Request:
    request = urllib.request.Request(url, headers={"User-Agent": "nesyfs_lab", **(headers or {})})
    if token := os.environ.get("HF_TOKEN"):
        # Not sent on when the hub redirects to a storage host.
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    return request
