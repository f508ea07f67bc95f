"""`tertium slices`: where two systems differ most, when nobody knows where to look."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.options import (
    convention_options,
    feature_options,
    input_options,
    library_options,
    page_options,
    statistics_options,
)
from tertium.cli.output import Outputs, finish, page_width
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned


@click.command(cls=Sectioned, short_help="Find the parts of the gold in which two systems differ most.")
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="[SYSTEM]...", nargs=-1)
@click.option("--pair", "pairs", nargs=2, multiple=True, metavar="A B", help="Search this pair (repeat for several).")
@click.option(
    "--most",
    type=click.IntRange(1, 1000),
    metavar="N",
    default=20,
    show_default=True,
    help="Slices that are estimated.",
)
@click.option("--single", is_flag=True, help="Only single features, no pairs of them.")
@click.option(
    "--examples", type=click.IntRange(min=0), metavar="N", default=1, show_default=True, help="Sentences for each find."
)
@feature_options
@convention_options
@input_options
@statistics_options
@page_options
def slices(gold: str, systems: tuple[str, ...], **chosen: Any) -> None:
    """Find the slices of GOLD, single features and pairs of features, in which two outputs differ most.

    The search looks at one half of the sentences and estimates on the other, so that what it finds is not the search's
    own doing. --by chooses the features; all are used if it is not given.

    \b
    tertium slices gold.conllu old.conllu new.conllu
    tertium slices gold.conllu old.conllu new.conllu --by deprel,length,upos --train train.conllu
    """  # noqa: D301 (click wants the real character)
    from tertium import api
    from tertium.errors import UsageError
    from tertium.reports.slices_page import slices_page

    options = library_options(chosen)
    options["by"] = tuple(options["by"]) or ("all",)
    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.compare(gold, list(systems), progress=progress, **options)
        if len(result.systems) < 2:  # noqa: PLR2004 (a pair)
            raise UsageError("slices are about two systems", hint="give a second output")
        pairs = list(chosen["pairs"]) or result.pairs
        searches = [
            (one, two, result.search(one, two, most=chosen["most"], pairs=not chosen["single"], progress=progress))
            for one, two in pairs
        ]
    outputs = Outputs()
    lines = None
    if chosen["as_json"]:
        from tertium.reports.comparison_document import search_document
        from tertium.reports.json_file import dumps

        outputs.add("-", dumps(search_document(result, searches)))
    else:
        lines = slices_page(result, searches, page_width(chosen["width"]), examples=chosen["examples"])
    finish(result, outputs, lines, quiet=chosen["quiet"])
