r"""Tables as LaTeX (booktabs), ready to be \input; everything from a corpus is escaped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tertium.reports.page import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tertium.reports.tables import Table

_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "→": r"$\rightarrow$",
    "Δ": r"$\Delta$",
    "∅": r"$\emptyset$",
    "…": r"\ldots{}",
}
_MATCH: Final = re.compile("|".join(re.escape(character) for character in _SPECIAL))


def escape(text: str) -> str:
    r"""Text that LaTeX takes literally.

    >>> escape("$[ → 50 %")
    '\\$[ $\\rightarrow$ 50 \\%'
    """
    return _MATCH.sub(lambda found: _SPECIAL[found[0]], visible(text))


def _minus(cell: str) -> str:
    """A negative number with a real minus sign."""
    return re.sub(r"^-(?=[0-9])", "$-$", cell)


def render_latex(tables: Iterable[Table], signature: str) -> str:
    """One table environment after the other."""
    parts = ["% needs \\usepackage{booktabs} (and UTF-8 input)", f"% {signature}"]
    parts += [_table(table) for table in tables]
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> str:
    columns = "l" * table.text_columns + "r" * (len(table.head) - table.text_columns)
    lines = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    lines += [" & ".join(escape(cell) for cell in table.head) + r" \\", r"\midrule"]
    for number, row in enumerate(table.rows):
        if number in table.rules:
            lines.append(r"\midrule")
        cells = [_minus(escape(cell)) for cell in row]
        bold = [rf"\textbf{{{cell}}}" if (number, place) in table.best else cell for place, cell in enumerate(cells)]
        lines.append(" & ".join(bold) + r" \\")
    name = re.sub(r"[^A-Za-z0-9-]+", "-", table.name)
    lines += [
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{escape(table.caption)}}}",
        rf"\label{{tab:{name}}}",
        r"\end{table}",
    ]
    return "\n".join(lines)
