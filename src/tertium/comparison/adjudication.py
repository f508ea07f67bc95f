"""What a sample that people have looked at says about the gold and the systems.

Strata, Jeffreys posteriors and ratios of draws as in `stats.strata`. Estimated are the paper's own unknowns (Padró and Màrquez
1998, section 3): C, and for each system t, u, p and the true accuracy x; and for each pair the true difference, and how many
gold answers are wrong where the two differ. All are about this test set, not about new text.
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
from tertium.stats.strata import DRAWS, JEFFREYS, draw_totals, summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

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


@dataclass(frozen=True, eq=False, slots=True)
class _Seen:
    """Every judgement with its weight: 1, or 1/2 where two people disagree."""

    unit: Offsets
    stratum: Offsets
    right: Mask  # (n, n_raters)
    weight: Scores


def estimate(judgements: Sequence[Judgements], answers: Answers, *, seed: int, alpha: float) -> Estimates:
    """Everything that one sheet, or two copies of it filled in by two people, tells.

    Raises:
        MismatchError: The two are not copies of one sheet.
    """
    first = judgements[0]
    for other in judgements[1:]:
        if not np.array_equal(other.units, first.units):
            raise MismatchError(
                f"it has other rows than {first.path}", path=other.path, hint="give two copies of the same sheet"
            )
    seen = _gather(judgements)
    strata, sizes = first.strata, first.strata.sizes
    rates = None
    if not strata.differing:
        rates = tuple(
            {
                name: Estimate(*summarise(draws, alpha))
                for name, draws in _rates(_draw_kinds(seen, answers, strata.number, sizes, rater, seed)).items()
            }
            for rater in range(1, answers.n_raters)
        )
    pairs = {
        (one - 1, two - 1): _estimate_pair(seen, answers, strata.number, sizes, one, two, seed, alpha)
        for one, two in combinations(range(1, answers.n_raters), 2)
    }
    n_right = np.array([len(set(row.tolist())) for row in _answers_right(first, answers)])
    return Estimates(
        n_rows=len(first.units),
        n_untold=int(np.count_nonzero(~np.any([sheet.told for sheet in judgements], axis=0))),
        n_several=int(np.count_nonzero(n_right > 1)),
        n_none=int(np.count_nonzero((n_right == 0) & first.told)),
        agreement=_find_agreement(*judgements) if len(judgements) > 1 else None,
        rates=rates,
        pairs=pairs,
    )


def _answers_right(sheet: Judgements, answers: Answers) -> list[Codes]:
    """For each row the different answers that are right."""
    return [answers.first[chosen, unit] for chosen, unit in zip(sheet.right, sheet.units.tolist(), strict=True)]


def _gather(judgements: Sequence[Judgements]) -> _Seen:
    """All judgements that could be told; of a row that two people judged, each counts half."""
    told = np.stack([sheet.told for sheet in judgements])
    share = 1 / np.maximum(told.sum(axis=0), 1)
    units = np.concatenate([sheet.units[sheet.told] for sheet in judgements])
    return _Seen(
        units,
        judgements[0].strata.number[units],
        np.concatenate([sheet.right[sheet.told] for sheet in judgements]),
        np.concatenate([share[sheet.told] for sheet in judgements]),
    )


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


# one system ---------------------------------------------------------------------------------------------------------


def _kinds(right: Mask, with_gold: Mask, rater: int) -> Offsets:
    """(n,) what a judgement says about a system and the gold."""
    gold, own = right[:, GOLD], right[:, rater]
    return np.select([gold & own, gold, with_gold, own], [RR, RW, SAME, WR], WW).astype(np.int64)


def _tally(seen: _Seen, kind: Offsets, n_strata: int, n_kinds: int) -> Scores:
    """(n_strata, n_kinds) weights of what was seen."""
    counts = np.bincount(seen.stratum * n_kinds + kind, weights=seen.weight, minlength=n_strata * n_kinds)
    return np.asarray(counts, dtype=np.float64).reshape(n_strata, n_kinds)


def _has(number: Offsets, flags: Mask, n_strata: int) -> Mask:
    """(n_strata,) whether some unit of a stratum is flagged."""
    return np.bincount(number[flags & (number >= 0)], minlength=n_strata) > 0


def _possible(answers: Answers, number: Offsets, n_strata: int, rater: int) -> Mask:
    """(n_strata, 5) what can be true of a system and the gold."""
    same = answers.agree(GOLD, rater)
    with_gold, without = _has(number, same, n_strata), _has(number, ~same, n_strata)
    return np.stack([with_gold, without, with_gold, without, without], axis=1)


def _draw_kinds(
    seen: _Seen, answers: Answers, number: Offsets, sizes: Offsets, rater: int, seed: int, prior: Scores | None = None
) -> Scores:
    """(draws, 5) how many units of each kind there are."""
    tally = _tally(seen, _kinds(seen.right, answers.agree(GOLD, rater)[seen.unit], rater), len(sizes), 5)
    source = random_source(seed, _POSTERIOR, rater)
    return draw_totals(sizes, tally, _possible(answers, number, len(sizes), rater), source, prior=prior)


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
    return np.divide(top, bottom, out=np.full(len(top), np.nan), where=bottom > 0)


# two systems --------------------------------------------------------------------------------------------------------


def _estimate_pair(
    seen: _Seen, answers: Answers, number: Offsets, sizes: Offsets, one: int, two: int, seed: int, alpha: float
) -> PairEstimate:
    """Only units on which the two differ count; where a stratum has none, it adds nothing."""
    differ = ~answers.agree(one, two)
    has = _has(number, differ, len(sizes))
    everywhere = np.ones(len(sizes), dtype=np.bool_)
    first, second = seen.right[:, one], seen.right[:, two]
    here = differ[seen.unit]
    who = np.where(here & second & ~first, 1, np.where(here & first & ~second, 0, 2))
    totals = draw_totals(
        sizes,
        _tally(seen, who.astype(np.int64), len(sizes), 3),
        np.stack([has, has, everywhere], axis=1),
        random_source(seed, _POSTERIOR, one, two),
    )
    wrong = np.where(here & ~seen.right[:, GOLD], 0, 1)
    errors = draw_totals(
        sizes,
        _tally(seen, wrong.astype(np.int64), len(sizes), 2),
        np.stack([has, everywhere], axis=1),
        random_source(seed, _POSTERIOR, one, two, 1),
    )
    change = (totals[:, 1] - totals[:, 0]) / answers.n_units
    return PairEstimate(Estimate(*summarise(change, alpha)), Estimate(*summarise(errors[:, 0], alpha)))


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

    In each stratum the model says beforehand what share of each kind there is, with the weight that Jeffreys' prior would
    have; the sample then speaks. The model's own uncertainty comes from a bootstrap over blocks.

    Args:
        judgements: The sheets.
        answers: What the raters say.
        patterns: The same for the model.
        block: (n_units,) the block of each unit.
        seed: Of the random numbers.
        alpha: One minus the level.
    """
    strata = judgements[0].strata
    if strata.differing:
        return None
    seen, source = _gather(judgements), random_source(seed, _MODEL)
    whole = fit_model(patterns, count_patterns(patterns))
    n_blocks = int(block.max(initial=-1)) + 1
    draws: list[list[dict[str, Scores]]] = [[] for _ in range(1, answers.n_raters)]
    for replicate in range(_REPLICATES):
        times = np.bincount(source.integers(0, n_blocks, size=n_blocks), minlength=n_blocks)
        belief = fit_model(patterns, count_patterns(patterns, times[block]), start=whole, steps=10)
        for rater in range(1, answers.n_raters):
            possible = _possible(answers, strata.number, len(strata.sizes), rater)
            prior = _believe(belief, answers, strata.number, strata.sizes, rater)
            prior *= JEFFREYS * possible.sum(axis=1, keepdims=True)
            tally = _tally(seen, _kinds(seen.right, answers.agree(GOLD, rater)[seen.unit], rater), len(strata.sizes), 5)
            random = random_source(seed, _MODEL, rater, replicate)
            totals = draw_totals(
                strata.sizes, tally, possible, random, prior=prior, draws=DRAWS // _REPLICATES
            )
            draws[rater - 1].append(_rates(totals))
    return tuple(
        {name: Estimate(*summarise(np.concatenate([part[name] for part in parts]), alpha)) for name in RATES}
        for parts in draws
    )


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
