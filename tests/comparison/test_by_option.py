"""What stands after `--by`."""

from __future__ import annotations

import pytest

from tertium.comparison.by_option import Needs, find_needs, is_condition, split_by, split_names
from tertium.conventions import Conventions

FILLED = frozenset({"form", "lemma", "upos", "xpos", "feats", "head", "deprel", "misc"})
TAGGING = Conventions(task="tagging", layer="xpos")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("deprel", ["deprel"]),
        (" deprel , length,, ", ["deprel", "length"]),
        ("upos IN ('A', 'B'), x", ["upos IN ('A', 'B')", "x"]),
        ("form = ',', x", ["form = ','", "x"]),
        ("form = '(', x", ["form = '('", "x"]),
        ('"a,b" > 1,x', ['"a,b" > 1', "x"]),
        ("sent_id:^(.{1,3}),x", ["sent_id:^(.{1,3})", "x"]),
        ("sent_id:[a,b],x", ["sent_id:[a,b]", "x"]),
        ("document:it's,x", ["document:it's", "x"]),
        (")),x", ["))", "x"]),
        ("", []),
    ],
)
def test_split_names__commas_in_brackets_and_quotes_do_not_split(text: str, parts: list[str]) -> None:
    assert split_names(text) == parts


def test_split_by__one_argument_or_several() -> None:
    assert split_by("a,b") == split_by(["a", "b"]) == split_by(("a,b",)) == ["a", "b"]


def test_is_condition() -> None:
    assert all(map(is_condition, ["length > 3", "upos IS NULL", "form like 'a%'", "NOT known"]))
    assert not any(map(is_condition, ["length", "landing", "Number", "isolated"]))


@pytest.mark.parametrize(
    ("by", "columns", "comments"),
    [
        ((), set(), False),
        (("length", "script", "label"), set(), False),
        (("distance,head_upos",), {"head", "upos"}, False),
        (("lemma",), {"lemma"}, False),
        (("Case",), {"feats"}, True),
        (("genre",), {"feats"}, True),
        (("length > 30 AND upos = 'VERB'",), {"upos"}, False),
        (("upos = 'xpos' OR \"head_xpos\" = 'N'",), {"upos", "xpos", "head"}, False),
        (("sent_id:^(xpos)",), set(), False),
        (("all",), {"form", "lemma", "upos", "xpos", "feats", "head", "deprel"}, True),
    ],
)
def test_find_needs__only_what_is_asked_for(by: tuple[str, ...], columns: set[str], *, comments: bool) -> None:
    needs = find_needs(by, FILLED)
    assert needs == Needs(frozenset(columns), comments)


def test_find_needs__heads_that_are_not_there_are_not_asked_for() -> None:
    """Reading them would fail; the feature says it better."""
    assert find_needs("distance", {"tag"}).columns == set()
