"""Zhang and Shasha's distance against the recursion that it computes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from tertium.trees.edit_distance import find_key_roots, measure_edits
from tests import naive_trees
from tests.matched_trees import Node, tree_pairs
from tests.strategies import quick, thorough

if TYPE_CHECKING:
    from tertium.trees.edit_distance import Tree
    from tests.naive_trees import Forest


def postorder(forest: Forest, codes: dict[str, int]) -> Tree:
    labels: list[int] = []
    first: list[int] = []

    def walk(label: str, below: Forest) -> None:
        leaf = len(labels)
        for child in below:
            walk(*child)
        labels.append(codes.setdefault(label, len(codes)))
        first.append(leaf)

    for tree in forest:
        walk(*tree)
    return tuple(labels), tuple(first)


def check(pairs: list[tuple[Node, Node]]) -> None:
    codes: dict[str, int] = {}
    for one, two in pairs:
        forests = naive_trees.as_forest(one), naive_trees.as_forest(two)
        ours, theirs = (postorder(forest, codes) for forest in forests)
        assert measure_edits(ours, theirs) == naive_trees.forest_distance(*forests)
        assert measure_edits(theirs, ours) == measure_edits(ours, theirs)
        assert measure_edits(ours, ours) == 0


@quick
@given(pairs=tree_pairs(most_sentences=2, most_words=4))
def test_measure_edits__agrees_with_the_recursion(pairs: list[tuple[Node, Node]]) -> None:
    check(pairs)


@pytest.mark.slow
@thorough
@given(pairs=tree_pairs(most_sentences=1, most_words=6))
def test_measure_edits__agrees_with_the_recursion_on_larger_trees(pairs: list[tuple[Node, Node]]) -> None:
    check(pairs)


def test_measure_edits__example_of_zhang_and_shasha() -> None:
    """`f(d(a c(b)) e)` and `f(c(d(a b)) e)`: delete c, insert it above d."""
    codes: dict[str, int] = {}
    one: Forest = (("f", (("d", (("a", ()), ("c", (("b", ()),)))), ("e", ()))),)
    two: Forest = (("f", (("c", (("d", (("a", ()), ("b", ()))),)), ("e", ()))),)
    assert measure_edits(postorder(one, codes), postorder(two, codes)) == 2


def test_key_roots__the_root_and_nodes_with_a_left_sibling() -> None:
    assert find_key_roots((0, 1, 1, 0, 4, 0)) == [2, 4, 5]
