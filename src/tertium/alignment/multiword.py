"""The official walk over words where multiword tokens are involved, step for step.

Two pointers move over gold and system words. Where one of them meets a multiword token, the smallest multiword span
is collected and its words are aligned by a longest common subsequence of their lower-cased forms; elsewhere words
with equal spans align. What the walk leaves behind and takes along is part of the definition (a plain word that
starts before the span is skipped, but only one), so it is kept as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of words; the words of a multiword token all have its span."""

    start: Sequence[int]
    end: Sequence[int]
    multiword: Sequence[bool]
    form: Sequence[str]  # in lower case

    def __len__(self) -> int:
        """How many words there are."""
        return len(self.start)

    def beyond(self, index: int, limit: int) -> bool:
        """Whether the word lies behind a multiword span that ends at the limit."""
        if index >= len(self):
            return True
        return self.start[index] >= limit if self.multiword[index] else self.end[index] > limit

    def stretch(self, index: int, limit: int) -> int:
        """The limit, moved to the end of this word's token if that is a multiword token."""
        return max(limit, self.end[index]) if self.multiword[index] else limit


def walk(gold: Words, system: Words) -> Iterator[tuple[int, int]]:
    """Aligned pairs of gold and system words, in order."""
    g = s = 0
    while g < len(gold) and s < len(system):
        if gold.multiword[g] or system.multiword[s]:
            first_g, first_s, g, s = _span(gold, system, g, s)
            yield from _common(gold.form[first_g:g], system.form[first_s:s], first_g, first_s)
        elif (gold.start[g], gold.end[g]) == (system.start[s], system.end[s]):
            yield g, s
            g, s = g + 1, s + 1
        elif gold.start[g] <= system.start[s]:
            g += 1
        else:
            s += 1


def _span(gold: Words, system: Words, g: int, s: int) -> tuple[int, int, int, int]:
    """The smallest multiword span from here: first and behind-last word on both sides."""
    if gold.multiword[g]:
        limit = gold.end[g]
        if not system.multiword[s] and system.start[s] < gold.start[g]:
            s += 1
    else:
        limit = system.end[s]
        if gold.start[g] < system.start[s]:
            g += 1
    first_g, first_s = g, s
    while not (gold.beyond(g, limit) and system.beyond(s, limit)):
        if g < len(gold) and (s >= len(system) or gold.start[g] <= system.start[s]):
            limit = gold.stretch(g, limit)
            g += 1
        else:
            limit = system.stretch(s, limit)
            s += 1
    return first_g, first_s, g, s


def _common(gold: Sequence[str], system: Sequence[str], first_g: int, first_s: int) -> Iterator[tuple[int, int]]:
    """A longest common subsequence, walked greedily from the front: equal forms always align."""
    n_gold, n_system = len(gold), len(system)
    length = [[0] * (n_system + 1) for _ in range(n_gold + 1)]
    for g in reversed(range(n_gold)):
        for s in reversed(range(n_system)):
            best = max(length[g + 1][s], length[g][s + 1])
            length[g][s] = max(best, 1 + length[g + 1][s + 1]) if gold[g] == system[s] else best
    g = s = 0
    while g < n_gold and s < n_system:
        if gold[g] == system[s]:
            yield first_g + g, first_s + s
            g, s = g + 1, s + 1
        elif length[g][s] == length[g + 1][s]:
            g += 1
        else:
            s += 1
