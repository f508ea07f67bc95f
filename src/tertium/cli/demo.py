"""`tertium demo`: the main job on the embedded corpus."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.compare import render_comparison, view_options
from tertium.cli.options import feature_options, html_options, library_options, output_options, statistics_options
from tertium.cli.output import check_outputs, finish
from tertium.cli.sections import Sectioned


@click.command(cls=Sectioned, short_help="See it work: three parsers on a small corpus that comes with tertium.")
@view_options
@feature_options
@statistics_options
@output_options
@html_options
@click.option("--annotate", "annotate_file", metavar="FILE", help="Write the gold as CoNLL-U with Diff= marks in MISC.")
@click.option(
    "--copy", "folder", metavar="FOLDER", help="Copy the demo's files into FOLDER, to try commands on them, and stop."
)
def demo(folder: str | None, **chosen: Any) -> None:
    """Compare three parsers on a small corpus written for tertium, and say what to look at."""
    from tertium.demo import copy_files, demo_files, what_to_look_at

    if folder is not None:
        copied = copy_files(folder)
        click.echo(f"copied {', '.join(copied)}")
        return
    from tertium import api

    gold, systems = demo_files()
    check_outputs(chosen)
    result = api.compare(gold, systems, **library_options(chosen))
    outputs, lines = render_comparison(result, chosen)
    finish(result, outputs, lines, quiet=chosen["quiet"])
    if not chosen["as_json"] and not chosen["quiet"]:
        click.echo(what_to_look_at(), err=True)
