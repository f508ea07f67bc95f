"""How brackets are counted: what evalb's parameter files say.

evalb and its relatives differ by what they leave out and what they take for the same, and all of it can be said in a
parameter file. `BracketRules` holds it; the presets and the reader of parameter files make one. Nothing heavy is
imported here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    delete by the gold's tags, so that a tagging error cannot make a sentence incomparable.
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
    whole_trees: bool = False  # measures of whole trees see everything but what has no length (traces)

    @property
    def cuts(self) -> str:
        """Characters at which a label ends."""
        return "-=#" if self.dialect == "spmrl" else "-="

    def trim(self, label: str) -> str:
        """A label without functions and indices.

        >>> BracketRules().trim("NP-SBJ=1")
        'NP'
        """
        for place, character in enumerate(label):
            if character in self.cuts:
                return label[:place]
        return label

    @property
    def counts_failures(self) -> bool:
        """Whether the gold brackets of a sentence without a comparable parse count as missed."""
        return self.dialect == "default"

    def unlabeled(self) -> BracketRules:
        """The same without labels."""
        return replace(self, labeled=False)

    def same(self, one: str, two: str) -> bool:
        """Whether two labels count as the same (symmetric, not transitive)."""
        return one == two or (one, two) in self.eq_label or (two, one) in self.eq_label


EVALB: Final = BracketRules(name="no-prm", dialect="evalb")
"""evalb without a parameter file: nothing is left out."""

SPMRL: Final = BracketRules(name="no-prm", dialect="spmrl")
"""SPMRL's evalb without a parameter file."""

DEFAULT: Final = BracketRules(
    name="default",
    delete_label=(*ROOTS, "-NONE-", *PUNCTUATION),
    delete_label_for_length=("-NONE-",),
    eq_label=(("ADVP", "PRT"),),
    whole_trees=True,
)
"""As COLLINS.prm, all kinds of roots left out, words deleted by the gold's tags, failed parses counted as missed."""
