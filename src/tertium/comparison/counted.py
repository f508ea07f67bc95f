"""Counts of several systems by block: all that intervals, tests and power ask for.

`Tables` has them for units that a gold has; the table of a contest has them for trees of several annotation schemes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium._typing import Codes, Counts
    from tertium.conventions import Scorer
    from tertium.measures.base import Blocks, Measure


class Counted(Protocol):
    """Systems under some measures, counted block by block."""

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""

    @property
    def measures(self) -> Mapping[str, Measure]:
        """The measures by name."""

    @property
    def headline(self) -> str:
        """The measure that leads."""

    @property
    def blocks(self) -> Blocks:
        """Where the blocks begin."""

    @property
    def decision_measures(self) -> Sequence[str]:
        """Measures whose units are each answered right or wrong."""

    def how(self, measure: str) -> Scorer:
        """Accuracy or F1."""

    def run_counts(self, measure: str) -> list[Counts]:
        """For each system (n_runs, n_blocks, n_counts)."""

    def block_of_words(self) -> Codes:
        """(n_gold_words,) the block of each gold word."""
