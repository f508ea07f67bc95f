"""Slices: their numbers against plain loops, merging, and the search where nothing is and where something is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.comparison import slice_search
from tertium.comparison.feature_columns import Feature
from tertium.comparison.slice_search import search_slices
from tertium.comparison.slices import Slice, Units, add_up, compare_slices, find_effects
from tertium.errors import UsageError
from tertium.reports.listings import Choice
from tertium.reports.page import as_text
from tertium.reports.terminal import comparison_page
from tertium.stats.signflip import sign_flip_p
from tertium.tasks.match import NOT_IN_GOLD
from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.comparison_result import Comparison

Sentences = list[list[tuple[str, str]]]


@dataclass(frozen=True)
class Made:
    """A gold of one tag, and two systems that are right with given probabilities, word by word."""

    result: Comparison
    right: np.ndarray[tuple[int, int], np.dtype[np.bool_]]  # (2, n_words)


def make(chance: np.ndarray[tuple[int, int], np.dtype[np.float64]], length: int, seed: int) -> Made:
    """Systems that are right with a probability for each word, words of a sentence sharing some of their luck."""
    source = np.random.default_rng(seed)
    n = chance.shape[1]
    mood = np.repeat(source.normal(0, 0.1, (2, n // length)), length, axis=1)
    right = source.random((2, n)) < chance + mood
    systems: list[Sentences] = [
        [[("w", "X" if right[s, place + k] else "Y") for k in range(length)] for place in range(0, n, length)]
        for s in range(2)
    ]
    gold: Sentences = [[("w", "X")] * length for _ in range(0, n, length)]
    return Made(tertium.compare(gold, {"a": systems[0], "b": systems[1]}, resamples=200), right)


def features(n: int, sizes: tuple[int, ...], seed: int) -> list[Feature]:
    """Features without any meaning."""
    source = np.random.default_rng(seed)
    return [
        Feature(f"f{k}", f"f{k}", tuple(f"v{v}" for v in range(size)), source.integers(0, size, n).astype(np.int32))
        for k, size in enumerate(sizes)
    ]


def find(made: Made, chosen: list[Feature]) -> list[Slice]:
    assert made.result.inference is not None
    return compare_slices(made.result.inference, "Accuracy", 0, 1, chosen)


def test_slices__are_counted_as_by_hand() -> None:
    made = make(np.full((2, 300), 0.7), 10, seed=1)
    (feature,) = features(300, (3,), seed=2)
    rows = find(made, [feature])
    assert sum(row.units for row in rows) == 300
    for value, row in enumerate(rows):
        inside = feature.code == value
        one, two = (made.right[s][inside].mean() for s in range(2))
        rest = made.right[1][~inside].mean() - made.right[0][~inside].mean()
        assert row.before == pytest.approx(one)
        assert row.after == pytest.approx(two)
        assert row.gap == pytest.approx(two - one - rest)
        change = (made.right[1].astype(int) - made.right[0].astype(int)) * inside
        assert row.p == pytest.approx(sign_flip_p(change.reshape(30, 10).sum(axis=1)))
        assert row.interval is not None
        assert row.interval.low <= row.delta <= row.interval.high


def test_slices__standard_errors_are_those_of_the_jackknife() -> None:
    made = make(np.full((2, 600), 0.6), 10, seed=3)
    (feature,) = features(600, (2,), seed=4)
    inside = (feature.code == 0).reshape(60, 10)
    change = (made.right[1].astype(int) - made.right[0].astype(int)).reshape(60, 10)

    def gap(kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[float, float]:
        chosen, moved = inside[kept], change[kept]
        own = moved[chosen].mean()
        return float(own), float(own - moved[~chosen].mean())

    left_out = np.array([gap(np.arange(60) != block) for block in range(60)])
    spread = np.sqrt(59 / 60 * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0))
    row = find(made, [feature])[0]
    assert (row.error, row.gap_error) == pytest.approx(tuple(spread), rel=0.02)


@given(
    rows=st.lists(
        st.tuples(st.integers(0, 9), st.integers(-1, 2), st.booleans(), st.booleans()), min_size=2, max_size=60
    )
)
def test_effects__are_those_of_every_block_one_by_one(rows: list[tuple[int, int, bool, bool]]) -> None:
    """Blocks without units of a slice still move what is outside of it."""
    rows.sort(key=lambda row: row[0])
    block, code = (np.array([row[place] for row in rows], dtype=np.int32) for place in (0, 1))
    before, after = (np.array([row[place] for row in rows], dtype=np.bool_) for place in (2, 3))
    units = Units(block, 10, before, after, block, np.arange(len(rows)))
    effects = find_effects(units, add_up(units, code, 3))
    change = after.astype(int) - before.astype(int)
    for value in range(3):
        inside = code == value
        n_in, n_out = max(inside.sum(), 1), max((~inside).sum(), 1)
        own, rest = change[inside].sum() / n_in, change[~inside].sum() / n_out
        moves = [
            ((change - own)[(block == b) & inside].sum() / n_in, (change - rest)[(block == b) & ~inside].sum() / n_out)
            for b in range(10)
        ]
        there = len(np.unique(block[inside]))
        assert (effects.units[value], effects.n_blocks[value]) == (inside.sum(), there)
        assert (effects.delta[value], effects.gap[value]) == pytest.approx((own, own - rest))
        if there > 1:
            spread = [sum(a**2 for a, _ in moves), sum((a - b) ** 2 for a, b in moves)]
            expected = np.sqrt(there / (there - 1) * np.array(spread))
            assert (effects.error[value], effects.gap_error[value]) == pytest.approx(tuple(expected), abs=1e-7)
        else:
            assert np.isnan(effects.error[value])


def write_trees(folder: Path) -> list[Path]:
    """Gold, a parser that misses the prepositional phrases, one that finds them, and one with ideas of its own."""
    texts = {
        "gold": "(S (NP (N a)) (VP (V b) (NP (N c) (PP (P d) (NP (N e))))))\n",
        "flat": "(S (NP (N a)) (VP (V b) (NP (N c)) (P d) (NP (N e))))\n",
        "good": "(S (NP (N a)) (VP (V b) (NP (N c) (PP (P d) (NP (N e))))))\n",
        "odd": "(S (X (NP (N a)) (V b)) (X (N c) (P d)) (NP (N e)))\n",
    }
    paths = [folder / f"{name}.mrg" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text * 30, encoding="utf-8")
    return paths


def test_slices__of_a_pair_are_the_same_whoever_else_is_compared(tmp_path: Path) -> None:
    """Brackets that only a third system has are none of the pair's units."""
    gold, flat, good, odd = write_trees(tmp_path)
    two = tertium.compare(gold, [flat, good], by=["length", "span"])
    three = tertium.compare(gold, [flat, good, odd], by=["length", "span"])
    assert two.slices_of("flat", "good") == three.slices_of("flat", "good")
    table = two.difference("flat", "good").transitions
    assert table is not None
    assert two.slices_of("flat", "good")[0].units == table.n_units
    pages = [comparison_page(result, Choice(pairs=[("flat", "good")])) for result in (two, three)]
    changes = [as_text(page).partition("Where it got worse")[2].partition("separated")[0] for page in pages]
    assert changes[0] == changes[1] != ""


def test_slices__of_brackets_are_by_their_own_label_and_width(tmp_path: Path) -> None:
    """The NP over two words is missed by the first and wrong in no way by the second."""
    gold, flat, good, _ = write_trees(tmp_path)
    result = tertium.compare(gold, [flat, good], by=["label", "span", "tag"])
    rows = {row.names[0]: row for row in result.slices_of("flat", "good")}
    found = {name: (row.units, row.before, row.after) for name, row in rows.items()}
    assert found["label", "PP"] == (30, 0.0, 1.0)
    assert found["label", "NP"] == (90, 2 / 3, 1.0)
    assert found["label", NOT_IN_GOLD] == (30, 0.0, 1.0)  # the flat parse's NP over c alone
    assert found["span", "1"][0] == 90
    assert (("tag", "P"),) in rows["label", "PP"].also  # of the first word


def test_search__shows_sentences_for_conditions_and_brackets(tmp_path: Path) -> None:
    gold, flat, good, _ = write_trees(tmp_path)
    for by in ("length > 3,span", "label,length", "all"):
        done = run("slices", gold, flat, good, "--by", by, "-q")
        assert done.code == 0
        assert "estimated" in done.out


def test_slices__adjusted_p_is_never_smaller_than_p_and_grows_with_more_slices() -> None:
    chance = np.stack([np.full(400, 0.6), np.full(400, 0.7)])
    made = make(chance, 10, seed=5)
    few, many = features(400, (2,), seed=6), features(400, (2, 5, 5, 5), seed=6)
    some, more = find(made, few), find(made, many)
    for row in more:
        assert row.p_adjusted >= row.p - 0.05  # up to the error of 200 swaps
        assert row.q >= row.p
    for one, two in zip(some, more[:2], strict=True):
        assert two.p_adjusted >= one.p_adjusted - 0.05


def test_slices__with_the_same_units_are_one() -> None:
    made = make(np.full((2, 200), 0.7), 10, seed=7)
    (feature,) = features(200, (2,), seed=8)
    twin = Feature("twin", "twin", ("yes", "no"), feature.code)
    rows = find(made, [feature, twin])
    assert [row.title for row in rows] == ["f0 v0", "f0 v1"]
    assert rows[0].also == ((("twin", "yes"),),)


def test_slices__small_ones_are_shown_and_not_tested() -> None:
    made = make(np.full((2, 200), 0.7), 10, seed=9)
    code = np.zeros(200, dtype=np.int32)
    code[:5] = 1
    code[5:7] = -1  # no value: in no slice
    rows = find(made, [Feature("f", "f", ("big", "small", "unused"), code)])
    assert [(row.title, row.units) for row in rows] == [("f big", 193), ("f small", 5)]
    assert rows[1].p == rows[1].p_adjusted == rows[1].q == 1


def test_slices__identical_systems_are_separated_nowhere() -> None:
    gold = [[("a", "X"), ("b", "Y")]] * 30
    result = tertium.compare(gold, {"a": gold, "b": gold}, by=["label", "position"])
    assert {row["p_adjusted"] for row in result.slices.to_dicts()} == {1.0}


def test_slices__need_intervals_and_a_feature_that_exists() -> None:
    gold = [[("a", "X"), ("b", "Y")]] * 3
    with pytest.raises(UsageError, match="no intervals"):
        tertium.compare(gold, {"a": gold, "b": gold}, by=["label"], intervals=False).slices_of("a", "b")
    with pytest.raises(UsageError, match="lengt"):
        tertium.compare(gold, {"a": gold, "b": gold}, by=["lengt"]).slices_of("a", "b")


def test_search__finds_what_is_there() -> None:
    n = 6000
    chosen = features(n, (4, 3, 3), seed=10)
    chance = np.full((2, n), 0.75)
    worse = (chosen[0].code == 2) & (chosen[1].code == 1)
    chance[1, worse] = 0.45
    made = make(chance, 10, seed=11)
    assert made.result.inference is not None
    found = search_slices(made.result.inference, "Accuracy", 0, 1, chosen)
    best = found.slices[0]
    assert best.names == (("f0", "v2"), ("f1", "v1"))
    assert best.q < 0.001
    assert best.gap == pytest.approx(-0.3, abs=0.12)
    assert sum(found.n_blocks) == 600


def test_search__estimates_are_not_those_that_were_looked_for() -> None:
    """A thousand slices without meaning: the twenty that stand out most on one half are like any others on the other.

    Standardised, they would have a mean square of 5 on the half that was searched, and have at most 1 here.
    """
    made = make(np.full((2, 8000), 0.7), 10, seed=3)
    assert made.result.inference is not None
    found = search_slices(made.result.inference, "Accuracy", 0, 1, features(8000, (6,) * 8, seed=4))
    assert found.n_candidates > 1000
    z = np.array([row.gap / row.gap_error for row in found.slices])
    assert len(z) == 20
    assert 0.2 < float((z**2).mean()) < 1.8
    assert 3 <= np.count_nonzero(z > 0) <= 17


def test_search__a_slice_in_which_nothing_happens_is_not_surer_than_others() -> None:
    """Twenty words without a change have no spread of their own; an average slice of twenty words has."""
    block = np.repeat(np.arange(40, dtype=np.int32), 10)
    change = np.random.default_rng(0).random(400) < 0.2
    change[::20] = False
    units = Units(block, 40, np.zeros(400, dtype=np.bool_), change, block, np.arange(400))
    code = np.where(np.arange(400) % 20 == 0, 0, -1).astype(np.int32)
    effects = find_effects(units, add_up(units, code, 1))
    whole = find_effects(units, add_up(units, np.zeros(400, dtype=np.int32), 1))
    assert effects.error[0] == 0
    least = whole.error[0] * np.sqrt(400 / 20 + 400 / 380)
    assert slice_search._sober_errors(units, effects)[0] == pytest.approx(least)
    assert least > 3 * effects.gap_error[0]


def test_search__is_the_same_for_a_seed() -> None:
    made = make(np.full((2, 2000), 0.7), 10, seed=12)
    assert made.result.inference is not None
    chosen = features(2000, (4, 3), seed=13)
    first, second = (search_slices(made.result.inference, "Accuracy", 0, 1, chosen) for _ in range(2))
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("better", [0.0, 0.1])
def test_search__finds_nothing_where_nothing_is(better: float) -> None:
    """Two systems that differ everywhere alike: the share of runs with any find stays near alpha, by simulation."""
    runs, false = 120, 0
    for seed in range(runs):
        chance = np.stack([np.full(4000, 0.7), np.full(4000, 0.7 + better)])
        made = make(chance, 10, seed=seed)
        assert made.result.inference is not None
        found = search_slices(made.result.inference, "Accuracy", 0, 1, features(4000, (4, 5, 3, 6), seed=1000 + seed))
        false += any(row.q < 0.05 for row in found.slices)
    assert false <= 14  # 5 % of 120 is 6; more than 14 has a probability under .002


@pytest.mark.slow
def test_stars__of_slices_hold_their_family_wise_error() -> None:
    """Equal systems: the share of runs with any star stays near alpha, by simulation."""
    runs, false = 200, 0
    for seed in range(runs):
        made = make(np.full((2, 1000), 0.7), 10, seed=seed)
        false += any(row.p_adjusted < 0.05 for row in find(made, features(1000, (4, 5, 3), seed=2000 + seed)))
    assert false <= 21  # 5 % of 200 is 10; more than 21 has a probability under .001
