"""BLANC: pairs of mentions that corefer and pairs that do not, each with its F1 (Recasens and Hovy 2011).

Extended to mentions that the system finds itself by Luo et al. (2014): links of a side are pairs of its own mentions.
The score is the mean of the two F1 (not the F1 of the mean recall and precision). Links are summed over documents
first. A class of links that the key does not have is left out of the mean (v8.01); CorefUD's scorer leaves it out only
if the response has none either.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from tertium.measures.base import Blocks, Measure, Rate, ratio
from tertium.measures.chain_counts import READS, harmonic, sum_blocks
from tertium.tasks.chains import Chains, Overlap, Side, chains_of, overlap, sum_by

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Mask, Offsets, Scores
    from tertium.tasks.match import Match


def count_pairs(match: Match, blocks: Blocks) -> Counts:
    """Coreferent pairs that both have, of the key, of the response; then pairs that are not coreferent."""
    found = chains_of(match)
    as_sets = match.gold.conventions.mentions.repeats != "once"
    if not (as_sets and len(found.repeated)):
        return sum_blocks(blocks, *_count_plain(found, found.key, found.response, found.of_key))
    often = np.zeros(found.n_identities, dtype=np.bool_)
    for side in (found.key, found.response):
        often |= np.bincount(side.identity, minlength=found.n_identities) > 1
    key, response = (side.keep(~often[side.identity]) for side in (found.key, found.response))
    columns = _count_plain(found, key, response, overlap(key, response, found.n_identities))
    for document in found.repeated.tolist():
        for column, value in zip(columns, _count_repeated(found, document, often), strict=True):
            column[document] += value
    return sum_blocks(blocks, *columns)


def _count_plain(found: Chains, key: Side, response: Side, table: Overlap) -> list[Scores]:
    """The six counts of each document where no span has two chains."""
    n = found.n_docs
    of_key, of_response = (_inside(side, n) for side in (key, response))
    all_key, all_response = (_pairs(np.bincount(side.document, minlength=n)) for side in (key, response))
    both = found.by_document(key, table.key, _pairs(table.n))
    shared = found.by_document(key, table.key, table.n)  # mentions that both sides have
    together = [
        _sum_chains(found, side, chain, table.n) for side, chain in ((key, table.key), (response, table.response))
    ]
    apart = _pairs(shared) - together[0] - together[1] + both
    return [both, of_key, of_response, apart, all_key - of_key, all_response - of_response]


def _pairs(n: Offsets | Scores) -> Scores:
    return n * (n - 1.0) / 2


def _inside(side: Side, n_docs: int) -> Scores:
    return sum_by(side.chain_document, _pairs(side.size), n_docs)


def _sum_chains(found: Chains, side: Side, chain: Codes, n: Offsets) -> Scores:
    """(n_docs,) pairs of shared mentions inside the chains of one side."""
    shared = sum_by(chain, n, len(side.size))
    return sum_by(side.chain_document, _pairs(shared), found.n_docs)


def _count_repeated(found: Chains, document: int, often: Mask) -> Offsets:
    """The six counts of the pairs with a span that is repeated: pairs are sets, and may be of both classes."""
    sides = [
        (side.identity[rows], side.chain[rows])
        for side in (found.key, found.response)
        for rows in [slice(*np.searchsorted(side.document, (document, document + 1)))]
    ]
    names = np.unique(np.concatenate([identity for identity, _ in sides]))
    spans = [np.searchsorted(names, identity) for identity, _ in sides]
    free = np.ones(len(names), dtype=np.bool_)
    total = np.zeros(6, dtype=np.int64)
    for own in np.flatnonzero(often[names]).tolist():
        (key, key_apart), (response, response_apart) = (
            _link(own, free, span, chain) for span, (_, chain) in zip(spans, sides, strict=True)
        )
        free[own] = False  # a pair counts once
        parts = (key & response, key, response, key_apart & response_apart, key_apart, response_apart)
        total += [np.count_nonzero(part) for part in parts]
    return total


def _link(own: int, free: Mask, span: Offsets, chain: Codes) -> tuple[Mask, Mask]:
    """(n,) which free spans are in a chain of one span, and which are in another; the span with itself, too."""
    together, apart = (np.zeros(len(free), dtype=np.bool_) for _ in range(2))
    chains = chain[span == own]
    n_chains = len(np.unique(chains))
    inside = np.isin(chain, chains)
    together[span[inside]] = True
    apart[span if n_chains > 1 else span[~inside & (n_chains > 0)]] = True
    together[own] = n_chains < len(chains)
    apart[own] = n_chains > 1
    return together & free, apart & free


def rate_pairs(sums: Scores, *, by_key: bool) -> dict[str, Scores]:
    """From the six summed counts (..., 6) to values."""
    recall, precision, f1, counted = [], [], [], []
    for right, key, response in ((0, 1, 2), (3, 4, 5)):
        one, two = ratio(sums[..., right], sums[..., key]), ratio(sums[..., right], sums[..., response])
        recall.append(one)
        precision.append(two)
        f1.append(harmonic(one, two))
        some = sums[..., key] > 0
        counted.append((some if by_key else some | (sums[..., response] > 0)).astype(np.float64))
    classes = counted[0] + counted[1]

    def mean(values: list[Scores]) -> Scores:
        return ratio(values[0] * counted[0] + values[1] * counted[1], classes)

    return {"value": mean(f1), "precision": mean(precision), "recall": mean(recall)}


def make_blanc(*, by_key: bool) -> Measure:
    """BLANC as v8.01 has it, or as CorefUD's scorer has it."""
    return Measure(
        name="BLANC",
        title="pairs of mentions, coreferent or not",
        cites="Recasens and Hovy 2011; Luo et al. 2014",
        reads=READS,
        tally=count_pairs,
        rate=Rate(n_counts=6, values=partial(rate_pairs, by_key=by_key)),
        unit="pair",
    )
