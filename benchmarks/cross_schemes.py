"""Cross-scheme evaluation beside its peers: zss and apted on the same trees, and a million words in two schemes.

`run.py` starts it as a process of its own, with the folder of the corpus: it prints the table of single pairs of trees.
"""

from __future__ import annotations

import sys
import time
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium.trees.ordered import OrderedTrees

SCHEMES = ("ud", "sud")
FILES = ("gold-{}.conllu", "sys-{}-A.conllu", "sys-{}-B.conllu")
WORDS = 10_044
PAIRS = 40  # trees that the peers, which take long, are run on
TIMES = 200  # that our own are run over the same corpus


def make_schemes(folder: Path, target: Path, words: int) -> list[str]:
    """Arguments of `tertium cross` over about so many words; the real files are repeated."""
    arguments = []
    for scheme in SCHEMES:
        paths = []
        for name in FILES:
            source = folder / name.format(scheme)
            path = target / f"{words}-{source.name}"
            if not path.exists():
                target.mkdir(exist_ok=True)
                text = source.read_text(encoding="utf-8").rstrip("\n") + "\n\n"
                with path.open("w", encoding="utf-8") as stream:
                    stream.writelines(repeat(text, words // WORDS))
            paths.append(str(path))
        arguments.append(f"{scheme}={','.join(paths)}")
    return arguments


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """CPU seconds of one run, over several."""
    work()
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def bench_pairs(folder: Path) -> list[str]:
    """Tree edits of one pair of trees: ours, zss, apted; all of them must find the same distances."""
    from tertium.loading_schemes import load_schemes
    from tertium.measures.ted import count_edits
    from tertium.measures.ted_unanchored import find_free
    from tertium.options import read_options
    from tertium.scheme_outlines import SchemeOptions, read_outlines
    from tertium.trees.ordered import find_gappy_sentences, order_trees
    from tertium.trees.yields import lay_out

    loaded = load_schemes(read_outlines(make_pair(folder)), read_options({}), SchemeOptions())
    labels = loaded.schemes.labels
    scheme = loaded.schemes.schemes[0]
    trees = [scheme.systems[0].trees, scheme.gold.trees]
    n = trees[0].text.n_sents

    def anchor() -> Any:
        yields, columns, _ = lay_out(trees)
        return count_edits(yields, labels, columns[0], columns[1], None)

    anchored = seconds(anchor, TIMES) / n
    yields, columns, rows = lay_out(trees)
    sides = [order_trees(tree, yields, row, column) for tree, row, column in zip(trees, rows, columns, strict=True)]
    gappy = find_gappy_sentences(trees[0]) | find_gappy_sentences(trees[1])
    projective = [sentence for sentence in range(n) if not gappy[sentence]]
    chosen = projective[:: len(projective) // PAIRS][:PAIRS]  # from the whole corpus, on which ours is timed
    free = find_free(labels)

    def unanchor() -> list[int]:
        return [_distance(sides, free, sentence) for sentence in chosen]

    unanchored = seconds(unanchor, 20) / len(chosen)
    ours = unanchor()
    lines = ["| what | microseconds for a pair of trees | anchored: times faster | unanchored: times faster |"]
    lines.append("| --- | --: | --: | --: |")
    for name, run in (("zss", _run_zss), ("apted", _run_apted)):
        found: list[int] = []

        def measure(run: Callable[..., int] = run, found: list[int] = found) -> None:
            found[:] = [run(sides, free, sentence) for sentence in chosen]

        start = time.process_time()
        measure()
        cost = (time.process_time() - start) / len(chosen)
        if found != ours:
            sys.exit(f"{name} finds other distances")
        lines.append(f"| {name} | {1e6 * cost:,.0f} | {cost / anchored:,.0f} | {cost / unanchored:,.0f} |")
    lines.append(f"| tertium, anchored | {1e6 * anchored:.1f} | to reach: 1,000 | |")
    lines.append(f"| tertium, unanchored | {1e6 * unanchored:,.0f} | | to reach: 100 |")
    return [f"## Tree edits, {len(chosen)} pairs of French trees (words as leaves); CPU time", "", *lines, ""]


def make_pair(folder: Path) -> list[str]:
    """One scheme with one system, and the other scheme's gold."""
    one, two = (str(folder / FILES[0].format(scheme)) for scheme in SCHEMES)
    return [f"ud={one},{folder / FILES[1].format('ud')}", f"sud={two}"]


def _distance(sides: list[OrderedTrees], free: Any, sentence: int) -> int:
    from tertium.kernels.zhang_shasha import fill_table, order_tree

    trees = []
    for side in sides:
        start, stop = int(side.start[sentence]), int(side.start[sentence + 1])
        order, first = order_tree(side.parent[start:stop])
        trees.append((side.code[start:stop][order], first))
    return int(fill_table(trees[0], trees[1], (free, 1))[-1, -1])


def _price(free: Any, one: int, two: int) -> int:
    """What the kernel takes for one node in another's place."""
    if one >= 0 and two >= 0:
        return 0 if free[one, two] else 1
    if one < 0 and two < 0:
        return 0 if one == two else 1
    return 2


def _build(side: OrderedTrees, sentence: int, make: Callable[[int, list[Any]], Any]) -> Any:
    start, stop = int(side.start[sentence]), int(side.start[sentence + 1])
    parent, code = side.parent[start:stop].tolist(), side.code[start:stop].tolist()
    children: list[list[int]] = [[] for _ in parent]
    for node, above in enumerate(parent):
        if above >= 0:
            children[above].append(node)

    def build(node: int) -> Any:
        return make(code[node], [build(child) for child in children[node]])

    return build(0)


def _run_zss(sides: list[OrderedTrees], free: Any, sentence: int) -> int:
    from zss import Node, distance

    one, two = (_build(side, sentence, Node) for side in sides)
    found = distance(
        one,
        two,
        Node.get_children,
        insert_cost=lambda _: 1,
        remove_cost=lambda _: 1,
        update_cost=lambda a, b: _price(free, a.label, b.label),
    )
    return int(found)


def _run_apted(sides: list[OrderedTrees], free: Any, sentence: int) -> int:
    from apted import APTED, Config
    from apted.helpers import Tree

    class Prices(Config):  # type: ignore[misc]
        """The kernel's prices."""

        def rename(self, one: Any, two: Any) -> int:
            return _price(free, one.name, two.name)

    one, two = (_build(side, sentence, lambda code, below: Tree(code, *below)) for side in sides)
    return int(APTED(one, two, Prices()).compute_edit_distance())


if __name__ == "__main__":
    print("\n".join(bench_pairs(Path(sys.argv[1]))))
