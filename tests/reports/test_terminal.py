"""The pages at fixed width, without colour, compared with stored files (`TERTIUM_UPDATE=1 pytest` writes them anew)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tertium
from tertium.demo import demo_files
from tertium.reports.diff_page import diff_page
from tertium.reports.listings import Choice
from tertium.reports.page import as_text, cells
from tertium.reports.score_page import score_page
from tertium.reports.terminal import comparison_page
from tests import small
from tests.chains import conll, write_pair

STORED = Path(__file__).parent.parent / "golden/pages"


def check_page(name: str, text: str) -> None:
    """Compare with the stored page; write it when asked to."""
    path = STORED / f"{name}.txt"
    if os.environ.get("TERTIUM_UPDATE"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    return list(small.write(tmp_path))


def test_compare_page__two_parsers(files: list[Path]) -> None:
    check_page("compare-small", as_text(comparison_page(tertium.compare(files[0], files[1:]))))


def test_compare_page__the_demo() -> None:
    gold, systems = demo_files()
    check_page("compare-demo", as_text(comparison_page(tertium.compare(gold, systems))))


def test_compare_page__many_systems(files: list[Path]) -> None:
    gold, old, new = files
    systems = {"a": old, "b": new, "c": old, "d": gold}
    check_page("compare-four", as_text(comparison_page(tertium.compare(gold, systems), Choice(examples=0))))


def test_compare_page__chains(tmp_path: Path) -> None:
    """Two resolvers on three documents: what changed, by mention type and by type of error, how alike they are."""
    forms = ["Ann", "saw", "Bob", ".", "She", "likes", "her", "boss", ".", "He", "left", "."]
    tags = "NNP VBD NNP . PRP VBZ PRP$ NN . PRP VBD ."
    texts = {
        "(0) - (1) - / (0) - (0)|(2 2) - / (2) - -": (
            "(0) - (1) - / (0) - (0)|(2 2) - / (1) - -",
            "(0) - (1) - / (1) - (1) - - / (1) - -",
        ),
        "(0) - (1) - / (0) - (0) - - / (1) - -": (
            "(0) - - - / (0) - - - - / (0) - -",
            "(0) - (1) - / (0) - (0) (1) - / (1) - -",
        ),
        "(0) - - - / (0) - (0 0) - / - - -": (
            "(0) - - - / (0) - (0) - - / (0) - -",
            "(0) - (1) - / (1) - - - - / - - -",
        ),
    }
    columns = zip(*((key, *others) for key, others in texts.items()), strict=True)
    files = (
        "".join(conll(text, tags=tags, forms=forms, name=f"d{place}") for place, text in enumerate(column))
        for column in columns
    )
    key, *systems = write_pair(tmp_path, *files)
    check_page("compare-chains", as_text(comparison_page(tertium.compare(key, systems))))


def test_compare_page__listings(files: list[Path]) -> None:
    result = tertium.compare(files[0], files[1:])
    for name, choice in {
        "list-new-errors": Choice(kind="new_error", examples=None),
        "list-label": Choice(label="obj", examples=None),
        "list-only-new": Choice(only="new", examples=None),
        "list-only-none": Choice(only="none", examples=1),
    }.items():
        check_page(name, as_text(comparison_page(result, choice)))


def test_score_page(files: list[Path]) -> None:
    check_page("score-small", as_text(score_page(tertium.score(files[0], [files[1]]))))
    check_page("score-eval07", as_text(score_page(tertium.score(files[0], [files[1]], like="eval07"), labels=True)))


def test_diff_page(files: list[Path]) -> None:
    check_page("diff-small", as_text(diff_page(tertium.diff(files[1], files[2]))))


@pytest.mark.parametrize("width", [72, 80, 100])
def test_pages__keep_within_their_width(width: int) -> None:
    gold, systems = demo_files()
    result = tertium.compare(gold, systems)
    rows = as_text(comparison_page(result, width=width)).split("\n")
    assert max(cells(row) for row in rows) <= width


def test_pages__mark_right_to_left_words_in_isolation(files: list[Path]) -> None:
    text = as_text(comparison_page(tertium.compare(files[0], files[1:])))
    assert "עוגה\u2066[obj>obl]\u2069" in text


def test_pages__show_control_characters_of_a_corpus(tmp_path: Path) -> None:
    gold, system = tmp_path / "g.tsv", tmp_path / "s.tsv"
    gold.write_text("a\x1b[31m\tX\nb\tY\n\n", encoding="utf-8")
    system.write_text("a\x1b[31m\t\x1b[2J\nb\tY\n\n", encoding="utf-8")
    text = str(tertium.compare(gold, [system, gold]))
    assert "\x1b" not in text
    assert "\\x1b[2J" in text


def test_listing__says_why_a_label_is_not_found(files: list[Path]) -> None:
    result = tertium.compare(files[0], files[1:])
    page = as_text(comparison_page(result, Choice(label="objj", examples=None)))
    assert "note: no file has the label objj. Did you mean obj?" in page
    page = as_text(comparison_page(result, Choice(label="nsubj:pass", examples=None)))
    assert "subtypes are cut off. Try --subtypes" in page
    page = as_text(comparison_page(result, Choice(label="root", examples=None)))
    assert "the label root occurs, but not there" in page


def test_compare_page__says_why_it_stops_early(files: list[Path]) -> None:
    assert "One system has nothing to differ from" in str(tertium.compare(files[0], files[1]))
    assert "MLAS is not decided word by word" in str(tertium.compare(files[0], files[1:], measures="MLAS"))


def test_diff_page__top_and_label(files: list[Path]) -> None:
    result = tertium.diff(files[1], files[2])
    rows = as_text(diff_page(result, Choice(top=2))).split("\n")
    assert sum(row.startswith("    ") and "%" in row for row in rows) == 2 + 1  # one line of other measures
    assert "    … 2 more kinds (--top N shows more)" in rows
    page = as_text(diff_page(result, Choice(label="obj", examples=None)))
    assert "old → new: differences with obj: 4 words in 3 sentences" in page
    assert "old.conllu:" in page
    assert "differ on" not in page


def test_compare_page__headroom_shows_the_best_and_counts_the_hidden() -> None:
    gold, systems = demo_files()
    many = {f"a-long-name-{number}": systems["udpipe"] for number in range(9)} | {"the-best-one": systems["spacy"]}
    result = tertium.compare(gold, many)
    text = as_text(comparison_page(result, Choice(examples=0)))
    section = text[text.index("By label") :]
    assert section.split("\n")[0].split()[-3] == "10", "names that would be cut to the same beginning are numbers"
    assert "more systems (at --width" in " ".join(section.split())
    wide = as_text(comparison_page(result, Choice(examples=0), width=200))
    assert "a-long-name-8" in wide[wide.index("By label") :].split("\n")[0]


def test_compare_page__of_many_systems_names_a_few_and_counts_the_others() -> None:
    """With 40 systems a share and a name for each would fill a screen that nobody reads."""
    gold = [[(f"w{place}", "N") for place in range(20)]] * 3
    systems = {
        f"s{n:02}": [[(word, "N" if place >= n else "V") for place, (word, _) in enumerate(sent)] for sent in gold]
        for n in range(20)
    }
    result = tertium.compare(gold, systems, intervals=False)
    text = " ".join(as_text(comparison_page(result, Choice(examples=0))).split())
    assert "solved by none 0.0 %, by 1 5.0 %, by 2 to 10 45.0 %, by 11 to 19 45.0 %, by all 5.0 %" in text
    assert "s06" in text[text.index("(Shapley)") :]
    assert "the other 13 less each (--csv, --json)" in text


def test_compare_page__no_legend_without_marks(files: list[Path]) -> None:
    assert "marks: " in str(tertium.compare(files[0], files[1:]))
    assert "marks: " not in str(tertium.compare(files[0], {"a": files[1], "b": files[1]}))


def test_lists__do_not_grow_with_the_page(files: list[Path]) -> None:
    wide = as_text(comparison_page(tertium.compare(files[0], files[1:]), width=200)).split("\n")
    assert max(cells(row) for row in wide if "of class" in row) <= 90


def test_raw_text__the_oracle_says_of_which_words(tmp_path: Path) -> None:
    """The scores are F1 there, the oracle is a share of the gold words."""
    texts = {"gold": "ab\tX\nc\tY\n\n", "a": "a\tX\nb\tX\nc\tY\n\n", "b": "ab\tX\nc\tX\n\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.tsv").write_text(text)
    page = " ".join(str(tertium.compare(*(tmp_path / f"{name}.tsv" for name in texts))).split())
    assert "at least one is right on 100.00 % of the gold words" in page
    assert "+50.00 over a, which has 50.00 % of them" in page
