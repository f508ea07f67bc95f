"""Paired tests: could the difference between two systems have come about by chance?

Blocks are exchanged between the systems, never tokens: words of one sentence are not independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.stats.resampling import every_sign, round_rows, swapped_sums
from tertium.stats.signflip import sign_flip_p

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Counts, Mask, Offsets, Scores
    from tertium.stats.linear import Evaluate
    from tertium.stats.plan import TestName

TIE: Final = 1e-12
"""Differences of scores closer than this are the same."""

ENUMERATED: Final = 16
"""With so few differing blocks all swaps are tried instead of a sample."""


@dataclass(frozen=True, eq=False, slots=True)
class Pair:
    """Two systems' counts by block under one measure, and how summed counts become a value."""

    one: Counts  # (n_blocks, k)
    two: Counts  # (n_blocks, k)
    evaluate: Evaluate

    @property
    def delta(self) -> float:
        """Value of the second minus value of the first."""
        return float(self.evaluate(self.two.sum(axis=0)) - self.evaluate(self.one.sum(axis=0)))

    def differing(self) -> Mask:
        """(n_blocks,) where any count differs."""
        found: Mask = np.any(self.one != self.two, axis=1)
        return found


@dataclass(frozen=True, slots=True)
class Test:
    """The outcome of a test."""

    name: TestName
    p: float
    n_differing: int  # blocks, or units for McNemar's test
    complete: bool  # no sampling: every swap was taken into account
    resamples: int = 0  # how many, where some were drawn

    @property
    def smallest(self) -> float:
        """The smallest p that so many differing blocks can give: 2^(1 - n)."""
        return smallest_p(self.n_differing)

    @property
    def finest(self) -> float:
        """The smallest p that so many resamples can give; 0 where none were drawn."""
        return 1 / (1 + self.resamples) if self.resamples else 0.0


def smallest_p(n_differing: int) -> float:
    """Of n differing blocks that all point the same way, two of 2^n patterns of signs are as far from 0."""
    return min(1.0, 2.0 ** (1 - min(n_differing, 1000)))


def exact_test(differences: Offsets) -> Test:
    """The exact sign-flip test on whole-number differences of blocks whose denominators are the same."""
    return Test("exact", sign_flip_p(differences), int(np.count_nonzero(differences)), complete=True)


def mcnemar_test(corrections: int, new_errors: int) -> Test:
    """McNemar (1947), exact binomial: every changed unit is a block of its own (too sure where units depend)."""
    changes = np.ones(corrections + new_errors, dtype=np.int64)
    changes[:new_errors] = -1
    return Test("mcnemar", sign_flip_p(changes), len(changes), complete=True)


def randomization_tests(pairs: Sequence[Pair], resamples: int, source: np.random.Generator) -> list[Test]:
    """Paired approximate randomization (Noreen 1989; Yeh 2000), all pairs under the same swaps of blocks.

    p = (1 + swaps with |delta*| >= |delta|) / (1 + swaps); all 2^n swaps where at most 16 blocks differ, and then
    p = swaps with |delta*| >= |delta| / 2^n. The null hypothesis is that the two outputs are exchangeable block by
    block, which is more than that the scores are equal.
    """
    differing = [pair.differing() for pair in pairs]
    few = [int(np.count_nonzero(rows)) <= ENUMERATED for rows in differing]
    sampled = [place for place, small in enumerate(few) if not small]
    reached = dict.fromkeys(sampled, 1)
    observed = [_exact_rows(pair).sum(axis=0) for pair in pairs]
    if sampled:
        rows = np.concatenate([pairs[place].two - pairs[place].one for place in sampled], axis=1)
        bounds = np.cumsum([0, *(pairs[place].one.shape[1] for place in sampled)])
        kept = np.any(rows != 0, axis=0)
        for sums in swapped_sums(rows[np.any(rows, axis=1)][:, kept], resamples, source):
            whole = np.zeros((len(sums), rows.shape[1]))
            whole[:, kept] = sums
            for number, place in enumerate(sampled):
                part = whole[:, bounds[number] : bounds[number + 1]]
                reached[place] += _count_reached(pairs[place], part, observed[place])
    tests = []
    for place, (pair, rows_of_pair) in enumerate(zip(pairs, differing, strict=True)):
        n = int(np.count_nonzero(rows_of_pair))
        if few[place]:
            sums = every_sign(n) @ _exact_rows(pair)[rows_of_pair]
            p = _count_reached(pair, sums, observed[place]) / len(sums)
        else:
            p = reached[place] / (1 + resamples)
        drawn = 0 if few[place] else resamples
        tests.append(Test("randomization", p, n, complete=few[place], resamples=drawn))
    return tests


def _count_reached(pair: Pair, sums: Scores, observed: Scores) -> int:
    """How many swaps, given as sums of signed differences, lead to a difference as large as the one observed."""
    middle = (pair.one.sum(axis=0) + pair.two.sum(axis=0)) / 2

    def move(sums: Scores) -> Scores:
        return np.abs(pair.evaluate(middle + sums / 2) - pair.evaluate(middle - sums / 2))

    return int(np.count_nonzero(move(sums) >= move(observed) - TIE))


def _exact_rows(pair: Pair) -> Counts | Scores:
    """(n_blocks, k) differences of the counts, as they are added up under random signs."""
    rows = pair.two - pair.one
    return round_rows(rows, np.abs(rows).sum(axis=0))


def bootstrap_test(delta: float, resampled: Scores, n_differing: int) -> Test:
    """Paired bootstrap, shifted to the null: p = (1 + resamples with |delta* - delta| >= |delta|) / (1 + resamples).

    Few differing blocks make the bootstrap surer than they can be (a single one is drawn again and again), so p is
    never smaller than what an exact test of so many could give.
    """
    reached = int(np.count_nonzero(np.abs(resampled - delta) >= abs(delta) - TIE))
    n = len(resampled)
    return Test(
        "bootstrap", max((1 + reached) / (1 + n), smallest_p(n_differing)), n_differing, complete=False, resamples=n
    )
