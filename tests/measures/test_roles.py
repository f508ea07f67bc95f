"""Arguments as srl-eval.pl counts them, against a slow twin written from its description."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import tertium

if TYPE_CHECKING:
    from pathlib import Path

ROLES = ("A0", "A1", "C-A0", "C-A1", "AM-TMP")
Argument = tuple[str, tuple[tuple[int, int], ...]]
"""A role, and the first and last word of each piece."""

Phrase = tuple[int, int, str]
Sentence = tuple[list[str], list[list[Phrase]]]
"""Targets, and for each of them phrases."""


def draw_sentence(source: np.random.Generator) -> Sentence:
    """Targets, and for each of them phrases that do not overlap."""
    n = int(source.integers(3, 10))
    verbs = sorted(source.choice(n, size=int(source.integers(0, 3)), replace=False).tolist())
    targets = ["-"] * n
    columns = []
    for verb in verbs:
        targets[verb] = f"v{int(source.integers(0, 2))}"
        phrases, at = [(verb, verb, "V")], 0
        while at < n:
            last = min(at + int(source.integers(0, 2)), n - 1)
            if source.random() < 0.6 and not at <= verb <= last:
                phrases.append((at, last, str(source.choice(ROLES))))
            at = last + 1
        columns.append(sorted(phrases))
    return targets, columns


def join(phrases: list[Phrase]) -> list[Argument]:
    """Pieces joined to the last argument of their role."""
    found: list[list[tuple[int, int]]] = []
    names: list[str] = []
    latest: dict[str, int] = {}
    for first, last, role in phrases:
        name = role.removeprefix("C-")
        if name != role and name in latest:
            found[latest[name]].append((first, last))
            continue
        latest[name] = len(found)
        names.append(name)
        found.append([(first, last)])
    return [(name, tuple(pieces)) for name, pieces in zip(names, found, strict=True)]


def count(
    gold: list[tuple[list[str], list[list[Phrase]]]], system: list[tuple[list[str], list[list[Phrase]]]]
) -> list[int]:
    """Correct, excess, missed and perfect, predicate by predicate."""
    correct = excess = missed = perfect = 0
    for (ours, our_columns), (theirs, their_columns) in zip(gold, system, strict=True):
        own = dict(zip([place for place, name in enumerate(ours) if name != "-"], our_columns, strict=True))
        other = dict(zip([place for place, name in enumerate(theirs) if name != "-"], their_columns, strict=True))
        for place, phrases in own.items():
            given = other.get(place, []) if ours[place] == theirs[place] else []
            wanted = [argument for argument in join(phrases) if argument[0] != "V"]
            answers = [argument for argument in join(given) if argument[0] != "V"]
            n = sum(argument in wanted for argument in answers)
            correct, excess, missed = correct + n, excess + len(answers) - n, missed + len(wanted) - n
            perfect += n == len(answers) == len(wanted)
    return [correct, excess, missed, perfect]


def write(path: Path, sentences: list[Sentence]) -> Path:
    lines = []
    for targets, columns in sentences:
        for place, target in enumerate(targets):
            cells = [target]
            for phrases in columns:
                opens = "".join(f"({role}" for first, _, role in phrases if first == place)
                closes = "".join(")" for _, last, _ in phrases if last == place)
                cells.append(f"{opens}*{closes}")
            lines.append(" ".join(cells))
        lines.append("")
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("seed", range(3))
def test_srl_eval__counts(seed: int, tmp_path: Path) -> None:
    source = np.random.default_rng(seed)
    gold = [draw_sentence(source) for _ in range(60)]
    system = []
    for targets, columns in gold:
        kept = [[phrase for phrase in phrases if source.random() < 0.8] for phrases in columns]
        names = [name if name == "-" or source.random() < 0.9 else "v9" for name in targets]
        system.append((names, kept))
    result = tertium.score(
        write(tmp_path / "g.props", gold), {"a": write(tmp_path / "a.props", system)}, task="roles", like="srl-eval"
    )
    row, whole = result.score("F1", "a"), result.score("Perfect", "a")
    found = [row.correct, row.proposed - row.correct, row.gold - row.correct, whole.correct]
    assert found == count(gold, system)
    assert any("predicates are not the gold's" in text for text in result.warnings)


def test_a_predicate_of_its_own_costs_no_precision_under_srl_eval_only(tmp_path: Path) -> None:
    gold = write(tmp_path / "g.props", [(["v", "-", "-"], [[(0, 0, "V"), (1, 1, "A1")]])])
    columns = [[(0, 0, "V"), (1, 1, "A1")], [(1, 1, "A0"), (2, 2, "V")]]
    system = write(tmp_path / "a.props", [(["v", "-", "w"], columns)])
    assert tertium.score(gold, {"a": system}).score("F1", "a").proposed == 2
    strict = tertium.score(gold, {"a": system}, like="srl-eval")
    assert strict.score("F1", "a").value == 1
    assert any("1 predicate is not the gold's" in text for text in strict.warnings)


@pytest.mark.parametrize(
    ("gold", "system", "right"),
    [
        (("(A1(A0*)", "*)"), ("(A1(A0*)", "*)"), 2),
        (("(A1(A0*)", "*)"), ("(A1*", "*)"), 0),  # the A1 lacks the words of its A0
        (("(A1(A0*", "*))"), ("(A0*", "*)"), 1),
        (("(A1(A0*", "*))"), ("(A1*", "*)"), 0),
    ],
)
def test_arguments_inside_of_arguments_under_srl_eval(
    gold: tuple[str, str], system: tuple[str, str], right: int, tmp_path: Path
) -> None:
    """As the script counts, seen by running it."""
    paths = []
    for name, cells in (("g", gold), ("a", system)):
        paths.append(tmp_path / f"{name}.props")
        paths[-1].write_text(f"- {cells[0]}\n- {cells[1]}\nv (V*)\n")
    assert tertium.score(paths[0], {"a": paths[1]}, like="srl-eval").score("F1", "a").correct == right


def test_pieces_are_joined_under_srl_eval_only(tmp_path: Path) -> None:
    phrases = [(0, 0, "A0"), (1, 1, "V"), (2, 3, "C-A0")]
    gold = write(tmp_path / "g.props", [(["-", "v", "-", "-"], [phrases])])
    other = write(tmp_path / "a.props", [(["-", "v", "-", "-"], [phrases[:2]])])
    assert tertium.score(gold, {"a": other}).score("F1", "a").correct == 1
    assert tertium.score(gold, {"a": other}, like="srl-eval").score("F1", "a").correct == 0
    assert tertium.score(gold, {"a": gold}, like="srl-eval").score("F1", "a").gold == 1
