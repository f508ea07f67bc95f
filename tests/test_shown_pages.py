"""What these pages of the docs show is what their commands print."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest

from tests.command import run
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGES = ("significance.md", "noise.md")
EXAMPLES = [
    pytest.param(*found, id=f"{page}-{number}")
    for page in PAGES
    for number, found in enumerate(
        re.findall(
            r"^    \$ tertium (.*)\n((?:    .*\n)+)", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.MULTILINE
        )
    )
]
ON_CORPORA = [example for example in EXAMPLES if "/gold" in str(example.values[0])]
ON_DEMO = [example for example in EXAMPLES if example not in ON_CORPORA]
FOLDERS = {"ewt": "dependency/en_ewt", "raw": "dependency/en_ewt_raw", "gsd": "tagging/de_gsd"}


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
    assert len(ON_DEMO) > 10
    assert len(ON_CORPORA) > 10


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), ON_DEMO)
def test_page__shows_what_is_printed(command: str, shown: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    check(command, shown)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), ON_CORPORA)
def test_page__shows_what_is_printed_for_real_corpora(
    command: str, shown: str, shared: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, corpus in FOLDERS.items():
        (tmp_path / name).symlink_to(shared / "corpora" / corpus)
    monkeypatch.chdir(tmp_path)
    check(command, shown)
