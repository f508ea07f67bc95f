"""What a notebook shows: every result has a light piece of HTML, and nothing of a corpus becomes markup."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.demo import demo_files
from tests import small

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.comparison_result import Comparison

VOID = {"br", "img", "hr"}


class Checker(HTMLParser):
    """Elements must be closed in the order in which they were opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


def check(found: Any) -> Checker:
    html = found._repr_html_()
    checker = Checker()
    checker.feed(html)
    checker.close()
    assert not checker.open
    assert checker.seen <= set("div style h3 p b i bdi span pre table caption thead tbody tr th td".split())  # noqa: SIM905
    assert not any(name.startswith("on") or name in ("src", "href") for name in checker.attributes)
    assert "http" not in html
    return checker


@pytest.fixture(scope="module")
def demo() -> Comparison:
    gold, systems = demo_files()
    return tertium.compare(gold, systems, resamples=100)


def test_comparison__shows_verdict_scores_changes_and_sentences(demo: Comparison) -> None:
    checker = check(demo)
    text = " ".join(" ".join(checker.text).split())
    assert demo.verdict.partition(". ")[0] in text
    assert "spacy 85.03*" in text
    assert "What changed, udpipe → spacy (LAS)" in text
    assert "237 corrections" in text
    assert "[▲ nmod>obl]" in text
    assert demo.signature in text
    assert len(demo._repr_html_()) < 10_000


def test_results__all_have_something_for_notebooks(demo: Comparison) -> None:
    gold, systems = demo_files()
    results: list[Any] = [
        tertium.score(gold, systems),
        tertium.diff(gold, systems["spacy"]),
        tertium.repair(gold, systems["spacy"]),
        tertium.show(gold, systems["spacy"], differing=1),
        tertium.find_errors(gold, systems["spacy"]),
        tertium.noise(accuracy=(0.91, 0.93), error_rate=0.03, ambiguity=2.5),
        tertium.curve(gold, {10: systems["udpipe"], 20: systems["spacy"]}, resamples=50),
        tertium.describe(gold),
        demo.difference("udpipe", "spacy"),
        demo.difference("udpipe", "spacy", "CLAS"),
        demo.listing("udpipe", "spacy", kind="new_error", n=2),
        demo.examples("udpipe", "spacy", "correction", n=1)[0],
    ]
    for result in results:
        assert "".join(check(result).text).strip(), type(result)


def test_difference__counts_what_it_lists(demo: Comparison) -> None:
    text = " ".join("".join(check(demo.difference("udpipe", "spacy")).text).split())
    assert "494 of 1,911 words differ: 237 corrections, 117 new errors, 140 changed errors" in text
    assert "▲ correctionpunct, attachment only29" in text


def test_corpora__are_text(tmp_path: Path) -> None:
    paths = small.write(tmp_path)
    for path in paths:
        text = (
            path.read_text(encoding="utf-8").replace("bolo", "<script>x</script>").replace("obj", '"><img/onerror=1>')
        )
        path.write_text(text, encoding="utf-8")
    gold, old, new = map(str, paths)
    result = tertium.compare(gold, {"<b>old": old, "n\u202ew": new})
    for found in (result, result.difference("<b>old", "n\u202ew"), result.listing("<b>old", "n\u202ew")):
        text = "".join(check(found).text)
        assert "\u202e" not in text
    assert "<script>x</script>" in "".join(check(result.listing("<b>old", "n\u202ew")).text)
    assert "<b>old" in "".join(check(result).text)


def test_one_system__has_no_pairs() -> None:
    gold = [("a", "X"), ("b", "Y")]
    text = "".join(check(tertium.compare(gold, {"a": gold})).text)
    assert "100.00" in text
    assert "What changed" not in text
