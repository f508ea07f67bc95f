"""What must work: ways to name files, compressed files, tolerated irregularities, formats told and recognised."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from typing import TYPE_CHECKING, Any, Final

import pytest
import zstandard

from tests.command import Run, refused, run, run_process
from tests.formats.samples import (
    COLUMNS,
    CONLL2009,
    CONLLU,
    CONLLX,
    DEPENDENCY_COLUMNS,
    SAMPLES,
    SCRIPTS,
    SLASHED,
    VERTICAL,
    edit_field,
    insert_line,
    kinds,
    multiword,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": zstandard.compress,
}
ONE_ERROR: Final = CONLLU.replace("\tdet\t", "\tamod\t")
"""The CoNLL-U sample with one relation wrong: LAS 6/7."""


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path


def answer(*arguments: object, stdin: bytes = b"") -> Any:
    """The JSON document of a command that must succeed."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.code == 0, result.err
    return result.json


def value(document: Any, measure: str, system: int = 0) -> float:
    rows = [row for row in document["scores"] if row["system"] == document["systems"][system]]
    [found] = [float(row["value"]) for row in rows if row["measure"] == measure]
    return found


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write(tmp_path / "gold.conllu", CONLLU)


# --- compressed files, standard input ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PACKERS)
@pytest.mark.parametrize("fmt", ["conllu", "vertical", "slashed"])
def test_compressed__as_plain(tmp_path: Path, kind: str, fmt: str) -> None:
    sample = SAMPLES[fmt]
    plain = sample.write(tmp_path)
    packed = write(tmp_path / f"packed{sample.suffix}.{kind}", PACKERS[kind](sample.text.encode()))
    document = answer("score", packed, packed, plain)
    assert document["systems"] == ["packed", "sample"]
    assert document["gold"]["path"] == str(packed)
    assert all(row["value"] == 1 for row in document["scores"] if row["denominator"])


@pytest.mark.parametrize("role", ["gold", "system", "named system"])
@pytest.mark.parametrize("kind", ["plain", *PACKERS])
def test_stdin__for_the_gold_or_a_system(gold: Path, role: str, kind: str) -> None:
    stdin = ONE_ERROR.encode() if kind == "plain" else PACKERS[kind](ONE_ERROR.encode())
    arguments = {"gold": ("-", gold), "system": (gold, "-"), "named system": (gold, "mine=-")}[role]
    document = answer("score", *arguments, stdin=stdin)
    assert value(document, "LAS") == 6 / 7
    assert document["systems"] == [{"gold": "gold", "system": "stdin", "named system": "mine"}[role]]


@pytest.mark.parametrize("command", ["compare", "diff", "describe"])
def test_stdin__for_the_other_commands(gold: Path, command: str) -> None:
    arguments = ("-",) if command == "describe" else (gold, "-", gold)
    assert run(command, *arguments, stdin=ONE_ERROR.encode()).code == 0


def test_stdin__gold_can_be_annotated(tmp_path: Path, gold: Path) -> None:
    """The gold is needed again for the marks, and standard input is empty by then."""
    one, out = write(tmp_path / "one.conllu", ONE_ERROR), tmp_path / "out.conllu"
    result = run("compare", "-", one, gold, "--annotate", out, stdin=CONLLU.encode())
    assert result.code == 0, result.err
    assert "Diff=one>gold:correction" in out.read_text(encoding="utf-8")


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("HIT-SCIR-18.conllu.gz", "HIT-SCIR-18"),
        ("model.v2.conllu", "model.v2"),
        ("lr=0.1,seed=7.conllu", "lr=0.1,seed=7"),
        ("fold[1].conllu", "fold[1]"),
        ("with space.conllu", "with space"),
        ("猫.conllu.zst", "猫"),
        ("no-suffix", "no-suffix"),
    ],
)
def test_names__are_the_files(tmp_path: Path, gold: Path, file: str, name: str) -> None:
    path = write(tmp_path / file, ONE_ERROR)
    document = answer("score", gold, path)
    assert document["systems"] == [name]
    assert value(document, "LAS") == 6 / 7


@pytest.mark.parametrize("name", ["a", "My parser", "a/b", "猫", "2"])
def test_names__can_be_given(gold: Path, name: str) -> None:
    assert answer("score", gold, f"{name}={gold}")["systems"] == [name]


def test_names__given_for_a_path_with_an_equals_sign(tmp_path: Path, gold: Path) -> None:
    path = write(tmp_path / "lr=0.1.conllu", ONE_ERROR)
    assert answer("score", gold, f"slow={path}")["systems"] == ["slow"]


def test_names__same_ones_get_numbers(tmp_path: Path, gold: Path) -> None:
    paths = [write(tmp_path / folder / "sys.conllu", CONLLU) for folder in "abc"]
    assert answer("score", gold, *paths)["systems"] == ["sys", "sys-2", "sys-3"]
    assert answer("score", gold, paths[0], paths[0], f"sys={gold}")["systems"] == ["sys-2", "sys-3", "sys"]


def test_names__of_patterns_tell_the_systems_apart(tmp_path: Path) -> None:
    """`v1/*.conllu` and `v2/*.conllu` are not called `*` and `*-2`."""
    for folder in ("gold", "v1", "v2"):
        for name in ("a", "b"):
            write(tmp_path / folder / f"{name}.conllu", CONLLU)
    patterns = [f"{tmp_path}/{folder}/*.conllu" for folder in ("gold", "v1", "v2")]
    one, two = answer("score", *patterns)["systems"]
    assert "v1" in one
    assert "v2" in two


# --- several files -----------------------------------------------------------------------------------------------


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders of three files; the system has one error, in the last file, and other suffixes."""
    for number, script in enumerate(("hebrew", "japanese")):
        write(tmp_path / "gold" / f"{number}.conllu", SCRIPTS[script])
        write(tmp_path / "system" / f"{number}.conllu.gz", gzip.compress(SCRIPTS[script].encode()))
    write(tmp_path / "gold" / "9.conllu", CONLLU)
    write(tmp_path / "system" / "9.conllu.zst", zstandard.compress(ONE_ERROR.encode()))
    return tmp_path / "gold", tmp_path / "system"


@pytest.mark.parametrize("kind", ["folders", "slashes", "patterns", "named", "mixed"])
def test_folders__are_paired_by_file_name(folders: tuple[Path, Path], kind: str) -> None:
    gold, system = map(str, folders)
    arguments = {
        "folders": (gold, system),
        "slashes": (f"{gold}/", f"{system}/"),
        "patterns": (f"{gold}/*.conllu", f"s={system}/*.conllu.*"),
        "named": (gold, f"mine={system}"),
        "mixed": (f"{gold}/*", system),
    }[kind]
    document = answer("score", *arguments)
    assert (document["gold"]["sentences"], document["gold"]["words"], document["gold"]["documents"]) == (4, 13, 3)
    assert value(document, "LAS") == 12 / 13
    assert document["gold"]["path"] == [f"{gold}/{name}.conllu" for name in (0, 1, 9)]


def test_runs__without_a_name_are_told_to_take_one(tmp_path: Path, gold: Path) -> None:
    one, two = tmp_path / "one.conllu", tmp_path / "two.conllu"
    for path in (one, two):
        path.write_bytes(gold.read_bytes())
    assert refused(run("score", gold, f"{one},{two}"), "no such file", f"NAME={one},{two}")


def test_folders__names_of_systems(folders: tuple[Path, Path]) -> None:
    gold, system = folders
    assert answer("score", gold, system, f"{system}/", f"x={system}")["systems"] == ["system", "system-2", "x"]


def test_folders__order_of_the_system_does_not_matter(tmp_path: Path) -> None:
    """10 sorts before 9 as text and after it as a number; only names pair."""
    for folder in ("gold", "system"):
        write(tmp_path / folder / "9.conllu", CONLLU)
        write(tmp_path / folder / ("10.conllu" if folder == "gold" else "10.conllu.gz"), SCRIPTS["arabic"])
    assert value(answer("score", tmp_path / "gold", tmp_path / "system"), "LAS") == 1


def test_folders__of_one_file_are_that_file(tmp_path: Path, gold: Path) -> None:
    write(tmp_path / "system" / "other-name.conllu", ONE_ERROR)
    assert value(answer("score", gold, tmp_path / "system"), "LAS") == 6 / 7


def test_folders__hidden_files_are_left_alone(folders: tuple[Path, Path]) -> None:
    write(folders[1] / ".DS_Store", b"\0\1\2")
    assert answer("score", *folders)["gold"]["words"] == 13


def test_folders__compare_and_diff(folders: tuple[Path, Path]) -> None:
    gold, system = folders
    [difference] = [row for row in answer("compare", gold, gold, system)["differences"] if row["measure"] == "LAS"]
    assert difference["new_error"] == 1
    assert run("diff", gold, system).code == 0


def test_folders__annotated_gold_has_all_files(folders: tuple[Path, Path], tmp_path: Path) -> None:
    gold, system = folders
    out = tmp_path / "out.conllu"
    assert run("compare", gold, gold, system, "--annotate", out).code == 0
    assert answer("score", out, out)["gold"]["words"] == 13


def test_folders__annotated_gold_keeps_sentences_apart(tmp_path: Path) -> None:
    """A file without a final newline must not run into the next one."""
    for folder, content in (("gold", CONLLU), ("system", ONE_ERROR)):
        for name in ("a", "b"):
            write(tmp_path / folder / f"{name}.conllu", content.rstrip("\n"))
    out = tmp_path / "out.conllu"
    result = run("compare", tmp_path / "gold", tmp_path / "gold", tmp_path / "system", "--annotate", out)
    assert result.code == 0, result.err
    assert answer("score", out, out)["gold"]["sentences"] == 4


# --- irregular files ---------------------------------------------------------------------------------------------

IRREGULAR: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "byte-order mark": ("\ufeff" + CONLLU, ("byte-order mark", "line 1")),
    "no final newline": (CONLLU.rstrip("\n"), ("missing empty line", "line 10")),
    "no final empty line": (CONLLU[:-1], ("missing empty line", "line 10")),
    "doubled empty lines": (CONLLU.replace("\n\n", "\n\n\n"), ("2 superfluous empty lines", "line 7")),
    "leading empty line": ("\n" + CONLLU, ("empty line", "line 1")),
    "comment inside": (insert_line(CONLLU, 3, "# inside"), ("comment", "inside", "line 3")),
    "comments alone": (CONLLU + "# alone\n\n", ("empty line", "line 13")),
    "white line": (CONLLU.replace("\n\n", "\n \n", 1), ("white space", "line 6")),
    "several roots": (edit_field(CONLLU, 2, 6, "0"), ("several roots", "line 2")),
    "cycle": (edit_field(CONLLU, 4, 6, "1"), ("cycle", "line 2")),
    "own head": (edit_field(CONLLU, 2, 6, "1"), ("cycle", "line 2")),
    "no root": (edit_field(CONLLU, 4, 6, "3"), ("without a root", "line 2")),
}


@pytest.mark.parametrize("role", ["gold", "system"])
@pytest.mark.parametrize("name", IRREGULAR)
def test_irregular__is_scored_and_said(tmp_path: Path, gold: Path, name: str, role: str) -> None:
    content, words = IRREGULAR[name]
    odd = write(tmp_path / "odd.conllu", content)
    document = answer("score", *((odd, gold) if role == "gold" else (gold, odd)))
    assert kinds(document["warnings"], str(odd), *words), document["warnings"]
    assert value(document, "UPOS") == 1
    changed = name in ("several roots", "cycle", "own head", "no root")
    assert value(document, "UAS") == (6 / 7 if changed else 1)


@pytest.mark.parametrize("name", IRREGULAR)
def test_irregular__is_refused_like_ud(tmp_path: Path, gold: Path, name: str) -> None:
    odd = write(tmp_path / "odd.conllu", IRREGULAR[name][0])
    result = run("score", gold, odd, "--like", "ud", "--json")
    assert refused(result, f"{odd}:", "Try: ")


@pytest.mark.parametrize("like", ["eval07", "malteval", "compareval"])
@pytest.mark.parametrize("name", ["several roots", "cycle", "own head", "no root"])
def test_irregular__trees_are_not_looked_at_by_the_others(tmp_path: Path, gold: Path, name: str, like: str) -> None:
    odd = write(tmp_path / "odd.conllu", IRREGULAR[name][0])
    assert run("score", gold, odd, "--like", like).code == 0


def test_irregular__several_roots_can_be_allowed_like_ud(tmp_path: Path, gold: Path) -> None:
    odd = write(tmp_path / "odd.conllu", IRREGULAR["several roots"][0])
    document = answer("score", gold, odd, "--like", "ud", "--multiple-roots-okay")
    assert value(document, "UAS") == 6 / 7
    assert kinds(document["warnings"], "several roots")


def test_irregular__is_counted(tmp_path: Path, gold: Path) -> None:
    odd = write(tmp_path / "odd.conllu", edit_field(edit_field(CONLLU, 2, 6, "0"), 8, 6, "0"))
    [warning] = answer("score", gold, odd)["warnings"]
    assert "2 sentences with several roots" in warning


def test_irregular__is_on_the_page_too(tmp_path: Path, gold: Path) -> None:
    odd = write(tmp_path / "odd.conllu", IRREGULAR["cycle"][0])
    for command in ("score", "compare", "diff"):
        result = run(command, gold, odd, odd, "--width", "400")
        assert "cycle" in result.out + result.err


def test_regular__has_no_warnings(gold: Path) -> None:
    assert answer("score", gold, gold)["warnings"] == []


@pytest.mark.parametrize(
    ("fmt", "like"),
    [*((fmt, ()) for fmt in SAMPLES), *(("conllu", ("--like", like)) for like in ("ud", "eval07", "malteval"))],
)
def test_windows_lines__are_no_irregularity(tmp_path: Path, fmt: str, like: tuple[str, ...]) -> None:
    sample = SAMPLES[fmt]
    plain = sample.write(tmp_path, name="plain")
    windows = sample.write(tmp_path, sample.text.replace("\n", "\r\n"), name="windows")
    document = answer("score", plain, windows, windows, *sample.options, *like)
    assert document["warnings"] == []
    assert value(document, document["headline"]) == 1


@pytest.mark.parametrize("fmt", ["columns", "vertical", "slashed"])
def test_byte_order_mark__is_said_in_every_format(tmp_path: Path, fmt: str) -> None:
    sample = SAMPLES[fmt]
    plain, marked = sample.write(tmp_path, name="plain"), sample.write(tmp_path, "\ufeff" + sample.text, name="marked")
    document = answer("score", plain, marked)
    assert value(document, "Accuracy") == 1
    assert kinds(document["warnings"], str(marked), "byte-order mark")


def test_multiword_tokens_and_empty_nodes__are_read(tmp_path: Path) -> None:
    content = insert_line(insert_line(CONLLU, 3, multiword("1.1", "x")), 2, multiword("1-2", "Diekatze"))
    path = write(tmp_path / "a.conllu", content)
    document = answer("score", path, path)
    assert (value(document, "Tokens"), value(document, "Words")) == (1, 1)
    assert document["gold"]["words"] == 7
    assert document["warnings"] == []


@pytest.mark.parametrize("like", [(), ("--like", "ud")])
def test_empty_files__score_zero_like_ud_only(tmp_path: Path, like: tuple[str, ...]) -> None:
    empty = write(tmp_path / "empty.conllu", "")
    result = run("score", empty, empty, "--json", *like)
    if not like:
        assert refused(result, "empty")
        return
    assert result.code == 0
    assert {row["value"] for row in result.json["scores"]} == {0}


# --- scripts and encodings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("command", ["score", "compare", "diff"])
def test_scripts__any(tmp_path: Path, script: str, command: str) -> None:
    whole = write(tmp_path / "whole.conllu", SCRIPTS[script])
    other = write(tmp_path / "other.conllu", SCRIPTS[script].replace("\troot\t", "\tdep\t"))
    for options in ((), ("--json",)):
        result = run(command, whole, other, whole, *options)
        assert result.code == 0, result.err


def test_scripts__words_without_spaces_can_be_cut_otherwise(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.tsv", table("東京 NOUN", "都 NOUN", "に ADP", ""))
    system = write(tmp_path / "system.tsv", table("東 NOUN", "京都 NOUN", "に ADP", ""))
    document = answer("score", gold, system)
    assert "tokens:characters" in document["signature"]
    assert kinds(document["warnings"], "2 of 3 gold words", "not aligned")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "UTF-8-SIG"])
@pytest.mark.parametrize("fmt", SAMPLES)
def test_encoding__can_be_told(tmp_path: Path, fmt: str, encoding: str) -> None:
    sample = SAMPLES[fmt]
    path = sample.write(tmp_path, sample.text.encode(encoding))
    document = answer("score", path, path, *sample.options, "--encoding", encoding)
    assert document["gold"]["words"] == (16 if fmt == "slashed" else 7)


def test_encoding__words_come_out_right(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.conllu", CONLLU.encode("latin-1"))
    one = write(tmp_path / "one.conllu", CONLLU.replace("\troot\t", "\tdep\t").encode("latin-1"))
    result = run("compare", gold, one, gold, "--encoding", "latin-1", "--class", "correction")
    assert "schläft" in result.out


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_encoding__annotated_gold_is_text_in_one_encoding(tmp_path: Path, encoding: str) -> None:
    """The gold's own or UTF-8, but not one for the words and another for the marks."""
    gold = write(tmp_path / "gold.conllu", CONLLU.encode(encoding))
    one = write(tmp_path / "one.conllu", ONE_ERROR.encode(encoding))
    out = tmp_path / "out.conllu"
    result = run("compare", gold, f"träumer={one}", gold, "--encoding", encoding, "--annotate", out)
    assert result.code == 0, result.err
    texts = [out.read_bytes().decode(name, "replace") for name in ("utf-8", encoding)]
    assert any("schläft" in text and "Diff=träumer>gold" in text for text in texts)


# --- formats, told and recognised --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fmt", "content"),
    [
        ("conllu", CONLLU),
        ("conllx", CONLLX),
        ("conll2009", CONLL2009),
        ("columns", COLUMNS),
        ("columns", VERTICAL),
        ("slashed", SLASHED),
    ],
    ids=["conllu", "conllx", "conll2009", "columns", "vertical", "slashed"],
)
def test_format__is_recognised_and_said(tmp_path: Path, fmt: str, content: str) -> None:
    path = write(tmp_path / "corpus", content)
    result = run("score", path, path, "--json")
    assert result.json["gold"]["format"] == fmt
    assert f"corpus: {fmt} (" in result.err
    assert "task: " in result.err


@pytest.mark.parametrize("command", ["score", "compare", "diff"])
def test_format__is_not_said_when_quiet(gold: Path, command: str) -> None:
    for options in (("--quiet",), ("-q",), ("--quiet", "--json")):
        result = run(command, gold, gold, *options)
        assert (result.code, result.err) == (0, "")


def test_format__tags_of_spans_make_the_task_and_can_be_compared_as_tags(tmp_path: Path) -> None:
    path = write(tmp_path / "ner.tsv", table("Die O", "Katze B-ANIM", "Minka I-ANIM", ""))
    assert "task: spans" in run("score", path, path).err
    assert "Accuracy" in run("score", "--task", "tagging", path, path).out


def test_format__note_about_coreference(tmp_path: Path) -> None:
    path = write(tmp_path / "coref.conllu", edit_field(CONLLU, 2, 9, "Entity=(e1)"))
    assert "Entity=" in run("score", path, path).err


@pytest.mark.parametrize(("told", "measures"), [("conllu", 16), ("conllx", 3)])
def test_format__told_wins(gold: Path, told: str, measures: int) -> None:
    document = answer("score", gold, gold, "--format", told)
    assert document["gold"]["format"] == told
    assert len(document["scores"]) == measures


def test_format__other_numbered_format_is_read_as_the_golds(tmp_path: Path) -> None:
    """A parser's CoNLL-X is compared with a CoNLL-U gold without ado: the columns are the same."""
    gold = write(tmp_path / "gold.conllu", CONLLU)
    bare = CONLLU.replace("# sent_id = cat\n", "").replace("# sent_id = dream\n", "")
    tags = {"DET": "ART", "NOUN": "N", "VERB": "V", "PRON": "PRO", "PUNCT": "$."}
    for universal, other in tags.items():
        bare = bare.replace(f"\t{universal}\t", f"\t{other}\t")
    document = answer("score", gold, write(tmp_path / "system.conll", bare))
    assert (value(document, "LAS"), value(document, "XPOS"), value(document, "UPOS")) == (1, 1, 0)


def test_format__gold_in_columns_and_system_in_lines(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.tsv", COLUMNS)
    system = write(tmp_path / "system.txt", "\n".join(SLASHED.split("\n")[:2]) + "\n")
    assert value(answer("score", gold, system), "Accuracy") == 1


def test_format__gold_in_conllu_and_system_in_columns(tmp_path: Path) -> None:
    """TreeTagger's output against the xpos of a treebank: the map says which layer its tags are."""
    gold = write(tmp_path / "gold.conllu", CONLLU)
    system = write(tmp_path / "system.vrt", VERTICAL)
    document = answer("score", gold, system, "--layer", "xpos", "--columns", "form,xpos,lemma")
    assert value(document, "Accuracy") == 1


def test_columns__map_chooses_the_layer(tmp_path: Path) -> None:
    """The help's own example: with form=1,xpos=2 there is nothing but xpos to compare."""
    path = write(tmp_path / "a.tsv", COLUMNS)
    assert value(answer("score", path, path, "--columns", "form=1,xpos=2"), "Accuracy") == 1


@pytest.mark.parametrize("columns", ["form=3,tag=1", "tag,_,form", "tag,,form", "TAG=1,WORD=3"])
def test_columns__map_in_any_order(tmp_path: Path, columns: str) -> None:
    path = write(tmp_path / "a.tsv", table("ART x Die", "NN x Katze", ""))
    document = answer("compare", path, path, "--columns", columns)
    assert document["gold"]["words"] == 2
    assert {row["label"] for row in document["labels"]} == {"ART", "NN"}


@pytest.mark.parametrize("layer", ["upos", "xpos", "lemma"])
def test_columns__map_with_several_layers(tmp_path: Path, layer: str) -> None:
    path = write(tmp_path / "a.tsv", table("Die DET ART die", "Katze NOUN NN Katze", ""))
    document = answer("score", path, path, "--columns", "form,upos,xpos,lemma", "--layer", layer)
    assert f"layer:{layer}" in document["signature"]


@pytest.mark.parametrize("task", [(), ("--task", "dependency")])
def test_columns__map_with_heads_is_dependency(tmp_path: Path, task: tuple[str, ...]) -> None:
    gold = write(tmp_path / "gold.tsv", DEPENDENCY_COLUMNS)
    system = write(tmp_path / "system.tsv", DEPENDENCY_COLUMNS.replace("\tdet", "\tamod"))
    document = answer("score", gold, system, "--columns", "form,xpos,head,deprel", *task)
    assert document["task"] == "dependency"
    assert (value(document, "UAS"), value(document, "LAS")) == (1, 6 / 7)


def test_columns__numbered_file_by_a_map(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conll", CONLLX)
    document = answer("score", path, path, "--format", "columns", "--columns", "form=2,tag=5")
    assert (document["gold"]["format"], document["task"]) == ("columns", "tagging")


def test_vertical__elements_border_sentences_and_texts(tmp_path: Path) -> None:
    path = write(tmp_path / "a.vrt", VERTICAL + VERTICAL)
    result = run("score", path, path, "--json")
    document = result.json
    assert (document["gold"]["sentences"], document["gold"]["documents"], document["gold"]["words"]) == (4, 2, 14)
    assert document["warnings"] == []
    assert "TreeTagger" in result.err


@pytest.mark.parametrize("tag", ["SENT", "$."])
@pytest.mark.parametrize("texts", [True, False], ids=["texts", "bare"])
def test_vertical__without_borders_tags_end_sentences_and_that_is_said(
    tmp_path: Path, tag: str, *, texts: bool
) -> None:
    content = VERTICAL.replace("<s>\n", "").replace("</s>\n", "").replace("$.", tag)
    if not texts:
        content = content.replace("<text id='cats and dreams'>\n", "").replace("</text>\n", "")
    path = write(tmp_path / "a.vrt", content)
    document = answer("score", path, path)
    assert document["gold"]["sentences"] == 2
    assert kinds(document["warnings"], "SENT", "$.", "2 sentence ends")


def test_vertical__documents_do_not_share_a_sentence(tmp_path: Path) -> None:
    """The last sentence of a text ends with it, though no tag says so."""
    content = "<text>\nDie\tART\tdie\nKatze\tNN\tKatze\n</text>\n<text>\nSie\tPPER\tsie\n.\t$.\t.\n</text>\n"
    path = write(tmp_path / "a.vrt", content)
    assert answer("score", path, path)["gold"]["sentences"] == 2


# --- what is printed ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["score", "compare", "diff", "describe"])
def test_json__is_all_there_is_on_standard_output(gold: Path, command: str) -> None:
    result = run(command, gold, gold, "--json")
    document, end = json.JSONDecoder().raw_decode(result.out)
    assert isinstance(document, dict)
    assert result.out[end:] == "\n"


def test_json__with_files_and_warnings_too(tmp_path: Path, gold: Path) -> None:
    odd = write(tmp_path / "odd.conllu", IRREGULAR["cycle"][0])
    result = run("compare", gold, odd, gold, "--json", "--csv", tmp_path / "x.csv", "--latex", tmp_path / "x.tex")
    assert result.json["schema"] == 1
    assert "wrote" in result.err


def test_json__same_bytes_twice(tmp_path: Path, gold: Path) -> None:
    one = write(tmp_path / "one.conllu", ONE_ERROR)
    assert run("compare", gold, one, gold, "--json").out == run("compare", gold, one, gold, "--json").out


@pytest.mark.slow
def test_notes__go_to_standard_error_in_a_process_of_its_own(gold: Path) -> None:
    result: Run = run_process("score", gold, gold, "--json")
    assert result.json["task"] == "dependency"
    assert "gold: conllu" in result.err


def test_json__warnings_are_on_standard_error_too(tmp_path: Path) -> None:
    """A pipe that keeps the document only must not hide what was odd."""
    gold, system = tmp_path / "gold.tsv", tmp_path / "s.tsv"
    gold.write_text("a\tX\n\n", encoding="utf-8")
    system.write_text("\ufeffa\tX\n\n", encoding="utf-8")
    result = run("score", gold, system, "--json")
    (warning,) = result.json["warnings"]
    assert f"note: {warning}" in result.err
    assert "note:" not in run("score", gold, system, "--json", "--quiet").err
    page = run("score", gold, system)
    assert ("note:" in page.out, "note:" in page.err) == (True, False)
