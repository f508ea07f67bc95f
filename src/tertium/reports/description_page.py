"""The page and the document of `tertium describe`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tertium import __version__
from tertium.plurals import many
from tertium.reports.head_and_foot import warning_lines
from tertium.reports.json_file import SCHEMA
from tertium.reports.numbers import share
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, line, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.description import ChainShape, Description, Layer, Phrases, SpanShape, Trees


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
    if entry.format == "labels":
        lines.append(line(f"  {many(entry.words, 'row')}"))
        for layer in entry.layers:
            lines += _layer_lines(layer, layer.name, entry.words, "rows", width)
        return lines + warning_lines(entry.irregularities, width)
    lines += wrap([", ".join(sizes)], width, indent=2)
    lengths = f"sentences of {entry.shortest} to {entry.longest} words, half of them up to {entry.median:g}"
    lines += wrap([lengths], width, indent=4, first=2)
    for layer in entry.layers:
        lines += _layer_lines(layer, layer.name, entry.words, "words", width)
    if entry.trees is not None:
        lines += _tree_lines(entry.trees, width)
    if entry.phrases is not None:
        lines += _phrase_lines(entry.phrases, width)
    if entry.spans is not None:
        lines += _span_lines(entry.spans, width)
    if entry.chains is not None:
        lines += _chain_lines(entry.chains, width)
    return lines + warning_lines(entry.irregularities, width)


def _chain_lines(found: ChainShape, width: int) -> list[Line]:
    """How many chains there are, and how long they and their mentions are."""
    several = (
        f"{found.per_chain:.2f} mentions each, {found.longest_chain:,} at most; {found.singletons:,} of one mention"
    )
    text = f"chains: {found.chains:,} with {many(found.mentions, 'mention')}, {several}; "
    text += f"mentions of {found.mean_length:.2f} words, {found.discontinuous:,} discontinuous"
    return wrap([text], width, indent=4, first=2)


def _span_lines(found: SpanShape, width: int) -> list[Line]:
    """How many spans there are, how they lie, and their labels."""
    what = "spans" if found.predicates is None else "arguments"
    text = (
        f"{found.spans:,}, {found.per_sentence:.2f} a sentence, of {found.mean_length:.2f} words on average, "
        f"{found.longest} at most; {found.nested:,} inside of another, {found.crossing:,} across another"
    )
    if found.scheme != "auto":
        text += f"; tags of {found.scheme.upper()}, {many(found.invalid, 'transition')} against it"
    lines = wrap([Span(what, TITLE), f": {text}"], width, indent=4, first=2)
    lines += _layer_lines(found.labels, "labels" if what == "spans" else "roles", found.spans, what, width)
    if found.predicates is not None:
        filled = found.predicates.filled
        lines += _layer_lines(found.predicates, f"{filled:,} predicates", filled, "predicates", width)
    return lines


def _tree_lines(trees: Trees, width: int) -> list[Line]:
    """The shape of the dependency trees."""
    text = (
        f"arcs of {trees.mean_arc:.2f} words on average, words {trees.mean_depth:.2f} arcs below the root, "
        f"{many(trees.nonprojective_arcs, 'non-projective arc')} in "
        f"{many(trees.nonprojective_sentences, 'sentence')}"
    )
    if trees.several_roots:
        text += f", {many(trees.several_roots, 'sentence')} with several roots"
    if trees.cycles:
        text += f", {many(trees.cycles, 'sentence')} with a cycle"
    return wrap([Span("trees", TITLE), f": {text}"], width, indent=4, first=2)


def _layer_lines(layer: Layer, title: str, total: int, of: str, width: int) -> list[Line]:
    labels = ", ".join(f"{visible(text)} {count:,}" for text, count in layer.top)
    more = f", … {layer.distinct - len(layer.top):,} more" if layer.distinct > len(layer.top) else ""
    filled = "" if layer.filled == total else f", on {share(layer.filled, total)} of the {of}"
    text = f" ({layer.distinct:,} different{filled}): {labels}{more}"
    return wrap([Span(title, TITLE), text], width, indent=4, first=2)


def _phrase_lines(found: Phrases, width: int) -> list[Line]:
    """The shape of the trees, their labels and functions."""
    text = (
        f"{found.phrases:,}, {found.per_sentence:.2f} a sentence, {found.per_word:.2f} a word (roots aside), "
        f"{found.words_per_sentence:.2f} words a sentence; {share(found.unary, found.phrases)} with a single child; "
        f"words {found.mean_depth:.2f} phrases deep, {found.deepest} at most; "
    )
    where = f"{found.discontinuous:,} discontinuous in {many(found.discontinuous_sentences, 'sentence')}"
    text += where if found.discontinuous else "none discontinuous"
    if found.failed:
        text += f"; {many(found.failed, 'sentence')} without a parse"
    lines = wrap([Span("phrases", TITLE), f": {text}"], width, indent=4, first=2)
    lines += _layer_lines(found.labels, "phrase labels", found.phrases, "phrases", width)
    if found.functions is not None:
        lines += _layer_lines(found.functions, "phrase functions", found.phrases, "phrases", width)
    return lines


def description_document(found: Sequence[Description]) -> dict[str, Any]:
    """What `describe --json` prints."""
    return {"schema": SCHEMA, "tertium": __version__, "files": [asdict(entry) for entry in found]}
