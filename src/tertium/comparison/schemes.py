"""What two annotation schemes agree on, and where they part: their golds compared node by node.

A node is shared if both golds have it over the same words. Of the others, some cross a node of the other gold (the two
analyses contradict each other, and unification fails there), some only say more where the other is flat.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from tertium.trees.generalization import find_crossing, generalize
from tertium.trees.label_sets import ABSENT, CONFLICT
from tertium.trees.spelling import spell_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Codes, Mask, Offsets
    from tertium.comparison.cross import Laid

Parting = Literal["crossing", "extra"]

LENGTHS: Final = ((1, 1), (2, 2), (3, 5), (6, 10), (11, 20), (21, None))
"""Words in a node: from, to."""

MOST_EXAMPLES: Final = 3


@dataclass(frozen=True, slots=True)
class Share:
    """How many nodes of a kind there are, and how many of them the other scheme has too."""

    scheme: str
    kind: str  # a label, or a number of words
    nodes: int
    shared: int

    @property
    def value(self) -> float:
        """The share."""
        return self.shared / self.nodes if self.nodes else 0.0


class Example(NamedTuple):
    """A yield in its sentence; where two cross, both."""

    sentence: int
    words: tuple[int, ...]  # places in the sentence, from 0
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelPair:
    """What two schemes call the same words."""

    one: str
    two: str
    count: int
    conflict: bool  # the two have nothing in common
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class PartedNodes:
    """Nodes of one scheme that the other does not have, by their label and by what the other has there."""

    scheme: str
    kind: Parting
    label: str
    other: str  # label of the smallest node that crosses, or that holds them
    count: int
    examples: tuple[Example, ...]


class SchemePair:
    """Two schemes."""

    def __init__(self, laid: Laid, one: str, two: str) -> None:
        """Take the golds, laid out."""
        self.names = (one, two)
        self._laid = laid
        golds = [laid.schemes.find(name).gold for name in self.names]
        self._golds = golds
        self._columns = [laid.column(gold) for gold in golds]
        self._shared: Mask = (self._columns[0] != ABSENT) & (self._columns[1] != ABSENT)
        self.general: Codes = generalize(laid.labels, self._columns)

    @property
    def n_nodes(self) -> tuple[int, int]:
        """Nodes of each."""
        one, two = (int(np.count_nonzero(column != ABSENT)) for column in self._columns)
        return one, two

    @property
    def n_phrases(self) -> tuple[int, int, int]:
        """Nodes of several words: of each, and shared."""
        several = self._laid.yields.size > 1
        one, two = (int(np.count_nonzero((column != ABSENT) & several)) for column in self._columns)
        return one, two, int(np.count_nonzero(self._shared & several))

    @property
    def n_shared(self) -> int:
        """Nodes that both have."""
        return int(np.count_nonzero(self._shared))

    @property
    def n_conflicts(self) -> int:
        """Of these, nodes whose labels have nothing in common."""
        return int(np.count_nonzero(self.general == CONFLICT))

    def by_label(self, scheme: int) -> list[Share]:
        """How much of each label is shared, the labels with most lost nodes first."""
        column = self._columns[scheme]
        return self._count(scheme, lambda rows: column[rows].astype(np.int64), self._laid.labels.show)

    def by_length(self, scheme: int) -> list[Share]:
        """How much is shared by number of words."""
        bounds = np.array([low for low, _ in LENGTHS])
        size = self._laid.yields.size

        def name(place: int) -> str:
            low, high = LENGTHS[place]
            return f"{low}+" if high is None else f"{low}" if low == high else f"{low}-{high}"

        found = self._count(scheme, lambda rows: np.searchsorted(bounds, size[rows], side="right") - 1, name)
        order = {name(place): place for place in range(len(LENGTHS))}
        return sorted(found, key=lambda share: order[share.kind])

    def _count(self, scheme: int, key: Callable[[Offsets], Offsets], name: Callable[[int], str]) -> list[Share]:
        rows = np.flatnonzero(self._columns[scheme] != ABSENT)
        kinds, place = np.unique(key(rows), return_inverse=True)
        nodes = np.bincount(place, minlength=len(kinds))
        shared = np.bincount(place[self._shared[rows]], minlength=len(kinds))
        found = [
            Share(self.names[scheme], name(int(kind)), int(n), int(common))
            for kind, n, common in zip(kinds, nodes, shared, strict=True)
        ]
        return sorted(found, key=lambda share: (share.shared - share.nodes, share.kind))

    # labels over the same words -------------------------------------------------------------------------------------

    @cached_property
    def label_pairs(self) -> list[LabelPair]:
        """What the two call the same words, most frequent first."""
        rows = np.flatnonzero(self._shared)
        n = len(self._laid.labels)
        key = self._columns[0][rows].astype(np.int64) * n + self._columns[1][rows]
        keys, place, times = np.unique(key, return_inverse=True, return_counts=True)
        order = np.argsort(place, kind="stable")
        starts = np.cumsum(times) - times
        show = self._laid.labels.show
        found = []
        for number, pair in enumerate(keys.tolist()):
            one, two = divmod(pair, n)
            inside = rows[order[starts[number] : starts[number] + times[number]]]
            conflict = bool(self.general[inside[0]] == CONFLICT)
            short = inside[np.lexsort((inside, self._laid.yields.size[inside]))][:MOST_EXAMPLES]
            examples = tuple(self._example(int(row)) for row in short)
            found.append(LabelPair(show(one), show(two), int(times[number]), conflict, examples))
        return sorted(found, key=lambda pair: (-pair.count, pair.one, pair.two))

    # where they part ------------------------------------------------------------------------------------------------

    @cached_property
    def _words(self) -> list[int]:
        """The words of each yield of either gold, as bits."""
        return spell_out(self._laid.yields, [(gold.trees, self._laid.rows(gold)) for gold in self._golds])

    @cached_property
    def _crossings(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """For each scheme the pairs of an own node and one of the other's that cross."""
        several = self._laid.yields.size > 1
        own = [np.flatnonzero((column != ABSENT) & ~self._shared & several) for column in self._columns]
        one, two = (
            find_crossing(self._laid.yields, self._words, own[side], self._columns[1 - side]) for side in range(2)
        )
        return one, two

    @cached_property
    def partings(self) -> list[PartedNodes]:
        """Nodes that only one scheme has, by label, most frequent first."""
        found = []
        for side in range(2):
            partner = self._find_partners(side)
            groups: dict[tuple[Parting, str, str], list[tuple[int, int]]] = {}
            for row, (kind, other) in partner.items():
                label = self._name(side, row)
                theirs = self._name(1 - side, other) if other >= 0 else ""
                groups.setdefault((kind, label, theirs), []).append((row, other))
            for (kind, label, theirs), rows in groups.items():
                short = sorted(rows, key=lambda pair: (self._span(*pair), pair))[:MOST_EXAMPLES]
                examples = tuple(self._example(row, other) for row, other in short)
                found.append(PartedNodes(self.names[side], kind, label, theirs, len(rows), examples))
        return sorted(found, key=lambda part: (-part.count, part.scheme, part.kind, part.label, part.other))

    def _span(self, row: int, other: int) -> int:
        """How much of a sentence shows both."""
        bits = self._words[row] | (self._words[other] if other >= 0 else 0)
        return bits.bit_length() - (bits & -bits).bit_length()

    def _find_partners(self, side: int) -> dict[int, tuple[Parting, int]]:
        """Each node of one scheme alone, with the smallest node of the other that crosses it, or that holds it."""
        size = self._laid.yields.size
        crossing: dict[int, int] = {}
        for row, other in self._crossings[side]:
            if row not in crossing or (size[other], other) < (size[crossing[row]], crossing[row]):
                crossing[row] = other
        own = np.flatnonzero((self._columns[side] != ABSENT) & ~self._shared)
        outer = self._find_outer([row for row in own.tolist() if row not in crossing], 1 - side)
        return {row: ("crossing", crossing[row]) if row in crossing else ("extra", outer[row]) for row in own.tolist()}

    def _find_outer(self, rows: Sequence[int], side: int) -> dict[int, int]:
        """The smallest node of a scheme that holds each of these; -1: none but the artificial root."""
        yields, column = self._laid.yields, self._columns[side]
        sentence = yields.sentence()
        found: dict[int, int] = {}
        for row in rows:
            start, stop = yields.sent_start[sentence[row] : sentence[row] + 2].tolist()
            words = self._words[row]
            holders = [
                (int(yields.size[other]), other)
                for other in range(start, stop)
                if column[other] != ABSENT and self._words[other] & words == words
            ]
            found[row] = min(holders)[1] if holders else -1
        return found

    @cached_property
    def n_parted(self) -> dict[str, tuple[int, int]]:
        """For each scheme its own nodes: those that cross, and those that only say more."""
        found = {}
        for name in self.names:
            counts: Counter[Parting] = Counter()
            for part in self.partings:
                if part.scheme == name:
                    counts[part.kind] += part.count
            found[name] = (counts["crossing"], counts["extra"])
        return found

    @cached_property
    def n_unifiable(self) -> tuple[int, int]:
        """Sentences whose trees can be unified: without their labels, and with them."""
        sentence = self._laid.yields.sentence()
        n = self._laid.schemes.text.n_sents
        crossed = {int(sentence[row]) for pairs in self._crossings for row, _ in pairs}
        rows = np.flatnonzero(self._shared)
        one, two = (column[rows] for column in self._columns)
        clashing = set(np.unique(sentence[rows[self._laid.labels.join(one, two) == ABSENT]]).tolist())
        return n - len(crossed), n - len(crossed | clashing)

    def _name(self, side: int, row: int) -> str:
        return self._laid.labels.show(int(self._columns[side][row]))

    def _example(self, row: int, other: int = -1) -> Example:
        sentence = int(np.searchsorted(self._laid.yields.sent_start, row, side="right")) - 1
        return Example(sentence, self._places(row), self._places(other) if other >= 0 else ())

    def _places(self, row: int) -> tuple[int, ...]:
        bits = self._words[row]
        return tuple(place for place in range(bits.bit_length()) if bits >> place & 1)
