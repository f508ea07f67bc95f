"""Tree edits in which words may be moved: Zhang and Shasha (1989), the algorithm that the paper of TedEval names.

Words are leaves that may be taken out and put in elsewhere for 2 edits. It is seldom less than with words held in place
(on UD and SUD in some 5 of 450 sentences), and more where a tree is not projective, because children must stand in some
order. What is forgiven are deletions of the cheapest script that the script from the own gold has too; that one only
deletes. Up to 2 edits the words of projective trees stay where they are, and nothing need be searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.errors import UsageError
from tertium.measures.ted import count_edits
from tertium.trees.label_sets import ABSENT
from tertium.trees.ordered import find_gappy_sentences, order_trees

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask
    from tertium.measures.ted import Edits
    from tertium.trees.functional import FunctionalTrees
    from tertium.trees.label_sets import LabelSets
    from tertium.trees.ordered import OrderedTrees
    from tertium.trees.yields import Yields

    Shape = tuple[FunctionalTrees, Codes]

_STAYS = 2
"""Up to so many edits words stay where they are: moving one costs as much."""


def check_numba() -> None:
    """Make sure that kernels can be compiled.

    Raises:
        UsageError: numba is not installed.
    """
    try:
        import numba  # noqa: F401 (only whether it is there)
    except ImportError:
        raise UsageError(
            "the unanchored distance needs numba, which is not installed",
            hint="pip install 'tertium[unanchored]', or leave out --unanchored: the anchored distance needs nothing",
        ) from None


def count_unanchored(
    yields: Yields,
    labels: LabelSets,
    parse: tuple[Shape, Codes],
    gold: tuple[Shape, Codes],
    own: Codes | None,
    *,
    relabel: int = 1,
) -> Edits:
    """Edits from a parse to a generalised gold, words free to move; nodes found and missed are those of `count_edits`.

    Args:
        yields: The rows of the columns.
        labels: What labels are numbered by.
        parse: The system's trees with the rows of their phrases, and the column.
        gold: Trees that have the nodes of the generalised gold, with the rows of their phrases, and the column.
        own: The column of the gold whose scheme the system follows; None: nothing is forgiven.
        relabel: What another label costs.
    """
    edits = count_edits(yields, labels, parse[1], gold[1], own, relabel=relabel)
    gappy = find_gappy_sentences(parse[0][0]) | find_gappy_sentences(gold[0][0])
    searched = np.flatnonzero((edits.distance > _STAYS) | gappy)
    if not len(searched):
        return edits
    trees = [order_trees(shape[0], yields, shape[1], column) for shape, column in (parse, gold)]
    shared = np.zeros(yields.n, dtype=np.bool_)
    if own is not None:
        known = np.flatnonzero((parse[1] != ABSENT) & (gold[1] == ABSENT) & (own != ABSENT))
        shared[known] = labels.costs_nothing(parse[1][known], own[known])
    distance, forgiven = edits.distance.copy(), edits.forgiven.copy()
    search = _make_search(trees[0], trees[1], find_free(labels), shared, relabel)
    for sentence in searched.tolist():
        distance[sentence], forgiven[sentence] = search(sentence)
    return edits._replace(distance=distance, forgiven=forgiven, new=distance - forgiven)


def find_free(labels: LabelSets) -> NDArray[np.bool_]:
    """(n_labels, n_labels) which labels of a parse become which of a gold for nothing."""
    n = len(labels)
    one, two = (np.ascontiguousarray(part, dtype=np.int32) for part in np.divmod(np.arange(n * n), n))
    return labels.costs_nothing(one, two).reshape(n, n)


def _make_search(
    ours: OrderedTrees, theirs: OrderedTrees, free: NDArray[np.bool_], shared: Mask, relabel: int
) -> Callable[[int], tuple[int, int]]:
    from tertium.kernels.zhang_shasha import fill_table, map_trees, order_tree

    prices = (free, relabel)

    def search(sentence: int) -> tuple[int, int]:
        sides = []
        for side in (ours, theirs):
            start, stop = int(side.start[sentence]), int(side.start[sentence + 1])
            order, first = order_tree(side.parent[start:stop])
            sides.append((side.code[start:stop][order], first, side.row[start:stop][order]))
        one, two, rows = sides[0][:2], sides[1][:2], sides[0][2]
        table = fill_table(one, two, prices)
        mine = (rows >= 0) & shared[rows]
        if not mine.any():
            return int(table[-1, -1]), 0
        partner = map_trees(one, two, prices, table)
        return int(table[-1, -1]), int(np.count_nonzero(mine & (partner < 0)))

    return search
