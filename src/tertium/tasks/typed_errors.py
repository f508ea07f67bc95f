"""Typed errors: everything that one system gets wrong, each unit with exactly one type.

A unit is a gold bracket that the system does not have, a bracket that only the system has, a word with the wrong part
of speech, or (for dependencies) a word with the wrong head or relation. Several units may be one *event*: a phrase that
hangs in another place leaves several brackets wrong, and is one move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets

PART_OF_SPEECH: Final = "part of speech"
LABEL: Final = "label"
NO_EVENT: Final = -1
TOP: Final = "top"
"""What is shown as the parent of what hangs on no phrase, or on the root."""

OF_GOLD, OF_SYSTEM, OF_WORD = range(3)
"""A unit of the gold's that is missed, one of the system's own, or a word's part of speech."""


@dataclass(frozen=True, eq=False, slots=True)
class Moves:
    """Attachment errors, one row each: words that hang in one place in the gold and in another in the system."""

    kind: Codes  # (n_moves,)  place of its type
    sentence: Codes
    start: Codes  # first gold word
    end: Codes  # one past the last
    what: Codes  # the labels of what moved
    source: Codes  # the label that it hangs on in the gold
    target: Codes  # the label that it hangs on in the system

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.kind)


@dataclass(frozen=True, eq=False, slots=True)
class TypedErrors:
    """The wrong units of one system."""

    kinds: tuple[str, ...]  # names of the types, those of words' parts of speech included
    kind: Codes  # (n_units,)  place in `kinds`
    side: Codes  # (n_units,)  OF_GOLD, OF_SYSTEM or OF_WORD
    event: Offsets  # (n_units,)  units of one event have the same number
    move: Codes  # (n_units,)  the move that explains it; -1: none
    sentence: Codes  # (n_units,)
    start: Codes  # (n_units,)  first gold word
    end: Codes  # (n_units,)  one past the last
    gold: Codes  # (n_units,)  the gold's label; ∅ for a unit of the system's own
    answer: Codes  # (n_units,)  the system's label; ∅ where it has none
    identity: Offsets  # (n_units, 3)  the same unit in another system has the same numbers
    moves: Moves

    @property
    def n_units(self) -> int:
        """How many wrong units there are."""
        return len(self.kind)

    def count(self, chosen: Mask | None = None) -> Offsets:
        """(n_kinds,) units of each type, of all or of some."""
        kind = self.kind if chosen is None else self.kind[chosen]
        return np.bincount(kind, minlength=len(self.kinds))

    def count_events(self) -> Offsets:
        """(n_kinds,) events of each type."""
        _, first = np.unique(self.event, return_index=True)
        return np.bincount(self.kind[first], minlength=len(self.kinds))


def is_new(own: TypedErrors, other: TypedErrors) -> Mask:
    """(n_units,) which units of the first are right in the other system."""
    both = np.concatenate([own.identity, other.identity])
    if not len(both):
        return np.zeros(0, dtype=np.bool_)
    _, place = np.unique(both, axis=0, return_inverse=True)
    flat = place.ravel()
    new: Mask = ~np.isin(flat[: own.n_units], flat[own.n_units :])
    return new
