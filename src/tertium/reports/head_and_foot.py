"""What terminal pages begin and end with: what was compared; what was odd, and the signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium import __version__
from tertium.plurals import many
from tertium.reports.page import BETWEEN, BLANK, DIM, Line, Span, line, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.reports.result import Result


def header(result: Result, width: int) -> list[Line]:
    """What was compared."""
    gold = result.gold
    where = visible(gold.paths[0]) if len(gold.paths) == 1 else many(len(gold.paths), "file")
    name = where.rsplit("/", 1)[-1]
    size = result.kind.describe_size(gold)
    left_out = f" ({result.left_out:,} left out)" if result.left_out else ""
    layer = f" ({result.rules.layer})" if result.kind.shows_layer else ""
    title = f"tertium {__version__} · {result.task}{layer} · {name}: {size}{left_out}"
    return [*wrap([Span(title, DIM)], width, indent=2, first=0), BLANK]


def footer(result: Result, width: int) -> list[Line]:
    """What was odd, and the signature."""
    return [*warning_lines(result.warnings, width), BLANK, *signature_lines(result.signature, width)]


def warning_lines(warnings: Sequence[str], width: int, most: int = 8) -> list[Line]:
    """What was odd."""
    if not warnings:
        return []
    lines: list[Line] = [BLANK]
    for warning in warnings[:most]:
        lines += wrap([Span("note: ", BETWEEN), visible(warning)], width, indent=6, first=0)
    if len(warnings) > most:
        lines.append(line(Span(f"… {len(warnings) - most} more notes (--json lists them all)", DIM)))
    return lines


def signature_lines(signature: str, width: int) -> list[Line]:
    """The signature, folded at its bars."""
    lines, room = ["signature: "], width - 11
    for place, part in enumerate(signature.split("|")):
        text = part if place == 0 else f"|{part}"
        if len(text) > room and lines[-1].strip():
            lines.append("  ")
            room = width - 2
        lines[-1] += text
        room -= len(text)
    return [line(Span(text, DIM)) for text in lines]
