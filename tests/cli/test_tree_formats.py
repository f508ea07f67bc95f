"""Trees of phrases on the command line: formats, parameter files, discontinuous brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path

GOLD = "(TOP (S (VP (V 0=a) (V 2=c)) (N 1=b)))\n(TOP (S (N 0=a)))\n"
SYSTEM = "(TOP (S (VP (V 0=a) (V 2=c)) (X (N 1=b))))\n\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = tmp_path / "gold.dbr", tmp_path / "a.dbr"
    paths[0].write_text(GOLD)
    paths[1].write_text(SYSTEM)
    return str(paths[0]), str(paths[1])


def test_score__like_discodop(files: tuple[str, str]) -> None:
    result = run("score", "--like", "discodop", *files)
    assert result.code == 0
    assert "a: 1 sentence has no parse; they are left out" in " ".join(result.out.split())
    assert "brackets:no-prm" in result.out
    assert "gold: discbracket (brackets, and every word has its place before it)" in result.err


def test_score__disc_only(files: tuple[str, str]) -> None:
    result = run("score", "--disc-only", "--measure", "F1", *files)
    assert "100.00" in result.out
    assert "brackets:default,disc-only" in "".join(result.out.split())


def test_score__parameter_file(files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "x.prm").write_text("DELETE_LABEL TOP\nNO_SUCH 1\n")
    assert run("score", "--like", "evalb", "--prm", str(tmp_path / "x.prm"), *files).code == 0
    result = run("score", "--like", "discodop", "--prm", str(tmp_path / "x.prm"), *files)
    assert (result.code, "NO_SUCH is unknown to disco-dop" in result.err) == (2, True)


def test_describe__trees(files: tuple[str, str]) -> None:
    text = " ".join(run("describe", *files).out.split())
    assert "1 discontinuous in 1 sentence" in text
    assert "1 sentence without a parse" in text


@pytest.mark.parametrize("option", ["--disc-only", "--prm=x.prm"])
def test_score__options_of_trees_are_refused_elsewhere(tmp_path: Path, option: str) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("a\tN\nb\tV\n")
    result = run("score", option, str(path), str(path))
    assert (result.code, "phrase-structure" in result.err) == (2, True)
