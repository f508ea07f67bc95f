"""`tertium compare`: what changed, for better and for worse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from tertium.cli.options import (
    NumberOrAll,
    convention_options,
    feature_options,
    html_options,
    input_options,
    library_options,
    output_options,
    stack,
    statistics_options,
)
from tertium.cli.output import Outputs, add_tables, check_outputs, finish, page_width, wants_tables
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned
from tertium.errors import UsageError

if TYPE_CHECKING:
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.listings import Choice
    from tertium.reports.page import Line

CLASSES: Final = ("correction", "new-error", "changed-error")

view_options = stack(
    click.option("--pair", "pairs", nargs=2, multiple=True, metavar="A B", help="Show this pair (repeat for several)."),
    click.option("--all-pairs", is_flag=True, help="Show every pair in full, however many systems there are."),
    click.option(
        "--top", type=click.IntRange(min=1), metavar="N", default=5, show_default=True, help="Rows of each list."
    ),
    click.option(
        "--examples",
        type=NumberOrAll(),
        help="Example sentences for each class (0 for none, all for all)  [default: 3]",
    ),
    click.option(
        "--class",
        "kind",
        type=click.Choice(CLASSES, case_sensitive=False),
        help="List the sentences of this class instead.",
    ),
    click.option(
        "--label",
        metavar="LABEL",
        help="List the sentences in which this label (or type of error) is involved instead.",
    ),
    click.option("--only", metavar="NAME|none", help="List what only this system gets right, or none does, instead."),
    click.option("--correlations", is_flag=True, help="Also how alike the measures are over sentences."),
)


@click.command(cls=Sectioned, short_help="What changed from one system to another, and who is right.")
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="[SYSTEM]...", nargs=-1)
@view_options
@convention_options
@input_options
@output_options
@html_options
@click.option("--annotate", "annotate_file", metavar="FILE", help="Write the gold as CoNLL-U with Diff= marks in MISC.")
@feature_options
@statistics_options
@click.option(
    "--intervals/--no-intervals", default=True, show_default=True, help="Confidence intervals and significance tests."
)
def compare(gold: str, systems: tuple[str, ...], **chosen: Any) -> None:
    """Compare outputs of taggers, parsers or other systems with GOLD and with each other.

    The first SYSTEM is the baseline. Files are paths, globs, folders (paired by file name) or - for standard input,
    compressed or not; NAME=PATH names a system.

    \b
    tertium compare gold.conllu old.conllu new.conllu
    tertium compare gold.conllu a=runs/1.conllu b=runs/2.conllu --class new-error
    tertium compare gold.tsv a.tsv b.tsv c.tsv --latex tables.tex
    tertium compare key.conll a.conll b.conll --html report.html
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    from tertium import api

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.compare(gold, systems, progress=progress, **library_options(chosen))
        if chosen["by"] and len(result.systems) < 2:  # noqa: PLR2004 (a pair)
            raise UsageError("--by compares two systems on slices", hint="give a second output, or leave out --by")
        _check_filters(result, chosen)
        progress("writing the report", 0, 0)
        outputs, lines = render_comparison(result, chosen)
    finish(result, outputs, lines, quiet=chosen["quiet"])


def _check_filters(result: Comparison, chosen: dict[str, Any]) -> None:
    """Differences are listed between two systems; one alone has errors only."""
    if len(result.systems) > 1 or chosen["only"] is not None:
        return
    for option, key in (("--class", "kind"), ("--label", "label")):
        if chosen[key] is not None:
            raise UsageError(
                f"{option} lists what two systems decide differently, and there is one",
                hint="give a second output; --only none lists what this one has wrong"
                + (f" ({option} {chosen[key]} with it)" if key == "label" else ""),
            )


def render_comparison(result: Comparison, chosen: dict[str, Any]) -> tuple[Outputs, list[Line] | None]:
    """What is to be written, and the page, unless something else goes to standard output."""
    choice = _choice(result, chosen)
    wanted = choice.pairs if choice.pairs is not None else result.pairs
    outputs = Outputs()
    if wants_tables(chosen):
        from tertium.reports.tables import comparison_tables

        frames = {
            "scores": result.scores,
            "differences": result.differences,
            "transitions": result.transitions,
            "labels": result.labels,
            "oracle": result.oracle,
        }
        if chosen.get("by"):
            frames["slices"] = result.slices
        if chosen.get("csv_file") or chosen.get("tsv_file"):
            frames |= result.chains
        tables = comparison_tables(result, choice.pairs, choice.top)
        folded, examples = set[str](), []
        if chosen.get("markdown_file"):
            from tertium.reports.markdown import find_examples, find_folded

            n = 3 if choice.examples is None and choice.is_filter else choice.examples
            folded, examples = find_folded(tables), find_examples(result, wanted, n)
        add_tables(
            outputs, chosen, frames, tables, lead=result.verdict, result=result, folded=folded, examples=examples
        )
    if chosen.get("annotate_file"):
        from tertium.reports.annotation import annotate

        if not result.by_units.has_units:
            raise UsageError(f"{result.headline} has no units to annotate", hint="choose another --measure")
        outputs.add(chosen["annotate_file"], annotate(result.by_units, wanted))
    if chosen.get("html_file"):
        from tertium.reports.html_page import render_html

        outputs.add(chosen["html_file"], render_html(result, all_sentences=chosen["all_sentences"]))
    if chosen["as_json"]:
        outputs.add("-", _document(result, choice))
    lines = None
    if "-" not in outputs.files:
        from tertium.reports.terminal import comparison_page

        lines = comparison_page(result, choice, page_width(chosen.get("width")))
    return outputs, lines


def _document(result: Comparison, choice: Choice) -> str:
    """The JSON document, with the sentences that were asked for."""
    if not choice.is_filter:
        return result.to_json()
    from tertium.reports.json_file import dumps
    from tertium.reports.listings import list_comparison, listing_document
    from tertium.reports.terminal import shown_pairs

    asked = list_comparison(result, choice, shown_pairs(result, choice))
    return dumps(result.to_dict() | {"listing": listing_document(asked, choice)})


def _choice(result: Comparison, chosen: dict[str, Any]) -> Choice:
    from tertium.reports.listings import Choice

    pairs = [(before, after) for before, after in chosen["pairs"]]
    for name in (name for pair in pairs for name in pair):
        result.index(name)
    if any(before == after for before, after in pairs):
        raise UsageError("a pair needs two different systems", hint=f"the systems are {', '.join(result.systems)}")
    if chosen["only"] not in (None, "none"):
        result.index(chosen["only"])
    listing = any(chosen[key] is not None for key in ("kind", "label", "only"))
    examples = chosen["examples"]
    number = (None if listing else 3) if examples is None else None if examples < 0 else examples
    return Choice(
        pairs=pairs or (result.pairs if chosen["all_pairs"] else None),
        top=chosen["top"],
        examples=number,
        kind=chosen["kind"].replace("-", "_") if chosen["kind"] else None,
        label=chosen["label"],
        only=chosen["only"],
        correlations=chosen["correlations"],
    )
