"""What a sample that people have looked at says about the gold and the systems.

Strata, Jeffreys posteriors and ratios of draws as in `stats.strata`. Estimated are the paper's own unknowns (Padró
and Màrquez 1998, section 3): C, and for each system t, u, p and the true accuracy x; and for each pair the true
difference, and how many gold answers are wrong where the two differ. All are about this test set, not about new text.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.answers import GOLD
from tertium.comparison.latent import Belief, count_patterns, fit_model
from tertium.errors import MismatchError
from tertium.stats.resampling import random_source
from tertium.stats.strata import (
    DRAWS,
    JEFFREYS,
    draw_totals,
    find_interval,
    join_intervals,
    keep_seen,
    weigh_totals,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Codes, Mask, Offsets, Scores
    from tertium.comparison.answers import Answers
    from tertium.comparison.latent import Patterns
    from tertium.comparison.sheets import Judgements
    from tertium.stats.intervals import Interval

RATES: Final = ("error_rate", "t", "u", "p", "accuracy")
"""What is estimated for each system: C, t, u, p, x."""

RR, RW, SAME, WR, WW = range(5)
"""Gold right and system right, or wrong; gold wrong and system with it, right, or wrong otherwise."""

_POSTERIOR, _MODEL = 18, 19  # purposes of random numbers
_REPLICATES: Final = 40


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval."""

    value: float
    interval: Interval


@dataclass(frozen=True, eq=False, slots=True)
class PairEstimate:
    """Two systems, on the units of this test set."""

    difference: Estimate  # true accuracy of the second minus that of the first
    wrong: Estimate  # gold errors among the units on which they differ


@dataclass(frozen=True, eq=False, slots=True)
class Estimates:
    """What the sample says."""

    n_rows: int
    n_untold: int
    n_several: int
    n_none: int
    agreement: Agreement | None  # between two adjudicators
    rates: tuple[dict[str, Estimate], ...] | None  # for each system; None: only differing units were looked at
    pairs: dict[tuple[int, int], PairEstimate]  # places of the systems

    @property
    def error_rate(self) -> Estimate | None:
        """C of the gold."""
        return None if self.rates is None else self.rates[0]["error_rate"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two adjudicators agree."""

    rows: int  # that both could tell
    same: int  # with the same answer
    kappa: float | None  # of whether the gold is right (Cohen 1960); None where all answers are alike


def estimate(judgements: Sequence[Judgements], answers: Answers, *, seed: int, alpha: float) -> Estimates:
    """Everything that one sheet, or two copies of it filled in by two people, tells.

    Raises:
        MismatchError: The two are not copies of one sheet.
    """
    first = judgements[0]
    survey = _Survey(judgements, answers, seed, alpha)
    rates = None
    if not first.strata.differing:
        rates = tuple(
            survey.estimate(survey.tally_kinds(rater), survey.possible(rater), _rates, rater)
            for rater in range(1, answers.n_raters)
        )
    n_right = np.array([len(set(row.tolist())) for row in _answers_right(first, answers)])
    return Estimates(
        n_rows=len(first.units),
        n_untold=int(np.count_nonzero(~np.any([sheet.told for sheet in judgements], axis=0))),
        n_several=int(np.count_nonzero(n_right > 1)),
        n_none=int(np.count_nonzero((n_right == 0) & first.told)),
        agreement=_find_agreement(*judgements) if len(judgements) > 1 else None,
        rates=rates,
        pairs={
            (one - 1, two - 1): survey.estimate_pair(one, two)
            for one, two in combinations(range(1, answers.n_raters), 2)
        },
    )


def _answers_right(sheet: Judgements, answers: Answers) -> list[Codes]:
    """For each row the different answers that are right."""
    return [answers.first[chosen, unit] for chosen, unit in zip(sheet.right, sheet.units.tolist(), strict=True)]


def _find_agreement(one: Judgements, two: Judgements) -> Agreement:
    both = one.told & two.told
    n = int(np.count_nonzero(both))
    same = int(np.count_nonzero((one.right == two.right).all(axis=1) & both))
    first, second = one.right[both, GOLD], two.right[both, GOLD]
    if not n:
        return Agreement(0, 0, None)
    observed = float((first == second).mean())
    shares = float(first.mean()), float(second.mean())
    chance = shares[0] * shares[1] + (1 - shares[0]) * (1 - shares[1])
    return Agreement(n, same, (observed - chance) / (1 - chance) if chance < 1 else None)


class _Survey:
    """All judgements: each has weight 1, or 1/2 where two people looked at the same unit."""

    def __init__(self, judgements: Sequence[Judgements], answers: Answers, seed: int, alpha: float) -> None:
        first = judgements[0]
        for other in judgements[1:]:
            if not np.array_equal(other.units, first.units):
                raise MismatchError(
                    f"it has other rows than {first.path}", path=other.path, hint="give two copies of the same sheet"
                )
        told = np.stack([sheet.told for sheet in judgements])
        share = 1 / np.maximum(told.sum(axis=0), 1)
        self.answers, self.seed, self.alpha = answers, seed, alpha
        self.number, self.sizes = first.strata.number, first.strata.sizes
        self.unit = np.concatenate([sheet.units[sheet.told] for sheet in judgements])
        self.right = np.concatenate([sheet.right[sheet.told] for sheet in judgements])  # (n, n_raters)
        self.weight = np.concatenate([share[sheet.told] for sheet in judgements])

    def tally(self, kind: Offsets, n_kinds: int) -> Scores:
        """(n_strata, n_kinds) weights of what was seen."""
        place = self.number[self.unit] * n_kinds + kind
        counts = np.bincount(place, weights=self.weight, minlength=len(self.sizes) * n_kinds)
        return np.asarray(counts, dtype=np.float64).reshape(-1, n_kinds)

    def has(self, flags: Mask) -> Mask:
        """(n_strata,) whether some unit of a stratum is flagged."""
        return np.bincount(self.number[flags & (self.number >= 0)], minlength=len(self.sizes)) > 0

    def tally_kinds(self, rater: int) -> Scores:
        """(n_strata, 5) what the judgements say about a system and the gold."""
        gold, own = self.right[:, GOLD], self.right[:, rater]
        same = self.answers.agree(GOLD, rater)[self.unit]
        return self.tally(np.select([gold & own, gold, same, own], [RR, RW, SAME, WR], WW).astype(np.int64), 5)

    def possible(self, rater: int) -> Mask:
        """(n_strata, 5) what can be true of a system and the gold."""
        same = self.answers.agree(GOLD, rater)
        with_gold, without = self.has(same), self.has(~same)
        return np.stack([with_gold, without, with_gold, without, without], axis=1)

    def estimate(
        self, seen: Scores, possible: Mask, find: Callable[[Scores], dict[str, Scores]], *purpose: int
    ) -> dict[str, Estimate]:
        """What follows from how many units of each kind there are, each with its interval."""
        values = find(weigh_totals(self.sizes, seen, possible)[None])
        draws = [
            find(draw_totals(self.sizes, seen, kinds, random_source(self.seed, _POSTERIOR, place, *purpose)))
            for place, kinds in enumerate((possible, keep_seen(seen, possible)))
        ]
        return {
            name: Estimate(
                float(value[0]),
                join_intervals(float(value[0]), *(find_interval(drawn[name], self.alpha) for drawn in draws)),
            )
            for name, value in values.items()
        }

    def estimate_pair(self, one: int, two: int) -> PairEstimate:
        """Only units on which the two differ count; where a stratum has none, it adds nothing."""
        differ = ~self.answers.agree(one, two)
        has, everywhere = self.has(differ), np.ones(len(self.sizes), dtype=np.bool_)
        first, second, here = self.right[:, one], self.right[:, two], differ[self.unit]
        who = np.select([here & first & ~second, here & second & ~first], [0, 1], 2).astype(np.int64)
        wrong = np.where(here & ~self.right[:, GOLD], 0, 1).astype(np.int64)
        n = self.answers.n_units
        change = self.estimate(
            self.tally(who, 3),
            np.stack([has, has, everywhere], axis=1),
            lambda totals: {"change": (totals[:, 1] - totals[:, 0]) / n},
            *(one, two),
        )
        errors = self.estimate(
            self.tally(wrong, 2), np.stack([has, everywhere], axis=1), lambda totals: {"wrong": totals[:, 0]}, one, two
        )
        return PairEstimate(change["change"], errors["wrong"])


def _rates(totals: Scores) -> dict[str, Scores]:
    """C, t, u, p and x of each draw (equations 1 and 2 in counts)."""
    n = totals.sum(axis=1)
    wrong = totals[:, SAME] + totals[:, WR] + totals[:, WW]
    return {
        "error_rate": _ratio(wrong, n),
        "t": _ratio(totals[:, RR], totals[:, RR] + totals[:, RW]),
        "u": _ratio(totals[:, WR], wrong),
        "p": _ratio(totals[:, SAME], totals[:, SAME] + totals[:, WW]),
        "accuracy": _ratio(totals[:, RR] + totals[:, WR], n),
    }


def _ratio(top: Scores, bottom: Scores) -> Scores:
    found: Scores = np.divide(top, bottom, out=np.full(len(top), np.nan), where=bottom > 0)
    return found


# the model, anchored by the sample ----------------------------------------------------------------------------------


def anchor_model(
    judgements: Sequence[Judgements],
    answers: Answers,
    patterns: Patterns,
    block: Codes,
    *,
    seed: int,
    alpha: float,
) -> tuple[dict[str, Estimate], ...] | None:
    """The model's estimates, once a sample holds them to the truth; None where only differing units were looked at.

    In each stratum the model says beforehand what share of each kind there is; it has half of the weight of Jeffreys'
    prior, which keeps the other half (alone, the model would rule out that all err alike, which it cannot see). The
    sample then speaks. The model's own uncertainty comes from a bootstrap over blocks.

    Args:
        judgements: The sheets.
        answers: What the raters say.
        patterns: The same for the model.
        block: (n_units,) the block of each unit.
        seed: Of the random numbers.
        alpha: One minus the level.
    """
    if judgements[0].strata.differing:
        return None
    survey, source = _Survey(judgements, answers, seed, alpha), random_source(seed, _MODEL)
    whole = fit_model(patterns, count_patterns(patterns))
    n_blocks = int(block.max(initial=-1)) + 1
    draws: list[list[dict[str, Scores]]] = [[] for _ in range(1, answers.n_raters)]
    for replicate in range(_REPLICATES):
        times = np.bincount(source.integers(0, n_blocks, size=n_blocks), minlength=n_blocks)
        belief = fit_model(patterns, count_patterns(patterns, times[block]), start=whole, steps=10)
        for rater in range(1, answers.n_raters):
            possible = survey.possible(rater)
            prior = _believe(belief, answers, survey.number, survey.sizes, rater)
            prior = JEFFREYS * (possible + possible.sum(axis=1, keepdims=True) * prior) / 2
            totals = draw_totals(
                survey.sizes,
                survey.tally_kinds(rater),
                possible,
                random_source(seed, _MODEL, rater, replicate),
                prior=prior,
                draws=DRAWS // _REPLICATES,
            )
            draws[rater - 1].append(_rates(totals))
    return tuple(
        {name: _summarise(np.concatenate([part[name] for part in parts]), alpha) for name in RATES} for parts in draws
    )


def _summarise(draws: Scores, alpha: float) -> Estimate:
    kept = draws[np.isfinite(draws)]
    return Estimate(float(np.median(kept)) if len(kept) else float("nan"), find_interval(draws, alpha))


def _believe(belief: Belief, answers: Answers, number: Offsets, sizes: Offsets, rater: int) -> Scores:
    """(n_strata, 5) the share of each kind that the model believes in."""
    patterns, chance = belief.patterns, belief.chance
    gold, own = patterns.agrees[GOLD], patterns.agrees[rater]
    by_pattern = [(chance * (gold & own)).sum(axis=0), (chance * (gold & ~own)).sum(axis=0)]
    by_pattern += [(chance * ~gold).sum(axis=0), (chance * (~gold & own)).sum(axis=0)]
    both, only_gold, wrong, right = (values[patterns.of_unit] for values in by_pattern)
    same = answers.agree(GOLD, rater)
    kinds = np.stack([both, only_gold, np.where(same, wrong, 0.0), right, np.where(same, 0.0, wrong - right)])
    inside = number >= 0
    sums = [np.bincount(number[inside], weights=kind[inside], minlength=len(sizes)) for kind in kinds]
    return np.clip(np.stack(sums, axis=1) / sizes[:, None], 0.0, 1.0)


def model_rates(belief: Belief, answers: Answers, rater: int) -> dict[str, float]:
    """What the model alone says: C, t, u, p and x of a system. Not for printing without a sample beside it."""
    everything = np.zeros(answers.n_units, dtype=np.int64)
    shares = _believe(belief, answers, everything, np.array([answers.n_units]), rater)
    return {name: float(value[0]) for name, value in _rates(shares * answers.n_units).items()}
