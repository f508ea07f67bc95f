from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.choices import resolve_rules
from tertium.conventions import PRESETS, Conventions, Renaming
from tertium.errors import UsageError
from tertium.kinds import find_kind

CONLLU = (
    "1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
    "2\tsleeps\tsleep\tVERB\tVBZ\t_\t0\troot\t_\t_\n"
    "3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n"
)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    gold, system = tmp_path / "gold.conllu", tmp_path / "sys.conllu"
    gold.write_text(CONLLU.replace("nsubj", "nsubj:pass"))
    system.write_text(CONLLU.replace("2\tpunct", "1\tpunct"))
    return str(gold), str(system)


def test_signature__names_every_convention_that_was_set() -> None:
    rules = Conventions(
        fold_case=True,
        multiple_roots_okay=True,
        lower_labels=True,
        include=("nsubj",),
        exclude=("punct",),
        renamings=(Renaming("a", "b", "xpos", "gold"),),
        subtypes=True,
        punctuation="form",
    )
    signature = rules.signature(tokens="same", left_out=7, version="1")
    for part in (
        *("labels:lower", "case:folded", "multiple-roots:okay", "include:nsubj", "exclude:punct"),
        *("map:gold/xpos:a=b", "left-out:7", "tokens:same", "v:1"),
    ):
        assert part in signature.split("|")


def test_signature__of_tagging_names_the_layer() -> None:
    assert find_kind("tagging").sign(replace(Conventions(), layer="xpos")) == ["layer:xpos"]


@pytest.mark.parametrize("like", sorted(PRESETS))
def test_preset__is_named_in_the_signature(files: tuple[str, str], like: str) -> None:
    if PRESETS[like][1].task == "constituency":
        Path(files[0]).write_text("(S (N a))\n")
        files = (files[0], files[0])
    if PRESETS[like][1].task == "spans":
        Path(files[0]).write_text("a\tB-X\nb\tO\n")
        files = (files[0], files[0])
    if PRESETS[like][1].task == "roles":
        Path(files[0]).write_text("-\t(A0*)\nv\t(V*)\n")
        files = (files[0], files[0])
    result = tertium.score(files[0], files[1], like=like)
    assert f"like:{like}" in result.signature.split("|")


def test_default__counts_as_the_ud_evaluation_and_says_why(files: tuple[str, str]) -> None:
    result = tertium.score(*files)
    assert "like:default(counts-as-ud,input-is-conllu)" in result.signature
    assert result.score("LS", "sys").correct == 3  # the subtype is cut
    assert result.score("UAS", "sys").correct == 2  # punctuation is scored


@pytest.mark.parametrize(
    ("options", "right", "scored"),
    [
        ({}, 2, 3),
        ({"subtypes": True}, 1, 3),
        ({"punctuation": "form"}, 2, 2),
        ({"punctuation": "relation"}, 2, 2),
        ({"subtypes": True, "punctuation": "form"}, 1, 2),
        ({"include": ["nsubj"]}, 1, 1),
        ({"exclude": ["punct"]}, 2, 2),
        ({"map": ["deprel:nsubj:pass=subj"]}, 1, 3),
        ({"map": ["gold/deprel:punct=p"], "punctuation": "relation"}, 2, 3),
    ],
)
def test_conventions__decide_what_is_right_and_what_is_scored(
    files: tuple[str, str], options: dict[str, Any], right: int, scored: int
) -> None:
    row = tertium.score(*files, **options).score("LAS", "sys")
    assert (row.correct, row.gold) == (right, scored)


def test_punctuation__a_filter_that_removes_nothing_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(CONLLU.replace("punct\t_\t_", "p\t_\t_"))
    warnings = tertium.score(str(path), str(path), punctuation="relation").warnings
    assert any("left out as punctuation" in warning for warning in warnings)


def test_fold_case__makes_labels_and_words_equal(tmp_path: Path) -> None:
    gold, system = tmp_path / "g.conllu", tmp_path / "s.conllu"
    gold.write_text(CONLLU)
    system.write_text(CONLLU.replace("She", "SHE").replace("nsubj", "NSUBJ").replace("PRON", "Pron"))
    folded = tertium.score(str(gold), str(system), fold_case=True)
    assert folded.score("LAS", "s").correct == folded.score("UPOS", "s").correct == 3
    with pytest.raises(tertium.MismatchError):
        tertium.score(str(gold), str(system))


def test_preset__unknown_or_for_another_task_is_refused(files: tuple[str, str]) -> None:
    with pytest.raises(UsageError, match="no scorer"):
        resolve_rules("bleu", find_kind("dependency"), "conllu")
    with pytest.raises(UsageError, match="scores dependencies"):
        tertium.score(*files, like="eval07", task="tagging")


def test_conllx__counts_as_eval07_by_default(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("1\tEr\ter\tP\tPPER\t_\t2\tSB\t_\t_\n2\tkommt\tkommen\tV\tVVFIN\t_\t0\tROOT\t_\t_\n\n")
    result = tertium.score(str(path), str(path))
    assert "counts-as-eval07,input-is-conllx" in result.signature
    assert list(result.tables.measures) == ["UAS", "LS", "LAS"]
