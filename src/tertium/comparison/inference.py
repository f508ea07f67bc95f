"""Inference: the counts by block, and everything about certainty that follows from them.

No measure has code of its own here: a score is `score(sums of counts)`, so intervals resample blocks, tests swap them,
and standard errors linearise. Blocks are sentences unless the user says otherwise; never words, which are not
independent within a sentence.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import nan, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.tables import Tables
from tertium.errors import UsageError
from tertium.measures.base import score
from tertium.stats.few_runs import Part, degrees_of_freedom, t_p, widen
from tertium.stats.intervals import Interval, bca_interval, error_interval, percentile_interval
from tertium.stats.linear import influence, standard_error
from tertium.stats.multiple import holm, rank_clusters
from tertium.stats.paired import Pair, Test, bootstrap_test, exact_test, mcnemar_test, randomization_tests
from tertium.stats.power import Power, equivalence_p, find_power
from tertium.stats.resampling import draw_runs, drawn_sums, random_source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Codes, Counts, Offsets, Scores
    from tertium.comparison.counted import Counted
    from tertium.stats.plan import Method, Plan

MANY_COUNTS: Final = 2_000_000
"""More counts of blocks than these, over all systems, are not resampled by default."""

WHOLE: Final = " whole sentences"
"""After a measure's name: the share of sentences with every unit right."""

_BOOTSTRAP, _SWAPS, _RUNS = range(3)  # purposes of random numbers


@dataclass(frozen=True, slots=True)
class Contrast:
    """What is known about the difference between two systems under one measure."""

    delta: float
    error: float  # standard error; not a number with a single block
    interval: Interval | None
    test: Test
    p_adjusted: float  # Holm, over the pairs within the measure
    power: Power
    equivalence: float | None  # p of the claim that the difference is within the margin
    of_runs: float = 0.0  # the part of the standard error that runs add to blocks

    @property
    def p(self) -> float:
        """The p-value before adjustment."""
        return self.test.p


class Inference:
    """Intervals, tests and power for all systems and measures of one comparison."""

    def __init__(self, counted: Counted, plan: Plan, block_of: Codes | None = None) -> None:
        """Take the counts, what the user chose, and the block of each block of the counts (None: its own)."""
        self.counted = counted
        self.plan = plan
        self._block = block_of
        self.n_blocks = counted.blocks.n if block_of is None else int(block_of.max(initial=-1)) + 1
        self.method = plan.choose_method(self.n_blocks)
        self._runs: dict[str, list[Counts]] = {}
        self._contrasts: dict[str, dict[tuple[int, int], Contrast]] = {}
        self._influences: dict[tuple[str, int, str], Scores] = {}
        self._single_tests: dict[tuple[int, int], dict[str, Test]] = {}

    @property
    def tables(self) -> Tables:
        """The tables of units, which the counts must be those of.

        Raises:
            TypeError: They are counts alone.
        """
        if not isinstance(self.counted, Tables):
            raise TypeError(f"{type(self.counted).__name__} knows of no units")
        return self.counted

    def prepare(self) -> None:
        """Make the resamples and the tests that a report needs, side by side; array operations let threads run."""
        wanted: list[Callable[[], object]] = [lambda: self._tests] if len(self.counted.systems) > 1 else []
        if self.method in ("percentile", "bca") and self.n_blocks > 1:
            _ = self._columns  # both need the counts
            wanted.append(lambda: self._resampled)
        with ThreadPoolExecutor(max(len(wanted), 1)) as pool:
            for done in [pool.submit(make) for make in wanted]:
                done.result()

    # counts ---------------------------------------------------------------------------------------------------------

    def add_up(self, counts: Counts) -> Counts:
        """Counts by block of the tables (..., n, k) as counts by block (..., n_blocks, k)."""
        if self._block is None:
            return counts
        order = np.argsort(self._block, kind="stable")
        starts = np.searchsorted(self._block[order], np.arange(self.n_blocks))
        added: Counts = np.add.reduceat(counts[..., order, :], starts, axis=-2)
        return added

    def block_of_words(self) -> Codes:
        """(n_gold_words,) the block of each gold word."""
        own = self.counted.block_of_words()
        return own if self._block is None else self._block[own]

    def runs(self, measure: str) -> list[Counts]:
        """For each system (n_runs, n_blocks, k): the counts that scores are made of, mostly correct, gold, system."""
        if measure not in self._runs:
            if measure.endswith(WHOLE):
                found = self.tables.whole_sentence_counts(measure.removesuffix(WHOLE))
            else:
                found = [self.counted.measures[measure].used(counts) for counts in self.counted.run_counts(measure)]
            self._runs[measure] = [self.add_up(counts) for counts in found]
        return self._runs[measure]

    def pooled(self, measure: str, system: int) -> Counts:
        """(n_blocks, k) summed over the runs of a system."""
        summed: Counts = self.runs(measure)[system].sum(axis=0)
        return summed

    def evaluate(self, measure: str, which: str = "value") -> Callable[[Scores], Scores]:
        """From summed counts (..., k) to values."""
        if measure.endswith(WHOLE):
            return lambda sums: score(np.stack([sums[..., place] for place in (0, 1, 2, 1)], axis=-1), "accuracy")[
                which
            ]
        found, how = self.counted.measures[measure], self.counted.how(measure)
        return lambda sums: found.values(sums, how)[which]

    def observed(self, measure: str, system: int, which: str = "value") -> float:
        """The value of a system."""
        return float(self.evaluate(measure, which)(self.pooled(measure, system).sum(axis=0)))

    # standard errors and intervals ----------------------------------------------------------------------------------

    def influences(self, measure: str, system: int, which: str = "value") -> Scores:
        """(n_blocks,) how much each block moves the value of a system."""
        key = (measure, system, which)
        if key not in self._influences:
            self._influences[key] = influence(self.pooled(measure, system), self.evaluate(measure, which))
        return self._influences[key]

    def run_values(self, measure: str, system: int, which: str = "value") -> Scores:
        """(n_runs,) the value of each run."""
        return self.evaluate(measure, which)(self.runs(measure)[system].sum(axis=1))

    def run_spread(self, measure: str, system: int, which: str = "value") -> float | None:
        """Standard deviation between the runs of a system; None where there is one run."""
        values = self.run_values(measure, system, which)
        return float(values.std(ddof=1)) if len(values) > 1 else None

    def _run_variance(self, measure: str, system: int, which: str = "value") -> float:
        spread = self.run_spread(measure, system, which)
        return 0.0 if spread is None else spread**2 / len(self.runs(measure)[system])

    def error(self, measure: str, before: int, after: int) -> float:
        """Standard error of the difference between two systems, over blocks and runs."""
        blocks = standard_error(self.influences(measure, after) - self.influences(measure, before))
        return sqrt(blocks**2 + self.error_of_runs(measure, before, after) ** 2)

    def error_of_runs(self, measure: str, before: int, after: int) -> float:
        """What the runs of two systems add to the standard error of their difference; 0 where each has one."""
        return sqrt(self._run_variance(measure, before) + self._run_variance(measure, after))

    def _parts(self, measure: str, *systems: int, which: str = "value") -> list[Part]:
        """What the variance of a score, or of the difference between two, consists of: blocks and runs."""
        influences = [self.influences(measure, system, which) for system in systems]
        blocks = standard_error(influences[-1] - influences[0] if len(systems) > 1 else influences[0])
        parts = [Part(blocks**2, self.n_blocks - 1)]
        runs = [(system, len(self.runs(measure)[system])) for system in systems]
        return parts + [Part(self._run_variance(measure, system, which), n - 1) for system, n in runs if n > 1]

    def interval(self, measure: str, system: int, which: str = "value") -> Interval | None:
        """Of one score; `which` is value, precision or recall."""
        if self.n_blocks < 2:  # noqa: PLR2004 (one block has no spread)
            return None
        observed = self.observed(measure, system, which)
        found = self._interval_over_blocks(measure, system, which, observed)
        if found is None or not self._has_runs(system):
            return found
        wider = widen(found, observed, self._parts(measure, system, which=which), self.plan.alpha)
        return self._within_range(measure, observed, wider)

    def method_of(self, measure: str) -> Method:
        """How intervals of a measure are made: too many counts (some for each of many labels) are linearised.

        Unless the user chose a method, or runs or a bootstrap test need the resamples anyway.
        """
        if self.plan.method is not None or self.plan.test == "bootstrap" or self.method != "percentile":
            return self.method
        n_counts = sum(runs.shape[-1] for runs in self.runs(measure))
        several = any(len(runs) > 1 for runs in self.runs(measure))
        return "normal" if n_counts * self.n_blocks > MANY_COUNTS and not several else self.method

    def _interval_over_blocks(self, measure: str, system: int, which: str, observed: float) -> Interval | None:
        method = self.method_of(measure)
        if method in ("t", "normal"):
            blocks = standard_error(self.influences(measure, system, which))
            error = sqrt(blocks**2 + self._run_variance(measure, system, which))
            found = error_interval(observed, error, method, self.n_blocks, self.plan.alpha)
            return None if found is None else self._within_range(measure, observed, found)
        return self._resampled_interval(observed, lambda sums: sums(measure, system, which))

    def _within_range(self, measure: str, observed: float, interval: Interval) -> Interval:
        """No share is below 0, and none above 1 unless it was counted so."""
        most = 1.0 if self.counted.measures[measure.removesuffix(WHOLE)].is_share and observed <= 1 else interval.high
        return Interval(max(interval.low, 0.0), min(interval.high, most))

    def _delta_interval(self, measure: str, before: int, after: int, delta: float, error: float) -> Interval | None:
        if self.n_blocks < 2:  # noqa: PLR2004
            return None
        method = self.method_of(measure)
        if method in ("t", "normal"):
            found = error_interval(delta, error, method, self.n_blocks, self.plan.alpha)
        else:
            found = self._resampled_interval(
                delta, lambda values: values(measure, after, "value") - values(measure, before, "value")
            )
        if found is None or not self._has_runs(before, after):
            return found
        return widen(found, delta, self._parts(measure, before, after), self.plan.alpha)

    def _resampled_interval(
        self, observed: float, statistic: Callable[[Callable[[str, int, str], Scores]], Scores]
    ) -> Interval:
        resampled = statistic(self._resampled_values)
        if self.method == "bca":
            return bca_interval(observed, resampled, statistic(self._values_left_out), self.plan.alpha)
        return percentile_interval(resampled, self.plan.alpha)

    def _values_left_out(self, measure: str, system: int, which: str) -> Scores:
        counts = self.pooled(measure, system)
        return self.evaluate(measure, which)(counts.sum(axis=0) - counts)

    def _resampled_values(self, measure: str, system: int, which: str) -> Scores:
        """(resamples,) values of one system, all measures and systems from the same resamples."""
        columns = self._columns.places[measure, system]  # (n_runs, k)
        sums = self._resampled[:, columns]  # (resamples, n_runs, k)
        return self.evaluate(measure, which)(draw_runs(sums, random_source(self.plan.seed, _RUNS, system)))

    @cached_property
    def _columns(self) -> _Columns:
        names = [*self.counted.measures, *(name + WHOLE for name in self.counted.decision_measures)]
        names = [name for name in names if self.method_of(name) == self.method]
        return _gather_columns({name: self.runs(name) for name in names})

    @cached_property
    def _resampled(self) -> Scores:
        """(resamples, n_columns) sums of blocks drawn with replacement."""
        source = random_source(self.plan.seed, _BOOTSTRAP)
        return np.concatenate(list(drawn_sums(self._columns.rows, self.plan.resamples, source)))

    # tests ----------------------------------------------------------------------------------------------------------

    def contrast(self, measure: str, before: int, after: int) -> Contrast:
        """The difference between two systems; the earlier one may also come second."""
        if measure not in self._contrasts:
            self._contrasts[measure] = self._find_contrasts(measure)
        if before > after:
            return _reverse(self._contrasts[measure][after, before])
        return self._contrasts[measure][before, after]

    def gain(self, measure: str, before: int, after: int) -> tuple[float, Interval | None, Test]:
        """The difference between two systems, its interval and its test, without testing all other pairs."""
        delta = self.observed(measure, after) - self.observed(measure, before)
        error = self.error(measure, before, after) if self.n_blocks > 1 else nan
        pair = (min(before, after), max(before, after))
        if pair not in self._single_tests:
            number = list(combinations(range(len(self.counted.systems)), 2)).index(pair)
            self._single_tests[pair] = self._test_pair(number, *pair)
        test = self._single_tests[pair][measure]
        return delta, self._delta_interval(measure, before, after, delta, error), test

    def _find_contrasts(self, measure: str) -> dict[tuple[int, int], Contrast]:
        pairs = list(combinations(range(len(self.counted.systems)), 2))
        tests = {pair: self._tests[pair][measure] for pair in pairs}
        adjusted = dict(zip(pairs, holm([tests[pair].p for pair in pairs]), strict=True))
        found = {}
        for before, after in pairs:
            delta = self.observed(measure, after) - self.observed(measure, before)
            error = self.error(measure, before, after) if self.n_blocks > 1 else nan
            margin, of_runs = self._margin(measure), self.error_of_runs(measure, before, after)
            found[before, after] = Contrast(
                delta,
                error,
                self._delta_interval(measure, before, after, delta, error),
                tests[before, after],
                adjusted[before, after],
                find_power(delta, error, self.n_blocks, alpha=self.plan.alpha, comparisons=len(pairs), of_runs=of_runs),
                None if margin is None else equivalence_p(delta, error, margin, self._df(measure, before, after)),
                of_runs,
            )
        return found

    def _df(self, measure: str, before: int, after: int) -> int:
        """Degrees of freedom of the standard error of a difference."""
        if self.n_blocks > 1 and self._has_runs(before, after):
            return degrees_of_freedom(self._parts(measure, before, after))
        return max(self.n_blocks - 1, 1)

    def _margin(self, measure: str) -> float | None:
        """The user's margin: points of a share, or as it was given where the measure is none."""
        margin = self.plan.margin
        return margin if margin is None or self.counted.measures[measure].is_share else 100 * margin

    @cached_property
    def _tests(self) -> dict[tuple[int, int], dict[str, Test]]:
        pairs = list(combinations(range(len(self.counted.systems)), 2))
        return {pair: self._test_pair(number, *pair) for number, pair in enumerate(pairs)}

    def _test_pair(self, number: int, before: int, after: int) -> dict[str, Test]:
        """All measures of one pair; those that need random swaps share them."""
        found: dict[str, Test] = {}
        rest: dict[str, Pair] = {}
        for measure in self.counted.measures:
            pair = Pair(self.pooled(measure, before), self.pooled(measure, after), self.evaluate(measure))
            if self._has_runs(before, after) or self.plan.test == "bootstrap":
                self._refuse_for_runs()
                found[measure] = self._bootstrap_test(measure, before, after)
            elif self.plan.test == "mcnemar" and self.counted.measures[measure].is_decision:
                table = self.tables.agreement(measure, before, after)
                found[measure] = mcnemar_test(table.second, table.first)
            elif self.plan.test in (None, "exact") and (exact := self._numerators(measure, pair)) is not None:
                found[measure] = exact_test(exact)
            else:
                self._refuse(measure)
                rest[measure] = pair
        source = random_source(self.plan.seed, _SWAPS, number)
        sampled = randomization_tests(list(rest.values()), self.plan.resamples, source)
        return found | dict(zip(rest, sampled, strict=True))

    def test_parts(self, measure: str, parts: Sequence[Pair], source: np.random.Generator) -> list[Test]:
        """Tests of two systems' counts in some blocks each: exact where whole numbers right differ, else by swaps."""
        exact = {
            place: rows for place, part in enumerate(parts) if (rows := self._numerators(measure, part)) is not None
        }
        rest = [part for place, part in enumerate(parts) if place not in exact]
        sampled = iter(randomization_tests(rest, self.plan.resamples, source))
        return [exact_test(exact[place]) if place in exact else next(sampled) for place in range(len(parts))]

    def _refuse(self, measure: str) -> None:
        """Refuse a test that the headline measure cannot have; other measures fall back."""
        if measure == self.counted.headline and self.plan.test in ("exact", "mcnemar"):
            why = "the systems have different denominators, or counts are no whole numbers"
            if self.plan.test == "mcnemar":
                why = "it is not decided word by word"
            raise UsageError(
                f"--test {self.plan.test} is impossible for {measure} here: {why}",
                hint="--test randomization, or leave --test out",
            )

    def _refuse_for_runs(self) -> None:
        if self.plan.test not in (None, "bootstrap"):
            raise UsageError(
                f"--test {self.plan.test} knows nothing of runs: only the bootstrap draws runs as well as blocks",
                hint="--test bootstrap, or leave --test out; or give one run of each system",
            )

    def _bootstrap_test(self, measure: str, before: int, after: int) -> Test:
        resampled = self._resampled_values(measure, after, "value") - self._resampled_values(measure, before, "value")
        delta = self.observed(measure, after) - self.observed(measure, before)
        found = bootstrap_test(delta, resampled, self._count_differing(measure, before, after))
        if self.n_blocks > 1 and self._has_runs(before, after):
            found = replace(found, p=max(found.p, t_p(delta, self._parts(measure, before, after))))
        return found

    def _count_differing(self, measure: str, before: int, after: int) -> int:
        """Blocks in which any run of one system counts otherwise than any run of the other."""
        one, two = self.runs(measure)[before], self.runs(measure)[after]
        return int(np.count_nonzero(np.any(one[:, None] != two[None], axis=(0, 1, 3))))

    def _has_runs(self, *systems: int) -> bool:
        return any(len(self.runs(self.counted.headline)[system]) > 1 for system in systems)

    def _numerators(self, measure: str, pair: Pair) -> Offsets | None:
        """Differences of whole numbers right, if nothing but they differs between the systems; else None."""
        if self.counted.measures[measure].rate is not None:
            return None
        rows = pair.two - pair.one
        if not np.issubdtype(rows.dtype, np.integer) or rows[:, 1:].any():
            return None
        return rows[:, 0]

    def tests_used(self, measure: str) -> str:
        """Names of the tests behind a measure's p-values, for the signature."""
        names = dict.fromkeys(tests[measure].name for tests in self._tests.values())
        return "+".join(names) or "none"

    # several systems ------------------------------------------------------------------------------------------------

    def clusters(self, measure: str) -> list[list[int]]:
        """Systems from best to worst, in groups that are told apart from each other (Holm)."""
        n = len(self.counted.systems)
        sign = 1 if self.counted.measures[measure].lower_is_better else -1
        order = sorted(range(n), key=lambda system: (sign * self.observed(measure, system), system))
        separated = np.zeros((n, n), dtype=np.bool_)
        for one, two in combinations(range(n), 2):
            separated[one, two] = separated[two, one] = self.is_separated(measure, one, two)
        return rank_clusters(order, separated)

    def is_separated(self, measure: str, before: int, after: int) -> bool:
        """Whether the adjusted p is below alpha."""
        return self.contrast(measure, before, after).p_adjusted < self.plan.alpha


@dataclass(frozen=True, eq=False, slots=True)
class _Columns:
    rows: Counts  # (n_blocks, n_columns)  distinct columns of counts
    places: dict[tuple[str, int], Codes]  # (measure, system) -> (n_runs, k)  where its counts are


def _gather_columns(counts: dict[str, list[Counts]]) -> _Columns:
    """All counts of all measures and systems side by side, equal columns once."""
    known: dict[bytes, int] = {}
    columns: list[Counts] = []
    places: dict[tuple[str, int], Codes] = {}
    for measure, systems in counts.items():
        for system, runs in enumerate(systems):
            where = np.empty((runs.shape[0], runs.shape[2]), dtype=np.int32)
            for run, kind in np.ndindex(*where.shape):
                column = np.ascontiguousarray(runs[run, :, kind])
                key = column.tobytes()
                if key not in known:
                    known[key] = len(columns)
                    columns.append(column)
                where[run, kind] = known[key]
            places[measure, system] = where
    return _Columns(np.stack(columns, axis=1), places)


def _reverse(contrast: Contrast) -> Contrast:
    interval = contrast.interval
    turned = None if interval is None else Interval(-interval.high, -interval.low)
    return replace(contrast, delta=-contrast.delta, interval=turned)
