"""`tertium errors`: what kinds of mistakes a parser makes."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.options import convention_options, input_options, library_options, output_options
from tertium.cli.output import Outputs, add_tables, check_outputs, finish, page_width, wants_tables
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned


@click.command(
    cls=Sectioned, short_help="What kinds of mistakes parsers make: attachment, coordination, missing nodes, ..."
)
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="[SYSTEM]...", nargs=-1)
@click.option("--top", type=click.IntRange(min=1), metavar="N", default=8, show_default=True, help="Rows of each list.")
@click.option(
    "--examples",
    type=click.IntRange(min=0),
    metavar="N",
    default=5,
    show_default=True,
    help="Example sentences, one for each of the biggest types (0 for none).",
)
@convention_options
@input_options
@output_options
def errors(gold: str, systems: tuple[str, ...], **chosen: Any) -> None:
    """Say what kinds of mistakes each SYSTEM makes, for phrase-structure trees and for dependencies.

    Every wrong bracket (or arc) has one type: attachment (of a PP, a clause, a modifier, ...), coordination, inside a
    noun phrase, unary, single-word phrase, label, missing node, additional node, crossing. Attachment errors are shown
    as moves: what, from where, to where. Several systems stand side by side; of two it is said what the second repairs
    and what it gets newly wrong. Also: sentences that are perfect under one measure and not under another.

    \b
    tertium errors gold.mrg a.mrg
    tertium errors gold.mrg a.mrg b.mrg --csv errors.csv
    tertium errors gold.conllu a.conllu
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    from tertium import api
    from tertium.reports.errors_page import errors_page, errors_tables

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.find_errors(gold, list(systems), progress=progress, **library_options(chosen))
    outputs = Outputs()
    if wants_tables(chosen):
        frames = {"errors": result.errors, "moves": result.moves, "scores": result.scores}
        tables = errors_tables(result, chosen["top"])
        add_tables(outputs, chosen, frames, tables, lead=result.verdict, result=result)
    if chosen["as_json"]:
        outputs.add("-", result.to_json())
    lines = None
    if "-" not in outputs.files:
        width = page_width(chosen.get("width"))
        lines = errors_page(result, width, top=chosen["top"], examples=chosen["examples"])
    finish(result, outputs, lines, quiet=chosen["quiet"])
