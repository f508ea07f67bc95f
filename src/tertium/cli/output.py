"""Where results go: the page to standard output, the talk to standard error, tables to files."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import polars as pl

    from tertium.reports.page import Line
    from tertium.reports.result import Result
    from tertium.reports.tables import Table

_WIDEST: Final = 110


def page_width(width: int | None) -> int:
    """The width asked for, the terminal's within reason, or 80."""
    if width is not None:
        return width
    if not sys.stdout.isatty():
        return 80
    return max(60, min(shutil.get_terminal_size((80, 24)).columns, _WIDEST))


def print_page(lines: Iterable[Line]) -> None:
    """The page, in colour on a terminal that wants it."""
    if not wants_colour():
        from tertium.reports.page import as_text

        click.echo(as_text(lines), nl=False)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for spans in lines:
        console.print(Text.assemble(*((span.text, span.style) for span in spans)))


def wants_colour() -> bool:
    """Colour on a terminal, never with NO_COLOR."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def say(result: Result, *, quiet: bool) -> None:
    """What was decided on the way, on standard error."""
    if not quiet:
        for note in result.notes:
            click.echo(note, err=True)


def collect_files(
    chosen: Mapping[str, Any],
    frames: Mapping[str, pl.DataFrame],
    tables: list[Table],
    *,
    title: str,
    lead: str,
    signature: str,
) -> dict[str, str]:
    """Contents of all files that the options ask for; `-` stands for standard output."""
    files: dict[str, str] = {}
    for option, separator in (("csv_file", ","), ("tsv_file", "\t")):
        if chosen.get(option):
            files |= _frame_files(chosen[option], frames, separator)
    if chosen.get("markdown_file"):
        from tertium.reports.markdown import render_markdown

        files[chosen["markdown_file"]] = render_markdown(title, lead, tables, signature)
    if chosen.get("latex_file"):
        from tertium.reports.latex import render_latex

        files[chosen["latex_file"]] = render_latex(tables, signature)
    return files


def _frame_files(target: str, frames: Mapping[str, pl.DataFrame], separator: str) -> dict[str, str]:
    first, *others = frames
    if target == "-":
        return {"-": frames[first].write_csv(separator=separator)}
    path = Path(target)
    suffix = path.suffix or (".csv" if separator == "," else ".tsv")
    files = {target: frames[first].write_csv(separator=separator)}
    for name in others:
        beside = path.with_name(f"{path.stem}.{name}{suffix}")
        files[str(beside)] = frames[name].write_csv(separator=separator)
    return files


def write_all(files: dict[str, str | bytes], *, quiet: bool) -> bool:
    """Write the files and say which; true if something went to standard output instead of the page."""
    from tertium.reports.writing import write_files

    printed = files.pop("-", None)
    write_files(files)
    if printed is not None:
        click.echo(printed, nl=False)
    if files and not quiet:
        click.echo(f"wrote {', '.join(files)}", err=True)
    return printed is not None


def check_outputs(chosen: Mapping[str, Any], inputs: Iterable[str]) -> None:
    """Refuse to write over an input, or two outputs to one place.

    Raises:
        UsageError: Some output is an input, or is named twice.
    """
    names = [
        chosen[key]
        for key in ("csv_file", "tsv_file", "markdown_file", "latex_file", "annotate_file")
        if chosen.get(key)
    ]
    sources = {str(Path(name.partition("=")[2] or name).resolve()) for name in inputs} | {
        str(Path(name).resolve()) for name in inputs
    }
    for name in names:
        if name != "-" and str(Path(name).resolve()) in sources:
            raise UsageError(f"{name} is an input; it will not be written over", hint="give the output another name")
    if len({str(Path(name).resolve()) for name in names}) < len(names):
        raise UsageError("two outputs have the same name", hint="give each its own file")
    if "-" in names and chosen.get("as_json"):
        raise UsageError(
            "only one thing can go to standard output", hint="leave out --json, or give the table a file name"
        )
