"""`tertium power`: what a test set could show."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.options import convention_options, input_options, library_options, page_options, statistics_options
from tertium.cli.output import Outputs, finish, page_width
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned


@click.command(
    cls=Sectioned, short_help="What differences this test set could detect, and how large it would have to be."
)
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="[SYSTEM]...", nargs=-1)
@convention_options
@input_options
@statistics_options
@page_options
def power(gold: str, systems: tuple[str, ...], **chosen: Any) -> None:
    """Tell what differences between two or more outputs could be detected with GOLD as the test set.

    The smallest detectable difference, the chance of finding the observed one, how many sentences would be needed, and
    how far a significant result would exaggerate.

    \b
    tertium power gold.conllu old.conllu new.conllu
    """  # noqa: D301 (click wants the real character)
    from tertium import api
    from tertium.errors import UsageError
    from tertium.reports.power_page import power_document, power_page

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.compare(gold, list(systems), progress=progress, **library_options(chosen))
        if len(result.systems) < 2:  # noqa: PLR2004 (a pair)
            raise UsageError("power is about two systems", hint="give a second output")
        outputs = Outputs()
        if chosen["as_json"]:
            from tertium.reports.json_file import dumps

            outputs.add("-", dumps(power_document(result)))
        lines = None if chosen["as_json"] else power_page(result, page_width(chosen["width"]))
    finish(result, outputs, lines, quiet=chosen["quiet"])
