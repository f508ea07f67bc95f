"""Corpus and Vocab: a file as a handful of flat columns.

Gold and systems share one vocabulary, so that equal code means equal string and every comparison is one of
integers. There is no object for a token: a sentence is a range of rows, a head is a row number. What the file
had that it should not have had (a doubled blank line, two roots) is kept as counted irregularities, never lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from tertium.errors import explain_half_pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import polars as pl
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.mentions import Mentions
    from tertium.nodes import Nodes
    from tertium.spans import Spans

MISSING: Final = -1
"""No row, no answer: an unaligned word, an absent column."""

ROOT: Final = -1
"""In `Corpus.head`: the word hangs on the artificial root."""

EMPTY: Final = 0
"""The code of the empty string in every vocabulary."""

HEADLESS: Final = -2
"""In `Corpus.head`: no head could be read (only where a scorer's preset goes on regardless)."""


_NULL: Final = 0xFFFFFFFF  # as a signed number: MISSING


def as_text(strings: Sequence[str | None], name: str = "") -> pl.Series:
    """Strings of Python as a column of text.

    Raises:
        InputError: One of them holds half of a surrogate pair, which is no character.
    """
    import polars as pl

    try:
        return pl.Series(name, strings, dtype=pl.String)
    except UnicodeEncodeError as error:
        raise explain_half_pair(error) from None


class Vocab:
    """Strings as numbers, shared by everything in one comparison.

    Backed by polars' categories, which the reader fills while it parses: no Python string is made for a token.
    The codes depend on reading order and on threads, so nothing that people see is ever sorted by them.
    """

    def __init__(self) -> None:
        """Start empty, with categories of this object's own: two comparisons never share or disturb each other."""
        import polars as pl

        self.dtype = pl.Categorical(pl.Categories.random())
        self._anchor = pl.Series([""], dtype=self.dtype)  # polars forgets categories that no column holds
        self._strings = pl.Series([""], dtype=pl.String)
        self._size = 1
        self._lock = RLock()  # files are read side by side

    def __len__(self) -> int:
        """How many strings there are."""
        return self._size

    def take(self, column: pl.Series) -> Codes:
        """Codes of a column of this vocabulary's type; missing where it is null."""
        import polars as pl

        physical = column.to_physical()
        highest = physical.max()
        with self._lock:
            self._size = max(self._size, 1 + highest if isinstance(highest, int) else 0)
        if physical.null_count():
            physical = physical.fill_null(pl.lit(_NULL, dtype=pl.UInt32))
        return physical.to_numpy().view(np.int32)

    @property
    def strings(self) -> pl.Series:
        """All strings; row `code` is the string of that code."""
        with self._lock:
            known = len(self._strings)
            if known < self._size:
                self._strings = self._strings.clone().append(self._look_up(np.arange(known, self._size)))
            return self._strings

    def _look_up(self, codes: NDArray[np.integer[Any]]) -> pl.Series:
        import polars as pl

        return pl.Series(codes.astype(np.uint32)).cat.to(self.dtype).cast(pl.String)

    def encode(self, strings: Iterable[str]) -> Codes:
        """Codes of the strings, new ones being added.

        Raises:
            InputError: One of them holds half of a surrogate pair.
        """
        return self.take(as_text(list(strings)).cast(self.dtype))

    def code(self, string: str) -> int:
        """Code of one string, added if new."""
        return int(self.encode([string])[0])

    def decode(self, codes: Sequence[int] | NDArray[np.integer[Any]]) -> list[str]:
        """Strings of the codes; a missing code becomes the empty string.

        >>> vocab = Vocab()
        >>> vocab.decode(vocab.encode(["obj", "nsubj", "obj"]))
        ['obj', 'nsubj', 'obj']
        """
        known = np.maximum(np.asarray(codes, dtype=np.int64), EMPTY)
        texts: list[str] = self._look_up(known).to_list() if len(known) else []
        return texts

    def used(self, codes: Codes) -> Codes:
        """The distinct codes that occur, without sorting the column."""
        seen = np.zeros(len(self) + 1, dtype=np.bool_)  # the last place takes the missing ones
        seen[codes] = True
        return np.flatnonzero(seen[:-1]).astype(np.int32)

    def rewrite(self, codes: Codes, rule: Callable[[str], str]) -> Codes:
        """The column with every string rewritten by the rule, which is called once for each distinct string.

        >>> vocab = Vocab()
        >>> column = vocab.encode(["nsubj:pass", "obj"])
        >>> vocab.decode(vocab.rewrite(column, lambda label: label.partition(":")[0]))
        ['nsubj', 'obj']
        """
        used = self.used(codes)
        before = self.decode(used)
        after = [rule(text) for text in before]
        changed = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        if not changed:
            return codes
        table = np.arange(len(self) + 1, dtype=np.int32)
        table[-1] = MISSING
        table[used[changed]] = self.encode([after[place] for place in changed])
        return table[codes]

    def flag(self, codes: Codes, test: Callable[[str], bool]) -> Mask:
        """Which rows hold a string that passes the test, which is called once for each distinct string."""
        used = self.used(codes)
        table = np.zeros(len(self) + 1, dtype=np.bool_)
        table[used] = [test(text) for text in self.decode(used)]
        return table[codes]

    def combine(self, columns: Sequence[Codes], separator: str = "|") -> Codes:
        """One column whose strings are the columns' strings joined; each distinct combination is made once."""
        joined = columns[0]
        for column in columns[1:]:
            joined = self._join(joined, column, separator)
        return joined

    def _join(self, left: Codes, right: Codes, separator: str) -> Codes:
        used_left, used_right = self.used(left), self.used(right)
        dense_left, dense_right = self._dense(used_left), self._dense(used_right)
        width = max(len(used_right), 1)
        key = dense_left[left].astype(np.int64) * width + dense_right[right]
        keys, place = distinct(key, len(used_left) * width)
        texts_left = self.decode(used_left[keys // width])
        texts_right = self.decode(used_right[keys % width])
        codes = self.encode(f"{a}{separator}{b}" for a, b in zip(texts_left, texts_right, strict=True))
        return codes[place]

    def _dense(self, used: Codes) -> Codes:
        table = np.zeros(len(self) + 1, dtype=np.int32)
        table[used] = np.arange(len(used), dtype=np.int32)
        return table


_FLAGS_AT_MOST: Final = 1 << 24  # 16 MB of flags are cheaper than sorting a column; more are not


def distinct(keys: np.ndarray[tuple[int], np.dtype[np.int64]], bound: int) -> tuple[Offsets, Codes]:
    """Distinct keys in rising order, and for each row the place of its key among them; keys are below the bound."""
    if bound <= _FLAGS_AT_MOST:
        seen = np.zeros(bound, dtype=np.bool_)
        seen[keys] = True
        values = np.flatnonzero(seen)
        table = np.zeros(bound, dtype=np.int32)
        table[values] = np.arange(len(values), dtype=np.int32)
        return values, table[keys]
    values, place = np.unique(keys, return_inverse=True)
    return values, place.astype(np.int32)


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something a file should not have had, which did not stop the reading: said, with its count."""

    kind: str
    count: int
    path: str
    line: int
    single: str = ""  # the kind where there is only one, if that is more than an s less

    def __str__(self) -> str:
        """`a.conllu: 3 sentences with several roots (first at line 17)`."""
        first = "first at" if self.count > 1 else "at"
        return f"{self.path}: {self.count:,} {self._noun()} ({first} line {self.line})"

    def _noun(self) -> str:
        """The kind, in the singular if there is one: its first plural noun loses its s."""
        if self.count > 1:
            return self.kind
        if self.single:
            return self.single
        return re.sub(r"\b(mark|line|sentence|comment|word|token|row|end|span|text)s\b", r"\1", self.kind, count=1)


@dataclass(frozen=True, eq=False, slots=True)
class Surface:
    """The orthographic tokens over the words: a multiword token covers several words, any other just one."""

    form: Codes  # (n_tokens,)
    word_start: Offsets  # (n_tokens + 1,)  token t covers words word_start[t]:word_start[t + 1]
    multiword: Mask  # (n_tokens,)  the token is a multiword token (perhaps of one word)

    @property
    def n_tokens(self) -> int:
        """How many tokens there are."""
        return len(self.form)

    def of_words(self) -> Codes:
        """(n_words,) the token of each word."""
        return np.repeat(np.arange(self.n_tokens, dtype=np.int32), np.diff(self.word_start))


class BlankLines(NamedTuple):
    """Empty lines beyond those that end sentences, and those that are missing: scorers that count lines care."""

    idle_after: tuple[int, ...] = ()  # words of the file before each that ends no sentence, if words follow
    trailing: int = 0  # end no sentence, at the end of a file
    missing: int = 0  # sentences at the end of a file without an empty line after them

    def __add__(self, other: object) -> BlankLines:
        """Those of two files."""
        if not isinstance(other, BlankLines):
            return NotImplemented
        trailing, missing = self.trailing + other.trailing, self.missing + other.missing
        return BlankLines((*self.idle_after, *other.idle_after), trailing, missing)

    @property
    def idle(self) -> int:
        """How many end no sentence, although words follow."""
        return len(self.idle_after)

    @property
    def n_lines(self) -> int:
        """How many more empty lines than sentences there are."""
        return self.idle + self.trailing - self.missing


@dataclass(frozen=True, eq=False, slots=True)
class Names:
    """Names for some of n things, kept as the comment lines they were read from until somebody asks."""

    n: int
    texts: Sequence[str] | pl.Series = ()  # `# sent_id = x`, `# newdoc`
    place: Codes | None = None  # (n,)  which text names thing i; -1: none does

    def get(self, index: int) -> str | None:
        """The name of one thing, or None."""
        if self.place is None or self.place[index] < 0:
            return None
        return str(self.texts[int(self.place[index])]).partition("=")[2].strip() or None

    def strings(self) -> pl.Series:
        """(n,) all names; null where there is none."""
        import polars as pl

        if self.place is None:
            return pl.Series([None] * self.n, dtype=pl.String)
        names = pl.Series(self.texts, dtype=pl.String).str.extract(r"=\s*(.*?)\s*$")
        known = pl.Series(self.place).replace(MISSING, None)
        return names.replace("", None).gather(known)

    def or_numbers(self) -> pl.Series:
        """(n,) all names; where there is none, the number, from 1."""
        import polars as pl

        names = self.strings()
        return names.zip_with(names.is_not_null(), pl.Series(np.arange(1, self.n + 1)).cast(pl.String))


@dataclass(frozen=True, eq=False, slots=True)
class Comments:
    """Every comment line of a file, kept only where somebody asks for metadata."""

    sentence: Offsets  # (n_comments,)  the sentence that each stands before
    texts: pl.Series  # (n_comments,)  `# genre = news`


@dataclass(frozen=True, eq=False, slots=True)
class Corpus:
    """Gold, or one system's output. Row i of every word column is word i.

    A head is the row of another word, `ROOT`, or (where a preset goes on regardless) `HEADLESS`.
    """

    name: str
    format: str
    vocab: Vocab  # string <-> code, shared by everything in one comparison
    sent_start: Offsets  # (n_sents + 1,)  sentence s is words sent_start[s]:sent_start[s + 1]
    columns: Mapping[str, Codes]  # "form", "upos", "deprel", ... -> (n_words,)
    line: Codes  # (n_words,)  line in the file, kept for messages
    tokens: Surface | None = None  # where some cover several words; None: each word is a token of its own
    head: Codes | None = None  # (n_words,)
    paths: tuple[str, ...] = ()
    file_start: Offsets = field(default_factory=lambda: np.zeros(1, dtype=np.int64))  # (n_files + 1,)  over words
    doc_start: Offsets = field(default_factory=lambda: np.zeros(1, dtype=np.int64))  # (n_docs + 1,)  over sentences
    sentence_names: Names = field(default_factory=lambda: Names(0))
    document_names: Names = field(default_factory=lambda: Names(0))
    layers: tuple[str, ...] = ()  # what the file could be asked for, read or not
    wordless: bool = False  # the words have places only: forms are stand-ins
    n_empty_nodes: int = 0
    blank_lines: BlankLines = BlankLines()  # noqa: RUF009 (a tuple, which nobody can change)
    irregularities: tuple[Irregularity, ...] = ()
    nodes: Nodes | None = None  # phrases, where the file has trees of them
    mentions: Mentions | None = None  # coreference, where the file has it
    spans: Spans | None = None  # entities, chunks or arguments, where the file has some
    comments: Comments | None = None  # None: nobody asked for them
    own: pl.DataFrame | None = None  # other columns of the same table, one row a sentence
    _plain: Surface | None = field(default=None, init=False, repr=False)  # where `tokens` has none

    @property
    def n_words(self) -> int:
        """How many words there are (not multiword tokens, not empty nodes)."""
        return len(self.line)

    @property
    def n_sents(self) -> int:
        """How many sentences there are."""
        return len(self.sent_start) - 1

    @property
    def n_docs(self) -> int:
        """How many documents there are."""
        return len(self.doc_start) - 1

    @property
    def surface(self) -> Surface:
        """The orthographic tokens, whether words differ from them or not."""
        found = self.tokens or self._plain
        if found is None:  # made at the first look, kept for the next
            n = self.n_words
            found = Surface(self.columns["form"], np.arange(n + 1, dtype=np.int64), np.zeros(n, dtype=np.bool_))
            object.__setattr__(self, "_plain", found)
        return found

    @property
    def sent_len(self) -> Offsets:
        """(n_sents,) words in each sentence."""
        return np.diff(self.sent_start)

    def sentence_of_words(self) -> Codes:
        """(n_words,) the sentence of each word."""
        return np.repeat(np.arange(self.n_sents, dtype=np.int32), self.sent_len)

    def position_of_words(self) -> Codes:
        """(n_words,) place of each word in its sentence, from 1."""
        starts = np.repeat(self.sent_start[:-1], self.sent_len)
        return (np.arange(self.n_words, dtype=np.int64) - starts + 1).astype(np.int32)

    def sentence_name(self, sentence: int) -> str:
        """`sent_id` of the sentence, or its number in the file, from 1."""
        return self.sentence_names.get(sentence) or str(sentence + 1)

    def document_name(self, document: int) -> str:
        """Name of the document, or its number, from 1."""
        return self.document_names.get(document) or str(document + 1)

    def path_of(self, word: int) -> str:
        """The file that a word comes from."""
        if not self.paths:
            return self.name
        file = int(np.searchsorted(self.file_start, word, side="right")) - 1
        return self.paths[min(file, len(self.paths) - 1)]

    def forms(self, start: int, stop: int) -> list[str]:
        """Forms of the words start to stop."""
        return self.vocab.decode(self.columns["form"][start:stop])

    def with_columns(self, columns: Mapping[str, Codes]) -> Corpus:
        """The same corpus with some columns replaced or added."""
        return replace(self, columns={**self.columns, **columns})
