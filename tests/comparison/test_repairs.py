"""What would the score be if one class of a system's errors were repaired, and nothing else?

The main test does it: it repairs the file, word by word, and has it scored.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

import tertium
from tertium.comparison.repairs import (
    CUT,
    DIVISIONS,
    WORD_DIVISIONS,
    ErrorClass,
    Repair,
    count_errors,
    count_own_errors,
    find_repairs,
    repair_steps,
)
from tertium.comparison.tables import Tables
from tertium.measures import score
from tertium.measures.base import CORRECT, GOLD, SYSTEM
from tests import naive, phrases
from tests.command import refused, run
from tests.comparison.test_transitions import COLUMNS, SENTENCES
from tests.phrases import treebanks
from tests.strategies import SETUPS, Setup, cases, compare_setup, compare_texts, quick, raw, thorough, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tertium import Comparison

Case = tuple[Setup, list[str]]
FIELDS = {
    "UPOS": (3,),
    "XPOS": (4,),
    "UFeats": (5,),
    "AllTags": (3, 4, 5),
    "Lemmas": (2,),
    "UAS": (6,),
    "LS": (7,),
    "LAS": (6, 7),
}
"""The columns of CoNLL-U that a measure's answer stands in."""
LAYERS = {"upos": (3,), "xpos": (4,), "lemma": (2,), "feats": (5,), "ufeats": (5,), "Case": (5,), "alltags": (3, 4, 5)}


def repairs(result: Comparison, measure: str, system: int = 0) -> dict[ErrorClass, Repair]:
    """One system's classes."""
    return {row[system].group: row[system] for row in find_repairs(result.tables, measure)}


def table(texts: list[str], measure: str, *, columns: bool = False) -> dict[tuple[str, str], tuple[int, float]]:
    """(division, class) -> (errors, score afterwards) of the first system."""
    found = repairs(compare_texts(texts, columns=columns, measures=[measure]), measure)
    return {(group.by, group.name): (row.errors, row.value) for group, row in found.items()}


# the same words: repaired line by line


def word_lines(text: str) -> list[int]:
    """The lines of a file that hold a word."""
    lines = text.split("\n")
    return [number for number, line in enumerate(lines) if line and line[0] != "#" and "-" not in line.split("\t")[0]]


def repaired(gold: str, system: str, words: set[int], fields: tuple[int, ...]) -> str:
    """The system's file with some fields of some words as in the gold."""
    ours, theirs = gold.split("\n"), system.split("\n")
    for word, number in enumerate(word_lines(gold)):
        if word in words:
            row, right = theirs[number].split("\t"), ours[number].split("\t")
            theirs[number] = "\t".join(right[k] if k in fields else value for k, value in enumerate(row))
    return "\n".join(theirs)


def members(result: Comparison, measure: str) -> Mapping[ErrorClass, set[int]]:
    """The words of every class, from what the decisions show, one word after the other."""
    decisions = result.tables.decisions(measure)
    atoms = decisions.atoms
    right = {atom: result.tables.matches[0].right(atom).tolist() for atom in atoms}
    gold, answers = (decisions.vocab.decode(codes) for codes in (decisions.gold_label, decisions.labels[0]))
    found: dict[ErrorClass, set[int]] = {}
    for word, label, answer in zip(decisions.unit.tolist(), gold, answers, strict=True):
        wrong = [atom for atom in atoms if not right[atom][word]]
        if not wrong:
            continue
        kind = "wrong" if len(atoms) == 1 else "+".join(wrong)
        kind = {"head": "attachment", "deprel": "label", "head+deprel": "both"}.get(kind, kind)
        groups = [ErrorClass("kind", kind=kind), ErrorClass("label", gold=label)]
        groups += [ErrorClass("label", gold=label, kind=kind)] if len(atoms) > 1 else []
        for group in (*groups, ErrorClass("confusion", gold=label, answer=answer)):
            found.setdefault(group, set()).add(word)
    return found


def rows_are_scores_of_repaired_files(setup: Setup, texts: list[str]) -> None:
    result = compare_setup(setup, texts[:2])
    options = setup.options
    if options == {"like": "ud"}:  # a repaired head may close a cycle, which the UD evaluation refuses
        options = {}
    for measure in result.tables.decision_measures[-3:]:  # UAS, LS, LAS; tags have set-ups of their own
        layer = result.rules.layer
        fields = (1,) if setup.columns else FIELDS[measure] if measure in FIELDS else LAYERS[layer]
        classes = members(result, measure)
        found = repairs(result, measure)
        assert {group: len(units) for group, units in classes.items()} == {g: row.errors for g, row in found.items()}
        if not classes:
            continue
        files = [repaired(texts[0], texts[1], units, fields) for units in classes.values()]
        again = compare_texts([texts[0], *files], columns=setup.columns, **{**options, "measures": [measure]})
        for system, group in enumerate(classes):
            assert again.tables.score(measure, system).value == pytest.approx(found[group].value, abs=1e-12)


@quick
@given(case=cases(1))
def test_repairs__every_row_is_the_score_of_a_repaired_file(case: Case) -> None:
    rows_are_scores_of_repaired_files(*case)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_repairs__every_row_is_the_score_of_a_repaired_file_under_every_convention(setup: Setup) -> None:
    rows_are_scores_of_repaired_files(setup, list(COLUMNS if setup.columns else SENTENCES))


@pytest.mark.slow
@thorough
@given(case=cases(1))
def test_repairs__every_row_is_the_score_of_a_repaired_file_on_many_texts(case: Case) -> None:
    rows_are_scores_of_repaired_files(*case)
    divisions_are_partitions(compare_setup(*case))


# words cut otherwise: repaired in the slow twin


def edited(text: str, edits: Mapping[int, Mapping[int, str]]) -> str:
    """A file with some fields of some words replaced: word -> column -> value."""
    lines, word = text.split("\n"), -1
    for number, line in enumerate(lines):
        row = line.split("\t")
        if row[0].isdecimal():
            word += 1
            row = [edits.get(word, {}).get(column, value) for column, value in enumerate(row)]
            lines[number] = "\t".join(row)
    return "\n".join(lines)


class Raw:
    """A gold and an output that cut the same characters, read and aligned by the slow twin."""

    def __init__(self, gold: str, system: str, measure: str) -> None:
        self.texts, self.measure = (gold, system), measure
        self.gold, self.system = naive.read(gold), naive.read(system)
        pairs = naive.align(self.gold.words, self.system.words)
        self.to_system, self.to_gold = dict(pairs), {s: g for g, s in pairs}

    def head(self, word: naive.Word) -> int:
        """The gold head as a place among the system's words, -1 for the root, -2 where it cannot be the head there."""
        if word.head is None:
            return -1
        partner, head = self.to_system[word.place], self.to_system.get(word.head)
        same = head is not None and self.system.words[head].sentence == self.system.words[partner].sentence
        return head if head is not None and same else -2

    def classes(self) -> dict[ErrorClass, set[int]]:
        """The gold words of every class."""
        found: dict[ErrorClass, set[int]] = {}
        for word in self.gold.words:
            for group in self.classes_of(word):
                found.setdefault(group, set()).add(word.place)
        return found

    def classes_of(self, word: naive.Word) -> Iterator[ErrorClass]:
        if word.place not in self.to_system or (self.measure == "LAS" and self.head(word) == -2):
            yield from (ErrorClass(by, kind=CUT) for by in WORD_DIVISIONS)
            return
        theirs = self.system.words[self.to_system[word.place]]
        shown = (word.relation, theirs.relation) if self.measure == "LAS" else (word.fields[3], theirs.fields[3])
        wrong = [] if shown[0] == shown[1] else ["label"]
        if self.measure == "LAS" and not naive.same_head(word.head, theirs.head, self.to_gold):
            wrong.append("attachment")
        if not wrong:
            return
        kind = "both" if len(wrong) == 2 else wrong[0]
        yield ErrorClass("kind", kind=kind if self.measure == "LAS" else "wrong")
        yield ErrorClass("label", gold=shown[0])
        if self.measure == "LAS":
            yield ErrorClass("label", gold=shown[0], kind=kind)
        yield ErrorClass("confusion", gold=shown[0], answer=shown[1])

    def repaired(self, group: ErrorClass, words: set[int]) -> str:
        """The output with these words right: cut as before, or cut as the gold if that is what is repaired."""
        if group.kind != CUT:
            return edited(self.texts[1], {self.to_system[place]: self.right(place) for place in words})
        kept = [word for word in self.gold.words if word.place in self.to_system and word.place not in words]
        return edited(self.texts[0], {word.place: self.answer(word) for word in kept})

    def right(self, place: int) -> dict[int, str]:
        """The gold's answer, to be written into the output."""
        word = self.gold.words[place]
        head = self.head(word)
        sentence = self.system.words[self.to_system[place]].sentence
        number = 0 if head < 0 else head - self.system.first_of(sentence) + 1
        return {3: word.fields[3], 7: word.fields[7]} | ({6: str(number)} if self.measure == "LAS" else {})

    def answer(self, word: naive.Word) -> dict[int, str]:
        """The output's answer, to be written into the gold; a head that is no word of the sentence is just wrong."""
        theirs, first = self.system.words[self.to_system[word.place]], self.gold.first_of(word.sentence)
        number = word.place - first + 1  # its own head
        if theirs.head is None:
            number = 0
        elif theirs.head in self.to_gold and self.gold.words[self.to_gold[theirs.head]].sentence == word.sentence:
            number = self.to_gold[theirs.head] - first + 1
        return {3: theirs.fields[3], 6: str(number), 7: theirs.fields[7]}


def raw_rows_are_scores_of_repaired_files(texts: list[str]) -> None:
    for measure in ("LAS", "UPOS"):
        found = repairs(compare_texts(texts, measures=[measure]), measure)
        twin = Raw(texts[0], texts[1], measure)
        classes = twin.classes()
        assert {g: len(units) for g, units in classes.items()} == {g: r.errors for g, r in found.items() if r.errors}
        for group, row in found.items():
            file = twin.repaired(group, classes.get(group, set()))
            counts = naive.totals(naive.ud_counts(texts[0], file)[measure])
            assert row.value == pytest.approx(naive.f1(counts), abs=1e-12)


@quick
@given(texts=raw(1))
def test_repairs__every_row_is_the_score_of_a_repaired_file_on_raw_text(texts: list[str]) -> None:
    raw_rows_are_scores_of_repaired_files(texts)


@pytest.mark.slow
@thorough
@given(texts=raw(1))
def test_repairs__every_row_is_the_score_of_a_repaired_file_on_many_raw_texts(texts: list[str]) -> None:
    raw_rows_are_scores_of_repaired_files(texts)
    divisions_are_partitions(compare_texts(texts, measures=["LAS", "UAS", "Lemmas"], punctuation="relation"))


# partitions


def divisions_are_partitions(result: Comparison) -> None:
    """Their errors are all errors; all of them repaired give 100 %; over the same words their gains add up."""
    tables = result.tables
    for measure in tables.decision_measures:
        for system in range(len(tables.systems)):
            totals, errors = tables.totals(measure, system), count_errors(tables, measure, system)
            row = tables.score(measure, system)
            found = repairs(result, measure, system)
            for by in WORD_DIVISIONS:
                groups = [group for group in errors if group.by == by and not group.is_part]
                assert sum(errors[group] for group in groups) == row.gold - row.correct
                after = totals + repair_steps(totals, groups, errors).sum(axis=0)
                assert after.tolist() == [row.gold] * 4
                if row.gold:
                    assert float(score(after, tables.how(measure))["value"]) == 1
                if row.gold and tables.same_words:
                    assert sum(found[group].gain for group in groups) == pytest.approx(1 - row.value)
                assert all(found[group].gain >= 0 for group in groups)
            parts: Counter[str | None] = Counter()
            for group in errors:
                parts[group.gold] += errors[group] if group.is_part else 0
            if len(tables.measures[measure].atoms) > 1:
                wholes = {g.gold: n for g, n in errors.items() if g.by == "label" and g.kind is None}
                assert {gold: n for gold, n in parts.items() if n} == wholes


def right_labels_give_uas_and_right_heads_give_ls(result: Comparison) -> None:
    """Over the same words: with every label right only the heads count, and the other way round."""
    if not {"UAS", "LS", "LAS"} <= set(result.tables.measures):
        return
    for system in range(len(result.systems)):
        found, before = repairs(result, "LAS", system), result.tables.score("LAS", system).value
        for kind, measure in (("label", "UAS"), ("attachment", "LS")):
            row = found.get(ErrorClass("kind", kind=kind))
            assert (row.value if row else before) == pytest.approx(result.tables.score(measure, system).value)


@quick
@given(case=cases(2))
def test_repairs__divisions_are_partitions(case: Case) -> None:
    result = compare_setup(*case)
    divisions_are_partitions(result)
    right_labels_give_uas_and_right_heads_give_ls(result)


@quick
@given(texts=raw(2))
def test_repairs__divisions_are_partitions_on_raw_text_too(texts: list[str]) -> None:
    divisions_are_partitions(compare_texts(texts, measures=["LAS", "UAS", "Lemmas"]))
    divisions_are_partitions(compare_texts(texts, measures=["LAS"], punctuation="form"))


# by hand


def test_repairs__of_tags_by_hand() -> None:
    found = table(["a\tN\nb\tN\nc\tV\nd\tV\n\n", "a\tN\nb\tV\nc\tX\nd\tX\n\n"], "Accuracy", columns=True)
    assert found == {
        ("kind", "wrong answer"): (3, 1.0),
        ("label", "N"): (1, 2 / 4),
        ("label", "V"): (2, 3 / 4),
        ("confusion", "N → V"): (1, 2 / 4),
        ("confusion", "V → X"): (2, 3 / 4),
    }


def test_repairs__of_attachments_by_hand() -> None:
    gold = words("a _ X _ _ 0 root", "b _ X _ _ 1 obj", "c _ X _ _ 1 obj", "d _ X _ _ 1 obj")
    system = words("a _ X _ _ 0 root", "b _ X _ _ 1 obl", "c _ X _ _ 2 obj", "d _ X _ _ 2 obl")
    assert table([gold, system], "LAS") == {
        ("kind", "attachment only"): (1, 2 / 4),
        ("kind", "both wrong"): (1, 2 / 4),
        ("kind", "label only"): (1, 2 / 4),
        ("label", "obj"): (3, 1.0),
        ("label", "obj, attachment only"): (1, 2 / 4),
        ("label", "obj, both wrong"): (1, 2 / 4),
        ("label", "obj, label only"): (1, 2 / 4),
        ("confusion", "obj → obl"): (2, 3 / 4),
        ("confusion", "obj, attachment only"): (1, 2 / 4),
    }


def test_repairs__of_several_tags_tell_which_are_wrong() -> None:
    gold, system = words("a _ N n", "b _ N n", "c _ N n"), words("a _ V n", "b _ N v", "c _ V v")
    found = table([gold, system], "AllTags")
    assert [name for by, name in found if by == "kind"] == ["upos + xpos", "upos only", "xpos only"]
    assert found["label", "N|n|_, upos only"] == (1, 1 / 3)


def test_cut_otherwise__the_words_are_then_the_golds() -> None:
    """`ab` is not there, `a` and `b` are the system's own: 1 right of 2 gold and 3 system words; then 2 of 2 and 2."""
    gold, system = words("ab _ N", "c _ N"), words("a _ N", "b _ N", "c _ V")
    found = table([gold, system], "UPOS")
    assert found["kind", "cut otherwise"] == found["label", "cut otherwise"] == found["confusion", "cut otherwise"]
    assert found["kind", "cut otherwise"] == (1, 2 * 1 / (2 + 2))
    assert found["confusion", "N → V"] == (1, 2 * 1 / (2 + 3))


def test_cut_otherwise__words_too_many_are_no_errors_but_cost() -> None:
    """Inside `del` the gold's two words are there, and one more: no gold word is wrong, and F1 is below 1."""
    gold, system = words("1-2 del", "de _ N", "el _ N"), words("1-3 del", "de _ N", "x _ N", "el _ N")
    result = compare_texts([gold, system], measures=["UPOS"])
    row = repairs(result, "UPOS")[ErrorClass("kind", kind=CUT)]
    assert (row.errors, row.value, row.gain) == pytest.approx((0, 1, 1 - 2 * 2 / (2 + 3)))


def test_cut_otherwise__a_word_cannot_hang_on_a_word_that_is_not_there() -> None:
    gold, system = words("ab _ N", "c _ N _ _ 1 obj"), words("a _ N", "b _ N", "c _ N _ _ 1 obj")
    assert table([gold, system], "LAS")["kind", "cut otherwise"] == (2, 1.0)
    assert table([gold, system], "LS")["kind", "cut otherwise"] == (1, 1.0)


def test_cut_otherwise__a_word_cannot_hang_on_a_word_of_another_sentence() -> None:
    gold, system = words("a _ N", "b _ N _ _ 1 obj"), words("a _ N") + words("b _ N _ _ 0 obj")
    assert table([gold, system], "LAS") == {(by, "cut otherwise"): (1, 1.0) for by in WORD_DIVISIONS}


def test_repairs__systems_stand_side_by_side_the_biggest_of_any_first() -> None:
    gold = "a\tN\nb\tN\nc\tV\nd\tV\ne\tV\n\n"
    first, second = "a\tX\nb\tX\nc\tV\nd\tV\ne\tV\n\n", "a\tX\nb\tN\nc\tX\nd\tX\ne\tX\n\n"
    rows = find_repairs(compare_texts([gold, first, second], columns=True).tables, "Accuracy")
    by_label = [(row[0].group.name, *(repair.errors for repair in row)) for row in rows if row[0].group.by == "label"]
    assert by_label == [("V", 0, 3), ("N", 2, 1)]
    missing = next(row[0] for row in rows if row[0].group.name == "V")
    assert (missing.value, missing.gain) == (3 / 5, 0)


def test_repairs__of_several_runs_count_the_errors_of_all() -> None:
    """`ab` is missing in the second run only: 1 + 2 errors of 2 x 2 gold words."""
    gold, *runs = words("ab _ N", "c _ N"), words("ab _ V", "c _ N"), words("a _ N", "b _ N", "c _ V")
    result = compare_texts([gold, *runs], measures=["UPOS"])
    one, two = result.tables.matches
    tables = Tables(["s"], [one], list(result.tables.measures.values()), result.rules, more_runs={0: [two]})
    found = {row[0].group.name: (row[0].errors, row[0].value) for row in find_repairs(tables, "UPOS")}
    assert found["N → V"] == pytest.approx((2, 2 * (1 + 2) / (4 + 5)))
    assert found["cut otherwise"] == pytest.approx((1, (1 + 1) / 4))


def test_repairs__of_a_real_parser(shared: Path) -> None:
    """HIT-SCIR-18 has 15,451 of 16,948 right; with all labels right LAS is its UAS, 93.16."""
    folder = shared / "corpora/dependency/en_ewt"
    result = tertium.compare(folder / "gold.conllu", [folder / "HIT-SCIR-18.conllu"])
    found = repairs(result, "LAS")
    kinds = {kind: found[ErrorClass("kind", kind=kind)] for kind in ("attachment", "label", "both")}
    assert {kind: row.errors for kind, row in kinds.items()} == {"attachment": 616, "label": 337, "both": 544}
    assert kinds["label"].value == pytest.approx((15451 + 337) / 16948)
    divisions_are_partitions(result)
    right_labels_give_uas_and_right_heads_give_ls(result)


def test_repairs__of_a_real_parser_on_raw_text(shared: Path) -> None:
    """Stanford-18 has 5,091 right, 6,001 gold and 6,004 system words; 22 words are missing, 40 heads out of reach."""
    folder = shared / "corpora/dependency/en_ewt_raw"
    result = tertium.compare(folder / "gold.conllu", [folder / "Stanford-18.conllu"], measures=["LAS"])
    found = repairs(result, "LAS")
    cut, label = found[ErrorClass("kind", kind=CUT)], found[ErrorClass("kind", kind="label")]
    assert (cut.errors, cut.value) == pytest.approx((22 + 40, (5091 + 62) / 6001))
    assert (label.errors, label.value) == pytest.approx((156, 2 * (5091 + 156) / (6001 + 6004)))
    divisions_are_partitions(result)


# where systems propose their own units

TREES = {
    "gold": "(S (NP (N a)) (VP (V b) (NP (N c) (PP (P d) (NP (N e))))))",
    "parse": "(S (NP (N a)) (VX (V b) (NP (N c)) (P d) (NP (N e))))",  # VP is VX, an NP and the PP missed, an NP extra
    "kind label": "(S (NP (N a)) (VP (V b) (NP (N c)) (P d) (NP (N e))))",
    "kind invented": "(S (NP (N a)) (VX (V b) (N c) (P d) (NP (N e))))",
    "kind missed": "(S (NP (N a)) (VX (V b) (NP (NP (N c)) (PP (P d) (NP (N e))))))",
    "label NP": "(S (NP (N a)) (VX (V b) (NP (NP (N c)) (P d) (NP (N e)))))",
    "label PP": "(S (NP (N a)) (VX (V b) (NP (N c)) (PP (P d) (NP (N e)))))",
    "confusion VP → VX": "(S (NP (N a)) (VP (V b) (NP (N c)) (P d) (NP (N e))))",
    "confusion ∅ → NP": "(S (NP (N a)) (VX (V b) (N c) (P d) (NP (N e))))",
    "label (not in gold)": "(S (NP (N a)) (VX (V b) (N c) (P d) (NP (N e))))",
}


def test_repairs__of_brackets_are_the_scores_of_repaired_trees(tmp_path: Path) -> None:
    paths = {}
    for number, (name, tree) in enumerate(TREES.items()):
        paths[name] = tmp_path / f"{number}.mrg"
        paths[name].write_text(f"{tree}\n(S (NP (N f)))\n", encoding="utf-8")
    names = {"label": "label only"}
    rows = tertium.repair(paths["gold"], {"parse": paths["parse"]}).repair_rows
    found = {f"{row.group.by} {row.group.name}": row for row in rows}
    for name in list(TREES)[2:]:
        by, _, what = name.partition(" ")
        row = found[f"{by} {names.get(what, what) if by == 'kind' else what}"]
        again = tertium.score(paths["gold"], paths[name]).score_rows
        assert row.value == next(score.value for score in again if score.measure == "F1"), name


@quick
@given(texts=treebanks(2))
def test_repairs__of_brackets_all_together_give_a_perfect_score(texts: list[str]) -> None:
    """Whatever division: the right brackets, the system's and the gold's are then as many."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.mrg" for number in range(2)]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        tables = tertium.repair(*paths).tables
    totals = tables.totals("F1", 0)
    errors = count_own_errors(tables, "F1", 0)
    for by in DIVISIONS:
        steps = [step for group, (_, step) in errors.items() if group.by == by and not group.is_part]
        correct, gold, system, _ = totals + np.sum([np.zeros(4, dtype=np.int64), *steps], axis=0)
        assert correct == gold == system, by
    kinds = {group.kind: n for group, (n, _) in errors.items() if group.by == "kind"}
    assert kinds.get("missed", 0) + kinds.get("label", 0) == totals[GOLD] - totals[CORRECT]
    assert kinds.get("invented", 0) + kinds.get("label", 0) == totals[SYSTEM] - totals[CORRECT]


def test_repairs__what_is_no_decision_over_brackets_is_refused(tmp_path: Path) -> None:
    paths = phrases.write(tmp_path)
    assert refused(run("repair", *paths, "--measure", "LA"), "LA: no decision over single units", "--measure")
    assert run("repair", *paths).code == run("repair", *paths, "--measure", "Triples").code == 0


def test_repairs__of_real_parsers_of_phrases(shared: Path) -> None:
    """No other number of brackets than `errors` tells, and the page fits."""
    folder = shared / "corpora/constituency/gum-en"
    files = [folder / name for name in ("gold.mrg", "sys-pcfg-v1hinf.mrg", "sys-berkeley-sm4.mrg")]
    rows = tertium.repair(files[0], files[1:]).repair_rows
    types = tertium.find_errors(files[0], files[1:]).types_of("sys-berkeley-sm4")
    own = {row.group.kind: row for row in rows if row.group.by == "type" and row.system == "sys-berkeley-sm4"}
    assert {kind: row.errors for kind, row in own.items()} == {
        kind: row.units for kind, row in types.items() if row.units and kind != "part of speech"
    }
    assert max(len(text) for text in run("repair", *files, "-q").out.splitlines()) <= 80
