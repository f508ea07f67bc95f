"""Leaf-Ancestor: how like the gold's is the way from each word up to the root? Sampson and Babarczy (2003).

A word's lineage is the sequence of labels above it, with marks where phrases begin and end (`tasks.lineages`). Two
lineages are alike by 1 - d / (length of one + length of the other), d being Levenshtein's distance; a sentence scores
the mean over its words. `LA` is the mean over all words, `LA-sentence` the mean over sentences, which Sampson and
Babarczy and disco-dop give. Figure 5 of Rehbein and van Genabith (2007) comes out under every scheme of costs.

Which words and labels count is said in `tasks.paired_trees`: by default all of them. A sentence without a comparable
parse scores 0; under a scorer's preset it is left out, as the scorer leaves it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Measure
from tertium.measures.parseval import by_block
from tertium.tasks.lineages import Lineages, label_rank, pair_lineages
from tertium.tasks.paired_trees import PairedTrees, pair_trees
from tertium.trees.stretches import cut_treebanks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tertium._typing import Counts, Scores
    from tertium.conventions import Conventions, LineageCosts
    from tertium.corpus import Corpus, Vocab
    from tertium.measures.base import Blocks
    from tertium.tasks.match import Match

REPLACEMENT: Final[dict[LineageCosts, tuple[float, float]]] = {
    "simple": (1.0, 1.0),
    "nle2003": (0.5, 2.0),
    "parseval2002": (1.5, 2.0),
}
"""What it costs to replace a label by one with the same first character, and by any other; the rest costs 1."""

_CITES: Final = "Sampson and Babarczy 2003; Rehbein and van Genabith 2007"
_READS: Final = frozenset({"form", "tag", "nodes"})
_CHUNK: Final = 4096  # pairs of lineages whose tables are filled together


def likeness(trees: PairedTrees, costs: LineageCosts, vocab: Vocab) -> Scores:
    """(n_words,) how like each word's lineages are, for the words of sentences that can be compared."""
    found = pair_lineages(trees.gold, trees.system)
    alike = np.ones(len(found.pair) + 1)
    if found.gold:
        lengths = [np.fromiter(map(len, side), dtype=np.int64, count=len(side)) for side in (found.gold, found.system)]
        values = 1 - measure_distances(found, costs, vocab) / (lengths[0] + lengths[1])
        alike[:-1] = np.append(values, 1.0)[found.pair]  # the last place is for equal lineages
    return alike[:-1]


def measure_distances(found: Lineages, costs: LineageCosts, vocab: Vocab) -> Scores:
    """(n_pairs,) Levenshtein's distance between the lineages of each pair."""
    if costs == "simple":
        from rapidfuzz.distance import Levenshtein
        from rapidfuzz.process import cpdist

        distances = cpdist(found.gold, found.system, scorer=Levenshtein.distance, dtype=np.int32)
        return np.asarray(distances, dtype=np.float64)
    first = [text[:1] for text in vocab.decode(found.labels)]
    kinds = {text: number for number, text in enumerate(dict.fromkeys(first))}
    initial = np.array([kinds[text] for text in first], dtype=np.int64)
    return weigh_distances(found.gold, found.system, initial, *REPLACEMENT[costs])


def weigh_distances(
    one: Sequence[str], two: Sequence[str], initial: NDArray[np.int64], similar: float, other: float
) -> Scores:
    """(n_pairs,) distances where replacing a label costs less if its first character stays.

    The table of the dynamic programme is filled for many pairs at a time, row by row: within a row, insertions from the
    left are a running minimum. Pairs of about the same length are taken together.

    Args:
        one: Lineages.
        two: Lineages, as many.
        initial: (n_labels,) the number of each label's first character.
        similar: Cost of a replacement by a label with the same first character.
        other: Cost of any other replacement.
    """
    lengths = np.array([[len(text) for text in side] for side in (one, two)], dtype=np.int64)
    order = np.lexsort(lengths)
    distance = np.zeros(len(one))
    for start in range(0, len(order), _CHUNK):
        rows = order[start : start + _CHUNK]
        codes = [_pad([side[row] for row in rows.tolist()]) for side in (one, two)]
        kinds = [_initials(table, initial) for table in codes]
        n, width = lengths[:, rows], codes[1].shape[1]
        place = np.arange(width + 1, dtype=np.float64)
        row = np.broadcast_to(place, (len(rows), width + 1)).copy()
        distance[rows] = row[np.arange(len(rows)), n[1]]
        for step in range(codes[0].shape[1]):
            same = codes[0][:, step, None] == codes[1]
            near = kinds[0][:, step, None] == kinds[1]
            replaced = row[:, :-1] + np.where(same, 0.0, np.where(near, similar, other))
            best = row + 1
            np.minimum(best[:, 1:], replaced, out=best[:, 1:])
            row = np.minimum.accumulate(best - place, axis=1) + place
            done = np.flatnonzero(n[0] == step + 1)
            distance[rows[done]] = row[done, n[1][done]]
    return distance


def _pad(texts: Sequence[str]) -> NDArray[np.int64]:
    """(n, longest) the number of each character's label; marks are negative, and so is what fills up."""
    ranks = {char: label_rank(char) for char in set("".join(texts))}
    table = np.full((len(texts), max(map(len, texts), default=0)), -100, dtype=np.int64)
    for row, text in enumerate(texts):
        table[row, : len(text)] = [ranks[char] for char in text]
    return table


def _initials(ranks: NDArray[np.int64], initial: NDArray[np.int64]) -> NDArray[np.int64]:
    """The first characters of labels; a mark is like nothing but itself."""
    return np.where(ranks >= 0, initial[np.maximum(ranks, 0)], ranks)


def count_words(match: Match, blocks: Blocks) -> Counts:
    """Summed likeness of the words, and words."""
    total, words, _ = _sum_likeness(match)
    return by_block(blocks, total, words, words, words)


def count_sentences(match: Match, blocks: Blocks) -> Counts:
    """Mean likeness of the words of each sentence, and sentences."""
    total, words, counted = _sum_likeness(match)
    mean = np.divide(total, words, out=np.zeros(len(total)), where=words > 0)
    return by_block(blocks, mean, counted, counted, counted)


def _sum_likeness(match: Match) -> tuple[Scores, Scores, Scores]:
    """(n_sents,) summed likeness, words that count, and 1 for sentences that count."""
    return match.keep("likeness", lambda: _make_sums(match))


def _make_sums(match: Match) -> tuple[Scores, Scores, Scores]:
    rules, corpora = match.gold.conventions, cut_treebanks(match.gold.corpus, match.system.corpus)
    columns = zip(*(_sum_stretch(gold, system, rules) for gold, system in corpora), strict=True)
    total, words, counted = (np.concatenate(column) for column in columns)
    return total, words, counted


def _sum_stretch(gold: Corpus, system: Corpus, rules: Conventions) -> tuple[Scores, Scores, Scores]:
    """The same for some sentences."""
    trees = pair_trees(gold, system, rules.brackets)
    alike = likeness(trees, rules.la_costs, gold.vocab)
    total: Scores = np.bincount(trees.gold.sentence, weights=alike, minlength=len(trees.valid)).astype(np.float64)
    counted = trees.asked if rules.brackets.counts_failures else trees.valid
    words = np.where(counted, trees.n_words, 0)
    return total, words.astype(np.float64), counted.astype(np.float64)


LA = Measure(
    name="LA",
    title="likeness of the words' lineages",
    cites=_CITES,
    reads=_READS,
    tally=count_words,
    only="accuracy",
    aliases=("leaf-ancestor", "leafancestor"),
)
LA_SENTENCE = Measure(
    name="LA-sentence",
    title="likeness of the words' lineages, mean of sentences",
    cites=_CITES,
    reads=_READS,
    tally=count_sentences,
    only="accuracy",
    aliases=("la_sentence", "leaf-ancestor-sentence"),
)
