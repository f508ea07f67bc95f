"""Phrase-structure trees: brackets over words, measured as evalb does and otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from tertium.alignment.treebanks import align_treebanks, describe_links, fit_sentences
from tertium.comparison.bracket_notes import describe_brackets
from tertium.conventions import BRACKET_MEASURES, Conventions
from tertium.errors import UsageError
from tertium.formats.head_rules import find_head_rules
from tertium.formats.prm import read_parameters
from tertium.kinds.base import Kind
from tertium.measures.parseval import type_bracket_errors
from tertium.measures.phrase_measures import PHRASE_MEASURES
from tertium.tasks.paired_trees import find_parsed
from tertium.trees.heads import choose_head_rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.alignment import Alignment, FormKeys
    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.measures import Measure
    from tertium.options import Options
    from tertium.tasks.match import Match
    from tertium.tasks.typed_errors import TypedErrors

_OF_WHOLE_TREES: Final = ("LA", "LA-sentence", "TED")


class Constituency(Kind):
    """Words and the phrases over them."""

    name: ClassVar[str] = "constituency"
    main_measures: ClassVar[tuple[str, ...]] = ("F1", "UF1", "Exact")
    ranks_measures: ClassVar[bool] = True
    shows_moves: ClassVar[bool] = True

    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Files of trees."""
        del others
        return "the files hold bracketed trees (--task tagging compares tags)" if guess.trees else None

    def default_rules(self, fmt: str) -> Conventions:
        """As evalb counts with COLLINS.prm, but failed parses count as wrong, and roots do not count."""
        del fmt
        return Conventions(task=self.name, measures=BRACKET_MEASURES, headline="F1")

    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """Brackets, lineages, dependencies made from trees, tree edits."""
        del rules
        return PHRASE_MEASURES

    def choose_layer(self, guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> str:
        """Parts of speech are the only layer of words."""
        del guess, options, notes, others
        return "tag"

    def configure(self, rules: Conventions, options: Options, notes: list[str]) -> Conventions:
        """What a parameter file says about brackets (odd lines in it are said), how whole trees are compared, heads."""
        if options.prm is not None:
            found, odd = read_parameters(options.prm, rules.brackets.dialect)
            notes += odd
            rules = replace(rules, brackets=found)
        if options.disc_only:
            rules = replace(rules, brackets=replace(rules.brackets, disc_only=True))
        if options.heads is not None:
            rules = replace(rules, heads=find_head_rules(options.heads))
        return replace(rules, la_costs=options.la_costs or rules.la_costs, ted=options.ted or rules.ted)

    def settle(self, gold: Corpus, rules: Conventions) -> tuple[Conventions, list[str]]:
        """The head rules that the measures need, by the gold's labels if none were named; and why."""
        available = self.measures(rules)
        if not any("head" in available[name].atoms for name in rules.measures):
            said = [] if rules.heads is None else ["--heads: no measure needs it"]
            return replace(rules, heads=None), said
        if rules.heads is not None:
            return rules, []
        heads, why = choose_head_rules(gold)
        return replace(rules, heads=heads), [why]

    def sign(self, rules: Conventions) -> list[str]:
        """Which brackets count, how heads are found, what edits cost."""
        only = ",disc-only" if rules.brackets.disc_only else ""
        parts = [f"brackets:{rules.brackets.name}{only}"]
        if rules.heads is not None:
            parts.append(f"heads:{rules.heads}")
        if rules.la_costs != "simple":
            parts.append(f"la-costs:{rules.la_costs}")
        if rules.ted != "anchored":
            parts.append(f"ted:{rules.ted}")
        return parts

    def fit(self, gold: Corpus, systems: Sequence[Corpus], rules: Conventions, notes: list[str]) -> list[Corpus]:
        """Treebanks with the gold's number of sentences.

        Raises:
            UsageError: A file has no trees.
        """
        for corpus in (gold, *systems):
            if corpus.nodes is None:
                raise UsageError(
                    f"{corpus.path_of(0)} holds no trees of phrases, so that these cannot be compared",
                    hint="give bracketed trees (see `tertium formats`), or choose another --task or --like",
                )
        fitted = []
        for system in systems:
            corpus, odd = fit_sentences(gold, system, strict=rules.reading == "tolerant")
            fitted.append(corpus)
            notes += odd
        return fitted

    def link(self, gold: Corpus, system: Corpus, keys: FormKeys, rules: Conventions) -> Alignment:
        """Tree by tree."""
        return align_treebanks(gold, system, keys, strict=rules.reading == "tolerant")

    def describe_link(self, gold: Corpus, system: Corpus, link: Alignment, rules: Conventions) -> list[str]:
        """Sentences whose words are not the gold's."""
        return describe_links(gold, system, link, counts_failures=rules.brackets.counts_failures)

    def describe_scores(self, matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
        """What a bracket score leaves out or gets for nothing, and sentences without a parse."""
        notes = [note for match in matches for note in describe_brackets(match)]
        return notes + _describe_failed_parses(matches, measures, rules)

    def type_errors(self, match: Match) -> TypedErrors:
        """Every wrong bracket and part of speech with its type."""
        return type_bracket_errors(match)


def _describe_failed_parses(matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
    """Sentences whose trees cannot be compared as wholes, and what becomes of them."""
    names = [measure.name for measure in measures if measure.name in _OF_WHOLE_TREES]
    if not names:
        return []
    one = len(names) == 1
    what = f"score{'s' * one} 0 there" if rules.brackets.counts_failures else f"leave{'s' * one} them out"
    found = []
    for match in matches:
        asked, parsed = find_parsed(match.gold.corpus, match.system.corpus, rules.brackets)
        n = int(np.count_nonzero(asked & ~parsed))
        if n:
            many = "1 sentence has" if n == 1 else f"{n:,} sentences have"
            which = names[0] if one else f"{', '.join(names[:-1])} and {names[-1]}"
            found.append(f"{match.system.corpus.name}: {many} no parse over the gold's words; {which} {what}")
    return found


KIND: Final = Constituency()
