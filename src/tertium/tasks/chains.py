"""Chains compared: which mentions are the same, and how many each key chain shares with each response chain.

All coreference metrics are sums over one sparse table (key chain, response chain, shared mentions), over all documents
at once. Where a file has a span twice, scorers differ in what they count: the table is then made four times, from the
side of the key and of the response, by the last chain of a span and by all its chains; without repeats these are one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError
from tertium.mentions import no_mentions
from tertium.tasks.mention_pairs import mix_pairs, pair_mentions, pair_zeros
from tertium.tasks.mention_spans import gold_words, span_codes

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets, Scores
    from tertium.mentionrules import MentionRules
    from tertium.mentions import Mentions
    from tertium.tasks.match import Match

NONE: Final = -1


@dataclass(frozen=True, eq=False, slots=True)
class Overlap:
    """Pairs of chains that share mentions."""

    key: Codes  # (n_rows,)
    response: Codes  # (n_rows,)
    n: Offsets  # (n_rows,)  shared mentions


@dataclass(frozen=True, eq=False, slots=True)
class Side:
    """The mentions of one side that count."""

    row: Offsets  # (n,)  rows of the corpus' mentions
    document: Codes  # (n,)
    chain: Codes  # (n,)  numbered from 0 without gaps
    identity: Codes  # (n,)  the same number for what counts as the same mention
    span: Codes  # (n,)  the same number for the same words, before mentions of other words are paired
    chain_document: Codes  # (n_chains,)
    size: Offsets  # (n_chains,)  mentions, repeats included

    @property
    def n(self) -> int:
        """How many mentions there are."""
        return len(self.row)

    def keep(self, chosen: Mask) -> Side:
        """Some of the mentions; chains keep their numbers, though nothing be left of them."""
        chain = self.chain[chosen]
        size = np.bincount(chain, minlength=len(self.size))
        own = (self.row[chosen], self.document[chosen], chain, self.identity[chosen], self.span[chosen])
        return Side(*own, self.chain_document, size)


@dataclass(frozen=True, eq=False, slots=True)
class Chains:
    """Both sides, and what they share."""

    n_docs: int
    key: Side
    response: Side
    to_key: Codes  # (n_response,) the (last) chain in the key of each mention of the response; NONE: it has none
    of_key: Overlap  # mentions of the key by the (last) chain that they have in the response
    of_response: Overlap  # mentions of the response by the (last) chain that they have in the key
    in_response: Overlap  # mentions of the key that are among those of a response chain
    in_key: Overlap  # mentions of the response that are among those of a key chain
    n_identities: int
    repeated: Codes  # documents in which a span has several chains, or stands several times in one
    n_dropped: int  # repeats in the response that were not counted
    key_repeats: Offsets  # rows of mentions whose span has come before
    response_repeats: Offsets

    def by_document(self, side: Side, chain: Codes, values: Codes | Offsets | Scores) -> Scores:
        """(n_docs,) values of chains, summed over documents."""
        return sum_by(side.chain_document[chain], values, self.n_docs)


def sum_by(code: Codes, values: Codes | Offsets | Scores, n: int) -> Scores:
    """(n,) values summed by code."""
    return np.bincount(code, weights=values, minlength=n).astype(np.float64)


def chains_of(match: Match) -> Chains:
    """Both sides' chains, compared; made once.

    Raises:
        FormatError: The response repeats more spans than the scorer to imitate accepts.
    """
    return match.keep("chains", lambda: compare_chains(match))


def mentions_of(match: Match) -> tuple[Mentions, Mentions]:
    """The mentions of gold and system."""
    gold, system = match.gold.corpus, match.system.corpus
    return gold.mentions or no_mentions(gold.n_docs), system.mentions or no_mentions(system.n_docs)


def compare_chains(match: Match) -> Chains:
    """Compare the chains of a system with the gold's."""
    rules = match.gold.conventions.mentions
    key, response = mentions_of(match)
    spans = _identify(match, key, response)
    sides = [_Rows(mentions, span) for mentions, span in zip((key, response), spans, strict=True)]
    n_docs = match.gold.corpus.n_docs
    if rules.repeats == "once":
        sides = [side.keep(~_repeats(side.chain.astype(np.int64) * _wide(spans) + side.span)) for side in sides]
    if not rules.singletons:
        sides = [side.keep(np.bincount(side.chain)[side.chain] > 1 if len(side.chain) else side.none) for side in sides]
    repeats = [side.row[_repeats(side.span)] for side in sides]
    dropped = 0
    if rules.repeats == "conll2012" and len(repeats[1]):
        there = np.isin(sides[1].span, sides[0].span)
        again = there & _repeats(sides[1].span)
        dropped = int(np.count_nonzero(again))
        _refuse_many(match, rules, sides[1], again)
        sides[1] = sides[1].keep(~again)
    has_zeros = rules.pairs_zeros and key.places is not None and response.places is not None
    if has_zeros:
        rows, own = (sides[0].row, sides[1].row), (sides[0].span, sides[1].span)
        sides[1] = sides[1].rename(pair_zeros(match, (key, response), rows, own))
    if rules.matching != "exact":
        rows, own = (sides[0].row, sides[1].row), (sides[0].span, sides[1].identity)
        sides[1] = sides[1].rename(pair_mentions(match, rules, (key, response), rows, own))
    one, two = (side.finish() for side in sides)
    asked = mix_pairs(one.span, two.span, two.identity) if has_zeros else None
    return _tabulate(n_docs, one, two, asked, dropped, repeats)


def _wide(spans: tuple[Codes, Codes]) -> int:
    return 1 + max(int(span.max(initial=0)) for span in spans)


class _Rows:
    """Mentions of one side while they are chosen."""

    def __init__(self, mentions: Mentions, span: Codes) -> None:
        self.row: Offsets = np.arange(mentions.n)
        self.chain, self.document, self.span = mentions.chain, mentions.document(), span
        self.line = mentions.line
        self.renamed: Codes | None = None

    @property
    def identity(self) -> Codes:
        return self.span if self.renamed is None else self.renamed

    @property
    def none(self) -> Mask:
        return np.zeros(len(self.row), dtype=np.bool_)

    def keep(self, chosen: Mask) -> _Rows:
        if not chosen.all():
            self.row, self.chain, self.document = self.row[chosen], self.chain[chosen], self.document[chosen]
            self.span, self.line = self.span[chosen], self.line[chosen]
        return self

    def rename(self, identity: Codes) -> _Rows:
        self.renamed = identity
        return self

    def finish(self) -> Side:
        new = np.diff(self.chain, prepend=-1) != 0
        chain = (np.cumsum(new) - 1).astype(np.int32)
        return Side(self.row, self.document, chain, self.identity, self.span, self.document[new], np.bincount(chain))


def _repeats(key: Offsets | Codes) -> Mask:
    """(n,) which keys have come before."""
    found = np.ones(len(key), dtype=np.bool_)
    _, first = np.unique(key, return_index=True)
    found[first] = False
    return found


def _refuse_many(match: Match, rules: MentionRules, side: _Rows, again: Mask) -> None:
    n = int(np.count_nonzero(again))
    if rules.most_repeats is None or n <= rules.most_repeats:
        return
    corpus = match.system.corpus
    place = int(np.flatnonzero(again)[0])
    raise FormatError(
        f"{n:,} mentions of the key stand twice in the response (the first in document "
        f"{corpus.document_name(int(side.document[place]))}); "
        f"the reference scorer refuses more than {rules.most_repeats}",
        path=corpus.path_of(int(corpus.sent_start[corpus.doc_start[side.document[place]]])),
        line=int(side.line[place]),
        hint="give every span one chain, or leave out --like: repeats are then dropped and counted",
    )


def _identify(match: Match, key: Mentions, response: Mentions) -> tuple[Codes, Codes]:
    """Numbers for the spans of both sides: equal numbers, equal words (and, where heads are matched, equal heads)."""
    if match.gold.conventions.mentions.by_sentence and key.places is None and response.places is None:
        _, number = np.unique(_sentence_codes(match, key, response), return_inverse=True)
    else:
        _, number = np.unique(np.concatenate([span_codes(key, None), span_codes(response, match)]), return_inverse=True)
    if match.gold.conventions.mentions.matching == "head":
        heads = np.concatenate(
            [key.key_of(key.heads()), response.key_of(response.heads(), gold_words(match, response, response.heads()))]
        )
        _, head = np.unique(heads, return_inverse=True)
        _, number = np.unique(number.ravel().astype(np.int64) * len(heads) + head.ravel(), return_inverse=True)
    found = number.ravel().astype(np.int32)
    return found[: key.n], found[key.n :]


def _sentence_codes(match: Match, key: Mentions, response: Mentions) -> Offsets:
    """(n_key + n_response,) numbers for spans as coval knows them.

    It goes by the sentence of the last word, and by the places of both ends in their sentences, whatever they are.
    """
    columns = []
    for corpus, mentions in ((match.gold.corpus, key), (match.system.corpus, response)):
        document, sentence = mentions.document(), corpus.sentence_of_words()
        first, last = (sentence[place] for place in (mentions.first, mentions.last))
        begin, end = mentions.first - corpus.sent_start[first], mentions.last - corpus.sent_start[last]
        columns.append(np.stack([document, last - corpus.doc_start[document], begin, end]))
    found = np.concatenate(columns, axis=1).astype(np.int64)
    code: Offsets = found[0]
    for column in found[1:]:
        code = code * (1 + column.max(initial=0)) + column
    return code


def _tabulate(  # noqa: PLR0917 (both sides, and what has been found of them)
    n_docs: int, key: Side, response: Side, asked: tuple[Codes, Codes] | None, dropped: int, repeats: list[Offsets]
) -> Chains:
    n = 1 + max(int(key.identity.max(initial=-1)), int(response.identity.max(initial=-1)))
    repeated = np.unique(np.concatenate([side.document[_repeats(side.identity)] for side in (key, response)])).astype(
        np.int32
    )
    own = (key.identity, response.identity)
    if asked is not None:  # mentions go by what they are, and are asked for by what they are paired with
        own = (key.span, response.span)
        n = max(n, 1 + max(int(names.max(initial=-1)) for names in own))
    ours, theirs = asked or own
    to_key = _last_chain(key.chain, own[0], n)[theirs]
    of_response = _count(to_key, response.chain, len(response.size))
    if asked is None and not len(repeated):
        of_key = in_response = in_key = of_response
    else:
        of_key = _count(key.chain, _last_chain(response.chain, own[1], n)[ours], len(response.size))
        in_response = _count(*_join((key.chain, ours), (response.chain, own[1])), len(response.size))
        in_key = _count(*_join((response.chain, theirs), (key.chain, own[0]))[::-1], len(response.size))
    return Chains(
        n_docs=n_docs,
        key=key,
        response=response,
        to_key=to_key,
        of_key=of_key,
        of_response=of_response,
        in_response=in_response,
        in_key=in_key,
        n_identities=n,
        repeated=repeated,
        n_dropped=dropped,
        key_repeats=repeats[0],
        response_repeats=repeats[1],
    )


def overlap(key: Side, response: Side, n: int) -> Overlap:
    """Mentions of the response by the (last) chain that they have in the key."""
    return _count(_last_chain(key.chain, key.identity, n)[response.identity], response.chain, len(response.size))


def _last_chain(chain: Codes, name: Codes, n: int) -> Codes:
    """(n,) the last chain of each name of a mention; -1: it is not there."""
    found = np.full(n, NONE, dtype=np.int32)
    found[name] = chain  # of several the last stays
    return found


def _count(key: Codes, response: Codes, n_responses: int) -> Overlap:
    """Equal pairs counted, those without a chain on one side left out."""
    there = (key >= 0) & (response >= 0)
    pair = key[there].astype(np.int64) * max(n_responses, 1) + response[there]
    pairs, n = np.unique(pair, return_counts=True)
    return Overlap((pairs // max(n_responses, 1)).astype(np.int32), (pairs % max(n_responses, 1)).astype(np.int32), n)


def _join(one: tuple[Codes, Codes], two: tuple[Codes, Codes]) -> tuple[Codes, Codes]:
    """For each mention of one side (chain, name) every chain of the other that has it: its own chain, and that one."""
    order = np.lexsort(two)
    chain, name = two[0][order], two[1][order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (name[1:] != name[:-1]) | (chain[1:] != chain[:-1])
    chain, name = chain[new], name[new]
    n = 1 + max(int(names.max(initial=-1)) for _, names in (one, two))
    start = np.concatenate([[0], np.cumsum(np.bincount(name, minlength=n))])
    low, size = start[one[1]], np.diff(start)[one[1]]
    at = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + np.repeat(low, size)
    return np.repeat(one[0], size), chain[at]
