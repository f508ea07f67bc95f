"""Sections of the terminal page that only coreference has: recall by mention type, what went wrong, agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.comparison.chain_errors import compare_errors, count_errors, find_agreement, find_bounds
from tertium.plurals import many
from tertium.reports.chain_tables import agreement_measures, split_criteria
from tertium.reports.numbers import percent, points
from tertium.reports.page import (
    BAD,
    BLANK,
    DIM,
    GOOD,
    TITLE,
    Line,
    Span,
    cells,
    fit,
    fit_name,
    fit_pair,
    line,
    visible,
    wrap,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.chain_errors import ErrorCount
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.result import Result

_NAMES: Final = {"type": "What went wrong", "mention": "by mention", "pronoun": "by pronoun", "distance": "by distance"}
_MOST: Final = 6  # rows of pronouns
_NAME: Final = 24
_COLUMN: Final = 8
_SHARE: Final = 9
_BOUND: Final = 22
_FEWEST: Final = 10  # cells in which a name that is cut can still be known
_PAIR: Final = 30
_MOST_PAIRS: Final = 10


def chain_lines(result: Comparison, width: int) -> list[Line]:
    """Everything about mentions and chains."""
    units = result.by_units
    if units.tables.measures[units.headline].chains is None:
        return []
    lines = [BLANK, *bound_lines(result, units.headline, width), BLANK, *error_lines(result, units.headline, width)]
    if len(result.systems) > 1:
        lines += [BLANK, *pair_lines(result, width), *agreement_lines(result, width)]
    return lines


def pair_lines(result: Comparison, width: int) -> list[Line]:
    """Each pair's different mentions beside its difference of F1, by every criterion (Tuggener 2017, table 7)."""
    measures = split_criteria(result)
    size = 2 * _SHARE
    shown = measures[: max(1, (width - _PAIR) // size)]
    longest = max(cells(f"  {visible(one)} → {visible(two)}  ") for one, two in result.pairs)
    names = min(max(_PAIR, longest), width - size * len(shown))
    lines = [
        line(
            Span(fit("Different mentions, Δ F1", names), TITLE),
            *(Span(fit(name, size, "right"), TITLE) for name in shown),
        )
    ]
    for before, after in result.pairs[:_MOST_PAIRS]:
        spans: list[Span | str] = ["  " + fit_pair(before, after, names - 2)]
        for name in shown:
            difference = result.difference(before, after, name)
            table = difference.transitions
            spans.append(fit(percent(table.difference) if table is not None else "-", _SHARE, "right"))
            spans.append(Span(fit(points(difference.delta), _SHARE, "right"), DIM))
        lines.append(line(*spans))
    more = len(result.pairs) - _MOST_PAIRS
    return [*lines, line(Span(f"    … {many(more, 'more pair')} (--json)", DIM))] if more > 0 else lines


def _columns(result: Result, width: int, taken: int) -> tuple[int, int]:
    """How wide a system's column is, and how many systems have one."""
    column = max(_COLUMN, min(14, (width - taken) // len(result.systems)))
    return column, min(len(result.systems), max(1, (width - taken) // column))


def _heads(result: Result, column: int, n: int) -> str:
    names = [fit_name(name, column - 1).strip() for name in result.systems[:n]]
    is_cut = any(cells(visible(name)) >= column for name in result.systems[:n])
    if len(set(names)) < len(names) or (is_cut and column < _FEWEST):  # then rather the numbers of the matrix of pairs
        names = [str(place + 1) for place in range(n)]
    return "".join(fit(name, column, "right") for name in names)


def _rest(result: Result, n: int) -> list[Line]:
    """What is said of systems for which there is no column."""
    more = len(result.systems) - n
    return [line(Span(f"    … {many(more, 'more system')} (--json, or a wider page)", DIM))] if more else []


def bound_lines(result: Comparison, measure: str, width: int) -> list[Line]:
    """Recall by mention type, and what at least one system resolves (Tuggener 2017, table 11)."""
    rows = find_bounds(result.tables, measure)
    several = len(result.systems) > 1
    title = f"Recall ({measure})"
    names = max(_BOUND, len(title) + 4)  # and the key's mentions
    column, n = _columns(result, width, names + 18 * several)
    head = title + fit("key", names - len(title), "right") + _heads(result, column, n)
    tail = fit("together", 10, "right") + fit("gain", 8, "right") if several else ""
    lines = [line(Span(head, TITLE), Span(tail, TITLE))]
    for row in rows:
        spans: list[Span | str] = [fit(f"  {row.name}", names - _COLUMN) + fit(f"{row.units:,}", _COLUMN, "right")]
        spans += [fit(_share(correct, row.units), column, "right") for correct in row.correct[:n]]
        if several:
            gain = (row.oracle - max(row.correct)) / row.units if row.units else 0.0
            spans += [fit(_share(row.oracle, row.units), 10, "right"), Span(fit(points(gain), 8, "right"), DIM)]
        lines.append(line(*spans))
    return [*lines, *_rest(result, n)]


def _share(n: int, of: int) -> str:
    return percent(n / of) if of else "-"


def error_lines(result: Comparison, measure: str, width: int) -> list[Line]:
    """Errors by type, mention, pronoun and distance, a column for each system; and what the second repairs."""
    rows = count_errors(result.tables, measure)
    column, n = _columns(result, width, _NAME + 2)
    lines: list[Line] = []
    for by, title in _NAMES.items():
        own = [row for row in rows if row.by == by]
        if not own:
            continue
        shown = own[:_MOST] if by == "pronoun" else own
        heads = Span(fit(title, _NAME + 2) + _heads(result, column, n), TITLE)
        lines.append(line(heads) if by == "type" else line(Span(f"  {title}", DIM)))
        lines += [_count_row(row, column, n) for row in shown]
        if len(shown) < len(own):
            lines.append(line(Span(f"    … {many(len(own) - len(shown), 'more pronoun')} (--json)", DIM)))
    lines += _rest(result, n)
    if len(result.systems) == 2:  # noqa: PLR2004 (a pair)
        lines += [BLANK, *step_lines(result, measure, width)]
    return lines


def _count_row(row: ErrorCount, column: int, n: int) -> Line:
    return line("    " + fit(visible(row.name), _NAME - 2), *(fit(f"{k:,}", column, "right") for k in row.counts[:n]))


def step_lines(result: Comparison, measure: str, width: int) -> list[Line]:
    """From the first system to the second, by type."""
    heads = ("before", "after", "repaired", "introduced")
    size = min(12, (width - _NAME - 4) // len(heads))
    names = min(_NAME + 6, width - size * len(heads))
    title = fit("From the first to the second", names)
    lines = [line(Span(title, TITLE), Span("".join(fit(head, size, "right") for head in heads), DIM))]
    for step in compare_errors(result.tables, measure, 0, 1):
        cells = fit(f"{step.before:,}", size, "right") + fit(f"{step.after:,}", size, "right")
        lines.append(
            line(
                "  " + fit(step.name, names - 2) + cells,
                Span(fit(f"{step.repaired:,}", size, "right"), GOOD if step.repaired else ""),
                Span(fit(f"{step.introduced:,}", size, "right"), BAD if step.introduced else ""),
            )
        )
    legend = "repaired: right in the second; introduced: right in the first; what is wrong in both may change its type"
    return [*lines, *wrap([Span(legend, DIM)], width, indent=4, first=2)]


def agreement_lines(result: Result, width: int) -> list[Line]:
    """How alike outputs are, one being the key of the other (Tuggener 2017, table 13)."""
    lines: list[Line] = []
    for name in agreement_measures(result):
        found = find_agreement(result.tables, name)
        if found:
            lines += [BLANK, *_matrix(result, name, found, width)]
    if lines:
        note = "F1 with one output (row) as the key of the other (column); 100 - F1 is their difference"
        lines += wrap([Span(note, DIM)], width, indent=4, first=2)
    return lines


def _value(found: dict[tuple[int, int], float], one: int, two: int) -> str:
    return percent(found[one, two]) if (one, two) in found else "-"


def _matrix(result: Result, measure: str, found: dict[tuple[int, int], float], width: int) -> list[Line]:
    n = len(result.systems)
    column, shown = _columns(result, width, _NAME + 2)
    shown = min(shown, n)
    lines = [line(Span(fit(f"Agreement ({measure})", _NAME + 2) + _heads(result, column, shown), TITLE))]
    for one in range(n):
        cells: Sequence[str] = [
            fit("·" if one == two else _value(found, one, two), column, "right") for two in range(shown)
        ]
        lines.append(line("  " + fit_name(result.systems[one], _NAME), *cells))
    return [*lines, *_rest(result, shown)]
