"""The best single-root tree over arcs that several parsers propose.

The decision oracle need not be a tree. This one is: among all trees with one root whose every arc was proposed by some
system, the most right arcs. For most sentences the right arcs, filled up with one system's own, are such a tree already
(checked for the whole corpus at once); the rest go through Chu and Liu (1965) and Edmonds (1967), once for each
possible root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import ROOT
from tertium.trees.validity import count_roots, reach_no_root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Counts, Mask, Offsets


def best_tree_counts(sent_start: Offsets, heads: Sequence[Codes], right: Mask) -> Counts:
    """(n_sents,) right words in the best tree; where the arcs make no tree at all, those of the best whole output.

    Args:
        sent_start: Borders of the sentences.
        heads: Heads (rows, or ROOT) that each system proposes, (n_words,) each.
        right: (n_systems, n_words) whether the system's arc is right and scored.
    """
    solved = right.any(axis=0)
    gold = np.zeros_like(heads[0])
    for head, flags in zip(heads, right, strict=True):
        gold[flags] = head[flags]
    before = np.concatenate([[0], np.cumsum(solved)])
    best = np.diff(before[sent_start])
    open_sentences = np.ones(len(sent_start) - 1, dtype=np.bool_)
    sentence = np.repeat(np.arange(len(sent_start) - 1), np.diff(sent_start))
    for filler in heads:
        candidate = np.where(solved, gold, filler)
        broken = count_roots(candidate, sent_start) != 1
        broken[sentence[reach_no_root(candidate)]] = True
        open_sentences &= broken
    for number in np.flatnonzero(open_sentences).tolist():
        start, stop = int(sent_start[number]), int(sent_start[number + 1])
        best[number] = _best_in_sentence(start, stop, heads, right)
    return best


def _best_in_sentence(start: int, stop: int, heads: Sequence[Codes], right: Mask) -> int:
    arcs: dict[tuple[int, int], int] = {}
    for head, flags in zip(heads, right, strict=True):
        for word in range(start, stop):
            place = int(head[word])
            source = 0 if place == ROOT else place - start + 1
            if place >= start or place == ROOT:
                key = (source, word - start + 1)
                arcs[key] = max(arcs.get(key, 0), int(flags[word]))
    roots = [target for source, target in arcs if source == 0]
    values = []
    for root in roots:
        kept = {arc: weight for arc, weight in arcs.items() if arc[0] != 0 or arc[1] == root}
        values.append(maximum_arborescence(stop - start, kept))
    found = [value for value in values if value is not None]
    whole = [int(flags[start:stop].sum()) for flags in right]
    return max([*found, *whole]) if not found else max(found)


def maximum_arborescence(n_words: int, arcs: dict[tuple[int, int], int]) -> int | None:
    """Weight of the heaviest tree from node 0 over nodes 1..n, or None if there is none.

    Each round takes the heaviest arc into every node and contracts all cycles that these make, until they make none.

    >>> maximum_arborescence(2, {(0, 1): 1, (1, 2): 1, (2, 1): 1})
    2
    """
    total = 0
    while True:
        best: dict[int, tuple[int, int]] = {}
        for (source, target), weight in arcs.items():
            if source != target and (target not in best or weight > best[target][1]):
                best[target] = (source, weight)
        if any(node not in best for node in range(1, n_words + 1)):
            return None
        cycles = _find_cycles(n_words, best)
        if not cycles:
            return total + sum(weight for _, weight in best.values())
        gained = {node: best[node][1] for cycle in cycles for node in cycle}
        total += sum(gained.values())
        n_words, arcs = _contract(n_words, arcs, cycles, gained)


def _contract(
    n_words: int, arcs: dict[tuple[int, int], int], cycles: list[list[int]], gained: dict[int, int]
) -> tuple[int, dict[tuple[int, int], int]]:
    """Each cycle as one node; an arc into it is worth what it gains over the arc of the cycle that it replaces."""
    outside = [node for node in range(n_words + 1) if node not in gained]
    number = {node: place for place, node in enumerate(outside)}
    number |= {node: place for place, cycle in enumerate(cycles, len(outside)) for node in cycle}
    contracted: dict[tuple[int, int], int] = {}
    for (source, target), weight in arcs.items():
        key, value = (number[source], number[target]), weight - gained.get(target, 0)
        if key[0] != key[1]:
            contracted[key] = max(contracted.get(key, value), value)
    return len(outside) + len(cycles) - 1, contracted


def _find_cycles(n_words: int, best: dict[int, tuple[int, int]]) -> list[list[int]]:
    """Every cycle of the graph in which each node but 0 has one arc into it."""
    seen = [-1] + [0] * n_words  # the walk that came by
    cycles: list[list[int]] = []
    for start in range(1, n_words + 1):
        node = start
        while not seen[node]:
            seen[node] = start
            node = best[node][0]
        if seen[node] == start:
            cycle = [node]
            while (before := best[cycle[-1]][0]) != node:
                cycle.append(before)
            cycles.append(cycle)
    return cycles
