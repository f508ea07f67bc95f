"""Files whose first column numbers the words: the engine behind CoNLL-U, CoNLL-X and CoNLL-2009.

Sentences end at empty lines, `#` starts a comment, `3-4` is a multiword token over words 3 and 4, `3.1` an empty
node. Everything is done on whole columns. What the strict scorers refuse (UD evaluation, eval07.pl, MaltEval) is
refused under their presets; otherwise it is read where a number makes sense, and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import EMPTY, MISSING, Corpus, Surface
from tertium.errors import FormatError
from tertium.formats.heads import read_heads
from tertium.formats.skeleton import (
    Faults,
    Skeleton,
    all_comments,
    check_numbers,
    count_blank_lines,
    document_names,
    documents,
    find_skeleton,
    sentence_names,
    words_in_ranges,
)
from tertium.formats.sources import Text
from tertium.formats.tabular import check_widths, count_widths, explain_width, read_rows, sentence_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tertium._typing import Codes
    from tertium.formats.request import Request
    from tertium.formats.tabular import Rows


@dataclass(frozen=True, slots=True)
class Layout:
    """Which column holds what."""

    format: str
    width: int
    columns: Mapping[str, int]
    ragged: bool = False  # rows may have more columns


def read_numbered(text: Text, ask: Request, layout: Layout) -> Corpus:
    """Read one file in the given layout."""
    rules = ask.conventions
    faults = Faults(text.path, strict=rules.reading == "ud", found=[])
    if text.has_mark:
        faults.note(
            *(
                "byte-order marks",
                np.zeros(1, dtype=np.int64),
                "the file starts with a byte-order mark, which the UD evaluation refuses",
            ),
            "save the file as UTF-8 without a byte-order mark, or leave out --like ud",
        )
    if faults.strict and b"\r" in text.data:  # to Python, a lone carriage return ends a line too
        text = Text(text.data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), text.path)
    whitespace = rules.reading == "eval07"
    if whitespace:
        text = _split_on_whitespace(text, faults)
    columns = {name: layout.columns[name] for name in sorted(ask.wanted | {"form"}) if name in layout.columns}
    rows = read_rows(text, ask.vocab, columns, layout.width)
    shape = find_skeleton(text, rows, faults)
    table = np.concatenate([shape.word, shape.range_row, shape.empty])
    needed = 1 + max(layout.columns["head"], layout.columns["deprel"]) if whitespace else layout.width
    check_widths(text, rows, table, shape.blank, needed, at_least=whitespace or layout.ragged)
    _check_forms(text, ask, rows, shape)
    check_numbers(text, shape, faults)
    if layout.ragged:
        _check_evenness(text, rows, shape)
    filled = {name: _fill(name, rows.codes[name][shape.word], shape, layout, faults) for name in columns}
    content = {name: codes for name, codes in filled.items() if name != "head"}
    head = None
    if "head" in columns:
        raw = filled["head"]
        head = read_heads(text, ask, shape, raw)
        if rules.text_heads:
            content["head"] = raw
    borders = np.searchsorted(shape.word, shape.blank)
    mentions = None
    if rules.task == "coreference" and "misc" in rows.codes:
        from tertium.formats.entities import find_entities

        mentions = find_entities(text, ask, rows, shape, faults)
    return Corpus(
        name=ask.name,
        format=layout.format,
        vocab=ask.vocab,
        sent_start=shape.sent_start,
        columns=content,
        tokens=_find_tokens(rows, shape),
        line=(shape.word + 1).astype(np.int32),
        head=head,
        paths=(text.path,),
        file_start=np.array([0, shape.n_words], dtype=np.int64),
        doc_start=documents(shape),
        sentence_names=sentence_names(shape),
        document_names=document_names(shape),
        layers=tuple(layout.columns),
        n_empty_nodes=len(shape.empty),
        blank_lines=count_blank_lines(borders, shape.n_words),
        irregularities=tuple(faults.found),
        comments=all_comments(shape) if ask.comments else None,
        mentions=mentions,
    )


def _split_on_whitespace(text: Text, faults: Faults) -> Text:
    """The columns as eval07.pl sees them: split at any run of white space, so empty fields and spaces shift them."""
    if b" " not in text.data and b"\t\t" not in text.data:
        return text
    lines = text.data.split(b"\n")
    shifted = []
    for row, line in enumerate(lines):
        if line.startswith(b"#"):
            continue
        spaced = re.sub(rb"[ \t\r\f\v]+", b"\t", line.rstrip(b"\r")) if line.strip() else b""
        if spaced.count(b"\t") != line.count(b"\t") and spaced:
            shifted.append(row)
        lines[row] = spaced
    kind = "lines with an empty column or a space, whose columns shift as eval07.pl reads them"
    faults.note(*(kind, np.array(shifted, dtype=np.int64), "", ""), strict=False)
    return Text(b"\n".join(lines), text.path)


def _check_evenness(text: Text, rows: Rows, shape: Skeleton) -> None:
    """Make sure that the rows of a sentence have the same number of columns, however many that is."""
    found = count_widths(text, rows)[shape.word]
    first = np.repeat(found[shape.sent_start[:-1]], np.diff(shape.sent_start))
    wrong = np.flatnonzero(found != first)
    if not len(wrong):
        return
    sentence = shape.sentence_of(int(wrong[0]))
    start, stop = int(shape.sent_start[sentence]), int(shape.sent_start[sentence + 1])
    expected = int(np.bincount(found[start:stop]).argmax())  # most rows of the sentence are right
    odd = start + np.flatnonzero(found[start:stop] != expected)
    raise explain_width(text, rows, int(shape.word[odd[0]]), int(found[odd[0]]), expected, len(odd))


def _check_forms(text: Text, ask: Request, rows: Rows, shape: Skeleton) -> None:
    if ask.conventions.tokens == "position":  # nobody looks at them
        return
    word = shape.word
    if ask.conventions.reading == "ud" and len(shape.range_row):
        word = word[~words_in_ranges(shape)]  # the scorer looks at the token's form only
    token = np.concatenate([word, shape.range_row])
    form = rows.codes["form"][token]
    empty = np.append(ask.vocab.strings.str.contains(r"^\p{Zs}*$").fill_null(value=True).to_numpy(), [True])
    wrong = np.sort(token[empty[form]])
    if len(wrong):
        raise FormatError(
            "the FORM is empty",
            path=text.path,
            line=int(wrong[0]) + 1,
            sentence=sentence_at(rows.first, int(wrong[0])),
            hint="every word needs a form; write _ if the form is an underscore",
        )


def _fill(name: str, codes: Codes, shape: Skeleton, layout: Layout, faults: Faults) -> Codes:
    """A column with the code of the empty string where it is empty, so that missing means missing; that is said."""
    empty = codes == MISSING
    if not empty.any():
        return codes
    kind = f"words with nothing, not even _, in column {layout.columns[name] + 1} ({name.upper()})"
    faults.note(*(kind, shape.word[empty], "", ""), strict=False)
    return np.where(empty, np.int32(EMPTY), codes)


def _find_tokens(rows: Rows, shape: Skeleton) -> Surface | None:
    """The tokens over the words; None if each word is one."""
    if not len(shape.range_row):
        return None
    form = np.where(rows.codes["form"] == MISSING, np.int32(EMPTY), rows.codes["form"])
    first = np.ones(shape.n_words, dtype=np.bool_)
    first[words_in_ranges(shape)] = False
    first[shape.range_first] = True
    starts = np.flatnonzero(first)
    codes = form[shape.word[starts]]
    place = np.searchsorted(starts, shape.range_first)
    codes[place] = form[shape.range_row]
    multiword = np.zeros(len(starts), dtype=np.bool_)
    multiword[place] = True
    return Surface(codes, np.append(starts, shape.n_words).astype(np.int64), multiword)
