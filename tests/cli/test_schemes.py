"""What two schemes share and where they part, on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import tertium
from tertium.reports.page import cells
from tests import naive_functional as naive
from tests.cli.test_cross import FUNCTIONAL, LEXICAL, PHRASES, conllu
from tests.command import refused, run
from tests.small_schemes import Arcs, several
from tests.strategies import quick

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.comparison.schemes import SchemePair


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same text three times."""
    (tmp_path / "lex.conllu").write_text(conllu(LEXICAL), encoding="utf-8")
    (tmp_path / "fun.conllu").write_text(conllu(FUNCTIONAL), encoding="utf-8")
    (tmp_path / "phrases.mrg").write_text(PHRASES, encoding="utf-8")
    return tmp_path


def test_schemes__json(folder: Path) -> None:
    document = run("schemes", folder / "lex.conllu", f"sur={folder}/fun.conllu", "--json", "-q").json
    (pair,) = document["pairs"]
    assert pair["schemes"] == ["lex", "sur"]
    assert pair["nodes"] == {"lex": 20, "sur": 21}
    assert pair["shared"] == 20
    assert pair["parted"] == {"lex": {"crossing": 0, "extra": 0}, "sur": {"crossing": 0, "extra": 1}}
    assert pair["unifiable_sentences"]["unlabelled"] == 4
    assert sum(row["count"] for row in pair["label_pairs"]) == pair["shared"]
    assert sum(row["count"] for row in pair["label_pairs"] if row["conflict"]) == pair["conflicts"]
    assert sum(row["count"] for row in pair["partings"]) == 1
    for by in ("by_label", "by_length"):
        for scheme in ("lex", "sur"):
            rows = [row for row in pair[by] if row["scheme"] == scheme]
            assert sum(row["nodes"] for row in rows) == pair["nodes"][scheme]
            assert sum(row["shared"] for row in rows) == pair["shared"]


def test_schemes__page_and_tables(folder: Path) -> None:
    page = run("schemes", folder / "lex.conllu", folder / "fun.conllu", "-q")
    assert page.code == 0
    assert max(map(len, page.out.split("\n"))) <= 80
    assert "nsubj = subj" in page.out
    assert "[have slept]" in page.out
    run("schemes", folder / "lex.conllu", folder / "fun.conllu", "-q", "--csv", folder / "t.csv")
    assert (folder / "t.partings.csv").is_file()
    assert "\\toprule" in run("schemes", folder / "lex.conllu", folder / "fun.conllu", "-q", "--latex", "-").out


def test_schemes__three_of_them_in_python(folder: Path) -> None:
    result = tertium.schemes({"a": folder / "lex.conllu", "b": folder / "fun.conllu", "c": folder / "phrases.mrg"})
    assert len(result.pairs) == 3
    assert "All 3 share" in str(result)
    assert set(result.frames) == {"shares", "label_pairs", "partings"}


def test_schemes__refuses(folder: Path) -> None:
    assert refused(run("schemes", folder / "lex.conllu"), "only one gold")
    assert refused(run("schemes", folder / "lex.conllu", folder / "none.conllu"), "none.conllu")
    assert refused(run("schemes", folder / "lex.conllu", folder), "phrases.mrg")


@quick
@given(several(2))
def test_schemes__as_sets_of_words(sentences: list[Arcs]) -> None:
    """Shared, crossing and additional nodes by the book."""
    words = [f"w{place}" for place in range(len(sentences[0][0]))]
    frames = []
    for heads, labels in sentences:
        frames.append(conllu([list(zip(words, heads, labels, strict=True))]))
    pair = make_pair(frames)
    one, two = (set(naive.functional(*arcs)) for arcs in sentences)
    assert pair.n_shared == len(one & two)
    for name, own, other in (("0", one - two, two), ("1", two - one, one)):
        crossing = sum(any(naive.crosses(mine, theirs) for theirs in other) for mine in own)
        assert pair.n_parted[name] == (crossing, len(own) - crossing)
    crossed = any(naive.crosses(mine, theirs) for mine in one for theirs in two)
    assert pair.n_unifiable[0] == (not crossed)


def test_schemes__kinds_of_one_label_cannot_be_unified() -> None:
    """They share their type, so they do not conflict; but nothing is both of them."""
    texts = [conllu([[("a", 2, f"nsubj:{kind}"), ("b", 0, "root")]]) for kind in ("pass", "outer")]
    assert make_pair(texts, hierarchy=True).n_conflicts == 0
    assert make_pair(texts, hierarchy=True).n_unifiable == (1, 0)
    assert make_pair(texts).n_conflicts == 1
    assert make_pair([texts[0], texts[0].replace(":pass", "")], hierarchy=True).n_unifiable == (1, 1)


def make_pair(texts: list[str], *, hierarchy: bool = False) -> SchemePair:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for number, text in enumerate(texts):
            path = Path(folder) / f"{number}.conllu"
            path.write_text(text, encoding="utf-8")
            paths[str(number)] = path
        return tertium.schemes(paths, hierarchy=hierarchy).pairs[0]


def test_schemes__no_line_is_wider_than_the_page(folder: Path) -> None:
    """A label may hold an ideographic space, which takes two cells."""
    long = {"have": "have" * 20, "nsubj": "ns\u3000ubj"}
    for name in ("lex", "fun"):
        path = folder / f"{name}.conllu"
        text = path.read_text(encoding="utf-8")
        for old, new in long.items():
            text = text.replace(f"\t{old}\t", f"\t{new}\t")
        path.write_text(text, encoding="utf-8")
    out = run("schemes", folder / "lex.conllu", folder / "fun.conllu", "--width", "80").out
    assert "ns\u3000ubj = subj" in out
    assert max(map(cells, out.splitlines())) <= 80


@pytest.mark.parametrize("command", ["schemes", "cross"])
def test_schemes__a_gold_with_other_words_was_written_by_no_system(folder: Path, command: str) -> None:
    """The way out fits: it is no output that could be made again."""
    other = folder / "other.conllu"
    other.write_text((folder / "fun.conllu").read_text(encoding="utf-8").replace("\tShe\t", "\tHe\t"), encoding="utf-8")
    golds = (folder / "lex.conllu", other)
    files = [f"{name}={path},{path}" if command == "cross" else path for name, path in zip("ab", golds, strict=True)]
    result = run(command, *files)
    assert refused(result, "hold different words", "take the golds of all schemes from one release of the corpus")
    assert "re-run the system" not in result.err
