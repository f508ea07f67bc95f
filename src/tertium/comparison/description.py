"""What is in a file: sizes, layers, labels, and the shape of its trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import ROOT
from tertium.trees.projectivity import find_nonprojective
from tertium.trees.validity import reach_no_root

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Layer:
    """One column: how much of it is filled, how many labels it has, and the most frequent."""

    name: str
    filled: int
    distinct: int
    top: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Trees:
    """The shape of the dependency trees."""

    nonprojective_arcs: int
    nonprojective_sentences: int
    mean_arc: float  # distance of head and dependent in words (neighbours: 1), root arcs aside
    mean_depth: float  # arcs from a word to the root
    several_roots: int
    cycles: int


@dataclass(frozen=True, slots=True)
class Description:
    """One file, described."""

    name: str
    format: str
    documents: int
    sentences: int
    words: int
    tokens: int
    multiword_tokens: int
    empty_nodes: int
    distinct_forms: int
    shortest: int
    median: float
    longest: int
    layers: tuple[Layer, ...]
    trees: Trees | None
    irregularities: tuple[str, ...]

    def __str__(self) -> str:
        """The sizes, then a line for each layer and for the trees."""
        lines = [f"{self.name} ({self.format}): {self.sentences:,} sentences, {self.words:,} words"]
        for layer in self.layers:
            top = ", ".join(f"{text} {count:,}" for text, count in layer.top)
            more = ", ..." * (layer.distinct > len(layer.top))
            lines.append(f"  {layer.name} ({layer.distinct:,} different): {top}{more}")
        if self.trees is not None:
            lines.append(f"  trees: {self.trees.nonprojective_arcs:,} non-projective arcs")
        return "\n".join([*lines, *(f"  note: {text}" for text in self.irregularities)])


def describe_corpus(corpus: Corpus, *, top: int = 8) -> Description:
    """Count what there is."""
    lengths = corpus.sent_len if corpus.n_sents else np.zeros(1, dtype=np.int64)
    layers = [_layer(corpus, name, top) for name in sorted(corpus.columns) if name not in ("form", "misc", "head")]
    return Description(
        name=corpus.name,
        format=corpus.format,
        documents=corpus.n_docs,
        sentences=corpus.n_sents,
        words=corpus.n_words,
        tokens=corpus.surface.n_tokens,
        multiword_tokens=int(corpus.surface.multiword.sum()),
        empty_nodes=corpus.n_empty_nodes,
        distinct_forms=len(corpus.vocab.used(corpus.columns["form"])),
        shortest=int(lengths.min()),
        median=float(np.median(lengths)),
        longest=int(lengths.max()),
        layers=tuple(layer for layer in layers if layer.filled),
        trees=_trees(corpus, corpus.head) if corpus.head is not None and corpus.n_words else None,
        irregularities=tuple(str(fault) for fault in corpus.irregularities),
    )


def _layer(corpus: Corpus, name: str, top: int) -> Layer:
    counts = np.bincount(corpus.columns[name], minlength=1)
    used = np.flatnonzero(counts)
    rows = [
        (text, int(count))
        for text, count in zip(corpus.vocab.decode(used), counts[used].tolist(), strict=True)
        if text not in ("_", "")
    ]
    rows.sort(key=lambda row: (-row[1], row[0]))
    return Layer(name, sum(count for _, count in rows), len(rows), tuple(rows[:top]))


def _trees(corpus: Corpus, head: Codes) -> Trees:
    crossing = find_nonprojective(head, corpus.sent_start)
    sentence = corpus.sentence_of_words()
    arcs = np.flatnonzero(head >= 0)
    lost = reach_no_root(head)
    roots = np.bincount(sentence[head == ROOT], minlength=corpus.n_sents)
    depth = np.where(head == ROOT, 1, 0)
    level = np.flatnonzero(head == ROOT)
    known = head == ROOT
    while len(level):
        below = np.flatnonzero((head >= 0) & ~known & known[np.maximum(head, 0)])
        depth[below] = depth[head[below]] + 1
        known[below] = True
        level = below
    return Trees(
        nonprojective_arcs=int(crossing.sum()),
        nonprojective_sentences=len(np.unique(sentence[crossing])),
        mean_arc=float(np.abs(head[arcs] - arcs).mean()) if len(arcs) else 0.0,
        mean_depth=float(depth[known].mean()) if known.any() else 0.0,
        several_roots=int(np.count_nonzero(roots > 1)),
        cycles=len(np.unique(sentence[lost])),
    )
