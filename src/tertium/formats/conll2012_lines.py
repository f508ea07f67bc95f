"""The lines of CoNLL-2012 files: which are words, of which document, and where their last column is.

`#begin document NAME` and `#end document` surround documents, empty lines end sentences, other lines that begin with #
and have no tab are comments. The scorers know no comments, and for the reference scorer v8.01 a document goes on until
the next `#end document`, whatever begins in between; their presets read so, too.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.corpus import Irregularity
from tertium.errors import FormatError, quote

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.formats.sources import Text
    from tertium.mentionrules import MentionRules

BEGIN: Final = re.compile(r"#\s*begin\s+document\b\s*(.*)")
_END: Final = re.compile(r"#\s*end\s+document")
_NEWLINE, _TAB, _HASH = 10, 9, 35
_PIECE: Final = 1 << 18
_SPACES: Final = np.isin(np.arange(256), [9, 11, 12, 13, 32])
_NOTHING: Final = np.isin(np.arange(256), list(b"-_*"))


class _Document(NamedTuple):
    """One stretch of lines between the borders of a document."""

    name: str
    begin: int  # its first line
    stop: int  # the line that ends it
    is_ended: bool


class Lines(NamedTuple):
    """Where the words of the file are, and where its documents."""

    start: Offsets  # (n_lines,) in bytes
    end: Offsets  # without line ends and white space before them
    word: Offsets  # (n_words,)  their lines, document by document
    document: Codes  # (n_words,)
    sentence: Offsets  # (n_words,)  equal numbers, no empty line between
    names: list[str]  # of documents
    is_ended: list[bool]  # whether there is a line that ends it
    faults: list[Irregularity]

    @property
    def n_docs(self) -> int:
        """How many documents there are."""
        return len(self.names)


def find_lines(text: Text, rules: MentionRules, *, may_be_empty: bool = False) -> Lines:
    """Sort the lines into words, empty lines and borders of documents.

    Args:
        text: The file.
        rules: How the scorer to imitate reads.
        may_be_empty: Whether a file without documents is one of which nothing is read.

    Raises:
        FormatError: There is no document, or two have one name.
    """
    data = np.frombuffer(text.data, dtype=np.uint8)
    ends = _find_ends(data)
    start = np.zeros(len(ends), dtype=np.int64)
    np.add(ends[:-1], 1, out=start[1:])
    if text.has_mark and len(start):
        start[0] = 3
    end = _strip(data, start, ends)
    faults: list[Irregularity] = []
    blank = end <= start
    hashed = np.flatnonzero(~blank & (data[np.minimum(start, max(len(data) - 1, 0))] == _HASH))
    borders, comments = _sort_hashed(text, start, end, hashed, rules)
    if comments:
        note(faults, text, "comment lines, which are not read", np.array(comments))
    documents = _find_documents(text, borders, len(start), rules, faults)
    if not documents and not may_be_empty:
        raise FormatError(
            "there is no #begin document line",
            path=text.path,
            hint="documents stand between '#begin document NAME' and '#end document' lines; or name another --format",
        )
    is_word = ~blank
    is_word[[*comments, *(row for row, _ in borders)]] = False
    _note_outside(text, is_word, borders, faults)
    is_word[[after.begin for before, after in pairwise(documents) if after.begin < before.stop]] = True
    found = _choose(text, documents, rules, faults)
    word, document = _collect(is_word, found)
    names = list(dict.fromkeys(part.name for part in found))
    ended = {part.name: part.is_ended for part in found}
    return Lines(
        start,
        end,
        word,
        document,
        np.cumsum(blank, dtype=np.int64)[word],
        names,
        [ended[name] for name in names],
        faults,
    )


def _find_ends(data: NDArray[np.uint8]) -> Offsets:
    """(n_lines,) where lines end, a piece at a time: a mask of the whole file would cost more than the looking."""
    pieces = [np.flatnonzero(data[at : at + _PIECE] == _NEWLINE) + at for at in range(0, len(data), _PIECE)]
    if len(data) and data[-1] != _NEWLINE:
        pieces.append(np.array([len(data)]))
    return np.concatenate(pieces) if pieces else np.zeros(0, dtype=np.int64)


def _strip(data: NDArray[np.uint8], start: Offsets, end: Offsets) -> Offsets:
    """Ends of lines without white space, of which there is hardly ever more than a carriage return."""
    while len(end):
        spaced = (end > start) & _SPACES[data[np.maximum(end - 1, 0)]]
        if not spaced.any():
            break
        end = end - spaced
    return end


def note(faults: list[Irregularity], text: Text, kind: str, rows: Offsets) -> None:
    """Count what some lines have that they should not have."""
    faults.append(Irregularity(kind, len(rows), text.path, int(rows[0]) + 1))


def _sort_hashed(
    text: Text, start: Offsets, end: Offsets, hashed: Offsets, rules: MentionRules
) -> tuple[list[tuple[int, str | None]], list[int]]:
    """Lines that begin a document, with its name, or end one (None); and comments."""
    borders: list[tuple[int, str | None]] = []
    comments = []
    for row in hashed.tolist():
        content = text.data[start[row] : end[row]].decode("utf-8", "replace")
        if found := BEGIN.match(content):
            borders.append((row, " ".join(found[1].split())))
        elif _END.match(content):
            borders.append((row, None))
        elif "\t" not in content and not rules.no_comments:
            comments.append(row)
    return borders, comments


def _find_documents(
    text: Text, borders: list[tuple[int, str | None]], n_lines: int, rules: MentionRules, faults: list[Irregularity]
) -> list[_Document]:
    """Documents begin and end in turn; an end that is missing is counted."""
    found, missing = [], []
    stop, is_ended = n_lines, False
    following: str | None = ""
    for row, name in reversed(borders):
        if name is None:
            stop, is_ended = row, True
        else:
            found.append(_Document(name, row, stop, is_ended))
            if following is not None:
                missing.append(row)
            if not rules.whole_lines:
                stop, is_ended = row, False
        following = name
    found.reverse()
    if missing:
        kind = "documents without an #end document line"
        if rules.whole_lines:
            kind += ", which go on until the next one (as in the reference scorer)"
        note(faults, text, kind, np.array(missing[::-1]))
    return found


def _choose(text: Text, documents: list[_Document], rules: MentionRules, faults: list[Irregularity]) -> list[_Document]:
    """Of several documents of one name the last, or all of them in the place of the first, as a scorer has it.

    Raises:
        FormatError: Two documents have one name.
    """
    by_name: dict[str, list[_Document]] = {}
    for part in documents:
        by_name.setdefault(part.name, []).append(part)
    twice = [parts for parts in by_name.values() if len(parts) > 1]
    if not twice:
        return documents
    if rules.same_names == "refuse":
        first, second = twice[0][:2]
        raise FormatError(
            f"there are two documents named {quote(first.name)}; the first begins at line {first.begin + 1}",
            path=text.path,
            line=second.begin + 1,
            hint="give every document (and part) a name of its own; --like conll2012 scores the last of them only",
        )
    rows = np.sort(np.array([part.begin for parts in twice for part in parts[:-1]]))
    if rules.same_names == "last":
        note(faults, text, "documents with the name of a later one, which alone is read", rows)
        return [parts[-1] for parts in by_name.values()]
    note(faults, text, "documents with the name of a later one, read as one document (as coval does)", rows)
    return [part for parts in by_name.values() for part in parts]


def _note_outside(text: Text, is_word: Mask, borders: list[tuple[int, str | None]], faults: list[Irregularity]) -> None:
    stretches = pairwise([(0, None), *borders, (len(is_word), None)])
    rows = [np.flatnonzero(is_word[row:stop]) + row for (row, name), (stop, _) in stretches if name is None]
    outside = np.concatenate(rows)
    if len(outside):
        note(faults, text, "lines outside of documents, which are not read", outside)


def _collect(is_word: Mask, documents: list[_Document]) -> tuple[Offsets, Codes]:
    """The lines of words, document by document, and the document of each."""
    rows = np.flatnonzero(is_word)
    low = np.searchsorted(rows, [part.begin + 1 for part in documents])
    high = np.searchsorted(rows, [part.stop for part in documents])
    size = high - low
    numbers = {name: number for number, name in enumerate(dict.fromkeys(part.name for part in documents))}
    document = np.repeat(np.array([numbers[part.name] for part in documents], dtype=np.int32), size)
    if (
        len(low) and low[0] == 0 and high[-1] == len(rows) and np.array_equal(low[1:], high[:-1])
    ):  # one after the other, all words
        return rows, document
    at = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + np.repeat(low, size)
    return rows[at], document


def count_columns(text: Text, lines: Lines) -> Offsets:
    """(n_words,) how many columns the line of each word has."""
    tabs = np.flatnonzero(np.frombuffer(text.data, dtype=np.uint8) == _TAB)
    start, end = lines.start[lines.word], lines.end[lines.word]
    found: Offsets = np.searchsorted(tabs, end) - np.searchsorted(tabs, start) + 1
    return found


def find_last_columns(text: Text, lines: Lines, *, whole: bool) -> tuple[list[str], Codes]:
    """The distinct contents of the last column (or of whole lines), and for each word its content's place.

    The place is -1 where the last column says that there are no brackets.
    """
    data = np.frombuffer(text.data, dtype=np.uint8)
    start, end = lines.start[lines.word], lines.end[lines.word]
    place = np.full(len(start), -1, dtype=np.int32)
    if not len(start):
        return [], place
    says_nothing = _NOTHING[data[end - 1]]
    says_nothing &= (end - start == 1) if whole else (end - start == 1) | (data[end - 2] == _TAB)
    some = np.flatnonzero(~says_nothing)
    start, end = start[some], end[some]
    begin = start if whole else _find_tabs(data, start, end)
    size = end - begin + 1
    after = np.cumsum(size)
    at = np.repeat(begin - (after - size), size)
    at += np.arange(len(at))
    cut = data[np.minimum(at, len(data) - 1)]
    cut[after - 1] = _NEWLINE
    contents = cut.tobytes().split(b"\n")[:-1]
    table = {content: number for number, content in enumerate(dict.fromkeys(contents))}
    place[some] = list(map(table.__getitem__, contents))
    return [content.decode("utf-8", "replace") for content in table], place


def _find_tabs(data: NDArray[np.uint8], start: Offsets, end: Offsets) -> Offsets:
    """Where the last columns of lines begin: one step back for all of them at a time, columns of brackets are short."""
    begin = end - 1
    moving = np.arange(len(end))
    while len(moving):
        moving = moving[(begin[moving] > start[moving]) & (data[begin[moving] - 1] != _TAB)]
        begin[moving] -= 1
    return begin
