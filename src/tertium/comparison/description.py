"""What is in a file: sizes, layers, labels, and the shape of its trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium import fragments
from tertium.brackets import DEFAULT, ROOTS
from tertium.corpus import ROOT
from tertium.trees.projectivity import find_nonprojective
from tertium.trees.validity import reach_no_root

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.corpus import Corpus
    from tertium.mentions import Mentions
    from tertium.nodes import Nodes
    from tertium.spans import Spans


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
class Phrases:
    """The shape of phrase-structure trees (Rehbein and van Genabith 2007, table 1).

    Roots (TOP, VROOT) are no phrases; nor are the brackets of a parse that failed.
    """

    phrases: int
    per_sentence: float  # sentences with words
    per_word: float
    words_per_sentence: float
    unary: int  # phrases with a single child, phrase or word
    discontinuous: int
    discontinuous_sentences: int
    mean_depth: float  # phrases above a word
    deepest: int
    failed: int  # sentences without words
    labels: Layer  # without functions
    functions: Layer | None  # of phrases; None: there are none


@dataclass(frozen=True, slots=True)
class SpanShape:
    """Spans, or the arguments of predicates."""

    spans: int
    per_sentence: float
    mean_length: float  # words
    longest: int
    nested: int  # inside of another
    crossing: int  # overlap another, neither inside of the other
    scheme: str  # of the tags that they were read from; auto: offsets or columns
    invalid: int  # transitions between tags that the scheme does not allow
    labels: Layer
    predicates: Layer | None  # senses; None: spans of their own


@dataclass(frozen=True, slots=True)
class ChainShape:
    """Mentions in chains."""

    mentions: int
    chains: int
    singletons: int  # chains of one mention
    per_chain: float  # mentions
    longest_chain: int
    mean_length: float  # places of a mention: words and empty nodes
    discontinuous: int


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
    phrases: Phrases | None = None
    spans: SpanShape | None = None
    chains: ChainShape | None = None

    def __str__(self) -> str:
        """The sizes, then a line for each layer and for the trees."""
        lines = [f"{self.name} ({self.format}): {self.sentences:,} sentences, {self.words:,} words"]
        for layer in self.layers:
            top = ", ".join(f"{text} {count:,}" for text, count in layer.top)
            more = ", ..." * (layer.distinct > len(layer.top))
            lines.append(f"  {layer.name} ({layer.distinct:,} different): {top}{more}")
        if self.trees is not None:
            lines.append(f"  trees: {self.trees.nonprojective_arcs:,} non-projective arcs")
        if self.phrases is not None:
            each = f"{self.phrases.per_sentence:.2f} a sentence, {self.phrases.per_word:.2f} a word"
            lines.append(f"  phrases: {each}, {self.phrases.discontinuous:,} discontinuous")
        if self.spans is not None:
            lines.append(f"  spans: {self.spans.spans:,}, {self.spans.mean_length:.2f} words each")
        if self.chains is not None:
            lines.append(f"  chains: {self.chains.chains:,}, {self.chains.per_chain:.2f} mentions each")
        return "\n".join([*lines, *(f"  note: {text}" for text in self.irregularities)])

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        head, *rest = str(self).split("\n")
        return fragments.frame(fragments.heading(head), *(fragments.paragraph(line.strip()) for line in rest))


def _chains(mentions: Mentions) -> ChainShape:
    """How long chains and mentions are."""
    sizes = mentions.chain_sizes()
    sizes = sizes[sizes > 0]
    return ChainShape(
        mentions=mentions.n,
        chains=len(sizes),
        singletons=int(np.count_nonzero(sizes == 1)),
        per_chain=mentions.n / max(len(sizes), 1),
        longest_chain=int(sizes.max(initial=0)),
        mean_length=float(mentions.sizes().sum()) / max(mentions.n, 1),
        discontinuous=int(np.count_nonzero(mentions.is_gappy())),
    )


def describe_corpus(corpus: Corpus, *, top: int = 8) -> Description:
    """Count what there is."""
    lengths = corpus.sent_len if corpus.n_sents else np.zeros(1, dtype=np.int64)
    layers = [
        _layer(corpus, name, top) for name in sorted(corpus.columns) if name not in ("form", "misc", "head", "id")
    ]
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
        phrases=_phrases(corpus, corpus.nodes, top) if corpus.nodes is not None else None,
        spans=_spans(corpus, corpus.spans, top) if corpus.spans is not None else None,
        chains=_chains(corpus.mentions) if corpus.mentions is not None else None,
    )


def _spans(corpus: Corpus, spans: Spans, top: int) -> SpanShape:
    size = spans.end - spans.start
    nested, crossing = _overlaps(spans)
    predicates = None
    if spans.predicates is not None:
        predicates = _count_labels(corpus, "predicate", spans.predicates.sense, top)
    return SpanShape(
        spans=spans.n,
        per_sentence=spans.n / max(corpus.n_sents, 1),
        mean_length=float(size.mean()) if spans.n else 0.0,
        longest=int(size.max(initial=0)),
        nested=nested,
        crossing=crossing,
        scheme=spans.scheme,
        invalid=spans.n_invalid,
        labels=_count_labels(corpus, "label", spans.label, top),
        predicates=predicates,
    )


def _overlaps(spans: Spans) -> tuple[int, int]:
    """Spans inside of another of the same predicate, and spans that overlap one otherwise."""
    group = np.zeros(spans.n, dtype=np.int64) if spans.predicate is None else spans.predicate.astype(np.int64)
    nested = crossing = 0
    open_spans: list[tuple[int, int]] = []
    last = -2
    for row in np.lexsort((-spans.end.astype(np.int64), spans.start, group)).tolist():
        start, end = int(spans.start[row]), int(spans.end[row])
        open_spans = [] if group[row] != last else [span for span in open_spans if span[1] > start]
        last = int(group[row])
        nested += any(end <= other for _, other in open_spans)
        crossing += any(end > other for _, other in open_spans)
        open_spans.append((start, end))
    return nested, crossing


def _layer(corpus: Corpus, name: str, top: int) -> Layer:
    return _count_labels(corpus, name, corpus.columns[name], top)


def _count_labels(corpus: Corpus, name: str, column: Codes, top: int) -> Layer:
    counts = np.bincount(column, minlength=1)
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


def _phrases(corpus: Corpus, nodes: Nodes, top: int) -> Phrases:
    is_root = (nodes.parent < 0) & corpus.vocab.flag(nodes.label, frozenset(ROOTS).__contains__)
    own = np.flatnonzero(~is_root & (corpus.sent_len > 0)[nodes.sentence()])
    n_children = np.bincount(nodes.parent[nodes.parent >= 0], minlength=nodes.n_nodes)
    n_children += np.bincount(nodes.of_word[nodes.of_word >= 0], minlength=nodes.n_nodes)
    gappy = nodes.is_gappy() & ~is_root
    has_root = np.zeros(corpus.n_sents, dtype=np.int64)
    has_root[nodes.sentence()[is_root]] = 1
    depth = np.append(nodes.depth() + 1, 0)[nodes.of_word] - has_root[corpus.sentence_of_words()]
    parsed = int(np.count_nonzero(corpus.sent_len))
    labels = corpus.vocab.rewrite(nodes.label[own], _cut)
    edges = corpus.vocab.rewrite(nodes.label[own], _find_function) if nodes.function is None else nodes.function[own]
    functions = _count_labels(corpus, "function", edges, top)
    return Phrases(
        phrases=len(own),
        per_sentence=len(own) / max(parsed, 1),
        per_word=len(own) / max(corpus.n_words, 1),
        words_per_sentence=corpus.n_words / max(parsed, 1),
        unary=int(np.count_nonzero(n_children[own] == 1)),
        discontinuous=int(np.count_nonzero(gappy)),
        discontinuous_sentences=len(np.unique(nodes.sentence()[gappy])),
        mean_depth=float(depth.mean()) if len(depth) else 0.0,
        deepest=int(depth.max(initial=0)),
        failed=corpus.n_sents - parsed,
        labels=_count_labels(corpus, "phrase", labels, top),
        functions=functions if functions.filled else None,
    )


def _cut(label: str) -> str:
    return DEFAULT.trim(label) or label


def _find_function(label: str) -> str:
    """The functions that a Penn label holds: SBJ of NP-SBJ-1."""
    parts = label.partition("=")[0].split("-")[1:] if not label.startswith("-") else []
    return "-".join(part for part in parts if not part.isdecimal())
