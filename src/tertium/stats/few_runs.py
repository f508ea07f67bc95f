"""Few runs of a system: what the bootstrap cannot know of those that might have been.

Two or three runs are too few to draw from: the bootstrap takes their spread for known. So its p is never smaller, and
its interval never shorter, than Student's t gives with the degrees of freedom of Satterthwaite (1946), in which blocks
and the runs of each system count by what they add to the variance.
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import TYPE_CHECKING, NamedTuple

from tertium.stats.distributions import t_cdf, t_quantile
from tertium.stats.intervals import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence


class Part(NamedTuple):
    """One source of variance."""

    variance: float  # of the mean
    df: int


def degrees_of_freedom(parts: Sequence[Part]) -> int:
    """Satterthwaite's, rounded down, at least 1.

    >>> degrees_of_freedom([Part(2.0, 4), Part(2.0, 4)]), degrees_of_freedom([Part(1.0, 2), Part(0.0, 1000)])
    (8, 2)
    """
    below = sum(part.variance**2 / part.df for part in parts if part.df)
    whole = sum(part.variance for part in parts)
    return max(1, int(whole**2 / below + 1e-9)) if below else max([1, *(part.df for part in parts)])


def t_p(delta: float, parts: Sequence[Part]) -> float:
    """Two-sided p of a difference that is 0 by chance."""
    error = sqrt(sum(part.variance for part in parts))
    if not isfinite(error) or not error:
        return float(delta == 0) if error == 0 else 1.0
    return 2 * (1 - t_cdf(abs(delta) / error, degrees_of_freedom(parts)))


def widen(interval: Interval, value: float, parts: Sequence[Part], alpha: float) -> Interval:
    """An interval that is no shorter than Student's t on either side."""
    half = t_quantile(1 - alpha / 2, degrees_of_freedom(parts)) * sqrt(sum(part.variance for part in parts))
    return Interval(min(interval.low, value - half), max(interval.high, value + half))
