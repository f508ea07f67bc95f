"""The page of `cross`: the verdict, the paper's tables, and what stands beside a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium import __version__
from tertium.plurals import many
from tertium.reports.cross_tables import DAGGER, FLAT, make_tables
from tertium.reports.head_and_foot import signature_lines, warning_lines
from tertium.reports.numbers import percent
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, cells, fit, line, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.reports.cross_result import Cross
    from tertium.reports.tables import Table

_LEAD: Final = 11
_MEASURE: Final = 15
_NARROWEST: Final = 9
_WIDEST: Final = 16
_FLAT: Final = 10


def cross_page(result: Cross, width: int = 80) -> list[Line]:
    """All of it."""
    golds = ", ".join(visible(scheme.name) for scheme in result.schemes)
    text = result.loaded[0].schemes.text
    size = "" if result.is_unpaired else f": {many(text.n_sents, 'sentence')}, {many(text.n_words, 'word')}"
    lines = [
        *wrap([Span(f"tertium {__version__} · cross-scheme · {golds}{size}", DIM)], width, indent=2, first=0),
        BLANK,
    ]
    lines += [*wrap([Span(result.verdict, TITLE)], width), BLANK]
    for systems in _portions(result.systems, width):
        for table in make_tables(result, systems):
            if table.rows:
                lines += [*_table(table, width), BLANK]
    lines += _intervals(result, width)
    lines += _shared(result, width)
    while lines[-1] == BLANK:
        lines.pop()
    lines += warning_lines(result.warnings, width)
    while lines[-1] == BLANK:
        lines.pop()
    return [*lines, BLANK, *signature_lines(result.signature, width)]


def _portions(systems: Sequence[str], width: int) -> list[list[str]]:
    """Systems that fit side by side."""
    room = max((width - _LEAD - _MEASURE - _FLAT) // _column(systems), 1)
    return [list(systems[start : start + room]) for start in range(0, len(systems), room)]


def _column(systems: Sequence[str]) -> int:
    widest = max((cells(visible(name)) for name in systems), default=0)
    return min(max(widest + 2, _NARROWEST), _WIDEST)


def _table(table: Table, width: int) -> list[Line]:
    systems = [name for name in table.head[2:] if name != FLAT]
    sizes = [_column(systems)] * len(systems) + [_FLAT] * (len(table.head) - 2 - len(systems))
    lines = wrap([Span(table.caption, TITLE)], width, indent=2, first=0)
    head = "  " + fit(table.head[0], _LEAD) + fit(table.head[1], _MEASURE - 2)
    head += "".join(
        fit(visible(name), size - 1, "right") + " " for name, size in zip(table.head[2:], sizes, strict=True)
    )
    lines.append(line(Span(head.rstrip(), DIM)))
    for row in table.rows:
        lead = visible(row[0])
        if cells(lead) > _LEAD - 1:  # a long name has a line of its own
            lines.append(line("  " + fit(lead, width - 2).rstrip()))
            lead = ""
        text = "  " + fit(lead, _LEAD) + fit(row[1], _MEASURE - 2)
        text += "".join(_number(cell, size) for cell, size in zip(row[2:], sizes, strict=True))
        lines.append(line(text.rstrip()))
    return lines


def _number(cell: str, size: int) -> str:
    """A number whose last digit stands where others' does, signs behind it."""
    return fit(cell, size, "right") if cell.endswith(DAGGER) else fit(cell, size - 1, "right") + " "


def _intervals(result: Cross, width: int) -> list[Line]:
    """The widest interval of each measure; all of them are in the JSON."""
    widest: dict[str, float] = {}
    for row in result.scores:
        if row.interval is not None:
            widest[row.measure] = max(widest.get(row.measure, 0.0), row.interval.half)
    if not widest:
        return []
    told = ", ".join(f"{measure} {percent(half, 1)}" for measure, half in widest.items())
    text = f"{100 * (1 - result.plan.alpha):g} % intervals, ± at most: {told}"
    return [*wrap([Span(text, DIM)], width, indent=2, first=0), BLANK]


def _shared(result: Cross, width: int) -> list[Line]:
    """What schemes share, and in how many of these nodes their labels say nothing together."""
    lines: list[Line] = []
    for contest in result.contests:
        if contest.is_single:
            continue
        n, conflicts = contest.n_nodes(labelled=True, conflicts="keep"), contest.n_conflicts()
        sizes = ", ".join(f"{visible(name)} {result.nodes_of(name):,}" for name in contest.against)
        text = f"{' and '.join(map(visible, contest.against))} share {n:,} nodes ({sizes}); "
        if conflicts:
            kept = "any label is right there" if result.conflicts == "keep" else "these are left out"
            text += (
                f"the labels of {conflicts:,} ({percent(conflicts / n, 1)} %) have nothing in common: {kept}. "
                "Map labels onto each other (--map, --free), or read the unlabelled scores."
            )
        else:
            text += "their labels agree."
        lines += wrap([Span(text, DIM)], width, indent=2, first=0)
    return [*lines, BLANK] if lines else []
