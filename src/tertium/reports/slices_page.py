"""The page of `slices`: what a search found, with sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.reports.example_sections import example_lines
from tertium.reports.head_and_foot import footer, header
from tertium.reports.page import BLANK, DIM, Line, Span, visible, wrap
from tertium.reports.slice_sections import search_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.slice_search import Search
    from tertium.reports.comparison_result import Comparison


def slices_page(
    result: Comparison, searches: Sequence[tuple[str, str, Search]], width: int = 80, *, examples: int = 1
) -> list[Line]:
    """Each pair: the slices that were found, then sentences for the surest."""
    lines = header(result, width)
    for before, after, found in searches:
        lines += [*search_lines(result.by_units, found, before, after, width), BLANK]
        sure = [row for row in found.slices if row.q < result.plan.alpha] or list(found.slices[:3])
        for row in sure if examples else ():
            sentences = result.slice_examples(before, after, row, examples)
            if sentences:
                lines += wrap([Span(visible(row.title), DIM)], width, indent=4, first=2)
                lines += example_lines(sentences, width)
        lines.append(BLANK)
    while lines and not lines[-1]:
        lines.pop()
    return lines + footer(result, width)
