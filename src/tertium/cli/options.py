"""Options that several commands share, and how they become keyword arguments of the public functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from tertium.conventions import PRESETS, PUNCTUATION, TASKS, TOKENS, YES_NO

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Command = TypeVar("Command", bound=Callable[..., Any])
    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # generic only since recent versions of click

FORMAT_NAMES: Final = ("conllu", "conllx", "conll2009", "columns", "slashed")


class OneOf(_ParamType):
    """A choice with aliases; the help shows the canonical ones."""

    name = "choice"

    def __init__(self, values: Mapping[str, Any], shown: str) -> None:
        """Take alias -> value, and what the help shows."""
        self.values = values
        self.shown = shown

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What stands for the value in the help."""
        del param, ctx
        return f"[{self.shown}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The canonical value."""
        if value in self.values.values() and not isinstance(value, str):
            return value
        if str(value).lower() not in self.values:
            self.fail(f"{value!r} is not one of {self.shown.replace('|', ', ')}.", param, ctx)
        return self.values[str(value).lower()]


class NumberOrAll(_ParamType):
    """A number, or `all`, which is None."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or None."""
        if value is None or isinstance(value, int):
            return value
        if str(value).lower() == "all":
            return -1
        if not str(value).isdecimal():
            self.fail(f"{value!r} is neither a number nor all.", param, ctx)
        return int(value)


def stack(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several decorators as one; the first shows first in the help."""

    def apply(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return apply


def _list(names: object) -> str:
    return " | ".join(names) if isinstance(names, tuple | dict) else str(names)


convention_options = stack(
    click.option("--task", type=click.Choice(TASKS), help="What to compare; found out from the files if not given."),
    click.option(
        "--like",
        type=click.Choice(tuple(PRESETS)),
        help="Count exactly as this scorer does, quirks and checks included.",
    ),
    click.option(
        "--layer", metavar="LAYER", help="Tagging: upos, xpos, feats, lemma, tag, or one feature such as Case."
    ),
    click.option(
        "--measure",
        "measures",
        multiple=True,
        metavar="NAME",
        help="Only this measure (repeat for several); the first leads.",
    ),
    click.option(
        "--punctuation",
        type=OneOf(PUNCTUATION, "yes|form|relation"),
        help="yes: scored; form: words made of punctuation are left out; relation: gold relation punct is left out.",
    ),
    click.option(
        "--subtypes", type=OneOf(YES_NO, "yes|no"), help="Whether nsubj:pass and nsubj are different relations."
    ),
    click.option("--include", metavar="LABELS", help="Score only these gold labels (comma-separated)."),
    click.option("--exclude", metavar="LABELS", help="Leave out these gold labels (comma-separated)."),
    click.option(
        "--map",
        "renamings",
        multiple=True,
        metavar="MAP",
        help="Rename labels first: xpos:PROP=PROAV, NAME/xpos:OLD=NEW, or a file.",
    ),
    click.option("--fold-case", is_flag=True, help="Upper and lower case are the same, in words and labels."),
    click.option("--multiple-roots-okay", is_flag=True, help="With --like ud: accept sentences with several roots."),
)

file_options = stack(
    click.option(
        "--format", "fmt", type=click.Choice(FORMAT_NAMES), help="Format of the files; recognised if not given."
    ),
    click.option("--columns", metavar="MAP", help="Which column holds what, from 1: form=1,xpos=2."),
    click.option("--encoding", default="utf-8", show_default=True, metavar="NAME", help="Encoding of the files."),
)

input_options = stack(
    file_options,
    click.option(
        "--tokens",
        type=click.Choice(TOKENS),
        help="How words are linked: by position if they are the same, else by characters (auto).",
    ),
)

output_options = stack(
    click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else on standard output."
    ),
    click.option(
        "--csv",
        "csv_file",
        metavar="FILE",
        help="Write the scores to FILE as CSV, the other tables beside it (a.csv: a.labels.csv, ...).",
    ),
    click.option("--tsv", "tsv_file", metavar="FILE", help="The same, separated by tabs."),
    click.option(
        "--markdown", "markdown_file", metavar="FILE", help="Write the tables as Markdown (- for standard output)."
    ),
    click.option(
        "--latex", "latex_file", metavar="FILE", help="Write the tables as LaTeX with booktabs (- for standard output)."
    ),
    click.option("--width", type=click.IntRange(72, 400), help="Width of the page; the terminal's, or 80."),
    click.option("--quiet", "-q", is_flag=True, help="No notes and no progress on standard error."),
)


def library_options(chosen: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `compare`, `score` and `diff` among a command's parameters."""
    return {
        "task": chosen.get("task"),
        "like": chosen.get("like"),
        "layer": chosen.get("layer"),
        "measures": chosen.get("measures", ()),
        "format": chosen.get("fmt"),
        "columns": chosen.get("columns"),
        "encoding": chosen.get("encoding", "utf-8"),
        "punctuation": chosen.get("punctuation"),
        "subtypes": chosen.get("subtypes"),
        "tokens": chosen.get("tokens"),
        "fold_case": chosen.get("fold_case", False),
        "multiple_roots_okay": chosen.get("multiple_roots_okay", False),
        "include": chosen.get("include"),
        "exclude": chosen.get("exclude"),
        "map": chosen.get("renamings", ()),
    }
