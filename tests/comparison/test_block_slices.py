"""Slices of sentences, for measures that are not decided word by word."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import tertium
from tertium import UsageError
from tertium.comparison.block_slices import compare_block_slices
from tertium.comparison.feature_columns import Feature
from tertium.comparison.slices import compare_slices
from tertium.demo import demo_files
from tests.command import refused, run

if TYPE_CHECKING:
    from tertium import Comparison

GOLD, SYSTEMS = demo_files()
UDPIPE, SPACY, STANZA = SYSTEMS.values()


@pytest.fixture(scope="module")
def clas() -> Comparison:
    return tertium.compare(GOLD, {"a": UDPIPE, "b": STANZA}, measure="CLAS", by=["length"], resamples=2000)


def test_slices__are_the_scores_of_their_sentences(clas: Comparison, tmp_path: Path) -> None:
    """Each slice as a file of its own, scored."""
    bins = {"1-5": (1, 5), "6-10": (6, 10), "11-20": (11, 20), "21-30": (21, 30), "31-40": (31, 40)}
    texts = [Path(path).read_text(encoding="utf-8").strip("\n").split("\n\n") for path in (GOLD, UDPIPE, STANZA)]
    lengths = [
        sum(line[0].isdecimal() and "-" not in line.split("\t")[0] for line in text.split("\n")) for text in texts[0]
    ]
    assert len(clas.slices_of("a", "b")) == len(bins)
    for row in clas.slices_of("a", "b"):
        low, high = bins[row.names[0][1]]
        chosen = [place for place, n in enumerate(lengths) if low <= n <= high]
        paths = [tmp_path / f"{number}.conllu" for number in range(3)]
        for path, sentences in zip(paths, texts, strict=True):
            path.write_text("\n\n".join(sentences[place] for place in chosen) + "\n\n", encoding="utf-8")
        again = tertium.score(paths[0], {"a": paths[1], "b": paths[2]}, measure="CLAS")
        assert row.units == sum(lengths[place] for place in chosen)
        assert (row.before, row.after) == pytest.approx(tuple(again.score("CLAS", name).value for name in "ab"))


def test_slices__agree_with_those_of_units_where_a_measure_has_both() -> None:
    """LAS on the same words is an accuracy, so that both ways to slice it are the same."""
    result = tertium.compare(GOLD, {"a": UDPIPE, "b": STANZA}, resamples=4000)
    assert result.inference is not None
    features = result.features.parse("length")
    ours = compare_block_slices(result.inference, "LAS", 0, 1, features)
    theirs = compare_slices(result.inference, "LAS", 0, 1, features)
    for one, two in zip(ours, theirs, strict=True):
        assert (one.names, one.units) == (two.names, two.units)
        for name in ("before", "after", "gap", "error", "gap_error"):
            assert getattr(one, name) == pytest.approx(getattr(two, name), rel=1e-6, nan_ok=True), name
        assert one.p == pytest.approx(two.p)  # both exact
        assert one.p_adjusted == pytest.approx(two.p_adjusted, abs=0.05)


def test_slices__standard_errors_are_those_of_the_jackknife(clas: Comparison) -> None:
    found = clas.inference
    assert found is not None
    code = np.repeat(np.arange(clas.gold.n_sents) % 2, clas.gold.sent_len).astype(np.int32)
    row = compare_block_slices(found, "CLAS", 0, 1, [Feature("odd", "odd", ("no", "yes"), code, "sentence")])[0]
    value, inside = found.evaluate("CLAS"), np.arange(clas.gold.n_sents) % 2 == 0
    one, two = found.pooled("CLAS", 0), found.pooled("CLAS", 1)

    def gap(left_out: int) -> tuple[float, float]:
        kept = np.arange(len(one)) != left_out
        own, rest = (
            float(value(two[kept & part].sum(axis=0)) - value(one[kept & part].sum(axis=0)))
            for part in (inside, ~inside)
        )
        return own, own - rest

    spread = np.array([gap(sentence) for sentence in range(len(one))])
    n = np.array([inside.sum(), len(one)])
    errors = np.sqrt((n - 1) / n * ((spread - spread.mean(axis=0)) ** 2).sum(axis=0))
    assert (row.error, row.gap_error) == pytest.approx(tuple(errors), rel=0.03)


def test_slices__features_of_words_are_refused() -> None:
    done = run("compare", GOLD, UDPIPE, STANZA, "--measure", "CLAS", "--by", "upos")
    assert refused(done, "CLAS has counts for sentences only, and 'upos' is a feature of words", "length")
    with pytest.raises(UsageError, match="feature of words"):
        _ = tertium.compare(GOLD, {"a": UDPIPE, "b": STANZA}, measure="CLAS", by=["upos"]).slices
    every = run("compare", GOLD, UDPIPE, STANZA, "--measure", "CLAS", "--by", "all", "-q").out
    assert "By length" in every
    assert "By document" in every
    assert "By upos" not in every


@pytest.mark.parametrize("text", ["a\tB-PER\nb\tO\n", "a\tO\nb\tB-LOC\n"])
def test_slices__all_features_of_spans(tmp_path: Path, text: str) -> None:
    """Their words have no labels: the label is that of the span."""
    paths = [tmp_path / f"{name}.bio" for name in ("gold", "one", "two")]
    for path, own in zip(paths, ("a\tB-PER\nb\tO\n", text, "a\tB-ORG\nb\tO\n"), strict=True):
        path.write_text((own + "\n") * 30, encoding="utf-8")
    out = run("compare", *paths, "--by", "all", "-q").out
    assert "label PER" in out
    assert "By length" in out


def test_slices__of_one_system_are_refused() -> None:
    assert refused(run("compare", GOLD, UDPIPE, "--by", "length"), "--by compares two systems")


def conllu(sentences: list[tuple[bool, list[int]]]) -> str:
    """Sentences of four characters `abcd`: cut into two words or left in one, and the head of each word."""
    text = ""
    for cut, heads in sentences:
        for place, (form, head) in enumerate(zip(("ab", "cd") if cut else ("abcd",), heads, strict=True), 1):
            misc = "SpaceAfter=No" if cut and place == 1 else "_"
            text += f"{place}\t{form}\t_\tX\t_\t_\t{head}\t{'dep' if head else 'root'}\t_\t{misc}\n"
        text += "\n"
    return text


def test_test_sets__of_raw_text_have_the_scores_that_they_have_alone(tmp_path: Path) -> None:
    """Systems that cut too much lose precision, which a share of gold words does not see."""
    source = np.random.default_rng(5)
    for number in range(2):
        whole = source.random((2, 60)) < np.array([[0.3], [0.6]])
        outputs = {"gold": [(number == 0 and place % 2 == 0) for place in range(60)]}
        outputs |= {name: [not own for own in row] for name, row in zip("ab", whole.tolist(), strict=True)}
        for name, cuts in outputs.items():
            (tmp_path / name).mkdir(exist_ok=True)
            text = conllu([(cut, [0, 1] if cut else [0]) for cut in cuts])
            (tmp_path / name / f"{number}.conllu").write_text(text, encoding="utf-8")
    rows = tertium.compare(tmp_path / "gold", {name: tmp_path / name for name in "ab"}).test_sets("a", "b")
    assert sorted(row.names[0][1] for row in rows) == ["0", "1"]
    for row in rows:
        file = f"{row.names[0][1]}.conllu"
        alone = tertium.compare(tmp_path / "gold" / file, {name: tmp_path / name / file for name in "ab"})
        assert row.units == alone.n_units
        assert (row.before, row.after) == pytest.approx(tuple(alone.score("LAS", name).value for name in "ab"))
        contrast = alone.inference.contrast("LAS", 0, 1) if alone.inference else None
        assert contrast is not None
        assert contrast.test.name == "randomization"
        assert row.p == pytest.approx(contrast.test.p, abs=0.02)
        assert row.error == pytest.approx(contrast.error, rel=0.02)


def test_test_sets__of_units_keep_the_exact_test(tmp_path: Path) -> None:
    names = {"gold": GOLD, "a": UDPIPE, "b": STANZA}
    for name, path in names.items():
        (tmp_path / name).mkdir()
        sentences = Path(path).read_text(encoding="utf-8").strip("\n").split("\n\n")
        for part in range(2):
            text = "\n\n".join(sentences[part::2]) + "\n\n"
            (tmp_path / name / f"{part}.conllu").write_text(text, encoding="utf-8")
    result = tertium.compare(tmp_path / "gold", {name: tmp_path / name for name in "ab"})
    for row in result.test_sets("a", "b"):
        file = f"{row.names[0][1]}.conllu"
        alone = tertium.compare(tmp_path / "gold" / file, {name: tmp_path / name / file for name in "ab"})
        contrast = alone.inference.contrast("LAS", 0, 1) if alone.inference else None
        assert contrast is not None
        assert (contrast.test.name, contrast.test.p) == ("exact", row.p)


def test_verdict__of_counts_that_do_not_differ() -> None:
    verdict = tertium.compare(GOLD, {"a": UDPIPE, "b": STANZA}, measure="Sentences").verdict
    assert verdict == "b and a score the same in every sentence (Sentences 100.00)."


@pytest.mark.slow
def test_stars__hold_their_family_wise_error() -> None:
    """Systems that share their quality: the share of runs with any star stays near alpha, with moving denominators."""
    runs, false = 150, 0
    for seed in range(runs):
        source = np.random.default_rng(seed)
        gold = [[(f"w{k}", "X") for k in range(6)] for _ in range(60)]
        systems = {
            name: [
                [(word, "X" if source.random() < ease else "Y") for word, _ in sentence]
                for sentence, ease in zip(gold, source.beta(6, 2, 60), strict=True)
            ]
            for name in "ab"
        }
        result = tertium.compare(gold, systems, measure="Sentences", resamples=200)
        assert result.inference is not None
        code = np.repeat(source.integers(0, 4, 60), 6).astype(np.int32)
        more = np.repeat(source.integers(0, 3, 60), 6).astype(np.int32)
        features = [
            Feature("f", "f", tuple("abcd"), code, "sentence"),
            Feature("g", "g", tuple("abc"), more, "sentence"),
        ]
        rows = compare_block_slices(result.inference, "Sentences", 0, 1, features)
        false += any(row.p_adjusted < 0.05 for row in rows)
    assert false <= 16  # 5 % of 150 is 7.5; more than 16 has a probability under .002
