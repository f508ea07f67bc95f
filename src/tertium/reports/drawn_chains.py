"""Chains of mentions for the drawings of the HTML page: the key's mentions, and which antecedent everybody found.

For each sentence:

    "mentions": [[first, end, chain], …]: the key's mentions, with the number of their chain in the document, from 1.
    "links": for each unit (in the same order) the antecedent in the key, then in each system: [sentence (its number
             from 1), first, end], or 0 where there is none. It is the antecedent that the criterion of the measure
             looks at: with ARCS-nom the closest nominal one.

A mention is known by its first and last word, as units are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from tertium.tasks.antecedents import arcs_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tertium._typing import Codes, Offsets
    from tertium.mentionrules import Criterion
    from tertium.reports.result import Result
    from tertium.tasks.antecedents import Resolved
    from tertium.tasks.decisions import Decisions


def draw_chains(
    result: Result, decisions: Decisions, measure: str, chosen: Offsets
) -> Callable[[int, int, int], dict[str, Any]]:
    """A function that gives what one sentence has, with its units (places low to high of those that were chosen)."""
    gold = result.gold
    criterion = cast("Criterion", measure.partition("-")[2])
    found = [arcs_of(match, criterion) for match in result.tables.matches]
    key = found[0].key
    sentence = gold.sentence_of_words()
    end = decisions.unit + 1 if decisions.end is None else decisions.end
    spans = decisions.unit[chosen].astype(np.int64), end[chosen].astype(np.int64) - 1
    sides = [(key, found[0].key_antecedent), *((part.response, part.antecedent) for part in found)]
    places = [_find_links(side, antecedent, spans, gold.n_words) for side, antecedent in sides]
    links = [_tell(place, sentence, gold.sent_start) for place in places]
    mentions = _number_chains(key, gold.n_words)
    of_sentence = sentence[mentions[:, 0]] if len(mentions) else np.zeros(0, dtype=np.int32)

    def row(number: int, low: int, high: int) -> dict[str, Any]:
        start = int(gold.sent_start[number])
        first, last = np.searchsorted(of_sentence, [number, number + 1])
        own = mentions[first:last] - np.array([start, start, 0])
        return {"mentions": own.tolist(), "links": [[side[place] for side in links] for place in range(low, high)]}

    return row


def _find_links(
    side: Resolved, antecedent: Offsets, spans: tuple[Offsets, Offsets], n_words: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(n_units,) first and last word of each unit's antecedent on one side; -1: it has none there."""
    own = np.flatnonzero(side.counted)
    width = np.int64(n_words + 1)
    there = np.minimum(side.first[own], n_words - 1) * width + np.minimum(
        np.maximum(side.last[own], side.first[own]), n_words - 1
    )
    codes, first = np.unique(there, return_index=True)
    nothing = np.full(len(spans[0]), -1, dtype=np.int64)
    if not len(codes):
        return nothing, nothing
    wanted = spans[0] * width + spans[1]
    at = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
    place = np.where(codes[at] == wanted, own[first[at]], -1)
    before = np.where(place >= 0, antecedent[place], -1)
    known = (before >= 0) & (side.last[before] < n_words)
    return np.where(known, side.first[before], -1), np.where(known, side.last[before], -1)


def _tell(place: tuple[NDArray[np.int64], NDArray[np.int64]], sentence: Codes, sent_start: Offsets) -> list[Any]:
    """Antecedents as [sentence, first, end], or 0."""
    first, last = place
    number = sentence[np.maximum(first, 0)]
    start = sent_start[number]
    columns = (first.tolist(), (number + 1).tolist(), (first - start).tolist(), (last - start + 1).tolist())
    return [0 if word < 0 else list(rest) for word, *rest in zip(*columns, strict=True)]


def _number_chains(key: Resolved, n_words: int) -> NDArray[np.int64]:
    """(n, 3) first word, one past the last, chain (from 1 in its document), in the order of the text."""
    if not n_words or not key.n:
        return np.zeros((0, 3), dtype=np.int64)
    _, begins = np.unique(key.document, return_index=True)
    lowest = np.zeros(int(key.document.max()) + 1, dtype=np.int64)
    lowest[key.document[begins]] = np.minimum.reduceat(key.chain, begins)
    number = key.chain - lowest[key.document] + 1
    first = np.minimum(key.first, n_words - 1)
    table = np.stack([first, np.minimum(np.maximum(key.last, first), n_words - 1) + 1, number], axis=1).astype(np.int64)
    return table[np.lexsort((-table[:, 1], table[:, 0]))]
