"""Gold answers that look wrong: by agreement, by the model, by variation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tertium
from tertium.comparison.suspects import measure_ranking
from tertium.errors import UsageError
from tests.chains import conll, write_pair
from tests.raters import make_world

if TYPE_CHECKING:
    from pathlib import Path

    from tests.raters import World

Sentences = list[list[tuple[str, str]]]


def as_sentences(labels: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Sentences:
    """A word of its own for each unit, ten words a sentence."""
    words = [(f"w{place}", f"L{label}") for place, label in enumerate(labels.tolist())]
    return [words[start : start + 10] for start in range(0, len(words), 10)]


def suspects_of(world: World, **options: Any) -> tertium.Suspects:
    gold, *systems = (as_sentences(row) for row in world.said)
    outputs = {f"s{place}": output for place, output in enumerate(systems, 1)}
    return tertium.suspects(gold, outputs, **options)


WORLD = make_world(np.random.default_rng(3), 3000, (0.97, 0.93, 0.9, 0.85), n_labels=6)


def test_suspects__are_mostly_wrong_where_systems_err_on_their_own() -> None:
    result = suspects_of(WORLD, against=as_sentences(WORLD.truth))
    first, *_, everything = result.qualities
    assert first.precision is not None
    assert first.precision > 0.9
    assert first.chance == pytest.approx(0.03, abs=0.01)
    assert everything.recall is not None
    assert everything.recall > 0.8
    assert all(row.really_wrong is not None for row in result.rows(5))


def test_suspects__carry_their_evidence() -> None:
    row = suspects_of(WORLD).rows(1)[0]
    assert row.rank == 1
    assert row.chance is not None
    assert row.chance > 0.9
    assert len(row.against) + len(row.support) <= 3
    assert row.gold != row.instead


def test_ranks__agreement_puts_unanimous_systems_first() -> None:
    result = suspects_of(WORLD, rank="agreement")
    margin = result.found.against - result.found.support
    assert (np.diff(margin) <= 0).all()
    assert result.n_unanimous == int((result.found.against == 3).sum())


def test_ranks__model_needs_two_systems() -> None:
    gold = as_sentences(WORLD.said[0])
    with pytest.raises(UsageError, match="two systems"):
        tertium.suspects(gold, {"a": as_sentences(WORLD.said[1])}, rank="model")
    with pytest.raises(UsageError, match="cannot be ranked"):
        tertium.suspects(gold, {"a": as_sentences(WORLD.said[1])}, rank="beauty")


def test_one_system__disagreement_and_variation_are_left() -> None:
    gold = [[("a", "D"), ("run", label), ("today", "A")] for label in "NNNV"]
    other = [[("a", "D"), ("run", "N"), ("today", "A")] for _ in range(4)]
    result = tertium.suspects(gold, {"a": other})
    (row,) = result.rows(1)
    assert (row.words, row.gold, row.instead) == (("run",), "V", "N")
    assert (row.other, row.same) == (3, 0)
    assert row.chance is None
    assert len(result.listed) == 1


def test_variation__finds_what_no_system_contradicts() -> None:
    gold = [[("a", "D"), ("run", label), ("today", "A")] for label in "NNNV"]
    result = tertium.suspects(gold, {"a": gold, "b": gold}, rank="variation")
    row = result.describe(0, everyone=True)
    assert (row.gold, row.instead, row.against) == ("V", "N", ())
    assert not len(result.listed)  # both systems are with the gold


def test_consistency_elsewhere__speaks_for_the_gold() -> None:
    """Two systems err alike on two words; one of them has the gold's label in the same context five times more."""
    often = [[("a", "D"), ("run", "N"), ("today", "A")] for _ in range(6)]
    rare = [[("the", "D"), ("walk", "N"), ("now", "A")]]
    wrong = [[("a", "D"), ("run", "V"), ("today", "A")], *often[1:], [("the", "D"), ("walk", "V"), ("now", "A")]]
    result = tertium.suspects(often + rare, {"a": wrong, "b": wrong})
    assert [row.words for row in result.rows(everyone=True)] == [("walk",), ("run",)]


def test_suspects__of_dependencies_and_brackets(tmp_path: Path) -> None:
    from tests import small

    gold, old, new = small.write(tmp_path)
    rows = tertium.suspects(str(gold), [str(old), str(new)]).rows(everyone=True)
    assert {row.words[0] for row in rows} == {"bolo", "o", "犬", "Joana", "עוגה"}
    assert next(row for row in rows if row.words == ("o",)).instead == "det of 2 comeu"
    trees = tmp_path / "gold.mrg", tmp_path / "a.mrg"
    trees[0].write_text("(S (NP (D the) (N dog)) (VP (V barks)))\n", encoding="utf-8")
    trees[1].write_text("(S (X (D the) (N dog)) (V barks))\n", encoding="utf-8")
    rows = tertium.suspects(str(trees[0]), {"a": str(trees[1]), "b": str(trees[1])}).rows(everyone=True)
    assert {(row.words, row.gold, row.instead) for row in rows} == {
        (("the", "dog"), "NP", "X"),
        (("barks",), "VP", "no such unit"),
    }


def test_words_that_a_system_cut_otherwise__are_no_proposal(tmp_path: Path) -> None:
    from tests import small

    gold, old, _ = small.write(tmp_path)
    other = tmp_path / "cut.conllu"
    other.write_text(
        small.GOLD.replace("2\tcomeu\tcomer", "2\tco\tcomer")
        .replace("3-4\tno\t_\t_\t_\t_\t_\t_\t_\t_\n", "")
        .replace(
            "3\tem\tem\tADP\tP\t_\t5\tcase\t_\t_\n4\to\to\tDET\tART\t_\t5\tdet\t_\t_\n5\tjardim",
            "3\tmeu\tmeu\tX\tX\t_\t2\tdep\t_\t_\n4\tno\tno\tADP\tP\t_\t5\tcase\t_\t_\n5\tjardim",
        ),
        encoding="utf-8",
    )
    rows = tertium.suspects(str(gold), {"a": str(other), "b": str(other)}, task="tagging", layer="upos").rows(
        everyone=True
    )
    assert all(row.instead != "∅" for row in rows)
    assert all("comeu" not in row.words for row in rows)
    del old


def test_measuring__counts_the_first_and_all() -> None:
    result = suspects_of(WORLD)
    wrong = np.zeros(3000, dtype=bool)
    wrong[result.found.unit[:10]] = True
    rows = measure_ranking(result.found, wrong)
    assert [row.hits for row in rows] == [10, 10, 10, 10]
    assert rows[0].precision == 0.5
    assert rows[0].recall == 1
    assert rows[0].chance == pytest.approx(10 / 3000)


def test_mentions__may_end_in_a_later_sentence(tmp_path: Path) -> None:
    """The page then shows both."""
    texts = ("(0) - (0 / 0) - / -", "(0) - - / - - / -")
    paths = write_pair(tmp_path, *(conll(text, tags="NNP VB DT NN VB UH") for text in texts))
    page = str(tertium.suspects(*paths))
    assert "w0 (word 1) → no antecedent" in page
    assert "w0 w1 »w2 w3« w4\n" in page
