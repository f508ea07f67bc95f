"""The plot of a learning curve as SVG, written by hand: axes, bands for intervals, lines, points, a legend."""

from __future__ import annotations

from html import escape
from math import log10
from typing import TYPE_CHECKING, Final

from tertium.reports.curve_page import LOG_FROM
from tertium.reports.numbers import number
from tertium.reports.page import visible
from tertium.reports.plot import pick_ticks

if TYPE_CHECKING:
    from tertium.comparison.curves import Point
    from tertium.reports.curve import Curve

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 20, 40, 50
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Told apart by people with any kind of colour vision (Okabe and Ito 2008)."""


class _Frame:
    """From sizes and values to places on the page."""

    def __init__(self, points: list[Point]) -> None:
        self.sizes = sorted({point.place.size for point in points})
        values = [point.score.value for point in points]
        values += [end for point in points if point.interval for end in (point.interval.low, point.interval.high)]
        low, high = min(values), max(values)
        margin = max((high - low) * 0.06, 0.002)
        self.low, self.high = low - margin, high + margin
        self.log = self.sizes[0] > 0 and self.sizes[-1] / self.sizes[0] >= LOG_FROM

    def x(self, size: float) -> float:
        first, last = self.sizes[0], self.sizes[-1]
        if first == last:
            return (_LEFT + _WIDTH - _RIGHT) / 2
        part = log10(size / first) / log10(last / first) if self.log else (size - first) / (last - first)
        return _LEFT + part * (_WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - self.low) / (self.high - self.low) * (_HEIGHT - _TOP - _BOTTOM)


def draw_svg(result: Curve, measure: str) -> str:
    """The document; the same input gives the same bytes."""
    found = {series: result.points(series, measure) for series in result.series}
    frame = _Frame([point for part in found.values() for point in part])
    share = result.is_share(measure)
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        f"<title>{_text(result.verdict)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        *_axes(
            frame, measure, share=share, labels={p.place.size: p.place.text for part in found.values() for p in part}
        ),
    ]
    for place, (series, points) in enumerate(found.items()):
        colour = COLOURS[place % len(COLOURS)]
        parts += _series(frame, points, colour)
        if series:
            y = _TOP - 22 + 14 * (place // 3)
            x = _LEFT + 190 * (place % 3)
            parts.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
            parts.append(f'<text x="{x + 15}" y="{y}">{_text(series)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(text: str) -> str:
    return escape(visible(text))


def _axes(frame: _Frame, measure: str, *, share: bool, labels: dict[float, str]) -> list[str]:
    bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    parts = [f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#444"/>']
    for tick in pick_ticks(frame.low, frame.high):
        y = f"{frame.y(tick):.1f}"
        parts.append(f'<path d="M{_LEFT} {y}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y}" dy="4" text-anchor="end">{number(tick, 1, share=share)}</text>')
    for size in frame.sizes:
        x = f"{frame.x(size):.1f}"
        parts.append(f'<path d="M{x} {bottom}v4" stroke="#444"/>')
        parts.append(f'<text x="{x}" y="{bottom + 17}" text-anchor="middle">{_text(labels[size])}</text>')
    scale = "size of the training set" + (" (logarithmic)" if frame.log else "")
    parts.append(f'<text x="{(_LEFT + right) / 2:.0f}" y="{_HEIGHT - 10}" text-anchor="middle">{scale}</text>')
    middle = f"{(_TOP + bottom) / 2:.0f}"
    parts.append(
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{_text(measure)}</text>'
    )
    return parts


def _series(frame: _Frame, points: list[Point], colour: str) -> list[str]:
    parts = []
    known = [(frame.x(point.place.size), point.interval) for point in points if point.interval is not None]
    if len(known) > 1:
        edge = [f"{x:.1f},{frame.y(interval.high):.1f}" for x, interval in known]
        edge += [f"{x:.1f},{frame.y(interval.low):.1f}" for x, interval in reversed(known)]
        parts.append(f'<polygon points="{" ".join(edge)}" fill="{colour}" opacity="0.15"/>')
    places = [(frame.x(point.place.size), frame.y(point.score.value)) for point in points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return parts + [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in places]
