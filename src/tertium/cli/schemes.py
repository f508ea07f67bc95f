"""`tertium schemes`: what annotation schemes share, and where they part."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.cross import add_rendered, own_options, scheme_options, word_options
from tertium.cli.options import library_options, output_options
from tertium.cli.output import Outputs, check_outputs, finish, page_width
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned


@click.command(cls=Sectioned, short_help="What annotation schemes agree on, and the constructions where they part.")
@click.argument("golds", metavar="[NAME=]GOLD...", nargs=-1, required=True)
@click.option(
    "--top", type=click.IntRange(min=1), default=10, show_default=True, metavar="N", help="Rows of each list."
)
@scheme_options
@word_options
@output_options
def schemes(golds: tuple[str, ...], **chosen: Any) -> None:
    """Describe what GOLDs of the same text in different annotation schemes share.

    How many nodes of their functional trees survive generalisation, by label and by length; what the schemes call the
    same words; and the constructions where they part, with examples. Dependencies and phrases with functions go
    together.

    \b
    tertium schemes gold.ud.conllu gold.sud.conllu
    tertium schemes ud=gold.ud.conllu psg=gold.mrg --tokens position --top 20
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    from tertium import api

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.schemes(
            golds, top=chosen["top"], progress=progress, **own_options(chosen), **library_options(chosen)
        )
        outputs = Outputs()
        add_rendered(outputs, chosen, result)
        lines = None if "-" in outputs.files else result.page(page_width(chosen["width"]))
    finish(result, outputs, lines, quiet=chosen["quiet"])
