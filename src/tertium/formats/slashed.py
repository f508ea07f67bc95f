"""One sentence a line, the tag glued to each word: `The_DT cat_NN` or `The/DT cat/NN`.

The tag starts after the last separator of a token, so `1/2/CD` is the word `1/2`. Reuses the reader for columns.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import BlankLines, Irregularity
from tertium.errors import FormatError, quote
from tertium.formats import columns
from tertium.formats.sources import BOM, Text, explain_bad_utf8

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request

SEPARATORS: Final = ("_", "/")


def find_separator(lines: list[str], share: float = 0.9) -> str | None:
    """The separator that splits (nearly) every token of the lines, or at least a share of them, if there is one."""
    tokens = [token for line in lines[:200] for token in split_words(line)]
    for separator in SEPARATORS:
        fitting = sum(split_token(token, separator) is not None for token in tokens)
        if tokens and fitting >= share * len(tokens):
            return separator
    return None


def split_token(token: str, separator: str) -> tuple[str, str] | None:
    """Word and tag of a token, the tag after the last separator; a tag may be the separator itself.

    >>> split_token("1/2/CD", "/"), split_token("-__", "_"), split_token("word", "_")
    (('1/2', 'CD'), ('-', '_'), None)
    """
    place = token.rfind(separator)
    if place == len(token) - 1 > 1 and token[place - 1] == separator:
        place -= 1
    return (token[:place], token[place + 1 :]) if 0 < place < len(token) - 1 else None


def split_words(line: str) -> list[str]:
    """Tokens of a line: only plain spaces and tabs part them, other white space may be inside a word."""
    return [token for token in re.split(r"[ \t]+", line) if token]


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of tagged lines."""
    try:
        lines = text.data.removeprefix(BOM).decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise explain_bad_utf8(text.data, text.path) from None
    lines = [line.rstrip("\r") for line in lines]
    separator = find_separator([line for line in lines if line.strip()]) or "_"
    table: list[str] = []
    numbers: list[int] = []
    sentence = 0
    for number, line in enumerate(lines, 1):
        tokens = split_words(line)
        sentence += bool(tokens)
        for token in tokens:
            pair = split_token(token, separator)
            if pair is None:
                raise explain_token(text, token, separator, line=number, sentence=sentence)
            table.append("\t".join(pair))
            numbers.append(number)
        if tokens:
            table.append("")
    plain = Text("\n".join([*table, ""]).encode("utf-8"), text.path)
    corpus = columns.read(plain, replace(ask, columns={"form": 0, "tag": 1}))
    faults = (Irregularity("byte-order marks", 1, text.path, 1),) if text.has_mark else ()
    rows = np.array(numbers, dtype=np.int32)
    return replace(corpus, format="slashed", line=rows, blank_lines=BlankLines(), irregularities=faults)


def explain_token(text: Text, token: str, separator: str, *, line: int, sentence: int) -> FormatError:
    """The error for a token without a tag."""
    return FormatError(
        f"the token {quote(token)} has no {separator!r} between a word and a tag",
        path=text.path,
        line=line,
        sentence=str(sentence),
        hint=f"write word{separator}TAG throughout, or name the --format",
    )
