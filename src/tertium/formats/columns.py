"""Tokens in lines, without numbers: token TAB tag, TreeTagger's vertical format, or any columns with a map.

Sentences end at empty lines and at `</s>` or `<s>`; documents start at `<text ...>`, `<doc ...>` or `# newdoc`. A file
without any such border ends its sentences after the tags SENT and `$.`, as TreeTagger's users do; that is said.
A first line that names the columns (`form TAB tag`) is no word; that is said.
A line that starts with `#` and has no tab is a comment, any other `#` a token. Where spaces separate the columns, a
line with as many fields as the others is a word, be it `# #` or `</s $,`; comments are what is left, and are counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import EMPTY, Comments, Corpus, Irregularity, Names
from tertium.errors import FormatError, UsageError, shorten
from tertium.formats.heads import read_heads
from tertium.formats.skeleton import Skeleton, count_blank_lines, first_words
from tertium.formats.sources import BOM, Text
from tertium.formats.tabular import check_widths, count_widths, read_rows, sentence_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tertium._typing import Offsets
    from tertium.formats.request import Request
    from tertium.formats.tabular import Rows

LAYERS: Final = ("form", "tag", "upos", "xpos", "lemma", "feats", "head", "deprel")
DEFAULT_MAPS: Final[dict[int, dict[str, int]]] = {2: {"form": 0, "tag": 1}, 3: {"form": 0, "tag": 1, "lemma": 2}}
SENTENCE_TAGS: Final = ("SENT", "$.")
_ELEMENT: Final = re.compile(r"<(/?)\s*([A-Za-z][\w:.-]*)[^<>]*>")
_ATTRIBUTE: Final = re.compile(r"""([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_NEWDOC: Final = re.compile(r"#\s*newdoc\b")
_NO_WORD: Final = re.compile(rb"#\s*new(doc|par)\b|</?\s*[A-Za-z][^<>]*>\s*\Z")  # however many fields it has
_TAGS: Final = frozenset({"tag", "pos", "postag", "pos_tag", "upos", "xpos", "label", "gold", "predicted"})
_HEADINGS: Final = {"form": frozenset({"form", "word", "token"}), "tag": _TAGS, "upos": _TAGS, "xpos": _TAGS}
_DOCUMENTS: Final = ("text", "doc", "document", "file")
_MOST_DIGITS: Final = 6
_NOTHING: Final = np.zeros(1, dtype=np.int64)


def parse_map(columns: str) -> dict[str, int]:
    """A column map as the user writes it: `form=1,xpos=3` (from 1) or `form,_,xpos`.

    >>> parse_map("form=1,xpos=3") == parse_map("form,_,xpos")
    True
    """
    found: dict[str, int] = {}
    for place, part in enumerate(part.strip() for part in columns.split(",")):
        name, _, number = part.partition("=")
        name = {"word": "form", "token": "form", "pos": "tag"}.get(name.lower(), name.lower())
        if name in ("", "_"):
            continue
        wrong_number = bool(number) and (not number.isdecimal() or len(number) > _MOST_DIGITS or int(number) == 0)
        if name not in LAYERS or name in found or wrong_number:
            raise UsageError(
                f"{shorten(part)!r} in the column map cannot be understood",
                hint=f"--columns form=1,tag=2 or --columns form,tag; the names are {', '.join(LAYERS)}",
            )
        found[name] = int(number) - 1 if number else place
    if "form" not in found:
        raise UsageError("the column map does not say which column holds the words", hint="--columns form=1,tag=2")
    return found


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of tokens in lines."""
    faults = [Irregularity("byte-order marks", 1, text.path, 1)] if text.has_mark else []
    given, text = text, _with_tabs(text, faults)
    number, width = find_width(text)
    columns = dict(ask.columns) or DEFAULT_MAPS.get(width, {})
    if not columns:
        raise UsageError(
            f"{text.path} has {width} columns; say which holds what",
            hint="--columns form=1,xpos=2,... (counted from 1; leave out what is not needed)",
        )
    if max(columns.values()) >= width:
        raise FormatError(
            f"the column map needs {max(columns.values()) + 1} columns, the file has {width}",
            path=text.path,
            line=number,
            sentence="1",
            hint="correct --columns",
        )
    wanted = {name: index for name, index in columns.items() if name in ask.wanted or name in ("form", "tag")}
    rows = read_rows(text, ask.vocab, wanted, width)
    kinds = _sort_rows(text, rows)
    if ask.conventions.reading != "compareval" and _names_columns(ask, rows, kinds.word[:1]):
        faults.append(Irregularity("header lines, skipped", 1, text.path, int(kinds.word[0]) + 1))
        kinds = replace(kinds, word=kinds.word[1:])
    check_widths(text, rows, kinds.word, kinds.blank, width, spaces=text is not given)
    _check_filled(text, ask, rows, kinds.word, wanted)
    rows, trimmed = _trim(ask, rows, kinds.word, wanted, width)
    if len(trimmed):
        kind = "words with white space around a label"
        faults.append(Irregularity(kind, len(trimmed), text.path, int(trimmed[0]) + 1))
    return replace(_build(text, ask, rows, kinds, faults), layers=tuple(columns))


@dataclass(frozen=True, eq=False, slots=True)
class _Kinds:
    """Which rows are what."""

    word: Offsets
    blank: Offsets
    border: Offsets  # `<s>` and `</s>`
    document: Offsets  # `<text>`, `</text>`, `# newdoc`
    comment: Offsets  # other comments and elements


def find_width(text: Text) -> tuple[int, int]:
    """Number and columns of the first line that is neither comment nor element."""
    for number, line in text.sample():
        if "\t" in line or not (line.startswith("#") or _ELEMENT.fullmatch(line.strip())):
            return number, line.count("\t") + 1
    return 1, 2


def _with_tabs(text: Text, faults: list[Irregularity]) -> Text:
    """The file with its columns separated by tabs, if it separates them by spaces only."""
    sample = [line for _, line in text.sample() if not line.startswith(("#", "<"))]
    if b"\t" in text.data or 2 * sum(len(line.split()) > 1 for line in sample) <= len(sample):
        return text
    n_spaces = len(re.findall(" +", sample[0].strip(" ")))
    lines = text.data.removeprefix(BOM).split(b"\n")
    skipped: list[int] = []
    for row, line in enumerate(lines):
        if _NO_WORD.match(line):
            continue
        fields = re.sub(rb" +", b"\t", line.strip(b" \r"))
        if line.startswith(b"#") and fields.count(b"\t") != n_spaces:
            skipped.append(row)
        else:
            lines[row] = fields
    if skipped:
        faults.append(Irregularity("comment lines, skipped", len(skipped), text.path, skipped[0] + 1))
    return Text(b"\n".join(lines), text.path)


def _sort_rows(text: Text, rows: Rows) -> _Kinds:
    """Sort the rows into words, empty lines, and lines without a tab that are comments or elements."""
    is_blank = rows.first.is_null().to_numpy() & rows.short
    lone = np.flatnonzero(rows.short & ~is_blank)
    if len(lone):
        lone = lone[count_widths(text, rows)[lone] == 1]
    borders, documents, others = [], [], []
    for row, content in zip(lone.tolist(), rows.first.gather(lone).to_list(), strict=True):
        element = _ELEMENT.fullmatch(content.strip())
        if _NEWDOC.match(content) or (element and element[2].lower() in _DOCUMENTS):
            documents.append(row)
        elif element and element[2].lower() == "s":
            borders.append(row)
        elif element or content.startswith("#"):
            others.append(row)
    is_word = ~is_blank
    is_word[[*borders, *documents, *others]] = False
    return _Kinds(
        np.flatnonzero(is_word),
        np.flatnonzero(is_blank),
        np.array(borders, dtype=np.int64),
        np.array(documents, dtype=np.int64),
        np.array(others, dtype=np.int64),
    )


def _names_columns(ask: Request, rows: Rows, row: Offsets) -> bool:
    """Whether a row has nothing but names of what stands below them."""
    found = {name: "".join(ask.vocab.decode(codes[row])).strip().lower() for name, codes in rows.codes.items()}
    return len(found) > 1 and all(text in _HEADINGS.get(name, {name}) for name, text in found.items())


def _check_filled(text: Text, ask: Request, rows: Rows, word: Offsets, columns: Mapping[str, int]) -> None:
    """Make sure that no word and no tag is empty (or white space)."""
    empty = np.append(ask.vocab.strings.str.contains(r"^\p{Zs}*$").fill_null(value=True).to_numpy(), [True])
    for name, index in columns.items():
        if name == "head":
            continue  # looked at with the other heads
        wrong = word[empty[rows.codes[name][word]]]
        if len(wrong):
            row = int(wrong[0])
            raise FormatError(
                f"the {'word' if name == 'form' else name} is empty",
                path=text.path,
                line=row + 1,
                sentence=sentence_at(rows.first, row),
                hint=f"every line needs something in column {index + 1}; write _ where there is nothing",
            )


def _trim(ask: Request, rows: Rows, word: Offsets, columns: Mapping[str, int], width: int) -> tuple[Rows, Offsets]:
    """Labels without white space at their ends, which nobody sees and which would make them others; and where it was.

    ComparEval takes it off the ends of lines only, and does not know of white space beyond ASCII.
    """
    strict = ask.conventions.reading == "compareval"
    codes = dict(rows.codes)
    changed = np.zeros(rows.n_rows, dtype=np.bool_)
    for name, index in columns.items():
        if name in ("form", "head") or (strict and index < width - 1):
            continue  # the alignment takes care of forms, the reading of heads of heads
        codes[name] = ask.vocab.rewrite(rows.codes[name], lambda label: label.strip(" \f\v\r" if strict else None))
        if codes[name] is not rows.codes[name]:
            changed |= codes[name] != rows.codes[name]
    return replace(rows, codes=codes), word[changed[word]]


def _build(text: Text, ask: Request, rows: Rows, kinds: _Kinds, faults: list[Irregularity]) -> Corpus:
    import polars as pl

    word, n_words = kinds.word, len(kinds.word)
    places = np.searchsorted(word, np.unique(np.concatenate([kinds.blank, kinds.border, kinds.document])))
    no_borders = not len(kinds.blank) and not len(kinds.border) and ask.conventions.reading != "compareval"
    if no_borders and "tag" in rows.codes and n_words:
        ends = np.flatnonzero(ask.vocab.flag(rows.codes["tag"][word], lambda tag: tag in SENTENCE_TAGS))
        places = np.union1d(places, ends + 1)
        if len(ends):
            kind = f"sentence ends found by the tags {' and '.join(SENTENCE_TAGS)}"
            faults.append(Irregularity(kind, len(ends), text.path, int(word[ends[0]]) + 1))
    lines_before = np.searchsorted(word, kinds.blank)
    idle = kinds.blank[np.diff(lines_before, prepend=0) == 0]
    idle = idle[~np.isin(idle - 1, kinds.document)]  # what begins a document may have an empty line after it
    if len(idle) and not len(kinds.border):
        faults.append(Irregularity("superfluous empty lines", len(idle), text.path, int(idle[0]) + 1))
    sent_start = np.unique(np.concatenate([[0], places, [n_words]])).astype(np.int64) if n_words else _NOTHING[:1]
    content = {name: np.maximum(codes[word], np.int32(EMPTY)) for name, codes in rows.codes.items()}
    shape = Skeleton(
        word=word,
        number=np.zeros(0, dtype=np.int32),
        sent_start=sent_start,
        base=first_words(sent_start),
        range_row=_NOTHING[:0],
        range_first=_NOTHING[:0],
        range_number=_NOTHING[:0],
        range_size=_NOTHING[:0],
        empty=_NOTHING[:0],
        comment=_NOTHING[:0],
        comment_text=pl.Series([], dtype=pl.String),
        blank=kinds.blank,
    )
    head = None
    if "head" in content:
        raw = content.pop("head")
        head = read_heads(text, ask, shape, raw)
        if ask.conventions.text_heads:
            content["head"] = raw
    n_sents = len(sent_start) - 1
    documents = np.minimum(np.searchsorted(sent_start, np.searchsorted(word, kinds.document)), n_sents)
    doc_start = np.unique(np.concatenate([[0], documents, [n_sents]])).astype(np.int64)
    return Corpus(
        name=ask.name,
        format="columns",
        vocab=ask.vocab,
        sent_start=sent_start,
        columns=content,
        line=(word + 1).astype(np.int32),
        head=head,
        paths=(text.path,),
        file_start=np.array([0, n_words], dtype=np.int64),
        doc_start=doc_start,
        sentence_names=Names(n_sents),
        document_names=Names(len(doc_start) - 1),
        blank_lines=count_blank_lines(lines_before, n_words)._replace(missing=int(n_words > max(places, default=0))),
        irregularities=tuple(faults),
        comments=_keep_comments(rows, kinds, sent_start) if ask.comments else None,
    )


def _keep_comments(rows: Rows, kinds: _Kinds, sent_start: Offsets) -> Comments:
    """Comments as they are; the attributes of `<text>` and `<s>` as comments on what they open."""
    import polars as pl

    marked = np.sort(np.concatenate([kinds.border, kinds.document, kinds.comment]))
    sentence = np.searchsorted(sent_start, np.searchsorted(kinds.word, marked))
    texts: list[str] = []
    places: list[int] = []
    for place, content in zip(sentence.tolist(), rows.first.gather(marked).to_list(), strict=True):
        found = _as_comments(content.strip())
        texts += found
        places += [place] * len(found)
    known = np.array(places, dtype=np.int64) < len(sent_start) - 1
    return Comments(np.array(places, dtype=np.int64)[known], pl.Series(texts, dtype=pl.String).filter(known))


def _as_comments(content: str) -> list[str]:
    """One line without a tab as comments.

    >>> _as_comments('<text id="a" genre="news">')
    ['# newdoc', '# meta::id = a', '# meta::genre = news']
    """
    element = _ELEMENT.fullmatch(content)
    if not element:
        return [content]
    name = element[2].lower()
    attributes = [(key, double or single) for key, double, single in _ATTRIBUTE.findall(content)]
    if element[1] or name not in (*_DOCUMENTS, "s"):
        return []
    if name == "s":
        return ["# sent_id", *(f"# {key} = {value}" for key, value in attributes)]  # from here on it is the sentence's
    return ["# newdoc", *(f"# meta::{key} = {value}" for key, value in attributes)]
