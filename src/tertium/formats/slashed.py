"""One sentence a line, the tag glued to each word: `The_DT cat_NN` or `The/DT cat/NN`.

The tag starts after the last separator of a token, so `1/2/CD` is the word `1/2`. Reuses the reader for columns.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError
from tertium.formats import columns
from tertium.formats.sources import Text, explain_bad_utf8

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request

SEPARATORS: Final = ("_", "/")


def find_separator(lines: list[str]) -> str | None:
    """The separator that splits (nearly) every token of the lines, if there is one."""
    tokens = [token for line in lines[:200] for token in line.split()]
    for separator in SEPARATORS:
        fitting = sum(0 < token.rfind(separator) < len(token) - 1 for token in tokens)
        if tokens and fitting >= 0.9 * len(tokens):
            return separator
    return None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of tagged lines."""
    try:
        lines = text.data.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise explain_bad_utf8(text.data, text.path) from None
    separator = find_separator([line for line in lines if line.strip()]) or "_"
    table: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(lines, 1):
        for token in line.split():
            place = token.rfind(separator)
            if not 0 < place < len(token) - 1:
                raise FormatError(
                    f"the token {token!r} has no {separator!r} between a word and a tag",
                    path=text.path,
                    line=number,
                    hint=f"write word{separator}TAG throughout, or name the --format",
                )
            table.append(f"{token[:place]}\t{token[place + 1 :]}")
            numbers.append(number)
        table.append("")
    corpus = columns.read(
        Text("\n".join([*table, ""]).encode("utf-8"), text.path), replace(ask, columns={"form": 0, "tag": 1})
    )
    return replace(corpus, format="slashed", line=np.array(numbers, dtype=np.int32))
