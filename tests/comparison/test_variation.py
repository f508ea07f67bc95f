"""Variation: the same words between the same words, labelled otherwise elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import tertium
from tertium.comparison.variation import Variation, find_variation

if TYPE_CHECKING:
    from pathlib import Path


def vary(gold: list[list[tuple[str, str]]]) -> Variation:
    result = tertium.compare(gold, {"a": gold}, intervals=False)
    return find_variation(result.tables.decisions(result.headline), result.gold)


SENTENCES = [
    [("a", "D"), ("run", "N"), ("today", "A")],
    [("a", "D"), ("run", "V"), ("today", "A")],
    [("a", "D"), ("run", "N"), ("today", "A")],
    [("the", "D"), ("run", "V"), ("today", "A")],  # another word before it
    [("a", "D"), ("run", "V")],  # the end after it
]


def test_variation__looks_at_the_words_on_either_side() -> None:
    found = vary(SENTENCES)
    assert found.same[[1, 4, 7]].tolist() == [1, 0, 1]
    assert found.other[[1, 4, 7]].tolist() == [1, 2, 1]
    assert found.other[[10, 13]].tolist() == [0, 0]


def test_variation__names_the_most_frequent_other_label() -> None:
    found = vary([[("x", label)] for label in "AABBBC"])
    result = tertium.compare([[("x", label)] for label in "AABBBC"], {"a": [[("x", "A")]] * 6}, intervals=False)
    labels = result.gold.vocab.decode(find_variation(result.tables.decisions(result.headline), result.gold).label)
    assert labels == ["B", "B", "A", "A", "A", "B"]
    assert found.other.tolist() == [3, 3, 2, 2, 2, 3]
    assert found.same.tolist() == [1, 1, 2, 2, 2, 0]


def test_variation__counts_a_label_of_ones_choice() -> None:
    result = tertium.compare([[("x", label)] for label in "AAB"], {"a": [[("x", "A")]] * 3}, intervals=False)
    decisions = result.tables.decisions(result.headline)
    found = find_variation(decisions, result.gold)
    codes = result.gold.vocab.encode(["A", "B", "C"])
    assert found.count(np.array([2, 0, 0]), codes).tolist() == [2, 1, 0]


def test_variation__of_brackets_looks_at_all_their_words(tmp_path: Path) -> None:
    """`the old dog` is an NP twice and an X once between the same words; `the old cat` is something else."""
    trees = [
        "(S (V see) (NP (D the) (A old) (N dog)) (. .))",
        "(S (V see) (X (D the) (A old) (N dog)) (. .))",
        "(S (V see) (NP (D the) (A old) (N dog)) (. .))",
        "(S (V see) (X (D the) (A old) (N cat)) (. .))",
    ]
    path = tmp_path / "gold.mrg"
    path.write_text("\n".join(trees) + "\n", encoding="utf-8")
    result = tertium.compare(str(path), str(path), intervals=False)
    decisions = result.tables.decisions(result.headline)
    found = find_variation(decisions, result.gold)
    labels = result.gold.vocab.decode(decisions.gold_label)
    rows = [
        (label, int(same), int(other))
        for label, same, other in zip(labels, found.same, found.other, strict=True)
        if label != "S"
    ]
    assert rows == [("NP", 1, 1), ("X", 0, 2), ("NP", 1, 1), ("X", 0, 0)]
