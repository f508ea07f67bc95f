"""Zhang and Shasha (1989): the edit distance of two ordered trees, and a cheapest mapping.

Trees come in post-order, each node with the place of the first leaf below it. A code is a label's number (0 or more),
or -1 - w for the word w. Deleting and inserting cost 1; a word becomes another for 1, and is never a node for less
than 2; renaming a node costs `rename` unless `free[code, other]`. Of mappings that cost the same, one that pairs the
last nodes is taken, then one that deletes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.kernels.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int32]
    Tree = tuple[Whole, Whole]
    """Codes, and the first leaf below each node."""
    Prices = tuple[NDArray[np.bool_], int]
    """What is renamed for nothing, and what renaming costs otherwise."""

_OTHER_KIND: Final = 2
"""A word in a node's place: as good as deleting one and inserting the other."""


@kernel
def order_tree(parent: Whole) -> tuple[Any, Any]:
    """Places in post-order, and the first leaf below each node of it.

    Args:
        parent: (n,) the first node is the root; children of a node stand in their order.
    """
    n = len(parent)
    child = np.full(n, -1, dtype=np.int32)
    sibling = np.full(n, -1, dtype=np.int32)
    for node in range(n - 1, 0, -1):
        sibling[node] = child[parent[node]]
        child[parent[node]] = node
    order = np.empty(n, dtype=np.int32)
    first = np.empty(n, dtype=np.int32)
    leaf = np.full(n, -1, dtype=np.int32)  # of each node, by its old place
    done = 0
    node = 0
    while node >= 0:
        if child[node] >= 0 and leaf[node] == -1:
            leaf[node] = -2  # we are below it
            node = child[node]
            continue
        leaf[node] = done if leaf[node] == -1 else leaf[child[node]]
        order[done] = node
        first[done] = leaf[node]
        done += 1
        node = sibling[node] if sibling[node] >= 0 else (parent[node] if node > 0 else -1)
    return order, first


@kernel
def find_price(code: int, other: int, free: NDArray[np.bool_], rename: int) -> int:
    """What it costs that one node becomes another; a word never becomes a node for less than 2."""
    if code >= 0 and other >= 0:
        return 0 if free[code, other] else rename
    if code < 0 and other < 0:
        return 0 if code == other else 1
    return _OTHER_KIND


@kernel
def find_key_roots(first: Whole) -> Any:
    """(n,) the root, and nodes with a sibling to their left: the last node of each first leaf."""
    found = np.zeros(len(first), dtype=np.bool_)
    seen = np.zeros(len(first), dtype=np.bool_)
    for node in range(len(first) - 1, -1, -1):
        found[node] = not seen[first[node]]
        seen[first[node]] = True
    return found


@kernel
def fill_forest(  # noqa: PLR0917 (compiled code takes no keywords)
    one: Tree, two: Tree, ends: tuple[Any, Any], prices: Prices, trees: Whole, forest: Whole
) -> None:
    """Distances of the forests in front of two nodes, and of the subtrees that end there."""
    codes, first = one
    others, other_first = two
    low, start = first[ends[0]], other_first[ends[1]]
    for x in range(ends[0] - low + 2):
        forest[x, 0] = x
    for y in range(ends[1] - start + 2):
        forest[0, y] = y
    for x in range(1, ends[0] - low + 2):
        node = low + x - 1
        for y in range(1, ends[1] - start + 2):
            other = start + y - 1
            best = min(forest[x - 1, y], forest[x, y - 1]) + 1
            if first[node] == low and other_first[other] == start:
                price = find_price(codes[node], others[other], prices[0], prices[1])
                best = min(best, forest[x - 1, y - 1] + price)
                trees[node, other] = best
            else:
                best = min(best, forest[first[node] - low, other_first[other] - start] + trees[node, other])
            forest[x, y] = best


@kernel
def fill_table(one: Tree, two: Tree, prices: Prices) -> Any:
    """(n, m) the distance of every two subtrees."""
    n, m = len(one[0]), len(two[0])
    trees = np.zeros((n, m), dtype=np.int32)
    forest = np.zeros((n + 1, m + 1), dtype=np.int32)
    roots = np.flatnonzero(find_key_roots(one[1]))
    other_roots = np.flatnonzero(find_key_roots(two[1]))
    for root in roots:
        for other in other_roots:
            fill_forest(one, two, (root, other), prices, trees, forest)
    return trees


@kernel
def map_trees(one: Tree, two: Tree, prices: Prices, trees: Whole) -> Any:
    """(n,) the node of the second tree that each of the first becomes; -1: it is deleted."""
    codes, first = one
    others, other_first = two
    n, m = len(codes), len(others)
    partner = np.full(n, -1, dtype=np.int32)
    forest = np.zeros((n + 1, m + 1), dtype=np.int32)
    stack = [(n - 1, m - 1)]
    while stack:
        ends = stack.pop()
        fill_forest(one, two, ends, prices, trees, forest)
        low, start = first[ends[0]], other_first[ends[1]]
        x, y = ends[0] - low + 1, ends[1] - start + 1
        while x and y:
            node, other = low + x - 1, start + y - 1
            here = forest[x, y]
            if first[node] == low and other_first[other] == start:
                price = find_price(codes[node], others[other], prices[0], prices[1])
                if price < _OTHER_KIND and here == forest[x - 1, y - 1] + price:
                    partner[node] = other
                    x, y = x - 1, y - 1
                    continue
            elif here == forest[first[node] - low, other_first[other] - start] + trees[node, other]:
                stack.append((node, other))
                x, y = first[node] - low, other_first[other] - start
                continue
            deleted = here == forest[x - 1, y] + 1
            x, y = (x - 1, y) if deleted else (x, y - 1)
    return partner
