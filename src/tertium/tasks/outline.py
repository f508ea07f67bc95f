"""Outline: spans as one tag a word, whatever they were read from; of nested spans, the outermost counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.corpus import Corpus


def outline_tags(corpus: Corpus) -> Codes:
    """(n_words,) tags of IOB2 for the spans of a corpus; a span that overlaps an earlier or a longer one has none."""
    spans, vocab = corpus.spans, corpus.vocab
    tags = np.full(corpus.n_words, vocab.code("O"), dtype=np.int32)
    if spans is None or not spans.n:
        return tags
    order = np.lexsort((-spans.end.astype(np.int64), spans.start))
    start, end = spans.start[order], spans.end[order]
    free = end > np.maximum.accumulate(np.append(0, end[:-1]))  # ends after all before it
    free &= start >= np.maximum.accumulate(np.append(0, end[:-1]))
    rows = order[free]
    used = vocab.used(spans.label[rows])
    texts = vocab.decode(used)
    place = np.searchsorted(used, spans.label[rows])
    size = spans.end[rows] - spans.start[rows]
    inside = np.repeat(spans.start[rows], size) + np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    tags[inside] = np.repeat(vocab.encode(f"I-{text}" for text in texts)[place], size)
    tags[spans.start[rows]] = vocab.encode(f"B-{text}" for text in texts)[place]
    return tags
