"""The drawings in a real browser: what is drawn, where, and that nothing of a corpus becomes markup."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.reports.drawings import drawing_script, drawing_style
from tertium.reports.drawn_sentences import draw_sentences
from tests import small
from tests.browser import complaints, open_page

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.browser

HOSTILE = ("<script>window.hit=1</script>", "</script>", '"><img src=x onerror=window.hit=1>', "{{7*7}}", "a\u2028b")


def page(document: dict[str, Any]) -> str:
    """A page that draws every sentence of a document for its first pair."""
    text = json.dumps(document, ensure_ascii=True).replace("<", "\\u003c")
    return (
        f"<!doctype html><html data-theme=light><meta charset=utf-8><style>{drawing_style()}</style><body>"
        f"<script>{drawing_script()}</script><script>const data = tertiumDrawings.open({text});"
        "const put = (what) => { const box = document.createElement('div'); document.body.append(box); what(box); };"
        "put((box) => tertiumDrawings.legend(box, data, {pair: [0, 1]}));"
        "for (const sentence of data.sentences) {"
        " put((box) => { box.className = 'line'; tertiumDrawings.line(box, sentence, {pair: [0, 1]}); });"
        " put((box) => { box.className = 'drawing';"
        " tertiumDrawings.draw(box, sentence, {pair: [0, 1], common: true}); });"
        "}</script>"
    )


def draw(browser: Any, tmp_path: Path, document: dict[str, Any]) -> None:
    open_page(browser, tmp_path / "page.html", page(document))
    assert complaints(browser) == []


def look(browser: Any, script: str) -> Any:
    return browser.execute_script(f"return {script}")


def texts(browser: Any, selector: str) -> list[str]:
    found: list[str] = look(browser, f"[...document.querySelectorAll({selector!r})].map((one) => one.textContent)")
    return found


def fake(drawing: str, words: list[str], units: list[list[Any]], **more: Any) -> dict[str, Any]:
    """A document of one sentence, its texts not yet in a table."""
    strings: list[str] = []

    def place(text: Any) -> Any:
        if isinstance(text, list):
            return [place(one) for one in text]
        if not isinstance(text, str):
            return text
        if text not in strings:
            strings.append(text)
        return strings.index(text)

    row = {"n": 1, "id": "s1", "doc": 0, "words": place(words), "units": place(units), "wrong": [0, 0], "interest": 1}
    return {
        "drawing": drawing,
        "task": "any",
        "measure": "F1",
        "unit": "word",
        "systems": ["one", "two"],
        "documents": ["d"],
        "total": 1,
        "sentences": [{**row, **{key: place(value) for key, value in more.items()}}],
        "strings": strings,
    }


@pytest.fixture
def words(tmp_path: Path) -> dict[str, Any]:
    gold, old, new = small.write(tmp_path)
    return draw_sentences(tertium.compare(str(gold), {"old": str(old), "new": str(new)}, intervals=False))


def test_arcs__are_those_of_the_gold_and_those_that_differ(browser: Any, tmp_path: Path, words: dict[str, Any]) -> None:
    draw(browser, tmp_path, words)
    assert texts(browser, ".line")[0].strip() == "Joana[▼ nsubj>obj] comprou um bolo[▲ nsubj>obj] . ".strip()
    first = ".drawing .td-svg"
    assert len(texts(browser, first)) == 4
    cake = "document.querySelector('.td-svg')"
    assert look(browser, f"{cake}.querySelectorAll('.td-arc.td-gold > .td-path').length") == 5
    assert look(browser, f"{cake}.querySelectorAll('.td-arc.td-a > .td-path').length") == 2
    assert look(browser, f"{cake}.querySelectorAll('.td-arc.td-b > .td-path').length") == 2
    assert look(browser, f"[...{cake}.querySelectorAll('.td-wrong .td-label')].map((one) => one.textContent)") == [
        "✗ obj",
        "✗ nsubj",
    ]
    assert look(browser, f"{cake}.querySelectorAll('.td-strike').length") == 2
    dashed = look(browser, f"getComputedStyle({cake}.querySelector('.td-arc.td-b > .td-path')).strokeDasharray")
    assert dashed != "none"
    assert look(browser, f"getComputedStyle({cake}.querySelector('.td-arc.td-a > .td-path')).strokeDasharray") == "none"
    told = texts(browser, ".td-told")[0]
    assert "Joana: new error, gold nsubj of comprou (2), old nsubj of comprou (2), new obj of comprou (2)." in told


def test_arcs__gold_is_above_the_words_and_systems_below(browser: Any, tmp_path: Path, words: dict[str, Any]) -> None:
    draw(browser, tmp_path, words)
    script = (
        "(() => { const svg = document.querySelector('.td-svg'); const box = (one) => one.getBoundingClientRect();"
        " const line = box(svg.querySelector('.td-word')).top;"
        " return {gold: [...svg.querySelectorAll('.td-gold > .td-path')].every((one) => box(one).top < line),"
        " own: [...svg.querySelectorAll('.td-a > .td-path, .td-b > .td-path')]"
        ".every((one) => box(one).bottom > line + 20)};"
        " })()"
    )
    assert look(browser, script) == {"gold": True, "own": True}


def test_arcs__of_right_to_left_text_are_mirrored(browser: Any, tmp_path: Path, words: dict[str, Any]) -> None:
    draw(browser, tmp_path, words)
    places = look(
        browser,
        "[...document.querySelectorAll('.td-svg')].map((svg) => [...svg.querySelectorAll('.td-word')]"
        ".map((one) => one.getBoundingClientRect().left))",
    )
    assert places[0] == sorted(places[0])
    assert places[2] == sorted(places[2], reverse=True)


def test_arcs__labels_do_not_lie_on_each_other(browser: Any, tmp_path: Path) -> None:
    """With a word that has every other word as its dependent, and as many again crossing."""
    n = 40
    names = ["w" if place % 3 else "långt-ord" for place in range(n)]
    heads = [0 if place == 0 else 1 for place in range(n)]
    units = [
        [place, place + 1, "compound", "12", "nsubj:pass", place, "advcl:relcl", max(place - 3, 0)]
        for place in range(4, n, 2)
    ]
    document = fake("arcs", names, units, heads=heads, labels=["root"] + ["compound"] * (n - 1))
    draw(browser, tmp_path, document)
    overlaps = look(
        browser,
        "(() => { const boxes = [...document.querySelectorAll('.td-label')].map((one) => one.getBoundingClientRect());"
        " let n = 0; boxes.forEach((one, i) => boxes.slice(i + 1).forEach((two) => {"
        " if (one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 4"
        " && two.top < one.bottom - 4) n += 1; }));"
        " return n; })()",
    )
    assert overlaps == 0
    assert look(
        browser,
        "(() => { const box = document.querySelector('.td-arcs'); return box.scrollWidth > box.clientWidth; })()",
    )


@pytest.mark.parametrize("drawing", ["arcs", "tags", "spans", "trees", "chains"])
def test_texts__of_a_corpus_are_never_markup(browser: Any, tmp_path: Path, drawing: str) -> None:
    label = HOSTILE[2]
    unit: list[Any] = [0, 1, label, "01", label, HOSTILE[0]]
    more: dict[str, Any] = {}
    if drawing == "arcs":
        unit = [0, 1, label, "01", label, 2, HOSTILE[0], 3]
        more = {"heads": [2, 0, 2, 2, 2], "labels": [label] * 5}
    if drawing == "tags":
        more = {"labels": [label] * 5}
    if drawing == "trees":
        tree = {"labels": [0, 0], "parents": [-1, 0], "words": [1, 1, 0, 0, 0]}
        more = {"tags": [label] * 5, "tree": tree, "trees": [None, {**tree, "extra": [1], "missed": [1]}]}
    if drawing == "chains":
        more = {"mentions": [[0, 1, 1]], "links": [[[1, 1, 2], 0, [1, 2, 3]]]}
    document = fake(drawing, list(HOSTILE), [unit], **more)
    document["systems"] = ["<b>one</b>", HOSTILE[2]]
    draw(browser, tmp_path, document)
    assert look(browser, "window.hit") is None
    assert look(browser, "document.querySelectorAll('body img, body b > b, body div script').length") == 0
    shown = " ".join(texts(browser, ".line"))
    assert "<script>window.hit=1</script>" in shown
    assert "{{7*7}}" in shown
    assert "a�b" in shown


def test_tags__stand_in_line(browser: Any, tmp_path: Path) -> None:
    """Where neither is right, the gold's tag is told: it stands nowhere else."""
    document = fake(
        "tags",
        ["the", "can", "rusts", "fast"],
        [
            [1, 2, "NOUN", "10", "AUX", "NOUN"],
            [2, 3, "VERB", "11", "NOUN", "NOUN"],
            [3, 4, "ADV", "12", "ADJ", "NOUN"],
        ],
        labels=["DET", "NOUN", "VERB", "ADV"],
    )
    draw(browser, tmp_path, document)
    (text,) = texts(browser, ".drawing .td-text")
    shown = "the can[▲ AUX>NOUN] rusts[✗ NOUN, gold VERB] fast[◆ ADJ>NOUN, gold ADV]"
    assert " ".join(text.split()) == shown
    assert texts(browser, ".drawing .td-text s") == ["AUX", "NOUN", "ADJ", "NOUN"]


def test_spans__are_bars_that_wrap(browser: Any, tmp_path: Path) -> None:
    words = ["New", "York", "City", "Hall", "opened"] * 12
    units = [
        [0, 3, "LOC", "01", "LOC", -1],
        [0, 4, -1, "01", -1, "ORG"],
        [1, 2, "LOC", "11", -1, -1],
    ]
    draw(browser, tmp_path, fake("spans", words, units))
    assert texts(browser, ".td-lane.td-gold.td-opens") == ["LOC", "LOC"]
    assert texts(browser, ".td-lane.td-a.td-opens") == ["▼ LOC"]
    assert sorted(texts(browser, ".td-lane.td-b.td-opens")) == ["▼ ✗ ORG", "▼ ✗ ∅"]
    assert texts(browser, ".td-lane.td-both.td-opens") == ["✗ ∅"]
    assert look(browser, "document.querySelector('.td-row').getBoundingClientRect().height") > 100
    assert look(browser, "document.querySelector('.td-row').scrollWidth <= innerWidth")


def test_spans__arguments_name_their_predicates(browser: Any, tmp_path: Path) -> None:
    """One word is an argument of several predicates."""
    units = [
        [0, 1, "ARG0", "01", "ARG0", "ARG1"],
        [0, 1, "ARG1", "10", -1, "ARG1"],
        [3, 4, "ARG1", "00", "ARG1", "ARG1"],
    ]
    draw(browser, tmp_path, fake("spans", ["she", "wants", "to", "sleep"], units, anchors=[1, 3, -1]))
    assert texts(browser, ".td-lane.td-gold.td-opens") == ["ARG1 of sleep", "ARG0 of wants", "ARG1"]
    assert texts(browser, ".td-lane.td-a.td-opens") == ["▼ ARG0 of wants", "▲ ✗ ∅ of sleep"]
    assert "she: new error, gold ARG0 of wants" in texts(browser, ".drawing .td-told")[0]


_TREE = "(TOP (S (NP (DT The) (NN dog)) (VP (VBD chased) (NP (NP (DT a) (NN cat)) (PP (IN in) (NP (NN town)))))))\n"
TREES = {
    "gold": _TREE,
    "a": "(TOP (S (NP (DT The) (NN dog)) (VP (VBD chased) (NP (DT a) (NN cat)) (PP (IN in) (ADVP (RB town))))))\n",
    "b": _TREE,
}


def test_trees__tell_what_is_missing_and_what_is_wrong(browser: Any, tmp_path: Path) -> None:
    for name, text in TREES.items():
        (tmp_path / f"{name}.mrg").write_text(text, encoding="utf-8")
    systems = {name: str(tmp_path / f"{name}.mrg") for name in "ab"}
    draw(browser, tmp_path, draw_sentences(tertium.compare(str(tmp_path / "gold.mrg"), systems, intervals=False)))
    assert texts(browser, ".td-tree h4") == [
        "Gold",
        "① a (− 1 missing, dashed in the gold's tree)",
        "② b: the same tree as the gold's",
    ]
    assert texts(browser, ".td-ours .td-node.td-wrong") == ["−① NP", "~① NP"]
    assert texts(browser, ".td-svg.td-a .td-node.td-wrong") == ["~ NP → ADVP"]
    assert texts(browser, ".td-svg.td-a .td-pos.td-wrong") == ["NN → RB"]


def test_chains__tell_the_antecedents_of_everybody(browser: Any, tmp_path: Path) -> None:
    document = fake(
        "chains",
        ["She", "likes", "him", "."],
        [[0, 1, "tp", "01", "tp", "wl"], [2, 3, "tp", "01", "tp", "fn"], [2, 4, -1, "01", -1, "fp"]],
        mentions=[[0, 1, 1], [2, 3, 2]],
        links=[[[7, 0, 1], [7, 0, 1], [1, 2, 3]], [[1, 0, 1], [1, 0, 1], 0], [0, 0, [7, 3, 5]]],
    )
    draw(browser, tmp_path, document)
    assert texts(browser, ".td-lane.td-gold.td-opens") == ["1", "2"]
    assert texts(browser, ".td-lane.td-b.td-opens") == ["▼ ✗ wrong link", "▼ ✗ not linked", "▼ ✗ linked"]
    first, second, third = texts(browser, ".td-links li")
    assert first.startswith("▼ She new error")
    assert "key: ← words 1 to 1 of sentence 7 (sentence 7)" in first
    assert "✗ two: wrong link ← She likes him . (here)" in first
    assert texts(browser, ".td-links .td-quote b")[0] == "him"
    assert "✗ two: not linked" in second
    assert "key: no antecedent" in third


def test_look__is_dark_on_demand_and_readable(browser: Any, tmp_path: Path, words: dict[str, Any]) -> None:
    """Every text stands out from its ground as WCAG AA asks: 4.5 to 1."""
    draw(browser, tmp_path, words)
    for theme in ("light", "dark"):
        browser.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
        names = ("ink", "quiet", "a", "b", "correction", "new-error", "changed-error")
        style = "getComputedStyle(document.documentElement)"
        paper = luminance(look(browser, f"{style}.getPropertyValue('--td-paper')"))
        for name in names:
            ink = luminance(look(browser, f"{style}.getPropertyValue('--td-{name}')"))
            low, high = sorted((ink, paper))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (theme, name)


def luminance(colour: str) -> float:
    digits = colour.strip().removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(pair, 16) / 255 for pair in re.findall("..", digits)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_script__asks_nobody_for_anything() -> None:
    found = re.findall(r"https?://[^\"'` )]+", drawing_script() + drawing_style())
    assert set(found) == {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert "innerHTML" not in drawing_script()
