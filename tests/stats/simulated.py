"""Two made systems whose errors cluster in sentences, and the two ways in which counts become a score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from tertium.measures.base import ratio

if TYPE_CHECKING:
    from tertium._typing import Counts, Scores


def accuracy(sums: Scores) -> Scores:
    """Right / gold."""
    return ratio(sums[..., 0], sums[..., 1])  # ratio takes any numbers


def f1(sums: Scores) -> Scores:
    """2 right / (gold + system)."""
    return ratio(2 * sums[..., 0], sums[..., 1] + sums[..., 2])


@dataclass(frozen=True)
class World:
    """How sentences and systems are made.

    A word of a sentence is right with a chance of the sentence's own, drawn from a beta distribution: errors cluster.
    """

    share: float = 0.85  # right words, on average
    clustering: float = 6.0  # of the beta distribution; the smaller, the more errors come together
    length: float = 13.0  # mean number of words
    together: bool = True  # hard sentences are hard for both systems
    moving: bool = False  # each system cuts its own words
    effect: float = 0.0  # how much better the second system is

    def draw(self, n_blocks: int, source: np.random.Generator) -> tuple[Counts, Counts]:
        """Two times (n_blocks, 3): correct, gold, system."""
        gold = 1 + source.poisson(source.gamma(1.5, (self.length - 1) / 1.5, size=n_blocks))
        first, second = self.ease(n_blocks, source), self.ease(n_blocks, source)
        if self.together:
            second = first
        easier = np.clip(second + self.effect, 0, 1)
        return self._count(gold, first, source), self._count(gold, easier, source)

    def ease(self, n_blocks: int, source: np.random.Generator) -> Scores:
        """(n_blocks,) the chance of each sentence's words to be right."""
        return source.beta(self.share * self.clustering, (1 - self.share) * self.clustering, size=n_blocks)

    def _count(self, gold: Counts, ease: Scores, source: np.random.Generator) -> Counts:
        correct = source.binomial(gold, ease)
        system = gold if not self.moving else np.maximum(correct, gold + source.integers(-1, 2, size=len(gold)))
        return np.stack([correct, gold, system], axis=-1).astype(np.int64)


def few_counts(most: int = 6) -> st.SearchStrategy[tuple[Counts, Counts]]:
    """The counts of two systems in a few blocks, words cut differently by each."""
    triple = st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 3), st.integers(0, 4), st.integers(0, 3))
    return st.lists(triple, min_size=1, max_size=most).map(_spell_out)


def _spell_out(rows: list[tuple[int, int, int, int, int]]) -> tuple[Counts, Counts]:
    """Right of the first, gold words more than that, system words more than that, and so for the second."""
    one = [(a, max(a, c) + more, a + extra) for a, more, extra, c, _ in rows]
    two = [(c, max(a, c) + more, c + other) for a, more, _, c, other in rows]
    return np.array(one, dtype=np.int64), np.array(two, dtype=np.int64)
