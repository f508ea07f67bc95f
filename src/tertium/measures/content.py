"""CLAS, MLAS and BLEX: attachment of content words, with morphology, with lemmas.

Nivre and Fang (2017) for CLAS; Zeman et al. (2018), section 5, for MLAS and BLEX. Reproduces udtools' evaluation: the
gold total is gold words with a content relation, the system total is *system* words with one, and right answers are
looked for among aligned words whose *gold* relation is a content relation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.measures.base import Blocks, Measure, system_blocks

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Mask
    from tertium.tasks.match import Match

_CITES: Final = "Zeman et al. 2018, section 5"
_READS: Final = frozenset({"head", "deprel"})


def _count_content(match: Match, blocks: Blocks, right: Mask) -> Counts:
    content = match.gold.is_content()
    theirs = match.system.is_content()
    gold = blocks.sum(content)
    system = blocks.sum(theirs) if match.link.is_identity else blocks.sum_at(system_blocks(match, blocks), theirs)
    aligned = gold if match.link.is_identity else blocks.sum(content & match.aligned)
    return np.stack([blocks.sum(content & right), gold, system, aligned], axis=-1)


def count_clas(match: Match, blocks: Blocks) -> Counts:
    """Content words with the right head and relation."""
    return _count_content(match, blocks, match.right("head", "deprel"))


def count_blex(match: Match, blocks: Blocks) -> Counts:
    """The same, with the right lemma too."""
    return _count_content(match, blocks, match.right("head", "deprel", "lemma"))


def count_mlas(match: Match, blocks: Blocks) -> Counts:
    """The same as CLAS, with the right tag, features and functional children too."""
    right = match.right("head", "deprel", "upos", "ufeats")
    return _count_content(match, blocks, right & _same_children(match, right))


def _same_children(match: Match, right: Mask) -> Mask:
    """Where a gold word and its partner have the same functional children, with the same relation, tag and features.

    Alignment keeps the order, so the ordered lists of the definition are equal when every gold child is wholly right
    and there are as many children on both sides.
    """
    ours = match.gold.is_functional()
    n_ours = _count_by_head(match.gold.head, ours)
    n_right = _count_by_head(match.gold.head, ours & right)
    n_theirs = match.link.pull(_count_by_head(match.system.head, match.system.is_functional()))
    same: Mask = (n_ours == n_right) & (n_ours == n_theirs)
    return same


def _count_by_head(head: Codes, flags: Mask) -> Codes:
    heads = head[flags]
    return np.bincount(heads[heads >= 0], minlength=len(head)).astype(np.int32)


CLAS = Measure(
    name="CLAS",
    title="content words: head and relation",
    cites="Nivre and Fang 2017, section 3",
    reads=_READS,
    tally=count_clas,
    only="f1",
)
MLAS = Measure(
    name="MLAS",
    title="content words: head, relation, tag, features, function words",
    cites=_CITES,
    reads=_READS | {"upos", "feats"},
    tally=count_mlas,
    only="f1",
)
BLEX = Measure(
    name="BLEX",
    title="content words: head, relation, lemma",
    cites=_CITES,
    reads=_READS | {"lemma"},
    tally=count_blex,
    only="f1",
)
