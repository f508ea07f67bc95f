"""Lineages: labels above a word, with marks."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from tertium.tasks.lineages import CLOSES, OPENS, character, label_rank, mark_up, pair_lineages
from tertium.tasks.paired_trees import pair_trees
from tests import naive_trees
from tests.matched_trees import RULES, Node, match_trees, texts_of, tree_pairs
from tests.strategies import quick


def spell(texts: list[str], labels: list[str]) -> list[list[str]]:
    marks = {OPENS: "[", CLOSES: "]"}
    return [[marks.get(char) or labels[label_rank(char)] for char in text] for text in texts]


def both_sides(pairs: list[tuple[Node, Node]]) -> list[tuple[list[str], list[str]] | None]:
    """For each word its two lineages; None where they are the same."""
    match = match_trees(*texts_of(pairs))
    trees = pair_trees(match.gold.corpus, match.system.corpus, RULES.brackets)
    found = pair_lineages(trees.gold, trees.system)
    labels = match.gold.corpus.vocab.decode(found.labels)
    ours, theirs = (spell(texts, labels) for texts in (found.gold, found.system))
    return [None if pair < 0 else (ours[pair], theirs[pair]) for pair in found.pair.tolist()]


@quick
@given(pairs=tree_pairs())
def test_lineages__as_the_slow_twin_spells_them(pairs: list[tuple[Node, Node]]) -> None:
    expected = []
    for gold, system in pairs:
        for ours, theirs in zip(naive_trees.lineages(gold), naive_trees.lineages(system), strict=True):
            expected.append(None if ours == theirs else (ours, theirs))
    assert both_sides(pairs) == expected


def test_marks__the_highest_phrase_that_begins_or_ends_with_the_word() -> None:
    """`NP ] [ S` for a word that is a noun phrase and the start of a sentence."""
    assert mark_up("NST", 2, 1, 2, 1).translate({1: "[", 2: "]"}) == "N][ST"
    assert mark_up("NST", 3, 3, 3, 3).translate({1: "[", 2: "]"}) == "NS[T]"
    assert mark_up("NST", 0, 0, 0, 0) == "NST"


def test_marks__parts_of_discontinuous_phrases_have_marks_of_their_own() -> None:
    assert mark_up("NST", 1, 0, 2, 1).translate({1: "[", 2: "]", 3: "{", 4: "}"}) == "[N}{ST"


def test_characters__stand_for_labels_without_surrogates() -> None:
    ranks = [0, 1, 55_000, 55_287, 55_288, 60_000]
    texts = [character(rank) for rank in ranks]
    assert [label_rank(text) for text in texts] == ranks
    assert "".join(texts).encode()
    assert np.unique(texts).size == len(ranks)
