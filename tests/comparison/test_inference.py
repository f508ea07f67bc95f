"""Intervals, tests and rankings of a comparison, from corpora written here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import tertium
from tertium import UsageError
from tertium.comparison.design_effects import find_design_effect, find_pair_effect
from tertium.stats.signflip import sign_flip_p
from tests import small
from tests.command import refused, run, run_process
from tests.strategies import words

if TYPE_CHECKING:
    from pathlib import Path

    from tertium import Comparison
    from tertium.comparison.inference import Contrast

Corpus = list[list[tuple[str, str]]]
N_SENTENCES, LENGTH = 60, 8


def tagged(errors: list[int], other: str = "Y") -> Corpus:
    """Sentences of eight words, so many of them wrong."""
    return [
        [(f"w{place}", other if place < wrong else "X") for place in range(LENGTH)] + [(f"s{number}", "X")]
        for number, wrong in enumerate(errors)
    ]


def errors_of(share: float, seed: int) -> list[int]:
    return [int(n) for n in np.random.default_rng(seed).binomial(LENGTH, share, size=N_SENTENCES)]


GOLD = tagged([0] * N_SENTENCES)
OLD, NEW, BEST = errors_of(0.3, 1), errors_of(0.2, 2), errors_of(0.1, 3)
SYSTEMS = {"old": tagged(OLD), "new": tagged(NEW), "best": tagged(BEST)}


def compare(*names: str, **options: Any) -> Comparison:
    return tertium.compare(GOLD, {name: SYSTEMS[name] for name in names or SYSTEMS}, **options)


def contrast_of(result: Comparison, before: str = "old", after: str = "new", measure: str | None = None) -> Contrast:
    found = result.contrast(before, after, measure)
    assert found is not None
    return found


# scores and differences ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["percentile", "bca", "t", "normal"])
def test_intervals__hold_their_values(method: str) -> None:
    result = compare(interval=method, resamples=500)
    for row in result.score_rows:
        interval = result.interval(row.measure, row.system)
        assert interval is not None
        assert 0 <= interval.low <= row.value <= interval.high <= 1
    for before, after in result.pairs:
        found = contrast_of(result, before, after)
        assert found.interval is not None
        assert found.interval.low <= found.delta <= found.interval.high


def test_intervals__methods_agree_on_many_sentences() -> None:
    intervals = [contrast_of(compare(interval=method)).interval for method in ("percentile", "bca", "t", "normal")]
    ends = np.array([(interval.low, interval.high) for interval in intervals if interval is not None])
    assert len(ends) == 4
    assert np.all(np.ptp(ends, axis=0) < 0.01)


def test_contrast__is_the_exact_test_on_sentences() -> None:
    found = contrast_of(compare())
    differences = np.array(OLD) - np.array(NEW)
    assert found.delta == pytest.approx(differences.sum() / (N_SENTENCES * (LENGTH + 1)))
    assert (found.test.name, found.test.complete) == ("exact", True)
    assert found.p == sign_flip_p(differences)
    assert found.test.n_differing == np.count_nonzero(differences)
    assert found.error == pytest.approx(differences.std(ddof=1) / np.sqrt(N_SENTENCES) / (LENGTH + 1))


def test_contrast__of_the_same_answers_is_1() -> None:
    systems = {"one": SYSTEMS["old"], "two": SYSTEMS["old"]}
    for test in ("exact", "randomization", "bootstrap", "mcnemar"):
        found = contrast_of(tertium.compare(GOLD, systems, test=test, resamples=200), "one", "two")
        assert (found.delta, found.p, found.p_adjusted) == (0, 1, 1)


def test_contrast__turned_around() -> None:
    result = compare()
    ahead, back = contrast_of(result), contrast_of(result, "new", "old")
    assert (back.delta, back.p, back.p_adjusted, back.error) == (-ahead.delta, ahead.p, ahead.p_adjusted, ahead.error)
    assert ahead.interval is not None
    assert back.interval is not None
    assert (back.interval.low, back.interval.high) == (-ahead.interval.high, -ahead.interval.low)


def test_contrast__adjusts_over_the_pairs_of_a_measure() -> None:
    """Three pairs: the smallest p counts three times; a pair alone is not adjusted."""
    result = compare()
    found = [contrast_of(result, *pair) for pair in result.pairs]
    smallest = min(found, key=lambda one: one.p)
    assert smallest.p_adjusted == pytest.approx(3 * smallest.p)
    alone = contrast_of(compare("old", "new"))
    assert alone.p_adjusted == alone.p == contrast_of(result).p


def test_clusters__are_cut_where_all_pairs_are_separated() -> None:
    result = tertium.compare(GOLD, {**SYSTEMS, "twin": tagged([*BEST[1:], BEST[0]])})
    assert result.inference is not None
    ranking = result.inference.clusters("Accuracy")
    assert [[result.systems[place] for place in group] for group in ranking] == [["best", "twin"], ["new"], ["old"]]


# the choice of a test -----------------------------------------------------------------------------------------------


def test_bootstrap__and_randomization_agree_with_the_exact_test() -> None:
    near = {"one": SYSTEMS["old"], "two": tagged(errors_of(0.27, 9))}
    p = contrast_of(tertium.compare(GOLD, near), "one", "two").p
    assert 0.02 < p < 0.98
    for test in ("bootstrap", "randomization"):
        found = contrast_of(tertium.compare(GOLD, near, test=test), "one", "two").test
        assert found.name == test
        assert found.p == pytest.approx(p, abs=0.05)


def test_mcnemar__is_the_binomial_test_on_words() -> None:
    result = compare("old", "new", test="mcnemar")
    table = result.difference("old", "new").agreement
    assert table is not None
    expected = stats.binomtest(table.second, table.first + table.second).pvalue
    assert contrast_of(result).p == pytest.approx(expected)


@pytest.mark.parametrize("test", ["exact", "randomization", "mcnemar"])
def test_runs__allow_no_test_that_takes_one_of_them_for_all(test: str) -> None:
    systems = {"runs": [SYSTEMS["old"], SYSTEMS["new"]], "best": SYSTEMS["best"]}
    with pytest.raises(UsageError, match=f"--test {test} knows nothing of runs"):
        tertium.compare(GOLD, systems, test=test)
    assert contrast_of(tertium.compare(GOLD, systems), "runs", "best").test.name == "bootstrap"


def test_runs__that_differ_are_not_called_the_same() -> None:
    """The run that stands for a system may be the other system's answers, word by word."""
    other = errors_of(0.1, 5)
    result = tertium.compare(GOLD, {"runs": [SYSTEMS["old"], tagged(other)], "old": SYSTEMS["old"]})
    assert "same answer" not in result.verdict
    differing = sum(one != two for one, two in zip(other, OLD, strict=True))
    assert contrast_of(result, "runs", "old").test.n_differing == differing < N_SENTENCES


def test_runs__add_to_the_error_as_much_as_they_spread() -> None:
    """Interval and standard error know the same variance: of blocks, and of runs drawn one fewer than there are."""
    runs = [tagged(errors_of(share, seed)) for seed, share in enumerate((0.1, 0.2, 0.3))]
    result = tertium.compare(GOLD, {"runs": runs, "best": SYSTEMS["best"]}, resamples=4000)
    found = contrast_of(result, "runs", "best")
    assert result.inference is not None
    values = result.inference.run_values("Accuracy", 0)
    assert found.of_runs == pytest.approx(values.std(ddof=1) / np.sqrt(3))
    assert found.of_runs < found.error < 1.3 * found.of_runs
    resampled = result.inference._resampled_values("Accuracy", 0, "value")
    assert resampled.std() == pytest.approx(found.of_runs, rel=0.15)


def cut(n: int, *pieces: int) -> str:
    """So many sentences of one word `ab`, some of them cut into `a` and `b`."""
    return "".join(words("a", "b") if place in pieces else words("ab") for place in range(n))


def raw(folder: Path) -> tuple[Path, Path, Path]:
    """Two systems that cut the same characters differently, on 12 sentences."""
    paths = folder / "gold.conllu", folder / "one.conllu", folder / "two.conllu"
    for path, text in zip(paths, (cut(12), cut(12, 0, 3, 4, 7), cut(12, 5)), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_exact__is_refused_where_denominators_differ(tmp_path: Path) -> None:
    gold, one, two = raw(tmp_path)
    with pytest.raises(UsageError, match="--test exact is impossible for LAS here"):
        _ = tertium.compare(gold, [one, two], test="exact").verdict
    assert refused(run("compare", gold, one, two, "--test", "exact"), "--test exact is impossible", "randomization")


def test_randomization__is_chosen_where_denominators_differ(tmp_path: Path) -> None:
    """Sentences 0, 3, 4, 5 and 7 differ: all 2^5 swaps are tried."""
    gold, one, two = raw(tmp_path)
    result = tertium.compare(gold, [one, two])
    found = contrast_of(result, "one", "two").test
    assert (found.name, found.n_differing, found.complete) == ("randomization", 5, True)
    assert found.p == pytest.approx(12 / 2**5)
    assert "test:randomization" in result.signature


def test_exact__is_chosen_by_the_counts_not_by_the_measures_name(tmp_path: Path) -> None:
    """LAS is an F1, but on the same words its denominators stand still."""
    gold, old, new = small.write(tmp_path)
    result = tertium.compare(gold, [old, new])
    assert contrast_of(result, "old", "new", "LAS").test.name == "exact"


# blocks -------------------------------------------------------------------------------------------------------------


def test_blocks__documents_and_sentences(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    sentences, documents = (tertium.compare(gold, [old, new], block=block) for block in ("sentence", "document"))
    assert sentences.inference is not None
    assert documents.inference is not None
    assert (sentences.inference.n_blocks, documents.inference.n_blocks) == (4, 2)
    whole, parts = documents.inference.pooled("LAS", 0), sentences.inference.pooled("LAS", 0)
    assert np.array_equal(whole, np.stack([parts[:2].sum(axis=0), parts[2:].sum(axis=0)]))
    assert contrast_of(documents, "old", "new").delta == contrast_of(sentences, "old", "new").delta
    assert "block:document" in documents.signature


def test_blocks__same_text_is_one_block() -> None:
    """Every sentence twice: half as many blocks, and the p of one copy with all differences doubled."""
    gold, systems = GOLD * 2, {name: corpus * 2 for name, corpus in SYSTEMS.items()}
    twice = tertium.compare(gold, systems)
    assert twice.n_duplicates == 2 * N_SENTENCES
    once = tertium.compare(gold, systems, block="text")
    assert once.inference is not None
    assert once.inference.n_blocks == N_SENTENCES
    assert contrast_of(once).p == pytest.approx(contrast_of(compare()).p)
    assert contrast_of(twice).p < contrast_of(once).p


def test_design_effect__of_errors_that_come_together_and_of_errors_spread_evenly() -> None:
    """All eight words wrong in a sentence or none; then two in each."""
    lumped, spread = tagged([LENGTH, 0, 0, 0] * 15), tagged([2] * N_SENTENCES)
    result = tertium.compare(GOLD, {"lumped": lumped, "spread": spread})
    assert result.inference is not None
    assert find_design_effect(result.inference, "Accuracy", 0) > 5
    assert find_design_effect(result.inference, "Accuracy", 1) == pytest.approx(0, abs=1e-9)


def test_design_effect__of_words_that_change_alone_and_of_brackets(tmp_path: Path) -> None:
    """One change in each sentence, up or down, is 1. Brackets that come and go together are more than that, whether
    the gold has them or not.
    """
    one, two = tagged([1, 0] * 30), tagged([0, 1] * 30)
    result = tertium.compare(GOLD, {"one": one, "two": two})
    assert result.inference is not None
    assert find_pair_effect(result.inference, "Accuracy", 0, 1) == pytest.approx(60 / 59, rel=0.01)
    texts = {
        "gold": "(S (A (X a) (X b)) (X c) (B (X d) (X e)))\n" * 40,
        "one": "(S (X a) (C (X b) (X c)) (X d) (X e))\n" * 20 + "(S (A (X a) (X b)) (X c) (B (X d) (X e)))\n" * 20,
        "two": "(S (A (X a) (X b)) (X c) (B (X d) (X e)))\n" * 20 + "(S (X a) (C (X b) (X c)) (X d) (X e))\n" * 20,
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.mrg").write_text(text, encoding="utf-8")
    trees = tertium.compare(*(tmp_path / f"{name}.mrg" for name in texts))
    assert trees.inference is not None
    assert find_pair_effect(trees.inference, "F1", 0, 1) == pytest.approx(3 * 40 / 39)  # A, B and C as one


def test_one_block__has_no_interval_and_no_p_below_1() -> None:
    result = tertium.compare(GOLD[:1], {"one": tagged([3]), "two": tagged([1])})
    found = contrast_of(result, "one", "two")
    assert (found.interval, found.p) == (None, 1)
    assert result.interval("Accuracy", "one") is None
    assert result.to_dict()["differences"][0]["delta_low"] is None


def test_duplicates__of_a_real_treebank(shared: Path) -> None:
    folder = shared / "corpora/dependency/en_ewt"
    result = tertium.score(folder / "gold.conllu", folder / "HUJI.conllu")
    assert (result.n_duplicates, result.gold.n_sents) == (71, 1323)


# signature, seed and bytes ------------------------------------------------------------------------------------------


def test_signature__holds_what_certainty_rests_on() -> None:
    result = compare(test="randomization", interval="bca", resamples=300, seed=4, alpha=0.01, margin=0.5)
    expected = "block:sentence|test:randomization|interval:bca|resamples:300|seed:4|alpha:0.01|margin:0.005"
    assert expected in result.signature


def write(folder: Path) -> list[Path]:
    """Gold, old and new as columns."""
    paths = []
    for name, corpus in (("gold", GOLD), ("old", SYSTEMS["old"]), ("new", tagged(errors_of(0.28, 5)))):
        paths.append(folder / f"{name}.tsv")
        lines = ("".join(f"{form}\t{tag}\n" for form, tag in sentence) for sentence in corpus)
        paths[-1].write_text("\n".join(lines), encoding="utf-8")
    return paths


SWAPS = ("--json", "--test", "randomization", "--resamples", "400", "--seed")


def test_seed__same_seed_same_bytes_and_other_seed_other_p(tmp_path: Path) -> None:
    files = write(tmp_path)
    one, again, other = (run("compare", *files, *SWAPS, seed) for seed in (0, 0, 1))
    assert (one.code, one.out) == (0, again.out)
    assert [run.json["differences"][0]["delta"] for run in (one, other)] == [one.json["differences"][0]["delta"]] * 2
    assert one.json["differences"][0]["p_value"] != other.json["differences"][0]["p_value"]


@pytest.mark.slow
def test_seed__same_bytes_whatever_the_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as users run it: one thread, then four."""
    files, outputs = write(tmp_path), set()
    for n in ("1", "4"):
        for name in ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
            monkeypatch.setenv(name, n)
        done = run_process("compare", *files, *SWAPS, "7")
        assert done.code == 0
        outputs.add(done.out)
    assert len(outputs) == 1


def test_runs__may_be_lists_and_frames() -> None:
    """Whatever one output may be, several runs of it may be."""
    runs = [SYSTEMS["old"], SYSTEMS["new"]]
    frames = [
        pl.DataFrame(
            [(n, form, tag) for n, s in enumerate(run) for form, tag in s], ["sentence", "form", "tag"], orient="row"
        )
        for run in runs
    ]
    for given in (runs, frames):
        result = tertium.compare(GOLD, {"runs": given, "best": SYSTEMS["best"]}, resamples=100)
        assert result.systems == ("runs", "best")
        assert result.run_spread("runs") is not None
        assert result.run_spread("best") is None
