"""The laws of generalisation, subsumption and unification."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.trees.generalization import drop_conflicts, generalize, subsumes, unify
from tertium.trees.label_sets import CONFLICT, STAR, LabelSets
from tertium.trees.yields import strip_labels
from tests import naive_functional as naive
from tests.small_schemes import Arcs, Grid, lay, several

WOULD_HAVE_WORKED = [([0, 1, 2], ["vg", "vg", "vg"]), ([3, 3, 0], ["vg", "vg", "vg"])]


def same(one: object, two: object) -> bool:
    return np.array_equal(np.asarray(one), np.asarray(two))


def test_generalize__paper_6a_and_6b() -> None:
    """The chains cross nothing but share no inner node: a flat tree, with what each word's labels share."""
    grid = lay([([0, 1, 2], ["S", "vg", "vg"]), ([3, 3, 0], ["vg", "vg", "S"])])
    general = grid.read(generalize(grid.labels, grid.columns))
    assert general == {
        frozenset({1}): "vg",
        frozenset({2}): "vg",
        frozenset({3}): "vg",
        frozenset({1, 2, 3}): "S",
    }


def test_generalize__conflicts_stay_or_go() -> None:
    grid = lay([([0, 1], ["S", "a"]), ([0, 1], ["S", "b"])])
    kept = generalize(grid.labels, grid.columns)
    dropped = generalize(grid.labels, grid.columns, "drop")
    assert grid.read(kept)[frozenset({2})] == "≠"
    assert frozenset({2}) not in grid.read(dropped)


@given(several(3))
def test_generalize__as_the_textbook(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    trees = [naive.functional(*arcs) for arcs in sentences]
    general = generalize(grid.labels, grid.columns)
    assert grid.read(general) == naive.generalize(trees)
    assert grid.read(drop_conflicts(general)) == naive.generalize(trees, drop=True)


@given(several(3), st.booleans())
def test_generalize__commutative_associative_idempotent(sentences: list[Arcs], hierarchy: bool) -> None:  # noqa: FBT001
    grid = lay(sentences, hierarchy=hierarchy)
    one, two, three = grid.columns

    def join(*columns: object) -> object:
        return generalize(grid.labels, [np.asarray(column) for column in columns])

    assert same(join(one, two), join(two, one))
    assert same(join(join(one, two), three), join(one, join(two, three)))
    assert same(join(join(one, two), three), join(one, two, three))
    assert same(join(one, one), one)


@given(several(3), st.booleans())
def test_subsumption__is_a_partial_order(sentences: list[Arcs], hierarchy: bool) -> None:  # noqa: FBT001
    grid = lay(sentences, hierarchy=hierarchy)
    pool = [*grid.columns, generalize(grid.labels, grid.columns[:2]), generalize(grid.labels, grid.columns)]
    for one in pool:
        assert subsumes(grid.labels, one, one)
        for two in pool:
            if subsumes(grid.labels, one, two) and subsumes(grid.labels, two, one):
                assert same(one, two)
            for three in pool:
                if subsumes(grid.labels, one, two) and subsumes(grid.labels, two, three):
                    assert subsumes(grid.labels, one, three)


@given(several(3))
def test_generalization__is_the_most_special_tree_below_both(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    one, two, three = grid.columns
    general = generalize(grid.labels, [one, two])
    assert subsumes(grid.labels, general, one)
    assert subsumes(grid.labels, general, two)
    if subsumes(grid.labels, three, one) and subsumes(grid.labels, three, two):
        assert subsumes(grid.labels, three, general)


@given(several(2))
def test_unification__fails_where_yields_cross_or_labels_clash(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    one, two = (naive.functional(*arcs) for arcs in sentences)
    joined, clashes = unify(grid.labels, grid.yields, grid.bits, *grid.columns)
    expected: set[tuple[frozenset[int], ...]]
    expected = {(words,) for words in one if words in two and not naive.agree(one[words], two[words])}
    expected |= {(ours, theirs) for ours in one for theirs in two if ours not in two and naive.crosses(ours, theirs)}
    assert {tuple(grid.words[row] for row in clash.rows) for clash in clashes} == expected
    assert (joined is None) == bool(expected)
    if joined is not None:
        assert set(grid.read(joined)) == set(one) | set(two)
        assert subsumes(grid.labels, grid.columns[0], joined)
        assert subsumes(grid.labels, grid.columns[1], joined)


def test_unification__flat_and_elaborated_coordination() -> None:
    """Examples 5b and 5c of the paper unify to 5c."""
    grid = lay([([0, 1, 1, 1], ["X", "conj", "cc", "conj"]), ([0, 1, 2, 3], ["X", "coord", "coord", "conj"])])
    bare = [strip_labels(column) for column in grid.columns]
    joined, _ = unify(grid.labels, grid.yields, grid.bits, *bare)
    assert joined is not None
    assert same(joined, bare[1])


def bare(grid: Grid) -> list[np.ndarray[tuple[int], np.dtype[np.int32]]]:
    return [strip_labels(column) for column in grid.columns]


@given(several(2))
def test_absorption__of_unlabelled_trees(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    one, two = bare(grid)
    general = generalize(grid.labels, [one, two])
    joined, _ = unify(grid.labels, grid.yields, grid.bits, one, general)
    assert joined is not None
    assert same(joined, one)
    both, _ = unify(grid.labels, grid.yields, grid.bits, one, two)
    if both is not None:
        assert same(generalize(grid.labels, [one, both]), one)


def test_labels__hierarchy_and_free_pairs() -> None:
    labels = LabelSets(hierarchy=True, free=[("SUB", "SBJ")])
    of = {name: np.array([labels.number([name])], dtype=np.int32) for name in ("n:pass", "n:outer", "n", "SUB", "SBJ")}
    assert labels.show(int(labels.meet(of["n:pass"], of["n:outer"])[0])) == "n"
    assert labels.costs_nothing(of["n:pass"], of["n"]).all()
    assert not labels.costs_nothing(of["n"], of["n:pass"]).any()
    assert labels.costs_nothing(of["SUB"], of["SBJ"]).all()
    assert int(labels.meet(of["SUB"], of["SBJ"])[0]) == CONFLICT
    assert labels.number(["*"]) == STAR


some_sets = st.lists(st.sets(st.sampled_from(("a", "b:x", "b:y", "c", "*")), max_size=3), min_size=3, max_size=3)


@given(some_sets, st.booleans())
def test_labels__are_a_lattice(given_sets: list[set[str]], hierarchy: bool) -> None:  # noqa: FBT001
    """Chains are sets of labels; what sets share is the most special label that is more general than both."""
    labels = LabelSets(hierarchy=hierarchy)
    one, two, three = (np.array([labels.number(names)], dtype=np.int32) for names in given_sets)
    assert same(labels.meet(one, two), labels.meet(two, one))
    assert same(labels.meet(labels.meet(one, two), three), labels.meet(one, labels.meet(two, three)))
    assert same(labels.meet(one, one), one)
    met = labels.meet(one, two)
    assert labels.subsumes(met, one).all()
    assert labels.subsumes(met, two).all()
    if labels.subsumes(three, one).all() and labels.subsumes(three, two).all():
        assert labels.subsumes(three, met).all()
    assert labels.costs_nothing(one, met).all()
