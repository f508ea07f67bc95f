"""Labels read as others before they are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.conventions import Renaming
from tertium.errors import FormatError, TertiumError, UsageError
from tertium.formats.renamings import parse_renaming, read_renamings
from tests.formats.samples import QUICK

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "renaming"),
    [
        ("PROP=PROAV", Renaming("PROP", "PROAV")),
        ("xpos:PROP=PROAV", Renaming("PROP", "PROAV", "xpos")),
        ("XPOS:PROP=PROAV", Renaming("PROP", "PROAV", "xpos")),
        ("gold/xpos:PROP=PROAV", Renaming("PROP", "PROAV", "xpos", "gold")),
        ("runs/a/xpos:PROP=PROAV", Renaming("PROP", "PROAV", "xpos", "runs/a")),
        ("$[=$(", Renaming("$[", "$(")),
        ("nsubj:pass=nsubj", Renaming("nsubj:pass", "nsubj")),
        ("deprel:nsubj:pass=nsubj", Renaming("nsubj:pass", "nsubj", "deprel")),
        ("a=b=c", Renaming("a", "b=c")),
        ("feats:Case=Nom=Case=Acc", Renaming("Case", "Nom=Case=Acc", "feats")),
        ("/=SLASH", Renaming("/", "SLASH")),
        (":=COLON", Renaming(":", "COLON")),
        ("שם=NOUN", Renaming("שם", "NOUN")),
    ],
)
def test_parse_renaming__understands(text: str, renaming: Renaming) -> None:
    assert parse_renaming(text) == renaming


@pytest.mark.parametrize("text", ["", "PROP", "=PROAV", "PROP=", "=", "xpos:", "xpos:=", "xpos:PROP", "gold/xpos:=x"])
def test_parse_renaming__refuses(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_renaming(text)
    assert repr(text) in caught.value.message
    assert "--map" in str(caught.value.hint)


@QUICK
@given(st.text(max_size=20))
def test_parse_renaming__takes_any_text(text: str) -> None:
    try:
        found = parse_renaming(text)
    except UsageError:
        return
    assert found.old
    assert found.new


@pytest.mark.parametrize("text", ["PROP=PROAV", "xpos:PROP=PROAV", "gold/xpos:PROP=PROAV"])
def test_renaming__prints_as_it_is_given(text: str) -> None:
    assert str(parse_renaming(text)) == text


def test_read_renamings__all_that_are_given(tmp_path: Path) -> None:
    path = tmp_path / "map.tsv"
    path.write_text("PROP\tPROAV\n\n$[\t$(\txpos\nא\tב\t\tgold\n", encoding="utf-8")
    assert read_renamings(["A=B", str(path)]) == (
        Renaming("A", "B"),
        Renaming("PROP", "PROAV"),
        Renaming("$[", "$(", "xpos"),
        Renaming("א", "ב", None, "gold"),
    )


def test_read_renamings__file_of_windows_with_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "map.tsv"
    path.write_bytes("\ufeffPROP\tPROAV\r\n".encode())
    assert read_renamings([str(path)]) == (Renaming("PROP", "PROAV"),)


def test_read_renamings__layer_in_any_case(tmp_path: Path) -> None:
    path = tmp_path / "map.tsv"
    path.write_text("PROP\tPROAV\tXPOS\n")
    assert read_renamings([str(path)]) == (Renaming("PROP", "PROAV", "xpos"),)


@pytest.mark.parametrize("line", ["PROP", "PROP PROAV", "PROP\t", "\tPROAV", "a\tb\txpos\tgold\tmore"])
def test_read_renamings__bad_line_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "map.tsv"
    path.write_text(f"A\tB\n{line}\n")
    with pytest.raises(FormatError) as caught:
        read_renamings([str(path)])
    assert (caught.value.path, caught.value.line) == (str(path), 2)
    assert caught.value.hint


def test_read_renamings__unknown_layer_is_refused(tmp_path: Path) -> None:
    """It would never be applied, and nobody would know."""
    path = tmp_path / "map.tsv"
    path.write_text("A\tB\txpso\n")
    with pytest.raises(FormatError, match="xpso") as caught:
        read_renamings([str(path)])
    assert caught.value.line == 1


def test_read_renamings__other_encoding_is_refused_with_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / "map.tsv"
    path.write_bytes("A\tB\nschläft\tx\n".encode("latin-1"))
    with pytest.raises(TertiumError) as caught:
        read_renamings([str(path)])
    assert str(path) in str(caught.value)
    assert "UTF-8" in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("kind", ["missing", "folder"])
def test_read_renamings__what_is_no_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "missing.tsv" if kind == "missing" else tmp_path
    with pytest.raises(UsageError, match="neither a file nor"):
        read_renamings([str(path)])


def test_read_renamings__long_label_is_no_file_name() -> None:
    assert read_renamings(["x" * 300 + "=y"]) == (Renaming("x" * 300, "y"),)


def test_read_renamings__none_given() -> None:
    assert read_renamings([]) == ()


def accuracies(renaming: str) -> list[float]:
    """Of a system called gold and of one called a; both answer what the gold does."""
    answers = [("a", "PROP"), ("b", "N")]
    result = tertium.compare(answers, {"gold": answers, "a": answers}, map=[renaming])
    return [result.score("Accuracy", name).value for name in ("gold", "a")]


def test_renamings__of_the_gold_are_not_for_a_system_of_that_name() -> None:
    assert accuracies("gold/tag:PROP=PROAV") == [0.5, 0.5]
    assert accuracies("a/tag:PROP=PROAV") == [1.0, 0.5]
    assert accuracies("tag:PROP=PROAV") == [1.0, 1.0]


def test_renamings__reach_the_first_output_of_a_diff(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text("a\tPROP\nb\tN\n\n", encoding="utf-8")
    result = tertium.diff(tmp_path / "one", tmp_path / "two", map=["one/tag:PROP=PROAV"])
    assert result.transitions.select("from_label", "to_label").rows() == [("PROAV", "PROP")]
