"""Bracketed trees for tests: short ways from a text to a corpus, and small random trees for hypothesis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from tertium.corpus import Vocab
from tertium.formats import penn
from tertium.formats.request import Request
from tertium.formats.sources import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.corpus import Corpus

GOLD: Final = (
    "(TOP (S (NP (ART Die) (NN Regierung)) (VVFIN rief) (PP (APPRART zum) (ADJA weltweiten) (NN Kampf)"
    " (PP (APPR gegen) (NN Terror))) (PTKVZ auf)) ($. .))"
)
"""The running example of Rehbein and van Genabith (2007), figure 3."""

PARSE: Final = (
    "(TOP (S (NP (ART Die) (NN Regierung)) (VVFIN rief) (PP (APPRART zum) (ADJA weltweiten) (NN Kampf))"
    " (PP (APPR gegen) (NN Terror)) (PTKVZ auf)) ($. .))"
)
"""Figure 4: the second PP hangs on the sentence."""

DEEP_GOLD: Final = (
    "(TOP (SIMPX (VF (NX (ART Die) (NN Regierung))) (LK (VXFIN (VVFIN rief)))"
    " (MF (PX (APPRART zum) (NX (NX (ADJX (ADJA weltweiten)) (NN Kampf)) (PX (APPR gegen) (NX (NN Terror))))))"
    " (VC (PTKVZ auf))) ($. .))"
)
"""The same in the scheme of TüBa-D/Z: 14 brackets, one PX the grandchild of the other, as in figure 11 and table 5."""

DEEP_PARSE: Final = (
    "(TOP (SIMPX (VF (NX (ART Die) (NN Regierung))) (LK (VXFIN (VVFIN rief)))"
    " (MF (PX (APPRART zum) (NX (ADJX (ADJA weltweiten)) (NN Kampf))) (PX (APPR gegen) (NX (NN Terror))))"
    " (VC (PTKVZ auf))) ($. .))"
)
"""13 brackets, 12 of them right."""

Tree = tuple[str, "list[Tree] | str"]
"""A label with children, or a tag with a word."""


def read(text: str, vocab: Vocab | None = None) -> Corpus:
    """The trees in a text."""
    ask = Request(vocab=vocab or Vocab(), name="trees", wanted=frozenset())
    return penn.read(Text(text.encode(), "trees.mrg"), ask)


def write(tree: Tree) -> str:
    label, below = tree
    inside = below if isinstance(below, str) else " ".join(write(child) for child in below)
    return f"({label} {inside})"


def words_of(tree: Tree) -> list[str]:
    """The tags of a tree's words, in order."""
    label, below = tree
    return [label] if isinstance(below, str) else [tag for child in below for tag in words_of(child)]


def trees(labels: Sequence[str], tags: Sequence[str]) -> st.SearchStrategy[Tree]:
    """Trees with at least one word."""
    word = st.tuples(st.sampled_from(tags), st.just("w"))
    phrase = st.recursive(
        word,
        lambda below: st.tuples(st.sampled_from(labels), st.lists(below, min_size=1, max_size=5)),
        max_leaves=12,
    )
    return st.tuples(st.just("TOP"), st.lists(phrase, min_size=1, max_size=3))
