"""CoNLL-2011 and CoNLL-2012: one word a line, the last column holds the brackets of mentions, `(3`, `3)`, `(3)`.

Read as the reference scorer v8.01 reads it (Pradhan et al. 2014): on one word whole mentions come first, then opening,
then closing brackets; of two open mentions of a chain the last opened is closed first; sentences do not matter. It does
not look at the words: we do. Columns are separated by tabs or, if a file has none, by any white space.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import EMPTY, Corpus, Names
from tertium.errors import FormatError, quote
from tertium.formats.chain_brackets import find_mentions
from tertium.formats.conll2012_layers import add_layers
from tertium.formats.conll2012_lines import BEGIN, count_columns, find_last_columns, find_lines
from tertium.formats.sources import Text
from tertium.formats.tabular import read_columns

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.formats.conll2012_lines import Lines
    from tertium.formats.request import Request

_FORM, _TAG = 3, 4
_USUAL: Final = _TAG + 2  # columns, of which the last holds brackets; most files have more
_FEWEST: Final = 2


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    return "#begin document" if any(BEGIN.match(line) for line in lines) else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: Brackets do not match, lines have too few columns, or a document has two parts of one name.
    """
    rules = ask.conventions.mentions
    tabs = b"\t" in text.data
    if not tabs:
        text = Text(re.sub(rb"[ \f\v]+", b"\t", re.sub(rb"(?m)^[ \f\v]+", b"", text.data)), text.path)
    may_be_empty = ask.conventions.reading == "conll2012" and ask.role == "system" and not rules.all_documents
    lines = find_lines(text, rules, may_be_empty=may_be_empty)
    columns = _read_words(text, ask, lines)
    fields, field = find_last_columns(text, lines, whole=rules.whole_lines and not tabs)
    mentions = find_mentions(text, rules, lines, fields, field)
    n_words, n_docs = len(lines.word), lines.n_docs
    new = (np.diff(lines.sentence, prepend=-1) != 0) | (np.diff(lines.document, prepend=-1) != 0)
    sent_start = np.append(np.flatnonzero(new), n_words).astype(np.int64)
    doc_words = np.searchsorted(lines.document, np.arange(n_docs + 1))
    corpus = Corpus(
        name=ask.name,
        format="conll2012",
        vocab=ask.vocab,
        sent_start=sent_start,
        columns=columns,
        line=(lines.word + 1).astype(np.int32),
        paths=(text.path,),
        file_start=np.array([0, n_words], dtype=np.int64),
        doc_start=np.searchsorted(sent_start, doc_words).astype(np.int64),
        sentence_names=Names(len(sent_start) - 1),
        document_names=Names(
            n_docs, [f"#begin document={name}" for name in lines.names], np.arange(n_docs, dtype=np.int32)
        ),
        layers=("form", "tag"),
        irregularities=tuple(lines.faults),
        mentions=mentions,
    )
    return add_layers(text, ask, corpus)


def _read_words(text: Text, ask: Request, lines: Lines) -> dict[str, Codes]:
    """Forms and tags; files of few columns have no tags.

    Raises:
        FormatError: A line has a single column (the scorers do not mind).
    """
    word, wanted = lines.word, {"form": _FORM, "tag": _TAG}
    codes, short = read_columns(text, ask.vocab, wanted, _USUAL)
    if short[word].any():
        width = count_columns(text, lines)
        single = width < _FEWEST
        if single.any() and not ask.conventions.mentions.no_comments:
            raise _explain_column(text, lines, int(word[np.argmax(single)]))
        fewest = int(width[~single].min(initial=_USUAL)) if not single.all() else 1
        if fewest < _USUAL:
            codes, _ = read_columns(text, ask.vocab, {"form": max(0, min(_FORM, fewest - 2))}, fewest)
    found = {name: np.maximum(column[word], np.int32(EMPTY)) for name, column in codes.items()}
    if "tag" not in found:
        found["tag"] = np.full(len(word), ask.vocab.code("-"), dtype=np.int32)
    return found


def _explain_column(text: Text, lines: Lines, row: int) -> FormatError:
    content = text.data[lines.start[row] : lines.end[row]].decode("utf-8", "replace")
    return FormatError(
        f"the line has a single column: {quote(content)}",
        path=text.path,
        line=row + 1,
        hint="columns are separated by tabs, or by spaces throughout the file; the last one holds the brackets",
    )
