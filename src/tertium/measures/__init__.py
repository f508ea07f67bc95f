"""Judged words -> counts -> scores: one family of measures a module, listed in a table.

Here stand the measures of words; those of phrases stand in `phrase_measures`, so that only who has trees imports them.
"""

from __future__ import annotations

from typing import Final

from tertium.measures import attachment, content, enhanced, segmentation, tags
from tertium.measures.base import Blocks, Measure, score

__all__ = ["MEASURES", "Blocks", "Measure", "score"]

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
"""Every measure of words that is the same for all layers; `Accuracy` and the tagging task's `Sentences` are not."""
