"""What takes long to make and is always the same: made once, and kept in the user's cache folder.

A file's name says everything that it depends on (versions). A file that was damaged is made again; where nothing can
be kept, things are made each time. Runs at the same time write files of their own and rename them.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tertium.errors import SourceError
from tertium.reports.writing import write_files

if TYPE_CHECKING:
    from collections.abc import Callable

_SUM: Final = 64  # characters of a SHA-256 sum


def load_kept(name: str, make: Callable[[], str]) -> str:
    """A text that was kept under this name, or is made and kept now."""
    path = cache_folder() / name
    kept = _read(path)
    if kept is not None:
        return kept
    made = make()
    _keep(path, made)
    return made


def cache_folder() -> Path:
    """Where this user's programs keep what they can make again: a folder of ours there."""
    if os.environ.get("XDG_CACHE_HOME"):
        base = Path(os.environ["XDG_CACHE_HOME"])
    elif sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        base = Path(os.environ["LOCALAPPDATA"])
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "tertium"


def _read(path: Path) -> str | None:
    """What was kept, if it is whole: its first line is the sum of the rest."""
    try:
        text = path.read_bytes()
    except OSError:
        return None
    stated, rest = text[:_SUM], text[_SUM + 1 :]
    return rest.decode("utf-8") if sha256(rest).hexdigest().encode() == stated else None


def _keep(path: Path, text: str) -> None:
    content = text.encode("utf-8")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_files({str(path): sha256(content).hexdigest().encode() + b"\n" + content})
    except (OSError, SourceError):
        return  # a folder that cannot be written costs time, nothing else
