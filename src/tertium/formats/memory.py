"""What people hold in memory: lists of (token, tag) pairs here, everything else by its adapter.

A list may be one sentence of pairs or several sentences. A frame of words has columns named as in CoNLL-U (`form` or
`token` or `word`; `tag`, `upos`, `xpos`, `lemma`, `feats`, `head`, `deprel`, `entity`) and, for sentence borders,
`sentence` or `sent_id`; `head` counts words from 1 within the sentence, 0 is the root.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from pathlib import Path
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import ROOT, Corpus, Names
from tertium.errors import FormatError, UsageError, explain_half_pair, quote, shorten
from tertium.formats import reader
from tertium.formats.adapters.adapted import ENTITY, Adapted
from tertium.formats.columns import LAYERS
from tertium.formats.guess import Guess
from tertium.formats.sources import is_there

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from tertium._typing import Offsets
    from tertium.formats.label_columns import Inside
    from tertium.formats.request import LabelColumns, Request

PAIRS: Final = 1
SENTENCES: Final = 2
"""How many lists are around a word and its tag: one sentence is a list of pairs, a corpus a list of sentences."""


def nesting(value: Any) -> int:
    """How many lists are around the first pair of word and tag; 0 where there is none.

    >>> nesting([("The", "DET")]), nesting([[("The", "DET")]]), nesting(["a.conllu"])
    (1, 2, 0)
    """
    if type(value) not in (list, tuple) or not value:
        return 0
    if _are_tags(value):
        return SENTENCES
    inner = nesting(value[0])
    return PAIRS if _is_pair(value[0]) else inner + 1 if inner else 0


def are_labels(gold: Any, given: Any) -> bool:
    """Whether a flat list holds the labels of one output: beside a gold in memory, unless it names files."""
    flat = (str, int, float, bool, type(None))
    if isinstance(gold, str | Path) or nesting(gold) or type(given) not in (list, tuple) or not given:
        return False
    return all(isinstance(value, flat) for value in given) and not all(map(is_there, map(str, given)))


def is_one_output(gold: Any, systems: Any) -> bool:
    """Whether a list is one output: of labels, or of as many records, documents or trees as the gold has."""
    if are_labels(gold, systems):
        return True
    if type(gold) not in (list, tuple) or len(gold) != len(systems) or not gold or nesting(systems):
        return False
    from tertium.formats.adapters import is_single

    records = all(isinstance(one, dict) for one in (*gold, *systems))
    return records or (is_single(gold[0]) and is_single(systems[0]))


class Memory:
    """One corpus given as an object; looks like a file to the rest of the program."""

    def __init__(self, content: Any, name: str, column: str | None = None) -> None:
        """Turn whatever it is into columns, a table, or the text of a file; perhaps only a column of it is meant."""
        self.name = name
        self.column = column
        try:
            self.given = _adapt(content, name)
        except UnicodeEncodeError as error:
            raise explain_half_pair(error, name) from None

    def sniff(self) -> Guess:
        """What there is."""
        reason = "given as an object"
        if self.given.text is not None:
            from tertium.formats.sniffing import sniff

            return replace(sniff(self.given.text, self.given.format), reason=reason)
        if self.given.table is not None:
            return Guess("memory", reason, filled=frozenset({"label"}), holds=frozenset({"labels"}))
        columns = frozenset(self._words.columns)
        layers = columns - {"form", "sentence", "document"}
        has_spans, note = self._has_spans(), ""
        if has_spans and "head" in layers:
            has_spans, note = False, "it also holds entities (task='spans' compares them)"
        layers = (layers - {ENTITY}) | ({"tag"} if layers == {ENTITY} else set())
        holds: frozenset[str] = frozenset({"spans"} if has_spans else ())
        return Guess("memory", reason, heads="head" in layers, filled=layers, note=note, holds=holds)

    @property
    def _words(self) -> pl.DataFrame:
        """The words of an object that is neither a table nor a file."""
        if self.given.words is None:
            raise UsageError(f"{self.name} holds no words", hint="give words with their tags")
        return self.given.words

    def _has_spans(self) -> bool:
        """Whether there are tags of spans."""
        if ENTITY in self._words.columns:
            return True
        if "tag" not in self._words.columns:
            return False
        from tertium.formats.bio import are_tags

        return are_tags(self._words["tag"].drop_nulls().unique().to_list())

    def fingerprint(self) -> bytes:
        """The content as bytes: equal contents, equal bytes."""
        if self.given.text is not None:
            return self.given.text.data
        frame = self.given.table.frame if self.given.table is not None else self._words
        return frame.write_csv().encode("utf-8")

    def find_systems(self, ask: LabelColumns, wanted: Sequence[str]) -> Inside:
        """The columns of systems beside the gold, if it is a table of labels."""
        if self.given.table is None:
            raise UsageError(f"{self.name} is no table of labels", hint="give outputs after the gold")
        from tertium.formats.labels import find_systems_in

        return find_systems_in(self.given.table, ask, wanted)

    def with_column(self, column: str) -> Memory:
        """The same table, of which one column is meant, as a system of that name."""
        found = copy(self)
        found.name = found.column = column
        return found

    def read(self, ask: Request) -> Corpus:
        """The object as a corpus.

        Raises:
            FormatError: There is no word, a value that is needed is missing, or a head is no word of its sentence.
        """
        if self.given.text is not None:
            return replace(reader(self.given.format)(self.given.text, ask), format="memory")
        if self.given.table is not None:
            from tertium.formats.labels import build

            return build(self.given.table, ask)
        vocab = ask.vocab
        frame = self._frame_for(ask)
        n_words = len(frame)
        if not n_words and ask.conventions.reading != "ud":
            raise FormatError("it holds no words", path=self.name, hint="give at least one sentence")
        self._check_filled(frame, (ask.wanted | {"form", "sentence"}) - {"head"})  # heads are looked at by themselves
        sent_start = self._borders(frame)
        documents = self._documents(frame, sent_start)
        content = {
            name: vocab.encode(frame[name].fill_null("").to_list())
            for name in frame.columns
            if name in LAYERS and name != "head"
        }
        head = None
        if "head" in frame.columns and "head" in ask.wanted:
            number = self._head_numbers(frame, sent_start)
            start = np.repeat(sent_start[:-1], np.diff(sent_start))
            head = np.where(number == 0, ROOT, start + number - 1).astype(np.int32)
            if ask.conventions.text_heads:
                content["head"] = vocab.encode(map(str, number.tolist()))
        return Corpus(
            name=ask.name,
            format="memory",
            vocab=vocab,
            sent_start=sent_start,
            columns=content,
            line=np.arange(1, n_words + 1, dtype=np.int32),
            head=head,
            paths=(self.name,),
            file_start=np.array([0, n_words], dtype=np.int64),
            doc_start=documents,
            sentence_names=Names(len(sent_start) - 1),
            document_names=Names(len(documents) - 1),
            layers=tuple(name for name in frame.columns if name in LAYERS),
            wordless=self.given.wordless,
            irregularities=self.given.odd,
        )

    def _frame_for(self, ask: Request) -> pl.DataFrame:
        """The words, with tags of spans as their tags where spans are compared."""
        import polars as pl

        frame = self._words
        if ENTITY not in frame.columns:
            return frame
        alone = not {"tag", "upos", "xpos", "head"} & set(frame.columns)
        if ask.conventions.task == "spans" or alone:
            return frame.with_columns(pl.col(ENTITY).alias("tag")).drop(ENTITY)
        return frame.drop(ENTITY)

    def _documents(self, frame: pl.DataFrame, sent_start: Offsets) -> Offsets:
        """(n_documents + 1,) over sentences."""
        n_sents = len(sent_start) - 1
        if "document" not in frame.columns or not n_sents:
            return np.unique([0, n_sents]).astype(np.int64)
        column = frame["document"].gather(sent_start[:-1])
        changes = np.flatnonzero((column != column.shift(1)).fill_null(value=True).to_numpy())
        return np.unique(np.concatenate([[0], changes, [n_sents]])).astype(np.int64)

    def _borders(self, frame: pl.DataFrame) -> Offsets:
        n_words = len(frame)
        if "sentence" not in frame.columns:
            return np.unique([0, n_words]).astype(np.int64)
        column = frame["sentence"]
        changes = np.flatnonzero((column != column.shift(1)).fill_null(value=True).to_numpy())
        return np.unique(np.concatenate([[0], changes, [n_words]])).astype(np.int64)

    def _check_filled(self, frame: pl.DataFrame, wanted: frozenset[str]) -> None:
        """Make sure that nothing is missing in the columns that will be looked at, and no word is white space."""
        for name in (column for column in frame.columns if column in wanted):
            column = frame[name]
            missing = column.is_null()
            if name == "form":
                missing |= column.str.contains(r"^\p{Zs}*$").fill_null(value=True)
            if missing.any():
                row = int(missing.arg_true()[0])
                raise FormatError(
                    "the word is empty" if name == "form" else f"the {name} is missing",
                    path=self.name,
                    line=row + 1,
                    hint="every row needs a word" if name == "form" else "every row needs one; write _ for none",
                )

    def _head_numbers(self, frame: pl.DataFrame, sent_start: Offsets) -> Offsets:
        import polars as pl

        value = frame["head"]
        number = value.cast(pl.Float64, strict=False).fill_null(-1).fill_nan(-1).to_numpy()
        length = np.repeat(np.diff(sent_start), np.diff(sent_start))
        wrong = np.flatnonzero((number < 0) | (number > length) | (number != np.floor(number)))
        if len(wrong):
            row = int(wrong[0])
            raise FormatError(
                f"head is {shorten(repr(value[row]))}, but the sentence has {length[row]} words",
                path=self.name,
                line=row + 1,
                hint="heads count words from 1 within the sentence, 0 is the root; give a `sentence` column",
            )
        return number.astype(np.int64)


def _adapt(content: Any, name: str) -> Adapted:
    """What is in an object.

    Raises:
        UsageError: Nobody knows it.
    """
    if isinstance(content, GeneratorType):
        content = list(content)
    from tertium.formats.adapters import adapt

    is_list = type(content) in (list, tuple)
    if is_list and (not content or (nesting(content) and not _are_tags(content))):
        return Adapted(words=_from_pairs(content, name))
    found = adapt(content, name)
    if found is None and is_list:
        return Adapted(words=_from_pairs(content, name))
    if found is None:
        raise UsageError(
            f"{name}: {type(content).__name__} cannot be compared",
            hint="give a path, a list of (token, tag) pairs, a list of such sentences, a data frame, or what else "
            "`tertium formats` lists",
        )
    return found


def _are_tags(content: Any) -> bool:
    """Whether it is a list of lists of BIO tags."""
    from tertium.formats.adapters import tag_lists

    return tag_lists.takes(content)


def _from_pairs(content: list[Any] | tuple[Any, ...], name: str) -> pl.DataFrame:
    import polars as pl

    sentences = content if content and not _is_pair(content[0]) else [content]
    rows: list[tuple[int, str, str]] = []
    for number, sentence in enumerate(sentences):
        pairs = sentence if isinstance(sentence, list | tuple) else [sentence]
        if _is_word_with_something(sentence):  # a word where a sentence was expected: its tag is no string
            pairs = [sentence]
        for place, pair in enumerate(pairs, 1):
            if not _is_pair(pair):
                raise FormatError(
                    f"word {place} is {quote(pair)}, not a pair of token and tag",
                    path=name,
                    sentence=str(number + 1),
                    hint="give [('The', 'DET'), ('cat', 'NOUN')], or a list of such sentences",
                )
            rows.append((number, pair[0], pair[1]))
    return pl.DataFrame(rows, schema={"sentence": pl.Int64, "form": pl.String, "tag": pl.String}, orient="row")


def _is_word_with_something(value: Any) -> bool:
    """A word and what should be its tag, but is a number, None or the like."""
    if not isinstance(value, tuple | list) or len(value) != 2 or not isinstance(value[0], str):  # noqa: PLR2004
        return False
    return not isinstance(value[1], str | tuple | list)


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(part, str) for part in value)  # noqa: PLR2004
