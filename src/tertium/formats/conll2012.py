"""CoNLL-2011 and CoNLL-2012: one word a line, the last column holds the brackets of mentions, `(3`, `3)`, `(3)`.

`#begin document NAME` and `#end document` surround documents, empty lines end sentences. Read as the reference scorer
v8.01 reads it (Pradhan et al. 2014): on one word whole mentions come first, then opening, then closing brackets; of two
open mentions of a chain the last opened is closed first; sentences do not matter. It does not look at the words: we do.
Columns are separated by tabs or, if a file has none, by any white space.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.corpus import EMPTY, Corpus, Irregularity, Names
from tertium.errors import FormatError, quote
from tertium.formats.bracket_events import CLOSE, OPEN, SINGLE, Events, number_chains, pair_brackets
from tertium.formats.columns import plain_surface
from tertium.formats.conll2012_layers import add_layers
from tertium.formats.sources import Text
from tertium.formats.tabular import read_rows
from tertium.mentions import Mentions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.formats.request import Request

_BEGIN: Final = re.compile(r"#\s*begin\s+document\s+(.*)")
_END: Final = re.compile(r"#\s*end\s+document")
_FORM, _TAG = 3, 4
_FEWEST: Final = 2
_NEWLINE, _TAB, _RETURN, _HASH = 10, 9, 13, 35
_NOTHING: Final = frozenset(b"-_*")
_TOKEN: Final = re.compile(r"\(([^()|]+)\)|\(([^()|]+)|([^()|]+)\)")
_NUMBERS: Final = re.compile(r"\(([0-9]+)\)|\(([0-9]+)|([0-9]+)\)")
_DOUBLE: Final = re.compile(r"\([0-9]+\+[0-9]\)")
_OPENING: Final = re.compile(r"\(([0-9A-Za-z_.-]+)")
_CLOSING: Final = re.compile(r"([0-9A-Za-z_.-]+)\)")


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    return "#begin document" if any(_BEGIN.match(line) for line in lines) else None


class _Lines(NamedTuple):
    """Where the lines of the file are, and what they are."""

    start: Offsets  # (n_lines,) in bytes
    end: Offsets  # without line ends and white space before them
    word: Offsets  # lines of words inside documents
    document: Codes  # (n_words,)
    blank: Offsets
    names: list[str]  # of documents
    begin: list[int]  # their first lines
    faults: list[Irregularity]
    width: Offsets  # (n_words,)  columns
    last_tab: Offsets  # (n_words,)  where the last column begins, less one; -1: there is no tab


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: Brackets do not match, lines have too few columns, or a document has two parts of one name.
    """
    rules = ask.conventions.mentions
    tabs = b"\t" in text.data
    lines = _find_lines(text, last_named=rules.last_named)
    if not tabs:
        text = Text(re.sub(rb"[ \f\v]+", b"\t", re.sub(rb"(?m)^[ \f\v]+", b"", text.data)), text.path)
        lines = _find_lines(text, last_named=rules.last_named)
    columns, faults = _read_words(text, ask, lines), list(lines.faults)
    fields, field = _last_fields(text, lines, whole=rules.whole_lines and not tabs)
    mentions = _find_mentions(text, ask, lines, fields, field, faults)
    n_words, n_docs = len(lines.word), len(lines.names)
    doc_words = np.searchsorted(lines.document, np.arange(n_docs + 1))
    breaks = np.searchsorted(lines.word, lines.blank)
    sent_start = np.unique(np.concatenate([[0], breaks, doc_words, [n_words]])).astype(np.int64)
    sent_start = sent_start if n_words else np.zeros(1, dtype=np.int64)
    n_sents = len(sent_start) - 1
    form = columns["form"]
    corpus = Corpus(
        name=ask.name,
        format="conll2012",
        vocab=ask.vocab,
        sent_start=sent_start,
        columns=columns,
        surface=plain_surface(form),
        line=(lines.word + 1).astype(np.int32),
        paths=(text.path,),
        file_start=np.array([0, n_words], dtype=np.int64),
        doc_start=np.searchsorted(sent_start, doc_words).astype(np.int64),
        sentence_names=Names(n_sents),
        document_names=Names(
            n_docs, [f"#begin document={name}" for name in lines.names], np.arange(n_docs, dtype=np.int32)
        ),
        layers=("form", "tag"),
        irregularities=tuple(faults),
        mentions=mentions,
    )
    return add_layers(text, ask, corpus)


def _find_lines(text: Text, *, last_named: bool) -> _Lines:
    """Sort the lines into words, empty lines and borders of documents."""
    data = np.frombuffer(text.data, dtype=np.uint8)
    ends = np.flatnonzero(data == _NEWLINE)
    if len(data) and data[-1] != _NEWLINE:
        ends = np.append(ends, len(data))
    start = np.concatenate([[0], ends[:-1] + 1]).astype(np.int64) if len(ends) else np.zeros(0, dtype=np.int64)
    if text.has_mark and len(start):
        start[0] = 3
    end = _strip(data, start, ends.astype(np.int64))
    blank = end <= start
    hashed = np.flatnonzero(~blank & (data[np.minimum(start, max(len(data) - 1, 0))] == _HASH))
    names, begin, close = [], [], []
    comments = []
    for row in hashed.tolist():
        content = text.data[start[row] : end[row]].decode("utf-8", "replace")
        if found := _BEGIN.match(content):
            names.append(" ".join(found[1].split()))
            begin.append(row)
        elif _END.match(content):
            close.append(row)
        else:
            comments.append(row)
    faults: list[Irregularity] = []
    _check_borders(text, begin, close, faults)
    is_word = ~blank
    is_word[[*begin, *close, *comments]] = False
    rows = np.arange(len(start))
    document = np.searchsorted(np.array(begin, dtype=np.int64), rows, side="right") - 1
    ended = np.searchsorted(np.array(close, dtype=np.int64), rows)
    last_begin = np.array([-1, *begin], dtype=np.int64)[document + 1]
    closed = np.concatenate([[-1], np.array(close, dtype=np.int64)])[ended] > last_begin
    outside = is_word & ((document < 0) | closed)
    if outside.any():
        _note(faults, text, "lines outside of documents, which are not read", np.flatnonzero(outside))
        is_word &= ~outside
    if comments:
        _note(faults, text, "comment lines, which are not read", np.array(comments))
    keep = _choose_documents(text, names, begin, faults, last_named=last_named)
    word = np.flatnonzero(is_word)
    place = np.cumsum(keep) - 1
    kept = keep[document[word]] if len(word) else np.zeros(0, dtype=np.bool_)
    word = word[kept]
    return _Lines(
        start,
        end,
        word,
        place[document[word]].astype(np.int32),
        np.flatnonzero(blank),
        [name for name, own in zip(names, keep, strict=True) if own],
        [row for row, own in zip(begin, keep, strict=True) if own],
        faults,
        *_find_tabs(data, start[word], end[word]),
    )


def _find_tabs(data: NDArray[np.uint8], start: Offsets, end: Offsets) -> tuple[Offsets, Offsets]:
    """For each line of a word how many columns it has, and where its last tab is (-1: nowhere)."""
    tabs, n = np.flatnonzero(data == _TAB), len(start)
    if n and len(tabs) and len(tabs) % n == 0:  # nearly always every line has as many
        table = tabs.reshape(n, -1)
        if np.all(table[:, 0] >= start) and np.all(table[:, -1] < end):
            return np.full(n, table.shape[1] + 1, dtype=np.int64), table[:, -1]
    before = np.searchsorted(tabs, end)
    last = np.concatenate([[-1], tabs])[before]
    return before - np.searchsorted(tabs, start) + 1, np.where(last >= start, last, -1)


def _strip(data: NDArray[np.uint8], start: Offsets, end: Offsets) -> Offsets:
    """Ends of lines without white space, of which there is hardly ever more than a carriage return."""
    while len(end):
        last = data[np.maximum(end - 1, 0)]
        spaced = (end > start) & ((last == _RETURN) | (last == _TAB) | (last == 32) | (last == 12) | (last == 11))  # noqa: PLR2004
        if not spaced.any():
            break
        end = end - spaced
    return end


def _note(faults: list[Irregularity], text: Text, kind: str, rows: Offsets) -> None:
    faults.append(Irregularity(kind, len(rows), text.path, int(rows[0]) + 1))


def _check_borders(text: Text, begin: list[int], close: list[int], faults: list[Irregularity]) -> None:
    """Documents begin and end in turn; an end that is missing is counted."""
    if not begin:
        raise FormatError(
            "there is no #begin document line",
            path=text.path,
            hint="documents stand between '#begin document NAME' and '#end document' lines; or name another --format",
        )
    borders = sorted([(row, True) for row in begin] + [(row, False) for row in close])
    missing = [
        row
        for (row, opens), (_, following) in zip(borders, [*borders[1:], (0, True)], strict=True)
        if opens and following
    ]
    if missing:
        _note(faults, text, "documents without an #end document line", np.array(missing))


def _choose_documents(
    text: Text, names: list[str], begin: list[int], faults: list[Irregularity], *, last_named: bool
) -> Mask:
    """(n_docs,) which documents are read: of several of one name only the last, if a scorer does so.

    Raises:
        FormatError: Two documents have one name.
    """
    last = {name: place for place, name in enumerate(names)}
    keep = np.array([last[name] == place for place, name in enumerate(names)], dtype=np.bool_)
    twice = np.flatnonzero(~keep)
    if not len(twice):
        return keep
    if not last_named:
        place = last[names[twice[0]]]
        raise FormatError(
            f"there are two documents named {quote(names[place])}; the first begins at line {begin[twice[0]] + 1}",
            path=text.path,
            line=begin[place] + 1,
            hint="give every document (and part) a name of its own; --like conll2012 scores the last of them only",
        )
    rows = np.array(begin)[twice]
    _note(faults, text, "documents with the name of a later one, which alone is read", rows)
    return keep


def _read_words(text: Text, ask: Request, lines: _Lines) -> dict[str, Codes]:
    """Forms and tags; files of few columns have no tags."""
    word, width = lines.word, lines.width
    if len(word) and int(width.min()) < _FEWEST:
        row = int(word[np.argmin(width)])
        content = text.data[lines.start[row] : lines.end[row]].decode("utf-8", "replace")
        raise FormatError(
            f"the line has a single column: {quote(content)}",
            path=text.path,
            line=row + 1,
            hint="columns are separated by tabs, or by spaces throughout the file; the last one holds the brackets",
        )
    fewest = int(width.min()) if len(word) else _TAG + 2
    form = min(_FORM, fewest - 2)
    wanted = {"form": form, "tag": _TAG} if fewest > _TAG + 1 else {"form": form}
    rows = read_rows(text, ask.vocab, wanted, fewest)
    empty = np.int32(ask.vocab.code("-"))
    found = {name: np.maximum(codes[word], np.int32(EMPTY)) for name, codes in rows.codes.items()}
    if "tag" not in found:
        found["tag"] = np.full(len(word), empty, dtype=np.int32)
    return found


def _last_fields(text: Text, lines: _Lines, *, whole: bool) -> tuple[list[str], Codes]:
    """The distinct contents of the last column, and for each word the place of its content (-1: no brackets)."""
    data = np.frombuffer(text.data, dtype=np.uint8)
    start, end = lines.start[lines.word], lines.end[lines.word]
    if not whole:
        start = np.maximum(lines.last_tab + 1, start)
    field = np.full(len(start), -1, dtype=np.int32)
    single = (end - start == 1) & np.isin(data[start] if len(data) else start, list(_NOTHING))
    table: dict[bytes, int] = {}
    rows = np.flatnonzero(~single)
    content, add = text.data, table.setdefault
    field[rows] = [
        add(content[one:two], len(table)) for one, two in zip(start[rows].tolist(), end[rows].tolist(), strict=True)
    ]
    return [key.decode("utf-8", "replace") for key in table], field


def _find_mentions(  # noqa: PLR0917 (the file and what is known of it)
    text: Text, ask: Request, lines: _Lines, fields: list[str], field: Codes, faults: list[Irregularity]
) -> Mentions:
    rules = ask.conventions.mentions
    names: dict[str, int] = {}
    parse = (
        _parse_parts if rules.repeats == "coval" else partial(_parse, whole=rules.whole_lines, numeric=rules.numeric)
    )
    parsed = [parse(content, names) for content in fields]
    word = np.flatnonzero(field >= 0).astype(np.int32)
    _check_fields(text, lines, fields, field, parsed, faults)
    sizes = np.array([len(part.kind) for part in parsed], dtype=np.int64)
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    own = field[word]
    size = sizes[own] if parsed else np.zeros(0, dtype=np.int64)
    row = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + np.repeat(begin[own], size)
    kinds = np.array([kind for part in parsed for kind in part.kind], dtype=np.int8)
    ids = np.array([name for part in parsed for name in part.name], dtype=np.int32)
    place = np.repeat(word, size)
    events = Events(place, lines.document[place], kinds[row], ids[row])
    spans = pair_brackets(events, first_in=rules.as_released)
    known = list(names)
    for rows, what in ((spans.unopened, "closes"), (spans.unclosed, "opens")):
        if not len(rows):
            continue
        if not rules.drop_unclosed:
            raise _explain_bracket(text, lines, events, int(rows[0]), known, what, len(rows))
        fault = "close nothing" if what == "closes" else "are never closed"
        kind = f"brackets that {fault}, passed over (as coval does)"
        _note(faults, text, kind, lines.word[events.place[rows]])
    chain = number_chains(events.document, events.name)[spans.closing]
    order = np.argsort(chain, kind="stable")
    opening, closing = spans.opening[order], spans.closing[order]
    document = events.document[closing]
    return Mentions(
        doc_start=np.searchsorted(document, np.arange(len(lines.names) + 1)).astype(np.int64),
        first=events.place[opening],
        last=events.place[closing],
        chain=chain[order],
        line=(lines.word[events.place[opening]] + 1).astype(np.int32),
    )


class _Field(NamedTuple):
    """The brackets of one content of the last column."""

    kind: list[int]
    name: list[int]
    doubled: int = 0  # (0+1), which the reference scorer passes over
    rest: str = ""  # what is no bracket
    reopened: bool = False  # a chain is closed and opened again here


def _parse(content: str, names: dict[str, int], *, whole: bool, numeric: bool) -> _Field:
    """Brackets in the order in which the reference scorer takes them: whole mentions, opening, closing."""
    content, doubled = _DOUBLE.subn("", content)
    pattern = _NUMBERS if whole or numeric else _TOKEN
    found = pattern.findall(content)
    kinds: list[int] = []
    ids: list[int] = []
    for kind in (SINGLE, OPEN, CLOSE):
        for match in found:
            if match[kind]:
                kinds.append(kind)
                ids.append(names.setdefault(match[kind], len(names)))
    rest = "" if whole else pattern.sub("", content).strip("|-_* ")
    closed: set[str] = set()
    reopened = False
    for match in found:
        reopened |= match[OPEN] in closed and bool(match[OPEN])
        closed.add(match[CLOSE])
    return _Field(kinds, ids, doubled, rest, reopened)


def _parse_parts(content: str, names: dict[str, int]) -> _Field:
    """Brackets as coval takes them: one between two bars, whose last number counts where it opens and closes."""
    kinds: list[list[int]] = [[], [], []]
    for part in content.split("|"):
        opening, closing = _OPENING.search(part), _CLOSING.search(part)
        found = closing or opening
        if found:
            kind = SINGLE if opening and closing else CLOSE if closing else OPEN
            kinds[kind].append(names.setdefault(found[1], len(names)))
    return _Field([kind for kind in range(3) for _ in kinds[kind]], [name for own in kinds for name in own])


def _check_fields(  # noqa: PLR0917 (the file and what is known of it)
    text: Text, lines: _Lines, fields: list[str], field: Codes, parsed: list[_Field], faults: list[Irregularity]
) -> None:
    """Contents that are no brackets are refused; brackets that are passed over are counted."""

    def rows_with(places: list[int]) -> Offsets:
        return lines.word[np.isin(field, places)]

    wrong = [place for place, part in enumerate(parsed) if part.rest]
    if wrong:
        row = int(rows_with(wrong)[0])
        content = fields[int(field[np.searchsorted(lines.word, row)])]
        raise FormatError(
            f"the last column holds {quote(content)}, where brackets such as (3, 3) or (3) are expected",
            path=text.path,
            line=row + 1,
            sentence=None,
            hint="chains are numbers, several brackets are joined by |, no mention is - (the last column counts)",
        )
    doubled = [place for place, part in enumerate(parsed) if part.doubled]
    if doubled:
        kind = "words with brackets of two chains such as (0+1), passed over as the reference scorer does"
        _note(faults, text, kind, rows_with(doubled))
    reopened = [place for place, part in enumerate(parsed) if part.reopened]
    if reopened:
        kind = "words where a mention ends and another of its chain begins, read as nested (as in the reference scorer)"
        _note(faults, text, kind, rows_with(reopened))


def _explain_bracket(  # noqa: PLR0917 (a bracket and where it is)
    text: Text, lines: _Lines, events: Events, row: int, names: list[str], what: str, n: int
) -> FormatError:
    name = names[int(events.name[row])]
    bracket = f"{name})" if what == "closes" else f"({name}"
    others = f"; {n - 1:,} more such brackets" if n > 1 else ""
    fact = "closes a mention that was never opened" if what == "closes" else "opens a mention that is never closed"
    return FormatError(
        f"the bracket {bracket} {fact} in document {quote(lines.names[int(events.document[row])])}{others}",
        path=text.path,
        line=int(lines.word[events.place[row]]) + 1,
        hint="repair the brackets (the reference scorer stops here too); --like coval passes over them",
    )
