from __future__ import annotations

import pytest

import tertium
from tertium.reports.numbers import many, percent, points, proportion, share

GOLD = [("a", "X")] * 10


def tagged(right: int, wrong: str = "Y") -> list[tuple[str, str]]:
    return [("a", "X")] * right + [("a", wrong)] * (10 - right)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (tagged(5), tagged(7), "two scores higher than one: Accuracy 50.00 → 70.00, +20.00 points."),
        (tagged(7), tagged(5), "two scores lower than one: Accuracy 70.00 → 50.00, -20.00 points."),
        (tagged(5), tagged(5), "two and one give the same answer everywhere (Accuracy 50.00)."),
        (tagged(5), tagged(5, "Z"), "two scores exactly as one: Accuracy 50.00."),
        (tagged(5), tagged(7), "It changes 20.0 % of the words: it repairs 2 errors and makes no new one."),
        (tagged(7), tagged(5), "it makes 2 new errors and repairs none."),
        (tagged(5), tagged(5, "Z"), "all of them from one error to another."),
        (tagged(5), [*tagged(5)[::-1]], "for every error it repairs it makes 1 new one."),
    ],
)
def test_verdict__of_a_pair(first: list[tuple[str, str]], second: list[tuple[str, str]], words: str) -> None:
    assert words in tertium.compare(GOLD, {"one": first, "two": second}).verdict


def test_verdict__of_one_system() -> None:
    assert tertium.compare(GOLD, {"one": tagged(5)}).verdict == "one scores Accuracy 50.00."


def test_verdict__of_several_systems_ranks_them() -> None:
    verdict = tertium.compare(GOLD, {"a": tagged(5), "b": tagged(9), "c": tagged(7)}).verdict
    assert verdict.startswith("b scores highest of 3: Accuracy 90.00; then c (70.00, -20.00), a (50.00, -40.00).")
    assert "Against a, the first: it changes 40.0 %" in verdict


def test_verdict__names_ties() -> None:
    verdict = tertium.compare(GOLD, {"a": tagged(5), "b": tagged(9), "c": tagged(9)}).verdict
    assert verdict.startswith("b and 1 other score highest of 3")


def test_numbers() -> None:
    assert (percent(1 / 3), points(-0.5), share(1, 0), many(2, "box", "boxes")) == ("33.33", "-50.00", "-", "2 boxes")
    assert proportion(1, 12) == (1, 12)
    assert proportion(0, 3) == (0, 3)
