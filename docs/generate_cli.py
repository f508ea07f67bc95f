"""Write docs/cli.md from the commands' own help: `python docs/generate_cli.py`."""

from __future__ import annotations

from pathlib import Path

import click

from tertium.cli.main import COMMANDS, find_command, tertium

TARGET = Path(__file__).parent / "cli.md"


def reference() -> str:
    """The page: the help of the program and of every command."""
    parts = [
        "# Command line",
        "Written by `docs/generate_cli.py` from the commands' own help.",
        _help(tertium, "tertium"),
    ]
    for name in sorted(COMMANDS):
        parts += [f"## tertium {name}", _help(find_command(name), f"tertium {name}")]
    return "\n\n".join(parts) + "\n"


def _help(command: click.Command, name: str) -> str:
    names = ["-h", "--help"]
    context = click.Context(command, info_name=name, terminal_width=100, help_option_names=names)
    return f"```text\n{command.get_help(context).rstrip()}\n```"


if __name__ == "__main__":
    TARGET.write_text(reference(), encoding="utf-8")
