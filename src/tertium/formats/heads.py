"""HEAD: from what is written to rows of other words, or to an error that names the line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import HEADLESS, ROOT
from tertium.errors import FormatError, shorten
from tertium.formats.skeleton import Skeleton, name_of, words_in_ranges
from tertium.plurals import many

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

_NUMBER: Final = re.compile(r"[+-]?[0-9]+")
_AS_PYTHON: Final = re.compile(r"\s*[+-]?\d+(?:_\d+)*\s*")  # what the UD evaluation, a Python program, takes for one
_MOST_DIGITS: Final = 9
NO_HEAD: Final = -2_000_000_000
"""A HEAD that is no number; below every number, and the furthest is above every word."""


def parse_heads(ask: Request, raw: Codes) -> Codes:
    """HEAD as a number, `NO_HEAD` where it is none."""
    used = ask.vocab.used(raw)
    table = np.zeros(len(ask.vocab) + 1, dtype=np.int32)
    as_python = ask.conventions.reading == "ud"
    table[used] = [head_number(text, as_python=as_python) for text in ask.vocab.decode(used)]
    return table[raw]


def _out_of_place(shape: Skeleton, head: Codes) -> Offsets:
    """Words whose head is no number from 0 to the length of their sentence; usually none, which is seen at once."""
    if not shape.n_words:
        return np.zeros(0, dtype=np.int64)
    lengths, starts = np.diff(shape.sent_start), shape.sent_start[:-1]
    if head.min() >= 0 and (np.maximum.reduceat(head, starts) <= lengths).all():
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero((head < 0) | (head > np.repeat(lengths, lengths)))


def head_number(text: str, *, as_python: bool) -> int:
    """A head as a number, `NO_HEAD` if it is none; endless ones are beyond every sentence.

    >>> head_number("1000001", as_python=False), head_number(" +1_2", as_python=True)
    (1000001, 12)
    """
    if not (_AS_PYTHON if as_python else _NUMBER).fullmatch(text):
        return NO_HEAD
    text = text.strip()
    if len(text) > _MOST_DIGITS:
        return NO_HEAD + 1 if text.startswith("-") else -NO_HEAD
    return int(np.clip(int(text), NO_HEAD + 1, -NO_HEAD))


def read_heads(text: Text, ask: Request, shape: Skeleton, raw: Codes) -> Codes | None:
    """Rows of the heads; None if the file has no heads at all.

    Raises:
        FormatError: Some HEAD is no number or points outside of its sentence.
    """
    head = parse_heads(ask, raw)
    wrong = _out_of_place(shape, head)
    rows = shape.base + (head - np.int32(1))
    rows[head == 0] = ROOT
    if not len(wrong):
        return rows
    rows[wrong] = HEADLESS
    no_number = not (head != NO_HEAD).any()
    if no_number and ask.conventions.reading != "ud" and set(ask.vocab.decode(ask.vocab.used(raw))) <= {"_", ""}:
        return None
    tolerated = np.zeros(shape.n_words, dtype=np.bool_)
    if ask.conventions.reading in ("eval07", "compareval"):
        tolerated[:] = True  # these compare what is written, whatever it is
    elif ask.conventions.reading == "ud":
        tolerated = words_in_ranges(shape) & (head == NO_HEAD)  # the scorer crashes there; we go on
    wrong = wrong[~tolerated[wrong]]
    if len(wrong):
        word = int(wrong[0])
        written = ask.vocab.decode(raw[word : word + 1])[0]
        raise _explain_head(text, shape, word, written, head)
    return rows


def _explain_head(text: Text, shape: Skeleton, word: int, written: str, heads: Codes) -> FormatError:
    sentence, written, head = shape.sentence_of(word), shorten(written), int(heads[word])
    size = int(shape.sent_start[sentence + 1] - shape.sent_start[sentence])
    if head == NO_HEAD:
        n_without = int(np.count_nonzero(heads == NO_HEAD))
        others = f" ({n_without:,} of {len(heads):,} words have no number there)" if n_without > 1 else ""
        message, hint = (
            f"HEAD is {written!r}, not a number{others}",
            "give every word a head (0 for the root), or compare tags only with --task tagging",
        )
    elif head < 0:
        message, hint = (
            f"HEAD is {written}, it cannot be negative",
            "heads are 0 for the root, else the number of another word",
        )
    else:
        message = f"HEAD is {written}, but the sentence has {many(size, 'word')}"
        hint = "correct the HEAD column, or drop the sentence from every file"
        if sentence == len(shape.sent_start) - 2:
            hint = f"is the file cut off in its last sentence? Otherwise {hint}"
    return FormatError(
        message, path=text.path, line=int(shape.word[word]) + 1, sentence=name_of(shape, sentence), hint=hint
    )
