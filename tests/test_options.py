"""What is given in Python means what it means on the command line, and slips are refused."""

from __future__ import annotations

from typing import Any

import pytest

from tertium.conventions import PUNCTUATION, SCHEME_ALIASES, SCHEMES, YES_NO
from tertium.errors import UsageError
from tertium.options import read_options


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("subtypes", "no", False),
        ("subtypes", True, True),
        ("fold_case", "no", False),
        ("fold_case", "yes", True),
        ("punctuation", "no", "form"),
        ("punctuation", False, "form"),
        ("punctuation", True, "yes"),
        ("punctuation", "deprel", "relation"),
        ("exclude", "punct", ("punct",)),
        ("include", r"nsubj,$\,", ("nsubj", "$,")),
        ("include", ["a,b"], ("a,b",)),
        ("exclude", {"b", "a"}, ("a", "b")),
        ("measures", "UAS", ("UAS",)),
        ("measures", ["UAS, LAS", "LS"], ("UAS", "LAS", "LS")),
        ("map", "deprel:nmod=obl", ("deprel:nmod=obl",)),
        ("columns", {"form": 1, "xpos": 5}, "form=1,xpos=5"),
        ("columns", "form=1,xpos=5", "form=1,xpos=5"),
        ("like", "UD", "ud"),
        ("tokens", "same", "same"),
        ("by", "upos", ("upos",)),
        ("intervals", "no", False),
        ("seed", 3, 3),
    ],
)
def test_options__are_read_as_on_the_command_line(name: str, value: Any, expected: Any) -> None:
    assert getattr(read_options({name: value}), name) == expected


def test_options__have_the_names_of_the_command_line() -> None:
    assert read_options({"measure": "UAS"}).measures == ("UAS",)
    with pytest.raises(UsageError, match="given twice"):
        read_options({"measure": "UAS", "measures": "LAS"})


def test_options__none_is_the_default() -> None:
    assert read_options({"tokens": None, "include": None, "encoding": None}) == read_options({})


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ({"tokens": "foo"}, "tokens='foo' cannot be understood", "auto, same, characters, position"),
        ({"tokens": "charcters"}, "cannot be understood", "did you mean 'characters'?"),
        ({"punctuation": "relations"}, "cannot be understood", "did you mean 'relation'?"),
        ({"subtypes": 3}, "subtypes=3 cannot", "yes, keep, true, no"),
        ({"mesures": "UAS"}, "there is no option 'mesures'", "did you mean 'measures'?"),
        ({"gold_is_system": True}, "there is no option", "there are alpha, "),
        ({"include": 3}, "include=3 cannot", "a list of strings"),
        ({"format": "conlu"}, "cannot", "did you mean 'conllu'?"),
        ({"layer": 1}, "layer=1 cannot", "a string"),
        ({"columns": 2}, "columns=2 cannot", "a string"),
        ({"seed": "0"}, "seed='0' cannot", "a whole number"),
        ({"alpha": "x"}, "alpha='x' cannot", "a number"),
    ],
)
def test_options__slips_are_refused_with_a_suggestion(given: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(given)
    assert message in caught.value.message
    assert hint in (caught.value.hint or "")


def test_options__one_table_of_aliases_for_both_front_doors() -> None:
    import click

    from tertium.cli.options import OneOf, convention_options

    @click.command()
    @convention_options
    def command() -> None: ...

    kinds = {option.name: option.type for option in command.params}
    tables = {name: kind.values for name, kind in kinds.items() if isinstance(kind, OneOf)}
    schemes: dict[str, str] = {**{scheme: scheme for scheme in SCHEMES}, **SCHEME_ALIASES}
    assert tables == {"punctuation": PUNCTUATION, "subtypes": YES_NO, "scheme": schemes, "singletons": YES_NO}
