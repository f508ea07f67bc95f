"""`tertium diff`: two outputs without a gold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tertium.cli.options import NumberOrAll, convention_options, input_options, library_options, output_options
from tertium.cli.output import Outputs, add_tables, check_outputs, finish, page_width, wants_tables
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned

if TYPE_CHECKING:
    from tertium.reports.diff_result import Diff
    from tertium.reports.listings import Choice


@click.command(cls=Sectioned, short_help="Where outputs differ, without a gold.")
@click.argument("first", metavar="FIRST")
@click.argument("others", metavar="OTHER...", nargs=-1, required=True)
@click.option("--top", type=click.IntRange(min=1), metavar="N", default=5, show_default=True, help="Rows of each list.")
@click.option("--examples", type=NumberOrAll(), help="Example sentences (0 for none, all for all)  [default: 3]")
@click.option("--label", metavar="LABEL", help="Only sentences in which this label is involved.")
@convention_options
@input_options
@output_options
def diff(first: str, others: tuple[str, ...], **chosen: Any) -> None:
    """Compare FIRST with one or more OTHER outputs of the same text.

    The share of words that are answered differently, and from what to what.

    \b
    tertium diff v1.conllu v2.conllu
    tertium diff 'v1/*.conllu.zst' 'v2/*.conllu.zst' --json
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    from tertium import api
    from tertium.reports.diff_page import diff_page
    from tertium.reports.listings import Choice

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.diff(first, *others, progress=progress, **library_options(chosen))
    examples = chosen["examples"]
    listing = chosen["label"] is not None
    number = (None if listing else 3) if examples is None else None if examples < 0 else examples
    choice = Choice(top=chosen["top"], examples=number, label=chosen["label"])
    outputs = Outputs()
    if wants_tables(chosen):
        from tertium.reports.tables import diff_tables

        tables = {"transitions": result.transitions, "differences": result.differences}
        add_tables(
            outputs,
            chosen,
            tables | ({"agreement": result.agreement} if result.kind.shows_chains else {}),
            diff_tables(result, choice.top),
            lead="",
            result=result,
        )
    if chosen["as_json"]:
        outputs.add("-", _document(result, choice))
    lines = None if "-" in outputs.files else diff_page(result, choice, page_width(chosen.get("width")))
    finish(result, outputs, lines, quiet=chosen["quiet"])


def _document(result: Diff, choice: Choice) -> str:
    """The JSON document, with the sentences that were asked for."""
    if not choice.is_filter:
        return result.to_json()
    from tertium.reports.json_file import dumps
    from tertium.reports.listings import list_diff, listing_document

    return dumps(result.to_dict() | {"listing": listing_document(list_diff(result, choice), choice)})
