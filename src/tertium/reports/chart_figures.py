"""The charts of a report, each by itself, as altair charts: for papers (`tertium plot`) and wherever one is needed.

Each function takes the JSON document of `compare` (see docs/json.md). What the marks mean never hangs on colour alone:
systems have shapes too, classes have sides or panels, separated differences are filled.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from tertium.errors import UsageError
from tertium.reports import chart_rows
from tertium.reports.chart_shared import SHAPES, chart_flow, chart_matrix, chart_ranks, system_colours
from tertium.reports.charts import COLOURS
from tertium.reports.page import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Document = Mapping[str, Any]
    Pair = Sequence[str]

CLASS_COLOURS: Final = {"corrections": "#1b7a4b", "new errors": "#b23a1d", "changed errors": "#a07800"}
_SIDES: Final = {"better": "#1b7a4b", "worse": "#b23a1d", "not separated": "#7a8590"}

_WIDTH: Final = 420
_ROW: Final = 22
_NAMES: Final = 220  # pixels of a name
_INK: Final = "#333333"
_QUIET: Final = "#8a939c"


def _frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    import altair as alt

    inline: Any = alt.InlineData  # without types of its own
    return alt.Chart(inline(values=[dict(row) for row in rows]))


def _names(field: str, order: Sequence[str], **more: Any) -> Any:
    """A row for each name, in this order."""
    import altair as alt

    axis = alt.Axis(title=None, labelLimit=_NAMES, ticks=False, domain=False, labelPadding=6)
    return alt.Y(f"{field}:N", sort=list(dict.fromkeys(order)), axis=axis, **more)


def _marks(systems: Sequence[str], *, legend: bool) -> dict[str, Any]:
    """Colour and shape of systems."""
    import altair as alt

    n = len(systems)
    key = alt.Legend(title=None, orient="top", symbolOpacity=1) if legend else None
    shapes = [SHAPES[place % len(SHAPES)] for place in range(n)]
    return {
        "color": alt.Color("system:N", legend=key, scale=alt.Scale(domain=list(systems), range=system_colours(n))),
        "shape": alt.Shape("system:N", legend=key, scale=alt.Scale(domain=list(systems), range=shapes)),
    }


def _title(measure: str) -> str:
    return f"{measure} (%)" if chart_rows.is_share(measure) else measure


def chart_scores(document: Document, *, measure: str | None = None) -> Any:
    """Each system's score with its interval."""
    import altair as alt

    name = chart_rows.choose_measure(document, measure)
    rows = chart_rows.score_rows(document, name)
    order, marks = [row["system"] for row in rows], _marks(document["systems"], legend=False)
    x = alt.X("value:Q", title=_title(name), scale=alt.Scale(zero=False, padding=12))
    layers = []
    if any(row["low"] is not None for row in rows):
        line = _frame(rows).mark_rule(strokeWidth=1.6)
        layers.append(
            line.encode(
                x=alt.X("low:Q", title=_title(name)), x2="high:Q", y=_names("system", order), color=marks["color"]
            )
        )
    layers.append(
        _frame(rows).mark_point(filled=True, size=80, opacity=1).encode(x=x, y=_names("system", order), **marks)
    )
    numbers = (
        _frame(rows)
        .mark_text(align="left", dx=10, color=_INK)
        .encode(x=alt.value(_WIDTH), y=_names("system", order), text="text:N")
    )
    return alt.layer(*layers, numbers).properties(width=_WIDTH, height=alt.Step(_ROW + 6))


def chart_transitions(
    document: Document, pair: Pair | None = None, *, measure: str | None = None, top: int = 10
) -> Any:
    """The most frequent changes from one system to another: corrections, new errors, changed errors."""
    import altair as alt

    name, found = chart_rows.choose_measure(document, measure, units=True), chart_rows.choose_pair(document, pair)
    rows = chart_rows.transition_rows(document, found, name, top)
    if not rows:
        raise UsageError(f"{found[0]} and {found[1]} differ nowhere by {name}", hint="--pair chooses two systems")
    most = max(row["count"] for row in rows)
    panels = []
    for kind, colour in CLASS_COLOURS.items():
        own = [row for row in rows if row["kind"] == kind]
        if not own:
            continue
        order = [row["change"] for row in own]
        x = alt.X("count:Q", title=None, scale=alt.Scale(domain=[0, most], nice=False), axis=None)
        bars = _frame(own).mark_bar(color=colour, height={"band": 0.72}).encode(x=x, y=_names("change", order))
        counts = (
            _frame(own).mark_text(align="left", dx=4, color=_INK).encode(x=x, y=_names("change", order), text="count:Q")
        )
        title = alt.Title(f"{kind}: {own[0]['total']:,}", color=_INK, fontSize=12, fontWeight="bold", frame="group")
        panels.append(alt.layer(bars, counts).properties(width=_WIDTH - 120, height=alt.Step(_ROW - 4), title=title))
    return alt.vconcat(*panels, spacing=14).properties(title=_pair_title(found, name))


def _pair_title(pair: Pair, measure: str) -> str:
    return f"{visible(pair[0])} → {visible(pair[1])} ({measure})"


def chart_labels(document: Document, pair: Pair | None = None, *, measure: str | None = None, top: int = 20) -> Any:
    """Corrections (to the right) against new errors (to the left) by gold label."""
    import altair as alt

    name, found = chart_rows.choose_measure(document, measure, units=True), chart_rows.choose_pair(document, pair)
    rows = chart_rows.balance_rows(document, found, name, top)
    if not rows:
        raise UsageError(
            f"nobody is right where {found[0]} and {found[1]} differ by {name}", hint="--pair chooses two systems"
        )
    kinds = list(CLASS_COLOURS)[:2]
    colour = alt.Color(
        "kind:N",
        legend=alt.Legend(title=None, orient="top", symbolType="square"),
        scale=alt.Scale(domain=kinds, range=[CLASS_COLOURS[kind] for kind in kinds]),
    )
    x = alt.X(
        "value:Q",
        title="new errors  ←  units  →  corrections",
        axis=alt.Axis(labelExpr="abs(datum.value)", tickMinStep=1, format="d"),
        scale=alt.Scale(padding=34),  # room for the numbers beside the bars
    )
    y = _names("label", [row["label"] for row in rows])
    shown = [row for row in rows if row["count"]]
    layers = [_frame(rows).mark_bar(height={"band": 0.72}).encode(x=x, y=y, color=colour)]
    for sign, align, dx in ((1, "left", 4), (-1, "right", -4)):
        own = [row for row in shown if row["value"] * sign > 0]
        if own:
            layers.append(_frame(own).mark_text(align=align, dx=dx, color=_INK).encode(x=x, y=y, text="count:Q"))
    zero = _frame([{"value": 0}]).mark_rule(color=_QUIET).encode(x="value:Q")
    return alt.layer(*layers, zero).properties(width=_WIDTH, height=alt.Step(_ROW - 3), title=_pair_title(found, name))


def chart_solved(document: Document, *, measure: str | None = None, top: int = 24) -> Any:
    """Who solves what: units by the set of systems that have them right, filled marks for its members."""
    import altair as alt

    name, systems = chart_rows.choose_measure(document, measure, units=True), list(document["systems"])
    rows = chart_rows.solver_rows(document, name)[:top]
    if not rows:
        raise UsageError(f"there is no unit that {name} looks at", hint="the figure needs a larger gold")
    places = [str(place) for place in range(len(rows))]
    sets = [
        {"set": place, "count": row["count"], "text": f"{row['count']:,}  ({row['share']:.1f} %)"}
        for place, row in zip(places, rows, strict=True)
    ]
    dots = [
        {"set": place, "system": system, "member": system in row["members"]}
        for place, row in zip(places, rows, strict=True)
        for system in systems
    ]
    y = alt.Y("set:N", sort=places, axis=None)
    axis = alt.Axis(orient="top", labelAngle=-40, ticks=False, domain=False, labelLimit=140, grid=False)
    x = alt.X("system:N", sort=systems, title=None, axis=axis)
    marks = _marks(systems, legend=False)
    height = alt.Step(_ROW)
    chosen = [row for row in dots if row["member"]]
    others = [row for row in dots if not row["member"]]
    layers = (
        [_frame(others).mark_point(filled=True, size=22, color="#d5dade", opacity=1).encode(x=x, y=y)] if others else []
    )
    if chosen:
        layers.append(_frame(chosen).mark_point(filled=True, size=75, opacity=1).encode(x=x, y=y, **marks))
    members = alt.layer(*layers).properties(width=alt.Step(26), height=height)
    length = alt.X("count:Q", title=f"units ({name})", axis=alt.Axis(tickMinStep=1, format=",d", tickCount=4))
    bars = _frame(sets).mark_bar(color="#8fa3ad", height={"band": 0.68}).encode(x=length, y=y)
    texts = _frame(sets).mark_text(align="left", dx=4, color=_INK).encode(x=length, y=y, text="text:N")
    return alt.hconcat(members, alt.layer(bars, texts).properties(width=_WIDTH - 120, height=height), spacing=6)


def chart_oracle_labels(document: Document, *, measure: str | None = None, top: int = 20) -> Any:
    """Accuracy of each system and of the decision oracle on the frequent gold labels."""
    import altair as alt

    name, systems = chart_rows.choose_measure(document, measure, units=True), list(document["systems"])
    rows = chart_rows.oracle_rows(document, name, top)
    if not rows:
        raise UsageError(f"no label has {chart_rows.FEWEST_UNITS} units", hint="the figure needs a larger gold")
    points = [
        {"label": row["label"], "system": system, "value": value}
        for row in rows
        for system, value in row["values"].items()
    ]
    order = [row["label"] for row in rows]
    y = _names("label", order)
    title = f"accuracy ({name}, %); bar: decision oracle"
    lowest = min(90, 10 * math.floor(min(row["low"] for row in rows) / 10))
    scale = alt.Scale(domain=[lowest, 100], nice=False, zero=False)
    x, low, best = (alt.X(f"{column}:Q", title=title, scale=scale) for column in ("value", "low", "oracle"))
    ranges = _frame(rows).mark_rule(color="#cfd6db", strokeWidth=5).encode(x=low, x2="oracle:Q", y=y)
    ticks = _frame(rows).mark_tick(color="#222222", thickness=2.5, size=14).encode(x=best, y=y)
    marks = _marks(systems, legend=True)
    dots = _frame(points).mark_point(filled=True, size=60, opacity=0.95).encode(x=x, y=y, **marks)
    counts = _frame([{"label": row["label"], "units": f"{row['units']:,}"} for row in rows])
    units = counts.mark_text(align="left", dx=8, color=_QUIET).encode(x=alt.value(_WIDTH), y=y, text="units:N")
    return alt.layer(ranges, dots, ticks, units).properties(width=_WIDTH, height=alt.Step(_ROW - 2))


def chart_gain(document: Document, *, measure: str | None = None) -> Any:
    """The decision oracle of the best one, two, ... systems."""
    import altair as alt

    name = chart_rows.choose_measure(document, measure, units=True)
    rows = chart_rows.gain_rows(document, name)
    x = alt.X("size:O", title="systems together", axis=alt.Axis(labelAngle=0, grid=False))
    y = alt.Y("value:Q", title=f"decision oracle ({name}, %)", scale=alt.Scale(zero=False, padding=22))
    base = _frame(rows).encode(x=x, y=y)
    return alt.layer(
        base.mark_line(color=COLOURS[0], strokeWidth=2),
        base.mark_point(filled=True, color=COLOURS[0], size=80, opacity=1),
        base.mark_text(dy=-13, color=_INK).encode(text="text:N"),
        base.mark_text(align="left", dx=8, dy=11, color=_QUIET, limit=170).encode(text="added:N"),
    ).properties(width=max(110 * len(rows), 220), height=220)


def chart_slices(document: Document, pair: Pair | None = None, *, measure: str | None = None) -> Any:
    """The difference of two systems by slice, with intervals; filled where it is separated from chance."""
    import altair as alt

    if measure is None and document.get("slices"):
        measure = document["slices"][0]["measure"]  # not the headline, where that has no units
    name, found = chart_rows.choose_measure(document, measure), chart_rows.choose_pair(document, pair)
    rows = chart_rows.slice_rows(document, found, name)
    sides = list(_SIDES)
    colour = alt.Color(
        "side:N",
        legend=alt.Legend(title=None, orient="top"),
        scale=alt.Scale(domain=sides, range=list(_SIDES.values())),
    )
    shape = alt.Shape(
        "side:N",
        legend=alt.Legend(title=None, orient="top"),
        scale=alt.Scale(domain=sides, range=["triangle-right", "triangle-left", "circle"]),
    )
    title = f"difference in {name}, points"
    low, high = min(0.0, *(row["low"] for row in rows)), max(0.0, *(row["high"] for row in rows))
    scale = alt.Scale(domain=[low, high], nice=True)
    panels = []
    for feature in dict.fromkeys(row["feature"] for row in rows):
        own = [row for row in rows if row["feature"] == feature]
        y = _names("value", [row["value"] for row in own])
        x = alt.X("delta:Q", title=title, scale=scale)
        zero = _frame([{"delta": 0}]).mark_rule(color=_QUIET).encode(x=x)
        lines = (
            _frame(own)
            .mark_rule(strokeWidth=1.5)
            .encode(x=alt.X("low:Q", title=title, scale=scale), x2="high:Q", y=y, color=colour)
        )
        dots = _frame(own).mark_point(filled=True, size=65, opacity=1).encode(x=x, y=y, color=colour, shape=shape)
        units = (
            _frame(own)
            .mark_text(align="left", dx=8, color=_QUIET)
            .encode(x=alt.value(_WIDTH), y=y, text=alt.Text("units:Q", format=",d"))
        )
        heading = alt.Title(visible(feature), color=_INK, fontSize=12, fontWeight="bold", frame="group")
        panels.append(
            alt.layer(zero, lines, dots, units).properties(width=_WIDTH, height=alt.Step(_ROW - 4), title=heading)
        )
    return alt.vconcat(*panels, spacing=12).properties(title=_pair_title(found, name))


FIGURES: Final[dict[str, tuple[Callable[..., Any], str]]] = {
    "scores": (chart_scores, "each system's score with its interval"),
    "ranks": (chart_ranks, "the rank of each system by each measure"),
    "flow": (chart_flow, "from the gold's label to what each of two systems says"),
    "transitions": (chart_transitions, "the most frequent changes from one system to another, by class"),
    "labels": (chart_labels, "corrections against new errors by gold label"),
    "matrix": (chart_matrix, "the share of units on which each pair of systems differs, and how they join"),
    "solved": (chart_solved, "who solves what: units by the set of systems that are right"),
    "oracle-labels": (chart_oracle_labels, "each system and the decision oracle on the frequent labels"),
    "gain": (chart_gain, "the decision oracle of the best one, two, ... systems"),
    "slices": (chart_slices, "the difference of two systems by slice (needs a document made with --by)"),
}
"""Every figure by its name: what draws it, and what it shows."""

OF_PAIRS: Final = frozenset({"flow", "transitions", "labels", "slices"})
OF_MANY_ROWS: Final = frozenset({"flow", "transitions", "labels", "solved", "oracle-labels"})


def draw_figure(
    document: Document, figure: str, *, pair: Pair | None = None, measure: str | None = None, top: int | None = None
) -> Any:
    """One figure as an altair chart.

    Raises:
        UsageError: There is none of this name, or it has no pair or rows to choose, or the document cannot give it.
    """
    if figure not in FIGURES:
        raise UsageError(f"there is no figure {figure!r}", hint=f"the figures are {', '.join(FIGURES)}")
    options: dict[str, Any] = {}
    if measure is not None:
        if figure == "ranks":
            raise UsageError("ranks shows all measures", hint="leave out --measure")
        options["measure"] = measure
    if pair is not None:
        if figure not in OF_PAIRS:
            raise UsageError(f"{figure} shows all systems, not a pair", hint="leave out --pair")
        options["pair"] = pair
    if top is not None:
        if figure not in OF_MANY_ROWS:
            raise UsageError(f"{figure} shows everything there is", hint="leave out --top")
        options["top"] = top
    try:
        return FIGURES[figure][0](document, **options)
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:  # a document that somebody has changed
        raise UsageError(
            f"the document is not what tertium compare writes ({type(error).__name__}: {error})",
            hint="make it anew with: tertium compare GOLD A B --json > compare.json",
        ) from None
