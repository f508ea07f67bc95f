"""`tertium formats`: what can be read."""

from __future__ import annotations

import click

from tertium.cli.output import page_width, print_page


@click.command(short_help="The formats that can be read, and how they are recognised.")
@click.option("--width", type=click.IntRange(72, 400), metavar="N", help="Width of the page; the terminal's, or 80.")
def formats(width: int | None) -> None:
    """List the formats, how they are recognised, and what can be compared in them."""
    from tertium.reports.format_page import format_page

    print_page(format_page(page_width(width)))
