"""Ambiguous words, by a lexicon or by the gold itself; a is their mean number of labels, each occurrence counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.comparison.word_groups import Group, group_words
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.noise_result import Noise

GOLD = [
    [("Run", "V"), ("a", "D"), ("run", "N")],
    [("run", "N"), ("run", "V"), ("run", "X"), ("a", "D")],
    [("A", "D"), ("dog", "N")],
]


def look(**options: Any) -> Noise:
    return tertium.noise(GOLD, {"a": GOLD}, **options)


def table(groups: list[Group]) -> dict[str, tuple[int, float | None]]:
    return {group.name: (group.n, group.tags) for group in groups}


def test_gold_as_lexicon() -> None:
    """`run` has three labels and occurs four times; `Run` is another word unless cases are folded."""
    assert table(look().word_groups) == {"ambiguous": (4, 3.0), "unambiguous": (5, None), "all": (9, None)}
    assert table(look(fold_case=True).word_groups)["ambiguous"] == (5, 3.0)


def test_lexicon__unknown_words_are_neither(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text("run\tN\t3\nrun\tV\t1\na\tD\t9\nRUN\tV\t1\n", encoding="utf-8")
    assert table(look(lexicon=str(path)).word_groups) == {
        "ambiguous": (4, 2.0),
        "unambiguous": (2, None),
        "unknown": (3, None),
        "all": (9, None),
    }
    assert table(look(lexicon=str(path), fold_case=True).word_groups)["ambiguous"] == (5, 2.0)


def test_mean_number_of_tags__weighs_every_occurrence() -> None:
    gold = [[("x", label) for label in "AAAAAB"] + [("y", label) for label in "ABC"]]
    result = tertium.noise(gold, {"a": gold})
    assert result.word_groups[0].tags == pytest.approx((6 * 2 + 3 * 3) / 9)


def test_heads__have_no_ambiguity_of_words(tmp_path: Path) -> None:
    from tests import small

    gold, old, new = small.write(tmp_path)
    result = tertium.noise(str(gold), [str(old), str(new)])
    assert [group.name for group in result.word_groups] == ["all"]
    decisions = result.noise.decisions
    assert group_words(decisions, result.tables.matches[0].gold, None)[0].n == 18


def test_lexicon__of_another_layer_is_refused(tmp_path: Path) -> None:
    gold, lexicon = tmp_path / "gold.tsv", tmp_path / "lexicon.tsv"
    gold.write_text("run\tN\na\tD\n\n", encoding="utf-8")
    lexicon.write_text("run\tNOUN\t3\n", encoding="utf-8")
    assert refused(
        run("noise", gold, gold, "--lexicon", lexicon, "--error-rate", 0.1), "no label of the lexicon", "--layer"
    )
