"""Treebanks some sentences at a time.

What looks at whole trees needs many columns while it works, and no sentence needs another: taken in stretches, what is
alive at one time fits a cache, and memory does not grow with the file.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Names
from tertium.nodes import Nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tertium._typing import Codes
    from tertium.corpus import Corpus

WORDS: Final = 1 << 17
"""About so many words are looked at together, over all treebanks."""


def cut_treebanks(*corpora: Corpus) -> Iterator[tuple[Corpus, ...]]:
    """The same sentences of all treebanks, which have as many, in their order; treebanks of a moderate size whole."""
    ends = np.sum([corpus.sent_start for corpus in corpora], axis=0)
    if ends[-1] <= WORDS or any(corpus.nodes is None for corpus in corpora):
        yield corpora
        return
    cuts = np.searchsorted(ends, np.arange(0, ends[-1] + WORDS, WORDS), side="right") - 1
    cuts[0], cuts[-1] = 0, len(ends) - 1
    for first, last in pairwise(np.unique(cuts).tolist()):
        yield tuple(take_sentences(corpus, first, last) for corpus in corpora)


def take_sentences(corpus: Corpus, first: int, last: int) -> Corpus:
    """The sentences from one number (from 0) to before another, as a corpus without names of sentences."""
    start, stop = corpus.sent_start[[first, last]].tolist()
    words, n, n_sents = slice(start, stop), stop - start, last - first
    return replace(
        corpus,
        sent_start=corpus.sent_start[first : last + 1] - start,
        columns={name: column[words] for name, column in corpus.columns.items()},
        line=corpus.line[words],
        file_start=np.array([0, n], dtype=np.int64),
        doc_start=np.array([0, n_sents], dtype=np.int64),
        sentence_names=Names(n_sents),
        document_names=Names(1),
        nodes=None if corpus.nodes is None else _take_nodes(corpus.nodes, first, last, words),
    )


def _take_nodes(nodes: Nodes, first: int, last: int, words: slice) -> Nodes:
    """The phrases of some sentences, over their words alone."""
    start, stop = nodes.sent_start[[first, last]].tolist()
    rows = slice(start, stop)

    def number(above: Codes) -> Codes:
        return np.where(above >= 0, above - np.int32(start), above)

    return Nodes(
        sent_start=nodes.sent_start[first : last + 1] - start,
        label=nodes.label[rows],
        parent=number(nodes.parent[rows]),
        start=nodes.start[rows] - np.int32(words.start),
        end=nodes.end[rows] - np.int32(words.start),
        of_word=number(nodes.of_word[words]),
        size=None if nodes.size is None else nodes.size[rows],
        line=None if nodes.line is None else nodes.line[rows],
        function=None if nodes.function is None else nodes.function[rows],
        faults=tuple(
            replace(fault, sentence=fault.sentence - first) for fault in nodes.faults if first <= fault.sentence < last
        ),
        n_given=None if nodes.n_given is None else max(nodes.n_given - first, 0),
    )
