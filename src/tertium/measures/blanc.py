"""BLANC: pairs of mentions that corefer and pairs that do not, each with its F1 (Recasens and Hovy 2011).

Extended to mentions that the system finds itself by Luo et al. (2014): links of a side are pairs of its own mentions.
The score is the mean of the two F1 (not the F1 of the mean recall and precision). Links are summed over documents
first. A class of links that the key does not have is left out of the mean (v8.01); CorefUD's scorer leaves it out only
if the response has none either.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure, Rate, ratio
from tertium.measures.chain_counts import READS, harmonic, sum_blocks
from tertium.tasks.chains import Chains, Side, chains_of, sum_by

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Offsets, Scores
    from tertium.tasks.match import Match


def count_pairs(match: Match, blocks: Blocks) -> Counts:
    """Coreferent pairs that both have, of the key, of the response; then pairs that are not coreferent."""
    found = chains_of(match)
    as_sets = match.gold.conventions.mentions.repeats != "once"
    n, table = found.n_docs, found.of_response if as_sets else found.of_key
    of_key, of_response = (_inside(side, n) for side in (found.key, found.response))
    all_key, all_response = (_pairs(np.bincount(side.document, minlength=n)) for side in (found.key, found.response))
    both = found.by_document(found.key, table.key, _pairs(table.n))
    shared = found.by_document(found.key, table.key, table.n)  # mentions that both sides have
    together = [
        _sum_chains(found, side, chain, table.n)
        for side, chain in ((found.key, table.key), (found.response, table.response))
    ]
    apart = _pairs(shared) - together[0] - together[1] + both
    columns: list[Scores] = [both, of_key, of_response, apart, all_key - of_key, all_response - of_response]
    for document in found.repeated.tolist() if as_sets else ():
        for column, value in zip(columns, _count_sets(found, document), strict=True):
            column[document] = value
    return sum_blocks(blocks, *columns)


def _pairs(n: Offsets | Scores) -> Scores:
    return n * (n - 1.0) / 2


def _inside(side: Side, n_docs: int) -> Scores:
    return sum_by(side.chain_document, _pairs(side.size), n_docs)


def _sum_chains(found: Chains, side: Side, chain: Codes, n: Offsets) -> Scores:
    """(n_docs,) pairs of shared mentions inside the chains of one side."""
    shared = sum_by(chain, n, len(side.size))
    return sum_by(side.chain_document, _pairs(shared), found.n_docs)


def _count_sets(found: Chains, document: int) -> list[int]:
    """The six counts of a document with repeated spans, whose pairs are sets."""
    links = []
    for side in (found.key, found.response):
        rows = np.flatnonzero(side.document == document)
        one, two = np.triu_indices(len(rows), 1)
        ends = side.identity[rows[one]].astype(np.int64), side.identity[rows[two]].astype(np.int64)
        low, high = np.minimum(*ends), np.maximum(*ends)
        link = low * found.n_identities + high
        same = side.chain[rows[one]] == side.chain[rows[two]]
        links.append((np.unique(link[same]), np.unique(link[~same])))
    (key, key_apart), (response, response_apart) = links
    return [
        len(np.intersect1d(key, response)),
        len(key),
        len(response),
        len(np.intersect1d(key_apart, response_apart)),
        len(key_apart),
        len(response_apart),
    ]


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


BLANC: Final = make_blanc(by_key=True)
