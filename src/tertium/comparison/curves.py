"""Learning curves: a score at each size of the training set, the gain from one size to the next, series beside series.

Points of series with the same gold are outputs of one comparison, so neighbours are compared sentence by sentence. Two
series with golds of their own are compared by unpaired tests: their sentences are not the same (Rehbein and van
Genabith 2007, figures 7 to 9 and table 4).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

from tertium.errors import UsageError
from tertium.stats.linear import standard_error
from tertium.stats.multiple import holm
from tertium.stats.unpaired import compare_unpaired

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.comparison.inference import Inference
    from tertium.comparison.scores import Score
    from tertium.stats.intervals import Interval

_POINT: Final = re.compile(r"(?:(?P<series>[^=]*):)?(?P<size>[0-9]+(?:\.[0-9]+)?)(?P<unit>[kKmM]?)=(?P<path>.+)")
_UNITS: Final = {"": 1, "k": 1_000, "m": 1_000_000}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a point is: its series and the size of the training set, also as the user wrote it."""

    series: str
    size: float
    text: str

    @property
    def name(self) -> str:
        """What it is called among the systems of a comparison."""
        return f"{self.series}:{self.text}" if self.series else self.text


def read_point(argument: str) -> tuple[Place, str]:
    """`10=path`, `10k=path` or `series:10=path`.

    >>> read_point("tiger:10k=a.mrg")
    (Place(series='tiger', size=10000.0, text='10k'), 'a.mrg')

    Raises:
        UsageError: It is nothing of the kind.
    """
    found = _POINT.fullmatch(argument)
    if found is None:
        raise UsageError(
            f"{argument!r} is no point of a curve", hint="write size=path or series:size=path, such as 10k=a10k.mrg"
        )
    size = float(found["size"]) * _UNITS[found["unit"].lower()]
    return Place(found["series"] or "", size, found["size"] + found["unit"]), found["path"]


@dataclass(frozen=True, slots=True)
class Point:
    """A score at one size."""

    place: Place
    score: Score
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Gain:
    """The difference between two points: neighbours in a series, or two series at one size."""

    before: Place
    after: Place
    measure: str
    delta: float
    interval: Interval | None
    p: float | None
    p_adjusted: float | None  # Holm, over the gains of the series or over the sizes and pairs of series
    test: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A point's place, and where it is found: an inference, and the number of the system in it."""

    place: Place
    inference: Inference
    system: int


def find_gains(points: Sequence[Scored], measure: str) -> list[Gain]:
    """From each point of a series to the next."""
    return _adjust([_contrast(before, after, measure) for before, after in pairwise(points)])


def find_contrasts(series: Mapping[str, Sequence[Scored]], measure: str) -> list[Gain]:
    """Every two series at every size that both have."""
    found = []
    for one, two in combinations(series.values(), 2):
        others = {point.place.size: point for point in two}
        found += [_contrast(point, others[point.place.size], measure) for point in one if point.place.size in others]
    return _adjust(found)


def _contrast(before: Scored, after: Scored, measure: str) -> Gain:
    if before.inference is after.inference:
        delta, interval, test = before.inference.gain(measure, before.system, after.system)
        return Gain(before.place, after.place, measure, delta, interval, test.p, None, test.name)
    parts = [(point.inference, point.system) for point in (before, after)]
    errors = [standard_error(inference.influences(measure, system)) for inference, system in parts]
    values = [inference.observed(measure, system) for inference, system in parts]
    found = compare_unpaired(
        values[1] - values[0],
        (errors[0], errors[1]),
        (before.inference.n_blocks, after.inference.n_blocks),
        before.inference.plan.alpha,
    )
    return Gain(before.place, after.place, measure, found.delta, found.interval, found.p, None, "unpaired")


def _adjust(gains: list[Gain]) -> list[Gain]:
    known = [gain.p for gain in gains if gain.p is not None]
    adjusted = iter(holm(known))
    return [
        gain
        if gain.p is None
        else Gain(gain.before, gain.after, gain.measure, gain.delta, gain.interval, gain.p, next(adjusted), gain.test)
        for gain in gains
    ]
