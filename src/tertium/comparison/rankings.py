"""Rankings: do the measures agree about which system is better, and how alike are they over sentences?

Measures of one task can rank systems differently (Rehbein and van Genabith 2007 show it for PARSEVAL and others), and
then no single number is the answer. `find_disagreements` gives every pair of systems that two measures put in
opposite order, and whether each measure separates them; `correlate_measures` how alike two measures are over sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from tertium._typing import Scores
    from tertium.comparison.inference import Inference
    from tertium.comparison.tables import Tables

TIE: Final = 1e-12
"""Scores closer than this are the same."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one measure says about a pair of systems."""

    measure: str
    delta: float  # value of the second minus value of the first; turned round where lower is better
    separated: bool | None  # adjusted p below alpha; None without tests


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two systems that two measures rank in opposite order."""

    first: str
    second: str
    one: Verdict  # the measure that comes first in the report
    other: Verdict

    @property
    def is_certain(self) -> bool:
        """Whether both measures separate the systems, so that neither order is chance."""
        return bool(self.one.separated and self.other.separated)


@dataclass(frozen=True, slots=True)
class Correlation:
    """How alike two measures are, over the sentences of all systems."""

    one: str
    other: str
    pearson: float  # not a number where a measure is the same everywhere
    spearman: float
    n: int


def find_disagreements(tables: Tables, inference: Inference | None = None) -> list[Disagreement]:
    """Pairs of systems that two measures rank in opposite order: certain ones first, then by the headline measure."""
    measures = sorted(tables.measures, key=lambda name: name != tables.rules.headline)
    found = []
    for before, after in combinations(range(len(tables.systems)), 2):
        verdicts = [_judge(tables, inference, measure, before, after) for measure in measures]
        for one, other in combinations(verdicts, 2):
            if min(abs(one.delta), abs(other.delta)) > TIE and (one.delta > 0) != (other.delta > 0):
                found.append(Disagreement(tables.systems[before], tables.systems[after], one, other))
    return sorted(found, key=lambda row: (not row.is_certain, row.one.measure != tables.rules.headline))


def _judge(tables: Tables, inference: Inference | None, measure: str, before: int, after: int) -> Verdict:
    delta = tables.score(measure, after).value - tables.score(measure, before).value
    turned = -delta if tables.measures[measure].lower_is_better else delta
    return Verdict(measure, turned, None if inference is None else inference.is_separated(measure, before, after))


def correlate_measures(tables: Tables) -> list[Correlation]:
    """Every pair of measures, over the sentences or documents in which both count something, all systems together."""
    values = {measure: _value_blocks(tables, measure) for measure in tables.measures}
    found = []
    for one, other in combinations(values, 2):
        both = np.isfinite(values[one]) & np.isfinite(values[other])
        first, second = values[one][both], values[other][both]
        found.append(
            Correlation(one, other, pearson(first, second), pearson(rank(first), rank(second)), int(both.sum()))
        )
    return found


def _value_blocks(tables: Tables, measure: str) -> Scores:
    """(n_systems * n_blocks,) the value of each sentence or document; not a number where nothing is counted."""
    own = tables.measures[measure]
    counts = own.used(tables.counts(measure))
    values = own.values(counts, tables.how(measure))["value"]
    found: Scores = np.where((counts != 0).any(axis=-1), values, np.nan).ravel()
    return -found if own.lower_is_better else found


def pearson(one: Scores, two: Scores) -> float:
    """The product-moment correlation; not a number where one of them does not vary.

    >>> pearson(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0]))
    1.0
    """
    if len(one) < 2:  # noqa: PLR2004 (a point has no direction)
        return float("nan")
    first, second = one - one.mean(), two - two.mean()
    spread = float(np.sqrt((first @ first) * (second @ second)))
    return float(np.clip(first @ second / spread, -1.0, 1.0)) if spread > 0 else float("nan")


def rank(values: Scores) -> Scores:
    """Ranks from 1; equal values share the mean of theirs, as Spearman's correlation wants them.

    >>> rank(np.array([0.5, 0.1, 0.5])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, place, times = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(times)
    ranks: Scores = (last - (times - 1) / 2)[place]
    return ranks
