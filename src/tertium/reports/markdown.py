"""Tables as Markdown, for pull requests and notes; everything from a corpus is escaped."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

from tertium.fragments import SIGNS
from tertium.reports.page import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tertium.comparison.examples import Example
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.tables import Table

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_CALL: Final = re.compile(r"(@(?=\w)|#(?=[0-9]))")
"""A name that would be called, a number that would become a link to an issue: an invisible joiner keeps them apart."""


def escape(text: str) -> str:
    r"""Text that Markdown takes literally.

    >>> escape("a|b_c")
    'a\\|b\\_c'
    """
    return _SPECIAL.sub(r"\\\1", _CALL.sub("\\1\u2060", visible(text)))


def render_markdown(
    title: str,
    lead: str,
    tables: Iterable[Table],
    signature: str,
    *,
    folded: Sequence[Table] = (),
    examples: Iterable[tuple[str, Sequence[str]]] = (),
) -> str:
    """A page with a lead and tables, as a comment on a pull request has it; `folded` tables and examples are opened.

    Examples come with what they are examples of, the sentences as Markdown (`mark_sentence`).
    """
    claim, dot, rest = lead.partition(". ")
    parts = [f"## {escape(title)}"]
    if lead:
        parts.append(f"**{escape(claim + dot.strip())}**" + (f" {escape(rest)}" if rest else ""))
    for table in tables:
        parts += _table(table)
    if folded:
        parts += _fold("More tables", [part for table in folded for part in _table(table)])
    for summary, sentences in examples:
        if sentences:
            parts += _fold(summary, ["\n".join(f"- {sentence}" for sentence in sentences)])
    return "\n\n".join([*parts, f"`{signature.replace('`', '')}`"]) + "\n"


def _fold(summary: str, parts: Sequence[str]) -> list[str]:
    """Something that is shown when it is opened; the empty lines let Markdown go on inside."""
    return [f"<details>\n<summary>{html.escape(visible(summary))}</summary>", *parts, "</details>"]


def _table(table: Table) -> list[str]:
    align = [":--"] * table.text_columns + ["--:"] * (len(table.head) - table.text_columns)
    lines = [f"| {' | '.join(escape(cell) for cell in table.head)} |", f"| {' | '.join(align)} |"]
    for number, row in enumerate(table.rows):
        cells = [escape(cell) for cell in row]
        for place, cell in enumerate(cells):
            if (number, place) in table.best:
                cells[place] = f"**{cell}**"
            elif (number, place) in table.worst:
                cells[place] = f"_{cell}_"
        lines.append(f"| {' | '.join(cells)} |")
    return [escape(table.caption), "\n".join(lines)]


def mark_sentence(example: Example) -> str:
    """A sentence under its name, the marks behind the words that they are about."""
    marks: dict[int, list[str]] = {}
    for mark in example.marks:
        marks.setdefault(mark.position, []).append(f"\\[{SIGNS.get(mark.kind, SIGNS[''])} {escape(mark.text)}\\]")
    words = [
        f"**{escape(word)}**{''.join(marks[place])}" if place in marks else escape(word)
        for place, word in enumerate(example.words)
    ]
    return f"{escape(example.sentence)}: {' '.join(words)}"


def find_folded(tables: Sequence[Table]) -> set[str]:
    """Names of the tables that a short comment can do without: shown are scores, differences, and what changed once."""
    changes = [table.name for table in tables if table.name.startswith("changes-")]
    shown = {"scores", "differences", *changes[:1]}
    return {table.name for table in tables} - shown


def find_examples(result: Comparison, pairs: Sequence[tuple[str, str]], n: int | None) -> list[tuple[str, list[str]]]:
    """New errors and corrections of each pair, with so many sentences of the most frequent ones; None: all."""
    result = result.by_units
    if not result.has_units or len(result.systems) < 2 or n == 0:  # noqa: PLR2004 (a pair)
        return []
    found = []
    for before, after in pairs:
        for kind, name in (("new_error", "New errors"), ("correction", "Corrections")):
            sentences = [mark_sentence(example) for example in result.examples(before, after, kind, n=n)]
            found.append((f"{name}, {before} → {after}", sentences))
    return found
