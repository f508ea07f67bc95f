"""The statistics from the command line: blocks, tests, slices, power, several runs and test sets."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tertium.demo import demo_files
from tests.command import refused, run

GOLD, SYSTEMS = demo_files()
UDPIPE, SPACY, STANZA = SYSTEMS.values()


@pytest.mark.parametrize(
    ("options", "signed"),
    [
        ((), "block:sentence|test:exact|interval:percentile|resamples:10000|seed:0|alpha:0.05"),
        (("--block", "document"), "block:document|test:exact|interval:t"),
        (("--block", "text"), "block:text|"),
        (("--block", "sent_id:^([a-z]+)"), "block:sent_id:^([a-z]+)|"),
        (("--test", "randomization", "--seed", "7"), "test:randomization|interval:percentile|resamples:10000|seed:7"),
        (("--test", "bootstrap", "--resamples", "500"), "test:bootstrap|interval:percentile|resamples:500"),
        (("--test", "mcnemar"), "test:mcnemar|"),
        (("--interval", "bca", "--alpha", "0.1"), "interval:bca|resamples:10000|seed:0|alpha:0.1|"),
        (("--margin", "1.5"), "margin:0.015|"),
    ],
)
def test_options_of_the_statistics_are_in_the_signature(options: tuple[str, ...], signed: str) -> None:
    document = json.loads(run("compare", GOLD, UDPIPE, SPACY, "--json", "-q", *options).out)
    assert signed in document["signature"]
    (row,) = [row for row in document["differences"] if row["measure"] == "LAS"]
    assert 0 < row["p_value"] <= row["p_adjusted"] < 0.2
    assert row["delta_low"] < row["delta"] < row["delta_high"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--block", "word"), "word"),
        (("--block", "deprel"), "feature of words"),
        (("--block", "sent_id:("), "sent_id:("),
        (("--by", "lengt"), "length"),
        (("--by", "length >"), "length >"),
        (("--join", "nowhere.csv"), "nowhere.csv"),
        (("--lexicon", "nowhere.tsv"), "nowhere.tsv"),
        (("--alpha", "2"), "alpha"),
        (("--resamples", "0"), "resamples"),
        (("--margin", "0"), "margin"),
        (("--test", "magic"), "magic"),
        (("--by", "length", "--no-intervals"), "no intervals"),
        (("--test", "exact", "--measure", "CLAS"), "different denominators"),
        (("--test", "mcnemar", "--measure", "CLAS"), "it is not decided word by word"),
    ],
)
def test_nonsense_is_refused(options: tuple[str, ...], message: str) -> None:
    result = run("compare", GOLD, UDPIPE, SPACY, *options)
    assert result.code == 2
    assert message in result.err
    assert "Traceback" not in result.err


def test_by__adds_tables(tmp_path: Path) -> None:
    target = tmp_path / "t.csv"
    result = run("compare", GOLD, UDPIPE, STANZA, "--by", "length,direction", "--by", "length > 20", "--csv", target)
    for title in ("By length", "By direction", "By length > 20"):
        assert title in result.out
    assert "max-T over" in result.out
    assert max(len(text) for text in result.out.splitlines()) <= 80
    rows = (tmp_path / "t.slices.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("measure,from,to,feature,value,units")
    assert len(rows) == 1 + 5 + 3 + 2


def test_by__goes_into_json_and_latex(tmp_path: Path) -> None:
    document = json.loads(run("compare", GOLD, UDPIPE, STANZA, "--by", "direction", "--json").out)
    assert [row["slice"][0]["value"] for row in document["slices"]] == ["root", "head left", "head right"]
    assert sum(row["units"] for row in document["slices"]) == document["gold"]["units"]
    target = tmp_path / "t.tex"
    run("compare", GOLD, UDPIPE, STANZA, "--by", "direction", "--latex", target)
    text = target.read_text(encoding="utf-8")
    assert r"\label{tab:slices-udpipe-stanza}" in text
    assert "+9.2$^{*}$" in text
    assert "step-down max-T over 3 slices" in text


def test_json__design_effects_of_the_difference() -> None:
    document = json.loads(run("compare", GOLD, UDPIPE, STANZA, "--block", "document", "--json", "-q").out)
    rows = {row["measure"]: row for row in document["differences"]}
    assert set(rows["LAS"]["design_effects"]) == {"sentence", "document"}
    assert rows["LAS"]["design_effects"]["sentence"] == pytest.approx(2.63, abs=0.005)
    assert "design_effects" not in rows["UAS"]


def test_by__small_slices_are_counted_not_tested() -> None:
    document = json.loads(run("compare", GOLD, UDPIPE, STANZA, "--by", "deprel", "--json", "-q").out)
    keys = ("p_value", "p_adjusted", "q_value")
    few = [row for row in document["slices"] if row["units"] < 20]
    assert few
    assert all(row[key] is None for row in few for key in keys)
    assert all(0 < row[key] <= 1 for row in document["slices"] if row not in few for key in keys)


def test_by__an_empty_column_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "own.csv"
    table.write_text("sent_id,genre\nnews-1,\n", encoding="utf-8")
    assert refused(
        run("compare", GOLD, UDPIPE, STANZA, "--join", table, "--by", "genre"), "no word has a value of 'genre'"
    )


def test_by__own_columns(tmp_path: Path) -> None:
    table = tmp_path / "mine.csv"
    table.write_text("sent_id,mood\nnews-1,calm\nnews-2,calm\nstory-1,wild\n", encoding="utf-8")
    result = run("compare", GOLD, UDPIPE, STANZA, "--join", table, "--by", "mood")
    assert result.code == 0
    assert "By mood" in result.out
    assert "calm" in result.out


def test_slices__page_and_json() -> None:
    result = run("slices", GOLD, UDPIPE, STANZA, "--single", "--most", "5")
    assert result.code == 0
    assert "udpipe → stanza (LAS):" in result.out
    assert "66 sentences" in result.out
    assert max(len(text) for text in result.out.splitlines()) <= 80
    document = json.loads(run("slices", GOLD, UDPIPE, STANZA, "--single", "--most", "5", "--json").out)
    (search,) = document["searches"]
    assert len(search["found"]) == 5
    assert search["blocks"] == [66, 67]
    q = [row["q_value"] for row in search["found"]]
    assert q == sorted(q)


def test_slices__where_nothing_differs_none_is_listed() -> None:
    """Twenty rows of zeros would stand under `worse here than elsewhere`."""
    out = " ".join(run("slices", GOLD, UDPIPE, f"same={UDPIPE}", "--single").out.split())
    assert "66 sentences: none differs from the rest there." in out
    assert "elsewhere" not in out


def test_slices__long_names_stand_above_their_numbers() -> None:
    by = "length > 5 AND length < 30 AND upos = 'NOUN',upos IN ('NOUN', 'VERB', 'ADJ', 'ADV')"
    for command in ("slices", "compare"):
        out = run(command, GOLD, UDPIPE, STANZA, "--by", by, "-q").out
        assert "length > 5 AND length < 30 AND upos = 'NOUN'" in out
        assert max(len(text) for text in out.splitlines()) <= 80


def test_slices__say_when_there_is_too_little_to_look_at(tmp_path: Path) -> None:
    for name, tag in (("gold", "X"), ("one", "Y"), ("two", "X")):
        (tmp_path / f"{name}.tsv").write_text(f"a\t{tag}\nb\tX\n", encoding="utf-8")
    out = run("slices", *(tmp_path / f"{name}.tsv" for name in ("gold", "one", "two")), "-q").out
    assert "A slice needs 40 words in 10 sentences in either half of the test set" in out


@pytest.mark.parametrize("width", [72, 80, 120])
def test_pages__of_many_systems_fit(width: int) -> None:
    names = [f"{name}-{number}={path}" for number in range(3) for name, path in SYSTEMS.items()]
    out = run("compare", GOLD, *names, "-q", "--width", width, "--by", "length", "--measure", "LAS").out
    assert max(len(text) for text in out.splitlines()) <= width
    assert "How certain" in out
    assert "(neighbours in the ranking; 28 more pairs: --all-pairs)" in out
    assert len(set(re.findall(r"^   9 stanza-2 .*$", out, re.MULTILINE))) == (2 if width < 80 else 1)


def test_page__names_every_effect_size() -> None:
    """Points, share of errors gone, sentences won and lost, how alike they are, and what it rests on."""
    out = run("compare", GOLD, UDPIPE, STANZA, "-q").out
    assert "95 % intervals, ± at most: UAS 3.4" in out
    assert "errors: 26.9 % fewer; both right on" in out
    assert "Yule's Q 0." in out
    assert "of 133 sentences differ; design effect of sentences" in out
    out = run("compare", GOLD, UDPIPE, STANZA, "-q", "--block", "sent_id:^([a-z]+)").out
    assert ", of blocks " in out


def test_page__reports_duplicates(tmp_path: Path) -> None:
    for name, tags in (("gold", "XXXX"), ("one", "XYXX"), ("two", "XXXY")):
        text = "\n".join(f"{form}\t{tag}\n" for form, tag in zip("abca", tags, strict=True))
        (tmp_path / f"{name}.tsv").write_text(text, encoding="utf-8")
    files = [tmp_path / f"{name}.tsv" for name in ("gold", "one", "two")]
    assert "2 sentences repeat another (--block text)" in " ".join(run("compare", *files, "-q").out.split())
    assert "repeat" not in run("compare", *files, "-q", "--block", "text").out


def test_slices__need_two_systems() -> None:
    assert run("slices", GOLD, UDPIPE).code == 2
    assert run("power", GOLD, UDPIPE).code == 2


def test_power__long_names_keep_within_the_page() -> None:
    name = "a-very-long-name-of-a-system-2024-05-seed"
    lines = run("power", GOLD, f"{name}1={SPACY}", f"{name}2={STANZA}").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert f"{name}2" in " ".join(lines)


def test_power__page_and_json() -> None:
    result = run("power", GOLD, SPACY, STANZA)
    assert "This test set (133 sentences) detects true differences of 3.11 points or more" in result.out
    assert max(len(text) for text in result.out.splitlines()) <= 80
    (row,) = json.loads(run("power", GOLD, SPACY, STANZA, "--json").out)["power"]
    assert row["detectable"] == pytest.approx(0.0311, abs=1e-4)
    assert [step["difference"] for step in row["by_difference"]] == [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05]
    assert row["by_size"][1]["detectable"] == row["detectable"]


def test_runs__of_one_system_are_taken_together() -> None:
    document = json.loads(run("compare", GOLD, UDPIPE, f"new={SPACY},{STANZA}", "--json", "--resamples", "300").out)
    assert document["systems"] == ["udpipe", "new"]
    (score,) = [row for row in document["scores"] if row["system"] == "new" and row["measure"] == "LAS"]
    assert score["runs"]["n"] == 2
    assert sorted(score["runs"]["values"]) == pytest.approx([1563 / 1911, 1569 / 1911])
    assert score["value"] == pytest.approx((1563 + 1569) / (2 * 1911))
    (row,) = [row for row in document["differences"] if row["measure"] == "LAS"]
    assert row["test"] == "bootstrap"
    assert any("new: 2 runs (LAS 81.79, 82.10; standard deviation 0.22)" in text for text in document["warnings"])


def test_several_files_are_test_sets(tmp_path: Path) -> None:
    for name, path in {"gold": GOLD, "old": UDPIPE, "new": STANZA}.items():
        (tmp_path / name).mkdir()
        sentences = Path(path).read_text(encoding="utf-8").rstrip("\n").split("\n\n")
        for part in range(2):
            text = "\n\n".join(sentences[part::2]) + "\n\n"
            (tmp_path / name / f"part{part}.conllu").write_text(text, encoding="utf-8")
    folders = [tmp_path / name for name in ("gold", "old", "new")]
    result = run("compare", *folders)
    assert "On 2 test sets: new is better on 2, worse on 0, not separated on 0 (Holm)." in result.out
    assert "  test set             units      A      B" in result.out
    assert "A: old, B: new; * separated (Holm, alpha 0.05)" in result.out
    document = json.loads(run("compare", *folders, "--json").out)
    assert [row["units"] for row in document["test_sets"]] == pytest.approx([955, 955], abs=60)


def test_the_same_seed_gives_the_same_bytes() -> None:
    options = ("--test", "randomization", "--resamples", "200", "--json", "-q", "--by", "length")
    first, second = (run("compare", GOLD, UDPIPE, SPACY, STANZA, *options).out for _ in range(2))
    assert first == second
    assert run("compare", GOLD, UDPIPE, SPACY, STANZA, *options, "--seed", "1").out != first
