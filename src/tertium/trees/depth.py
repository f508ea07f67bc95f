"""How deep a word hangs, and how many words hang on it: for a whole corpus at once.

Depth counts the arcs from a word up to the word on the artificial root, which has depth 0. Every word jumps to its
head's head's head... and adds up what it has climbed, so the number of rounds is the logarithm of the greatest depth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tertium.corpus import HEADLESS, MISSING, ROOT
from tertium.trees.validity import reach_no_root

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets


def find_depths(head: Codes) -> Codes:
    """(n_words,) arcs up to the word on the root; -1 for words that never arrive there."""
    n_words = len(head)
    jump = np.append(np.where(head < 0, n_words, head), n_words).astype(np.int32)
    depth = (jump != n_words).astype(np.int32)
    climbing = np.flatnonzero(depth)
    for _ in range(n_words.bit_length() + 1):
        if not len(climbing):
            break
        depth[climbing] += depth[jump[climbing]]
        jump[climbing] = jump[jump[climbing]]
        climbing = climbing[jump[climbing] != n_words]
    found: Codes = depth[:-1]
    found[~_are_rooted(head)] = MISSING
    return found


def _are_rooted(head: Codes) -> Mask:
    """(n_words,) words from which the heads lead to the root, not into a cycle or to a word without a head."""
    if not (head == HEADLESS).any():
        return ~reach_no_root(head)
    itself = np.arange(len(head), dtype=np.int32)
    return ~reach_no_root(np.where(head == HEADLESS, itself, head))  # a word that is its own head leads nowhere


def are_trees(head: Codes, sent_start: Offsets) -> Mask:
    """(n_sents,) sentences in which every word hangs, by way of its heads, on the root; several roots are fine."""
    lost = np.concatenate([[0], np.cumsum(~_are_rooted(head))])
    whole: Mask = np.diff(lost[sent_start]) == 0
    return whole


def count_children(head: Codes) -> Codes:
    """(n_words,) words that hang on each word."""
    return np.bincount(head[head > ROOT], minlength=len(head)).astype(np.int32)
