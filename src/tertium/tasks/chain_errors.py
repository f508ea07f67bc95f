"""What went wrong with a chain, in a coreference person's words: each wrong mention has exactly one type.

    mention missed        the response does not have the mention
    mention invented      the key does not have the mention, and the response links it
    span altered          the response has other words for it: a missed and an invented mention go together
    chain split           the mention and an antecedent are in the response, but in different chains
    antecedent missed     the mention is in the response, none of its antecedents is
    wrong antecedent      it is linked to a mention of another chain of the key, though it has antecedents
    chains merged         it has no antecedent in the key, and is linked to a mention of another chain
    antecedent invented   it is linked to what the key does not have

Antecedents are those that the criterion admits: with `nom` the nominal ones. The types follow Kummerfeld and Klein
(2013) and Martschat and Strube (2014) in spirit, on the decisions of ARCS, so that they add up to its errors. Repairing
one adds it to the counts from which recall and precision are made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.tasks.antecedents import FN, FP, NOWHERE, WL, Arcs, Resolved, arcs_of
from tertium.tasks.overlaps import choose_pairs, find_overlaps

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.mentionrules import Criterion
    from tertium.tasks.match import Match

TYPES: Final = (
    *("mention missed", "mention invented", "span altered", "chain split"),
    *("antecedent missed", "wrong antecedent", "chains merged", "antecedent invented"),
)
MISSED, INVENTED, ALTERED, SPLIT, NO_ANTECEDENT, WRONG, MERGED, INVENTED_ANTECEDENT = range(8)
STEPS: Final = {FN: (1, 0, 1, 0), WL: (1, 0, 0, 0), FP: (0, 0, -1, 0)}
"""What repairing an error of a class adds to the right, the key's and the system's mentions."""

DISTANCES: Final = ("same sentence", "sentence before", "2 to 5 sentences", "further")
_ALIKE: Final = 0.5


@dataclass(frozen=True, eq=False, slots=True)
class ChainErrors:
    """The wrong mentions of one system."""

    code: Offsets  # (n,)  span
    type: Codes  # (n,)  place in TYPES
    answer: Codes  # (n,)  FN, WL or FP
    kind: Codes  # (n,)  mention type
    first: Codes  # (n,)  first word
    last: Codes  # (n,)
    distance: Codes  # (n,)  place in DISTANCES, to the antecedent of the key, or of the response where it has none

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.code)

    def steps(self) -> Offsets:
        """(n, 4) what repairing each adds to the counts."""
        table = np.zeros((5, 4), dtype=np.int64)
        for answer, step in STEPS.items():
            table[answer] = step
        return table[self.answer]


def find_chain_errors(match: Match, criterion: Criterion) -> ChainErrors:
    """Every wrong mention with its type; made once."""
    return match.keep(("chain errors", criterion), lambda: _find(match, criterion))


def _find(match: Match, criterion: Criterion) -> ChainErrors:
    arcs = arcs_of(match, criterion)
    key, response = arcs.key, arcs.response
    missed = np.flatnonzero(arcs.of_key == FN)
    n_words = match.gold.corpus.n_words
    wrong = (arcs.of_response == WL) | (arcs.of_response == FP)
    linked = np.flatnonzero(wrong & (n_words > 0))  # a key without words has no place for them
    altered, altered_response = _pair_spans(key, response, n_words)
    parts = [
        (key, missed, _type_missed(arcs, missed, altered, key.admits(criterion)), np.full(len(missed), FN)),
        (response, linked, _type_linked(arcs, linked, altered_response), arcs.of_response[linked]),
    ]
    sentence = match.gold.corpus.sentence_of_words()
    distances = [
        _distances(sentence, key, missed, key, arcs.key_antecedent[missed]),
        _distances_of_links(sentence, arcs, linked),
    ]

    def lay(name: str) -> Codes:
        return np.concatenate([getattr(side, name)[rows] for side, rows, _, _ in parts])

    return ChainErrors(
        code=np.concatenate([side.code[rows] for side, rows, _, _ in parts]),
        type=np.concatenate([types for _, _, types, _ in parts]).astype(np.int32),
        answer=np.concatenate([answers for _, _, _, answers in parts]).astype(np.int32),
        kind=lay("kind"),
        first=lay("first"),
        last=lay("last"),
        distance=np.concatenate(distances),
    )


def _type_missed(arcs: Arcs, rows: Offsets, altered: Mask, admitted: Mask) -> Codes:
    """Mentions of the key that the response does not resolve."""
    key, response = arcs.key, arcs.response
    partner = response.find(key.code[rows])
    # whether an antecedent of the key is in the response: those up to the mention, less those up to the chain's start
    before = np.concatenate([[0], np.cumsum(admitted & (response.find(key.code) >= 0))])
    some = before[rows] > before[key.start[rows]]
    return np.select(
        [(partner < 0) & altered[rows], partner < 0, some], [ALTERED, MISSED, SPLIT], NO_ANTECEDENT
    ).astype(np.int32)


def _type_linked(arcs: Arcs, rows: Offsets, altered: Mask) -> Codes:
    """Mentions that the response links wrongly."""
    key, response = arcs.key, arcs.response
    partner = key.find(response.code[rows])
    antecedent = key.find(response.code[arcs.antecedent[rows]])
    return np.select(
        [
            (partner < 0) & altered[rows],
            partner < 0,
            antecedent < 0,
            arcs.of_response[rows] == WL,
        ],
        [ALTERED, INVENTED, INVENTED_ANTECEDENT, WRONG],
        MERGED,
    ).astype(np.int32)


def _pair_spans(key: Resolved, response: Resolved, n_words: int) -> tuple[Mask, Mask]:
    """Which mentions that only one side has go together: the same mention with other borders.

    They begin or end with the same word, or share at least half of the words that either has; each is paired once, the
    most alike first, then the leftmost and shortest. A pronoun inside of a long mention is not that mention.
    """
    ours = np.flatnonzero(key.counted & (response.find(key.code) < 0))
    theirs = np.flatnonzero(response.counted & (key.find(response.code) < 0) & (response.last < n_words))
    found, found_response = np.zeros(key.n, dtype=np.bool_), np.zeros(response.n, dtype=np.bool_)
    sides = [(side.first[rows], side.last[rows] + 1) for side, rows in ((key, ours), (response, theirs))]
    one, two, common = find_overlaps(*sides)
    (start, end), (other_start, other_end) = (
        [column[at] for column in side] for side, at in zip(sides, (one, two), strict=True)
    )
    alike = common / (end - start + other_end - other_start - common)
    fits = (start == other_start) | (end == other_end) | (alike >= _ALIKE)
    keys = [column[fits] for column in (other_end, end, other_start, start, -alike)]
    one, two = choose_pairs(one[fits], two[fits], np.lexsort(keys))
    found[ours[one]] = found_response[theirs[two]] = True
    return found, found_response


def _distances(sentence: Codes, side: Resolved, rows: Offsets, other: Resolved, antecedent: Offsets) -> Codes:
    """Sentences between mentions and their antecedents, in classes."""
    n = len(sentence)
    if not len(rows):
        return np.zeros(len(rows), dtype=np.int32)
    own = sentence[np.minimum(side.first[rows], n - 1)]
    theirs = sentence[np.minimum(other.first[np.maximum(antecedent, 0)], n - 1)] if other.n else own
    steps = np.where(antecedent >= 0, own - theirs, 0)
    return np.select([steps <= 0, steps == 1, steps <= 5], [0, 1, 2], 3).astype(np.int32)  # noqa: PLR2004 (see DISTANCES)


def _distances_of_links(sentence: Codes, arcs: Arcs, rows: Offsets) -> Codes:
    """The same for links: to what was meant, or to what was taken where nothing was."""
    key, response = arcs.key, arcs.response
    partner = key.find(response.code[rows])
    meant = np.where(partner >= 0, np.append(arcs.key_antecedent, NOWHERE)[partner], NOWHERE)
    to_key = _distances(sentence, response, rows, key, meant)
    to_response = _distances(sentence, response, rows, response, arcs.antecedent[rows])
    return np.where(meant >= 0, to_key, to_response).astype(np.int32)
