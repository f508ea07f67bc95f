"""What is in a file."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.comparison.description import Description, describe_corpus
from tertium.conventions import Conventions
from tertium.corpus import Vocab
from tests import naive
from tests.packed_trees import read_as
from tests.strategies import parallel, quick, raw, read, sentences_of, words


def described(text: str, top: int = 8) -> Description:
    return describe_corpus(read(text, Vocab(), Conventions(), "file"), top=top)


TEXT = (
    "# newdoc id = one\n"
    + words("1-2 del", "de a ADP P Case=Gen 3 case", "el b DET D _ 3 det", "c c NOUN N Case=Nom 0 root")
    + "# newdoc id = two\n"
    + words("c c NOUN N _ 0 root")
    + words("d d NOUN _ _ 3 obj", "e e VERB V _ 0 root", "f _ NOUN N _ 2 obj", "g _ PUNCT . _ 1 punct")
)


def test_description__sizes() -> None:
    found = described(TEXT)
    assert (found.name, found.format) == ("file", "conllu")
    assert (found.documents, found.sentences, found.words, found.tokens) == (2, 3, 8, 7)
    assert (found.multiword_tokens, found.empty_nodes, found.distinct_forms) == (1, 0, 7)
    assert (found.shortest, found.median, found.longest) == (1, 3.0, 4)
    assert found.irregularities == ()


def test_description__layers_with_their_most_frequent_labels() -> None:
    """By falling count, ties by label; `_` is no label."""
    layers = {layer.name: layer for layer in described(TEXT, top=2).layers}
    assert sorted(layers) == ["deprel", "feats", "lemma", "upos", "xpos"]
    assert (layers["upos"].filled, layers["upos"].distinct) == (8, 5)
    assert layers["upos"].top == (("NOUN", 4), ("ADP", 1))
    assert (layers["xpos"].filled, layers["xpos"].top) == (7, (("N", 3), (".", 1)))
    assert layers["lemma"].filled == 6
    assert layers["feats"].top == (("Case=Gen", 1), ("Case=Nom", 1))


def test_description__the_shape_of_trees() -> None:
    """Depths: 2 2 1, 1, 3 1 2 4; arcs: 2 1, 2 1 3; in the last sentence 1 <- 3 and 4 <- 1 pass over the root."""
    trees = described(TEXT).trees
    assert trees is not None
    assert trees.mean_depth == pytest.approx((2 + 2 + 1 + 1 + 3 + 1 + 2 + 4) / 8)
    assert trees.mean_arc == pytest.approx((2 + 1 + 2 + 1 + 3) / 5)
    assert (trees.nonprojective_arcs, trees.nonprojective_sentences) == (2, 1)
    assert (trees.several_roots, trees.cycles) == (0, 0)


def test_description__what_is_no_tree_is_counted() -> None:
    trees = described(
        words("a _ X _ _ 0 root", "b _ X _ _ 0 root") + words("a _ X _ _ 0 root", "b _ X _ _ 3 x", "c _ X _ _ 2 x")
    ).trees
    assert trees is not None
    assert (trees.several_roots, trees.cycles) == (1, 1)
    assert trees.mean_depth == pytest.approx((1 + 1 + 1) / 3)


def test_description__a_root_alone_has_no_arc() -> None:
    trees = described(words("a")).trees
    assert trees is not None
    assert (trees.mean_arc, trees.mean_depth) == (0, 1)


def test_description__without_heads_there_are_no_trees() -> None:
    assert described(words("a _ X _ _ _ _")).trees is None


def test_description__irregularities_are_said() -> None:
    (fault,) = described(words("a") + "\n" + words("b")).irregularities
    assert "empty line" in fault


def test_description__empty_nodes_are_no_words() -> None:
    text = words("a", "b").replace("\n2\t", "\n1.1\tx" + "\t_" * 8 + "\n2\t")
    assert replace(described(text), layers=()).empty_nodes == 1
    assert described(text).words == 2


@quick
@given(texts=st.one_of(raw(), parallel(multiword=True)))
def test_description__agrees_with_counting(texts: list[str]) -> None:
    found, file = described(texts[0]), naive.read(texts[0])
    sizes = sorted(sum(word.sentence == number for word in file.words) for number in range(len(file.sentences)))
    assert (found.sentences, found.words, found.tokens) == (len(sizes), len(file.words), len(file.tokens))
    assert (found.shortest, found.longest) == (sizes[0], sizes[-1])
    assert found.median == (sizes[(len(sizes) - 1) // 2] + sizes[len(sizes) // 2]) / 2
    assert found.multiword_tokens == len({word.span for word in file.words if word.multiword})
    layers = {layer.name: layer for layer in found.layers}
    tags = [word.fields[4] for word in file.words if word.fields[4] not in ("_", "")]
    if tags:
        assert (layers["xpos"].filled, layers["xpos"].distinct) == (len(tags), len(set(tags)))
    else:
        assert "xpos" not in layers


@quick
@given(texts=parallel())
def test_description__trees_agree_with_climbing(texts: list[str]) -> None:
    trees = described(texts[0]).trees
    assert trees is not None
    depths, arcs, crossing = [], [], []
    for sentence in sentences_of(texts[0]):
        heads = [int(line.split("\t")[6]) for line in sentence.strip("\n").split("\n")]
        crossing.append(sum(naive.nonprojective(heads)))
        for word, head in enumerate(heads, 1):
            arcs += [abs(word - head)] if head else []
            depths.append(sum(naive.hangs_below(word, other, heads) for other in range(1, len(heads) + 1)))
    assert trees.mean_depth == pytest.approx(sum(depths) / len(depths))
    assert trees.mean_arc == pytest.approx(sum(arcs) / len(arcs) if arcs else 0)
    assert trees.nonprojective_arcs == sum(crossing)
    assert trees.nonprojective_sentences == sum(n > 0 for n in crossing)
    assert (trees.several_roots, trees.cycles) == (0, 0)


def test_description__prints_in_words() -> None:
    rows = str(described(TEXT)).split("\n")
    assert rows[0] == "file (conllu): 3 sentences, 8 words"
    assert "  upos (5 different): NOUN 4, ADP 1, DET 1, PUNCT 1, VERB 1" in rows
    assert rows[-1] == "  trees: 2 non-projective arcs"


def test_description__phrases() -> None:
    """Roots aside: S NP VP and S VP in five words; the VP of the second has a gap, the NP of the first one child."""
    text = "(TOP (S (NP-SBJ-1 (N 0=a)) (VP (V 1=b) (N 2=c))))\n(TOP (S (VP (V 0=b) (N 2=c)) (N 1=a)))\n\n(())\n"
    found = describe_corpus(read_as("discbracket", text)).phrases
    assert found is not None
    assert (found.phrases, found.failed, found.unary) == (5, 2, 1)
    assert found.per_sentence == pytest.approx(5 / 2)
    assert found.per_word == pytest.approx(5 / 6)
    assert found.words_per_sentence == pytest.approx(6 / 2)
    assert (found.discontinuous, found.discontinuous_sentences) == (1, 1)
    assert found.mean_depth == pytest.approx((2 + 2 + 2 + 2 + 1 + 2) / 6)
    assert found.deepest == 2
    assert found.labels.top == (("S", 2), ("VP", 2), ("NP", 1))
    assert found.functions is not None
    assert found.functions.top == (("SBJ", 1),)


def test_description__functions_of_phrases_and_words() -> None:
    found = describe_corpus(read_as("export", "#BOS 1\na\tN\t--\tHD\t500\n#500\tNP\t--\tSB\t0\n#EOS 1\n"))
    assert found.phrases is not None
    assert found.phrases.functions is not None
    assert found.phrases.functions.top == (("SB", 1),)
    assert {layer.name: layer.top for layer in found.layers}["function"] == (("HD", 1),)
    assert "1.00 a word" in str(found)
