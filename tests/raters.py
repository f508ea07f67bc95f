"""Gold and systems made up: what each rater says about each unit, and simulated ones of which the truth is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.comparison.answers import Answers, gather_answers
from tertium.corpus import Vocab
from tertium.tasks.decisions import Decisions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LABELS = [f"L{number}" for number in range(40)]


def make_decisions(said: NDArray[np.int64], names: Sequence[str] = LABELS) -> Decisions:
    """Decisions of one label a unit; the first row of (n_raters, n_units) is the gold."""
    vocab = Vocab()
    codes = vocab.encode(names)[said].astype(np.int32)
    return Decisions(
        atoms=("tag",),
        vocab=vocab,
        unit=np.arange(said.shape[1], dtype=np.int32),
        gold={"tag": codes[0]},
        answers=tuple({"tag": row} for row in codes[1:]),
        gold_label=codes[0],
        labels=tuple(codes[1:]),
        right=codes[1:] == codes[0],
    )


def make_answers(said: NDArray[np.int64]) -> Answers:
    return gather_answers(make_decisions(said), range(len(said) - 1))


@dataclass(frozen=True)
class World:
    """A test set of which the truth is known."""

    truth: NDArray[np.int64]
    said: NDArray[np.int64]  # (n_raters, n_units)

    def rates(self, system: int) -> dict[str, float]:
        """C, t, u, p and x of a system, from 1."""
        gold, own = self.said[0], self.said[system]
        wrong = gold != self.truth
        both = wrong & (own != self.truth)
        return {
            "error_rate": float(wrong.mean()),
            "t": float((own == self.truth)[~wrong].mean()),
            "u": float((own == self.truth)[wrong].mean()),
            "p": float((own == gold)[both].mean()),
            "accuracy": float((own == self.truth).mean()),
        }


def make_world(
    source: np.random.Generator,
    n: int,
    accuracies: Sequence[float],
    *,
    shared: float = 0.0,
    learnt: float = 0.0,
    n_labels: int = 8,
) -> World:
    """Raters who err on their own, but for two things that real systems do.

    Args:
        source: Random numbers.
        n: Units.
        accuracies: Of the gold and of each system.
        shared: On this share of the units all systems make the same mistake.
        learnt: On this share of the gold's errors a system makes just the gold's.
        n_labels: Labels.
    """
    truth = source.integers(0, n_labels, n)
    said = np.empty((len(accuracies), n), dtype=np.int64)
    for rater, accuracy in enumerate(accuracies):
        wrong = source.random(n) >= accuracy
        said[rater] = np.where(wrong, (truth + source.integers(1, n_labels, n)) % n_labels, truth)
    same = source.random(n) < shared
    mistake = (truth + source.integers(1, n_labels, n)) % n_labels
    said[1:, same] = mistake[same]
    for system in said[1:]:
        copied = (said[0] != truth) & (source.random(n) < learnt)
        system[copied] = said[0, copied]
    return World(truth, said)
