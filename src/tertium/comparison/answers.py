"""What every rater says about every unit: the gold is one rater, each system another.

Noise, adjudication and suspects only ask who agrees with whom. So an answer (a tag, a head with its relation, a label
over some words, an antecedent, or ∅) is known by the first rater who gives it, whatever the task.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import MISSING, ROOT, Corpus, distinct
from tertium.mentions import EMPTY_NODE
from tertium.plurals import many
from tertium.tasks.antecedents import CLASSES, FN, TN, TP
from tertium.tasks.match import UNALIGNED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.tasks.decisions import Decisions, Link

GOLD: Final = 0
"""The place of the gold among the raters."""

_LONGEST: Final = 5  # words of an antecedent


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
        """The answer of a rater, for people: `NOUN`, `nsubj of 2 comprou`, `NP`, `no such unit`, `Ann (word 3)`."""
        place, vocab = int(self.label[rater, unit]), self.decisions.vocab
        if self.decisions.links:
            return self._tell_antecedent(corpus, rater, unit)
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

    def _tell_antecedent(self, corpus: Corpus, rater: int, unit: int) -> str:
        """Words and place of the antecedent, so that two of the same words are not taken for one."""
        if int(self.label[rater, unit]) == self.decisions.vocab.code(CLASSES[TN]):
            return "no antecedent"
        link = self.decisions.links[GOLD if rater == GOLD else self.systems[rater - 1] + 1]
        first, last = int(link.first[unit]), int(link.last[unit])
        if first == MISSING:
            return "an antecedent of other words"
        here, there = (
            int(np.searchsorted(corpus.sent_start, word, side="right")) - 1
            for word in (int(self.decisions.unit[unit]), first)
        )
        back = f"{many(here - there, 'sentence')} before, " if here > there else ""
        start = int(corpus.sent_start[there]) - 1
        place = f"word {first - start}" if first == last else f"words {first - start}-{last - start}"
        return f"{tell_words(corpus.forms, link, unit)} ({back}{place})"

    def words(self, unit: int) -> tuple[int, int]:
        """First gold word of a unit, and one past its last."""
        first = int(self.decisions.unit[unit])
        return first, first + 1 if self.decisions.end is None else max(int(self.decisions.end[unit]), first + 1)


def tell_words(forms: Callable[[int, int], list[str]], link: Link, unit: int) -> str:
    """An antecedent; of a long one the first words and the last, since outputs often disagree about the end.

    Args:
        forms: The forms of words, from the first to the one after the last.
        link: What the unit points to.
        unit: One that points to something.
    """
    if link.empty[unit]:
        return EMPTY_NODE
    first, last = int(link.first[unit]), int(link.last[unit])
    if last - first < _LONGEST:
        return " ".join(forms(first, last + 1))
    return " ".join([*forms(first, first + _LONGEST - 2), "…", *forms(last, last + 1)])


def gather_answers(decisions: Decisions, systems: Sequence[int], *, text_heads: bool = False) -> Answers:
    """The answers of the gold and of some systems."""
    label = np.stack([decisions.gold_label, *(decisions.labels[system] for system in systems)])
    if decisions.links:
        label = _say_whether_linked(decisions, label)
        said = _gather_antecedents(decisions, systems, label)
    else:
        answers = [decisions.gold, *(decisions.answers[system] for system in systems)]
        said = [[own[atom] for atom in decisions.atoms] for own in answers]
    first = np.empty((len(said), decisions.n_units), dtype=np.int32)
    for rater, own in enumerate(said):
        first[rater] = rater
        for earlier in range(rater - 1, -1, -1):
            same = np.ones(decisions.n_units, dtype=np.bool_)
            for mine, theirs in zip(own, said[earlier], strict=True):
                same &= mine == theirs
            first[rater][same] = first[earlier][same]
    return Answers(decisions, tuple(systems), first, label, text_heads)


def _say_whether_linked(decisions: Decisions, label: Codes) -> Codes:
    """The gold's two labels for everybody: `fn`, `wl` and `fp` are judgements by the gold, which no gold can share."""
    code = decisions.vocab.encode(CLASSES)
    found: Codes = np.where(np.isin(label, code[[TN, FN]]), code[TN], code[TP])
    return found


def _gather_antecedents(decisions: Decisions, systems: Sequence[int], label: Codes) -> list[list[Codes | Mask]]:
    """What each rater takes for the antecedent of a mention; what the key's chain admits is the gold's answer."""
    gold = decisions.links[GOLD]
    found: list[list[Codes | Mask]] = [[label[GOLD], gold.first, gold.last, gold.empty]]
    for own, system in zip(label[1:], systems, strict=True):
        link, right = decisions.links[system + 1], decisions.right[system]
        pairs = ((gold.first, link.first), (gold.last, link.last), (gold.empty, link.empty))
        found.append([own, *(np.where(right, ours, theirs) for ours, theirs in pairs)])
    return found


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
