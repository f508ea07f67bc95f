"""The page of `schemes`: what is shared, by length and label, and where two schemes part, with examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium import __version__
from tertium.plurals import many
from tertium.reports.head_and_foot import signature_lines, warning_lines
from tertium.reports.numbers import percent
from tertium.reports.page import BLANK, DIM, TITLE, Line, Span, cells, fit, line, visible, wrap
from tertium.reports.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.schemes import PartedNodes, SchemePair, Share
    from tertium.reports.schemes_result import SchemeDifferences

_LABEL: Final = 22


def state_pair(result: SchemeDifferences, pair: SchemePair) -> str:
    """What two schemes share, in words."""
    one, two = map(visible, pair.names)
    first, second, common = pair.n_phrases
    n = pair.n_shared
    unlabelled, _ = pair.n_unifiable
    n_sents = result.loaded.schemes.text.n_sents
    return (
        f"{one} and {two} share {n:,} nodes; of those over several words {common:,}, which are "
        f"{_part(common, first)} of {one}'s and {_part(common, second)} of {two}'s. In {_part(pair.n_conflicts, n)} of "
        f"the shared nodes their labels have nothing in common. Labels aside, the trees contradict each other in "
        f"{many(n_sents - unlabelled, 'sentence')} of {n_sents:,}; in the others one only says more than the other."
    )


def _part(part: int, whole: int) -> str:
    return f"{percent(part / whole if whole else 0.0, 1)} %"


def schemes_page(result: SchemeDifferences, width: int = 80) -> list[Line]:
    """All of it."""
    text = result.loaded.schemes.text
    names = ", ".join(map(visible, result.names))
    title = f"tertium {__version__} · schemes · {names}: {many(text.n_sents, 'sentence')}, {many(text.n_words, 'word')}"
    lines = [*wrap([Span(title, DIM)], width, indent=2, first=0), BLANK]
    for pair in result.pairs:
        lines += [*wrap([Span(state_pair(result, pair), TITLE)], width), BLANK]
        lines += [*_nodes(pair), BLANK, *_lengths(pair), BLANK]
        for side in range(2):
            lines += [*_labels(result, pair, side), BLANK]
        lines += [*_label_pairs(result, pair, width), BLANK]
        for side in range(2):
            lines += _partings(result, pair, side, width)
    if len(result.names) > 2:  # noqa: PLR2004 (of two, the pair has said it)
        lines += [*wrap([f"All {len(result.names)} share {result.n_shared_by_all:,} nodes."], width), BLANK]
    while lines[-1] == BLANK:
        lines.pop()
    lines += warning_lines(result.warnings, width)
    while lines[-1] == BLANK:
        lines.pop()
    return [*lines, BLANK, *signature_lines(result.signature, width)]


def _nodes(pair: SchemePair) -> list[Line]:
    head = "  " + fit("", _LABEL) + "".join(fit(text, 11, "right") for text in ("nodes", "shared", "crossing", "more"))
    lines = [line(Span("Nodes: shared, crossing the other scheme's, or only more than it has", TITLE))]
    lines.append(line(Span(head, DIM)))
    for name, n in zip(pair.names, pair.n_nodes, strict=True):
        row = (n, pair.n_shared, *pair.n_parted[name])
        lines.append(line("  " + fit(visible(name), _LABEL) + "".join(fit(f"{cell:,}", 11, "right") for cell in row)))
    return lines


def _lengths(pair: SchemePair) -> list[Line]:
    lines = [line(Span("Shared nodes in %, by the number of their words", TITLE))]
    found = [{share.kind: share for share in pair.by_length(side)} for side in range(2)]
    kinds = list(dict.fromkeys(kind for side in found for kind in side))
    order = sorted(kinds, key=lambda kind: int(kind.rstrip("+").split("-")[0]))
    lines.append(line(Span("  " + fit("words", 10) + "".join(fit(kind, 10, "right") for kind in order), DIM)))
    for name, shares in zip(pair.names, found, strict=True):
        row = [percent(shares[kind].value, 1) if kind in shares else "" for kind in order]
        lines.append(line("  " + fit(visible(name), 10) + "".join(fit(cell, 10, "right") for cell in row)))
    return lines


def _labels(result: SchemeDifferences, pair: SchemePair, side: int) -> list[Line]:
    """Labels that lose most nodes."""
    lost = _losers(pair, side)[: result.top]
    lines = [line(Span(f"Labels of {visible(pair.names[side])} that are least shared", TITLE))]
    if not lost:
        return [*lines, line("  every node of every label is shared")]
    head = "  " + fit("", _LABEL) + "".join(fit(text, 11, "right") for text in ("nodes", "not shared", "shared"))
    lines.append(line(Span(head, DIM)))
    for share in lost:
        row = (f"{share.nodes:,}", f"{share.nodes - share.shared:,}", f"{percent(share.value, 1)} %")
        lines.append(line("  " + fit(visible(share.kind), _LABEL) + "".join(fit(cell, 11, "right") for cell in row)))
    return lines


def _losers(pair: SchemePair, side: int) -> list[Share]:
    return [share for share in pair.by_label(side) if share.shared < share.nodes]


def _label_pairs(result: SchemeDifferences, pair: SchemePair, width: int) -> list[Line]:
    """What the two call the same words; the same label and * are no news."""
    one, two = map(visible, pair.names)
    news = [row for row in pair.label_pairs if row.conflict]
    lines = wrap([Span(f"Other names for the same words: {one} = {two}", TITLE)], width, indent=2, first=0)
    for row in news[: result.top]:
        example = visible(result.quote(row.examples[0]))
        lead = f"  {row.count:>6,}  {fit(f'{visible(row.one)} = {visible(row.two)}', 28)}  "
        lines.append(line(lead, Span(fit(example, width - cells(lead)).rstrip(), DIM)))
    if len(news) > result.top:
        lines.append(line(Span(f"  … {len(news) - result.top} more pairs", DIM)))
    return lines if news else [*lines, line("  none: the labels agree wherever both say something")]


def _partings(result: SchemeDifferences, pair: SchemePair, side: int, width: int) -> list[Line]:
    name, other = visible(pair.names[side]), visible(pair.names[1 - side])
    titles = {
        "crossing": f"Contradictions: [{name}'s node] crosses {{{other}'s}}",
        "extra": f"Only {name} has [this node]; in {{{other}'s node}} it is not told apart",
    }
    lines: list[Line] = []
    for kind, title in titles.items():
        rows = [row for row in pair.partings if row.scheme == pair.names[side] and row.kind == kind]
        if not rows:
            continue
        lines += wrap([Span(title, TITLE)], width, indent=2, first=0)
        for row in rows[: result.top]:
            lines += _parting(result, row, width)
        if len(rows) > result.top:
            lines.append(line(Span(f"  … {len(rows) - result.top} more kinds", DIM)))
        lines.append(BLANK)
    return lines


def _parting(result: SchemeDifferences, row: PartedNodes, width: int) -> list[Line]:
    where = {"crossing": "across", "extra": "in"}[row.kind]
    other = visible(row.other) if row.other else "the sentence"
    lead = f"  {row.count:>6,}  {visible(row.label)} {where} {other}"
    return [
        line(fit(lead, width).rstrip()),
        *wrap([Span(visible(result.quote(row.examples[0])), DIM)], width, indent=12, first=10),
    ]


def make_tables(result: SchemeDifferences) -> list[Table]:
    """Tables for papers: what is shared, label pairs, where schemes part."""
    tables = []
    for pair in result.pairs:
        name = "-".join(pair.names)
        rows = [
            (side, f"{n:,}", f"{pair.n_shared:,}", *(f"{count:,}" for count in pair.n_parted[side]))
            for side, n in zip(pair.names, pair.n_nodes, strict=True)
        ]
        head = ("scheme", "nodes", "shared", "crossing", "more")
        tables.append(Table(f"shared-{name}", f"Nodes of {pair.names[0]} and {pair.names[1]}.", head, tuple(rows)))
        pairs = [(row.one, row.two, f"{row.count:,}") for row in pair.label_pairs if row.conflict][: result.top]
        tables.append(Table(f"labels-{name}", "Labels over the same words.", (*pair.names, "nodes"), tuple(pairs), 2))
        tables.append(_parting_table(result, name, pair.partings))
    return tables


def _parting_table(result: SchemeDifferences, name: str, partings: Sequence[PartedNodes]) -> Table:
    rows = [
        (row.scheme, row.kind, row.label, row.other, result.quote(row.examples[0]), f"{row.count:,}")
        for row in partings[: result.top]
    ]
    head = ("only in", "kind", "label", "label there", "example", "nodes")
    return Table(f"partings-{name}", "Nodes that one scheme has alone.", head, tuple(rows), 5)
