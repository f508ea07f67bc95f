"""The charts of the HTML page as Vega-Lite specifications, without data: the page fills them for the pair at hand.

Each function describes one chart with altair. Data are named (`rows`, `ribbons`, ...) and come from the page; colours
are CSS variables of the page, so that light, dark and paper need no second chart. What a mark stands for is in its
datum (`go`, the filter to which a click leads).
"""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from tertium.reports.kept_files import load_kept

if TYPE_CHECKING:
    from collections.abc import Callable

CLASS_COLOURS: Final = {
    "correction": "var(--correction)",
    "new error": "var(--new-error)",
    "changed error": "var(--changed-error)",
}
SYSTEMS: Final = ["@systems"]
COLOURS: Final = ["@colours"]
SHAPES: Final = ["@shapes"]
LEFT: Final = ["@left"]
BARS: Final = ["@bars"]
WIDE: Final = ["@wide"]
HIGH: Final = ["@high"]
"""The page puts other lists in their place: names of systems, a colour and a shape for each, ranges and domains that
depend on how many systems there are."""

FLOW_HEIGHT: Final = 440
_NAMES_AT: Final[tuple[tuple[int, Literal["left", "right"], int, str], ...]] = (
    (0, "right", -5, "x"),
    (1, "left", 5, "x2"),
    (2, "left", 5, "x2"),
)
_STEP: Final = 26  # pixels of a row
_THIN: Final = 22
_TEXT: Final = "var(--ink)"
_QUIET: Final = "var(--quiet)"
_NAME_ROOM: Final = 150
_SLICE_ROOM: Final = 230


def load_specs() -> dict[str, Any]:
    """Every chart of the page by its name; kept, because altair takes longer to load than a page to write."""
    own = sha256(Path(__file__).read_bytes()).hexdigest()[:16]
    found: dict[str, Any] = json.loads(load_kept(f"charts-{version('altair')}-{own}.json", _make_specs))
    return found


def _make_specs() -> str:
    charts: dict[str, Callable[[], Any]] = {
        "scores": draw_scores,
        "ranks": draw_ranks,
        "flow": draw_flow,
        "balance": draw_balance,
        "likeness": draw_likeness,
        "solvers": draw_solvers,
        "gain": draw_gain,
        "found": draw_found,
        "slices": draw_slices,
    }
    specs = {name: _tidy(draw().to_dict(validate=False)) for name, draw in charts.items()}
    return json.dumps(specs, sort_keys=True)


def _tidy(spec: dict[str, Any]) -> dict[str, Any]:
    """Without what altair adds for its own pages; the page gives the look."""
    kept = {key: value for key, value in spec.items() if key not in ("config", "datasets")}
    return {**kept, "autosize": {"type": "fit-x", "contains": "padding"}}


def _marks(field: str = "system") -> dict[str, Any]:
    """Colour and shape of systems."""
    import altair as alt

    return {
        "color": alt.Color(f"{field}:N", legend=None, scale=alt.Scale(domain=SYSTEMS, range=COLOURS)),
        "shape": alt.Shape(f"{field}:N", legend=None, scale=alt.Scale(domain=SYSTEMS, range=SHAPES)),
    }


def _names(field: str, room: int = _NAME_ROOM, **more: Any) -> Any:
    """A row for each name, in the order in which they come."""
    import altair as alt

    axis = alt.Axis(title=None, labelLimit=room, ticks=False, domain=False, labelPadding=8)
    return alt.Y(f"{field}:N", sort=None, axis=axis, **more)


def draw_scores() -> Any:
    """A forest plot: a system's score with its interval; a line between groups that are told apart."""
    import altair as alt

    rows = alt.Chart(alt.NamedData("rows"))
    x = alt.X("value:Q", title=None, scale=alt.Scale(zero=False, nice=True), axis=alt.Axis(tickCount=6))
    marks = _marks()
    tips = [alt.Tooltip("system:N"), alt.Tooltip("text:N", title="score")]
    parts = alt.Chart(alt.NamedData("parts")).mark_rule(color=_QUIET, strokeDash=[4, 3])
    return alt.LayerChart(
        layer=[
            rows.mark_rule(strokeWidth=2).encode(
                x=alt.X("low:Q", title=None), x2="high:Q", y=_names("system"), color=marks["color"]
            ),
            rows.mark_point(filled=True, size=110, opacity=1).encode(x=x, y=_names("system"), tooltip=tips, **marks),
            rows.mark_text(dy=-11, color=_TEXT, fontSize=11).encode(x=x, y=_names("system"), text="label:N"),
            parts.encode(y=_names("system", bandPosition=1)),
        ]
    ).properties(width="container", height=alt.Step(_STEP + 14))


def draw_ranks() -> Any:
    """Where measures disagree: the rank of each system by each measure."""
    import altair as alt

    rows = alt.Chart(alt.NamedData("rows"))
    x = alt.X("measure:N", sort=None, title=None, axis=alt.Axis(labelAngle=-40, orient="bottom", domain=False))
    y = alt.Y(
        "rank:Q",
        title="rank",
        scale=alt.Scale(reverse=True, zero=False, nice=False, padding=12),
        # between two systems there would be a rank of 1.5, whatever tickMinStep says
        axis=alt.Axis(
            tickMinStep=1, format="d", labelExpr="datum.value % 1 ? '' : datum.label", ticks=False, grid=False
        ),
    )
    tips = [
        alt.Tooltip("system:N"),
        alt.Tooltip("measure:N"),
        alt.Tooltip("rank:Q"),
        alt.Tooltip("text:N", title="score"),
    ]
    marks = _marks()
    return alt.LayerChart(
        layer=[
            rows.mark_line(strokeWidth=2, opacity=0.6).encode(x=x, y=y, color=marks["color"], detail="system:N"),
            rows.mark_point(filled=True, size=100, opacity=1).encode(x=x, y=y, tooltip=tips, **marks),
        ]
    ).properties(width="container", height=190)


def draw_flow() -> Any:
    """From the gold's label to what each of the two says: a ribbon for each kind of change."""
    import altair as alt

    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-0.42, 2.42], nice=False))
    y = alt.Y("low:Q", axis=None, scale=alt.Scale(zero=True, nice=False, reverse=True))
    colour = alt.Color(
        "kind:N",
        title=None,
        scale=alt.Scale(domain=list(CLASS_COLOURS), range=list(CLASS_COLOURS.values())),
        legend=None,  # the bar above tells
    )
    tips = [alt.Tooltip("text:N", title="change"), alt.Tooltip("kind:N", title="class"), alt.Tooltip("count:Q")]
    ribbons = alt.Chart(alt.NamedData("ribbons")).mark_area(interpolate="monotone", opacity=0.55, cursor="pointer")
    nodes = alt.Chart(alt.NamedData("nodes"))
    names = [
        nodes.transform_filter(f"datum.side == {side}")
        .mark_text(align=align, dx=dx, fontSize=11, color=_TEXT, limit=_NAME_ROOM)
        .encode(x=alt.X(f"{at}:Q"), y=alt.Y("middle:Q"), text="name:N")
        for side, align, dx, at in _NAMES_AT
    ]
    return alt.LayerChart(
        layer=[
            ribbons.encode(x=x, y=y, y2="high:Q", detail="id:N", color=colour, tooltip=tips),
            nodes.mark_rect(color=_QUIET, cursor="pointer").encode(
                x=x, x2="x2:Q", y=y, y2="high:Q", tooltip=[alt.Tooltip("name:N", title="label"), alt.Tooltip("count:Q")]
            ),
            *names,
            alt.Chart(alt.NamedData("heads"))
            .mark_text(baseline="bottom", dy=-8, fontSize=12, fontWeight="bold", color=_TEXT, limit=_NAME_ROOM)
            .encode(x="x:Q", y=alt.YDatum(0), text="name:N"),
        ]
    ).properties(width="container", height=FLOW_HEIGHT)


def draw_balance() -> Any:
    """Corrections to the right, new errors to the left, by gold label."""
    import altair as alt

    rows = alt.Chart(alt.NamedData("rows"))
    colour = alt.Color(
        "kind:N",
        title=None,
        scale=alt.Scale(domain=list(CLASS_COLOURS)[:2], range=list(CLASS_COLOURS.values())[:2]),
        legend=alt.Legend(orient="top", symbolType="square"),
    )
    x = alt.X(
        "value:Q",
        title="new errors  ←  units  →  corrections",
        scale=alt.Scale(padding=34),  # room for the numbers beside the bars
        axis=alt.Axis(labelExpr="abs(datum.value)", tickMinStep=1, tickCount=8),
    )
    tips = [alt.Tooltip("label:N", title="gold label"), alt.Tooltip("kind:N", title="class"), alt.Tooltip("count:Q")]
    base = rows.encode(y=_names("label"))
    return alt.LayerChart(
        layer=[
            base.mark_bar(cursor="pointer", height={"band": 0.7}).encode(x=x, color=colour, tooltip=tips),
            base.mark_text(
                align={"expr": "datum.value < 0 ? 'right' : 'left'"},
                dx={"expr": "datum.value < 0 ? -4 : 4"},
                fontSize=11,
                color=_TEXT,
            ).encode(x=x, text="count:Q"),
            alt.Chart(alt.NamedData("zero")).mark_rule(color=_QUIET).encode(x="value:Q"),
        ]
    ).properties(width="container", height=alt.Step(_THIN))


def draw_likeness() -> Any:
    """The share of differing units for each pair, the most alike side by side, and how the systems join."""
    import altair as alt

    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=WIDE, nice=False))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=HIGH, nice=False))
    cells = alt.Chart(alt.NamedData("cells"))
    tips = [alt.Tooltip("text:N", title="pair"), alt.Tooltip("label:N", title="different")]
    inner = cells.encode(x=alt.X("xc:Q"), y=alt.Y("yc:Q"), text="label:N")
    return alt.LayerChart(
        layer=[
            cells.mark_rect(color="var(--accent)", cursor="pointer", stroke="var(--paper)", strokeWidth=2).encode(
                x=x, x2="x2:Q", y=y, y2="y2:Q", opacity=alt.Opacity("shade:Q", scale=None), tooltip=tips
            ),
            inner.mark_text(fontSize=11, color=_TEXT, cursor="pointer"),
            alt.Chart(alt.NamedData("names"))
            .mark_text(align="right", dx=-6, fontSize=12, color=_TEXT, limit=_NAME_ROOM)
            .encode(x="x:Q", y="y:Q", text="name:N"),
            alt.Chart(alt.NamedData("heads"))
            .mark_text(baseline="bottom", dy=-4, fontSize=11, color=_QUIET)
            .encode(x="x:Q", y="y:Q", text="name:N"),
            alt.Chart(alt.NamedData("joins"))
            .mark_rule(color=_QUIET, strokeWidth=1.5)
            .encode(x="x:Q", x2="x2:Q", y="y:Q", y2="y2:Q", tooltip=[alt.Tooltip("label:N", title="joined at")]),
        ]
    ).properties(width="container", height=alt.Step(44))


def draw_solvers() -> Any:
    """Who solves what: a row for each set of systems that are right, filled marks for its members."""
    import altair as alt

    marks = _marks()
    dots = alt.X(
        "system:N",
        sort=None,
        title=None,
        scale=alt.Scale(domain=SYSTEMS, range=LEFT),
        axis=alt.Axis(orient="top", labelAngle=-40, ticks=False, domain=False, labelLimit=110, grid=False),
    )
    scale = alt.Scale(range=BARS, nice=False)
    bars = alt.X(
        "count:Q",
        title=None,
        scale=scale,
        axis=alt.Axis(orient="bottom", tickMinStep=1, format="d", tickCount=5),
    )
    unseen = alt.X("count:Q", scale=scale, axis=None)
    y = alt.Y("set:N", sort=None, axis=None)
    count = alt.Chart(alt.NamedData("sets"))
    members = alt.Chart(alt.NamedData("members"))
    tips = [alt.Tooltip("text:N", title="right"), alt.Tooltip("count:Q"), alt.Tooltip("share:N", title="of all")]
    return (
        alt.LayerChart(
            layer=[
                members.mark_point(size=95, opacity=1, cursor="pointer").encode(
                    x=dots,
                    y=y,
                    shape=marks["shape"],
                    color=alt.condition("datum.member", marks["color"], alt.value("var(--line)")),
                    fill=alt.condition(
                        "datum.member",
                        alt.Fill("system:N", legend=None, scale=alt.Scale(domain=SYSTEMS, range=COLOURS)),
                        alt.value("transparent"),
                    ),
                ),
                count.mark_bar(color=_QUIET, cursor="pointer", height={"band": 0.66}).encode(x=bars, y=y, tooltip=tips),
                count.mark_text(align="left", dx=4, fontSize=11, color=_TEXT).encode(x=unseen, y=y, text="label:N"),
            ]
        )
        .resolve_scale(x="independent")
        .properties(width="container", height=alt.Step(_THIN + 2))
    )


def draw_gain() -> Any:
    """The best oracle of one, two, ... systems."""
    import altair as alt

    rows = alt.Chart(alt.NamedData("rows"))
    x = alt.X("k:O", title="systems together", axis=alt.Axis(labelAngle=0, grid=False))
    y = alt.Y("value:Q", title="decision oracle (%)", scale=alt.Scale(zero=False, padding=18))
    tips = [alt.Tooltip("text:N", title="best of this size"), alt.Tooltip("label:N", title="oracle")]
    return alt.LayerChart(
        layer=[
            rows.mark_line(color="var(--accent)", strokeWidth=2).encode(x=x, y=y),
            rows.mark_point(color="var(--accent)", filled=True, size=80, opacity=1).encode(x=x, y=y, tooltip=tips),
            rows.mark_text(dy=-14, fontSize=11, color=_TEXT).encode(x=x, y=y, text="label:N"),
        ]
    ).properties(width="container", height=210)


def draw_found() -> Any:
    """A forest plot of slices that a search found: the difference there minus the difference elsewhere."""
    return _draw_forest("difference here minus difference elsewhere, in points", whole=False)


def draw_slices() -> Any:
    """A forest plot of differences by slice."""
    return _draw_forest("difference in points", whole=True)


def _draw_forest(title: str, *, whole: bool) -> Any:
    """Differences with intervals; green and pointing to the right where one is surely better, and so on."""
    import altair as alt

    rows = alt.Chart(alt.NamedData("rows"))
    x = alt.X("delta:Q", title=title, axis=alt.Axis(tickCount=6))
    side = alt.Color(
        "sign:N",
        legend=None,
        scale=alt.Scale(
            domain=["better", "worse", "unclear"], range=["var(--correction)", "var(--new-error)", "var(--quiet)"]
        ),
    )
    shape = alt.Shape(
        "sign:N",
        legend=None,
        scale=alt.Scale(domain=["better", "worse", "unclear"], range=["triangle-right", "triangle-left", "circle"]),
    )
    tips = [
        alt.Tooltip("title:N", title="slice"),
        alt.Tooltip("text:N", title="difference"),
        alt.Tooltip("units:Q"),
        alt.Tooltip("q:N", title="q-value"),
    ]
    names = _names("title", _SLICE_ROOM)
    everywhere = (
        alt.Chart(alt.NamedData("whole"))
        .mark_rule(color="var(--accent)", strokeDash=[4, 3])
        .encode(x="delta:Q", tooltip=[alt.Tooltip("text:N", title="everywhere")])
    )
    return alt.LayerChart(
        layer=[
            alt.Chart(alt.NamedData("zero")).mark_rule(color=_QUIET).encode(x="delta:Q"),
            *([everywhere] if whole else []),
            rows.mark_rule(strokeWidth=1.5, cursor="pointer").encode(
                x=alt.X("low:Q"), x2="high:Q", y=names, color=side, tooltip=tips
            ),
            rows.mark_point(filled=True, size=85, opacity=1, cursor="pointer").encode(
                x=x, y=names, color=side, shape=shape, tooltip=tips
            ),
        ]
    ).properties(width="container", height=alt.Step(_THIN))
