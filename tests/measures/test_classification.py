"""Accuracy, micro and macro F1 of rows with one label each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tests.tables import write_table

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.result import Scores

LABELS = ["a", "b", "c", "d"]


def score(gold: list[str], system: list[str], folder: Path, **options: Any) -> Scores:
    path = folder / "t.csv"
    rows = "".join(f"{one},{two}\n" for one, two in zip(gold, system, strict=True))
    path.write_text(f"gold,pred\n{rows}", encoding="utf-8")
    return tertium.score(path, **options)


def naive_macro(gold: list[str], system: list[str]) -> float:
    """The mean of 2 right / (gold + system) over the labels that occur on either side."""
    values = []
    for label in set(gold) | set(system):
        right = sum(one == two == label for one, two in zip(gold, system, strict=True))
        values.append(2 * right / (gold.count(label) + system.count(label)))
    return sum(values) / len(values)


def test_labels__by_hand(tmp_path: Path) -> None:
    result = tertium.score(write_table(tmp_path))
    assert result.systems == ("a", "b")
    assert result.score("Accuracy", "a").value == pytest.approx(4 / 6)
    assert result.score("MicroF1", "b").value == pytest.approx(4 / 6)
    # a: good 1 of 2 and 2, bad 2 of 2 and 3, none 1 of 2 and 1
    assert result.score("MacroF1", "a").value == pytest.approx((2 * 1 / 4 + 2 * 2 / 5 + 2 * 1 / 3) / 3)
    # b: good 2 of 2 and 4, bad 1 of 2 and 1, none 1 of 2 and 1
    assert result.score("MacroF1", "b").value == pytest.approx((2 * 2 / 6 + 2 * 1 / 3 + 2 * 1 / 3) / 3)


def test_labels__negative_label_proposes_nothing(tmp_path: Path) -> None:
    """As relation extraction is scored: `none` is neither to be found nor found."""
    result = tertium.score(write_table(tmp_path), negative="none")
    micro = result.score("MicroF1", "b")
    assert micro.precision is not None
    assert micro.recall is not None
    assert micro.precision.value == pytest.approx(3 / 5)
    assert micro.recall.value == pytest.approx(3 / 4)
    assert micro.value == pytest.approx(2 * 3 / (5 + 4))
    assert result.score("MacroF1", "b").value == pytest.approx((2 * 2 / 6 + 2 * 1 / 3) / 2)
    assert result.score("Accuracy", "b").value == pytest.approx(4 / 6)
    assert "negative:none" in result.signature


def test_labels__label_of_another_system_does_not_count(tmp_path: Path) -> None:
    """The labels of MacroF1 are the gold's and the system's own: who else is compared does not move it."""
    path = tmp_path / "t.csv"
    path.write_text("gold,x_pred,y_pred\np,p,p\nq,q,strange\np,q,p\n", encoding="utf-8")
    result = tertium.score(path)
    assert result.score("MacroF1", "x_pred").value == pytest.approx((2 * 1 / 3 + 2 * 1 / 3) / 2)
    assert result.score("MacroF1", "y_pred").value == pytest.approx((1 + 0 + 0) / 3)
    assert any("strange" in warning for warning in result.warnings)


def test_labels__no_answer_is_wrong_and_proposes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("gold,pred\np,p\nq,\np,p\n", encoding="utf-8")
    result = tertium.score(path)
    micro = result.score("MicroF1", "pred")
    assert (micro.correct, micro.gold, micro.proposed) == (2, 3, 2)
    assert result.score("Accuracy", "pred").value == pytest.approx(2 / 3)
    assert result.score("MacroF1", "pred").value == pytest.approx((1 + 0) / 2)
    assert any("without an answer" in warning for warning in result.warnings)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1, max_size=30))
def test_macro_f1__is_the_mean_over_labels(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    gold, system = [list(side) for side in zip(*rows, strict=True)]
    result = score(gold, system, tmp_path_factory.mktemp("t"))
    assert result.score("macro", "pred").value == pytest.approx(naive_macro(gold, system), abs=1e-12)
    assert result.score("micro", "pred").value == pytest.approx(result.score("Accuracy", "pred").value, abs=1e-12)


def test_macro_f1__interval_resamples_rows(tmp_path: Path) -> None:
    """The interval is that of a bootstrap written out: draw rows, score the drawn rows by the definition."""
    source = np.random.default_rng(0)
    gold = source.choice(["a", "b", "c"], 120, p=[0.6, 0.3, 0.1]).tolist()
    system = [label if source.random() < 0.7 else "b" for label in gold]
    result = score(gold, system, tmp_path, intervals=True, resamples=2000)
    found = result.interval("MacroF1", "pred")
    assert found is not None
    values = []
    for _ in range(2000):
        drawn = source.integers(0, 120, 120)
        values.append(naive_macro([gold[place] for place in drawn], [system[place] for place in drawn]))
    low, high = np.quantile(values, (0.025, 0.975))
    assert found.low == pytest.approx(low, abs=0.02)
    assert found.high == pytest.approx(high, abs=0.02)


def test_macro_f1__test_swaps_rows(tmp_path: Path) -> None:
    """Two systems that err on the same number of rows of one label are not told apart; a much better one is."""
    path = tmp_path / "t.csv"
    rows = [("a", "a", "b")] * 20 + [("b", "b", "b")] * 20 + [("a", "a", "a")] * 5
    path.write_text("gold,x_pred,y_pred\n" + "".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    result = tertium.compare(path, resamples=999)
    contrast = result.contrast("x_pred", "y_pred", "MacroF1")
    assert contrast is not None
    assert contrast.test.name == "randomization"
    assert contrast.p == pytest.approx(1 / 1000)


def test_macro_f1__too_many_counts_are_linearised_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of rows with dozens of labels would take minutes to resample; the normal interval is close."""
    source = np.random.default_rng(0)
    gold = source.choice(["a", "b", "c"], 400).tolist()
    system = [label if source.random() < 0.7 else "b" for label in gold]
    resampled = score(gold, system, tmp_path, intervals=True)
    first, accuracy = (resampled.interval(name, "pred") for name in ("MacroF1", "Accuracy"))
    monkeypatch.setattr("tertium.comparison.inference.MANY_COUNTS", 400 * 8)
    linear = score(gold, system, tmp_path, intervals=True)
    asked = score(gold, system, tmp_path, intervals=True, interval="percentile")
    second = linear.interval("MacroF1", "pred")
    assert asked.interval("MacroF1", "pred") == first
    assert first is not None
    assert second is not None
    assert second.low == pytest.approx(first.low, abs=0.01)
    assert second.low != first.low
    assert linear.interval("Accuracy", "pred") == accuracy
    assert any("MacroF1: intervals are normal ones" in warning for warning in linear.warnings)
    assert not any("normal ones" in warning for warning in asked.warnings)
