"""Chains of mentions for the drawings of the HTML page: the key's mentions, and which antecedent everybody found.

For each sentence:

    "mentions": [[first, end, chain], …]: the key's mentions, with the number of their chain in the document, from 1.
    "links": for each unit (in the same order) the antecedent in the key, then in each system: [sentence (its number
             from 1), first, end], or 0 where there is none. It is the antecedent that the criterion of the measure
             looks at: with ARCS-nom the closest nominal one.
    "empty": which units are empty nodes (their places among the sentence's), if any are.

An empty node stands at the word beside it; as a mention or an antecedent it has a 1 after its other numbers.
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
    from tertium.tasks.decisions import Decisions, Link


def draw_chains(
    result: Result, decisions: Decisions, measure: str, chosen: Offsets
) -> Callable[[int, int, int], dict[str, Any]]:
    """A function that gives what one sentence has, with its units (places low to high of those that were chosen)."""
    gold = result.gold
    key = arcs_of(result.tables.matches[0], cast("Criterion", measure.partition("-")[2])).key
    sentence = gold.sentence_of_words()
    empty = np.zeros(len(chosen), dtype=np.bool_) if decisions.empty is None else decisions.empty[chosen]
    links = [_tell(link.take(chosen), sentence, gold.sent_start) for link in decisions.links]
    mentions = _number_chains(key, gold.n_words)
    of_sentence = sentence[mentions[:, 0]] if len(mentions) else np.zeros(0, dtype=np.int32)

    def row(number: int, low: int, high: int) -> dict[str, Any]:
        start = int(gold.sent_start[number])
        first, last = np.searchsorted(of_sentence, [number, number + 1])
        own = mentions[first:last] - np.array([start, start, 0, 0])
        found = {
            "mentions": [numbers[: 3 + numbers[3]] for numbers in own.tolist()],
            "links": [[side[place] for side in links] for place in range(low, high)],
        }
        return found | ({"empty": np.flatnonzero(empty[low:high]).tolist()} if empty[low:high].any() else {})

    return row


def _tell(link: Link, sentence: Codes, sent_start: Offsets) -> list[Any]:
    """Antecedents as [sentence, first, end], of an empty node with a 1, or 0."""
    number = sentence[np.maximum(link.first, 0)]
    start = sent_start[number]
    table = np.stack([number + 1, link.first - start, link.last - start + 1, link.empty], axis=1).tolist()
    return [0 if first < 0 else row[: 3 + row[3]] for first, row in zip(link.first.tolist(), table, strict=True)]


def _number_chains(key: Resolved, n_words: int) -> NDArray[np.int64]:
    """(n, 4) first word, one past the last, chain (from 1 in its document), 1 for an empty node; as the text goes."""
    if not n_words or not key.n:
        return np.zeros((0, 4), dtype=np.int64)
    _, begins = np.unique(key.document, return_index=True)
    lowest = np.zeros(int(key.document.max()) + 1, dtype=np.int64)
    lowest[key.document[begins]] = np.minimum.reduceat(key.chain, begins)
    number = key.chain - lowest[key.document] + 1
    first = np.minimum(key.first, n_words - 1)
    end = np.minimum(np.maximum(key.last, first), n_words - 1) + 1
    table = np.stack([first, end, number, key.empty], axis=1).astype(np.int64)
    return table[np.lexsort((-table[:, 1], table[:, 0]))]
