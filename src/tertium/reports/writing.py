"""Files are written beside their target and renamed, so that an interrupted run leaves the old file whole."""

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
            ready.append((_write_beside(path, content), path))
        for temporary, path in ready:
            Path(temporary).replace(path)
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


def _write_beside(path: str, content: str | bytes) -> str:
    target = Path(path)
    if target.is_dir():
        raise SourceError("is a folder; a file is needed", path=path, hint="give a file name")
    data = content.encode("utf-8") if isinstance(content, str) else content
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
    mask = os.umask(0)
    os.umask(mask)
    Path(temporary).chmod(0o666 & ~mask)
    return temporary
