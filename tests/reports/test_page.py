from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tertium.reports.page import Span, as_text, cells, fit, fit_name, fit_pair, line, visible, wrap


def test_visible__shows_what_would_act_on_a_terminal() -> None:
    assert visible("a\x1b[31mb") == "a\\x1b[31mb"
    assert visible("\u202eabc") == "\\u202eabc"
    assert visible("a\u2028b\x85\x00") == "a\\u2028b\\x85\\x00"


def test_visible__leaves_every_script_alone() -> None:
    for text in ("עוגה", "犬が寝る", "é", "🐕‍🦺", "नमस्ते"):
        assert visible(text) == text


@given(st.text())
def test_visible__lets_no_control_character_through(text: str) -> None:
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in visible(text))


def test_cells__counts_wide_and_combining_characters() -> None:
    assert (cells("abc"), cells("犬"), cells("e\u0301"), cells("ﬁ")) == (3, 2, 1, 1)


def test_cells__what_takes_two_and_what_takes_none() -> None:
    """An ideographic space is as wide as the characters around it; a mark may be without a combining class."""
    assert (cells("犬\u3000猫"), cells("ยัง"), cells("की"), cells("\u1112\u1161\u11ab"), cells("a\u200db")) == (
        6,
        2,
        2,
        2,
        2,
    )
    assert cells("co\u00adop") == 5  # a soft hyphen is drawn


@given(st.text(alphabet="ab犬e\u0301", max_size=12), st.integers(2, 15), st.sampled_from(["left", "right"]))
def test_fit__takes_exactly_the_width(text: str, width: int, align: str) -> None:
    found = fit(text, width, "left" if align == "left" else "right")
    assert cells(found) in (width, width - 1) if "犬" in text else cells(found) == width


@given(st.text(alphabet="ab犬e\u0301", max_size=30), st.text(alphabet="ab犬", max_size=30), st.integers(9, 40))
def test_fit_name_and_pair__take_exactly_the_width(one: str, two: str, width: int) -> None:
    assert cells(fit_name(one, width)) == cells(fit_pair(one, two, width)) == width


def test_fit_name__runs_that_differ_at_their_end_stay_apart() -> None:
    """Names of systems are made of what they share and a number, as a rule."""
    names = [f"a-very-long-name-of-a-system-seed{seed}" for seed in (17, 18)]
    assert [fit_name(name, 14) for name in names] == ["a-very…-seed17", "a-very…-seed18"]
    assert fit_pair(names[0], names[1], 31) == "a-very…-seed17 → a-very…-seed18"
    assert fit_pair("old", names[0], 24).split(" → ")[0] == "old"


def test_wrap__keeps_within_the_width_and_indents() -> None:
    lines = wrap(["one two three four five six seven"], 12, indent=2, first=0)
    texts = as_text(lines).rstrip("\n").split("\n")
    assert texts == ["one two", "  three four", "  five six", "  seven"]


@given(st.lists(st.text(alphabet="abc", min_size=1, max_size=9), min_size=1, max_size=20), st.integers(12, 40))
def test_wrap__loses_no_word(words: list[str], width: int) -> None:
    text = as_text(wrap([Span(" ".join(words), "bold")], width, indent=2))
    assert text.split() == words
    assert all(cells(row) <= width for row in text.split("\n"))


def test_line__takes_plain_strings_and_spans() -> None:
    assert as_text([line("a", Span("b", "red"))]) == "ab\n"


def test_wrap__a_number_keeps_its_percent_sign() -> None:
    rows = as_text(wrap(["it changes 25.9 % of the words"], 16)).split("\n")
    assert rows[:2] == ["it changes", "25.9 % of the"]


@given(st.text(alphabet="a|- 犬", max_size=60), st.integers(8, 20), st.integers(0, 4))
def test_wrap__no_line_is_wider_than_asked(text: str, width: int, indent: int) -> None:
    """Not even where one word is: a page at 80 columns has no line of 81."""
    lines = as_text(wrap([text], width, indent=indent, first=2)).rstrip("\n").split("\n")
    assert all(cells(one) <= width for one in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_wrap__long_words_are_cut_after_a_mark() -> None:
    lines = wrap(["see Mood=Ind|Person=3"], 12, indent=2, first=0)
    assert as_text(lines).split("\n")[:-1] == ["see", "  Mood=Ind|", "  Person=3"]


def test_wrap__a_space_after_a_full_line_begins_no_other() -> None:
    assert as_text(wrap(["one two", " "], 7)) == "one two\n"
    assert as_text(wrap(["one two  three"], 7)) == "one two\nthree\n"
