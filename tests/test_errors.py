from __future__ import annotations

import pytest

import tertium
from tertium.errors import FormatError, MismatchError, SourceError, UsageError, quote, shorten_both


def test_errors__say_place_fact_and_way_out() -> None:
    error = FormatError(
        "HEAD is 31, but the sentence has 24 words", path="dev.conllu", line=2041, sentence="w-17", hint="correct it"
    )
    assert str(error) == "dev.conllu:2041, sentence 'w-17': HEAD is 31, but the sentence has 24 words. Try: correct it"


def test_errors__facts_are_attributes() -> None:
    error = FormatError("no", path="a", line=3, sentence="s", hint="h")
    assert (error.message, error.path, error.line, error.sentence, error.hint) == ("no", "a", 3, "s", "h")


def test_errors__a_message_of_several_lines_keeps_its_shape() -> None:
    assert str(MismatchError("different:\n  a\n  b", hint="look")) == "different:\n  a\n  b\nTry: look"


def test_errors__without_a_place() -> None:
    assert str(UsageError("no such thing.")) == "no such thing."
    assert str(SourceError("gone", line=4)) == "line 4: gone"
    assert str(SourceError("gone", sentence="x")) == "sentence 'x': gone"


def test_errors__a_question_keeps_its_mark() -> None:
    assert str(UsageError("how much is wrong?", hint="say it")) == "how much is wrong? Try: say it"


def test_shorten_both__shows_where_two_texts_part() -> None:
    """Two sentences of which the first words are equal would look the same."""
    one, other = shorten_both("the same words " * 9 + "here and on", "the same words " * 9 + "there and on", 40)
    assert one.startswith("...")
    assert "here" in one
    assert "there" in other
    assert max(len(one), len(other)) <= 40
    assert shorten_both("short", "shirt") == ("short", "shirt")


def test_errors__one_root_catches_them_all() -> None:
    for kind in (
        tertium.UsageError,
        tertium.InputError,
        tertium.SourceError,
        tertium.FormatError,
        tertium.MismatchError,
    ):
        assert issubclass(kind, tertium.TertiumError)


@pytest.mark.parametrize("tokens", ["auto", "same"])
def test_messages__show_the_start_of_an_endless_word(tokens: str) -> None:
    """Some web corpora hold a whole page as one word."""
    gold, system = [("a" * 100_000, "N"), ("b", "N")], [("a" * 99_999 + "c", "N"), ("b", "N")]
    with pytest.raises(tertium.MismatchError) as caught:
        tertium.score(gold, {"system": system}, tokens=tokens)
    assert len(str(caught.value)) < 1000
    assert "'aaaaaaaaaa" in str(caught.value)


def test_messages__show_the_start_of_an_endless_sentence_name() -> None:
    assert len(FormatError("no", path="a", sentence="s" * 100_000).place) < 100


def test_quote__numbers_are_not_quoted_and_pieces_end_in_dots() -> None:
    assert quote(17) == "17"
    assert quote("a" * 41) == repr("a" * 37 + "...")
    assert quote("a" * 40) == repr("a" * 40)
