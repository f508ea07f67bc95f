"""Every command and option has help, and a place in the docs."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import click
import pytest

from tertium.cli.main import COMMANDS, find_command
from tertium.cli.sections import SECTIONS, Sectioned
from tests.conftest import ROOT

if TYPE_CHECKING:
    from types import ModuleType

DOCS = ROOT / "docs"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_cli", DOCS / "generate_cli.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_command_has_help(name: str) -> None:
    command = find_command(name)
    assert command.short_help
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_help_keeps_within_a_terminal(name: str) -> None:
    """A choice of sixteen names on one line is read by nobody; examples may be longer."""
    command = find_command(name)
    context = click.Context(command, info_name=name, terminal_width=80, help_option_names=["-h", "--help"])
    lines = command.get_help(context).split("\n")
    assert [line for line in lines if len(line) > 80 and not line.startswith("  tertium ")] == []


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_command_has_a_place_in_the_docs(name: str) -> None:
    paths = [ROOT / "README.md", *(path for path in DOCS.glob("*.md") if path.name != "cli.md")]
    pages = [path.read_text(encoding="utf-8") for path in paths]
    assert any(f"tertium {name}" in page for page in pages)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_many_options_stand_in_sections(name: str) -> None:
    """Who adds an option to a large command says where its help has it."""
    command = find_command(name)
    options = {option.name for option in command.params if isinstance(option, click.Option)}
    if len(options) > 10:
        assert isinstance(command, Sectioned)
        assert options <= {option for names in SECTIONS.values() for option in names}


def test_reference_is_up_to_date() -> None:
    """`python docs/generate_cli.py` writes it."""
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == generator().reference()


def test_every_option_of_the_docs_exists() -> None:
    import re

    known = {
        name
        for command in map(find_command, COMMANDS)
        for option in command.params
        for name in (*option.opts, *option.secondary_opts)
    }
    known |= {"--version", "--help"}
    foreign = {"--check", "--quick"}  # of ruff and of the benchmarks
    for path in [ROOT / "README.md", *DOCS.glob("*.md")]:
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", path.read_text(encoding="utf-8")):
            assert option in known | foreign, f"{path.name}: {option}"
