"""Systems of several annotation schemes against each single gold, against what pairs agree on, and against what all do.

The shape of tables 1 and 2 of Tsarfaty, Nivre and Andersson (2011). Each part of them is a table of counts by sentence,
so intervals and the shuffling test are those of all other measures.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures import ted, undirected
from tertium.measures.base import Blocks
from tertium.trees.functional import star_trees
from tertium.trees.generalization import drop_conflicts, generalize
from tertium.trees.label_sets import ABSENT, CONFLICT
from tertium.trees.yields import lay_out, strip_labels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Codes, Counts, Mask
    from tertium.conventions import Scorer
    from tertium.measures.base import Measure
    from tertium.measures.ted import Edits
    from tertium.trees.functional import FunctionalTrees
    from tertium.trees.generalization import Conflicts
    from tertium.trees.label_sets import LabelSets
    from tertium.trees.schemes import Scheme, Schemes, Treebank
    from tertium.trees.yields import Yields

    Side = tuple[tuple[FunctionalTrees, Codes], Codes]
    """Trees, the rows of their phrases, and a column of nodes in their shape."""
    Measurer = Callable[[Yields, LabelSets, Side, Side, "Codes | None"], Edits]

ATTACHMENT: Final = (undirected.UAS, undirected.LAS, undirected.UUAS, undirected.NED)


class Laid:
    """All trees of some schemes as columns over their yields."""

    def __init__(self, schemes: Schemes) -> None:
        """Lay out golds, systems and flat trees."""
        self.schemes = schemes
        self.labels = schemes.labels
        treebanks = [part for scheme in schemes.schemes for part in (scheme.gold, *scheme.systems)]
        flat = star_trees(schemes.text)
        self.yields: Yields
        self.yields, columns, rows = lay_out([*(part.trees for part in treebanks), flat])
        self.flat: Side = ((flat, rows.pop()), columns.pop())
        self._columns = dict(zip(map(id, treebanks), columns, strict=True))
        self._rows = dict(zip(map(id, treebanks), rows, strict=True))
        self._bare: dict[int, Codes] = {}

    def column(self, treebank: Treebank, *, labelled: bool = True) -> Codes:
        """The trees of one file, with or without their labels."""
        column = self._columns[id(treebank)]
        if labelled:
            return column
        if id(treebank) not in self._bare:
            self._bare[id(treebank)] = strip_labels(column)
        return self._bare[id(treebank)]

    def rows(self, treebank: Treebank) -> Codes:
        """The yield of each phrase of one file."""
        return self._rows[id(treebank)]

    def side(self, treebank: Treebank, column: Codes) -> Side:
        """A column in the shape of the trees of one file."""
        return (treebank.trees, self.rows(treebank)), column

    def generalize(self, names: Sequence[str], conflicts: Conflicts = "keep", *, labelled: bool = True) -> Codes:
        """What the golds of some schemes share."""
        golds = [self.column(self.schemes.find(name).gold, labelled=labelled) for name in names]
        return generalize(self.labels, golds, conflicts)


@dataclass(frozen=True, slots=True)
class Contestant:
    """A system and the scheme that it follows."""

    name: str
    scheme: Scheme
    treebank: Treebank


class CountTable:
    """Counts of some systems by sentence; nothing here is decided word by word."""

    decision_measures: tuple[str, ...] = ()

    def __init__(
        self, systems: Sequence[str], measures: Sequence[Measure], counts: dict[str, Counts], blocks: Blocks
    ) -> None:
        """Take (n_systems, n_sents, k) counts of each measure."""
        self.systems = tuple(systems)
        self.measures = {measure.name: measure for measure in measures}
        self.counts = counts
        self.blocks = blocks
        self.headline = measures[0].name

    def how(self, measure: str) -> Scorer:
        """Shares of the gold's units."""
        del measure
        return "accuracy"

    def run_counts(self, measure: str) -> list[Counts]:
        """One run of each system."""
        return [counts[None] for counts in self.counts[measure]]

    def block_of_words(self) -> Codes:
        """(n_words,) the sentence of each word."""
        return np.repeat(np.arange(self.blocks.n, dtype=np.int32), self.blocks.size())


class Contest:
    """Some systems against the gold of one scheme, or against what the golds of several share."""

    def __init__(
        self,
        laid: Laid,
        against: Sequence[str],
        contestants: Sequence[Contestant],
        conflicts: Conflicts,
        *,
        relabel: int,
        measurer: Measurer | None = None,
    ) -> None:
        """Take who is measured against which schemes, and how."""
        self.laid = laid
        self.against = tuple(sorted(against))
        self.contestants = tuple(contestants)
        self.conflicts = conflicts
        self._relabel = relabel
        self._measurer = measurer
        self._edits: dict[tuple[str, bool, Conflicts], list[Edits]] = {}
        self._golds: dict[tuple[bool, Conflicts], Codes] = {}

    @property
    def is_single(self) -> bool:
        """Whether there is one gold, and nothing to generalise."""
        return len(self.against) == 1

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return tuple(contestant.name for contestant in self.contestants)

    def gold(self, *, labelled: bool, conflicts: Conflicts | None = None) -> Codes:
        """The column of the generalised gold."""
        key = (labelled, conflicts or self.conflicts)
        if key not in self._golds:
            if key == (True, "drop"):
                found = drop_conflicts(self.gold(labelled=True, conflicts="keep"))
            else:
                found = self.laid.generalize(self.against, "keep", labelled=labelled)
            self._golds[key] = found
        return self._golds[key]

    def n_nodes(self, *, labelled: bool, conflicts: Conflicts | None = None) -> int:
        """Nodes of the generalised gold."""
        return int(np.count_nonzero(self.gold(labelled=labelled, conflicts=conflicts) != ABSENT))

    def n_conflicts(self) -> int:
        """Nodes of the generalised gold whose labels have nothing in common."""
        return int(np.count_nonzero(self.gold(labelled=True, conflicts="keep") == CONFLICT))

    def edits(self, *, labelled: bool, conflicts: Conflicts | None = None) -> list[Edits]:
        """What separates each system from the gold."""
        chosen = conflicts or self.conflicts
        key = ("systems", labelled, chosen)
        if key not in self._edits:
            self._edits[key] = [self._count(one, labelled=labelled, conflicts=chosen) for one in self.contestants]
        return self._edits[key]

    def _count(self, contestant: Contestant, *, labelled: bool, conflicts: Conflicts) -> Edits:
        parse = self.laid.column(contestant.treebank, labelled=labelled)
        gold = self.gold(labelled=labelled, conflicts=conflicts)
        own = None if self.is_single else self.laid.column(contestant.scheme.gold, labelled=labelled)
        if self._measurer is not None:
            return self._measure(self.laid.side(contestant.treebank, parse), gold, own)
        return ted.count_edits(self.laid.yields, self.laid.labels, parse, gold, own, relabel=self._relabel)

    def _measure(self, parse: Side, gold: Codes, own: Codes | None) -> Edits:
        """By the measurer that was given; what is generalised has the shape of the first gold."""
        if self._measurer is None:
            raise ValueError(self.against)
        shape = self.laid.side(self.laid.schemes.find(self.against[0]).gold, gold)
        return self._measurer(self.laid.yields, self.laid.labels, parse, shape, own)

    def flat(self, *, labelled: bool) -> Edits:
        """What separates flat trees, which no parser is needed for, from the gold."""
        key = ("flat", labelled, self.conflicts)
        if key not in self._edits:
            gold = self.gold(labelled=labelled)
            if self._measurer is not None:
                found = self._measure(self.laid.flat, gold, None)
            else:
                found = ted.count_edits(self.laid.yields, self.laid.labels, self.laid.flat[1], gold, None)
            self._edits[key] = [found]
        return self._edits[key][0]

    @cached_property
    def blocks(self) -> Blocks:
        """Sentences."""
        return Blocks(self.laid.schemes.text.sent_start)

    @cached_property
    def ted_table(self) -> CountTable:
        """Tree edits, and nodes found."""
        counts: dict[str, Counts] = {}
        for labelled, score, found in ((False, ted.U_TED, ted.U_RECALL), (True, ted.L_TED, ted.L_RECALL)):
            edits = self.edits(labelled=labelled)
            counts[score.name] = np.stack([each.rows() for each in edits])
            counts[found.name] = np.stack([ted.found_rows(each) for each in edits])
        return CountTable(self.systems, (ted.L_TED, ted.U_TED, ted.U_RECALL, ted.L_RECALL), counts, self.blocks)

    @cached_property
    def attachment_table(self) -> CountTable | None:
        """Heads and relations, of dependencies against the dependencies of one gold."""
        gold = self.laid.schemes.find(self.against[0]).gold
        chosen = [one for one in self.contestants if one.treebank.head is not None]
        if not self.is_single or gold.head is None or not chosen:
            return None
        parts: dict[str, list[Counts]] = {measure.name: [] for measure in ATTACHMENT}
        size = self.blocks.size()
        for one in chosen:
            for measure, right in zip(ATTACHMENT, _find_right(gold, one.treebank), strict=True):
                parts[measure.name].append(np.stack([self.blocks.sum(right), size, size, size], axis=-1))
        counts = {name: np.stack(rows) for name, rows in parts.items()}
        measures = (undirected.LAS, undirected.UAS, undirected.UUAS, undirected.NED)
        return CountTable([one.name for one in chosen], measures, counts, self.blocks)


def _find_right(gold: Treebank, system: Treebank) -> list[Mask]:
    """Which words are right under each measure of attachment."""
    ours, theirs = gold.head, system.head
    if ours is None or theirs is None:
        raise ValueError(system.name)
    attached = undirected.find_attached(ours, theirs)
    same = gold.relation == system.relation
    return [attached, attached & same, undirected.find_joined(ours, theirs), undirected.find_neutral(ours, theirs)]


def find_groups(schemes: Schemes) -> list[tuple[str, ...]]:
    """Each single gold, each pair, and all of them."""
    names = schemes.names
    groups: list[tuple[str, ...]] = [(name,) for name in names]
    groups += combinations(names, 2)
    return groups if len(names) < 3 else [*groups, names]  # noqa: PLR2004 (of two, the pair is all)


def list_contestants(schemes: Schemes, against: Sequence[str]) -> list[Contestant]:
    """Who is measured: everybody against one gold; against several, the systems of these schemes."""
    return [
        Contestant(system.name, scheme, system)
        for scheme in schemes.schemes
        if len(against) == 1 or scheme.name in against
        for system in scheme.systems
    ]
