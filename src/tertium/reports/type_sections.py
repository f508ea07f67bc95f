"""The types of two systems' errors, side by side: what the second repairs, and what it gets newly wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.reports.page import BAD, DIM, GOOD, TITLE, Line, Span, fit, line, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.error_types import TypeChange

_NAME: Final = 22
_COLUMN: Final = 11


def type_lines(changes: Sequence[TypeChange], before: str, after: str, unit: str, width: int) -> list[Line]:
    """One line for each type that occurs."""
    rows = [change for change in changes if change.before or change.after]
    if not rows:
        return []
    heads = (visible(before), visible(after), "repaired", "new", "change")
    size = min(_COLUMN, (width - 2 - _NAME) // len(heads))
    title = Span(fit(f"Wrong {unit}s by type", _NAME + 2), TITLE)
    lines = [line(title, Span("".join(" " + fit(head, size - 1, "right") for head in heads), DIM))]
    for row in sorted(rows, key=lambda row: -max(row.before, row.after)):
        step = row.after - row.before
        counts = "".join(
            fit(f"{count:,}", size, "right") for count in (row.before, row.after, row.repaired, row.introduced)
        )
        style = GOOD if step < 0 else BAD if step else DIM
        lines.append(line("  " + fit(row.kind, _NAME), counts, Span(fit(f"{step:+,}", size, "right"), style)))
    note = f"the gold's and the system's own {unit}s; paired for reading only: F1 counts each"
    return lines + wrap([Span(note, DIM)], width, indent=4, first=2)
