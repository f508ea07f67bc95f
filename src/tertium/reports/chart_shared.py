"""Charts that the page and a paper have in one description: `page_charts` describes them, here they are filled.

The page's colours are variables of its style sheet; on paper they are what these say in light.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tertium.errors import UsageError
from tertium.reports import chart_rows
from tertium.reports.page import visible
from tertium.reports.page_charts import FLOW_HEIGHT, load_specs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.reports.chart_rows import Document, Rows

SHAPES: Final = (
    *("circle", "square", "triangle-up", "diamond"),
    *("cross", "triangle-down", "triangle-right", "triangle-left"),
)
"""One for each system, as its colour; the same as on the page."""

_STYLE: Final = Path(__file__).parent / "web" / "page.css"
_WIDTH: Final = 620
_MOST_MEASURES: Final = 16
_GAP: Final = 0.012  # between labels of a column, of all units
_LABEL: Final = 13.5  # pixels that a label needs
_TURNS: Final = 6
_RIBBON: Final = ((0.0, 0), (0.05, 0), (0.93, 1), (1.0, 1), (1.07, 1), (1.95, 2), (2.0, 2))
"""Places of a ribbon, and the column that it has the height of there."""


@cache
def light_colours() -> dict[str, str]:
    """The page's colours in light, by variable."""
    root = _STYLE.read_text(encoding="utf-8").partition("}")[0]
    return dict(re.findall(r"(--[a-z0-9-]+):\s*(#[0-9a-fA-F]{3,8})", root))


def system_colours(n: int) -> list[str]:
    """One for each system, as on the page; shapes tell those apart that come again."""
    colours = light_colours()
    known = [colours[name] for name in sorted(colours) if name.startswith("--system-")]
    return [known[place % len(known)] for place in range(n)]


def fill_chart(
    name: str, systems: Sequence[str], datasets: Mapping[str, Rows], *, height: int | None = None, legend: bool = False
) -> Any:
    """One chart of the page with its numbers, in the page's light colours."""
    import altair as alt

    n, colours = len(systems), light_colours()
    lists = {
        "@systems": list(systems),
        "@colours": system_colours(n),
        "@shapes": [SHAPES[place % len(SHAPES)] for place in range(n)],
        "@wide": [-0.75 * n**0.5 - 1, n + 1.4],
        "@high": [n + 0.1, -0.55],
    }
    text = re.sub(r"var\((--[a-z0-9-]+)\)", lambda found: colours[found[1]], json.dumps(load_specs()[name]))
    spec = _fill_lists(json.loads(text), lists)
    spec |= {"width": _WIDTH, "datasets": dict(datasets), **({} if height is None else {"height": height})}
    del spec["autosize"]
    if legend:  # the page has one legend for all charts
        for layer in spec["layer"]:
            for channel in ("color", "shape"):
                if channel in layer["encoding"]:
                    layer["encoding"][channel]["legend"] = {"title": None, "orient": "top", "symbolOpacity": 1}
    return alt.LayerChart.from_dict(spec, validate=False)


def _fill_lists(part: Any, lists: Mapping[str, list[Any]]) -> Any:
    """The description with what depends on the systems: `["@systems"]` is the list of their names."""
    if isinstance(part, list):
        return (
            lists[part[0]]
            if part and isinstance(part[0], str) and part[0] in lists
            else [_fill_lists(one, lists) for one in part]
        )
    if isinstance(part, dict):
        return {key: _fill_lists(value, lists) for key, value in part.items()}
    return part


def chart_matrix(document: Document, *, measure: str | None = None) -> Any:
    """The share of units on which each pair of systems differs, the most alike side by side, and how they join."""
    name = chart_rows.choose_measure(document, measure, units=True)
    chart_rows.choose_pair(document, None)
    order, rows = chart_rows.matrix_rows(document, name)
    systems = document["systems"]
    return fill_chart("likeness", systems, matrix_data(document, name, order, rows), height=60 + 44 * len(systems))


def matrix_data(document: Document, measure: str, order: Sequence[str], rows: Rows) -> dict[str, Rows]:
    """Cells of the matrix, names of its rows, and the lines of the dendrogram."""
    most = max((row["share"] for row in rows), default=0.0) or 1.0
    shares = {frozenset((row["one"], row["two"])): row for row in rows}
    cells = []
    for y, one in enumerate(order):
        for x, two in enumerate(order):
            if one != two:
                row = shares[frozenset((one, two))]
                place = {"x": x, "x2": x + 1, "y": y, "y2": y + 1, "xc": x + 0.5, "yc": y + 0.5}
                shade = chart_rows.cut(0.08 + 0.5 * row["share"] / most)
                cells.append({**place, "shade": shade, "label": f"{row['share']:.1f}", "text": f"{one}, {two}"})
    heads = [{"x": x + 0.5, "y": 0, "name": str(x + 1)} for x in range(len(order))]
    names = [{"x": 0, "y": y + 0.5, "name": f"{visible(name)}  {y + 1}"} for y, name in enumerate(order)]
    return {"cells": cells, "heads": heads, "names": names, "joins": _join_lines(document, measure, order)}


def _join_lines(document: Document, measure: str, order: Sequence[str]) -> Rows:
    steps = [step for step in document.get("dendrogram", []) if step["measure"] == measure]
    most = max((step["difference"] for step in steps), default=0.0) or 1.0
    at = {frozenset((name,)): (len(order) + 0.1, y + 0.5) for y, name in enumerate(order)}
    lines = []
    for step in steps:
        ends = [at[frozenset(step[side])] for side in ("left", "right")]
        x = chart_rows.cut(len(order) + 0.15 + 1.15 * step["difference"] / most)
        label = f"{100 * step['difference']:.1f} %"
        lines += [{"x": end[0], "x2": x, "y": end[1], "y2": end[1], "label": label} for end in ends]
        lines.append({"x": x, "x2": x, "y": ends[0][1], "y2": ends[1][1], "label": label})
        at[frozenset((*step["left"], *step["right"]))] = (x, (ends[0][1] + ends[1][1]) / 2)
    return lines


def chart_ranks(document: Document) -> Any:
    """The rank of each system by each measure that tells them apart."""
    rows = rank_rows(document)
    if not rows:
        raise UsageError("no measure tells the systems apart", hint="compare two outputs that differ")
    return fill_chart("ranks", document["systems"], {"rows": rows}, legend=True)


def rank_rows(document: Document) -> Rows:
    """Ranks by measure: 1 is the best, systems with the same score share one; only where all say something."""
    names = list(dict.fromkeys(row["measure"] for row in document["scores"]))
    silent = {row["measure"] for row in document["scores"] if row.get("precision") and row["numerator"] == 0}
    rows, n_shown = [], 0
    for name in names:
        scores = chart_rows.score_rows(document, name)
        values = [row["value"] for row in scores]
        if len(set(values)) < 2 or n_shown == _MOST_MEASURES or name in silent:  # noqa: PLR2004 (told apart)
            continue
        n_shown += 1
        sign = -1 if name in chart_rows.LOWER_IS_BETTER else 1
        for row in scores:
            rank = 1 + sum(sign * other > sign * row["value"] for other in values)
            rows.append({"system": row["system"], "measure": name, "rank": rank, "text": row["text"]})
    return rows


def chart_flow(
    document: Document, pair: Sequence[str] | None = None, *, measure: str | None = None, top: int = 24
) -> Any:
    """From the gold's label to what each of two systems says: a ribbon for each kind of change."""
    name, found = chart_rows.choose_measure(document, measure, units=True), chart_rows.choose_pair(document, pair)
    _, steps = chart_rows.difference(document, found, name)
    if not steps:
        raise UsageError(f"{found[0]} and {found[1]} differ nowhere by {name}", hint="--pair chooses two systems")
    return fill_chart("flow", document["systems"], flow_data(steps, found, top))


def flow_data(steps: Rows, pair: Sequence[str], top: int) -> dict[str, Rows]:
    """Ribbons of the most frequent changes through three columns of labels: gold, first system, second."""
    chosen = sorted(steps, key=lambda step: (-step["count"], step["class"], step["gold"], step["from"], step["to"]))[
        :top
    ]
    order = list(chart_rows.CLASSES)
    ribbons: Rows = [
        {
            "kind": order.index(step["class"]),
            "count": step["count"],
            "names": [
                visible(step["gold"]),
                _judged(step["from"], is_right=step["class"] == "new_error"),
                _judged(step["to"], is_right=step["class"] == "correction"),
            ],
            "at": [],
        }
        for step in chosen
    ]
    total = sum(row["count"] for row in ribbons)
    columns = [_group(ribbons, side) for side in range(3)]
    slot = _room_for_names(columns, total)
    nodes: Rows = []
    for side, column in enumerate(columns):
        y = 0.0
        for name, own in column:
            low = y
            for row in sorted(own, key=lambda row: (row["at"][-1] if row["at"] else row["kind"], row["kind"])):
                row["at"].append(y)
                y += row["count"]
            ends = {"x": side - 0.015, "x2": side + 0.015, "low": low, "high": y, "middle": (low + y) / 2}
            nodes.append({"side": side, "name": name, "count": sum(row["count"] for row in own), **ends})
            y = max(y + _GAP * total, low + slot)
    points = [
        {
            "id": number,
            "x": x,
            "low": chart_rows.cut(row["at"][side]),
            "high": chart_rows.cut(row["at"][side] + row["count"]),
            "kind": order[row["kind"]].replace("_", " "),
            "count": row["count"],
            "text": f"gold {' → '.join(row['names'])}",
        }
        for number, row in enumerate(ribbons)
        for x, side in _RIBBON
    ]
    heads = [{"name": name, "x": x} for x, name in enumerate(("gold", *map(visible, pair)))]
    return {"ribbons": points, "nodes": nodes, "heads": heads}


def _judged(label: str, *, is_right: bool) -> str:
    """A label, crossed where it is wrong; the sign is one that the fonts of papers have."""
    return visible(label) if is_right else f"\N{MULTIPLICATION SIGN} {visible(label)}"


def _group(ribbons: Rows, side: int) -> list[tuple[str, Rows]]:
    """The labels of a column, the most frequent first, with their ribbons."""
    groups: dict[str, Rows] = {}
    for row in ribbons:
        groups.setdefault(row["names"][side], []).append(row)
    return sorted(groups.items(), key=lambda item: (-sum(row["count"] for row in item[1]), item[0]))


def _room_for_names(columns: Sequence[Sequence[tuple[str, Rows]]], total: int) -> float:
    """The least room of a label in units, so that names do not overlap; the tallest column decides about the scale."""
    slot = 0.0
    for _ in range(_TURNS):
        heights = [
            sum(max(sum(row["count"] for row in own) + _GAP * total, slot) for _, own in column) for column in columns
        ]
        slot = _LABEL * max(heights) / FLOW_HEIGHT
    return slot
