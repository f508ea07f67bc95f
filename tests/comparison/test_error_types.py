"""Error types: what is repaired and introduced, what moved, where measures disagree; beside Kummerfeld's analyser."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

import tertium
from tertium.comparison.error_types import count_moves
from tertium.tasks.typed_errors import Moves
from tests import phrases, small

if TYPE_CHECKING:
    from pathlib import Path


def test_changes__what_the_second_repairs_and_introduces() -> None:
    """s2 has the first sentence right and breaks the fourth another way."""
    second = phrases.GOLD.split("\n")[0] + "\n" + "\n".join(phrases.FLAT.split("\n")[1:])
    changes = {row.kind: row for row in phrases.find_errors(phrases.GOLD, phrases.FLAT, second).changes("s1", "s2")}
    assert (changes["PP attachment"].repaired, changes["PP attachment"].introduced) == (1, 0)
    assert changes["label"].repaired == changes["label"].introduced == 0


def test_disagreements__perfect_trees_with_wrong_tags() -> None:
    """Section 5.1 of the paper: perfect brackets, wrong parts of speech."""
    result = phrases.find_errors("(TOP (S (N a) (V b)))\n", "(TOP (S (N a) (N b)))\n")
    (row, *others) = result.disagreement_rows
    assert (row.perfect, row.imperfect, row.sentences) == ("F1", "TagAccuracy", 1)
    assert row.kinds == (("part of speech", 1),)
    assert {other.perfect for other in others} <= {"F1", "UF1", "LA", "LA-sentence"}


def test_examples__mark_what_moved() -> None:
    examples = phrases.find_errors(phrases.GOLD, phrases.FLAT).examples("s1", 9)
    texts = {example.kind: str(example) for example in examples}
    assert texts["PP attachment"] == "They saw the man [with a hat](PP: NP > VP) ."
    assert texts["coordination"] == "Ann sang well [and danced](CC VP: VP > S) ."


def test_arcs__types_divide_the_wrong_words(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    result = tertium.find_errors(gold, [old, new])
    for name in ("old", "new"):
        score = result.score("LAS", name)
        wrong = sum(row.units for kind, row in result.types_of(name).items() if kind != "part of speech")
        assert wrong == score.gold - score.correct
    assert result.types_of("old")["NP-internal"].units == 1  # o: wrong head
    assert result.types_of("old")["label"].units == 2
    (move,) = result.move_rows
    assert (move.what, move.source, move.target, move.counts) == ("det", "NOUN", "VERB", (1, 0))


def test_moves__that_tie_are_sorted_by_their_type(tmp_path: Path) -> None:
    """Sets of strings have another order in each process; the same input must give the same bytes."""
    gold, old, _ = small.write(tmp_path)
    result = tertium.find_errors(gold, [old])
    vocab = result.gold.vocab
    kinds = tuple("fcaebd")
    n = len(kinds)
    same = np.full(n, vocab.code("PP"), dtype=np.int32)
    kind, none = np.arange(n, dtype=np.int32), np.zeros(n, dtype=np.int32)
    moves = Moves(kind, none, none, none, same, same, same)
    found = count_moves(result.tables.matches[0], [replace(result.typed[0], kinds=kinds, moves=moves)])
    assert [row.kind for row in found] == sorted(kinds)


def test_arcs__a_nominal_with_a_preposition_is_a_pp(tmp_path: Path) -> None:
    gold, _, _ = small.write(tmp_path)
    other = tmp_path / "other.conllu"
    text = small.GOLD.replace("jardim\tjardim\tNOUN\tN\t_\t2\tobl", "jardim\tjardim\tNOUN\tN\t_\t1\tnmod")
    other.write_text(text, encoding="utf-8")
    result = tertium.find_errors(gold, other)
    assert result.types_of("other")["PP attachment"].units == 1


def test_tagging_is_refused() -> None:
    with pytest.raises(tertium.UsageError, match="tertium repair"):
        tertium.find_errors([("a", "N")], [("a", "V")])


CLASSES = {
    "PP attachment": ("PP Attachment",),
    "single-word phrase": ("Single Word Phrase",),
    "unary": ("Unary", "XoverX Unary"),
    "label": ("Different label",),
    "clause attachment": ("Clause Attachment",),
    "NP-internal": ("NP Internal Structure",),
    "modifier attachment": ("Modifier Attachment",),
    "coordination": ("Co-ordination",),
    "NP attachment": ("NP Attachment",),
    "VP attachment": ("VP Attachment",),
}
"""Our types and Kummerfeld's."""


@pytest.mark.slow
def test_beside_kummerfelds_analyser(shared: Path) -> None:
    """Not equal by construction, but the same size, and nearly the same order: PP attachment costs most in both."""
    folder = shared / "corpora/constituency/gum-en"
    oracle = json.loads((shared / "oracles/constituency/error_classes.json").read_text(encoding="utf-8"))
    theirs = oracle["gum-en"]["sys-pcfg-v2h1.mrg"]["counts"]
    types = tertium.find_errors(folder / "gold.mrg", {"a": folder / "sys-pcfg-v2h1.mrg"}).types_of("a")
    events = {kind: (types[kind].events, sum(theirs[name][0] for name in names)) for kind, names in CLASSES.items()}
    units = {kind: (types[kind].units, sum(theirs[name][1] for name in names)) for kind, names in CLASSES.items()}
    for ours, other in (*events.values(), *units.values()):
        assert 0.4 < ours / other < 2
    for column in range(2):
        assert max(units, key=lambda kind: units[kind][column]) == "PP attachment"
        biggest = sorted(events, key=lambda kind: -events[kind][column])[:4]
        assert {"PP attachment", "single-word phrase", "label", "unary"} == set(biggest)
    one, two = (np.argsort(np.argsort([events[kind][column] for kind in CLASSES])) for column in range(2))
    assert np.corrcoef(one, two)[0, 1] > 0.6  # Spearman
