"""Scores: summed counts turned into the rows that people read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium.measures.base import ALIGNED, CORRECT, GOLD, SYSTEM, score

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.conventions import Scorer
    from tertium.measures.base import Measure


@dataclass(frozen=True, slots=True)
class Ratio:
    """A value and what it is made of."""

    value: float
    numerator: float  # a whole number (int) unless the measure sums shares
    denominator: int


@dataclass(frozen=True, slots=True)
class Score:
    """One system under one measure."""

    system: str
    measure: str
    value: float
    numerator: float  # a whole number (int) unless the measure sums shares
    denominator: int
    correct: float  # as the numerator
    gold: int
    proposed: int
    precision: Ratio | None = None
    recall: Ratio | None = None
    aligned_accuracy: float | None = None
    aligned: int | None = None
    sentences: Ratio | None = None  # sentences with every unit right; None where there are no units


def make_score(system: str, measure: Measure, counts: Counts, how: Scorer, sentences: Ratio | None) -> Score:
    """The row for summed counts."""
    values = {name: float(value) for name, value in score(counts, how).items()}
    correct: float = counts[CORRECT].item()
    gold, proposed, aligned = (int(counts[place]) for place in (GOLD, SYSTEM, ALIGNED))
    if how == "accuracy":
        return Score(system, measure.name, values["value"], correct, gold, correct, gold, gold, sentences=sentences)
    return Score(
        system,
        measure.name,
        values["value"],
        2 * correct,
        gold + proposed,
        correct,
        gold,
        proposed,
        precision=Ratio(values["precision"], correct, proposed),
        recall=Ratio(values["recall"], correct, gold),
        aligned_accuracy=values["aligned_accuracy"] if measure.aligned else None,
        aligned=aligned if measure.aligned else None,
        sentences=sentences,
    )
