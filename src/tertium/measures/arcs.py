"""ARCS: mentions resolved to right antecedents (Tuggener 2014; Tuggener 2017, section 2.3).

Recall is tp / (tp + wl + fn), precision tp / (tp + wl + fp): a wrong antecedent hurts both. Under the criterion `any`
the counts are those of MUC.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure
from tertium.measures.chain_counts import READS, sum_blocks
from tertium.tasks.antecedents import FP, TP, WL, arcs_of
from tertium.tasks.resolutions import decide_mentions

if TYPE_CHECKING:
    from tertium._typing import Counts
    from tertium.mentionrules import Criterion
    from tertium.tasks.match import Match

_TAGS: Final = frozenset({"tag", "xpos", "upos", "feats"})
"""The key's tell mention types; a response may have none."""
_TITLES: Final[dict[Criterion, str]] = {
    "any": "mentions with some right antecedent",
    "nom": "mentions whose closest nominal antecedent is right",
    "named": "mentions whose closest named antecedent is right",
    "immediate": "mentions whose immediate antecedent is right",
}


def count_resolutions(match: Match, blocks: Blocks, criterion: Criterion) -> Counts:
    """Mentions resolved rightly, those that the key resolves, those that the system resolves."""
    found = arcs_of(match, criterion)
    n_docs = match.gold.corpus.n_docs

    def count(document: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        return np.bincount(document[chosen], minlength=n_docs)

    right = count(found.response.document, found.of_response == TP)
    key = count(found.key.document, found.anaphoric)
    response = count(found.response.document, np.isin(found.of_response, (TP, WL, FP)))
    return sum_blocks(blocks, right, key, response, key)


def make_arcs(criterion: Criterion) -> Measure:
    """The measure for one criterion."""
    return Measure(
        name=f"ARCS-{criterion}",
        title=_TITLES[criterion],
        cites="Tuggener 2014; Tuggener 2017, section 2.3 and equation 2",
        reads=READS | _TAGS,
        tally=partial(count_resolutions, criterion=criterion),
        only="f1",
        aligned=False,
        decide=partial(decide_mentions, criterion=criterion),
        chains=criterion,
        unit="mention",
        aliases=(f"arcs_{criterion}", *(["arcs"] if criterion == "nom" else [])),
    )


ARCS: Final = {f"ARCS-{criterion}": make_arcs(criterion) for criterion in _TITLES}
"""One measure a criterion."""
