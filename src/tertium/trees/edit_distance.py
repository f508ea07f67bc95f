"""Tree edit distance: how many nodes must be deleted, inserted or renamed to make one ordered tree the other?

Zhang and Shasha (1989): the distance of two trees from those of their subtrees, over pairs of key roots. Each edit
costs 1. Nodes come in post-order, each with the first leaf below it. Plain Python, for trees of sentences: some ten
milliseconds for a pair of ordinary length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Tree: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Labels in post-order, and for each node the place of the first leaf below it (a leaf: its own)."""


def measure_edits(one: Tree, two: Tree) -> int:
    """Deletions, insertions and renamings from one tree to another; the last node of each is its root.

    >>> measure_edits(((1, 2, 3), (0, 1, 0)), ((1, 3), (0, 0)))
    1
    """
    (labels, first), (other_labels, other_first) = one, two
    known = [[0] * len(other_labels) for _ in labels]  # distances between subtrees
    other_roots = find_key_roots(other_first)
    for root in find_key_roots(first):
        for other in other_roots:
            _fill(known, (labels, first, root), (other_labels, other_first, other))
    return known[-1][-1]


def find_key_roots(first: Sequence[int]) -> list[int]:
    """The root, and every node that has a sibling to its left: the last node of each first leaf."""
    return sorted({leaf: place for place, leaf in enumerate(first)}.values())


def _fill(
    known: list[list[int]],
    one: tuple[Sequence[int], Sequence[int], int],
    two: tuple[Sequence[int], Sequence[int], int],
) -> None:
    """Distances between the forests in front of two key roots; those of subtrees are written down on the way."""
    labels, first, root = one
    other_labels, other_first, other_root = two
    low, other_low = first[root], other_first[other_root]
    columns = range(other_low, other_root + 1)
    table = [list(range(len(columns) + 1))]  # row r: the first r nodes; column c: the first c of the other
    for node in range(low, root + 1):
        above, before, distances = table[-1], table[first[node] - low], known[node]
        on_path, label = first[node] == low, labels[node]
        left = node - low + 1
        row = [left]
        for column, other in enumerate(columns):
            if on_path and other_first[other] == other_low:
                best = above[column] + (label != other_labels[other])
                best = min(best, above[column + 1] + 1, left + 1)
                distances[other] = best
            else:
                best = before[other_first[other] - other_low] + distances[other]
                best = min(best, above[column + 1] + 1, left + 1)
            row.append(best)
            left = best
        table.append(row)
