"""Lines in braille: eight dots a character, so that a curve has a shape in eighty columns."""

from __future__ import annotations

from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

MARKERS: Final = "●○◆◇■□▲△"
"""Points of the first series, the second, ..."""

_BRAILLE: Final = 0x2800
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # by row and column within a character
_FEWEST: Final = 1e-9


class Canvas:
    """So many characters in width and height; dots are counted from the lower left."""

    def __init__(self, width: int, height: int) -> None:
        """Start empty."""
        self.width, self.height = width, height
        self._dots = [[0] * width for _ in range(height)]
        self._marks: dict[tuple[int, int], str] = {}

    def dot(self, x: int, y: int) -> None:
        """Set one dot."""
        row, column = self.height - 1 - y // 4, x // 2
        if 0 <= row < self.height and 0 <= column < self.width:
            self._dots[row][column] |= _DOTS[3 - y % 4][x % 2]

    def line(self, one: tuple[int, int], two: tuple[int, int]) -> None:
        """Set the dots between two places."""
        steps = max(abs(two[0] - one[0]), abs(two[1] - one[1]), 1)
        for step in range(steps + 1):
            self.dot(round(one[0] + (two[0] - one[0]) * step / steps), round(one[1] + (two[1] - one[1]) * step / steps))

    def mark(self, place: tuple[int, int], text: str) -> None:
        """Put a character over the dots of a place."""
        self._marks[self.height - 1 - place[1] // 4, place[0] // 2] = text

    def lines(self) -> list[str]:
        """The rows of text, the highest first; a place without dots is a blank."""
        return [
            "".join(
                self._marks.get((row, column), chr(_BRAILLE + dots) if dots else " ")
                for column, dots in enumerate(self._dots[row])
            )
            for row in range(self.height)
        ]


def scale(values: Sequence[float], low: float, high: float, dots: int, *, log: bool = False) -> list[int]:
    """Values as places among so many dots."""
    if log:
        values, low, high = [log10(value) for value in values], log10(low), log10(high)
    room = high - low if high - low > _FEWEST else 1.0
    return [round((value - low) / room * (dots - 1)) for value in values]


def draw(
    series: Sequence[Sequence[tuple[float, float]]],
    *,
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    size: tuple[int, int],
    log: bool = False,
) -> list[str]:
    """The series as lines with their points marked."""
    canvas = Canvas(*size)
    drawn = []
    for points in series:
        xs = scale([x for x, _ in points], *x_range, 2 * size[0], log=log)
        ys = scale([y for _, y in points], *y_range, 4 * size[1])
        places = list(zip(xs, ys, strict=True))
        for one, two in pairwise(places):
            canvas.line(one, two)
        drawn.append(places)
    for number, places in enumerate(drawn):
        for place in places:
            canvas.mark(place, MARKERS[number % len(MARKERS)])
    return canvas.lines()


def pick_ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers between two values: steps of 1, 2 or 5 times a power of ten.

    >>> pick_ticks(0.613, 0.842)
    [0.65, 0.7, 0.75, 0.8]
    """
    room = max(high - low, _FEWEST)
    power = 10.0 ** int(log10(room / most) - (1 if room / most < 1 else 0))
    step = next(power * factor for factor in (1, 2, 5, 10, 20, 50) if room / (power * factor) <= most)
    first = -(-low // step)
    ticks: list[float] = []
    while (first + len(ticks)) * step <= high + _FEWEST:
        ticks.append(round((first + len(ticks)) * step, 10))
    return ticks
