"""Labels of functional trees as sets, so that generalising is intersecting.

A node's label says what the node is. The wildcard `*` is equal to every label: it is the set of all of them. A label is
the set of itself; a chain of nodes over the same words is one node with the set of their labels. The more general of
two labels is what they share, and nothing is shared by two labels that conflict: *conflict*, the empty set, is more
general than any label, as `*` is more specific than any. So `*` < label < conflict is a lattice, and generalising in
any order comes to the same (Tsarfaty, Nivre and Andersson 2011, section 3, footnotes 2 and 7).

With a hierarchy, `nsubj:pass` is the set {nsubj, nsubj:pass}, so that `nsubj:pass` and `nsubj:outer` share `nsubj`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import distinct
from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask
    from tertium.corpus import Vocab

ABSENT: Final = -1
"""No node over these words."""

STAR: Final = 0
"""The wildcard."""

CONFLICT: Final = 1
"""What labels that have nothing in common share."""

WILDCARDS: Final = frozenset({"*", ""})
"""How a label that says nothing is written in a file."""

SHOWN_CONFLICT: Final = "≠"


class LabelSets:
    """Sets of labels as numbers, shared by all trees of one comparison."""

    def __init__(self, *, hierarchy: bool = False, free: Iterable[tuple[str, str]] = ()) -> None:
        """Take whether subtypes are kinds of their types, and labels that may stand for each other at no cost."""
        self.hierarchy = hierarchy
        self.free = {frozenset(pair) for pair in free}
        self._sets: list[frozenset[str]] = [frozenset({"*"}), frozenset()]
        self._number: dict[frozenset[str], int] = {frozenset(): CONFLICT}

    def __len__(self) -> int:
        """How many there are."""
        return len(self._sets)

    def number(self, names: Iterable[str]) -> int:
        """The number of the set of some labels; labels that say nothing add nothing."""
        members = frozenset(part for name in names if name not in WILDCARDS for part in self._expand(name))
        return self._intern(members) if members else STAR

    def _expand(self, name: str) -> list[str]:
        if not self.hierarchy:
            return [name]
        cuts = [place for place, character in enumerate(name) if character in ":@" and place]
        return [*(name[:place] for place in cuts), name]

    def _intern(self, members: frozenset[str]) -> int:
        if members not in self._number:
            self._number[members] = len(self._sets)
            self._sets.append(members)
        return self._number[members]

    def encode(self, vocab: Vocab, codes: Codes) -> Codes:
        """A column of strings as numbers of sets of one label."""
        used = vocab.used(codes)
        table = np.full(len(vocab) + 1, STAR, dtype=np.int32)
        table[used] = [self.number([name]) for name in vocab.decode(used)]
        return table[codes]

    def show(self, number: int) -> str:
        """One set, for people: its most special labels.

        >>> labels = LabelSets(hierarchy=True)
        >>> [labels.show(code) for code in (STAR, CONFLICT, labels.number(["nsubj:pass"]), labels.number(["a", "b"]))]
        ['*', '≠', 'nsubj:pass', 'a+b']
        """
        if number == CONFLICT:
            return SHOWN_CONFLICT
        members = self._sets[number]
        special = [
            name
            for name in members
            if not self.hierarchy or not any(other != name and name in self._expand(other) for other in members)
        ]
        return "+".join(sorted(special))

    def known(self) -> set[str]:
        """Every label that occurs."""
        return {name for members in self._sets[CONFLICT:] for name in members}

    def meet(self, one: Codes, two: Codes) -> Codes:
        """Row by row what two labels share: the most special label that is more general than both."""
        return self._pair(one, two, self._meet).astype(np.int32)

    def _meet(self, one: int, two: int) -> int:
        if STAR in (one, two):
            return two if one == STAR else one
        return self._intern(self._sets[one] & self._sets[two])

    def unite(self, one: Codes, two: Codes) -> Codes:
        """Row by row the labels of a node that stands for two: those of both."""
        return self._pair(one, two, self._unite).astype(np.int32)

    def _unite(self, one: int, two: int) -> int:
        if STAR in (one, two):
            return two if one == STAR else one
        return self._intern(self._sets[one] | self._sets[two])

    def join(self, one: Codes, two: Codes) -> Codes:
        """Row by row the most general label that is more special than both; ABSENT where two labels clash."""
        return self._pair(one, two, self._join).astype(np.int32)

    def _join(self, one: int, two: int) -> int:
        if self._subsumes(one, two) or self._subsumes(two, one):
            return two if self._subsumes(one, two) else one
        return ABSENT

    def subsumes(self, general: Codes, special: Codes) -> Mask:
        """Row by row whether the first label is at least as general as the second, in `*` < label < conflict."""
        return self._pair(general, special, self._subsumes).astype(np.bool_)

    def _subsumes(self, general: int, special: int) -> bool:
        if STAR in (special, general):
            return special == STAR
        return self._sets[general] <= self._sets[special]

    def costs_nothing(self, system: Codes, gold: Codes) -> Mask:
        """Row by row whether relabelling costs nothing: the gold's label is `*`, as general, or free by the user."""
        return self._pair(gold, system, self._costs_nothing).astype(np.bool_)

    def _costs_nothing(self, gold: int, system: int) -> bool:
        if gold == STAR or self._subsumes(gold, system):
            return True
        theirs = self._sets[system]
        return all(
            name in theirs or any(frozenset({name, other}) in self.free for other in theirs)
            for name in self._sets[gold]
        )

    def _pair(self, one: Codes, two: Codes, rule: Callable[[int, int], int]) -> NDArray[np.int64]:
        """The rule for each row; it is asked once for each distinct pair."""
        n = len(self)
        keys, place = distinct(one.astype(np.int64) * n + two, n * n)
        return np.array([rule(*divmod(key, n)) for key in keys.tolist()], dtype=np.int64)[place]


def parse_free(given: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of labels that may stand for each other: `SUB=SBJ`.

    Raises:
        UsageError: One is no such pair.
    """
    pairs = []
    for text in given:
        one, equals, two = text.partition("=")
        if not equals or not one or not two:
            raise UsageError(f"--free {text!r} is no pair of labels", hint="write it as --free SUB=SBJ")
        pairs.append((one, two))
    return pairs
