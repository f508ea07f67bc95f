"""Phrases as decisions: where systems propose their own units.

A unit is the k-th bracket over some words, in the gold or in any system; the answer is its label, or ∅ where there is
none (spec of the project, section 1). It is right if it is the gold's answer, and ∅ is right where the gold has no such
bracket. On gold units, being right is what the score counts as a match. One pair of systems looks only at units that
the gold or one of the two has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.tasks.bracketing import Bracketing, compare_brackets, count_before
from tertium.tasks.decisions import Decisions
from tertium.tasks.match import UNALIGNED
from tertium.tasks.yields import find_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.tasks.match import Match

NOTHING: Final = UNALIGNED
"""What is shown for a bracket that is not there."""


def decide_phrases(matches: Sequence[Match]) -> Decisions:
    """Lay the brackets of all systems beside the gold's."""
    gold = matches[0].gold.corpus
    rules = matches[0].gold.conventions.brackets
    found: list[Bracketing] = [
        match.keep("bracketing", lambda m=match: compare_brackets(m.gold.corpus, m.system.corpus, rules))  # type: ignore[misc]
        for match in matches
    ]
    counted = np.ones(gold.n_sents, dtype=np.bool_)
    if not rules.counts_failures:  # only sentences that every system has
        counted = np.all([part.valid for part in found], axis=0)
    ours = found[0].gold
    rows = np.flatnonzero(counted[ours.sentence])
    place_of = np.full(len(ours.node) + 1, -1, dtype=np.int64)
    place_of[rows] = np.arange(len(rows))
    all_of_gold, *keys = find_keys([ours, *(part.system for part in found)])
    span = all_of_gold[rows]
    parts = [_place(part, counted, place_of, span, key) for part, key in zip(found, keys, strict=True)]
    extra = np.unique(np.concatenate([key for _, key, _ in parts])) if parts else np.zeros(0, dtype=np.int64)
    nothing = gold.vocab.code(NOTHING)
    n_gold, n_units = len(rows), len(rows) + len(extra)
    gold_label = np.full(n_units, nothing, dtype=np.int32)
    gold_label[:n_gold] = ours.label[rows]
    first, last = np.zeros(n_units, dtype=np.int32), np.zeros(n_units, dtype=np.int32)
    if gold.nodes is not None:
        first[:n_gold], last[:n_gold] = gold.nodes.start[ours.node[rows]], gold.nodes.end[ours.node[rows]]
    labels, answers, right = [], [], []
    for match, part, (at, key, loose) in zip(matches, found, parts, strict=True):
        label = np.full(n_units, nothing, dtype=np.int32)
        unit = at.copy()
        unit[loose] = n_gold + np.searchsorted(extra, key)
        own = np.flatnonzero(unit >= 0)
        label[unit[own]] = part.system.label[own]
        matched = np.zeros(n_units, dtype=np.bool_)
        taken = np.flatnonzero(part.partner >= 0)
        taken = taken[unit[taken] >= 0]
        matched[unit[taken]] = True
        matched[n_gold:] = label[n_gold:] == nothing
        _locate(match, part, unit, loose, first, last)
        labels.append(label)
        answers.append({"label": np.where(matched, gold_label, label)})
        right.append(matched)
    return Decisions(
        atoms=("label",),
        vocab=gold.vocab,
        unit=first,
        gold={"label": gold_label},
        answers=tuple(answers),
        gold_label=gold_label,
        labels=tuple(labels),
        right=np.stack(right),
        end=last,
        nothing=nothing,
    )


def _place(
    part: Bracketing, counted: Mask, place_of: Offsets, span: Offsets, own: Offsets
) -> tuple[Offsets, Offsets, Offsets]:
    """For each system bracket its gold unit (-1: none), and for those without one a key and their rows.

    Matched brackets take their partner's unit; of the others, the k-th over some words takes the k-th gold bracket over
    them that is not matched.
    """
    side = part.system
    at = np.full(len(side.node), -1, dtype=np.int64)
    matched = np.flatnonzero((part.partner >= 0) & counted[side.sentence])
    at[matched] = place_of[part.partner[matched]]
    free_gold = np.ones(len(span), dtype=np.bool_)
    free_gold[at[matched]] = False
    free = np.flatnonzero((part.partner < 0) & counted[side.sentence] & part.valid[side.sentence])
    keys = own[free]
    gold_rows = np.flatnonzero(free_gold)
    gold_rank, rank = count_before(span[gold_rows]), count_before(keys)
    most = 1 + int(max(gold_rank.max(initial=0), rank.max(initial=0)))
    wanted, offered = keys * most + rank, span[gold_rows] * most + gold_rank
    _, mine, theirs = np.intersect1d(wanted, offered, assume_unique=True, return_indices=True)
    at[free[mine]] = gold_rows[theirs]
    loose = free[at[free] < 0]
    loose_keys = own[loose]
    return at, loose_keys * _CHAIN + np.minimum(count_before(loose_keys), _CHAIN - 1), loose


_CHAIN: Final = 256  # brackets over the same words that the gold does not have


def _locate(  # noqa: PLR0917 (what is filled)
    match: Match, part: Bracketing, unit: Offsets, loose: Offsets, first: Codes, last: Codes
) -> None:
    """Where the brackets are that only systems have, in gold words."""
    gold, system = match.gold.corpus, match.system.corpus
    nodes = system.nodes
    if nodes is None or not len(loose):
        return
    sentence = part.system.sentence[loose]
    shift = (gold.sent_start[sentence] - system.sent_start[sentence]).astype(np.int32)
    node = part.system.node[loose]
    first[unit[loose]] = nodes.start[node] + shift
    last[unit[loose]] = nodes.end[node] + shift
