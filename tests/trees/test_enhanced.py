"""The DEPS column as packed edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.conventions import Conventions
from tertium.corpus import HEADLESS, ROOT, Vocab
from tertium.errors import FormatError
from tertium.trees.enhanced import Edges, find_edges, parse
from tests import naive
from tests.strategies import parallel, quick, raw, read, words


def edges_of(text: str, *, go_on: bool = False) -> tuple[Edges, Vocab]:
    vocab = Vocab()
    return find_edges(read(text, vocab, Conventions(), "file"), go_on=go_on), vocab


@quick
@given(texts=st.one_of(raw(), parallel()))
def test_find_edges__agree_with_the_column(texts: list[str]) -> None:
    found, vocab = edges_of(texts[0])
    file = naive.read(texts[0])
    expected = [
        (word.place, ROOT if head is None else head, ">".join(path))
        for word in file.words
        for head, path in word.edges(file.first_of(word.sentence))
    ]
    assert list(zip(found.word().tolist(), found.head.tolist(), vocab.decode(found.path), strict=True)) == expected
    assert found.n == len(expected)
    assert found.n_broken == 0


@quick
@given(texts=raw())
def test_find_edges__plain_paths_are_cut_step_by_step(texts: list[str]) -> None:
    found, vocab = edges_of(texts[0])
    expected = [">".join(step.split(":")[0] for step in path.split(">")) for path in vocab.decode(found.path)]
    assert vocab.decode(found.plain) == expected


@pytest.mark.parametrize(
    ("deps", "expected"),
    [
        ("_", []),
        ("", []),
        ("0:root", [(0, "root")]),
        ("4:nsubj|7:conj:and>nsubj", [(4, "nsubj"), (7, "conj:and>nsubj")]),
        ("5.1:obj", []),
        ("0.1:obj|2:obj", [(2, "obj")]),
        ("1:obj|1:obj", [(1, "obj"), (1, "obj")]),
        ("2:", [(2, "")]),
        ("2:a:b:c", [(2, "a:b:c")]),
    ],
)
def test_parse__splits_edges(deps: str, expected: list[tuple[int, str]]) -> None:
    assert parse(deps) == expected


@pytest.mark.parametrize("deps", ["obj", "x:obj", "-1:obj", "1:obj|obj", "1.1", "²:obj", "٣:obj"])
def test_find_edges__what_has_no_readable_head_is_refused(deps: str) -> None:
    """Only ASCII digits make a head."""
    text = words("a _ X _ _ 0 root 0:root", f"b _ X _ _ 1 obj {deps}")
    with pytest.raises(FormatError, match="every edge is a head, a colon and a relation") as caught:
        edges_of(text)
    assert caught.value.place == "file.conllu:2, sentence '1'"


def test_find_edges__a_head_outside_of_the_sentence_is_refused() -> None:
    with pytest.raises(FormatError, match="head 3 is outside of the sentence, which has 2 words"):
        edges_of(words("a _ X _ _ 0 root 0:root", "b _ X _ _ 1 obj 3:obj"))


def test_find_edges__an_endless_head_is_outside_of_the_sentence() -> None:
    with pytest.raises(FormatError, match="is outside of the sentence"):
        edges_of(words("a _ X _ _ 0 root 99999999999999999999:root"))


def test_find_edges__as_the_ud_evaluation_heads_are_what_python_takes_for_numbers() -> None:
    """Below zero they are words before the sentence, counted from its last word where there are none."""
    deps = ("+1:x", "0_2:x", "٢:x", "00:x", "-1:x", "-3:x", "-99999999999:x")
    first = words("a _ X _ _ 0 root 0:root", f"b _ X _ _ 1 obj {'|'.join(deps)}")
    second = words("c _ X _ _ 0 root -1:x", "d _ X _ _ 1 obj -2:x")
    found, _ = edges_of(first + second, go_on=True)
    assert found.head.tolist() == [ROOT, 0, 1, 1, ROOT, 0, HEADLESS, HEADLESS, 0, 3]
    assert found.n_broken == 2


def test_find_edges__can_go_on_and_count() -> None:
    found, _ = edges_of(words("a _ X _ _ 0 root 7:root", "b _ X _ _ 1 obj 1:obj|obj"), go_on=True)
    assert found.head.tolist() == [HEADLESS, 0, HEADLESS]
    assert found.n_broken == 2


def test_find_edges__heads_are_counted_in_their_own_sentence() -> None:
    found, _ = edges_of(words("a _ X _ _ 0 root 0:root") + words("b _ X _ _ 0 root 2:x", "c _ X _ _ 1 obj 1:obj"))
    assert found.head.tolist() == [ROOT, 2, 1]


def test_find_edges__a_file_without_edges() -> None:
    found, _ = edges_of(words("a", "b"))
    assert found.n == 0
    assert found.start.tolist() == [0, 0, 0]
