"""CoNLL-2005 propositions: a column of target verbs, then a column of bracketed arguments for each of them.

    -      (A0*    *
    eat    (V*)    *

The files of srl-eval.pl have nothing else; other columns (words first) may stand before. Which column holds the
targets is found out: the one with as many names in each sentence as there are columns after it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Corpus, Irregularity, Names
from tertium.errors import FormatError
from tertium.formats.propositions import BRACKETS, Sheet, read_brackets
from tertium.formats.sources import BOM, explain_bad_utf8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.formats.request import Request
    from tertium.formats.sources import Text

NO_WORD: Final = "_"
"""The form of words that the file does not have."""

NO_TARGET: Final = "-"


def looks_so(rows: Sequence[Sequence[str]]) -> bool:
    """Whether some rows are propositions: the last columns hold brackets, or there is no target at all."""
    if not rows or not all(row and (BRACKETS.fullmatch(row[-1]) or row[-1] == NO_TARGET) for row in rows):
        return False
    return any("(" in row[-1] for row in rows) or all(row == [NO_TARGET] for row in rows)


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: Rows of a sentence differ in length, no column holds the targets, or brackets do not match.
    """
    try:
        content = text.data.removeprefix(BOM).decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise explain_bad_utf8(text.data, text.path) from None
    rows: list[list[str]] = []
    lines: list[int] = []
    borders = [0]
    for number, line in enumerate(content, 1):
        cells = line.split()
        if cells:
            if len(rows) > borders[-1] and len(cells) != len(rows[-1]):
                raise FormatError(
                    f"the line has {len(cells)} columns, the one before has {len(rows[-1])}",
                    path=text.path,
                    line=number,
                    sentence=str(len(borders)),
                    hint="all lines of a sentence have the same columns; an empty line ends a sentence",
                )
            rows.append(cells)
            lines.append(number)
        elif len(rows) > borders[-1]:
            borders.append(len(rows))
    if len(rows) > borders[-1]:
        borders.append(len(rows))
    target = _find_targets(text, rows, lines, borders)
    form = ask.vocab.encode([row[0] if target else NO_WORD for row in rows])
    corpus = Corpus(
        name=ask.name,
        format="props",
        vocab=ask.vocab,
        sent_start=np.array(borders if rows else [0], dtype=np.int64),
        columns={"form": form},
        wordless=not target,
        line=np.array(lines, dtype=np.int32),
        paths=(text.path,),
        file_start=np.array([0, len(rows)], dtype=np.int64),
        doc_start=np.unique([0, len(borders) - 1]).astype(np.int64),
        sentence_names=Names(len(borders) - 1),
        document_names=Names(int(len(borders) > 1)),
        layers=("role",),
        irregularities=(Irregularity("byte-order marks", 1, text.path, 1),) if text.has_mark else (),
    )
    return replace(corpus, spans=Sheet(corpus, rows).read(target, target + 1, read_brackets, (NO_TARGET,)))


def _find_targets(text: Text, rows: list[list[str]], lines: list[int], borders: list[int]) -> int:
    """The column of the targets."""
    pairs = list(pairwise(borders))
    narrowest = min((len(row) for row in rows), default=1)
    wrong: dict[int, int] = {}
    for place in range(narrowest):
        odd = [first for first, stop in pairs if not _is_target(rows[first:stop], place)]
        if not odd:
            return place
        wrong[place] = odd[0]
    place = max(wrong, key=lambda column: wrong[column])
    first = wrong[place]
    raise FormatError(
        "no column holds the targets: one name for each column of arguments after it, and - elsewhere",
        path=text.path,
        line=lines[first] if lines else 1,
        sentence=str(1 + sum(border <= first for border in borders[1:])),
        hint="each target verb has one column of arguments, in the order of the verbs",
    )


def _is_target(rows: Sequence[Sequence[str]], place: int) -> bool:
    after = [cell for row in rows for cell in row[place + 1 :]]
    n_named = sum(row[place] != NO_TARGET for row in rows)
    return n_named == len(rows[0]) - place - 1 and all(BRACKETS.fullmatch(cell) for cell in after)
