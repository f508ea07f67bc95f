"""The measures of phrase-structure trees, in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.measures import leaf_ancestor, parseval, tree_edit, triples

if TYPE_CHECKING:
    from tertium.measures.base import Measure

PHRASE_MEASURES: Final[dict[str, Measure]] = {
    measure.name: measure
    for measure in (
        *(parseval.F1, parseval.UF1, parseval.EXACT),
        *(parseval.CROSSING, parseval.NO_CROSSING, parseval.FEW_CROSSING, parseval.TAG_ACCURACY),
        *(leaf_ancestor.LA, leaf_ancestor.LA_SENTENCE, triples.TRIPLES, tree_edit.TED),
    )
}
"""Every measure of brackets, lineages, dependencies made from trees, and tree edits."""
