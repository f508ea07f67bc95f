"""Paired tests on counts: randomization, bootstrap, McNemar."""

from __future__ import annotations

import os
import subprocess
import sys
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats

from tertium.stats import paired  # its Test, imported by name, would be collected
from tertium.stats.paired import ENUMERATED, Pair, bootstrap_test, exact_test, mcnemar_test, randomization_tests
from tertium.stats.resampling import drawn_sums, every_sign, random_source
from tests.stats import naive
from tests.stats.simulated import World, accuracy, f1, few_counts

if TYPE_CHECKING:
    from tertium._typing import Counts

RESAMPLES = 10_000


def randomize(pair: Pair, *, resamples: int = RESAMPLES, seed: int = 0) -> paired.Test:
    return randomization_tests([pair], resamples, random_source(seed))[0]


def made(n_blocks: int, seed: int = 0, **how: float) -> tuple[Counts, Counts]:
    return World(**how, moving=True).draw(n_blocks, np.random.default_rng(seed))  # type: ignore[arg-type]


@given(counts=few_counts())
@settings(max_examples=40, deadline=None)
def test_randomization__of_few_blocks_is_every_swap(counts: tuple[Counts, Counts]) -> None:
    found = randomize(Pair(*counts, f1), resamples=10)
    assert found.complete
    assert found.p == naive.swap_p(*counts, f1)


def test_randomization__tries_every_swap_of_sixteen_differing_blocks_and_samples_more() -> None:
    one, two = made(60, effect=0.05)
    differing = np.flatnonzero(Pair(one, two, f1).differing())
    for n, complete in ((ENUMERATED, True), (ENUMERATED + 1, False)):
        two_of_n = one.copy()
        two_of_n[differing[:n]] = two[differing[:n]]
        found = randomize(Pair(one, two_of_n, f1), resamples=200)
        assert (found.n_differing, found.complete) == (n, complete)


def test_randomization__samples_agree_with_every_swap() -> None:
    """Seventeen blocks: the last number at which one can still look at all swaps."""
    one, two = made(17, seed=4, share=0.7, length=40, effect=0.04)
    pair = Pair(one, two, f1)
    middle, sums = (one + two).sum(axis=0) / 2, every_sign(17) @ (two - one) / 2
    p = np.mean(np.abs(f1(middle + sums) - f1(middle - sums)) >= abs(pair.delta) - 1e-12)
    found = randomize(pair)
    assert not found.complete
    assert found.p == pytest.approx(p, abs=4 * sqrt(p * (1 - p) / RESAMPLES))


@pytest.mark.parametrize("seed", range(3))
def test_randomization__agrees_with_the_exact_test_where_denominators_are_the_same(seed: int) -> None:
    one, two = World(effect=0.02).draw(150, np.random.default_rng(seed))
    p = exact_test(two[:, 0] - one[:, 0]).p
    assert randomize(Pair(one, two, accuracy)).p == pytest.approx(p, abs=4 * sqrt(p * (1 - p) / RESAMPLES) + 1e-4)


def test_randomization__agrees_with_scipy_on_a_ratio_with_moving_denominators() -> None:
    one, two = made(40, seed=2, effect=0.03)

    # scipy swaps the numbers of rows, and the statistic looks up their counts
    rows, n = np.concatenate([one, two]), len(one)

    def statistic(a: Counts, b: Counts, axis: int) -> Counts:
        sums = [np.moveaxis(rows[np.moveaxis(side.astype(int), axis, -1)], -2, -1).sum(axis=-1) for side in (a, b)]
        return np.asarray(f1(sums[1]) - f1(sums[0]))

    theirs = stats.permutation_test(
        (np.arange(n), n + np.arange(n)),
        statistic,
        permutation_type="samples",
        n_resamples=RESAMPLES,
        vectorized=True,
        rng=np.random.default_rng(0),
    )
    p = float(theirs.pvalue)
    assert randomize(Pair(one, two, f1)).p == pytest.approx(p, abs=5 * sqrt(2 * p * (1 - p) / RESAMPLES))


def test_randomization__of_the_same_system_is_1() -> None:
    one, _ = made(80)
    assert randomize(Pair(one, one, f1)) == paired.Test("randomization", 1.0, 0, complete=True)


def test_randomization__of_equal_scores_is_1() -> None:
    """Whatever is swapped is at least as far apart as not at all."""
    one, two = made(80)
    both = np.concatenate([one, two]), np.concatenate([two, one])
    assert randomize(Pair(*both, f1), resamples=300).p == 1


def test_randomization__knows_no_direction() -> None:
    one, two = made(100, effect=0.02)
    assert randomize(Pair(one, two, f1)).p == randomize(Pair(two, one, f1)).p


def test_randomization__never_gives_0() -> None:
    one, two = made(100, effect=0.15)
    assert randomize(Pair(one, two, f1), resamples=999).p == 1 / 1000


def test_randomization__same_seed_same_p_and_other_seed_other_p() -> None:
    pair = Pair(*made(200, effect=0.01), f1)
    assert randomize(pair).p == randomize(pair).p
    assert len({randomize(pair, seed=seed).p for seed in range(5)}) > 1


def test_randomization__measures_together_are_swapped_together() -> None:
    """The same measure twice gets the same p; one that needs no sample does not disturb the others."""
    one, two = made(200, effect=0.01)
    few = two.copy()
    few[5:] = one[5:]
    pairs = [Pair(one, two, f1), Pair(one, few, f1), Pair(one, two, f1)]
    tests = randomization_tests(pairs, 500, random_source(3))
    assert tests[0] == tests[2]
    assert tests[1].p == randomize(pairs[1]).p


PROGRAM = """
import numpy as np
from tertium.stats.paired import Pair, randomization_tests
from tertium.stats.resampling import drawn_sums, random_source
one, two = np.random.default_rng(0).integers(0, 30, size=(2, 700, 3))
f1 = lambda sums: 2 * sums[..., 0] / (sums[..., 1] + sums[..., 2])
print(randomization_tests([Pair(one, two, f1)], 3000, random_source(0))[0])
print(repr(sum(part.sum(axis=0) for part in drawn_sums(one, 500, random_source(0))).tolist()))
"""


def test_randomization__does_not_depend_on_threads() -> None:
    """Whole numbers add up to the same sum in any order, and the random numbers are drawn in one place."""
    outputs = set()
    for n in ("1", "4"):
        threads = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), n)
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(command, env=os.environ | threads, capture_output=True, text=True, check=True)
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert "randomization" in outputs.pop()


def test_mcnemar__is_the_binomial_test_on_changed_words() -> None:
    found = mcnemar_test(30, 14)
    assert found.p == pytest.approx(stats.binomtest(30, 44).pvalue)
    assert (found.name, found.n_differing, found.complete) == ("mcnemar", 44, True)
    assert mcnemar_test(14, 30).p == found.p
    assert mcnemar_test(0, 0).p == 1


def test_bootstrap__agrees_with_the_exact_test_on_many_blocks() -> None:
    one, two = World(effect=0.01).draw(800, np.random.default_rng(5))
    rows = np.concatenate([one, two], axis=1)
    sums = np.concatenate(list(drawn_sums(rows, 2000, random_source(0))))
    pair = Pair(one, two, accuracy)
    n = int(np.count_nonzero(pair.differing()))
    found = bootstrap_test(pair.delta, accuracy(sums[:, 3:]) - accuracy(sums[:, :3]), n)
    assert found.p == pytest.approx(exact_test(two[:, 0] - one[:, 0]).p, abs=0.03)
    assert (found.name, found.n_differing, found.complete) == ("bootstrap", n, False)


def test_bootstrap__of_no_difference_is_1() -> None:
    assert bootstrap_test(0.0, np.array([0.1, -0.2, 0.0]), 3).p == 1


def test_bootstrap__of_few_differing_blocks_is_no_surer_than_an_exact_test() -> None:
    """Five blocks that all point the same way: the resamples alone would say .03."""
    one = np.tile([8, 8, 8], (60, 1))
    two = one.copy()
    two[:5, 0] -= 1
    sums = np.concatenate(list(drawn_sums(np.concatenate([one, two], axis=1), 4000, random_source(0))))
    resampled = accuracy(sums[:, 3:]) - accuracy(sums[:, :3])
    delta = Pair(one, two, accuracy).delta
    assert np.mean(np.abs(resampled - delta) >= abs(delta)) < 0.05
    assert bootstrap_test(delta, resampled, 5).p == exact_test(two[:, 0] - one[:, 0]).p == 1 / 16
    assert bootstrap_test(delta, np.full(100, delta), 1).p == 1


def test_finest__p_that_resamples_can_give() -> None:
    one, two = made(100, effect=0.15)
    assert randomize(Pair(one, two, f1), resamples=9).finest == 0.1
    assert bootstrap_test(0.5, np.full(19, 0.5), 40).finest == 0.05
    assert randomize(Pair(one[:9], two[:9], f1), resamples=9).finest == 0  # every swap is tried


@pytest.mark.parametrize(("n", "smallest"), [(0, 1.0), (1, 1.0), (2, 0.5), (6, 1 / 32), (5000, 2.0**-999)])
def test_smallest__p_that_differing_blocks_can_give(n: int, smallest: float) -> None:
    assert paired.Test("exact", 1.0, n, complete=True).smallest == smallest
