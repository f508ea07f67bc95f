"""Annotation schemes: a gold for each, and the systems that follow it, as trees over one text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.corpus import Corpus
    from tertium.trees.functional import FunctionalTrees, Text
    from tertium.trees.label_sets import LabelSets


@dataclass(frozen=True, eq=False, slots=True)
class Treebank:
    """One file: its functional trees, and its arcs if it has any."""

    name: str
    corpus: Corpus
    trees: FunctionalTrees
    head: Codes | None = None  # (n_words,) as read; None: phrases, not dependencies
    relation: Codes | None = None  # (n_words,)


@dataclass(frozen=True, eq=False, slots=True)
class Scheme:
    """One way to annotate: a gold and outputs in its terms."""

    name: str
    gold: Treebank
    systems: tuple[Treebank, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Schemes:
    """Several schemes over one text."""

    text: Text
    labels: LabelSets
    schemes: tuple[Scheme, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the schemes."""
        return tuple(scheme.name for scheme in self.schemes)

    def find(self, name: str) -> Scheme:
        """The scheme of that name."""
        return next(scheme for scheme in self.schemes if scheme.name == name)
