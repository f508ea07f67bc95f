"""What people hold in memory: lists of (token, tag) pairs, and data frames of one row a word.

A list may be one sentence of pairs or several sentences. A frame (polars or pandas) has columns named as in CoNLL-U
(`form` or `token` or `word`; `tag`, `upos`, `xpos`, `lemma`, `feats`, `head`, `deprel`) and, for sentence borders,
`sentence` or `sent_id`; `head` counts words from 1 within the sentence, 0 is the root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import ROOT, Corpus, Names
from tertium.errors import FormatError, UsageError
from tertium.formats.columns import LAYERS, plain_surface
from tertium.formats.sniffing import Guess

if TYPE_CHECKING:
    import polars as pl

    from tertium._typing import Codes, Offsets
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


class Memory:
    """One corpus given as an object; looks like a file to the rest of the program."""

    def __init__(self, content: Any, name: str) -> None:
        """Turn whatever it is into one frame."""
        self.name = name
        self.frame = _as_frame(content, name)

    def sniff(self) -> Guess:
        """Which layers there are."""
        layers = frozenset(self.frame.columns) - {"form", "sentence"}
        return Guess("memory", "given as an object", heads="head" in layers, filled=layers)

    def read(self, ask: Request) -> Corpus:
        """The frame as a corpus."""
        frame, vocab = self.frame, ask.vocab
        n_words = len(frame)
        sent_start = self._borders()
        content = {
            name: vocab.encode(frame[name].to_list()) for name in frame.columns if name in LAYERS and name != "head"
        }
        head = self._heads(sent_start) if "head" in frame.columns and "head" in ask.wanted else None
        if head is not None and ask.conventions.text_heads:
            content["head"] = vocab.encode(str(value) for value in frame["head"].to_list())
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

    def _heads(self, sent_start: Offsets) -> Codes:
        import polars as pl

        number = self.frame["head"].cast(pl.Int32, strict=False).fill_null(-1).to_numpy()
        length = np.repeat(np.diff(sent_start), np.diff(sent_start))
        wrong = np.flatnonzero((number < 0) | (number > length))
        if len(wrong):
            row = int(wrong[0])
            raise FormatError(
                f"head is {self.frame['head'][row]!r}, but the sentence has {length[row]} words",
                path=self.name,
                line=row + 1,
                hint="heads count words from 1 within the sentence, 0 is the root; give a `sentence` column",
            )
        start = np.repeat(sent_start[:-1], np.diff(sent_start))
        return np.where(number == 0, ROOT, start + number - 1).astype(np.int32)


def _as_frame(content: Any, name: str) -> pl.DataFrame:
    import polars as pl

    if isinstance(content, pl.DataFrame):
        frame = content
    elif hasattr(content, "iloc") and hasattr(content, "columns"):  # pandas, without importing it
        frame = pl.DataFrame({str(column): content[column].tolist() for column in content.columns})
    elif isinstance(content, list | tuple):
        frame = _from_pairs(content, name)
    else:
        raise UsageError(
            f"{name}: {type(content).__name__} cannot be compared",
            hint="give a path, a list of (token, tag) pairs, a list of such sentences, or a data frame",
        )
    known = {column: _ALIASES.get(column.lower(), column.lower()) for column in frame.columns}
    names = {column: layer for column, layer in known.items() if layer in (*LAYERS, "sentence")}
    for layer in set(names.values()):
        double = [column for column, own in names.items() if own == layer]
        if len(double) > 1:
            raise UsageError(f"{name}: the columns {' and '.join(double)} both mean {layer}", hint="keep one of them")
    if "form" not in names.values():
        raise UsageError(f"{name}: the frame has no column for the words", hint="name it form, token or word")
    frame = frame.select(list(names)).rename(names)
    texts = [
        pl.col(column).cast(pl.String).fill_null("")
        for column in frame.columns
        if column in (*LAYERS,) and column != "head"
    ]
    return _check_words(frame.with_columns(texts), name)


def _check_words(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """Refuse words that are empty or white space."""
    empty = frame["form"].str.contains(r"^\p{Zs}*$").arg_true()
    if len(empty):
        raise FormatError("the word is empty", path=name, line=int(empty[0]) + 1, hint="every row needs a word")
    return frame


def _from_pairs(content: list[Any] | tuple[Any, ...], name: str) -> pl.DataFrame:
    import polars as pl

    sentences = content if content and not _is_pair(content[0]) else [content]
    rows: list[tuple[int, str, str]] = []
    for number, sentence in enumerate(sentences):
        pairs = sentence if isinstance(sentence, list | tuple) else [sentence]
        for place, pair in enumerate(pairs, 1):
            if not _is_pair(pair):
                raise FormatError(
                    f"word {place} is {pair!r}, not a pair of token and tag",
                    path=name,
                    sentence=str(number + 1),
                    hint="give [('The', 'DET'), ('cat', 'NOUN')], or a list of such sentences",
                )
            rows.append((number, pair[0], pair[1]))
    return pl.DataFrame(rows, schema={"sentence": pl.Int64, "form": pl.String, "tag": pl.String}, orient="row")


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(part, str) for part in value)  # noqa: PLR2004
