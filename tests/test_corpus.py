"""Vocab and Corpus: the shared columns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium import corpus as module
from tertium.conventions import Conventions
from tertium.corpus import EMPTY, MISSING, Irregularity, Names, Surface, Vocab, distinct
from tertium.errors import InputError
from tests.strategies import read, words

texts = st.lists(st.text(max_size=3), max_size=6)


@settings(max_examples=20, deadline=None)
@given(first=texts, second=texts)
def test_vocab__decode_inverts_encode(first: list[str], second: list[str]) -> None:
    vocab = Vocab()
    codes = [vocab.encode(part) for part in (first, second)]
    assert [vocab.decode(part) for part in codes] == [first, second]
    assert len(vocab) >= len({*first, *second, ""})


@settings(max_examples=20, deadline=None)
@given(strings=texts)
def test_vocab__equal_codes_mean_equal_strings(strings: list[str]) -> None:
    vocab = Vocab()
    codes = vocab.encode(strings).tolist()
    for a, one in zip(codes, strings, strict=True):
        for b, other in zip(codes, strings, strict=True):
            assert (a == b) == (one == other)
    assert [vocab.code(text) for text in strings] == codes


def test_vocab__starts_with_the_empty_string() -> None:
    vocab = Vocab()
    assert vocab.code("") == EMPTY
    assert len(vocab) == 1
    assert vocab.strings.to_list() == [""]


def test_vocab__strings_are_in_the_order_of_codes() -> None:
    vocab = Vocab()
    codes = vocab.encode(["b", "a", "b", "c"])
    assert [vocab.strings[int(code)] for code in codes] == ["b", "a", "b", "c"]


def test_vocab__missing_codes_decode_to_nothing() -> None:
    vocab = Vocab()
    assert vocab.decode(np.array([MISSING, vocab.code("a")])) == ["", "a"]
    assert vocab.decode([]) == []


def test_vocab__nulls_of_a_column_are_missing() -> None:
    vocab = Vocab()
    column = pl.Series(["a", None, "b"], dtype=vocab.dtype)
    codes = vocab.take(column)
    assert codes.dtype == np.int32
    assert codes[1] == MISSING
    assert vocab.decode(codes) == ["a", "", "b"]


def test_vocab__two_of_them_do_not_disturb_each_other() -> None:
    one, other = Vocab(), Vocab()
    one.encode(["x", "y", "z"])
    codes = other.encode(["a"])
    assert other.decode(codes) == ["a"]
    assert len(other) == 2


def test_vocab__used_codes_without_missing_ones() -> None:
    vocab = Vocab()
    codes = vocab.encode(["a", "b", "a"])
    column = np.append(codes, np.int32(MISSING)).astype(np.int32)
    assert sorted(vocab.used(column).tolist()) == sorted(set(codes.tolist()))
    assert vocab.used(np.zeros(0, dtype=np.int32)).tolist() == []


def test_vocab__rewrite_calls_the_rule_once_for_each_string() -> None:
    vocab = Vocab()
    calls: list[str] = []

    def cut(label: str) -> str:
        calls.append(label)
        return label.partition(":")[0]

    column = vocab.encode(["nsubj:pass", "obj", "nsubj:pass"])
    assert vocab.decode(vocab.rewrite(column, cut)) == ["nsubj", "obj", "nsubj"]
    assert sorted(calls) == ["nsubj:pass", "obj"]


def test_vocab__rewrite_keeps_missing_rows_and_untouched_columns() -> None:
    vocab = Vocab()
    column = np.array([vocab.code("a"), MISSING], dtype=np.int32)
    assert vocab.rewrite(column, str.lower) is column
    changed = vocab.rewrite(column, str.upper)
    assert changed.tolist() == [vocab.code("A"), MISSING]
    assert column.tolist()[1] == MISSING


@settings(max_examples=20, deadline=None)
@given(strings=st.lists(st.sampled_from(("a", "A", "b", "B")), min_size=1, max_size=8))
def test_vocab__rewrite_is_the_rule_applied_to_every_row(strings: list[str]) -> None:
    vocab = Vocab()
    swap = {"a": "b", "b": "a"}
    assert vocab.decode(vocab.rewrite(vocab.encode(strings), lambda text: swap.get(text, text))) == [
        swap.get(text, text) for text in strings
    ]


def test_vocab__flag_marks_rows_that_pass() -> None:
    vocab = Vocab()
    column = np.append(vocab.encode(["a", "B", "c"]), np.int32(MISSING)).astype(np.int32)
    assert vocab.flag(column, str.islower).tolist() == [True, False, True, False]


@settings(max_examples=20, deadline=None)
@given(rows=st.lists(st.tuples(*[st.sampled_from(("a", "b", ""))] * 3), min_size=1, max_size=8))
def test_vocab__combine_joins_row_by_row(rows: list[tuple[str, ...]]) -> None:
    vocab = Vocab()
    columns = [vocab.encode(column) for column in zip(*rows, strict=True)]
    assert vocab.decode(vocab.combine(columns, "+")) == ["+".join(row) for row in rows]


def test_vocab__threads_lose_no_string() -> None:
    """Files are read side by side."""
    vocab = Vocab()

    def add(number: int) -> bool:
        own = [f"{number}-{place}" for place in range(50)]
        return all(vocab.decode(vocab.encode([text])) == [text] for text in own)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(add, range(4)))
    assert len(vocab) == 1 + 4 * 50
    assert len(set(vocab.strings.to_list())) == len(vocab)


@pytest.mark.parametrize("most", [1 << 24, 0])
@settings(max_examples=20, deadline=None)
@given(keys=st.lists(st.integers(0, 20), max_size=10))
def test_distinct__by_flags_or_by_sorting(most: int, keys: list[int]) -> None:
    array = np.array(keys, dtype=np.int64)
    kept, module._FLAGS_AT_MOST = module._FLAGS_AT_MOST, most  # type: ignore[misc]
    try:
        values, place = distinct(array, 21)
    finally:
        module._FLAGS_AT_MOST = kept  # type: ignore[misc]
    assert values.tolist() == sorted(set(keys))
    assert values[place].tolist() == keys


def test_irregularity__says_what_where_and_how_often() -> None:
    fault = Irregularity("sentences with several roots", 1234, "a.conllu", 17)
    assert str(fault) == "a.conllu: 1,234 sentences with several roots (first at line 17)"


def test_names__some_things_have_none() -> None:
    comments = ["# sent_id = a", "# sent_id=b = c ", "# newdoc"]
    names = Names(4, comments, np.array([1, MISSING, 0, 2], dtype=np.int32))
    assert [names.get(place) for place in range(4)] == ["b = c", None, "a", None]
    assert Names(2).get(1) is None


def test_surface__the_token_of_each_word() -> None:
    surface = Surface(
        np.zeros(3, dtype=np.int32), np.array([0, 1, 3, 4], dtype=np.int64), np.array([False, True, False])
    )
    assert surface.n_tokens == 3
    assert surface.of_words().tolist() == [0, 1, 1, 2]


def test_corpus__knows_sentences_positions_and_places() -> None:
    text = "# newdoc id = d\n# sent_id = x\n" + words("a", "b") + words("c")
    found = read(text, Vocab(), Conventions(), "file")
    assert (found.n_words, found.n_sents, found.n_docs) == (3, 2, 1)
    assert found.sent_len.tolist() == [2, 1]
    assert found.sentence_of_words().tolist() == [0, 0, 1]
    assert found.position_of_words().tolist() == [1, 2, 1]
    assert [found.sentence_name(place) for place in range(2)] == ["x", "2"]
    assert found.document_name(0) == "d"
    assert found.path_of(2) == "file.conllu"
    assert found.line.tolist() == [3, 4, 6]
    assert found.forms(1, 3) == ["b", "c"]


def test_corpus__with_columns_leaves_the_old_one_alone() -> None:
    found = read(words("a"), Vocab(), Conventions(), "file")
    other = found.with_columns({"tag": found.vocab.encode(["N"])})
    assert "tag" in other.columns
    assert "tag" not in found.columns
    assert other.columns["form"] is found.columns["form"]


@pytest.mark.parametrize("gold", [["a\ud800", "b"], [["B-PER\ud800", "O"]], [[("a\ud800", "N")]]])
def test_vocab__takes_no_half_of_a_surrogate_pair(gold: list[Any]) -> None:
    """Labels, tags of spans and words from Python: no file and no page could hold it."""
    with pytest.raises(InputError, match=r"'[^']*\\ud800[^']*' holds half of a surrogate pair"):
        tertium.score(gold, {"a": gold})
