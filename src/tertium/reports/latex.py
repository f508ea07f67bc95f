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
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "--": r"-{}-",
}
_MARKED: Final = re.compile(r"[+-]?[0-9.,]+\*")
_MATCH: Final = re.compile("|".join(re.escape(character) for character in _SPECIAL))


def escape(text: str) -> str:
    r"""Text that LaTeX takes literally.

    >>> escape("$[ → 50 %")
    '\\$[ $\\rightarrow$ 50 \\%'
    """
    return _MATCH.sub(lambda found: _SPECIAL[found[0]], visible(text))


def _number(cell: str) -> str:
    r"""A cell as LaTeX: negative numbers with a real minus sign, the mark of a separated one raised.

    >>> _number("-1.75*"), _number("[-1.88, +2.50]"), _number("*")
    ('$-$1.75$^{*}$', '[$-$1.88, +2.50]', '*')
    """
    marked = bool(_MARKED.fullmatch(cell))
    text = re.sub(r"(?<![^ \[])-(?=[0-9])", "$-$", escape(cell.removesuffix("*") if marked else cell))
    return f"{text}$^{{*}}$" if marked else text


def render_latex(tables: Iterable[Table], signature: str) -> str:
    """One table environment after the other."""
    parts = ["% needs \\usepackage{booktabs}; scripts other than Latin need LuaLaTeX or XeLaTeX", f"% {signature}"]
    parts += [_table(table) for table in tables]
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> str:
    columns = "l" * table.text_columns + "r" * (len(table.head) - table.text_columns)
    lines = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    lines += [" & ".join(escape(cell) for cell in table.head) + r" \\", r"\midrule"]
    for number, row in enumerate(table.rows):
        if number in table.rules:
            lines.append(r"\midrule")
        cells = [_number(cell) for cell in row]
        for place, cell in enumerate(cells):
            if (number, place) in table.best:
                cells[place] = rf"\textbf{{{cell}}}"
            elif (number, place) in table.worst:
                cells[place] = rf"\textit{{{cell}}}"
        lead = "{}" if cells[0].startswith(("*", "[")) else ""  # these would belong to the end of the row before
        lines.append(lead + " & ".join(cells) + r" \\")
    caption = escape(table.caption)
    if any(_MARKED.fullmatch(cell) for row in table.rows for cell in row):
        caption = re.sub(r"(?<= )\*(?= )", "$^{*}$", caption)
    name = re.sub(r"[^A-Za-z0-9-]+", "-", table.name)
    lines += [
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{caption}}}",
        rf"\label{{tab:{name}}}",
        r"\end{table}",
    ]
    return "\n".join(lines)
