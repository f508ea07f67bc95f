"""What a sample tells: exact where everything was looked at, covering the truth as often as it says where not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tertium.comparison.adjudication import RATES, Estimates, anchor_model, estimate
from tertium.comparison.latent import find_patterns
from tertium.comparison.sampling import Sample, draw_sample, find_strata
from tertium.comparison.sheets import Judgements
from tertium.errors import MismatchError, UsageError
from tests.raters import World, make_answers, make_world

if TYPE_CHECKING:
    from tertium.comparison.answers import Answers


def judge(world: World, sample: Sample) -> Judgements:
    """A perfect adjudicator."""
    right = (world.said[:, sample.units] == world.truth[sample.units]).T
    return Judgements("sheet.tsv", sample.strata, sample.units, right, np.ones(len(sample.units), dtype=bool))


def survey(world: World, answers: Answers, n: int, seed: int, *, differing: bool = False) -> Estimates:
    sample = draw_sample(answers, n, differing=differing, seed=seed)
    return estimate([judge(world, sample)], answers, seed=seed, alpha=0.05)


WORLD = make_world(np.random.default_rng(8), 400, (0.93, 0.9, 0.85), shared=0.03)
ANSWERS = make_answers(WORLD.said)


def test_estimates__are_exact_where_every_unit_was_looked_at() -> None:
    found = survey(WORLD, ANSWERS, 400, 0)
    assert found.rates is not None
    for system, rates in enumerate(found.rates, 1):
        true = WORLD.rates(system)
        for name in RATES:
            assert rates[name].value == pytest.approx(true[name])
            assert rates[name].interval.low == pytest.approx(true[name])
            assert rates[name].interval.high == pytest.approx(true[name])


def test_estimates__all_differing_units_settle_the_difference() -> None:
    """Where the systems agree, nobody has to look."""
    n = int((WORLD.said[1] != WORLD.said[2]).sum())
    found = survey(WORLD, ANSWERS, n, 0, differing=True)
    assert found.rates is None
    assert found.error_rate is None
    pair = found.pairs[0, 1]
    true = WORLD.rates(2)["accuracy"] - WORLD.rates(1)["accuracy"]
    assert pair.difference.value == pytest.approx(true)
    assert pair.difference.interval.half == pytest.approx(0, abs=1e-12)
    differ = WORLD.said[1] != WORLD.said[2]
    assert pair.wrong.value == int((differ & (WORLD.said[0] != WORLD.truth)).sum())


def test_sample__only_differing_units_are_drawn_for_the_difference() -> None:
    sample = draw_sample(ANSWERS, 40, differing=True, seed=0)
    assert (WORLD.said[1, sample.units] != WORLD.said[2, sample.units]).all()


def test_sample__serves_every_stratum_with_ten_units_or_all() -> None:
    sample = draw_sample(ANSWERS, 100, differing=False, seed=0)
    taken = np.bincount(sample.strata.number[sample.units], minlength=len(sample.strata.sizes))
    assert (taken >= np.minimum(sample.strata.sizes, 10)).all()
    assert taken.tolist() == sample.taken.tolist()
    assert sample.strata.sizes.sum() == 400
    assert len(sample.units) == 100


def test_sample__strata_are_patterns_of_agreement() -> None:
    strata = find_strata(ANSWERS, "pattern", differing=False)
    for number in range(len(strata.sizes)):
        said = WORLD.said[:, strata.number == number]
        agree = [(said[one] == said[two]).tolist() for one, two in ((0, 1), (0, 2), (1, 2))]
        assert all(len(set(row)) == 1 for row in agree)


def test_sample__pools_patterns_where_there_are_too_many_for_it() -> None:
    world = make_world(np.random.default_rng(1), 2000, (0.9, *[0.7] * 7))
    answers = make_answers(world.said)
    assert len(find_strata(answers, "pattern", differing=False).sizes) > 100
    sample = draw_sample(answers, 150, differing=False, seed=0)
    assert sample.strata.level != "pattern"
    found = estimate([judge(world, sample)], answers, seed=0, alpha=0.05)
    assert found.rates is not None
    covered = [rates["accuracy"].interval.covers(world.rates(s)["accuracy"]) for s, rates in enumerate(found.rates, 1)]
    assert sum(covered) >= 6


def test_sample__too_small_is_refused_with_what_would_do() -> None:
    with pytest.raises(UsageError, match="too small") as caught:
        draw_sample(ANSWERS, 5, differing=False, seed=0)
    assert "--sample" in str(caught.value.hint)


def test_sample__without_differences_is_refused() -> None:
    same = make_answers(WORLD.said[[0, 1, 1]])
    with pytest.raises(UsageError, match="same answer everywhere"):
        draw_sample(same, 50, differing=True, seed=0)


def test_two_adjudicators__agreement_and_halves() -> None:
    sample = draw_sample(ANSWERS, 400, differing=False, seed=0)
    one = judge(WORLD, sample)
    right = one.right.copy()
    right[0] = ~right[0]  # they disagree on the first unit
    told = one.told.copy()
    told[1] = False  # and the second cannot tell the second
    two = Judgements("other.tsv", one.strata, one.units, right, told)
    found = estimate([one, two], ANSWERS, seed=0, alpha=0.05)
    assert found.agreement is not None
    assert (found.agreement.rows, found.agreement.same) == (399, 398)
    assert found.agreement.kappa is not None
    assert 0.9 < found.agreement.kappa < 1
    assert found.n_untold == 0
    assert found.error_rate is not None
    assert found.error_rate.value == pytest.approx(WORLD.rates(1)["error_rate"], abs=1 / 400)


def test_two_adjudicators__of_different_sheets_are_refused() -> None:
    one, two = (judge(WORLD, draw_sample(ANSWERS, 100, differing=False, seed=seed)) for seed in (0, 1))
    with pytest.raises(MismatchError, match="other rows"):
        estimate([one, two], ANSWERS, seed=0, alpha=0.05)


def test_cannot_tell__leaves_the_unit_unknown() -> None:
    sample = draw_sample(ANSWERS, 400, differing=False, seed=0)
    one = judge(WORLD, sample)
    told = np.ones(400, dtype=bool)
    told[:20] = False
    found = estimate([Judgements("s", one.strata, one.units, one.right, told)], ANSWERS, seed=0, alpha=0.05)
    assert found.n_untold == 20
    assert found.error_rate is not None
    assert found.error_rate.interval.half > 0


def test_model__held_to_a_sample_is_corrected() -> None:
    """Systems share errors: the model alone is far off, held to a sample it is not."""
    world = make_world(np.random.default_rng(9), 6000, (0.98, 0.95, 0.94), shared=0.05)
    answers = make_answers(world.said)
    sheet = judge(world, draw_sample(answers, 300, differing=False, seed=0))
    block = (np.arange(6000) // 20).astype(np.int32)
    found = anchor_model([sheet], answers, find_patterns(answers), block, seed=0, alpha=0.05)
    assert found is not None
    for system, rates in enumerate(found, 1):
        assert rates["accuracy"].interval.covers(world.rates(system)["accuracy"])


def test_estimates__same_seed_same_numbers() -> None:
    one, two = (survey(WORLD, ANSWERS, 100, 3) for _ in range(2))
    assert one.rates == two.rates


@pytest.mark.slow
@pytest.mark.parametrize("learnt", [0.0, 0.3, 0.9], ids="learnt={}".format)
def test_intervals__cover_the_truth_as_often_as_they_say(learnt: float) -> None:
    """Systems that have learnt none, some or most of the gold's errors; what is covered is the truth of this test set.

    120 simulations: a coverage of 95 % falls below 89 % once in a thousand times. u and p rest on the few wrong gold
    answers of a sample; where nobody shares the gold's errors, p is 0 and plain Jeffreys never covers it.
    """
    world = make_world(np.random.default_rng(11), 6000, (0.97, 0.94, 0.92), shared=0.02, learnt=learnt)
    answers = make_answers(world.said)
    times, covered = 120, dict.fromkeys((*RATES, "difference", "wrong"), 0)
    differ = world.said[1] != world.said[2]
    true_wrong = int((differ & (world.said[0] != world.truth)).sum())
    delta = world.rates(2)["accuracy"] - world.rates(1)["accuracy"]
    for seed in range(times):
        found = survey(world, answers, 150, seed)
        assert found.rates is not None
        for name in RATES:
            covered[name] += found.rates[0][name].interval.covers(world.rates(1)[name])
        covered["difference"] += found.pairs[0, 1].difference.interval.covers(delta)
        covered["wrong"] += found.pairs[0, 1].wrong.interval.covers(true_wrong)
    shares = {name: hits / times for name, hits in covered.items()}
    assert all(share >= 0.89 for share in shares.values()), shares
    assert min(shares.values()) < 1, shares  # an interval that always covers would be none
