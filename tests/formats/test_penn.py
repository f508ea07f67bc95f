"""Penn bracketing: read without a loop, checked against one that goes token by token."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import FormatError, SourceError, UsageError
from tertium.formats import discbracket, penn
from tests.packed_trees import Tree, expected, parse, read_as, to_text, trees, unpack
from tests.strategies import quick

CAT = "(S (NP (DT The) (NN cat)) (VP (VBZ sleeps)))"
layouts = st.sampled_from((" ", "\n", "\r\n  ", "\t"))


@quick
@given(st.lists(trees(), min_size=1, max_size=4))
def test_read__random_trees_a_line_each(forest: list[Tree]) -> None:
    text = "".join(f"{to_text(tree)}\n" for tree in forest)
    assert unpack(read_as("penn", text)) == [expected(tree) for tree in forest]
    assert [expected(tree) for tree in parse(text)] == [expected(tree) for tree in forest]


@quick
@given(st.lists(trees(), min_size=1, max_size=3), layouts)
def test_read__random_layouts(forest: list[Tree], blank: str) -> None:
    """Trees may be spread over lines in any way, and get an empty bracket around them."""
    text = blank.join(f"( {to_text(tree)})".replace(" ", blank) + "\n\n" for tree in forest)
    if "\n" not in blank:
        text = text.replace("\n\n", "\n")
    assert unpack(read_as("penn", text)) == [expected(tree) for tree in parse(text)]


@pytest.mark.parametrize(
    ("text", "n_sents", "n_phrases"),
    [
        (f"{CAT}\n", 1, 3),
        (CAT, 1, 3),
        (f"( {CAT})\n", 1, 4),
        (f"{CAT}\n\n{CAT}\n", 3, 6),
        (f"{CAT}\n(())\n{CAT}\n", 3, 8),
        (f"\ufeff{CAT}\n", 1, 3),
        (CAT.replace(" (", "\n  (") + "\n\n" + CAT + "\n", 2, 6),
        (CAT.replace(" (", "\r\n  (") + "\r\n\r\n", 1, 3),
        (f"{CAT} {CAT}\n", 2, 6),
        ("(S (NP ) (VP (VBZ sleeps)))\n", 1, 3),
    ],
    ids=[
        "line",
        "no final newline",
        "outer bracket",
        "blank line",
        "failed",
        "mark",
        "lines",
        "Windows",
        "two",
        "empty",
    ],
)
def test_read__layouts(text: str, n_sents: int, n_phrases: int) -> None:
    corpus = read_as("penn", text)
    assert corpus.nodes is not None
    assert (corpus.n_sents, corpus.nodes.n_nodes) == (n_sents, n_phrases)
    assert corpus.forms(corpus.n_words - 1, corpus.n_words) == ["sleeps"]


def test_read__a_byte_order_mark_is_said() -> None:
    assert [fault.kind for fault in read_as("penn", f"\ufeff{CAT}\n").irregularities] == ["byte-order marks"]


@pytest.mark.parametrize(
    ("text", "line", "sentence", "what"),
    [
        (f"{CAT}\n(S (NP (DT the) (NN dog))\n", 2, "2", "a bracket is never closed"),
        (f"{CAT}\n\n(S (NN a)))\n", 3, "3", "never opened"),
        ("(S\n (NP (NN a))\n (VP (VB b)))\n(S\n (X (NN a) b))\n", 5, "2", "the word 'b' stands"),
        (f"{CAT}\n(NN a b)\n", 2, "2", "the word 'a' stands"),
        (f"{CAT}\nhello (NN a)\n", 2, "2", "the word 'hello' stands"),
        (f"{CAT}\n{CAT}\0\n", 2, None, "NUL"),
    ],
    ids=["unclosed", "unopened", "stray word", "two words", "outside", "NUL"],
)
def test_read__malformed(text: str, line: int, sentence: str | None, what: str) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        read_as("penn", text)
    assert (caught.value.path, caught.value.line, caught.value.sentence) == ("x.txt", line, sentence)


def test_read__not_utf8() -> None:
    with pytest.raises(SourceError, match="not UTF-8") as caught:
        read_as("penn", f"{CAT}\n(S (NN caf\u00e9))\n".encode("latin-1"))
    assert caught.value.line == 2


@quick
@given(st.lists(trees(), min_size=1, max_size=3))
def test_write__reads_as_it_was(forest: list[Tree]) -> None:
    text = "".join(f"{to_text(tree)}\n" for tree in forest)
    assert penn.write(read_as("penn", text)) == text


def test_write__failed_parses_are_empty_lines() -> None:
    text = f"{CAT}\n\n( {CAT})\n"
    assert penn.write(read_as("penn", text)) == text


def test_write__brackets_are_escaped() -> None:
    corpus = read_as("export", "#BOS 1\n(\t$(\t--\t--\t0\na\tN\t--\tHD\t500\n#500\tNP\t--\tSB\t0\n#EOS 1\n")
    assert penn.write(corpus) == "(VROOT ($[ -LRB-) (NP (N a)))\n"
    assert penn.write(corpus, functions=True) == "(VROOT ($[ -LRB-) (NP-SB (N a)))\n"
    assert discbracket.write(corpus) == "(VROOT ($[ 0=#LRB#) (NP (N 1=a)))\n"


def test_write__gaps_are_refused() -> None:
    corpus = read_as("discbracket", "(S (N 0=a))\n(S (VP (V 0=a) (V 2=c)) (N 1=b))\n")
    with pytest.raises(UsageError, match=r"discontinuous.*sentence 2.*--resolve-crossing"):
        penn.write(corpus)


def test_write__white_space_in_a_word_is_refused() -> None:
    text = '<corpus><s id="1"><graph><terminals><t id="1" word="a b" pos="N"/></terminals></graph></s></corpus>'
    with pytest.raises(UsageError, match="'a b'"):
        penn.write(read_as("tigerxml", text))


def test_read__a_word_of_foreign_white_space_outside_brackets_is_refused() -> None:
    with pytest.raises(FormatError, match=r"'\\xa0' stands beside"):
        read_as("penn", f"{CAT}\n\u00a0\n")
