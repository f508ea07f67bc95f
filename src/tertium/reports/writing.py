"""Files are written beside their target and renamed, so that an interrupted run leaves the old file whole.

What is no file (`/dev/null`, a pipe) is written to as it is: renaming would put a file in its place.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Mapping


def write_files(contents: Mapping[str, str | bytes]) -> None:
    """Write all of the files, or none: every temporary file is complete before the first is renamed.

    Raises:
        SourceError: Some file cannot be written; names it.
    """
    ready: list[tuple[str, str]] = []
    try:
        for path, content in contents.items():
            if not _is_device(path):
                ready.append((_write_beside(path, content), path))
        for temporary, path in ready:
            Path(temporary).replace(path)
        for path in filter(_is_device, contents):
            Path(path).write_bytes(_encode(contents[path]))
    except OSError as error:
        name = error.filename2 or error.filename or path
        raise SourceError(
            f"cannot be written ({error.strerror or error})",
            path=str(path if str(name).endswith(".tmp") else name),
            hint="check the folder and its permissions",
        ) from None
    finally:
        for temporary, _ in ready:
            Path(temporary).unlink(missing_ok=True)


def check_target(path: str) -> None:
    """Make sure, before anything is computed, that a file can be written there as far as its name tells.

    Raises:
        SourceError: The name is empty or a folder's, or the folder that it names is not there.
    """
    if not path:
        raise SourceError("the name of an output is empty", hint="is a variable of your shell not set?")
    target = Path(path)
    if target.is_dir():
        raise SourceError("is a folder; a file is needed", path=path, hint="give a file name")
    if not target.parent.is_dir():
        raise SourceError("cannot be written (there is no such folder)", path=path, hint="make the folder first")


def _is_device(path: str) -> bool:
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()


def _encode(content: str | bytes) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content


def _write_beside(path: str, content: str | bytes) -> str:
    target = Path(path)
    if target.is_dir():
        raise SourceError("is a folder; a file is needed", path=path, hint="give a file name")
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    with os.fdopen(handle, "wb") as stream:
        stream.write(_encode(content))
    mask = os.umask(0)
    os.umask(mask)
    Path(temporary).chmod(0o666 & ~mask)
    return temporary
