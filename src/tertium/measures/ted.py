"""TedEval: how far is a parse from what several annotation schemes agree on (step 3 of 3)?

Tsarfaty, Nivre and Andersson (2011, section 3). The words are held in place, so nodes can only be paired over the same
words, and the tree edit distance is a count over yields: nodes that only one tree has, and nodes that both have under
labels that do not agree. It is exact, has no ties, and asks for no projectivity. From the distance of the parse to the
generalised gold are taken the operations that also turn the parser's own gold into it (deletions of nodes that the own
gold has too): a parser does not pay for what its scheme says and others do not.

Against a single gold the unlabelled score is the Dice coefficient (the bracket F1) of the nodes of functional trees.
`insert/delete` is the variant of 2012: there is no relabelling, so a wrong label costs a deletion and an insertion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tertium.measures.base import Measure, Rate, ratio
from tertium.trees.label_sets import ABSENT

if TYPE_CHECKING:
    from tertium._typing import Codes, Counts, Mask, Offsets, Scores
    from tertium.trees.label_sets import LabelSets
    from tertium.trees.yields import Yields

_CITES: Final = "Tsarfaty, Nivre and Andersson 2011, section 3"


class Edits(NamedTuple):
    """Counts of one system against one generalised gold, (n_sents,) each."""

    parse: Offsets  # nodes of the parse
    gold: Offsets  # nodes of the generalised gold
    found: Offsets  # of these, nodes that the parse has under a label that agrees
    missed: Offsets  # of these, nodes that the parse lacks
    relabelled: Offsets  # of these, nodes under another label
    spurious: Offsets  # nodes that neither the generalised gold nor the own one has
    forgiven: Offsets  # nodes that only the own gold has
    distance: Offsets  # delta of parse and generalised gold
    new: Offsets  # delta_new

    @property
    def sizes(self) -> Offsets:
        """Nodes of both trees: the most that there could be to edit."""
        return self.parse + self.gold

    def rows(self) -> Counts:
        """(n_sents, 2) what the score is made of: nodes of both trees without the edits, and nodes of both."""
        return np.stack([self.sizes - self.new, self.sizes], axis=-1)

    def sentence_scores(self) -> Scores:
        """(n_sents,) the score of each sentence."""
        return value_of(self.rows())


def count_edits(
    yields: Yields, labels: LabelSets, parse: Codes, gold: Codes, own: Codes | None, *, relabel: int = 1
) -> Edits:
    """Edits from a parse to a generalised gold, by sentence.

    Args:
        yields: The rows of the columns.
        labels: What labels are numbered by.
        parse: The column of the system.
        gold: The column of the generalised gold.
        own: The column of the gold whose scheme the system follows; None: nothing is forgiven.
        relabel: What another label costs: 1, or 2 where there is only inserting and deleting.
    """
    in_parse, in_gold = parse != ABSENT, gold != ABSENT
    both = in_parse & in_gold
    wrong = _disagree(labels, parse, gold, both)
    extra = in_parse & ~in_gold
    shared = yields.count(both)
    n_parse, n_gold, n_wrong = yields.count(in_parse), yields.count(in_gold), yields.count(wrong)
    forgiven = np.zeros_like(n_parse)
    if own is not None:
        known = extra & (own != ABSENT)
        forgiven = yields.count(known & ~_disagree(labels, parse, own, known))
    missed = n_gold - shared
    distance = (n_parse - shared) + missed + relabel * n_wrong
    return Edits(
        parse=n_parse,
        gold=n_gold,
        found=shared - n_wrong,
        missed=missed,
        relabelled=n_wrong,
        spurious=n_parse - shared - forgiven,
        forgiven=forgiven,
        distance=distance,
        new=distance - forgiven,
    )


def _disagree(labels: LabelSets, parse: Codes, gold: Codes, both: Mask) -> Mask:
    """Rows that both trees have, where relabelling costs something."""
    found = np.zeros(len(parse), dtype=np.bool_)
    differing = np.flatnonzero(both & (parse != gold))
    found[differing] = ~labels.costs_nothing(parse[differing], gold[differing])
    return found


def value_of(sums: Scores | Counts) -> Scores:
    """From (..., 2) summed counts to scores; a pair of trees without nodes scores 1 (footnote 5).

    >>> value_of(np.array([[9, 10], [0, 0]])).tolist()
    [0.9, 1.0]
    """
    return np.where(sums[..., 1] == 0, 1.0, ratio(sums[..., 0], sums[..., 1]))


def _values(sums: Scores) -> dict[str, Scores]:
    return {"value": value_of(sums)}


def _measure(name: str, title: str) -> Measure:
    return Measure(
        name=name, title=title, cites=_CITES, reads=frozenset({"head", "deprel"}), rate=Rate(2, _values), unit="node"
    )


U_TED: Final = _measure("U-TED", "tree edits, labels aside")
L_TED: Final = _measure("L-TED", "tree edits, labels included")


def _recall(name: str, title: str) -> Measure:
    return Measure(
        name=name, title=title, cites=_CITES, reads=frozenset({"head", "deprel"}), only="accuracy", unit="node"
    )


U_RECALL: Final = _recall("U-recall", "nodes of the gold that the parse has")
L_RECALL: Final = _recall("L-recall", "nodes of the gold that the parse has, under a label that agrees")


def found_rows(edits: Edits) -> Counts:
    """(n_sents, 4) nodes found, and nodes of the gold: a share with one denominator for all systems."""
    return np.stack([edits.found, edits.gold, edits.gold, edits.gold], axis=-1)
