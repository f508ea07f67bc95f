"""Files whose first column numbers the words: the engine behind CoNLL-U, CoNLL-X and CoNLL-2009.

Sentences end at empty lines, `#` starts a comment, `3-4` is a multiword token over words 3 and 4, `3.1` an empty
node. Everything is done on whole columns. What the strict scorers refuse (UD evaluation, eval07.pl, MaltEval) is
refused under their presets; otherwise it is read where a number makes sense, and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import EMPTY, HEADLESS, MISSING, ROOT, Corpus, Irregularity, Names, Surface
from tertium.errors import FormatError
from tertium.formats.sources import Text
from tertium.formats.tabular import check_widths, read_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from tertium._typing import Codes, Mask, Offsets
    from tertium.formats.request import Request
    from tertium.formats.tabular import Rows

_RANGE: Final = re.compile(r"([0-9]+)-([0-9]+)")
_EMPTY_NODE: Final = re.compile(r"[0-9]+\.[0-9]+")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+")
_BOM: Final = b"\xef\xbb\xbf"
NO_HEAD: Final = -1_000_000
"""A HEAD that is no number."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which column holds what."""

    format: str
    width: int
    columns: Mapping[str, int]
    ragged: bool = False  # rows may have more columns


@dataclass(frozen=True, eq=False, slots=True)
class Skeleton:
    """Which rows are what: the shape of the file before any content is looked at."""

    word: Offsets  # (n_words,) rows
    number: Codes  # (n_words,)  the ID column
    sent_start: Offsets  # (n_sents + 1,)
    range_row: Offsets  # (n_ranges,)  rows of multiword tokens
    range_first: Offsets  # (n_ranges,)  first word of each
    range_size: Offsets  # (n_ranges,)
    empty: Offsets  # rows of empty nodes
    comment: Offsets  # rows of comments
    comment_text: pl.Series
    blank: Offsets  # rows of empty lines

    @property
    def n_words(self) -> int:
        """How many words there are."""
        return len(self.word)

    def sentence_of(self, word: int) -> int:
        """The sentence that holds a word."""
        return int(np.searchsorted(self.sent_start, word, side="right")) - 1


@dataclass(slots=True)
class Faults:
    """Collects what should not be there: refused by a strict preset, counted otherwise."""

    path: str
    strict: bool
    found: list[Irregularity]

    def note(self, kind: str, rows: Offsets, refusal: str, hint: str, *, strict: bool | None = None) -> None:
        """Count the rows, or refuse the first of them."""
        if not len(rows):
            return
        line = int(rows[0]) + 1
        if self.strict if strict is None else strict:
            raise FormatError(refusal, path=self.path, line=line, hint=hint)
        self.found.append(Irregularity(kind, len(rows), self.path, line))


def read_numbered(text: Text, ask: Request, layout: Layout) -> Corpus:
    """Read one file in the given layout."""
    rules = ask.conventions
    faults = Faults(text.path, strict=rules.reading == "ud", found=[])
    if text.data.startswith(_BOM):
        faults.note(
            *(
                "byte-order marks",
                np.zeros(1, dtype=np.int64),
                "the file starts with a byte-order mark, which the UD evaluation refuses",
            ),
            "save the file as UTF-8 without a byte-order mark, or leave out --like ud",
        )
    whitespace = rules.reading == "eval07"
    if whitespace:
        text = _split_on_whitespace(text)
    columns = {name: layout.columns[name] for name in sorted(ask.wanted | {"form"}) if name in layout.columns}
    rows = read_rows(text, ask.vocab, columns, layout.width)
    shape = find_skeleton(text, rows, faults)
    table = np.concatenate([shape.word, shape.range_row, shape.empty])
    needed = 1 + max(layout.columns["head"], layout.columns["deprel"]) if whitespace else layout.width
    check_widths(text, rows, table, shape.blank, needed, at_least=whitespace or layout.ragged)
    _check_forms(text, ask, rows, shape)
    _check_numbers(text, shape, faults)
    content = {name: _fill(rows.codes[name][shape.word]) for name in columns if name != "head"}
    head = None
    if "head" in columns:
        raw = _fill(rows.codes["head"][shape.word])
        head = read_heads(text, ask, shape, raw)
        if rules.text_heads:
            content["head"] = raw
    borders = np.searchsorted(shape.word, shape.blank)
    return Corpus(
        name=ask.name,
        format=layout.format,
        vocab=ask.vocab,
        sent_start=shape.sent_start,
        columns=content,
        surface=_surface(rows, shape),
        line=(shape.word + 1).astype(np.int32),
        head=head,
        paths=(text.path,),
        file_start=np.array([0, shape.n_words], dtype=np.int64),
        doc_start=_documents(shape),
        sentence_names=_sentence_names(shape),
        document_names=_document_names(shape),
        n_empty_nodes=len(shape.empty),
        blank_lines=(_n_idle(borders), int(shape.n_words > (borders[-1] if len(borders) else 0))),
        irregularities=tuple(faults.found),
    )


def _split_on_whitespace(text: Text) -> Text:
    """The columns as eval07.pl sees them: split at any run of white space, so empty fields and spaces shift them."""
    if b" " not in text.data and b"\t\t" not in text.data:
        return text
    lines = [
        line if line.startswith(b"#") else re.sub(rb"[ \t\r\f\v]+", b"\t", line.rstrip(b"\r"))
        for line in text.data.split(b"\n")
    ]
    return Text(b"\n".join(lines), text.path)


def find_skeleton(text: Text, rows: Rows, faults: Faults) -> Skeleton:
    """Sort the rows into words, multiword tokens, empty nodes, comments and empty lines."""
    import polars as pl

    numbers = rows.first.cast(pl.Int32, strict=False).fill_null(0).to_numpy()
    is_blank = rows.first.is_null().to_numpy()
    others = np.flatnonzero((numbers <= 0) & ~is_blank)
    texts = rows.first.gather(others)
    is_comment = texts.str.starts_with("#").to_numpy()
    comment = others[is_comment]
    ranges: list[tuple[int, int, int]] = []
    empty: list[int] = []
    blank_too: list[int] = []
    for row, name in zip(others[~is_comment].tolist(), texts.filter(~is_comment).to_list(), strict=True):
        if matched := _RANGE.fullmatch(name):
            ranges.append((row, int(matched[1]), int(matched[2])))
        elif _EMPTY_NODE.fullmatch(name):
            empty.append(row)
        elif not name.strip():
            blank_too.append(row)
        else:
            raise FormatError(
                f"{name!r} is no word number",
                path=text.path,
                line=row + 1,
                hint="the first column holds 1, 2, 3, ...; multiword tokens are 3-4, empty nodes 3.1; if the file has "
                "no such column, name its --format",
            )
    if blank_too:
        faults.note(
            *("lines of white space only, read as empty lines", np.array(blank_too), "the line holds white space only"),
            "leave the line empty",
        )
        is_blank[blank_too] = True
    word = np.flatnonzero(numbers > 0)
    blank = np.flatnonzero(is_blank)
    borders = np.searchsorted(word, blank)
    sent_start = np.unique(np.concatenate([[0], borders, [len(word)]])).astype(np.int64)
    shape = Skeleton(
        word=word,
        number=numbers[word],
        sent_start=sent_start if len(word) else np.zeros(1, dtype=np.int64),
        range_row=np.array([row for row, _, _ in ranges], dtype=np.int64),
        range_first=np.searchsorted(word, np.array([row for row, _, _ in ranges], dtype=np.int64)),
        range_size=np.array([last - first + 1 for _, first, last in ranges], dtype=np.int64),
        empty=np.array(empty, dtype=np.int64),
        comment=comment,
        comment_text=texts.filter(is_comment),
        blank=blank,
    )
    _check_borders(shape, borders, faults)
    _check_ranges(text, shape)
    return shape


def _n_idle(borders: Offsets) -> int:
    """Empty lines that end no sentence."""
    return int(np.count_nonzero(np.diff(borders, prepend=0) == 0))


def _check_borders(shape: Skeleton, borders: Offsets, faults: Faults) -> None:
    idle = shape.blank[np.diff(borders, prepend=0) == 0]
    faults.note(
        *(
            "empty lines that end no sentence",
            idle,
            "there is a sentence without words (two empty lines, or comments alone)",
        ),
        "delete the superfluous empty line, or leave out --like ud",
    )
    if shape.n_words and (not len(borders) or borders[-1] < shape.n_words):
        faults.note(
            *(
                "missing empty lines at the end of the file",
                shape.word[-1:],
                "the file does not end with an empty line",
            ),
            "add an empty line at the end, or leave out --like ud",
        )
    before = np.searchsorted(shape.word, shape.comment)
    last_word = np.where(before > 0, shape.word[np.maximum(before - 1, 0)] if shape.n_words else -1, -1)
    place = np.searchsorted(shape.blank, shape.comment)
    last_blank = np.where(place > 0, shape.blank[np.maximum(place - 1, 0)] if len(shape.blank) else -1, -1)
    inside = shape.comment[last_word > last_blank]
    faults.note(
        *(
            "comments inside a sentence",
            inside,
            "there is a comment inside a sentence, where the UD evaluation expects a word",
        ),
        "move the comment before the sentence's first word, or leave out --like ud",
    )


def _check_ranges(text: Text, shape: Skeleton) -> None:
    if not len(shape.range_row):
        return
    end = shape.range_first + shape.range_size
    sentence = np.searchsorted(shape.sent_start, shape.range_first, side="right") - 1
    limit = shape.sent_start[np.minimum(sentence + 1, len(shape.sent_start) - 1)]
    overlap = np.append(end[:-1] > shape.range_first[1:], [False])
    wrong = np.flatnonzero((shape.range_size < 1) | (end > limit) | overlap)
    if len(wrong):
        raise FormatError(
            "the multiword token does not fit the words that follow it",
            path=text.path,
            line=int(shape.range_row[wrong[0]]) + 1,
            sentence=_name_of(shape, shape.sentence_of(int(shape.range_first[wrong[0]]))),
            hint="a range such as 3-4 stands before words 3 and 4 of the same sentence and overlaps no other range",
        )


def _check_numbers(text: Text, shape: Skeleton, faults: Faults) -> None:
    """Words are numbered 1, 2, 3, ...; inside multiword tokens the UD evaluation does not look, so we only count."""
    expected = np.arange(shape.n_words) - np.repeat(shape.sent_start[:-1], np.diff(shape.sent_start)) + 1
    wrong = shape.number != expected
    if not wrong.any():
        return
    inside = words_in_ranges(shape)
    plain = np.flatnonzero(wrong & ~inside)
    if len(plain):
        word = int(plain[0])
        raise FormatError(
            f"the word number is {shape.number[word]}, {expected[word]} is expected",
            path=text.path,
            line=int(shape.word[word]) + 1,
            sentence=_name_of(shape, shape.sentence_of(word)),
            hint="number the words of each sentence 1, 2, 3, ...; an empty line before this one may be missing",
        )
    faults.note(
        *(
            "words inside multiword tokens whose numbers do not continue; their places were used",
            shape.word[wrong & inside],
            "",
            "",
        ),
        strict=False,
    )


def words_in_ranges(shape: Skeleton) -> Mask:
    """Which words belong to a multiword token."""
    change = np.zeros(shape.n_words + 1, dtype=np.int32)
    np.add.at(change, shape.range_first, 1)
    np.add.at(change, shape.range_first + shape.range_size, -1)
    return np.cumsum(change[:-1]) > 0


def _check_forms(text: Text, ask: Request, rows: Rows, shape: Skeleton) -> None:
    token = np.concatenate([shape.word, shape.range_row])
    form = rows.codes["form"][token]
    empty = np.append(ask.vocab.strings.str.contains(r"^\p{Zs}*$").fill_null(value=True).to_numpy(), [True])
    wrong = np.sort(token[empty[form]])
    if len(wrong):
        raise FormatError(
            "the FORM is empty",
            path=text.path,
            line=int(wrong[0]) + 1,
            hint="every word needs a form; write _ if the form is an underscore",
        )


def _fill(codes: Codes) -> Codes:
    """Give empty fields the code of the empty string, so that missing means missing."""
    return np.where(codes == MISSING, np.int32(EMPTY), codes) if (codes == MISSING).any() else codes


def parse_heads(ask: Request, raw: Codes) -> Codes:
    """HEAD as a number, `NO_HEAD` where it is none."""
    used = ask.vocab.used(raw)
    table = np.zeros(len(ask.vocab) + 1, dtype=np.int32)
    table[used] = [_head_number(text) for text in ask.vocab.decode(used)]
    return table[raw]


def _head_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        return NO_HEAD
    return int(np.clip(int(text), NO_HEAD + 1, -NO_HEAD))


def read_heads(text: Text, ask: Request, shape: Skeleton, raw: Codes) -> Codes | None:
    """Rows of the heads; None if the file has no heads at all.

    Raises:
        FormatError: Some HEAD is no number or points outside of its sentence.
    """
    head = parse_heads(ask, raw)
    length = np.repeat(np.diff(shape.sent_start), np.diff(shape.sent_start))
    start = np.repeat(shape.sent_start[:-1], np.diff(shape.sent_start))
    fits = (head >= 0) & (head <= length)
    rows = np.where(fits, np.where(head == 0, ROOT, start + head - 1), HEADLESS).astype(np.int32)
    if shape.n_words and not (head != NO_HEAD).any() and ask.conventions.reading != "ud":
        return None
    tolerated = np.zeros(shape.n_words, dtype=np.bool_)
    if ask.conventions.reading in ("eval07", "compareval"):
        tolerated[:] = True  # these compare what is written, whatever it is
    elif ask.conventions.reading == "ud":
        tolerated = words_in_ranges(shape) & (head == NO_HEAD)  # the scorer crashes there; we go on
    wrong = np.flatnonzero(~fits & ~tolerated)
    if len(wrong):
        word = int(wrong[0])
        written = ask.vocab.decode(raw[word : word + 1])[0]
        raise _explain_head(text, shape, word, int(head[word]), written)
    return rows


def _explain_head(text: Text, shape: Skeleton, word: int, head: int, written: str) -> FormatError:
    sentence = shape.sentence_of(word)
    size = int(shape.sent_start[sentence + 1] - shape.sent_start[sentence])
    if head == NO_HEAD:
        message, hint = (
            f"HEAD is {written!r}, not a number",
            "give every word a head (0 for the root), or compare tags only with --task tagging",
        )
    elif head < 0:
        message, hint = (
            f"HEAD is {written}, it cannot be negative",
            "heads are 0 for the root, else the number of another word",
        )
    else:
        message = f"HEAD is {written}, but the sentence has {size} word{'s' * (size != 1)}"
        hint = "correct the HEAD column, or drop the sentence from every file"
    return FormatError(
        message, path=text.path, line=int(shape.word[word]) + 1, sentence=_name_of(shape, sentence), hint=hint
    )


def _surface(rows: Rows, shape: Skeleton) -> Surface:
    form = rows.codes["form"]
    if not len(shape.range_row):
        words = np.arange(shape.n_words + 1, dtype=np.int64)
        return Surface(form[shape.word], words, np.zeros(shape.n_words, dtype=np.bool_))
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


def _comments(shape: Skeleton, key: str) -> tuple[Offsets, pl.Series]:
    """For comments such as `# sent_id = x`: the sentence each stands before, and its text."""
    is_key = shape.comment_text.str.contains(rf"^#\s*{key}\b").to_numpy()
    before = np.searchsorted(shape.word, shape.comment[is_key])
    sentence = np.searchsorted(shape.sent_start, before)
    known = sentence < len(shape.sent_start) - 1
    return sentence[known], shape.comment_text.filter(is_key).filter(known)


def _sentence_names(shape: Skeleton) -> Names:
    sentence, texts = _comments(shape, "sent_id")
    return _names(len(shape.sent_start) - 1, sentence, texts)


def _names(n: int, place: Offsets, texts: pl.Series) -> Names:
    where = np.full(n, MISSING, dtype=np.int32)
    where[place] = np.arange(len(place), dtype=np.int32)
    return Names(n, texts.str.extract(r"=\s*(.*?)\s*$"), where)


def _name_of(shape: Skeleton, sentence: int) -> str:
    return _sentence_names(shape).get(sentence) or str(sentence + 1)


def _documents(shape: Skeleton) -> Offsets:
    n_sents = len(shape.sent_start) - 1
    sentence, _ = _comments(shape, "newdoc")
    return np.unique(np.concatenate([[0], sentence, [n_sents]])).astype(np.int64)


def _document_names(shape: Skeleton) -> Names:
    starts = _documents(shape)[:-1]
    sentence, texts = _comments(shape, "newdoc")
    return _names(len(starts), np.searchsorted(starts, sentence), texts)
