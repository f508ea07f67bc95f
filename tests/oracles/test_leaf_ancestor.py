"""Leaf-Ancestor under three schemes of costs, and disco-dop's --la and --ted (oracles/constituency)."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tertium
from tertium.brackets import BracketRules
from tertium.formats.prm import read_parameters
from tertium.measures.leaf_ancestor import likeness
from tertium.measures.tree_edit import anchored_edits, free_edits
from tertium.tasks.paired_trees import PairedTrees, pair_trees
from tests.conftest import find_shared

if TYPE_CHECKING:
    from tertium._typing import Scores
    from tertium.conventions import LineageCosts
    from tertium.corpus import Corpus
    from tertium.tasks.match import Match

SHARED = find_shared()
SCHEMES: dict[LineageCosts, str] = {"simple": "simple", "nle2003": "nle2003", "parseval2002": "workshop2002"}


@cache
def oracle(name: str) -> dict[str, Any]:
    assert SHARED is not None
    found: dict[str, Any] = json.loads((SHARED / "oracles" / "constituency" / f"{name}.json").read_text())
    return found


def systems() -> list[Any]:
    """One system of each corpus by default, all others in the slow run."""
    if SHARED is None:
        return []
    return [
        pytest.param(corpus, system, marks=[pytest.mark.slow] if number else [])
        for corpus, entries in oracle("leaf_ancestor")["corpora"].items()
        for number, system in enumerate(entries)
    ]


@cache
def matched(corpus: str, system: str) -> Match:
    assert SHARED is not None
    folder = SHARED / "corpora" / "constituency" / corpus
    return tertium.score(folder / "gold.mrg", {system: folder / system}).tables.matches[0]


def means(trees: PairedTrees, costs: LineageCosts, corpus: Corpus) -> tuple[Scores, float]:
    """The mean of each sentence (not a number where there is no parse), and the mean over words."""
    alike = likeness(trees, costs, corpus.vocab)
    total = np.bincount(trees.gold.sentence, weights=alike, minlength=corpus.n_sents)
    words = trees.gold.count_words()
    return np.where(words > 0, total / np.maximum(words, 1), np.nan), float(total.sum() / words.sum())


def label_as_written(corpus: Corpus) -> Corpus:
    """The corpus with labels that no rule can cut: the oracle compares them with their functions."""
    assert corpus.nodes is not None
    label = corpus.vocab.rewrite(corpus.nodes.label, lambda text: text.replace("-", "–").replace("=", "＝"))
    return replace(corpus, nodes=replace(corpus.nodes, label=label))


@pytest.mark.parametrize(("corpus", "system"), systems())
def test_leaf_ancestor__every_sentence_under_every_scheme(corpus: str, system: str) -> None:
    match = matched(corpus, system)
    gold, parsed = (label_as_written(view.corpus) for view in (match.gold, match.system))
    trees = pair_trees(gold, parsed, BracketRules(dialect="discodop"))
    for costs, name in SCHEMES.items():
        expected = oracle("leaf_ancestor")["corpora"][corpus][system][name]
        sentences, over_words = means(trees, costs, gold)
        wanted = [np.nan if value is None else value for value in expected["sentences"]]
        np.testing.assert_allclose(sentences, wanted, atol=6e-7)
        assert over_words == pytest.approx(expected["corpus_token_mean"])
        assert np.nanmean(sentences) == pytest.approx(expected["corpus_sentence_mean"])


def test_default__gives_the_same_where_no_parse_failed() -> None:
    """0.8775, 0.9043, 0.9226 on GUM; .8810 where 8 failed parses are left out, .8664 where they score 0."""
    if SHARED is None:
        pytest.skip("the shared corpora and oracles are not here")
    match = matched("gum-en", "sys-berkeley-sm4.mrg")
    gold = match.gold.corpus
    sentences, _ = means(pair_trees(gold, match.system.corpus, match.gold.conventions.brackets), "simple", gold)
    assert sentences.mean() == pytest.approx(0.9226, abs=5e-5)


@pytest.mark.parametrize(("corpus", "system"), systems())
def test_discodop__leaf_ancestor_with_and_without_deletion(corpus: str, system: str) -> None:
    assert SHARED is not None
    match = matched(corpus, system)
    collins = SHARED / "corpora" / "constituency" / "evalb-samples" / "COLLINS.prm"
    choices = {
        "noprm": BracketRules(dialect="discodop"),
        "COLLINS": read_parameters(str(collins), "discodop")[0],
    }
    for name, rules in choices.items():
        trees = pair_trees(match.gold.corpus, match.system.corpus, rules)
        sentences, _ = means(trees, "simple", match.gold.corpus)
        printed = oracle("discodop_eval")[corpus][system][name]["summary"]["leaf-ancestor"][-1]
        assert f"{100 * np.nanmean(sentences):.2f}" == printed, name


@pytest.mark.slow
@pytest.mark.parametrize("corpus", ["gum-en", "icepahc-is"] if SHARED else [])
def test_discodop__tree_edit_distance(corpus: str) -> None:
    """Free edits are disco-dop's, sentence by sentence; anchored ones are never fewer."""
    assert SHARED is not None
    system = "sys-pcfg-v2h1.mrg"
    match = matched(corpus, system)
    collins = SHARED / "corpora" / "constituency" / "evalb-samples" / "COLLINS.prm"
    choices = {
        "noprm": BracketRules(dialect="discodop"),
        "COLLINS": read_parameters(str(collins), "discodop")[0],
    }
    for name, rules in choices.items():
        expected = oracle("discodop_eval")[corpus][system][f"{name}_ted"]
        trees = pair_trees(match.gold.corpus, match.system.corpus, rules)
        anchored = anchored_edits(trees)
        free = free_edits(trees, anchored)
        assert (free <= anchored).all()
        nodes = sum(int(side.count_words().sum() + side.count_nodes().sum()) for side in (trees.gold, trees.system))
        printed = expected["summary"]["tree-dist (Dice micro avg)"][-1]
        assert f"{100 * (1 - free.sum() / nodes):.2f}" == printed, name
        if corpus == "gum-en" and "sentences" in expected:  # on Icelandic, columns run into each other
            rows = [line.split() for line in expected["sentences"][: len(free)]]
            assert [float(row[-1]) / 100 for row in rows] == free.tolist()
