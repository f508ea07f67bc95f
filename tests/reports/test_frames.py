"""Results as data frames."""

from __future__ import annotations

import pytest

import tertium

GOLD = [("a", "N"), ("b", "V")]
WRONG = [("a", "V"), ("b", "V")]


@pytest.mark.parametrize("name", ["gold", "form", "document", "sentence", "position"])
def test_decisions__a_system_hides_no_other_column(name: str) -> None:
    """A copy of the gold in another folder is called gold, too."""
    frame = tertium.compare(GOLD, {name: WRONG, "b": GOLD}).decisions
    assert frame["form"].to_list() == ["a", "b"]
    assert frame["gold"].to_list() == ["N", "V"]
    assert frame[f"{name}-2"].to_list() == ["V", "V"]
    assert frame[f"{name}-2_right"].to_list() == [False, True]
    assert frame["b"].to_list() == ["N", "V"]


def test_decisions__systems_hide_no_columns_of_each_other() -> None:
    frame = tertium.compare(GOLD, {"a": GOLD, "a_right": WRONG, "a_right-2": GOLD}).decisions
    assert frame["a_right"].to_list() == [True, True]
    assert frame["a_right-2_right"].to_list() == [False, True]
    assert frame["a_right-2-2_right"].to_list() == [True, True]
