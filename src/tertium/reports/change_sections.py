"""What changed between two systems, on the terminal page: how much, from what to what, and under which gold labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.comparison.transitions import CHANGED_ERROR, CORRECTION, NEW_ERROR
from tertium.plurals import many
from tertium.reports.label_sections import label_name
from tertium.reports.numbers import STAR, percent, points, share
from tertium.reports.page import BAD, BETWEEN, DIM, GOOD, TITLE, WIDEST_LIST, Line, Span, fit, line, visible, wrap
from tertium.tasks.match import UNALIGNED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.differences import Difference
    from tertium.comparison.error_types import MoveCount
    from tertium.comparison.transitions import Transitions
    from tertium.reports.comparison_result import Comparison

CLASS_NAMES: Final = ("corrections", "new errors", "changed errors")
CLASS_STYLES: Final = (GOOD, BAD, BETWEEN)
_FEWEST_UNITS: Final = 20
_ATTACHMENT_ONLY: Final = "attachment only"
_MOVE: Final = 34
_MOVE_COLUMN: Final = 9


def change_bars(difference: Difference, width: int, noun: str = "sentence") -> list[Line]:
    """How many corrections, new errors and changed errors, as numbers and as bars."""
    table = difference.transitions
    if table is None:
        return []
    total = table.n_different
    room = max(10, min(30, width - 46))
    lines = []
    for name, style, count in zip(CLASS_NAMES, CLASS_STYLES, table.by_class, strict=True):
        bar = "█" * round(room * count / total) if total else ""
        lines.append(
            line(
                "  " + fit(name, 15),
                fit(f"{count:,}", 7, "right"),
                fit(share(count, total), 9, "right"),
                "  ",
                Span(bar, style),
            )
        )
    moves = table.moves.sum(axis=0)
    if moves.any():
        head, label, both = (f"{int(count):,}" for count in moves)
        lines.append(line(Span(f"  what moved: head only {head}, label only {label}, both {both}", DIM)))
    if difference.sentences is not None and noun:
        better, worse, same = difference.sentences
        lines.append(line(Span(f"  {noun}s: {better:,} better, {worse:,} worse, {same:,} as good", DIM)))
    return lines


def gold_lines(result: Comparison, difference: Difference, width: int) -> list[Line]:
    """What the gold would have to be wrong by for the two systems to tie."""
    flips = result.gold_errors(difference.before.system, difference.after.system)
    if not flips or not difference.delta:
        return []
    better = difference.after if difference.delta > 0 else difference.before
    text = f"gold: {many(flips, 'wrong answer')} among these, all against {visible(better.system)}, would make it a tie"
    return wrap([Span(text, DIM)], width, indent=4, first=2)


def transition_name(table: Transitions, row: int, *, with_gold: bool) -> str:
    """`nsubj → obj`, or `nmod (attachment only)` where the label stays and the head moves.

    In a changed error a label that is the gold's has the wrong head, or it would be no error: `appos → appos (head)`.
    """
    gold, before, after = (
        visible(table.labels[place]) for place in (table.gold[row], table.before[row], table.after[row])
    )
    if before == after:
        return (
            f"{gold} → {before} ({_ATTACHMENT_ONLY})"
            if with_gold and gold != before
            else f"{before} ({_ATTACHMENT_ONLY})"
        )
    if not with_gold:
        return f"{before} → {after}"
    return " → ".join([gold, *(f"{label} (head)" if label == gold else label for label in (before, after))])


def transition_lists(
    table: Transitions, width: int, top: int, kinds: Sequence[int] = (CORRECTION, NEW_ERROR, CHANGED_ERROR)
) -> list[Line]:
    """The most frequent transitions of each class, with both shares."""
    name = min(width, WIDEST_LIST) - 34
    lines: list[Line] = []
    for kind in kinds:
        rows = merged_rows(table, kind)
        if not rows:
            continue
        total = table.by_class[kind]
        title = CLASS_NAMES[kind] + (" (gold → from → to)" if kind == CHANGED_ERROR else " (from → to)")
        lines.append(
            line(
                Span("  " + fit(title, name), CLASS_STYLES[kind]),
                Span(fit("count", 8, "right") + fit("of class", 11, "right") + fit("of all", 10, "right"), DIM),
            )
        )
        for text, count in rows[:top]:
            lines.append(
                line(
                    "    " + fit(text, name - 2),
                    fit(f"{count:,}", 8, "right"),
                    fit(share(count, total), 11, "right"),
                    fit(share(count, table.n_different), 10, "right"),
                )
            )
        if len(rows) > top:
            lines.append(line(Span(f"    … {many(len(rows) - top, 'more kind')}", DIM)))
    return lines


def merged_rows(table: Transitions, kind: int) -> list[tuple[str, int]]:
    """Transitions of a class by what is printed: the gold label only matters for changed errors."""
    merged: dict[str, int] = {}
    for row in table.rows(kind).tolist():
        text = transition_name(table, row, with_gold=kind == CHANGED_ERROR)
        merged[text] = merged.get(text, 0) + int(table.count[row])
    return sorted(merged.items(), key=lambda item: -item[1])


def move_lines(rows: Sequence[MoveCount], systems: Sequence[str], width: int, top: int) -> list[Line]:
    """What moved, from where, to where, with a column of counts for each system."""
    if not rows:
        return []
    column = max(_MOVE_COLUMN, min(14, (width - _MOVE - 2) // len(systems)))
    n = min(len(systems), (width - _MOVE - 2) // column)
    names = "".join(" " + fit(visible(name), column - 1, "right") for name in systems[:n])
    lines = [line(Span(fit("What moved: gold's → system's", _MOVE + 2), TITLE), Span(names, DIM))]
    for row in rows[:top]:
        counts = "".join(fit(f"{count:,}", column, "right") for count in row.counts[:n])
        lines.append(line("  " + fit(visible(f"{row.what}: {row.source} → {row.target}"), _MOVE), counts))
    if len(rows) > top:
        lines.append(line(Span(f"  … {many(len(rows) - top, 'more kind')} of move", DIM)))
    return lines


def compare_labels(result: Comparison, before: str, after: str) -> list[tuple[float, int, str, float, float, bool]]:
    """For each gold label that is not rare: change, units, name, accuracy of either system, whether it is separated."""
    table = result.label_table(result.headline)
    one, two = result.index(before), result.index(after)
    rows = []
    slices = result.label_slices(before, after)
    for place, label in enumerate(table.labels):
        units = slices[label].units if label in slices else int(table.units[place])
        if units >= _FEWEST_UNITS:
            first, second = float(table.correct[one, place] / units), float(table.correct[two, place] / units)
            if label in slices:  # what only a third system proposes does not concern these two
                first, second = slices[label].before, slices[label].after
            separated = label in slices and slices[label].p_adjusted < result.plan.alpha
            rows.append((second - first, units, label_name(label), first, second, separated))
    return rows


def deltas_by_label(result: Comparison, before: str, after: str, width: int, top: int) -> list[Line]:
    """Where the second system got worse, and where better, by gold label."""
    found = compare_labels(result, before, after)
    rows, starred = [row[:5] for row in found], {row[2] for row in found if row[5]}
    worse = sorted((row for row in rows if row[0] < 0), key=lambda row: (row[0], row[2]))[:top]
    better = sorted((row for row in rows if row[0] > 0), key=lambda row: (-row[0], row[2]))[:top]
    if not worse and not better:
        return []
    half = (width - 4) // 2
    lines = [line(Span(fit("Where it got worse", half + 2), TITLE), Span("Where it got better", TITLE))]
    for place in range(max(len(worse), len(better))):
        left = _delta_cell(worse[place], half, starred) if place < len(worse) else [Span(" " * half)]
        right = _delta_cell(better[place], half, starred) if place < len(better) else []
        lines.append(line("  ", *left, "  ", *right))
    note = f"accuracy on gold labels with {_FEWEST_UNITS} units or more; the first number counts them"
    if result.tables.measures[result.headline].chains is not None:
        note += f"; {label_name(UNALIGNED)}: without an antecedent in the key"
    if result.inference is not None:
        shown = any(row[2] in starred for row in (*worse, *better))
        note += f"; {STAR} separated from chance (max-T)" if shown else "; none is separated from chance (max-T)"
    return lines + wrap([Span(note, DIM)], width, indent=2)


def _delta_cell(row: tuple[float, int, str, float, float], width: int, starred: set[str]) -> list[Span]:
    change, units, label, first, second = row
    text = f"{fit(label, width - 28)}{fit(f'{units:,}', 6, 'right')} {percent(first, 1):>5} → {percent(second, 1):>5}"
    star = STAR if label in starred else " "
    return [Span(text), Span(fit(points(change, 1) + star, 8, "right"), GOOD if change > 0 else BAD)]
