"""Speed and memory of tertium beside its peers, in one run: `python benchmarks/run.py`.

Makes files of a million words by repeating real ones, runs every tool as a process of its own, measures CPU seconds
(user + system, start-up included), wall time and peak memory, and writes the table into benchmarks/README.md. Needs
the extra `bench` (pip install -e '.[bench]') and the real corpora in ../shared or $TERTIUM_SHARED; without them the
demo's files are repeated instead. `--quick` runs on a tenth of the size, `--only` one part.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from cross_schemes import make_schemes

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("TERTIUM_SHARED", HERE.parent.parent / "shared"))
DATA = HERE / "data"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""With it nothing would ever be compiled, while what pip installs always is."""
MILLION = 1_000_000
SMALL = 25_000
SENTENCES = 100_000
RESAMPLES = 10_000
FEWER = 50  # resamples of scipy, which takes long

OFFICIAL = """
import sys
from udtools.udeval import evaluate, load_conllu_file
result = evaluate(load_conllu_file(sys.argv[1]), load_conllu_file(sys.argv[2]))
print(round(100 * result["LAS"].f1, 2))
"""
BARE = """
import sys
import polars as pl
names = [f"c{i}" for i in range(10)]
for path in sys.argv[1:]:
    frame = pl.read_csv(path, has_header=False, separator="\\t", quote_char=None, missing_columns="insert",
                        extra_columns="ignore", schema=dict.fromkeys(names, pl.String))
    print(frame.height)
"""
READERS = {
    "conllu (parse_incr)": """
import sys, conllu
with open(sys.argv[1], encoding="utf-8") as stream:
    print(sum(len(sentence) for sentence in conllu.parse_incr(stream)))
""",
    "pyconll (iter_from_file)": """
import sys, pyconll
print(sum(len(sentence) for sentence in pyconll.iter_from_file(sys.argv[1])))
""",
    "udapi (Document)": """
import sys
from udapi.core.document import Document
print(sum(len(bundle.get_tree().descendants) for bundle in Document(sys.argv[1]).bundles))
""",
    "tertium (describe)": """
import sys, tertium
print(tertium.describe(sys.argv[1]).words)
""",
}
BLOCKS = """
import sys, time
import numpy as np
n_blocks, resamples = map(int, sys.argv[1:])
source = np.random.default_rng(0)
gold = 1 + source.poisson(source.gamma(1.5, 8, size=n_blocks))
ease = source.beta(5, 1, size=n_blocks)  # errors come together in hard sentences

def count():
    correct = source.binomial(gold, ease)
    return np.stack([correct, gold, np.maximum(correct, gold + source.integers(-1, 2, size=n_blocks))], axis=-1)

def f1(sums):
    return 2 * sums[..., 0] / (sums[..., 1] + sums[..., 2])

one, two = count(), count()
"""
EXACT = f"""{BLOCKS}
from tertium.stats.signflip import sign_flip_p
start = time.perf_counter()
sign_flip_p(two[:, 0] - one[:, 0])
print(time.perf_counter() - start)
"""
RANDOMIZATION = f"""{BLOCKS}
from tertium.stats.paired import Pair, randomization_tests
from tertium.stats.resampling import random_source
start = time.perf_counter()
randomization_tests([Pair(one, two, f1)], resamples, random_source(0))
print(time.perf_counter() - start)
"""
WORST = RANDOMIZATION.replace("start =", "one += source.integers(0, 50, size=one.shape)\nstart =", 1)
PERMUTATION = f"""{BLOCKS}
from scipy.stats import permutation_test
rows, place = np.concatenate([one, two]), np.arange(n_blocks)

def delta(a, b, axis):  # scipy swaps the numbers of rows, and the statistic looks up their counts
    first, second = (rows[np.moveaxis(side, axis, -1)].sum(axis=-2) for side in (a, b))
    return f1(second) - f1(first)

start = time.perf_counter()
permutation_test((place, place + n_blocks), delta, permutation_type="samples", vectorized=True, batch=10,
                 n_resamples=resamples, rng=np.random.default_rng(0))
print(time.perf_counter() - start)
"""
PYEVALB = """
import sys, tempfile
from PYEVALB import scorer
with tempfile.NamedTemporaryFile() as out:
    scorer.Scorer().evalb(sys.argv[1], sys.argv[2], out.name)
"""
TREES = ("gold.mrg", "sys-pcfg-v2h1.mrg")
WORDS_OF_TREES = 10_361
CORPORA = {
    "gold tokens": ("en_ewt", ("conll18-baseline", "Stanford-18", "HIT-SCIR-18")),
    "raw text": ("en_ewt_raw", ("conll18-baseline", "NLP-Cube", "Stanford-18")),
}


@dataclass(frozen=True)
class Cost:
    """What one command took."""

    wall: float
    cpu: float
    memory: float  # MB


def measure(command: list[str], times: int = 1, out: int | IO[bytes] = subprocess.DEVNULL) -> Cost:
    """The cheapest of several runs, each a process of its own.

    A process begins with the memory of the one that starts it, so nothing large may ever be made in this one.
    """
    costs = []
    for _ in range(times):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, env=ENVIRONMENT)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        if os.waitstatus_to_exitcode(status):
            sys.exit(f"failed: {' '.join(command[:4])} ...\n{process.stderr.read().decode() if process.stderr else ''}")
        costs.append(Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024))
    return min(costs, key=lambda cost: cost.wall)


def clock(program: str, *arguments: int) -> tuple[float, float]:
    """Seconds that a program says its work took, start-up aside, and the peak memory of the process."""
    with TemporaryFile() as out:
        cost = measure([sys.executable, "-c", program, *map(str, arguments)], out=out)
        out.seek(0)
        return float(out.read()), cost.memory


def repeat(source: Path, target: Path, words: int) -> Path:
    """A file of about so many words: the source again and again, the last time cut at a sentence if it is small."""
    if target.exists():
        return target
    target.parent.mkdir(exist_ok=True)
    blocks = [block for block in source.read_text(encoding="utf-8").split("\n\n") if block.strip()]
    sizes = [sum(line.split("\t")[0].isdecimal() for line in block.split("\n")) for block in blocks]
    total = 0
    with target.open("w", encoding="utf-8") as stream:
        while total < words:
            for block, size in zip(blocks, sizes, strict=True):
                if total >= words and words == SMALL:
                    break
                stream.write(block + "\n\n")
                total += size
    return target


def make_files(size: int) -> dict[str, list[Path]]:
    """The gold and three systems, with gold tokens and from raw text; the first also small."""
    demo = HERE.parent / "src/tertium/demo"
    files: dict[str, list[Path]] = {}
    for kind, (corpus, systems) in CORPORA.items():
        folder = SHARED / "corpora/dependency" / corpus
        names = ["gold", *systems]
        if not folder.is_dir():
            folder = demo
            names = ["gold", *(path.stem for path in sorted(demo.glob("*.conllu")) if path.stem != "gold")]
        sources = [folder / f"{name}.conllu" for name in names]
        files[kind] = [repeat(path, DATA / f"{size}-{corpus}-{path.name}", size) for path in sources]
        files.setdefault("small", [repeat(path, DATA / f"small-{corpus}-{path.name}", SMALL) for path in sources])
    return files


HEAD = (
    "| what | CPU s | wall s | peak MB | times less CPU | times less wall | times less memory | to reach |",
    "| --- | --: | --: | --: | --: | --: | --: | --- |",
)


def row(name: str, cost: Cost, reference: Cost, target: str = "") -> str:
    """One line of a table, with ratios to a reference."""
    ratios = [reference.cpu / cost.cpu, reference.wall / cost.wall, reference.memory / cost.memory]
    cells = [f"{cost.cpu:.2f}", f"{cost.wall:.2f}", f"{cost.memory:.0f}", *(f"{ratio:.1f}" for ratio in ratios)]
    return f"| {name} | {' | '.join(cells)} | {target} |"


def plain_row(name: str, cost: Cost, *more: str) -> str:
    """One line of a table without ratios."""
    return f"| {' | '.join([name, f'{cost.cpu:.2f}', f'{cost.wall:.2f}', f'{cost.memory:.0f}', *more])} |"


def bench_large(kind: str, files: list[Path], size: int) -> list[str]:
    """Score and compare at full size."""
    python, tertium = sys.executable, str(Path(sys.executable).parent / "tertium")
    gold, first, *_ = map(str, files)
    official = measure([python, "-c", OFFICIAL, gold, first])
    ours = measure([tertium, "score", "--like", "ud", gold, first, "-q"], 3)
    bare = measure([python, "-c", BARE, *map(str, files)], 3)
    compare = measure([tertium, "compare", "--no-intervals", *map(str, files), "-q"], 3)
    return [
        *(f"## Score, all UD metrics, {size:,} words, {kind}", "", *HEAD),
        row("official evaluation (udtools)", official, official),
        row("`tertium score --like ud`", ours, official, "20 times CPU, 30 times wall, 3 times memory"),
        *("", f"## Compare three parsers, {size:,} words each, {kind}", ""),
        "| what | CPU s | wall s | peak MB | wall, in bare reads | to reach |",
        "| --- | --: | --: | --: | --: | --- |",
        plain_row("bare polars read of the four files", bare, "1.0", ""),
        plain_row("`tertium compare --no-intervals`", compare, f"{compare.wall / bare.wall:.1f}", "≤ 3"),
        "",
    ]


def bench_small(files: list[Path]) -> list[str]:
    """What a user waits for with a usual test set."""
    python, tertium = sys.executable, str(Path(sys.executable).parent / "tertium")
    everything, pair = list(map(str, files)), list(map(str, files[:2]))
    commands = (
        ("`tertium compare --no-intervals`", [tertium, "compare", "--no-intervals", *everything, "-q"], "≤ 0.8 s wall"),
        ("`tertium score --like ud` (one system)", [tertium, "score", "--like", "ud", *pair, "-q"], ""),
        ("official evaluation (one system)", [python, "-c", OFFICIAL, *pair], ""),
        ("`tertium --version`", [tertium, "--version"], "≤ 0.1 s wall"),
    )
    lines = [f"## A test set of {SMALL:,} words, four files", ""]
    lines += ["| what | CPU s | wall s | peak MB | to reach |", "| --- | --: | --: | --: | --- |"]
    return [*lines, *(plain_row(name, measure(command, 5), target) for name, command, target in commands), ""]


def bench_statistics(files: list[Path], n_blocks: int) -> list[str]:
    """Tests over many sentences, beside scipy, and all statistics of a usual test set."""
    target = "≤ 5 s, 20 times faster, ≤ 500 MB"
    exact, memory = clock(EXACT, n_blocks, 0)
    swaps, memory_of_swaps = clock(RANDOMIZATION, n_blocks, RESAMPLES)
    worst, memory_of_worst = clock(WORST, n_blocks, RESAMPLES)
    peer, memory_of_peer = clock(PERMUTATION, n_blocks, FEWER)
    scaled = peer * RESAMPLES / FEWER
    tertium = str(Path(sys.executable).parent / "tertium")
    compare = measure([tertium, "compare", *map(str, files), "-q"], 5)
    return [
        *(f"## Statistics, {n_blocks:,} sentences; start-up aside", ""),
        f"scipy was run with {FEWER} resamples, and its time scaled to {RESAMPLES:,}.",
        *("", "| what | wall s | peak MB | times faster | to reach |", "| --- | --: | --: | --: | --- |"),
        f"| exact sign-flip test | {exact:.2f} | {memory:.0f} | | ≤ 1 s |",
        f"| F1, {RESAMPLES:,} swaps: scipy.stats.permutation_test | {scaled:.0f} | {memory_of_peer:.0f} | 1.0 | |",
        f"| F1, {RESAMPLES:,} swaps: tertium | {swaps:.2f} | {memory_of_swaps:.0f} | {scaled / swaps:.0f} | {target} |",
        f"| the same, no two sentences alike | {worst:.2f} | {memory_of_worst:.0f} | {scaled / worst:.0f} | |",
        f"| `tertium compare`, {SMALL:,} words, all of it | {compare.wall:.2f} | {compare.memory:.0f} | | ≤ 1.5 s |",
        "",
    ]


def make_trees(words: int) -> list[Path]:
    """A gold and a system of about so many words, repeated; nothing without the shared corpora."""
    folder = SHARED / "corpora/constituency/gum-en"
    made = []
    for name in TREES if folder.is_dir() else ():
        target = DATA / f"{words}-{name}"
        if not target.exists():
            text = (folder / name).read_text(encoding="utf-8").rstrip("\n") + "\n"
            with target.open("w", encoding="utf-8") as stream:
                stream.writelines([text] * (words // WORDS_OF_TREES + 1))
        made.append(target)
    return made


def bench_trees(size: int) -> list[str]:
    """The numbers of evalb and everything else about trees, beside PYEVALB and (where $EVALB names it) evalb itself."""
    files = list(map(str, make_trees(size)))
    if not files:
        return []
    tertium = str(Path(sys.executable).parent / "tertium")
    tenth = measure([sys.executable, "-c", PYEVALB, *map(str, make_trees(size // 10))])
    peer = Cost(10 * tenth.wall, 10 * tenth.cpu, tenth.memory)
    rows = [row("PYEVALB (a tenth of the size, its time scaled)", peer, peer)]
    target, parameters = "", str(SHARED / "corpora/constituency/evalb-samples/COLLINS.prm")
    if evalb := os.environ.get("EVALB"):
        original = measure([evalb, "-p", parameters, "-e", str(MILLION), *files], 3)
        rows.append(row("evalb (C), COLLINS.prm", original, peer))
        target = f"≤ 4 times evalb's CPU ({4 * original.cpu:.2f} s); "
    own = measure([tertium, "score", "--like", "evalb", "--prm", parameters, *files, "-q"], 3)
    everything = measure([tertium, "score", *files, "-q"], 3)
    room = 6 * sum(Path(path).stat().st_size for path in files) / 1e6 + 150
    rows.append(row("`tertium score --like evalb --prm COLLINS.prm`", own, peer, f"{target}≤ {room:.0f} MB"))
    rows.append(row("`tertium score` (all measures)", everything, peer, f"20 times CPU; ≤ {room:.0f} MB"))
    return [f"## Bracketed trees, about {size:,} words, one system", "", *HEAD, *rows, ""]


def bench_cross(size: int) -> list[str]:
    """Two annotation schemes with two parsers each; then single pairs of trees beside zss and apted."""
    folder = SHARED / "corpora/cross-scheme/fr-sequoia-ud-sud"
    if not folder.is_dir():
        return []
    command = [str(Path(sys.executable).parent / "tertium"), "cross", *make_schemes(folder, DATA, size), "-q"]
    bare = measure([*command, "--no-intervals"], 3)
    certain = measure(command)
    lines = [f"## Two schemes, two parsers each, about {size:,} words a file", ""]
    lines += ["| what | CPU s | wall s | peak MB | to reach |", "| --- | --: | --: | --: | --- |"]
    lines.append(plain_row("`tertium cross --no-intervals`", bare, "≤ 10 s wall"))
    lines.append(plain_row("`tertium cross`, intervals and shuffling tests", certain, ""))
    pairs = subprocess.run([sys.executable, HERE / "cross_schemes.py", folder], check=True, stdout=subprocess.PIPE)
    return [*lines, "", *pairs.stdout.decode().splitlines(), ""]


def bench_spans() -> list[str]:
    """Named entities of a usual test set, two systems."""
    folder = SHARED / "corpora/ner/uner-ewt"
    if not folder.is_dir():
        return []
    files = [str(folder / f"{name}.conll") for name in ("gold", "crf-basic", "crf-rich")]
    command = [str(Path(sys.executable).parent / "tertium"), "compare", *files, "-q"]
    lines = ["## Named entities, 25,000 words, two systems", ""]
    lines += ["| what | CPU s | wall s | peak MB | to reach |", "| --- | --: | --: | --: | --- |"]
    lines.append(plain_row("`tertium compare --no-intervals`", measure([*command, "--no-intervals"], 5), "≤ 1 s wall"))
    lines.append(plain_row("`tertium compare`, all statistics", measure(command, 3), ""))
    return [*lines, ""]


def bench_readers(path: Path, size: int) -> list[str]:
    """Reading alone."""
    lines = [f"## Only reading one CoNLL-U file of {size:,} words", ""]
    lines += ["| what | CPU s | wall s | peak MB |", "| --- | --: | --: | --: |"]
    return lines + [plain_row(name, measure([sys.executable, "-c", code, str(path)])) for name, code in READERS.items()]


def main() -> None:
    """Run everything and write the table."""
    parser = argparse.ArgumentParser(description="Measure tertium beside its peers.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the size; prints only")
    parser.add_argument(
        "--only",
        choices=("small", "statistics", "words", "trees", "cross", "spans", "readers"),
        help="one part; prints only",
    )
    chosen = parser.parse_args()
    size = MILLION // 10 if chosen.quick else MILLION
    files = make_files(size)
    parts: dict[str, Callable[[], list[str]]] = {
        "small": lambda: bench_small(files["small"]),
        "statistics": lambda: bench_statistics(files["small"], SENTENCES // 10 if chosen.quick else SENTENCES),
        "words": lambda: [line for kind in CORPORA for line in bench_large(kind, files[kind], size)],
        "trees": lambda: bench_trees(size),
        "cross": lambda: bench_cross(size),
        "spans": bench_spans,
        "readers": lambda: bench_readers(files["gold tokens"][0], size),
    }
    lines = [
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}; start-up included.",
        "",
    ]
    lines += [line for name, run in parts.items() if chosen.only in (None, name) for line in run()]
    print("\n".join(lines))
    if not chosen.quick and chosen.only is None:
        page = HERE / "README.md"
        head, _, _ = page.read_text(encoding="utf-8").partition("<!-- table -->")
        page.write_text(f"{head}<!-- table -->\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
