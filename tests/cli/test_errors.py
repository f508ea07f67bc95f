"""`tertium errors` and `tertium show`, end to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tests import phrases
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return phrases.write(tmp_path)


def test_errors__page_json_and_tables(files: tuple[Path, Path], tmp_path: Path) -> None:
    assert run("errors", *files, "-q").out == str(tertium.find_errors(files[0], [files[1]]))
    assert run("errors", *files, "--json").json["errors"]
    names = {"--csv": "out.csv", "--tsv": "out.tsv", "--markdown": "out.md", "--latex": "out.tex"}
    arguments = [text for option, name in names.items() for text in (option, tmp_path / name)]
    assert run("errors", *files, *arguments).code == 0
    assert "PP attachment" in (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert "PP,NP,VP" in (tmp_path / "out.moves.csv").read_text(encoding="utf-8")
    assert "## tertium errors" in (tmp_path / "out.md").read_text(encoding="utf-8")
    assert r"\label{tab:error-types}" in (tmp_path / "out.tex").read_text(encoding="utf-8")
    short = run("errors", *files, "--examples", "0", "--top", "1").out
    assert "Examples" not in short
    assert "… 1 more kind of move" in short


def test_show__sentences_and_width(files: tuple[Path, Path]) -> None:
    result = run("show", *files, "--sentence", "1", "--sentence", "3", "-q")
    assert "Sentence 1, " in result.out
    assert "Sentence 3, " in result.out
    assert "[JJ>NN]" in result.out
    assert run("show", *files, "--json").json["sentences"][0]["number"] == 1
    assert refused(run("show", *files, "--sentence", "99"), "no sentence '99'", "from 1 to 4")


@pytest.mark.parametrize("command", ["errors", "show"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(S (NP (N a))\n", "never closed"),
        ("(S (N a)))\n", "never opened"),
        ("(S a (N b))\n", "stands beside"),
        ("(S (N a\0))\n", "NUL"),
        ("", "empty"),
    ],
)
def test_malformed_trees_are_refused(files: tuple[Path, Path], command: str, text: str, why: str) -> None:
    bad = files[0].parent / "bad.mrg"
    bad.write_text(text, encoding="utf-8")
    assert refused(run(command, files[0], bad), "bad.mrg", why)
