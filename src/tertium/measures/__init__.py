"""Judged words -> counts -> scores: one family of measures a module, listed in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.errors import UsageError
from tertium.measures import attachment, content, enhanced, parseval, segmentation, tags, triples
from tertium.measures.base import Blocks, Measure, score

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tertium.conventions import Conventions

__all__ = ["MEASURES", "Blocks", "Measure", "find_measure", "find_measures", "score"]

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

BRACKET_MEASURES: Final[dict[str, Measure]] = {
    measure.name: measure
    for measure in (
        *(parseval.F1, parseval.UF1, parseval.EXACT),
        *(parseval.CROSSING, parseval.NO_CROSSING, parseval.FEW_CROSSING, parseval.TAG_ACCURACY),
        triples.TRIPLES,
    )
}
"""The measures of phrase-structure trees."""
"""Every measure with a fixed definition; `Accuracy` and the tagging task's `Sentences` are made for a layer."""


def find_measure(name: str, rules: Conventions) -> Measure:
    """The measure of that name (any case, common aliases) under the conventions.

    Raises:
        UsageError: There is none.
    """
    available = dict(BRACKET_MEASURES if rules.task == "constituency" else MEASURES)
    if rules.task == "tagging" and rules.like != "ud":
        accuracy = tags.layer_accuracy(rules.layer)
        available |= {"Accuracy": accuracy, "Sentences": tags.sentence_accuracy(accuracy)}
    for measure in available.values():
        if name.lower() in (measure.name.lower(), *measure.aliases):
            return measure
    raise UsageError(f"there is no measure {name!r} for this task", hint=f"--measure {' | '.join(available)}")


def find_measures(names: Iterable[str], rules: Conventions) -> list[Measure]:
    """The measures of those names, in that order, each once."""
    found: dict[str, Measure] = {}
    for name in names:
        measure = find_measure(name, rules)
        found.setdefault(measure.name, measure)
    return list(found.values())
