"""Charts of `noise`: figure 1 of Padró and Màrquez (1998), and the intervals of any number of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.comparison.noise import bound_over_p
from tertium.errors import UsageError
from tertium.reports.charts import COLOURS, render

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.comparison.noise import Bound
    from tertium.reports.noise_result import Noise

_WIDTH: Final = 460
_HEIGHT: Final = 280
_ROW: Final = 34
_PAIR: Final = 2
_DIGITS: Final = 6  # of a number in a chart: more would only make files larger


def draw_noise(result: Noise, path: str) -> bytes:
    """Two systems with reasonable intervals as figure 1, others as a list of intervals.

    Raises:
        UsageError: No error rate is known.
    """
    if result.rates is None:
        raise UsageError("without an error rate there are no intervals to plot", hint="--error-rate 0.03")
    group = result.word_groups[0].name
    rows = [row for row in result.bound_rows if row.group == group]
    true = {row.system: row.accuracy for row in result.truth_rows if row.group == group}
    if len(rows) == _PAIR and all(row.reasonable is not None for row in rows):
        return draw_bands(rows, true, path)
    return draw_intervals(rows, true, path, title=f"{group} {result.unit_noun}s")


def draw_bands(rows: Sequence[Bound], true: Mapping[str, float], path: str) -> bytes:
    """Figure 1: the interval of each of two systems over p, where they overlap darker."""
    import altair as alt
    import polars as pl

    bands = {row.system: bound_over_p(row.observed, row.rate, row.tags) for row in rows if row.rate is not None}
    points = [
        {"system": name, "p": _cut(x), "low": _cut(100 * y), "high": _cut(100 * z)}
        for name, (p, low, high) in bands.items()
        for x, y, z in zip(p.tolist(), low.tolist(), high.tolist(), strict=True)
    ]
    names = list(bands)
    colour = alt.Color(
        "system:N", title=None, scale=alt.Scale(domain=names, range=list(COLOURS[: len(names)])), sort=names
    )
    reasonable = all(row.tags is not None for row in rows)
    x = alt.X("p:Q", title="p = P(same error as the gold | both wrong)", scale=alt.Scale(zero=False, nice=False))
    y = alt.Y(
        "low:Q",
        title=f"true accuracy (%), {'reasonable' if reasonable else 'hard'} interval",
        scale=alt.Scale(zero=False),
    )
    base = alt.Chart(pl.DataFrame(points))
    layers: list[Any] = [
        base.mark_area(opacity=0.28).encode(x=x, y=y, y2="high:Q", color=colour),
        base.mark_line(strokeWidth=1.5).encode(x=x, y=y, color=colour),
        base.mark_line(strokeWidth=1.5).encode(x=x, y="high:Q", color=colour),
    ]
    overlap = _find_overlap([bands[name] for name in names])
    if overlap:
        shade = alt.Chart(pl.DataFrame(overlap)).mark_area(color="#333333", opacity=0.25)
        layers.append(shade.encode(x=x, y=alt.Y("low:Q"), y2="high:Q"))
    if true:
        rules = pl.DataFrame([{"system": name, "true": _cut(100 * value)} for name, value in true.items()])
        layers.append(alt.Chart(rules).mark_rule(strokeDash=[5, 3], strokeWidth=1.5).encode(y="true:Q", color=colour))
    chart: alt.LayerChart = alt.LayerChart(layer=layers)
    return render(chart.properties(width=_WIDTH, height=_HEIGHT), path)


def _find_overlap(bands: Sequence[tuple[Any, Any, Any]]) -> list[dict[str, float]]:
    """Where two bands overlap, over the p that both have."""
    (p_one, low_one, high_one), (p_two, low_two, high_two) = bands
    p = np.linspace(max(p_one[0], p_two[0]), min(p_one[-1], p_two[-1]), len(p_one))
    low = np.maximum(np.interp(p, p_one, low_one), np.interp(p, p_two, low_two))
    high = np.minimum(np.interp(p, p_one, high_one), np.interp(p, p_two, high_two))
    if p[0] > p[-1]:
        return []
    return [
        {"p": _cut(a), "low": _cut(100 * b), "high": _cut(100 * c)}
        for a, b, c in zip(p.tolist(), low.tolist(), high.tolist(), strict=True)
        if b < c
    ]


def draw_intervals(rows: Sequence[Bound], true: Mapping[str, float], path: str, *, title: str) -> bytes:
    """A line for each system: hard bounds thin, the reasonable interval thick, what was observed, and what is true."""
    import altair as alt
    import polars as pl

    names = [row.system for row in rows]
    y = alt.Y("system:N", title=None, sort=names)
    kinds = ["hard bounds", "reasonable", "observed", *(["by the better gold"] if true else [])]
    colour = alt.Color(
        "what:N",
        title=None,
        scale=alt.Scale(domain=kinds, range=["#8fa3ad", COLOURS[0], "#222222", COLOURS[1]][: len(kinds)]),
    )
    x = alt.X("low:Q", title=f"accuracy on {title} (%)", scale=alt.Scale(zero=False))
    spans, marks = [], []
    for row in rows:
        for what, interval in (("hard bounds", row.hard), ("reasonable", row.reasonable)):
            if interval is not None:
                ends = {"low": _cut(100 * interval.low), "high": _cut(100 * interval.high)}
                spans.append({"system": row.system, "what": what, **ends, "size": 3 if what == "hard bounds" else 9})
        marks.append({"system": row.system, "what": "observed", "value": _cut(100 * row.observed)})
        if row.system in true:
            marks.append({"system": row.system, "what": "by the better gold", "value": _cut(100 * true[row.system])})
    lines = alt.Chart(pl.DataFrame(spans))
    layers = [
        lines.transform_filter(f"datum.what == '{what}'")
        .mark_bar(height=size, opacity=0.9)
        .encode(x=x, x2="high:Q", y=y, color=colour)
        for what, size in (("hard bounds", 3), ("reasonable", 9))
    ]
    shape = alt.Shape("what:N", title=None, legend=None, scale=alt.Scale(domain=kinds[2:], range=["circle", "diamond"]))
    points = alt.Chart(pl.DataFrame(marks)).mark_point(filled=True, size=70, opacity=1)
    layers.append(points.encode(x="value:Q", y=y, color=colour, shape=shape))
    chart: alt.LayerChart = alt.LayerChart(layer=layers)
    return render(chart.properties(width=_WIDTH, height=max(_ROW * len(rows), _ROW)), path)


def _cut(value: float) -> float:
    return round(value, _DIGITS)
