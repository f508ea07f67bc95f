"""Adding a task or a format takes one file and one entry in a table, and everything works on it.

The toy is `tests/syllables.py`; docs/add-a-task.md tells how it is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.formats import FORMATS, Format
from tertium.kinds import KINDS, Entry
from tests.command import refused, run
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

GOLD = "the BAK.er re.PORTS\nHO.nest PAR.rots sel.dom LIE\nhe to.DAY RISE.s\n"
OLD = "the ba.KER re.PORTS\nHO.nest par.ROTS sel.dom LIE\nhe TO.day RISE.s\n"
NEW = "the BAK.er RE.ports\nHO.nest PAR.rots SEL.dom LIE\nhe to.DAY RISE.s\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The two entries, and three files."""
    entry = Format(
        "syllables",
        "words in syllables",
        "syllables parted by dots, the stressed one in capitals",
        "stress",
        "the BAK.er re.PORTS",
        mark=r"\S+\.\S",
        brings=frozenset({"stress"}),
        filled=frozenset({"stress"}),
        suffixes=(".syl",),
        module="tests.syllables",
    )
    monkeypatch.setitem(FORMATS, "syllables", entry)
    tagging = KINDS.pop("tagging")  # whatever nobody else claims is tagging's, so it comes last
    monkeypatch.setitem(KINDS, "stress", Entry("tests.syllables", "stressed syllables", holds=frozenset({"stress"})))
    KINDS["tagging"] = tagging
    paths = [tmp_path / f"{name}.syl" for name in ("gold", "old", "new")]
    for path, text in zip(paths, (GOLD, OLD, NEW), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_new_task__compares(files: list[Path]) -> None:
    result = tertium.compare(files[0], [str(path) for path in files[1:]], by=["length", "label"])
    assert result.task == "stress"
    assert result.systems == ("old", "new")
    assert [result.score("Accuracy", name).correct for name in result.systems] == [7, 8]
    table = result.difference("old", "new").transitions
    assert table is not None
    assert table.by_class == (3, 2, 0)
    assert result.contrast("old", "new") is not None
    assert len(result.slices) > 1
    assert "BAK" not in str(result)
    assert "baker" in str(result)


@pytest.mark.parametrize("command", ["compare", "score", "repair", "suspects", "slices", "power"])
def test_new_task__every_command_knows_it(command: str, files: list[Path]) -> None:
    result = run(command, *files, "--json", "-q")
    assert result.code == 0, result.err
    assert result.json["task"] == "stress"


def test_new_task__other_commands(files: list[Path], tmp_path: Path) -> None:
    assert run("diff", *files[1:], "-q").code == 0
    assert run("noise", *files, "--error-rate", "0.02", "-q").code == 0
    assert run("describe", files[0]).code == 0
    tables = tmp_path / "tables.csv"
    assert run("compare", *files, "-q", "--csv", tables, "--exclude", "none", "--map", "2=1").code == 0
    assert tables.exists()


def test_new_format__is_listed_and_its_faults_are_told(files: list[Path]) -> None:
    assert "words in syllables" in run("formats").out
    files[2].write_text(NEW.replace("PAR.rots", "PAR.ROTS"), encoding="utf-8")
    assert refused(run("compare", *files), "new.syl:2, sentence '2'", "2 stressed syllables", "Try")


def test_new_task__files_of_others_are_still_theirs(files: list[Path], tmp_path: Path) -> None:
    assert files
    words = tmp_path / "words.tsv"
    words.write_text("The\tDT\ncat\tNN\n\n", encoding="utf-8")
    assert run("score", words, words, "--json", "-q").json["task"] == "tagging"


def test_page__shows_the_code_that_runs() -> None:
    """Every block of the page that is said to be from the toy is in it, word for word."""
    page = (ROOT / "docs" / "add-a-task.md").read_text(encoding="utf-8")
    source = (ROOT / "tests" / "syllables.py").read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in page.split("```python\n# tests/syllables.py\n")[1:]]
    assert len(blocks) > 1
    for block in blocks:
        for part in block.strip("\n").split("\n...\n"):
            assert part.strip("\n") in source, part
