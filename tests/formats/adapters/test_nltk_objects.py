"""NLTK's trees, dependency graphs and tagged corpora: stand-ins by default, the library among the slow tests."""

from __future__ import annotations

from typing import Any

import pytest

import tertium

GOLD = "(S (NP (DT The) (NN cat)) (VP (VBZ sleeps)))"
OTHER = "(S (NP (DT The)) (NP (NN cat)) (VP (VBZ sleeps)))"
GRAPH = "The\tDT\t2\tdet\ncat\tNN\t3\tnsubj\nsleeps\tVBZ\t0\tROOT\n"


class StandIn(list[Any]):
    """As much of a tree as the adapter asks for; a list of its children, as NLTK's is."""

    def __init__(self, label: str, children: list[Any]) -> None:
        super().__init__(children)
        self._label = label

    def label(self) -> str:
        return self._label

    def leaves(self) -> list[str]:
        return []

    def pformat(self) -> str:
        return ""


def tree(verb: str = "VBZ") -> StandIn:
    return StandIn("S", [StandIn("NP", [StandIn("NN", ["(cat)"])]), StandIn("VP", [StandIn(verb, ["sleeps"])])])


def test_trees__are_phrases() -> None:
    result = tertium.score([tree(), tree()], {"a": [tree(), tree("VBD")]})
    assert result.task == "constituency"
    assert result.score("F1", "a").value == 1.0
    assert result.score("TagAccuracy", "a").correct == 3


def test_trees__one_is_a_corpus_too() -> None:
    assert tertium.score(tree(), {"a": tree()}).score("F1", "a").value == 1.0
    assert len(tertium.score(tree(), [tree(), tree("VBD")]).systems) == 2


def test_trees__brackets_in_words_are_escaped() -> None:
    assert tertium.score(tree(), {"a": tree()}).gold.forms(0, 1) == ["-LRB-cat-RRB-"]


CHUNKS = [("Ann", "NNP", "B-PER"), ("Lee", "NNP", "I-PER"), ("saw", "VBD", "O"), ("Rome", "NNP", "B-LOC")]


class Chunks(StandIn):
    """A tree over words with their tags."""

    def leaves(self) -> list[Any]:
        return [leaf for part in self for leaf in (part.leaves() if isinstance(part, Chunks) else [part])]


def test_chunks__are_spans_however_they_are_written() -> None:
    names = Chunks("PER", [("Ann", "NNP"), ("Lee", "NNP")]), Chunks("LOC", [("Rome", "NNP")])
    chunked = Chunks("S", [names[0], ("saw", "VBD"), names[1]])
    for gold, system in ((CHUNKS, chunked), (chunked, CHUNKS)):
        result = tertium.score([gold], {"a": [system]})
        assert (result.task, result.score("F1", "a").correct, result.score("F1", "a").gold) == ("spans", 2, 2)
    assert tertium.score([chunked], {"a": [CHUNKS]}, task="tagging").score("Accuracy", "a").correct == 4


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_nltk__chunks_as_the_library_makes_them() -> None:
    chunk = pytest.importorskip("nltk.chunk")
    result = tertium.score([CHUNKS], {"a": [chunk.conlltags2tree(CHUNKS)]})
    assert result.score("F1", "a").correct == 2


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_nltk__trees_as_the_library_makes_them() -> None:
    nltk = pytest.importorskip("nltk")
    gold, other = nltk.Tree.fromstring(GOLD), nltk.Tree.fromstring(OTHER)
    score = tertium.score([gold, gold], {"a": [other, gold]}).score("F1", "a")
    assert (
        score.correct == 3 + 2
    )  # with the root left out, as by default: NP, VP and S of the one, of the other S and VP
    assert len(tertium.score([gold, gold], [other, gold]).systems) == 1


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_nltk__dependency_graphs_and_tagged_sentences() -> None:
    nltk = pytest.importorskip("nltk")
    graphs = [nltk.parse.DependencyGraph(text) for text in (GRAPH, GRAPH.replace("DT\t2", "DT\t3"))]
    assert tertium.score(graphs[0], {"a": graphs[1]}).score("UAS", "a").correct == 2
    sentences = nltk.collections.LazyMap(lambda pairs: pairs, [[("The", "DT")], [("cat", "NN"), ("sleeps", "VBZ")]])
    result = tertium.score(sentences, {"a": [[("The", "DT")], [("cat", "NN"), ("sleeps", "NN")]]})
    assert result.score("Accuracy", "a").correct == 2
