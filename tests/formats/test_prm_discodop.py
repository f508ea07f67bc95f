"""Parameter files: evalb goes on where disco-dop stops."""

from __future__ import annotations

import pytest

from tertium.errors import FormatError
from tertium.formats.prm import parse_parameters

TEXT = """# comment
DELETE_LABEL TOP
DELETE_LABEL ,
EQ_LABEL ADVP PRT
EQ_LABEL PRT RP
CUTOFF_LEN 30
LABELED 0
"""
MORE = "DELETE_WORD .\nDISC_ONLY 1\nDELETE_ROOT_PRETERMS 1\nLA 1\n"


def test_parameters__what_both_read() -> None:
    for dialect in ("evalb", "discodop"):
        rules, odd = parse_parameters(TEXT, "x", dialect, "x.prm")
        assert (rules.delete_label, rules.cutoff, rules.labeled, odd) == (("TOP", ","), 30, False, [])
        assert rules.same("PRT", "ADVP")
        assert rules.same("ADVP", "RP") == (dialect == "discodop")


def test_parameters__evalb_passes_over_what_it_does_not_know() -> None:
    rules, odd = parse_parameters(MORE + "EQ_LABEL A\n", "x", "evalb", "x.prm")
    assert (rules.delete_word, rules.disc_only, rules.delete_root_words) == ((), False, False)
    assert len(odd) == 5
    assert odd[0] == "x.prm:1: DELETE_WORD is unknown to evalb; the line is passed over"


def test_parameters__discodop_has_more() -> None:
    rules, odd = parse_parameters(MORE, "x", "discodop", "x.prm")
    assert (rules.delete_word, rules.disc_only, rules.delete_root_words, odd) == ((".",), True, True, [])


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("QUOTE_LABEL ''", "QUOTE_LABEL is unknown to disco-dop"),
        ("EQ_WORD a", "EQ_WORD needs two values"),
        ("CUTOFF_LEN x", "CUTOFF_LEN needs a number"),
        ("DISC_ONLY 1", "DISC_ONLY is there twice"),
    ],
)
def test_parameters__discodop_stops(line: str, what: str) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        parse_parameters(f"{MORE}{line}\n", "x", "discodop", "x.prm")
    assert (caught.value.path, caught.value.line) == ("x.prm", 5)
