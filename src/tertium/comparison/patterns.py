"""Patterns: for each gold label, how often exactly which systems are right.

One small additive table (label x bit pattern -> count) that gives accuracy by label, the oracle of any subset of
systems, hard and easy units, who solves what, and Shapley shares, without looking at a unit again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.transitions import sorted_labels
from tertium.corpus import distinct
from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Counts, Mask, Offsets
    from tertium.tasks.decisions import Decisions

MOST_SYSTEMS: Final = 40


@dataclass(frozen=True, eq=False, slots=True)
class Patterns:
    """Units counted by gold label and by which systems are right (bit s of `bits`: system s is)."""

    labels: tuple[str, ...]  # in alphabetical order
    label: Codes  # (n_rows,)
    bits: Offsets  # (n_rows,)
    count: Counts  # (n_rows,)
    n_systems: int

    @property
    def n_units(self) -> int:
        """How many units there are."""
        return int(self.count.sum())

    def right(self, system: int) -> Mask:
        """(n_rows,) rows in which a system is right."""
        found: Mask = (self.bits >> system) & 1 == 1
        return found

    def sum_by_label(self, rows: Mask | None = None) -> Counts:
        """(n_labels,) units of each label, in some rows or all."""
        weights = self.count if rows is None else np.where(rows, self.count, 0)
        return np.bincount(self.label, weights=weights, minlength=len(self.labels)).astype(np.int64)

    def solved_by(self) -> Counts:
        """(n_rows,) how many systems are right in each row."""
        return sum((self.bits >> system) & 1 for system in range(self.n_systems)) + np.zeros_like(self.bits)

    def totals(self) -> dict[int, int]:
        """Units of each bit pattern, labels aside."""
        bits, place = np.unique(self.bits, return_inverse=True)
        count = np.bincount(place, weights=self.count, minlength=len(bits)).astype(np.int64)
        return dict(zip(bits.tolist(), count.tolist(), strict=True))


def tabulate_patterns(decisions: Decisions) -> Patterns:
    """Count the units by gold label and by which systems are right."""
    n_systems = decisions.n_systems
    if n_systems > MOST_SYSTEMS:
        raise UsageError(
            f"{n_systems} systems are too many for one comparison", hint=f"at most {MOST_SYSTEMS} at a time"
        )
    labels, (label,) = sorted_labels(decisions.vocab, [decisions.row_label])
    key = label.astype(np.int64)
    for system in reversed(range(n_systems)):
        key = (key << 1) | decisions.right[system]
    keys, place = distinct(key, max(len(labels), 1) << n_systems)
    count = np.bincount(place, minlength=len(keys)).astype(np.int64)
    return Patterns(labels, (keys >> n_systems).astype(np.int32), keys & ((1 << n_systems) - 1), count, n_systems)


def merge_patterns(tables: Sequence[Patterns]) -> Patterns:
    """The table of several files or shards together, for corpora that are compared part by part.

    No command does that yet; that the tables of the parts add up to the whole's is what makes it possible.
    """
    labels = tuple(sorted({label for table in tables for label in table.labels}))
    place = {label: number for number, label in enumerate(labels)}
    n_systems = tables[0].n_systems
    keys = np.concatenate(
        [(np.array([place[text] for text in t.labels], dtype=np.int64)[t.label] << n_systems) | t.bits for t in tables]
    )
    values, where = np.unique(keys, return_inverse=True)
    weights = np.concatenate([table.count for table in tables])
    count = np.bincount(where, weights=weights, minlength=len(values)).astype(np.int64)
    return Patterns(labels, (values >> n_systems).astype(np.int32), values & ((1 << n_systems) - 1), count, n_systems)
