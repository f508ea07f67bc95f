"""Slow twins of the statistics: every swap and every subset, straight from the definitions."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tertium._typing import Counts, Scores
    from tertium.stats.linear import Evaluate


def sign_flip_p(differences: Sequence[int]) -> float:
    """Share of all sign patterns whose sum is at least as far from 0."""
    sums = [sum(s * d for s, d in zip(signs, differences, strict=True)) for signs in signs_of(len(differences))]
    return sum(abs(found) >= abs(sum(differences)) for found in sums) / len(sums)


def signs_of(n: int) -> Iterator[tuple[int, ...]]:
    """All patterns of n signs."""
    return product((1, -1), repeat=n)


def swap_p(one: Counts, two: Counts, evaluate: Evaluate) -> float:
    """Share of all swaps of rows between the systems that move the scores at least as far apart."""
    observed = abs(float(evaluate(two.sum(axis=0)) - evaluate(one.sum(axis=0))))
    reached = 0
    for swaps in product((False, True), repeat=len(one)):
        first, second = np.zeros(one.shape[1]), np.zeros(one.shape[1])
        for swap, a, b in zip(swaps, one, two, strict=True):
            first, second = first + (b if swap else a), second + (a if swap else b)
        reached += abs(float(evaluate(second) - evaluate(first))) >= observed - 1e-12
    return float(reached / 2 ** len(one))


def closed_bonferroni(p: Sequence[float]) -> list[float]:
    """The largest Bonferroni p of all sets of hypotheses that hold a hypothesis: what Holm's is the short cut of."""
    return [max(min(1.0, len(group) * min(p[j] for j in group)) for group in groups_with(i, len(p))) for i in places(p)]


def closed_max_t(observed: Scores, null: Scores) -> list[float]:
    """The same with the largest statistic of each set, the observed ones counted among those under the null."""
    sizes, everything = np.abs(observed), np.abs(np.concatenate([null, observed[None]]))

    def p(group: tuple[int, ...]) -> float:
        largest = max(sizes[list(group)])
        return float(np.mean(everything[:, list(group)].max(axis=1) >= largest * (1 - 1e-12)))

    return [max(p(group) for group in groups_with(i, len(sizes))) for i in range(len(sizes))]


def false_discovery_rates(p: Sequence[float]) -> list[float]:
    """The smallest estimate of the false discovery rate over all thresholds at which a hypothesis is rejected."""
    return [min(len(p) * t / sum(other <= t for other in p) for t in p if t >= own) for own in p]


def groups_with(member: int, n: int) -> Iterator[tuple[int, ...]]:
    """All sets of n hypotheses that hold this one."""
    for size in range(1, n + 1):
        yield from (group for group in combinations(range(n), size) if member in group)


def places(values: Sequence[float]) -> range:
    """0, 1, ..."""
    return range(len(values))
