"""The kernel, compiled and not, against the textbook recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings

from tertium.kernels import zhang_shasha
from tertium.measures.ted import count_edits
from tertium.measures.ted_unanchored import count_unanchored, find_free
from tertium.trees.generalization import generalize
from tertium.trees.ordered import order_trees
from tests import naive_functional as naive
from tests.small_schemes import Arcs, Grid, lay, several

if TYPE_CHECKING:
    from collections.abc import Callable

    Kernel = Callable[..., Any]

WAYS = ("compiled", "python")


def take(name: str, way: str) -> Kernel:
    compiled: Any = getattr(zhang_shasha, name)
    found: Kernel = compiled if way == "compiled" else compiled.py_func
    return found


def pack(grid: Grid, way: str) -> list[tuple[Any, Any]]:
    sides = []
    for tree, column, own in zip(grid.trees, grid.columns, grid.rows, strict=True):
        packed = order_trees(tree, grid.yields, own, column)
        order, first = take("order_tree", way)(packed.parent)
        sides.append((packed.code[order], first))
    return sides


@pytest.mark.parametrize("way", WAYS)
@given(sentences=several(2, most=4, projective=True))
@settings(max_examples=40)
def test_distance__is_the_recursion(way: str, sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    ours, theirs = pack(grid, way)
    table = take("fill_table", way)(ours, theirs, (find_free(grid.labels), 1))
    n = len(sentences[0][0])
    one, two = (naive.as_forest(naive.functional(*arcs), n) for arcs in sentences)
    assert table[-1, -1] == naive.edit_distance(one, two, 1)


@pytest.mark.parametrize("way", WAYS)
@given(sentences=several(2, most=6))
@settings(max_examples=40)
def test_mapping__costs_the_distance(way: str, sentences: list[Arcs]) -> None:
    """The nodes that are paired, renamed, deleted and inserted add up; ancestors stay ancestors, order stays."""
    grid = lay(sentences)
    (codes, first), (others, other_first) = pack(grid, way)
    free = find_free(grid.labels)
    prices = (free, 1)
    table = take("fill_table", way)((codes, first), (others, other_first), prices)
    partner = take("map_trees", way)((codes, first), (others, other_first), prices, table)
    pairs = [(one, int(two)) for one, two in enumerate(partner) if two >= 0]
    cost = len(codes) + len(others) - 2 * len(pairs)
    for one, two in pairs:
        a, b = int(codes[one]), int(others[two])
        assert (a < 0) == (b < 0)
        cost += (not free[a, b]) if a >= 0 else (a != b)
    assert cost == table[-1, -1]
    for one, two in pairs:
        for three, four in pairs:
            assert (one < three) == (two < four)
            assert (first[three] <= one <= three) == (other_first[four] <= two <= four)


@given(several(3, projective=True))
@settings(max_examples=40)
def test_unanchored__is_never_more_than_anchored(sentences: list[Arcs]) -> None:
    grid = lay(sentences)
    parse, own, _ = grid.columns
    general = generalize(grid.labels, grid.columns[1:])
    anchored = count_edits(grid.yields, grid.labels, parse, general, own)
    ours = ((grid.trees[0], grid.rows[0]), parse)
    theirs = ((grid.trees[2], grid.rows[2]), general)
    free = count_unanchored(grid.yields, grid.labels, ours, theirs, own)
    assert (free.distance <= anchored.distance).all()
    assert (free.new >= 0).all()
    perfect = count_unanchored(grid.yields, grid.labels, ((grid.trees[1], grid.rows[1]), own), theirs, own)
    assert perfect.new.sum() == 0


def test_unanchored__a_word_is_moved_for_2() -> None:
    """Three chains around the first word come to stand around the last."""
    left = ([2, 3, 4, 0, 4, 4], ["a"] * 6)
    right = ([4, 4, 4, 0, 4, 4], ["a"] * 6)
    grid = lay([left, right])
    anchored = count_edits(grid.yields, grid.labels, grid.columns[0], grid.columns[1], None)
    sides = [((tree, rows), column) for tree, rows, column in zip(grid.trees, grid.rows, grid.columns, strict=True)]
    free = count_unanchored(grid.yields, grid.labels, sides[0], sides[1], None)
    assert free.distance.sum() <= anchored.distance.sum()
    assert np.array_equal(free.parse, anchored.parse)
