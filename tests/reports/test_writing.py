from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tertium.errors import SourceError
from tertium.reports.writing import write_files

if TYPE_CHECKING:
    from pathlib import Path


def test_write__all_or_none(tmp_path: Path) -> None:
    """A file that cannot be written leaves the others as they were."""
    old = tmp_path / "old.txt"
    old.write_text("old")
    with pytest.raises(SourceError) as caught:
        write_files({str(old): "new", str(tmp_path / "missing" / "x.txt"): "y"})
    assert "missing" in str(caught.value)
    assert old.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.txt"]


def test_write__over_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="folder"):
        write_files({str(tmp_path): "x"})


def test_write__replaces_and_leaves_nothing_behind(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_files({str(target): "one"})
    write_files({str(target): b"two"})
    assert target.read_bytes() == b"two"
    assert len(list(tmp_path.iterdir())) == 1


def test_write__honours_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_files({str(tmp_path / "a.txt"): "x"})
    finally:
        os.umask(before)
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o640
