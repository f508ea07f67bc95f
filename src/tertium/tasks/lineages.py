"""Lineages: for each word the labels from the phrase above it up to the root, with marks where phrases begin and end.

`[` stands before the label of the highest phrase that begins with the word, `]` after the label of the highest that
ends with it (Sampson and Babarczy 2003; figure 5 of Rehbein and van Genabith 2007). In discontinuous trees `{` and `}`
mark in the same way the highest phrase of which a part, but not the first or last, begins or ends with the word, as
disco-dop has it. No lineage is written out for a word: a lineage is the path of the phrase above it, which few words do
not share with others, and how far up phrases begin and end with it. Only those that differ are written out, once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import distinct
from tertium.nodes import NO_NODE
from tertium.trees.pruned import split_levels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Offsets
    from tertium.trees.pruned import Pruned

OPENS, CLOSES, RESUMES, PAUSES = "\x01\x02\x03\x04"
"""What stands for `[`, `]`, `{` and `}` in a lineage."""

_FIRST: Final = 8  # the first code point that stands for a label
_SURROGATES: Final = 0xD800
_AFTER: Final = 0xE000


@dataclass(frozen=True, eq=False, slots=True)
class Lineages:
    """The lineages of the words of two trees over the same words, each different pair once."""

    gold: list[str]  # (n_pairs,)  a character for each label or mark, from the word up
    system: list[str]  # (n_pairs,)
    pair: Offsets  # (n_words,)  the pair of each word; -1: the same on both sides
    labels: Offsets  # (n_labels,)  the label of each character


def pair_lineages(gold: Pruned, system: Pruned) -> Lineages:
    """Find where the lineages of words differ."""
    used = np.concatenate([gold.label, system.label]).astype(np.int64)
    labels, rank = distinct(used, int(used.max(initial=0)) + 1)
    path, chain, label = _number_paths((gold, system), rank)
    marks = [_find_marks(side) for side in (gold, system)]
    kinds, kind = _number_marks(np.concatenate(marks))
    n_kinds = max(len(kinds), 1)
    keys, number = distinct(np.concatenate(path) * n_kinds + kind, len(chain) * n_kinds)
    n_words = len(gold.above)
    ours, theirs = number[:n_words], number[n_words:]
    differ = np.flatnonzero(ours != theirs)
    pairs, place = np.unique(ours[differ].astype(np.int64) * len(keys) + theirs[differ], return_inverse=True)
    pair = np.full(n_words, -1, dtype=np.int64)
    pair[differ] = place
    first, second = pairs // max(len(keys), 1), pairs % max(len(keys), 1)
    texts = _write_out(np.unique(np.concatenate([first, second])), keys, kinds, chain, label)
    return Lineages([texts[n] for n in first.tolist()], [texts[n] for n in second.tolist()], pair, labels)


def _number_paths(sides: Sequence[Pruned], rank: Codes) -> tuple[list[Offsets], Offsets, Offsets]:
    """For each side and word the path above it; for each path the one above and its lowest label.

    Path 0 is empty. Phrases are numbered level by level from the roots: a path is the one above and a label.
    """
    n_first = len(sides[0].label)
    parent = np.concatenate([sides[0].parent, np.where(sides[1].parent == NO_NODE, NO_NODE, sides[1].parent + n_first)])
    depth = np.concatenate([side.depth for side in sides])
    n_labels = int(rank.max(initial=0)) + 1
    path = np.zeros(len(parent) + 1, dtype=np.int64)  # the last place is for no phrase
    chain, label = [np.zeros(1, dtype=np.int64)], [np.zeros(1, dtype=np.int64)]
    n_paths = 1
    for nodes in split_levels(depth):
        keys, place = np.unique(path[parent[nodes]] * n_labels + rank[nodes], return_inverse=True)
        path[nodes] = n_paths + place
        chain.append(keys // n_labels)
        label.append(keys % n_labels)
        n_paths += len(keys)
    above = sides[1].above
    shifted = np.where(above == NO_NODE, NO_NODE, above + n_first)
    return [path[sides[0].above], path[shifted]], np.concatenate(chain), np.concatenate(label)


def _find_marks(side: Pruned) -> Codes:
    """(n_words, 4) how many phrases above each word begin with it, end with it, and have a part that does."""
    n = len(side.above)
    word, inside = np.arange(n, dtype=np.int32), side.above != NO_NODE
    marks = np.zeros((n, 4), dtype=np.int32)
    levels = split_levels(side.depth)
    for column, border, own in ((0, side.start, word), (1, side.end, word + 1)):
        run = _count_run(side, border, levels)
        here = inside & (border[side.above] == own) if len(border) else inside
        marks[here, column] = run[side.above[here]]
    if not side.gappy:
        marks[:, 2:] = marks[:, :2]
        return marks
    deep = np.where(inside, side.depth[side.above] + 1, 0)
    shared = _count_shared(side)  # between each word and the one before
    marks[:, 2] = deep - shared[:-1]
    marks[:, 3] = deep - shared[1:]
    return marks


def _number_marks(marks: Codes) -> tuple[Codes, Codes]:
    """The different rows of marks, and which of them each row is."""
    base = int(marks.max(initial=0)) + 1
    key = np.zeros(len(marks), dtype=np.int64)
    for column in range(marks.shape[1]):
        key = key * base + marks[:, column]
    found, number = distinct(key, base ** marks.shape[1])
    first = np.zeros(len(found), dtype=np.int64)
    first[number] = np.arange(len(marks))
    return marks[first], number


def _count_run(side: Pruned, border: Codes, levels: Sequence[Offsets]) -> Codes:
    """(n_nodes,) how many phrases, from each upwards, have its border."""
    run = np.ones(len(border), dtype=np.int32)
    for nodes in levels[1:]:
        above = side.parent[nodes]
        run[nodes] += np.where(border[above] == border[nodes], run[above], 0).astype(np.int32)
    return run


def _count_shared(side: Pruned) -> Codes:
    """(n_words + 1,) phrases above both a word and the one before; 0 at the borders of sentences."""
    n = len(side.above)
    shared = np.zeros(n + 1, dtype=np.int32)
    depth = np.append(side.depth, -1)  # no phrase
    parent = np.append(side.parent, NO_NODE)
    left, right = side.above[:-1].copy(), side.above[1:].copy()
    apart = np.flatnonzero((left != right) & (side.sentence[1:] == side.sentence[:-1]))
    while len(apart):
        one, two = left[apart], right[apart]
        left[apart] = np.where(depth[one] >= depth[two], parent[one], one)
        right[apart] = np.where(depth[two] >= depth[one], parent[two], two)
        apart = apart[left[apart] != right[apart]]
    same = side.sentence[1:] == side.sentence[:-1]
    shared[1:-1] = np.where(same, depth[left] + 1, 0)
    return shared


def _write_out(wanted: Offsets, keys: Offsets, kinds: Codes, chain: Offsets, label: Offsets) -> dict[int, str]:
    """The lineages of some numbers."""
    n_kinds = max(len(kinds), 1)
    paths = (keys[wanted] // n_kinds).tolist()
    texts: dict[int, str] = {0: ""}
    above, labels = chain.tolist(), label.tolist()

    def spell(path: int) -> str:
        missing = []
        while path not in texts:
            missing.append(path)
            path = above[path]
        text = texts[path]
        for lower in reversed(missing):
            text = character(labels[lower]) + text
            texts[lower] = text
        return text

    marks = kinds[keys[wanted] % n_kinds].tolist()
    return {
        number: mark_up(spell(path), *mark) for number, path, mark in zip(wanted.tolist(), paths, marks, strict=True)
    }


def character(rank: int) -> str:
    """What stands for a label."""
    place = rank + _FIRST
    return chr(place if place < _SURROGATES else place - _SURROGATES + _AFTER)


def label_rank(character: str) -> int:
    """Which label a character stands for; negative: a mark."""
    place = ord(character)
    return (place if place < _SURROGATES else place - _AFTER + _SURROGATES) - _FIRST


def mark_up(path: str, opens: int, closes: int, resumes: int, pauses: int) -> str:
    """A path with its marks; the numbers say how many labels from the left are concerned.

    >>> mark_up("NST", 1, 2, 1, 2).translate({1: "[", 2: "]"})
    '[NS]T'
    """
    if resumes > opens:
        path = path[: resumes - 1] + RESUMES + path[resumes - 1 :]
    if opens:
        path = path[: opens - 1] + OPENS + path[opens - 1 :]
    # marks of the beginning moved the labels from theirs on
    pauses, closes = (
        (place and place + (bool(opens) and place >= opens) + (resumes > opens and place >= resumes))
        for place in (pauses, closes)
    )
    if pauses > closes:
        path = path[:pauses] + PAUSES + path[pauses:]
    return path[:closes] + CLOSES + path[closes:] if closes else path
