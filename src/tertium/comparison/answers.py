"""What every rater says about every unit: the gold is one rater, each system another.

Noise, adjudication and suspects only ask who agrees with whom. So an answer (a tag, a head with its relation, a label
over some words, or ∅) is known by the first rater who gives it, whatever the task.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import ROOT, Corpus, distinct
from tertium.tasks.match import UNALIGNED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.tasks.decisions import Decisions

GOLD: Final = 0
"""The place of the gold among the raters."""


@dataclass(frozen=True, eq=False, slots=True)
class Answers:
    """Gold and systems, side by side."""

    decisions: Decisions
    systems: tuple[int, ...]  # which systems of the decisions are raters
    first: Codes  # (n_raters, n_units)  the first rater with the same answer
    label: Codes  # (n_raters, n_units)  its label
    text_heads: bool = False  # heads are compared as they are written

    @property
    def n_raters(self) -> int:
        """The gold and the systems."""
        return len(self.first)

    @property
    def n_units(self) -> int:
        """How many units there are."""
        return int(self.first.shape[1])

    def agree(self, one: int, other: int) -> Mask:
        """(n_units,) where two raters give the same answer."""
        found: Mask = self.first[one] == self.first[other]
        return found

    def is_given(self) -> Mask:
        """(n_raters, n_units) whether a rater answers at all; not where a system has cut the words otherwise."""
        if self.decisions.nothing is not None:  # that there is no such unit is an answer
            return np.ones(self.first.shape, dtype=np.bool_)
        found: Mask = self.label != self.decisions.vocab.code(UNALIGNED)
        return found

    def is_candidate(self) -> Mask:
        """(n_raters, n_units) whether a rater is the first to give its answer."""
        found: Mask = self.first == np.arange(self.n_raters, dtype=np.int32)[:, None]
        return found

    def pattern(self) -> Offsets:
        """(n_units,) equal numbers: the same raters agree with each other."""
        key = np.zeros(self.n_units, dtype=np.int64)
        for row in self.first[1:]:
            _, key = number_rows(key, row.astype(np.int64))
        return key

    def text(self, corpus: Corpus, rater: int, unit: int) -> str:
        """The answer of a rater, for people: `NOUN`, `nsubj of 2 comprou`, `NP`, `no such unit`, `other words`."""
        place, vocab = int(self.label[rater, unit]), self.decisions.vocab
        if place == self.decisions.nothing:
            return "no such unit"
        label = vocab.decode([place])[0]
        if rater != GOLD and label == UNALIGNED:
            return "other words"
        if "head" not in self.decisions.atoms:
            return label
        said = self.decisions.gold if rater == GOLD else self.decisions.answers[self.systems[rater - 1]]
        head = int(said["head"][unit])
        if self.text_heads:
            return f"{label} of {vocab.decode([head])[0]}"
        return f"{label} {_name_head(corpus, int(self.decisions.unit[unit]), head)}"

    def words(self, unit: int) -> tuple[int, int]:
        """First gold word of a unit, and one past its last."""
        first = int(self.decisions.unit[unit])
        return first, first + 1 if self.decisions.end is None else max(int(self.decisions.end[unit]), first + 1)


def gather_answers(decisions: Decisions, systems: Sequence[int], *, text_heads: bool = False) -> Answers:
    """The answers of the gold and of some systems."""
    said = [decisions.gold, *(decisions.answers[system] for system in systems)]
    label = np.stack([decisions.gold_label, *(decisions.labels[system] for system in systems)])
    first = np.empty((len(said), decisions.n_units), dtype=np.int32)
    for rater, own in enumerate(said):
        first[rater] = rater
        for earlier in range(rater - 1, -1, -1):
            same = np.ones(decisions.n_units, dtype=np.bool_)
            for atom in decisions.atoms:
                same &= own[atom] == said[earlier][atom]
            first[rater][same] = first[earlier][same]
    return Answers(decisions, tuple(systems), first, label, text_heads)


def number_rows(one: Offsets, other: Offsets) -> tuple[int, Offsets]:
    """How many distinct pairs of (not negative) numbers there are, and for each row the number of its pair."""
    width = int(other.max(initial=0)) + 1
    keys, place = distinct(one * width + other, (int(one.max(initial=0)) + 1) * width)
    return len(keys), place.astype(np.int64)


def _name_head(corpus: Corpus, word: int, head: int) -> str:
    """`of 2 comprou`, `at the root`, or `without a head`."""
    if head == ROOT:
        return "at the root"
    if not 0 <= head < corpus.n_words:
        return "without a head"
    sentence = int(np.searchsorted(corpus.sent_start, word, side="right")) - 1
    return f"of {head - int(corpus.sent_start[sentence]) + 1} {corpus.forms(head, head + 1)[0]}"
