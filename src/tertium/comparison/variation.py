"""Variation: the same words between the same words, annotated otherwise elsewhere.

Dickinson and Meurers (2003) find annotation errors by what varies though nothing around it does. Here the nucleus is
the words of a unit (one word, or a bracket or span), the context one word on either side, and what varies the label.
Antecedents are looked for in the text before, not in the words around: of mentions nothing is said to vary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.answers import number_rows
from tertium.corpus import distinct

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets
    from tertium.corpus import Corpus
    from tertium.tasks.decisions import Decisions

_MULTIPLIER: Final = np.uint64(0x9E3779B97F4A7C15)
_BORDER: Final = 0  # beyond the first or last word of a sentence


@dataclass(frozen=True, eq=False, slots=True)
class Variation:
    """How the gold labels the same words in the same context elsewhere."""

    same: Offsets  # (n_units,)  occurrences elsewhere with the same label
    other: Offsets  # (n_units,)  with the most frequent other label
    label: Codes  # (n_units,)  which is that; -1: there is none
    _context: Offsets  # (n_units,)  equal numbers: same words between the same words
    _counts: dict[tuple[int, int], int]

    def count(self, units: Offsets, labels: Codes) -> Offsets:
        """How often the gold has some labels on the words of some units, elsewhere, in the same context."""
        pairs = zip(self._context[units].tolist(), labels.tolist(), strict=True)
        return np.array([self._counts.get(pair, 0) for pair in pairs], dtype=np.int64)


def find_variation(decisions: Decisions, corpus: Corpus) -> Variation:
    """What varies in the gold."""
    alone = np.arange(decisions.n_units, dtype=np.int64)
    context = alone if decisions.links else _find_contexts(decisions, corpus)
    used, label = distinct(decisions.gold_label.astype(np.int64), len(decisions.vocab) + 1)
    n_pairs, pair = number_rows(context, label.astype(np.int64))
    times = np.bincount(pair, minlength=n_pairs)
    of_context, of_label = np.zeros(n_pairs, dtype=np.int64), np.zeros(n_pairs, dtype=np.int64)
    of_context[pair], of_label[pair] = context, label
    ranked = _rank_labels(decisions, used)
    order = np.lexsort((ranked[of_label], -times, of_context))  # in each context the most frequent label first
    start = np.searchsorted(of_context[order], np.arange(int(context.max(initial=-1)) + 1))
    best = order[start][context]
    following = np.minimum(start + 1, max(n_pairs - 1, 0))
    second = order[following][context]
    second_there = (of_context[second] == context) & (second != best)
    rival = np.where(best == pair, np.where(second_there, second, -1), best)
    other = np.where(rival >= 0, times[rival], 0)
    found = np.where(rival >= 0, used[of_label[rival]], -1).astype(np.int32)
    several = np.flatnonzero(np.bincount(of_context, minlength=1) > 1)
    kept = np.isin(of_context, several)
    keys = zip(of_context[kept].tolist(), used[of_label[kept]].tolist(), strict=True)
    return Variation(times[pair] - 1, other, found, context, dict(zip(keys, times[kept].tolist(), strict=True)))


def _rank_labels(decisions: Decisions, used: Offsets) -> Offsets:
    """(n_used,) places of the labels in the alphabet: codes are not the same in every run."""
    texts = decisions.vocab.decode(used)
    rank = np.empty(len(used), dtype=np.int64)
    rank[sorted(range(len(texts)), key=texts.__getitem__)] = np.arange(len(used))
    return rank


def _find_contexts(decisions: Decisions, corpus: Corpus) -> Offsets:
    """(n_units,) equal numbers: the same words between the same words."""
    form = corpus.columns["form"].astype(np.int64) + 1
    sentence = corpus.sentence_of_words()
    first = decisions.unit.astype(np.int64)
    last = first + 1 if decisions.end is None else np.maximum(decisions.end.astype(np.int64), first + 1)
    before, after = np.maximum(first - 1, 0), np.minimum(last, corpus.n_words - 1)
    left = np.where((first > 0) & (sentence[before] == sentence[first]), form[before], _BORDER)
    right = np.where((last < corpus.n_words) & (sentence[after] == sentence[first]), form[after], _BORDER)
    inside = form[first] if decisions.end is None else _hash_words(form, first, last)
    _, key = number_rows(distinct(left, int(form.max(initial=0)) + 1)[1].astype(np.int64), right)
    _, words = np.unique(inside, return_inverse=True)
    return number_rows(key, words.astype(np.int64))[1]


def _hash_words(form: Offsets, first: Offsets, last: Offsets) -> Offsets:
    """(n_units,) a number for each sequence of words: a polynomial that wraps around."""
    power = np.ones(len(form) + 1, dtype=np.uint64)
    np.multiply.accumulate(np.full(len(form), _MULTIPLIER), out=power[1:])
    sums = np.zeros(len(form) + 1, dtype=np.uint64)
    np.cumsum(form.astype(np.uint64) * power[1:], out=sums[1:])
    part = sums[last] - sums[first]  # times the power of where it begins: moved to a common place
    moved = part * power[len(form) - first]
    return (moved ^ ((last - first).astype(np.uint64) * _MULTIPLIER)).view(np.int64)
