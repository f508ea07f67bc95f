"""Non-projective trees made projective by lifting arcs (Nivre and Nilsson 2005, section 2), labels kept.

The shortest arc that is not projective is hung on its head's head, until there is none; of arcs of the same length, the
leftmost. This is the paper's protocol of cross-scheme evaluation, and nothing that functional trees need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.trees.projectivity import find_nonprojective

if TYPE_CHECKING:
    from tertium._typing import Codes, Offsets


def projectivize(head: Codes, sent_start: Offsets) -> tuple[Codes, int, int]:
    """Projective heads, how many lifts it took, and in how many sentences.

    Args:
        head: (n_words,) heads without circles.
        sent_start: (n_sents + 1,) over words.
    """
    heads = head.copy()
    sentence = np.repeat(np.arange(len(sent_start) - 1), np.diff(sent_start))
    arcs = np.flatnonzero(find_nonprojective(heads, sent_start))
    touched = np.unique(sentence[arcs])
    n_lifts = 0
    while len(arcs):
        length = np.abs(heads[arcs] - arcs)
        order = np.lexsort((arcs, length, sentence[arcs]))
        _, first = np.unique(sentence[arcs[order]], return_index=True)
        lifted = arcs[order[first]]  # one in each sentence: lifting changes what else is projective
        heads[lifted] = heads[heads[lifted]]
        n_lifts += len(lifted)
        arcs = np.flatnonzero(find_nonprojective(heads, sent_start))
    return heads, n_lifts, len(touched)
