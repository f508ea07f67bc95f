"""Many tests at once: Holm, Benjamini and Hochberg, and step-down max-T."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Mask, Scores


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted so that all errors together stay under alpha (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, reached = [0.0] * len(p), 0.0
    for rank, place in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        reached = max(reached, min(1.0, (len(p) - rank) * p[place]))
        adjusted[place] = reached
    return adjusted


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """q-values: adjusted so that the share of false finds stays under alpha (Benjamini and Hochberg 1995).

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    [0.03, 0.04, 0.04]
    """
    adjusted, reached = [0.0] * len(p), 1.0
    for rank, place in enumerate(sorted(range(len(p)), key=lambda i: -p[i])):
        reached = min(reached, len(p) * p[place] / (len(p) - rank))
        adjusted[place] = reached
    return adjusted


class MaxT:
    """Step-down max-T (Westfall and Young 1993, algorithm 2.8): adjusted p that know how the statistics hang together.

    Feed it the statistics under the null, a slice of the resamples at a time; each slice must come from the same swaps
    of blocks for all hypotheses.
    """

    def __init__(self, observed: Scores) -> None:
        """Take the observed statistics (n,); their sizes count."""
        self._observed = np.abs(observed)
        self._order = np.argsort(-self._observed, kind="stable")
        self._reached = np.ones(len(observed), dtype=np.int64)
        self._n = 1

    def feed(self, null: Scores) -> None:
        """Take (resamples, n) statistics under the null."""
        ordered = np.abs(null)[:, self._order]
        largest = np.maximum.accumulate(ordered[:, ::-1], axis=1)[:, ::-1]  # over this hypothesis and all weaker ones
        self._reached[self._order] += (largest >= self._observed[self._order] * (1 - 1e-12)).sum(axis=0)
        self._n += len(null)

    def adjusted(self) -> Scores:
        """(n,) adjusted p, never falling as the statistics get weaker."""
        p = np.empty(len(self._observed))
        p[self._order] = np.maximum.accumulate(self._reached[self._order] / self._n)
        return p


def rank_clusters(order: Sequence[int], separated: Mask) -> list[list[int]]:
    """Systems from best to worst, cut only where every system above differs from every one below.

    Args:
        order: Systems, best first.
        separated: (n, n) whether two systems are told apart.
    """
    clusters: list[list[int]] = [[]]
    for place, system in enumerate(order):
        clusters[-1].append(system)
        rest = list(order[place + 1 :])
        if rest and bool(separated[np.ix_(list(order[: place + 1]), rest)].all()):
            clusters.append([])
    return clusters
