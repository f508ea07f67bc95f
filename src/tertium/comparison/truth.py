"""Where a corrected gold exists: the paper's unknowns, measured.

Padró and Màrquez (1998), table 1, with the better gold as the truth. Whether the intervals that were drawn from the
old gold alone hold what the better one shows is the test of the method. (A new release also changes guidelines: what
differs from it need not be an error.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.comparison.answers import GOLD, gather_answers
from tertium.comparison.duels import count_pair
from tertium.comparison.error_rates import Rate
from tertium.comparison.noise import bound_system

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium._typing import Mask
    from tertium.comparison.noise import Bound, NoiseTables
    from tertium.stats.intervals import Interval
    from tertium.tasks.decisions import Decisions


@dataclass(frozen=True, slots=True)
class Truth:
    """One system on some words."""

    system: str
    group: str
    units: int
    wrong: int  # gold answers that are others in the better gold
    error_rate: float  # C
    observed: float  # K
    accuracy: float  # x
    t: float | None
    u: float | None
    p: float | None
    bound: Bound  # from the old gold alone, with the error rate as it turned out
    given: Bound | None  # with the error rate that was given

    def holds(self, which: str, bound: Bound | None = None) -> bool | None:
        """Whether the `hard` or the `reasonable` interval holds the true accuracy; None where there is none."""
        interval = getattr(bound or self.bound, which)
        return None if interval is None else bool(interval.low - 1e-9 <= self.accuracy <= interval.high + 1e-9)


@dataclass(frozen=True, slots=True)
class TrueDuel:
    """Two systems, judged by the better gold."""

    before: str
    after: str
    delta: float  # as observed
    true: float  # by the better gold
    wrong: int  # gold errors among the units on which they differ
    differing: int
    bound: Interval | None  # where it had to be with so many errors; None for F1, which errors elsewhere change too


def measure_truth(noise: NoiseTables, better: Decisions) -> list[Truth]:
    """Every system on every group of words; the better gold is the last system of decisions over the same units."""
    decisions = noise.decisions
    answers = gather_answers(better, range(better.n_systems))
    truth = answers.n_raters - 1
    gold_right = answers.agree(GOLD, truth)
    found = []
    for place, system in enumerate(noise.systems):
        right, same = answers.agree(place + 1, truth), answers.agree(place + 1, GOLD)
        for group in noise.groups:
            among, n = group.among, group.n
            wrong = among & ~gold_right
            both = wrong & ~right
            error_rate = np.count_nonzero(wrong) / n
            observed = float(decisions.right[place][among].mean())
            tags = noise.tags_of(system, group)
            given = next((row for row in noise.bounds if (row.system, row.group) == (system, group.name)), None)
            found.append(
                Truth(
                    system=system,
                    group=group.name,
                    units=n,
                    wrong=int(np.count_nonzero(wrong)),
                    error_rate=error_rate,
                    observed=observed,
                    accuracy=_share(right, among) or 0.0,
                    t=_share(right, among & gold_right),
                    u=_share(right, wrong),
                    p=_share(same, both),
                    bound=bound_system(
                        system, observed, rate=Rate(error_rate, error_rate), tags=tags, group=group.name, units=n
                    ),
                    given=given if given is not None and given.rate is not None else None,
                )
            )
    return found


def _share(flags: Mask, among: Mask) -> float | None:
    n = int(np.count_nonzero(among))
    return int(np.count_nonzero(flags & among)) / n if n else None


def measure_duels(noise: NoiseTables, better: Decisions, score: Callable[[int], float]) -> list[TrueDuel]:
    """Every pair; `score` tells what a system scores by the better gold, where that is no share of right units."""
    answers = gather_answers(better, range(better.n_systems))
    truth = answers.n_raters - 1
    found = []
    for duel in noise.duels:
        one, two = (noise.systems.index(name) for name in (duel.before, duel.after))
        differ = better.different(one, two)
        wrong = int(np.count_nonzero(differ & ~answers.agree(GOLD, truth)))
        counts = count_pair(noise.tables, noise.measure, one, two)
        if counts.f1 is None:
            right = [int(np.count_nonzero(answers.agree(system + 1, truth))) for system in (one, two)]
            true = (right[1] - right[0]) / max(counts.units, 1)
        else:
            true = score(two) - score(one)
        found.append(
            TrueDuel(
                before=duel.before,
                after=duel.after,
                delta=duel.delta,
                true=true,
                wrong=wrong,
                differing=duel.differing,
                bound=counts.bound(wrong) if counts.f1 is None else None,
            )
        )
    return found
