"""Lists of pairs and data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import polars as pl
import pytest

import tertium
from tertium.conventions import PRESETS
from tertium.corpus import ROOT, Corpus, Vocab
from tertium.errors import FormatError, TertiumError, UsageError
from tertium.formats.memory import Memory
from tertium.formats.request import Request
from tests.formats.samples import EVERYTHING, column, heads, sentences

if TYPE_CHECKING:
    from collections.abc import Callable

PAIRS = [[("Die", "ART"), ("Katze", "NN")], [("שרה", "VERB"), ("猫", "NOUN"), ("👩‍🔬", "SYM")]]
FORMS = [["Die", "Katze"], ["שרה", "猫", "👩‍🔬"]]
FRAME: dict[str, list[Any]] = {
    "sentence": [1, 1, 2, 2, 2],
    "form": ["Die", "Katze", "שרה", "猫", "👩‍🔬"],
    "upos": ["DET", "NOUN", "VERB", "NOUN", "SYM"],
    "head": [2, 0, 0, 1, 2],
    "deprel": ["det", "root", "root", "nsubj", "flat"],
}


def read(content: Any, **request: Any) -> Corpus:
    ask: dict[str, Any] = {"vocab": Vocab(), "name": "x", "wanted": EVERYTHING} | request
    return Memory(content, "mine").read(Request(**ask))


@pytest.mark.parametrize(
    "content",
    [PAIRS, tuple(PAIRS), [tuple(sentence) for sentence in PAIRS], [[list(pair) for pair in one] for one in PAIRS]],
    ids=["lists", "tuple", "list of tuples", "pairs as lists"],
)
def test_memory__sentences_of_pairs(content: Any) -> None:
    corpus = read(content)
    assert sentences(corpus) == FORMS
    assert column(corpus, "tag") == ["ART", "NN", "VERB", "NOUN", "SYM"]
    assert (corpus.n_sents, corpus.n_docs, corpus.paths) == (2, 1, ("mine",))


def test_memory__pairs_alone_are_one_sentence() -> None:
    assert sentences(read(PAIRS[0])) == [["Die", "Katze"]]


def test_memory__two_words_of_two_letters_are_pairs_not_sentences() -> None:
    """`[("ab", "cd")]` is one word with a tag, not a sentence of two words."""
    assert sentences(read([("ab", "cd")])) == [["ab"]]


def test_memory__empty_sentences_leave_no_trace() -> None:
    assert sentences(read([PAIRS[0], [], PAIRS[1]])) == FORMS


@pytest.mark.parametrize("nothing", [[], [[]], pl.DataFrame({"form": []})])
def test_memory__nothing_is_refused_as_an_empty_file_is(nothing: Any) -> None:
    with pytest.raises(FormatError, match="it holds no words"):
        read(nothing)


def test_memory__like_ud_nothing_is_nothing() -> None:
    corpus = read([], conventions=PRESETS["ud"][1])
    assert (corpus.n_words, corpus.n_sents, corpus.n_docs) == (0, 0, 0)


def test_memory__polars_frame() -> None:
    corpus = read(pl.DataFrame(FRAME))
    assert sentences(corpus) == FORMS
    assert heads(corpus) == [1, ROOT, ROOT, 2, 3]
    assert column(corpus, "deprel") == FRAME["deprel"]


def test_memory__pandas_frame() -> None:
    pandas = pytest.importorskip("pandas")
    corpus = read(pandas.DataFrame(FRAME))
    assert sentences(corpus) == FORMS
    assert heads(corpus) == [1, ROOT, ROOT, 2, 3]


def test_memory__pandas_frame_with_any_index() -> None:
    pandas = pytest.importorskip("pandas")
    assert sentences(read(pandas.DataFrame(FRAME, index=[9, 9, 7, 5, 3]))) == FORMS


@pytest.mark.parametrize("words", ["form", "token", "word", "text", "Token", "WORD"])
@pytest.mark.parametrize("borders", ["sentence", "sent_id", "sent", "Sent_ID"])
def test_memory__columns_by_other_names(words: str, borders: str) -> None:
    frame = pl.DataFrame({borders: FRAME["sentence"], words: FRAME["form"], "pos": FRAME["upos"]})
    corpus = read(frame)
    assert sentences(corpus) == FORMS
    assert column(corpus, "tag") == FRAME["upos"]


@pytest.mark.parametrize("change", [str.upper, str.title])
def test_memory__columns_in_any_case(change: Callable[[str], str]) -> None:
    """`Token` and `POS` are understood, so `Form` and `UPOS` should be."""
    corpus = read(pl.DataFrame({change(name): values for name, values in FRAME.items()}))
    assert sentences(corpus) == FORMS
    assert column(corpus, "upos") == FRAME["upos"]


def test_memory__sentences_may_be_named_by_strings() -> None:
    frame = pl.DataFrame(FRAME | {"sentence": ["b", "b", "a", "a", "a"]})
    assert sentences(read(frame)) == FORMS


def test_memory__heads_may_be_strings() -> None:
    frame = pl.DataFrame(FRAME | {"head": [str(head) for head in FRAME["head"]]})
    assert heads(read(frame)) == [1, ROOT, ROOT, 2, 3]


def test_memory__heads_as_written_under_presets_that_compare_text() -> None:
    corpus = read(pl.DataFrame(FRAME), conventions=PRESETS["compareval"][1])
    assert column(corpus, "head") == ["2", "0", "0", "1", "2"]


def test_memory__sniffs_its_layers() -> None:
    guess = Memory(pl.DataFrame(FRAME), "mine").sniff()
    assert (guess.heads, guess.filled) == (True, frozenset({"upos", "head", "deprel"}))
    assert not Memory(PAIRS, "mine").sniff().heads


@pytest.mark.parametrize("head", [4, -1, None, 99])
def test_memory__bad_head_is_refused(head: int | None) -> None:
    frame = pl.DataFrame(FRAME | {"head": [2, 0, 0, head, 2]})
    with pytest.raises(FormatError) as caught:
        read(frame)
    assert (caught.value.path, caught.value.line) == ("mine", 4)
    assert str(head) in caught.value.message
    assert caught.value.hint


def test_memory__head_that_is_no_number_is_refused() -> None:
    with pytest.raises(FormatError, match="'x'"):
        read(pl.DataFrame(FRAME | {"head": ["2", "0", "0", "x", "2"]}))


@pytest.mark.parametrize("content", [5, None, 2.5, b"bytes", {"form": ["x"]}, {1, 2}, object()])
def test_memory__other_things_are_refused(content: Any) -> None:
    with pytest.raises(UsageError, match="cannot be compared") as caught:
        Memory(content, "mine")
    assert "mine" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    "content",
    [
        [("Die", "ART"), "Katze"],
        [("Die", "ART"), ("Katze",)],
        [("Die", "ART"), ("Katze", None)],
        [[("Die", "ART")], [("Katze", "NN", "x")]],
        [[("Die", "ART")], None],
    ],
    ids=str,
)
def test_memory__what_is_no_pair_is_refused(content: Any) -> None:
    with pytest.raises(TertiumError) as caught:
        Memory(content, "mine")
    assert "mine" in str(caught.value)
    assert caught.value.hint


def test_memory__frame_without_words_is_refused() -> None:
    with pytest.raises(UsageError, match="no column for the words"):
        Memory(pl.DataFrame({"upos": ["X"]}), "mine")


def test_memory__frame_with_words_twice_is_refused() -> None:
    """`form` and `token` are both names for the words; which are meant?"""
    with pytest.raises(UsageError) as caught:
        Memory(pl.DataFrame({"form": ["x"], "token": ["y"], "upos": ["X"]}), "mine")
    assert "mine" in str(caught.value)


@pytest.mark.parametrize("form", ["", None, " "])
def test_memory__empty_words_are_refused(form: str | None) -> None:
    with pytest.raises(FormatError) as caught:
        read(pl.DataFrame({"form": ["Die", form], "tag": ["X", "Y"]}))
    assert caught.value.line == 2


def test_memory__numbers_as_tags_are_read_as_text() -> None:
    assert column(read(pl.DataFrame({"form": ["x", "y"], "tag": [1, 2]})), "tag") == ["1", "2"]


def test_memory__frame_is_not_changed() -> None:
    frame = pl.DataFrame({"token": ["x"], "pos": [1]})
    read(frame)
    assert frame.to_dict(as_series=False) == {"token": ["x"], "pos": [1]}


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
@pytest.mark.parametrize("column", ["token", "upos", "sentence", "head"])
def test_memory__a_missing_value_is_named_with_its_row(column: str, missing: object) -> None:
    frame = pd.DataFrame(
        {"token": ["a", "b"], "upos": ["N", "V"], "head": [2, 0], "deprel": ["x", "root"], "sentence": [1, 1]},
        dtype=object,
    )
    frame.loc[1, column] = missing
    layer = "upos" if column == "upos" else None
    with pytest.raises(FormatError, match=r"^a:2: ") as caught:
        tertium.score(pd.DataFrame(frame.fillna("1")), {"a": frame}, layer=layer)
    assert caught.value.hint


def test_memory__a_missing_value_in_a_column_that_nobody_needs_is_no_fault() -> None:
    """A column of notes, or of lemmas where tags are compared, may hold what it likes."""
    frame = pd.DataFrame({"token": ["a", "b"], "tag": ["N", "V"], "lemma": ["a", None], "notes": [1.5, object()]})
    assert tertium.score(frame, {"a": frame}).score("Accuracy", "a").correct == 2


@pytest.mark.parametrize("heads", [[2.0, 0.0], ["2", "0"], [2, 0]])
def test_memory__heads_may_be_any_kind_of_number(heads: list[object]) -> None:
    """pandas makes them floats where one is missing; as text they are the same numbers."""
    plain = {"token": ["a", "b"], "deprel": ["x", "root"]}
    gold = pd.DataFrame(plain | {"head": [2, 0]})
    system = pd.DataFrame(plain | {"head": heads})
    for like in (None, "eval07"):
        assert tertium.score(gold, {"a": system}, like=like).score("UAS", "a").correct == 2


def test_memory__a_broken_head_is_refused() -> None:
    frame = pl.DataFrame({"token": ["a", "b"], "deprel": ["x", "root"], "head": [1.5, 0]})
    with pytest.raises(FormatError, match=r"head is 1\.5"):
        tertium.score(frame, {"a": frame})


def test_memory__two_columns_of_one_name_are_refused() -> None:
    frame = pd.DataFrame([["a", "N", "V"]], columns=["token", "tag", "tag"])
    with pytest.raises(UsageError, match="both mean tag"):
        tertium.score(frame, {"a": frame})


@pytest.mark.parametrize("tag", [None, 1, 2.5])
def test_pairs__whose_tag_is_no_text_are_shown_whole(tag: Any) -> None:
    """`word 1 is 'cat'` would hide that it is the tag that is wrong."""
    with pytest.raises(tertium.FormatError) as caught:
        tertium.score([("cat", tag)], {"a": [("cat", "NOUN")]})
    assert f"('cat', {tag!r}), not a pair of token and tag" in str(caught.value)
