"""One pass over the bytes of a CoNLL-2012 file: which lines are empty, and what stands in their last columns.

A block of lines at a time, so that what is made on the way stays small: memory that is new to the process costs more
than the looking. Two files that are the same but for their last columns have the same words, which `Besides` tells
without parsing them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import count
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
_NEAR: Final = 12  # bytes
_SPACES: Final = np.isin(np.arange(256), [9, 11, 12, 13, 32])
_NO_BRACKETS: Final = np.isin(np.arange(256), list(b"-_*"))


class Scan(NamedTuple):
    """The lines of a file."""

    blank: Mask  # (n_lines,)
    single: Mask  # (n_lines,)  there is one column only
    hashed: list[tuple[int, str]]  # lines that begin with #, and all that they hold
    voided: list[int]  # lines whose last column, though not the line, is white space
    marked: Codes  # (n,)  lines whose last column does not say that there are no brackets, rising
    place: Codes  # (n,)  of that column among the contents
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
        if len(self.blocks) != len(other.blocks) or self.blocks[0] != other.blocks[0]:  # a byte-order mark
            return False
        return all(np.array_equal(*pair) for pair in zip(self._pieces(), other._pieces(), strict=True))

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
    contents: defaultdict[bytes, int] = defaultdict(count().__next__)
    hashed: list[tuple[int, str]] = []
    voided: list[int] = []
    masks, cells, blocks = [np.zeros((2, 0), dtype=np.bool_)], [np.zeros((4, 0), dtype=np.int64)], [_skip_mark(text)]
    n_lines = 0
    for ends in _find_ends(data):
        start, end = _find_borders(data, ends, blocks[-1])
        blank, single = end <= start, end - start == 1
        line = np.flatnonzero(~blank & (data[np.minimum(start, len(data) - 1)] == _HASH))
        hashed += [(n_lines + at, text.data[start[at] : ends[at]].decode("utf-8", "replace")) for at in line.tolist()]
        tailed = np.flatnonzero(ends - end > 1)
        voided += [n_lines + at for at in tailed.tolist() if b"\t" in text.data[end[at] : ends[at]].rstrip(b"\t")]
        is_idle = _NO_BRACKETS[data[end - 1]]
        is_idle &= single if whole else single | (data[np.maximum(end - 2, 0)] == _TAB)
        line = np.flatnonzero(~(is_idle | blank))
        start, end = start[line], end[line]
        begin = start if whole else _find_tabs(text, data, start, end)
        single[line] = begin == start
        masks.append(np.stack([blank, single]))
        cells.append(np.stack([line + n_lines, _number(data, begin, end, contents), begin, end]))
        blocks.append(min(int(ends[-1]) + 1, len(data)))
        n_lines += len(ends)
    blank, single = np.concatenate(masks, axis=1)
    marked, place, begin, end = np.concatenate(cells, axis=1)
    is_plain = ~single
    is_plain[[row for row, _ in hashed]] = False
    cut = is_plain[marked]
    return Scan(
        blank,
        single,
        hashed,
        voided,
        marked.astype(np.int32),
        place.astype(np.int32),
        [content.decode("utf-8", "replace") for content in contents],
        Besides(data, np.array(blocks), begin[cut], end[cut]),
    )


def count_columns(text: Text, line: Codes) -> Offsets:
    """(n,) how many columns lines have."""
    data = np.frombuffer(text.data, dtype=np.uint8)
    ends = np.concatenate([np.zeros(0, dtype=np.int64), *_find_ends(data)])
    start, end = _find_borders(data, ends, _skip_mark(text))
    tabs = np.flatnonzero(data == _TAB)
    found: Offsets = np.searchsorted(tabs, end[line]) - np.searchsorted(tabs, start[line]) + 1
    return found


def _skip_mark(text: Text) -> int:
    return len(BOM) if text.has_mark else 0


def _find_ends(data: NDArray[np.uint8]) -> Iterator[Offsets]:
    """Where lines end, so many at a time."""
    waiting: list[Offsets] = []
    for start in range(0, len(data), _PIECE):
        waiting.append(np.flatnonzero(data[start : start + _PIECE] == _NEWLINE) + start)
        if sum(map(len, waiting)) >= _BLOCK:
            found = np.concatenate(waiting)
            full = len(found) - len(found) % _BLOCK
            yield from np.split(found[:full], range(_BLOCK, full, _BLOCK))
            waiting = [found[full:]]
    if len(data) and data[-1] != _NEWLINE:
        waiting.append(np.array([len(data)]))
    if any(map(len, waiting)):
        yield np.concatenate(waiting)


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
    """Where the last columns of lines begin: mostly a few bytes before the end, since columns of brackets are short."""
    back = np.arange(1, _NEAR + 1)
    is_tab = data[np.maximum(end[:, None] - back, 0)] == _TAB
    nearest = is_tab.argmax(axis=1)
    begin: Offsets = end - nearest
    for line in np.flatnonzero(~is_tab[np.arange(len(end)), nearest]).tolist():
        begin[line] = text.data.rfind(b"\t", start[line], end[line]) + 1
    return np.maximum(begin, start, out=begin)


def _positions(begin: Offsets, size: Offsets) -> Offsets:
    """Every place of some stretches, one after the other."""
    at = np.repeat(begin - (np.cumsum(size) - size), size)
    at += np.arange(len(at))
    return at


def _number(data: NDArray[np.uint8], begin: Offsets, end: Offsets, known: defaultdict[bytes, int]) -> Codes:
    """The number of each stretch of bytes among the distinct ones."""
    size = end - begin + 1
    cut = data[np.minimum(_positions(begin, size), len(data) - 1)]
    cut[np.cumsum(size) - 1] = _NEWLINE
    return np.fromiter(map(known.__getitem__, cut.tobytes().split(b"\n")[:-1]), dtype=np.int32, count=len(begin))
