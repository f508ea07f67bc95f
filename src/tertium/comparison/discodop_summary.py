"""What disco-dop's summary counts: brackets, exact sentences, gaps, functions and parts of speech, of all or the short.

Counts only; percentages are the business of the report. Two brackets with the same label over the same words are one
where brackets are counted, and two in precision and recall, as there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.measures.parseval import bracketing_of
from tertium.tasks.function_tags import count_functions
from tertium.tasks.yields import find_keys

if TYPE_CHECKING:
    from tertium._typing import Counts, Mask, Offsets
    from tertium.tasks.bracketing import Bracketing
    from tertium.tasks.match import Match


def summarise(match: Match) -> tuple[Summary, Summary | None]:
    """The numbers of all sentences that can be compared, and of the short ones if any is longer."""
    found = bracketing_of(match)
    functions = count_functions(match.gold.corpus, match.system.corpus, found)
    every = Summary(found, functions, found.valid)
    if every.longest <= found.rules.cutoff:
        return every, None
    return every, Summary(found, functions, found.valid & (found.length <= found.rules.cutoff))


class Summary:
    """The numbers of some of the sentences."""

    def __init__(self, found: Bracketing, functions: Counts, chosen: Mask) -> None:
        """Count what the chosen sentences have."""

        def count(values: Offsets | Mask) -> int:
            return int(values[chosen].sum())

        sides = (found.gold, found.system)
        own = [side.n_brackets for side in sides]
        scored = own[0] + own[1] > 0 if found.rules.disc_only else chosen
        exact = (found.matched == own[0]) & (found.matched == own[1]) & scored
        self.sentences, self.exact = count(scored), count(exact)
        self.longest = int(found.length[chosen].max(initial=0))
        self.matched, self.brackets = count(found.matched), [count(n) for n in own]
        self.different = [count(n) for n in _count_different(found)]
        self.gappy = [count(_count_gappy(found, place)) for place in range(len(sides))]
        self.tags, self.words = count(found.tags_right), count(found.gold.n_words)
        self.functions: list[int] = functions[chosen].sum(axis=0).tolist()


def _count_different(found: Bracketing) -> list[Offsets]:
    """(n_sents,) for either side: two brackets with the same label over the same words are one here."""
    label = [side.label if found.rules.labeled else np.zeros_like(side.label) for side in (found.gold, found.system)]
    return [
        np.bincount(np.unique(np.stack([key, own, side.sentence]), axis=1)[2], minlength=found.n_sents)
        for side, own, key in zip((found.gold, found.system), label, find_keys([found.gold, found.system]), strict=True)
    ]


def _count_gappy(found: Bracketing, place: int) -> Offsets:
    side = (found.gold, found.system)[place]
    rows = np.zeros(0, dtype=np.int64) if side.gaps is None else side.gaps.row
    return np.bincount(side.sentence[rows], minlength=found.n_sents)
