"""Which sentences go into the HTML page: all, or a sample where they would make it too large to be sent to anybody.

The sample is stratified over transitions: one sentence for each kind of change (what the gold says and what each system
does), then a second one, until the room is used up, so that rare changes can be read too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.reports.drawn_sentences import draw_sentences
from tertium.stats.resampling import random_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.reports.comparison_result import Comparison

MOST_BYTES: Final = 10_000_000
"""Data beyond this is sampled."""

_PROBE: Final = 400  # sentences whose size tells that of all
_TURNS: Final = 3
_SMALL: Final = 2_000  # sentences that are never too many
_PURPOSE: Final = 40  # of the random numbers


def sample_sentences(result: Comparison, most: int = MOST_BYTES) -> list[int] | None:
    """Places of the sentences that are shown; None: all of them."""
    n = result.gold.n_sents
    if n <= _SMALL and most == MOST_BYTES:
        return None
    if n * _size(result, range(n)) <= most:
        return None
    chosen = choose_sentences(result, max(1, int(most / _size(result, range(n)))))
    for _ in range(_TURNS):  # sentences with many changes are larger than others
        fitting = int(most / _size(result, chosen))
        if fitting >= len(chosen):
            break
        chosen = choose_sentences(result, max(1, fitting))
    return sorted(chosen)


def _size(result: Comparison, places: Sequence[int]) -> float:
    """Bytes of a sentence in the page, the mean of some."""
    probe = [places[place] for place in np.unique(np.linspace(0, len(places) - 1, _PROBE).astype(np.int64)).tolist()]
    drawn = json.dumps(draw_sentences(result, probe)["sentences"], ensure_ascii=False, separators=(",", ":"))
    return len(drawn.encode("utf-8", errors="replace")) / len(probe)


def choose_sentences(result: Comparison, wanted: int) -> list[int]:
    """So many sentences, every kind of change among them as far as there is room."""
    n = result.gold.n_sents
    source = random_source(result.plan.seed, _PURPOSE)
    rest = source.permutation(n)
    if not result.has_units:
        return [int(place) for place in rest[:wanted]]
    decisions = result.tables.decisions(result.headline)
    units = np.flatnonzero(~decisions.right.all(axis=0))
    sentence = result.tables.sentence_of_words()[decisions.unit[units]]
    columns = np.stack([decisions.gold_label[units], *(labels[units] for labels in decisions.labels)])
    _, stratum, size = np.unique(columns, axis=1, return_inverse=True, return_counts=True)
    stratum = stratum.ravel()
    shuffled = source.permutation(len(units))
    order = shuffled[np.argsort(stratum[shuffled], kind="stable")]
    start = np.concatenate([[0], np.cumsum(size)])
    turn = np.empty(len(units), dtype=np.int64)
    turn[order] = np.arange(len(units)) - start[stratum[order]]
    first = np.lexsort((stratum, -size[stratum], turn))  # one of each, the frequent ones first; then a second
    places = np.concatenate([sentence[first], rest])
    _, seen = np.unique(places, return_index=True)
    return [int(place) for place in places[np.sort(seen)][:wanted]]
