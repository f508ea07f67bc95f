"""Spans of two sides that share words: all such pairs, and some of them, each span once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets

    Spans: TypeAlias = tuple[Codes | Offsets, Codes | Offsets]
    """Starts and ends, one past the last; no span is empty."""


def find_overlaps(one: Spans, two: Spans) -> tuple[Offsets, Offsets, Offsets]:
    """Places on either side of spans (start, end) that share words, and how many words they share.

    >>> one, two = (np.array([0, 5]), np.array([3, 6])), (np.array([2, 6]), np.array([6, 7]))
    >>> [column.tolist() for column in find_overlaps(one, two)]
    [[0, 1], [0, 0], [1, 1]]
    """
    ours, theirs = _begin_inside(one, two, side="left")
    others, own = _begin_inside(two, one, side="right")
    ours, theirs = np.concatenate([ours, own]), np.concatenate([theirs, others])
    order = np.lexsort((theirs, ours))
    ours, theirs = ours[order], theirs[order]
    common = np.minimum(one[1][ours], two[1][theirs]) - np.maximum(one[0][ours], two[0][theirs])
    return ours, theirs, common.astype(np.int64)


def _begin_inside(outer: Spans, inner: Spans, *, side: Literal["left", "right"]) -> tuple[Offsets, Offsets]:
    """Pairs in which the second begins inside of the first, at its first word, too (left), or not (right)."""
    order = np.argsort(inner[0], kind="stable")
    low, high = np.searchsorted(inner[0], outer[0], side, order), np.searchsorted(inner[0], outer[1], sorter=order)
    size = high - low
    at = np.arange(size.sum()) + np.repeat(low - (np.cumsum(size) - size), size)
    return np.repeat(np.arange(len(low)), size), order[at]


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
