"""The lines of CoNLL-2012 files: which are words, of which sentence and document.

`#begin document NAME` and `#end document` surround documents, empty lines end sentences, other lines that begin with #
and have no tab are comments. The scorers know no comments, and for the reference scorer v8.01 a document goes on until
the next `#end document`, whatever begins in between; their presets read so, too, and take names as they are written.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.corpus import Irregularity
from tertium.errors import FormatError, quote

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.formats.conll2012_scan import Scan
    from tertium.formats.sources import Text
    from tertium.mentionrules import Borders, MentionRules

BEGIN: Final = re.compile(r"#\s*begin\s+document\b\s*(.*)")
END: Final = re.compile(r"#\s*end\s+document")
_BORDERS: Final[dict[Borders, tuple[re.Pattern[str], re.Pattern[str]]]] = {
    "tolerant": (BEGIN, END),
    "conll2012": (re.compile(r"(?a)#\s*begin document (.*)"), re.compile(r"(?a).*#\s*end document")),
    "coval": (re.compile(r"#begin document.(.+)"), re.compile(r"#(?:end|begin) document")),
}
"""How lines begin that begin a document, with its name, and that end one."""
_UNKNOWN: Final = "does not know (other blanks, a byte-order mark)"
_END_INSIDE: Final = re.compile(rb"(?m)^[^#\n].*#[^\S\n]*end document")
_EDGES: Final = re.compile(r"^\s|\s(?=\s*$)")
_SIGNS: Final = {" ": "␣", "\t": "␉"}
_NAMELESS: Final = "(no name)"
"""What a document is called whose name is nothing, which is a name like others for the scorers."""


class _Document(NamedTuple):
    """One stretch of lines between the borders of a document."""

    name: str
    begin: int  # its first line
    stop: int  # the line that ends it
    is_ended: bool


class Lines(NamedTuple):
    """Where the words of the file are, and where its documents."""

    word: Codes  # (n_words,)  their lines, document by document
    document: Codes  # (n_words,)
    sent_start: Offsets  # (n_sents + 1,)  words; empty lines and documents end sentences
    names: list[str]  # of documents
    is_ended: list[bool]  # whether there is a line that ends it
    faults: list[Irregularity]

    @property
    def n_docs(self) -> int:
        """How many documents there are."""
        return len(self.names)


def find_lines(text: Text, seen: Scan, rules: MentionRules, *, may_be_empty: bool = False) -> Lines:
    """Sort the lines into words, empty lines and borders of documents.

    Args:
        text: The file.
        seen: What a look at it has found.
        rules: How the scorer to imitate reads.
        may_be_empty: Whether a file without documents is one of which nothing is read.

    Raises:
        FormatError: There is no document, or two have one name.
    """
    faults: list[Irregularity] = []
    borders, comments = _sort_hashed(seen.hashed, rules, has_mark=text.has_mark)
    if comments:
        note(faults, text, "comment lines, which are not read", np.array(comments), "comment line, which is not read")
    unknown = _find_unknown(seen.hashed, rules, has_mark=text.has_mark)
    documents = _find_documents(text, borders, len(seen.blank), rules, faults)
    if not documents and not may_be_empty:
        raise _explain_beginning(text, unknown)
    if unknown:
        who = "the reference" if rules.borders == "tolerant" else "this"
        kind, single = (f"#begin document {lines} that {who} scorer {_UNKNOWN}" for lines in ("lines", "line"))
        note(faults, text, kind, np.array(unknown), single)
    if rules.borders == "coval":
        documents = _drop_hollow(text, documents, faults)
    is_word = ~seen.blank
    is_word[[*comments, *(row for row, _ in borders)]] = False
    _note_outside(text, is_word, borders, faults)
    is_word[[after.begin for before, after in pairwise(documents) if after.begin < before.stop]] = True
    found = _choose(text, documents, rules, faults)
    word, document = _collect(is_word, found)
    names = list(dict.fromkeys(part.name for part in found))
    ended = {part.name: part.is_ended for part in found}
    if len(names) < len(found):
        sent_start = _find_sentences(document, *_order_by_document(word, document, seen.blank, found))
    else:
        sent_start = _find_sentences(document, word, np.flatnonzero(seen.blank))
    return Lines(word, document, sent_start, names, [ended[name] for name in names], faults)


def add_ends(text: Text, hashed: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Lines that begin with #, and those that end a document inside of them, which the reference scorer minds."""
    for what in ("#", "end document"):  # the first is found much faster, and mostly enough
        if text.data.count(what.encode()) == sum(content.count(what) for _, content in hashed):
            return hashed
    found, row, at = dict(hashed), 0, 0
    for end in _END_INSIDE.finditer(text.data):
        row += text.data.count(b"\n", at, end.start())
        at = end.start()
        found[row] = end[0].decode("utf-8", "replace")
    return sorted(found.items())


def note(faults: list[Irregularity], text: Text, kind: str, rows: Codes | Offsets, single: str = "") -> None:
    """Count what some lines have that they should not have; if it is only one, it is told with other words."""
    faults.append(Irregularity(kind, len(rows), text.path, int(rows[0]) + 1, single))


def _explain_beginning(text: Text, unknown: list[int]) -> FormatError:
    """Why there is no document, given lines that would begin one if blanks and byte-order marks did not matter."""
    if unknown:
        return FormatError(
            "this line begins no document for this scorer, and no other line does",
            path=text.path,
            line=unknown[0] + 1,
            hint="write '#begin document NAME', one blank between the words, no byte-order mark; or leave out --like",
        )
    return FormatError(
        "there is no #begin document line",
        path=text.path,
        hint="documents stand between '#begin document NAME' and '#end document' lines; or name another --format",
    )


def _sort_hashed(
    hashed: list[tuple[int, str]], rules: MentionRules, *, has_mark: bool
) -> tuple[list[tuple[int, str | None]], list[int]]:
    """Lines that begin a document, with its name, or end one (None); and comments.

    The scorers do not know a line again that comes after a byte-order mark.
    """
    begin, end = _BORDERS[rules.borders]
    is_exact = rules.borders != "tolerant"
    borders: list[tuple[int, str | None]] = []
    comments = []
    for row, content in hashed:
        if is_exact and has_mark and not row:
            continue
        line = content.removesuffix("\r") if is_exact else content.strip()
        if found := begin.match(line):
            name = found[1]
            if rules.whole_lines and end.match(line):
                borders.append((row, None))
            borders.append((row, (_EDGES.sub(_show, name) or _NAMELESS) if is_exact else " ".join(name.split())))
        elif end.match(line):
            borders.append((row, None))
        elif "\t" not in line and not rules.no_comments:
            comments.append(row)
    return borders, comments


def _find_unknown(hashed: list[tuple[int, str]], rules: MentionRules, *, has_mark: bool) -> list[int]:
    """Lines that begin a document for us, but not for the scorer to imitate, or else the reference scorer."""
    begin, end = _BORDERS["conll2012" if rules.borders == "tolerant" else rules.borders]
    return [
        row
        for row, line in hashed
        if BEGIN.match(line.strip()) and ((has_mark and not row) or not (begin.match(line) or end.match(line)))
    ]


def _show(edge: re.Match[str]) -> str:
    """A sign for white space at the end of a name, which makes it another name though nobody sees it."""
    return _SIGNS.get(edge[0], f"<U+{ord(edge[0]):04X}>")


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
        kind, single = (f"{name} without an #end document line" for name in ("documents", "document"))
        if rules.whole_lines:
            kind += ", which go on until the next one (as in the reference scorer)"
            single += ", which goes on until the next one (as in the reference scorer)"
        note(faults, text, kind, np.array(missing[::-1]), single)
    return found


def _drop_hollow(text: Text, documents: list[_Document], faults: list[Irregularity]) -> list[_Document]:
    """The documents without those that have no line, not even an empty one: coval does not know of them.

    Raises:
        FormatError: None is left.
    """
    hollow = [part for part in documents if part.stop == part.begin + 1]
    if not hollow:
        return documents
    if len(hollow) == len(documents):
        raise FormatError(
            "no document has any line, so that coval knows of none",
            path=text.path,
            line=hollow[0].begin + 1,
            hint="give documents with words, or leave out --like",
        )
    what = "without any line, not known to coval"
    rows = np.array([part.begin for part in hollow])
    note(faults, text, f"documents {what}", rows, f"document {what}")
    return [part for part in documents if part.stop > part.begin + 1]


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
        what = "with the name of a later one, which alone is read"
        note(faults, text, f"documents {what}", rows, f"document {what}")
        return [parts[-1] for parts in by_name.values()]
    what = "with the name of a later one, read as one document (as coval does)"
    note(faults, text, f"documents {what}", rows, f"document {what}")
    return [part for parts in by_name.values() for part in parts]


def _note_outside(text: Text, is_word: Mask, borders: list[tuple[int, str | None]], faults: list[Irregularity]) -> None:
    stretches = pairwise([(0, None), *borders, (len(is_word), None)])
    rows = [np.flatnonzero(is_word[row:stop]) + row for (row, name), (stop, _) in stretches if name is None]
    outside = np.concatenate(rows)
    if len(outside):
        single = "line outside of documents, which is not read"
        note(faults, text, "lines outside of documents, which are not read", outside, single)


def _order_by_document(word: Codes, document: Codes, blank: Mask, parts: list[_Document]) -> tuple[Offsets, Offsets]:
    """Numbers that rise document by document for the lines of words, and for the empty ones that end a sentence.

    Where coval joins documents of one name, an empty line ends a sentence of its own document only, and none if the
    line before it was empty, too, be it of another document.
    """
    number = {name: at for at, name in enumerate(dict.fromkeys(part.name for part in parts))}
    parts = sorted(parts, key=lambda part: part.begin)
    rows = np.concatenate([np.arange(part.begin + 1, part.stop) for part in parts])
    own = np.repeat([number[part.name] for part in parts], [part.stop - part.begin - 1 for part in parts])
    is_end = blank[rows]
    is_end[1:] &= ~blank[rows[:-1]]
    n_lines = len(blank)
    return document * np.int64(n_lines) + word, np.sort(own[is_end] * n_lines + rows[is_end])


def _find_sentences(document: Codes, word: Codes | Offsets, blank: Offsets) -> Offsets:
    """(n_sents + 1,) the words that begin sentences, and the end."""
    apart = np.flatnonzero(word[1:] != word[:-1] + 1) + 1  # not on the next line: is one of those between empty?
    ended = np.searchsorted(blank, word[apart]) != np.searchsorted(blank, word[apart - 1])
    first = np.zeros(len(word) + 1, dtype=np.bool_)
    first[[0, -1]] = True
    first[apart[ended]] = True
    first[1:-1] |= document[1:] != document[:-1]
    return np.flatnonzero(first)


def _collect(is_word: Mask, documents: list[_Document]) -> tuple[Codes, Codes]:
    """The lines of words, document by document, and the document of each."""
    rows = np.arange(len(is_word), dtype=np.int32)[is_word]
    low, high = np.searchsorted(
        rows, np.array([(part.begin + 1, part.stop) for part in documents], dtype=np.int32).reshape(-1, 2).T
    )
    size = high - low
    numbers = {name: number for number, name in enumerate(dict.fromkeys(part.name for part in documents))}
    document = np.repeat(np.array([numbers[part.name] for part in documents], dtype=np.int32), size)
    if (
        len(low) and low[0] == 0 and high[-1] == len(rows) and np.array_equal(low[1:], high[:-1])
    ):  # one after the other, all words
        return rows, document
    at = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + np.repeat(low, size)
    return rows[at], document
