"""The summary of disco-dop's evaluation, as it prints it on files of ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.reports.printed import as_printed

if TYPE_CHECKING:
    from collections.abc import Sequence

GOLDEN = Path(__file__).parents[1] / "golden" / "discodop-0.6a0"


def summary(name: str) -> str:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    return text[text.rindex("\n", 0, text.index(" Summary ")) + 1 :]


@pytest.mark.parametrize(
    ("name", "suffix", "options"),
    [
        ("plain.txt", "mrg", {}),
        ("prm.txt", "mrg", {"prm": str(GOLDEN / "small.prm")}),
        ("disc.txt", "dbr", {}),
        ("disconly.txt", "dbr", {"disc_only": True}),
    ],
)
def test_discodop(name: str, suffix: str, options: dict[str, Any]) -> None:
    """One column where no sentence is longer than the cut-off, else two; a line of functions where there are some."""
    result = tertium.score(GOLDEN / f"gold.{suffix}", [GOLDEN / f"system.{suffix}"], like="discodop", **options)
    assert as_printed(result) == summary(name)


def score_lines(folder: Path, gold: Sequence[str], system: Sequence[str]) -> list[str]:
    paths = folder / "gold.mrg", folder / "system.mrg"
    for path, trees in zip(paths, (gold, system), strict=True):
        path.write_text("".join(f"{tree}\n" for tree in trees), encoding="utf-8")
    return as_printed(tertium.score(paths[0], [paths[1]], like="discodop")).splitlines()


def test_discodop__nothing_right_is_no_number(tmp_path: Path) -> None:
    """An F1 of two zeros is none, and is written as Python writes it; recall and precision are 0."""
    lines = score_lines(tmp_path, ["(S (NN a) (NN b))"], ["(X (NN a) (NN b))"])
    assert "labeled recall:              0.00" in lines
    assert "labeled f-measure:            nan" in lines


def test_discodop__goes_on_where_words_differ(tmp_path: Path) -> None:
    """disco-dop stops; here the sentence is left out, as everywhere under this preset."""
    lines = score_lines(
        tmp_path, ["(S (NN a) (NN b))", "(S (NN c) (NN d))"], ["(S (NN a) (NN b))", "(S (NN c) (NN e))"]
    )
    assert lines[1] == "number of sentences:            1"
