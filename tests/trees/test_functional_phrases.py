"""Functional trees of phrases: functions, chains, traces, gaps, roots."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tertium.headrules import find_functions
from tertium.trees.functional import make_text
from tertium.trees.functional_phrases import find_place, from_phrases
from tertium.trees.label_sets import ABSENT, LabelSets
from tests.packed_trees import Tree, read_as, rows_of, to_text, trees


def functional(text: str, fmt: str = "penn", place: str | None = None) -> dict[str, str]:
    """Nodes of one tree as `words: label`; the words of traces are left out."""
    corpus = read_as(fmt, text)
    seen = ~corpus.vocab.flag(corpus.columns["tag"], lambda tag: tag == "-NONE-")
    to_text = np.where(seen, np.cumsum(seen) - 1, -1).astype(np.int32)
    labels = LabelSets()
    ground = make_text(np.array([0, int(seen.sum())], dtype=np.int64))
    found = from_phrases(ground, corpus, to_text, labels, find_place(corpus)[0] if place is None else place)  # type: ignore[arg-type]
    forms = [form for form, keep in zip(corpus.forms(0, corpus.n_words), seen, strict=True) if keep]
    nodes = {
        form: labels.show(int(label)) for form, label in zip(forms, found.word_label, strict=True) if label != ABSENT
    }
    every = np.arange(len(found.label), dtype=np.int32)
    for label, words in zip(found.label, found.words_of(every), strict=True):
        nodes[" ".join(forms[word] for word in words)] = labels.show(int(label))
    return nodes


def test_phrases__functions_behind_categories() -> None:
    """The root is no node; a phrase over one word is that word's node; categories do not matter."""
    nodes = functional("(TOP (S (NP-SBJ (NN dogs)) (VP (VBP bark) (PP-LOC-1 (IN at) (NP (NN home))))))\n")
    assert nodes == {
        "dogs": "SBJ",
        "bark": "*",
        "at": "*",
        "home": "*",
        "dogs bark at home": "*",
        "bark at home": "*",
        "at home": "LOC",
    }


def test_phrases__a_chain_is_one_node_with_all_functions() -> None:
    nodes = functional("(S-A (NP-B (X-C (NN a) (NN b))))\n")
    assert nodes == {"a": "*", "b": "*", "a b": "A+B+C"}
    assert functional("(S (NP-B (X-C (NN a))) (NN b))\n")["a"] == "B+C"


def test_phrases__several_functions_are_a_set() -> None:
    assert functional("(S (NP-LOC-PRD (NN a) (NN b)) (NN c))\n")["a b"] == "LOC+PRD"


def test_phrases__functions_behind_tags() -> None:
    """They count where phrases have them too; the cases of Icelandic nouns are none."""
    nodes = functional("(S (PPER-SBJ sie) (VVFIN-HD kommt) (NP-SBJ (NN-HD x) (ADV-MO y)))\n")
    assert nodes["sie"] == "SBJ"
    assert nodes["kommt"] == nodes["x"] == "*"
    assert nodes["y"] == "MO"
    assert functional("(S (PRO-N hann) (VP-SBJ (V x) (N-A y)))\n")["hann"] == "*"


def test_phrases__traces_are_no_words() -> None:
    nodes = functional("(S (NP-SBJ (-NONE- *)) (VP (VB go) (NP-OBJ (NN home) (-NONE- *T*))))\n")
    assert nodes == {"go": "*", "home": "OBJ", "go home": "*"}


def test_phrases__labels_that_are_functions_themselves() -> None:
    """Gaps are no matter; HD is a head."""
    text = "(ROOT (root (subj 0=a) (HD 1=b) (obj (HD 2=c) (det 4=e)) (mod 3=d)))\n"
    nodes = functional(text, "discbracket", "label")
    assert nodes == {"a": "subj", "b": "*", "c": "*", "e": "det", "d": "mod", "c e": "obj", "a b c d e": "root"}


def test_phrases__functions_of_edges() -> None:
    text = (
        "#BOS 1\n"
        "Sie\tPPER\t--\tSB\t500\n"
        "schlafen\tVVFIN\t--\tHD\t500\n"
        "heute\tADV\t--\tMO\t500\n"
        "#500\tS\t--\t--\t0\n"
        "#EOS 1\n"
    )
    nodes = functional(text, "export")
    assert nodes == {"Sie": "SB", "schlafen": "*", "heute": "MO", "Sie schlafen heute": "*"}


@given(trees(gaps=True, root="TOP"))
def test_phrases__as_sets_of_words(tree: Tree) -> None:
    """Every set of words with a phrase over it is one node, with the functions of all these phrases."""
    corpus = read_as("discbracket", to_text(tree, placed=True) + "\n")
    n = corpus.n_words
    labels = LabelSets()
    ground = make_text(np.array([0, n], dtype=np.int64))
    found = from_phrases(ground, corpus, np.arange(n, dtype=np.int32), labels, "suffix")
    nodes = {frozenset({word}): labels.show(int(label)) for word, label in enumerate(found.word_label)}
    every = np.arange(len(found.label), dtype=np.int32)
    spelled = found.words_of(every)
    nodes |= {frozenset(words): labels.show(int(label)) for label, words in zip(found.label, spelled, strict=True)}
    expected: dict[frozenset[int], set[str]] = {frozenset({word}): set() for word in range(n)}
    for label, parent, words in rows_of(tree):
        if parent >= 0:
            expected.setdefault(words, set()).update(find_functions(label))
    assert nodes == {words: "+".join(sorted(names)) or "*" for words, names in expected.items()}
    assert found.n_nodes == len(expected)
    assert [len(words) for words in spelled] == found.size.tolist()


@pytest.mark.parametrize("text", ["(())\n", "(TOP (NN a))\n"])
def test_phrases__failed_and_bare(text: str) -> None:
    assert functional(text) in ({}, {"a": "*"})
