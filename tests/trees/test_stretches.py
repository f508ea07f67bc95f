"""Treebanks in stretches: nothing is lost, and no measure sees the cuts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus import Vocab
from tertium.formats import discbracket, export, penn
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.measures import Blocks
from tertium.measures.phrase_measures import PHRASE_MEASURES
from tertium.trees import stretches
from tertium.trees.stretches import cut_treebanks, take_sentences
from tests.matched_trees import RULES, Node, match_trees, read, texts_of, tree_pairs
from tests.strategies import quick

TREES = ["(S (NP (D the) (N cat)) (VP (V sleeps)))", "(())", "(TOP (N yes))", "", "(S (NP (N it)) (V is) (. .))"]
GAPPY = """\
(S (VP (N 0=whom) (V 2=saw)) (N 1=I))
(S (N 0=he) (V 1=ran))
(S (N 0=we) (VP (V 1=did) (X 3=it)) (R 2=not))
"""


def test_take_sentences__are_what_they_were() -> None:
    corpus = read(TREES, Vocab(), RULES, "x")
    lines = penn.write(corpus).splitlines()
    for first in range(len(TREES)):
        for last in range(first + 1, len(TREES) + 1):
            assert penn.write(take_sentences(corpus, first, last)).splitlines() == lines[first:last]


def test_take_sentences__with_gaps_and_functions() -> None:
    ask = Request(vocab=Vocab(), name="x", wanted=frozenset(), conventions=RULES)
    corpus = discbracket.read(Text(GAPPY.encode(), "x.dbr"), ask)
    assert discbracket.write(take_sentences(corpus, 1, 3)).splitlines() == GAPPY.splitlines()[1:3]
    again = export.read(Text(export.write(corpus).encode(), "x.export"), ask)
    assert again.nodes is not None
    assert again.nodes.function is not None
    assert again.nodes.function is not None
    assert discbracket.write(take_sentences(again, 2, 3)).splitlines() == discbracket.write(again).splitlines()[2:3]


def test_cut_treebanks__a_sentence_longer_than_a_stretch_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = read(TREES, Vocab(), RULES, "x")
    monkeypatch.setattr(stretches, "WORDS", 2)
    parts = [part for (part,) in cut_treebanks(corpus)]
    assert len(parts) > 1
    assert "".join(map(penn.write, parts)) == penn.write(corpus)


@quick
@given(pairs=tree_pairs(most_sentences=6), size=st.integers(1, 12), free=st.booleans())
def test_measures__do_not_see_the_cuts(pairs: list[tuple[Node, Node]], size: int, *, free: bool) -> None:
    gold, system = texts_of(pairs)
    system[::3] = ["(())" for _ in system[::3]]
    rules = replace(RULES, ted="free" if free else "anchored")

    def count() -> list[list[list[float]]]:
        match = match_trees(gold, system, rules)
        blocks = Blocks(match.gold.corpus.sent_start)
        return [PHRASE_MEASURES[name].counts(match, blocks).tolist() for name in ("LA", "LA-sentence", "TED")]

    whole = count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stretches, "WORDS", size)
        assert count() == whole
