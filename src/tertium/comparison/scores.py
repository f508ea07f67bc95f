"""Scores: summed counts turned into the rows that people read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium.measures.base import ALIGNED, CORRECT, GOLD, SYSTEM, score

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.conventions import Scorer
    from tertium.measures.base import Measure, Rate


@dataclass(frozen=True, slots=True)
class Ratio:
    """A value and what it is made of."""

    value: float
    numerator: float | None  # a whole number (int) unless the measure sums shares; None where the value is no ratio
    denominator: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """One system under one measure."""

    system: str
    measure: str
    value: float
    numerator: float | None  # a whole number (int) unless the measure sums shares; None where the value is no ratio
    denominator: int | None
    correct: float  # as the numerator; of a measure with counts of its own, the numerator of recall
    gold: int
    proposed: int
    precision: Ratio | None = None
    recall: Ratio | None = None
    aligned_accuracy: float | None = None
    aligned: int | None = None
    sentences: Ratio | None = None  # sentences with every unit right; None where there are no units
    events: tuple[tuple[str, int], ...] = ()  # what is counted besides, with its name


def make_score(system: str, measure: Measure, counts: Counts, how: Scorer, sentences: Ratio | None) -> Score:
    """The row for summed counts."""
    if measure.rate is not None:
        return _own_score(system, measure, measure.rate, counts)
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
        events=tuple((name, int(counts[ALIGNED + 1 + place])) for place, name in enumerate(measure.events)),
    )


def _own_score(system: str, measure: Measure, rate: Rate, counts: Counts) -> Score:
    """The row of a measure with counts of its own."""
    values = {name: float(value) for name, value in rate.values(counts).items()}

    def side(name: str, places: tuple[int, int] | None) -> Ratio | None:
        if places is None:
            return Ratio(values[name], None, None) if name in values else None
        return Ratio(values[name], counts[places[0]].item(), int(counts[places[1]]))

    precision, recall = side("precision", rate.precision), side("recall", rate.recall)
    return Score(
        system,
        measure.name,
        values["value"],
        None,
        None,
        correct=recall.numerator or 0 if recall else 0,
        gold=recall.denominator or 0 if recall else 0,
        proposed=precision.denominator or 0 if precision else 0,
        precision=precision,
        recall=recall,
    )
