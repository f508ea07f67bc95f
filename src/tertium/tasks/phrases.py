"""Phrases as decisions: the brackets of trees are proposals (`tasks.proposals`), matched as the bracket rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.tasks.bracketing import Bracketing, compare_brackets
from tertium.tasks.proposals import Proposals, decide_proposals
from tertium.tasks.yields import find_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Offsets
    from tertium.corpus import Corpus
    from tertium.tasks.bracketing import Side
    from tertium.tasks.decisions import Decisions
    from tertium.tasks.match import Match


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
    systems = []
    for match, part, key in zip(matches, found, keys, strict=True):
        own = np.flatnonzero((counted & part.valid)[part.system.sentence])
        systems.append(_propose(match.system.corpus, part.system, key, own, gold, partner=place_of[part.partner[own]]))
    return decide_proposals(gold.vocab, _propose(gold, ours, all_of_gold, rows, gold), systems)


def _propose(  # noqa: PLR0917 (a side and what is known about it)
    corpus: Corpus, side: Side, key: Offsets, rows: Offsets, gold: Corpus, partner: Offsets | None = None
) -> Proposals:
    """Some brackets of one side, located in gold words."""
    nodes = corpus.nodes
    if nodes is None or not len(rows):
        nothing = np.zeros(len(rows), dtype=np.int32)
        return Proposals(key[rows], side.label[rows], nothing, nothing, partner)
    sentence, node = side.sentence[rows], side.node[rows]
    shift = (gold.sent_start[sentence] - corpus.sent_start[sentence]).astype(np.int32)
    return Proposals(key[rows], side.label[rows], nodes.start[node] + shift, nodes.end[node] + shift, partner)
