"""Lines that evalb reads in a way of its own; the expected messages are the C program's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tertium.conventions import PRESETS
from tertium.corpus import Vocab
from tertium.errors import FormatError
from tertium.formats import penn
from tertium.formats.evalb_lines import read_line
from tertium.formats.request import Request
from tertium.formats.sources import Text

if TYPE_CHECKING:
    from tertium.nodes import Fault

UNBALANCED = "Bracketing is unbalanced (too many open bracket)"


def read(
    text: str, like: str = "evalb"
) -> tuple[list[list[tuple[str, str]]], list[list[str]], tuple[Fault, ...], list[str]]:
    """Words with tags and labels of phrases by sentence, faults, and what was odd."""
    vocab = Vocab()
    ask = Request(vocab=vocab, name="x", wanted=frozenset(), conventions=PRESETS[like][1])
    corpus = penn.read(Text(text.encode(), "x.mrg"), ask)
    assert corpus.nodes is not None
    forms, tags = (vocab.decode(corpus.columns[name]) for name in ("form", "tag"))
    words = list(zip(tags, forms, strict=True))
    labels = vocab.decode(corpus.nodes.label)
    bounds = zip(corpus.sent_start, corpus.sent_start[1:], strict=False)
    nodes = zip(corpus.nodes.sent_start, corpus.nodes.sent_start[1:], strict=False)
    odd = [str(fault) for fault in corpus.irregularities]
    return [words[a:b] for a, b in bounds], [labels[a:b] for a, b in nodes], corpus.nodes.faults, odd


@pytest.mark.parametrize(
    ("line", "good", "messages"),
    [
        ("(S (N a))", "(S(N a))", []),
        ("( (S (N a)))", "((S(N a)))", []),
        ("(TOP )", "(TOP \x7f)", []),
        ("(N)", "(N)", []),
        ("(S (N a)", "(S(N a))", [UNBALANCED]),
        ("(S (N a)))", "(S(N a))", [UNBALANCED]),
        ("(S (N a))))", "(S(N a))", ["Bracketing unbalance (too many close bracket)", UNBALANCED]),
        ("(S (N a)) (N b))", "(S(N a)(N b))", [UNBALANCED]),  # a bracket too many closes the first phrase again
        ("(S) (X (N a)) (N b)) (N c)", "(S(X(N a))(N b))(N c)", [UNBALANCED]),
        (")(S (N a))", "(S(N a))", [UNBALANCED]),
        ("(S (N a)) (S (N b))", "(S(N a))(S(N b))", []),
        ("(S (N a b))", "", ["More than two elements in a bracket", "Reading sentence"]),
        ("(S (N a ))", "", ["More than two elements in a bracket", "Reading sentence"]),
        ("(S a (N b))", "", ["More than two elements in a bracket", "Reading sentence"]),
        ("(S a(N b))", "", ["Reading sentence"]),
        ("word", "", ["Reading sentence"]),
        ("", "", []),
    ],
)
def test_read_line(line: str, good: str, messages: list[str]) -> None:
    found = read_line(line.encode())
    assert found.text().decode() == good
    assert found.messages == messages


def test_read__good_and_odd_lines_together() -> None:
    words, labels, faults, _ = read("(S (N a))\n\n(TOP )\n(S (NP (N b))\n(())\n(S (N c d))\n(S (N e))\n")
    assert words == [[("N", "a")], [], [("TOP", "")], [("N", "b")], [], [], [("N", "e")]]
    assert labels == [["S"], [], [], ["S", "NP"], ["", ""], [], ["S"]]
    assert [(fault.sentence, fault.unclosed, fault.fatal) for fault in faults] == [(3, (0,), False), (5, (), True)]


@pytest.mark.parametrize("end", ["", "\n"])
def test_read__a_last_line_that_cannot_be_read_stays_a_sentence(end: str) -> None:
    words, _, faults, _ = read("(S (N a))\nword" + end)
    assert words == [[("N", "a")], []]
    assert faults[0].sentence == 1


def test_read__other_files_are_refused() -> None:
    with pytest.raises(FormatError, match=r"x.mrg:1: no line begins with a bracket"):
        read("1\tThe\tthe\n")


def test_read__trees_over_several_lines_are_refused() -> None:
    with pytest.raises(FormatError, match=r"x.mrg:1: the trees are spread over several lines"):
        read("(S\n  (N a))\n(S\n  (N b))\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"(S (N a)){' ' * 5000}\n", "x.mrg: 1 line longer than 5,000 bytes: evalb would split them (at line 1)"),
        (
            "(S (N a))\n(S" + " (N a)" * 201 + ")\n",
            "x.mrg: 1 sentence of more than 200 words: evalb would crash (at line 2)",
        ),
        (
            "(S " + "(X " * 201 + "(N a)" + ")" * 202 + "\n",
            "x.mrg: 1 sentence of more than 200 brackets: evalb would crash (at line 1)",
        ),
        (f"(S (N {'a' * 100}))\n", "x.mrg: 1 word longer than 99 bytes: evalb would overwrite its memory (at line 1)"),
        (f"(S ({'N' * 30} a))\n", "x.mrg: 1 labels longer than 29 bytes: evalb would overwrite its memory (at line 1)"),
    ],
)
def test_read__limits_are_said_and_not_obeyed(text: str, said: str) -> None:
    words, _, faults, odd = read(text)
    assert odd == [said]
    assert sum(map(len, words)) == text.count("(N")
    assert not faults
    assert read(text, "spmrl")[3] == [] or "SPMRL" in read(text, "spmrl")[3][0]
