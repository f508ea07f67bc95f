"""The page of `tertium formats`."""

from __future__ import annotations

from tertium.formats import FORMATS
from tertium.formats.adapters import ADAPTERS
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, line, wrap


def format_page(width: int = 80) -> list[Line]:
    """Each format: name, how it is recognised, what it holds, one line of it."""
    lines: list[Line] = []
    for entry in FORMATS.values():
        mode = "read, write" if entry.writes else "read"
        title: list[Span | str] = [Span(f"{entry.name} ".ljust(11), TITLE), entry.title, Span(f" ({mode})", DIM)]
        lines += wrap(title, width, indent=11, first=0)
        lines += wrap([Span("recognised by: ", DIM), entry.looks_like], width, indent=6, first=4)
        lines += wrap([Span("can compare:   ", DIM), entry.holds], width, indent=6, first=4)
        lines += wrap([Span("for example:   ", DIM), entry.example.replace("\t", " → ")], width, indent=6, first=4)
        lines.append(BLANK)
    lines.append(line(Span("From Python, without writing files", TITLE)))
    for adapter in ADAPTERS.values():
        lines += wrap([adapter.title, Span(f": {adapter.holds}", DIM)], width, indent=6, first=2)
        lines += wrap([Span(adapter.example, DIM)], width, indent=6, first=4)
    lines.append(BLANK)
    more = (
        "The format is recognised by content; --format NAME overrides it. Files may be compressed (.gz .xz .zst "
        ".bz2), - is standard input, globs and folders stand for several files. From Python also lists of (token, tag) "
        "pairs, or of sentences of them."
    )
    return [*lines, *wrap([more], width)]
