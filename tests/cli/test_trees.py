"""Trees on the command line: evalb's parameter file and report, and one clear message for what is malformed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

GOLD = "(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .)))\n(TOP (S (NP (NN x)) (VP (VBZ y))))\n"
GOOD = "(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .)))\n(TOP (S (NP (NN x) (VP (VBZ y)))))\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    (tmp_path / "gold.mrg").write_text(GOLD)
    return tmp_path / "gold.mrg"


def system(gold: Path, text: str | bytes) -> Path:
    path = gold.with_name("system.mrg")
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize("command", ["score", "compare"])
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (GOOD.replace("(. .)))", "(. .))"), ("system.mrg:1", "never closed")),
        (GOOD + ")\n", ("system.mrg:3", "closed that was never opened")),
        (GOOD.replace("(NN x)", "(NN x y)"), ("system.mrg:2", "'x' stands beside other words")),
        (GOOD.replace("(NN x)", "x"), ("system.mrg:2", "'x' stands beside other words")),
        (GOOD.replace("(NN x)", "(NN z)"), ("system.mrg:2, sentence 2, word 1: 'z'", "gold.mrg:2")),
        (GOOD + GOOD, ("2 sentences", "has 4")),
        (GOOD.splitlines()[0] + "\n", ("2 sentences", "only 1")),
        (GOOD.replace("dog", "d\0g"), ("system.mrg:1", "NUL byte")),
        (GOOD.encode().replace(b"dog", b"d\xffg"), ("system.mrg",)),
        ("", ("system.mrg", "empty")),
    ],
)
def test_trees__malformed(gold: Path, command: str, text: str | bytes, parts: tuple[str, ...]) -> None:
    assert refused(run(command, gold, system(gold, text)), *parts)


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("(. .)))", "(. .))"),
        GOOD + ")\n",
        GOOD.replace("(NN x)", "(NN x y)"),
        GOOD.replace("(NN x)", "(NN z)"),
    ],
)
def test_trees__evalb_goes_on_and_says_so(gold: Path, text: str) -> None:
    result = run("score", gold, system(gold, text), "--like", "evalb", "--width", 200)
    assert result.code == 0
    assert "left out of all scores as evalb does" in result.out or "3 sentences, the gold has 2" in result.out


def test_trees__nul_bytes_are_refused_under_presets_too(gold: Path) -> None:
    assert refused(run("score", gold, system(gold, GOOD.replace("dog", "d\0g")), "--like", "evalb"), "NUL byte")


def test_trees__empty_labels_are_brackets_without_a_name(gold: Path) -> None:
    """evalb counts them unless they are deleted; by default they are roots, and do not count."""
    path = system(gold, GOOD.replace("(TOP", "("))
    assert run("score", gold, path, "--json").json["scores"][0]["precision"]["denominator"] == 3 + 3
    assert run("score", gold, path, "--json", "--like", "evalb").json["scores"][0]["precision"]["denominator"] == 4 + 4


def test_trees__parameters(gold: Path) -> None:
    parameters = gold.with_name("my.prm")
    parameters.write_text("DELETE_LABEL TOP\nDELETE_LABEL NP\nNONSENSE 1\nCUTOFF_LEN 3\n")
    result = run("score", gold, system(gold, GOOD), "--like", "evalb", "--prm", parameters, "--json")
    assert "my.prm:3: NONSENSE is unknown to evalb" in result.err
    rows = {(row["measure"], row.get("subset")): row for row in result.json["scores"]}
    assert rows["F1", None]["recall"]["denominator"] == 2 + 2
    assert rows["F1", "len<=3"]["recall"]["denominator"] == 2
    assert rows["FewCrossing", None]["value"] == 1
    assert "brackets:my.prm" in result.json["signature"]


def test_trees__parameters_need_trees(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("the\tDT\ndog\tNN\n")
    path = tmp_path / "a.tsv"
    assert refused(run("score", path, path, "--prm", "x.prm"), "--prm is about phrase-structure trees")
    (tmp_path / "a.mrg").write_text(GOLD)
    assert refused(run("score", tmp_path / "a.mrg", tmp_path / "a.mrg", "--prm", "x.prm"), "x.prm")


def test_trees__free_roots_are_said(gold: Path) -> None:
    result = run("score", gold, system(gold, GOOD), "--like", "evalb", "--width", 200)
    assert "2 roots labelled TOP count as brackets found, for nothing" in result.out


def test_trees__failed_parses_are_missed_by_default_and_skipped_by_evalb(gold: Path) -> None:
    path = system(gold, GOOD.splitlines()[0] + "\n(())\n")
    ours, theirs = (run("score", gold, path, *options, "--width", 200) for options in ((), ("--like", "evalb")))
    assert "1 sentence without a parse of the gold's words: 3 gold brackets are missed" in ours.out
    assert "1 sentence without words in the parse, left out of all scores as evalb does" in theirs.out
    assert "with the 4 gold brackets of these sentences as missed, F1 is 66.67, not 100.00" in theirs.out


def test_trees__as_printed(gold: Path) -> None:
    printed = run("score", gold, system(gold, GOOD), "--like", "evalb", "--as-printed").out.splitlines()
    assert printed[3] == "   1    4    0  100.00 100.00     4      4    4      0      4     4   100.00"
    compact = run("score", gold, gold, "--like", "spmrl", "--as-printed", "--compact").out.splitlines()
    assert compact[-1].startswith("F1: 100.00 %\tPrec: 100.00 %")


def test_trees__nothing_in_common_prints_what_c_prints(tmp_path: Path) -> None:
    (tmp_path / "a.mrg").write_text("(A (N a))\n")
    (tmp_path / "b.mrg").write_text("(B (N a))\n")
    printed = run("score", tmp_path / "a.mrg", tmp_path / "b.mrg", "--like", "evalb", "--as-printed").out
    assert "Bracketing FMeasure       =   -nan\n" in printed


def test_trees__several_files_are_one_corpus(tmp_path: Path) -> None:
    """Phrases of the second file keep their words."""
    for folder, text in (("gold", GOLD), ("system", GOOD)):
        (tmp_path / folder).mkdir()
        for name, part in zip("ab", text.splitlines(), strict=True):
            (tmp_path / folder / f"{name}.mrg").write_text(part + "\n")
    whole = run("score", *(_write(tmp_path, name, text) for name, text in (("g", GOLD), ("s", GOOD))), "--json").json
    parts = run("score", tmp_path / "gold", tmp_path / "system", "--json").json
    assert [row["value"] for row in parts["scores"]] == [row["value"] for row in whole["scores"]]


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.mrg"
    path.write_text(text)
    return path


@pytest.mark.parametrize(("ours", "theirs"), [("\n", "\n"), ("\n\n", ""), ("", "\n"), ("(())\n", "(())\n")])
def test_trees__what_the_gold_has_no_words_of_is_no_sentence(gold: Path, ours: str, theirs: str) -> None:
    """Empty lines at the end of either file change no score."""

    def scores(path: Path) -> dict[str, tuple[float, float, float]]:
        rows = run("score", gold, path, "--json").json["scores"]
        return {row["measure"]: (row["value"], row["numerator"], row["denominator"]) for row in rows}

    text = GOOD.replace("(NN dog)", "(NX dog)").replace("(VP ", "(VX ")
    expected = scores(system(gold, text))
    gold.write_text(gold.read_text() + ours)
    assert scores(system(gold, text + theirs)) == expected
