"""`tertium noise`: can the gold standard tell?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tertium.cli.options import (
    NumberOrAll,
    convention_options,
    input_options,
    library_options,
    page_options,
    statistics_options,
)
from tertium.cli.output import Outputs, check_outputs, finish, page_width
from tertium.cli.progress import Progress
from tertium.cli.sections import Sectioned
from tertium.errors import UsageError


@click.command(cls=Sectioned, short_help="Can the gold standard tell? What its errors could hide, and how to find out.")
@click.argument("gold", metavar="[GOLD", required=False)
@click.argument("systems", metavar="SYSTEM...]", nargs=-1)
@click.option("--accuracy", nargs=2, metavar="A B", help="Two observed accuracies, instead of files.")
@click.option(
    "--error-rate",
    metavar="RATE",
    help="Share of the gold that is wrong: 0.03, a range 0.02:0.04, or one for each system: a=0.03,b=0.02.",
)
@click.option(
    "--ambiguity",
    metavar="N",
    help="Mean number of tags of ambiguous words; measured from files. Also a=2.5,b=2.3.",
)
@click.option(
    "--lexicon", metavar="FILE", help="Words with their tags; tells which are ambiguous (else the gold does)."
)
@click.option("--train", metavar="FILE", help="The training corpus, instead of or beside a lexicon.")
@click.option(
    "--sample",
    type=NumberOrAll(),
    metavar="N|all",
    help="Write an adjudication sheet of N rows, or of all units (-o FILE).",
)
@click.option(
    "--differing",
    "only_differing",
    is_flag=True,
    help="With --sample: only units on which the systems differ, all that Δ needs.",
)
@click.option(
    "-o", "--output", "sheet_file", metavar="FILE", help="With --sample: where the sheet goes; never written over."
)
@click.option(
    "--adjudicated",
    multiple=True,
    metavar="FILE",
    help="A sheet that was filled in (repeat for a second adjudicator's copy).",
)
@click.option("--model", is_flag=True, help="Latent-class model; its estimates need --adjudicated.")
@click.option("--against", metavar="FILE", help="A corrected gold: what was really wrong, and whether the bounds held.")
@click.option("--plot", "plot_file", metavar="FILE", help="Write the figure: .svg, .pdf or .png.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the bounds as CSV, the pairs beside it (a.pairs.csv).")
@convention_options
@input_options
@statistics_options
@page_options
def noise(gold: str | None, systems: tuple[str, ...], **chosen: Any) -> None:
    """Say whether GOLD, which has errors of its own, can tell two or more SYSTEMs apart.

    What each system's true accuracy can be (hard bounds, and the reasonable interval of Padró and Màrquez 1998), how
    many gold answers would have to be wrong for two systems to change places, and from which error rate on the
    verdict falls. A sample of units to look at settles it.

    \b
    tertium noise --accuracy 0.9135 0.9282 --error-rate 0.03 --ambiguity 2.5
    tertium noise gold.conllu a.conllu b.conllu --error-rate 0.03
    tertium noise gold.conllu a.conllu b.conllu --sample 200 -o sheet.tsv
    tertium noise gold.conllu a.conllu b.conllu --adjudicated sheet.tsv
    tertium noise gold.conllu a.conllu b.conllu --against better.conllu
    """  # noqa: D301 (click wants the real character)
    check_outputs(chosen)
    _check(gold, chosen)
    from tertium import api
    from tertium.reports.noise_bounds import NoiseBounds

    own = {name: chosen[name] for name in ("error_rate", "ambiguity")}
    with Progress(quiet=chosen["quiet"]) as progress:
        if chosen["accuracy"]:
            result = api.noise(accuracy=chosen["accuracy"], **own)
        else:
            own |= {name: chosen[name] for name in ("adjudicated", "model", "against")}
            result = api.noise(gold, list(systems), progress=progress, **own, **library_options(chosen))
        outputs = Outputs()
        if chosen["sample"] is not None and not isinstance(result, NoiseBounds):
            n = None if chosen["sample"] < 0 else chosen["sample"]
            outputs.add(chosen["sheet_file"], result.sample(n, differing=chosen["only_differing"]))
        if chosen["plot_file"]:
            outputs.add(chosen["plot_file"], result.plot(chosen["plot_file"]))
        if chosen["csv_file"]:
            frames = (
                {"bounds": result.bounds}
                if isinstance(result, NoiseBounds)
                else {"bounds": result.bounds, "pairs": result.pairs}
            )
            outputs.add_frames(chosen["csv_file"], frames, ",")
        if chosen["as_json"]:
            outputs.add("-", result.to_json())
        written = chosen["sample"] is not None
        lines = None if "-" in outputs.files or written else result.page(page_width(chosen["width"]))
    finish(result, outputs, lines, quiet=chosen["quiet"], also_read=chosen["adjudicated"])
    if chosen["sheet_file"] not in (None, "-") and not chosen["quiet"]:
        click.echo(
            "Fill in the column `answer` (the first lines tell how); then give the same command\n"
            f"--adjudicated {chosen['sheet_file']} instead of --sample and -o.",
            err=True,
        )


def _check(gold: str | None, chosen: dict[str, Any]) -> None:
    """Refuse contradictions before anything is read.

    Raises:
        UsageError: Files and accuracies are mixed, or a sheet has nowhere to go.
    """
    from tertium.reports.charts import find_format
    from tertium.reports.writing import check_target

    for name in (chosen["plot_file"], chosen["sheet_file"]):
        if name not in (None, "-"):
            check_target(name)
    if chosen["plot_file"]:
        find_format(chosen["plot_file"])
    if chosen["accuracy"]:
        _refuse_files(gold, chosen)
    elif gold is None:
        raise UsageError(
            "there is nothing to look at",
            hint="give a gold and at least one output, or --accuracy A B with --error-rate",
        )
    else:
        _check_sheet(chosen)


def _refuse_files(gold: str | None, chosen: dict[str, Any]) -> None:
    """Two accuracies need no files, nor anything that is about files."""
    values = [*chosen["accuracy"], *([] if gold is None else [gold])]
    if values[1].startswith("--") or (len(values) > 2 and _is_number(values[2])):  # noqa: PLR2004 (a pair)
        raise UsageError("--accuracy takes exactly two values", hint="--accuracy 0.9135 0.9282")
    about_files = ("sample", "adjudicated", "model", "against", "lexicon", "train")
    given = [f"--{name}" for name in about_files if chosen[name]]
    if gold is not None or given:
        what = "there are files too" if gold is not None else f"{given[0]} needs files"
        raise UsageError(
            f"--accuracy stands for files, and {what}",
            hint="give either the two accuracies or a gold and its systems",
        )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _check_sheet(chosen: dict[str, Any]) -> None:
    """A sheet needs a name that nothing has yet."""
    sample, target = chosen["sample"], chosen["sheet_file"]
    if (sample is None) != (target is None):
        raise UsageError("--sample N and -o FILE belong together", hint="--sample 200 -o sheet.tsv")
    if chosen["only_differing"] and sample is None:
        raise UsageError("--differing is about the sample", hint="--sample 200 --differing -o sheet.tsv")
    if target is not None and target != "-" and Path(target).exists():
        raise UsageError(
            f"{target} exists, and may hold what somebody typed; it will not be written over",
            hint="give the sheet another name",
        )
