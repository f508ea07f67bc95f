"""What the README shows is what the program prints, and its commands are those that CI runs."""

from __future__ import annotations

import re

import tertium
from tertium.demo import demo_files
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme__shows_the_real_output_of_the_demo() -> None:
    """`python docs/generate_demo.py` writes it."""
    shown = re.search(r"<!-- demo -->\n(.*?)<!-- /demo -->", README, re.DOTALL)
    assert shown is not None
    rows = [row.removeprefix("    ") for row in shown[1].strip("\n").split("\n")]
    gold, systems = demo_files()
    printed = str(tertium.compare(gold, systems)).split("\n")
    assert len(rows) > 20
    blocks = "\n".join(rows).split("\n[...]\n")
    for block in blocks:
        assert block in "\n".join(printed)


def test_readme__has_the_two_commands_in_one_line_each() -> None:
    lines = [line.strip() for line in README.split("\n") if line.startswith("    python3 -m venv .venv && ")]
    assert [line.rsplit(" ", 1)[-1] for line in lines] == ["demo", ".venv/bin/pytest"]


def test_ci__takes_the_test_command_from_the_readme() -> None:
    text = (ROOT / ".ci/run").read_text(encoding="utf-8")
    pattern = re.search(r"s/\^    \\\((.*?)\\\)\$", text)
    assert pattern is not None
    found = [line for line in README.split("\n") if re.fullmatch("    " + pattern[1], line)]
    assert len(found) == 1
