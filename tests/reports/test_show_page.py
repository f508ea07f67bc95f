"""Trees in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium.reports.arc_drawing import draw_arcs
from tertium.reports.page import cells
from tests import phrases, small
from tests.reports.test_terminal import check_page
from tests.strategies import words

if TYPE_CHECKING:
    from pathlib import Path


def test_show__phrase_structure_trees(tmp_path: Path) -> None:
    gold, flat = phrases.write(tmp_path)
    check_page("show-trees", str(tertium.show(gold, {"flat": flat, "same": gold}, differing=9)))


def test_show__dependencies(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    check_page("show-arcs", str(tertium.show(gold, [old, new], sentences=["pt-2", 3], tags=True)))


def test_show__words_cut_otherwise(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.conllu", tmp_path / "own.conllu"
    gold.write_text(words("ab _ N", "c _ N _ _ 1 obj", "d _ N _ _ 2 obj"), encoding="utf-8")
    system.write_text(words("a _ N", "b _ N", "c _ N _ _ 1 obj", "d _ N _ _ 3 obl"), encoding="utf-8")
    page = str(tertium.show(gold, system))
    assert "?   1 " in page


def test_show__a_failed_parse(tmp_path: Path) -> None:
    gold, flat = phrases.write(tmp_path)
    flat.write_text("(())\n" + "\n".join(phrases.FLAT.split("\n")[1:]), encoding="utf-8")
    assert "(no parse)" in str(tertium.show(gold, flat, sentences=[1]))


def test_show__control_characters_and_right_to_left(tmp_path: Path) -> None:
    """Words of a corpus are data: an override is escaped, right-to-left words are isolated."""
    gold, other = tmp_path / "gold.mrg", tmp_path / "other.mrg"
    gold.write_text("(S (NP (N a\u202eb) (N אב)) (V c))\n", encoding="utf-8")
    other.write_text("(S (N a\u202eb) (X אב) (V c))\n", encoding="utf-8")
    page = str(tertium.show(gold, other))
    assert "\u202e" not in page
    assert "a\\u202eb" in page
    assert page.count("\u2068") == page.count("\u2069") - page.count("\u2066") > 0


def test_show__long_and_deep_trees_stay_within_the_width(tmp_path: Path) -> None:
    gold, other = tmp_path / "gold.mrg", tmp_path / "other.mrg"
    flat = " ".join(f"(N word{n})" for n in range(60))
    gold.write_text(f"(S {flat})\n{'(X ' * 90}(N a){')' * 90}\n", encoding="utf-8")
    other.write_text(f"(X {flat})\n{'(X ' * 89}(N a){')' * 89}\n", encoding="utf-8")
    for width in (72, 80):
        page = tertium.show(gold, other, differing=2).render(width)
        assert max(cells(row) for row in page.split("\n")) <= width
    assert "word59" in page
    assert "deep X" in page


def test_show__which_sentences(tmp_path: Path) -> None:
    gold, old, _ = small.write(tmp_path)
    assert tertium.show(gold, old).sentences == (0,)
    assert tertium.show(gold, old, sentences=["he-1", "1", 1]).sentences == (2, 0)
    assert tertium.show(gold, old, differing=9).sentences == (0, 1, 3)
    assert "No sentence differs" in str(tertium.show(gold, gold))
    with pytest.raises(tertium.UsageError, match="from 1 to 4"):
        tertium.show(gold, old, sentences=[5])
    with pytest.raises(tertium.UsageError, match="no trees to draw"):
        tertium.show([("a", "N")], [("a", "V")])
    assert tertium.show(gold, old).to_dict()["sentences"][0]["sentence"] == "pt-1"


@given(st.lists(st.integers(-1, 7), min_size=1, max_size=8))
@settings(max_examples=60)
def test_draw_arcs__any_heads_can_be_drawn(heads: list[int]) -> None:
    """Forests, cycles and heads out of range too: one line a word, and no arc is lost."""
    rows = draw_arcs(heads)
    assert len(rows) == len(heads)
    assert all(row.strip() for row in rows)


def test_draw_arcs__crossing_arcs() -> None:
    """b is the root of c, c of a, a of d: the line to b crosses those below c and a."""
    assert draw_arcs([2, -1, 1, 0]) == ["  ╭─┬", "╭─┼─┼", "╰─┴─┼", "    ╰──"]
