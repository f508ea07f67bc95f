"""Marked sentences on the terminal page, and how to read their marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.comparison.transitions import CLASSES
from tertium.reports.change_sections import CLASS_STYLES
from tertium.reports.page import DIM, Line, Span, is_right_to_left, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.examples import Example
    from tertium.reports.result import Result


def mark_legend(result: Result, width: int, *, compare: bool = True, gold: bool = True) -> list[Line]:
    """How to read the marks in the sentences, in one line or two."""
    heads = "head" in result.tables.measures[result.headline].atoms
    if not compare:
        text = "[gold's answer: each system's]" + ", each as label@head" * heads
    else:
        text = "[from>to]" + ", in changed errors [gold>from>to]" * gold
        text += "; [label:from>to] where only the head moved, from that word to that" * heads
        text += "; (head): right label, wrong head" * (heads and gold)
    return wrap([Span(f"marks: {text}", DIM)], width, indent=4, first=2)


def example_lines(examples: Sequence[Example], width: int) -> list[Line]:
    """Marked sentences, one after the other."""
    lines: list[Line] = []
    for example in examples:
        lines += wrap(_sentence(example), width, indent=4, first=2)
    return lines


def _sentence(example: Example) -> list[Span]:
    from tertium.comparison.examples import mark_words

    styles = dict(zip(CLASSES, CLASS_STYLES, strict=True))
    rtl = any(is_right_to_left(word) for word in example.words)
    spans: list[Span] = []
    for word, after, kind in mark_words(example.words, example.marks):
        text, inside = visible(word), visible(after)
        # in right-to-left text the mark is isolated, or its labels would change places on the screen
        text += f"\u2066{inside}\u2069" if rtl and inside else inside
        spans += [Span(text, styles.get(kind, "bold")) if kind else Span(text), Span(" ")]
    return spans
