"""Non-projective arcs: some word between a head and its dependent does not hang below the head.

Kahane, Nasr and Rambow (1998). MaltEval groups arcs by the same definition but, where the head is on the left, does
not look at the word just before the dependent, and so finds fewer (38 for 48 in an English test set, 286 for 322 in a
Greek one); `as_malteval` reproduces that. A word strictly inside the arc whose own head lies outside of it is
necessary, and that is looked up for all arcs at once in tables of the lowest and highest head over runs of words; the
few arcs that remain are checked by climbing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import ROOT
from tertium.trees.validity import reach_no_root

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets


def find_nonprojective(head: Codes, sent_start: Offsets, *, as_malteval: bool = False) -> Mask:
    """(n_words,) words whose arc to their head is not projective; the root's arc always is."""
    n_words = len(head)
    sentence_start = np.repeat(sent_start[:-1], np.diff(sent_start))
    up = np.where(head == ROOT, sentence_start - 1, head).astype(np.int64)  # the root stands before the first word
    word = np.arange(n_words, dtype=np.int64)
    low, high = np.minimum(word, up) + 1, np.maximum(word, up)  # words strictly inside: low to high - 1
    arc = np.flatnonzero((head >= 0) & (high > low))
    lowest, highest = _extremes(up, low[arc], high[arc])
    crossed = (lowest < low[arc] - 1) | (highest > high[arc])
    crossed |= _shares_sentence_with_cycle(head, sent_start)[arc]  # where words go round, nothing need stick out
    found = np.zeros(n_words, dtype=np.bool_)
    parents = head.tolist()
    for dependent in arc[crossed].tolist():
        governor = parents[dependent]
        overlooked = int(as_malteval and governor < dependent)
        inside = range(int(low[dependent]), int(high[dependent]) - overlooked)
        found[dependent] = any(not _is_below(k, governor, parents) for k in inside)
    return found


def _shares_sentence_with_cycle(head: Codes, sent_start: Offsets) -> Mask:
    """(n_words,) words of sentences in which some word never arrives at the root."""
    lost = reach_no_root(head)
    if not lost.any():
        return lost
    sentence = np.repeat(np.arange(len(sent_start) - 1), np.diff(sent_start))
    return np.isin(sentence, sentence[lost])


def _extremes(values: Offsets, low: Offsets, high: Offsets) -> tuple[Offsets, Offsets]:
    """Smallest and greatest value over the runs low:high, by tables of runs of 1, 2, 4, ... values."""
    size = high - low
    level = np.frexp(size.astype(np.float64))[1] - 1  # floor of the logarithm
    smallest, greatest = np.zeros_like(low), np.zeros_like(low)
    least = most = values
    for power in range(int(level.max(initial=-1)) + 1):
        here = np.flatnonzero(level == power)
        first, last = low[here], high[here] - (1 << power)
        smallest[here] = np.minimum(least[first], least[last])
        greatest[here] = np.maximum(most[first], most[last])
        step = 1 << power
        if len(least) <= step:
            break
        least = np.minimum(least[:-step], least[step:])
        most = np.maximum(most[:-step], most[step:])
    return smallest, greatest


def _is_below(word: int, ancestor: int, parents: list[int]) -> bool:
    seen = 0
    while word >= 0 and seen <= len(parents):
        if word == ancestor:
            return True
        word = parents[word]
        seen += 1
    return False
