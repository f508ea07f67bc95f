from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.corpus import ROOT
from tertium.errors import UsageError
from tertium.formats.head_rules import find_head_rules, parse_head_rules
from tertium.headrules import BUILT_IN, HeadRules, Search, find_functions, shorten
from tertium.nodes import Nodes
from tertium.trees.heads import choose_head_rules, find_heads
from tertium.trees.projectivity import find_nonprojective
from tertium.trees.validity import count_roots, reach_no_root
from tests.bracketed import DEEP_GOLD, GOLD, PARSE, read, trees, words_of, write
from tests.strategies import quick, thorough

if TYPE_CHECKING:
    from tests.bracketed import Tree

LABELS: Final = ("NP", "NP-SBJ", "PP", "S", "VP-HD", "X", "")
TAGS: Final = ("NN", "NN-HD", "IN", "CC", "DT", ".", "-NONE-")
some_labels: Final = st.lists(st.sampled_from(("NP", "NP-SBJ", "PP", "VP", "NN", "DT", "IN")), max_size=3).map(tuple)
some_direction: Final = st.sampled_from(("left", "right", "leftmost", "rightmost"))
some_rule: Final = st.lists(st.builds(Search, some_direction, some_labels), max_size=3).map(tuple)
some_rules: Final = st.builds(
    HeadRules,
    name=st.just("random"),
    rules=st.dictionaries(st.sampled_from(("NP", "NP-SBJ", "PP", "S", "ROOT")), some_rule, max_size=4),
    nouns=st.dictionaries(st.sampled_from(("PP", "S")), some_rule, max_size=2),
    default=st.sampled_from(("left", "right")),
    coordinators=st.sampled_from(((), ("CC",), ("CC", "PP"))),
    functions=st.sampled_from(((), ("HD",))),
)


def heads(text: str, rules: str | HeadRules) -> list[str]:
    """`word<head` for every word; the head of the sentence is -."""
    corpus = read(text)
    forms = corpus.vocab.decode(corpus.columns["form"])
    found = find_heads(corpus, find_head_rules(rules) if isinstance(rules, str) else rules)
    return [f"{form}<{forms[head] if head >= 0 else '-'}" for form, head in zip(forms, found.tolist(), strict=True)]


# the paper


def test_heads__table_2_of_rehbein_and_van_genabith() -> None:
    assert heads(GOLD, "negra")[:-1] == [
        *("Die<Regierung", "Regierung<rief", "rief<-", "zum<rief", "weltweiten<Kampf", "Kampf<zum"),
        *("gegen<zum", "Terror<gegen", "auf<rief"),
    ]


def test_heads__table_3_of_rehbein_and_van_genabith() -> None:
    """The parse has one other triple."""
    wrong = set(heads(PARSE, "negra")) - set(heads(GOLD, "negra"))
    assert wrong == {"gegen<rief"}


def test_heads__deep_scheme_has_the_same_dependencies_but_one() -> None:
    """In TüBa-D/Z the second phrase is inside the first one's noun phrase, so it hangs on the noun."""
    assert heads(DEEP_GOLD, "tuebadz")[:-1] == [
        *("Die<Regierung", "Regierung<rief", "rief<-", "zum<rief", "weltweiten<Kampf", "Kampf<zum"),
        *("gegen<Kampf", "Terror<gegen", "auf<rief"),
    ]


# by hand


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NP (DT the) (NN dog) (NN house))", "the<house dog<house house<-"),
        ("(NP (NP (NNP Ann)) (POS 's))", "Ann<'s 's<-"),
        ("(NP (NP (NN cat)) (PP (IN on) (NP (NN mat))))", "cat<- on<cat mat<on"),
        ("(NP (NN salt) (CC and) (NN pepper))", "salt<- and<salt pepper<salt"),
        ("(NP (NN a) (, ,) (NN b) (, ,) (CC and) (NN c))", "a<b ,<b b<- ,<b and<b c<b"),
        ("(NP (CC both) (NN salt) (CC and) (NN pepper))", "both<salt salt<- and<salt pepper<salt"),
        ("(S (NP (PRP she)) (VP (VBZ has) (VP (VBN slept))) (. .))", "she<has has<- slept<has .<has"),
        ("(S (VP (TO to) (VP (VB go))))", "to<- go<to"),
        ("(SBAR (IN that) (S (NP (PRP it)) (VP (VBZ is))))", "that<- it<is is<that"),
        ("(NP-SBJ (DT the) (JJ poor))", "the<poor poor<-"),
        ("(FOO (DT a) (DT b))", "a<- b<a"),
        ("(FRAG (NN a) (NN b) (. .))", "a<b b<- .<b"),
        ("(FRAG (. !) (. ?))", "!<? ?<-"),
        ("(S (NP (-NONE- *)) (VP (VB go)))", "*<go go<-"),
        ("(NP (PRN (-LRB- -LRB-)) (DT the))", "-LRB-<the the<-"),
        ("( (S (VP (VB go))) (. .))", "go<- .<go"),
        ("(NN a)", "a<-"),
    ],
)
def test_heads__collins(text: str, expected: str) -> None:
    assert heads(text, "collins") == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(S (NP (NN er)) (VAFIN hat) (VP (NP (PIS viel)) (VVPP geredet)))", "er<hat hat<- viel<geredet geredet<hat"),
        ("(PP (ADV mitten) (APPR in) (ART der) (NN Stadt))", "mitten<in in<- der<Stadt Stadt<in"),
        ("(PP (ART den) (NN Fluss) (APPO entlang))", "den<Fluss Fluss<entlang entlang<-"),
        ("(PP (APPR um) (ART des) (NN Himmels) (APZR willen))", "um<- des<Himmels Himmels<um willen<um"),
        ("(PP (APPR mit) (ADV sehr) (ADJD gut))", "mit<- sehr<mit gut<mit"),
        (
            "(PP (APPR in) (ART der) (NN Stadt) (NP (ART des) (NN Lichts)))",
            "in<- der<Stadt Stadt<in des<Lichts Lichts<in",
        ),
        ("(CNP (NN Hund) (KON und) (NN Katze))", "Hund<- und<Hund Katze<Hund"),
        ("(NP-SB (ART-NK die) (NN-NK Frau) ($,-- ,))", "die<Frau Frau<- ,<Frau"),
        ("(NP (NN-HD a) (NN b))", "a<- b<a"),
    ],
)
def test_heads__negra(text: str, expected: str) -> None:
    assert heads(text, "negra") == expected.split()


@pytest.mark.parametrize("text", ["(NX (NN:HD a) (NN b))", "(NX (NN##HD## a) (NN b))", "(NX (NX-HD-1 (NE a)) (NN b))"])
def test_heads__a_head_function_wins_however_it_is_written(text: str) -> None:
    assert heads(text, "tuebadz") == ["a<-", "b<a"]


def test_heads__icelandic() -> None:
    text = "(TOP (IP-MAT (NP-SBJ (PRO-N Hann)) (BEDI var) (PP (P í) (NP (N-D búð$) (D-D $inni))) (. .)))"
    assert heads(text, "icepahc") == ["Hann<var", "var<-", "í<var", "búð$<í", "$inni<búð$", ".<var"]


def test_heads__a_rule_may_name_functions() -> None:
    rules = parse_head_rules("IP left N-D N\n", "x", "x.heads")
    assert heads("(IP-MAT-1 (N-N a) (N-D b))", rules) == ["a<b", "b<-"]


def test_heads__several_trees_on_a_line_have_one_root() -> None:
    assert heads("(NP (NN a)) (S (VP (VB go)))", "collins") == ["a<-", "go<-"]
    corpus = read("(X (NP (NN a)) (S (VP (VB go))))")
    assert count_roots(find_heads(corpus, find_head_rules("collins")), corpus.sent_start).tolist() == [1]


def test_heads__of_nothing() -> None:
    assert heads("(())\n(TOP )\n", "collins") == []


def test_heads__without_trees_are_refused() -> None:
    corpus = replace(read(GOLD), nodes=None)
    for find in (lambda: find_heads(corpus, find_head_rules("negra")), lambda: choose_head_rules(corpus)):
        with pytest.raises(UsageError, match="no trees"):
            find()


def test_heads__of_discontinuous_trees() -> None:
    """VP covers words 0 and 2, the verb 1 stands between; the comma in the gap is none of its words."""
    corpus = read("(S (VP (PP (PROAV damit)) (VVPP gerechnet)) (VAFIN hat) ($. .))")
    order = np.array([0, 2, 1, 3])
    nodes = corpus.nodes
    assert nodes is not None
    columns = {name: column[order] for name, column in corpus.columns.items()}
    moved = Nodes(
        sent_start=nodes.sent_start,
        label=nodes.label,
        parent=nodes.parent,
        start=np.array([0, 0, 0], dtype=np.int32),
        end=np.array([4, 3, 1], dtype=np.int32),
        of_word=nodes.of_word[order],
        size=np.array([4, 2, 1], dtype=np.int32),
    )
    crossing = replace(corpus, columns=columns, nodes=moved)
    assert find_heads(crossing, find_head_rules("negra")).tolist() == [2, ROOT, 1, 1]


def test_heads__functions_may_stand_beside_labels() -> None:
    """As in NEGRA's export format."""
    corpus = read("(NP (NX (NN a)) (NN b) (NN c))")
    nodes = corpus.nodes
    assert nodes is not None
    plain, head = corpus.vocab.encode(["--", "HD"]).tolist()
    told = corpus.with_columns({"function": np.array([plain, head, plain], dtype=np.int32)})
    assert find_heads(told, find_head_rules("negra")).tolist() == [1, ROOT, 1]
    phrases = replace(corpus, nodes=replace(nodes, function=np.array([plain, head], dtype=np.int32)))
    assert find_heads(phrases, find_head_rules("negra")).tolist() == [ROOT, 0, 0]


# which rules


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (GOLD, "negra"),
        (DEEP_GOLD, "tuebadz"),
        ("(ROOT (S (NP (DT the) (NN cat)) (VP (VBZ sleeps)) (. .)))", "collins"),
        ("(TOP (IP-MAT (NP-SBJ (PRO-N Hann)) (BEDI var) (. .)))", "icepahc"),
    ],
)
def test_choose_head_rules__by_labels_and_tags(text: str, name: str) -> None:
    rules, why = choose_head_rules(read(text))
    assert rules.name == name
    assert why.startswith(f"heads: {name}, because it knows")


def test_choose_head_rules__says_when_it_guesses() -> None:
    assert choose_head_rules(read("(A (B (C c) (D d)) (E e))"))[1].endswith("(which is little: give --heads FILE)")


# the same, recursively


def kind(tree: Tree, rules: HeadRules) -> int:
    return min(2 if rules.is_empty(tag) else int(rules.is_punctuation(tag)) for tag in words_of(tree))


def search(searches: tuple[Search, ...], among: list[int], labels: list[str]) -> int | None:
    for one in searches:
        order = among if one.side == "left" else among[::-1]
        wanted = [one.labels] if one.takes_any else [(label,) for label in one.labels]
        for names in wanted if one.labels else [()]:
            for place in order:
                if not names or set(names) & set(shorten(labels[place])):
                    return place
    return None


def head_child(tree: Tree, rules: HeadRules) -> int:
    label, below = tree
    assert not isinstance(below, str)
    labels = [child[0] for child in below]
    kinds = [kind(child, rules) for child in below]
    among = [place for place, k in enumerate(kinds) if k == min(kinds)]
    told = [place for place in among if set(find_functions(labels[place])) & set(rules.functions)]
    searches = rules.searches(label)
    side = searches[-1].side if searches else rules.default
    found = told[0] if told else search(searches, among, labels)
    head = found if found is not None else among[0 if side == "left" else -1]
    if head > 1 and set(shorten(labels[head - 1])) & set(rules.coordinators):
        return next((place for place in range(head - 2, -1, -1) if kinds[place] == 0), head)
    return head


def naive_heads(tree: Tree, rules: HeadRules) -> list[int]:
    heads: dict[int, int] = {}

    def visit(node: Tree, first: int) -> int:
        label, below = node
        if isinstance(below, str):
            return first
        starts = [first + sum(len(words_of(child)) for child in below[:place]) for place in range(len(below))]
        lexical = [visit(child, start) for child, start in zip(below, starts, strict=True)]
        head = head_child(node, rules)
        nominal = next((rules.nouns[name] for name in shorten(label) if name in rules.nouns), ())
        able = [p for p in range(len(below)) if p != head and kind(below[p], rules) == 0]
        noun = search(nominal, able, [child[0] for child in below])
        for place in range(len(below)):
            if place == head:
                continue
            before = noun is not None and place < noun and not place < head < noun
            heads[lexical[place]] = lexical[noun if before and noun is not None else head]
        return lexical[head]

    heads[visit(tree, 0)] = ROOT
    return [heads[word] for word in sorted(heads)]


def check_twin(forest: list[Tree], rules: HeadRules) -> None:
    corpus = read("\n".join(write(tree) for tree in forest))
    found = find_heads(corpus, rules)
    for number, tree in enumerate(forest):
        start, stop = corpus.sent_start[number : number + 2].tolist()
        own = [head - start if head >= 0 else head for head in found[start:stop].tolist()]
        assert own == naive_heads(tree, rules)


def check_dependency_trees(forest: list[Tree], rules: HeadRules) -> None:
    corpus = read("\n".join(write(tree) for tree in forest))
    found = find_heads(corpus, rules)
    assert (count_roots(found, corpus.sent_start) == 1).all()
    assert not reach_no_root(found).any()
    assert not find_nonprojective(found, corpus.sent_start).any()


some_forest: Final = st.lists(trees(LABELS, TAGS), min_size=1, max_size=4)


@quick
@given(some_forest, some_rules)
def test_heads__agree_with_recursion(forest: list[Tree], rules: HeadRules) -> None:
    check_twin(forest, rules)


@quick
@given(some_forest, some_rules)
def test_heads__continuous_trees_become_projective_trees_with_one_root(forest: list[Tree], rules: HeadRules) -> None:
    check_dependency_trees(forest, rules)


@pytest.mark.slow
@thorough
@given(some_forest, some_rules)
def test_heads__agree_with_recursion_on_many_trees(forest: list[Tree], rules: HeadRules) -> None:
    check_twin(forest, rules)
    check_dependency_trees(forest, rules)


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
@settings(thorough, max_examples=100)
@given(
    st.lists(
        trees(
            ("S", "NP", "PP", "PX", "NX", "IP-MAT", "VP", "CNP"), ("NN", "APPR", "IN", "CC", "KON", "VVFIN", "$.", ",")
        ),
        min_size=1,
        max_size=3,
    )
)
def test_heads__built_in_rules_agree_with_recursion(name: str, forest: list[Tree]) -> None:
    check_twin(forest, find_head_rules(name))
    check_dependency_trees(forest, find_head_rules(name))
