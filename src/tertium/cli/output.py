"""Where results go: the page to standard output, the talk to standard error, tables to files."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import click

from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    import polars as pl

    from tertium.reports.page import Line
    from tertium.reports.result import Result
    from tertium.reports.tables import Table

_NARROWEST: Final = 72
_WIDEST: Final = 110
_MOST: Final = 400


class Finished(Protocol):
    """What a command has made, as far as the talk on standard error needs it."""

    @property
    def notes(self) -> Sequence[str]:
        """What was decided on the way."""

    @property
    def warnings(self) -> Sequence[str]:
        """What was odd; the page ends with it."""

    @property
    def input_paths(self) -> Sequence[str]:
        """The files that were read."""


def page_width(width: int | None) -> int:
    """The width asked for (COLUMNS, if the output is no terminal), the terminal's within reason, or 80."""
    if width is not None:
        return width
    if not sys.stdout.isatty():
        asked = os.environ.get("COLUMNS", "")
        return max(_NARROWEST, min(int(asked), _MOST)) if asked.isdecimal() and int(asked) else 80
    return max(_NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, _WIDEST))


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


def say(text: str) -> None:
    """One message on standard error: what would act on a terminal is escaped, and on a terminal lines are folded."""
    from tertium.reports.page import as_text, visible, wrap

    for line in text.split("\n"):
        shown = visible(line)
        if sys.stderr.isatty():
            indent = len(shown) - len(shown.lstrip())
            width = max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns)
            shown = as_text(wrap([shown.lstrip()], width, indent=indent + 2, first=indent)).rstrip("\n")
        click.echo(shown, err=True)


@dataclass(slots=True)
class Outputs:
    """Files to be written, and what goes to standard output instead of the page."""

    files: dict[str, str | bytes] = field(default_factory=dict)

    def add(self, target: str, content: str | bytes) -> None:
        """Take one more; two of one name are refused.

        Raises:
            UsageError: Another output has this name already.
        """
        if real_path(target) in {real_path(name) for name in self.files}:
            what = "standard output" if target == "-" else target
            raise UsageError(f"two outputs have the same name, {what}", hint="give each its own file")
        self.files[target] = content

    def add_frames(self, target: str, frames: Mapping[str, pl.DataFrame], separator: str) -> None:
        """The first frame goes to the target, the others beside it."""
        first, *others = frames
        self.add(target, frames[first].write_csv(separator=separator))
        if target == "-":
            return
        path = Path(target)
        suffix = path.suffix or (".csv" if separator == "," else ".tsv")
        for name in others:
            self.add(str(path.with_name(f"{path.stem}.{name}{suffix}")), frames[name].write_csv(separator=separator))

    def write(self, inputs: Iterable[str], *, quiet: bool) -> bool:
        """Write everything and say what; true if something went to standard output instead of the page.

        Raises:
            UsageError: Some output is an input.
        """
        from tertium.reports.writing import write_files

        sources = {real_path(name) for name in inputs}
        for name in self.files:
            if name != "-" and real_path(name) in sources:
                raise UsageError(
                    f"{name} is an input; it will not be written over", hint="give the output another name"
                )
        printed = self.files.pop("-", None)
        write_files(self.files)
        if printed is not None:
            click.echo(printed, nl=False)
        if self.files and not quiet:
            click.echo(f"wrote {', '.join(self.files)}", err=True)
        return printed is not None


def real_path(name: str) -> str:
    """The file behind a name, links followed; standard output stands for itself."""
    return name if name == "-" else os.path.realpath(name)


def finish(
    result: Finished, outputs: Outputs, lines: Iterable[Line] | None, *, quiet: bool, also_read: Sequence[str] = ()
) -> None:
    """Say what was decided, write the files, then print the page if nothing else was printed.

    The page ends with what was odd; where another thing is printed, nobody may see that, so it is said.
    """
    if not quiet:
        for note in result.notes:
            say(note)
    printed = outputs.write([*result.input_paths, *also_read], quiet=quiet)
    if printed and not quiet:
        for warning in result.warnings:
            say(f"note: {warning}")
    if not printed and lines is not None:
        print_page(lines)


TABLE_OPTIONS: Final = ("csv_file", "tsv_file", "markdown_file", "latex_file")
FILE_OPTIONS: Final = (*TABLE_OPTIONS, "annotate_file", "html_file")


def wants_tables(chosen: Mapping[str, Any]) -> bool:
    """Whether some table is to be written."""
    return any(chosen.get(option) for option in TABLE_OPTIONS)


def add_tables(
    outputs: Outputs,
    chosen: Mapping[str, Any],
    frames: Mapping[str, pl.DataFrame],
    tables: list[Table],
    *,
    lead: str,
    result: Result,
    folded: Container[str] = (),
    examples: Iterable[tuple[str, Sequence[str]]] = (),
) -> None:
    """Render the tables that the options ask for; `-` stands for standard output. Some are folded in Markdown."""
    for option, separator in (("csv_file", ","), ("tsv_file", "\t")):
        if chosen.get(option):
            outputs.add_frames(chosen[option], frames, separator)
    if chosen.get("markdown_file"):
        from tertium.reports.markdown import render_markdown

        shown = [table for table in tables if table.name not in folded]
        rest = [table for table in tables if table.name in folded]
        page = render_markdown(result.title, lead, shown, result.signature, folded=rest, examples=examples)
        outputs.add(chosen["markdown_file"], page)
    if chosen.get("latex_file"):
        from tertium.reports.latex import render_latex

        outputs.add(chosen["latex_file"], render_latex(tables, result.signature))


def check_outputs(chosen: Mapping[str, Any]) -> None:
    """Refuse what cannot be written, before anything is read.

    Raises:
        UsageError: Two things want standard output.
        SourceError: A name is empty, or its folder is not there.
    """
    from tertium.reports.writing import check_target

    for option in FILE_OPTIONS:
        if chosen.get(option) not in (None, "-"):
            check_target(chosen[option])
    to_screen = [option for option in FILE_OPTIONS if chosen.get(option) == "-"]
    to_screen += [option for option in ("as_json", "as_printed") if chosen.get(option)]
    if len(to_screen) > 1:
        raise UsageError(
            "only one thing can go to standard output", hint="give the others file names, or leave them out"
        )
