"""Spans of two sides that share words: all such pairs, and some of them, each span once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets


def find_overlaps(
    one: tuple[Codes | Offsets, Codes | Offsets], two: tuple[Codes | Offsets, Codes | Offsets]
) -> tuple[Offsets, Offsets, Offsets]:
    """Places on either side of spans (start, end) that share words, and how many words they share.

    >>> one, two = (np.array([0, 5]), np.array([3, 6])), (np.array([2, 6]), np.array([6, 7]))
    >>> [column.tolist() for column in find_overlaps(one, two)]
    [[0, 1], [0, 0], [1, 1]]
    """
    order = np.argsort(one[0], kind="stable")
    starts = one[0][order]
    longest = int((one[1] - one[0]).max(initial=0))
    low = np.searchsorted(starts, two[0] - longest)
    size = np.maximum(np.searchsorted(starts, two[1]) - low, 0)
    theirs = np.repeat(np.arange(len(low)), size)
    within = np.arange(len(theirs)) - np.repeat(np.cumsum(size) - size, size)
    ours = order[np.repeat(low, size) + within]
    common = np.minimum(one[1][ours], two[1][theirs]) - np.maximum(one[0][ours], two[0][theirs])
    some = np.flatnonzero(common > 0)
    some = some[np.argsort(ours[some], kind="stable")]
    return ours[some], theirs[some], common[some].astype(np.int64)


def choose_pairs(one: Offsets, two: Offsets, order: Offsets) -> tuple[Offsets, Offsets]:
    """Of possible pairs the first in the order, then the next of which neither is taken, and so on.

    >>> one, two = np.array([0, 0, 1]), np.array([4, 5, 5])
    >>> [column.tolist() for column in choose_pairs(one, two, np.array([1, 0, 2]))]
    [[0], [5]]
    """
    chosen: list[int] = []
    taken: tuple[set[int], set[int]] = (set(), set())
    for place, first, second in zip(order.tolist(), one[order].tolist(), two[order].tolist(), strict=True):
        if first not in taken[0] and second not in taken[1]:
            taken[0].add(first)
            taken[1].add(second)
            chosen.append(place)
    return one[chosen], two[chosen]
