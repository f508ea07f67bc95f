"""Transitions: what exactly changed between two systems, and was it for the better?

Tuggener (2017), section 2 and algorithm 1. A unit on which two systems differ is a *correction* (only the second is
right), a *new error* (only the first is) or a *changed error* (neither is). The table counts them by class and by
(gold, from, to); it is additive, so the tables of shards merge by addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import distinct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Counts, Mask, Offsets
    from tertium.corpus import Vocab
    from tertium.tasks.decisions import Decisions

CLASSES: Final = ("correction", "new_error", "changed_error")
CORRECTION, NEW_ERROR, CHANGED_ERROR = range(3)
MOVES: Final = ("head", "label", "both")
"""What changed in a labelled attachment: the head only, the label only, or both."""


@dataclass(frozen=True, eq=False, slots=True)
class Transitions:
    """Differing units of one pair of systems, counted; rows by class, falling count, then labels."""

    labels: tuple[str, ...]  # in alphabetical order
    kind: Codes  # (n_rows,)  0 correction, 1 new error, 2 changed error
    gold: Codes  # (n_rows,)  places in `labels`, as are the next two
    before: Codes
    after: Codes
    count: Counts  # (n_rows,)
    moves: Counts  # (n_rows, 3)  head only, label only, both; zeros where an answer is one label
    n_units: int

    @property
    def by_class(self) -> tuple[int, int, int]:
        """Corrections, new errors, changed errors."""
        totals = np.bincount(self.kind, weights=self.count, minlength=3).astype(np.int64)
        return int(totals[0]), int(totals[1]), int(totals[2])

    @property
    def n_different(self) -> int:
        """Differing units, whatever their class."""
        return int(self.count.sum())

    @property
    def difference(self) -> float:
        """Share of differing units (equation 1)."""
        return self.n_different / self.n_units if self.n_units else 0.0

    def rows(self, kind: int | None = None) -> Offsets:
        """Row numbers, of one class or of all."""
        return np.arange(len(self.kind)) if kind is None else np.flatnonzero(self.kind == kind)

    def label(self, place: int) -> str:
        """A label by its place."""
        return self.labels[place]


@dataclass(frozen=True, eq=False, slots=True)
class _Changes:
    """Differing units (or counted rows of another table), one after the other."""

    kind: Codes
    gold: Codes
    before: Codes
    after: Codes
    move: Codes  # 0 head only, 1 label only, 2 both; -1 where an answer is one atom
    weight: Counts | None = None  # None: each counts once


def tabulate_transitions(decisions: Decisions, before: int, after: int, *, ties_fall: bool = False) -> Transitions:
    """Count what changed from one system to another."""
    rows = np.flatnonzero(decisions.different(before, after))
    kind = np.full(len(rows), CHANGED_ERROR, dtype=np.int32)
    kind[decisions.right[after][rows]] = CORRECTION
    kind[decisions.right[before][rows]] = NEW_ERROR
    columns = (decisions.gold_label[rows], decisions.labels[before][rows], decisions.labels[after][rows])
    labels, (gold, first, second) = sorted_labels(decisions.vocab, columns)
    units, weight = decisions.units_of(before, after), decisions.weight(before, after)
    n_units = int(np.count_nonzero(units) if weight is None else weight[units].sum())
    changes = _Changes(
        kind, gold, first, second, _moves(decisions, rows, before, after), None if weight is None else weight[rows]
    )
    return _count(labels, changes, n_units=n_units, ties_fall=ties_fall)


def sorted_labels(vocab: Vocab, columns: Sequence[Codes]) -> tuple[tuple[str, ...], list[Codes]]:
    """The labels of several columns in alphabetical order, and the columns as places among them."""
    used = vocab.used(np.concatenate(columns)) if columns else np.zeros(0, dtype=np.int32)
    texts = vocab.decode(used)
    order = sorted(range(len(texts)), key=texts.__getitem__)
    table = np.zeros(len(vocab) + 1, dtype=np.int32)
    table[used[order]] = np.arange(len(order), dtype=np.int32)
    return tuple(texts[place] for place in order), [table[column] for column in columns]


def _moves(decisions: Decisions, rows: Offsets, before: int, after: int) -> Codes:
    if len(decisions.atoms) != 2 or decisions.atoms[0] != "head":  # noqa: PLR2004 (head and label)
        return np.full(len(rows), -1, dtype=np.int32)
    head = decisions.changed("head", before, after)[rows]
    label = decisions.changed(decisions.atoms[1], before, after)[rows]
    return np.where(head & label, 2, np.where(label, 1, 0)).astype(np.int32)


def _count(labels: tuple[str, ...], changes: _Changes, *, n_units: int, ties_fall: bool) -> Transitions:
    size = max(len(labels), 1)
    key = ((changes.kind.astype(np.int64) * size + changes.gold) * size + changes.before) * size + changes.after
    keys, place = distinct(key, 3 * size**3)
    weight = changes.weight
    count = np.bincount(place, weights=weight, minlength=len(keys)).astype(np.int64)
    moves = np.zeros((len(keys), 3), dtype=np.int64)
    for number in range(3):
        chosen = changes.move == number
        part = None if weight is None else weight[chosen]
        moves[:, number] = np.bincount(place[chosen], weights=part, minlength=len(keys))
    kind, gold = keys // size**3, keys // size**2 % size
    before, after = keys // size % size, keys % size
    sign = -1 if ties_fall else 1
    rank = np.where(kind == CHANGED_ERROR, gold, 0)  # shown only for changed errors, so only there it ranks first
    order = np.lexsort((sign * gold, sign * after, sign * before, sign * rank, -count, kind))
    return Transitions(
        labels=labels,
        kind=kind[order].astype(np.int32),
        gold=gold[order].astype(np.int32),
        before=before[order].astype(np.int32),
        after=after[order].astype(np.int32),
        count=count[order],
        moves=moves[order],
        n_units=n_units,
    )


def merge_transitions(tables: Sequence[Transitions], *, ties_fall: bool = False) -> Transitions:
    """The table of several files or shards together; see `merge_patterns`."""
    labels = tuple(sorted({label for table in tables for label in table.labels}))
    place = {label: number for number, label in enumerate(labels)}
    parts = [_unfold(table, place) for table in tables]
    changes = _Changes(
        kind=np.concatenate([part.kind for part in parts]),
        gold=np.concatenate([part.gold for part in parts]),
        before=np.concatenate([part.before for part in parts]),
        after=np.concatenate([part.after for part in parts]),
        move=np.concatenate([part.move for part in parts]),
        weight=np.concatenate([part.weight for part in parts if part.weight is not None]),
    )
    return _count(labels, changes, n_units=sum(table.n_units for table in tables), ties_fall=ties_fall)


def _unfold(table: Transitions, place: dict[str, int]) -> _Changes:
    """A table as rows of one move each, its labels by their places in a larger list."""
    own = np.array([place[label] for label in table.labels], dtype=np.int32)
    still = table.count - table.moves.sum(axis=1)
    weights = np.column_stack([still, table.moves])
    row, column = np.nonzero(weights)
    return _Changes(
        kind=table.kind[row],
        gold=own[table.gold[row]],
        before=own[table.before[row]],
        after=own[table.after[row]],
        move=(column - 1).astype(np.int32),
        weight=weights[row, column],
    )


def class_of(decisions: Decisions, before: int, after: int) -> Codes:
    """(n_units,) class of each unit, -1 where the two systems agree."""
    kind = np.full(decisions.n_units, CHANGED_ERROR, dtype=np.int32)
    kind[decisions.right[after]] = CORRECTION
    kind[decisions.right[before]] = NEW_ERROR
    same: Mask = ~decisions.different(before, after)
    kind[same] = -1
    return kind
