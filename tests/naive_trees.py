"""Slow twins of the measures of whole trees: as the papers say it, one tree at a time."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tests.matched_trees import Node

Forest: TypeAlias = "tuple[tuple[str, Forest], ...]"


def lineages(tree: Node) -> list[list[str]]:
    """For each word the labels above it, from the lowest, with `[` and `]`."""
    found: list[list[str]] = []

    def walk(node: Node, above: list[tuple[str, int, int]], first: int) -> int:
        label, below = node
        if isinstance(below, str):
            found.append([])
            places.append(list(above))
            return first + 1
        entry = [(label, first, first + count(node)), *above]
        for child in below:
            first = walk(child, entry, first)
        return first

    def count(node: Node) -> int:
        return 1 if isinstance(node[1], str) else sum(count(child) for child in node[1])

    places: list[list[tuple[str, int, int]]] = []
    walk(tree, [], 0)
    for word, above in enumerate(places):
        opens = [place for place, (_, start, _) in enumerate(above) if start == word]
        closes = [place for place, (_, _, end) in enumerate(above) if end == word + 1]
        for place, (label, _, _) in enumerate(above):
            found[word] += ["["] * (place == max(opens, default=-1)) + [label]
            found[word] += ["]"] * (place == max(closes, default=-1))
    return found


def levenshtein(one: list[str], two: list[str], similar: float = 1.0, other: float = 1.0) -> float:
    """Levenshtein (1966) by recursion; a replacement costs less if the first character stays."""

    @cache
    def distance(i: int, j: int) -> float:
        if not i or not j:
            return float(i + j)
        a, b = one[i - 1], two[j - 1]
        replace = 0.0 if a == b else similar if a[0] == b[0] else other
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + replace)

    return distance(len(one), len(two))


def likeness(gold: Node, system: Node, similar: float = 1.0, other: float = 1.0) -> list[float]:
    """Leaf-Ancestor for each word."""
    pairs = zip(lineages(gold), lineages(system), strict=True)
    return [1 - levenshtein(one, two, similar, other) / (len(one) + len(two)) for one, two in pairs]


def as_forest(tree: Node) -> Forest:
    """A tree with its words as leaves, each told apart from the others by its place."""
    words = iter(range(1000))

    def walk(node: Node) -> tuple[str, Forest]:
        label, below = node
        if isinstance(below, str):
            return f"{label}-{next(words)}", ()
        return label, tuple(walk(child) for child in below)

    return (walk(tree),)


def size(forest: Forest) -> int:
    """Nodes of a forest."""
    return sum(1 + size(below) for _, below in forest)


@cache
def forest_distance(one: Forest, two: Forest) -> int:
    """Edits between forests, by the recursion on their last trees (Tai 1979; Bille 2005)."""
    if not one or not two:
        return size(one) + size(two)
    (a, below), (b, other_below) = one[-1], two[-1]
    return min(
        forest_distance(one[:-1] + below, two) + 1,
        forest_distance(one, two[:-1] + other_below) + 1,
        forest_distance(one[:-1], two[:-1]) + forest_distance(below, other_below) + (a != b),
    )


def spans(tree: Node) -> dict[tuple[int, int], list[str]]:
    """For each stretch of words the labels over it, from the top down; of single words the part of speech last."""
    found: dict[tuple[int, int], list[str]] = {}

    def walk(node: Node, first: int) -> int:
        label, below = node
        place: list[str] = []
        if isinstance(below, str):
            found.setdefault((first, first + 1), []).append(f"tag {label}")
            return first + 1
        last = first + width(node)
        found.setdefault((first, last), place).append(label)
        for child in below:
            first = walk(child, first)
        return last

    def width(node: Node) -> int:
        return 1 if isinstance(node[1], str) else sum(width(child) for child in node[1])

    walk(tree, 0)
    return found


def anchored_distance(one: Node, two: Node) -> float:
    """Edits where words stay: labels over the same words, one stretch after the other."""
    first, second = spans(one), spans(two)
    total = 0.0
    for stretch in {*first, *second}:
        ours, theirs = first.get(stretch, []), second.get(stretch, [])
        tags = [[label for label in side if label.startswith("tag ")] for side in (ours, theirs)]
        chains = [[label for label in side if not label.startswith("tag ")] for side in (ours, theirs)]
        total += levenshtein(chains[0], chains[1]) + (tags[0] != tags[1])
    return total
