"""The page and the tables of `tertium repair`: the biggest class in words, then the classes, the biggest first.

One system has the score that it would reach, and for labelled attachment each label's gain divided by kind; several
systems stand side by side, with the change in errors where there are two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tertium.comparison.repairs import ATTACHMENT_AND_LABEL, CUT, DIVISIONS, SPLIT, proposes_units, repairs_of
from tertium.plurals import many
from tertium.reports.head_and_foot import footer, header
from tertium.reports.numbers import percent, points, share
from tertium.reports.page import BAD, BLANK, DIM, GOOD, TITLE, Line, Span, fit, fit_name, line, visible, wrap
from tertium.reports.tables import Table
from tertium.tasks.proposals import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tertium.comparison.repairs import By, ErrorClass, Repair, Row
    from tertium.reports.repair_result import Repairs

_TITLES: Final[dict[By, str]] = {
    "kind": "By kind",
    "type": "By type",
    "label": "By gold label",
    "confusion": "By confusion",
}
_EXPLAINED: Final[dict[By, str]] = {
    "kind": "kinds of error",
    "type": "types of error",
    "label": "gold labels",
    "confusion": "confusions (gold label → answer)",
}
_HEADS: Final = {"attachment": "attach.", "label": "label", "both": "both"}
_COLUMN: Final = 8
_PAIR: Final = 15  # errors and gain of one system
_NAME: Final = 20
_IN_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class _Section:
    """One division under one measure, as cells."""

    by: By
    measure: str
    rows: tuple[tuple[str, ...], ...]  # the name of the class, then numbers
    n_more: int
    split: bool  # the last columns divide the gain by kind


def repair_page(result: Repairs, width: int = 80, *, top: int = 10) -> list[Line]:
    """The page of `repair`."""
    lines = [*header(result, width), *wrap([Span(result.verdict, TITLE)], width)]
    for measure in result.measures:
        lines += [BLANK, line(Span(f"Errors under {measure}", TITLE))] if len(result.measures) > 1 else []
        for section in _sections(result, measure, top):
            lines += [BLANK, *_head_lines(result, section, width), *_row_lines(result, section, width)]
            for note in _explain_kinds(result, measure) if section.by == "kind" else ():
                lines += wrap([Span(note, DIM)], width, indent=4, first=2)
    hidden = len(result.systems) - _n_shown(result, width)
    if hidden:
        lines += [BLANK, line(Span(f"({many(hidden, 'more system')}: --width N, --csv and --json show them)", DIM))]
    return lines + footer(result, width)


def repair_tables(result: Repairs, top: int = 10) -> list[Table]:
    """The same, for Markdown and LaTeX."""
    tables = []
    for measure in result.measures:
        for section in _sections(result, measure, top):
            if len(result.systems) == 1:
                head = ["Class", "errors", "of all", measure, "gain", *(SPLIT if section.split else ())]
                what = f"{measure} of {result.systems[0]} if all errors of one class were repaired, and nothing else"
            else:
                head = ["Class", *(f"{name} {column}" for name in result.systems for column in ("errors", "gain"))]
                head += ["change"] if len(result.systems) == 2 else []  # noqa: PLR2004 (a pair has one step)
                what = f"Errors, and gain in {measure} if all errors of one class were repaired, and nothing else"
            classes = _EXPLAINED[section.by]
            if section.by == "type" and result.tables.measures[measure].chains is None:
                classes += f" (wrong {result.unit_noun}s, the gold's and the system's own)"
            caption = f"{what}: {classes}, the biggest first; gains in points."
            tables.append(Table(f"repairs-{measure}-{section.by}", caption, tuple(head), section.rows))
    return tables


def _sections(result: Repairs, measure: str, top: int) -> Iterable[_Section]:
    """The divisions that tell something: one kind of error alone does not."""
    found = result.classes(measure)
    labelled = result.tables.measures[measure].atoms == ATTACHMENT_AND_LABEL
    for by in DIVISIONS:
        rows = [row for row in found if row[0].group.by == by and not row[0].group.is_part]
        if not rows or (by == "kind" and len(rows) == 1 and not labelled):
            continue
        split = by == "label" and labelled and len(result.systems) == 1
        cells = tuple(_cells(result, measure, row, _parts(found, row) if split else ()) for row in rows[:top])
        yield _Section(by, measure, cells, len(rows) - len(cells), split)


def _parts(found: Sequence[Row], row: Row) -> list[Repair | None]:
    """A label's errors divided by kind; None where there are none of a kind."""
    parts = {
        other[0].group.kind: other[0]
        for other in found
        if other[0].group.is_part and other[0].group.gold == row[0].group.gold
    }
    return [parts.get(kind) for kind in SPLIT]


def _cells(result: Repairs, measure: str, row: Row, parts: Sequence[Repair | None]) -> tuple[str, ...]:
    name = row[0].group.name
    if len(row) == 1:
        (own,) = row
        cells = [
            _count(_mean_errors(result, own)),
            share(own.errors, result.n_errors(measure, own.system, own.group.by)),
            percent(own.value),
        ]
        divided = [points(part.gain) if part is not None else "" for part in parts]
        return (name, *cells, points(own.gain), *divided)
    cells = []
    for repair in row:
        cells += [_count(_mean_errors(result, repair)), points(repair.gain) if repair.gain else ""]
    if len(row) == 2:  # noqa: PLR2004 (a pair has one step)
        step = _step(result, row)
        cells.append(f"{'+' if step > 0 else ''}{_count(step)}")
    return (name, *cells)


def _mean_errors(result: Repairs, repair: Repair) -> float:
    """Errors of one run on average: all of them, unless the system was run several times."""
    return repair.errors / len(result.tables.runs_of(result.index(repair.system)))


def _step(result: Repairs, row: Row) -> float:
    """How many more errors the second system makes than the first."""
    return _mean_errors(result, row[1]) - _mean_errors(result, row[0])


def _count(count: float) -> str:
    """A number of errors, with a decimal where it is a mean."""
    return f"{count:,.0f}" if count == int(count) else f"{count:,.1f}"


def _errors(count: float) -> str:
    return f"{_count(count)} {'error' if count == 1 else 'errors'}"


def _n_shown(result: Repairs, width: int) -> int:
    """How many systems fit beside each other."""
    return len(result.systems) if len(result.systems) == 1 else min(len(result.systems), (width - _NAME) // _PAIR)


def _widths(result: Repairs, section: _Section, width: int) -> list[int]:
    """Cells for the name of a class and for each column of numbers that fits."""
    n = len(result.systems)
    if n == 1:
        value = max(_COLUMN, len(section.measure) + 2)
        columns = [_COLUMN, _COLUMN + 1, value, _COLUMN] + [_COLUMN] * (len(SPLIT) if section.split else 0)
    else:
        columns = [_COLUMN, _PAIR - _COLUMN] * _n_shown(result, width) + ([_COLUMN] if n == 2 else [])  # noqa: PLR2004
        columns[0] -= 1  # for the longest name of a class
    return [width - 2 - sum(columns), *columns]


def _head_lines(result: Repairs, section: _Section, width: int) -> list[Line]:
    name, *columns = _widths(result, section, width)
    shown = result.systems[: _n_shown(result, width)]
    title = Span(fit(_TITLES[section.by], name + 2), TITLE)
    if len(result.systems) == 1:
        texts = ["errors", "of all", section.measure, "gain", *(_HEADS[kind] for kind in SPLIT)]
        heads = [fit(text, size, "right") for text, size in zip(texts, columns, strict=False)]
        return [line(title, Span("".join(heads), DIM))]
    rooms = [sum(columns[place : place + 2]) for place in range(0, 2 * len(shown), 2)]
    names = [Span(" " + fit_name(name, room - 1, "right"), TITLE) for name, room in zip(shown, rooms, strict=True)]
    texts = ["errors", "gain"] * len(shown) + ["change"]
    heads = [fit(text, size, "right") for text, size in zip(texts, columns, strict=False)]
    return [line(title, *names), line(" " * (name + 2), Span("".join(heads), DIM))]


def _row_lines(result: Repairs, section: _Section, width: int) -> list[Line]:
    name, *columns = _widths(result, section, width)
    lines = []
    for first, *numbers in section.rows:
        kept = numbers if len(result.systems) == 1 else numbers[: len(columns)]
        spans = [Span(fit(text, size, "right")) for text, size in zip(kept, columns, strict=True)]
        if len(result.systems) == 2:  # noqa: PLR2004 (a pair has one step)
            spans[-1] = Span(spans[-1].text, GOOD if kept[-1][0] == "-" else BAD if kept[-1][0] == "+" else DIM)
        lines.append(line("  " + fit(visible(first), name), *spans))
    if section.n_more:
        lines.append(line(Span(f"  … {many(section.n_more, 'more class', 'more classes')} (--top N shows more)", DIM)))
    return lines


def _explain_kinds(result: Repairs, measure: str) -> list[str]:
    """What is behind the kinds: why repaired heads alone do not help every word, and what was cut otherwise."""
    texts = []
    if result.tables.measures[measure].atoms == ATTACHMENT_AND_LABEL:
        texts.append("right heads alone would gain what attachment only says, right labels alone what label only says")
    if result.tables.measures[measure].chains is not None:
        texts.append("fn: only the key links the mention; fp: only the response does; wl: both do, to other chains")
    elif proposes_units(result.tables, measure):
        texts.append("missed: in the gold only; invented: in the system only; label only: over the same words")
    for row in result.classes(measure):
        if row[0].group.by == "kind" and row[0].group.kind == CUT:
            texts += [_explain_cut(result, repair) for repair in row[:_IN_WORDS] if repair.gain]
    return texts


def _explain_cut(result: Repairs, repair: Repair) -> str:
    row = result.score(repair.measure, repair.system)
    missing = row.gold - (row.gold if row.aligned is None else row.aligned)
    text = f"cut otherwise by {visible(repair.system)}: {many(missing, 'word')} that it does not have"
    if repair.errors > missing:
        text += f", {repair.errors - missing:,} whose head it does not have or puts into another sentence"
    return text + f", and {many(row.proposed - row.gold + missing, 'word')} of its own"


# the verdict


def state_repairs(result: Repairs) -> str:
    """The first lines of the report: each system's biggest single class, and what else stands out."""
    biggest = [_biggest(result, system) for system in range(min(len(result.systems), _IN_WORDS))]
    together: dict[ErrorClass, list[Repair]] = {}
    perfect = [result.systems[place] for place, repair in enumerate(biggest) if repair is None]
    for repair in biggest:
        if repair is not None:
            together.setdefault(repair.group, []).append(repair)
    texts = [_state_biggest(result, repairs) for repairs in together.values()]
    texts += [f"{visible(name)} makes no error ({result.headline}): there is nothing to repair." for name in perfect]
    if len(result.systems) == 1:
        texts += _state_label(result)
    elif len(result.systems) == 2:  # noqa: PLR2004 (a pair has one step)
        texts += _state_change(result)
    return " ".join(texts)


def _biggest(result: Repairs, system: int) -> Repair | None:
    """One system's biggest class of the finest division."""
    own = repairs_of(result.classes(), system)
    finest = "confusion" if any(repair.group.by == "confusion" for repair in own) else "type"
    return next((repair for repair in own if repair.group.by == finest), None)


def _state_biggest(result: Repairs, repairs: Sequence[Repair]) -> str:
    """A class that is the biggest one of these systems."""
    steps = []
    for repair in repairs:
        before = result.score(repair.measure, repair.system).value
        start = f"{repair.measure} {percent(before)}" if repair is repairs[0] else percent(before)
        steps.append(f"{visible(repair.system)} from {start} to {percent(repair.value)} ({points(repair.gain)})")
    if len(result.systems) > 1:
        whose = "the biggest single class of " + ("each" if len(repairs) > 1 else visible(repairs[0].system))
    else:
        part = share(repairs[0].errors, result.n_errors(result.headline, repairs[0].system))
        whose = f"the biggest single class, {_errors(_mean_errors(result, repairs[0]))} or {part} of all"
    return f"{_deed(repairs[0].group)} would bring {', '.join(steps)}: {whose}."


def _deed(group: ErrorClass) -> str:
    if group.kind == CUT:
        return "Cutting the text as the gold does, and being right there,"
    if group.by == "type":
        return f"Repairing every error of the type {group.name!r}"
    if NOTHING in (group.gold, group.answer):
        found = group.answer == NOTHING
        return (
            f"Finding every missed {visible(group.gold or '')}"
            if found
            else f"Dropping every invented {visible(group.answer or '')}"
        )
    if group.gold == group.answer:
        return f"Repairing every wrong attachment of {visible(group.gold or '')}"
    return f"Repairing every {visible(group.gold or '')} taken for {visible(group.answer or '')}"


def _state_label(result: Repairs) -> list[str]:
    """The label that costs most."""
    rows = [row[0] for row in result.classes() if _is_label(row[0].group)]
    return [
        f"Of all labels {visible(worst.group.name)} costs most: {_errors(_mean_errors(result, worst))}, "
        f"{percent(worst.gain)} points."
        for worst in rows[:1]
    ]


def _is_label(group: ErrorClass) -> bool:
    """Whether a class is all errors on one label that the gold has."""
    return group.by == "label" and group.kind is None and group.gold != NOTHING


def _state_change(result: Repairs) -> list[str]:
    """Where the second system already repaired what the first gets wrong, and where it makes more errors."""
    one, two = (visible(name) for name in result.systems)
    steps = [(_step(result, row), visible(row[0].group.name)) for row in result.classes() if _is_label(row[0].group)]
    fewer = min((step for step in steps if step[0] < 0), default=None)
    more = min(((-count, name) for count, name in steps if count > 0), default=None)
    parts = [f"{_errors(-fewer[0])} fewer on {fewer[1]}"] if fewer else []
    parts += [f"{_count(-more[0]) if fewer else _errors(-more[0])} more on {more[1]}"] if more else []
    largest = "the largest steps" if len(parts) > 1 else "the largest step"
    return [f"Against {one}, {two} makes {' and '.join(parts)}: {largest} by label."] if parts else []
