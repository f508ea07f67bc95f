"""How alike are two systems, and do they fail together?"""

from __future__ import annotations

from itertools import pairwise
from math import isnan, sqrt
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.comparison.agreement import Agreement, Join, join_systems
from tests.strategies import TUGGENER, cases, compare_setup, compare_texts, quick

if TYPE_CHECKING:
    from tests.strategies import Setup

tables = st.builds(Agreement, *[st.integers(0, 20)] * 4)


def swapped(table: Agreement) -> Agreement:
    return Agreement(table.both, table.second, table.first, table.neither)


def test_overlap__of_right_answers_as_in_table_1_of_the_paper() -> None:
    """Dice: 67, 67 and 33 %."""
    found = compare_texts(TUGGENER, columns=True).tables
    overlap = [found.agreement("Accuracy", a, b).overlap_of_right for a, b in ((0, 1), (1, 2), (0, 2))]
    assert overlap == pytest.approx([2 * 2 / (3 + 3), 2 * 2 / (3 + 3), 2 * 1 / (3 + 3)])
    assert [round(100 * share) for share in overlap] == [67, 67, 33]


def test_agreement__of_the_papers_example() -> None:
    found = compare_texts(TUGGENER, columns=True).tables
    assert found.agreement("Accuracy", 0, 1) == Agreement(both=2, first=1, second=1, neither=1)
    assert found.agreement("Accuracy", 0, 2) == Agreement(both=1, first=2, second=2, neither=0)


@quick
@given(case=cases(n_systems=2))
def test_agreement__agrees_with_counting(case: tuple[Setup, list[str]]) -> None:
    found = compare_setup(*case).tables
    for measure in found.decision_measures:
        one, two = found.decisions(measure).right.tolist()
        pairs = list(zip(one, two, strict=True))
        expected = [pairs.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))]
        assert found.agreement(measure, 0, 1) == Agreement(*expected)
        assert found.agreement(measure, 1, 0) == swapped(Agreement(*expected))


@quick
@given(case=cases(n_systems=2))
def test_agreement__corrections_and_new_errors_are_its_corners(case: tuple[Setup, list[str]]) -> None:
    found = compare_setup(*case).tables
    for measure in found.decision_measures:
        agreement, transitions = found.agreement(measure, 0, 1), found.transitions(measure, 0, 1)
        assert (agreement.second, agreement.first) == transitions.by_class[:2]
        assert agreement.neither >= transitions.by_class[2]


def test_kappa__by_hand() -> None:
    """Of 10 units both have 5 right together, 1 and 2 alone, 2 neither: observed .7, chance .6 · .7 + .4 · .3."""
    chance = 0.6 * 0.7 + 0.4 * 0.3
    assert Agreement(5, 1, 2, 2).kappa == pytest.approx((0.7 - chance) / (1 - chance))


def test_yule_q__by_hand() -> None:
    assert Agreement(5, 1, 2, 2).yule_q == pytest.approx((5 * 2 - 1 * 2) / (5 * 2 + 1 * 2))
    assert Agreement(5, 0, 0, 5).yule_q == 1
    assert Agreement(0, 5, 5, 0).yule_q == -1
    assert Agreement(1, 2, 3, 6).yule_q == 0


def test_mcnemar__as_malteval_prints_it() -> None:
    """b = 284, c = 578 gives 9.979619603201."""
    assert Agreement(0, 284, 578, 0).mcnemar_z == pytest.approx(9.979619603201, abs=1e-12)
    assert Agreement(3, 4, 1, 2).mcnemar_z == pytest.approx((3 - 1) / sqrt(5))


@pytest.mark.parametrize("name", ["overlap_of_right", "yule_q", "kappa", "mcnemar_z"])
def test_agreement__nothing_to_divide_by_is_no_number(name: str) -> None:
    assert isnan(getattr(Agreement(0, 0, 0, 0), name))


def test_kappa__two_perfect_systems_have_no_kappa() -> None:
    assert isnan(Agreement(7, 0, 0, 0).kappa)
    assert Agreement(7, 0, 0, 0).overlap_of_right == 1


@given(table=tables)
def test_agreement__is_symmetric_and_bounded(table: Agreement) -> None:
    other = swapped(table)
    for name in ("overlap_of_right", "yule_q", "kappa", "mcnemar_z"):
        ours, theirs = getattr(table, name), getattr(other, name)
        assert (isnan(ours) and isnan(theirs)) or ours == pytest.approx(theirs)
    for name, low in (("overlap_of_right", 0), ("yule_q", -1), ("kappa", -1)):
        value = getattr(table, name)
        assert isnan(value) or low - 1e-12 <= value <= 1 + 1e-12


def test_join_systems__average_linkage_by_hand() -> None:
    """0 and 1 join at .1; 2 then stands at (.4 + .6) / 2 from both."""
    distance = [[0, 0.1, 0.4], [0.1, 0, 0.6], [0.4, 0.6, 0]]
    first, second = join_systems(distance)
    assert first == Join((0,), (1,), 0.1)
    assert (second.left, second.right) == ((0, 1), (2,))
    assert second.height == pytest.approx((0.4 + 0.6) / 2)


def test_join_systems__ties_go_to_the_earlier_systems() -> None:
    distance = [[0.0 if a == b else 0.2 for b in range(4)] for a in range(4)]
    steps = join_systems(distance)
    assert (steps[0].left, steps[0].right) == ((0,), (1,))
    assert sorted(steps[-1].left + steps[-1].right) == [0, 1, 2, 3]


def test_join_systems__of_the_papers_example() -> None:
    """S2 and S3 differ least (40 %); S1 is .6 from the one and .8 from the other."""
    found = compare_texts(TUGGENER, columns=True).tables
    distance = [[found.transitions("Accuracy", a, b).difference if a != b else 0 for b in range(3)] for a in range(3)]
    first, second = join_systems(distance)
    assert (first.left, first.right) == ((1,), (2,))
    assert first.height == pytest.approx(2 / 5)
    assert second.height == pytest.approx((3 / 5 + 4 / 5) / 2)


@given(data=st.data(), n=st.integers(1, 6))
def test_join_systems__joins_everybody_at_rising_heights(data: st.DataObject, n: int) -> None:
    values = [[data.draw(st.integers(0, 10)) / 10 for _ in range(n)] for _ in range(n)]
    distance = [[0 if a == b else values[min(a, b)][max(a, b)] for b in range(n)] for a in range(n)]
    steps = join_systems(distance)
    assert len(steps) == n - 1
    heights = [step.height for step in steps]
    assert all(a <= b + 1e-12 for a, b in pairwise(heights))
    if steps:
        assert sorted(steps[-1].left + steps[-1].right) == list(range(n))
