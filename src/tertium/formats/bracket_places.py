"""Where brackets, words and ends of lines are in the bytes of bracketed trees.

Every byte is looked at without a loop, and only brackets and words are kept of what is seen: labels stand right after
the brackets that open, so that they need no places of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets

_OPEN, _NEWLINE, _BLANK = b"(\n "


@dataclass(frozen=True, eq=False, slots=True)
class Places:
    """The brackets and words of a file, in its order."""

    bracket: Offsets  # (n,)  in the bytes
    opens: Mask  # (n,)  the others close
    level: Codes  # (n,)  how many are open after each
    labelled: Mask  # (n,)  it opens, and a label stands right after it
    word: Offsets  # (n_words,)  in the bytes; tokens that are no labels
    before: Offsets  # (n_words,)  the bracket before each; -1: none
    loose: Offsets  # words that do not stand alone between a bracket that opens and one that closes
    line_end: Offsets  # (n_lines,)  in the bytes

    def lines_at(self, places: Offsets) -> Codes:
        """(n,) the lines, from 0, of places that rise."""
        before = np.searchsorted(places, self.line_end)
        return np.repeat(np.arange(len(before), dtype=np.int32), np.diff(before, prepend=0))

    def number_words(self) -> Offsets:
        """(n_words,) the place of each word among all tokens, labels included."""
        labels = np.append(count_so_far(self.labelled), np.int32(0))  # the last is for no bracket
        return labels[self.before] + np.arange(len(self.word))


def find_places(data: NDArray[np.uint8]) -> tuple[Places, bytes]:
    """Look at every byte once: where things are, and all tokens one below the other."""
    is_bracket = (data ^ _OPEN) <= 1  # `)` is the next character after `(`
    is_token = data > _BLANK
    is_token &= ~is_bracket
    bracket = np.flatnonzero(is_bracket)
    opens = data[bracket] == _OPEN
    steps = opens.view(np.int8) * np.int8(2) - np.int8(1)
    labelled = opens & is_token[np.minimum(bracket + 1, len(data) - 1)]
    begins = is_token.copy()
    begins[1:] &= ~(is_token[:-1] | (data[:-1] == _OPEN))
    word = np.flatnonzero(begins)
    before, loose = _place_words(bracket, opens, word)
    line_end = np.flatnonzero(data == _NEWLINE)
    if len(data) and data[-1] != _NEWLINE:
        line_end = np.append(line_end, len(data))
    found = Places(bracket, opens, np.cumsum(steps, dtype=np.int32), labelled, word, before, loose, line_end)
    return found, _list_tokens(data, is_token)


def _place_words(bracket: Offsets, opens: Mask, word: Offsets) -> tuple[Offsets, Offsets]:
    """(n_words,) the bracket before each word, and the words that are not alone in one."""
    alone = np.flatnonzero(opens[:-1] & ~opens[1:])
    if len(alone) == len(word) and (bracket[alone] < word).all() and (word < bracket[alone + 1]).all():
        return alone, np.zeros(0, dtype=np.int64)  # as it should be, everywhere
    before = np.searchsorted(bracket, word) - 1
    own = np.zeros(len(bracket) + 1, dtype=np.bool_)  # the last place is for no bracket
    own[alone] = True
    fine = own[before]
    fine[1:] &= before[1:] != before[:-1]
    fine[:-1] &= before[1:] != before[:-1]
    return before, np.flatnonzero(~fine)


def _list_tokens(data: NDArray[np.uint8], is_token: Mask) -> bytes:
    """All tokens, each ended by a newline."""
    kept = is_token.copy()
    kept[1:] |= is_token[:-1]  # and what ends them
    rows = data & np.negative(is_token.view(np.uint8))  # 0 where no token is
    np.maximum(rows, np.uint8(_NEWLINE), out=rows)
    listed: bytes = rows[kept].tobytes()
    return listed


def count_so_far(flags: Mask) -> Codes:
    """(n,) how many are set up to here, this one included."""
    return np.cumsum(flags, dtype=np.int32)
