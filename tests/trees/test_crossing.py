"""Crossing branches resolved: the head's stretch stays, the rest goes up."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tertium.formats import penn
from tertium.trees.crossing import resolve_crossing
from tests.formats.test_export import FOUR
from tests.packed_trees import Tree, read_as, to_text, trees, unpack
from tests.strategies import quick


def test_resolve__by_function() -> None:
    """The pronominal adverb leaves both verb phrases, whose heads stand together."""
    resolved = resolve_crossing(read_as("export", FOUR))
    assert penn.write(resolved).splitlines()[0] == (
        "(VROOT (S (PROAV Darüber) (VMFIN muß) (VP (VP (VVPP nachgedacht)) (VAINF werden))) ($. .))"
    )


def test_resolve__the_leftmost_part_without_functions() -> None:
    text = "(S (VP (V 0=whom) (V 2=saw)) (NP (N 1=I)))\n"
    assert penn.write(resolve_crossing(read_as("discbracket", text))) == "(S (VP (V whom)) (NP (N I)) (V saw))\n"


@quick
@given(st.lists(trees(gaps=True), min_size=1, max_size=3))
def test_resolve__no_gaps_nothing_lost(forest: list[Tree]) -> None:
    corpus = read_as("discbracket", "".join(f"{to_text(tree, placed=True)}\n" for tree in forest))
    resolved = resolve_crossing(corpus)
    assert resolved.nodes is not None
    assert not resolved.nodes.is_gappy().any()
    for (before, words), (after, same) in zip(unpack(corpus), unpack(resolved), strict=True):
        assert words == same
        assert Counter(label for label, _, _ in before) == Counter(label for label, _, _ in after)
    assert unpack(read_as("penn", penn.write(resolved))) == unpack(resolved)


@quick
@given(trees())
def test_resolve__trees_without_gaps_are_left_alone(tree: Tree) -> None:
    corpus = read_as("penn", to_text(tree))
    assert resolve_crossing(corpus) is corpus
