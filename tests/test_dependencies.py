"""What the package imports is what its installation brings: the tests' own environment has more than users have."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest

import tertium
from tertium.demo import demo_files
from tests import phrases, tables
from tests.chains import conll, write_pair
from tests.conftest import ROOT

SOURCE: Final = Path(tertium.__file__).parent
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL: Final = {
    "kernels/jit.py": "numba",  # the extra `unanchored`
    "measures/ted_unanchored.py": "numba",
    "formats/adapters/spacy_docs.py": "spacy",  # whoever has a DocBin has spaCy
}
"""What is imported only where a user has it, or asks for it."""
BROUGHT_BY: Final = {"markupsafe": "jinja2"}


def declared() -> set[str]:
    """Distributions that every installation has, by their normal names."""
    return {normal(text) for text in PROJECT["dependencies"]}


def normal(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def imported(path: Path) -> set[str]:
    """Top-level names that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"tertium"}


def test_every_import_is_of_a_declared_dependency() -> None:
    """Without this, CEAF once needed a library that only the tests installed."""
    owners, found = metadata.packages_distributions(), declared()
    for path in sorted(SOURCE.rglob("*.py")):
        for name in imported(path) - {OPTIONAL.get(path.relative_to(SOURCE).as_posix())}:
            owner = BROUGHT_BY.get(name) or normal(owners.get(name, [name])[0])
            assert owner in found, f"{path.name} imports {name}"


BARE: Final = """
import sys
class Bare:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Bare())
from tertium.cli.main import main
main()
"""


def hidden() -> set[str]:
    """Names of the modules of this environment that an installation without extras would not have."""
    reached, waiting = set[str](), declared()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        needed = metadata.requires(name) or []
        waiting |= {normal(text) for text in needed if "extra ==" not in text and is_here(normal(text))} - reached
    owners = metadata.packages_distributions()
    return {name for name, own in owners.items() if not reached & {normal(text) for text in own}} - {"tertium"}


def is_here(distribution: str) -> bool:
    try:
        metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


def run_bare(*arguments: object) -> subprocess.CompletedProcess[str]:
    code = BARE.replace("HIDDEN", repr(sorted(hidden())))
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_bare_environment_is_bare() -> None:
    assert {"pytest", "hypothesis"} <= hidden()
    assert not {"numpy", "polars", "jsonschema", "click"} & hidden()


@pytest.mark.slow
def test_every_task_runs_without_what_only_tests_bring(tmp_path: Path) -> None:
    gold, systems = demo_files()
    parsers = [str(gold), *(f"{name}={path}" for name, path in systems.items())]
    chains = write_pair(
        tmp_path,
        conll("(0) (0) (1) (1) (0) (2) (2)", tags="NN PRP NN PRP PRP$ NN NN"),
        conll("(0) (0) (0) (1) (1) (2) (2)", tags="NN PRP NN PRP PRP$ NN NN"),
        conll("(0) (0) (1) (2) (2) (1) (2)", tags="NN PRP NN PRP PRP$ NN NN"),
    )
    page = tmp_path / "page.html"
    commands: list[list[object]] = [
        ["demo"],
        ["compare", *parsers, "--html", page, "--latex", tmp_path / "t.tex", "--csv", tmp_path / "csv"],
        ["compare", *chains, "--html", page],
        ["score", *chains, "--like", "conll2012"],
        ["score", *chains, "--like", "coval"],
        ["score", *chains, "--like", "corefud"],
        ["score", *chains, "--match", "partial", "--measure", "MOR", "--measure", "CEAFe"],
        ["compare", *phrases.write(tmp_path), "--html", page],
        ["compare", *tables.write_three(tmp_path)],
        ["suspects", *parsers],
        ["noise", *parsers[:3], "--error-rate", "0.03"],
    ]
    for command in commands:
        done = run_bare(*command)
        assert done.returncode == 0, (command, done.stderr)
