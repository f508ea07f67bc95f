"""`tertium curve`: scores over growing training sets."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.options import convention_options, input_options, library_options, page_options, statistics_options
from tertium.cli.output import Outputs, finish, page_width
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned


@click.command(cls=Sectioned, short_help="Learning curves: scores, intervals and gains over growing training sets.")
@click.argument("gold", metavar="GOLD")
@click.argument("points", metavar="SIZE=PATH...", nargs=-1, required=True)
@click.option(
    "--gold",
    "golds",
    multiple=True,
    metavar="SERIES=PATH",
    help="A gold of its own for a series, which is then compared with the others by unpaired tests.",
)
@click.option("--svg", "svg_file", metavar="FILE", help="Write the plot of the headline measure as SVG.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the points as CSV, the gains beside it (a.gains.csv).")
@convention_options
@input_options
@click.option("--intervals/--no-intervals", default=True, show_default=True, help="Confidence intervals and tests.")
@statistics_options
@page_options
def curve(gold: str, points: tuple[str, ...], **chosen: Any) -> None:
    """Draw learning curves: outputs ordered by the size of the training set, for any task and measure.

    Each point is SIZE=PATH, or SERIES:SIZE=PATH where there are several series; k and m stand for thousands and
    millions. Each point has its interval, each step its gain and p (adjusted over the steps of its series). Series are
    compared at the sizes they share.

    \b
    tertium curve gold.mrg 10=a10.mrg 20=a20.mrg 40=a40.mrg
    tertium curve gold.conllu old:1k=o1.conllu old:5k=o5.conllu new:1k=n1.conllu new:5k=n5.conllu
    tertium curve tiger.mrg tiger:10=t10.mrg tueba:10=u10.mrg --gold tueba=tueba.mrg --svg curve.svg
    """  # noqa: D301 (click wants the real character)
    from tertium import api

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.curve(gold, points, golds=chosen["golds"], progress=progress, **library_options(chosen))
        outputs = Outputs()
        if chosen["svg_file"]:
            outputs.add(chosen["svg_file"], result.to_svg())
        if chosen["csv_file"]:
            outputs.add_frames(chosen["csv_file"], {"points": result.frame, "gains": result.gain_frame}, ",")
        if chosen["as_json"]:
            outputs.add("-", result.to_json())
        lines = None if "-" in outputs.files else result.page(page_width(chosen["width"]))
    finish(result, outputs, lines, quiet=chosen["quiet"])
