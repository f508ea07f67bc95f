"""What people hold in memory: lists of (token, tag) pairs, and data frames of one row a word.

A list may be one sentence of pairs or several sentences. A frame (polars or pandas) has columns named as in CoNLL-U
(`form` or `token` or `word`; `tag`, `upos`, `xpos`, `lemma`, `feats`, `head`, `deprel`) and, for sentence borders,
`sentence` or `sent_id`; `head` counts words from 1 within the sentence, 0 is the root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import ROOT, Corpus, Names
from tertium.errors import FormatError, UsageError, quote, shorten
from tertium.formats.columns import LAYERS, plain_surface
from tertium.formats.guess import Guess

if TYPE_CHECKING:
    import polars as pl

    from tertium._typing import Offsets
    from tertium.formats.request import Request

_ALIASES: Final = {
    "token": "form",
    "word": "form",
    "text": "form",
    "pos": "tag",
    "dep": "deprel",
    "sent_id": "sentence",
    "sent": "sentence",
}


PAIRS: Final = 1
SENTENCES: Final = 2
"""How many lists are around a word and its tag: one sentence is a list of pairs, a corpus a list of sentences."""


def nesting(value: Any) -> int:
    """How many lists are around the first pair of word and tag; 0 where there is none.

    >>> nesting([("The", "DET")]), nesting([[("The", "DET")]]), nesting(["a.conllu"])
    (1, 2, 0)
    """
    if not isinstance(value, list | tuple) or not value:
        return 0
    inner = nesting(value[0])
    return PAIRS if _is_pair(value[0]) else inner + 1 if inner else 0


class Memory:
    """One corpus given as an object; looks like a file to the rest of the program."""

    def __init__(self, content: Any, name: str) -> None:
        """Turn whatever it is into one frame."""
        self.name = name
        self.column: str | None = None
        self.frame = _as_frame(content, name)

    def sniff(self) -> Guess:
        """Which layers there are."""
        layers = frozenset(self.frame.columns) - {"form", "sentence"}
        return Guess("memory", "given as an object", heads="head" in layers, filled=layers)

    def read(self, ask: Request) -> Corpus:
        """The frame as a corpus.

        Raises:
            FormatError: There is no word, a value that is needed is missing, or a head is no word of its sentence.
        """
        frame, vocab = self.frame, ask.vocab
        n_words = len(frame)
        if not n_words and ask.conventions.reading != "ud":
            raise FormatError("it holds no words", path=self.name, hint="give at least one sentence")
        self._check_filled((ask.wanted | {"form", "sentence"}) - {"head"})  # heads are looked at by themselves
        sent_start = self._borders()
        content = {
            name: vocab.encode(frame[name].fill_null("").to_list())
            for name in frame.columns
            if name in LAYERS and name != "head"
        }
        head = None
        if "head" in frame.columns and "head" in ask.wanted:
            number = self._head_numbers(sent_start)
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
            surface=plain_surface(content["form"]),
            line=np.arange(1, n_words + 1, dtype=np.int32),
            head=head,
            paths=(self.name,),
            file_start=np.array([0, n_words], dtype=np.int64),
            doc_start=np.unique([0, len(sent_start) - 1]).astype(np.int64),
            sentence_names=Names(len(sent_start) - 1),
            document_names=Names(int(len(sent_start) > 1)),
            layers=tuple(name for name in frame.columns if name in LAYERS),
        )

    def _borders(self) -> Offsets:
        n_words = len(self.frame)
        if "sentence" not in self.frame.columns:
            return np.unique([0, n_words]).astype(np.int64)
        column = self.frame["sentence"]
        changes = np.flatnonzero((column != column.shift(1)).fill_null(value=True).to_numpy())
        return np.unique(np.concatenate([[0], changes, [n_words]])).astype(np.int64)

    def _check_filled(self, wanted: frozenset[str]) -> None:
        """Make sure that nothing is missing in the columns that will be looked at, and no word is white space."""
        for name in (column for column in self.frame.columns if column in wanted):
            column = self.frame[name]
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

    def _head_numbers(self, sent_start: Offsets) -> Offsets:
        import polars as pl

        value = self.frame["head"]
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


def _as_frame(content: Any, name: str) -> pl.DataFrame:
    """The columns that mean something, under our names, as text (heads as they are); what is missing is null."""
    import polars as pl

    if isinstance(content, list | tuple):
        content = _from_pairs(content, name)
    if not isinstance(content, pl.DataFrame) and not is_pandas(content):
        raise UsageError(
            f"{name}: {type(content).__name__} cannot be compared",
            hint="give a path, a list of (token, tag) pairs, a list of such sentences, or a data frame",
        )
    columns = _find_layers([str(column) for column in content.columns], name)
    if isinstance(content, pl.DataFrame):
        found = {layer: content.to_series(place) for layer, place in columns.items()}
    else:
        found = {layer: _from_pandas(content.iloc[:, place], layer) for layer, place in columns.items()}
    texts = [pl.col(layer).cast(pl.String) for layer in found if layer != "head"]
    return pl.DataFrame(found).with_columns(texts)


def _find_layers(names: list[str], owner: str) -> dict[str, int]:
    """Which column holds which layer."""
    found: dict[str, int] = {}
    for place, column in enumerate(names):
        layer = _ALIASES.get(column.lower(), column.lower())
        if layer in found:
            both = f"{names[found[layer]]} and {column}"
            raise UsageError(f"{owner}: the columns {both} both mean {layer}", hint="keep one of them")
        if layer in (*LAYERS, "sentence"):
            found[layer] = place
    if "form" not in found:
        raise UsageError(f"{owner}: the frame has no column for the words", hint="name it form, token or word")
    return found


def is_pandas(content: Any) -> bool:
    """Whether it is a frame of pandas, without importing it."""
    return hasattr(content, "iloc") and hasattr(content, "columns")


def _from_pandas(column: Any, layer: str) -> pl.Series:
    """A column of pandas: NaN, NaT, NA and None are null."""
    import polars as pl

    pairs = zip(column.tolist(), column.isna().tolist(), strict=True)
    values = [None if missing else str(value) for value, missing in pairs]
    return pl.Series(layer, values, dtype=pl.String)


def _from_pairs(content: list[Any] | tuple[Any, ...], name: str) -> pl.DataFrame:
    import polars as pl

    sentences = content if content and not _is_pair(content[0]) else [content]
    rows: list[tuple[int, str, str]] = []
    for number, sentence in enumerate(sentences):
        pairs = sentence if isinstance(sentence, list | tuple) else [sentence]
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


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(part, str) for part in value)  # noqa: PLR2004
