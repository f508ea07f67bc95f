"""Blocks: which sentences are drawn, swapped or left out together.

Words of a sentence are never independent, and sentences of a document or the same sentence twice need not be either.
A block is a sentence, a document, all sentences with the same words, or all sentences with the same value of a feature.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.comparison.builtin_features import document_of_sentences
from tertium.comparison.feature_columns import Labels
from tertium.corpus import MISSING
from tertium.errors import UsageError

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.comparison.features import Features
    from tertium.comparison.tables import Tables
    from tertium.corpus import Corpus

BLOCKS: Final = ("sentence", "document", "text")
"""Kinds of blocks that every gold has; any feature of sentences or documents is another."""


class Blocking(NamedTuple):
    """The block of each sentence."""

    of_sentence: Codes  # (n_sents,)  numbered from 0 in the order in which they begin
    n_blocks: int
    warnings: tuple[str, ...] = ()

    def of_tables(self, tables: Tables) -> Codes:
        """The block of each sentence or document that has counts of its own.

        Raises:
            UsageError: Counts belong to documents, and a document is in several blocks.
        """
        if tables.block == "sentence":
            return self.of_sentence
        starts = tables.gold.doc_start
        first = self.of_sentence[starts[:-1]]
        if not np.array_equal(np.repeat(first, np.diff(starts)), self.of_sentence):
            raise UsageError(
                f"the task {tables.rules.task} counts by document, and these blocks cut documents",
                hint="--block document, or a feature of documents",
            )
        return _number(first.astype(np.int64)).of_sentence


def find_blocks(features: Features, text: str) -> Blocking:
    """The blocks that a user names: sentence, document, text, `sent_id:REGEX`, or a feature of sentences.

    Raises:
        UsageError: There is no such feature, it belongs to words, or the gold is a single document.
    """
    gold = features.gold.corpus
    if text in features.own_names:
        return _of_feature(features, text)
    if text == "sentence":
        return Blocking(np.arange(gold.n_sents, dtype=np.int32), gold.n_sents)
    if text == "text":
        return _number(same_text(gold))
    if text == "document":
        if gold.n_docs <= 1:
            raise UsageError(
                "the gold is one document: it has no `# newdoc` lines",
                hint="--block 'sent_id:^([^-]+)' takes the document from the sentence's name; or --block sentence",
            )
        return Blocking(document_of_sentences(gold), gold.n_docs)
    return _of_feature(features, text)


def _of_feature(features: Features, text: str) -> Blocking:
    """All sentences with the same value of a feature."""
    gold = features.gold.corpus
    column, level = features.column(text)
    if level == "token":
        raise UsageError(
            f"{text!r} is a feature of words, and the words of a sentence stay together in one block",
            hint=f"--block {', '.join(BLOCKS)}, sent_id:REGEX, or a feature of sentences",
        )
    first = gold.sent_start[:-1]
    if isinstance(column, Labels):
        code = column.code[first].astype(np.int64)
    else:
        place = np.unique(column.value[first], return_inverse=True)[1]
        code = np.where(column.known[first], place, MISSING)
    return _with_strays(code, text)


def _with_strays(code: np.ndarray[tuple[int], np.dtype[np.int64]], text: str) -> Blocking:
    """Blocks of equal codes; a sentence without one is a block of its own."""
    stray = np.flatnonzero(code == MISSING)
    if len(stray) == len(code):
        raise UsageError(f"no sentence has a value of {text!r}", hint="--block sentence, or another feature")
    code = code.copy()
    code[stray] = code.max() + 1 + np.arange(len(stray))
    found = _number(code)
    if not len(stray):
        return found
    sentences = f"{len(stray):,} of {len(code):,} sentences have no {text}; each is a block of its own"
    return found._replace(warnings=(f"--block {text}: {sentences}",))


def _number(key: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Blocking:
    """Equal keys as blocks, numbered in the order in which they begin."""
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    return Blocking(rank[place], len(first))


def same_text(gold: Corpus) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """(n_sents,) the first sentence that has the same words."""
    words = np.ascontiguousarray(gold.columns["form"])
    content, width = words.tobytes(), words.itemsize
    borders = (gold.sent_start * width).tolist()
    seen: dict[bytes, int] = {}
    first = [seen.setdefault(content[a:b], place) for place, (a, b) in enumerate(pairwise(borders))]
    return np.array(first, dtype=np.int64)


def count_duplicates(gold: Corpus) -> int:
    """Sentences that share all of their words, in the same order, with another sentence (both are counted)."""
    times = np.bincount(same_text(gold), minlength=1)
    return int(times[times > 1].sum())
