"""What the tasks of labelled spans (entities and chunks, arguments of predicates) have in common beside scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tertium.alignment import align
from tertium.errors import MismatchError
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
        if not (gold.wordless or system.wordless):
            return super().link(gold, system, keys, rules)
        if not np.array_equal(gold.sent_len, system.sent_len):
            raise _explain_other_sentences(gold, system)
        return align(gold, system, keys, tokens="position")

    def describe_link(self, gold: Corpus, system: Corpus, link: Alignment, rules: Conventions) -> list[str]:
        """What could not be linked; other forms only where there are words."""
        return [] if gold.wordless or system.wordless else super().describe_link(gold, system, link, rules)


def _explain_other_sentences(gold: Corpus, system: Corpus) -> MismatchError:
    """The first sentence that is not as long in both files."""
    n = min(gold.n_sents, system.n_sents)
    differ = np.flatnonzero(gold.sent_len[:n] != system.sent_len[:n])
    sentence = int(differ[0]) if len(differ) else n
    lines = []
    for corpus in (gold, system):
        if sentence < corpus.n_sents:
            word, size = int(corpus.sent_start[sentence]), int(corpus.sent_len[sentence])
            lines.append(
                f"  {corpus.path_of(word)}:{corpus.line[word]}, sentence {sentence + 1}: {size} word{'s' * (size != 1)}"
            )
        else:
            lines.append(f"  {corpus.path_of(0)}: ends after {corpus.n_sents:,} sentence{'s' * (corpus.n_sents != 1)}")
    return MismatchError(
        f"{gold.path_of(0)} and {system.path_of(0)} do not have the same sentences, word for word:\n"
        + "\n".join(lines),
        hint="give outputs for the same words, sentence by sentence",
    )
