from __future__ import annotations

import os
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tertium.errors import SourceError
from tertium.reports.writing import check_target, write_files

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


def test_write__what_is_no_file_stays_what_it_is(tmp_path: Path) -> None:
    """Renaming a file over /dev/null would take it away from the whole machine."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_files({str(pipe): "x", str(tmp_path / "a.txt"): "y"})
    reader.join()
    assert got == [b"x"]
    assert pipe.is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "pipe"]


@pytest.mark.parametrize(("name", "why"), [("", "empty"), (".", "is a folder"), ("missing/x.csv", "no such folder")])
def test_check_target__refuses_what_cannot_be_written(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(SourceError, match=why):
        check_target(str(tmp_path / name) if name else "")
