"""Charts as files: one look for all, SVG, PDF or PNG by the file's suffix, the same bytes every time.

Vega-Lite draws (altair describes the chart, vl-convert renders it, offline). Both are imported only where a chart is
made.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tertium.errors import UsageError
from tertium.reports.pdf_order import settle_pdf

if TYPE_CHECKING:
    import altair as alt

FORMATS: Final = ("svg", "pdf", "png")
COLOURS: Final = ("#1f6f8b", "#c8553d", "#5b8c5a", "#7b5ea7", "#b58b00", "#4f5d75", "#a23b72", "#2f7f6f")
"""One for each system; shapes and dashes tell them apart in grey."""

_FONT: Final = "Liberation Sans, Arial, Helvetica, sans-serif"
_GREY: Final = "#555555"
_MISSING: Final = {"∅": "Ø"}
"""What the font lacks, and its next of kin there: else another font would take the whole label."""
_PIXELS: Final = 2.0  # of a PNG, for each unit of the chart


def find_format(path: str) -> str:
    """What a file of this name will be.

    Raises:
        UsageError: It is no chart.
    """
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise UsageError(f"{path} is no chart that can be written", hint=f"end its name in .{', .'.join(FORMATS)}")
    return suffix


def dress(chart: alt.LayerChart | alt.Chart) -> alt.LayerChart | alt.Chart:
    """The common look: quiet axes, the house's fonts and colours."""
    text = {"font": _FONT, "fontSize": 11, "fontWeight": "normal", "color": _GREY}
    axis = {
        "labelFont": _FONT,
        "titleFont": _FONT,
        "labelFontSize": 11,
        "titleFontSize": 11,
        "titleFontWeight": "normal",
    }
    found: alt.LayerChart | alt.Chart = (
        chart.configure(font=_FONT, background="white")
        .configure_view(stroke=None)
        .configure_axis(**axis, gridColor="#eeeeee", domainColor="#999999", tickColor="#999999", labelColor="#333333")
        .configure_legend(
            labelFont=_FONT, titleFont=_FONT, labelFontSize=11, titleFontSize=11, titleFontWeight="normal"
        )
        .configure_title(**text, anchor="start")
    )
    return found


def render(chart: alt.LayerChart | alt.Chart, path: str) -> bytes:
    """The chart for a file of this name, in the common look; the same chart gives the same bytes."""
    import vl_convert

    kind = find_format(path)
    spec = json.dumps(_number_data(dress(chart).to_dict()), sort_keys=True, ensure_ascii=False)
    for sign, other in _MISSING.items():
        spec = spec.replace(sign, other)
    if kind == "svg":
        return (vl_convert.vegalite_to_svg(spec) + "\n").encode("utf-8")
    if kind == "png":
        return bytes(vl_convert.vegalite_to_png(spec, scale=_PIXELS))
    return settle_pdf(bytes(vl_convert.vegalite_to_pdf(spec)))


def _number_data(spec: dict[str, Any]) -> dict[str, Any]:
    """Tables by number instead of by hash."""
    hashes = [name for name in spec.get("datasets", {}) if name.startswith("data-")]
    names = {name: f"table-{place}" for place, name in enumerate(hashes, 1)}
    text = json.dumps(spec)
    for old, new in names.items():
        text = text.replace(old, new)
    found: dict[str, Any] = json.loads(text)
    return found
