"""Coreference scorers beside tertium, net of interpreter start and imports: `python benchmarks/coreference.py`.

Repeats the corpora ontogum and gum-corefud ten times, runs every scorer as a process of its own and measures
its CPU seconds (user + system); from Python programs the CPU seconds of a process that only imports are taken away, and
both numbers are printed. Peers are found where they are: the Perl scorer at $PERL_SCORER (the folder with scorer.pl),
CorefUD's at $COREFUD_SCORER (the folder with corefud-scorer.py;
$COREFUD_PYTHON runs it, if not this Python), coval if it can be imported ($PYTHONPATH will do).
Those that are not there are left out, and that is said.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("TERTIUM_SHARED", HERE.parent.parent / "shared"))
METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea")
OURS = """
import sys
import numpy, polars, scipy.optimize, scipy.sparse.csgraph, tertium
import tertium.api, tertium.loading, tertium.kinds.coreference, tertium.formats.entities
import tertium.reports.result
from tertium.formats import FORMATS, module_of
for name in FORMATS:
    module_of(name)
if len(sys.argv) > 1:
    like, key, response, *measures = sys.argv[1:]
    result = tertium.score(key, [response], like=like, measures=measures)
    print([row.value for row in result.score_rows])
"""
COVAL = """
import sys
from coval.conll import reader
from coval.eval import evaluator
if len(sys.argv) > 1:
    infos = reader.get_coref_infos(sys.argv[1], sys.argv[2], False, False, True, False)
    for metric in (evaluator.mentions, evaluator.muc, evaluator.b_cubed, evaluator.ceafe, evaluator.lea):
        print(evaluator.evaluate_documents(infos, metric, beta=1))
"""


def cpu(command: list[str], folder: Path | None = None) -> tuple[float, float]:
    """CPU seconds and peak memory (MB) of one process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss / 1024


def repeat(source: Path, target: Path, times: int) -> None:
    """The documents of a file so many times, each under a name of its own."""
    text = source.read_text(encoding="utf-8")
    name = re.compile(r"(?m)^(#begin document \(|# newdoc id = |# sent_id = )")
    copies = (name.sub(rf"\1x{number}-", text) for number in range(times))
    target.write_text("".join(copies), encoding="utf-8")


def show(name: str, total: float, start: float, base: float | None) -> float:
    """One row; the net seconds."""
    net = total - start
    times = "" if base is None else f"{net / base:.1f}"
    print(f"| {name} | {total:.2f} | {net:.2f} | {times} |")
    return net


def best(commands: list[str], runs: int, folder: Path | None = None) -> float:
    """The least CPU seconds of some runs."""
    return min(cpu(commands, folder)[0] for _ in range(runs))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    corpora = SHARED / "corpora" / "coreference"
    if not corpora.is_dir():
        sys.exit("the real corpora are not here: set TERTIUM_SHARED to their folder")
    python, missing = sys.executable, []
    start = best([python, "-c", OURS], asked.runs)
    print("| scorer | CPU s | net of start and imports | times ours |\n| --- | --: | --: | --: |")
    with TemporaryDirectory() as folder:
        key, response = (Path(folder) / f"{name}.conll" for name in ("gold", "sieve"))
        for path in (key, response):
            repeat(corpora / "ontogum" / path.name, path, asked.times)
        files = [str(key), str(response)]
        ours = show(
            "tertium, conll2012, six metrics",
            best([python, "-c", OURS, "conll2012", *files, *METRICS], asked.runs),
            start,
            None,
        )
        perl = os.environ.get("PERL_SCORER")
        if perl:
            seconds = best(["perl", "scorer.pl", "all", *files, "none"], 1, Path(perl))
            show("v8.01 (Perl), five metrics", seconds, 0.0, ours)
        else:
            missing.append("the Perl scorer")
        try:
            imports = best([python, "-c", COVAL], asked.runs)
        except subprocess.CalledProcessError:
            missing.append("coval")
        else:
            seconds = best([python, "-c", COVAL, *files], asked.runs)
            show("coval, five metrics", seconds, imports, ours)
        key, response = (Path(folder) / f"{name}.conllu" for name in ("gold", "sieve"))
        for path in (key, response):
            repeat(corpora / "gum-corefud" / path.name, path, asked.times)
        files = [str(key), str(response)]
        ours = show(
            "tertium, corefud, all metrics (gum-corefud)",
            best([python, "-c", OURS, "corefud", *files, *METRICS, "MOR"], asked.runs),
            start,
            None,
        )
        corefud = os.environ.get("COREFUD_SCORER")
        if corefud:
            scorer = str(Path(corefud) / "corefud-scorer.py")
            own = os.environ.get("COREFUD_PYTHON", python)
            imports = best([own, scorer, "--help"], asked.runs, Path(corefud))
            seconds = best([own, scorer, *files], 1, Path(corefud))
            show("corefud-scorer, all metrics", seconds, imports, ours)
        else:
            missing.append("CorefUD's scorer")
    if missing:
        print(f"\nnot measured, because not found: {', '.join(missing)}")


if __name__ == "__main__":
    main()
