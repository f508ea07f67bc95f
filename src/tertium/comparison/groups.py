"""Groups of arcs as the classic scorers print them: by direction, by distance, by projectivity.

eval07.pl counts, for each bin, gold arcs, system arcs, and words that are in this bin on both sides ("correct" there
does not mean that the head is right); MaltEval does the same for projectivity. Bins of distance are eval07's: 1, 2,
3-6, 7-...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import ROOT
from tertium.trees.projectivity import find_nonprojective

if TYPE_CHECKING:
    from tertium._typing import Codes
    from tertium.corpus import Corpus
    from tertium.tasks.match import Match

DIRECTIONS: Final = ("to_root", "left", "right", "self")
DISTANCES: Final = ("to_root", "1", "2", "3-6", "7-...")
PROJECTIVITY: Final = ("projective", "non-projective")


@dataclass(frozen=True, slots=True)
class Group:
    """One bin for one system."""

    system: str
    by: str
    group: str
    gold: int
    proposed: int
    correct: int


def _offsets(corpus: Corpus) -> Codes:
    """Head minus word, in words; the root counts from before the first word. 0 is a word that is its own head."""
    head = corpus.head if corpus.head is not None else np.full(corpus.n_words, ROOT, dtype=np.int32)
    return (head - np.arange(corpus.n_words)).astype(np.int32)


def bin_direction(corpus: Corpus) -> Codes:
    """Places in `DIRECTIONS`; a head that is no word of the sentence counts as the root, as in Perl."""
    offset, rooted = _offsets(corpus), _is_rooted(corpus)
    return np.where(rooted, 0, np.where(offset < 0, 1, np.where(offset > 0, 2, 3))).astype(np.int32)


def bin_distance(corpus: Corpus) -> Codes:
    """Places in `DISTANCES`."""
    size, rooted = np.abs(_offsets(corpus)), _is_rooted(corpus)
    place = 1 + np.digitize(size, (2, 3, 7))
    return np.where(rooted, 0, place).astype(np.int32)


def _is_rooted(corpus: Corpus) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return corpus.head < 0 if corpus.head is not None else np.ones(corpus.n_words, dtype=np.bool_)


def bin_projectivity(corpus: Corpus) -> Codes:
    """Places in `PROJECTIVITY`, as MaltEval sees them."""
    if corpus.head is None:
        return np.zeros(corpus.n_words, dtype=np.int32)
    return find_nonprojective(corpus.head, corpus.sent_start, as_malteval=True).astype(np.int32)


BINS: Final = {
    "direction": (DIRECTIONS, bin_direction),
    "distance": (DISTANCES, bin_distance),
    "projectivity": (PROJECTIVITY, bin_projectivity),
}


def group_arcs(match: Match, system: str, kinds: tuple[str, ...]) -> list[Group]:
    """Count gold, system and common arcs in each bin, over the scored words."""
    scored = match.gold.scored()
    rows = slice(None) if scored is None else np.flatnonzero(scored)
    groups = []
    for kind in kinds:
        names, binned = BINS[kind]
        ours = binned(match.gold.corpus)[rows]
        theirs = match.link.pull(binned(match.system.corpus))[rows]
        for place, name in enumerate(names):
            both = np.count_nonzero((ours == place) & (theirs == place))
            n_ours, n_theirs = np.count_nonzero(ours == place), np.count_nonzero(theirs == place)
            groups.append(Group(system, kind, name, int(n_ours), int(n_theirs), int(both)))
    return groups
