"""Tree edit distance: how many edits make the system's tree the gold's, as a share of the nodes of both?

Words with their parts of speech are leaves, phrases are nodes; deleting, inserting and renaming cost 1. The score is
1 - edits / nodes of both trees, over the corpus (Dice, as disco-dop's --ted; its root is discounted if it is deleted).

Words are anchored by default: a word is never deleted, inserted or turned into another, because both trees have the
same words. Then two phrases can only be the same if they have the same words, and the distance is a sum over sets of
words of the edit distance between the labels over them, without any search (Tsarfaty et al. 2011 anchor words, too).
`free` is what Zhang and Shasha (1989) and disco-dop compute: a word may be taken out and put in elsewhere for 2 edits,
which is cheaper than changing three phrases or more around it. In trees without gaps free edits are never more; on GUM
and IcePaHC they are fewer in every sixth to eighth sentence and raise the score by half a point. They take some 10 ms
for each sentence that is not almost right, anchored ones a microsecond.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import distinct
from tertium.measures.base import Measure
from tertium.measures.parseval import by_block
from tertium.tasks.lineages import character
from tertium.tasks.paired_trees import pair_trees
from tertium.tasks.pairing import count_before
from tertium.trees.edit_distance import measure_edits
from tertium.trees.stretches import cut_treebanks

if TYPE_CHECKING:
    from tertium._typing import Counts, Offsets
    from tertium.conventions import Conventions
    from tertium.corpus import Corpus
    from tertium.measures.base import Blocks
    from tertium.tasks.match import Match
    from tertium.tasks.paired_trees import PairedTrees
    from tertium.trees.edit_distance import Tree
    from tertium.trees.pruned import Pruned

_ANCHORED: Final = 2
"""Up to so many edits words stay anchored in the cheapest script: moving one needs an edit on either side of it.

Not where there are gaps: to take a phrase with a gap away moves its words among those in the gap.
"""

_ROOT: Final = 0  # the label of a root over both trees: what is left of a tree may have several


def count_edits(match: Match, blocks: Blocks) -> Counts:
    """Nodes of both trees without the edits, and nodes; without a comparable parse all gold nodes are wrong."""
    kept, nodes = match.keep("edits", lambda: _make_counts(match))
    return by_block(blocks, kept, nodes, nodes, nodes)


def _make_counts(match: Match) -> tuple[Offsets, Offsets]:
    rules, corpora = match.gold.conventions, cut_treebanks(match.gold.corpus, match.system.corpus)
    columns = zip(*(_count(gold, system, rules) for gold, system in corpora), strict=True)
    kept, nodes = (np.concatenate(column) for column in columns)
    return kept, nodes


def _count(gold: Corpus, system: Corpus, rules: Conventions) -> tuple[Offsets, Offsets]:
    """The same for some sentences."""
    brackets = rules.brackets
    trees = pair_trees(gold, system, brackets)
    discount = np.zeros(len(trees.valid), dtype=np.int64)
    if brackets.dialect == "discodop":  # roots are compared, but if the gold's is deleted, neither is counted
        rooted = pair_trees(gold, system, brackets, keep_roots=True)
        discount = 2 * (rooted.gold.count_nodes() - trees.gold.count_nodes())
        trees = rooted
    edits = anchored_edits(trees)
    if rules.ted == "free":
        edits = free_edits(trees, edits)
    nodes = sum(side.count_words() + side.count_nodes() for side in (trees.gold, trees.system)) - discount
    kept: Offsets = nodes - edits
    missed = trees.missed if brackets.counts_failures else np.zeros_like(trees.missed)
    return kept, nodes + missed


def anchored_edits(trees: PairedTrees) -> Offsets:
    """(n_sents,) edits where words are neither deleted nor inserted."""
    gold, system = trees.gold, trees.system
    sides = (gold, system)
    renamed = gold.tag != system.tag
    total = np.bincount(gold.sentence[renamed], minlength=gold.n_sents)
    sets = _number_sets(gold, system)
    n_sets = int(max((column.max(initial=-1) for column in sets), default=-1)) + 1
    if not n_sets:
        return total
    chain, texts = _read_chains(sides, sets, n_sets)
    sentence = np.zeros(n_sets, dtype=np.int64)
    for side, column in zip(sides, sets, strict=True):
        sentence[column] = side.node_sentence
    differ = np.flatnonzero(chain[0] != chain[1])
    pairs, place = np.unique(chain[0][differ] * len(texts) + chain[1][differ], return_inverse=True)
    if not len(pairs):
        return total
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cpdist

    ours, theirs = ([texts[number] for number in part.tolist()] for part in (pairs // len(texts), pairs % len(texts)))
    distance = np.asarray(cpdist(ours, theirs, scorer=Levenshtein.distance, dtype=np.int32), dtype=np.int64)
    added = np.bincount(sentence[differ], weights=distance[place], minlength=gold.n_sents)
    return total + added.astype(np.int64)


def _number_sets(gold: Pruned, system: Pruned) -> list[Offsets]:
    """For each side and phrase a number for its set of words: where it starts and ends, or a hash if it has gaps."""
    n = len(gold.tag)
    if gold.gappy or system.gappy:
        names = np.random.Generator(np.random.PCG64(0)).integers(-(1 << 62), 1 << 62, size=n, dtype=np.int64)
        keys = [side.sum_over_words(names) for side in (gold, system)]
    else:
        keys = [side.start.astype(np.int64) * (n + 1) + side.end for side in (gold, system)]
    _, number = np.unique(np.concatenate(keys), return_inverse=True)
    return [number[: len(keys[0])], number[len(keys[0]) :]]


def _read_chains(sides: tuple[Pruned, Pruned], sets: list[Offsets], n_sets: int) -> tuple[list[Offsets], list[str]]:
    """For each side and set of words the labels over it, from the top down, as a number; and what each number says."""
    slot = np.concatenate([sets[0], sets[1] + n_sets])
    label = np.concatenate([side.label for side in sides]).astype(np.int64)
    _, rank = distinct(label, int(label.max(initial=0)) + 1)
    n_labels = int(rank.max(initial=0)) + 1
    level = np.concatenate([count_before(column) for column in sets])
    chain = np.zeros(2 * n_sets, dtype=np.int64)  # 0: no label
    texts = [""]
    for step in range(int(level.max(initial=0)) + 1):
        nodes = np.flatnonzero(level == step)
        keys, place = np.unique(chain[slot[nodes]] * n_labels + rank[nodes], return_inverse=True)
        chain[slot[nodes]] = len(texts) + place
        texts += [texts[key // n_labels] + character(key % n_labels) for key in keys.tolist()]
    return [chain[:n_sets], chain[n_sets:]], texts


def free_edits(trees: PairedTrees, anchored: Offsets) -> Offsets:
    """(n_sents,) edits where words are nodes like others; equal pairs of trees are compared once."""
    edits = anchored.copy()
    known: dict[tuple[Tree, Tree], int] = {}
    readers = [_TreeReader(side) for side in (trees.gold, trees.system)]
    known_best = 0 if trees.gold.gappy or trees.system.gappy else _ANCHORED
    for sentence in np.flatnonzero(anchored > known_best).tolist():
        pair = (readers[0].read(sentence), readers[1].read(sentence))
        if pair not in known:
            known[pair] = measure_edits(*pair)
        edits[sentence] = known[pair]
    return edits


class _TreeReader:
    """Trees of sentences in post-order, words as leaves with a label of their own."""

    def __init__(self, side: Pruned) -> None:
        self.side = side
        bounds = np.arange(side.n_sents + 1)
        self.words = np.searchsorted(side.sentence, bounds).tolist()
        self.nodes = np.searchsorted(side.node_sentence, bounds).tolist()

    def read(self, sentence: int) -> Tree:
        """The tree of one sentence; children stand in the order of their first words."""
        side, first_word, first_node = self.side, self.words[sentence], self.nodes[sentence]
        words = slice(first_word, self.words[sentence + 1])
        nodes = slice(first_node, self.nodes[sentence + 1])
        n_words = words.stop - words.start
        tags, above = side.tag[words].tolist(), side.above[words].tolist()
        names = [-1 - (tag * n_words + place) for place, tag in enumerate(tags)]  # a word is like itself only
        children: dict[int, list[tuple[int, int]]] = {}  # (first word, node, or word as a negative number)
        for place, node in enumerate(above):
            children.setdefault(node, []).append((place, -1 - place))
        starts, parents = (side.start[nodes] - first_word).tolist(), side.parent[nodes].tolist()
        for place, (start, parent) in enumerate(zip(starts, parents, strict=True)):
            children.setdefault(parent, []).append((start, first_node + place))
        labels: list[int] = []
        first: list[int] = []

        def visit(node: int) -> int:
            leaf = len(labels)
            for _, child in sorted(children[node]):
                if child < 0:
                    first.append(len(labels))
                    labels.append(names[-1 - child])
                else:
                    visit(child)
            labels.append(_ROOT if node < 0 else 1 + int(side.label[node]))
            first.append(leaf)
            return leaf

        visit(-1)
        return tuple(labels), tuple(first)


TED = Measure(
    name="TED",
    title="nodes of both trees that need no edit",
    cites="Zhang and Shasha 1989; disco-dop (van Cranenburgh et al. 2016)",
    reads=frozenset({"form", "tag", "nodes"}),
    tally=count_edits,
    only="accuracy",
    aliases=("tree-edit", "treedist"),
)
