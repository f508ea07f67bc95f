"""What several trees agree on, and whether one says more than another (step 2 of 3).

Tsarfaty, Nivre and Andersson (2011, section 3): T-subsumption, T-unification and T-generalization of functional trees.
Trees are columns over yields (`yields`), labels are sets (`label_sets`). Generalisation keeps the nodes that all trees
have, with what their labels share; where they share nothing the node stays, compatible with every label (the literal
reading: it is more general than both), or is dropped. Unification fails where two yields cross or two labels clash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np

from tertium.trees.label_sets import ABSENT, CONFLICT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.trees.label_sets import LabelSets
    from tertium.trees.yields import Yields

Conflicts = Literal["keep", "drop"]

CONFLICTS: Final[tuple[Conflicts, ...]] = get_args(Conflicts)
"""What becomes of nodes whose labels have nothing in common."""


def generalize(labels: LabelSets, columns: Sequence[Codes], conflicts: Conflicts = "keep") -> Codes:
    """The most special trees that are more general than all of these."""
    general = columns[0]
    for column in columns[1:]:
        shared = (general != ABSENT) & (column != ABSENT)
        met = np.full(len(general), ABSENT, dtype=np.int32)
        rows = np.flatnonzero(shared)
        met[rows] = labels.meet(general[rows], column[rows])
        general = met
    return drop_conflicts(general) if conflicts == "drop" else general


def drop_conflicts(column: Codes) -> Codes:
    """The trees without the nodes whose labels are in conflict."""
    return np.where(column == CONFLICT, ABSENT, column).astype(np.int32)


def find_not_subsumed(labels: LabelSets, general: Codes, special: Codes) -> Mask:
    """(n_yields,) nodes of the first trees that the second do not have, or not with a label as special."""
    has = general != ABSENT
    found: Mask = has & (special == ABSENT)
    both = np.flatnonzero(has & (special != ABSENT))
    found[both] = ~labels.subsumes(general[both], special[both])
    return found


def subsumes(labels: LabelSets, general: Codes, special: Codes) -> bool:
    """T-subsumption: every node of the first trees is in the second, with a label as special or more."""
    return not find_not_subsumed(labels, general, special).any()


@dataclass(frozen=True, slots=True)
class Clash:
    """Where two trees cannot be unified: yields that cross, or one yield with labels that clash."""

    sentence: int
    rows: tuple[int, ...]  # of the yields: two that cross, or one


def unify(
    labels: LabelSets, yields: Yields, words: Sequence[int], one: Codes, two: Codes
) -> tuple[Codes | None, list[Clash]]:
    """The most general trees that say what both say, or None and the places where they contradict each other.

    Args:
        labels: What labels are numbered by.
        yields: The rows.
        words: (n_yields,) the words of each yield as bits of a number.
        one: A column.
        two: Another.
    """
    joined = np.where(one == ABSENT, two, one).astype(np.int32)
    both = np.flatnonzero((one != ABSENT) & (two != ABSENT))
    joined[both] = labels.join(one[both], two[both])
    clashing = both[joined[both] == ABSENT]
    sentence = yields.sentence()
    clashes = [Clash(int(sentence[row]), (row,)) for row in clashing.tolist()]
    own = np.flatnonzero((one != ABSENT) & (two == ABSENT) & (yields.size > 1))
    clashes += [Clash(int(sentence[row]), (row, other)) for row, other in find_crossing(yields, words, own, two)]
    clashes.sort(key=lambda clash: (clash.sentence, clash.rows))
    return (None if clashes else joined), clashes


def find_crossing(yields: Yields, words: Sequence[int], rows: Offsets, column: Codes) -> list[tuple[int, int]]:
    """Pairs of one of the rows and a node of a tree that share words, neither holding all words of the other."""
    sentence = yields.sentence()
    found = []
    last, others = -1, []
    for row in rows.tolist():
        if sentence[row] != last:
            last = int(sentence[row])
            start, stop = yields.sent_start[last : last + 2].tolist()
            inside = np.flatnonzero((column[start:stop] != ABSENT) & (yields.size[start:stop] > 1)) + start
            others = [(other, words[other]) for other in inside.tolist()]
        own = words[row]
        for other, theirs in others:
            common = own & theirs
            if common and common not in (own, theirs):
                found.append((row, other))
    return found
