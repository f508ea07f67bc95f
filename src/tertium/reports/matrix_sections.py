"""All pairs of systems on the terminal page: the matrix of differences, who is most alike, and the ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.reports.numbers import STAR, percent
from tertium.reports.page import (
    BLANK,
    DIM,
    TITLE,
    Line,
    Span,
    fit,
    fit_name,
    line,
    name_width,
    padded,
    signed,
    visible,
    wrap,
)

if TYPE_CHECKING:
    from tertium.reports.comparison_result import Comparison

_COLUMN: Final = 10


def difference_matrix(result: Comparison, width: int) -> list[Line]:
    """All pairs: the share of differing words below the diagonal, the difference of scores above it."""
    systems = result.systems
    cells_of = [[_matrix_cell(result, row, place) for place in range(len(systems))] for row in range(len(systems))]
    narrowest = 1 + max(len(cell.text) for row in cells_of for cell in row)
    names = name_width(systems, 24)
    column = max(narrowest, min(_COLUMN, (width - names - 6) // len(systems)))
    at_once = max(1, (width - names - 6) // column)
    title = f"All pairs: different {result.unit_noun}s in % (below), difference in {result.headline} (above)"
    lines = wrap([Span(title, TITLE)], width, indent=2, first=0)
    for start in range(0, len(systems), at_once):
        shown = range(start, min(start + at_once, len(systems)))
        lines += [BLANK] if start else []
        lines.append(line(" " * (names + 6), *(Span(fit(str(place + 1), column, "right"), TITLE) for place in shown)))
        for row, system in enumerate(systems):
            spans = [padded(cells_of[row][place], column) for place in shown]
            lines.append(line(f"  {row + 1:>2} ", fit_name(system, names) + " ", *spans))
    lines += wrap([Span(f"most alike: {_likeness(result)}", DIM)], width, indent=4, first=2)
    return lines + ranking_lines(result, width)


def _matrix_cell(result: Comparison, row: int, place: int) -> Span:
    """The share of differing units, the difference of scores with its star, or the diagonal."""
    if place == row:
        return Span("·", DIM)
    system, other = result.systems[row], result.systems[place]
    if place < row:
        table = result.difference(other, system).transitions
        return Span(percent(table.difference, 1) if table else "")
    step = signed(result.difference(system, other).delta)
    star = STAR if is_separated(result, system, other) else " " if result.inference is not None else ""
    return Span(step.text + star, step.style)


def is_separated(result: Comparison, before: str, after: str) -> bool:
    """Whether two systems are told apart under the headline measure."""
    contrast = result.contrast(before, after)
    return contrast is not None and contrast.p_adjusted < result.plan.alpha


def ranking_lines(result: Comparison, width: int) -> list[Line]:
    """From best to worst, with a bar only where every system above differs from every one below."""
    if result.inference is None:
        return []
    clusters = result.inference.clusters(result.headline)
    text = " | ".join(", ".join(visible(result.systems[place]) for place in cluster) for cluster in clusters)
    legend = f"({STAR} and | : separated, Holm, alpha {result.plan.alpha:g})"
    by = "" if result.headline == result.tables.rules.headline else f" by {result.headline}"
    return wrap([f"ranking{by}: {text}  ", Span(legend, DIM)], width, indent=4, first=2)


def _likeness(result: Comparison) -> str:
    """The dendrogram in words: who joins whom, at which share of different words."""
    steps = []
    for step in result.dendrogram():
        groups = [" + ".join(visible(result.systems[place]) for place in group) for group in (step.left, step.right)]
        steps.append(f"{groups[0]} and {groups[1]} ({percent(step.height, 1)} %)")
    shown = steps if len(steps) <= 4 else [*steps[:4], "…"]  # noqa: PLR2004 (what fits two lines)
    return ", then ".join(shown)
