"""Three schemes over one text: UD, SUD, and UD with coordination as a chain."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.trees.generalization import generalize
from tests import naive_functional as naive
from tests.coordination import chain_conjuncts, chain_text

NAMES = ("ud", "sud", "chain")


def test_chain__each_conjunct_hangs_on_the_one_before() -> None:
    """Paper, examples 2b and 2c: earth, wind and fire."""
    assert chain_conjuncts([0, 1, 4, 1], ["root", "conj", "cc", "conj"]) == [0, 1, 4, 2]


@pytest.fixture(scope="module")
def result(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> tertium.Cross:
    folder = shared / "corpora/cross-scheme/fr-sequoia-ud-sud"
    made = tmp_path_factory.mktemp("chain")
    for name in ("gold-ud", "sys-ud-A"):
        text = chain_text((folder / f"{name}.conllu").read_text(encoding="utf-8"))
        (made / f"{name.replace('ud', 'chain')}.conllu").write_text(text, encoding="utf-8")
    folders = {"ud": folder, "sud": folder, "chain": made}
    return tertium.cross(
        {name: [folders[name] / f"gold-{name}.conllu", folders[name] / f"sys-{name}-A.conllu"] for name in NAMES},
        intervals=False,
    )


def read_trees(path: str) -> list[naive.Tree]:
    """Functional trees by the book."""
    trees = []
    for block in Path(path).read_text(encoding="utf-8").rstrip("\n").split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line.split("\t")[0].isdecimal()]
        trees.append(naive.functional([int(row[6]) for row in rows], [row[7] for row in rows]))
    return trees


def test_three_schemes__any_order_comes_to_the_same(result: tertium.Cross) -> None:
    laid = result.contests[-1].laid
    golds = [laid.column(scheme.gold) for scheme in result.schemes]
    whole = generalize(laid.labels, golds)
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)):
        one, two, three = (golds[place] for place in order)
        assert np.array_equal(generalize(laid.labels, [generalize(laid.labels, [one, two]), three]), whole)
        assert np.array_equal(generalize(laid.labels, [one, generalize(laid.labels, [two, three])]), whole)


def test_three_schemes__every_number_by_the_book(result: tertium.Cross) -> None:
    """Every pair and all three: sizes, distances and forgiven edits of each system."""
    golds = {scheme.name: read_trees(scheme.gold.corpus.paths[0]) for scheme in result.schemes}
    parses = {scheme.name: read_trees(scheme.systems[0].corpus.paths[0]) for scheme in result.schemes}
    groups = [contest for contest in result.contests if not contest.is_single]
    assert [contest.against for contest in groups] == [
        ("sud", "ud"),
        ("chain", "ud"),
        ("chain", "sud"),
        ("chain", "sud", "ud"),
    ]
    for contest in groups:
        general = [naive.generalize(trees) for trees in zip(*(golds[name] for name in contest.against), strict=True)]
        assert contest.n_nodes(labelled=True) == sum(map(len, general))
        for one, edits in zip(contest.contestants, contest.edits(labelled=True), strict=True):
            name = one.scheme.name
            found = [
                naive.new_distance(parse, own, shared)
                for parse, own, shared in zip(parses[name], golds[name], general, strict=True)
            ]
            assert edits.distance.tolist() == [distance for distance, _ in found]
            assert edits.forgiven.tolist() == [forgiven for _, forgiven in found]


def test_three_schemes__the_chain_says_what_ud_says_and_more(result: tertium.Cross) -> None:
    """Turning a flat coordination into a chain moves no label: what UD and the chain share has no conflict."""
    by_name = {contest.against: contest for contest in result.contests}
    assert by_name["chain", "ud"].n_conflicts() == 0
    assert by_name["chain", "sud", "ud"].n_nodes(labelled=True) <= by_name["sud", "ud"].n_nodes(labelled=True)
    page = str(result)
    assert "On what all 3 share" in " ".join(page.split())
