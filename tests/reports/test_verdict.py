from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tertium
from tertium.demo import demo_files
from tertium.plurals import many
from tertium.reports.numbers import percent, points, proportion, share

if TYPE_CHECKING:
    from pathlib import Path

GOLD = [("a", "X")] * 10


def tagged(right: int, wrong: str = "Y") -> list[tuple[str, str]]:
    return [("a", "X")] * right + [("a", wrong)] * (10 - right)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (tagged(5), tagged(7), "two scores higher than one: Accuracy 50.00 → 70.00, +20.00 points."),
        (tagged(7), tagged(5), "two scores lower than one: Accuracy 70.00 → 50.00, -20.00 points."),
        (tagged(5), tagged(5), "two and one give the same answer everywhere (Accuracy 50.00)."),
        (tagged(5), tagged(5, "Z"), "two scores exactly as one: Accuracy 50.00."),
        (tagged(5), tagged(7), "It changes 20.0 % of the words: it repairs 2 errors and makes no new one."),
        (tagged(7), tagged(5), "it makes 2 new errors and repairs none."),
        (tagged(5), tagged(5, "Z"), "all of them from one error to another."),
        (tagged(5), [*tagged(5)[::-1]], "for every error it repairs it makes 1 new one."),
    ],
)
def test_verdict__of_a_pair(first: list[tuple[str, str]], second: list[tuple[str, str]], words: str) -> None:
    assert words in tertium.compare(GOLD, {"one": first, "two": second}, intervals=False).verdict


def test_verdict__of_one_system() -> None:
    assert tertium.compare(GOLD, {"one": tagged(5)}).verdict == "one scores Accuracy 50.00."


def test_verdict__of_several_systems_ranks_them() -> None:
    verdict = tertium.compare(GOLD, {"a": tagged(5), "b": tagged(9), "c": tagged(7)}, intervals=False).verdict
    assert verdict.startswith("b scores highest of 3: Accuracy 90.00; then c (70.00, -20.00) and a (50.00, -40.00).")
    assert "Against a, b changes 40.0 % of the words" in verdict


def test_verdict__names_ties() -> None:
    verdict = tertium.compare(GOLD, {"a": tagged(5), "b": tagged(9), "c": tagged(9)}, intervals=False).verdict
    assert verdict.startswith("b scores highest, with others, of 3")


def sentences(*right: int) -> list[list[tuple[str, str]]]:
    """Sentences of ten words, so many of them right."""
    return [tagged(n) for n in right]


def test_verdict__tells_a_difference_that_is_separated() -> None:
    gold = sentences(*[10] * 12)
    verdict = tertium.compare(gold, {"one": sentences(*[5] * 12), "two": sentences(*[7] * 12)}).verdict
    assert verdict.startswith("two is better than one: Accuracy 50.00 → 70.00, +20.00 points [+20.00, +20.00]")
    assert "p < .001 (exact, by sentence)" in verdict
    turned = tertium.compare(gold, {"two": sentences(*[7] * 12), "one": sentences(*[5] * 12)}).verdict
    assert turned.startswith("one is worse than two")


def test_verdict__does_not_call_the_unseparated_the_same() -> None:
    gold, ones = sentences(*[10] * 20), [5, 6] * 10
    twos = [*ones[2:], 6, 6]
    verdict = tertium.compare(gold, {"one": sentences(*ones), "two": sentences(*[6, 5] * 9, 7, 5)}).verdict
    assert "two and one are not separated" in verdict
    assert "This test set detects a difference of" in verdict
    few = tertium.compare(gold, {"one": sentences(*ones), "two": sentences(*twos)}).verdict
    assert "Only 1 sentence differs: no test can reach .05 with so few." in few


def test_verdict__of_a_margin() -> None:
    gold, ones = sentences(*[10] * 60), [5, 6] * 30
    systems = {"one": sentences(*ones), "two": sentences(*[6, 5] * 30)}
    assert "the same within ±5.00 points (two one-sided tests, p" in tertium.compare(gold, systems, margin=5).verdict
    assert "is not shown" in tertium.compare(gold, systems, margin=0.1).verdict


def test_verdict__of_groups_that_are_separated() -> None:
    gold = sentences(*[10] * 12)
    systems = {"a": sentences(*[5] * 12), "b": sentences(*[8] * 12), "c": sentences(*[8, 9, 7, 8] * 3)}
    verdict = tertium.compare(gold, systems).verdict
    assert verdict.startswith("b (80.00) and c (80.00) lead and are not separated from each other")
    assert "both are better than a (50.00)" in verdict
    alone = tertium.compare(gold, {**systems, "c": sentences(*[6] * 12)}).verdict
    assert alone.startswith("b is the best of 3: Accuracy 80.00, better than c by +20.00 points")
    nobody = tertium.compare(gold, dict.fromkeys("abc", sentences(*[8] * 12))).verdict
    assert nobody.startswith("None of the 3 systems is separated from another (Accuracy, Holm): a (80.00)")


def test_verdict__of_one_group_in_which_pairs_are_separated() -> None:
    """`No two groups are separated. 1 pair is` would contradict itself for a tired reader."""
    gold = sentences(*[10] * 12)
    systems = {"a": sentences(*[5] * 12), "b": sentences(*[2, 10] * 6), "c": sentences(*[8] * 12)}
    verdict = tertium.compare(gold, systems).verdict
    assert verdict.startswith(
        "The 3 systems are one group (Accuracy): c (80.00), b (60.00) and a (50.00). 1 of 3 pairs"
    )
    assert "is separated (Holm), but nowhere all systems above a line from all below it." in verdict


def test_verdict__of_mcnemar_warns() -> None:
    gold = sentences(*[10] * 12)
    systems = {"one": sentences(*[5] * 12), "two": sentences(*[7] * 12)}
    assert "takes words for independent" in tertium.compare(gold, systems, test="mcnemar").verdict
    for chosen in (systems, {**systems, "three": sentences(*[8] * 12)}):
        several = tertium.compare(gold, chosen, test="mcnemar")
        assert any("takes words for independent" in text for text in several.warnings)


def test_warnings__of_maltevals_z() -> None:
    """Its z stands in the JSON of every comparison; who counts as MaltEval does is likely to look for it."""
    gold, systems = demo_files()
    result = tertium.compare(gold, {"one": systems["udpipe"], "two": systems["spacy"]}, like="malteval")
    assert any("mcnemar_z" in text and "takes words for independent" in text for text in result.warnings)


def test_verdict__of_a_bootstrap_with_few_differing_sentences_does_not_contradict_itself() -> None:
    gold = sentences(*[10] * 60)
    systems = {"one": sentences(*[10] * 60), "two": sentences(*[9] * 5, *[10] * 55)}
    verdict = tertium.compare(gold, systems, test="bootstrap").verdict
    assert "two and one are not separated" in verdict
    assert "p = .062 (bootstrap, by sentence). Only 5 sentences differ" in verdict


def test_verdict__says_when_the_resamples_are_too_few() -> None:
    gold = sentences(*[10] * 30)
    systems = {"one": sentences(*[5] * 30), "two": sentences(*[7] * 30)}
    verdict = tertium.compare(gold, systems, test="randomization", resamples=10).verdict
    assert "Only 10 resamples: no p can reach .05 with so few" in verdict
    assert "detects" not in verdict


def test_verdict__of_several_systems_says_what_no_test_could_find() -> None:
    gold = sentences(*[10] * 12)
    close = {"a": sentences(*[9] * 12), "b": sentences(8, *[9] * 11), "c": sentences(9, 8, *[9] * 10)}
    assert (
        "At most 2 sentences differ between two of them: no test can reach .05" in tertium.compare(gold, close).verdict
    )
    same = dict.fromkeys("abc", sentences(*[9] * 12))
    assert "They give the same answers." in tertium.compare(gold, same).verdict
    mixed = {"a": close["a"], "twin": close["a"], "c": sentences(*[9, 8, 10] * 4)}
    verdict = tertium.compare(gold, mixed).verdict
    assert "detects differences of" in verdict
    assert "of 0.00" not in verdict  # the twins do not count


def test_verdict__names_the_runs_that_a_score_is_the_mean_of() -> None:
    gold = sentences(*[10] * 12)
    systems = {"one": [sentences(*[5] * 12), sentences(*[7] * 12)], "two": sentences(*[9] * 12)}
    verdict = tertium.compare(gold, systems).verdict
    assert "one is the mean of 2 runs (standard deviation 14.14)." in verdict


CROSSED = "(S (A (X a) (X b)) (B (X c) (X d)))\n"
FLAT = "(S (X a) (X b) (X c) (X d))\n"
WRONG = "(S (X a) (C (X b) (X c)) (X d))\n"


def test_verdict__of_a_measure_where_fewer_is_better(tmp_path: Path) -> None:
    """Crossing brackets are a number for each sentence, neither a share nor the more the better."""
    for name, text in (("gold", CROSSED), ("bad", WRONG), ("good", FLAT), ("middle", FLAT)):
        (tmp_path / f"{name}.mrg").write_text(text * 16, encoding="utf-8")
    gold, bad, good, middle = (tmp_path / f"{name}.mrg" for name in ("gold", "bad", "good", "middle"))
    middle.write_text(FLAT * 8 + WRONG * 8, encoding="utf-8")
    for method in ("auto", "percentile"):
        result = tertium.compare(gold, [bad, good], measure="Crossing", interval=method)
        assert result.verdict.startswith(
            "good is better than bad: Crossing 1.00 → 0.00, -1.00 [-1.00, -1.00], p < .001"
        )
    several = tertium.compare(gold, [bad, middle, good], measure="Crossing")
    assert several.verdict.startswith("good is the best of 3: Crossing 0.00, better than middle by -0.50 [")
    assert several.inference is not None
    assert several.inference.clusters("Crossing") == [[2], [1], [0]]
    untested = tertium.compare(gold, [bad, middle, good], measure="Crossing", intervals=False).verdict
    assert untested.startswith(
        "good scores lowest of 3: Crossing 0.00; then middle (0.50, +0.50) and bad (1.00, +1.00)"
    )
    interval = tertium.compare(gold, [bad, middle], measure="Crossing", interval="t").interval("Crossing", "middle")
    assert interval is not None
    assert interval.high - 0.5 == pytest.approx(0.5 - interval.low)


def test_numbers() -> None:
    assert (percent(1 / 3), points(-0.5), share(1, 0), many(2, "box", "boxes")) == ("33.33", "-50.00", "-", "2 boxes")
    assert proportion(1, 12) == (1, 12)
    assert proportion(0, 3) == (0, 3)
