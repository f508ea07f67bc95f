"""The page and the document of `tertium describe`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tertium import __version__
from tertium.reports.json_file import SCHEMA
from tertium.reports.numbers import many, share
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, line, visible, wrap
from tertium.reports.sections import warning_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.description import Description


def description_page(found: Sequence[Description], width: int = 80) -> list[Line]:
    """One file after the other."""
    lines: list[Line] = []
    for entry in found:
        lines += [*_one(entry, width), BLANK]
    return lines[:-1]


def _one(entry: Description, width: int) -> list[Line]:
    sizes = [
        many(entry.documents, "document"),
        many(entry.sentences, "sentence"),
        many(entry.words, "word"),
        many(entry.distinct_forms, "form"),
    ]
    if entry.multiword_tokens:
        sizes.append(many(entry.multiword_tokens, "multiword token"))
    if entry.empty_nodes:
        sizes.append(many(entry.empty_nodes, "empty node"))
    lines = [line(Span(visible(entry.name), TITLE), Span(f"  {entry.format}", DIM))]
    lines += wrap([", ".join(sizes)], width, indent=2)
    lengths = f"sentences of {entry.shortest} to {entry.longest} words, half of them up to {entry.median:g}"
    lines += wrap([lengths], width, indent=4, first=2)
    for layer in entry.layers:
        labels = ", ".join(f"{visible(text)} {count:,}" for text, count in layer.top)
        more = f", … {layer.distinct - len(layer.top):,} more" if layer.distinct > len(layer.top) else ""
        filled = "" if layer.filled == entry.words else f", on {share(layer.filled, entry.words)} of the words"
        lines += wrap(
            [Span(f"{layer.name}", TITLE), f" ({layer.distinct:,} different{filled}): {labels}{more}"],
            width,
            indent=4,
            first=2,
        )
    if entry.trees is not None:
        trees = entry.trees
        text = (
            f"arcs of {trees.mean_arc:.2f} words on average, words {trees.mean_depth:.2f} arcs below the root, "
            f"{many(trees.nonprojective_arcs, 'non-projective arc')} in "
            f"{many(trees.nonprojective_sentences, 'sentence')}"
        )
        if trees.several_roots:
            text += f", {many(trees.several_roots, 'sentence')} with several roots"
        if trees.cycles:
            text += f", {many(trees.cycles, 'sentence')} with a cycle"
        lines += wrap([Span("trees", TITLE), f": {text}"], width, indent=4, first=2)
    return lines + warning_lines(entry.irregularities, width)


def description_document(found: Sequence[Description]) -> dict[str, Any]:
    """What `describe --json` prints."""
    return {"schema": SCHEMA, "tertium": __version__, "files": [asdict(entry) for entry in found]}
