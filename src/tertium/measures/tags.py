"""Tagging: is the tag of a word the gold's?

UPOS, XPOS, UFeats, AllTags and Lemmas are those of the UD evaluation (Zeman et al. 2018, section 5): UFeats looks at
the 21 universal features only; a gold lemma `_` accepts any lemma. `Accuracy` is the same question about any one
layer, and `Sentences` of the tagging task the share of sentences with every unit right (Tuggener 2017, table 3).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure, block_of_sentence
from tertium.tasks.view import source_columns

if TYPE_CHECKING:
    from tertium._typing import Counts, Mask
    from tertium.tasks.match import Match

_CITES: Final = "Zeman et al. 2018, section 5"

UPOS = Measure(
    name="UPOS",
    title="universal tags",
    cites=_CITES,
    reads=frozenset({"upos"}),
    atoms=("upos",),
    shown="upos",
    aliases=("pos", "tags"),
)
XPOS = Measure(
    name="XPOS", title="language-specific tags", cites=_CITES, reads=frozenset({"xpos"}), atoms=("xpos",), shown="xpos"
)
UFEATS = Measure(
    name="UFeats",
    title="universal features",
    cites=_CITES,
    reads=frozenset({"feats"}),
    atoms=("ufeats",),
    shown="ufeats",
    aliases=("feats", "features"),
)
ALLTAGS = Measure(
    name="AllTags",
    title="UPOS, XPOS and UFeats together",
    cites=_CITES,
    reads=frozenset({"upos", "xpos", "feats"}),
    atoms=("upos", "xpos", "ufeats"),
    shown="alltags",
)
LEMMAS = Measure(
    name="Lemmas",
    title="lemmas",
    cites=_CITES,
    reads=frozenset({"lemma"}),
    atoms=("lemma",),
    shown="lemma",
    aliases=("lemma",),
)


def layer_accuracy(layer: str) -> Measure:
    """Accuracy on one layer (`xpos`, `tag`, `Case`, ...)."""
    return Measure(
        name="Accuracy",
        title=f"words with the right {layer}",
        cites="Tuggener 2017, table 3",
        reads=source_columns(layer),
        atoms=ALLTAGS.atoms if layer == "alltags" else (layer,),
        shown=layer,
        aliases=("acc",),
    )


def sentence_accuracy(unit: Measure) -> Measure:
    """Share of sentences in which every scored unit is right."""

    def tally(match: Match, blocks: Blocks) -> Counts:
        whole, total = whole_sentences(match, match.right(*unit.atoms))
        block = block_of_sentence(match, blocks)
        correct, gold = blocks.sum_at(block, whole), blocks.sum_at(block, total)
        return np.stack([correct, gold, gold, gold], axis=-1)

    return replace(
        unit,
        name="Sentences",
        title="sentences wholly right",
        atoms=(),
        shown="",
        tally=tally,
        only="accuracy",
        aliases=(),
    )


def whole_sentences(match: Match, right: Mask) -> tuple[Mask, Mask]:
    """Which sentences have every scored unit right, and which sentences count at all (by the conventions)."""
    corpus, rules = match.gold.corpus, match.gold.conventions
    scored = match.gold.scored()
    wrong = ~right if scored is None else ~right & scored
    sentences = Blocks(corpus.sent_start)
    n_wrong = sentences.sum(wrong)
    counts = np.ones(corpus.n_sents, dtype=np.bool_)
    if rules.sentences == "scored" and scored is not None:  # MaltEval: a sentence without scored words does not count
        counts = sentences.sum(scored) > 0
    elif (
        rules.sentences == "bordered" and corpus.blank_lines.missing
    ):  # ComparEval: a sentence counts at its empty line
        counts[-1] = False
    return (n_wrong == 0) & counts, counts
