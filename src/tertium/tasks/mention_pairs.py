"""Mentions that are not the same and yet go together: partial and head matching of the CorefUD scorer.

Dropped words, which are empty nodes in the file, are paired first, by what they hang on: two of one sentence score ten
times the F1 of their heads with relations, and the F1 of their heads. What is the same on both sides comes next. The
rest is paired one to one, document by document, so that the sum of scores is greatest (Nedoluzhko et al. 2022; head
matching: Zabokrtsky et al. 2023). With heads, a pair scores the share of the key's words that both have if their heads
are one word; partially, if the key's head is in the response mention and this lies inside the key's. Ties go to what
begins, then what ends earlier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium.tasks.mention_spans import gold_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Codes, Offsets, Scores
    from tertium.corpus import Corpus
    from tertium.mentionrules import MentionRules
    from tertium.mentions import Mentions
    from tertium.tasks.match import Match


def pair_mentions(
    match: Match,
    rules: MentionRules,
    mentions: tuple[Mentions, Mentions],
    rows: tuple[Offsets, Offsets],
    spans: tuple[Codes, Codes],
) -> Codes:
    """(n_response,) the span numbers of the response, those of pairs being the key's."""
    key = _Loose(None, mentions[0], rows[0], spans[0], spans[1])
    response = _Loose(match, mentions[1], rows[1], spans[1], spans[0])
    partner = np.arange(1 + int(spans[1].max(initial=0)), dtype=np.int32)
    for document in np.intersect1d(key.documents, response.documents).tolist():
        ours, theirs = key.of(document), response.of(document)
        for one, two in _assign(ours, theirs, by_head=rules.matching == "head"):
            partner[theirs[two].span] = ours[one].span
    return partner[spans[1]]


def pair_zeros(
    match: Match, mentions: tuple[Mentions, Mentions], rows: tuple[Offsets, Offsets], spans: tuple[Codes, Codes]
) -> Codes:
    """(n_response,) the span numbers of the response, those of paired empty nodes being the key's.

    What has the number of a mention of the key that is paired with another gets a number of its own.
    """
    sides = [_find_zeros(match.gold.corpus, None, mentions[0], rows[0], spans[0])]
    sides.append(_find_zeros(match.system.corpus, match, mentions[1], rows[1], spans[1]))
    table: dict[int, int] = {}
    for document in sorted(sides[0].keys() & sides[1].keys()):
        ours, theirs = sides[0][document], sides[1][document]
        table |= {theirs[two].span: ours[one].span for one, two in _assign_zeros(ours, theirs)}
    taken = set(table.values())
    free = 1 + max((int(span.max(initial=0)) for span in spans), default=0)
    renamed = [table.get(span, free + span if span in taken else span) for span in spans[1].tolist()]
    return np.array(renamed, dtype=np.int32)


def mix_pairs(key: Codes, response: Codes, renamed: Codes) -> tuple[Codes, Codes] | None:
    """(n_key,), (n_response,) the spans by which the other side is asked for each mention; None: those of the pairs.

    CorefUD's scorer has one table from spans to partners for both sides, of pairs that are not the same; what it says
    for the response goes before what it says for the key. Once an empty node is paired with another although the other
    side has a mention of the same words, that span stands there for both, and finds what is nobody's partner.
    """
    paired = np.isin(renamed, key) & (renamed != response)
    ours, theirs = renamed[paired], response[paired]
    if not (np.isin(ours, response).any() or np.isin(theirs, key).any()):
        return None
    partner = np.arange(1 + max(int(key.max(initial=0)), int(response.max(initial=0))), dtype=np.int32)
    partner[ours] = theirs
    partner[theirs] = ours
    return partner[key], partner[response]


class _Zero(NamedTuple):
    """A mention whose head is an empty node."""

    order: tuple[int, int, int]
    span: int
    sentence: int
    deps: frozenset[str]
    heads: frozenset[str]


def _find_zeros(
    corpus: Corpus, match: Match | None, mentions: Mentions, rows: Offsets, spans: Codes
) -> dict[int, list[_Zero]]:
    """The mentions of one side whose heads are empty nodes, by document, the first to begin first."""
    places = mentions.places
    found: dict[int, list[_Zero]] = {}
    if places is None:
        return found
    head = mentions.heads()[rows]
    _, first = np.unique(spans, return_index=True)
    chosen = np.sort(first[places.number[head[first]] > 0])
    sentence, document, size = corpus.sentence_of_words(), mentions.document(), mentions.sizes()
    ends = [
        mentions.key_of(place, None if match is None else gold_words(match, mentions, place))
        for place in (mentions.first, mentions.last)
    ]
    texts = corpus.vocab.decode(places.deps[head[chosen]])
    for at, text in zip(chosen.tolist(), texts, strict=True):
        row = int(rows[at])
        deps = frozenset() if text in ("", "_") else frozenset(text.split("|"))
        order = (int(ends[0][row]), int(ends[1][row]), int(size[row]))
        own = _Zero(
            order,
            int(spans[at]),
            int(sentence[places.word[head[at]]]),
            deps,
            frozenset(dep.partition(":")[0] for dep in deps),
        )
        found.setdefault(int(document[row]), []).append(own)
    for zeros in found.values():
        zeros.sort(key=lambda zero: zero.order)
    return found


def _assign_zeros(ours: Sequence[_Zero], theirs: Sequence[_Zero]) -> list[tuple[int, int]]:
    """Pairs of places, one to one, with the greatest sum of scores; those of two sentences score nothing."""
    costs = np.zeros((len(ours), len(theirs)))
    by_sentence: dict[int, list[int]] = {}
    for place, zero in enumerate(theirs):
        by_sentence.setdefault(zero.sentence, []).append(place)
    for one, zero in enumerate(ours):
        for two in by_sentence.get(zero.sentence, ()):
            costs[one, two] = -_score_zeros(zero, theirs[two])
    return _cheapest(costs)


def _score_zeros(one: _Zero, two: _Zero) -> float:
    return 10 * _share(one.deps, two.deps) + _share(one.heads, two.heads)


def _share(one: frozenset[str], two: frozenset[str]) -> float:
    """F1 of two sets, by its definition: the last digit decides between pairings that are as good."""
    n = len(one & two)
    if not n:
        return 0.0
    precision, recall = n / len(one), n / len(two)
    return 2 * precision * recall / (precision + recall)


class _Mention:
    """One mention as a set of places."""

    __slots__ = ("head", "order", "places", "span")

    def __init__(self, places: tuple[int, ...], head: int, span: int) -> None:
        self.places, self.head, self.span = frozenset(places), head, span
        self.order = (places[0], places[-1], len(places), places, head)


class _Loose:
    """The mentions of one side that the other does not have, by document."""

    def __init__(self, match: Match | None, mentions: Mentions, rows: Offsets, spans: Codes, others: Codes) -> None:
        free = np.flatnonzero(~np.isin(spans, others))
        _, first = np.unique(spans[free], return_index=True)
        free = free[first]
        start, place = mentions.all_places()
        keys = mentions.key_of(place, None if match is None else gold_words(match, mentions, place))
        heads = mentions.heads()
        head_keys = mentions.key_of(heads, None if match is None else gold_words(match, mentions, heads))
        document = mentions.document()
        self._found: dict[int, list[_Mention]] = {}
        for at in free.tolist():
            row = int(rows[at])
            mention = _Mention(tuple(keys[start[row] : start[row + 1]].tolist()), int(head_keys[row]), int(spans[at]))
            self._found.setdefault(int(document[row]), []).append(mention)
        for own in self._found.values():
            own.sort(key=lambda mention: mention.order)

    @property
    def documents(self) -> list[int]:
        """Documents with such mentions."""
        return list(self._found)

    def of(self, document: int) -> list[_Mention]:
        """Those of a document, the first to begin first."""
        return self._found[document]


def _assign(ours: Sequence[_Mention], theirs: Sequence[_Mention], *, by_head: bool) -> list[tuple[int, int]]:
    """Pairs of places, one to one, with the greatest sum of scores."""
    costs = np.zeros((len(ours), len(theirs)))
    by_place: dict[int, list[int]] = {}
    for place, mention in enumerate(theirs):
        for word in (mention.head,) if by_head else mention.places:
            by_place.setdefault(word, []).append(place)
    for one, mention in enumerate(ours):
        for two in by_place.get(mention.head, ()):
            other = theirs[two]
            if by_head or other.places <= mention.places:
                costs[one, two] = -len(mention.places & other.places) / len(mention.places)
    return _cheapest(costs)


def _cheapest(costs: Scores) -> list[tuple[int, int]]:
    """The best pairing, without pairs that score nothing; costs are scores below zero, which scipy takes as they are.

    All of a document's mentions go in at once: of pairings that are as good, the scorer has the one found so.
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(costs)
    return [(one, two) for one, two in zip(rows.tolist(), columns.tolist(), strict=True) if costs[one, two] < 0]
