"""Numbers that would mean less than they seem are said, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tests import small
from tests.strategies import compare_texts, words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def rewrite(text: str, change: Callable[[list[str]], None]) -> str:
    """CoNLL-U with every line of ten columns changed."""
    lines = []
    for line in text.split("\n"):
        row = line.split("\t")
        if len(row) > 1 and "-" not in row[0]:
            change(row)
        lines.append("\t".join(row))
    return "\n".join(lines)


def shout(row: list[str]) -> None:
    row[7] = row[7].upper()


def forget(row: list[str]) -> None:
    row[2] = row[5] = "_"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {
        "gold": small.GOLD,
        "old": small.OLD,
        "loud": rewrite(small.GOLD, shout),
        "bare": rewrite(small.GOLD, forget),
        "other": rewrite(small.GOLD, lambda row: row.__setitem__(7, "x" + row[7])),
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.conllu") for name in texts}


def test_labels__that_never_meet_are_said(files: dict[str, str]) -> None:
    warnings = tertium.score(files["gold"], [files["old"], files["loud"], files["other"]]).warnings
    loud, other = (text for text in warnings if "of its labels" in text)
    assert loud.startswith("loud: none of its labels (deprel: ")
    assert loud.endswith("Try --fold-case")
    assert other.endswith("Try --map OLD=NEW")


def test_labels__that_meet_once_case_is_folded(files: dict[str, str]) -> None:
    result = tertium.score(files["gold"], files["loud"], fold_case=True)
    assert result.score("LAS", "loud").value == 1.0
    assert not [text for text in result.warnings if "of its labels" in text]


def test_layers__that_a_system_lacks_have_no_score_for_people(files: dict[str, str]) -> None:
    """The number is kept for programs, and where a scorer is imitated it stands."""
    result = tertium.compare(files["gold"], files["old"], files["bare"])
    assert "bare has no lemmas: nothing to go by for Lemmas, BLEX" in result.warnings
    assert "bare has no features: nothing to go by for UFeats, AllTags, MLAS" in result.warnings
    assert not result.is_answered("Lemmas", "bare")
    assert result.is_answered("Lemmas", "old")
    assert result.is_answered("LAS", "bare")
    assert result.score("Lemmas", "bare").value == 0.0
    page = [row.split() for row in str(result).split("\n")]
    assert ["bare", "100.00", "100.00", "-", "-", "-"] in page
    imitated = tertium.score(files["gold"], files["bare"], like="ud")
    assert imitated.is_answered("Lemmas", "bare")
    assert "bare has no lemmas: counted as wrong (as ud does) for Lemmas, BLEX" in imitated.warnings


def test_choice_of_labels__names_the_measures_that_it_does_not_touch(files: dict[str, str]) -> None:
    warnings = tertium.score(files["gold"], files["old"], exclude="punct").warnings
    assert "--include and --exclude do not touch CLAS, MLAS, BLEX, ELAS, EULAS: all words count there" in warnings
    assert not tertium.score(files["gold"], files["old"], exclude="punct", measures="LAS").warnings


@pytest.mark.parametrize("choice", [{"include": "punkt"}, {"include": "punct", "exclude": "punct"}])
def test_choice_of_labels__that_leaves_nothing_is_refused(files: dict[str, str], choice: dict[str, str]) -> None:
    with pytest.raises(tertium.UsageError, match="leave no word to score") as caught:
        tertium.score(files["gold"], files["old"], progress=None, **choice)
    assert "case, det, nsubj" in str(caught.value.hint)


@pytest.mark.parametrize("options", [{"like": "eval07-p"}, {"like": "compareval"}, {"punctuation": "form"}])
def test_checks__punctuation_alone_leaves_nothing_to_score(options: dict[str, Any]) -> None:
    """eval07.pl divides by zero there."""
    gold = words(". _ PUNCT _ _ 0 punct")
    assert "no word is left to score: all of them are punctuation" in compare_texts([gold, gold], **options).warnings


def test_map__for_one_system_without_a_layer_says_how_to_write_it(files: dict[str, str]) -> None:
    """`gold/obj=nsubj` is read as a label with a slash, which there may be; nobody should have to guess that."""
    (note,) = tertium.score(files["gold"], [files["old"]], map="gold/obj=nsubj").warnings
    assert note.endswith("'gold/obj' does not occur there; the labels of gold alone: --map gold/deprel:obj=nsubj")


def test_compareval__where_it_divides_by_zero_is_said() -> None:
    """ComparEval crashes on outputs that do not differ, and where no empty line ends a sentence; we go on."""
    gold, system = words("a", "b"), words("a", "b _ X _ _ 1 nsubj")
    same = "s1 and s2 do not differ: ComparEval divides by zero there"
    assert same in compare_texts([gold, system, system], like="compareval").warnings
    assert same not in compare_texts([gold, system, gold], like="compareval").warnings
    assert same not in compare_texts([gold, system, system]).warnings
    result = compare_texts([gold.rstrip("\n") + "\n", system.rstrip("\n") + "\n"], like="compareval")
    assert any("no empty line ends a sentence" in warning for warning in result.warnings)
    assert not any("empty line" in warning for warning in compare_texts([gold, system], like="compareval").warnings)


def test_task__that_finds_copies_of_the_gold_names_the_other_one(tmp_path: Path) -> None:
    """Resolvers write the trees that they were given: LAS is 100 for all of them, and nobody asked for it."""
    texts = ("Entity=(e1)", "Entity=(e2)", "_")
    paths = [tmp_path / f"{name}.conllu" for name in "abc"]
    for path, misc in zip(paths, texts, strict=True):
        path.write_text(words("Ann _ PROPN _ _ 2 nsubj", "left _ VERB _ _ 0 root").replace("_\t_\n", f"_\t{misc}\n", 1))
    warning = "every output repeats what the gold says of its words; it also holds coreference (Entity=)"
    assert any(text.startswith(warning) for text in tertium.compare(*paths).warnings)
    assert tertium.compare(*paths, task="dependency").warnings == []
    paths[2].write_text(paths[2].read_text().replace("nsubj", "obj"))
    assert tertium.compare(*paths).warnings == []
