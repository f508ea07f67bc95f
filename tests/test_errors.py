from __future__ import annotations

import tertium
from tertium.errors import FormatError, MismatchError, SourceError, UsageError


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


def test_errors__one_root_catches_them_all() -> None:
    for kind in (
        tertium.UsageError,
        tertium.InputError,
        tertium.SourceError,
        tertium.FormatError,
        tertium.MismatchError,
    ):
        assert issubclass(kind, tertium.TertiumError)
