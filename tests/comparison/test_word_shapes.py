"""Capitals and scripts, in many scripts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.comparison.word_shapes import CASES, find_case, find_script


@pytest.mark.parametrize(
    ("form", "case"),
    [
        ("straße", "lower"),
        ("don't", "lower"),
        ("École", "Capitalised"),
        ("Москва", "Capitalised"),
        ("A", "Capitalised"),
        ("1st", "lower"),
        ("NATO", "UPPER"),
        ("U.S.", "UPPER"),
        ("ΑΘΗΝΑ", "UPPER"),
        ("McDonald", "miXed"),
        ("Jean-Luc", "miXed"),
        ("ǅep", "Capitalised"),
        ("הכלב", "no case"),
        ("犬", "no case"),
        ("...", "no case"),
        ("", "no case"),
    ],
)
def test_find_case(form: str, case: str) -> None:
    assert find_case(form) == case


@pytest.mark.parametrize(
    ("form", "script"),
    [
        ("naïve", "Latin"),
        ("nai\u0308ve", "Latin"),  # with a combining mark
        ("ＡＢＣ", "Latin"),  # full width
        ("B-52", "Latin"),
        ("ª", "Latin"),
        ("Москва", "Cyrillic"),
        ("μ", "Greek"),
        ("كتاب", "Arabic"),
        ("הכלב", "Hebrew"),
        ("犬", "Han"),
        ("人々", "Han"),
        ("ラーメン", "Kana"),
        ("ﾗｰﾒﾝ", "Kana"),  # half width
        ("寝る", "Han and Kana"),
        ("한국", "Hangul"),
        ("हिन्दी", "Devanagari"),
        ("ไทย", "Thai"),
        ("ქართული", "Georgian"),
        ("አማርኛ", "Ethiopic"),
        ("𐌰𐌱", "Gothic"),
        ("𐌀", "Old Italic"),
        ("Кaт", "mixed"),
        ("3.5", "digits"),
        ("٣", "digits"),
        ("50%", "digits"),
        ("...", "punctuation"),
        ("。", "punctuation"),
        ("€", "symbols"),
        (":-)", "punctuation"),
        ("🐕", "symbols"),
        ("^_^", "symbols"),
        ("\u200d", "other"),
        ("", "other"),
    ],
)
def test_find_script(form: str, script: str) -> None:
    assert find_script(form) == script


@given(form=st.text(max_size=8))
def test_shapes__every_string_has_one(form: str) -> None:
    assert find_case(form) in CASES
    assert find_script(form)
