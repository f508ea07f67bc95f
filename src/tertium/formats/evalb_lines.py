"""Bracketed trees as evalb reads them: a line is a tree, whatever stands on it.

evalb goes on where a line is wrong and says so (brackets that do not match), takes `(TOP )` for a word without letters,
and reads for ever where a word has no bracket of its own. Lines that are as they should be go the fast way of
`formats.penn`; the few others are read here one by one, byte by byte, as evalb's `read_line` does, and written anew in
a form that the fast way reads, with what was wrong beside it. Checked against evalb of 2008 (spec of the project,
constituency, section 1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import Irregularity
from tertium.errors import FormatError
from tertium.formats.sources import Text
from tertium.nodes import Fault

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.brackets import Dialect
    from tertium.corpus import Corpus
    from tertium.formats.bracket_places import Places

_SPACES: Final = b" \t\n\v\f\r"
_ENDS: Final = _SPACES + b"()"
_OPEN, _CLOSE, _BLANK = b"() "
NO_LETTERS: Final = "\x7f"
"""Stands for a word without letters between here and the reader."""

_UNBALANCED: Final = "Bracketing is unbalanced (too many open bracket)"
_TOO_MANY: Final = "More than two elements in a bracket"
_TOO_OFTEN: Final = "Bracketing unbalance (too many close bracket)"
_READING: Final = "Reading sentence"


@dataclass(frozen=True, slots=True)
class Limits:
    """What fits into the C program's arrays."""

    line: int  # bytes, the end of the line included
    words: int
    brackets: int
    word: int  # bytes
    label: int


LIMITS: Final[dict[str, Limits]] = {
    "evalb": Limits(4999, 200, 200, 99, 29),
    "spmrl": Limits(49_999, 1000, 2000, 99, 299),
}


def find_odd_lines(found: Places, data: NDArray[np.uint8]) -> Offsets:
    """The lines (from 0) that evalb reads in a way of its own."""
    odd = np.concatenate([found.word[found.loose], _find_late(found, data)])
    lines = np.searchsorted(found.line_end, odd)
    last = np.searchsorted(found.bracket, found.line_end) - 1  # bracket on or before each line
    level = np.append(found.level, np.int32(0))  # the last is for no bracket
    if level[last].any() or level.min() < 0:
        lines = np.append(lines, _find_uneven(level, last))
    return np.unique(lines)


def _find_uneven(level: Codes, last: Offsets) -> Offsets:
    """Lines in which brackets do not match."""
    filled = np.flatnonzero(np.diff(last, prepend=-1))
    last = last[filled]
    starts = np.append(0, last[:-1] + 1)
    before = level[starts - 1]
    lowest = np.minimum.reduceat(level, np.append(starts, len(level) - 1))[:-1]
    uneven: Offsets = filled[(level[last] != before) | (lowest < before)]
    return uneven


def _find_late(found: Places, data: NDArray[np.uint8]) -> Offsets:
    """Brackets that close after a blank, with no other between them and the one that opens."""
    late = np.flatnonzero((data[1:] == _CLOSE) & (data[:-1] <= _BLANK)) + 1
    bracket = np.searchsorted(found.bracket, late)
    odd: Offsets = late[(bracket > 0) & found.opens[bracket - 1]]
    return odd


def rewrite_lines(text: Text, odd: Offsets) -> tuple[Text, tuple[Fault, ...]]:
    """The text with its odd lines in a form that can be read, and what was wrong with them.

    Raises:
        FormatError: There are no trees, or they are spread over lines.
    """
    lines = text.data.removesuffix(b"\n").split(b"\n")
    filled = sum(bool(line.strip()) for line in lines)
    if not any(line.lstrip().startswith((b"(", b")")) for line in lines):
        raise FormatError(
            "no line begins with a bracket", path=text.path, line=1, hint="evalb reads bracketed trees and nothing else"
        )
    faults = []
    for number in odd.tolist():
        tree = read_line(lines[number])
        lines[number] = tree.text()
        if tree.messages:
            unclosed = tuple(place for place, end in enumerate(tree.closed) if not end)
            faults.append(Fault(number, tuple(tree.messages), () if tree.fatal else unclosed, tree.fatal))
    if len(faults) * 2 > filled and text.data.count(b"(") == text.data.count(b")") and len(faults) > 1:
        raise FormatError(
            "the trees are spread over several lines, but evalb reads one tree a line",
            path=text.path,
            line=faults[0].sentence + 1,
            hint="write each tree on one line, or leave out --like",
        )
    return Text(b"\n".join([*lines, b""]), text.path), tuple(faults)


@dataclass(slots=True)
class Line:
    """What evalb makes of a line."""

    pieces: list[bytes] = field(default_factory=list)
    closed: list[bool] = field(default_factory=list)  # each phrase, whether it was closed
    messages: list[str] = field(default_factory=list)
    fatal: bool = False

    def text(self) -> bytes:
        """The line in good form."""
        return b"" if self.fatal else b"".join(self.pieces)


def read_line(line: bytes) -> Line:
    """One line as evalb's `read_line` takes it.

    A bracket too many takes the first phrase off a stack that is empty, where zeros are in every build of the C
    program, so that this phrase ends anew.
    """
    tree, stack, place, level = Line(), list[int](), 0, 0
    first_end = -1  # the piece that closes the first phrase
    while place < len(line):
        byte = line[place]
        if byte in _SPACES:
            place += 1
        elif byte == _OPEN:
            n = len(tree.closed)
            place = _read_bracket(line, place, tree, stack)
            level += len(tree.closed) - n
        elif byte == _CLOSE:
            if not stack and level < 0:
                tree.messages.append(_TOO_OFTEN)
            phrase = stack.pop() if stack else 0
            if phrase == 0 and first_end >= 0:
                tree.pieces[first_end] = b""
            if tree.closed:
                tree.closed[phrase] = True
                first_end = len(tree.pieces) if phrase == 0 else first_end
                tree.pieces.append(b")")
            level -= 1
            place += 1
        else:
            tree.messages.append(_READING)  # and again, for ever
            tree.fatal = True
            return tree
    if level != 0:
        tree.messages.append(_UNBALANCED)
    tree.pieces += [b")"] * len(stack)
    return tree


def _read_bracket(line: bytes, place: int, tree: Line, stack: list[int]) -> int:
    """Take an opening bracket with its label, and the word if it holds one; where to go on."""
    place = stop = _find_end(line, place + 1)
    start = line.rfind(b"(", 0, place) + 1
    label = line[start:place]
    if stop < len(line) and line[stop] in _SPACES:
        while stop < len(line) and line[stop] in _SPACES:
            stop += 1
        begin, stop = stop, _find_end(line, stop)
        if stop < len(line) and line[stop] == _CLOSE:
            word = line[begin:stop] or NO_LETTERS.encode()
            tree.pieces.append(b"(" + label + b" " + word + b")")
            return stop + 1
        if stop >= len(line) or line[stop] != _OPEN:
            tree.messages.append(_TOO_MANY)
    stack.append(len(tree.closed))
    tree.closed.append(False)
    tree.pieces.append(b"(" + label)
    return place


def _find_end(line: bytes, place: int) -> int:
    """Where a label or word that begins here ends."""
    while place < len(line) and line[place] not in _ENDS:
        place += 1
    return place


def find_excess(text: Text, corpus: Corpus, dialect: Dialect) -> list[Irregularity]:
    """What would not fit into the C program; it is read all the same, and said."""
    limits, nodes = LIMITS.get(dialect), corpus.nodes
    if limits is None or nodes is None:
        return []
    name = "evalb" if dialect == "evalb" else "SPMRL's evalb"
    data = np.frombuffer(text.data, dtype=np.uint8)
    ends = np.append(np.flatnonzero(data == ord("\n")), len(data))
    width = np.diff(ends, prepend=-1)  # with the end of the line
    bytes_of = corpus.vocab.strings.str.len_bytes().to_numpy()
    long_word = _find_long(corpus.columns["form"], corpus.sent_start, bytes_of > limits.word)
    labels = ((corpus.columns["tag"], corpus.sent_start), (nodes.label, nodes.sent_start))
    long_label = np.sort(np.concatenate([_find_long(*column, bytes_of > limits.label) for column in labels]))
    excess = {
        f"lines longer than {limits.line + 1:,} bytes: {name} would split them": width > limits.line,
        f"sentences of more than {limits.words:,} words: {name} would crash": corpus.sent_len > limits.words,
        f"sentences of more than {limits.brackets:,} brackets: {name} would crash": (
            np.diff(nodes.sent_start) > limits.brackets
        ),
    }
    found: dict[str, NDArray[Any]] = {kind: np.flatnonzero(over) for kind, over in excess.items()}
    found[f"words longer than {limits.word} bytes: {name} would overwrite its memory"] = long_word
    found[f"labels longer than {limits.label} bytes: {name} would overwrite its memory"] = long_label
    return [Irregularity(kind, len(rows), text.path, int(rows[0]) + 1) for kind, rows in found.items() if len(rows)]


def _find_long(codes: Codes, sent_start: Offsets, is_long: Mask) -> Offsets:
    """The sentences of rows whose string is long, a sentence once for each such row."""
    if not is_long.any():  # looked up once for the vocabulary, and hardly ever in the column
        return np.zeros(0, dtype=np.int64)
    sentences: Offsets = np.searchsorted(sent_start, np.flatnonzero(is_long[codes]), side="right") - 1
    return sentences
