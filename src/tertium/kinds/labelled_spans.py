"""What the tasks of labelled spans (entities and chunks, arguments of predicates) have in common beside scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tertium.alignment import align
from tertium.kinds.base import Kind
from tertium.measures.entities import type_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.alignment import Alignment, FormKeys
    from tertium.conventions import Conventions
    from tertium.corpus import Corpus
    from tertium.tasks.match import Match
    from tertium.tasks.typed_errors import TypedErrors


class LabelledSpans(Kind):
    """Some words with a label: scores come by label, errors by what is wrong with the span."""

    shows_labels: ClassVar[bool] = True
    shows_confusions: ClassVar[bool] = True
    shows_types: ClassVar[bool] = True
    types_words: ClassVar[bool] = False

    def measures_of_whole_sentences(self, measures: Sequence[str]) -> list[str]:
        """None: the measures look at the same spans."""
        del measures
        return []

    def type_errors(self, match: Match) -> TypedErrors:
        """Missed, invented, wrong label, wrong boundary, both."""
        return type_errors(match)

    def link(self, gold: Corpus, system: Corpus, keys: FormKeys, rules: Conventions) -> Alignment:
        """Word by word; by place where one side has tags or arguments without their words."""
        if gold.wordless or system.wordless:
            return align(gold, system, keys, tokens="position")
        return super().link(gold, system, keys, rules)

    def describe_link(self, gold: Corpus, system: Corpus, link: Alignment, rules: Conventions) -> list[str]:
        """What could not be linked; other forms only where there are words."""
        return [] if gold.wordless or system.wordless else super().describe_link(gold, system, link, rules)
