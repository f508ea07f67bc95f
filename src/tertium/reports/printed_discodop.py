"""The summary of `discodop eval GOLD SYSTEM [PARAM]`, digit for digit.

The tables before it (rules, attachments, categories, functions, parts of speech) order ties at random, so they have no
one form. disco-dop stops at the first sentence whose words differ or whose parse is empty: the summary here is that of
the other sentences.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from tertium.comparison.discodop_summary import summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.discodop_summary import Summary
    from tertium.reports.result import Result

_NO_NUMBER: Final = "   nan"
_NOTHING_TO_DIVIDE_BY: Final = " 0DIV!"


def print_discodop(result: Result, system: int) -> str:
    """The summary of one system: of all sentences, beside that of the short ones if any is longer."""
    every, short = summarise(result.tables.matches[system])
    if short is None:
        return "\n".join([" Summary (ALL) ".center(35, "_"), *_list_lines([every])])
    return "\n".join(
        [f"{' Summary '.center(27, '_')} <= {result.rules.brackets.cutoff} ______ ALL", *_list_lines([short, every])]
    )


def _list_lines(columns: Sequence[Summary]) -> list[str]:
    def line(title: str, cells: Sequence[str]) -> str:
        return f"{title:<27}" + "     ".join(cells)

    def whole(title: str, numbers: Sequence[int]) -> str:
        return line(title, [f"{number:6d}" for number in numbers])

    every = columns[-1]
    lines = [
        whole("number of sentences:", [column.sentences for column in columns]),
        whole("longest sentence:", [column.longest for column in columns]),
    ]
    names, gappy = ("gold", "cand."), any(every.gappy)
    for place, name in enumerate(names):
        if len(columns) == 1 and gappy:
            lines.append(whole(f"{name} brackets (disc.):", [every.different[place]]) + f" ({every.gappy[place]})")
        else:
            lines.append(whole(f"{name} brackets:", [column.different[place] for column in columns]))
    if len(columns) > 1 and gappy:
        for place, name in enumerate(names):
            lines.append(whole(f"disc. {name} brackets:", [column.gappy[place] for column in columns]))
    lines += [
        line("labeled recall:", [_share(column.matched, column.brackets[0]) for column in columns]),
        line("labeled precision:", [_share(column.matched, column.brackets[1]) for column in columns]),
        line("labeled f-measure:", [_f1(column.matched, *column.brackets) for column in columns]),
        line("exact match:", [_divide(column.exact, column.sentences) for column in columns]),
    ]
    if every.functions[2]:
        lines.append(line("function tags:", [_f1(*column.functions) for column in columns]))
    lines.append(line("pos accuracy:", [_divide(column.tags, column.words) for column in columns]))
    return lines


def _percent(part: int, whole: int) -> str:
    return f"{float(Fraction(100 * part, whole)):6.2f}"


def _divide(part: int, whole: int) -> str:
    return _percent(part, whole) if whole else _NOTHING_TO_DIVIDE_BY


def _share(part: int, whole: int) -> str:
    return _percent(part, whole) if whole else _NO_NUMBER


def _f1(matched: int, gold: int, system: int) -> str:
    return _percent(2 * matched, gold + system) if matched else _NO_NUMBER
