"""`tertium convert`: trees of phrases as dependencies, or in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from tertium.cli.options import file_options
from tertium.cli.output import Outputs, say
from tertium.errors import UsageError
from tertium.headrules import BUILT_IN

if TYPE_CHECKING:
    from tertium.trees.conversion import Agreement

DEPENDENCIES: Final = "conllu"
TREES: Final = ("penn", "discbracket", "export")
"""What can be written."""


@click.command(short_help="Trees of phrases as dependencies, by head rules, or in another format.")
@click.argument("trees", metavar="TREES")
@click.option("-o", "--output", metavar="FILE", help="Write to FILE (- for standard output, which is the default).")
@click.option(
    "--heads", metavar="RULES", help=f"Head rules: {', '.join(BUILT_IN)}, or a file; by the labels if not given."
)
@click.option(
    "--to",
    "target",
    type=click.Choice((DEPENDENCIES, *TREES)),
    default=DEPENDENCIES,
    help="Format to write: dependencies (conllu, the default), or the trees as they are.",
)
@click.option("--functions", is_flag=True, help="Write functions behind labels (NP-SBJ) in penn and discbracket.")
@click.option(
    "--resolve-crossing", is_flag=True, help="Attach parts of discontinuous phrases higher until nothing crosses."
)
@click.option("--check", is_flag=True, help="Only say how far heads by function labels and heads by rules agree.")
@click.option("--quiet", "-q", is_flag=True, help="No notes on standard error.")
@file_options
def convert(
    trees: str, *, output: str | None, heads: str | None, target: str, check: bool, quiet: bool, **chosen: Any
) -> None:
    """Turn bracketed TREES into dependencies, or write them in another format.

    Every phrase has a head child, by the function HD or by head rules; every word hangs on the head of the phrase
    above the largest phrase that it heads. Written as trees, they stay as they are.

    \b
    tertium convert trees.mrg -o deps.conllu
    tertium convert trees.mrg --heads my.heads -o -
    tertium convert tiger.mrg --heads negra --check
    tertium convert tiger.export --to penn --resolve-crossing -o tiger.mrg
    """  # noqa: D301 (click wants the real character)
    if check and output is not None:
        raise UsageError("--check writes no dependencies", hint="leave out --check or --output")
    from tertium import api

    options = {"format": chosen["fmt"], "columns": chosen["columns"], "encoding": chosen["encoding"]}
    changes = {name: chosen[name] for name in ("functions", "resolve_crossing")}
    outputs = Outputs()
    if target != DEPENDENCIES:
        if check or heads is not None:
            raise UsageError(f"--to {target} looks for no heads", hint="leave out --heads and --check")
        outputs.add(output or "-", api.rewrite(trees, to=target, **changes, **options))
        outputs.write([trees], quiet=quiet)
        return
    if any(changes.values()):
        raise UsageError(
            "--functions and --resolve-crossing are about trees, and dependencies are written",
            hint=f"add --to {' | '.join(TREES)}",
        )
    found = api.convert(trees, heads=heads, **options)
    if not quiet:
        for note in found.notes:
            say(note)
    if check:
        click.echo(_describe(found.agreement, found.heads))
        return
    outputs.add(output or "-", found.to_conllu())
    inputs = [*found.corpus.paths, *([heads] if heads is not None else [])]
    outputs.write(inputs, quiet=quiet)


def _describe(agreement: Agreement | None, heads: str) -> str:
    """Both shares, in words.

    Raises:
        UsageError: There is nothing to compare.
    """
    if agreement is None:
        raise UsageError("no label has a function that tells heads, such as NN-HD", hint="give trees with functions")
    words = f"{agreement.words_agree:,} of {agreement.words:,} have the same head"
    phrases = f"{agreement.phrases_agree:,} of {agreement.phrases:,} whose head a function tells"
    return (
        f"heads by function labels and by rules alone ({heads})\n"
        f"  words    {100 * agreement.words_share:6.2f} %  {words}\n"
        f"  phrases  {100 * agreement.phrases_share:6.2f} %  {phrases}"
    )
