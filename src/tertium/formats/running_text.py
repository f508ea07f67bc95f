"""Running text: words with their offsets in characters, and spans with offsets laid over them.

For formats whose spans count characters. Words are runs of letters and digits, and every other sign by itself, unless
the file has words of its own. A span that begins or ends inside of a word has all words that it touches and a note of
what it leaves out of them; a span that touches no word has none to stand on. Both are counted and said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Corpus, Irregularity, Names
from tertium.spans import Spans, sort_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.formats.request import Request

_WORD: Final = re.compile(r"[^\W_]+|\S")


@dataclass(frozen=True, slots=True)
class Given:
    """A span as a file gives it: in characters of its text, in pieces where it has gaps."""

    pieces: tuple[tuple[int, int], ...]  # first character, one past the last
    label: str
    line: int


def find_words(text: str) -> list[tuple[int, int]]:
    """Where words begin and end.

    >>> find_words("Ana's cat.")
    [(0, 3), (3, 4), (4, 5), (6, 9), (9, 10)]
    """
    return [match.span() for match in _WORD.finditer(text)]


@dataclass(slots=True)
class Builder:
    """Sentences with their spans, put together to a corpus."""

    path: str
    forms: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    sent_start: list[int] = field(default_factory=lambda: [0])
    doc_start: list[int] = field(default_factory=lambda: [0])
    names: list[str] = field(default_factory=list)
    rows: list[tuple[int, int, str, str, int]] = field(default_factory=list)
    counted: dict[str, list[int]] = field(default_factory=dict)

    def count(self, kind: str, line: int) -> None:
        """Note something odd."""
        self.counted.setdefault(kind, []).append(line)

    def add_sentence(self, words: Sequence[str], lines: Sequence[int], name: str | None = None) -> None:
        """The words of the next sentence, with the lines that they stand in."""
        self.forms += words
        self.lines += lines
        self.sent_start.append(len(self.forms))
        self.names.append(f"# sent_id = {name}" if name else "")

    def end_document(self) -> None:
        """All sentences so far belong to documents that have ended."""
        self.doc_start.append(len(self.sent_start) - 1)

    def lay(self, places: Sequence[tuple[int, int]], first_word: int, spans: Sequence[Given]) -> None:
        """Lay spans over words, the first of which has this number; places are those of the words in the text."""
        starts = [start for start, _ in places]
        ends = [end for _, end in places]
        for span in spans:
            begin, end = span.pieces[0][0], span.pieces[-1][1]
            first = int(np.searchsorted(ends, begin, side="right"))
            stop = int(np.searchsorted(starts, end, side="left"))
            if stop <= first:
                self.count("spans over no word, left out", span.line)
                continue
            before, after = begin - starts[first], ends[stop - 1] - end
            part = ""
            if before > 0 or after > 0:
                self.count("spans with borders inside of words, kept as they are", span.line)
                part = f"{max(before, 0)}+{max(after, 0)}"
            if len(span.pieces) > 1:
                self.count("spans in pieces, the same only with the same pieces", span.line)
                inside = " ".join(f"{one - starts[first]}-{two - starts[first]}" for one, two in span.pieces)
                part = f"{part} {inside}".strip()
            self.rows.append((first_word + first, first_word + stop, span.label, part, span.line))

    def build(self, ask: Request, fmt: str, extra: Sequence[Irregularity] = ()) -> Corpus:
        """The corpus."""
        vocab, n_sents = ask.vocab, len(self.sent_start) - 1
        form = vocab.encode(self.forms)
        start, end, labels, parts, lines = zip(*self.rows, strict=True) if self.rows else ((), (), (), (), ())
        spans = Spans(
            np.array(start, dtype=np.int32),
            np.array(end, dtype=np.int32),
            vocab.encode(labels),
            part=vocab.encode(parts) if any(parts) else None,
            line=np.array(lines, dtype=np.int32),
        )
        odd = [Irregularity(kind, len(found), self.path, found[0]) for kind, found in self.counted.items()]
        named = [place if text else -1 for place, text in enumerate(self.names)]
        return Corpus(
            name=ask.name,
            format=fmt,
            vocab=vocab,
            sent_start=np.array(self.sent_start, dtype=np.int64),
            columns={"form": form},
            line=np.array(self.lines, dtype=np.int32),
            paths=(self.path,),
            file_start=np.array([0, len(form)], dtype=np.int64),
            doc_start=np.unique([*self.doc_start, n_sents]).astype(np.int64),
            sentence_names=Names(n_sents, self.names, np.array(named, dtype=np.int32)),
            document_names=Names(len({*self.doc_start, n_sents}) - 1),
            layers=("span",),
            irregularities=(*extra, *odd),
            spans=sort_spans(spans),
        )
