"""`tertium suspects`: gold answers that look wrong."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.options import convention_options, input_options, library_options, page_options
from tertium.cli.output import Outputs, check_outputs, finish, page_width
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned


@click.command(cls=Sectioned, short_help="Gold answers that look wrong, ranked, with the evidence.")
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="[SYSTEM]...", nargs=-1)
@click.option(
    "--top", type=click.IntRange(min=0), metavar="N", default=20, show_default=True, help="Suspects on the page."
)
@click.option(
    "--rank",
    type=click.Choice(("score", "agreement", "model", "variation")),
    default="score",
    show_default=True,
    help="By all evidence, or by one witness alone.",
)
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="Write so many to files and JSON; else all.")
@click.option("--all", "everyone", is_flag=True, help="Also those with less evidence against them than for them.")
@click.option("--against", metavar="FILE", help="A corrected gold: precision and recall of the ranking.")
@click.option(
    "--annotate", "annotate_file", metavar="FILE", help="Write the gold as CoNLL-U with suspects marked in MISC."
)
@click.option("--csv", "csv_file", metavar="FILE", help="Write the suspects as CSV (- for standard output).")
@click.option("--tsv", "tsv_file", metavar="FILE", help="The same, separated by tabs.")
@convention_options
@input_options
@page_options
def suspects(gold: str, systems: tuple[str, ...], **chosen: Any) -> None:
    """List answers of GOLD that look wrong, the most suspicious first, for those who maintain it.

    Three witnesses: SYSTEMs that agree with each other against the gold, a latent-class model that weighs them (it
    needs two systems), and variation: the same words between the same words, annotated otherwise elsewhere.

    \b
    tertium suspects gold.conllu a.conllu b.conllu c.conllu
    tertium suspects gold.conllu a.conllu b.conllu --layer upos --annotate marked.conllu
    tertium suspects gold.conllu a.conllu b.conllu --against better.conllu
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    from tertium import api

    options = {"rank": chosen["rank"], "against": chosen["against"]}
    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.suspects(gold, list(systems), progress=progress, **options, **library_options(chosen))
        outputs = Outputs()
        which = {"n": chosen["most"], "everyone": chosen["everyone"]}
        for option, separator in (("csv_file", ","), ("tsv_file", "\t")):
            if chosen[option]:
                outputs.add_frames(chosen[option], {"suspects": result.frame(**which)}, separator)
        if chosen["annotate_file"]:
            outputs.add(chosen["annotate_file"], result.annotate(**which))
        if chosen["as_json"]:
            from tertium.reports.json_file import dumps

            outputs.add("-", dumps(result.to_dict(**which)))
        lines = None if "-" in outputs.files else result.page(page_width(chosen["width"]), top=chosen["top"])
    finish(result, outputs, lines, quiet=chosen["quiet"])
