"""Resolutions as decisions: which mentions have a row."""

from __future__ import annotations

from dataclasses import replace

from tertium.mentionrules import DEFAULT_MENTIONS
from tertium.tasks.resolutions import decide_mentions
from tests.chains import conll, match_chains


def test_intersection__a_span_in_two_chains_of_the_key_is_one_mention() -> None:
    """It belongs to the chain that begins first, as everywhere in ARCS."""
    rules = replace(DEFAULT_MENTIONS, intersection=True)
    match = match_chains(conll("(0)|(1) - (0) (1)"), conll("(0) - (0) (0)"), rules)
    assert decide_mentions([match], "nom").unit.tolist() == [0, 2, 3]
