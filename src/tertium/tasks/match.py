"""Match: one system against the gold, word by word: which answers are the same, which are right.

An answer consists of *atoms*: a head, a relation, a tag. A measure's answer is right when all of its atoms are
(labelled attachment: head and relation), and two answers are the same when all of their atoms are. So every accuracy
is a few boolean operations on atoms that are compared once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from tertium.corpus import HEADLESS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Codes, Mask
    from tertium.alignment import Alignment
    from tertium.tasks.view import View

T = TypeVar("T")

UNALIGNED: Final = "∅"
"""What is shown for a gold word that has no word in the system's tokenisation."""

NOT_IN_GOLD: Final = "(not in gold)"
"""The label of what only systems propose, for people."""

_NO_ANSWER: Final = np.iinfo(np.int32).min


class Match:
    """A gold view, a system view and the link between them; atoms are compared on demand and kept."""

    def __init__(self, gold: View, system: View, link: Alignment) -> None:
        """Take both sides and how they are linked."""
        self.gold = gold
        self.system = system
        self.link = link
        self._right: dict[str, Mask] = {}
        self._aligned: Mask | None = None
        self._kept: dict[object, Any] = {}
        self.company: Sequence[Match] = (self,)  # all systems and runs of one comparison, this one among them

    @property
    def aligned(self) -> Mask:
        """(n_gold_words,) which gold words have a partner."""
        if self._aligned is None:
            self._aligned = self.link.aligned()
        return self._aligned

    def keep(self, key: object, make: Callable[[], T]) -> T:
        """Something that several measures need, made once."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    def right(self, *atoms: str) -> Mask:
        """(n_gold_words,) where the system's answer, made of these atoms, is the gold's."""
        found = self._right_atom(atoms[0])
        for atom in atoms[1:]:
            found = found & self._right_atom(atom)
        return found

    def _right_atom(self, atom: str) -> Mask:
        if atom not in self._right:
            ours = gold_atom(self.gold, atom)
            right = ours == self.answer(atom)
            if atom == "head" and not self.gold.conventions.text_heads:
                right &= ours != HEADLESS  # no head is never the right one
            self._right[atom] = right if self.link.is_identity else right & self.aligned
        return self._right[atom]

    def answer(self, atom: str) -> Codes:
        """(n_gold_words,) the system's atom on the gold's words: equal numbers, equal answers."""
        if atom == "head" and not self.system.conventions.text_heads:
            return self.link.pull_heads(self.system.head, _NO_ANSWER, self.gold.corpus.vocab)
        theirs = self.link.pull(self.system.column(atom), _NO_ANSWER)
        if atom == "lemma" and self.gold.conventions.free_lemmas:  # a gold lemma `_` accepts any lemma
            ours = self.gold.column("lemma")
            free = ours == self.gold.corpus.vocab.code("_")
            theirs = np.where(free & self.aligned, ours, theirs)
        return theirs

    def shown(self, layer: str) -> Codes:
        """(n_gold_words,) the system's label on the gold's words, for people."""
        return self.link.pull(self.system.column(layer), self.gold.corpus.vocab.code(UNALIGNED))


def gold_atom(gold: View, atom: str) -> Codes:
    """The gold's own atom."""
    if atom == "head" and not gold.conventions.text_heads:
        return gold.head
    return gold.column(atom)
