"""`tertium repair`: which errors cost most."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.options import convention_options, input_options, library_options, output_options
from tertium.cli.output import Outputs, add_tables, check_outputs, finish, page_width, wants_tables
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned


@click.command(cls=Sectioned, short_help="Which errors cost most: the score if one class of them were repaired.")
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="[SYSTEM]...", nargs=-1)
@click.option(
    "--top", type=click.IntRange(min=1), metavar="N", default=10, show_default=True, help="Rows of each table."
)
@convention_options
@input_options
@output_options
def repair(gold: str, systems: tuple[str, ...], **chosen: Any) -> None:
    """Say what each SYSTEM would score if one class of its errors were repaired, and nothing else.

    Classes are kinds of error (attachment only, label only, both wrong), gold labels, and confusions (gold label →
    the system's), the biggest first; several systems stand side by side. The errors are those of the headline
    measure, or of each --measure. --csv and --json list all classes.

    \b
    tertium repair gold.conllu a.conllu
    tertium repair gold.conllu old.conllu new.conllu --measure UAS --top 20
    tertium repair gold.conllu a.conllu --task tagging --layer upos
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    from tertium import api
    from tertium.reports.repair_page import repair_page, repair_tables

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.repair(gold, list(systems), progress=progress, **library_options(chosen))
    outputs = Outputs()
    if wants_tables(chosen):
        frames = {"repairs": result.repairs, "scores": result.scores}
        tables = repair_tables(result, chosen["top"])
        add_tables(outputs, chosen, frames, tables, lead=result.verdict, result=result)
    if chosen["as_json"]:
        outputs.add("-", result.to_json())
    lines = None if "-" in outputs.files else repair_page(result, page_width(chosen.get("width")), top=chosen["top"])
    finish(result, outputs, lines, quiet=chosen["quiet"])
