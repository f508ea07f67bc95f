"""The pages of `noise` and `suspects`, compared with stored ones, and what must hold for all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tertium
from tertium.demo import demo_files
from tertium.reports.page import cells
from tests import small
from tests.reports.test_terminal import check_page


def demo_noise(*names: str, **options: Any) -> tertium.Noise:
    gold, systems = demo_files()
    return tertium.noise(gold, {name: systems[name] for name in names}, **options)


def test_page__the_example_of_the_paper() -> None:
    check_page("noise-paper", str(tertium.noise(accuracy=(0.9135, 0.9282), error_rate=0.03, ambiguity=2.5)))


def test_page__tags_of_the_demo() -> None:
    check_page("noise-demo-tags", str(demo_noise("udpipe", "spacy", "stanza", layer="upos", error_rate=0.01)))


def test_page__two_parsers_of_the_demo() -> None:
    check_page("noise-demo", str(demo_noise("udpipe", "stanza", error_rate="0.02:0.04")))


def test_page__suspects_of_the_demo() -> None:
    gold, systems = demo_files()
    check_page("suspects-demo", tertium.suspects(gold, systems, layer="upos").render())


@pytest.mark.parametrize("width", [72, 80, 100])
def test_pages__keep_to_their_width(width: int) -> None:
    gold, systems = demo_files()
    pages = [
        tertium.noise(accuracy=(0.9135, 0.9282), error_rate=(0.02, 0.04), ambiguity=2.5).render(width),
        tertium.noise(accuracy=(0.8, 0.95), error_rate=0.01).render(width),
        demo_noise("udpipe", "spacy", "stanza", layer="xpos", error_rate=0.01, against=systems["udpipe"]).render(width),
        tertium.suspects(gold, systems, against=systems["spacy"]).render(width),
    ]
    for page in pages:
        rows = [row for row in page.split("\n") if not row.startswith("signature")]
        assert max(cells(row) for row in rows) <= width, max(rows, key=cells)


def test_verdict__hard_bounds_decide() -> None:
    apart = tertium.noise(accuracy=(0.9, 0.92), error_rate=0.005)
    assert "T2 is better than T1, whatever the errors of the gold are" in apart.verdict
    between = tertium.noise(accuracy=(0.9135, 0.9282), error_rate=0.01, ambiguity=2.5)
    assert "This gold cannot tell T2 from T1" in between.verdict
    assert "do not overlap, but they rest on an assumption" in between.verdict
    same = tertium.noise(accuracy=(0.9, 0.9), error_rate=0.005)
    assert "equally good" in same.verdict


def test_verdict__of_several_pairs_names_those_that_are_told() -> None:
    text = demo_noise("udpipe", "spacy", "stanza", error_rate=0.005).verdict
    assert "it can tell 2 of 3 pairs apart" in text
    assert "spacy from udpipe" in text
    assert "none of the 3 pairs" in demo_noise("udpipe", "spacy", "stanza", error_rate=0.2).verdict


def test_reasonable_interval__comes_with_its_warning() -> None:
    assert any(
        "learn its errors" in text for text in demo_noise("udpipe", "spacy", layer="upos", error_rate=0.01).warnings
    )
    assert not any("learn its errors" in text for text in demo_noise("udpipe", "spacy", error_rate=0.01).warnings)


def test_frames__have_their_columns() -> None:
    result = demo_noise("udpipe", "spacy", layer="upos", error_rate=0.01, against=demo_files()[1]["stanza"])
    assert result.bounds.schema["reasonable_low"] == pl.Float64
    assert result.bounds.height == 6
    assert result.pairs["flip_distance"].to_list() == [result.duels[0].flips]
    assert result.truth.height == 6
    assert result.estimates.height == 0


def test_document__is_what_the_docs_describe() -> None:
    document = demo_noise("udpipe", "spacy", error_rate=0.01).to_dict()
    assert document["schema"] == 1
    assert list(document) == [
        *("schema", "tertium", "task", "signature", "headline", "gold", "systems", "verdict", "lexicon"),
        *("bounds", "pairs", "sample", "model", "against", "warnings"),
    ]
    assert document["bounds"][0]["hard_low"] == pytest.approx(document["bounds"][0]["observed"] - 0.01)
    assert document["sample"] is None
    two = tertium.noise(accuracy=(0.9135, 0.9282), error_rate=0.03, ambiguity=2.5).to_dict()
    assert two["bounds"][0]["reasonable_low"] == pytest.approx(0.9075)
    assert two["pairs"][0]["reasonable_overlap_error_rate"] == pytest.approx(0.01369, abs=1e-4)


def test_model__says_nothing_without_a_sample(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    result = tertium.noise(str(gold), [str(old), str(new)], model=True)
    assert result.anchored is None
    assert result.to_dict()["model"] is None
    page = " ".join(str(result).split())
    assert "Nothing that should be printed" in page
    assert "without the sample" not in page


def test_comparison__tells_what_the_gold_would_have_to_be_wrong_by() -> None:
    gold, systems = demo_files()
    result = tertium.compare(gold, {name: systems[name] for name in ("udpipe", "spacy")})
    assert result.gold_errors("udpipe", "spacy") == (237 - 117) // 2
    assert result.gold_errors("udpipe", "spacy", "CLAS") is None
    assert "gold: 60 wrong answers among these, all against spacy, would make it a tie" in str(result)
    row = next(row for row in result.to_dict()["differences"] if row["measure"] == "LAS")
    assert row["flip_distance"] == 60


# suspects -----------------------------------------------------------------------------------------------------------


def test_suspects__frame_and_document() -> None:
    gold, systems = demo_files()
    result = tertium.suspects(gold, systems, layer="upos")
    frame = result.suspects
    assert frame.height == len(result.listed)
    assert frame["rank"].to_list() == list(range(1, frame.height + 1))
    document = result.to_dict(n=3)
    assert len(document["suspects"]) == 3
    assert document["listed"] == frame.height
    assert document["quality"] == []
    everyone = result.frame(everyone=True)
    assert everyone.height == len(result.found) > frame.height


def test_suspects__annotated_gold_keeps_everything_else() -> None:
    gold, systems = demo_files()
    result = tertium.suspects(gold, systems, layer="upos")
    before = Path(gold).read_text(encoding="utf-8").split("\n")
    after = result.annotate().decode("utf-8").split("\n")
    assert len(before) == len(after)
    changed = [place for place, (one, two) in enumerate(zip(before, after, strict=True)) if one != two]
    assert len(changed) == len(result.listed)
    row = result.rows(1)[0]
    assert after[row.line - 1].split("\t")[:9] == before[row.line - 1].split("\t")[:9]
    marks = after[row.line - 1].split("\t")[9]
    assert "SuspectRank=1|" in marks
    assert f"SuspectInstead={row.instead}" in marks
    assert "SuspectSystems=3:0" in marks


def test_suspects__none_at_all() -> None:
    gold = [[("a", "D"), ("dog", "N")]]
    result = tertium.suspects(gold, {"a": gold, "b": gold})
    assert result.verdict == "No gold answer is contradicted by anybody."
    assert "signature" in str(result)
    assert result.suspects.height == 0


@pytest.mark.parametrize(("given", "share"), [(0.0005, "more"), (0.3, "less")])
def test_page__says_which_way_the_error_rate_that_was_given_is_off(given: float, share: str, tmp_path: Path) -> None:
    """Who is right everywhere has few errors to share, or the gold few errors."""

    def write(name: str, tags: str) -> str:
        path = tmp_path / f"{name}.tsv"
        path.write_text("".join(f"w{place}\t{tag}\n" for place, tag in enumerate(tags)) + "\n", encoding="utf-8")
        return str(path)

    gold, better = write("gold", "A" * 20), write("better", "B" + "A" * 19)
    systems = {"one": write("one", "A" * 20), "two": write("two", "A" * 19 + "B")}
    page = " ".join(str(tertium.noise(gold, systems, error_rate=given, against=better)).split())
    assert f"{share} of the gold is wrong there" in page
