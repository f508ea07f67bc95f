"""Lines in braille."""

from __future__ import annotations

import pytest

from tertium.reports.plot import Canvas, draw, pick_ticks


def test_canvas__a_rising_line() -> None:
    canvas = Canvas(2, 1)
    canvas.line((0, 0), (3, 3))
    assert canvas.lines() == ["⡠⠊"]


def test_draw__points_are_marked_and_stay_inside() -> None:
    series = [[(1, 0.1), (2, 0.5), (4, 0.9)], [(1, 0.9), (4, 0.1)]]
    drawn = draw(series, x_range=(1, 4), y_range=(0.1, 0.9), size=(20, 5))
    assert [len(row) for row in drawn] == [20] * 5
    assert drawn[0][0] == "○"
    assert drawn[0][-1] == "●"
    assert drawn[-1][0] == "●"
    assert drawn[-1][-1] == "○"


def test_draw__one_point() -> None:
    assert "●" in "".join(draw([[(5, 0.5)]], x_range=(5, 5), y_range=(0.4, 0.6), size=(10, 3)))


def test_draw__logarithmic_axis() -> None:
    """100 is in the middle between 10 and 1000."""
    drawn = draw([[(10, 0.5), (100, 0.5), (1000, 0.5)]], x_range=(10, 1000), y_range=(0, 1), size=(21, 2), log=True)
    row = next(row for row in drawn if "●" in row)
    assert [place for place, character in enumerate(row) if character == "●"] == [0, 10, 20]


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.612, 0.613), (3.1, 47.0), (0.5, 0.5), (-0.1, 0.3)])
def test_ticks__few_round_and_inside(low: float, high: float) -> None:
    ticks = pick_ticks(low, high)
    assert len(ticks) <= 6
    assert all(low <= tick <= high + 1e-9 for tick in ticks)
    assert ticks or high - low < 0.01
