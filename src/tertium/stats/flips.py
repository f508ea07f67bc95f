"""How wrong the gold would have to be for two systems to change places.

Answers Padró and Màrquez (1998), section 6, which asks for a criterion less conservative than intervals that overlap.
Two systems are tested on the same units, and where they agree, a wrong gold answer costs both the same: only errors of
the gold among the units on which they *differ* can change the difference. Of these units b are corrections (only the
second system is right), c new errors, d changed errors (both wrong).

Everything here is certified from below: there is a relabelling of so many gold answers that does what is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.stats.signflip import sign_flip_p

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tertium._typing import Offsets, Scores


def bound_difference(
    corrections: ArrayLike, new_errors: ArrayLike, changed_errors: ArrayLike, wrong: ArrayLike
) -> tuple[Scores, Scores]:
    """What corrections minus new errors can truly be if at most so many gold answers of differing units are wrong.

    The lower end is b - c - 2 min(E, b) - min(max(E - b, 0), d): each of the first b errors turns a correction into a
    new error, each of the next d makes the first system right where both were wrong. Sharp; above symmetrically.

    >>> [int(end) for end in bound_difference(573, 277, 230, 148)]
    [0, 592]
    """
    b, c, d, e = (np.asarray(value, dtype=np.float64) for value in (corrections, new_errors, changed_errors, wrong))
    low = b - c - 2 * np.minimum(e, b) - np.minimum(np.maximum(e - b, 0), d)
    high = b - c + 2 * np.minimum(e, c) + np.minimum(np.maximum(e - c, 0), d)
    return low, high


def count_flips(corrections: int, new_errors: int) -> int:
    """The flip distance: so many gold errors, all against the winner, make it a tie or reverse it.

    >>> count_flips(573, 277), count_flips(277, 572), count_flips(5, 5)
    (148, 148, 0)
    """
    return -(-abs(corrections - new_errors) // 2)


def count_flips_to_doubt(won: Offsets, difference: Offsets, alpha: float) -> int | None:
    """So many gold errors among the differing units suffice for the exact test not to be significant any more.

    Every error turns a unit that only the winner has right into one that only the loser has. Three placements are
    tried. The first spreads the differences as far as possible: turning all w units of a block that the winner has
    won, and l that it has lost, adds 4 l w to the sum of squares, so blocks with many losses come first, and small
    ones fill up. The second begins with the largest blocks, the third makes blocks vanish. The exact sign-flip test
    decides. In small cases, where every placement can be tried, one error less may do.

    Args:
        won: (n_blocks,) units of each block that only the winner has right.
        difference: (n_blocks,) those minus the units that only the loser has right; their sum is positive.
        alpha: What counts as significant.

    Returns:
        0 if it is not significant as it is; None if no number of such errors does it.
    """
    if sign_flip_p(difference) >= alpha:
        return 0
    low, high = 0, min(count_flips(int(difference.sum()), 0), int(won.sum()))

    lost = won - difference
    blocks = np.flatnonzero(won)
    orders = (
        (blocks[np.lexsort((blocks, won[blocks], -lost[blocks]))], won, False),
        (blocks[np.lexsort((blocks, -won[blocks]))], won, True),
        (blocks[np.lexsort((blocks, difference[blocks]))], np.where(difference % 2 == 0, difference // 2, 0), False),
    )

    def is_doubtful(flips: int) -> bool:
        placed = (_place_flips(won, order, np.minimum(most, won), flips, cut=cut) for order, most, cut in orders)
        return any(sign_flip_p(difference - 2 * found) >= alpha for found in placed)

    if not is_doubtful(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_doubtful(middle) else (middle, high)
    while high > 1 and is_doubtful(high - 1):  # what suffices need not suffice ever after
        high -= 1
    return high


def _place_flips(won: Offsets, order: Offsets, wanted: Offsets, flips: int, *, cut: bool) -> Offsets:
    """(n_blocks,) how many of so many flips each block takes: as many as are wanted, in order; the rest anywhere.

    A block that wants more than is left is passed over, or cut.
    """
    found = np.zeros(len(won), dtype=np.int64)
    for block, size in zip(order.tolist(), wanted[order].tolist(), strict=True):
        if 0 < size <= flips or cut:
            found[block] = min(max(size, 0), flips)
            flips -= int(found[block])
        if not flips:
            return found
    for block in order.tolist():
        part = min(flips, int(won[block] - found[block]))
        found[block] += part
        flips -= part
    return found


@dataclass(frozen=True, slots=True)
class F1Pair:
    """What two F1 are made of, and what gold errors among the differing units would do to it."""

    right: tuple[int, int]  # of the first and of the second system, which is the better one
    proposed: tuple[int, int]
    gold: int
    errors: tuple[tuple[tuple[tuple[int, int, int], ...], int], ...]
    """Kinds of gold errors: what each may do to (right of the first, right of the second, gold units), and how many
    units there are for it."""

    def worsen(self, wrong: int) -> float:
        """The difference after so many gold errors against the second system, each the most harmful that is left.

        F1 is no accuracy: a relabelled unit can also leave the gold or join it. Greedy: there is such a relabelling.
        """
        return self._walk(wrong)[0]

    def count_flips(self) -> int | None:
        """So many errors make it a tie or reverse it; None if no number of them does."""
        value, n = self._walk(None)
        return n if value <= 0 else None

    def _walk(self, most: int | None) -> tuple[float, int]:
        (one, two), gold, n = self.right, self.gold, 0
        left = [count for _, count in self.errors]
        now = self._value(one, two, gold)
        while (now > 0 if most is None else n < most) and any(left):
            now, kind, (a, b, g) = min(
                (self._value(one + a, two + b, gold + g), kind, (a, b, g))
                for kind, (effects, _) in enumerate(self.errors)
                if left[kind]
                for a, b, g in effects
            )
            one, two, gold = one + a, two + b, gold + g
            left[kind] -= 1
            n += 1
        return now, n

    def _value(self, one: int, two: int, gold: int) -> float:
        first, second = (max(gold + n, 1) for n in self.proposed)
        return 2 * two / second - 2 * one / first
