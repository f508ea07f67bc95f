"""Functional trees by the book: sets of words, recursions, no arrays."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

Tree = dict[frozenset[int], str]
"""The label of the node over some words; without unary chains there is one."""

STAR, CONFLICT = "*", "≠"
Forest = tuple[Any, ...]


def functional(heads: Sequence[int], labels: Sequence[str]) -> Tree:
    """Heads count from 1, 0 is the root."""
    below: dict[int, set[int]] = {word: set() for word in range(1, len(heads) + 1)}
    for word in below:
        above = word
        while above:
            below[above].add(word)
            above = heads[above - 1]
    tree: Tree = {}
    for word, words in below.items():
        tree[frozenset(words)] = labels[word - 1]
        if len(words) > 1:
            tree[frozenset({word})] = STAR
    return tree


def meet(one: str, two: str) -> str:
    if STAR in (one, two):
        return two if one == STAR else one
    return one if one == two else CONFLICT


def generalize(trees: Sequence[Tree], *, drop: bool = False) -> Tree:
    general = dict(trees[0])
    for tree in trees[1:]:
        general = {words: meet(label, tree[words]) for words, label in general.items() if words in tree}
    return {words: label for words, label in general.items() if not (drop and label == CONFLICT)}


def agree(one: str, two: str) -> bool:
    return one == two or STAR in (one, two) or CONFLICT in (one, two)


def script(tree: Tree, goal: Tree) -> list[tuple[str, frozenset[int], str]]:
    """The one cheapest script where words are held in place."""
    found = [("delete", words, label) for words, label in tree.items() if words not in goal]
    found += [("insert", words, label) for words, label in goal.items() if words not in tree]
    return found + [
        ("relabel", words, label) for words, label in tree.items() if words in goal and not agree(label, goal[words])
    ]


def new_distance(parse: Tree, own: Tree, general: Tree) -> tuple[int, int]:
    """Delta of parse and general, and what of it is also in the script from the own gold."""
    ours = script(own, general)
    edits = script(parse, general)
    shared = sum(
        any(kind == other and words == theirs and agree(label, name) for other, theirs, name in ours)
        for kind, words, label in edits
    )
    return len(edits), shared


def crosses(one: frozenset[int], two: frozenset[int]) -> bool:
    return bool(one & two) and not one <= two and not two <= one


def as_forest(tree: Tree, n_words: int) -> Forest:
    """An ordered forest of (label, children), words as leaves; for projective trees."""

    def build(words: frozenset[int], inner: list[frozenset[int]]) -> Forest:
        tops = [one for one in inner if not any(one < other for other in inner)]
        covered = frozenset().union(*tops) if tops else frozenset()
        parts: list[tuple[int, Any]]
        parts = [(min(top), (tree[top], build(top, [one for one in inner if one < top]))) for top in tops]
        parts += [(word, (word, ())) for word in words - covered]
        return tuple(part for _, part in sorted(parts, key=lambda part: part[0]))

    return build(frozenset(range(1, n_words + 1)), list(tree))


@cache
def edit_distance(one: Forest, two: Forest, words_cost: float) -> float:
    """The textbook recursion on ordered forests; words cost so much to delete or insert, and never change."""
    if not one and not two:
        return 0
    best = float("inf")
    if one:
        label, children = one[-1]
        best = edit_distance(one[:-1] + children, two, words_cost) + _price(label, words_cost)
    if two:
        label, children = two[-1]
        best = min(best, edit_distance(one, two[:-1] + children, words_cost) + _price(label, words_cost))
    if one and two:
        (first, ours), (second, theirs) = one[-1], two[-1]
        cost = _rename(first, second, words_cost)
        if cost < float("inf"):
            inside = edit_distance(ours, theirs, words_cost)
            best = min(best, edit_distance(one[:-1], two[:-1], words_cost) + inside + cost)
    return best


def _price(label: str | int, words_cost: float) -> float:
    return words_cost if isinstance(label, int) else 1


def _rename(one: str | int, two: str | int, words_cost: float) -> float:
    if isinstance(one, str) and isinstance(two, str):
        return 0 if agree(one, two) else 1
    if one == two:
        return 0
    return float("inf") if words_cost == float("inf") else 1 + (isinstance(one, str) != isinstance(two, str))
