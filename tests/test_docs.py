"""The examples of the documentation run, on the files that it says they run on."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tertium.demo import copy_files
from tests.command import run
from tests.conftest import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(path.name for path in DOCS.glob("*.md") if path.name != "cli.md")
MAKERS = ("compare-taggers.md", "raw-text.md", "compare-labels.md", "compare-entities.md")
"""Pages that say how to make files from the demo's."""


def blocks(page: str) -> list[str]:
    """The indented lines of a page that are commands."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in found]


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The demo's files, and those that the pages make from them."""
    copy_files(str(tmp_path / "demo"))
    monkeypatch.chdir(tmp_path / "demo")
    scripts = [block for page in MAKERS for block in blocks(page) if "awk" in block]
    assert len(scripts) == len(MAKERS)
    for script in scripts:
        subprocess.run(["sh", "-e", "-c", script], check=True)
    return tmp_path / "demo"


def commands(page: str) -> list[str]:
    """Every `tertium` command of a page; those with patterns or trees need files of the user's own."""
    lines = [line.partition("  #")[0].strip() for block in blocks(page) for line in block.split("\n")]
    own = r"\*|demo --copy|\.(mrg|dbr|prm|s?ud|props|conll09)\b|\bkey\.conll\b"
    # the demo has no folders, trees of phrases, roles, chains
    return [line for line in lines if line.startswith("tertium ") and not re.search(own, line)]


def check_page(page: str) -> None:
    for command in commands(page):
        typed, _, target = command.partition(" > ")
        result = run(*shlex.split(typed)[1:], "-q")
        assert result.code == 0, (command, result.err)
        if target:
            Path(target).write_text(result.out, encoding="utf-8")


@pytest.mark.parametrize("page", MAKERS)
def test_docs__pages_that_make_files_run(page: str, demo: Path) -> None:
    assert (demo / "raw.conllu").stat().st_size > (demo / "spacy.conllu").stat().st_size
    assert commands(page)
    check_page(page)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.usefixtures("demo")
def test_docs__examples_run(page: str) -> None:
    check_page(page)


@pytest.mark.parametrize("page", [*PAGES, "../README.md", "../CHANGELOG.md"])
def test_docs__tables_have_heads(page: str) -> None:
    """A row after an empty line is text with bars in it."""
    lines = ["", *(DOCS / page).read_text(encoding="utf-8").splitlines(), ""]
    for before, row, after in zip(lines, lines[1:], lines[2:], strict=False):
        if row.startswith("|") and not before.startswith("|"):
            assert re.fullmatch(r"\|[\s:|-]+\|", after), row


DOCUMENTS = (
    "compare gold.conllu udpipe.conllu spacy.conllu stanza.conllu --by length --class new-error --examples 2",
    "compare gold.conllu udpipe.conllu new=spacy.conllu,stanza.conllu --margin 2",
    "compare gold.bio spacy.bio stanza.bio",
    "score gold.conllu spacy.conllu --like eval07 --by-document",
    "diff udpipe.conllu spacy.conllu",
    "slices gold.conllu udpipe.conllu stanza.conllu --single",
    "power gold.conllu spacy.conllu stanza.conllu",
    "repair gold.conllu stanza.conllu",
    "errors gold.conllu spacy.conllu stanza.conllu",
    "suspects gold.conllu udpipe.conllu spacy.conllu --layer upos",
    "noise gold.conllu udpipe.conllu stanza.conllu --error-rate 0.02",
    "curve gold.conllu 1k=udpipe.conllu 5k=spacy.conllu",
)
NAMED = {"systems", "correct", "proposed", "alone", "shapley", "design_effect", "types"}
"""Objects whose keys are names of systems or of types."""


def keys_of(value: object) -> set[str]:
    """The names of the fields of a JSON document, wherever they are in it."""
    if isinstance(value, list):
        return {key for part in value for key in keys_of(part)}
    if not isinstance(value, dict):
        return set()
    return set(value) | {key for name, part in value.items() if name not in NAMED for key in keys_of(part)}


@pytest.mark.parametrize("command", DOCUMENTS)
@pytest.mark.usefixtures("demo")
def test_docs__every_field_of_the_json_is_named(command: str) -> None:
    pages = "".join((DOCS / page).read_text(encoding="utf-8") for page in ("json.md", "curve.md"))
    result = run(*shlex.split(command), "--json", "-q")
    assert result.code == 0, result.err
    missing = {
        key for key in keys_of(json.loads(result.out)) if not re.search(rf"(?<!\w){re.escape(key)}(?!\w)", pages)
    }
    assert not missing


OPTIONAL = re.compile(r"^(?:from|import) (spacy|stanza|nltk|datasets)\b", re.MULTILINE)
PYTHON_PAGES = ("python.md", "in-memory.md")
"""Pages whose Python runs from top to bottom, in one session; the first starts from the demo's files."""


def python_blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", PYTHON_PAGES)
@pytest.mark.usefixtures("demo")
def test_docs__python_runs_as_in_a_notebook(page: str) -> None:
    """What needs a large library runs among the slow tests, where that is installed."""
    session: dict[str, object] = {}
    ours = [block for block in python_blocks(page) if not OPTIONAL.search(block)]
    assert len(ours) > 2
    for block in ours:
        exec(compile(block, page, "exec"), session)  # noqa: S102 (our own page)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("library", ["spacy", "nltk", "datasets"])
def test_docs__python_with_other_libraries_runs(library: str) -> None:
    pytest.importorskip(library)
    session: dict[str, object] = {}
    exec("import tertium", session)  # noqa: S102
    found = [
        block
        for page in PYTHON_PAGES
        for block in python_blocks(page)
        if (match := OPTIONAL.search(block)) and match[1] == library
    ]
    assert found
    for block in found:
        exec(compile(block, library, "exec"), session)  # noqa: S102
