"""Gold answers that look wrong, with the evidence, the most suspicious first.

Three witnesses: systems that agree with each other against the gold; a latent-class model, which weighs each system
by what it seems to be worth (`latent`); and variation, the same words in the same context annotated otherwise
elsewhere (`variation`). A suspect's score is the sum of the logarithms of the odds: for the model the chance that the
gold is wrong against the chance that it is right, for variation the occurrences elsewhere with the proposed label
against those with the gold's (half an occurrence more each). Above 0 the evidence is against the gold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.answers import GOLD, Answers
from tertium.comparison.latent import FEWEST_RATERS, count_patterns, find_patterns, fit_model
from tertium.comparison.variation import find_variation
from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Mask, Offsets, Scores
    from tertium.corpus import Corpus

RANKS: Final = ("score", "agreement", "model", "variation")
"""By what suspects can be ranked."""

CUTS: Final = (20, 50, 100)
"""Where a ranking is measured."""

_HALF: Final = 0.5
_SURE: Final = 1e-12


@dataclass(frozen=True, eq=False, slots=True)
class Suspects:
    """Units whose gold answer somebody or something contradicts; row i of every column is the i-th suspect."""

    unit: Offsets
    score: Scores
    chance: Scores | None  # that the gold is wrong, after the model; None with fewer than two systems
    instead: Codes  # the rater with the proposed answer; -1: only variation proposes it
    label: Codes  # of the proposed answer
    against: Offsets  # systems that give it
    support: Offsets  # systems that give the gold's
    same: Offsets  # elsewhere, in the same context, with the gold's label
    other: Offsets  # elsewhere, in the same context, with the proposed label

    def __len__(self) -> int:
        """How many there are."""
        return len(self.unit)

    def take(self, rows: Offsets | Mask) -> Suspects:
        """Some of them."""
        return Suspects(
            self.unit[rows],
            self.score[rows],
            None if self.chance is None else self.chance[rows],
            self.instead[rows],
            self.label[rows],
            self.against[rows],
            self.support[rows],
            self.same[rows],
            self.other[rows],
        )


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a ranking finds what a better gold changed."""

    cut: int | None  # so many of the first; None: all that the evidence is against
    listed: int
    hits: int
    wrong: int  # units that the better gold changed
    units: int

    @property
    def precision(self) -> float | None:
        """Share of the listed units that were changed."""
        return self.hits / self.listed if self.listed else None

    @property
    def recall(self) -> float | None:
        """Share of the changed units that are listed."""
        return self.hits / self.wrong if self.wrong else None

    @property
    def chance(self) -> float:
        """Precision of units picked blindly."""
        return self.wrong / self.units if self.units else 0.0


def find_suspects(answers: Answers, corpus: Corpus, rank: str = "score") -> Suspects:
    """Every unit whose gold answer is contradicted, the most suspicious first.

    Raises:
        UsageError: There is no such ranking, or the model cannot be had.
    """
    if rank not in RANKS:
        raise UsageError(f"suspects cannot be ranked by {rank!r}", hint=f"--rank {' | '.join(RANKS)}")
    if rank == "model" and answers.n_raters < FEWEST_RATERS:
        raise UsageError("the model needs at least two systems", hint="give another, or another --rank")
    chance, instead = _ask_model(answers, corpus)
    variation = find_variation(answers.decisions, corpus)
    units = np.flatnonzero((instead >= 0) | (variation.other > 0))
    instead = instead[units]
    label = np.where(instead >= 0, answers.label[np.maximum(instead, 0), units], variation.label[units])
    first = answers.first[:, units]
    proposed = first[np.maximum(instead, 0), np.arange(len(units))]
    against = np.where(instead >= 0, (first[1:] == proposed).sum(axis=0), 0)
    support = (first[1:] == first[GOLD]).sum(axis=0)
    same = variation.same[units]
    relabelled = label != answers.label[GOLD, units]
    other = np.where(relabelled, variation.count(units, label.astype(np.int32)), 0)
    pull = np.where(relabelled, np.log((other + _HALF) / (same + _HALF)), 0.0)
    if chance is None:
        odds = np.log((against + _HALF) / (support + _HALF))
    else:
        chance = chance[units]
        odds = np.log((chance + _SURE) / (1 - chance + _SURE))
    found = Suspects(
        units,
        odds + pull,
        chance,
        instead.astype(np.int32),
        label.astype(np.int32),
        against.astype(np.int64),
        support.astype(np.int64),
        same,
        other,
    )
    return found.take(_order(found, rank))


def _ask_model(answers: Answers, corpus: Corpus) -> tuple[Scores | None, Codes]:
    """The chance that the gold is wrong, and who has the likeliest other answer (-1: nobody has another)."""
    if answers.n_raters < FEWEST_RATERS:
        other = (answers.first[-1] != answers.first[GOLD]) & answers.is_given()[-1]
        return None, np.where(other, answers.n_raters - 1, -1).astype(np.int32)
    patterns = find_patterns(answers, heads=mean_length(answers, corpus))
    belief = fit_model(patterns, count_patterns(patterns))
    return belief.wrong_gold(), belief.favourite(answers)


def mean_length(answers: Answers, corpus: Corpus) -> float | None:
    """Words of a sentence, where answers have heads or antecedents; None where they have none."""
    points = "head" in answers.decisions.atoms or bool(answers.decisions.links)
    return max(corpus.n_words / max(corpus.n_sents, 1), 2.0) if points else None


def _order(found: Suspects, rank: str) -> Offsets:
    """Places from the most suspicious to the least; equals in the order of the file."""
    keys: dict[str, Sequence[Scores | Offsets]] = {
        "score": (found.score,),
        "agreement": (found.against - found.support, found.score),
        "model": (found.score if found.chance is None else found.chance, found.score),
        "variation": (found.other - found.same, found.score),
    }
    return np.lexsort([found.unit, *(-np.asarray(key) for key in reversed(keys[rank]))])


def measure_ranking(found: Suspects, wrong: Mask) -> list[Quality]:
    """Precision and recall of the first 20, 50 and 100, and of all that the evidence is against."""
    hits = np.cumsum(wrong[found.unit])
    n_listed = int(np.count_nonzero(found.score > 0))
    listed = int(np.count_nonzero(wrong[found.unit[found.score > 0]]))
    total, units = int(np.count_nonzero(wrong)), len(wrong)
    rows = [
        Quality(cut, min(cut, len(found)), int(hits[min(cut, len(found)) - 1]) if len(found) else 0, total, units)
        for cut in CUTS
    ]
    return [*rows, Quality(None, n_listed, listed, total, units)]
