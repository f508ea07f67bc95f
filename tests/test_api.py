"""The public functions, from files and from memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pandas as pd
import polars as pl
import pytest

import tertium
from tertium.demo import demo_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium import Comparison
    from tertium.reports.result import Result

GOLD = [("The", "DET"), ("can", "NOUN"), ("rusts", "VERB")]
OLD = [("The", "DET"), ("can", "AUX"), ("rusts", "NOUN")]
NEW = [("The", "DET"), ("can", "NOUN"), ("rusts", "NOUN")]


@pytest.fixture(scope="module")
def demo() -> Comparison:
    gold, systems = demo_files()
    return tertium.compare(gold, systems)


def test_compare__lists_of_pairs() -> None:
    result = tertium.compare(GOLD, {"old": OLD, "new": NEW})
    assert result.score("Accuracy", "new").value == pytest.approx(2 / 3)
    table = result.difference("old", "new").transitions
    assert table is not None
    assert table.by_class == (1, 0, 0)
    assert "new and old are not separated" in str(result)


def test_compare__lists_of_sentences() -> None:
    result = tertium.compare([GOLD, GOLD], {"a": [GOLD, OLD]})
    assert result.score("Sentences", "a").value == 0.5
    assert result.gold.n_sents == 2


@pytest.mark.parametrize("library", [pl, pd])
def test_compare__data_frames(library: object) -> None:
    columns = {
        "token": ["The", "can"],
        "upos": ["DET", "NOUN"],
        "head": [2, 0],
        "deprel": ["det", "root"],
        "sentence": [1, 1],
    }
    frame = library.DataFrame  # type: ignore[attr-defined]
    result = tertium.compare(frame(columns), {"a": frame({**columns, "deprel": ["amod", "root"]})})
    assert result.score("LAS", "a").value == 0.5
    assert result.score("UAS", "a").value == 1.0


def test_score__one_output_need_not_be_in_a_list() -> None:
    assert tertium.score(GOLD, OLD).score("Accuracy", "system 1").correct == 1


def test_diff__needs_no_gold() -> None:
    result = tertium.diff(OLD, NEW)
    table = result.difference(result.systems[1]).transitions
    assert table is not None
    assert (table.n_different, table.n_units) == (1, 3)
    assert result.transitions.select("from_label", "to_label", "count").rows() == [("AUX", "NOUN", 1)]


def test_results__are_data_frames(demo: Comparison) -> None:
    assert set(demo.scores["system"]) == set(demo.systems)
    assert demo.differences.filter(pl.col("measure") == "LAS").height == 3
    assert demo.transitions.filter(pl.col("measure") == "LAS")["count"].sum() > 0
    assert "nsubj" in demo.labels["label"].to_list()
    assert demo.oracle.filter(pl.col("measure") == "LAS")["correct"].item() > 0
    assert demo.decisions.height == demo.n_units
    for frame in (demo.scores, demo.differences, demo.transitions, demo.labels, demo.oracle, demo.decisions):
        assert isinstance(frame.to_pandas(), pd.DataFrame)


def test_decisions__tell_who_is_right(demo: Comparison) -> None:
    frame = demo.decisions
    name = demo.systems[0]
    right = frame.filter((pl.col("gold") == pl.col(name)) & (pl.col("gold_head") == pl.col(f"{name}_head")))
    assert right.height == frame[f"{name}_right"].sum() == demo.score("LAS", name).correct


def test_differences__agree_with_scores(demo: Comparison) -> None:
    """score(S2) - score(S1) = (corrections - new errors) / units, on the same words."""
    rows = demo.differences.filter(pl.col("units").is_not_null())
    left = rows["delta"]
    right = (rows["correction"] - rows["new_error"]) / rows["units"]
    assert (left - right).abs().max() == pytest.approx(0, abs=1e-12)


def test_json__is_what_the_frames_say(demo: Comparison) -> None:
    document = json.loads(demo.to_json())
    assert len(document["scores"]) == demo.scores.height
    total = sum(len(row["transitions"]) for row in document["differences"])
    assert total == demo.transitions.height


def test_results__print_as_the_report(demo: Comparison) -> None:
    assert str(demo) == repr(demo) == demo.render()
    assert str(demo).startswith("tertium ")
    assert "Accuracy    33.33" in str(tertium.score(GOLD, OLD))
    assert "differ on" in str(tertium.diff(OLD, NEW))


def test_examples__are_marked_sentences(demo: Comparison) -> None:
    before, after = demo.systems[:2]
    found = demo.examples(before, after, "new_error", n=2)
    assert len(found) == 2
    assert all("[" in str(example) for example in found)
    listing = demo.listing(before, after, kind="new_error")
    table = demo.difference(before, after).transitions
    assert table is not None
    assert listing.n_units == table.by_class[1] == sum(len(example.marks) for example in listing.examples)


def test_listing__only_one_system_and_none(demo: Comparison) -> None:
    before, after = demo.systems[:2]
    oracle = demo.oracle_of("LAS")
    assert demo.listing(before, after, only="none").n_units == oracle.solved_by[0]
    for place, name in enumerate(demo.systems):
        assert demo.listing(before, after, only=name).n_units == oracle.alone[place]


def test_unknown_names__are_refused(demo: Comparison) -> None:
    with pytest.raises(tertium.UsageError, match="no system"):
        demo.score("LAS", "nobody")
    with pytest.raises(tertium.UsageError, match="no class"):
        demo.listing(*demo.systems[:2], kind="improvement")
    with pytest.raises(tertium.UsageError, match="no measure"):
        tertium.compare(GOLD, {"a": OLD}, measures=["BLEU"])
    with pytest.raises(tertium.UsageError, match="no system to compare"):
        tertium.compare(GOLD, {})


def test_describe__tells_what_is_in_a_file() -> None:
    gold, _ = demo_files()
    found = tertium.describe(gold)
    assert found.format == "conllu"
    assert found.words > 1000
    assert found.trees is not None
    assert {layer.name for layer in found.layers} >= {"upos", "xpos", "feats", "lemma", "deprel"}


def test_progress__is_told_every_step() -> None:
    steps: list[tuple[str, int, int]] = []
    tertium.compare(GOLD, {"a": OLD}, progress=lambda *step: steps.append(step))
    *files, scoring, testing = steps
    assert [done for _, done, _ in files] == list(range(len(files)))
    assert all(total == len(files) for _, _, total in files)
    assert (scoring, testing) == (("scoring", 0, 0), ("intervals and tests", 0, 0))


def test_compare__a_path_is_one_system() -> None:
    gold, systems = demo_files()
    first, second, _ = systems.values()
    assert tertium.compare(gold, first).systems == ("udpipe",)
    assert tertium.score(gold, first, second).systems == ("udpipe", "spacy")
    assert tertium.compare(gold, first, second, measures="UAS").systems == ("udpipe", "spacy")


def test_compare__outputs_one_after_the_other() -> None:
    assert tertium.compare(GOLD, OLD).systems == ("system 1",)
    assert tertium.compare(GOLD, OLD, NEW).score("Accuracy", "system 2").correct == 2
    assert tertium.compare(GOLD, [OLD, NEW]).score("Accuracy", "system 2").correct == 2
    with pytest.raises(tertium.UsageError, match="by name and again in order"):
        tertium.compare(GOLD, {"old": OLD}, NEW)


def test_options__mean_what_they_mean_on_the_command_line() -> None:
    """A string is not a list of letters, and "no" is not true."""
    gold, systems = demo_files()
    result = tertium.compare(gold, systems["udpipe"], exclude="punct", subtypes="no", punctuation="no", measure="UAS")
    assert "punct:form|subtypes:no|exclude:punct" in result.signature
    assert list(result.tables.measures) == ["UAS"]


def test_difference__prints_in_words(demo: Comparison) -> None:
    text = str(demo.difference("udpipe", "spacy"))
    assert text.startswith("udpipe → spacy: LAS 75.51 → 81.79 (+6.28); 494 of 1,911 words differ: 237 corrections, ")
    assert str(demo.difference("udpipe", "spacy", "MLAS")) == "udpipe → spacy: MLAS 64.13 → 71.66 (+7.54)"


@pytest.mark.parametrize("verb", [tertium.score, tertium.compare, tertium.repair])
def test_outputs__a_list_holds_several_where_it_can_hold_nothing_else(verb: Callable[..., Result]) -> None:
    """Frames and lists of sentences are outputs of their own, and so are sentences where the gold is one sentence."""
    frames = [pl.DataFrame({"token": ["a"], "tag": [tag]}) for tag in "NV"]
    assert verb(frames[0], frames).systems == ("system 1", "system 2")
    assert verb(frames[0], [frame.to_pandas() for frame in frames]).systems == ("system 1", "system 2")
    assert verb([GOLD, GOLD], [[OLD, OLD], [NEW, OLD]]).systems == ("system 1", "system 2")
    assert verb(GOLD, [OLD, NEW]).systems == ("system 1", "system 2")


@pytest.mark.parametrize("verb", [tertium.score, tertium.compare, tertium.repair])
def test_outputs__a_list_of_sentences_is_one_where_the_gold_has_as_many(verb: Callable[..., Result]) -> None:
    assert verb([GOLD, GOLD], [OLD, NEW]).systems == ("system 1",)
    assert verb([GOLD], [OLD]).systems == ("system 1",)
    assert verb(GOLD, [OLD]).systems == ("system 1",)


@pytest.mark.parametrize("verb", [tertium.score, tertium.compare, tertium.repair])
def test_outputs__a_list_that_could_be_one_or_several_is_asked_about(verb: Callable[..., Result]) -> None:
    frame = pl.DataFrame({"token": ["The", "can", "rusts"], "tag": ["DET", "NOUN", "VERB"]})
    for gold in (frame, "gold.tsv", [GOLD, GOLD, GOLD]):
        with pytest.raises(tertium.UsageError, match="one output, or 2 outputs"):
            verb(gold, [OLD, NEW])
    assert verb(frame, {"old": OLD, "new": NEW}).systems == ("old", "new")


def test_result__measures_go_by_any_case_and_alias(demo: Comparison) -> None:
    system = demo.systems[0]
    assert demo.score("las", system) == demo.score("LAS", system)
    assert demo.score("LA", system) == demo.score("LS", system)
    assert demo.label_table("las") is demo.label_table("LAS")
    one, two = demo.systems[:2]
    assert demo.difference(one, two, "uas").delta == demo.difference(one, two, "UAS").delta


def test_result__a_measure_that_is_not_there_is_refused(demo: Comparison) -> None:
    with pytest.raises(tertium.UsageError, match="no measure 'BLEU' in this result"):
        demo.score("BLEU", demo.systems[0])
