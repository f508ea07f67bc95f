"""Pairing: the k-th thing with some key on one side goes with the k-th on the other, all at once by sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import MISSING

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets


def count_before(key: Offsets) -> Offsets:
    """(n,) how often each key has come before.

    >>> count_before(np.array([7, 3, 7, 7])).tolist()
    [0, 0, 1, 2]
    """
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    new = np.ones(len(key), dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    first = np.maximum.accumulate(np.where(new, np.arange(len(key)), 0))
    rank = np.empty(len(key), dtype=np.int64)
    rank[order] = np.arange(len(key)) - first
    return rank


def pair_in_order(one: Offsets, two: Offsets) -> tuple[Offsets, Offsets]:
    """Places on either side of what goes together: equal keys, in order, each place once.

    >>> [places.tolist() for places in pair_in_order(np.array([7, 3, 7]), np.array([7, 7, 7, 5]))]
    [[0, 2], [0, 1]]
    """
    rank_one, rank_two = count_before(one), count_before(two)
    most = 1 + int(max(rank_one.max(initial=0), rank_two.max(initial=0)))
    _, first, second = np.intersect1d(
        one * most + rank_one, two * most + rank_two, assume_unique=True, return_indices=True
    )
    return first, second


def find_places(keys: Offsets, wanted: Offsets) -> Offsets:
    """(n_wanted,) where each wanted key stands, the first time; -1: nowhere.

    >>> find_places(np.array([7, 3, 7]), np.array([3, 8, 7])).tolist()
    [1, -1, 0]
    """
    order = np.argsort(keys, kind="stable")
    at = np.searchsorted(keys, wanted, sorter=order)
    place = np.append(order, MISSING)[at]
    return np.where(np.append(keys, 0)[place] == wanted, place, MISSING)


def pair_spans(one: tuple[Offsets, Codes], two: tuple[Offsets, Codes], n_labels: int) -> tuple[Offsets, Offsets]:
    """Places on either side of what goes together: the same span and label, in order, each place once.

    Either side is (span, label). Most spans stand once on either side, so that there is nothing to count, and the
    spans of trees stand in rising order, which the sort makes use of.

    >>> one, two = (np.array([3, 5, 5]), np.array([0, 1, 0])), (np.array([3, 5, 7]), np.array([0, 0, 0]))
    >>> [places.tolist() for places in pair_spans(one, two, 2)]
    [[0, 2], [0, 1]]
    """
    n = len(one[0])
    both = np.concatenate([one[0], two[0]])
    order = np.argsort(both, kind="stable")
    goes_on = np.zeros(len(both) + 2, dtype=np.bool_)  # at i + 1: whether place i has the span of place i - 1
    np.equal(both[order[1:]], both[order[:-1]], out=goes_on[2:-1])
    couple = np.flatnonzero(goes_on[2:-1] & ~goes_on[1:-2] & ~goes_on[3:])
    first, second = order[couple], order[couple + 1] - n
    same = (first < n) & (second >= 0)
    first, second = first[same], second[same]
    same = one[1][first] == two[1][second]
    middle = goes_on[1:-1] & goes_on[2:]  # has another of its span on either side
    crowded = middle.copy()
    crowded[:-1] |= middle[1:]
    crowded[1:] |= middle[:-1]
    crowd = np.sort(order[crowded])
    many = crowd[crowd < n], crowd[crowd >= n] - n
    keys = [side[0][rows] * n_labels + side[1][rows] for side, rows in zip((one, two), many, strict=True)]
    found = pair_in_order(*keys)
    return np.append(first[same], many[0][found[0]]), np.append(second[same], many[1][found[1]])
