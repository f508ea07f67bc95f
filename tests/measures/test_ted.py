"""Tree edits: against the textbook script, and against the general recursion with words that cannot be edited."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from tertium.measures.ted import count_edits
from tertium.trees.generalization import CONFLICTS, generalize
from tertium.trees.yields import strip_labels
from tests import naive_functional as naive
from tests.small_schemes import Arcs, lay, several

INFINITE = float("inf")


@given(several(3))
def test_delta_new__as_the_textbook(sentences: list[Arcs]) -> None:
    """A parse of the first scheme against what two golds share."""
    grid = lay(sentences)
    parse, own, other = (naive.functional(*arcs) for arcs in sentences)
    for drop in (False, True):
        general = naive.generalize([own, other], drop=drop)
        distance, shared = naive.new_distance(parse, own, general)
        column = generalize(grid.labels, grid.columns[1:], "drop" if drop else "keep")
        edits = count_edits(grid.yields, grid.labels, grid.columns[0], column, grid.columns[1])
        assert (edits.distance.sum(), edits.forgiven.sum(), edits.new.sum()) == (distance, shared, distance - shared)
        assert edits.sizes.sum() == len(parse) + len(general)
        assert (edits.missed + edits.spurious + edits.relabelled).sum() == edits.new.sum()


@given(several(2, most=4, projective=True))
def test_anchored__is_the_recursion_with_words_held_in_place(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    n = len(sentences[0][0])
    one, two = (naive.as_forest(naive.functional(*arcs), n) for arcs in sentences)
    edits = count_edits(grid.yields, grid.labels, grid.columns[0], grid.columns[1], None)
    assert edits.distance.sum() == naive.edit_distance(one, two, INFINITE)


@given(several(2))
def test_delta_new__of_a_perfect_parse_is_0(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    for conflicts in CONFLICTS:
        general = generalize(grid.labels, grid.columns, conflicts)
        edits = count_edits(grid.yields, grid.labels, grid.columns[0], general, grid.columns[0])
        assert edits.new.sum() == 0
        assert edits.sentence_scores().tolist() == [1.0]


@given(several(2))
def test_delta_new__against_the_own_gold_is_the_distance(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    parse, own = grid.columns
    edits = count_edits(grid.yields, grid.labels, parse, own, own)
    assert edits.forgiven.sum() == 0
    assert edits.new.sum() == edits.distance.sum()


@given(several(2))
def test_delta_new__grows_with_added_errors(sentences: list[Arcs]) -> None:
    """From the parse that is the gold, wrong labels one after the other never make it better."""
    grid = lay(sentences)
    general = generalize(grid.labels, grid.columns)
    parse = grid.columns[0].copy()
    last = 0
    for row in np.flatnonzero(general >= 0).tolist():
        parse[row] = grid.labels.number(["wrong"])
        found = int(count_edits(grid.yields, grid.labels, parse, general, grid.columns[0]).new.sum())
        assert found >= last
        last = found


@given(several(2))
def test_unlabelled__against_one_gold_is_the_dice_of_brackets(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    one, two = (strip_labels(column) for column in grid.columns)
    edits = count_edits(grid.yields, grid.labels, one, two, two)
    ours, theirs = (set(naive.functional(*arcs)) for arcs in sentences)
    assert edits.sentence_scores()[0] == 2 * len(ours & theirs) / (len(ours) + len(theirs))


@given(several(2))
def test_without_relabelling__a_wrong_label_costs_2(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    one = count_edits(grid.yields, grid.labels, grid.columns[0], grid.columns[1], None)
    two = count_edits(grid.yields, grid.labels, grid.columns[0], grid.columns[1], None, relabel=2)
    assert (two.new - one.new == one.relabelled).all()


def test_free_labels__cost_nothing_and_still_conflict() -> None:
    grid = lay([([2, 0], ["SUB", "x"]), ([2, 0], ["SBJ", "x"])], free=[("SUB", "SBJ")])
    assert count_edits(grid.yields, grid.labels, grid.columns[0], grid.columns[1], None).new.sum() == 0
    plain = lay([([2, 0], ["SUB", "x"]), ([2, 0], ["SBJ", "x"])])
    assert count_edits(plain.yields, plain.labels, plain.columns[0], plain.columns[1], None).new.sum() == 1
