"""What docs/significance.md shows is what its commands print."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest

from tests.command import run
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs/significance.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    \$ tertium (.*)\n((?:    .*\n)+)", PAGE, re.MULTILINE)
FOLDERS = {"ewt": "en_ewt", "raw": "en_ewt_raw"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("page")
    assert run("demo", "--copy", path / "demo").code == 0
    return path / "demo"


def spread(text: str) -> str:
    """All white space the same, so that a sentence may be cut where the page cuts it."""
    return " ".join(text.split())


def check(command: str, shown: str) -> None:
    done = run(*shlex.split(command.split(" | ", maxsplit=1)[0]), "-q")
    printed = spread(done.out + done.err)
    for part in shown.split("[...]"):
        kept = spread(part) if " | grep" not in command else None
        assert kept is None or kept in printed, (command, kept)
        for line in part.split("\n"):
            assert spread(line) in printed, (command, line)


def test_page__has_examples() -> None:
    assert len(EXAMPLES) > 10


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), [pair for pair in EXAMPLES if "/gold" not in pair[0]])
def test_page__shows_what_is_printed(command: str, shown: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    check(command, shown)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), [pair for pair in EXAMPLES if "/gold" in pair[0]])
def test_page__shows_what_is_printed_for_real_corpora(
    command: str, shown: str, shared: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, corpus in FOLDERS.items():
        (tmp_path / name).symlink_to(shared / "corpora/dependency" / corpus)
    monkeypatch.chdir(tmp_path)
    check(command, shown)
