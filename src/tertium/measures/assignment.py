"""The best one-to-one pairing of two sides, in many groups at once: chains in CEAF, mentions in MOR."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets, Scores


def pair_best(group: Codes, one: Codes, two: Codes, value: Scores) -> Offsets:
    """Of rows that are possible pairs, those of each group with the greatest sum that pair nobody twice; rising."""
    order = np.argsort(group, kind="stable")
    group, one, two, value = group[order], one[order], two[order], value[order]
    bounds = np.flatnonzero(np.diff(group, prepend=-1, append=-1))
    chosen = np.ones(len(group), dtype=np.bool_)  # of a single pair there is no choice
    several = np.flatnonzero(np.diff(bounds) > 1)
    if len(several):
        from scipy.optimize import linear_sum_assignment

        (row, n_rows), (column, n_columns) = (_renumber(group, side, bounds) for side in (one, two))
        spans = list(pairwise(bounds.tolist()))
        for place in several.tolist():
            own = slice(*spans[place])
            matrix = np.zeros((n_rows[place], n_columns[place]))
            matrix[row[own], column[own]] = value[own]
            partner = np.full(n_rows[place], -1)
            rows, columns = linear_sum_assignment(matrix, maximize=True)
            partner[rows] = columns
            chosen[own] = partner[row[own]] == column[own]
    return np.sort(order[chosen])


def _renumber(group: Codes, side: Codes, bounds: Offsets) -> tuple[Offsets, list[int]]:
    """One side numbered from 0 within each group, and how many there are in each."""
    _, rank = np.unique(group.astype(np.int64) * (1 + int(side.max(initial=0))) + side, return_inverse=True)
    first = np.minimum.reduceat(rank, bounds[:-1])
    n = np.maximum.reduceat(rank, bounds[:-1]) - first + 1
    return rank - np.repeat(first, np.diff(bounds)), n.tolist()
