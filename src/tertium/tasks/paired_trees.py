"""Whole trees, gold and system over the same words: what Leaf-Ancestor and the tree edit distance look at.

By default nothing is deleted but traces: root, punctuation and all labels stay, functions are cut off, and all kinds of
roots (TOP, ROOT, S1, VROOT, none) are one, because they only tell which program wrote the file. Under a parameter file
or a scorer's preset what these delete is deleted here, too, and labels that they take for the same are one label.
Parts of speech are cut as labels are, but never at their first character (`-LRB-`), as disco-dop has it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.brackets import ROOTS, find_classes
from tertium.errors import UsageError
from tertium.nodes import NO_NODE
from tertium.tasks.bracketing import VALID, pair_words
from tertium.trees.pruned import Pruned, prune

if TYPE_CHECKING:
    from tertium._typing import Mask, Offsets
    from tertium.brackets import BracketRules
    from tertium.corpus import Corpus

_ROOT: Final = "TOP"


@dataclass(frozen=True, eq=False, slots=True)
class PairedTrees:
    """Both files' trees in the sentences that can be compared; word i of one is word i of the other."""

    gold: Pruned
    system: Pruned
    valid: Mask  # (n_sents,)  the same words on both sides, at least one
    n_words: Offsets  # (n_sents,)  gold words that count, also where there is no comparable parse
    missed: Offsets  # (n_sents,)  gold words and phrases where there is no comparable parse

    @property
    def asked(self) -> Mask:
        """(n_sents,) which sentences have gold words that count."""
        found: Mask = self.n_words > 0
        return found


def pair_trees(gold: Corpus, system: Corpus, rules: BracketRules, *, keep_roots: bool = False) -> PairedTrees:
    """Delete what does not count.

    Args:
        gold: Trees.
        system: Trees over the same sentences.
        rules: What does not count.
        keep_roots: A phrase with none above it stays, whatever its label.

    Raises:
        UsageError: A file has no trees.
    """
    rules = _for_trees(rules)
    words = pair_words(gold, system, rules)
    valid = words.status == VALID
    sides = [
        _take_tree(corpus, keep & np.repeat(valid, corpus.sent_len), rules, keep_roots=keep_roots)
        for corpus, keep in zip((gold, system), words.keep, strict=True)
    ]
    missed = np.zeros(gold.n_sents, dtype=np.int64)
    if not valid.all():
        lost = _take_tree(gold, words.keep[0] & np.repeat(~valid, gold.sent_len), rules, keep_roots=keep_roots)
        missed = lost.count_words() + lost.count_nodes()
    return PairedTrees(sides[0], sides[1], valid, words.sizes[0], missed)


def find_parsed(gold: Corpus, system: Corpus, rules: BracketRules) -> tuple[Mask, Mask]:
    """(n_sents,) which sentences have gold words that count, and which the same words on both sides."""
    words = pair_words(gold, system, _for_trees(rules))
    return words.sizes[0] > 0, words.status == VALID


def _for_trees(rules: BracketRules) -> BracketRules:
    """What does not count in whole trees."""
    if not rules.whole_trees:
        return rules
    return replace(rules, delete_label=rules.delete_label_for_length, eq_label=())


def _take_tree(corpus: Corpus, keep: Mask, rules: BracketRules, *, keep_roots: bool) -> Pruned:
    nodes = corpus.nodes
    if nodes is None:
        raise UsageError(f"{corpus.path_of(0)} has no trees", hint="give files of bracketed trees")
    lead = find_classes(rules.eq_label)
    deleted = {lead.get(text, text) for text in rules.delete_label}

    def name_tag(text: str) -> str:
        cut = rules.trim(text) if rules.dialect == "discodop" else text[:1] + rules.trim(text[1:])
        return lead.get(cut, cut)

    cut, tag = corpus.vocab.rewrite(nodes.label, rules.trim), corpus.vocab.rewrite(corpus.columns["tag"], name_tag)
    label, top = corpus.vocab.rewrite(cut, lambda text: lead.get(text, text)), nodes.parent == NO_NODE
    if rules.whole_trees:
        stays = np.ones(nodes.n_nodes, dtype=np.bool_)
        root = top & corpus.vocab.flag(label, frozenset(ROOTS).__contains__)
        label = np.where(root, np.int32(corpus.vocab.code(_ROOT)), label)
    else:
        stays = ~corpus.vocab.flag(label, deleted.__contains__)
        if keep_roots:
            stays |= top
        if rules.dialect == "discodop":  # what is the same is the same below roots only
            label = np.where(top, cut, label)
    return prune(corpus, nodes, keep=keep, stays=stays, label=label, tag=tag)
