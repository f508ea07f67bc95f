"""ELAS and EULAS: edges of the enhanced graph with the right head and the right path of relations.

Bouma, Seddah and Zeman (2020), section 4.2. EULAS cuts every step of the path at `:`. The UD evaluation counts every
matching *pair* of edges, so a word with duplicate edges (or, for EULAS, edges that differ only in subtype) brings more
right edges than there are, and F1 can pass 100 %. `--like ud` reproduces that and warns; otherwise an edge is matched
once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import HEADLESS, MISSING
from tertium.errors import UsageError
from tertium.measures.base import Blocks, Measure, system_blocks
from tertium.trees.enhanced import Edges, find_edges

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Offsets
    from tertium.tasks.match import Match
    from tertium.tasks.view import View

_CITES: Final = "Bouma, Seddah and Zeman 2020, section 4.2"


def edges_of(view: View) -> Edges:
    """The edges of one side, found once.

    Raises:
        UsageError: The file has no column for them.
    """
    if "deps" not in view.corpus.columns:
        raise UsageError(
            f"{view.corpus.path_of(0)} has no enhanced dependencies: {view.corpus.format} has no DEPS column",
            hint="choose other measures than ELAS and EULAS, or give CoNLL-U",
        )
    if view.edges is None:
        view.edges = find_edges(view.corpus, go_on=view.conventions.reading == "ud")
    return view.edges


def _count_edges(match: Match, blocks: Blocks, *, plain: bool) -> Counts:
    ours, theirs = edges_of(match.gold), edges_of(match.system)
    nothing = np.zeros(match.link.n_gold, dtype=np.int32)
    right = _right_edges(match, ours, theirs, plain=plain) if ours.n and theirs.n else nothing
    gold = blocks.sum(np.diff(ours.start).astype(np.int32))
    n_theirs = np.diff(theirs.start)
    system = np.bincount(system_blocks(match, blocks), weights=n_theirs, minlength=blocks.n).astype(np.int64)
    return np.stack([blocks.sum(right), gold, system, np.zeros(blocks.n, dtype=np.int64)], axis=-1)


def _right_edges(match: Match, ours: Edges, theirs: Edges, *, plain: bool) -> Codes:
    """(n_gold_words,) right edges of each gold word.

    Words with one edge on both sides, nearly all, are compared directly.
    """
    link = match.link
    partner = np.arange(link.n_gold) if link.to_system is None else np.maximum(link.to_system, 0)
    n_ours = np.diff(ours.start)
    n_theirs = (
        np.where(match.aligned, np.diff(theirs.start)[partner], 0) if link.n_system else np.zeros(link.n_gold, np.int64)
    )
    head = _heads_on_gold(match, theirs)
    our_label, their_label = (ours.plain, theirs.plain) if plain else (ours.path, theirs.path)
    right = np.zeros(link.n_gold, dtype=np.int32)
    single = np.flatnonzero((n_ours == 1) & (n_theirs == 1))
    a, b = ours.start[single], theirs.start[partner[single]]
    right[single] = (ours.head[a] == head[b]) & (our_label[a] == their_label[b]) & (head[b] != HEADLESS)
    several = np.flatnonzero((n_ours > 0) & (n_theirs > 0) & ((n_ours > 1) | (n_theirs > 1)))
    a, owner_a = _expand(ours.start[several], n_ours[several])
    b, owner_b = _expand(theirs.start[partner[several]], n_theirs[several])
    usable_a, usable_b = ours.head[a] != HEADLESS, head[b] != HEADLESS
    a, owner_a, b, owner_b = a[usable_a], owner_a[usable_a], b[usable_b], owner_b[usable_b]
    keys_a, keys_b = _keys((owner_a, ours.head[a], our_label[a]), (owner_b, head[b], their_label[b]))
    values_a, first_a, times_a = np.unique(keys_a, return_index=True, return_counts=True)
    values_b, times_b = np.unique(keys_b, return_counts=True)
    _, at_a, at_b = np.intersect1d(values_a, values_b, assume_unique=True, return_indices=True)
    if match.gold.conventions.edge_pairs:
        found = times_a[at_a] * times_b[at_b]
    else:
        found = np.minimum(times_a[at_a], times_b[at_b])
    np.add.at(right, several[owner_a[first_a[at_a]]], found.astype(np.int32))
    return right


def _heads_on_gold(match: Match, theirs: Edges) -> Codes:
    """Heads of the system's edges as gold words; a head without a partner matches nothing."""
    to_gold = match.link.to_gold
    if to_gold is None:
        return theirs.head
    partner = to_gold[np.maximum(theirs.head, 0)] if len(to_gold) else theirs.head
    mapped = np.where(partner == MISSING, HEADLESS, partner)
    return np.where(theirs.head >= 0, mapped, theirs.head).astype(np.int32)


def _expand(first: Offsets, size: Offsets) -> tuple[Offsets, Offsets]:
    """Row numbers of several runs, one after the other, and the run of each."""
    owner = np.repeat(np.arange(len(first)), size)
    return np.repeat(first - (np.cumsum(size) - size), size) + np.arange(int(size.sum())), owner


def _keys(ours: tuple[Offsets, Codes, Codes], theirs: tuple[Offsets, Codes, Codes]) -> tuple[Offsets, Offsets]:
    """One number for each (word, head, label), equal for equal triples of both sides."""
    n_ours = len(ours[0])
    key = np.zeros(n_ours + len(theirs[0]), dtype=np.int64)
    for left, right in zip(ours, theirs, strict=True):
        values, place = np.unique(np.concatenate([left, right]), return_inverse=True)
        key = key * max(len(values), 1) + place
    return key[:n_ours], key[n_ours:]


def count_elas(match: Match, blocks: Blocks) -> Counts:
    """Edges with the right head and path."""
    return _count_edges(match, blocks, plain=False)


def count_eulas(match: Match, blocks: Blocks) -> Counts:
    """Edges with the right head and path, subtypes left aside."""
    return _count_edges(match, blocks, plain=True)


ELAS = Measure(
    name="ELAS",
    title="enhanced edges",
    cites=_CITES,
    reads=frozenset({"deps"}),
    tally=count_elas,
    only="f1",
    aligned=False,
)
EULAS = Measure(
    name="EULAS",
    title="enhanced edges without subtypes",
    cites=_CITES,
    reads=frozenset({"deps"}),
    tally=count_eulas,
    only="f1",
    aligned=False,
)
