"""Validation by simulation: do the tests err as often as they say, and do the intervals cover what they should?

Systems are made whose errors cluster in sentences (`simulated.World`), so that a method which took words for
independent would fail here; one test shows that it does.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tertium.stats.few_runs import Part, t_p
from tertium.stats.intervals import bca_interval, error_interval, percentile_interval
from tertium.stats.linear import influence, standard_error
from tertium.stats.multiple import MaxT
from tertium.stats.paired import Pair, bootstrap_test, exact_test, mcnemar_test, randomization_tests
from tertium.stats.power import find_power
from tertium.stats.resampling import draw_runs, drawn_sums, random_source, swapped_sums
from tests.stats.simulated import World, accuracy, f1

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Counts, Scores
    from tertium.stats.linear import Evaluate

pytestmark = pytest.mark.slow

LEVELS = (0.01, 0.05)


def band(share: float, n: int) -> float:
    """How far a share of n simulations may lie from the true one: four standard errors."""
    return 4 * sqrt(share * (1 - share) / n)


def simulate(world: World, n_blocks: int, times: int, p: Callable[[Counts, Counts, int], float]) -> Scores:
    """(times,) p-values."""
    source = np.random.default_rng(20)
    return np.array([p(*world.draw(n_blocks, source), seed) for seed in range(times)])


def exact_p(one: Counts, two: Counts, _: int) -> float:
    return exact_test(two[:, 0] - one[:, 0]).p


def randomization_p(one: Counts, two: Counts, seed: int) -> float:
    return randomization_tests([Pair(one, two, f1)], 999, random_source(seed))[0].p


def errs_as_often_as_it_says(p: Scores) -> bool:
    """P(p <= alpha) is at most alpha, and a discrete test not much less."""
    for level in LEVELS:
        share = float(np.mean(p <= level))
        assert share <= level + band(level, len(p))
        assert share >= 0.75 * level - band(level, len(p))
    return True


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("n_blocks", [40, 400])
def test_exact_test__type_i_error(n_blocks: int, together: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    world = World(together=together)
    assert errs_as_often_as_it_says(simulate(world, n_blocks, 4000, exact_p))


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("n_blocks", [40, 200])
def test_randomization__type_i_error_with_moving_denominators(n_blocks: int, together: bool) -> None:  # noqa: FBT001
    world = World(together=together, moving=True)
    assert errs_as_often_as_it_says(simulate(world, n_blocks, 2000, randomization_p))


def test_mcnemar__errs_too_often_where_errors_cluster() -> None:
    """The reason for its warning: words of a sentence that is hard for one system only go wrong together."""

    def p(one: Counts, two: Counts, seed: int) -> float:
        source = np.random.default_rng(seed)
        both = source.hypergeometric(one[:, 0], one[:, 1] - one[:, 0], two[:, 0])
        return mcnemar_test(int((two[:, 0] - both).sum()), int((one[:, 0] - both).sum())).p

    found = simulate(World(together=False), 200, 1000, p)
    assert np.mean(found <= 0.05) > 0.15


def test_exact_test__power_is_the_formulas() -> None:
    """Where the true difference is the smallest detectable one, four of five test sets find it."""
    world, n_blocks = World(effect=0.02), 300
    one, two = world.draw(300_000, np.random.default_rng(0))
    error = standard_error(influence(two, accuracy) - influence(one, accuracy)) * sqrt(len(one) / n_blocks)
    delta = Pair(one, two, accuracy).delta
    expected = find_power(delta, error, n_blocks, alpha=0.05)
    found = simulate(world, n_blocks, 1500, exact_p)
    assert 0.3 < expected.power < 0.95
    assert np.mean(found <= 0.05) == pytest.approx(expected.power, abs=band(expected.power, 1500) + 0.01)

    found = simulate(world, round(expected.blocks_needed), 1500, exact_p)
    assert np.mean(found <= 0.05) == pytest.approx(0.8, abs=band(0.8, 1500) + 0.01)


def test_max_t__family_wise_error() -> None:
    """Ten overlapping slices, three of them with a real difference: the others get a star in one of twenty at most."""
    times, n_blocks, source = 1500, 80, np.random.default_rng(6)
    real, wrong, found = np.arange(10) < 3, 0, 0
    for seed in range(times):
        member = source.random((n_blocks, 10)) < 0.5
        change = (source.poisson(1.0, (n_blocks, 1)) - source.poisson(1.0, (n_blocks, 1))) * member
        change[:, real] += source.binomial(1, 0.6, (n_blocks, 3))
        spread = np.sqrt((change**2).sum(axis=0))
        test = MaxT(change.sum(axis=0) / spread)
        for sums in swapped_sums(change, 199, random_source(seed)):
            test.feed(sums / spread)
        star = test.adjusted() <= 0.05
        wrong, found = wrong + bool(star[~real].any()), found + int(star[real].sum())
    assert wrong / times <= 0.05 + band(0.05, times)
    assert found > times


def cover(world: World, evaluate: Evaluate, n_blocks: int, times: int) -> dict[str, float]:
    """How often intervals for the difference of two systems cover the true one, by method."""
    source = np.random.default_rng(9)
    ones, twos = world.draw(200_000, source)
    true = Pair(ones, twos, evaluate).delta
    covered = dict.fromkeys(("percentile", "bca", "t", "normal"), 0)
    for seed in range(times):
        drawn = source.integers(0, len(ones), size=n_blocks)
        one, two = ones[drawn], twos[drawn]
        delta = Pair(one, two, evaluate).delta
        sums = np.concatenate(list(drawn_sums(np.concatenate([one, two], axis=1), 999, random_source(seed))))
        resampled = evaluate(sums[:, 3:]) - evaluate(sums[:, :3])
        left_out = evaluate(two.sum(axis=0) - two) - evaluate(one.sum(axis=0) - one)
        error = standard_error(influence(two, evaluate) - influence(one, evaluate))
        intervals = {
            "percentile": percentile_interval(resampled, 0.05),
            "bca": bca_interval(delta, resampled, left_out, 0.05),
            "t": error_interval(delta, error, "t", n_blocks, 0.05),
            "normal": error_interval(delta, error, "normal", n_blocks, 0.05),
        }
        for method, interval in intervals.items():
            covered[method] += interval is not None and interval.covers(true)
    return {method: count / times for method, count in covered.items()}


DOCUMENTS = World(length=150, clustering=40, effect=0.02)
SENTENCES = World(effect=0.02)


@pytest.mark.parametrize(("evaluate", "moving"), [(accuracy, False), (f1, True)])
@pytest.mark.parametrize(("n_blocks", "percentile"), [(6, 0.86), (12, 0.90), (24, 0.93)])
def test_intervals__coverage_with_few_documents(
    n_blocks: int,
    percentile: float,
    evaluate: Evaluate,
    moving: bool,  # noqa: FBT001
) -> None:
    """Why t is the default under 50 blocks: percentile intervals are too short there, t hardly."""
    times = 1500
    found = cover(replace(DOCUMENTS, moving=moving), evaluate, n_blocks, times)
    assert found["percentile"] == pytest.approx(percentile, abs=band(percentile, times) + 0.02)
    assert found["t"] == pytest.approx(0.94, abs=band(0.94, times) + 0.015)
    assert found["percentile"] <= found["t"]


@pytest.mark.parametrize(("evaluate", "moving"), [(accuracy, False), (f1, True)])
@pytest.mark.parametrize("n_blocks", [60, 300])
def test_intervals__coverage_with_many_sentences(n_blocks: int, evaluate: Evaluate, moving: bool) -> None:  # noqa: FBT001
    times = 1500
    for share in cover(replace(SENTENCES, moving=moving), evaluate, n_blocks, times).values():
        assert share == pytest.approx(0.95, abs=band(0.95, times) + 0.6 / n_blocks)


def runs_world(n_runs: int, spread: float, source: np.random.Generator) -> tuple[list[Counts], list[Counts]]:
    """Two systems of the same quality, each trained several times, on 150 sentences; some runs are better."""
    world = World()
    gold = 1 + source.poisson(12, size=150)
    ease = world.ease(150, source)

    def train() -> list[Counts]:
        chances = [np.clip(ease + luck, 0, 1) for luck in source.normal(0, spread, size=n_runs)]
        return [np.stack([source.binomial(gold, chance), gold, gold], axis=-1) for chance in chances]

    return train(), train()


@pytest.mark.parametrize(("n_runs", "alone"), [(2, 0.12), (3, 0.08), (8, 0.04)])
def test_runs__are_not_taken_for_sentences(n_runs: int, alone: float) -> None:
    """Equal systems whose runs differ more than sentences do: 5 false alarms in 100, also with two runs.

    The bootstrap alone takes the spread of few runs for known, and errs more often than `alone`.
    """
    times, source, false, bootstrap = 2000, np.random.default_rng(3), 0, 0
    for seed in range(times):
        systems = runs_world(n_runs, 0.03, source)
        rows = np.concatenate([run for runs in systems for run in runs], axis=1)
        sums = np.concatenate(list(drawn_sums(rows, 199, random_source(seed, 0)))).reshape(199, 2, n_runs, 3)
        drawn = [draw_runs(sums[:, place], random_source(seed, 1, place)) for place in range(2)]
        resampled = accuracy(drawn[1]) - accuracy(drawn[0])
        observed = [accuracy(np.sum(runs, axis=(0, 1))) for runs in systems]
        delta = float(observed[1] - observed[0])
        p = bootstrap_test(delta, resampled, 150).p
        bootstrap += p <= 0.05
        false += max(p, t_p(delta, parts_of(systems))) <= 0.05
    assert false / times <= 0.05 + band(0.05, times)
    assert bootstrap / times > alone


def parts_of(systems: Sequence[list[Counts]]) -> list[Part]:
    """The variance of the difference between two systems: of blocks, and of the runs of each."""
    one, two = (influence(np.sum(runs, axis=0), accuracy) for runs in systems)
    spreads = [np.var([accuracy(run.sum(axis=0)) for run in runs], ddof=1) / len(runs) for runs in systems]
    runs = [Part(float(spread), len(own) - 1) for spread, own in zip(spreads, systems, strict=True)]
    return [Part(standard_error(two - one) ** 2, len(one) - 1), *runs]
