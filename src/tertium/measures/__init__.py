"""Judged words -> counts -> scores: one family of measures a module, listed in one table."""

from __future__ import annotations

from typing import Final

from tertium.measures import (
    arcs,
    attachment,
    b_cubed,
    blanc,
    ceaf,
    conll_average,
    content,
    enhanced,
    lea,
    leaf_ancestor,
    mention_detection,
    mention_overlap,
    muc,
    parseval,
    segmentation,
    tags,
    tree_edit,
    triples,
)
from tertium.measures.base import Blocks, Measure, score

__all__ = ["BRACKET_MEASURES", "CHAIN_MEASURES", "MEASURES", "Blocks", "Measure", "score"]

MEASURES: Final[dict[str, Measure]] = {
    measure.name: measure
    for measure in (
        *(segmentation.TOKENS, segmentation.SENTENCES, segmentation.WORDS),
        *(tags.UPOS, tags.XPOS, tags.UFEATS, tags.ALLTAGS, tags.LEMMAS),
        *(attachment.UAS, attachment.LS, attachment.LAS, attachment.ANY_RIGHT, attachment.BOTH_WRONG),
        *(content.CLAS, content.MLAS, content.BLEX),
        *(enhanced.ELAS, enhanced.EULAS),
    )
}
"""Every measure with a fixed definition; `Accuracy` and the tagging task's `Sentences` are made for a layer."""

BRACKET_MEASURES: Final[dict[str, Measure]] = {
    measure.name: measure
    for measure in (
        *(parseval.F1, parseval.UF1, parseval.EXACT),
        *(parseval.CROSSING, parseval.NO_CROSSING, parseval.FEW_CROSSING, parseval.TAG_ACCURACY),
        *(leaf_ancestor.LA, leaf_ancestor.LA_SENTENCE, triples.TRIPLES, tree_edit.TED),
    )
}
"""The measures of phrase-structure trees."""

CHAIN_MEASURES: Final[dict[str, Measure]] = {
    measure.name: measure
    for measure in (
        *(mention_detection.MENTIONS, muc.MUC, b_cubed.B_CUBED, ceaf.CEAFM, ceaf.CEAFE, blanc.BLANC, lea.LEA),
        *(conll_average.CONLL, mention_overlap.MOR, *arcs.ARCS.values()),
    )
}
"""The measures of coreference."""
