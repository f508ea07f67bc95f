"""The page of `diff`: how much outputs differ, in what, and where; no gold says who is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.comparison.transitions import NEW_ERROR
from tertium.plurals import many
from tertium.reports.change_sections import merged_rows
from tertium.reports.example_sections import example_lines, listing_lines, mark_legend
from tertium.reports.head_and_foot import footer, header
from tertium.reports.listings import Choice
from tertium.reports.numbers import percent, share
from tertium.reports.page import BLANK, DIM, TITLE, WIDEST_LIST, Line, Span, fit, fit_pair, line, visible, wrap

if TYPE_CHECKING:
    from tertium.reports.diff_result import Diff


def diff_page(result: Diff, choice: Choice | None = None, width: int = 80) -> list[Line]:
    """The page of `diff`."""
    choice = choice or Choice()
    lines = header(result, width)
    first = result.systems[0]
    if choice.label is not None:
        for other in result.systems[1:]:
            found = result.listing(other, label=choice.label, n=choice.examples)
            title = f"{visible(first)} → {visible(other)}: differences"
            lines += [*listing_lines(result, title, found, choice, width, gold=False), BLANK]
        return lines[:-1] + footer(result, width)
    for other in result.systems[1:]:
        for measure in result.tables.decision_measures:
            table = result.difference(other, measure).transitions
            if measure == result.headline and table is not None:
                text = (
                    f"{visible(first)} and {visible(other)} differ on {percent(table.difference)} % of the "
                    f"{result.unit_noun}s ({table.n_different:,} of {table.n_units:,}, {measure})."
                )
                lines += wrap([Span(text, TITLE)], width)
        lines += _other_shares(result, other, width)
        main = result.difference(other).transitions
        if main is not None and main.n_different:
            moves = main.moves.sum(axis=0)
            if moves.any():
                head, label, both = (f"{int(count):,}" for count in moves)
                lines.append(line(Span(f"  what differs: head only {head}, label only {label}, both {both}", DIM)))
            lines += [BLANK, *_diff_list(result, other, choice, width)]
        lines.append(BLANK)
    if result.kind.shows_chains:
        from tertium.reports.chain_sections import agreement_lines

        lines += [*agreement_lines(result, width)[1:], BLANK]
    return lines[:-1] + footer(result, width)


def _other_shares(result: Diff, other: str, width: int) -> list[Line]:
    shares = []
    for measure in result.tables.decision_measures:
        table = result.difference(other, measure).transitions
        if measure != result.headline and table is not None:
            shares.append(f"{measure} {percent(table.difference)} %")
    return wrap([f"by other measures: {', '.join(shares)}"], width, indent=4, first=2) if shares else []


def _diff_list(result: Diff, other: str, choice: Choice, width: int) -> list[Line]:
    table = result.difference(other).transitions
    if table is None:
        return []
    rows = merged_rows(table, NEW_ERROR)
    name = min(width, WIDEST_LIST) - 23
    lines = [
        line(
            Span("  " + fit_pair(result.systems[0], other, name), TITLE),
            Span(fit("count", 8, "right") + fit("of all", 10, "right"), DIM),
        )
    ]
    for text, count in rows[: choice.top]:
        lines.append(
            line(
                "    " + fit(text, name - 2),
                fit(f"{count:,}", 8, "right"),
                fit(share(count, table.n_different), 10, "right"),
            )
        )
    if len(rows) > choice.top:
        lines.append(line(Span(f"    … {many(len(rows) - choice.top, 'more kind')} (--top N shows more)", DIM)))
    if choice.examples is None or choice.examples > 0:
        examples = result.examples(other, n=choice.examples)
        if examples:
            lines += [BLANK, line(Span("Sentences", TITLE)), *example_lines(examples, width)]
            lines += mark_legend(result, width, gold=False)
    return lines
