"""How wrong the gold would have to be: every relabelling of small cases is tried."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tertium.stats.flips import F1Pair, bound_difference, count_flips, count_flips_to_doubt
from tertium.stats.signflip import sign_flip_p

if TYPE_CHECKING:
    from collections.abc import Iterator

LABELS = "ABC"
units = st.lists(st.tuples(*[st.sampled_from(LABELS)] * 3), min_size=1, max_size=6)


def classes(cases: list[tuple[str, str, str]]) -> tuple[int, int, int]:
    """Corrections, new errors, changed errors."""
    b = sum(two == gold != one for gold, one, two in cases)
    c = sum(one == gold != two for gold, one, two in cases)
    return b, c, sum(gold not in (one, two) and one != two for gold, one, two in cases)


def relabellings(cases: list[tuple[str, str, str]], most: int) -> Iterator[list[tuple[str, str, str]]]:
    """Every gold with at most so many other answers among the units on which the systems differ."""
    differing = [place for place, (_, one, two) in enumerate(cases) if one != two]
    for n in range(min(most, len(differing)) + 1):
        for places in combinations(differing, n):
            for labels in product(LABELS, repeat=n):
                found = list(cases)
                for place, label in zip(places, labels, strict=True):
                    found[place] = (label, *cases[place][1:])
                yield found


@settings(max_examples=60)
@given(cases=units, most=st.integers(0, 4))
def test_paired_bound__holds_for_every_relabelling_and_is_reached(cases: list[tuple[str, str, str]], most: int) -> None:
    b, c, d = classes(cases)
    low, high = bound_difference(b, c, d, min(most, b + c + d))
    reached = [two - one for one, two in ((classes(case)[1], classes(case)[0]) for case in relabellings(cases, most))]
    assert [min(reached), max(reached)] == [float(low), float(high)]


@given(cases=units)
def test_units_on_which_the_systems_agree_never_change_the_difference(cases: list[tuple[str, str, str]]) -> None:
    other = [("C" if one == two else gold, one, two) for gold, one, two in cases]
    first, second = (
        sum(two == gold for gold, _, two in case) - sum(one == gold for gold, one, _ in case) for case in (cases, other)
    )
    assert first == second


@settings(max_examples=60)
@given(cases=units)
def test_flip_distance__is_the_fewest_errors_that_make_a_tie(cases: list[tuple[str, str, str]]) -> None:
    b, c, _ = classes(cases)
    flips = count_flips(b, c)
    sign = np.sign(b - c)
    for most in range(flips + 1):
        found = [classes(case) for case in relabellings(cases, most)]
        beaten = any(sign * (two - one) <= 0 for two, one, _ in found)
        assert beaten == (most >= flips)


def test_flip_distance__of_real_counts() -> None:
    """en_ewt, LAS, Stanford-18 and HIT-SCIR-18."""
    assert count_flips(573, 277) == 148
    low, high = bound_difference(573, 277, 230, 148)
    assert [float(low), float(high)] == [0, 592]


# significance -------------------------------------------------------------------------------------------------------

blocks = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 1)), min_size=6, max_size=9)


def doubtful(rows: list[tuple[int, int, int]], flips: int, alpha: float) -> bool:
    """Whether some way to place so many errors makes the test insignificant: all ways are tried."""

    def place(number: int, left: int, done: list[int]) -> bool:
        if number == len(rows):
            return left == 0 and sign_flip_p(np.array(done)) >= alpha
        won, lost, changed = rows[number]
        return any(
            place(number + 1, left - n - m, [*done, won - lost - 2 * n - m])
            for n in range(min(won, left) + 1)
            for m in range(min(changed, left - n) + 1)
        )

    return place(0, flips, [])


@settings(max_examples=40)
@given(rows=blocks)
def test_flips_to_doubt__suffice_and_are_the_fewest_but_one(rows: list[tuple[int, int, int]]) -> None:
    """There is such a relabelling; in small cases blocks that vanish altogether can save one error at most."""
    alpha = 0.2
    won, lost = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    assume((won - lost).sum() > 0)
    flips = count_flips_to_doubt(won, won - lost, alpha)
    assert flips is not None
    assert doubtful(rows, flips, alpha)
    if flips > 1:
        assert not doubtful(rows, flips - 2, alpha)


def test_flips_to_doubt__nothing_is_needed_where_nothing_is_significant() -> None:
    assert count_flips_to_doubt(np.array([1, 1]), np.array([1, 1]), 0.05) == 0


def test_flips_to_doubt__never_more_than_to_tie() -> None:
    source = np.random.default_rng(3)
    won, lost = source.integers(0, 4, 300), source.integers(0, 2, 300)
    flips = count_flips_to_doubt(won, won - lost, 0.05)
    assert flips is not None
    assert 0 < flips <= count_flips(int(won.sum()), int(lost.sum()))
    assert sign_flip_p(won - lost) < 0.05


# F1 -----------------------------------------------------------------------------------------------------------------

SPANS = ("-", "A", "B")  # nothing, or a label
spans = st.lists(
    st.tuples(*[st.sampled_from(SPANS)] * 3).filter(lambda row: row != ("-", "-", "-")), min_size=2, max_size=6
)


def f1(cases: list[tuple[str, str, str]], system: int) -> float:
    right = sum(case[0] == case[system] != "-" for case in cases)
    return 2 * right / max(sum(case[0] != "-" for case in cases) + sum(case[system] != "-" for case in cases), 1)


EFFECTS = {
    "swap": ((1, -1, 0),),  # only the second was right, and the first has another label
    "gone": ((0, -1, -1), (0, -1, 0)),  # only the second was right, and the first has nothing
    "join": ((1, 0, 1),),  # gold and second have nothing
    "gain": ((1, 0, 0),),  # both were wrong
    "found": ((1, 0, 1),),  # both were wrong, the gold has nothing
}


def kind_of(gold: str, one: str, two: str) -> str | None:
    if one in (two, gold) or (gold != two and one == "-"):
        return None
    if gold == two:
        return "join" if gold == "-" else "gone" if one == "-" else "swap"
    return "found" if gold == "-" else "gain"


def as_pair(cases: list[tuple[str, str, str]]) -> F1Pair:
    kinds = [kind_of(*case) for case in cases]
    rights = [sum(case[0] == case[system] != "-" for case in cases) for system in (1, 2)]
    gold, *sizes = (sum(case[side] != "-" for case in cases) for side in (0, 1, 2))
    errors = tuple((effects, kinds.count(kind)) for kind, effects in EFFECTS.items())
    return F1Pair(right=(rights[0], rights[1]), proposed=(sizes[0], sizes[1]), gold=gold, errors=errors)


@settings(max_examples=60)
@given(cases=spans)
def test_f1_flips__suffice_and_are_the_fewest_but_one(cases: list[tuple[str, str, str]]) -> None:
    """Every relabelling of differing units is tried; a third label stands for any other."""
    assume(f1(cases, 2) > f1(cases, 1))
    pair = as_pair(cases)
    assert pair.worsen(0) == pytest.approx(f1(cases, 2) - f1(cases, 1))
    differing = [place for place, (_, one, two) in enumerate(cases) if one != two]
    flips = pair.count_flips()
    assume(flips is not None)
    assert flips is not None
    fewest = next(
        n
        for n in range(len(differing) + 1)
        for places in combinations(differing, n)
        for labels in product((*SPANS, "C"), repeat=n)
        for other in [relabel(cases, places, labels)]
        if f1(other, 2) - f1(other, 1) <= 1e-12
    )
    assert fewest <= flips <= fewest + 1


def relabel(
    cases: list[tuple[str, str, str]], places: tuple[int, ...], labels: tuple[str, ...]
) -> list[tuple[str, str, str]]:
    other = list(cases)
    for place, label in zip(places, labels, strict=True):
        other[place] = (label, *cases[place][1:])
    return other
