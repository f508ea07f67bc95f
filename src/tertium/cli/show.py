"""`tertium show`: trees in the terminal."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.options import convention_options, input_options, library_options, page_options
from tertium.cli.output import Outputs, finish, page_width
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned


@click.command(cls=Sectioned, short_help="Draw sentences in the terminal, gold against system, differences marked.")
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="SYSTEM...", nargs=-1)
@click.option(
    "--sentence", "sentences", multiple=True, metavar="N|SENT_ID", help="Draw this sentence (repeat for several)."
)
@click.option(
    "--differing",
    type=click.IntRange(min=1),
    metavar="N",
    help="Draw the first N sentences that differ from the gold  [default: 1, without --sentence]",
)
@click.option("--tags", is_flag=True, help="Show all parts of speech, not only wrong ones.")
@click.option(
    "--functional",
    is_flag=True,
    help="Draw functional trees, what several golds share, and edits; golds as NAME=GOLD,SYSTEM...",
)
@convention_options
@input_options
@page_options
def show(gold: str, systems: tuple[str, ...], **chosen: Any) -> None:
    """Draw trees of GOLD and of each SYSTEM, phrase-structure trees and dependencies alike.

    What is wrong has a sign in the margin, explained below the drawing.

    \b
    tertium show gold.mrg a.mrg --sentence 12
    tertium show gold.conllu a.conllu b.conllu --sentence weblog-17
    tertium show gold.mrg a.mrg --differing 5
    tertium show ud=gold.ud.conllu,a.conllu sud=gold.sud.conllu,b.conllu --functional
    """  # noqa: D301 (click wants the real character)
    if chosen.pop("functional"):
        _show_functional([gold, *systems], chosen)
        return
    if not systems:
        raise click.MissingParameter(param_type="argument", param_hint="'SYSTEM...'")
    from tertium import api
    from tertium.reports.show_page import show_page

    picked = {name: chosen.pop(name) for name in ("sentences", "differing", "tags")}
    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.show(gold, list(systems), progress=progress, **picked, **library_options(chosen))
    outputs = Outputs()
    if chosen["as_json"]:
        outputs.add("-", result.to_json())
    lines = None if "-" in outputs.files else show_page(result, page_width(chosen.get("width")))
    finish(result, outputs, lines, quiet=chosen["quiet"])


def _show_functional(given: list[str], chosen: dict[str, Any]) -> None:
    """Functional trees of schemes, or of one gold and its systems."""
    from tertium import api

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.show_functional(
            given,
            sentences=chosen["sentences"],
            differing=chosen["differing"],
            progress=progress,
            **library_options(chosen),
        )
        outputs = Outputs()
        if chosen["as_json"]:
            outputs.add("-", result.to_json())
        lines = None if "-" in outputs.files else result.page(page_width(chosen.get("width")))
    finish(result, outputs, lines, quiet=chosen["quiet"])
