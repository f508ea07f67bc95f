"""The terminal page: the verdict first, then numbers that can be checked, the price beside the gain, and sentences.

Rendering only: a finished result in, lines out. The sections are in the modules named `..._sections`.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from tertium.comparison.transitions import CHANGED_ERROR, CORRECTION, NEW_ERROR
from tertium.plurals import many
from tertium.reports import (
    certainty_sections,
    change_sections,
    example_sections,
    label_sections,
    matrix_sections,
    oracle_sections,
    ranking_sections,
    score_sections,
    type_sections,
)
from tertium.reports.head_and_foot import footer, header
from tertium.reports.listings import list_comparison
from tertium.reports.numbers import amount, number, percent, share, span
from tertium.reports.page import BETWEEN, BLANK, DIM, TITLE, WIDEST_LIST, Line, Span, fit, line, visible, wrap
from tertium.reports.verdict import state_pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.examples import Listing
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.diff_result import Diff
    from tertium.reports.result import Result, Scores

ALL_PAIRS_UP_TO: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the user wants to see of a comparison."""

    pairs: Sequence[tuple[str, str]] | None = None  # None: all, or the one that matters most if there are many
    top: int = 5
    examples: int | None = 3  # None: all
    kind: str | None = None
    label: str | None = None
    only: str | None = None
    correlations: bool = False  # between measures, over sentences

    @property
    def is_filter(self) -> bool:
        """Whether the user asked for particular sentences."""
        return self.kind is not None or self.label is not None or self.only is not None


def score_page(result: Scores, width: int = 80, *, labels: bool = False, by_document: bool = False) -> list[Line]:
    """The page of `score`: every measure, precision and recall where there are both; on request by label."""
    lines = header(result, width)
    short = result.find_subset_rows(result.headline)
    for system in result.systems:
        lines += [line(Span(visible(system), TITLE)), *_score_rows(result, system, width)]
        several = result.has_units and not result.kind.unit_alone
        whole = result.score(result.headline, system).sentences if several else None
        if whole is not None:
            lines.append(
                line(
                    Span(
                        f"  {many(int(whole.numerator or 0), 'sentence')} of {whole.denominator:,} wholly right "
                        f"({percent(whole.value)} %, {result.headline})",
                        DIM,
                    )
                )
            )
        for part, row in short:
            if row.system == system:
                is_share = result.tables.measures[row.measure].is_share
                lines.append(line(Span(f"  {part}: {row.measure} {number(row.value, share=is_share)}", DIM)))
        if result.kind.shows_confusions and result.has_units:
            few = len(result.label_table(result.headline).labels) <= label_sections.MOST_LABELS
            tables = [label_sections.label_table(result, system, width)] if few or labels else []
            for table in (*tables, label_sections.confusion_table(result, system, width)):
                lines += [BLANK, *table] if table else []
        elif labels and result.has_units:
            lines += [BLANK, *label_sections.label_lists(result, system, width)]
        lines.append(BLANK)
    if by_document:
        from tertium.reports.document_scores import document_lines

        lines = [*lines[:-1], *document_lines(result, width), BLANK]
    return lines[:-1] + footer(result, width)


def _score_rows(result: Scores, system: str, width: int) -> list[Line]:
    """A head and a row for each measure; the interval takes the place of the share of aligned words."""
    rows = [result.score(measure, system) for measure in result.tables.measures]
    split, certain = any(row.precision is not None for row in rows), result.inference is not None
    names = [("value", 7), (f"{100 * (1 - result.plan.alpha):g} %", 15 * certain)]
    names += [("precision", 10 * split), ("recall", 8 * split), ("aligned", 9 * (split and not certain))]
    most = max(len(f"{max(int(row.correct), row.gold, row.proposed):,}") for row in rows) + 2
    names += [("right", max(10, most)), ("gold", max(9, most)), ("system", max(9, most) * split)]
    columns = [(name, size) for name, size in names if size]
    wide = max(10, *(len(row.measure) + 1 for row in rows))
    if 2 + wide + sum(size for _, size in columns) > width:  # the least telling goes; JSON has it
        columns = [(name, size) for name, size in columns if name != "system"]
    head = fit("measure", wide) + "".join(fit(name, size, "right") for name, size in columns)
    lines = [line(Span("  " + head, DIM))]
    for row in rows:
        interval, is_share = result.interval(row.measure, system), result.tables.measures[row.measure].is_share
        cells = {
            "value": result.show(row.measure, row.value),
            "precision": percent(row.precision.value) if row.precision is not None else "",
            "recall": percent(row.recall.value) if row.recall is not None else "",
            "aligned": percent(row.aligned_accuracy) if row.aligned_accuracy is not None else "",
            "right": amount(row.correct),
            "gold": f"{row.gold:,}",
            "system": f"{row.proposed:,}",
        }
        if row.numerator is None and row.precision is None and not row.gold:  # no sum of right things behind it
            cells |= dict.fromkeys(("right", "gold", "system"), "")
        if not result.is_answered(row.measure, system):
            interval, cells = None, cells | dict.fromkeys(("value", "precision", "recall", "aligned"), "-")
        shown = span(interval, 1 if is_share else 2, share=is_share) if interval is not None else ""
        text = "".join(fit(cells.get(name, shown), size, "right") for name, size in columns)
        lines.append(line(Span("  " + fit(row.measure, wide) + text, TITLE if row.measure == result.headline else "")))
    return lines


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
    title = f"What changed, {visible(before)} → {visible(after)} ({result.headline})"
    count = f"{table.n_different:,} of {table.n_units:,}"
    room = width - len(count) - 1
    lines.append(line(Span(fit(title, room), TITLE), Span(" " + count)))
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
        lines += [*_listing(result, title, asked.found, choice, width), BLANK]
    return lines[:-1]


def _listing(
    result: Result, title: str, found: Listing, choice: Choice, width: int, *, gold: bool = True
) -> list[Line]:
    label = f" with {visible(choice.label)}" if choice.label else ""
    size = many(found.n_units, result.unit_noun)
    if not result.kind.unit_alone:
        size += f" in {many(found.n_sentences, 'sentence')}"
    shown = len(found.examples)
    first = f" (the first {shown:,} here; --examples all for all)" if shown < found.n_sentences else ""
    lines = wrap([Span(f"{title}{label}: {size}", TITLE), Span(first, DIM)], width)
    for example in found.examples:
        place = visible(f"{example.path.rsplit('/', 1)[-1]}:{example.line} {example.sentence}")
        lines += wrap([Span(place, DIM)], width, indent=4, first=2)
        lines += example_sections.example_lines([example], width)
    if found.examples:
        lines += example_sections.mark_legend(result, width, compare=choice.only is None, gold=gold)
    elif choice.label is not None:
        lines += wrap([Span("note: ", BETWEEN), explain_no_label(result, choice.label)], width, indent=6, first=0)
    return lines


def explain_no_label(result: Result, label: str) -> str:
    """Why a label was not found: it does not occur, or it occurs only where nothing was asked for."""
    table = result.label_table(result.headline)
    if label in table.labels:
        return f"the label {visible(label)} occurs, but not there"
    text = f"no file has the label {visible(label)}"
    if ":" in label and not result.rules.subtypes and result.rules.layer == "deprel":
        return f"{text}: subtypes are cut off. Try --subtypes yes, or --label {visible(label.partition(':')[0])}"
    near = get_close_matches(label, table.labels, n=1, cutoff=0.5)
    return f"{text}. Did you mean {visible(near[0])}?" if near else text


def diff_page(result: Diff, choice: Choice | None = None, width: int = 80) -> list[Line]:
    """The page of `diff`."""
    choice = choice or Choice()
    lines = header(result, width)
    first = result.systems[0]
    if choice.label is not None:
        for other in result.systems[1:]:
            found = result.listing(other, label=choice.label, n=choice.examples)
            title = f"{visible(first)} → {visible(other)}: differences"
            lines += [*_listing(result, title, found, choice, width, gold=False), BLANK]
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
    rows = change_sections.merged_rows(table, NEW_ERROR)
    name = min(width, WIDEST_LIST) - 23
    lines = [
        line(
            Span("  " + fit(f"{visible(result.systems[0])} → {visible(other)}", name), TITLE),
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
            lines += [BLANK, line(Span("Sentences", TITLE)), *example_sections.example_lines(examples, width)]
            lines += example_sections.mark_legend(result, width, gold=False)
    return lines
