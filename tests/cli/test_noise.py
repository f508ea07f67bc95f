"""`tertium noise` and `tertium suspects` as a user types them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tertium.demo import demo_files
from tests import small
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

PAPER = ("noise", "--accuracy", "0.9135", "0.9282", "--error-rate", "0.03", "--ambiguity", "2.5")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    return small.write(tmp_path)


def test_paper__its_four_intervals_to_two_decimals() -> None:
    page = run(*PAPER).out
    for interval in ("[91.35, 94.05]", "[92.82, 95.60]", "[90.75, 93.99]", "[92.22, 95.55]"):
        assert interval in page
    assert "cannot tell T2 from T1" in page
    assert "Figure 1" in page


def test_paper__json_and_plots(tmp_path: Path) -> None:
    figure = tmp_path / "figure.svg"
    found = run(*PAPER, "--json", "--plot", figure).json
    assert [row["system"] for row in found["bounds"]] == ["T1", "T2"]
    assert found["signature"].startswith("task:noise|accuracy:0.9135,0.9282|error-rate:0.03,0.03|ambiguity:2.5,2.5|v:")
    rows = {
        (row["system"], round(row["p"], 2)): (round(100 * row["low"], 2), round(100 * row["high"], 2))
        for row in found["at_p"]
        if row["kind"] == "reasonable"
    }
    assert rows == {
        ("T1", 0.67): (91.35, 94.05),
        ("T2", 0.67): (92.82, 95.60),
        ("T1", 1.0): (90.75, 93.99),
        ("T2", 1.0): (92.22, 95.55),
    }
    assert figure.read_bytes().startswith(b"<svg ")


def test_paper__own_rates_and_tags() -> None:
    arguments = ("noise", "--accuracy", "0.9135", "0.9282", "--error-rate", "T1=0.03,T2=0.01:0.02")
    page = run(*arguments, "--ambiguity", "T1=2.5,T2=2.2").out
    assert "3 % and 1 to 2 %" in page
    assert "2.5 and 2.2 tags" in page
    assert run(*arguments).code == 0  # hard bounds alone


@pytest.mark.parametrize(
    ("arguments", "messages"),
    [
        (("--accuracy", "0.9", "0.95"), ("how much of the gold is wrong?", "--error-rate 0.03")),
        (("--accuracy", "0.9", "95", "--error-rate", "0.03"), ("--accuracy 95 is not between 0 and 1", "0.95")),
        (("--accuracy", "0.9", "x", "--error-rate", "0.03"), ("--accuracy x is no number",)),
        (("--accuracy", "0.9", "0.95", "--error-rate", "3"), ("not between 0 and 1", "--error-rate 0.03")),
        (("--accuracy", "0.9", "0.95", "--error-rate", "-0.1"), ("not between 0 and 1",)),
        (("--accuracy", "0.9", "0.95", "--error-rate", "0.3:0.1"), ("begins above its end", "0.1:0.3")),
        (("--accuracy", "0.9", "0.95", "--error-rate", "0.03", "--ambiguity", "1.5"), ("below 2", "ambiguous")),
        (
            ("--accuracy", "0.99", "0.98", "--error-rate", "0.2", "--ambiguity", "2.5"),
            ("T1: no p is possible", "1 - C/a = 92.00", "overstated", "without --ambiguity"),
        ),
        (("--accuracy", "0.2", "0.3", "--error-rate", "0.02", "--ambiguity", "2.5"), ("no more than guessing",)),
        (("--accuracy", "0.9", "0.95", "--error-rate", "0.03", "gold.tsv"), ("there are files too",)),
        (("--accuracy", "0.9", "0.95", "--error-rate", "0.03", "--model"), ("--model needs files",)),
        (("--accuracy", "0.9", "0.95", "--error-rate", "0.03", "--plot", "a.jpg"), ("no chart", ".svg, .pdf, .png")),
        ((), ("there is nothing to look at", "--accuracy A B")),
        (("--error-rate", "0.03"), ("there is nothing to look at",)),
    ],
)
def test_bad_values__without_files(arguments: tuple[str, ...], messages: tuple[str, ...]) -> None:
    assert refused(run("noise", *arguments), *messages)


def test_accuracy__takes_exactly_two_values() -> None:
    assert run("noise", "--accuracy", "0.9").code == 2
    for values in (("0.9",), ("0.9", "0.91", "0.92")):
        assert refused(run("noise", "--accuracy", *values, "--error-rate", "0.03"), "takes exactly two values")


@pytest.mark.parametrize(
    ("arguments", "messages"),
    [
        (("--error-rate", "1.5"), ("not between 0 and 1",)),
        (("--error-rate", "old=0.1"), ("nothing for new",)),
        (("--sample", "20"), ("belong together",)),
        (("-o", "sheet.tsv"), ("belong together",)),
        (("--differing",), ("about the sample",)),
        (("--sample", "4", "-o", "sheet.tsv"), ("too small", "--sample")),
        (("--adjudicated", "nowhere.tsv"), ("nowhere.tsv", "no such file")),
        (("--against", "nowhere.conllu"), ("nowhere.conllu",)),
        (("--lexicon", "nowhere.tsv"), ("nowhere.tsv",)),
        (("--plot", "a.svg"), ("without an error rate",)),
        (("--measure", "CLAS"), ("no decision",)),
    ],
)
def test_bad_values__with_files(
    files: tuple[Path, Path, Path],
    arguments: tuple[str, ...],
    messages: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert refused(run("noise", *files, *arguments, "-q"), *messages)
    assert sorted(tmp_path.iterdir()) == before


def test_model__needs_two_systems(files: tuple[Path, Path, Path]) -> None:
    gold, old, _ = files
    assert refused(run("noise", gold, old, "--model"), "at least two systems")


def test_sample__one_system_differs_from_no_other(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.tsv"
    result = run("noise", *files[:2], "--sample", "all", "--differing", "-o", sheet)
    assert refused(result, "there is one system", "leave out --differing")
    assert not sheet.exists()


def test_files__csv_and_json(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    table = tmp_path / "noise.csv"
    found = run("noise", *files, "--error-rate", "0.02", "--csv", table, "--json", "-q").json
    assert found["pairs"][0]["flip_distance"] == 0
    assert table.read_text(encoding="utf-8").startswith("system,words,units")
    assert "flip_distance" in (tmp_path / "noise.pairs.csv").read_text(encoding="utf-8")


def test_files__same_seed_same_bytes(files: tuple[Path, Path, Path]) -> None:
    arguments = ("noise", *files, "--error-rate", "0.02", "--model", "--json", "-q")
    assert run(*arguments).out == run(*arguments).out


def test_files__a_better_gold(files: tuple[Path, Path, Path]) -> None:
    gold, old, new = files
    found = run("noise", gold, old, "--against", new, "--error-rate", "0.1", "--json", "-q").json
    assert found["against"]["name"] == "new"
    assert found["systems"] == ["old"]
    assert found["against"]["systems"][0]["hard_holds"]


def test_input__is_never_written_over(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    gold, old, new = files
    assert refused(run("suspects", gold, old, new, "--annotate", gold, "-q"), "will not be written over")
    assert gold.read_text(encoding="utf-8") == small.GOLD
    del tmp_path


def test_suspects__everything_at_once(tmp_path: Path) -> None:
    gold, systems = demo_files()
    marked, table = tmp_path / "marked.conllu", tmp_path / "suspects.tsv"
    arguments = ("suspects", gold, *systems.values(), "--layer", "upos", "-q")
    done = run(*arguments, "--annotate", marked, "--tsv", table, "--most", 5, "--against", systems["stanza"])
    assert done.code == 0
    assert "Measured against stanza" in done.out
    assert marked.read_text(encoding="utf-8").count("SuspectRank=") == 5
    assert len(table.read_text(encoding="utf-8").strip().split("\n")) == 6
    document = run(*arguments, "--json", "--all").json
    assert len(document["suspects"]) == document["contradicted"]


def test_suspects__annotates_a_gold_of_columns(tmp_path: Path) -> None:
    gold, other = tmp_path / "gold.tsv", tmp_path / "other.tsv"
    gold.write_text("the\tD\ndog\tV\n\n", encoding="utf-8")
    other.write_text("the\tD\ndog\tN\n\n", encoding="utf-8")
    done = run("suspects", gold, f"a={other}", f"b={other}", "--annotate", "-", "-q", "--all")
    assert "SuspectInstead=N" in done.out
    assert done.out.startswith("1\tthe\t")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("--rank", "beauty"), "beauty"), (("--csv", "-", "--json"), "only one thing"), (("--top", "-1"), "-1")],
)
def test_suspects__bad_values(files: tuple[Path, Path, Path], arguments: tuple[str, ...], message: str) -> None:
    done = run("suspects", *files, *arguments)
    assert done.code == 2
    assert message in done.err


@pytest.mark.parametrize("command", ["noise", "suspects"])
def test_a_better_gold__beside_a_table_that_holds_the_systems(command: str, tmp_path: Path) -> None:
    """The systems stay those of the table; of the better gold's table the gold's column counts, not a system's."""
    rows = [("A", "A", "B"), ("A", "A", "A"), ("B", "B", "A"), ("B", "A", "A")]
    header = "id,gold,pred_one,pred_two"
    gold, better = tmp_path / "gold.csv", tmp_path / "better.csv"
    gold.write_text("\n".join([header, *(f"{n},{','.join(row)}" for n, row in enumerate(rows))]) + "\n")
    mended = [*rows[:3], ("A", "A", "A")]
    better.write_text("\n".join([header, *(f"{n},{','.join(row)}" for n, row in enumerate(mended))]) + "\n")
    found = run(command, gold, "--against", better, "--json", "-q").json
    assert found["systems"] == ["pred_one", "pred_two"]
    if command == "noise":
        rows_of_all = [row for row in found["against"]["systems"] if row["words"] == "all"]
        assert [(row["wrong"], row["accuracy"]) for row in rows_of_all] == [(1, 1.0), (1, 0.5)]


def test_a_better_gold__is_read_as_a_gold(tmp_path: Path) -> None:
    """CoNLL-2009 has the gold's and the predicted columns side by side."""

    def write(name: str, head: int, predicted: int) -> Path:
        lines = [
            f"1\tdogs\tdog\tdog\tN\tN\t_\t_\t{head}\t{predicted}\tSBJ\tSBJ\t_\t_",
            "2\tbark\tbark\tbark\tV\tV\t_\t_\t0\t0\tROOT\tROOT\t_\t_",
        ]
        (tmp_path / name).write_text("\n".join(lines) + "\n\n", encoding="utf-8")
        return tmp_path / name

    gold, system = write("gold.conll09", 2, 2), write("system.conll09", 2, 2)
    better = write("better.conll09", 0, 2)
    arguments = ("noise", gold, system, "--against", better, "--task", "dependency", "--measure", "UAS", "--json", "-q")
    assert run(*arguments).json["against"]["systems"][0]["wrong"] == 1


@pytest.mark.parametrize("command", ["noise", "suspects"])
def test_no_units__is_refused(command: str, tmp_path: Path) -> None:
    """A gold in which nothing is scored says nothing about itself."""
    paths = []
    for name in ("gold", "a", "b"):
        paths.append(tmp_path / f"{name}.mrg")
        paths[-1].write_text("(S (NN cat))\n" if name == "gold" else "\n", encoding="utf-8")
    assert refused(run(command, *paths, "--like", "evalb"), "no unit is left that F1 looks at")
