"""The HTML page as text: whole, safe, the same every time, and in agreement with the tables."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pytest

import tertium
from tertium.demo import demo_files
from tertium.reports import vega_bundle
from tertium.reports.change_sections import transition_name
from tertium.reports.drawn_sentences import draw_sentences
from tertium.reports.html_page import embed, render_html
from tertium.reports.page_content import page_content
from tertium.reports.page_data import first_pair, page_data
from tertium.reports.page_sample import choose_sentences, sample_sentences
from tertium.tasks.antecedents import CLASSES
from tertium.tasks.chain_errors import TYPES
from tests import small
from tests.chains import conll, write_pair
from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.reports.comparison_result import Comparison


@pytest.fixture(autouse=True)
def bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the chart library, which takes seconds to make; the browser tests have the real one."""
    monkeypatch.setattr("tertium.reports.html_page.load_bundle", lambda: "window.vegaEmbed = null;")


@pytest.fixture(scope="module")
def demo() -> Comparison:
    gold, systems = demo_files()
    return tertium.compare(gold, systems)


def compare_small(folder: Path, **options: Any) -> Comparison:
    gold, old, new = small.write(folder)
    return tertium.compare(gold, {"old": old, "new": new}, **options)


def data_of(page: str, name: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_page__verdict_tables_and_sentences_need_no_script(tmp_path: Path) -> None:
    page = render_html(compare_small(tmp_path)).decode()
    plain = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert "new and old are not separated" in plain
    assert "83.33" in plain
    assert "task:dependency|" in plain
    assert (
        '<mark class="correction"><bdi>bolo</bdi><sub class="correction"><bdi>nsubj&gt;obj</bdi></sub></mark>' in plain
    )
    assert "Tuggener 2017" in plain


def test_page__same_input_same_bytes(tmp_path: Path) -> None:
    assert render_html(compare_small(tmp_path)) == render_html(compare_small(tmp_path))


def test_page__names_no_other_host(demo: Comparison) -> None:
    page = render_html(demo).decode()
    assert not re.findall(
        r"""(?:src|href|action|data)\s*=\s*["']?(?!#)[^"'\s>]""",
        re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL),
    )
    assert "url(" not in page
    assert "@import" not in page


def test_page__policy_allows_its_own_scripts_and_no_request(tmp_path: Path) -> None:
    page = render_html(compare_small(tmp_path)).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe-eval" not in policy[1]
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 8
    for script in scripts:
        assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy[1]


def test_page__has_every_transition(demo: Comparison) -> None:
    document = page_data(demo, first_pair(demo))
    for pair in document["pairs"]:
        table = demo.tables.transitions("LAS", pair["from"], pair["to"])
        assert pair["classes"] == list(table.by_class)
        assert sum(row[4] for row in pair["transitions"]) == table.n_different
        flips = demo.gold_errors(demo.systems[pair["from"]], demo.systems[pair["to"]])
        assert pair["flips"] == flips
    assert sum(count for _, count in document["patterns"]) == document["oracle"]["units"]
    assert document["oracle"]["subsets"][-1] == [[0, 1, 2], document["oracle"]["correct"]]


def test_page__sentences_agree_with_transitions(demo: Comparison) -> None:
    """What the script filters is what the tables count."""
    sentences = data_of(render_html(demo).decode(), "sentence-data")["sentences"]
    strings = data_of(render_html(demo).decode(), "sentence-data")["strings"]
    patterns = [strings[unit[3]] for sentence in sentences for unit in sentence["units"]]
    counts = [
        sum(row[0] != row[2] and row[2] == "0" for row in patterns),
        sum(row[0] != row[2] and row[0] == "0" for row in patterns),
        sum(row[0] != row[2] and "0" not in (row[0], row[2]) for row in patterns),
    ]
    assert counts == list(demo.tables.transitions("LAS", 0, 2).by_class)


def test_page__slices_lead_to_their_sentences(demo: Comparison) -> None:
    document = page_data(demo, first_pair(demo))
    rows = document["slices"][0]["rows"]
    assert rows[0]["found"]
    assert not rows[-1]["found"]
    row = next(row for row in rows if row["title"] == "length 6-10")
    places = list(accumulate(row["sentences"]))
    lengths = demo.gold.sent_len[places]
    assert places
    assert ((lengths >= 6) & (lengths <= 10)).all()


def test_page__the_difference_everywhere_is_that_of_all_slices(tmp_path: Path) -> None:
    """Slices have accuracies; where F1 leads its difference is another than theirs."""
    key, first = "(0) - (0) - (0)|(1) - (1)", "(0) - (0) - - - -"
    second = "(0) - (1) (1) (2) (2) (0)"
    texts = ["".join(conll(brackets, name=f"d{n}") for n in range(30)) for brackets in (key, first, second)]
    gold, *systems = write_pair(tmp_path, *texts)
    result = tertium.compare(gold, systems, by=["span"])
    document = page_data(result, first_pair(result))
    rows = [row for row in document["slices"][0]["rows"] if not row["found"]]
    everywhere = sum((row["after"] - row["before"]) * row["units"] for row in rows) / sum(row["units"] for row in rows)
    (pair,) = document["pairs"]
    assert pair["everywhere"] == pytest.approx(everywhere, abs=1e-5)
    assert abs(pair["everywhere"] - pair["unitDelta"]) > 0.01


def test_page__first_pair_leads_to_the_best() -> None:
    gold = [[("a", "X"), ("b", "Y"), ("c", "Z")]]
    best, good, bad = gold, [[("a", "X"), ("b", "Y"), ("c", "X")]], [[("a", "Y"), ("b", "X"), ("c", "X")]]
    assert first_pair(tertium.compare(gold, {"bad": bad, "good": good, "best": best})) == ("bad", "best")
    assert first_pair(tertium.compare(gold, {"best": best, "bad": bad, "good": good})) == ("good", "best")
    assert first_pair(tertium.compare(gold, {"best": best})) is None


def test_page__one_system_and_no_intervals(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    assert "old scores LAS 83.33" in render_html(tertium.compare(gold, {"old": old})).decode()
    page = render_html(tertium.compare(gold, {"old": old, "new": new}, intervals=False)).decode()
    assert "scores exactly as" in page
    assert 'id="slices"' not in page


def test_page__measure_without_units(tmp_path: Path) -> None:
    """CLAS counts no decisions word by word here: scores and verdict only."""
    result = compare_small(tmp_path, measures=["CLAS"])
    assert not result.has_units
    page = render_html(result).decode()
    assert 'id="changes"' not in page
    assert data_of(page, "page-data")["hasUnits"] is False


def test_page__coreference_lists_links_where_its_score_has_no_units(tmp_path: Path) -> None:
    """CoNLL is a mean of three F1; what changed is told by ARCS."""
    words = {
        "doc_key": "a",
        "sentences": [["Ann", "slept", "."], ["The", "boss", "saw", "Eve", "."], ["Eve", "woke", "."]],
        "pos": [["NNP", "VBD", "."], ["DT", "NN", "VBD", "NNP", "."], ["NNP", "VBD", "."]],
    }
    chains = {
        "gold": [[[0, 0], [3, 4]], [[6, 6], [8, 8]]],
        "one": [[[0, 0], [3, 4]]],
        "two": [[[0, 0], [8, 8]], [[1, 2], [4, 5]]],
    }
    for name, clusters in chains.items():
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({**words, "clusters": clusters}) + "\n")
    result = tertium.compare(*(str(tmp_path / f"{name}.jsonl") for name in chains))
    assert (result.headline, result.of_units.headline) == ("CoNLL", "ARCS-nom")
    page = render_html(result).decode()
    document = data_of(page, "page-data")
    assert document["hasUnits"]
    assert document["pairs"][0]["classes"] == list(result.of_units.tables.transitions("ARCS-nom", 0, 1).by_class)
    assert sum(document["pairs"][0]["classes"]) > 0
    assert "What changed <small>(ARCS-nom)</small>" in page
    drawn = data_of(page, "sentence-data")

    def say(place: int) -> str:
        return str(drawn["nothing"] if place < 0 else drawn["strings"][place])

    units = [[say(place) for place in (unit[2], *unit[4:])] for row in drawn["sentences"] for unit in row["units"]]
    for _, *labels, _, _, _, _ in document["pairs"][0]["transitions"]:
        assert [document["pairs"][0]["labels"][place] for place in labels] in units, "a click finds its sentences"
    groups = {say(place) for row in drawn["sentences"] for place in row.get("groups", [])}
    table = page_content(result, first_pair(result))["labels"]
    assert {row["label"] for row in table} <= groups
    assert {row["name"] for row in table} == {"noun", "spurious"}, "what the gold lacks, as in the terminal"


def test_page__nothing_of_a_corpus_is_markup() -> None:
    words = ["<script>alert(1)</script>", "</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}", "a\u2028b", "&amp;"]
    gold = [[(word, "<b>") for word in words]]
    result = tertium.compare(
        gold, {"<i>a": [[(word, "X") for word in words]], "</title>": [[(word, "<b>") for word in words]]}
    )
    page = render_html(result).decode()
    assert "<img" not in page
    assert "49" not in re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL).split("</head>")[1]
    assert "<i>a" not in page
    assert "<b>" not in re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL).replace("<b>6</b>", "").replace(
        "<b>0</b>", ""
    )
    assert page.count("\u2028") == 0
    forms = data_of(page, "sentence-data")["strings"]
    assert set(words) <= set(forms)


def test_page__nothing_of_a_corpus_acts_on_who_reads_its_source() -> None:
    """Escape sequences in a terminal, controls of old code pages, letters turned round: in words, labels and names."""
    words = ["a\x1b[31m", "b\x9b", "\u202ec", "d\x07"]
    gold = [[(word, f"{word}X") for word in words]]
    result = tertium.compare(gold, {"s\x1b": [[(word, "Y\x85") for word in words]]})
    page = render_html(result).decode()
    assert not set("\x1b\x9b\x07\x85\u202e") & set(page)
    assert set(words) <= set(data_of(page, "sentence-data")["strings"])


def test_page__says_what_every_number_of_its_table_means(demo: Comparison) -> None:
    told = {method.term: method.text for method in page_content(demo, first_pair(demo))["methods"]}
    assert {"LAS", "UPOS", "CLAS", "F1, precision, recall", "Decision oracle"} <= set(told)
    assert told["LAS"] == "Heads and relations. The share of words that are right; higher is better."
    assert told["CLAS"].endswith("F1; higher is better.")


def test_page__names_changed_errors_as_the_terminal_does(demo: Comparison) -> None:
    """Both have the same wrong label and other heads: without the gold's label it would read as if that were right."""
    pair = first_pair(demo)
    assert pair is not None
    changed = page_content(demo, pair)["changes"][2]
    table = demo.difference(*pair).transitions
    assert table is not None
    assert [row["name"] for row in changed["rows"]] == [
        transition_name(table, row, with_gold=True) for row in table.rows(2)[: len(changed["rows"])].tolist()
    ]


def test_page__rows_are_no_sentences(tmp_path: Path) -> None:
    """Labelled rows stand by themselves: they have no words to be counted."""
    (tmp_path / "t.csv").write_text("id,text,gold,a,b\n1,good film,x,x,y\n2,bad film,y,x,y\n", encoding="utf-8")
    page = render_html(tertium.compare(tmp_path / "t.csv", intervals=False)).decode()
    assert '<a href="#sentences">Rows</a>' in page
    assert 'id="least"' not in page


def test_embed__cannot_end_its_element() -> None:
    text = embed(["</script><!--", "\u2028\u2029&"])
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == ["</script><!--", "\u2028\u2029&"]


def test_sample__is_stratified_and_repeatable(demo: Comparison) -> None:
    chosen = choose_sentences(demo, 40)
    assert chosen == choose_sentences(demo, 40)
    assert len(set(chosen)) == 40
    decisions = demo.tables.decisions("LAS")
    wrong = ~decisions.right.all(axis=0)
    inside = {demo.gold.sentence_of_words()[word] in set(chosen) for word in decisions.unit[wrong].tolist()}
    assert inside == {True, False}
    assert sorted(choose_sentences(demo, 133)) == list(range(133))


def test_sample__only_where_the_page_would_be_too_large(demo: Comparison) -> None:
    assert sample_sentences(demo) is None
    chosen = sample_sentences(demo, 20_000)
    assert chosen is not None
    assert 5 < len(chosen) < 100
    drawn = json.dumps(draw_sentences(demo, chosen)["sentences"], separators=(",", ":"))
    assert 10_000 < len(drawn) <= 22_000
    document = page_data(demo, first_pair(demo), chosen)
    found = {place for part in document["slices"] for row in part["rows"] for place in accumulate(row["sentences"])}
    assert found <= set(chosen)


def test_bundle__is_made_once_and_again_if_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make(snippet: str) -> str:
        made.append(snippet)
        return "let a = '</script>';"

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("vl_convert.javascript_bundle", make)
    first = vega_bundle.load_bundle()
    assert "</script>" not in first
    assert vega_bundle.load_bundle() == first
    assert len(made) == 1
    (kept,) = (tmp_path / "cache" / "tertium").iterdir()
    kept.write_bytes(kept.read_bytes()[:-5])
    assert vega_bundle.load_bundle() == first
    assert len(made) == 2
    assert vega_bundle.load_bundle() == first
    assert len(made) == 2


def test_bundle__works_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("vl_convert.javascript_bundle", lambda _: "1;")
    assert vega_bundle.load_bundle() == "(()=>{1;\n})();"


def test_command__writes_the_page(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    target = tmp_path / "report.html"
    done = run("compare", gold, old, new, "--html", target)
    assert done.code == 0
    assert f"wrote {target}" in done.err
    assert target.read_bytes().startswith(b"<!doctype html>")
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_command__refuses_a_folder_that_is_not_there(tmp_path: Path) -> None:
    gold, old, new = small.write(tmp_path)
    done = run("compare", gold, old, new, "--html", tmp_path / "no" / "report.html")
    assert done.code == 2
    assert "no such folder" in done.err


def test_page__of_coreference_has_the_tables_that_only_it_has(tmp_path: Path) -> None:
    """Recall and precision, bounds by mention type, what went wrong, agreement: also without a script."""
    key, one, two = ("(0) (0) (1) (1) (0)", "(0) (0) (0) (1) (1)", "(0) - (1) (1) (0)")
    gold, *systems = write_pair(tmp_path, *(conll(text) + conll(text, name="e") for text in (key, one, two)))
    text = tertium.compare(gold, systems).to_html()
    section = text[text.index('<section id="chains">') : text.index('<section id="slices"')]
    for part in ("its bound", "wrong antecedent", "F1 (CoNLL) with the row", "F1 (LEA) with the row"):
        assert part in section
    assert 'href="#chains"' in text
    assert "Recall, precision and F1 on" in text
    method = text[text.index('<section id="method"') :].lower()
    assert all(f"{name}:" in method for name in CLASSES), "whoever gets the page by mail has no documentation"
    for name in TYPES:
        assert name in method or name.removeprefix("mention ") in method


def test_page__of_other_tasks_has_none_of_them(demo: Comparison) -> None:
    assert '<section id="chains">' not in demo.to_html()
