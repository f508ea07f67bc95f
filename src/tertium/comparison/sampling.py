"""Which units a person should look at: a stratified sample.

Strata are the patterns of agreement between gold and systems: where all agree, the gold is rarely wrong; where it
stands alone, often. They partition the units, so what is found in each adds up. Where many systems make more patterns
than the sample can serve, patterns are pooled, step by step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.answers import GOLD, Answers, number_rows
from tertium.errors import UsageError
from tertium.stats.resampling import random_source
from tertium.stats.strata import allocate, sample_strata

if TYPE_CHECKING:
    from tertium._typing import Mask, Offsets, Scores

LEVELS: Final = ("pattern", "agreeing", "number", "coarse")
"""From who agrees with whom, over which systems agree with the gold and how many do, to whether any does."""

_SPREAD: Final = np.array([0.1, 0.4, 0.5])  # of being wrong: all agree; some system is with the gold; none is
_SAMPLE: Final = 17  # purpose of random numbers


@dataclass(frozen=True, eq=False, slots=True)
class Strata:
    """A partition of the units, or of those on which systems differ."""

    level: str
    differing: bool  # units on which all systems agree are in no stratum
    number: Offsets  # (n_units,)  stratum of each unit, from 0; -1: none
    sizes: Offsets  # (n_strata,)


@dataclass(frozen=True, eq=False, slots=True)
class Sample:
    """Units to look at."""

    strata: Strata
    units: Offsets  # (n,)  in rising order
    taken: Offsets  # (n_strata,)


def find_strata(answers: Answers, level: str, *, differing: bool) -> Strata:
    """The units by who agrees with whom."""
    with_gold = answers.first == answers.first[GOLD]
    n_answers = answers.is_candidate().sum(axis=0).astype(np.int64)
    n_with = with_gold[1:].sum(axis=0).astype(np.int64)
    if level == "pattern":
        key = answers.pattern()
    elif level == "agreeing":
        key = n_answers
        for row in with_gold[1:]:
            _, key = number_rows(key, row.astype(np.int64))
    elif level == "number":
        _, key = number_rows(n_answers, n_with)
    else:
        key = _support(answers)
    chosen = differ_anywhere(answers) if differing else np.ones(answers.n_units, dtype=np.bool_)
    number = np.full(answers.n_units, -1, dtype=np.int64)
    if chosen.any():
        number[chosen] = np.unique(key[chosen], return_inverse=True)[1]
    sizes = np.bincount(number[chosen], minlength=int(number.max(initial=-1)) + 1)
    return Strata(level, differing, number, sizes.astype(np.int64))


def differ_anywhere(answers: Answers) -> Mask:
    """(n_units,) where not all systems say the same."""
    found: Mask = (answers.first[1:] != answers.first[1]).any(axis=0)
    return found


def _support(answers: Answers) -> Offsets:
    """(n_units,) 0: all agree; 1: some system is with the gold; 2: none is."""
    with_gold = (answers.first[1:] == answers.first[GOLD]).sum(axis=0)
    return np.where(with_gold == answers.n_raters - 1, 0, np.where(with_gold > 0, 1, 2)).astype(np.int64)


def draw_sample(answers: Answers, total: int, *, differing: bool, seed: int) -> Sample:
    """A sample of so many units, in the finest strata that it can serve.

    Raises:
        UsageError: There is nothing to look at, or so few rows are not enough.
    """
    least = 0
    for level in LEVELS:
        strata = find_strata(answers, level, differing=differing)
        if not len(strata.sizes):
            raise UsageError(
                "there is one system, which differs from no other"
                if answers.n_raters == 2  # noqa: PLR2004 (the gold and one system)
                else "the systems give the same answer everywhere: there is no difference to look at",
                hint="leave out --differing",
            )
        taken = allocate(strata.sizes, _expect_spread(answers, strata), total)
        if taken is not None:
            source = random_source(seed, _SAMPLE)
            return Sample(strata, sample_strata(strata.number, taken, source), taken)
        least = int(np.minimum(strata.sizes, 10).sum())
    raise UsageError(
        f"--sample {total} is too small: each stratum needs 10 rows, or all that it has",
        hint=f"--sample {least} or more",
    )


def _expect_spread(answers: Answers, strata: Strata) -> Scores:
    """(n_strata,) how much being wrong is expected to vary."""
    chosen = strata.number >= 0
    spread = np.bincount(strata.number[chosen], weights=_SPREAD[_support(answers)[chosen]], minlength=len(strata.sizes))
    return np.asarray(spread / strata.sizes, dtype=np.float64)
