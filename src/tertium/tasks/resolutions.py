"""Resolutions as decisions: one row for each mention that the key or a system resolves, its answer an ARCS class.

The gold's answer is tp where the key has an antecedent and tn where it has none, so that a mention is right if its
class is one of these two. A pair of systems looks at the mentions that are not tn in both: this is what table 8 of
Tuggener (2017) counts, and what equation 2 must mean, because fp and fn need mentions that are not everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import MISSING
from tertium.tasks import chain_errors
from tertium.tasks.antecedents import CLASSES, FP, NOWHERE, TN, TP, WL, arcs_of
from tertium.tasks.decisions import Decisions, Link
from tertium.tasks.match import UNALIGNED
from tertium.tasks.mention_types import OTHER, TYPES
from tertium.tasks.pairing import find_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.mentionrules import Criterion
    from tertium.tasks.antecedents import Arcs
    from tertium.tasks.match import Match


def decide_mentions(matches: Sequence[Match], criterion: Criterion) -> Decisions:
    """Lay the classes of all systems beside the key's."""
    gold = matches[0].gold
    vocab, n_words = gold.corpus.vocab, gold.corpus.n_words
    found = [arcs_of(match, criterion) for match in matches]
    key = found[0].key
    literal = gold.conventions.mentions.intersection
    extra = _unknown(found)
    if literal:  # only mentions that are in all files
        there = np.all([part.response.find(key.code) >= 0 for part in found], axis=0)
        rows, extra = np.flatnonzero(there & key.counted), extra[:0]
    else:
        resolved = np.zeros(key.n, dtype=np.bool_)
        for part in found:
            resolved |= part.of_key != TN
        rows = np.flatnonzero(resolved | found[0].anaphoric)
    if not n_words:  # a key without words has no place for what only systems have
        extra = extra[:0]
    code = np.concatenate([key.code[rows], extra])
    first, last, kind, empty = _locate(found, rows, code)
    inside = np.minimum(first, max(n_words - 1, 0))  # what the gold has no word for is shown at its end
    order = np.lexsort((-last, inside))
    names = vocab.encode(CLASSES)
    anaphoric = np.concatenate([found[0].anaphoric[rows], np.zeros(len(extra), dtype=np.bool_)])
    types = vocab.encode(TYPES)[kind]
    gold_label = names[np.where(anaphoric, 1, 0)]
    labels, proposed, right, times = [], [], [], []
    for part in found:
        own = _classes(part, rows, extra)[order]
        labels.append(names[own])
        proposed.append(np.where(np.isin(own, (TP, WL, FP)), types[order], np.int32(MISSING)))
        right.append(own <= 1)
        if part.times is not None:
            times.append(_times(part, code)[order])
    return Decisions(
        atoms=("class",),
        vocab=vocab,
        unit=inside[order].astype(np.int32),
        gold={"class": gold_label[order]},
        answers=tuple({"class": codes} for codes in labels),
        gold_label=gold_label[order],
        labels=tuple(labels),
        right=np.stack(right),
        end=(np.minimum(np.maximum(last, first), max(n_words - 1, 0)) + 1)[order].astype(np.int32),
        nothing=None if literal else int(names[TN]),
        group=np.where(anaphoric, types, np.int32(vocab.code(UNALIGNED)))[order],
        proposed=tuple(proposed),
        idle=(kind == OTHER)[order] if gold.conventions.mentions.as_released else None,  # as the scripts count
        times=tuple(times),
        empty=empty[order] if empty.any() else None,
        links=tuple(link.take(order) for link in _links(found, code, n_words)),
        errors=tuple(_error_types(match, criterion, code[order]) for match in matches),
    )


def _error_types(match: Match, criterion: Criterion, code: Offsets) -> Codes:
    """The type of error that a system makes with each unit, as a label; -1: none."""
    found = chain_errors.find_chain_errors(match, criterion)
    names = match.gold.corpus.vocab.encode(chain_errors.TYPES)
    return np.append(names[found.type], np.int32(MISSING))[find_places(found.code, code)]


def _links(found: Sequence[Arcs], code: Offsets, n_words: int) -> list[Link]:
    """The antecedents in the key and in each response; none, too, where they are not in the gold's words."""
    links = []
    sides = [(found[0].key, found[0].key_antecedent), *((part.response, part.antecedent) for part in found)]
    for side, antecedent in sides:
        at = np.append(antecedent, NOWHERE)[side.find(code)]  # -1: the last, which stands for what is not there
        known = at >= 0
        first, last = (np.append(column, n_words)[at] for column in (side.first, side.last))
        known &= (first < n_words) & (last < n_words)
        empty = np.append(side.empty, np.zeros(1, dtype=np.bool_))[at] & known
        links.append(Link(np.where(known, first, NOWHERE), np.where(known, last, NOWHERE), empty))
    return links


def _unknown(found: Sequence[Arcs]) -> Offsets:
    """Spans that some system resolves and the key does not have."""
    loose = []
    for part in found:
        own = part.response.code[part.of_response != TN]
        loose.append(own[part.key.find(own) < 0])
    return np.unique(np.concatenate(loose))


def _classes(part: Arcs, rows: Offsets, extra: Offsets) -> Codes:
    """The class of each unit."""
    at = part.response.find(extra)
    theirs = np.append(part.of_response, TN)[at]  # -1: the last, which stands for what is not there
    return np.concatenate([part.of_key[rows], theirs])


def _times(part: Arcs, code: Offsets) -> Codes:
    """How often a response proposes each unit; 0: not, or the key resolves it too."""
    of_span = np.zeros(0, dtype=np.int32) if part.times is None else part.times
    spans, number = np.unique(part.response.code, return_inverse=True)
    most = np.zeros(len(spans) + 1, dtype=np.int32)
    np.maximum.at(most, number, of_span)
    return most[find_places(spans, code)]  # -1: the last, which stands for what is not there


def _locate(found: Sequence[Arcs], rows: Offsets, code: Offsets) -> tuple[Codes, Codes, Codes, Mask]:
    """First and last word and type of each unit, and whether it is an empty node."""
    key = found[0].key
    first, last, kind = (np.zeros(len(code), dtype=np.int32) for _ in range(3))
    empty = np.zeros(len(code), dtype=np.bool_)
    n = len(rows)
    first[:n], last[:n], kind[:n], empty[:n] = key.first[rows], key.last[rows], key.kind[rows], key.empty[rows]
    for part in reversed(found):
        at, side = part.response.find(code[n:]), part.response
        here = np.flatnonzero(at >= 0)
        for column, own in ((first, side.first), (last, side.last), (kind, side.kind), (empty, side.empty)):
            column[n + here] = own[at[here]]
    return first, last, kind, empty
