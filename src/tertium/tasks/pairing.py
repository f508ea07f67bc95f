"""Pairing: the k-th thing with some key on one side goes with the k-th on the other, all at once by sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Offsets


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
