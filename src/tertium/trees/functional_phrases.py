"""Functional trees of phrase-structure trees: each node is labelled with its grammatical function.

Tsarfaty, Nivre and Andersson (2011, section 5): "simply replace the node labels with the grammatical function of their
dominating arc". A part of speech is the node over a word; heads and phrases without a function are `*`; the artificial
root is no node. A chain of nodes over the same words is one node with the set of their functions. Traces are no words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np

from tertium.brackets import ROOTS
from tertium.headrules import find_functions
from tertium.nodes import find_node_depth, sum_up
from tertium.trees.functional import FunctionalTrees
from tertium.trees.label_sets import ABSENT, STAR

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tertium._typing import Codes
    from tertium.corpus import Corpus, Vocab
    from tertium.nodes import Nodes
    from tertium.trees.functional import Text
    from tertium.trees.label_sets import LabelSets

Place = Literal["suffix", "suffixes", "label", "edge"]

PLACES: Final[tuple[Place, ...]] = get_args(Place)
"""Where the function of a phrase stands: behind its category (NP-SBJ), there and behind tags of words (NE-SBJ) too,
instead of the category, or beside it."""

HEADS: Final = frozenset({"HD", "H", "hd", "--", "-", "_", "*", ""})
"""Functions of heads, and what stands where there is no function."""


def find_place(corpus: Corpus) -> tuple[Place, str]:
    """Where the functions of a treebank stand, and why, in words."""
    nodes = corpus.nodes
    if nodes is None or nodes.function is not None:
        return "edge", "functions are the labels of edges"
    vocab = corpus.vocab
    phrases = nodes.label[~vocab.flag(nodes.label, lambda name: name in ROOTS)]
    tags = set(vocab.used(corpus.columns["tag"]).tolist())
    times = np.bincount(phrases, minlength=1)
    shared = sum(int(times[code]) for code in vocab.used(phrases).tolist() if code in tags)
    if len(phrases) and 2 * shared > len(phrases):
        return "label", "most labels of phrases are labels of words too, so they are taken for functions"
    if _functions(vocab, corpus.columns["tag"]) & _functions(vocab, phrases):
        return "suffixes", "functions are what follows the category or the tag, as in NP-SBJ and NE-SBJ"
    return "suffix", "functions are what follows the category, as in NP-SBJ"


def _functions(vocab: Vocab, codes: Codes) -> set[str]:
    """The functions behind some labels."""
    return {name for label in vocab.decode(vocab.used(codes)) for name in find_functions(label)} - HEADS


def from_phrases(
    text: Text,
    corpus: Corpus,
    to_text: Codes,
    labels: LabelSets,
    place: Place,
    *,
    rename: Callable[[str], str] = str,
) -> FunctionalTrees:
    """The functional trees of a treebank.

    Args:
        text: The words that all trees stand over.
        corpus: The trees.
        to_text: (n_words of the corpus,) which word of the text each is; -1: none (a trace).
        labels: What labels are numbered by.
        place: Where the functions stand.
        rename: What each function is called.
    """
    nodes = corpus.nodes
    if nodes is None:
        raise ValueError(corpus.name)
    real = np.flatnonzero(to_text >= 0).astype(np.int32)
    outer = _outer(nodes, corpus.vocab)
    size, hashes = _sum_words(text, nodes, real, to_text)
    phrase_label, word_number = _number_functions(corpus, nodes, labels, place, rename)
    top = _find_tops(outer, size, nodes.n_nodes)
    _unite_chains(labels, phrase_label, top, nodes.depth())
    kept = np.flatnonzero((size > 1) & (outer > _ROOT) & (top == np.arange(nodes.n_nodes)))
    top_or_none = np.append(top, -1)  # the last place is for no phrase
    row = np.full(nodes.n_nodes + 1, -1, dtype=np.int32)  # the last place is the artificial root's
    row[kept] = np.arange(len(kept), dtype=np.int32)
    label_of_word = word_number[real]
    above = _skip_root(nodes.of_word[real], outer)
    with_none = np.append(size, 0)  # the last place is for no phrase
    while len(single := np.flatnonzero(with_none[above] == 1)):  # up the chains over single words
        label_of_word[single] = labels.unite(label_of_word[single], phrase_label[above[single]])
        above[single] = np.maximum(outer[above[single]], -1)
    word_label = np.full(text.n_words, ABSENT, dtype=np.int32)
    word_parent = np.full(text.n_words, -1, dtype=np.int32)
    word_label[to_text[real]] = label_of_word
    word_parent[to_text[real]] = row[top_or_none[above]]
    parent = np.maximum(outer[kept], -1)
    return FunctionalTrees(
        text=text,
        word_label=word_label,
        word_parent=word_parent,
        label=phrase_label[kept],
        parent=row[top_or_none[parent]],
        size=size[kept],
        sentence=nodes.sentence()[kept],
        hashes=hashes[kept],
    )


_ROOT: Final = -2
"""In the column of outer phrases: this one is the artificial root."""


def _outer(nodes: Nodes, vocab: Vocab) -> Codes:
    """(n_nodes,) the phrase above each; -1 below the artificial root, and _ROOT for that itself."""
    is_root = (nodes.parent < 0) & vocab.flag(nodes.label, lambda name: name in ROOTS)
    below = (nodes.parent >= 0) & is_root[nodes.parent]
    return np.where(is_root, _ROOT, np.where(below, -1, nodes.parent)).astype(np.int32)


def _skip_root(above: Codes, outer: Codes) -> Codes:
    """The phrases above words; none where that is the artificial root."""
    with_none = np.append(outer, -1)
    return np.where(with_none[above] == _ROOT, -1, above).astype(np.int32)


def _sum_words(text: Text, nodes: Nodes, real: Codes, to_text: Codes) -> tuple[Codes, NDArray[np.uint64]]:
    """Words of each node: how many, and the sum of their numbers."""
    attached = real[nodes.of_word[real] >= 0]
    depth = find_node_depth(nodes.parent)
    size = np.bincount(nodes.of_word[attached], minlength=nodes.n_nodes).astype(np.int32)
    halves = []
    for half in range(2):
        own = np.zeros(nodes.n_nodes, dtype=np.uint64)
        np.add.at(own, nodes.of_word[attached], text.hashes[to_text[attached], half])
        halves.append(sum_up(nodes.parent, own, depth))
    return sum_up(nodes.parent, size, depth), np.stack(halves, axis=1)


def _find_tops(outer: Codes, size: Codes, n: int) -> Codes:
    """(n_nodes,) the highest node over the same words."""
    top = np.arange(n, dtype=np.int32)
    inner = np.flatnonzero(outer >= 0)
    chained = inner[size[inner] == size[outer[inner]]]
    top[chained] = outer[chained]
    while not np.array_equal(further := top[top], top):
        top = further
    return top


def _unite_chains(labels: LabelSets, label: Codes, top: Codes, depth: Codes) -> None:
    """Add the functions of each chain to its highest node; a chain has one node of a depth."""
    chained = np.flatnonzero(top != np.arange(len(top)))
    for level in np.unique(depth[chained]).tolist():
        nodes = chained[depth[chained] == level]
        label[top[nodes]] = labels.unite(label[top[nodes]], label[nodes])


def _number_functions(
    corpus: Corpus, nodes: Nodes, labels: LabelSets, place: Place, rename: Callable[[str], str]
) -> tuple[Codes, Codes]:
    """The functions of all phrases and of all words."""
    columns: dict[Place, tuple[Codes | None, Codes | None]] = {
        "suffix": (nodes.label, None),  # what follows a tag is no function: N-A is an accusative
        "suffixes": (nodes.label, corpus.columns["tag"]),
        "label": (nodes.label, corpus.columns["tag"]),
        "edge": (nodes.function, corpus.columns.get("function")),
    }
    split: Callable[[str], list[str]] = find_functions if place.startswith("suffix") else _whole

    def read(name: str) -> list[str]:
        return [rename(part) for part in split(name) if part not in HEADS]

    found = [
        np.full(size, STAR, dtype=np.int32) if column is None else _number(corpus.vocab, column, labels, read)
        for column, size in zip(columns[place], (nodes.n_nodes, corpus.n_words), strict=True)
    ]
    return found[0], found[1]


def _whole(name: str) -> list[str]:
    return [name]


def _number(vocab: Vocab, codes: Codes, labels: LabelSets, read: Callable[[str], list[str]]) -> Codes:
    used = vocab.used(codes)
    table = np.full(len(vocab) + 1, STAR, dtype=np.int32)
    table[used] = [labels.number(read(name)) for name in vocab.decode(used)]
    return table[codes]
