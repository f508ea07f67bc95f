"""Functional trees: what dependencies and phrases with functions have in common, whatever is a head (step 1 of 3).

After Tsarfaty, Nivre and Andersson (2011, section 3): a word with dependents is a node over all words below it, with
the label of its arc, and a node `*` over itself; a word without is one node. A phrase with a grammatical function is a
node with this label; a head, or a phrase whose function nobody tells, is `*`. The artificial root is no node. Trees are
taken as they are: a yield is a set of words, so nothing needs to be projective.

All trees of a comparison stand over one text. Every word is a node; a row of the other table is a node over several
words. Its words are known by the sum of random numbers of 128 bits, one for each word of the text, so that yields are
compared over the whole corpus at once. Nodes over the same words are one node, with the set of their labels.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.corpus import ROOT
from tertium.trees.label_sets import ABSENT, STAR
from tertium.trees.validity import reach_no_root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tertium._typing import Codes, Offsets

_SEED: Final = 20110727  # the yields' numbers; any seed does


@dataclass(frozen=True, eq=False, slots=True)
class Text:
    """The words that all trees stand over."""

    sent_start: Offsets  # (n_sents + 1,)  over words
    hashes: NDArray[np.uint64]  # (n_words, 2)

    @property
    def n_words(self) -> int:
        """How many words there are."""
        return len(self.hashes)

    @property
    def n_sents(self) -> int:
        """How many sentences there are."""
        return len(self.sent_start) - 1

    def sentence_of_words(self) -> Codes:
        """(n_words,) the sentence of each word."""
        return np.repeat(np.arange(self.n_sents, dtype=np.int32), np.diff(self.sent_start))


def make_text(sent_start: Offsets) -> Text:
    """A text of so many words in each sentence."""
    source = np.random.Generator(np.random.PCG64(_SEED))
    n_words = int(sent_start[-1])
    return Text(sent_start, source.integers(0, 1 << 64, size=(n_words, 2), dtype=np.uint64))


@dataclass(frozen=True, eq=False, slots=True)
class FunctionalTrees:
    """The functional trees of a whole corpus."""

    text: Text
    word_label: Codes  # (n_words,)  label of the node over each word; ABSENT where there is no tree
    word_parent: Codes  # (n_words,)  the phrase above; -1: the artificial root
    label: Codes  # (n_phrases,)
    parent: Codes  # (n_phrases,)  the phrase above; -1: the artificial root
    size: Codes  # (n_phrases,)  words, two or more
    sentence: Codes  # (n_phrases,)
    hashes: NDArray[np.uint64]  # (n_phrases, 2)

    @property
    def n_nodes(self) -> int:
        """How many nodes there are; words and the artificial root are none."""
        return len(self.label) + int(np.count_nonzero(self.word_label != ABSENT))

    def words_of(self, phrases: Codes) -> list[list[int]]:
        """The words of some phrases, rising."""
        wanted = {int(phrase): place for place, phrase in enumerate(phrases.tolist())}
        found: list[list[int]] = [[] for _ in wanted]
        sentences = np.unique(self.sentence[phrases])
        starts = self.text.sent_start
        for sentence in sentences.tolist():
            for word in range(int(starts[sentence]), int(starts[sentence + 1])):
                above = int(self.word_parent[word])
                while above >= 0:
                    if above in wanted:
                        found[wanted[above]].append(word)
                    above = int(self.parent[above])
        return found


def from_dependencies(text: Text, head: Codes, label: Codes) -> FunctionalTrees:
    """The functional trees of dependency trees.

    Args:
        text: The words.
        head: (n_words,) the head of each word, or ROOT; no circles (see `cut_cycles`).
        label: (n_words,) number of the label of each arc.
    """
    n_words = text.n_words
    above = np.where(head >= 0, head, ROOT).astype(np.int32)
    n_dependents = np.bincount(above[above >= 0], minlength=n_words)
    inner = np.flatnonzero(n_dependents).astype(np.int32)
    phrase_of = np.full(n_words + 1, -1, dtype=np.int32)  # the last place is the artificial root's
    phrase_of[inner] = np.arange(len(inner), dtype=np.int32)
    depth = _depth_of_words(above)
    size, *halves = _sum_up(above, depth, [np.ones(n_words, dtype=np.int32), *text.hashes.T])
    own = phrase_of[:-1]
    return FunctionalTrees(
        text=text,
        word_label=np.where(own >= 0, STAR, label).astype(np.int32),
        word_parent=np.where(own >= 0, own, phrase_of[above]).astype(np.int32),
        label=label[inner].astype(np.int32),
        parent=phrase_of[above[inner]],
        size=size[inner],
        sentence=text.sentence_of_words()[inner],
        hashes=np.stack([half[inner] for half in halves], axis=1),
    )


def _sum_up(above: Codes, depth: Codes, columns: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """Each column with what stands below every word added to it; the deepest words first."""
    order = np.argsort(depth.astype(np.uint16), kind="stable")  # no sentence is so deep, and it sorts by digits
    bounds = np.searchsorted(depth[order], np.arange(1, int(depth.max(initial=0)) + 2))
    levels = [order[low:high] for low, high in pairwise(bounds)]
    found = []
    for column in columns:
        total = column.copy()
        for words in reversed(levels):
            np.add.at(total, above[words], total[words])
        found.append(total)
    return found


def _depth_of_words(above: Codes) -> Codes:
    """(n_words,) words above each word, by jumping twice as far each time."""
    n = len(above)
    jump = np.append(np.where(above >= 0, above, n), n).astype(np.int32)
    depth: Codes = (jump != n).astype(np.int32)
    depth[-1] = 0
    while True:
        going = np.flatnonzero(jump != n)
        if not len(going):
            return depth[:-1]
        depth[going] += depth[jump[going]]
        jump[going] = jump[jump[going]]


def cut_cycles(head: Codes, sent_start: Offsets) -> tuple[Codes, int]:
    """Heads without circles, and in how many sentences there were some: their first words hang on the root.

    Words without a readable head hang there too.
    """
    heads = np.where(head >= 0, head, ROOT).astype(np.int32)
    lost = np.flatnonzero(reach_no_root(heads))
    if not len(lost):
        return heads, 0
    sentences = np.unique(np.searchsorted(sent_start, lost, side="right") - 1)
    parents = heads.tolist()
    for first in lost.tolist():
        seen: set[int] = set()
        word = first
        while word >= 0 and word not in seen:
            seen.add(word)
            word = parents[word]
        if word >= 0:  # we came back: the circle is cut at its first word
            circle = [word]
            while parents[circle[-1]] != word:
                circle.append(parents[circle[-1]])
            parents[min(circle)] = ROOT
    return np.array(parents, dtype=np.int32), len(sentences)


def star_trees(text: Text) -> FunctionalTrees:
    """Flat trees, which no parser is needed for: a node over each sentence, and its words; no labels."""
    size = np.diff(text.sent_start).astype(np.int32)
    several = np.flatnonzero(size > 1).astype(np.int32)
    place = np.full(text.n_sents, -1, dtype=np.int32)
    place[several] = np.arange(len(several), dtype=np.int32)
    total = np.concatenate([np.zeros((1, 2), dtype=np.uint64), np.cumsum(text.hashes, axis=0, dtype=np.uint64)])
    hashes = total[text.sent_start[1:]] - total[text.sent_start[:-1]]
    return FunctionalTrees(
        text=text,
        word_label=np.full(text.n_words, STAR, dtype=np.int32),
        word_parent=place[text.sentence_of_words()],
        label=np.full(len(several), STAR, dtype=np.int32),
        parent=np.full(len(several), -1, dtype=np.int32),
        size=size[several],
        sentence=several,
        hashes=hashes[several],
    )
