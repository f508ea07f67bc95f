"""Metadata in comments: `# genre = news` as a column over sentences.

What stands after `# newdoc` and before the sentence's own comments (`sent_id`, `newpar`, `text`) is said of the whole
document, and so is `# meta::genre = news` in the same place; a sentence's own comment goes before it. Anything else is
said of its sentence alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.feature_columns import Labels, Level, take_strings
from tertium.corpus import MISSING

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Corpus

_PATTERN: Final = r"^#\s*(meta::)?([^\s=][^=]*?)\s*=\s*(.*?)\s*$"
_NO_METADATA: Final = r"^(sent_id|text|text_.*|newdoc.*|newpar.*|global\..*|translit)$"
_OWN: Final = r"^#\s*(sent_id|text|newpar)\b"
_NEWDOC: Final = r"^#\s*newdoc\b"


@dataclass(frozen=True, eq=False, slots=True)
class Metadata:
    """One key."""

    labels: Labels  # over sentences
    level: Level


def read_metadata(corpus: Corpus) -> dict[str, Metadata]:
    """Keys in alphabetical order, and for each its value in every sentence; empty if no comments were kept."""
    import polars as pl

    if corpus.comments is None or not len(corpus.comments.texts):
        return {}
    sentence, texts = corpus.comments.sentence, corpus.comments.texts
    fields = texts.to_frame("text").select(
        prefix=pl.col("text").str.extract(_PATTERN, 1),
        key=pl.col("text").str.extract(_PATTERN, 2),
        value=pl.col("text").str.extract(_PATTERN, 3),
    )
    usable = fields["key"].is_not_null() & ~fields["key"].str.contains(_NO_METADATA).fill_null(value=True)
    opened = np.zeros(corpus.n_sents, dtype=np.bool_)
    opened[sentence[texts.str.contains(_NEWDOC).to_numpy()]] = True
    of_document = _before_own(sentence, texts.str.contains(_OWN).to_numpy(), texts.str.contains(_NEWDOC).to_numpy())
    of_document |= opened[sentence] & fields["prefix"].is_not_null().to_numpy()
    document = np.repeat(np.arange(corpus.n_docs), np.diff(corpus.doc_start))
    found: dict[str, Metadata] = {}
    for key in fields["key"].filter(usable).unique().sort().to_list():
        rows = np.flatnonzero((usable & (fields["key"] == key).fill_null(value=False)).to_numpy())
        labels = take_strings(fields["value"].gather(rows))
        code = _fill(corpus, document, sentence[rows], labels.code, of_document[rows])
        level: Level = "document" if of_document[rows].all() else "sentence"
        found[str(key)] = Metadata(Labels(labels.names, code), level)
    return found


def _before_own(sentence: Offsets, own: Mask, newdoc: Mask) -> Mask:
    """(n_comments,) comments after a `newdoc` and before their sentence's own ones."""
    start = np.searchsorted(sentence, sentence)  # first comment of the same sentence
    newdocs, owns = np.concatenate([[0], np.cumsum(newdoc)]), np.concatenate([[0], np.cumsum(own)])
    row = np.arange(len(sentence))
    after: Mask = (newdocs[row] > newdocs[start]) & (owns[row] == owns[start])
    return after


def _fill(corpus: Corpus, document: Offsets, sentence: Offsets, code: Codes, of_document: Mask) -> Codes:
    """(n_sents,) the sentence's own value, else its document's."""
    by_document = np.full(corpus.n_docs, MISSING, dtype=np.int32)
    by_document[document[sentence[of_document]]] = code[of_document]
    found = by_document[document]
    found[sentence[~of_document]] = code[~of_document]
    return found
