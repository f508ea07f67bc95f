"""Head rules: which child of a phrase is its head.

Magerman (1995) and Collins (1999, appendix A): for each category the children are searched from one side, for one label
after the other or for any of several. `HeadRules` holds what a rule file says; `formats/head_rules.py` reads such files
and `trees/heads.py` applies them. Nothing heavy is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from tertium.brackets import ROOTS

if TYPE_CHECKING:
    from collections.abc import Mapping

Direction = Literal["left", "right", "leftmost", "rightmost"]
Side = Literal["left", "right"]

DIRECTIONS: Final[dict[str, Direction]] = {
    "left": "left",
    "right": "right",
    "leftmost": "leftmost",
    "rightmost": "rightmost",
}
"""How children are searched: for one label after the other, or for any of them."""

BUILT_IN: Final = ("collins", "negra", "tuebadz", "icepahc")
"""Rule sets that come with tertium, as files in `heads/`."""

SEPARATORS: Final = "-=#:"
"""What stands between a category and its functions: NP-SBJ, NP=1, NP##SB, NX:ON."""

PUNCTUATION: Final = (
    *(".", ",", ":", ";", "``", "''", '"', "'", "`", "(", ")", "[", "]"),
    *("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-"),
    *("$.", "$,", "$(", "$[", "PUNCT", "PONCT"),
)
"""Tags of punctuation, where a rule file names none."""

EMPTY_TAGS: Final = ("-NONE-",)
"""Tags of traces: no words at all."""


@dataclass(frozen=True, slots=True)
class Search:
    """One look at the children of a phrase; without labels any child will do."""

    direction: Direction
    labels: tuple[str, ...] = ()

    @property
    def side(self) -> Side:
        """Where the search begins."""
        return "left" if self.direction in ("left", "leftmost") else "right"

    @property
    def takes_any(self) -> bool:
        """Whether the labels are equal, not one after the other."""
        return self.direction in ("leftmost", "rightmost")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadRules:
    """How heads are found; the fields are the lines of a rule file.

    A label of a rule stands for itself and for itself with functions: `NP` for NP-SBJ too, `NP-SBJ` for NP-SBJ-1.
    Where no search finds anything, the head is the outermost child on the side of the last one.
    """

    name: str
    rules: Mapping[str, tuple[Search, ...]]
    nouns: Mapping[str, tuple[Search, ...]] = field(
        default_factory=dict
    )  # in a flat PP: what the words before it modify
    default: Side = "left"  # of a category without rules: the outermost child on this side
    coordinators: tuple[str, ...] = ()  # a head right after one gives way to the conjunct before (Collins 1999, p. 238)
    functions: tuple[str, ...] = ("HD",)  # a child with this function is the head, whatever the rules say
    punctuation: tuple[str, ...] = PUNCTUATION  # never the head where there is another child
    empty: tuple[str, ...] = EMPTY_TAGS

    def __str__(self) -> str:
        """The name, for signatures."""
        return self.name

    def is_punctuation(self, tag: str) -> bool:
        """Whether a tag, its function aside, is one of punctuation."""
        return any(name in self.punctuation for name in shorten(tag))

    def is_empty(self, tag: str) -> bool:
        """Whether a tag is one of traces, which are no words."""
        return any(name in self.empty for name in shorten(tag))

    def is_silent(self, tag: str) -> bool:
        """Whether words with this tag have no dependency that counts."""
        return self.is_punctuation(tag) or self.is_empty(tag)

    def knows_phrase(self, label: str) -> bool:
        """Whether there is a rule for a phrase."""
        return bool(self.searches(label))

    def knows_tag(self, tag: str) -> bool:
        """Whether some rule names a tag."""
        named = {label for rule in self.rules.values() for search in rule for label in search.labels}
        return not named.isdisjoint(shorten(tag)) or self.is_silent(tag) or tag in self.coordinators

    def searches(self, label: str) -> tuple[Search, ...]:
        """The rule of a category: its own, or that of the category without functions; roots are ROOT.

        >>> rules = HeadRules(name="x", rules={"NP": (Search("right", ("NN",)),)})
        >>> rules.searches("NP-SBJ-1")[0].labels
        ('NN',)
        """
        for name in shorten(label):
            if name in self.rules:
                return self.rules[name]
        return self.rules.get("ROOT", ()) if label in ROOTS else ()


def shorten(label: str) -> list[str]:
    """A label, and what is left of it as functions are taken away one by one.

    >>> shorten("NP-SBJ-1"), shorten("-LRB-")[0], shorten("$,")
    (['NP-SBJ-1', 'NP-SBJ', 'NP'], '-LRB-', ['$,'])
    """
    cuts = [place for place, character in enumerate(label) if character in SEPARATORS and place]
    return [label, *(label[:place] for place in reversed(cuts))]


def find_functions(label: str) -> list[str]:
    """The functions in a label, indices aside.

    >>> find_functions("NP-LOC-PRD=2"), find_functions("-LRB-"), find_functions("NX:ON")
    (['LOC', 'PRD'], [], ['ON'])
    """
    base = shorten(label)[-1]
    rest = label[len(base) :]
    if base[:1] in SEPARATORS:
        return []  # -LRB- is a tag, not a function of nothing
    for separator in SEPARATORS[1:]:
        rest = rest.replace(separator, SEPARATORS[0])
    return [part for part in rest.split(SEPARATORS[0]) if part and not part.isdecimal()]
