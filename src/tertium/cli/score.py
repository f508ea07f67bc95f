"""`tertium score`: the official numbers, fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tertium.cli.options import convention_options, input_options, library_options, output_options, statistics_options
from tertium.cli.output import Outputs, add_tables, check_outputs, finish, page_width, wants_tables
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned
from tertium.errors import UsageError

if TYPE_CHECKING:
    from tertium.reports.result import Scores


@click.command(cls=Sectioned, short_help="The official scorer's numbers, fast.")
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="[SYSTEM]...", nargs=-1)
@convention_options
@input_options
@output_options
@click.option(
    "--as-printed",
    is_flag=True,
    help="Print the imitated scorer's own report (of eval07 and discodop the summary, of compareval the scores).",
)
@click.option("--counts", is_flag=True, help="With --as-printed --like ud: its counts instead of its percentages.")
@click.option("--compact", is_flag=True, help="With --as-printed --like spmrl: the one line of its -L.")
@click.option("--intervals/--no-intervals", default=False, show_default=True, help="Confidence intervals.")
@statistics_options
@click.option("--by-document", is_flag=True, help="Also the scores of each document.")
@click.option("--labels", is_flag=True, help="Also precision and recall by label (JSON and CSV always have them).")
def score(gold: str, systems: tuple[str, ...], **chosen: Any) -> None:
    """Score outputs of taggers, parsers or other systems against GOLD.

    Without --like, CoNLL-U is counted as the UD evaluation counts it, and read tolerantly; bracketed trees as evalb
    counts them with COLLINS.prm, but failed parses count as wrong and roots do not count.

    \b
    tertium score gold.conllu a.conllu b.conllu
    tertium score --like eval07-p gold.conll a.conll
    tertium score --like ud --as-printed gold.conllu a.conllu
    tertium score --like evalb --prm COLLINS.prm --as-printed gold.mrg a.mrg
    tertium score --like conll2012 --by-document key.conll a.conll
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    if chosen["counts"] and not (chosen["as_printed"] and chosen["like"] == "ud"):
        raise UsageError("--counts is for the UD evaluation's own report", hint="add --like ud --as-printed")
    if chosen["as_printed"] and chosen["by_document"]:
        raise UsageError(
            "--as-printed gives the scorer's own report, which has totals only",
            hint="leave out one of --as-printed and --by-document",
        )
    from tertium import api
    from tertium.reports.score_page import score_page

    with Progress(quiet=chosen["quiet"]) as progress:
        result = api.score(gold, list(systems), progress=progress, **library_options(chosen))
    outputs = Outputs()
    if wants_tables(chosen):
        from tertium.reports.tables import score_tables

        frames = {"scores": result.scores, "labels": result.labels}
        if chosen["by_document"]:
            from tertium.reports.document_scores import document_frame

            frames["documents"] = document_frame(result)
        add_tables(outputs, chosen, frames, score_tables(result), lead="", result=result)
    if chosen["as_printed"]:
        from tertium.reports.printed import as_printed

        outputs.add("-", as_printed(result, counts=chosen["counts"], compact=chosen["compact"]))
    elif chosen["as_json"]:
        outputs.add("-", _document(result, by_document=chosen["by_document"]))
    lines = None
    if "-" not in outputs.files:
        width = page_width(chosen.get("width"))
        lines = score_page(result, width, labels=chosen["labels"], by_document=chosen["by_document"])
    finish(result, outputs, lines, quiet=chosen["quiet"])


def _document(result: Scores, *, by_document: bool) -> str:
    """The JSON document, with the scores of each document if they are asked for."""
    if not by_document:
        return result.to_json()
    from tertium.reports.document_scores import score_documents
    from tertium.reports.json_file import dumps

    return dumps(result.to_dict() | {"documents": score_documents(result)})
