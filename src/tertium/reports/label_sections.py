"""By label: precision, recall and F1 of one system, what it takes for what, and arcs in the groups of the scorers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.comparison.examples import SPURIOUS
from tertium.reports.numbers import percent
from tertium.reports.page import BETWEEN, BLANK, DIM, WIDEST_LIST, Line, Span, fit, line, visible, wrap
from tertium.tasks.match import UNALIGNED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.reports.result import Result

MOST_LABELS: Final = 12
"""So many labels are shown without being asked for."""

_WIDEST: Final = 30
_NAMES: Final = 20  # a list's column of names has at least so many cells
_COLUMN: Final = 11  # and its other columns so many, where the page is wide enough
_PAIRS: Final = 10


def label_name(label: str) -> str:
    """A gold label for people; what the gold does not have has a name of its own."""
    return SPURIOUS if label == UNALIGNED else visible(label)


def label_table(result: Result, system: str, width: int) -> list[Line]:
    """Each label of the gold or the system, the most frequent first."""
    table, place = result.label_table(result.headline), result.index(system)
    columns = ("gold", "system", "right", "precision", "recall", "F1")
    room = width - 2 - 10 * len(columns)
    names = max(8, min(_WIDEST, room, max(map(len, map(visible, table.labels)), default=0) + 1))
    lines = [line(Span("  " + fit("label", names) + "".join(fit(name, 10, "right") for name in columns), DIM))]
    for row in sorted(range(len(table.labels)), key=lambda row: (-table.units[row], table.labels[row])):
        gold, proposed = int(table.units[row]), int(table.proposed[place, row])
        right = int(table.correct[place, row])
        if table.labels[row] == UNALIGNED or not (gold or proposed):
            continue
        parts = ((right, proposed), (right, gold), (2 * right, gold + proposed))
        cells = [f"{gold:,}", f"{proposed:,}", f"{right:,}"]
        cells += [percent(top / bottom) if bottom else "-" for top, bottom in parts]
        lines.append(line("  " + fit(visible(table.labels[row]), names) + "".join(fit(c, 10, "right") for c in cells)))
    return lines


def label_lists(result: Result, system: str, width: int) -> list[Line]:
    """Precision and recall by label, most frequent first; and the groups of arcs that the imitated scorer prints."""
    table = result.label_table(result.headline)
    place = result.index(system)
    order = sorted(range(len(table.labels)), key=lambda row: (-table.units[row], table.labels[row]))
    rows = [
        (
            visible(table.labels[row]),
            int(table.units[row]),
            int(table.proposed[place, row]),
            int(table.correct[place, row]),
        )
        for row in order
        if table.labels[row] != UNALIGNED
    ]
    lines = _precision_recall(f"By label ({result.headline})", rows, width)
    for kind in dict.fromkeys(group.by for group in result.groups):
        bins = [(g.group, g.gold, g.proposed, g.correct) for g in result.groups if g.by == kind and g.system == system]
        lines += [BLANK, *_precision_recall(f"Arcs by {kind}", bins, width)]
    return lines


def _precision_recall(title: str, rows: Sequence[tuple[str, int, int, int]], width: int) -> list[Line]:
    columns = ("gold", "system", "right", "precision", "recall")
    size = min(_COLUMN, (width - 2 - _NAMES) // len(columns))
    names = max(_NAMES, min(width, WIDEST_LIST) - 3 - size * len(columns))
    head = fit(title, names) + "".join(fit(name, size, "right") for name in columns)
    lines = [line(Span("  " + head, DIM))]
    for name, gold, proposed, right in rows:
        shares = [percent(right / whole) if whole else "-" for whole in (proposed, gold)]
        cells = [*(f"{count:,}" for count in (gold, proposed, right)), *shares]
        lines.append(line("  " + fit(name, names) + "".join(fit(text, size, "right") for text in cells)))
    return lines


def confusion_table(result: Result, system: str, width: int) -> list[Line]:
    """Gold labels by answers; the most frequent confusions where the table would be too wide.

    Where systems propose units of their own, what they miss has a column and what only they have a row, the last ones.
    """
    table, place = result.label_table(result.headline), result.index(system)
    wrong = result.tables.confusions(result.headline, place)
    order = sorted(range(len(table.labels)), key=lambda row: (-table.units[row], table.labels[row]))
    order = [row for row in order if table.labels[row] != UNALIGNED]
    labels = [*(table.labels[row] for row in order), UNALIGNED]
    cells = {(gold, answer): count for gold, answer, count in wrong}
    cells |= {(table.labels[row], table.labels[row]): int(table.correct[place, row]) for row in order}
    answers = [label for label in labels if any(cells.get((gold, label)) for gold in labels)]
    golds = [label for label in labels if any(cells.get((label, answer)) for answer in answers)]
    if not golds:
        return []
    missed = UNALIGNED if result.kind.unit_alone else "missed"
    heads = [missed if label == UNALIGNED else visible(label) for label in answers]
    column = max(7, *(min(len(name), 12) + 2 for name in heads), len(f"{max(cells.values()):,}") + 2)
    names = min(_WIDEST, max(15, *(len(visible(label)) + 1 for label in golds)))
    if 2 + names + column * len(answers) > width:
        return _list_confusions(wrong, width)
    head = fit("gold \\ system", names) + "".join(fit(name, column, "right") for name in heads)
    lines = [line(Span("  " + head, DIM))]
    for gold in golds:
        spans = [
            Span(
                fit(f"{n:,}" if (n := cells.get((gold, answer), 0)) else "·", column, "right"), _style(gold, answer, n)
            )
            for answer in answers
        ]
        lines.append(line("  " + fit(label_name(gold), names), *spans))
    return lines


def _style(gold: str, answer: str, n: int) -> str:
    return BETWEEN if gold != answer and n else "" if n else DIM


def _list_confusions(wrong: list[tuple[str, str, int]], width: int) -> list[Line]:
    texts = [f"{visible(gold)} → {visible(answer)} {count:,}" for gold, answer, count in wrong[:_PAIRS]]
    more = f"; {len(wrong) - _PAIRS:,} more kinds (--json)" if len(wrong) > _PAIRS else ""
    return wrap([Span("confusions: ", DIM), f"{'; '.join(texts)}{more}"], width, indent=4, first=2)
