"""The page of `compare`: the verdict first, then numbers that can be checked, the price beside the gain, and sentences.

Rendering only: a finished result in, lines out. The sections are in the modules named `..._sections`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.comparison.transitions import CHANGED_ERROR, CORRECTION, NEW_ERROR
from tertium.reports import (
    certainty_sections,
    change_sections,
    example_sections,
    matrix_sections,
    oracle_sections,
    ranking_sections,
    score_sections,
    type_sections,
)
from tertium.reports.head_and_foot import footer, header
from tertium.reports.listings import Choice, list_comparison
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, fit, fit_pair, line, visible, wrap
from tertium.reports.verdict import state_pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.reports.comparison_result import Comparison

ALL_PAIRS_UP_TO: Final = 3


def comparison_page(result: Comparison, choice: Choice | None = None, width: int = 80) -> list[Line]:
    """The page of `compare`."""
    choice = choice or Choice()
    lines = header(result, width)
    if choice.is_filter:
        return lines + _filtered(result, choice, width) + footer(result, width)
    pairs = shown_pairs(result, choice)
    lines += _lead(result, width)
    lines += [BLANK, *score_sections.score_tables(result, width)]
    if choice.correlations:
        lines += [BLANK, *ranking_sections.correlation_table(result, width)]
    if len(result.systems) > 2 and result.by_units.has_units:  # noqa: PLR2004 (a pair needs no matrix)
        lines += [BLANK, *matrix_sections.difference_matrix(result.by_units, width)]
    if len(result.systems) > 2 and result.inference is not None:  # noqa: PLR2004 (the verdict is about a pair)
        lines += [BLANK, *certainty_sections.pair_lines(result, width, every=choice.pairs == result.pairs)]
    lines += _unit_lines(result.by_units, choice, pairs, width)
    if result.kind.shows_chains:
        from tertium.reports.chain_sections import chain_lines

        lines += chain_lines(result, width)
    return lines + footer(result, width)


def _unit_lines(result: Comparison, choice: Choice, pairs: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """What changed, unit by unit, and what the systems could reach together."""
    lines: list[Line] = []
    reason = _why_so_short(result)
    lines += [BLANK, *wrap([Span(reason, DIM)], width)] if reason else []
    for before, after in pairs:
        lines += _pair_section(result, before, after, choice, width, verdict=len(result.systems) > 2)  # noqa: PLR2004
    if result.has_units:
        if any(_has_examples(result, before, after, choice) for before, after in pairs):
            lines += [BLANK, *example_sections.mark_legend(result, width)]
        if len(pairs) < len(result.pairs):
            lines += [
                BLANK,
                line(
                    Span(
                        f"({len(result.pairs) - len(pairs)} more pairs: --pair A B shows one, --all-pairs every one)",
                        DIM,
                    )
                ),
            ]
        if len(result.systems) > 1:
            oracle = result.oracle_of(result.headline)
            lines += [BLANK, *oracle_sections.oracle_lines(result, oracle, width)]
            table = oracle_sections.headroom_table(result, oracle, width, choice.top)
            lines += [BLANK, *table] if table else []
    return lines


def _lead(result: Comparison, width: int) -> list[Line]:
    """The verdict; where measures of trees rank systems differently, this comes first."""
    found = ranking_sections.disagreement_lines(result, width) if result.kind.ranks_measures else []
    return [*found, *([BLANK] if found else []), *wrap([Span(result.verdict, TITLE)], width)]


def _has_examples(result: Comparison, before: str, after: str, choice: Choice) -> bool:
    """Whether the section of a pair shows marked sentences."""
    table = result.difference(before, after).transitions
    return table is not None and choice.examples != 0 and any(table.by_class[:CHANGED_ERROR])


def _why_so_short(result: Comparison) -> str:
    """Why there are no differences to show; empty if there are."""
    if not result.has_units:
        return (
            f"{result.headline} is not decided word by word, so there are no differences to list; another --measure "
            "(LAS, UPOS, ...) has them."
        )
    if len(result.systems) == 1:
        return "One system has nothing to differ from: give a second one to see what changed (or `tertium score`)."
    return ""


def shown_pairs(result: Comparison, choice: Choice) -> Sequence[tuple[str, str]]:
    """The pairs to show in full: those asked for, all of a few, or the first system against the best other."""
    if choice.pairs is not None:
        return choice.pairs
    if len(result.systems) <= ALL_PAIRS_UP_TO:
        return result.pairs
    first = result.systems[0]
    values = {name: result.score(result.headline, name).value for name in result.systems[1:]}
    lowest = result.tables.measures[result.headline].lower_is_better
    return [(first, (min if lowest else max)(values, key=lambda name: values[name]))]


def _slice_lines(result: Comparison, before: str, after: str, width: int) -> list[Line]:
    """The slices that were asked for, and each file of the gold if there are several; nothing without tests."""
    if result.inference is None and not result.slices_of(before, after):  # which refuses slices without tests
        return []
    from tertium.reports.slice_sections import sets_lines, slice_lines

    return slice_lines(result, before, after, width) + sets_lines(result, before, after, width)


def _pair_section(
    result: Comparison, before: str, after: str, choice: Choice, width: int, *, verdict: bool
) -> list[Line]:
    difference = result.difference(before, after)
    table = difference.transitions
    if table is None:
        return _slice_lines(result, before, after, width)
    lines: list[Line] = [BLANK]
    title, measure = "What changed, ", f" ({result.headline})"
    count = f"{table.n_different:,} of {table.n_units:,}"
    room = width - len(title) - len(measure) - len(count) - 1
    pair = fit_pair(before, after, room).rstrip() + measure
    lines.append(line(Span(fit(title + pair, width - len(count) - 1), TITLE), Span(" " + count)))
    if verdict:
        lines += wrap([state_pair(result, before, after)], width, indent=2)
    if not table.n_different:
        return lines
    lines += change_sections.change_bars(difference, width, "" if result.kind.unit_alone else result.kind.block)
    lines += certainty_sections.effect_lines(result, difference, width)
    lines += change_sections.gold_lines(result, difference, width)
    lines += [BLANK, *change_sections.transition_lists(table, width, choice.top)]
    deltas = change_sections.deltas_by_label(result, before, after, width, min(choice.top, 10))
    lines += [BLANK, *deltas] if deltas else []
    moves = change_sections.move_lines(result.moves(before, after), (before, after), width, choice.top)
    lines += [BLANK, *moves] if moves else []
    types = type_sections.type_lines(result.types(before, after), before, after, result.unit_noun, width)
    lines += [BLANK, *types] if types else []
    lines += _slice_lines(result, before, after, width)
    if choice.examples is None or choice.examples > 0:
        for kind, name in ((NEW_ERROR, "new_error"), (CORRECTION, "correction")):
            total = table.by_class[kind]
            examples = result.examples(before, after, name, choice.examples)
            if examples:
                option = name.replace("_", "-")
                shown = f"{_number_word(len(examples))} of {total:,}"
                lines += [
                    BLANK,
                    line(
                        Span(f"{change_sections.CLASS_NAMES[kind].capitalize()}, {shown}", TITLE),
                        Span(f"  (--class {option} for all)", DIM),
                    ),
                ]
                lines += example_sections.example_lines(examples, width)
    return lines


def _number_word(n: int) -> str:
    words = ("none", "one", "two", "three", "four", "five")
    return words[n] if n < len(words) else f"{n:,}"


def _filtered(result: Comparison, choice: Choice, width: int) -> list[Line]:
    """Only the sentences that the user asked for."""
    result = result.by_units
    if not result.has_units:
        return [line(f"{result.headline} has no units to show; choose another --measure")]
    lines: list[Line] = []
    for asked in list_comparison(result, choice, shown_pairs(result, choice)):
        if asked.before is None or asked.after is None:
            who = "no system" if choice.only == "none" else f"only {visible(choice.only or '')}"
            title = f"Solved by {who}"
        else:
            name = choice.kind.replace("_", " ") + "s" if choice.kind else "differences"
            title = f"{visible(asked.before)} → {visible(asked.after)}: {name}"
        lines += [*example_sections.listing_lines(result, title, asked.found, choice, width), BLANK]
    return lines[:-1]
