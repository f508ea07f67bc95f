"""Sections of the terminal page about measures: where they rank systems differently, and how alike they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.plurals import many
from tertium.reports.numbers import STAR, points
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, line, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.rankings import Verdict
    from tertium.reports.comparison_result import Comparison

_PAIRS: Final = 3  # that are told in words
_COLUMN: Final = 13


def disagreement_lines(result: Comparison, width: int) -> list[Line]:
    """One sentence for each pair of systems that measures rank in opposite order; nothing if all agree."""
    camps = _find_camps(result)
    if not camps:
        return []
    lead = "The measures disagree"
    if result.inference is not None and not is_certain(result):
        lead += ", though not beyond chance"
    lines: list[Line] = []
    for (first, second), (forward, backward) in list(camps.items())[:_PAIRS]:
        one = f"{_name(second, first)} by {_list(result, forward)}"
        other = f"{_name(first, second)} by {_list(result, backward)}"
        lines += wrap([Span(f"{lead}: {one}; {other}.", TITLE)], width, indent=2, first=0)
        lead = "And"
    notes = []
    if result.inference is not None:
        starred = any(verdict.separated for camp in camps.values() for side in camp for verdict in side)
        notes.append(f"{STAR} separated from chance (Holm)" if starred else "no step is separated from chance (Holm)")
    if len(camps) > _PAIRS:
        notes.append(f"{many(len(camps) - _PAIRS, 'more pair')} of systems in --json")
    return lines + (wrap([Span(f"({'; '.join(notes)})", DIM)], width, indent=2, first=2) if notes else [])


def is_certain(result: Comparison) -> bool:
    """Whether two measures separate two systems from chance, each the other way round."""
    return any(row.is_certain for row in result.disagreements)


def _find_camps(result: Comparison) -> dict[tuple[str, str], tuple[list[Verdict], list[Verdict]]]:
    """For each pair of systems the measures that put the second first, and those that put the first first."""
    camps: dict[tuple[str, str], tuple[dict[str, Verdict], dict[str, Verdict]]] = {}
    for row in result.disagreements:
        forward, backward = camps.setdefault((row.first, row.second), ({}, {}))
        for verdict in (row.one, row.other):
            (forward if verdict.delta > 0 else backward).setdefault(verdict.measure, verdict)
    order = list(result.tables.measures)

    def sort(camp: dict[str, Verdict]) -> list[Verdict]:
        return sorted(camp.values(), key=lambda verdict: order.index(verdict.measure))

    return {pair: (sort(forward), sort(backward)) for pair, (forward, backward) in camps.items()}


def _name(better: str, worse: str) -> str:
    return f"{visible(better)} is ahead of {visible(worse)}"


def _list(result: Comparison, camp: Sequence[Verdict]) -> str:
    parts = []
    for verdict in camp:
        few = result.tables.measures[verdict.measure].lower_is_better
        step = f"{abs(verdict.delta):.2f} fewer" if few else points(abs(verdict.delta))
        parts.append(f"{verdict.measure} ({step}{STAR if verdict.separated else ''})")
    return ", ".join(parts)


def correlation_table(result: Comparison, width: int) -> list[Line]:
    """Spearman's correlation above the diagonal, Pearson's below, over the sentences or documents of all systems."""
    measures = list(result.tables.measures)
    found = {(row.one, row.other): row for row in result.correlation_rows}
    title = f"How alike the measures are over {result.tables.block}s: Spearman's correlation (above), Pearson's (below)"
    lines = wrap([Span(title, TITLE)], width, indent=2, first=0)
    per_row = max(1, (width - _COLUMN - 2) // _COLUMN)
    for start in range(0, len(measures), per_row):
        columns = measures[start : start + per_row]
        head = " " * (_COLUMN + 2) + "".join(fit(name, _COLUMN, "right") for name in columns)
        lines += [*([BLANK] if start else []), line(Span(head, TITLE))]
        for place, measure in enumerate(measures):
            cells = []
            for column in columns:
                if column == measure:
                    cells.append("·")
                elif measures.index(column) > place:
                    cells.append(_correlation(found[measure, column].spearman))
                else:
                    cells.append(_correlation(found[column, measure].pearson))
            lines.append(line("  " + fit(measure, _COLUMN), "".join(fit(cell, _COLUMN, "right") for cell in cells)))
    return lines


def _correlation(value: float) -> str:
    """Two decimals without the zero before the point; `-` where it does not exist."""
    return "-" if value != value else f"{value:.2f}".replace("0.", ".", 1)  # noqa: PLR0124 (not a number)
