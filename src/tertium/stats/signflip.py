"""The exact paired sign-flip test, by convolution.

Under the null hypothesis that the two outputs are exchangeable block by block, each difference is as likely to have
one sign as the other. The whole distribution of their sum comes from convolving two-point distributions: blocks of
equal size |d| give a binomial one, and the few sizes are convolved directly (a Fourier transform would lose the tails
in rounding). There is no sampling error.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Offsets, Scores

SMALLEST: Final = 1e-100
"""What is given for any p below it; people see p < 1e-12 long before."""

_NEGLIGIBLE: Final = 1e-150  # products of two such probabilities are still normal numbers
_SMALL: Final = 55  # binomial coefficients up to here are whole numbers that a double holds
_FEW: Final = 16  # a kernel this short is added shift by shift


def sign_flip_p(differences: Offsets) -> float:
    """Two-sided p: the share of all sign patterns whose sum is at least as far from 0 (Fisher 1935, chapter 21).

    >>> sign_flip_p(np.array([3, 1, 1, 0]))
    0.25
    """
    sizes, times = np.unique(np.abs(differences[differences != 0]), return_counts=True)
    observed = abs(int(differences.sum()))
    if not len(sizes) or not observed:
        return 1.0
    total = int((sizes * times).sum())
    first, chance = _distribution_of_sum(sizes, times)  # of the sizes whose sign is positive
    reach = (total + observed) // 2  # positive - negative >= observed
    tail = float(chance[max(reach - first, 0) :].sum())
    return min(1.0, max(2 * tail, SMALLEST))


def _distribution_of_sum(sizes: Offsets, times: Offsets) -> tuple[int, Scores]:
    """Where the distribution of the sum of the positive sizes begins, and its probabilities."""
    first, chance = 0, np.ones(1)
    for size, n in zip(sizes.tolist(), times.tolist(), strict=True):
        low, binomial = _binomial(n)
        chance = _convolve(chance, binomial, size)
        first += low * size
        kept = np.flatnonzero(chance > _NEGLIGIBLE)
        first += int(kept[0])
        chance = chance[kept[0] : kept[-1] + 1]
    return first, np.clip(chance, 0.0, 1.0)


def _binomial(n: int) -> tuple[int, Scores]:
    """Where the probabilities of k successes in n fair trials stop being negligible, and these probabilities."""
    if n <= _SMALL:
        return 0, np.array([comb(n, k) for k in range(n + 1)], dtype=np.float64) / 2.0**n
    middle = n // 2
    k = np.arange(middle, n, dtype=np.float64)
    right = np.concatenate([[0.0], np.cumsum(np.log((n - k) / (k + 1)))])  # log of C(n, k) / C(n, n // 2)
    logs = np.concatenate([right[1 + n % 2 :][::-1], right])  # symmetric about n / 2
    chance = np.exp(logs)
    chance /= chance.sum()
    kept = np.flatnonzero(chance > _NEGLIGIBLE)
    return int(kept[0]), chance[kept[0] : kept[-1] + 1]


def _convolve(chance: Scores, kernel: Scores, step: int) -> Scores:
    """The distribution after adding `step` times a variable whose distribution is the kernel."""
    if len(kernel) <= _FEW:
        whole = np.zeros(len(chance) + step * (len(kernel) - 1))
        for place, weight in enumerate(kernel.tolist()):
            whole[place * step : place * step + len(chance)] += weight * chance
        return whole
    rows = -(-len(chance) // step)
    padded = np.zeros(rows * step)
    padded[: len(chance)] = chance
    phases = padded.reshape(rows, step).T  # places that are the same modulo the step meet the same kernel
    return np.stack([np.convolve(phase, kernel) for phase in phases], axis=1).ravel()
