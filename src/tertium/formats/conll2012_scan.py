"""One pass over the bytes of a CoNLL-2012 file: which lines are empty, and what stands in their last columns.

A block of lines at a time, so that what is made on the way stays small: memory that is new to the process costs more
than the looking. Two files that are the same but for their last columns have the same words, which `Besides` tells
without parsing them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.formats.sources import BOM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.formats.sources import Text

_NEWLINE, _TAB, _HASH, _DASH = 10, 9, 35, 45
_PIECE: Final = 1 << 18  # bytes
_BLOCK: Final = 1 << 13  # lines
_STEPS: Final = 12
_SPACES: Final = np.isin(np.arange(256), [9, 11, 12, 13, 32])
_NO_BRACKETS: Final = np.isin(np.arange(256), list(b"-_*"))


class Scan(NamedTuple):
    """The lines of a file."""

    blank: Mask  # (n_lines,)
    hashed: list[tuple[int, str]]  # lines that begin with #, and what they hold
    single: Mask  # (n_lines,)  there is one column only
    place: Codes  # (n_lines,)  of the last column among the contents; -1: it says that there are no brackets
    contents: list[str]  # distinct
    besides: Besides


@dataclass(frozen=True, eq=False, slots=True)
class Besides:
    """What a file holds besides brackets."""

    data: NDArray[np.uint8]
    blocks: Offsets  # (n_blocks + 1,)  where blocks of lines begin
    begin: Offsets  # (n,)  of columns of brackets
    end: Offsets  # (n,)

    def equals(self, other: Besides) -> bool:
        """Whether another file holds the same, line by line."""
        pairs = zip(self._pieces(), other._pieces(), strict=True)
        return len(self.blocks) == len(other.blocks) and all(np.array_equal(*pair) for pair in pairs)

    def _pieces(self) -> Iterator[NDArray[np.uint8]]:
        """The bytes of each block, with - for brackets."""
        place = np.searchsorted(self.begin, self.blocks)
        for block in range(len(self.blocks) - 1):
            start, stop = self.blocks[block : block + 2]
            own = slice(*place[block : block + 2])
            begin, size = self.begin[own] - start, self.end[own] - self.begin[own] - 1
            kept = np.ones(stop - start, dtype=np.bool_)
            kept[_positions(begin + 1, size)] = False
            piece = self.data[start:stop][kept]
            piece[begin - (np.cumsum(size) - size)] = _DASH
            yield piece


def scan(text: Text, *, whole: bool) -> Scan:
    """Look at every line; if `whole`, a line is one column."""
    data = np.frombuffer(text.data, dtype=np.uint8)
    ends = _find_ends(data)
    blank, single = np.zeros(len(ends), dtype=np.bool_), np.zeros(len(ends), dtype=np.bool_)
    place = np.full(len(ends), -1, dtype=np.int32)
    hashed: list[tuple[int, str]] = []
    blocks, cells = [len(BOM) if text.has_mark else 0], [np.zeros((3, 0), dtype=np.int64)]
    for first in range(0, len(ends), _BLOCK):
        block = slice(first, first + _BLOCK)
        start, end = _find_borders(data, ends[block], blocks[-1])
        blocks.append(min(int(ends[block][-1]) + 1, len(data)))
        np.less_equal(end, start, out=blank[block])
        np.equal(end - start, 1, out=single[block])
        marked = np.flatnonzero(~blank[block] & (data[np.minimum(start, len(data) - 1)] == _HASH))
        hashed += [
            (first + line, text.data[start[line] : end[line]].decode("utf-8", "replace")) for line in marked.tolist()
        ]
        is_idle = _NO_BRACKETS[data[end - 1]]
        is_idle &= single[block] if whole else single[block] | (data[end - 2] == _TAB)
        line = np.flatnonzero(~(is_idle | blank[block]))
        start, end = start[line], end[line]
        begin = start if whole else _find_tabs(text, data, start, end)
        single[first + line] = begin == start
        cells.append(np.stack([line + first, begin, end]))
    line, begin, end = np.concatenate(cells, axis=1)
    place[line], contents = _number(data, begin, end)
    is_plain = ~single
    is_plain[[row for row, _ in hashed]] = False
    cut = is_plain[line]
    return Scan(blank, hashed, single, place, contents, Besides(data, np.array(blocks), begin[cut], end[cut]))


def count_columns(text: Text, line: Offsets) -> Offsets:
    """(n,) how many columns lines have."""
    data = np.frombuffer(text.data, dtype=np.uint8)
    tabs = np.flatnonzero(data == _TAB)
    start, end = _find_borders(data, _find_ends(data), len(BOM) if text.has_mark else 0)
    found: Offsets = np.searchsorted(tabs, end[line]) - np.searchsorted(tabs, start[line]) + 1
    return found


def _find_ends(data: NDArray[np.uint8]) -> Offsets:
    """(n_lines,) where lines end."""
    pieces = [np.flatnonzero(data[at : at + _PIECE] == _NEWLINE) + at for at in range(0, len(data), _PIECE)]
    if len(data) and data[-1] != _NEWLINE:
        pieces.append(np.array([len(data)]))
    return np.concatenate(pieces) if pieces else np.zeros(0, dtype=np.int64)


def _find_borders(data: NDArray[np.uint8], ends: Offsets, first: int) -> tuple[Offsets, Offsets]:
    """(n,) where lines begin, given where the first does, and where they end without white space."""
    start = np.empty_like(ends)
    start[:1] = first
    np.add(ends[:-1], 1, out=start[1:])
    end = ends
    while len(end):  # there is hardly ever more than a carriage return
        spaced = (end > start) & _SPACES[data[end - 1]]
        if not spaced.any():
            break
        end = end - spaced
    return start, end


def _find_tabs(text: Text, data: NDArray[np.uint8], start: Offsets, end: Offsets) -> Offsets:
    """Where the last columns of lines begin: some steps back for all at a time, since columns of brackets are short."""
    begin = end - 1
    moving = np.arange(len(end))
    for _ in range(_STEPS):
        moving = moving[(begin[moving] > start[moving]) & (data[begin[moving] - 1] != _TAB)]
        begin[moving] -= 1
    for line in moving.tolist():
        begin[line] = 1 + text.data.rfind(b"\t", start[line], end[line]) or start[line]
    return begin


def _positions(begin: Offsets, size: Offsets) -> Offsets:
    """Every place of some stretches, one after the other."""
    at = np.repeat(begin - (np.cumsum(size) - size), size)
    at += np.arange(len(at))
    return at


def _number(data: NDArray[np.uint8], begin: Offsets, end: Offsets) -> tuple[Codes, list[str]]:
    """The place of each stretch of bytes among the distinct ones, and these."""
    size = end - begin + 1
    cut = data[np.minimum(_positions(begin, size), len(data) - 1)]
    cut[np.cumsum(size) - 1] = _NEWLINE
    contents = cut.tobytes().split(b"\n")[:-1]
    table = {content: number for number, content in enumerate(dict.fromkeys(contents))}
    place = np.fromiter(map(table.__getitem__, contents), dtype=np.int32, count=len(contents))
    return place, [content.decode("utf-8", "replace") for content in table]
