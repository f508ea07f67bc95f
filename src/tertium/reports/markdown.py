"""Tables as Markdown, for pull requests and notes; everything from a corpus is escaped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tertium.reports.page import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tertium.reports.tables import Table

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def escape(text: str) -> str:
    r"""Text that Markdown takes literally.

    >>> escape("a|b_c")
    'a\\|b\\_c'
    """
    return _SPECIAL.sub(r"\\\1", visible(text))


def render_markdown(title: str, lead: str, tables: Iterable[Table], signature: str) -> str:
    """A page with a lead and tables."""
    parts = [f"## {escape(title)}", escape(lead)] if lead else [f"## {escape(title)}"]
    for table in tables:
        align = [":--"] * table.text_columns + ["--:"] * (len(table.head) - table.text_columns)
        lines = [f"| {' | '.join(escape(cell) for cell in table.head)} |"]
        for number, row in enumerate(table.rows):
            cells = [
                f"**{escape(cell)}**" if (number, place) in table.best else escape(cell)
                for place, cell in enumerate(row)
            ]
            lines.append(f"| {' | '.join(cells)} |")
        lines.insert(1, f"| {' | '.join(align)} |")
        parts += [escape(table.caption), "\n".join(lines)]
    return "\n\n".join([*parts, f"`{signature.replace('`', '')}`"]) + "\n"
