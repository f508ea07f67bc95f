from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bracketed import GOLD
from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def trees(tmp_path: Path) -> str:
    path = tmp_path / "trees.mrg"
    path.write_text(GOLD + "\n", encoding="utf-8")
    return str(path)


def test_convert__writes_a_file_or_standard_output(trees: str, tmp_path: Path) -> None:
    printed = run("convert", trees)
    assert printed.code == 0
    assert printed.out.startswith("# sent_id = 1\n1\tDie\t_\t_\tART\t_\t2\tART|NP|NN\t_\t_\n")
    assert "heads: negra, because" in printed.err
    target = tmp_path / "deps.conllu"
    written = run("convert", trees, "--heads", "negra", "-o", str(target))
    assert (written.code, written.out) == (0, "")
    assert target.read_text(encoding="utf-8") == printed.out
    assert run("convert", "-q", trees, "-o", "-").out == printed.out


def test_convert__the_result_can_be_compared(trees: str, tmp_path: Path) -> None:
    target = str(tmp_path / "deps.conllu")
    run("convert", trees, "-o", target)
    done = run("score", target, target)
    assert done.code == 0
    assert "LAS" in done.out


def test_convert__writes_over_no_input(trees: str, tmp_path: Path) -> None:
    rules = tmp_path / "mine.heads"
    rules.write_text("NP left\n")
    for target in (trees, str(rules)):
        done = run("convert", trees, "--heads", str(rules), "-o", target)
        assert done.code == 2
        assert "is an input" in done.err
    assert rules.read_text() == "NP left\n"


def test_convert__check_says_how_far_functions_and_rules_agree(tmp_path: Path) -> None:
    path = tmp_path / "functions.mrg"
    path.write_text("(NP (ART-NK die) (NN-HD Frau))\n(NP (NN-HD Herr) (NN-NK Doktor))\n")
    done = run("convert", str(path), "--heads", "negra", "--check")
    assert done.out.split("\n") == [
        "heads by function labels and by rules alone (negra)",
        "  words     50.00 %  2 of 4 have the same head",
        "  phrases   50.00 %  1 of 2 whose head a function tells",
        "",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--check",), "no label has a function"),
        (("--check", "-o", "x.conllu"), "--check writes no dependencies"),
        (("--heads", "colins"), "there are no head rules 'colins'"),
        (("--to", "penn", "--heads", "collins"), "--to penn looks for no heads"),
        (("--to", "export", "--check"), "--to export looks for no heads"),
        (("--functions",), "dependencies are written"),
        (("--resolve-crossing",), "dependencies are written"),
    ],
)
def test_convert__refuses(trees: str, arguments: tuple[str, ...], message: str) -> None:
    done = run("convert", trees, *arguments)
    assert done.code == 2
    assert message in done.err
    assert not done.out


def test_convert__malformed_rules_are_one_message_with_file_and_line(trees: str, tmp_path: Path) -> None:
    rules = tmp_path / "mine.heads"
    rules.write_text("NP left NN\nNP nowhere\n")
    done = run("convert", trees, "--heads", str(rules))
    assert done.code == 2
    assert f"{rules}:2: 'nowhere' stands where a direction is expected" in done.err


def test_convert__dependencies_are_no_trees_of_phrases(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
    done = run("convert", str(path))
    assert done.code == 2
    assert "no trees of phrases" in done.err


GAPPY = "(VROOT (S (NP (N 0=a) (N 2=c)) (V 1=b)))\n\n(VROOT (S (NP (N 0=d))))\n"
"""A phrase with a gap, a parse that failed, and a tree without gaps."""


@pytest.mark.parametrize("target", ["discbracket", "export"])
def test_convert__trees_come_back_from_another_format(tmp_path: Path, target: str) -> None:
    path, there, back = tmp_path / "a.dbr", tmp_path / f"b.{target}", tmp_path / "c.dbr"
    path.write_text(GAPPY)
    assert run("convert", str(path), "--to", target, "-o", str(there)).code == 0
    assert run("convert", str(there), "--to", "discbracket", "-o", str(back)).code == 0
    assert back.read_text() == path.read_text()


def test_convert__crossing_branches_are_resolved_on_request_only(tmp_path: Path) -> None:
    path = tmp_path / "a.dbr"
    path.write_text(GAPPY)
    refused = run("convert", str(path), "--to", "penn")
    assert (refused.code, refused.out) == (2, "")
    assert "--resolve-crossing" in refused.err
    assert run("convert", str(path), "--to", "penn", "--resolve-crossing").out.split("\n")[::2] == [
        "(VROOT (S (NP (N a)) (V b) (N c)))",
        "(VROOT (S (NP (N d))))",
    ]


def test_convert__functions_are_written_behind_labels_on_request(tmp_path: Path) -> None:
    path = tmp_path / "a.export"
    path.write_text("#BOS 1\na\tN\t--\tHD\t500\n#500\tNP\t--\tSB\t0\n#EOS 1\n")
    assert "(NP (N a))" in run("convert", str(path), "--to", "penn").out
    assert "(NP-SB (N" in run("convert", str(path), "--to", "penn", "--functions").out


def test_convert__trees_are_written_over_no_input(trees: str) -> None:
    assert "is an input" in run("convert", trees, "--to", "penn", "-o", trees).err
