"""Numbers for people: percentages with two decimals, signs, thousands."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tertium.stats.intervals import Interval

STAR: Final = "*"
"""Beside a difference that is separated from chance, after adjustment for all that are looked at together."""


def percent(value: float, digits: int = 2) -> str:
    """A share as a percentage, without the sign.

    >>> percent(0.91167)
    '91.17'
    """
    return f"{100 * value:.{digits}f}"


def number(value: float, digits: int = 2, *, share: bool = True) -> str:
    """A score: a share in percent, or a number as it is.

    >>> number(0.91167), number(3.1172, share=False)
    ('91.17', '3.12')
    """
    return percent(value, digits) if share else f"{value:.{digits}f}"


def points(value: float, digits: int = 2) -> str:
    """A difference of shares in points, with its sign.

    >>> points(0.0175), points(-0.00001)
    ('+1.75', '-0.00')
    """
    return f"{100 * value:+.{digits}f}"


def probability(p: float, name: str = "p") -> str:
    """A p-value for people, without the zero before the point.

    >>> probability(0.0321), probability(0.0004), probability(1e-30), probability(1.0)
    ('p = .032', 'p < .001', 'p < 1e-12', 'p = 1')
    """
    if p < 1e-12:  # noqa: PLR2004 (rounding makes anything smaller meaningless)
        return f"{name} < 1e-12"
    if p < 0.001:  # noqa: PLR2004 (the customary last step)
        return f"{name} < .001"
    text = f"{p:.3f}" if p < 0.9995 else "1"  # noqa: PLR2004 (would round to 1.000)
    return f"{name} = {text.removeprefix('0')}"


def short_p(p: float) -> str:
    """A p-value or q-value for a column of a table.

    >>> short_p(0.0321), short_p(0.0004), short_p(1e-30), short_p(1.0)
    ('.032', '<.001', '<1e-12', '1')
    """
    return probability(p, "").replace(" ", "").removeprefix("=")


def bracket(interval: Interval, digits: int = 2, *, share: bool = True) -> str:
    """An interval of differences, in points, or as it is where the score is no share.

    >>> from tertium.stats.intervals import Interval
    >>> bracket(Interval(0.0125, 0.0227)), bracket(Interval(-1.5, 0.5), share=False)
    ('[+1.25, +2.27]', '[-1.50, +0.50]')
    """
    factor = 100 if share else 1
    return f"[{factor * interval.low:+.{digits}f}, {factor * interval.high:+.{digits}f}]"


def span(interval: Interval, digits: int = 1, *, share: bool = True) -> str:
    """An interval of scores, in percent; 100 has no digits behind it, so that it fits where others do.

    >>> from tertium.stats.intervals import Interval
    >>> span(Interval(0.8861, 0.9022)), span(Interval(0.98, 1.0))
    ('[88.6, 90.2]', '[98.0, 100]')
    """
    ends = [number(end, digits, share=share) for end in (interval.low, interval.high)]
    return f"[{', '.join('100' if share and float(end) == 100 else end for end in ends)}]"  # noqa: PLR2004 (percent)


def share(part: int, whole: int, digits: int = 1) -> str:
    """A part as a percentage of a whole.

    >>> share(573, 1080)
    '53.1 %'
    """
    return f"{100 * part / whole:.{digits}f} %" if whole else "-"


def amount(value: float) -> str:
    """A count, or a sum of shares with one decimal.

    >>> amount(1200), amount(1199.96)
    ('1,200', '1,200.0')
    """
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def proportion(first: int, second: int) -> tuple[int, int]:
    """Two counts as small numbers in about the same proportion.

    >>> proportion(573, 277), proportion(100, 75), proportion(353, 136), proportion(12, 1)
    ((2, 1), (4, 3), (5, 2), (12, 1))
    """
    if not first or not second:
        return first, second
    if first >= second:
        ratio = Fraction(first, second)
        near = ratio.limit_denominator(1 if ratio >= 3 else 2 if ratio >= Fraction(3, 2) else 4)  # noqa: PLR2004 (readable)
        return near.numerator, near.denominator
    other, one = proportion(second, first)
    return one, other
