"""The page, the tables and the document of `tertium errors`: the biggest types in words, then counts, then sentences.

One system has events and brackets missed and added; several stand side by side, and of two it is said what the second
repairs and what it introduces.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from tertium.plurals import many
from tertium.reports.change_sections import move_lines
from tertium.reports.head_and_foot import footer, header
from tertium.reports.json_file import head as document_head
from tertium.reports.numbers import percent, share
from tertium.reports.page import BAD, BLANK, DIM, GOOD, TITLE, Line, Span, fit, is_right_to_left, line, visible, wrap
from tertium.reports.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.error_types import ErrorType, MarkedPhrase
    from tertium.reports.error_result import ErrorTypes

_NAME: Final = 22
_COLUMN: Final = 9
_PAIR: Final = 2
_SAYS_LITTLE: Final = ("crossing", "other attachment")
"""Types that are no news: what is left over."""


def errors_page(result: ErrorTypes, width: int = 80, *, top: int = 8, examples: int = 5) -> list[Line]:
    """The page of `errors`."""
    lines = [*header(result, width), *wrap([Span(result.verdict, TITLE)], width)]
    lines += [BLANK, *_type_lines(result, width)]
    for section in (
        _tag_lines(result, width, top),
        _move_lines(result, width, top),
        _disagreement_lines(result, width, top),
        _example_lines(result, width, examples),
    ):
        lines += [BLANK, *section] if section else []
    return lines + footer(result, width)


def _kinds(result: ErrorTypes) -> list[str]:
    """Types that some system has errors of, parts of speech aside; the first system's biggest first."""
    by_system = [result.types_of(system) for system in result.systems]
    kinds = [kind for kind in result.kinds[1:] if any(types[kind].units for types in by_system)]
    return sorted(kinds, key=lambda kind: -max(types[kind].units for types in by_system))


def _total(result: ErrorTypes, system: str) -> int:
    return sum(row.units for kind, row in result.types_of(system).items() if kind != result.kinds[0])


def _noun(result: ErrorTypes, n: int) -> str:
    return many(n, result.unit_noun)


# the types


def _type_rows(result: ErrorTypes) -> tuple[list[str], list[tuple[str, ...]]]:
    """A head and a row for each type, as cells."""
    kinds, nouns = _kinds(result), f"{result.unit_noun}s"
    if len(result.systems) == 1:
        types, total = result.types_of(result.systems[0]), _total(result, result.systems[0])
        split = any(row.extra for row in types.values())
        head = ["events", *(["missed", "added"] if split else []), nouns, "of all"]
        rows = [_single_row(types[kind], total, split=split) for kind in kinds]
        return head, rows
    if len(result.systems) == _PAIR:
        changes = {change.kind: change for change in result.changes(*result.systems)}
        rows = []
        for kind in kinds:
            change = changes[kind]
            numbers = (change.before, change.after, change.repaired, change.introduced)
            rows.append((kind, *(f"{number:,}" for number in numbers), f"{change.after - change.before:+,}"))
        return [*result.systems, "repaired", "new", "change"], rows
    types_of = [result.types_of(system) for system in result.systems]
    return list(result.systems), [(kind, *(f"{types[kind].units:,}" for types in types_of)) for kind in kinds]


def _single_row(row: ErrorType, total: int, *, split: bool) -> tuple[str, ...]:
    sides = (f"{row.missed:,}", f"{row.extra:,}") if split else ()
    return row.kind, f"{row.events:,}", *sides, f"{row.units:,}", share(row.units, total)


def _n_shown(head: Sequence[str], width: int, column: int) -> int:
    return min(len(head), (width - _NAME - 2) // column)


def _type_lines(result: ErrorTypes, width: int) -> list[Line]:
    head, rows = _type_rows(result)
    if not rows:
        return [line(Span(f"Every {result.unit_noun} is right.", DIM))]
    named = len(result.systems) > 1
    column = max(_COLUMN, min(14, (width - _NAME - 2) // len(head))) if named else _COLUMN
    n = _n_shown(head, width, column)
    title = f"Wrong {result.unit_noun}s" if named else "Errors by type"
    lines = [
        line(
            Span(fit(title, _NAME + 2), TITLE),
            Span("".join(" " + fit(visible(name), column - 1, "right") for name in head[:n]), DIM),
        )
    ]
    for name, *numbers in rows:
        spans = [Span(fit(text, column, "right")) for text in numbers[:n]]
        if len(result.systems) == _PAIR:
            step = numbers[-1]
            spans[-1] = Span(spans[-1].text, GOOD if step[0] == "-" else BAD if step != "+0" else DIM)
        lines.append(line("  " + fit(name, _NAME), *spans))
    totals = [f"{_total(result, system):,}" for system in result.systems]
    note = f"all {result.unit_noun}s that are wrong: {', '.join(totals)}; each has one type"
    if len(result.systems) == _PAIR:
        note += "; repaired and new by the type they have where they are wrong"
    if n < len(head):
        note += f"; {many(len(head) - n, 'more system')} (--width N, --csv and --json show them)"
    return lines + wrap([Span(note, DIM)], width, indent=4, first=2)


# parts of speech, moves, measures


def _tag_lines(result: ErrorTypes, width: int, top: int) -> list[Line]:
    """Parts of speech, one line a system."""
    kind = result.kinds[0]
    if not any(result.types_of(system)[kind].units for system in result.systems):
        return []
    lines = [line(Span("Wrong parts of speech", TITLE), Span("  (gold → system)", DIM))]
    for system in result.systems:
        n = result.types_of(system)[kind].units
        pairs = [f"{visible(a)} → {visible(b)} {times:,}" for a, b, times in result.confusions(system, kind)[:top]]
        text = f"{visible(system)}: {many(n, 'word')}" + (f": {', '.join(pairs)}" if pairs else "")
        lines += wrap([text], width, indent=4, first=2)
    return lines


def _move_lines(result: ErrorTypes, width: int, top: int) -> list[Line]:
    return move_lines(result.move_rows, result.systems, width, top)


def _disagreement_lines(result: ErrorTypes, width: int, top: int) -> list[Line]:
    """Sentences that are perfect under one measure and not under another."""
    rows = result.disagreement_rows
    if not rows:
        return []
    lines = [line(Span("Perfect under one measure, not under another", TITLE))]
    for system in result.systems:
        own = [row for row in rows if row.system == system][:top]
        if len(result.systems) > 1 and own:
            lines.append(line(f"  {visible(system)}"))
        for row in own:
            kinds = ", ".join(f"{kind} in {n:,}" for kind, n in row.kinds[:3])
            text = f"{row.perfect}, not {row.imperfect}: {many(row.sentences, 'sentence')}"
            lines += wrap([text, Span(f" ({kinds})" if kinds else "", DIM)], width, indent=6, first=4)
    return lines


def _example_lines(result: ErrorTypes, width: int, n: int) -> list[Line]:
    lines: list[Line] = []
    for system in result.systems[-1:] if n else ():  # the last one is what people are working on
        examples = result.examples(system, n)
        if examples:
            lines.append(line(Span(f"Examples from {visible(system)}", TITLE)))
        for example in examples:
            place = f"{example.kind}, sentence {visible(example.sentence)}"
            lines += [
                line(Span("  " + fit(place, width - 2).rstrip(), DIM)),
                *wrap(marked_words(example), width, indent=4),
            ]
    if lines:
        legend = "marks: [words](gold's label > system's; ∅: not there), for moves (what: gold's parent > system's)"
        lines += wrap([Span(legend, DIM)], width, indent=4, first=2)
    return lines


def marked_words(example: MarkedPhrase) -> list[Span]:
    """The sentence as spans, the marked words in brackets with what is wrong."""
    rtl = any(is_right_to_left(word) for word in example.words)
    spans: list[Span] = []
    for place, word in enumerate(example.words):
        text = visible(word)
        inside = example.start <= place < example.end
        text = f"[{text}" if place == example.start else text
        if place == example.end - 1:
            mark = f"({visible(example.text)})"
            text += "]" + (f"\u2066{mark}\u2069" if rtl else mark)  # isolated, or its labels would change places
        spans += [Span(text, BAD if inside else ""), Span(" ")]
    return spans


# in words


def state_errors(result: ErrorTypes) -> str:
    """The first lines of the report."""
    if len(result.systems) == _PAIR:
        return _state_pair(result)
    return " ".join(_state_system(result, system) for system in result.systems[:3])


def _state_system(result: ErrorTypes, system: str) -> str:
    types, total, name = result.types_of(system), _total(result, system), visible(system)
    tags = types[result.kinds[0]].units
    if not total:
        text = f"{name} has every {result.unit_noun} right"
        return f"{text}, and the wrong part of speech on {many(tags, 'word')}." if tags else f"{text}."
    missed = sum(row.missed for kind, row in types.items() if kind != result.kinds[0])
    extra = total - missed
    what = f"misses {_noun(result, missed)} and adds {extra:,}" if extra else f"has {_noun(result, missed)} wrong"
    biggest = max(
        (row for kind, row in types.items() if kind not in (result.kinds[0], *_SAYS_LITTLE)), key=lambda row: row.units
    )
    parts = [f"{name} {what}."]
    if biggest.units:
        verb = "leaves" if biggest.events == 1 else "leave"
        cost = f"{many(biggest.events, 'error')} of this type {verb}" if biggest.events != biggest.units else ""
        costs = f"{_noun(result, biggest.units)} ({share(biggest.units, total)} of them)"
        kind = biggest.kind[0].upper() + biggest.kind[1:]
        parts.append(f"{kind} costs most: {cost} {costs} wrong." if cost else f"{kind} costs most: {costs}.")
    if tags:
        parts.append(f"{many(tags, 'word')} {'has' if tags == 1 else 'have'} the wrong part of speech.")
    return " ".join(parts)


def _state_pair(result: ErrorTypes) -> str:
    one, two = result.systems
    before, after = _total(result, one), _total(result, two)
    noun, step = f"{result.unit_noun}s", after - before
    if not before and not after:
        return f"{visible(one)} and {visible(two)} have every {result.unit_noun} right."
    much = "as many" if not step else f"{abs(step):,} {'fewer' if step < 0 else 'more'}"
    parts = [f"{visible(two)} has {much} wrong {noun}{' as' if not step else ' than'} {visible(one)}"]
    parts[0] += f" ({before:,} → {after:,})."
    changes = [change for change in result.changes(one, two) if change.kind not in (result.kinds[0], *_SAYS_LITTLE)]
    best = max(changes, key=lambda change: change.repaired)
    worst = max(changes, key=lambda change: change.introduced)
    if best.repaired:
        parts.append(
            f"Most of what it repairs is {best.kind}: {many(best.repaired, result.unit_noun)} of {best.before:,}, "
            f"while {best.introduced:,} are new."
        )
    if worst.introduced and worst is not best:
        parts.append(f"Most of what it gets newly wrong is {worst.kind} ({many(worst.introduced, result.unit_noun)}).")
    return " ".join(parts)


# tables and the document


def errors_tables(result: ErrorTypes, top: int = 10) -> list[Table]:
    """The same, for Markdown and LaTeX."""
    head, rows = _type_rows(result)
    several = len(result.systems) > 1
    what = f"Wrong {result.unit_noun}s by type of error" + ("" if several else f", {result.systems[0]}")
    tables = [Table("error-types", f"{what}; each has one type.", ("Type", *head), tuple(rows))]
    moves = [
        (row.what, row.source, row.target, *(f"{count:,}" for count in row.counts)) for row in result.move_rows[:top]
    ]
    if moves:
        caption = "Attachment errors: what moved, the parent in the gold, the parent in the system, and how often."
        tables.append(Table("moves", caption, ("What", "from", "to", *result.systems), tuple(moves), text_columns=3))
    perfect = [
        (row.system, row.perfect, row.imperfect, f"{row.sentences:,}", percent(row.sentences / result.gold.n_sents))
        for row in result.disagreement_rows[: 2 * top]
    ]
    if perfect:
        caption = "Sentences that are perfect under one measure and not under another."
        columns = ("System", "perfect", "not", "sentences", "%")
        tables.append(Table("disagreements", caption, columns, tuple(perfect), text_columns=3))
    return tables


def errors_document(result: ErrorTypes) -> dict[str, Any]:
    """What `errors --json` prints."""
    return {
        **document_head(result),
        "verdict": result.verdict,
        "errors": result.error_documents(),
        "moves": result.move_documents(),
        "changes": [
            {
                "from": before,
                "to": after,
                "type": change.kind,
                "unit": change.unit,
                "before": change.before,
                "after": change.after,
                "repaired": change.repaired,
                "introduced": change.introduced,
            }
            for before, after in combinations(result.systems, 2)
            for change in result.changes(before, after)
            if result.kind.types_words or change.kind != result.kinds[0]
        ],
        "disagreements": [
            {
                "system": row.system,
                "perfect": row.perfect,
                "imperfect": row.imperfect,
                "sentences": row.sentences,
                "types": dict(row.kinds),
            }
            for row in result.disagreement_rows
        ],
        "examples": [
            {
                "system": system,
                "type": example.kind,
                "sentence": example.sentence,
                "line": example.line,
                "text": str(example),
            }
            for system in result.systems
            for example in result.examples(system)
        ],
        "warnings": result.warnings,
    }
