"""Guess: what a file seems to be, why, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TEN_COLUMNS: Final = ("conllu", "conllx")
NUMBERED: Final = (*TEN_COLUMNS, "conll2009", "up")
"""Formats whose words are numbered, so that they could have heads."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A format, why it was chosen, and what the file holds."""

    format: str
    reason: str
    heads: bool = False  # the HEAD column is filled
    filled: frozenset[str] = frozenset()  # columns with anything but `_`
    note: str = ""  # what else was seen
    holds: frozenset[str] = frozenset()  # what is more than a label a word: "trees", ...

    @property
    def trees(self) -> bool:
        """Whether there are phrase-structure trees."""
        return "trees" in self.holds

    @property
    def mentions(self) -> bool:
        """Whether coreference is what the file is for."""
        return "mentions" in self.holds
