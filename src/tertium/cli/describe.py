"""`tertium describe`: what is in a file."""

from __future__ import annotations

from typing import Any

import click

from tertium.cli.options import file_options
from tertium.cli.output import page_width, print_page


@click.command(short_help="What is in a file: sizes, layers, trees.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@file_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option(
    "--top", type=click.IntRange(min=1), metavar="N", default=8, show_default=True, help="Labels to show of each layer."
)
@click.option("--width", type=click.IntRange(72, 400), metavar="N", help="Width of the page; the terminal's, or 80.")
def describe(files: tuple[str, ...], *, as_json: bool, top: int, width: int | None, **chosen: Any) -> None:
    """Describe corpora: sentences, words, multiword tokens, layers with their labels, and the shape of the trees."""
    from dataclasses import replace

    from tertium import api
    from tertium.formats.sources import find_sources
    from tertium.reports.description_page import description_document, description_page

    options = {"format": chosen["fmt"], "columns": chosen["columns"], "encoding": chosen["encoding"]}
    names = [source.name for source in find_sources(files)]
    found = [
        replace(api.describe(path, top=top, **options), name=name) for path, name in zip(files, names, strict=True)
    ]
    if as_json:
        from tertium.reports.json_file import dumps

        click.echo(dumps(description_document(found)), nl=False)
    else:
        print_page(description_page(found, page_width(width)))
