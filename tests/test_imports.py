"""Imports run one way, and light commands stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tertium

SOURCE = Path(tertium.__file__).parent
LEVELS = {
    "stats": 0,
    "kernels": 0,
    **dict.fromkeys(("errors", "_typing", "conventions", "corpus", "demo", "brackets", "headrules", "fragments"), 0),
    **dict.fromkeys(("plurals", "nodes", "spans", "mentions", "mentionrules"), 0),
    "formats": 1,
    "alignment": 2,
    "trees": 3,
    "tasks": 4,
    "measures": 5,
    "comparison": 6,
    "checks": 6,
    "kinds": 7,
    "options": 7,
    "choices": 8,
    "inputs": 8,
    "inside": 8,
    "loading": 8,
    "loading_schemes": 8,
    "scheme_outlines": 8,
    "reports": 9,
    "api": 10,
    "cli": 11,
}
"""A room imports only rooms of its own level or below."""


def modules() -> list[Path]:
    return sorted(
        path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.stem not in ("__init__", "__main__")
    )


def room_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_run_one_way(path: Path) -> None:
    own = LEVELS[room_of(path)]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "tertium" and len(parts) > 1 and parts[1] in LEVELS:
                assert LEVELS[parts[1]] <= own, f"{path.name} imports {name}"


HEAVY = ("numpy", "numba", "polars", "rich", "scipy", "pandas", "altair", "vl_convert")


def loaded_by(*arguments: str) -> set[str]:
    """Every module that a process has when it has run this command."""
    code = (
        "import sys\n"
        f"sys.argv = ['tertium', *{arguments!r}]\n"
        "from tertium.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.split())


@pytest.mark.parametrize(
    "arguments", [("--version",), ("--help",), ("compare", "--help"), ("formats", "--help"), ("noise", "--help")]
)
def test_light_commands_import_nothing_heavy(arguments: tuple[str, ...]) -> None:
    assert not loaded_by(*arguments) & set(HEAVY)


def test_version_imports_no_command() -> None:
    own = {name for name in loaded_by("--version") if name.startswith("tertium")}
    assert own == {"tertium", "tertium.cli", "tertium.cli.main", "tertium.errors"}


def test_a_comparison_of_parsers_imports_nothing_of_phrases_tests_or_slices() -> None:
    """Start-up is the larger half of a usual comparison: what a verb or a task does not need, it does not import."""
    files = [str(SOURCE / "demo" / f"{name}.conllu") for name in ("gold", "spacy", "stanza")]
    found = loaded_by("compare", "--quiet", "--no-intervals", *files)
    assert "tertium.comparison.differences" in found
    idle = (
        *("kinds.constituency", "measures.phrase_measures", "tasks.bracketing", "trees.heads"),
        *("comparison.inference", "comparison.features", "comparison.slices", "comparison.repairs", "stats.paired"),
        *("alignment.diagnosis", "reports.slice_sections", "reports.json_file", "reports.comparison_document"),
    )
    assert not found & {f"tertium.{name}" for name in idle}


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = f"import sys, tertium\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_are_importable_and_complete() -> None:
    assert tertium.__all__ == sorted(tertium.__all__)
    for name in tertium.__all__:
        assert getattr(tertium, name) is not None
    assert set(tertium.__all__) <= set(dir(tertium))
    with pytest.raises(AttributeError):
        _ = tertium.no_such_name
