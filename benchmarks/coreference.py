"""Coreference scorers beside tertium, net of interpreter start and imports: `python benchmarks/coreference.py`.

Repeats the corpora ontogum and gum-corefud ten times, runs every scorer as a process of its own and writes its CPU
seconds (user + system) and peak memory into benchmarks/README.md; `--dry` prints them only. A Python program says
itself what it has used when its imports are done, and when its work is; Perl's start is part of its work. Each number
is the median of several runs. Peers are found where they are: the Perl scorer at $PERL_SCORER (the folder with
scorer.pl), that of LEA at $LEA_SCORER, CorefUD's at $COREFUD_SCORER (the folder with corefud-scorer.py;
$COREFUD_PYTHON runs it, if not this Python), coval if it can be imported ($PYTHONPATH will do). Those that are not
there are left out, and that is said; nothing is written then.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("TERTIUM_SHARED", HERE.parent.parent / "shared"))
MARKS = ("<!-- coreference -->\n", "<!-- /coreference -->\n")
METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea")
USED = """
def used():
    import resource
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
"""
OURS = f"""{USED}
import sys
import numpy, polars, scipy.optimize, scipy.sparse.csgraph, tertium
import tertium.api, tertium.loading, tertium.kinds.coreference, tertium.formats.entities
import tertium.reports.result
from tertium.formats import FORMATS, module_of
for name in FORMATS:
    module_of(name)
like, key, response, *measures = sys.argv[1:]
start = used()
result = tertium.score(key, [response], like=like, measures=measures)
values = [row.value for row in result.score_rows]
print(used() - start)
"""
COVAL = f"""{USED}
import sys
from coval.conll import reader
from coval.eval import evaluator
start = used()
infos = reader.get_coref_infos(sys.argv[1], sys.argv[2], False, False, True, False)
for metric in (evaluator.mentions, evaluator.muc, evaluator.b_cubed, evaluator.ceafe, evaluator.lea):
    evaluator.evaluate_documents(infos, metric, beta=1)
print(used() - start)
"""
COREFUD = f"""{USED}
import importlib, os, sys
sys.path.insert(0, os.getcwd())
scorer = importlib.import_module("corefud-scorer")
start = used()
scorer.main()
print(used() - start)
"""


@dataclass(frozen=True)
class Cost:
    """What one program took."""

    cpu: float  # seconds, start and imports included
    net: float  # without them
    memory: float  # MB


def measure(command: list[str], runs: int, folder: Path | None = None) -> Cost:
    """The median of several runs, each a process of its own; what it prints last is its net time, if it is Python's."""
    costs = []
    for _ in range(runs):
        with TemporaryFile() as out:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, cwd=folder)
            _, status, usage = os.wait4(process.pid, 0)
            if os.waitstatus_to_exitcode(status):
                raise subprocess.CalledProcessError(status, command[0])
            out.seek(0)
            cpu = usage.ru_utime + usage.ru_stime
            last = out.read().split()[-1].decode()
            costs.append(Cost(cpu, cpu if command[0] == "perl" else float(last), usage.ru_maxrss / 1024))
    return Cost(*(median(getattr(cost, name) for cost in costs) for name in ("cpu", "net", "memory")))


def repeat(source: Path, target: Path, times: int) -> None:
    """The documents of a file so many times, each under a name of its own."""
    text = source.read_text(encoding="utf-8")
    name = re.compile(r"(?m)^(#begin document \(|# newdoc id = |# sent_id = )")
    copies = (name.sub(rf"\1x{number}-", text) for number in range(times))
    target.write_text("".join(copies), encoding="utf-8")


class Table:
    """Rows side by side with ours, which stands first."""

    def __init__(self) -> None:
        """Begin with the head."""
        self.lines = [
            "| scorer | CPU s | net of start and imports | times ours, net | peak MB | to reach |",
            "| --- | --: | --: | --: | --: | --- |",
        ]
        self.missing: list[str] = []
        self._ours = 0.0

    def add(self, name: str, cost: Cost, target: str = "") -> None:
        """One row; the first of each part is ours."""
        if name.startswith("tertium"):
            self._ours = cost.net
        times = "" if name.startswith("tertium") else f"{cost.net / self._ours:.1f}"
        self.lines.append(f"| {name} | {cost.cpu:.2f} | {cost.net:.3f} | {times} | {cost.memory:.0f} | {target} |")
        print(self.lines[-1])


def measure_conll(table: Table, folder: Path, times: int, runs: int) -> None:
    """CoNLL-2012, gold against sieve."""
    key, response = (folder / f"{name}.conll" for name in ("gold", "sieve"))
    for path in (key, response):
        repeat(SHARED / "corpora/coreference/ontogum" / path.name, path, times)
    files = [str(key), str(response)]
    perl, lea = (os.environ.get(name) for name in ("PERL_SCORER", "LEA_SCORER"))
    if perl:
        ours = measure([sys.executable, "-c", OURS, "conll2012", *files, *METRICS[:-1]], runs)
        table.add("tertium, `--like conll2012`, five metrics", ours, "≤ 1,000 MB")
        five = measure(["perl", "scorer.pl", "all", *files, "none"], runs, Path(perl))
        table.add("v8.01 (Perl), `all`: the same five", five, "100 times")
    else:
        table.missing.append("the Perl scorer")
    ours = measure([sys.executable, "-c", OURS, "conll2012", *files, *METRICS], runs)
    table.add("tertium, `--like conll2012`, six metrics", ours, "≤ 1,000 MB")
    if perl and lea:
        sixth = measure(["perl", "scorer.pl", "lea", *files, "none"], runs, Path(lea))
        both = Cost(five.cpu + sixth.cpu, five.net + sixth.net, max(five.memory, sixth.memory))
        table.add("v8.01 and LEA's (Perl): the same six", both, "100 times")
    elif not lea:
        table.missing.append("the Perl scorer of LEA")
    try:
        table.add("coval, five metrics", measure([sys.executable, "-c", COVAL, *files], runs), "10 times")
    except subprocess.CalledProcessError:
        table.missing.append("coval")
    everything = measure([sys.executable, "-c", OURS, "conll2012", *files], runs)
    table.add("tertium, `--like conll2012`, all measures, ARCS among them", everything)


def measure_corefud(table: Table, folder: Path, times: int, runs: int) -> None:
    """CorefUD, gold against sieve."""
    key, response = (folder / f"{name}.conllu" for name in ("gold", "sieve"))
    for path in (key, response):
        repeat(SHARED / "corpora/coreference/gum-corefud" / path.name, path, times)
    files = [str(key), str(response)]
    ours = measure([sys.executable, "-c", OURS, "corefud", *files, *METRICS, "MOR"], runs)
    table.add("tertium, `--like corefud`, all metrics (gum-corefud)", ours, "≤ 1,000 MB")
    scorer = os.environ.get("COREFUD_SCORER")
    if scorer:
        python = os.environ.get("COREFUD_PYTHON", sys.executable)
        theirs = measure([python, "-c", COREFUD, *files], runs, Path(scorer))
        table.add("corefud-scorer, all metrics (gum-corefud)", theirs, "10 times")
    else:
        table.missing.append("CorefUD's scorer")


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    asked = parser.parse_args()
    if not (SHARED / "corpora/coreference").is_dir():
        sys.exit("the real corpora are not here: set TERTIUM_SHARED to their folder")
    table = Table()
    print("\n".join(table.lines))
    with TemporaryDirectory() as folder:
        measure_conll(table, Path(folder), asked.times, asked.runs)
        measure_corefud(table, Path(folder), asked.times, asked.runs)
    if table.missing:
        print(f"\nnot measured, because not found: {', '.join(table.missing)}")
    if asked.dry or table.missing:
        return
    page = HERE / "README.md"
    before, rest = page.read_text(encoding="utf-8").split(MARKS[0])
    _, after = rest.split(MARKS[1])
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    head = f"{machine}; medians of {asked.runs} runs."
    page.write_text("\n".join([before + MARKS[0], head, "", *table.lines, "", MARKS[1] + after]), encoding="utf-8")


if __name__ == "__main__":
    main()
