"""The summary of `discodop eval GOLD SYSTEM [PARAM]`, digit for digit.

The tables before it (rules, attachments, categories, functions, parts of speech) order ties at random, so they have no
one form. disco-dop stops at the first sentence whose words differ or whose parse is empty: the summary here is that of
the other sentences.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.parseval import bracketing_of
from tertium.tasks.function_tags import count_functions
from tertium.tasks.yields import find_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Counts, Mask, Offsets
    from tertium.reports.result import Result
    from tertium.tasks.bracketing import Bracketing

_NO_NUMBER: Final = "   nan"
_NOTHING_TO_DIVIDE_BY: Final = " 0DIV!"


def print_discodop(result: Result, system: int) -> str:
    """The summary of one system: of all sentences, beside that of the short ones if any is longer."""
    match = result.tables.matches[system]
    found = bracketing_of(match)
    functions = count_functions(match.gold.corpus, match.system.corpus, found)
    cutoff = found.rules.cutoff
    every = _Column(found, functions, found.valid)
    if every.longest <= cutoff:
        return "\n".join([" Summary (ALL) ".center(35, "_"), *_list_lines([every])])
    columns = [_Column(found, functions, found.valid & (found.length <= cutoff)), every]
    return "\n".join([f"{' Summary '.center(27, '_')} <= {cutoff} ______ ALL", *_list_lines(columns)])


class _Column:
    """The numbers of some of the sentences."""

    def __init__(self, found: Bracketing, functions: Counts, chosen: Mask) -> None:
        def count(values: Offsets | Mask) -> int:
            return int(values[chosen].sum())

        sides = (found.gold, found.system)
        own = [side.n_brackets for side in sides]
        scored = own[0] + own[1] > 0 if found.rules.disc_only else chosen
        exact = (found.matched == own[0]) & (found.matched == own[1]) & scored
        self.sentences, self.exact = count(scored), count(exact)
        self.longest = int(found.length[chosen].max(initial=0))
        self.matched, self.brackets = count(found.matched), [count(n) for n in own]
        self.different = [count(n) for n in _count_different(found)]
        self.gappy = [count(_count_gappy(found, place)) for place in range(len(sides))]
        self.tags, self.words = count(found.tags_right), count(found.gold.n_words)
        self.functions: list[int] = functions[chosen].sum(axis=0).tolist()


def _count_different(found: Bracketing) -> list[Offsets]:
    """(n_sents,) for either side: two brackets with the same label over the same words are one here."""
    label = [side.label if found.rules.labeled else np.zeros_like(side.label) for side in (found.gold, found.system)]
    return [
        np.bincount(np.unique(np.stack([key, own, side.sentence]), axis=1)[2], minlength=found.n_sents)
        for side, own, key in zip((found.gold, found.system), label, find_keys([found.gold, found.system]), strict=True)
    ]


def _count_gappy(found: Bracketing, place: int) -> Offsets:
    side = (found.gold, found.system)[place]
    rows = np.zeros(0, dtype=np.int64) if side.gaps is None else side.gaps.row
    return np.bincount(side.sentence[rows], minlength=found.n_sents)


def _list_lines(columns: Sequence[_Column]) -> list[str]:
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
