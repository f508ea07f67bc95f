"""Proposals as decisions: tasks in which systems propose their own units (brackets, spans, mentions, arguments).

A unit is the k-th thing over some words, in the gold or in any system; the answer is its label, or ∅ where there is
none (spec of the project, section 1). It is right if it is the gold's answer, and ∅ is right where the gold has no such
unit: a spurious unit that a system drops is a correction, one that it adds a new error. On gold units, being right is
what the score counts as a match. One pair of systems looks only at units that the gold or one of the two has, so that a
third never changes what is said about them. All tasks of this sort come through here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.tasks.decisions import Decisions
from tertium.tasks.match import UNALIGNED
from tertium.tasks.pairing import count_before, pair_in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Offsets
    from tertium.corpus import Vocab

NOTHING: Final = UNALIGNED
"""What is shown for a unit that is not there."""

_CHAIN: Final = 256  # units over the same words that the gold does not have


@dataclass(frozen=True, eq=False, slots=True)
class Proposals:
    """What one side proposes."""

    key: Offsets  # (n,)  equal keys: over the same words
    label: Codes  # (n,)
    first: Codes  # (n,)  first gold word
    last: Codes  # (n,)  one past the last gold word
    partner: Offsets | None = None  # (n,)  the gold's unit that it matches, -1: none; None: same words, same label
    anchor: Codes | None = None  # (n,)  the gold word that it belongs to; None: units of their own


def decide_proposals(vocab: Vocab, gold: Proposals, systems: Sequence[Proposals]) -> Decisions:
    """Lay what all systems propose beside the gold's units."""
    nothing = vocab.code(NOTHING)
    placed = [_place(gold, side) for side in systems]
    loose = [_number_loose(side.key[at < 0]) for side, (at, _) in zip(systems, placed, strict=True)]
    extra = np.unique(np.concatenate(loose)) if loose else np.zeros(0, dtype=np.int64)
    n_gold, n_units = len(gold.key), len(gold.key) + len(extra)
    gold_label = np.full(n_units, nothing, dtype=np.int32)
    gold_label[:n_gold] = gold.label
    first, last = np.zeros(n_units, dtype=np.int32), np.zeros(n_units, dtype=np.int32)
    first[:n_gold], last[:n_gold] = gold.first, gold.last
    anchor = np.zeros(n_units, dtype=np.int32)
    if gold.anchor is not None:
        anchor[:n_gold] = gold.anchor
    located = np.arange(n_units) < n_gold
    labels, answers, right = [], [], []
    for side, (at, partner), keys in zip(systems, placed, loose, strict=True):
        unit = at.copy()
        own = at < 0
        unit[own] = n_gold + np.searchsorted(extra, keys)
        new = ~located[unit]  # of brackets that punctuation alone tells apart, the first tells where the unit is
        first[unit[new]], last[unit[new]] = side.first[new], side.last[new]
        if side.anchor is not None:
            anchor[unit[new]] = side.anchor[new]
        located[unit] = True
        label = np.full(n_units, nothing, dtype=np.int32)
        label[unit] = side.label
        matched = np.zeros(n_units, dtype=np.bool_)
        matched[unit[partner >= 0]] = True
        matched[n_gold:] = label[n_gold:] == nothing
        labels.append(label)
        answers.append({"label": np.where(matched, gold_label, label)})
        right.append(matched)
    return Decisions(
        atoms=("label",),
        vocab=vocab,
        unit=first,
        gold={"label": gold_label},
        answers=tuple(answers),
        gold_label=gold_label,
        labels=tuple(labels),
        right=np.stack(right),
        end=last,
        nothing=nothing,
        anchor=None if gold.anchor is None else anchor,
    )


def _place(gold: Proposals, side: Proposals) -> tuple[Offsets, Offsets]:
    """For each unit of a system its place in the gold (-1: none), and the gold's unit that it matches (-1: none).

    A unit that matches takes its partner's place; of the others, the k-th over some words takes the k-th of the gold
    over them that is not matched.
    """
    partner = match_labels(gold, side) if side.partner is None else side.partner
    at = partner.copy()
    taken = np.zeros(len(gold.key), dtype=np.bool_)
    taken[partner[partner >= 0]] = True
    free, offered = np.flatnonzero(partner < 0), np.flatnonzero(~taken)
    mine, theirs = pair_in_order(side.key[free], gold.key[offered])
    at[free[mine]] = offered[theirs]
    return at, partner


def match_labels(gold: Proposals, side: Proposals) -> Offsets:
    """(n,) the gold's unit over the same words with the same label, each taken once, in order; -1: none."""
    labels = np.unique(np.concatenate([gold.label, side.label]))
    theirs, ours = (part.key * (len(labels) + 1) + np.searchsorted(labels, part.label) for part in (side, gold))
    mine, found = pair_in_order(theirs, ours)
    partner = np.full(len(side.key), -1, dtype=np.int64)
    partner[mine] = found
    return partner


def _number_loose(keys: Offsets) -> Offsets:
    """Numbers for units that the gold does not have: the k-th over some words is the same in all systems."""
    return keys * _CHAIN + np.minimum(count_before(keys), _CHAIN - 1)
