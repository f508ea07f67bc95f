"""Files as corpora: find the format, read each file, put several together."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import reduce
from itertools import chain, islice
from operator import add
from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import Comments, Corpus, Names, Surface
from tertium.errors import FormatError, InputError, UsageError
from tertium.formats import reader
from tertium.formats.sniffing import sniff
from tertium.formats.sources import STDIN, read_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from tertium._typing import Offsets
    from tertium.formats.guess import Guess
    from tertium.formats.request import Request
    from tertium.formats.sources import Source, Text
    from tertium.mentions import Mentions
    from tertium.nodes import Nodes
    from tertium.spans import Spans


class Files:
    """One corpus in one file or several; the first is looked at, and kept until it has been read."""

    def __init__(
        self, source: Source, *, fmt: str | None = None, encoding: str = "utf-8", column: str | None = None
    ) -> None:
        """Take where the files are and, perhaps, what they are, and which column of a table is meant."""
        self.name = source.name
        self.column = column
        self.source = source
        self._format = fmt
        self._encoding = encoding
        self._first: Text | None = None
        self._stdin: Text | None = None

    def with_column(self, column: str) -> Files:
        """The same table, of which one column is meant, as a system of that name; what has been read is kept."""
        found = copy(self)
        found.name = found.column = column
        found.source = replace(self.source, name=column)
        return found

    def texts(self) -> Iterator[Text]:
        """The files one after the other; standard input, which can be read only once, is kept."""
        for path in self.source.paths:
            if path == STDIN and self._stdin is not None:
                yield self._stdin
                continue
            text = next(iter(replace(self.source, paths=(path,)).texts(self._encoding)))
            if path == STDIN:
                self._stdin = text
            yield text

    def sniff(self, fmt: str | None = None, columns: Mapping[str, int] | None = None, why: str = "as told") -> Guess:
        """Look at the first file; a format that the user or a preset names is taken as it is, and why is said."""
        if self._first is None:
            self._first = next(self.texts())
        try:
            return sniff(self._first, self._format or fmt, columns, why="as told" if self._format else why)
        except FormatError as error:
            if self._encoding.lower() in ("utf-8", "utf8"):
                raise
            hint = f"it was read as {self._encoding}: leave out --encoding if it is UTF-8"
            raise FormatError(error.message, path=error.path, line=error.line, hint=hint) from None

    def peek(self, fmt: str | None = None, columns: Mapping[str, int] | None = None) -> Guess | None:
        """What the first file seems to be; None if that cannot be told (reading it will say why)."""
        try:
            text = read_start(self.source.paths[0]) if self._encoding.lower() in ("utf-8", "utf8") else None
            return self.sniff(fmt, columns) if text is None else sniff(text, self._format or fmt, columns)
        except InputError:
            return None

    def read(self, ask: Request, fmt: str) -> Corpus:
        """Read all files, one at a time; the text of each is let go before the next."""
        corpora: list[Corpus] = []
        texts = self.texts()
        if self._first is not None:
            first, self._first = self._first, None
            texts = chain([first], islice(texts, 1, None)) if len(self.source.paths) > 1 else iter([first])
        for text in texts:
            corpus = reader(fmt)(text, ask)
            _check_content(text, corpus, ask)
            corpora.append(corpus)
        return corpora[0] if len(corpora) == 1 else concatenate(corpora)


def _check_content(text: Text, corpus: Corpus, ask: Request) -> None:
    """Make sure that there is something to compare.

    The UD evaluation scores an empty file too, the coreference scorers documents without words.

    Raises:
        FormatError: There is no word.
        UsageError: Heads are wanted and there are none.
    """
    failed = corpus.nodes is not None and corpus.n_sents and ask.role == "system"  # parses that all failed
    reading = ask.conventions.reading
    idle = reading in ("ud", "evalb") or failed or (reading == "conll2012" and (corpus.n_docs or ask.role == "system"))
    if not corpus.n_words and not idle:
        lines = [line for _, line in text.lines() if line.strip()]
        comments = all(line.startswith("#") for line in lines)
        what = "holds no words" if not comments else "holds comments only" if lines else "is empty"
        raise FormatError(f"the file {what}", path=text.path, hint="give a file with at least one sentence")
    if corpus.head is None and corpus.n_words and "head" in ask.wanted and ask.conventions.task == "dependency":
        raise UsageError(
            f"{text.path} has no heads, so dependencies cannot be compared", hint="--task tagging compares the tags"
        )


def concatenate(corpora: Sequence[Corpus]) -> Corpus:
    """Several files as one corpus; each file starts a document."""
    shared = set.intersection(*(set(corpus.columns) for corpus in corpora))
    shifts = np.cumsum([0, *(corpus.n_words for corpus in corpora)])
    heads = [
        None if corpus.head is None else np.where(corpus.head >= 0, corpus.head + shift, corpus.head)
        for corpus, shift in zip(corpora, shifts[:-1], strict=True)
    ]
    present = [head for head in heads if head is not None]
    return replace(
        corpora[0],
        sent_start=_chain([corpus.sent_start for corpus in corpora]),
        columns={name: np.concatenate([corpus.columns[name] for corpus in corpora]) for name in sorted(shared)},
        tokens=_join_tokens(corpora),
        line=np.concatenate([corpus.line for corpus in corpora]),
        head=np.concatenate(present).astype(np.int32) if len(present) == len(corpora) else None,
        paths=tuple(path for corpus in corpora for path in corpus.paths),
        file_start=_chain([corpus.file_start for corpus in corpora]),
        doc_start=_chain([corpus.doc_start for corpus in corpora]),
        sentence_names=_join_names(
            [corpus.sentence_names for corpus in corpora], [corpus.n_sents for corpus in corpora]
        ),
        document_names=_join_names(
            [corpus.document_names for corpus in corpora], [corpus.n_docs for corpus in corpora]
        ),
        wordless=all(corpus.wordless for corpus in corpora),
        n_empty_nodes=sum(corpus.n_empty_nodes for corpus in corpora),
        blank_lines=reduce(add, (corpus.blank_lines for corpus in corpora)),
        irregularities=tuple(fault for corpus in corpora for fault in corpus.irregularities),
        comments=_join_comments(corpora),
        nodes=_join_trees(corpora),
        mentions=_join_mentions(corpora),
        spans=_join_spans(corpora),
        own=_join_tables(corpora),
    )


def _chain(offsets: Sequence[Offsets]) -> Offsets:
    parts, shift = [np.zeros(1, dtype=np.int64)], 0
    for part in offsets:
        parts.append(part[1:] + shift)
        shift += int(part[-1])
    return np.concatenate(parts)


def _join_tokens(corpora: Sequence[Corpus]) -> Surface | None:
    """The tokens of all files; None if none of them has tokens of several words."""
    if all(corpus.tokens is None for corpus in corpora):
        return None
    surfaces = [corpus.surface for corpus in corpora]
    return Surface(
        np.concatenate([surface.form for surface in surfaces]),
        _chain([surface.word_start for surface in surfaces]),
        np.concatenate([surface.multiword for surface in surfaces]),
    )


def _join_trees(corpora: Sequence[Corpus]) -> Nodes | None:
    """The phrases of all files; None unless all have some."""
    parts = [corpus.nodes for corpus in corpora if corpus.nodes is not None]
    if len(parts) < len(corpora):
        return None
    from tertium.nodes import join_nodes

    return join_nodes(parts, [corpus.n_words for corpus in corpora])


def _join_mentions(corpora: Sequence[Corpus]) -> Mentions | None:
    """The mentions of all files; None unless all have some."""
    parts = [corpus.mentions for corpus in corpora if corpus.mentions is not None]
    if len(parts) < len(corpora):
        return None
    from tertium.mentions import join_mentions

    return join_mentions(parts, [corpus.n_words for corpus in corpora])


def _join_spans(corpora: Sequence[Corpus]) -> Spans | None:
    """The spans of all files; None unless all have some."""
    parts = [corpus.spans for corpus in corpora if corpus.spans is not None]
    if len(parts) < len(corpora):
        return None
    from tertium.spans import join_spans

    return join_spans(parts, [corpus.n_words for corpus in corpora])


def _join_tables(corpora: Sequence[Corpus]) -> pl.DataFrame | None:
    """The other columns of all tables, as text where their types differ; None unless all have some."""
    import polars as pl

    parts = [corpus.own for corpus in corpora if corpus.own is not None]
    if len(parts) != len(corpora):
        return None
    try:
        return pl.concat(parts, how="diagonal")
    except pl.exceptions.PolarsError:
        return pl.concat([part.cast(pl.String) for part in parts], how="diagonal")


def _join_comments(corpora: Sequence[Corpus]) -> Comments | None:
    """The comments of those files that kept them."""
    import polars as pl

    shifts = np.cumsum([0, *(corpus.n_sents for corpus in corpora)])
    kept = [(corpus.comments, shift) for corpus, shift in zip(corpora, shifts[:-1], strict=True) if corpus.comments]
    if not kept:
        return None
    return Comments(
        np.concatenate([comments.sentence + shift for comments, shift in kept]),
        pl.concat([comments.texts for comments, _ in kept]),
    )


def _join_names(names: Sequence[Names], sizes: Sequence[int]) -> Names:
    texts: list[str] = []
    places = []
    for part, size in zip(names, sizes, strict=True):
        own = part.place if part.place is not None else np.full(size, -1, dtype=np.int32)
        places.append(np.where(own >= 0, own + len(texts), -1))
        texts.extend(str(text) for text in part.texts)
    return Names(sum(sizes), texts, np.concatenate(places).astype(np.int32))
