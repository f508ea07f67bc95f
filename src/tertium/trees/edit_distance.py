"""Tree edit distance: how many nodes must be deleted, inserted or renamed to make one ordered tree the other?

Zhang and Shasha (1989): the distance of two trees from those of their subtrees, over pairs of key roots. Each edit
costs 1. Nodes come in post-order, each with the first leaf below it. A row of the table holds the forests in front of
all key roots of the second tree side by side: insertions are a running minimum within each of them. Only where a row
begins a subtree of the first tree do key roots wait for those inside them, and are taken level by level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

Tree: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Labels in post-order, and for each node the place of the first leaf below it (a leaf: its own)."""


@dataclass(frozen=True, eq=False, slots=True)
class _Columns:
    """Some forests in front of key roots, side by side; before the first node of each there is a column for none."""

    place: Whole  # (n,)  column of each node in the whole row
    node: Whole  # (n,)
    before: Whole  # (n,)  column of the forest before the node's subtree
    size: Whole  # (n,)  nodes in that forest
    path: Whole  # which of them begin where their key root begins
    every: Whole  # columns of these forests, those for none included
    slope: Whole  # for each of these: what a running minimum must not cross
    own: Whole  # places of the nodes among these


def measure_edits(one: Tree, two: Tree) -> int:
    """Deletions, insertions and renamings from one tree to another; the last node of each is its root.

    >>> measure_edits(((1, 2, 3), (0, 1, 0)), ((1, 3), (0, 0)))
    1
    """
    labels, first = one
    other_labels = np.array(two[0], dtype=np.int64)
    whole, levels, start = _lay_out(two[1])
    known = np.zeros((len(labels), len(other_labels)), dtype=np.int64)  # distances between subtrees
    for root in find_key_roots(first):
        low = first[root]
        table = np.empty((root - low + 2, len(start)), dtype=np.int64)
        table[0] = start
        for node in range(low, root + 1):
            row = node - low + 1
            above, here = table[row - 1], table[row]
            if first[node] != low:
                cost = table[first[node] - low][whole.before] + known[node, whole.node]
                _run(here, above, cost, whole, row)
                continue
            renamed = other_labels != labels[node]
            for level in levels:
                cost = level.size + known[node, level.node]
                path, nodes = level.path, level.node[level.path]
                cost[path] = above[level.place[path] - 1] + renamed[nodes]
                _run(here, above, cost, level, row)
                known[node, nodes] = here[level.place[path]]
    return int(known[-1, -1])


def _run(here: Whole, above: Whole, cost: Whole, columns: _Columns, row: int) -> None:
    """Fill a row: match or rename, delete (from above), or insert (from the left)."""
    values = np.full(len(columns.every), row, dtype=np.int64)
    values[columns.own] = np.minimum(cost, above[columns.place] + 1)
    here[columns.every] = np.minimum.accumulate(values - columns.slope) + columns.slope


def find_key_roots(first: Sequence[int]) -> list[int]:
    """The root, and every node that has a sibling to its left: the last node of each first leaf."""
    return sorted({leaf: place for place, leaf in enumerate(first)}.values())


def _lay_out(first: Sequence[int]) -> tuple[_Columns, list[_Columns], Whole]:
    """All columns, columns by level, and the first row; a key root is one level above the highest inside it."""
    roots = find_key_roots(first)
    level_of: dict[int, int] = {}  # by first leaf
    for root in roots:
        inside = {first[node] for node in range(first[root], root + 1)} - {first[root]}
        level_of[first[root]] = 1 + max((level_of[leaf] for leaf in inside), default=-1)
    far = len(first) + 2
    parts: list[list[tuple[Whole, ...]]] = [[] for _ in range(1 + max(level_of.values()))]
    base = 0
    start = []
    leaf_of = np.array(first, dtype=np.int64)
    for number, root in enumerate(roots):
        low = first[root]
        node = np.arange(low, root + 1)
        size = leaf_of[node] - low
        every = base + np.arange(len(node) + 1)
        # steps of more than any distance, falling from forest to forest, keep the running minimum inside
        slope = np.arange(len(node) + 1) + 2 * far * number
        parts[level_of[low]].append((node - low + 1 + base, node, base + size, size, every, slope))
        start.append(np.arange(len(node) + 1))
        base += len(node) + 1
    levels = [_join(part) for part in parts]
    return _join([part for level in parts for part in level]), levels, np.concatenate(start)


def _join(parts: list[tuple[Whole, ...]]) -> _Columns:
    """Forests side by side, in the order of their columns."""
    parts = sorted(parts, key=lambda part: int(part[4][0]))
    place, node, before, size, every, slope = (np.concatenate(column) for column in zip(*parts, strict=True))
    path = np.flatnonzero(size == 0)
    return _Columns(place, node, before, size, path, every, slope, np.searchsorted(every, place))
