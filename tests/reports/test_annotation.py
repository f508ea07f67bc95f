from __future__ import annotations

from typing import TYPE_CHECKING

import tertium
from tertium.reports.annotation import annotate, safe
from tests import small
from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path


def test_annotate__adds_marks_and_touches_nothing_else(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    target = tmp_path / "marked.conllu"
    assert run("compare", gold, old, new, "--annotate", target).code == 0
    before, after = gold.read_text(encoding="utf-8").split("\n"), target.read_text(encoding="utf-8").split("\n")
    changed = [(one, two) for one, two in zip(before, after, strict=True) if one != two]
    assert len(changed) == 5
    for one, two in changed:
        assert two.startswith(one.rsplit("\t", 1)[0])
        assert "Diff=old>new:" in two
    assert any(row.endswith("SpaceAfter=No|Diff=old>new:correction:nsubj@2>obj@2") for row in after)
    assert any(row.endswith("\tDiff=old>new:new_error:nsubj@2>obj@2") for row in after)


def test_annotate__one_system_has_its_errors_marked(tmp_path: Path) -> None:
    """With nobody to differ from, what the gold's editor wants to open is where the system is wrong."""
    gold, old, _ = small.write(tmp_path)
    target = tmp_path / "marked.conllu"
    assert run("compare", gold, old, "--annotate", target).code == 0
    marks = [row.rsplit("\t", 1)[1] for row in target.read_text(encoding="utf-8").split("\n") if "Diff=" in row]
    assert marks == [
        "SpaceAfter=No|Diff=gold>old:error:obj@2>nsubj@2",
        "Diff=gold>old:error:det@5>det@2",
        "SpaceAfter=No|Diff=gold>old:error:nsubj@3>obl@3",
    ]


def test_annotate__can_be_read_again(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    target = tmp_path / "marked.conllu"
    target.write_bytes(annotate(tertium.compare(gold, [old, new]), [("old", "new")]))
    assert tertium.score(gold, [target]).score("LAS", "marked").value == 1


def test_annotate__other_formats_become_conllu(tmp_path: Path) -> None:
    gold, system = tmp_path / "g.tsv", tmp_path / "s.tsv"
    gold.write_text("a b\tX|Y\nc\tZ\n\n")
    system.write_text("a b\tX,Y\nc\tZ\n\n")
    text = annotate(tertium.compare(gold, {"g": gold, "s s": system}), [("g", "s s")]).decode()
    assert "Diff=g>s%20s:new_error:X%7CY>X%2CY" in text
    assert text.split("\n")[0].split("\t")[:2] == ["1", "a b"]


def test_annotate__several_pairs_share_a_mark(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    result = tertium.compare(gold, {"old": old, "new": new, "gold": gold})
    text = annotate(result, result.pairs).decode()
    assert "Diff=old>new:correction:nsubj@2>obj@2,old>gold:correction:nsubj@2>obj@2" in text


def test_safe__encodes_what_misc_cannot_hold() -> None:
    assert safe("a|b, c%") == "a%7Cb%2C%20c%25"
