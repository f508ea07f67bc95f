"""`tertium plot`: one chart of a comparison as a file for a paper."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tertium.cli.output import Outputs
from tertium.cli.sections import Sectioned
from tertium.errors import SourceError, UsageError


@click.command(cls=Sectioned, short_help="One chart of a comparison as SVG, PDF or PNG, for a paper.")
@click.argument("document", metavar="[COMPARE.JSON]", required=False)
@click.option("--figure", metavar="NAME|list", required=True, help="Which chart; list names them all.")
@click.option("-o", "--output", "figure_file", metavar="FILE", help="Where it goes: .svg, .pdf or .png.")
@click.option(
    "--pair", nargs=2, metavar="A B", help="The two systems of transitions, labels and slices; else the first two."
)
@click.option("--measure", metavar="NAME", help="Another measure than the one that leads.")
@click.option(
    "--top", type=click.IntRange(min=1), metavar="N", help="Rows of transitions, labels, solved and oracle-labels."
)
@click.option("--quiet", "-q", is_flag=True, help="Do not say what was written.")
def plot(
    document: str | None,
    *,
    figure: str,
    figure_file: str | None,
    pair: tuple[str, str] | None,
    measure: str | None,
    top: int | None,
    quiet: bool,
) -> None:
    """Draw one chart from the JSON of `tertium compare`, at the quality of a paper, its fonts inside.

    \b
    tertium compare gold.conllu a.conllu b.conllu --json > compare.json
    tertium plot compare.json --figure transitions -o transitions.pdf
    tertium plot --figure list
    """  # noqa: D301 (click wants the real character)
    from tertium.reports.chart_figures import FIGURES, draw_figure
    from tertium.reports.chart_rows import read_document
    from tertium.reports.charts import find_format, render
    from tertium.reports.writing import check_target

    if figure == "list":
        for name, (_, told) in FIGURES.items():
            click.echo(f"{name:14} {told}")
        return
    if figure not in FIGURES:
        raise UsageError(f"there is no figure {figure!r}", hint=f"the figures are {', '.join(FIGURES)}")
    if document is None:
        raise UsageError(
            "there is no document to draw from", hint="make it with: tertium compare GOLD A B --json > compare.json"
        )
    if figure_file is None:
        raise UsageError("it is not said where the figure goes", hint=f"-o {figure}.pdf")
    find_format(figure_file)
    check_target(figure_file)
    found = read_document(_read(document), document)
    outputs = Outputs()
    outputs.add(figure_file, render(draw_figure(found, figure, pair=pair, measure=measure, top=top), figure_file))
    outputs.write([document], quiet=quiet)


def _read(path: str) -> str:
    """The text of the document; `-` is standard input.

    Raises:
        SourceError: It cannot be read.
    """
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SourceError("is no text in UTF-8", path=path, hint="give the output of tertium compare --json") from None
    except OSError as error:
        raise SourceError(f"cannot be read ({error.strerror or error})", path=path) from None
