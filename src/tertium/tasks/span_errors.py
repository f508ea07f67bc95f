"""Which kind of mistake is behind each wrong span?

Every gold span that a system misses and every span that only the system has gets one type:

- *wrong type*: both sides have a span of these words, with other labels; one event for both;
- *wrong boundary*: spans of one label overlap, and have other borders; one event for both;
- *both wrong*: spans of other labels overlap;
- *missed*: nothing that is free overlaps the gold span;
- *invented*: nothing that is free overlaps the system's span.

The types are tried in this order, and spans are paired one to one: the most common words first, then the leftmost.
Pairs are for reading: F1 counts a missed and an invented span in each, never one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.tasks.located import pair_spans
from tertium.tasks.match import UNALIGNED
from tertium.tasks.overlaps import choose_pairs, find_overlaps
from tertium.tasks.pairing import count_before, pair_in_order
from tertium.tasks.typed_errors import OF_GOLD, OF_SYSTEM, PART_OF_SPEECH, Moves, TypedErrors

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets
    from tertium.tasks.located import Located
    from tertium.tasks.match import Match

WRONG_TYPE: Final = "wrong type"
WRONG_BOUNDARY: Final = "wrong boundary"
BOTH: Final = "both wrong"
MISSED: Final = "missed"
INVENTED: Final = "invented"
KINDS: Final = (PART_OF_SPEECH, WRONG_TYPE, WRONG_BOUNDARY, BOTH, MISSED, INVENTED)
"""The first is of words, and never occurs."""


def type_spans(match: Match) -> TypedErrors:
    """One type for each wrong span."""
    pairs = pair_spans(match)
    ours = np.ones(pairs.gold.n, dtype=np.bool_)
    ours[pairs.partner[pairs.partner >= 0]] = False
    rows = [np.flatnonzero(ours), np.flatnonzero(pairs.partner < 0)]
    gold, system = pairs.gold.take(rows[0]), pairs.system.take(rows[1])
    kinds = [np.full(gold.n, KINDS.index(MISSED)), np.full(system.n, KINDS.index(INVENTED))]
    partner = np.full(system.n, -1, dtype=np.int64)
    theirs, found = pair_in_order(pairs.system_key[rows[1]], pairs.gold_key[rows[0]])
    _note(kinds, partner, theirs, found, WRONG_TYPE)
    for kind, same in ((WRONG_BOUNDARY, True), (BOTH, False)):
        theirs, found = _pair_overlapping(gold, system, kinds, same_label=same)
        _note(kinds, partner, theirs, found, kind)
    return _collect(match, gold, system, kinds, partner)


def _note(kinds: list[Offsets], partner: Offsets, theirs: Offsets, ours: Offsets, kind: str) -> None:
    kinds[0][ours] = kinds[1][theirs] = KINDS.index(kind)
    partner[theirs] = ours


def _pair_overlapping(
    gold: Located, system: Located, kinds: list[Offsets], *, same_label: bool
) -> tuple[Offsets, Offsets]:
    """Free spans that overlap, one to one: places in the system, and in the gold."""
    ours = np.flatnonzero(kinds[0] == KINDS.index(MISSED))
    theirs = np.flatnonzero(kinds[1] == KINDS.index(INVENTED))
    spans = [(side.start[rows], side.end[rows]) for side, rows in ((system, theirs), (gold, ours))]
    at, other, common = find_overlaps(*spans)
    one, two = theirs[at], ours[other]
    fits = gold.predicate[two] == system.predicate[one]
    fits &= (gold.label[two] == system.label[one]) == same_label
    one, two, common = one[fits], two[fits], common[fits]
    return choose_pairs(one, two, np.lexsort((gold.start[two], system.start[one], -common)))


def _collect(match: Match, gold: Located, system: Located, kinds: list[Offsets], partner: Offsets) -> TypedErrors:
    vocab = match.gold.corpus.vocab
    nothing = vocab.code(UNALIGNED)
    back = np.full(gold.n, -1, dtype=np.int64)
    back[partner[partner >= 0]] = np.flatnonzero(partner >= 0)
    event = np.concatenate([np.arange(gold.n), np.where(partner >= 0, partner, gold.n + np.arange(system.n))])
    side = np.repeat(np.array([OF_GOLD, OF_SYSTEM], dtype=np.int32), [gold.n, system.n])
    answer = np.where(back >= 0, np.append(system.label, nothing)[back], nothing)
    wanted = np.where(partner >= 0, np.append(gold.label, nothing)[partner], nothing)
    columns = [
        np.concatenate([getattr(gold, name), getattr(system, name)]).astype(np.int64)
        for name in ("start", "end", "part", "predicate", "label")
    ]
    rank = np.concatenate([_rank(gold), _rank(system)])
    empty = np.zeros(0, dtype=np.int32)
    return TypedErrors(
        KINDS,
        np.concatenate(kinds).astype(np.int32),
        side,
        event.astype(np.int64),
        np.full(len(side), -1, dtype=np.int32),
        _both(gold.sentence, system.sentence),
        _both(gold.start, system.start),
        _both(gold.end, system.end),
        np.concatenate([gold.label, wanted]).astype(np.int32),
        np.concatenate([answer, system.label]).astype(np.int32),
        np.column_stack([side.astype(np.int64), *columns, rank]),
        Moves(empty, empty, empty, empty, empty, empty, empty),
    )


def _both(ours: Codes, theirs: Codes) -> Codes:
    return np.concatenate([ours, theirs]).astype(np.int32)


def _rank(side: Located) -> Offsets:
    """(n,) how often the same span with the same label has come before."""
    table = np.stack([side.start, side.end, side.part, side.predicate, side.label], axis=1)
    if not len(table):
        return np.zeros(0, dtype=np.int64)
    _, place = np.unique(table, axis=0, return_inverse=True)
    return count_before(place.ravel().astype(np.int64))
