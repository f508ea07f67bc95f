"""`tertium convert`: trees of phrases as dependencies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from tertium.cli.options import file_options
from tertium.cli.output import Outputs
from tertium.errors import UsageError
from tertium.headrules import BUILT_IN

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium.trees.conversion import Agreement, Conversion

WRITERS: Final[dict[str, Callable[[Conversion], str]]] = {"conllu": lambda found: found.to_conllu()}
"""What can be written, by the name of the format."""


@click.command(short_help="Trees of phrases as dependencies, by head rules.")
@click.argument("trees", metavar="TREES")
@click.option("-o", "--output", metavar="FILE", help="Write to FILE (- for standard output, which is the default).")
@click.option(
    "--heads", metavar="RULES", help=f"Head rules: {', '.join(BUILT_IN)}, or a file; by the labels if not given."
)
@click.option("--to", "target", type=click.Choice(tuple(WRITERS)), default="conllu", help="Format to write.")
@click.option("--check", is_flag=True, help="Only say how far heads by function labels and heads by rules agree.")
@click.option("--quiet", "-q", is_flag=True, help="No notes on standard error.")
@file_options
def convert(
    trees: str, *, output: str | None, heads: str | None, target: str, check: bool, quiet: bool, **chosen: Any
) -> None:
    """Turn bracketed TREES into dependencies.

    Every phrase has a head child, by the function HD or by head rules; every word hangs on the head of the phrase
    above the largest phrase that it heads.

    \b
    tertium convert trees.mrg -o deps.conllu
    tertium convert trees.mrg --heads my.heads -o -
    tertium convert tiger.mrg --heads negra --check
    """  # noqa: D301 (click wants the real character)
    if check and output is not None:
        raise UsageError("--check writes no dependencies", hint="leave out --check or --output")
    from tertium import api

    options = {"format": chosen["fmt"], "columns": chosen["columns"], "encoding": chosen["encoding"]}
    found = api.convert(trees, heads=heads, **options)
    if not quiet:
        for note in found.notes:
            click.echo(note, err=True)
    if check:
        click.echo(_describe(found.agreement, found.heads))
        return
    outputs = Outputs()
    outputs.add(output or "-", WRITERS[target](found))
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
