"""MUC (Vilain et al. 1995): how many links would have to be added or taken away?

Recall sums, over key chains, mentions minus the parts into which the response splits the chain (their equation 2);
precision the same from the response's side. Chains of one mention have no link, so that outputs made of such chains
alone score 0 though they be identical. As v8.01 has it, links are found on the response's side for both, which matters
only where a span is repeated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.measures.base import Blocks, Measure
from tertium.measures.chain_counts import F1, READS, sum_blocks
from tertium.tasks.chains import chains_of

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.tasks.match import Match


def count_links(match: Match, blocks: Blocks) -> Counts:
    """Links that both sides have, and those of each."""
    import numpy as np

    found = chains_of(match)
    table = found.of_response
    right = found.by_document(found.response, table.response, table.n - 1)
    missed = right
    if not match.gold.conventions.mentions.one_sided_muc:
        missed = found.by_document(found.key, found.of_key.key, found.of_key.n - 1)
    ours, theirs = (
        np.bincount(side.chain_document, weights=side.size - 1, minlength=found.n_docs)
        for side in (found.key, found.response)
    )
    return sum_blocks(blocks, missed, ours, right, theirs)


MUC: Final = Measure(
    name="MUC",
    title="links of chains",
    cites="Vilain et al. 1995, equation 2",
    reads=READS,
    tally=count_links,
    rate=F1,
    unit="link",
)
