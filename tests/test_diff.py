"""`diff`, the verb without a gold: a distance between outputs, whatever their format and their names."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tests.strategies import filled, parallel, quick, tagged, thorough

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium import Diff

Texts = list[str]


def as_conll2009(gold: str, system: str) -> str:
    """The gold's plain columns, the system's predicted ones."""
    lines = []
    for ours, theirs in zip(filled(gold).split("\n"), filled(system).split("\n"), strict=True):
        if not ours:
            lines.append("")
            continue
        plain, own = ours.split("\t"), theirs.split("\t")
        pairs = [field for column in (2, 4, 5, 6, 7) for field in (plain[column], own[column])]
        lines.append("\t".join([*plain[:2], *pairs, "_", "_"]))
    return "\n".join(lines)


def as_slashed(text: str) -> str:
    """One sentence a line."""
    sentences = [part for part in text.split("\n\n") if part.strip()]
    return "".join(" ".join(line.replace("\t", "_") for line in part.split("\n")) + "\n" for part in sentences)


def spaced(texts: Texts) -> Texts:
    """Columns separated by spaces."""
    return [text.replace("\t", " ") for text in texts]


OUTPUTS: Final[dict[str, st.SearchStrategy[Texts]]] = {
    "conllu": parallel(1, valid=False),
    "conllx": parallel(1, valid=False),
    "conll2009": parallel(2, valid=False).map(lambda t: [as_conll2009(t[0], t[1]), as_conll2009(t[0], t[2])]),
    "columns": tagged(1),
    "columns with spaces": tagged(1).map(spaced),
    "slashed": tagged(1).map(lambda texts: [as_slashed(text) for text in texts]),
}
"""Two outputs over the same words, in every format."""


def diff_texts(texts: Texts, fmt: str) -> Diff:
    """The outputs through files of one name in folders of their own, as two runs usually come."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / str(number) / "run.txt" for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
        return tertium.diff(*paths, format=fmt.partition(" ")[0])


def different(result: Diff) -> dict[str, int]:
    """How many units differ, by measure."""
    tables = result.tables
    return {measure: tables.transitions(measure, 0, 1).n_different for measure in tables.decision_measures}


def check_distance(fmt: str, outputs: Texts) -> None:
    """Nothing differs from itself, and there is as much from a to b as from b to a."""
    one, two = outputs
    assert not any(different(diff_texts([one, one], fmt)).values())
    assert different(diff_texts([one, two], fmt)) == different(diff_texts([two, one], fmt))


@pytest.mark.parametrize("fmt", OUTPUTS)
@quick
@given(data=st.data())
def test_diff__is_zero_to_itself_and_symmetric(fmt: str, data: st.DataObject) -> None:
    check_distance(fmt, data.draw(OUTPUTS[fmt]))


@pytest.mark.slow
@pytest.mark.parametrize("fmt", OUTPUTS)
@thorough
@given(data=st.data())
def test_diff__is_zero_to_itself_and_symmetric_on_many_outputs(fmt: str, data: st.DataObject) -> None:
    check_distance(fmt, data.draw(OUTPUTS[fmt]))


def test_diff__conll2009_outputs_are_both_read_from_their_predicted_columns(tmp_path: Path) -> None:
    """Reading the first file as a gold made every word of a copy different."""
    plain = "1\ta\ta\ta\tN\tN\t_\t_\t0\t2\tROOT\tSBJ\t_\t_\n2\tb\tb\tb\tN\tV\t_\t_\t1\t0\tOBJ\tROOT\t_\t_\n\n"
    bare = plain.replace("\t0\t2\tROOT", "\t_\t2\t_").replace("\t1\t0\tOBJ", "\t_\t0\t_")
    for text in (plain, bare):
        one, two = tmp_path / "one.conll", tmp_path / "two.conll"
        one.write_text(text)
        two.write_text(text)
        result = tertium.diff(one, two)
        assert result.task == "dependency"
        assert not any(different(result).values())


def test_diff__files_of_one_name_stay_apart(small_runs: Callable[[], Diff]) -> None:
    """Two outputs of one name were one system: nothing ever differed."""
    result = small_runs()
    assert result.systems == ("run", "run-2")
    assert different(result) == {"Accuracy": 1}
    assert "run and run-2 differ on 50.00 %" in str(result)
    assert any(note.startswith("run-2 is ") and note.endswith("1/run.txt") for note in result.notes)


@pytest.fixture
def small_runs() -> Callable[[], Diff]:
    return lambda: diff_texts(["a\tN\nb\tV\n\n", "a\tN\nb\tN\n\n"], "columns")


def test_diff__a_lemma_that_is_not_there_is_no_free_pass() -> None:
    """A gold lemma `_` accepts any lemma; where there is no gold, `_` and `a` are two answers."""
    one = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    two = one.replace("\t_\tX", "\ta\tX")
    assert different(diff_texts([one, two], "conllu"))["Lemmas"] == 1
    assert different(diff_texts([two, one], "conllu"))["Lemmas"] == 1


def test_diff__objects_are_numbered() -> None:
    result = tertium.diff([("a", "N")], [("a", "V")], [("a", "N")])
    assert result.systems == ("system 1", "system 2", "system 3")


def test_diff__differences_as_a_frame() -> None:
    result = tertium.diff([("a", "N"), ("b", "V")], [("a", "V"), ("b", "V")], [("a", "N"), ("b", "V")])
    assert result.differences.rows() == [
        ("Accuracy", "system 1", "system 2", 2, 1, 0.5),
        ("Accuracy", "system 1", "system 3", 2, 0, 0.0),
    ]


def test_decisions__nobody_is_right_without_a_gold() -> None:
    """A column `gold` that holds the first output would be read as one."""
    one, two = [("can", "AUX"), ("rusts", "VERB")], [("can", "NOUN"), ("rusts", "VERB")]
    frame = tertium.diff(one, two).decisions
    assert frame.columns == ["document", "sentence", "position", "form", "system 1", "system 2"]
    assert frame.row(0)[-2:] == ("AUX", "NOUN")
