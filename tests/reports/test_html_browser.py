"""The HTML page in a real browser: what a reader clicks, types and prints, and what a hostile corpus cannot do."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any, Final

import pytest

import tertium
from tertium.demo import demo_files
from tertium.reports.change_sections import transition_name
from tertium.reports.html_page import render_html
from tests.browser import complaints
from tests.chains import conll, write_pair

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tertium.reports.comparison_result import Comparison

pytestmark = pytest.mark.browser

HOSTILE: Final = (
    "<script>window.hit=1</script>",
    "</script>",
    '"><img src=x onerror=window.hit=1>',
    "{{7*7}}",
    "a\u2028b",
    "\x1b[31m",
    "\u202eabc",
    "__proto__",
)


class Reader:
    """Somebody who looks at one page."""

    def __init__(self, browser: Any, path: Path) -> None:
        """Take the browser and the file."""
        self.browser, self.path = browser, path

    def open(self, address: str = "") -> Reader:
        """Open the page anew, and wait for its script."""
        self.browser.get_log("browser")
        self.browser.get("about:blank")
        self.browser.get(self.path.as_uri() + address)
        assert self.tell("document.documentElement.dataset.ready") == "yes"
        return self

    def tell(self, script: str) -> Any:
        """What an expression gives."""
        return self.browser.execute_script(f"return {script}")

    def wait(self, script: str) -> None:
        """Until an expression is true."""
        self.browser.execute_async_script(
            "const done = arguments[arguments.length - 1]; const end = Date.now() + 20000;"
            f"(function look() {{ if ({script}) done(true); else if (Date.now() > end) done(false);"
            " else setTimeout(look, 20); })();"
        )
        assert self.tell(script), script

    def text(self, selector: str) -> str:
        """Text of an element."""
        found: str = self.tell(f"document.querySelector({selector!r}).textContent.replace(/\\s+/g, ' ').trim()")
        return found

    def count(self, selector: str) -> int:
        """Elements."""
        found: int = self.tell(f"document.querySelectorAll({selector!r}).length")
        return found

    def pick(self, name: str, value: str) -> None:
        """Choose or type something in a field."""
        self.tell(
            f"(() => {{ const field = document.getElementById({name!r}); field.value = {value!r};"
            " for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true})); })()"
        )

    def press(self, key: str) -> None:
        """A key."""
        from selenium.webdriver import ActionChains, Keys

        ActionChains(self.browser).send_keys(Keys.ESCAPE if key == "Escape" else key).perform()

    def hash(self) -> str:
        """What the address keeps."""
        found: str = self.tell("decodeURIComponent(location.hash)")
        return found

    def draw_all(self) -> None:
        """Until every chart is there."""
        self.wait("document.documentElement.dataset.charts === 'drawn'")


@pytest.fixture(scope="module")
def demo() -> Comparison:
    gold, systems = demo_files()
    return tertium.compare(gold, systems)


@pytest.fixture(scope="module")
def page(browser: Any, demo: Comparison, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    path = tmp_path_factory.mktemp("page") / "demo.html"
    path.write_bytes(render_html(demo))
    browser.set_script_timeout(30)
    yield Reader(browser, path)
    browser.get("about:blank")


def set_media(browser: Any, **features: str) -> None:
    """What the browser says of the reader's wishes; `media` is screen or print."""
    media = features.pop("media", "")
    wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": wanted})


def sentences_of(demo: Comparison, before: str, after: str, kind: str | None) -> int:
    return demo.listing(before, after, kind=kind).n_sentences


def test_page__loads_without_complaints_and_without_requests(page: Reader) -> None:
    page.open()
    page.draw_all()
    assert complaints(page.browser) == []
    assert page.tell("performance.getEntriesByType('resource').map((entry) => entry.name)") == []
    assert page.count(".chart svg") == page.count("figure:not([hidden]) > .chart")
    assert page.text("h1").startswith("stanza (82.10) and spacy (81.79) lead")
    assert page.count("#list .card") == 20


def test_page__nothing_jumps(page: Reader) -> None:
    page.open()
    page.draw_all()
    script = (
        "const done = arguments[0]; let sum = 0;"
        "new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })"
        ".observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(sum), 100);"
    )
    assert page.browser.execute_async_script(script) < 0.05


def test_page__a_pair_can_be_chosen(page: Reader, demo: Comparison) -> None:
    page.open()
    page.pick("from", "1")
    assert page.text("#changes h2") == "What changed, spacy → stanza"
    corrections, new_errors, _ = demo.tables.transitions("LAS", 1, 2).by_class
    assert f"{corrections} corrections, {new_errors} new errors" in page.text("#facts")
    assert page.hash() == "#from=spacy"
    page.press("x")
    assert page.text("#changes h2") == "What changed, stanza → spacy"
    assert f"{new_errors} corrections, {corrections} new errors" in page.text("#facts")
    assert page.text("#count") == f"{sentences_of(demo, 'spacy', 'stanza', None)} of 133 sentences"
    page.browser.back()
    page.wait("document.getElementById('from').value === '1'")


@pytest.mark.parametrize("kind", ["correction", "new_error", "changed_error"])
def test_page__classes_leave_their_sentences(page: Reader, demo: Comparison, kind: str) -> None:
    page.open()
    page.pick("class", kind)
    assert page.text("#count") == f"{sentences_of(demo, 'udpipe', 'stanza', kind)} of 133 sentences"


def test_page__a_transition_filters(page: Reader, demo: Comparison) -> None:
    page.open()
    page.tell("document.querySelector('#transitions .list.correction tbody tr:nth-child(2) button').click()")
    table = demo.tables.transitions("LAS", 0, 2)
    row = table.rows(0)[1]
    gold, before, after = (table.labels[column[row]] for column in (table.gold, table.before, table.after))
    assert page.hash() == f"#class=correction&gold={gold}&was={before}&now={after}"
    assert page.text(".chip").startswith(f"gold {gold}, udpipe {before}, stanza {after}")
    frame = demo.decisions
    rows = frame.filter((frame["gold"] == gold) & (frame["udpipe"] == before) & (frame["stanza"] == after))
    assert page.text("#count").startswith(f"{rows['sentence'].n_unique()} of 133")
    page.tell("document.getElementById('sentences').scrollIntoView()")
    page.wait("document.querySelector('#list .drawing .td-chosen') !== null")
    assert complaints(page.browser) == []
    page.press("c")
    assert page.hash() == ""


def test_page__a_label_of_the_table_filters(page: Reader) -> None:
    page.open()
    label = page.text("a.label")
    page.tell("document.querySelector('a.label').click()")
    assert page.hash() == f"#label={label}"


def test_page__a_mark_of_a_chart_filters(page: Reader) -> None:
    page.open()
    page.draw_all()
    page.tell("document.querySelector('[data-chart=balance]').scrollIntoView({block: 'center'})")
    bar = "document.querySelector('[data-chart=balance] .mark-rect path')"
    page.tell(f"{bar}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
    assert "gold=punct" in page.hash()
    page.open()
    page.draw_all()
    bar = "document.querySelector('[data-chart=solvers] .mark-rect path')"
    page.tell(f"{bar}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
    assert page.hash() == "#class=all&set=011"
    assert page.text(".chip") == "right: only spacy, stanza ✕"


def test_page__a_deep_link_opens_its_sentence(page: Reader, demo: Comparison) -> None:
    page.open("#from=stanza&to=spacy&class=new_error&s=100")
    assert page.text("#changes h2") == "What changed, stanza → spacy"
    assert page.tell("document.querySelector('.card.current').id") == "sentence-100"
    assert page.text(".card.current header").startswith(demo.gold.sentence_name(99))
    place = page.tell("document.querySelector('.card.current').getBoundingClientRect().top")
    assert -5 < place < 400
    page.open("#from=nobody&to=spacy&s=999999&class=nonsense")
    assert complaints(page.browser) == []


@pytest.mark.parametrize("way", ["link", "address"])
def test_page__a_section_is_found_below_the_sentences(page: Reader, way: str) -> None:
    """Sentences are drawn as they come into view, and grow; the reader stays where he wanted to be."""
    page.open("#method" if way == "address" else "")
    if way == "link":
        page.tell("document.querySelector('.bar a[href=\"#method\"]').click()")
    place = "document.querySelector('#method h2').getBoundingClientRect().top"
    page.wait(f"{place} > 0 && {place} < 300")
    page.wait(
        "[...document.querySelectorAll('.card')].at(-1).querySelector('.drawing').firstChild !== null"
        f" && {place} > 0 && {place} < 300"
    )


def test_page__more_sentences_come_when_asked_for(page: Reader) -> None:
    page.open()
    left = int(page.text("#count").split()[0]) - 20
    assert page.text("#more") == f"Next 20 of {left}"
    page.tell("document.getElementById('more').click()")
    assert page.count("#list .card") == 40
    assert page.text("#more") == f"Next 20 of {left - 20}"
    page.pick("query", "lighthouse")
    assert page.tell("document.getElementById('more').hidden")


def test_page__changed_errors_are_named_as_in_the_terminal(page: Reader, demo: Comparison) -> None:
    page.open()
    page.tell("document.querySelector('#transitions .changed-error > button').click()")
    told = page.tell(
        "[...document.querySelectorAll('#transitions .changed-error tbody th')].map((cell) => cell.textContent)"
    )
    table = demo.tables.transitions("LAS", 0, 2)
    names = [transition_name(table, row, with_gold=True) for row in table.rows(2).tolist()]
    assert told == [re.sub(r" \(attachment only\)", " attachment only", name) for name in names]
    assert any("→" in name and name.endswith("attachment only") for name in told)


def test_page__search_and_length(page: Reader, demo: Comparison) -> None:
    page.open()
    page.pick("class", "all")
    page.pick("query", "THE town")
    texts = [" ".join(demo.gold.forms(*demo.gold.sent_start[s : s + 2].tolist())).lower() for s in range(133)]
    assert page.text("#count").startswith(f"{sum('the town' in text for text in texts)} of 133 sentences")
    page.pick("query", "no such words here")
    assert page.text("#list") == "No sentence is left by these filters."
    page.pick("query", "")
    page.pick("most", "5")
    assert page.text("#count").startswith(f"{int((demo.gold.sent_len <= 5).sum())} of 133 sentences")


def test_page__keys(page: Reader) -> None:
    page.open()
    page.press("j")
    first = page.tell("document.querySelector('.card.current').id")
    page.press("j")
    second = page.tell("document.querySelector('.card.current').id")
    assert first != second
    assert page.hash() == f"#s={second.removeprefix('sentence-')}"
    page.press("k")
    assert page.tell("document.querySelector('.card.current').id") == first
    page.press("/")
    assert page.tell("document.activeElement.id") == "query"
    assert page.tell("document.getElementById('query').value") == ""
    page.press("Escape")
    page.press("?")
    assert page.tell("document.getElementById('help').open")
    page.press("Escape")
    page.wait("!document.getElementById('help').open")


def contrast(page: Reader, one: str, two: str) -> float:
    """WCAG's ratio of two custom properties."""
    script = f"""(() => {{
      const box = document.createElement('i'); document.body.append(box);
      const light = (name) => {{
        box.style.color = `var(${{name}})`;
        const parts = getComputedStyle(box).color.match(/[\\d.]+/g).slice(0, 3)
          .map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
      }};
      const found = [light('{one}'), light('{two}')].sort((a, b) => b - a);
      box.remove();
      return (found[0] + 0.05) / (found[1] + 0.05);
    }})()"""
    found: float = page.tell(script)
    return found


@pytest.mark.parametrize("look", ["light", "dark"])
def test_page__contrast(page: Reader, look: str) -> None:
    """WCAG AA: 4.5 for text, 3 for marks."""
    set_media(page.browser, prefers_color_scheme=look)
    try:
        page.open()
        dark = page.tell("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 27)"
        assert dark == (look == "dark")
        for name in ("--ink", "--quiet", "--correction", "--new-error", "--changed-error", "--accent"):
            assert contrast(page, name, "--paper") >= 4.5, name
        for place in range(8):
            assert contrast(page, f"--system-{place}", "--paper") >= 4.5, place
        for name in ("--best", "--middle", "--worst", "--raised", "--mark"):
            assert contrast(page, "--ink", name) >= 4.5, name
        assert contrast(page, "--quiet", "--raised") >= 4.5
        page.tell("document.querySelector('#transitions tbody button').click()")
        cell = "document.querySelector('#transitions tr[aria-selected=true] .dim')"
        assert page.tell(f"getComputedStyle({cell}).color === getComputedStyle(document.body).color")
        page.press("d")
        assert (page.tell("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 27)") != dark
        page.tell("localStorage.clear()")
    finally:
        set_media(page.browser)


def test_page__prints(page: Reader) -> None:
    """In light colours even where the screen is dark, without what can only be clicked."""
    page.open()
    page.draw_all()
    set_media(page.browser, media="print", prefers_color_scheme="dark")
    try:
        assert page.tell("getComputedStyle(document.querySelector('.bar')).display") == "none"
        assert page.tell("getComputedStyle(document.body).color") == "rgb(29, 32, 36)"
    finally:
        set_media(page.browser)
    assert page.count("#list .drawing:empty") > 0
    done = page.browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})
    assert len(base64.b64decode(done["data"])) > 50_000
    assert page.count("#list .drawing:empty") == 0


def test_page__reads_without_script(page: Reader) -> None:
    page.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        page.browser.get("about:blank")
        page.browser.get(page.path.as_uri())
    finally:
        page.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert page.tell("document.documentElement.className") == "no-js"
    visible = "((box) => box.width > 0 && box.height > 0)(document.querySelector('{}').getBoundingClientRect())"
    for selector in ("h1", ".scores", "#transitions table", "#labels", "#plain .sentence mark", ".methods"):
        assert page.tell(visible.format(selector)), selector
    for selector in (".chart", "#filters", ".bar .pair"):
        assert not page.tell(visible.format(selector)), selector


@pytest.mark.parametrize("width", [400, 3840])
def test_page__fits_narrow_and_wide(page: Reader, width: int) -> None:
    measures = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", measures)
    try:
        page.open()
        page.draw_all()
        assert page.tell("document.documentElement.scrollWidth") <= width
        for chart in ("scores", "flow", "balance", "solvers"):
            assert (
                page.tell(f"document.querySelector('[data-chart={chart}] svg').getBoundingClientRect().width") <= width
            )
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_page__a_hostile_corpus_does_nothing(page: Reader, tmp_path: Path) -> None:
    gold = [[(word, f"{word}X") for word in HOSTILE]]
    one = [[(word, f"{word}Y") for word in HOSTILE]]
    two = [[(word, f"{word}{'X' if place % 2 else 'Z'}") for place, word in enumerate(HOSTILE)]]
    names = {'<img src=x onerror="window.hit=1">': one, "</script><script>window.hit=1</script>": two}
    path = tmp_path / "hostile.html"
    path.write_bytes(render_html(tertium.compare(gold, names)))
    reader = Reader(page.browser, path).open("#q=<img src=x onerror=window.hit=1>&label=<script>window.hit=1</script>X")
    reader.draw_all()
    assert complaints(reader.browser) == []
    assert reader.tell("window.hit === undefined")
    assert reader.count("img, iframe, object, embed") == 0
    reader.open()
    reader.tell("document.getElementById('sentences').scrollIntoView()")
    reader.wait("document.querySelector('#list .drawing .td') !== null")
    shown = reader.text("#list")
    for word in ("<script>window.hit=1</script>", '"><img src=x onerror=window.hit=1>', "{{7*7}}", "__proto__"):
        assert word in shown
    assert reader.tell("window.hit === undefined")
    assert complaints(reader.browser) == []


def test_page__errors_of_chains_lead_to_their_sentences(page: Reader, tmp_path: Path) -> None:
    """Each document is one sentence: the first has `she` wrong, the second has it missed."""
    forms, tags = ["Ann", "met", "Bo", "and", "she", "left"], "NNP VBD NNP CC PRP VBD"
    chains = {"key": ("(0) - (1) - (0) -",) * 2, "a": ("(0) - (1) - (1) -", "(0) - (1) - - -")}
    chains["b"] = chains["key"]
    key, *systems = write_pair(
        tmp_path,
        *(
            "".join(conll(text, tags=tags, forms=forms, name=f"d{n}") for n, text in enumerate(chains[name]))
            for name in chains
        ),
    )
    path = tmp_path / "chains.html"
    path.write_bytes(render_html(tertium.compare(key, systems)))
    reader = Reader(page.browser, path).open()
    for rows, sentence in (("wrong antecedent", 1), ("mention missed", 2)):
        reader.tell(
            "[...document.querySelectorAll('#chains a[data-error]')]"
            f".find((link) => link.textContent === {rows!r}).click()"
        )
        assert reader.text(".chip") == f"errors: {rows} ✕"
        assert reader.tell("[...document.querySelectorAll('#list .card')].map((card) => card.id)") == [
            f"sentence-{sentence}"
        ]
        reader.wait("document.querySelector('.card .drawing').firstChild !== null")
        assert f"({rows})" in reader.text(".card .drawing")
    reader.tell("document.querySelector('#chains a[data-label=\\'\"personal\"\\']').click()")
    assert reader.hash() == "#label=personal"
    assert reader.count("#list .card") == 2
    assert complaints(reader.browser) == []


def test_page__two_systems_that_measures_rank_differently_have_the_ranks_1_and_2(page: Reader, tmp_path: Path) -> None:
    """An axis puts marks between them, and 1.5 without decimals is a second 2."""
    texts = ("(0) - (1) (0) (0) (1)", "(0) - (0) (0) (0) (0)", "(0) - (1) (0) - -")
    key, *systems = write_pair(tmp_path, *(conll(text, tags="NNP VBD NNP PRP NN PRP") for text in texts))
    path = tmp_path / "ranks.html"
    path.write_bytes(render_html(tertium.compare(key, systems)))
    reader = Reader(page.browser, path).open()
    reader.draw_all()
    texts_of = (
        "[...document.querySelectorAll('[data-chart=ranks] svg .role-axis-label text')].map((t) => t.textContent)"
    )
    assert [text for text in reader.tell(texts_of) if text.isdecimal()] == ["1", "2"]
