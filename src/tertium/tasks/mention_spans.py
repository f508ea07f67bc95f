"""Spans of mentions as numbers: equal numbers, equal words of the gold.

A mention is a set of words and empty nodes. Most are told by their ends; what stands between them, or is left out
there, is added as a sum of scattered numbers. Where a system cuts words otherwise, its mentions are placed by their
characters: they have the gold's words that they touch, and what of these is cut off.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium._typing import Codes, Offsets
    from tertium.mentions import Mentions
    from tertium.tasks.match import Match

_LENGTH: Final = 25  # bits for the length of a mention, empty nodes included
_CUT: Final = 31  # bits for what of the last word is not in a mention
_POSITIVE: Final = (1 << 62) - 1


def gold_words(match: Match, mentions: Mentions, place: Codes) -> Codes:
    """The gold's words at places of the system; those without a partner come after all of the gold's."""
    word = mentions.word_of(place)
    to_gold = match.link.to_gold
    if to_gold is None:
        return word
    partner = to_gold[word]
    return np.where(partner == MISSING, match.link.n_gold + word, partner)


@dataclass(frozen=True, eq=False, slots=True)
class Ends:
    """Where mentions begin and end in the gold's words."""

    first: Codes  # (n,)  the first gold word that a mention touches
    last: Codes  # (n,)
    cut: Offsets  # (n,)  what of these it does not have, where the system cuts the text otherwise; 0: nothing
    begin: Offsets  # (n,)  numbers of first and last place, rising as places do
    end: Offsets  # (n,)


def find_ends(mentions: Mentions, match: Match | None) -> Ends:
    """Where mentions of the gold begin and end, or, given how it is linked, those of a system."""
    first, last = mentions.word_of(mentions.first), mentions.word_of(mentions.last)
    cut = np.zeros(mentions.n, dtype=np.int64)
    if match is not None:
        (first, before), (last, after) = match.link.touch(first, last=False), match.link.touch(last, last=True)
        cut = (before << _CUT) + after
    begin, end = mentions.key_of(mentions.first, first), mentions.key_of(mentions.last, last)
    return Ends(first, last, cut, begin, end)


def span_codes(mentions: Mentions, match: Match | None) -> Offsets:
    """(n,) numbers for spans: equal numbers, equal words of the gold; of a system, given how it is linked."""

    def keys(place: Codes) -> Offsets:
        return mentions.key_of(place, None if match is None else gold_words(match, mentions, place))

    ends = find_ends(mentions, match)
    size = ends.end - ends.begin
    besides = _besides(mentions, keys) + np.where(ends.cut > 0, _scatter(ends.cut), 0)
    code = (ends.begin << _LENGTH) | size
    is_whole = (besides == 0) & (size >> _LENGTH == 0)
    return np.where(is_whole, code, -1 - ((_scatter(_scatter(ends.begin) + ends.end) + besides) & _POSITIVE))


def rename_spans(code: Offsets, besides: Offsets) -> Offsets:
    """(n,) numbers for spans that something besides their words tells apart."""
    return -1 - ((_scatter(code) + _scatter(besides)) & _POSITIVE)


def _besides(mentions: Mentions, keys: Callable[[Codes], Offsets]) -> Offsets:
    """(n,) what the ends of a mention do not tell: the empty nodes between them, and the words left out; 0: nothing.

    Sums of scattered numbers, so that it does not matter whether a gap is written as one or an empty node is not there.
    """
    found = np.zeros(mentions.n, dtype=np.int64)
    places, parts = mentions.places, mentions.parts
    if places is not None:
        codes = _scatter(keys(np.arange(len(places.number), dtype=np.int32)))
        sums = np.append(0, np.cumsum(np.where(places.number > 0, codes, 0)))
        found = sums[np.maximum(mentions.last, mentions.first + 1)] - sums[mentions.first + 1]
    if parts is not None:
        for number, row in enumerate(parts.mention.tolist()):
            between = np.arange(mentions.first[row] + 1, mentions.last[row], dtype=np.int32)
            is_there = np.isin(between, parts.place[parts.start[number] : parts.start[number + 1]])
            is_empty = np.zeros(len(between), dtype=np.bool_) if places is None else places.number[between] > 0
            found[row] = _scatter(keys(between[is_there == is_empty])).sum()
    return found


def _scatter(code: Offsets) -> Offsets:
    """Numbers of 64 bits that have nothing to do with each other (the last step of splitmix64)."""
    bits = code.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (bits ^ (bits >> np.uint64(31))).view(np.int64)
