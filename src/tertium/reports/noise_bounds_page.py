"""The page of `noise` for two accuracies: the intervals of Padró and Màrquez (1998), and their figure 1, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium import __version__
from tertium.comparison.noise import bound_over_p
from tertium.reports.head_and_foot import signature_lines, warning_lines
from tertium.reports.noise_words import ends
from tertium.reports.numbers import percent
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, wrap
from tertium.reports.plot import Canvas, pick_ticks, scale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Scores
    from tertium.comparison.noise import Bound
    from tertium.reports.noise_bounds import NoiseBounds

_AXIS: Final = 8
_ROWS: Final = 14
_NAME: Final = 24
_DOTS: Final = 4  # in height, of a character


def bounds_page(result: NoiseBounds, width: int = 80) -> list[Line]:
    """Two accuracies: the paper's intervals, its figure, the verdict."""
    rates = list(dict.fromkeys(str(rate) for rate in result.rates.values()))
    tags = list(dict.fromkeys(result.tags.values())) if result.tags else []
    about = f"error rate {' and '.join(rates)}" + (
        f", {' and '.join(f'{a:g}' for a in tags)} tags a word" if tags else ""
    )
    lines = [line(Span(f"tertium {__version__} · noise · {about}", DIM)), BLANK]
    lines += [*wrap([Span(result.verdict, TITLE)], width), BLANK, line(Span("True accuracy (%)", TITLE))]
    head = fit("", _NAME) + "".join(fit(row.system, (width - _NAME - 2) // 2, "right") for row in result.bound_rows)
    lines.append(line(Span(f"  {head}", DIM)))
    lines.append(_row("observed", [percent(row.observed) for row in result.bound_rows], width))
    lines.append(_row("hard bounds", [ends(row.hard) for row in result.bound_rows if row.hard], width))
    lines += _rows_at_p(result, "hard", width)
    if result.tags:
        lines.append(_row("reasonable", [ends(row.reasonable) for row in result.bound_rows if row.reasonable], width))
        lines += _rows_at_p(result, "reasonable", width)
    lines += [BLANK, *_region_lines(result, width), BLANK, *_figure(result.bound_rows, width)]
    lines += warning_lines(result.warnings, width)
    return [*lines, BLANK, *signature_lines(result.signature, width)]


def _row(name: str, cells: Sequence[str], width: int) -> Line:
    room = (width - _NAME - 2) // 2
    return line("  " + fit(name, _NAME), "".join(fit(cell, room, "right") for cell in cells))


def _rows_at_p(result: NoiseBounds, kind: str, width: int) -> list[Line]:
    """The bounds at the ends of p: the paper's table."""
    return [
        _row(f"  at p = {row.p:.3g}", [ends(interval) for interval in row.intervals], width)
        for row in result.rows_at_p
        if row.kind == kind
    ]


def _region_lines(result: NoiseBounds, width: int) -> list[Line]:
    regions, (one, two) = result.regions, result.systems
    text = f"{two} is truly better than {one} in {percent(regions.hard, 0)} % of all possible p and u of both"
    if regions.reasonable is not None:
        text += f", in {percent(regions.reasonable, 0)} % of the reasonable ones"
    return wrap([f"{text} (shares of a region, no probabilities)."], width)


def _figure(rows: Sequence[Bound], width: int) -> list[Line]:
    """Figure 1 of the paper: both intervals over p, drawn; where they overlap it is dotted."""
    bands = [bound_over_p(row.observed, row.rate, row.tags, 4 * width) for row in rows if row.rate is not None]
    room = width - _AXIS - 2
    x_range = min(float(p[0]) for p, _, _ in bands), max(float(p[-1]) for p, _, _ in bands)
    low, high = min(float(np.nanmin(b[1])) for b in bands), max(float(np.nanmax(b[2])) for b in bands)
    margin = max((high - low) * 0.06, 0.001)
    y_range = (low - margin, high + margin)
    canvas, columns = Canvas(room, _ROWS), np.linspace(*x_range, 2 * room)
    drawn = []
    for p, lower, upper in bands:
        outside = (columns < p[0] - 1e-9) | (columns > p[-1] + 1e-9)
        drawn.append([np.where(outside, np.nan, np.interp(columns, p, side)) for side in (lower, upper)])
    for place, sides in enumerate(drawn):
        for side in sides:
            _trace(canvas, side, y_range, dashed=place > 0)
    _shade(canvas, drawn, y_range)
    ticks = pick_ticks(*y_range)
    labels = {
        _ROWS - 1 - int((tick - y_range[0]) / (y_range[1] - y_range[0]) * _ROWS): percent(tick, 1) for tick in ticks
    }
    kind = "reasonable" if all(row.tags is not None for row in rows) else "hard"
    lines = [line(Span(f"Figure 1: {kind} intervals over p", TITLE), Span("  (dotted: they overlap)", DIM))]
    for number, text in enumerate(canvas.lines()):
        mark = " ┤" if number in labels else " │"
        lines.append(line(Span(fit(labels.get(number, ""), _AXIS - 2, "right") + mark, DIM), text))
    lines.append(line(Span(" " * (_AXIS - 1) + "└" + "─" * room, DIM)))
    first, last = f"p = {x_range[0]:.3g}", f"{x_range[1]:.3g}"
    lines.append(line(Span(" " * _AXIS + first + fit(last, room - len(first), "right"), DIM)))
    key = "   ".join(f"{'solid' if place == 0 else 'dashed'}: {row.system}" for place, row in enumerate(rows))
    return [*lines, line(" " * _AXIS + key)]


def _trace(canvas: Canvas, side: Scores, y_range: tuple[float, float], *, dashed: bool) -> None:
    """One border of an interval."""
    before: int | None = None
    for x, value in enumerate(side.tolist()):
        if not np.isfinite(value):
            before = None
            continue
        y = scale([value], *y_range, _DOTS * canvas.height)[0]
        if not dashed or x // 3 % 2 == 0:
            canvas.line((x, y if before is None or dashed else before), (x, y))
        before = y


def _shade(canvas: Canvas, drawn: Sequence[Sequence[Scores]], y_range: tuple[float, float]) -> None:
    """Dots where two intervals overlap."""
    if len(drawn) != 2:  # noqa: PLR2004 (two systems)
        return
    low, high = np.maximum(drawn[0][0], drawn[1][0]), np.minimum(drawn[0][1], drawn[1][1])
    for x in range(0, 2 * canvas.width, _DOTS):
        if low[x] < high[x]:
            first, last = scale([float(low[x]), float(high[x])], *y_range, _DOTS * canvas.height)
            for y in range(-(-(first + 2) // _DOTS) * _DOTS + 1, last - 1, _DOTS):
                canvas.dot(x, y)
