"""Agreement between systems: how alike are they, and do they fail together?

The overlap measures of Tuggener (2017), tables 1 and 2, then Yule's Q and Cohen's kappa on being right (Kuncheva and
Whitaker 2003, sections 2.1 and 3.3), and the order in which average linkage joins the systems by their share of
differing units.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.patterns import Patterns


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two systems, unit by unit: both right, only the first, only the second, neither."""

    both: int
    first: int
    second: int
    neither: int

    @property
    def units(self) -> int:
        """All units of the two."""
        return self.both + self.first + self.second + self.neither

    @property
    def overlap_of_right(self) -> float:
        """Dice overlap of the right answers (table 1): 2 both / (right of the first + right of the second)."""
        right = 2 * self.both + self.first + self.second
        return 2 * self.both / right if right else nan

    @property
    def yule_q(self) -> float:
        """Yule's Q: 1 if they are right on the same units, 0 if independent, negative if they complement each other."""
        same, other = self.both * self.neither, self.first * self.second
        return (same - other) / (same + other) if same + other else nan

    @property
    def kappa(self) -> float:
        """Cohen's kappa on being right."""
        total = self.units
        if not total:
            return nan
        observed = (self.both + self.neither) / total
        a, b = (self.both + self.first) / total, (self.both + self.second) / total
        chance = a * b + (1 - a) * (1 - b)
        return (observed - chance) / (1 - chance) if chance < 1 else nan

    @property
    def mcnemar_z(self) -> float:
        """McNemar's z over units, continuity-corrected as MaltEval prints it: (|b - c| - 1) / sqrt(b + c).

        Units of one sentence are not independent, so this overstates how certain a difference is.
        """
        changed = self.first + self.second
        return (abs(self.first - self.second) - 1) / sqrt(changed) if changed else nan


def find_agreement(patterns: Patterns, first: int, second: int) -> Agreement:
    """Read the two-by-two table off the patterns."""
    counts = [0, 0, 0, 0]
    for bits, count in patterns.totals().items():
        counts[2 * (1 - (bits >> first & 1)) + 1 - (bits >> second & 1)] += count
    both, only_first, only_second, neither = counts
    return Agreement(both, only_first, only_second, neither)


@dataclass(frozen=True, slots=True)
class Join:
    """One step of the dendrogram: two groups of systems joined at a height."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    height: float


def join_systems(distance: Sequence[Sequence[float]]) -> list[Join]:
    """Average linkage: join the closest groups until one is left; ties go to the earlier systems."""
    groups: list[tuple[int, ...]] = [(system,) for system in range(len(distance))]
    steps: list[Join] = []
    while len(groups) > 1:
        pairs = [(_mean(distance, a, b), i, j) for i, a in enumerate(groups) for j, b in enumerate(groups) if i < j]
        height, i, j = min(pairs)
        steps.append(Join(groups[i], groups[j], height))
        groups = [group for k, group in enumerate(groups) if k not in (i, j)]
        groups.insert(i, steps[-1].left + steps[-1].right)
    return steps


def _mean(distance: Sequence[Sequence[float]], a: tuple[int, ...], b: tuple[int, ...]) -> float:
    return sum(distance[i][j] for i in a for j in b) / (len(a) * len(b))
