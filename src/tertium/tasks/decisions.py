"""Decisions: the unit of comparison. One row for each thing that the gold decides.

Two answers are *the same* when all of their atoms are (for labelled attachment: head and relation); what is *shown* is
the label. So `nmod -> nmod` is a pure re-attachment. A gold word without a partner in a system's tokenisation has no
answer there: it is wrong, and shown as ∅.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import MISSING
from tertium.tasks.match import UNALIGNED, Match, gold_atom

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Vocab


@dataclass(frozen=True, eq=False, slots=True)
class Link:
    """What one answer to every unit points to: words, or an empty node beside one."""

    first: Codes  # (n_units,)  first word; -1: it points to nothing
    last: Codes  # (n_units,)
    empty: Mask  # (n_units,)

    def take(self, chosen: Mask | Offsets) -> Link:
        """That of some of the units."""
        return Link(self.first[chosen], self.last[chosen], self.empty[chosen])


@dataclass(frozen=True, eq=False, slots=True)
class Decisions:
    """What the gold and each system say about every unit."""

    atoms: tuple[str, ...]
    vocab: Vocab
    unit: Codes  # (n_units,)  the gold word
    gold: Mapping[str, Codes]  # atom -> (n_units,)
    answers: tuple[Mapping[str, Codes], ...]  # one for each system
    gold_label: Codes  # (n_units,)
    labels: tuple[Codes, ...]  # one for each system
    right: Mask  # (n_systems, n_units)
    end: Codes | None = None  # (n_units,)  one past the last gold word, where a unit is more than a word
    nothing: int | None = None  # the label of what is not there, where systems propose their own units
    anchor: Codes | None = None  # (n_units,)  the gold word that a unit belongs to: an argument's predicate
    group: Codes | None = None  # (n_units,)  what tables by label sort units by; None: the gold's label
    proposed: tuple[Codes, ...] = ()  # one for each system: what of these it proposes, -1: nothing; none: its labels
    idle: Mask | None = None  # (n_units,)  whose changes count, but which are left out of the number of units
    times: tuple[Codes, ...] = ()  # one for each system: how often it proposes a unit, where each time counts
    empty: Mask | None = None  # (n_units,)  empty nodes, whose word is the one beside them; None: there are none
    links: tuple[Link, ...] = ()  # what answers point to, the gold's first
    errors: tuple[Codes, ...] = ()  # one for each system: the type of error, -1: none; empty where there are no types

    @property
    def row_label(self) -> Codes:
        """(n_units,) what tables by label sort units by."""
        return self.gold_label if self.group is None else self.group

    @property
    def n_units(self) -> int:
        """How many units there are."""
        return len(self.unit)

    @property
    def n_systems(self) -> int:
        """How many systems answer."""
        return len(self.answers)

    def proposals(self, system: int) -> Codes:
        """What a system proposes, as tables by label count it."""
        labels = self.proposed[system] if self.proposed else self.labels[system]
        found: Codes = labels[labels != (MISSING if self.proposed else self.nothing)]
        return found

    def proposes(self, system: int) -> Mask:
        """(n_units,) where a system proposes something."""
        nothing = MISSING if self.proposed else self.vocab.code(UNALIGNED)
        found: Mask = (self.proposed or self.labels)[system] != nothing
        return found

    def concerns(self, *systems: int) -> Mask | None:
        """(n_units,) units that the gold or one of these systems has; None: all, where units are the gold's."""
        if self.nothing is None:
            return None
        there: Mask = self.gold_label != self.nothing
        for system in systems:
            there = there | (self.labels[system] != self.nothing)
        return there

    def units_of(self, *systems: int) -> Mask:
        """(n_units,) units that changes between these systems are counted against (the denominator of equation 2)."""
        concerned = self.concerns(*systems)
        counted = np.ones(self.n_units, dtype=np.bool_) if concerned is None else concerned
        return counted if self.idle is None else counted & ~self.idle

    def weight(self, before: int, after: int) -> Codes | None:
        """(n_units,) how often a unit counts between two systems; None: once.

        As often as the first proposes it, or where it does not, as often as the second does.
        """
        if not self.times:
            return None
        return np.where(self.times[before] > 0, self.times[before], np.maximum(self.times[after], 1))

    def take(self, chosen: Mask, n_systems: int) -> Decisions:
        """Some of the units, and the first so many systems."""
        return Decisions(
            atoms=self.atoms,
            vocab=self.vocab,
            unit=self.unit[chosen],
            gold={atom: codes[chosen] for atom, codes in self.gold.items()},
            answers=tuple({atom: codes[chosen] for atom, codes in own.items()} for own in self.answers[:n_systems]),
            gold_label=self.gold_label[chosen],
            labels=tuple(codes[chosen] for codes in self.labels[:n_systems]),
            right=self.right[:n_systems, chosen],
            end=None if self.end is None else self.end[chosen],
            nothing=self.nothing,
            anchor=None if self.anchor is None else self.anchor[chosen],
            group=None if self.group is None else self.group[chosen],
            proposed=tuple(codes[chosen] for codes in self.proposed[:n_systems]),
            idle=None if self.idle is None else self.idle[chosen],
            times=tuple(times[chosen] for times in self.times[:n_systems]),
            empty=None if self.empty is None else self.empty[chosen],
            links=tuple(link.take(chosen) for link in self.links[: n_systems + 1]),
            errors=tuple(types[chosen] for types in self.errors[:n_systems]),
        )

    def changed(self, atom: str, before: int, after: int) -> Mask:
        """Where two systems differ in one atom."""
        found: Mask = self.answers[before][atom] != self.answers[after][atom]
        return found

    def different(self, before: int, after: int) -> Mask:
        """Where two systems give different answers (Tuggener 2017, equation 1)."""
        found = self.changed(self.atoms[0], before, after)
        for atom in self.atoms[1:]:
            found = found | self.changed(atom, before, after)
        return found


def decide(matches: Sequence[Match], atoms: tuple[str, ...], shown: str, among: Mask | None = None) -> Decisions:
    """Lay the answers of all systems beside the gold's, over the scored words, or those among some."""
    gold = matches[0].gold
    scored = gold.scored()
    if among is not None:
        scored = among if scored is None else scored & among
    unit = np.arange(gold.corpus.n_words, dtype=np.int32) if scored is None else np.flatnonzero(scored).astype(np.int32)

    def take(values: Codes) -> Codes:
        return values if scored is None else values[unit]

    right = np.stack([match.right(*atoms) for match in matches])
    return Decisions(
        atoms=atoms,
        vocab=gold.corpus.vocab,
        unit=unit,
        gold={atom: take(gold_atom(gold, atom)) for atom in atoms},
        answers=tuple({atom: take(match.answer(atom)) for atom in atoms} for match in matches),
        gold_label=take(gold.column(shown)),
        labels=tuple(take(match.shown(shown)) for match in matches),
        right=right if scored is None else right[:, unit],
    )


def cut_otherwise(match: Match, atoms: Sequence[str]) -> Mask:
    """(n_gold_words,) words that no answer could make right, because the system cuts the text otherwise."""
    link = match.link
    missing = ~match.aligned
    if link.to_system is None or "head" not in atoms or match.gold.conventions.text_heads:
        return missing
    head = match.gold.head
    sentence = link.pull(match.system.corpus.sentence_of_words())
    apart: Mask = (head >= 0) & (sentence != sentence[np.maximum(head, 0)])  # a missing head is in no sentence
    return missing | apart
