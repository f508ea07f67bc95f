"""The page of `curve`: the verdict, the plot, the table of each series, and series beside series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium import __version__
from tertium.reports.head_and_foot import signature_lines, warning_lines
from tertium.reports.numbers import number, points, probability, span
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, visible, wrap
from tertium.reports.plot import MARKERS, draw, pick_ticks

if TYPE_CHECKING:
    from tertium.comparison.curves import Gain
    from tertium.reports.curve import Curve

_AXIS: Final = 8
_TABLE: Final = 77  # cells of a table on a page that has them
_ROWS: Final = 12
LOG_FROM: Final = 20
"""Sizes so many times apart are drawn on a logarithmic axis."""


def curve_page(result: Curve, width: int = 80) -> list[Line]:
    """All of it."""
    golds = [one.gold.paths[0].rsplit("/", 1)[-1] for one in result.golds]
    title = f"tertium {__version__} · {result.task} · {', '.join(visible(gold) for gold in golds)}"
    lines = [*wrap([Span(title, DIM)], width, indent=2, first=0), BLANK]
    lines += [*wrap([Span(result.verdict, TITLE)], width), BLANK]
    for measure in _shown(result):
        lines += [*_plot(result, measure, width), BLANK]
        for series in result.series:
            lines += [*_table(result, series, measure, width), BLANK]
        lines += _contrasts(result, measure, width)
    lines = [*lines[:-1], *warning_lines(result.warnings, width)]
    return [*lines, BLANK, *(text for one in result.signatures for text in signature_lines(one, width))]


def _shown(result: Curve) -> tuple[str, ...]:
    """Measures that were asked for, or the headline; files have all of them."""
    asked = result.golds[0].asked_measures
    return tuple(name for name in result.measures if name in asked) or (result.headline,)


def state_curve(result: Curve) -> str:
    """How far each series rises, and whether the last step still gains."""
    share = result.is_share(result.headline)
    return " ".join(_state_series(result, series, share=share) for series in result.series)


def _state_series(result: Curve, series: str, *, share: bool) -> str:
    found, gains = result.points(series), result.gains(series)
    who = f"{visible(series)}: {result.headline}" if series else result.headline
    first, last = found[0], found[-1]
    if len(found) == 1:
        return f"{who} is {number(first.score.value, share=share)} at {first.place.text}."
    step = last.score.value - first.score.value
    text = (
        f"{who} goes from {number(first.score.value, share=share)} at {first.place.text} to "
        f"{number(last.score.value, share=share)} at {last.place.text} ({_step(step, share=share)})"
    )
    if not gains or gains[-1].p_adjusted is None:
        return f"{text}."
    alpha, end = result.plan.alpha, gains[-1]
    tail = f"{_step(end.delta, share=share)}, {probability(end.p_adjusted or 0.0, 'adjusted p')}"
    if end.p_adjusted is not None and end.p_adjusted < alpha:
        return f"{text}; the last step still changes it ({tail})."
    flat = next((gain for gain in reversed(gains) if gain.p_adjusted is not None and gain.p_adjusted < alpha), None)
    since = f"since {flat.after.text}" if flat else "anywhere"
    return f"{text}; no step is separated {since} (the last: {tail})."


def _step(value: float, *, share: bool) -> str:
    return points(value) if share else f"{value:+.2f}"


def _plot(result: Curve, measure: str, width: int) -> list[Line]:
    share = result.is_share(measure)
    found = {series: result.points(series, measure) for series in result.series}
    xs = [point.place.size for part in found.values() for point in part]
    ys = [point.score.value for part in found.values() for point in part]
    low, high = min(ys), max(ys)
    margin = max((high - low) * 0.08, 0.002)
    y_range = (low - margin, high + margin)
    log = min(xs) > 0 and max(xs) / min(xs) >= LOG_FROM
    room = width - _AXIS - 2
    drawn = draw(
        [[(point.place.size, point.score.value) for point in part] for part in found.values()],
        x_range=(min(xs), max(xs)),
        y_range=y_range,
        size=(room, _ROWS),
        log=log,
    )
    labels = {
        _ROWS - 1 - int((tick - y_range[0]) / (y_range[1] - y_range[0]) * _ROWS): number(tick, 1, share=share)
        for tick in pick_ticks(*y_range)
    }
    lines = [line(Span(measure, TITLE))]
    for row, text in enumerate(drawn):
        lines.append(
            line(Span(fit(labels.get(row, ""), _AXIS - 2, "right") + (" ┤" if row in labels else " │"), DIM), text)
        )
    lines.append(line(Span(" " * (_AXIS - 1) + "└" + "─" * room, DIM)))
    first, last = (min(xs), max(xs))
    ends = {point.place.size: point.place.text for part in found.values() for point in part}
    axis = " (logarithmic)" if log else ""
    foot = f"{ends[first]}{fit(ends[last] + axis, room - len(ends[first]), 'right')}"
    lines.append(line(Span(" " * _AXIS + foot, DIM)))
    if len(found) > 1:
        key = "   ".join(f"{MARKERS[k % len(MARKERS)]} {visible(series)}" for k, series in enumerate(found))
        lines.append(line(Span(" " * _AXIS + key)))
    return lines


def _table(result: Curve, series: str, measure: str, width: int) -> list[Line]:
    share = result.is_share(measure)
    certain = f"{100 * (1 - result.plan.alpha):g} %"
    head = "  " + fit("size", 10) + fit(measure, 12, "right") + fit(certain, 17, "right")
    head += fit("gain", 10, "right") + _fit_p("p", "adjusted", width)
    lines = [line(Span(visible(series), TITLE))] if series else []
    lines.append(line(Span(head, DIM)))
    gains = {gain.after: gain for gain in result.gains(series, measure)}
    for point in result.points(series, measure):
        interval = "" if point.interval is None else span(point.interval, 1 if share else 2, share=share)
        cells = fit(visible(point.place.text), 10) + fit(number(point.score.value, share=share), 12, "right")
        cells += fit(interval, 17, "right")
        gain = gains.get(point.place)
        cells += _gain_cells(gain, width, share=share) if gain else ""
        lines.append(line("  " + cells))
    return lines


def _gain_cells(gain: Gain, width: int, *, share: bool) -> str:
    p = "" if gain.p is None else probability(gain.p)
    adjusted = "" if gain.p_adjusted is None else probability(gain.p_adjusted)
    return fit(_step(gain.delta, share=share), 10, "right") + _fit_p(p, adjusted, width)


def _fit_p(p: str, adjusted: str, width: int) -> str:
    """The last two columns, which give what a narrow page lacks."""
    lack = max(_TABLE - width, 0)
    return fit(p, 12 - lack // 2, "right") + fit(adjusted, 14 - (lack - lack // 2), "right")


def _contrasts(result: Curve, measure: str, width: int) -> list[Line]:
    found, share = result.contrasts(measure), result.is_share(measure)
    if not found:
        return []
    kind = "unpaired, each with its own gold" if found[0].test == "unpaired" else "sentence by sentence"
    lines = [line(Span(f"Series beside series, {measure} ({kind})", TITLE))]
    for gain in found:
        pair = f"{visible(gain.before.series)} → {visible(gain.after.series)}"
        lines.append(
            line("  " + fit(visible(gain.before.text), 10) + fit(pair, 29) + _gain_cells(gain, width, share=share))
        )
    return [*lines, BLANK]
