"""Bounds and duels from files and from lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tertium
from tertium.comparison.error_rates import Rate, read_rates, read_tags
from tertium.comparison.noise import bound_over_p, bound_system
from tertium.errors import UsageError
from tertium.stats.noise import span_hard, span_reasonable
from tests.chains import conll, write_pair
from tests.raters import make_world

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GOLD = [[("a", "D"), ("can", "N"), ("rusts", "V")], [("I", "P"), ("can", "X"), ("can", "V"), ("it", "P")]] * 30


def spoil(sentences: list[list[tuple[str, str]]], every: int) -> list[list[tuple[str, str]]]:
    """Every so many words have another tag."""
    count, found = 0, []
    for sentence in sentences:
        words = []
        for word, tag in sentence:
            count += 1
            words.append((word, "Z") if count % every == 0 else (word, tag))
        found.append(words)
    return found


def look(**options: Any) -> tertium.Noise:
    return tertium.noise(GOLD, {"a": spoil(GOLD, 5), "b": spoil(GOLD, 16)}, **options)


def test_bounds__by_group_of_words() -> None:
    rows = {(row.system, row.group): row for row in look(error_rate=0.02).bound_rows}
    all_words = rows["a", "all"]
    assert all_words.units == 210
    assert all_words.observed == 1 - 42 / 210
    assert all_words.hard is not None
    assert (all_words.hard.low, all_words.hard.high) == pytest.approx((0.78, 0.82))
    ambiguous = rows["b", "ambiguous"]
    assert (ambiguous.units, ambiguous.tags) == (90, 3.0)
    assert ambiguous.reasonable is not None
    low, high = span_reasonable(ambiguous.observed, 0.02, 3.0)
    assert (ambiguous.reasonable.low, ambiguous.reasonable.high) == (float(low), float(high))
    assert rows["a", "unambiguous"].reasonable is None


def test_bounds__sampling_widens_them() -> None:
    for row in look(error_rate=0.02).bound_rows:
        assert row.hard is not None
        assert row.sampled is not None
        assert row.sampled.low <= row.hard.low
        assert row.sampled.high >= row.hard.high
        assert (row.reasonable_sampled is None) == (row.reasonable is None)
        if row.reasonable is not None and row.reasonable_sampled is not None:
            assert row.reasonable_sampled.low <= row.reasonable.low
            assert row.reasonable_sampled.high >= row.reasonable.high


def test_bounds__of_a_range_hold_those_of_every_rate_in_it() -> None:
    rate = Rate(0.01, 0.2)
    for observed in (0.7, 0.85, 0.95, 0.99):
        found = bound_system("a", observed, rate=rate, tags=2.5, group="all")
        assert found.hard is not None
        for value in np.linspace(0.01, 0.2, 50):
            low, high = span_hard(observed, value)
            assert found.hard.low - 1e-9 <= low <= high <= found.hard.high + 1e-9
            low, high = span_reasonable(observed, value, 2.5)
            if found.reasonable is not None and np.isfinite(low):
                assert found.reasonable.low - 1e-3 <= low <= high <= found.reasonable.high + 1e-3


def test_bounds__without_an_error_rate_there_are_none() -> None:
    result = look()
    assert all(row.hard is None for row in result.bound_rows)
    assert result.duels[0].is_told is None
    assert result.duels[0].flips is not None
    assert "Is it better than that?" in result.verdict


def test_bounds__no_reasonable_interval_is_explained() -> None:
    result = look(error_rate=0.5)
    rows = [row for row in result.bound_rows if row.group == "ambiguous"]
    assert rows[1].why_not is not None
    assert any("overstated" in warning for warning in result.warnings)


def test_duel__counts_and_verdict() -> None:
    duel = look(error_rate=0.01).duels[0]
    b, c = duel.corrections, duel.new_errors
    assert duel.units == 210
    assert duel.delta == pytest.approx((b - c) / 210)
    assert duel.flips == -(-(b - c) // 2)
    assert duel.critical_rate == duel.flips / 210
    assert duel.allowed == 2
    assert duel.is_told
    assert duel.true is not None
    assert duel.true.low == pytest.approx((b - c - 4) / 210)
    assert duel.sampled is not None
    assert duel.sampled.low < duel.true.low
    assert duel.flips_to_doubt is not None
    assert 0 < duel.flips_to_doubt <= duel.flips
    assert look(error_rate=0.3).duels[0].is_told is False


def test_duel__equal_systems_have_nothing_to_tell() -> None:
    result = tertium.noise(GOLD, {"a": spoil(GOLD, 5), "b": spoil(GOLD, 5)}, error_rate=0.01)
    assert result.duels[0].winner is None
    assert "nothing to tell" in result.verdict


def test_own_error_rates__the_pair_takes_the_higher() -> None:
    result = look(error_rate={"a": 0.01, "b": (0.02, 0.05)})
    assert [str(row.rate) for row in result.bound_rows if row.group == "all"] == ["1 %", "2 to 5 %"]
    assert result.duels[0].rate == 0.05
    assert any("share one gold" in warning for warning in result.warnings)


def test_one_system__has_bounds_and_no_pairs() -> None:
    result = tertium.noise(GOLD, {"a": spoil(GOLD, 5)}, error_rate=0.02)
    assert result.duels == []
    assert "truly on [78.00, 82.00] %" in result.verdict
    assert len(result.pairs) == 0


def test_measure_that_is_no_decision__is_refused(tmp_path: Path) -> None:
    from tests import small

    gold, old, new = small.write(tmp_path)
    with pytest.raises(UsageError, match="CLAS is no decision"):
        tertium.noise(str(gold), [str(old), str(new)], measures=["CLAS"])


def test_better_gold__measures_the_unknowns() -> None:
    """Table 1 of the paper in counts, by hand."""
    world = make_world(np.random.default_rng(1), 400, (0.9, 0.85, 0.8), learnt=0.4)

    def as_list(row: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[list[tuple[str, str]]]:
        return [[(f"w{place % 7}", f"L{label}")] for place, label in enumerate(row.tolist())]

    gold, *systems = (as_list(row) for row in world.said)
    outputs = {"a": systems[0], "b": systems[1]}
    result = tertium.noise(gold, outputs, error_rate=0.1, against=as_list(world.truth))
    for place, name in enumerate(outputs, 1):
        row = next(row for row in result.truth_rows if (row.system, row.group) == (name, "all"))
        true = world.rates(place)
        assert row.error_rate == pytest.approx(true["error_rate"])
        assert (row.t, row.u, row.p, row.accuracy) == pytest.approx((true["t"], true["u"], true["p"], true["accuracy"]))
        assert row.holds("hard")
    (duel,) = result.true_duels
    assert duel.bound is not None
    assert duel.bound.low - 1e-9 <= duel.true <= duel.bound.high + 1e-9
    assert duel.true == pytest.approx(world.rates(2)["accuracy"] - world.rates(1)["accuracy"])


def test_figure__over_p_is_the_bound_at_each_p() -> None:
    p, low, high = bound_over_p(0.9135, Rate(0.03, 0.03), 2.5)
    assert (p[0], p[-1]) == pytest.approx((2 / 3, 1))
    assert [round(100 * float(side[place]), 2) for place in (0, -1) for side in (low, high)] == [
        91.35,
        94.05,
        90.75,
        93.99,
    ]
    p, low, high = bound_over_p(0.93, Rate(0.03, 0.03), None)
    assert [p[0], p[-1], low[-1], high[0]] == pytest.approx([0, 1, 0.9, 0.96])


# what a user may write ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (0.03, ["3 %", "3 %"]),
        ("0.03", ["3 %", "3 %"]),
        ("0.02:0.04", ["2 to 4 %", "2 to 4 %"]),
        ((0.02, 0.04), ["2 to 4 %", "2 to 4 %"]),
        ("a=0.03,b=0.02", ["3 %", "2 %"]),
        ("b=0.02:0.05, a=0", ["0 %", "2 to 5 %"]),
        ("0.03,0.02", ["3 %", "2 %"]),
        ({"a": 0.1, "b": 0.2}, ["10 %", "20 %"]),
    ],
)
def test_error_rate__notations(given: object, expected: list[str]) -> None:
    rates = read_rates(given, ["a", "b"])
    assert rates is not None
    assert [str(rate) for rate in rates.values()] == expected


@pytest.mark.parametrize(
    ("read", "given", "message"),
    [
        (read_rates, -0.1, "not between 0 and 1"),
        (read_rates, "3", "not between 0 and 1"),
        (read_rates, "nan", "no number"),
        (read_rates, "three", "no number"),
        (read_rates, "0.04:0.02", "begins above its end"),
        (read_rates, "0.1:0.2:0.3", "cannot be understood"),
        (read_rates, "a=0.1", "nothing for b"),
        (read_rates, "a=0.1,c=0.1", "no system 'c'"),
        (read_rates, "0.1,0.2,0.3", "3 values for 2 systems"),
        (read_tags, 1.9, "below 2"),
        (read_tags, "inf", "no number"),
        (read_tags, "a=2.5,b=1", "below 2"),
    ],
)
def test_bad_values__are_refused(read: Callable[[object, list[str]], object], given: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(given, ["a", "b"])


def test_percent__is_suspected_and_the_hint_says_so() -> None:
    with pytest.raises(UsageError) as caught:
        read_rates(3, ["a"])
    assert "0.03" in str(caught.value.hint)


# units that systems propose themselves ------------------------------------------------------------------------------

TREES = {
    "gold": "(S (NP (D the) (N dog)) (VP (V sees) (NP (D a) (N cat))) (. .))",
    "a": "(S (NP (D the) (N dog)) (V sees) (X (D a) (N cat)) (. .))",
    "b": "(S (NP (D the) (N dog)) (VP (V sees) (NP (D a) (N cat))) (. .))",
    "better": "(S (NP (D the) (N dog)) (VP (V sees) (X (D a) (N cat))) (. .))",
}


def write_trees(folder: Path) -> dict[str, str]:
    paths = {}
    for name, tree in TREES.items():
        path = folder / f"{name}.mrg"
        path.write_text(f"{tree}\n" * 8, encoding="utf-8")
        paths[name] = str(path)
    return paths


def test_brackets__flips_in_f1(tmp_path: Path) -> None:
    """b has all 4 brackets of each tree, a has 2 of them and proposes 3.

    A gold error that turns NP into X, which a has, costs b one right bracket and gives a one; the other units that b
    alone has right, the VPs, can only be lost.
    """
    paths = write_trees(tmp_path)
    result = tertium.noise(paths["gold"], {"a": paths["a"], "b": paths["b"]}, error_rate=0.05)
    (duel,) = result.duels
    assert duel.delta == pytest.approx(1 - 2 * 16 / (32 + 24))
    assert duel.flips is not None
    before, after = (
        2 * (32 - flips) / (32 + 32) - 2 * (16 + min(flips, 8)) / (32 + 24) for flips in (duel.flips - 1, duel.flips)
    )
    assert after <= 0 < before
    assert duel.flips_to_doubt is None
    assert duel.is_told


def test_brackets__a_better_gold_and_a_sheet_fit_together(tmp_path: Path) -> None:
    paths = write_trees(tmp_path)
    systems = {"a": paths["a"], "b": paths["b"]}
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text(tertium.noise(paths["gold"], systems).sample(30), encoding="utf-8")
    lines = [
        line if line.startswith(("#", "row")) else "\t".join([*line.split("\t")[:-2], "A", ""])
        for line in sheet.read_text(encoding="utf-8").rstrip("\n").split("\n")
    ]
    sheet.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = tertium.noise(paths["gold"], systems, adjudicated=str(sheet), against=paths["better"])
    assert result.estimated is not None
    (duel,) = result.true_duels
    by_better = tertium.score(paths["better"], systems)
    values = [by_better.score("F1", name).value for name in systems]
    assert duel.true == pytest.approx(values[1] - values[0])
    assert duel.bound is None


def test_runs__the_one_that_stands_for_a_system_is_counted() -> None:
    outputs = {"a": [spoil(GOLD, 5), spoil(GOLD, 4), spoil(GOLD, 3)], "b": spoil(GOLD, 16)}
    duel = tertium.noise(GOLD, outputs).duels[0]
    assert duel.delta == pytest.approx((duel.corrections - duel.new_errors) / duel.units)


@pytest.mark.parametrize(
    ("key", "first", "flips", "low"),
    [
        ("(0) (0) (1) (1) (2) (2)", "- - - - - -", 3, 2 * 2 / 6),  # what a does not link it cannot get right
        ("(0) (0) (1) (1) - -", "(0) (0) (1) (1) (2) (2)", 1, 2 * 2 / 5 - 2 * 3 / 6),  # a link of a
        ("(0) (0) (1) (1) (1) -", "(0) (0) (1) (0) (1) -", 1, 2 * 2 / 6 - 2 * 3 / 6),  # a's antecedent
    ],
)
def test_chains__flips_in_f1(tmp_path: Path, key: str, first: str, flips: int, low: float) -> None:
    """b is right everywhere; a single error of the gold is the worst for it that there can be."""
    result = tertium.noise(*write_pair(tmp_path, conll(key), conll(first), conll(key)), error_rate=0.4)
    (duel,) = result.duels
    assert (duel.flips, duel.allowed) == (flips, 1)
    assert duel.true is not None
    assert duel.true.low == pytest.approx(low)


def test_chains__units_of_the_better_gold_alone_say_nothing(tmp_path: Path) -> None:
    """Only the better gold links anything, in the second document; resamples of none had no outer quantiles."""
    empty, better = (
        conll("- -", name="d1") + conll("- -", name="d2"),
        conll("- -", name="d1") + conll("(0) (0)", name="d2"),
    )
    gold, system, other = write_pair(tmp_path, empty, empty, better)
    with pytest.raises(UsageError, match="no unit is left"):
        str(tertium.noise(gold, {"a": system}, error_rate=0.1, against=other))
