"""Which gold answers look wrong, if every rater errs on its own: a latent-class model.

Dawid and Skene (1979), with the gold as one more rater. The truth of each unit is hidden; each rater has a table of
how often it says what where the truth is what; expectation maximisation finds the tables and the chances of each
truth. It starts at the gold (so that the truth keeps the gold's names), and a Dirichlet prior keeps rare rows of the
tables sane.

The classes of a unit are all labels where an answer is one of a few labels. Where it is not (heads, brackets, spans,
or very many labels), they are the answers that somebody proposes, and *other*; a wrong answer is then told by its
label, and its place is one of as many as a sentence has words.

The model assumes that raters are independent given the truth, which systems trained on one treebank are not: they share
errors, and the model then takes the gold for wrong. So it ranks suspects; what it says about accuracies is for the
record of a sample that a person has looked at (`adjudication`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.answers import GOLD, Answers, number_rows
from tertium.comparison.transitions import sorted_labels

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets, Scores

FEWEST_RATERS: Final = 3
"""The gold and two systems: with fewer, nothing tells who is wrong."""

_MOST_LABELS: Final = 64
_PRIOR: Final = 1.0  # so many made-up answers in each row of a table are right, and as many are wrong
_STEPS: Final = 100
_SETTLED: Final = 1e-7
_TINY: Final = 1e-300


@dataclass(frozen=True, eq=False, slots=True)
class Patterns:
    """Units on which all raters say the same things, counted once; a class of a pattern is one possible truth."""

    of_unit: Offsets  # (n_units,)  the pattern of each unit
    said: Codes  # (n_raters, n_patterns)  label that each rater says
    truth: Codes  # (n_classes, n_patterns)  label of each possible truth; the last class may be *other*
    valid: Mask  # (n_classes, n_patterns)  whether it is possible there
    agrees: Mask  # (n_raters, n_classes, n_patterns)  whether a rater says just that
    n_labels: int
    places: float  # a wrong answer of a label is one of so many
    has_other: bool

    @property
    def n_raters(self) -> int:
        """Gold and systems."""
        return len(self.said)

    @property
    def n_classes(self) -> int:
        """Possible truths of a unit."""
        return len(self.truth)


@dataclass(frozen=True, eq=False, slots=True)
class Belief:
    """What the model believes."""

    patterns: Patterns
    chance: Scores  # (n_classes, n_patterns)

    def right(self) -> Scores:
        """(n_raters, n_patterns) the chance that a rater is right."""
        found: Scores = (self.patterns.agrees * self.chance).sum(axis=1)
        return found

    def wrong_gold(self) -> Scores:
        """(n_units,) the chance that the gold is wrong."""
        wrong: Scores = np.clip(1 - self.right()[GOLD], 0.0, 1.0)
        return wrong[self.patterns.of_unit]

    def favourite(self, answers: Answers) -> Codes:
        """(n_units,) the rater with the likeliest answer that is not the gold's; -1 where nobody has another."""
        chance = np.where(self.patterns.agrees[GOLD], -1.0, self.chance)  # (n_classes, n_patterns)
        mine = np.stack([np.where(said, chance, -1.0).max(axis=0) for said in self.patterns.agrees])
        best = mine[:, self.patterns.of_unit]
        best[(answers.first == answers.first[GOLD]) | ~answers.is_given()] = -1.0
        rater: Codes = best.argmax(axis=0).astype(np.int32)
        rater[best.max(axis=0) < 0] = -1
        return rater


def find_patterns(answers: Answers, *, heads: float | None = None) -> Patterns:
    """Equal units as one.

    Args:
        answers: What the raters say.
        heads: Mean length of a sentence where answers have heads; None: an answer is known by its label.
    """
    used, rows = sorted_labels(answers.decisions.vocab, list(answers.label))  # sums must not depend on codes
    label = np.stack(rows)
    by_label = heads is None and len(used) <= _MOST_LABELS
    key = np.zeros(answers.n_units, dtype=np.int64)
    for row in rows if by_label else [*rows, *answers.first[1:]]:
        _, key = number_rows(key, row.astype(np.int64))
    n = int(key.max(initial=-1)) + 1
    example = np.zeros(n, dtype=np.int64)
    example[key[::-1]] = np.arange(answers.n_units)[::-1]
    said = label[:, example]
    if by_label:
        truth = np.repeat(np.arange(len(used), dtype=np.int32)[:, None], n, axis=1)
        return Patterns(
            key,
            said,
            truth,
            np.ones(truth.shape, dtype=np.bool_),
            said[:, None] == truth,
            len(used),
            1.0,
            has_other=False,
        )
    first = answers.first[:, example]
    raters = np.arange(answers.n_raters, dtype=np.int32)
    valid = np.vstack([first == raters[:, None], np.ones((1, n), dtype=np.bool_)])
    agrees = np.concatenate(
        [first[:, None] == raters[None, :, None], np.zeros((answers.n_raters, 1, n), dtype=np.bool_)], axis=1
    )
    truth = np.vstack([said, np.full((1, n), len(used), dtype=np.int32)])
    return Patterns(key, said, truth, valid, agrees, len(used), heads or 1.0, has_other=True)


def fit_model(patterns: Patterns, counts: Scores, start: Belief | None = None, steps: int = _STEPS) -> Belief:
    """Expectation maximisation, from the gold or from another belief.

    Args:
        patterns: What is said.
        counts: (n_patterns,) how many units have each.
        start: Where to start; None: the gold is right everywhere.
        steps: At most so many.
    """
    chance = patterns.agrees[GOLD].astype(np.float64) if start is None else start.chance
    before = -np.inf
    for _ in range(steps):
        logs = _expect(patterns, chance * counts)
        most = logs.max(axis=0)
        share = np.exp(logs - most)
        total = share.sum(axis=0)
        chance = share / total
        likelihood = float((counts * (most + np.log(total))).sum())
        if likelihood - before < _SETTLED * abs(likelihood):
            break
        before = likelihood
    return Belief(patterns, chance)


def _expect(patterns: Patterns, weight: Scores) -> Scores:
    """(n_classes, n_patterns) logarithms of how likely each truth is, up to a constant, given the present weights."""
    n_rows = patterns.n_labels + patterns.has_other  # of a table: every true label, and perhaps *other*
    wide = patterns.n_labels + 1  # every label as a wrong answer, and the right answer
    flat = patterns.truth.astype(np.int64)
    prior = np.bincount(flat.ravel(), weights=weight.ravel(), minlength=n_rows) + _PRIOR / n_rows
    logs = np.where(patterns.valid, np.log(prior / prior.sum())[flat], -np.inf)
    for said, agrees in zip(patterns.said, patterns.agrees, strict=True):
        place = flat * wide + np.where(agrees, patterns.n_labels, said)
        told = np.bincount(place.ravel(), weights=weight.ravel(), minlength=n_rows * wide)
        table = told.astype(np.float64).reshape(n_rows, wide) + _PRIOR / patterns.n_labels
        table[:, -1] += _PRIOR - _PRIOR / patterns.n_labels
        if patterns.has_other:
            table[-1, -1] = _TINY  # nobody says *other*
        table /= table.sum(axis=1, keepdims=True)
        table[:, :-1] /= patterns.places
        logs += np.log(table).ravel()[place]
    return logs


def count_patterns(patterns: Patterns, weights: Offsets | None = None) -> Scores:
    """(n_patterns,) how many units have each pattern, or their weights."""
    n = patterns.said.shape[1]
    return np.bincount(patterns.of_unit, weights=weights, minlength=n).astype(np.float64)
