"""Annotation schemes on the command line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

Word = tuple[str, int, str]

LEXICAL: list[list[Word]] = [
    [("We", 4, "nsubj"), ("would", 4, "aux"), ("have", 4, "aux"), ("slept", 0, "root")],
    [("She", 2, "nsubj"), ("lives", 0, "root"), ("in", 4, "case"), ("Oslo", 2, "obl"), (".", 2, "punct")],
    [("Yes", 0, "root")],
    [("Cats", 3, "nsubj"), ("often", 3, "advmod"), ("sleep", 0, "root"), ("on", 5, "case"), ("beds", 3, "obl")],
]
FUNCTIONAL: list[list[Word]] = [
    [("We", 2, "subj"), ("would", 0, "root"), ("have", 2, "comp:aux"), ("slept", 3, "comp:aux")],
    [("She", 2, "subj"), ("lives", 0, "root"), ("in", 2, "udep"), ("Oslo", 3, "comp"), (".", 2, "punct")],
    [("Yes", 0, "root")],
    [("Cats", 3, "subj"), ("often", 3, "mod"), ("sleep", 0, "root"), ("on", 3, "udep"), ("beds", 4, "comp")],
]
PHRASES = (
    "(TOP (S (NP-nsubj (PRP We)) (MD would) (VB have) (VBN slept)))\n"
    "(TOP (S (NP-nsubj (PRP She)) (VBZ lives) (PP-obl (IN in) (NP (NNP Oslo))) (. .)))\n"
    "(TOP (UH Yes))\n"
    "(TOP (S (NP-nsubj (NNS Cats)) (ADVP-advmod (RB often)) (VBP sleep) (PP-obl (IN on) (NP (NNS beds)))))\n"
)


def conllu(sentences: list[list[Word]]) -> str:
    blocks = []
    for number, sentence in enumerate(sentences, 1):
        rows = [
            f"{place}\t{form}\t_\tX\t_\t_\t{head}\t{label}\t_\t_"
            for place, (form, head, label) in enumerate(sentence, 1)
        ]
        blocks.append("\n".join([f"# sent_id = s{number}", *rows]))
    return "\n\n".join(blocks) + "\n\n"


def change(sentences: list[list[Word]], sentence: int, place: int, head: int, label: str) -> list[list[Word]]:
    """The sentences with one arc changed."""
    copy = [list(rows) for rows in sentences]
    copy[sentence][place - 1] = (copy[sentence][place - 1][0], head, label)
    return copy


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two golds of the same words, and a system or two of each."""
    files = {
        "lex.conllu": LEXICAL,
        "fun.conllu": FUNCTIONAL,
        "a.conllu": change(LEXICAL, 1, 5, 4, "punct"),
        "b.conllu": change(change(FUNCTIONAL, 1, 5, 4, "punct"), 3, 2, 1, "mod"),
        "perfect.conllu": FUNCTIONAL,
    }
    for name, sentences in files.items():
        (tmp_path / name).write_text(conllu(sentences), encoding="utf-8")
    (tmp_path / "phrases.mrg").write_text(PHRASES, encoding="utf-8")
    return tmp_path


def two(folder: Path) -> list[str]:
    return [
        f"lex={folder}/lex.conllu,{folder}/a.conllu",
        f"fun={folder}/fun.conllu,{folder}/b.conllu,{folder}/perfect.conllu",
    ]


def find(document: Any, system: str, against: list[str], measure: str) -> Any:
    (row,) = (
        row
        for row in document["scores"]
        if (row["system"], row["against"], row["measure"]) == (system, against, measure)
    )
    return row


def test_cross__json(folder: Path) -> None:
    document = run("cross", *two(folder), "--json", "-q").json
    assert document["task"] == "cross-scheme"
    row = find(document, "perfect", ["fun", "lex"], "L-TED")
    assert (row["value"], row["scheme"], row["delta_new"]) == (1.0, "fun", 0)
    assert find(document, "perfect", ["fun"], "LAS")["value"] == 1
    assert find(document, "perfect", ["lex"], "LAS")["value"] == 4 / 15
    own = find(document, "a", ["lex"], "LAS")
    assert (own["numerator"], own["denominator"]) == (14, 15)
    worse = find(document, "a", ["fun", "lex"], "U-TED")
    assert worse["numerator"] == worse["size_parse"] + worse["size_gold"] - worse["delta_new"]
    assert worse["value"] == worse["numerator"] / worse["denominator"]
    assert 0 <= worse["low"] <= worse["value"] <= worse["high"] <= 1
    pair = {(row["from"], row["to"]) for row in document["differences"] if row["against"] == ["fun", "lex"]}
    assert pair == {("a", "b"), ("a", "perfect"), ("b", "perfect")}
    (shared,) = (entry for entry in document["shared"] if entry["against"] == ["fun", "lex"])
    assert shared["nodes"] - shared["nodes_without_conflicts"] == shared["conflicts"] > 0


def test_cross__page_and_tables(folder: Path) -> None:
    page = run("cross", *two(folder), "-q")
    assert page.code == 0
    assert max(map(len, page.out.split("\n"))) <= 80
    for part in ("Against one gold", "Against what schemes share", "fun + lex", "flat tree", "spurious", "signature:"):
        assert part in page.out
    result = run("cross", *two(folder), "-q", "--latex", "-")
    assert "\\toprule" in result.out
    run("cross", *two(folder), "-q", "--csv", folder / "t.csv", "--markdown", folder / "t.md")
    assert (folder / "t.differences.csv").is_file()
    assert "L-TED" in (folder / "t.md").read_text(encoding="utf-8")


def test_cross__same_input_same_bytes(folder: Path) -> None:
    assert run("cross", *two(folder), "--json").out == run("cross", *two(folder), "--json").out


def test_cross__in_python(folder: Path) -> None:
    given = {
        "lex": {"gold": folder / "lex.conllu", "systems": {"one": folder / "a.conllu"}},
        "fun": [folder / "fun.conllu", folder / "b.conllu"],
    }
    result = tertium.cross(given, intervals=False)
    assert result.systems == ("one", "b")
    assert set(result.frame["against"]) == {"lex", "fun", "fun+lex"}
    assert json.loads(result.to_json())["differences"] == []
    assert "Against one gold" in str(result)


def test_cross__phrases_beside_dependencies(folder: Path) -> None:
    """Functions named as the relations are: what phrases and dependencies share has no conflict."""
    schemes = [f"lex={folder}/lex.conllu,{folder}/a.conllu", f"psg={folder}/phrases.mrg"]
    document = run("cross", *schemes, "--json", "-q").json
    shared = document["shared"][-1]
    assert shared["conflicts"] == 0
    assert shared["nodes"] > 15
    assert [row["measure"] for row in document["scores"] if row["against"] == ["psg"]] == [
        "U-TED",
        "L-TED",
        "U-recall",
        "L-recall",
    ]


def test_cross__conflicts_maps_and_free_labels(folder: Path) -> None:
    def conflicts(*options: str) -> int:
        return int(run("cross", *two(folder), "--json", "-q", *options).json["shared"][-1]["conflicts"])

    before = conflicts()
    assert conflicts("--map", "deprel:subj=nsubj") == before - 3
    assert conflicts("--free", "subj=nsubj") == before
    dropped = run("cross", *two(folder), "--json", "-q", "--conflicts", "drop").json
    row = find(dropped, "a", ["fun", "lex"], "L-TED")
    kept = find(run("cross", *two(folder), "--json", "-q").json, "a", ["fun", "lex"], "L-TED")
    assert row["value"] == kept["if_conflicts_dropped"]["value"]
    assert row["if_conflicts_kept"]["value"] == kept["value"]


def test_cross__maps_of_one_scheme_and_of_functions(folder: Path) -> None:
    """A renaming may name a scheme, whose gold and systems are meant; phrases have their functions renamed."""
    renamed = run("cross", *two(folder), "--json", "-q", "--map", "fun/deprel:subj=nsubj").json
    everywhere = run("cross", *two(folder), "--json", "-q", "--map", "subj=nsubj").json
    assert renamed["scores"] == everywhere["scores"]
    phrases = [two(folder)[1], f"psg={folder}/phrases.mrg"]
    before = run("cross", *phrases, "--json", "-q").json["shared"][-1]["conflicts"]
    after = run("cross", *phrases, "--json", "-q", "--map", "psg/deprel:nsubj=subj").json["shared"][-1]["conflicts"]
    assert after == before - 3
    idle = run("cross", *two(folder), "--json", "-q", "--map", "nothing=x", "--free", "a=subj").json["warnings"]
    assert any("'nothing'" in warning for warning in idle)
    assert any("--free: no label 'a'" in warning for warning in idle)
    assert refused(run("cross", *two(folder), "--map", "who/deprel:a=b"), "no scheme and no system 'who'")


def test_cross__golds_alone(folder: Path) -> None:
    page = run("cross", f"lex={folder}/lex.conllu", f"fun={folder}/fun.conllu", "-q")
    assert page.code == 0
    assert "golds only" in page.out


def test_cross__three_schemes(folder: Path) -> None:
    third = [f"psg={folder}/phrases.mrg"]
    document = run("cross", *two(folder), *third, "--json", "-q", "--no-intervals").json
    assert [entry["against"] for entry in document["shared"]] == [
        ["lex"],
        ["fun"],
        ["psg"],
        ["fun", "lex"],
        ["lex", "psg"],
        ["fun", "psg"],
        ["fun", "lex", "psg"],
    ]


def test_cross__unpaired(folder: Path) -> None:
    (folder / "other.conllu").write_text(conllu(FUNCTIONAL[:2]), encoding="utf-8")
    (folder / "c.conllu").write_text(conllu(change(FUNCTIONAL, 0, 4, 2, "x")[:2]), encoding="utf-8")
    schemes = [two(folder)[0], f"other={folder}/other.conllu,{folder}/c.conllu"]
    assert refused(run("cross", *schemes), "ends early")
    document = run("cross", *schemes, "--unpaired", "--json", "-q").json
    assert {tuple(row["against"]) for row in document["scores"]} == {("lex",), ("other",)}
    assert {row["test"] for row in document["differences"]} == {"welch"}
    assert run("cross", *schemes, "--unpaired", "-q").code == 0


def test_cross__unanchored(folder: Path) -> None:
    pytest.importorskip("numba")
    anchored = run("cross", *two(folder), "--json", "-q", "--no-intervals").json
    free = run("cross", *two(folder), "--json", "-q", "--no-intervals", "--unanchored").json
    for row, other in zip(anchored["scores"], free["scores"], strict=True):
        assert other["value"] >= row["value"] - 1e-12
    assert "edits:unanchored" in free["signature"]


def test_cross__circles_and_roots_are_said(folder: Path) -> None:
    circle = change(change(LEXICAL, 0, 4, 1, "x"), 1, 3, 0, "root")
    (folder / "circle.conllu").write_text(conllu(circle), encoding="utf-8")
    result = run("cross", f"lex={folder}/lex.conllu,{folder}/circle.conllu", two(folder)[1], "--no-intervals", "-q")
    assert result.code == 0
    assert "circle: 1 sentence has a circle of heads" in " ".join(result.out.split())
    assert "several roots" in result.out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ((), ("Missing argument",)),
        (("lex=lex.conllu",), ("only one scheme",)),
        (("lex=lex.conllu", "lex=fun.conllu"), ("given twice",)),
        (("lex=lex.conllu", "fun=none.conllu"), ("none.conllu",)),
        (("lex=lex.conllu", "fun="), ("no name=path",)),
        (("lex=lex.conllu", "fun=words.tsv"), ("no trees",)),
        (("lex=lex.conllu", "fun=broken.conllu"), ("broken.conllu:5",)),
        (("lex=lex.conllu", "fun=short.conllu"), ("sentences",)),
        (("lex=lex.conllu", "fun=other.conllu"), ("different words", "s1")),
        (("lex=lex.conllu", "fun=short.mrg"), ("4 sentences", "short.mrg has 1")),
        (("lex=lex.conllu", "fun=other.mrg"), ("different words", "'They'")),
        (("lex=lex.conllu", "fun=fun.conllu", "--free", "x"), ("no pair of labels",)),
        (("lex=lex.conllu", "fun=fun.conllu,b.conllu", "--block", "nothing"), ("nothing",)),
        (("lex=-", "fun=-"), ("standard input can be read only once",)),
        (("lex=lex.conllu", "fun=empty.conllu"), ("empty.conllu",)),
        (("lex=lex.conllu", "fun=fun.conllu", "--json", "--latex", "-"), ("standard output",)),
    ],
)
def test_cross__refuses(folder: Path, arguments: tuple[str, ...], parts: tuple[str, ...], monkeypatch: Any) -> None:
    monkeypatch.chdir(folder)
    (folder / "words.tsv").write_text("We\tPRON\nsleep\tVERB\n\n", encoding="utf-8")
    (folder / "broken.conllu").write_text(
        conllu(FUNCTIONAL).replace("\t3\tcomp:aux", "\t9\tcomp:aux", 1), encoding="utf-8"
    )
    (folder / "short.conllu").write_text(conllu(FUNCTIONAL[:2]), encoding="utf-8")
    (folder / "other.conllu").write_text(conllu(FUNCTIONAL).replace("\tWe\t", "\tThey\t"), encoding="utf-8")
    (folder / "short.mrg").write_text(PHRASES.split("\n", maxsplit=1)[0] + "\n", encoding="utf-8")
    (folder / "other.mrg").write_text(PHRASES.replace("We", "They"), encoding="utf-8")
    (folder / "empty.conllu").write_text("", encoding="utf-8")
    before = sorted(path.name for path in folder.iterdir())
    systems = [
        text.replace("lex.conllu", "lex.conllu,a.conllu", 1) if text.startswith("lex=") else text for text in arguments
    ]
    assert refused(run("cross", *systems), *parts)
    assert sorted(path.name for path in folder.iterdir()) == before


def test_cross__options_that_mean_nothing_are_refused(folder: Path) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"measure": "LAS"},
        {"like": "ud"},
        {"tokens": "characters"},
        {"functions": "nowhere"},
    )
    for options in wrong:
        with pytest.raises(tertium.UsageError):
            tertium.cross(two(folder), **options)
    assert refused(run("show", *two(folder), "--functional", "--layer", "upos"), "--layer does nothing")


def test_cross__blocks_and_margins(folder: Path) -> None:
    result = run("cross", *two(folder), "--json", "-q", "--block", "sent_id:^(s)", "--margin", "5")
    assert "block:sent_id" in result.json["signature"]
    assert {row["low"] for row in result.json["scores"]} == {None}
    plain = run("cross", *two(folder), "--json", "-q", "--margin", "50").json
    assert any(row["equivalence_p"] is not None for row in plain["differences"])


def test_cross__folders_are_paired_by_name(folder: Path) -> None:
    for name, sentences in (("gold", LEXICAL), ("out", change(LEXICAL, 1, 5, 4, "punct"))):
        (folder / name).mkdir()
        for part, rows in (("1", sentences[:2]), ("2", sentences[2:])):
            (folder / name / f"{part}.conllu").write_text(conllu(rows), encoding="utf-8")
    parts = run("cross", f"lex={folder}/gold,x={folder}/out", two(folder)[1], "--json", "-q", "--no-intervals").json
    whole = run("cross", *two(folder), "--json", "-q", "--no-intervals").json
    assert find(parts, "x", ["fun", "lex"], "L-TED")["value"] == find(whole, "a", ["fun", "lex"], "L-TED")["value"]


def test_cross__without_numba(folder: Path, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert refused(run("cross", *two(folder), "--unanchored"), "needs numba", "tertium[unanchored]")


@pytest.mark.parametrize("width", [72, 80, 120])
def test_cross__pages_keep_their_width(folder: Path, width: int) -> None:
    """Long names of schemes and systems too."""
    schemes = [text.replace("lex=", f"{'long' * 6}=").replace("fun=", f"{'name' * 6}=") for text in two(folder)]
    for command in (("cross", *schemes), ("show", *schemes, "--functional"), ("schemes", *map(golds_of, schemes))):
        out = run(*command, "-q", "--width", width).out
        assert out
        assert max(map(len, out.split("\n"))) <= width


def golds_of(scheme: str) -> str:
    return scheme.partition(",")[0]
