"""What each command does, end to end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from tests import small
from tests.command import refused, run, run_process


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    return small.write(tmp_path)


def test_compare__page_and_notes(files: tuple[Path, Path, Path]) -> None:
    result = run("compare", *files)
    assert result.code == 0
    assert "new and old are not separated: LAS 83.33 → 83.33" in result.out
    assert "conllu (numbered words" in result.err
    assert "task: dependency" in result.err


def test_compare__json_is_the_only_thing_on_standard_output(files: tuple[Path, Path, Path]) -> None:
    result = run("compare", *files, "--json", "--no-intervals")
    document = json.loads(result.out)
    assert document["systems"] == ["old", "new"]
    assert result.out == tertium.compare(files[0], list(files[1:]), intervals=False).to_json()
    assert document["scores"][0]["low"] is None
    assert document["differences"][0]["p_value"] is None


def test_compare__pair_chooses_and_orders(files: tuple[Path, Path, Path]) -> None:
    out = run("compare", *files, "--pair", "new", "old").out
    assert "What changed, new → old" in out
    assert "What changed, old → new" not in out


def test_compare__all_pairs(files: tuple[Path, Path, Path]) -> None:
    gold, old, new = files
    arguments = (gold, f"a={old}", f"b={new}", f"c={old}", f"d={gold}")
    assert run("compare", *arguments).out.count("What changed") == 1
    assert run("compare", *arguments, "--all-pairs").out.count("What changed") == 6


@pytest.mark.parametrize(
    ("kind", "word"),
    [("correction", "bolo[nsubj>obj]"), ("new-error", "Joana[nsubj>obj]"), ("changed-error", "犬[nsubj>obl>obj]")],
)
def test_compare__class_lists_its_sentences(files: tuple[Path, Path, Path], kind: str, word: str) -> None:
    out = run("compare", *files, "--class", kind).out
    assert word in out
    assert "Scores" not in out


@pytest.mark.parametrize("option", [("--class", "new-error"), ("--label", "obj")])
def test_compare__one_system_has_no_differences_to_list(
    files: tuple[Path, Path, Path], option: tuple[str, str]
) -> None:
    """An empty page would look as if the system had no such errors."""
    assert refused(run("compare", *files[:2], *option), option[0], "there is one", "--only none")


def test_compare__what_one_system_has_wrong(files: tuple[Path, Path, Path]) -> None:
    out = run("compare", *files[:2], "--only", "none", "--label", "obj").out
    assert "bolo[obj@comprou: old=nsubj@comprou]" in out


def test_compare__label_and_only(files: tuple[Path, Path, Path]) -> None:
    assert "4 words in 3 sentences" in run("compare", *files, "--label", "obj").out
    assert "Solved by only new: 2 words in 2 sentences" in run("compare", *files, "--only", "new").out
    assert "Solved by no system: 1 word in 1 sentence" in run("compare", *files, "--only", "none").out


@pytest.mark.parametrize("examples", ["0", "1", "all"])
def test_compare__examples(files: tuple[Path, Path, Path], examples: str) -> None:
    out = run("compare", *files, "--examples", examples).out
    assert out.count("Joana[nsubj>obj]") == (0 if examples == "0" else 1)


def test_compare__width(files: tuple[Path, Path, Path]) -> None:
    narrow = run("compare", *files, "--width", "72").out
    assert max(len(row) for row in narrow.split("\n")) <= 72


def test_score__page_and_labels(files: tuple[Path, Path, Path]) -> None:
    out = run("score", *files).out
    assert out.count("LAS") >= 2
    assert "By label" not in out
    assert "By label (LAS)" in run("score", *files, "--labels").out


@pytest.mark.parametrize(
    ("like", "right", "scored"),
    [("eval07", 15, 18), ("eval07-p", 12, 15), ("compareval", 12, 15), ("malteval", 15, 18)],
)
def test_score__like_gives_that_scorers_number(
    files: tuple[Path, Path, Path], like: str, right: int, scored: int
) -> None:
    (row,) = run("score", *files[:2], "--like", like, "--json", "--measure", "LAS").json["scores"]
    assert (row["numerator"], row["denominator"]) == (right, scored)


def test_diff__needs_no_gold(files: tuple[Path, Path, Path]) -> None:
    out = run("diff", *files[1:]).out
    assert "old and new differ on 27.78 % of the words" in out
    assert "Sentences" in out
    assert "犬[obl>obj]" in run("diff", *files[1:], "--label", "obl").out


def test_describe(files: tuple[Path, Path, Path]) -> None:
    result = run("describe", *files[:2])
    assert result.code == 0
    assert "4 sentences, 18 words" in result.out
    assert "1 multiword token" in result.out
    document = run("describe", files[0], "--json").json
    assert document["files"][0]["words"] == 18
    assert document["files"][0]["trees"]["nonprojective_arcs"] == 0


def test_formats() -> None:
    out = run("formats").out
    for name in ("conllu", "conllx", "conll2009", "columns", "slashed"):
        assert name in out


def test_demo__runs_and_says_what_to_look_at() -> None:
    result = run("demo")
    assert result.code == 0
    assert "What changed" in result.out
    assert "What to look at" in result.err
    assert run("demo", "--json").json["task"] == "dependency"


def test_demo__copy(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    assert run("demo", "--copy", folder).code == 0
    names = {path.name for path in folder.iterdir()}
    assert {"gold.conllu", "README.md"} < names
    assert len(names) >= 5
    assert refused(run("demo", "--copy", folder), "already")


def test_version_and_module() -> None:
    assert run("--version").out == f"tertium {tertium.__version__}\n"
    assert run_process("--version").out == f"tertium {tertium.__version__}\n"


def test_usage_errors_end_with_status_2() -> None:
    for arguments in (("compare",), ("compare", "gold"), ("nonsense",), ("compare", "a", "b", "--nonsense")):
        result = run(*arguments)
        assert result.code == 2
        assert "Traceback" not in result.err


def test_a_broken_pipe_is_no_error(files: tuple[Path, Path, Path]) -> None:
    command = f"'{sys.executable}' -m tertium compare {' '.join(map(str, files))} -q | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("tertium ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["demo -q", "demo --json -q", "formats", "--help"])
@pytest.mark.parametrize(("target", "reason"), [("> /dev/full", "No space left on device"), (">&-", "it is closed")])
def test_an_output_that_cannot_be_written_is_said(command: str, target: str, reason: str) -> None:
    """A full disk is no fault of the program."""
    shell = f"'{sys.executable}' -m tertium {command} {target}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"tertium: cannot write to standard output ({reason})\n")


def test_two_runs_at_once_do_not_hurt_each_other(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    command = [sys.executable, "-m", "tertium", "compare", *map(str, files), "--markdown", str(target), "--json", "-q"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") for _ in range(3)]
    outs = [process.communicate()[0] for process in runs]
    assert len(set(outs)) == 1
    assert json.loads(outs[0])["schema"] == 1
    assert target.read_text(encoding="utf-8").startswith("## tertium compare")
    assert not list(tmp_path.glob(".out.md*"))


def test_an_unexpected_fault_is_one_line_and_debuggable(monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium import api

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(api, "compare", fail)
    result = run("compare", "a", "b")
    assert result.code == 70
    assert "RuntimeError: boom" in result.err
    assert "Traceback" not in result.err
    monkeypatch.setenv("TERTIUM_DEBUG", "1")
    with pytest.raises(RuntimeError, match="boom"):
        run("compare", "a", "b")


@pytest.mark.parametrize(("columns", "width"), [("100", 100), ("20", 72), ("x", 80), ("0", 80)])
def test_pages__columns_count_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    longest = max(map(len, run("formats").out.split("\n")))
    assert width - 20 < longest <= width


def test_formats__and_describe_keep_within_their_width(files: tuple[Path, Path, Path]) -> None:
    for command in (("formats",), ("describe", *files)):
        rows = run(*command, "--width", "72").out.split("\n")
        assert max(map(len, rows)) <= 72


LONG = "a-label-of-thirty-letters-long"
BIO = "\n".join(f"w{k}\t{tag}-{LONG}" if tag != "O" else f"w{k}\tO" for k, tag in enumerate("BIOBOBBIOO")) + "\n"
KEY = "".join(f"doc 0 {k} w{k} {chain}\n" for k, chain in enumerate(("(0)", "(1)", "(0)", "(1)", "-")))
OTHER = KEY.replace("3 w3 (1)", "3 w3 (0)").replace("1 w1 (1)", "1 w1 -")


@pytest.mark.parametrize("width", [72, 76, 80])
def test_pages__keep_within_their_width(files: tuple[Path, Path, Path], tmp_path: Path, width: int) -> None:
    gold, old, new = files
    key, one, two, bio, spans = (tmp_path / name for name in ("key.conll", "1.conll", "2.conll", "g.bio", "s.bio"))
    bio.write_text(BIO, encoding="utf-8")
    spans.write_text(BIO.replace(f"w1\tI-{LONG}", "w1\tO"), encoding="utf-8")
    for path, text in ((key, KEY), (one, OTHER), (two, KEY)):
        path.write_text(f"#begin document (doc); part 000\n{text}\n#end document\n", encoding="utf-8")
    for command in (
        ("score", *files, "--labels", "--intervals"),
        ("curve", gold, f"10={old}", f"20={new}"),
        ("compare", key, one, two),
        ("score", bio, spans, "--labels", "--like", "nervaluate"),
        ("compare", bio, spans, bio),
    ):
        rows = run(*command, "-q", "--width", width).out.split("\n")
        assert len(rows) > 5
        assert max(map(len, rows)) <= width, command


def test_describe__files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "out.conllu").write_text(small.OLD, encoding="utf-8")
    paths = tmp_path / "x/out.conllu", tmp_path / "y/out.conllu"
    (tmp_path / "gold.conllu").write_text(small.GOLD, encoding="utf-8")
    assert [entry["name"] for entry in run("describe", *paths, "--json").json["files"]] == ["out", "out-2"]
    scored = run("score", tmp_path / "gold.conllu", *paths, "--json")
    assert scored.json["systems"] == ["out", "out-2"]
    assert f"out-2 is {paths[1]}" in scored.err


def test_notes__say_why_a_format_was_taken(files: tuple[Path, Path, Path]) -> None:
    assert "gold: conllu (as the scorer to imitate reads it)" in run("score", *files[:2], "--like", "ud").err
    assert "gold: conllu (as told)" in run("score", *files[:2], "--format", "conllu").err


def test_json__carries_the_sentences_that_were_asked_for(files: tuple[Path, Path, Path]) -> None:
    [listing] = run("compare", *files, "--class", "new-error", "--json").json["listing"]
    assert (listing["from"], listing["to"], listing["class"], listing["label"]) == ("old", "new", "new_error", None)
    assert (listing["units"], listing["n_sentences"]) == (2, 2)
    first, second = listing["sentences"]
    assert (first["sentence"], first["line"], first["file"]) == ("pt-1", 3, str(files[0]))
    assert first["words"] == ["Joana", "comprou", "um", "bolo", "."]
    assert first["marks"] == [{"position": 1, "class": "new_error", "text": "nsubj>obj"}]
    assert second["sentence"] == "he-1"


def test_json__carries_what_only_one_system_solves_and_differences_without_a_gold(
    files: tuple[Path, Path, Path],
) -> None:
    [listing] = run("compare", *files, "--only", "none", "--json").json["listing"]
    assert (listing["only"], listing["from"], listing["units"]) == ("none", None, 1)
    assert listing["sentences"][0]["marks"] == [
        {"position": 1, "class": None, "text": "nsubj@寝る: old=obl@寝る new=obj@寝る"}
    ]
    [listing] = run("diff", *files[1:], "--label", "obl", "--json", "--examples", "1").json["listing"]
    assert (listing["n_sentences"], len(listing["sentences"])) == (2, 1)
    assert "listing" not in run("compare", *files, "--json").json


def test_json__nothing_can_be_listed_of_a_measure_without_units(files: tuple[Path, Path, Path]) -> None:
    assert refused(run("compare", *files, "--measure", "MLAS", "--class", "new-error", "--json"), "no units to list")


def test_score__counts_are_for_the_ud_report(files: tuple[Path, Path, Path]) -> None:
    for more in ((), ("--as-printed",), ("--like", "ud"), ("--as-printed", "--like", "eval07")):
        assert refused(run("score", *files, "--counts", *more), "--counts", "--like ud --as-printed")


@pytest.mark.parametrize("option", ["--like eval07", "--like malteval", "--task dependency"])
def test_layer__is_not_ignored_where_dependencies_are_compared(files: tuple[Path, Path, Path], option: str) -> None:
    assert refused(run("score", *files, "--layer", "xpos", *option.split()), "--layer xpos", "--task tagging")


def test_malteval__says_where_it_would_stop(tmp_path: Path) -> None:
    """MaltEval takes the ninth column for PHEAD, a number, and aborts on enhanced dependencies."""
    path = tmp_path / "a.conllu"
    rows = ("1\ta\t_\tX\t_\t_\t0\troot\t0:root\t_", "2\tb\t_\tX\t_\t_\t1\tdep\t_\t_")
    path.write_text("\n".join((*rows, "", "")), encoding="utf-8")
    said = "1 word with something else than a number in DEPS (MaltEval, to which it is PHEAD, aborts there)"
    warnings = run("score", path, path, "--like", "malteval", "--json").json["warnings"]
    assert [said in warning for warning in warnings] == [True, True]
    assert not any("MaltEval" in warning for warning in run("score", path, path, "--json").json["warnings"])


def test_malteval__takes_numbers_for_projective_heads(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("1\ta\ta\tN\tN\t_\t0\tROOT\t0\tROOT\n\n", encoding="utf-8")
    assert run("score", path, path, "--like", "malteval", "--json").json["warnings"] == []
