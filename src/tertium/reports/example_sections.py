"""Marked sentences on the terminal page: examples, those that were asked for, and how to read their marks."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from tertium.comparison.transitions import CLASSES
from tertium.plurals import many
from tertium.reports.change_sections import CLASS_STYLES
from tertium.reports.page import BETWEEN, DIM, TITLE, Line, Span, is_right_to_left, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.examples import Example, Listing
    from tertium.reports.listings import Choice
    from tertium.reports.result import Result

_CHAINS: Final = (
    ": tp a right antecedent, wl a wrong one, fn none though the key has one, fp one though the key has none, tn "
    "rightly none{}; …word: the last of the mention; (-2): two sentences before"
)
_CHAINS_ALONE: Final = (
    ": tp and tn are what the first output has, an antecedent or none, of the other wl is another antecedent, fn none, "
    "fp one; …word: the last of the mention; (-2): two sentences before"
)


def mark_legend(result: Result, width: int, *, compare: bool = True, gold: bool = True) -> list[Line]:
    """How to read the marks in the sentences, in one line or two."""
    measure = result.tables.measures[result.headline]
    heads = "head" in measure.atoms
    if not compare:
        text = "[gold's answer: each system's]" + ", each as label@head" * heads
    else:
        text = "[from>to]" + ", in changed errors [gold>from>to]" * (gold and measure.chains is None)
        text += "; [label:from>to] where only the head moved, from that word to that" * heads
        text += "; (head): right label, wrong head" * (heads and gold)
    if measure.chains is not None:
        text += _CHAINS.format(", and the type of error" * compare) if gold else _CHAINS_ALONE
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


def listing_lines(
    result: Result, title: str, found: Listing, choice: Choice, width: int, *, gold: bool = True
) -> list[Line]:
    """The sentences that were asked for, each below its place."""
    label = f" with {visible(choice.label)}" if choice.label else ""
    size = many(found.n_units, result.unit_noun)
    if not result.kind.unit_alone:
        size += f" in {many(found.n_sentences, 'sentence')}"
    shown = len(found.examples)
    first = f" (the first {shown:,} here; --examples all for all)" if shown < found.n_sentences else ""
    lines = wrap([Span(f"{title}{label}: {size}", TITLE), Span(first, DIM)], width)
    for example in found.examples:
        place = visible(f"{example.path.rsplit('/', 1)[-1]}:{example.line} {example.sentence}")
        lines += wrap([Span(place, DIM)], width, indent=4, first=2)
        lines += example_lines([example], width)
    if found.examples:
        lines += mark_legend(result, width, compare=choice.only is None, gold=gold)
    elif choice.label is not None:
        lines += wrap([Span("note: ", BETWEEN), explain_no_label(result, choice.label)], width, indent=6, first=0)
    return lines


def explain_no_label(result: Result, label: str) -> str:
    """Why a label was not found: it does not occur, or it occurs only where nothing was asked for."""
    table = result.label_table(result.headline)
    if label in table.labels:
        return f"the label {visible(label)} occurs, but not there"
    text = f"no file has the label {visible(label)}"
    if ":" in label and not result.rules.subtypes and result.rules.layer == "deprel":
        return f"{text}: subtypes are cut off. Try --subtypes yes, or --label {visible(label.partition(':')[0])}"
    near = get_close_matches(label, table.labels, n=1, cutoff=0.5)
    return f"{text}. Did you mean {visible(near[0])}?" if near else text
