"""Scores on the terminal page: systems by measures, in tables as wide as the page, with the step of a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.checks import SEGMENTATION
from tertium.reports.certainty_sections import margin_lines
from tertium.reports.numbers import percent, span
from tertium.reports.page import (
    BAD,
    BLANK,
    DIM,
    GOOD,
    TITLE,
    Line,
    Span,
    fit,
    fit_name,
    name_width,
    padded,
    signed,
)
from tertium.reports.split_sections import split_lines, split_measures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.reports.result import Result

_COLUMN: Final = 10
_INTERVAL: Final = 14
_NAMES: Final = 14  # room that is kept for systems' names beside their first scores
_WHOLE: Final = 17


def score_tables(result: Result, width: int) -> list[Line]:
    """Systems by measures; the step from the first to the second where there are two."""
    main, rest = divide_measures(result)
    whole = result.has_units and result.kind.shows_whole_sentences
    first = _fold(main, width - _NAMES - _WHOLE * whole - _INTERVAL * (result.inference is not None))[0]
    lines = _score_table(result, "Scores", first, width, whole=whole)
    title = "  and"
    for group in _fold([*main[len(first) :], *rest], width - 22):
        lines += _score_table(result, title, group, width, whole=False, steps=False)
        title = ""
    split = split_measures(result)
    others = [name for name in (*main, *rest) if name != result.headline and name not in split]
    lines += margin_lines(result, others, width)
    return [*lines, BLANK, *split_lines(result, width)] if split else lines


def divide_measures(result: Result) -> tuple[list[str], list[str]]:
    """The measures of the first table, and the others that are worth showing."""
    measures = list(result.tables.measures)
    main = [name for name in result.kind.main_measures if name in measures]
    if not main:
        main = [result.headline] if result.kind.main_measures else measures
    return main, [name for name in measures if name not in main and is_worth_showing(result, name)]


def _column(measure: str) -> int:
    """Cells for a measure."""
    return max(_COLUMN, len(measure) + 2)


def _fold(measures: Sequence[str], room: int) -> list[list[str]]:
    """Measures in groups that fit beside each other."""
    groups: list[list[str]] = []
    for name in measures:
        if not groups or sum(map(_column, [*groups[-1], name])) > room:
            groups.append([])
        groups[-1].append(name)
    return groups


def is_worth_showing(result: Result, measure: str) -> bool:
    """Leave out what the page would only repeat: segmentation that is the gold's, graphs that nobody has."""
    if measure in SEGMENTATION:
        return not result.tables.same_words
    if not result.gold_answers(measure) or not any(result.is_answered(measure, system) for system in result.systems):
        return False
    rows = [result.score(measure, system) for system in result.systems]
    return any(row.correct or row.value for row in rows) or (rows[0].gold > 0 and not measure.startswith("E"))


def shown_value(result: Result, measure: str, system: str) -> str:
    """A score for people: `-` where the system does not say anything that the measure could look at."""
    return result.show(measure, result.score(measure, system).value) if result.is_answered(measure, system) else "-"


def _score_table(
    result: Result, title: str, measures: Sequence[str], width: int, *, whole: bool, steps: bool = True
) -> list[Line]:
    intervals = {system: _shown_interval(result, system) for system in result.systems}
    certain = steps and result.headline in measures and any(intervals.values())  # of a single block there are none
    wide = max((_INTERVAL, *(1 + len(text) for text in intervals.values()))) * certain
    taken = sum(map(_column, measures)) + _WHOLE * whole + wide
    names = name_width(result.systems, width - 4 - taken)
    head = [Span(fit(title, names + 2), TITLE)]
    for name in measures:
        head.append(Span(fit(name, _column(name), "right"), TITLE))
        if certain and name == result.headline:
            head.append(Span(fit(f"{100 * (1 - result.plan.alpha):g} %", wide, "right"), DIM))
    if whole:
        head.append(Span(fit("whole sentences", _WHOLE, "right"), TITLE))
    lines = [tuple(head)]
    for system in result.systems:
        cells_of_row = [Span("  " + fit_name(system, names))]
        for name in measures:
            value = fit(shown_value(result, name, system), _column(name), "right")
            cells_of_row.append(Span(value, _rank_style(result, name, system)))
            if certain and name == result.headline:
                cells_of_row.append(Span(fit(intervals[system], wide, "right"), DIM))
        if whole:
            ratio = result.score(result.headline, system).sentences
            cells_of_row.append(Span(fit(percent(ratio.value) if ratio else "", _WHOLE, "right")))
        lines.append(tuple(cells_of_row))
    if len(result.systems) == 2 and steps:  # noqa: PLR2004 (a pair has one step)
        lines.append(_step_row(result, measures, names, whole=whole, interval=wide))
    return lines


def _shown_interval(result: Result, system: str) -> str:
    """The interval of a system's headline score; nothing if there is none."""
    interval, is_share = result.interval(result.headline, system), result.tables.measures[result.headline].is_share
    return "" if interval is None else span(interval, 1 if is_share else 2, share=is_share)


def _step_row(result: Result, measures: Sequence[str], names: int, *, whole: bool, interval: int) -> Line:
    before, after = result.systems
    spans = [Span(" " * (names + 2))]
    for name in measures:
        step = result.score(name, after).value - result.score(name, before).value
        style = "" if step == 0 else GOOD if result.is_better(name, step) else BAD
        spans.append(padded(Span(result.show_step(name, step), style), _column(name)))
        if name == result.headline:
            spans.append(Span(" " * interval))
    if whole:
        ratios = [result.score(result.headline, system).sentences for system in (before, after)]
        if ratios[0] and ratios[1]:
            spans.append(padded(signed(ratios[1].value - ratios[0].value), _WHOLE))
    return tuple(spans)


def _rank_style(result: Result, measure: str, system: str) -> str:
    if not result.is_answered(measure, system):
        return DIM
    values = [result.score(measure, name).value for name in result.systems if result.is_answered(measure, name)]
    own = result.score(measure, system).value
    if len(values) < 3 or min(values) == max(values):  # noqa: PLR2004 (two systems have a step instead)
        return ""
    best, worst = max(values), min(values)
    if result.tables.measures[measure].lower_is_better:
        best, worst = worst, best
    return GOOD if own == best else BAD if own == worst else ""
