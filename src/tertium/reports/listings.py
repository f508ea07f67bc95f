"""What the user wants to see of a comparison, and the sentences asked for by `--class`, `--label` or `--only`.

They are the same for the page and for JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.comparison.examples import Example, Listing
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.diff_result import Diff


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the user wants to see of a comparison."""

    pairs: Sequence[tuple[str, str]] | None = None  # None: all, or the one that matters most if there are many
    top: int = 5
    examples: int | None = 3  # None: all
    kind: str | None = None
    label: str | None = None
    only: str | None = None
    correlations: bool = False  # between measures, over sentences

    @property
    def is_filter(self) -> bool:
        """Whether the user asked for particular sentences."""
        return self.kind is not None or self.label is not None or self.only is not None


@dataclass(frozen=True, slots=True)
class Asked:
    """The sentences of one pair, or those that one system (or none) solves."""

    found: Listing
    before: str | None = None
    after: str | None = None


def list_comparison(result: Comparison, choice: Choice, pairs: Sequence[tuple[str, str]]) -> list[Asked]:
    """What was asked for, once for each pair; `--only` is about all systems.

    Raises:
        UsageError: The headline measure has no units, so no sentence has any.
    """
    if not result.by_units.has_units:
        raise UsageError(f"{result.headline} has no units to list", hint="choose another --measure")
    if choice.only is not None:
        first, last = result.systems[0], result.systems[-1]
        return [Asked(result.listing(first, last, only=choice.only, label=choice.label, n=choice.examples))]
    return [
        Asked(result.listing(before, after, kind=choice.kind, label=choice.label, n=choice.examples), before, after)
        for before, after in pairs
    ]


def list_diff(result: Diff, choice: Choice) -> list[Asked]:
    """The same for outputs without a gold."""
    first, *others = result.systems
    return [Asked(result.listing(other, label=choice.label, n=choice.examples), first, other) for other in others]


def listing_document(asked: Sequence[Asked], choice: Choice) -> list[dict[str, Any]]:
    """What stands under `listing` in the JSON document."""
    return [
        {
            "from": one.before,
            "to": one.after,
            "class": choice.kind,
            "label": choice.label,
            "only": choice.only,
            "units": one.found.n_units,
            "n_sentences": one.found.n_sentences,
            "sentences": [_sentence(example) for example in one.found.examples],
        }
        for one in asked
    ]


def _sentence(example: Example) -> dict[str, Any]:
    return {
        "sentence": example.sentence,
        "file": example.path,
        "line": example.line,
        "words": list(example.words),
        "marks": [
            {"position": mark.position + 1, "class": mark.kind or None, "text": mark.text} for mark in example.marks
        ],
    }
