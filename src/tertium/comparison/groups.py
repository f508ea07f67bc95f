"""Groups of arcs as the classic scorers print them: by direction, by distance, by projectivity.

eval07.pl counts, for each bin, gold arcs, system arcs, and words that are in this bin on both sides ("correct" there
does not mean that the head is right); MaltEval does the same for projectivity. Bins of distance are eval07's: 1, 2,
3-6, 7-...
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import ROOT
from tertium.trees.projectivity import find_nonprojective

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask
    from tertium.corpus import Corpus
    from tertium.tasks.match import Match

DIRECTIONS: Final = ("to_root", "left", "right", "self")
DISTANCES: Final = ("to_root", "1", "2", "3-6", "7-...")
_NUMBER: Final = re.compile(r"\s*[+-]?[0-9]+(\.[0-9]*)?")
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


def _measure_arcs(corpus: Corpus) -> tuple[NDArray[np.float64], Mask]:
    """Head minus word, in words (0: a word that is its own head), and which words hang on the root.

    Where heads are compared as they are written, what is written is a number as in Perl: 99 is far to the right of
    every word, `_` is 0, the root.
    """
    if "head" in corpus.columns:
        used, place = np.unique(corpus.columns["head"], return_inverse=True)
        written = np.array([_as_perl(text) for text in corpus.vocab.decode(used)], dtype=np.float64)[place]
        first = np.repeat(corpus.sent_start[:-1], np.diff(corpus.sent_start))
        return written - (np.arange(1, corpus.n_words + 1) - first), written == 0
    head = corpus.head if corpus.head is not None else np.full(corpus.n_words, ROOT, dtype=np.int32)
    return (head - np.arange(corpus.n_words)).astype(np.float64), head < 0


def _as_perl(text: str) -> float:
    """What Perl takes a string for where it needs a number: the number that it begins with, or 0.

    >>> [_as_perl(text) for text in ("12", " +3x", "_")]
    [12.0, 3.0, 0.0]
    """
    found = _NUMBER.match(text)
    return float(found[0]) if found else 0.0


def bin_direction(corpus: Corpus) -> Codes:
    """Places in `DIRECTIONS`."""
    offset, rooted = _measure_arcs(corpus)
    return np.where(rooted, 0, np.where(offset < 0, 1, np.where(offset > 0, 2, 3))).astype(np.int32)


def bin_distance(corpus: Corpus) -> Codes:
    """Places in `DISTANCES`."""
    offset, rooted = _measure_arcs(corpus)
    return np.where(rooted, 0, 1 + np.searchsorted((1, 2, 6), np.abs(offset))).astype(np.int32)


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
