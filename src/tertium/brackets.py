"""How brackets are counted: what evalb's parameter files say.

evalb and its relatives differ by what they leave out and what they take for the same, and all of it can be said in a
parameter file. `BracketRules` holds it; the presets and the reader of parameter files make one. Nothing heavy is
imported here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

Dialect = Literal["evalb", "spmrl", "discodop", "default"]

PUNCTUATION: Final = (",", ":", "``", "''", ".")
"""Parts of speech that COLLINS.prm leaves out."""

ROOTS: Final = ("TOP", "ROOT", "S1", "VROOT", "")
"""Labels of roots, which every parser gets right for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRules:
    """What is left out, and what is the same.

    The dialects differ in whose part of speech deletes a word and in how a label is cut: `evalb` deletes by either
    side's own tags and then refuses sentences of different length; `spmrl` deletes no words; `discodop` and `default`
    delete by the gold's tags, so that a tagging error cannot make a sentence incomparable. `discodop` cuts tags as well
    as labels, and what is the same as the same is the same.
    """

    name: str = "default"
    dialect: Dialect = "default"
    labeled: bool = True
    delete_label: tuple[str, ...] = ()
    delete_label_for_length: tuple[str, ...] = ()
    quote_label: tuple[str, ...] = ()
    eq_label: tuple[tuple[str, str], ...] = ()
    eq_word: tuple[tuple[str, str], ...] = ()
    cutoff: int = 40
    max_error: int = 10
    delete_word: tuple[str, ...] = ()
    delete_root_words: bool = False  # words right below the gold's root are left out
    disc_only: bool = False  # only discontinuous brackets count
    whole_trees: bool = False  # measures of whole trees see everything but what has no length (traces)

    @property
    def cuts(self) -> str:
        """Characters at which a label ends."""
        return "-=#" if self.dialect == "spmrl" else "-="

    def trim(self, label: str) -> str:
        """A label without functions and indices.

        >>> BracketRules().trim("NP-SBJ=1")
        'NP'
        >>> BracketRules(dialect="discodop").trim("-LRB-")
        '-LRB-'
        """
        if self.dialect == "discodop":  # nothing is cut at the first character, and at hyphens before equals signs
            for character in self.cuts:
                label = label[:1] + label[1:].partition(character)[0] if label[:1] != character else label
            return label
        for place, character in enumerate(label):
            if character in self.cuts:
                return label[:place]
        return label

    @property
    def counts_failures(self) -> bool:
        """Whether the gold brackets of a sentence without a comparable parse count as missed."""
        return self.dialect == "default"

    def same(self, one: str, two: str) -> bool:
        """Whether two labels count as the same (symmetric, transitive only for disco-dop)."""
        return self._same(one, two, self.eq_label)

    def same_word(self, one: str, two: str) -> bool:
        """Whether two words count as the same."""
        return self._same(one, two, self.eq_word)

    def _same(self, one: str, two: str, pairs: tuple[tuple[str, str], ...]) -> bool:
        if self.dialect == "discodop":
            lead = find_classes(pairs)
            return lead.get(one, one) == lead.get(two, two)
        return one == two or (one, two) in pairs or (two, one) in pairs


@cache
def find_classes(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """For each name in some pair the name that stands for its class: the one that sorts first.

    >>> find_classes((("PRT", "ADVP"), ("RB", "PRT")))
    {'ADVP': 'ADVP', 'PRT': 'ADVP', 'RB': 'ADVP'}
    """
    groups: list[set[str]] = []
    for pair in pairs:
        touching = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touching]
        groups.append(set(pair).union(*touching))
    return {name: min(group) for group in groups for name in sorted(group)}


EVALB: Final = BracketRules(name="no-prm", dialect="evalb")
"""evalb without a parameter file: nothing is left out."""

SPMRL: Final = BracketRules(name="no-prm", dialect="spmrl")
"""SPMRL's evalb without a parameter file."""

DISCODOP: Final = BracketRules(name="no-prm", dialect="discodop")
"""disco-dop's evaluation without a parameter file."""

DEFAULT: Final = BracketRules(
    name="default",
    delete_label=(*ROOTS, "-NONE-", *PUNCTUATION),
    delete_label_for_length=("-NONE-",),
    eq_label=(("ADVP", "PRT"),),
    whole_trees=True,
)
"""As COLLINS.prm, all kinds of roots left out, words deleted by the gold's tags, failed parses counted as missed."""
