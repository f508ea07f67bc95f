from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tertium.errors import FormatError, SourceError, UsageError
from tertium.formats.head_rules import find_head_rules, parse_head_rules
from tertium.headrules import BUILT_IN, PUNCTUATION, HeadRules, Search

if TYPE_CHECKING:
    from pathlib import Path


def parse(text: str) -> HeadRules:
    return parse_head_rules(text, "mine", "mine.heads")


def test_rules__lines_of_a_label_add_up() -> None:
    rules = parse("NP rightmost NN NNS\n\n  # a comment\nNP left NP\nNP right\n")
    assert rules.rules == {"NP": (Search("rightmost", ("NN", "NNS")), Search("left", ("NP",)), Search("right"))}
    assert (rules.name, rules.default, rules.punctuation, rules.functions) == ("mine", "left", PUNCTUATION, ("HD",))


def test_rules__a_label_can_be_like_another_that_comes_later() -> None:
    rules = parse("NX like NML\nNML like NP\nNP right NN\n")
    assert rules.rules["NX"] == rules.rules["NML"] == rules.rules["NP"]


def test_rules__directives() -> None:
    rules = parse(
        "@default right\n@coordination CC\n@function HD hd\n@punctuation .\n"
        "@empty -NONE- t\n@noun PP right NN\nPP left IN\n"
    )
    assert (rules.default, rules.coordinators, rules.functions) == ("right", ("CC",), ("HD", "hd"))
    assert (rules.punctuation, rules.empty, rules.nouns) == (
        (".",),
        ("-NONE-", "t"),
        {"PP": (Search("right", ("NN",)),)},
    )


def test_rules__a_directive_without_values_switches_off() -> None:
    assert parse("@function\nNP left\n").functions == ()


def test_rules__lines_may_end_as_on_windows_and_begin_with_a_mark() -> None:
    assert parse("\ufeffNP left NN\r\n").rules["NP"] == (Search("left", ("NN",)),)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("NP left NN\nNP links NN\n", 2, "'links' stands where a direction is expected"),
        ("NP\n", 1, "nothing stands where a direction is expected"),
        ("NP left NN\n@noun PP NN\n", 2, "'NN' stands where a direction is expected"),
        ("@nouns PP left NN\n", 1, "there is no @nouns"),
        ("@default middle\nNP left\n", 1, "@default is middle"),
        ("@default\nNP left\n", 1, "@default is nothing"),
        ("@empty t\n@empty u\nNP left\n", 2, "@empty is given twice"),
        ("NX like\n", 1, "like needs one label"),
        ("NX like NP\nNP left\nNX left NN\n", 3, "NX is like NP already"),
        ("NX left NN\nNX like NP\n", 2, "NX has rules already"),
        ("NX like NP\n", 1, "NX is like NP, which has no rules"),
        ("A like B\nB like A\nC left\n", 1, "A is like itself"),
    ],
)
def test_rules__errors_name_file_and_line(text: str, line: int, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert caught.value.message == message
    assert (caught.value.path, caught.value.line) == ("mine.heads", line)
    assert caught.value.hint


def test_rules__an_empty_file_is_refused() -> None:
    with pytest.raises(FormatError, match="no rule"):
        parse("# nothing\n")


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in__can_be_found_and_has_a_rule_for_roots(name: str) -> None:
    rules = find_head_rules(name.upper())
    assert rules.name == name
    for root in ("TOP", "ROOT", "VROOT", ""):
        assert rules.searches(root) == rules.rules["ROOT"]


def test_find__a_file_has_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.heads"
    path.write_text("NP left NN\n")
    assert find_head_rules(str(path)).name == "mine.heads"


def test_find__a_file_does_not_pass_for_built_in_rules(tmp_path: Path) -> None:
    path = tmp_path / "collins"
    path.write_text("NP left NN\n")
    assert find_head_rules(str(path)).name == "collins(file)"


def test_find__what_is_neither_name_nor_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no head rules 'colins'"):
        find_head_rules("colins")
    with pytest.raises(SourceError):
        find_head_rules(str(tmp_path))


def test_find__bad_bytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.heads"
    path.write_bytes(b"NP left NN\nNP left \xff\n")
    with pytest.raises(FormatError, match="UTF-8") as caught:
        find_head_rules(str(path))
    assert caught.value.line == 2
