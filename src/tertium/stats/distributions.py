"""The normal and Student's t distribution, in plain arithmetic: no heavy import for a quantile."""

from __future__ import annotations

from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist
from typing import Final

_NORMAL: Final = NormalDist()
_LARGE: Final = 2000  # degrees of freedom from which t is as good as normal


def normal_cdf(z: float) -> float:
    """P(Z <= z)."""
    return _NORMAL.cdf(z)


def normal_pdf(z: float) -> float:
    """Density at z."""
    return _NORMAL.pdf(z)


def normal_quantile(p: float) -> float:
    """The z with P(Z <= z) = p.

    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return _NORMAL.inv_cdf(p)


def t_cdf(t: float, df: int) -> float:
    """P(T <= t) for whole degrees of freedom, by the finite series of Abramowitz and Stegun (26.7.3, 26.7.4)."""
    if df > _LARGE:
        return normal_cdf(t)
    angle = atan(t / sqrt(df))
    squared = cos(angle) ** 2
    even = df % 2 == 0
    term = total = 1.0 if even or df > 1 else 0.0
    for step in range(2 if even else 3, df - 1, 2):
        term *= squared * (step - 1) / step
        total += term
    inside = sin(angle) * total if even else 2 / pi * (angle + sin(angle) * cos(angle) * total)
    return min(1.0, max(0.0, 0.5 * (1 + inside)))  # rounding leads past the ends


def t_quantile(p: float, df: int) -> float:
    """The t with P(T <= t) = p.

    >>> round(t_quantile(0.975, 10), 3)
    2.228
    """
    if df > _LARGE:
        return normal_quantile(p)
    if p < 0.5:  # noqa: PLR2004 (the median)
        return -t_quantile(1 - p, df)
    low, high = 0.0, 2.0
    while t_cdf(high, df) < p:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_cdf(middle, df) < p else (low, middle)
    return (low + high) / 2
