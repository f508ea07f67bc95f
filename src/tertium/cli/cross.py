"""`tertium cross`: systems of several annotation schemes, compared fairly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from tertium.cli.options import file_options, library_options, output_options, stack, statistics_options
from tertium.cli.output import Outputs, check_outputs, finish, page_width
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACES: Final = ("suffix", "suffixes", "label", "edge")
OWN: Final = ("conflicts", "hierarchy", "free", "projectivize", "functions")

scheme_options = stack(
    click.option(
        "--label-hierarchy",
        "hierarchy",
        is_flag=True,
        help="Subtypes are kinds of their types: nsubj:pass and nsubj:outer share nsubj.",
    ),
    click.option(
        "--map",
        "renamings",
        multiple=True,
        metavar="MAP",
        help="Rename labels first: deprel:OLD=NEW, SCHEME/deprel:OLD=NEW (or a system, or gold), or a file.",
    ),
    click.option(
        "--free",
        multiple=True,
        metavar="A=B",
        help="Relabelling A as B, or B as A, costs nothing (repeat for several).",
    ),
    click.option(
        "--projectivize",
        is_flag=True,
        help="Lift arcs until all trees are projective, as the paper does; not needed here.",
    ),
    click.option(
        "--functions",
        type=click.Choice(PLACES),
        help="Trees of phrases: functions stand behind labels of phrases (NP-SBJ), behind tags of words too (NE-SBJ), "
        "are the labels, or stand on edges; found out if not given.",
    ),
)

word_options = stack(
    file_options,
    click.option(
        "--tokens",
        type=click.Choice(("same", "position")),
        help="same: all files have the same words (the default); position: word i is word i, whatever its form.",
    ),
    click.option("--fold-case", is_flag=True, help="Upper and lower case are the same in words."),
)


@click.command(cls=Sectioned, short_help="Parsers trained on different annotation schemes, on what the schemes share.")
@click.argument("schemes", metavar="NAME=GOLD,SYSTEM...", nargs=-1, required=True)
@click.option(
    "--conflicts",
    type=click.Choice(("keep", "drop")),
    default="keep",
    show_default=True,
    help="Shared nodes whose labels have nothing in common: any label is right there, or they are left out.",
)
@scheme_options
@click.option(
    "--relabel/--no-relabel",
    default=True,
    show_default=True,
    help="A wrong label costs 1; or, as in TedEval of 2012, a deletion and an insertion.",
)
@click.option(
    "--unanchored",
    is_flag=True,
    help="Zhang and Shasha's distance: words may be moved (needs numba: pip install 'tertium[unanchored]').",
)
@click.option(
    "--unpaired", is_flag=True, help="The schemes annotate different sentences: each against its own gold only."
)
@word_options
@click.option("--intervals/--no-intervals", default=True, show_default=True, help="Confidence intervals and tests.")
@statistics_options
@output_options
def cross(schemes: tuple[str, ...], **chosen: Any) -> None:
    """Compare parsers of several annotation schemes on what the schemes agree on (Tsarfaty et al. 2011).

    Each scheme is NAME=GOLD,SYSTEM,SYSTEM: its gold, and outputs in its terms. Every system is scored against each gold
    alone, against what each two golds share, and against what all share; a parser does not pay for what its own gold
    says and others do not. Dependencies, projective or not, and trees of phrases with functions go together.

    \b
    tertium cross ud=gold.ud.conllu,a.ud.conllu sud=gold.sud.conllu,a.sud.conllu
    tertium cross ud=u.conllu,a.conllu ptb=p.mrg,b.mrg --tokens position
    tertium cross old=g1.conllu,a.conllu new=g2.conllu,b.conllu --map deprel:dobj=obj --free iobj=obl
    tertium cross tiger=t.export,a.export tueba=u.export,b.export --unpaired
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    from tertium import api

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.cross(
            schemes,
            progress=progress,
            relabel=chosen["relabel"],
            unanchored=chosen["unanchored"],
            unpaired=chosen["unpaired"],
            **own_options(chosen),
            **library_options(chosen),
        )
        outputs = Outputs()
        add_rendered(outputs, chosen, result)
        lines = None if "-" in outputs.files else result.page(page_width(chosen["width"]))
    finish(result, outputs, lines, quiet=chosen["quiet"])


def own_options(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options about schemes among a command's parameters."""
    return {name: chosen[name] for name in OWN if name in chosen}


def add_rendered(outputs: Outputs, chosen: Mapping[str, Any], result: Any) -> None:
    """Tables and documents that the options ask for."""
    for option, separator in (("csv_file", ","), ("tsv_file", "\t")):
        if chosen.get(option):
            outputs.add_frames(chosen[option], result.frames, separator)
    if chosen.get("markdown_file"):
        from tertium.reports.markdown import render_markdown

        outputs.add(
            chosen["markdown_file"], render_markdown(result.title, result.verdict, result.table_rows, result.signature)
        )
    if chosen.get("latex_file"):
        from tertium.reports.latex import render_latex

        outputs.add(chosen["latex_file"], render_latex(result.table_rows, result.signature))
    if chosen.get("as_json"):
        outputs.add("-", result.to_json())
