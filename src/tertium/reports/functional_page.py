"""Functional trees in the terminal: one node a line, its words behind it; signs in the margin tell the edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tertium import __version__
from tertium.plurals import many
from tertium.reports.functional_result import DELETE, FORGIVEN, INSERT, RELABEL
from tertium.reports.head_and_foot import signature_lines, warning_lines
from tertium.reports.page import BAD, BETWEEN, BLANK, DIM, GOOD, TITLE, Line, Span, cells, fit, line, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.reports.functional_result import Edit, FunctionalDrawings, Node

_SIGNS: Final = {DELETE: "-", INSERT: "+", RELABEL: "~", FORGIVEN: "="}
_STYLES: Final = {"-": BAD, "+": BAD, "~": BETWEEN, "=": GOOD, ".": DIM}
_LEGEND: Final = (
    "signs: . not in what the schemes share; - too much, + missing, ~ another label, = not shared but in the own gold "
    "too, which is forgiven; * any label; ≠ labels that have nothing in common"
)


def functional_page(result: FunctionalDrawings, width: int = 80) -> list[Line]:
    """All of it."""
    names = ", ".join(map(visible, result.loaded.schemes.names))
    lines = [*wrap([Span(f"tertium {__version__} · functional trees · {names}", DIM)], width, indent=2, first=0), BLANK]
    if not result.sentences:
        lines += [*wrap([Span("No sentence differs: give --sentence N to see one.", TITLE)], width), BLANK]
    for sentence in result.sentences:
        lines += _draw(result, sentence, width)
    lines += [*wrap([Span(_LEGEND, DIM)], width, indent=2, first=0), BLANK]
    lines += warning_lines(result.warnings, width)
    return [*lines, *signature_lines(result.signature, width)]


def _draw(result: FunctionalDrawings, sentence: int, width: int) -> list[Line]:
    forms = [visible(form) for form in result.loaded.forms(sentence)]
    name = visible(result.loaded.sentence_name(sentence))
    named = "" if name == str(sentence + 1) else f" ({name})"
    lines = wrap([Span(f"Sentence {sentence + 1}{named}, {many(len(forms), 'word')}", TITLE)], width)
    schemes = result.loaded.schemes.schemes
    shared = result.shared_nodes(sentence)
    rows = {node.row for node in shared}
    for place, scheme in enumerate(schemes):
        nodes = result.gold_nodes(place, sentence)
        signs = {node.row: "." for node in nodes if node.row not in rows}
        title = f"{visible(scheme.name)}, gold" if len(schemes) > 1 else "gold"
        lines += wrap([Span(f"{title}: {many(len(nodes), 'node')}", TITLE)], width, indent=2, first=0)
        lines += _tree(nodes, forms, signs, width)
    if len(schemes) > 1:
        names = " and ".join(visible(scheme.name) for scheme in schemes)
        told = f"what {names} share: {many(len(shared), 'node')}"
        lines += wrap([Span(told, TITLE)], width, indent=2, first=0)
        lines += _tree(shared, forms, {}, width)
    for place, contestant in enumerate(result.contest.contestants):
        edits = result.edits(place, sentence)
        paid = [edit for edit in edits if edit.kind != FORGIVEN]
        forgiven = len(edits) - len(paid)
        told = f"{visible(contestant.name)}: {many(len(paid), 'edit')}" + (f", {forgiven} forgiven" if forgiven else "")
        lines += wrap([Span(told, TITLE)], width, indent=2, first=0)
        signs = {edit.row: _SIGNS[edit.kind] for edit in edits}
        if edits:
            lines += _tree(result.system_nodes(place, sentence), forms, signs, width)
            lines += _script(edits, forms, width)
    return [*lines, BLANK]


def _tree(nodes: Sequence[Node], forms: Sequence[str], signs: Mapping[int, str], width: int) -> list[Line]:
    """One node a line; the words only where there is one, gaps marked."""
    lines = []
    for place, node in enumerate(nodes):
        sign = signs.get(node.row, " ")
        guides = _guides(nodes, place)
        words = forms[node.words[0]] if len(node.words) == 1 else _gaps(node, forms)
        text = f"{guides}{visible(node.label)}"
        room = max(width - 4 - cells(text) - 2, 8)
        tail = f"  {fit(words, room).rstrip()}" if words else ""
        lines.append(line(Span(f"  {sign} ", _STYLES.get(sign, "")), Span(guides, DIM), visible(node.label), tail))
    return lines


def _guides(nodes: Sequence[Node], place: int) -> str:
    """The lines in front of a node: `├ ` with more siblings below, `└ ` for the last."""
    depth = nodes[place].depth
    parts = []
    for level in range(1, depth + 1):
        later = next((node.depth for node in nodes[place + 1 :] if node.depth <= level), 0)
        more = later == level
        parts.append(("├ " if more else "└ ") if level == depth else ("│ " if more else "  "))
    return "".join(parts)


def _gaps(node: Node, forms: Sequence[str]) -> str:
    """The words of a node with gaps; nothing for others, whose words stand below."""
    first, last = node.words[0], node.words[-1]
    if last - first + 1 == len(node.words):
        return ""
    own = set(node.words)
    return "(" + " ".join(forms[place] if place in own else "…" for place in range(first, last + 1)) + ")"


def _script(edits: Sequence[Edit], forms: Sequence[str], width: int) -> list[Line]:
    """The operations in words."""
    lines = []
    for edit in edits:
        label = f"{visible(edit.label)} → {visible(edit.to)}" if edit.to else visible(edit.label)
        words = " ".join(forms[place] for place in edit.words)
        sign = _SIGNS[edit.kind]
        lead = f"    {sign} {edit.kind:<9} {label}  "
        text = fit(words, max(width - cells(lead), 8)).rstrip()
        lines.append(line(Span(lead, _STYLES[sign]), text))
    return lines


def describe(result: FunctionalDrawings, sentence: int) -> dict[str, Any]:
    """One sentence for the JSON document."""
    forms = result.loaded.forms(sentence)

    def nodes(found: Sequence[Node]) -> list[dict[str, Any]]:
        return [
            {"label": node.label, "words": [place + 1 for place in node.words], "depth": node.depth} for node in found
        ]

    return {
        "sentence": result.loaded.sentence_name(sentence),
        "number": sentence + 1,
        "forms": forms,
        "golds": {
            scheme.name: nodes(result.gold_nodes(place, sentence))
            for place, scheme in enumerate(result.loaded.schemes.schemes)
        },
        "shared": nodes(result.shared_nodes(sentence)),
        "systems": [
            {
                "system": contestant.name,
                "scheme": contestant.scheme.name,
                "nodes": nodes(result.system_nodes(place, sentence)),
                "edits": [
                    {
                        "kind": edit.kind,
                        "label": edit.label,
                        "to": edit.to or None,
                        "words": [where + 1 for where in edit.words],
                    }
                    for edit in result.edits(place, sentence)
                ],
            }
            for place, contestant in enumerate(result.contest.contestants)
        ],
    }
