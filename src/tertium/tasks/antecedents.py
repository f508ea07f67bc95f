"""ARCS (Tuggener 2014; Tuggener 2017, section 2.3): was each mention resolved to a right antecedent?

    tp  resolved to a right antecedent         fn  not resolved, though the key has an antecedent
    wl  resolved to a wrong one                fp  resolved, though the key has none          tn  rightly not resolved

What a right antecedent is, is the criterion. `any`: some antecedent in the response is one in the key. `nom`: the
closest nominal antecedent in the response is one in the key, and mentions without a nominal antecedent in the key have
none. `named`: the same with antecedents that hold a proper noun (the paper's footnote 11). `immediate`: the antecedent
right before. A mention is known by its words alone; one in two chains of a file belongs to the chain that begins first.
Of words that a system cuts otherwise a mention is known by its characters. What the scripts published with the paper do
otherwise (`as_released`) is in docs/conventions.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.tasks.chains import mentions_of
from tertium.tasks.mention_spans import find_ends, gold_words, rename_spans, span_codes
from tertium.tasks.mention_types import NOUN, find_words, look_up_words, type_mentions
from tertium.tasks.pairing import find_places

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.mentionrules import Criterion, TagTable
    from tertium.mentions import Mentions
    from tertium.tasks.match import Match
    from tertium.tasks.mention_types import Words

CLASSES: Final = ("tn", "tp", "fn", "wl", "fp")
TN, TP, FN, WL, FP = range(5)
NOWHERE: Final = -1


@dataclass(frozen=True, eq=False, slots=True)
class Resolved:
    """The mentions of one side, chain by chain, in the order of the text."""

    code: Offsets  # (n,)  span
    chain: Codes  # (n,)
    document: Codes  # (n,)
    first: Codes  # (n,)  the first gold word that it touches
    last: Codes  # (n,)
    kind: Codes  # (n,)  mention type
    has_name: Mask  # (n,)
    empty: Mask  # (n,)  an empty node, whose word is the one beside it
    start: Offsets  # (n,)  place of the first mention of the chain
    counted: Mask  # (n,)  the mention stands for its span; not if the span is in a chain that begins earlier, too

    @property
    def n(self) -> int:
        """How many mentions there are."""
        return len(self.code)

    def find(self, code: Offsets) -> Offsets:
        """Places of spans; -1: not here."""
        own = np.flatnonzero(self.counted)
        return np.append(own, NOWHERE)[find_places(self.code[own], code)]

    def find_in(self, chain: Offsets, code: Offsets) -> Offsets:
        """Places of spans in given chains; -1: not there."""
        spans, number = np.unique(np.concatenate([self.code, code]), return_inverse=True)
        width = len(spans)
        keys = self.chain.astype(np.int64) * width + number.ravel()[: self.n]
        wanted = chain.astype(np.int64) * width + number.ravel()[self.n :]
        return find_places(keys, wanted)

    def admits(self, criterion: Criterion) -> Mask:
        """(n,) which mentions can be the antecedent of others."""
        if criterion in ("any", "immediate"):
            return np.ones(self.n, dtype=np.bool_)
        found: Mask = self.kind == NOUN if criterion == "nom" else self.has_name
        return found

    def antecedent(self, criterion: Criterion, *, as_released: bool = False) -> Offsets:
        """(n,) the place of the antecedent that decides: the closest that the criterion admits; -1: there is none."""
        place = np.arange(self.n)
        if criterion in ("any", "immediate"):
            return np.where(place > self.start, place - 1, NOWHERE)
        good = self.admits(criterion)
        last = np.maximum.accumulate(np.where(good, place, NOWHERE)) if self.n else place
        before = np.concatenate([[NOWHERE], last[:-1]])[: self.n]
        closest = np.where(before >= self.start, before, NOWHERE)
        if not as_released:
            return closest
        follow = np.where(good, place, self.n)[::-1]  # the scripts take the first of the chain
        nearest = np.minimum.accumulate(follow)[::-1] if self.n else place
        first = nearest[self.start] if self.n else place
        found = np.where((closest >= 0) & (first < place), first, NOWHERE)
        asked = self.find_in(self.chain.astype(np.int64), self.code)  # of a span twice in a chain, the first
        return found[asked]


def resolve(mentions: Mentions, match: Match, words: Words, *, is_system: bool) -> Resolved:
    """The mentions of one side in order."""
    side = match if is_system else None
    ends, code = find_ends(mentions, side), span_codes(mentions, side)
    kind, named = type_mentions(mentions, words, ends)
    before, after = (mentions.key_of(place) for place in (mentions.first, mentions.last))
    rules = match.gold.conventions
    ordered = rules.mentions.as_released  # the scripts take what begins together as it is written
    if ordered and is_system:
        other, readings = find_other_readings(match)
        code[other] = rename_spans(code[other], readings)
        own, word = look_up_words(match.system.corpus, rules.mention_table), mentions.word_of(mentions.first[other])
        kind[other], named[other] = own.kind[word], own.is_name[word]
    row = np.lexsort((before, mentions.chain) if ordered else (-after, before, mentions.chain))
    chain = mentions.chain[row]
    new = np.diff(chain, prepend=-1) != 0
    start = np.maximum.accumulate(np.where(new, np.arange(len(row)), 0)) if len(row) else row
    begins = start[new]  # the first mention of each chain
    rank = np.empty(len(begins), dtype=np.int64)
    rank[np.lexsort((-after[row[begins]], before[row[begins]]))] = np.arange(len(begins))
    return Resolved(
        code=code[row],
        chain=chain,
        document=mentions.document()[row],
        first=ends.first[row],
        last=ends.last[row],
        kind=kind[row],
        has_name=named[row],
        empty=mentions.is_empty()[row],
        start=start.astype(np.int64),
        counted=_in_first_chain(code[row], rank[np.cumsum(new) - 1]) if len(row) else new,
    )


def find_other_readings(match: Match) -> tuple[Offsets, Offsets]:
    """Mentions of one word that has another form or tag than the key's, and numbers for what it has.

    The scripts know a mention of one word by these, too, so that it is not the key's.
    """
    table, mentions = match.gold.conventions.mention_table, mentions_of(match)[1]
    gold, system = match.gold.corpus, match.system.corpus
    word, ours = mentions.word_of(mentions.first), gold_words(match, mentions, mentions.first)
    alone = (mentions.first == mentions.last) & (ours < gold.n_words)
    rows = np.flatnonzero(alone if mentions.places is None else alone & (mentions.places.number[mentions.first] == 0))
    other, reading = np.zeros(len(rows), dtype=np.bool_), np.zeros(len(rows), dtype=np.int64)
    for name in ("form", "tag" if table is None else table.layer):
        if name in gold.columns and name in system.columns:
            theirs = system.columns[name][word[rows]]
            other |= gold.columns[name][ours[rows]] != theirs
            reading = reading * len(gold.vocab) + theirs
    return rows[other].astype(np.int64), reading[other]


def _in_first_chain(code: Offsets, rank: Offsets) -> Mask:
    """(n,) which mentions stand for their span: those of the chain that begins first, the first of them there."""
    order = np.lexsort((np.arange(len(code)), rank, code))
    found = np.zeros(len(code), dtype=np.bool_)
    found[order[np.flatnonzero(np.diff(code[order], prepend=code[order[0]] - 1))]] = True
    return found


@dataclass(frozen=True, eq=False, slots=True)
class Arcs:
    """One system against the key under one criterion."""

    key: Resolved
    response: Resolved
    anaphoric: Mask  # (n_key,)  the key has an antecedent that the criterion admits
    key_antecedent: Offsets  # (n_key,)
    antecedent: Offsets  # (n_response,)
    of_key: Codes  # (n_key,)  class of each key mention
    of_response: Codes  # (n_response,)  class of each mention of the response
    times: Codes | None = None  # (n_response,)  how often its span counts if spurious, as released; None: once


def sides_of(match: Match, table: TagTable | None) -> tuple[Resolved, Resolved]:
    """Both sides' mentions in order; made once."""

    def make() -> tuple[Resolved, Resolved]:
        key, response = mentions_of(match)
        ours, theirs = find_words(match, table)
        return resolve(key, match, ours, is_system=False), resolve(response, match, theirs, is_system=True)

    return match.keep("arcs sides", make)


def arcs_of(match: Match, criterion: Criterion) -> Arcs:
    """The classes of all mentions; made once."""
    as_released = match.gold.conventions.mentions.as_released
    return match.keep(("arcs", criterion), lambda: _classify(match, criterion, as_released=as_released))


def closest_arcs_of(match: Match, criterion: Criterion) -> Arcs:
    """The same by the closest antecedent, which the released script for upper bounds takes, unlike that for changes."""
    if not match.gold.conventions.mentions.as_released:
        return arcs_of(match, criterion)
    return match.keep(("closest arcs", criterion), lambda: _classify(match, criterion, as_released=False))


def _classify(match: Match, criterion: Criterion, *, as_released: bool) -> Arcs:
    key, response = sides_of(match, match.gold.conventions.mention_table)
    key_antecedent = key.antecedent(criterion)
    antecedent = response.antecedent(criterion, as_released=as_released)
    anaphoric, resolved = (key_antecedent >= 0) & key.counted, (antecedent >= 0) & response.counted
    partner = np.where(response.counted, key.find(response.code), NOWHERE)  # of each mention of the response
    known = partner >= 0
    wanted = known & np.append(anaphoric, np.zeros(1, dtype=np.bool_))[partner]
    if criterion == "any":
        right = _shares_antecedent(key, response, partner)
    else:
        chain = np.append(key.chain, NOWHERE)[partner]
        other = key.find_in(chain, response.code[np.maximum(antecedent, 0)] if response.n else response.code)
        right = (other >= 0) & (other < partner)
    of_response = np.select([wanted & resolved & right, wanted & resolved, wanted, resolved], [TP, WL, FN, FP], TN)
    times = None
    if as_released:
        times = np.where(response.counted, _count_resolved(response, antecedent), 0).astype(np.int32)
        of_response[(of_response == TN) & (times > 0)] = FP
        idle = known & ~wanted & (np.append(key.start, 0)[partner] < partner)
        of_response[idle] = TN  # mentions with antecedents, none of them nominal, are passed over
        times[of_response != FP] = 0
    of_key = np.where(anaphoric, FN, TN)
    of_key[partner[known]] = of_response[known]
    return Arcs(
        key,
        response,
        anaphoric,
        key_antecedent,
        antecedent,
        of_key.astype(np.int32),
        of_response.astype(np.int32),
        times,
    )


def _count_resolved(response: Resolved, antecedent: Offsets) -> Offsets:
    """(n_response,) in how many chains the span of a mention is resolved, which most stand in but once."""
    _, number = np.unique(response.code, return_inverse=True)
    return np.bincount(number, weights=antecedent >= 0)[number].astype(np.int64) if response.n else number


def _shares_antecedent(key: Resolved, response: Resolved, partner: Offsets) -> Mask:
    """(n_response,) mentions with an antecedent in the response that is one in the key too."""
    order = np.argsort(key.code, kind="stable")
    low, high = (np.searchsorted(key.code[order], response.code, side=side) for side in ("left", "right"))
    size = high - low
    theirs = np.repeat(np.arange(response.n), size)
    at = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + np.repeat(low, size)
    ours = order[at]  # all pairs of mentions over the same words
    width = 1 + int(key.chain.max(initial=0))
    pair = response.chain[theirs].astype(np.int64) * width + key.chain[ours]
    pairs, first = np.unique(pair, return_index=True)  # response mentions stand in the order of the text
    known = np.flatnonzero(partner >= 0)
    own = response.chain[known].astype(np.int64) * width + key.chain[partner[known]]
    found = np.zeros(response.n, dtype=np.bool_)
    found[known] = theirs[first[np.searchsorted(pairs, own)]] < known
    return found
