"""The latent-class model: right where raters err on their own, wrong where systems share errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tertium.comparison.adjudication import model_rates
from tertium.comparison.latent import count_patterns, find_patterns, fit_model
from tests.raters import make_answers, make_world

if TYPE_CHECKING:
    from numpy.typing import NDArray


def naive_model(said: NDArray[np.int64], n_labels: int, steps: int) -> NDArray[np.float64]:
    """Dawid and Skene (1979) unit by unit, with the same prior: the chance of each truth, (n_labels, n_units)."""
    chance = np.zeros((n_labels, said.shape[1]))
    for unit, gold in enumerate(said[0]):
        chance[gold, unit] = 1.0
    for _ in range(steps):
        prior = [(sum(row) + 1 / n_labels) for row in chance.tolist()]
        tables = []
        for row in said:
            table = [[1 / n_labels] * (n_labels + 1) for _ in range(n_labels)]
            for truth in range(n_labels):
                table[truth][n_labels] += 1 - 1 / n_labels
                for unit, label in enumerate(row.tolist()):
                    table[truth][n_labels if label == truth else label] += chance[truth, unit]
            tables.append([[value / sum(values) for value in values] for values in table])
        for unit in range(said.shape[1]):
            weights = [prior[truth] for truth in range(n_labels)]
            for row, table in zip(said, tables, strict=True):
                label = int(row[unit])
                weights = [w * table[t][n_labels if label == t else label] for t, w in enumerate(weights)]
            chance[:, unit] = np.array(weights) / sum(weights)
    return chance


def test_model__agrees_with_the_textbook() -> None:
    world = make_world(np.random.default_rng(2), 60, (0.9, 0.8, 0.7), n_labels=3)
    answers = make_answers(world.said)
    patterns = find_patterns(answers)
    belief = fit_model(patterns, count_patterns(patterns), steps=4)
    expected = naive_model(world.said, 3, 4)
    gold = expected[world.said[0], np.arange(60)]
    assert belief.wrong_gold() == pytest.approx(1 - gold, abs=1e-9)


def test_model__finds_what_raters_are_worth_if_they_err_on_their_own() -> None:
    world = make_world(np.random.default_rng(3), 20_000, (0.97, 0.9, 0.85, 0.8))
    answers = make_answers(world.said)
    patterns = find_patterns(answers)
    belief = fit_model(patterns, count_patterns(patterns))
    for system in (1, 2, 3):
        found, true = model_rates(belief, answers, system), world.rates(system)
        assert found["accuracy"] == pytest.approx(true["accuracy"], abs=0.01)
        assert found["error_rate"] == pytest.approx(true["error_rate"], abs=0.01)
    wrong = world.said[0] != world.truth
    first = np.argsort(-belief.wrong_gold())[: int(wrong.sum())]
    assert wrong[first].mean() > 0.8


def test_model__fails_if_systems_share_errors() -> None:
    """All systems make the same mistake on 4 % of the units: the model takes the gold for wrong there.

    The gold has 2 % of errors, the model sees about 6; the systems are worse than it says. Its own doubt is far too
    small to warn anybody: hence its estimates are not printed without a sample.
    """
    world = make_world(np.random.default_rng(4), 20_000, (0.98, 0.95, 0.94, 0.93), shared=0.04)
    answers = make_answers(world.said)
    patterns = find_patterns(answers)
    belief = fit_model(patterns, count_patterns(patterns))
    for system in (1, 2, 3):
        found, true = model_rates(belief, answers, system), world.rates(system)
        assert true["error_rate"] == pytest.approx(0.02, abs=0.003)
        assert found["error_rate"] > 2.5 * true["error_rate"]
        assert found["accuracy"] > true["accuracy"] + 0.03


def test_model__proposed_answers_and_other_where_labels_are_many() -> None:
    world = make_world(np.random.default_rng(5), 4000, (0.95, 0.9, 0.85))
    answers = make_answers(world.said)
    few, many = find_patterns(answers), find_patterns(answers, heads=2.0)
    assert not few.has_other
    assert many.has_other
    assert many.n_classes == answers.n_raters + 1
    chances = [fit_model(found, count_patterns(found)).wrong_gold() for found in (few, many)]
    apart = np.abs(chances[0] - chances[1])
    assert (apart > 0.5).mean() < 0.01


@pytest.mark.parametrize("heads", [None, 10.0])
def test_favourite__is_never_the_golds_answer(heads: float | None) -> None:
    world = make_world(np.random.default_rng(6), 500, (0.9, 0.8, 0.7))
    answers = make_answers(world.said)
    patterns = find_patterns(answers, heads=heads)
    favourite = fit_model(patterns, count_patterns(patterns)).favourite(answers)
    differ = (answers.first != answers.first[0]).any(axis=0)
    assert ((favourite >= 0) == differ).all()
    units = np.flatnonzero(favourite >= 0)
    assert (answers.first[favourite[units], units] != answers.first[0, units]).all()
