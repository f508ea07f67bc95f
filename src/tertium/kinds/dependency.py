"""Dependencies: a head and a relation for each word."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from tertium.conventions import ATTACHMENT_MEASURES, Conventions
from tertium.corpus import HEADLESS, Irregularity
from tertium.errors import UsageError
from tertium.formats.guess import NUMBERED
from tertium.kinds.base import Kind
from tertium.measures import MEASURES
from tertium.tasks.view import count_true
from tertium.trees.validity import check_trees

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.measures import Measure
    from tertium.options import Options
    from tertium.tasks.match import Match
    from tertium.tasks.typed_errors import TypedErrors

_NINTH: Final = frozenset({"deps", "phead"})
"""Names of the ninth column, which CoNLL-U has another use for than CoNLL-X."""

_OF_ARCS: Final = ("UPOS", "UAS", "LAS")


class Dependency(Kind):
    """Words, their heads and relations."""

    name: ClassVar[str] = "dependency"
    main_measures: ClassVar[tuple[str, ...]] = ATTACHMENT_MEASURES
    shows_whole_sentences: ClassVar[bool] = True

    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Files with heads, unless the gold is the only one that could have them."""
        lonely = others and not any(other.heads or other.format in NUMBERED for other in others)
        return "the files have heads (--task tagging compares tags)" if guess.heads and not lonely else None

    def default_rules(self, fmt: str) -> Conventions:
        """As the UD evaluation counts CoNLL-U, and as eval07.pl counts everything else."""
        if fmt == "conllu":
            return Conventions(reason="counts-as-ud,input-is-conllu")
        reason = f"counts-as-eval07,input-is-{fmt}"
        return Conventions(measures=ATTACHMENT_MEASURES, score="accuracy", subtypes=True, reason=reason)

    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """All that the UD evaluation has, and more."""
        del rules
        return MEASURES

    def choose_layer(self, guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> str:
        """Relations.

        Raises:
            UsageError: A layer of tags is asked for.
        """
        del guess, notes, others
        if options.layer is not None and options.layer.lower() not in ("deprel", "head"):
            raise UsageError(
                f"--layer {options.layer} is about tags, but dependencies are compared",
                hint="--task tagging compares a layer; with --like eval07 or malteval leave out --layer",
            )
        return "deprel"

    def sign(self, rules: Conventions) -> list[str]:
        """Punctuation and subtypes."""
        return [f"punct:{rules.punctuation}", f"subtypes:{'yes' if rules.subtypes else 'no'}"]

    def columns(self, rules: Conventions) -> frozenset[str]:
        """What MaltEval stumbles on is looked at, too."""
        return super().columns(rules) | (_NINTH if rules.reading == "malteval" else frozenset())

    def check(self, corpus: Corpus, rules: Conventions, wanted: frozenset[str]) -> list[Irregularity]:
        """Trees that are none, and words without a head; what would stop the scorer that is imitated."""
        if "head" not in wanted:
            return []
        return [*_find_headless(corpus, rules), *_find_no_heads(corpus, rules), *check_trees(corpus, rules)]

    def describe_scores(self, matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
        """Whether a filter did anything, and enhanced edges that could not be read."""
        del measures
        gold, idle = matches[0].gold, "no word was left out as punctuation: is this the convention you meant?"
        all_scored = count_true(gold.scored(), gold.corpus.n_words) == gold.corpus.n_words
        return [idle] * (rules.punctuation != "yes" and all_scored) + [
            f"{view.corpus.path_of(0)}: edges in DEPS without a readable head or relation: {view.edges.n_broken:,} "
            "(the UD evaluation crashes there); they count as wrong"
            for view in (gold, *(match.system for match in matches))
            if view.edges is not None and view.edges.n_broken
        ]

    def type_errors(self, match: Match) -> TypedErrors:
        """Every wrong arc with its type."""
        from tertium.comparison.arc_errors import type_arcs

        return match.keep("typed errors", lambda: type_arcs(match))

    def measures_of_whole_sentences(self, measures: Sequence[str]) -> list[str]:
        """Tags, heads, and heads with relations."""
        return [name for name in measures if name in _OF_ARCS]


def _find_headless(corpus: Corpus, rules: Conventions) -> list[Irregularity]:
    """Words whose HEAD cannot be read though the preset goes on; eval07 and ComparEval compare what is written."""
    if corpus.head is None or rules.text_heads:
        return []
    words = np.flatnonzero(corpus.head == HEADLESS)
    if not len(words):
        return []
    kind = "words without a readable HEAD, taken as wrong (the UD evaluation crashes there)"
    return [Irregularity(kind, len(words), corpus.path_of(int(words[0])), int(corpus.line[words[0]]))]


def _find_no_heads(corpus: Corpus, rules: Conventions) -> list[Irregularity]:
    """Words with enhanced dependencies where MaltEval reads a projective head."""
    if rules.reading != "malteval":
        return []
    found = []
    for name in sorted(_NINTH & corpus.columns.keys()):
        words = np.flatnonzero(corpus.vocab.flag(corpus.columns[name], _is_no_head))
        if len(words):
            kind = "words with something else than a number in DEPS (MaltEval, to which it is PHEAD, aborts there)"
            first = int(words[0])
            found.append(Irregularity(kind, len(words), corpus.path_of(first), int(corpus.line[first])))
    return found


def _is_no_head(content: str) -> bool:
    return content not in ("", "_") and not content.isdecimal()


KIND: Final = Dependency()
