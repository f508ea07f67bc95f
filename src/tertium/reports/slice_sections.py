"""Slices on the terminal page: where two systems differ more, or less, than elsewhere."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from tertium.comparison.slice_search import FEWEST_BLOCKS
from tertium.comparison.slice_search import FEWEST_UNITS as FEWEST_SEARCHED
from tertium.comparison.slices import FEWEST_UNITS
from tertium.plurals import many
from tertium.reports.numbers import STAR, bracket, number, points, short_p
from tertium.reports.page import BAD, BLANK, DIM, GOOD, TITLE, Line, Span, cells, fit, line, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.slice_search import Search
    from tertium.comparison.slices import Slice
    from tertium.reports.comparison_result import Comparison

_WIDEST: Final = 40
_LEAST: Final = 1e-12  # q-values below it are all the same to a reader


def star(row: Slice, alpha: float) -> str:
    """A star where the difference is separated from chance, after max-T."""
    return STAR if row.is_tested and row.p_adjusted < alpha else " "


def slice_lines(result: Comparison, before: str, after: str, width: int) -> list[Line]:
    """One table for each feature that was asked for."""
    rows = result.slices_of(before, after)
    if not rows:
        return []
    lines: list[Line] = []
    names = max(10, min(_WIDEST, width - 62))
    for feature, group in groupby(rows, key=lambda row: row.names[0][0]):
        lines += [BLANK, *_head(f"By {visible(feature)}", names, width)]
        for row in group:
            lines += _row(result, row, visible(row.names[0][1]), (names, width))
            for also in row.also:
                same = " & ".join(f"{name} {value}" for name, value in also)
                lines += wrap([Span(f"the same {result.unit_noun}s: {visible(same)}", DIM)], width, indent=6, first=4)
    tested = sum(row.is_tested for row in rows)
    legend = (
        f"A: {visible(before)}, B: {visible(after)}; {_score_name(result)}. "
        f"{STAR} separated from chance (max-T over {many(tested, 'slice')} of {FEWEST_UNITS} units or more, alpha "
        f"{result.plan.alpha:g}); vs rest: Δ here minus Δ elsewhere; q: exploratory, Benjamini and Hochberg"
    )
    return [*lines, *wrap([Span(legend, DIM)], width, indent=2)]


def _head(title: str, names: int, width: int) -> list[Line]:
    """The head of a table of slices; a title that is too long has a line of its own."""
    columns = (("units", 8), ("A", 7), ("B", 7), ("Δ", 8), ("interval", 16), ("vs rest", 8), ("q", 6))
    head = "".join(fit(text, size, "right") for text, size in columns)
    if cells(title) <= names:
        return [line(Span("  " + fit(title, names) + head, TITLE))]
    return [*wrap([Span(title, TITLE)], width, indent=4, first=2), line(Span("  " + " " * names + head, DIM))]


def _named(name: str, widths: tuple[int, int], *rest: Span | str) -> list[Line]:
    """A row; a name that is too long stands above its numbers."""
    names, width = widths
    if cells(name) <= names:
        return [line("  " + fit(name, names), *rest)]
    return [*wrap([name], width, indent=4, first=2), line("  " + " " * names, *rest)]


def _score_name(result: Comparison) -> str:
    if result.has_units:
        return f"accuracy ({result.headline}) on the units of the slice"
    return f"{result.headline} on the sentences of the slice, whose words are the units"


def _row(result: Comparison, row: Slice, name: str, widths: tuple[int, int]) -> list[Line]:
    share, alpha = result.tables.measures[result.headline].is_share, result.plan.alpha
    digits = 1 if share else 2
    style = "" if not row.delta else GOOD if result.is_better(result.headline, row.delta) else BAD
    tested = row.interval is not None and row.is_tested
    interval = bracket(row.interval, digits, share=share) if row.interval is not None and tested else ""
    step, gap = (f"{value * (100 if share else 1):+.{digits}f}" for value in (row.delta, row.gap))
    q = short_p(max(row.q, _LEAST)) if row.is_tested else "-"
    return _named(
        name,
        widths,
        fit(f"{row.units:,}", 8, "right"),
        "".join(fit(number(value, digits, share=share), 7, "right") for value in (row.before, row.after)),
        Span(fit(step + star(row, alpha), 8, "right"), style),
        fit(interval, 16, "right") + fit(gap, 8, "right"),
        Span(fit(q, 6, "right"), DIM),
    )


def search_lines(result: Comparison, found: Search, before: str, after: str, width: int) -> list[Line]:
    """What a search found: slices in which the systems differ more, or less, than elsewhere."""
    result = result.by_units
    alpha = result.plan.alpha
    sure = [row for row in found.slices if row.q < alpha]
    what = f"{many(found.n_candidates, 'slice')} of {many(found.n_features, 'feature')} and their pairs"
    lead = (
        f"Looked at {what} on {many(found.n_blocks[0], result.block_noun)}; estimated the {len(found.slices)} most "
        f"striking on the other {found.n_blocks[1]:,}."
    )
    if not found.slices and found.n_candidates:
        lead = f"Looked at {what} on {many(found.n_blocks[0], result.block_noun)}: none differs from the rest there."
    if not found.n_candidates:
        lead = (
            f"A slice needs {FEWEST_SEARCHED} {result.unit_noun}s in {FEWEST_BLOCKS} {result.block_noun}s in either "
            "half of the test set; none has so many here, so that there was nothing to look at."
        )
    title = f"{visible(before)} → {visible(after)} ({result.headline}): "
    title += (
        f"{many(len(sure), 'slice')} in which the difference is another than elsewhere (q < {alpha:g})."
        if sure
        else f"no slice is told apart from the rest (q < {alpha:g})."
    )
    lines = [*wrap([Span(title, TITLE)], width), *wrap([Span(lead, DIM)], width)]
    names = max(20, min(52, width - 50))
    head = "".join(
        fit(text, size, "right") for text, size in (("units", 8), ("Δ", 8), ("vs rest", 9), ("interval", 16), ("q", 7))
    )
    for name, rows in (("Better here than elsewhere", 1), ("Worse here than elsewhere", -1)):
        chosen = [row for row in found.slices if (row.gap > 0) == (rows > 0)]
        if chosen:
            lines += [BLANK, line(Span(fit(name, names + 2) + head, TITLE))]
            lines += [one for row in chosen for one in _found_row(row, (names, width), alpha)]
    note = (
        "Δ and its distance from the rest are of the half that the search has not seen; q: Benjamini and Hochberg over "
        f"the {len(found.slices)} estimated; {STAR} q < {alpha:g}"
    )
    return [*lines, *(wrap([Span(note, DIM)], width, indent=2) if found.slices else [])]


def _found_row(row: Slice, widths: tuple[int, int], alpha: float) -> list[Line]:
    mark = STAR if row.q < alpha else " "
    interval = bracket(row.interval, 1) if row.interval is not None else ""
    style = GOOD if row.gap > 0 else BAD
    return _named(
        visible(row.title),
        widths,
        fit(f"{row.units:,}", 8, "right"),
        fit(points(row.delta, 1), 8, "right"),
        Span(fit(points(row.gap, 1) + mark, 9, "right"), style),
        fit(interval, 16, "right"),
        Span(fit(short_p(max(row.q, _LEAST)), 7, "right"), DIM),
    )


def sets_lines(result: Comparison, before: str, after: str, width: int) -> list[Line]:
    """Several test sets: on how many of them the difference is seen (Dror et al. 2017), beside the pooled one."""
    rows: Sequence[Slice] = result.test_sets(before, after)
    if len(rows) < 2:  # noqa: PLR2004 (one set has nothing to replicate)
        return []
    alpha = result.plan.alpha
    seen = [
        sum(1 for row in rows if row.p_adjusted < alpha and result.is_better(result.headline, row.delta) == sign)
        for sign in (True, False)
    ]
    names = max(10, min(_WIDEST, width - 62))
    text = f"On {len(rows)} test sets: {visible(after)} is better on {seen[0]}, worse on {seen[1]}, not separated on "
    text += f"{len(rows) - sum(seen)} (Holm)."
    lines = [BLANK, *wrap([Span(text, TITLE)], width, indent=2, first=0), *_head("test set", names, width)]
    for row in rows:
        lines += _row(result, row, visible(row.names[0][1].rsplit("/", 1)[-1]), (names, width))
    legend = f"A: {visible(before)}, B: {visible(after)}; {STAR} separated (Holm, alpha {alpha:g})"
    return [*lines, *wrap([Span(legend, DIM)], width, indent=2)]
