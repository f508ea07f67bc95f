from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given

import tertium
from tertium.corpus import Vocab
from tertium.formats import conllu
from tertium.formats.head_rules import find_head_rules
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.trees.conversion import convert_trees
from tertium.trees.heads import find_heads
from tests.bracketed import GOLD, read, write
from tests.strategies import quick
from tests.trees.test_heads import some_forest

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Conversion
    from tests.bracketed import Tree


def convert(text: str, heads: str = "collins") -> Conversion:
    return convert_trees(read(text), find_head_rules(heads))


def rows(text: str, heads: str = "collins") -> list[str]:
    """`form xpos head deprel` of every word."""
    lines = [line.split("\t") for line in convert(text, heads).to_conllu().split("\n") if "\t" in line]
    return [" ".join((line[1], line[4], line[6], line[7])) for line in lines]


def test_conversion__relations_are_functions_or_the_labels_around() -> None:
    assert rows(
        "(S (NP-SBJ-1 (DT the) (NN cat)) (VP (VBD ate) (NP (NNS fish)) (PP-LOC-CLR (IN in) (NP (NN bed)))) (. .))"
    ) == [
        *("the DT 2 DT|NP|NN", "cat NN 3 SBJ", "ate VBD 0 root", "fish NNS 3 NP|VP|VBD", "in IN 3 LOC-CLR"),
        *("bed NN 5 NP|PP|IN", ". . 3 punct"),
    ]


def test_conversion__the_noun_of_a_flat_phrase_is_the_head_in_the_relation() -> None:
    assert rows("(PP (APPRART zum) (ADJA weltweiten) (NN Kampf))", "negra") == [
        *("zum APPRART 0 root", "weltweiten ADJA 3 ADJA|PP|NN", "Kampf NN 1 NN|PP|APPRART"),
    ]


def test_conversion__functions_of_tags_are_cut_where_they_tell_heads() -> None:
    assert rows("(NP-SB (ART-NK die) (NN-HD Frau))", "negra") == ["die ART 2 NK", "Frau NN 0 root"]
    assert rows("(NP (N-D búð$) (D-D $inni))", "icepahc") == ["búð$ N-D 0 root", "$inni D-D 1 D|NP|N"]


def test_conversion__functions_beside_labels_are_relations() -> None:
    corpus = read("(S (NP (NN a)) (VVFIN b) (ADV c))")
    codes = corpus.vocab.encode(["--", "HD", "--", "--", "SB"])
    nodes = corpus.nodes
    assert nodes is not None
    told = replace(corpus.with_columns({"function": codes[:3]}), nodes=replace(nodes, function=codes[3:]))
    found = convert_trees(told, find_head_rules("negra"))
    assert found.corpus.vocab.decode(found.corpus.columns["deprel"]) == ["SB", "root", "ADV|S|VVFIN"]
    assert found.agreement is not None


def test_conversion__traces_and_failed_parses_are_left_out_and_said() -> None:
    found = convert("(S (NP (-NONE- *)) (VP (VB go) (ADVP (RB home)) (-NONE- *)))\n(())\n(NP (NN x))\n")
    assert found.to_conllu().split("\n") == [
        "# sent_id = 1",
        "1\tgo\t_\t_\tVB\t_\t0\troot\t_\t_",
        "2\thome\t_\t_\tRB\t_\t1\tADVP|VP|VB\t_\t_",
        "",
        "# sent_id = 3",
        "1\tx\t_\t_\tNN\t_\t0\troot\t_\t_",
        "",
        "",
    ]
    assert found.left_out == (1,)
    assert found.notes == ("2 traces are left out", "1 sentence has no words and is left out (2)")


def test_conversion__of_nothing() -> None:
    assert convert("(())\n").to_conllu() == ""


def test_agreement__rules_against_functions() -> None:
    """Rules take the rightmost noun; the function of the second tree says otherwise."""
    found = convert("(NP (ART-NK die) (NN-HD Frau))\n(NP (NN-HD Herr) (NN-NK Doktor))\n", "negra").agreement
    assert found is not None
    assert (found.phrases_agree, found.phrases) == (1, 2)
    assert (found.words_agree, found.words) == (2, 4)
    assert (found.phrases_share, found.words_share) == (0.5, 0.5)


def test_agreement__needs_functions() -> None:
    assert convert(GOLD, "negra").agreement is None


def test_api__chooses_rules_by_labels(tmp_path: Path) -> None:
    path = tmp_path / "a.mrg"
    path.write_text(GOLD + "\n")
    found = tertium.convert(str(path))
    assert found.heads == "negra"
    assert found.notes[0].startswith("heads: negra, because")
    assert tertium.convert(str(path), heads="collins").heads == "collins"


@quick
@given(some_forest)
def test_conversion__read_back_has_the_same_heads(forest: list[Tree]) -> None:
    rules = find_head_rules("collins")
    corpus = read("\n".join(write(tree) for tree in forest))
    found = convert_trees(corpus, rules)
    ask = Request(vocab=Vocab(), name="x", wanted=frozenset({"form", "xpos", "head", "deprel"}))
    if not found.corpus.n_words:
        return
    again = conllu.read(Text(found.to_conllu().encode(), "x.conllu"), ask)
    assert again.head is not None
    assert found.corpus.head is not None
    assert again.head.tolist() == found.corpus.head.tolist()
    kept = ~corpus.vocab.flag(corpus.columns["tag"], rules.is_empty)
    assert len(again.head) == kept.sum()
    if kept.all():
        assert again.head.tolist() == find_heads(corpus, rules).tolist()
