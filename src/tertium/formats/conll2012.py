"""CoNLL-2011 and CoNLL-2012: one word a line, the last column holds the brackets of mentions, `(3`, `3)`, `(3)`.

Read as the reference scorer v8.01 reads it (Pradhan et al. 2014): on one word whole mentions come first, then opening,
then closing brackets; of two open mentions of a chain the last opened is closed first; sentences do not matter. It does
not look at the words: we do, but parse them only where somebody asks (`tertium.formats.unread`). Columns are separated
by tabs or, if a file has none between them, by any white space.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import EMPTY, MISSING, Corpus, Names
from tertium.errors import FormatError, quote
from tertium.formats.chain_brackets import Fields, find_mentions
from tertium.formats.conll2012_layers import add_layers
from tertium.formats.conll2012_lines import BEGIN, END, add_ends, find_lines, note
from tertium.formats.conll2012_scan import count_columns, scan
from tertium.formats.sources import BOM, Text, check_utf8
from tertium.formats.tabular import read_columns
from tertium.formats.unread import UnreadColumns

if TYPE_CHECKING:
    from collections.abc import Collection

    from tertium._typing import Codes
    from tertium.formats.conll2012_lines import Lines
    from tertium.formats.conll2012_scan import Scan
    from tertium.formats.request import Request

_FORM, _TAG = 3, 4
_PLACES: Final = {"form": _FORM, "tag": _TAG}
_USUAL: Final = _TAG + 2  # columns, of which the last holds brackets; most files have more
_FEWEST: Final = 2
_BETWEEN: Final = re.compile(rb"\S[^\S\n]*\t[^\S\n]*\S")
_STRAY: Final = re.compile(rb"(?:\([0-9]|[0-9]\))\S*[^\S\n]+\S")  # a bracket, and a column after it


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    borders = {"#begin document": BEGIN, "#end document": END}
    return next((name for name, border in borders.items() if any(border.match(line) for line in lines)), None)


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: Brackets do not match, a line has a single column (the scorers do not mind), or a document has
            two parts of one name.
        SourceError: It is not UTF-8.
    """
    rules = ask.conventions.mentions
    tabs, written = _has_tabs(text) if rules.borders == "tolerant" else b"\t" in text.data, text
    if not tabs:
        text = Text(re.sub(rb"[ \f\v]+", b"\t", re.sub(rb"(?m)^[ \t\f\v]+", b"", text.data)), text.path)
    check_utf8(text)
    seen = scan(text, whole=rules.whole_lines and not tabs)
    if not tabs:  # names of documents have blanks
        seen = seen._replace(hashed=_take_lines(written, [row for row, _ in seen.hashed]))
    if rules.borders == "conll2012":
        seen = seen._replace(hashed=add_ends(written, seen.hashed))
    may_be_empty = ask.conventions.reading == "conll2012" and ask.role == "system" and not rules.all_documents
    lines = find_lines(text, seen, rules, may_be_empty=may_be_empty)
    n_words, n_docs = len(lines.word), lines.n_docs
    if not rules.no_comments and (single := seen.single[lines.word]).any():
        raise _explain_column(text, int(lines.word[np.argmax(single)]))
    voided = seen.voided if tabs and rules.borders != "coval" else []
    _note_voided(text, seen, lines, voided)
    fields = _find_fields(seen, lines, voided if rules.borders == "conll2012" else [])
    mentions = find_mentions(written, rules, lines, fields)
    if not tabs and rules.borders != "coval":
        _note_strays(text, lines, are_read=rules.whole_lines)
    names = ["form", "tag"] if "tag" in ask.wanted else ["form"]
    doc_words = np.searchsorted(lines.document, np.arange(n_docs + 1))
    corpus = Corpus(
        name=ask.name,
        format="conll2012",
        vocab=ask.vocab,
        sent_start=lines.sent_start,
        columns=UnreadColumns(names, partial(_read_words, text, ask, lines.word), seen.besides),
        line=lines.word + np.int32(1),
        paths=(text.path,),
        file_start=np.array([0, n_words], dtype=np.int64),
        doc_start=np.searchsorted(lines.sent_start, doc_words).astype(np.int64),
        sentence_names=Names(len(lines.sent_start) - 1),
        document_names=Names(
            n_docs, [f"#begin document={name}" for name in lines.names], np.arange(n_docs, dtype=np.int32)
        ),
        layers=("form", "tag"),
        irregularities=tuple(lines.faults),
        mentions=mentions,
    )
    return add_layers(text, ask, corpus)


def _has_tabs(text: Text) -> bool:
    """Whether tabs separate columns, and do not only stand in comments, names of documents and at the ends of lines."""
    places = (found.start() for found in _BETWEEN.finditer(text.data))
    starts = (text.data.rfind(b"\n", 0, place) + 1 for place in places)
    return any(not text.data.startswith((b"#", BOM + b"#"), start) for start in starts)


def _take_lines(text: Text, rows: list[int]) -> list[tuple[int, str]]:
    lines = text.data.removeprefix(BOM).split(b"\n")
    return [(row, lines[row].decode("utf-8", "replace")) for row in rows]


def _note_strays(text: Text, lines: Lines, *, are_read: bool) -> None:
    """Count words of which the reference scorer takes more than the last column, since blanks separate the columns."""
    found, row, at = [], 0, 0
    for stray in _STRAY.finditer(text.data):
        row += text.data.count(b"\n", at, stray.start())
        at = stray.start()
        found.append(row)
    rows = np.intersect1d(np.array(found, dtype=np.int32), lines.word)
    if len(rows):
        kind = "words with brackets in front of the last column, not read (the reference scorer reads them, too: {})"
        if are_read:
            kind = "words with brackets in front of the last column, which count, too ({})"
        why = "without tabs a line is one column"
        note(lines.faults, text, kind.format(why), rows)


def _note_voided(text: Text, seen: Scan, lines: Lines, voided: list[int]) -> None:
    """Count words whose last column is white space for the reference scorer, though brackets stand before it."""
    if not voided:
        return
    rows = np.intersect1d(np.array(voided, dtype=np.int32), np.intersect1d(seen.marked, lines.word))
    if len(rows):
        kind = "words with white space after a last tab, where the reference scorer finds no brackets"
        note(lines.faults, text, kind, rows)


def _find_fields(seen: Scan, lines: Lines, voided: list[int]) -> Fields:
    """The last columns of words, where they hold something; a line may be a word of two documents."""
    place = np.full(len(seen.blank), MISSING, dtype=np.int32)
    place[seen.marked] = seen.place
    place[voided] = MISSING
    place = place[lines.word]
    word = np.flatnonzero(place != MISSING).astype(np.int32)
    place, contents = place[word], seen.contents
    is_used = np.bincount(place, minlength=len(contents)) > 0
    if not is_used.all():  # the others stand in comments or outside of documents
        place = (np.cumsum(is_used, dtype=np.int32) - 1)[place]
        contents = [content for content, used in zip(contents, is_used.tolist(), strict=True) if used]
    return Fields(word, place, contents)


def _read_words(text: Text, ask: Request, word: Codes, names: Collection[str]) -> dict[str, Codes]:
    """Forms or tags; files of few columns have no tags."""
    places = {name: place for name, place in _PLACES.items() if name in names}
    codes, short = read_columns(text, ask.vocab, places, _USUAL)
    if short[word].any():
        width = count_columns(text, word)
        several = width[width >= _FEWEST]
        fewest = int(several.min(initial=_USUAL)) if len(several) else 1
        if fewest < _USUAL:
            codes, _ = read_columns(text, ask.vocab, {"form": max(0, min(_FORM, fewest - 2))}, fewest)
    found = {name: np.maximum(codes[name][word], np.int32(EMPTY)) for name in names if name in codes}
    if "tag" in names and "tag" not in found:
        found["tag"] = np.full(len(word), ask.vocab.code("-"), dtype=np.int32)
    return found


def _explain_column(text: Text, row: int) -> FormatError:
    content = text.data.split(b"\n", row + 1)[row].decode("utf-8", "replace").strip()
    return FormatError(
        f"the line has a single column: {quote(content)}",
        path=text.path,
        line=row + 1,
        hint="columns are separated by tabs, or by spaces throughout the file; the last one holds the brackets",
    )
