"""A measure is a sum over blocks, then a ratio.

`counts` gives additive counts for each block (a sentence, or a document); `values` turns summed counts into scores and
works on any leading axes, so that a bootstrap is `values(weights @ counts)`. Most measures have the same four counts:
correct, gold, system, aligned; one whose precision and recall have numerators of their own brings a `Rate`. `ratio`
alone decides what 0/0 is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from tertium.corpus import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Codes, Counts, Mask, Offsets, Scores
    from tertium.conventions import Scorer
    from tertium.mentionrules import Criterion
    from tertium.tasks.decisions import Decisions
    from tertium.tasks.match import Match
    from tertium.tasks.typed_errors import TypedErrors

CORRECT, GOLD, SYSTEM, ALIGNED = range(4)
N_COUNTS: Final = 4


@dataclass(frozen=True, eq=False, slots=True)
class Blocks:
    """How gold words fall into blocks: contiguous runs, one after the other."""

    start: Offsets  # (n_blocks + 1,)  over gold words

    @property
    def n(self) -> int:
        """How many blocks there are."""
        return len(self.start) - 1

    def sum(self, values: Mask | Codes) -> Offsets:
        """(n_blocks,) sum of a column over gold words within each block."""
        if self.n == 1:
            return np.array([np.count_nonzero(values) if values.dtype == np.bool_ else values.sum()], dtype=np.int64)
        total = np.zeros(self.n, dtype=np.int64)
        filled = np.flatnonzero(self.size())  # an empty block sums to 0, which reduceat does not know
        if len(filled):
            total[filled] = np.add.reduceat(values, self.start[filled], dtype=np.int64)
        return total

    def sum_at(self, block: Codes, values: Mask | None = None) -> Offsets:
        """(n_blocks,) how many rows (or flagged rows) belong to each block, given each row's block."""
        if self.n == 1:
            return np.array([len(block) if values is None else np.count_nonzero(values)], dtype=np.int64)
        chosen = block if values is None else block[values]
        return np.bincount(chosen, minlength=self.n).astype(np.int64)

    def size(self) -> Offsets:
        """(n_blocks,) gold words in each block."""
        return np.diff(self.start)


@dataclass(frozen=True, slots=True)
class Rate:
    """How summed counts of a measure's own become scores."""

    n_counts: int | None  # None: as many as the answers ask for, such as some for each label
    values: Callable[[Scores], dict[str, Scores]]
    """From (..., n_counts) to `value`, and `precision` and `recall` where there are both."""
    precision: tuple[int, int] | None = None  # places of numerator and denominator among the counts
    recall: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: what it reads, when an answer is right, what people see, and how it is counted.

    A measure with atoms is a decision over units (gold words): an answer is right when all atoms are. One without has
    counts of its own.
    """

    name: str
    title: str
    cites: str
    reads: frozenset[str]  # columns of the files
    atoms: tuple[str, ...] = ()
    shown: str = ""  # the layer that stands for the answer in tables
    tally: Callable[[Match, Blocks], Counts] | None = None
    only: Literal["f1", "accuracy"] | None = None  # scored this way whatever the conventions say
    aligned: bool = True  # the share of right answers among aligned words makes sense
    aliases: tuple[str, ...] = ()
    decide: Callable[[Sequence[Match]], Decisions] | None = None  # units that systems propose themselves
    lower_is_better: bool = False
    is_share: bool = True  # shown in percent; else as a number for each sentence
    whole: Callable[[Match, Blocks], Counts] | None = None  # sentences wholly right, where counts do not tell
    type_errors: Callable[[Match], TypedErrors] | None = None  # what kinds of errors its wrong units are
    chains: Criterion | None = None  # the antecedent that decides, where units are mentions that are resolved
    unit: str = "word"  # what is counted
    rate: Rate | None = None  # None: the four counts of words
    events: tuple[str, ...] = ()  # names of what is counted besides, after the four counts
    by_label: Callable[[Match], dict[str, Counts]] | None = None  # counts by label, where those of units do not tell

    @property
    def is_decision(self) -> bool:
        """Whether there are units (gold words, brackets) that are answered right or wrong."""
        return bool(self.atoms) or self.decide is not None

    def used(self, counts: Counts) -> Counts:
        """(..., n_used) those of the counts that the scores are made of."""
        found: Counts = counts[..., : ALIGNED if self.rate is None else self.rate.n_counts]
        return found

    def values(self, sums: Scores, how: Scorer) -> dict[str, Scores]:
        """Scores of summed counts that are used, (..., n_used): `value`, and `precision` and `recall`."""
        if self.rate is not None:
            return self.rate.values(sums)
        correct, gold, system = (sums[..., place] for place in range(3))
        return score(np.stack([correct, gold, system, gold], axis=-1), how)

    def counts(self, match: Match, blocks: Blocks) -> Counts:
        """(n_blocks, 4) correct, gold, system, aligned; or (n_blocks, n_counts) of its own."""
        if self.tally is not None:
            return self.tally(match, blocks)
        return count_right(match, blocks, match.right(*self.atoms))


def count_right(match: Match, blocks: Blocks, right: Mask) -> Counts:
    """Counts of a decision over the scored words, given where it is right."""
    scored = match.gold.scored()
    correct = blocks.sum(right if scored is None else right & scored)
    gold = blocks.size() if scored is None else blocks.sum(scored)
    if match.link.is_identity:
        return np.stack([correct, gold, gold, gold], axis=-1)
    aligned = match.keep(
        ("aligned", blocks), lambda: blocks.sum(match.aligned if scored is None else match.aligned & scored)
    )
    system = match.keep(
        ("system", blocks), lambda: blocks.sum_at(system_blocks(match, blocks), counted_system_words(match))
    )
    return np.stack([correct, gold, system, aligned], axis=-1)


def counted_system_words(match: Match) -> Mask | None:
    """Which system words count: partners of scored words, and stray words that are scored themselves; None: all."""
    scored, to_gold = match.gold.scored(), match.link.to_gold
    if scored is None or to_gold is None:
        return scored
    theirs = match.system.scored()
    stray = to_gold == MISSING
    return np.where(stray, True if theirs is None else theirs, scored[to_gold])


def system_blocks(match: Match, blocks: Blocks) -> Codes:
    """(n_system_words,) the block of each system word: that of the gold sentence which holds its first character."""
    sentence = match.link.system_block
    if sentence is None:
        return np.repeat(np.arange(blocks.n, dtype=np.int32), blocks.size())
    if blocks.n == match.gold.corpus.n_sents:
        return sentence
    return match.keep(("system_blocks", blocks), lambda: block_of_sentence(match, blocks)[sentence])


def block_of_sentence(match: Match, blocks: Blocks) -> Codes:
    """(n_gold_sentences,) the block of each gold sentence."""
    starts = match.gold.corpus.sent_start[:-1]
    return (np.searchsorted(blocks.start, starts, side="right") - 1).clip(0, max(blocks.n - 1, 0)).astype(np.int32)


def ratio(numerator: Counts, denominator: Counts) -> Scores:
    """Numerator over denominator; 0 where there is nothing to divide by, as the UD evaluation has it."""
    top, bottom = np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    return np.divide(top, bottom, out=np.zeros(np.broadcast_shapes(top.shape, bottom.shape)), where=bottom != 0)


def score(counts: Counts, how: Scorer) -> dict[str, Scores]:
    """Values of summed counts, for any leading axes.

    >>> values = score(np.array([3, 4, 5, 4]), "f1")
    >>> {name: round(float(value), 3) for name, value in values.items()}
    {'value': 0.667, 'precision': 0.6, 'recall': 0.75, 'aligned_accuracy': 0.75}
    """
    correct, gold, system, aligned = (counts[..., place] for place in range(N_COUNTS))
    if how == "accuracy":
        return {"value": ratio(correct, gold)}
    return {
        "value": ratio(2 * correct, gold + system),
        "precision": ratio(correct, system),
        "recall": ratio(correct, gold),
        "aligned_accuracy": ratio(correct, aligned),
    }
