"""The official scorers' own reports; the forms were taken from their output, the numbers from ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.reports.printed import as_printed
from tests import small
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    return small.write(tmp_path)


def test_ud(files: tuple[Path, Path, Path]) -> None:
    text = as_printed(tertium.score(files[0], [files[1]], like="ud"))
    rows = text.rstrip("\n").split("\n")
    assert rows[0] == "Metric     | Precision |    Recall |  F1 Score | AligndAcc"
    assert rows[1] == "-----------+-----------+-----------+-----------+-----------"
    assert rows[2] == "Tokens     |    100.00 |    100.00 |    100.00 |"
    assert rows[11] == "LAS        |     83.33 |     83.33 |     83.33 |     83.33"
    assert [row.split("|")[0].strip() for row in rows[2:]] == (
        [
            "Tokens",
            "Sentences",
            "Words",
            "UPOS",
            "XPOS",
            "UFeats",
            "AllTags",
            "Lemmas",
            "UAS",
            "LAS",
            "CLAS",
            "MLAS",
            "BLEX",
            "ELAS",
            "EULAS",
        ]
    )


def test_ud__counts(files: tuple[Path, Path, Path]) -> None:
    rows = as_printed(tertium.score(files[0], [files[1]], like="ud"), counts=True).split("\n")
    assert rows[0] == "Metric     | Correct   |      Gold | Predicted | Aligned"
    assert rows[4] == "Words      |        18 |        18 |        18 |        18"
    assert rows[11] == "LAS        |        15 |        18 |        18 |        18"
    assert rows[2] == "Tokens     |        17 |        17 |        17 |          "


def test_eval07(files: tuple[Path, Path, Path]) -> None:
    assert as_printed(tertium.score(files[0], [files[1]], like="eval07")) == (
        "  Labeled   attachment score: 15 / 18 * 100 = 83.33 %\n"
        "  Unlabeled attachment score: 17 / 18 * 100 = 94.44 %\n"
        "  Label accuracy score:       16 / 18 * 100 = 88.89 %\n"
    )


def test_compareval(files: tuple[Path, Path, Path]) -> None:
    rows = as_printed(tertium.score(files[0], [files[1]], like="compareval")).split("\n")
    assert rows[0] == "Overall accuracy:\t80.00 (12/15)"
    assert rows[2] == "Correctly labeled sentences:\t25.00 (1/4)"
    assert rows[4] == "Accuracy per label (sorted by frequency of the label):"
    assert rows[5] == "root       100.00     (4/4)"
    assert "obj -> nsubj         33.33      (1/3)" in rows


def test_compareval__labels_are_padded_by_their_bytes(tmp_path: Path) -> None:
    """Python 2 counts bytes: `Ü` is two wide."""
    gold, system = tmp_path / "gold.tsv", tmp_path / "a.tsv"
    gold.write_text("a\tÜ\nb\tNN\n\n", encoding="utf-8")
    system.write_text("a\tNN\nb\tNN\n\n", encoding="utf-8")
    rows = as_printed(tertium.score(gold, [system], like="compareval")).split("\n")
    assert "Ü         0.00       (0/1)" in rows
    assert "Ü -> NN             100.00     (1/1)" in rows


def test_as_printed__needs_a_scorer_with_a_report(files: tuple[Path, Path, Path]) -> None:
    assert refused(run("score", files[0], files[1], "--as-printed"), "--like")
    assert refused(run("score", files[0], files[1], "--like", "malteval", "--as-printed"), "malteval")


def test_eval07__lacks_none_of_its_lines(files: tuple[Path, Path, Path]) -> None:
    result = run("score", "--like", "eval07", "--as-printed", "--measure", "UAS", *files[:2])
    assert refused(result, "the report of eval07 has LAS, LS too")
