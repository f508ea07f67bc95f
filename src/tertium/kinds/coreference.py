"""Coreference: mentions in chains, measured document by document."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from tertium.alignment.documents import fit_documents, link_documents
from tertium.conventions import CHAIN_MEASURES, Conventions
from tertium.errors import UsageError
from tertium.kinds.base import Kind
from tertium.measures.arcs import ARCS
from tertium.measures.b_cubed import B_CUBED
from tertium.measures.blanc import make_blanc
from tertium.measures.ceaf import CEAFE, CEAFM
from tertium.measures.conll_average import CONLL
from tertium.measures.dropped_words import ZEROS
from tertium.measures.lea import LEA
from tertium.measures.mention_detection import MENTIONS
from tertium.measures.mention_overlap import MOR
from tertium.measures.muc import MUC
from tertium.plurals import many
from tertium.tasks.antecedents import find_other_readings
from tertium.tasks.chains import chains_of
from tertium.tasks.mention_types import choose_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium._typing import Offsets
    from tertium.alignment import Alignment, FormKeys
    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.measures import Measure
    from tertium.options import Options
    from tertium.tasks.match import Match

_CHAINS: Final = frozenset({"form", "deps", "misc", "mentions"})


class Coreference(Kind):
    """Mentions, and which of them are the same thing."""

    name: ClassVar[str] = "coreference"
    main_measures: ClassVar[tuple[str, ...]] = ("CoNLL", "MUC", "B3", "CEAFe", "LEA")
    ranks_measures: ClassVar[bool] = True
    splits_f1: ClassVar[bool] = True
    shows_chains: ClassVar[bool] = True
    block: ClassVar[str] = "document"
    fate_of_cut_words: ClassVar[str] = "mentions that begin or end inside of one are not found"

    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Files that are written for coreference; CoNLL-U with Entity= only on request."""
        del others
        return "the files hold chains of mentions" if guess.mentions else None

    def default_rules(self, fmt: str) -> Conventions:
        """As the reference scorer v8.01 counts; words are looked at, and repeated spans are dropped and counted."""
        del fmt
        return Conventions(task=self.name, layer="tag", measures=CHAIN_MEASURES, headline="CoNLL")

    def adapt_preset(self, rules: Conventions) -> Conventions:
        """ComparEval is a scorer of parsers and taggers too; of chains it counts ARCS classes, in ways of its own."""
        if rules.like != "compareval":
            return rules
        own = replace(self.default_rules(""), like=rules.like, measures=("ARCS-any", "ARCS-nom"), headline="ARCS-nom")
        return replace(own, mentions=replace(own.mentions, as_released=True))

    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """All metrics; BLANC as the scorer has it."""
        blanc = make_blanc(by_key=rules.mentions.blanc_by_key)
        known = (MENTIONS, MUC, B_CUBED, CEAFM, CEAFE, blanc, LEA, CONLL, MOR, ZEROS, *ARCS.values())
        return {measure.name: measure for measure in known}

    def choose_layer(self, guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> str:
        """Parts of speech are the only layer of words."""
        del guess, options, notes, others
        return "tag"

    def columns(self, rules: Conventions) -> frozenset[str]:
        """CoNLL-U has chains in MISC, and in DEPS what empty nodes hang on."""
        del rules
        return _CHAINS

    def configure(self, rules: Conventions, options: Options, notes: list[str]) -> Conventions:
        """Singletons, how mentions are matched, which antecedent decides."""
        del notes
        mentions = rules.mentions
        if options.singletons is not None:
            mentions = replace(mentions, singletons=options.singletons)
        if options.match is not None:
            mentions = replace(mentions, matching=options.match)
        if options.arcs_criterion is not None:
            mentions = replace(mentions, criterion=options.arcs_criterion)
            name = f"ARCS-{options.arcs_criterion}"
            if not options.measures and name not in rules.measures:
                rules = replace(rules, measures=(*rules.measures, name))
            if not options.measures and rules.headline in ARCS:
                rules = replace(rules, headline=name)
        mentions = replace(
            mentions,
            as_released=options.as_released or mentions.as_released,
            intersection=options.intersection,
            types=options.mention_types,
        )
        return replace(rules, mentions=mentions)

    def settle(self, gold: Corpus, rules: Conventions) -> tuple[Conventions, list[str]]:
        """What the tags say about mentions of one word, if a measure asks."""
        notes = ["--map renames no label here: --mention-types FILE says what tags mean"] if rules.renamings else []
        if not self._resolves(rules):
            return rules, [*notes, *([] if rules.mentions.types is None else ["--mention-types: no measure needs it"])]
        table, why = choose_table(gold, rules.mentions.types)
        return replace(rules, mention_table=table), [*notes, why]

    def _resolves(self, rules: Conventions) -> bool:
        """Whether a measure asks which antecedent a mention has."""
        available = self.measures(rules)
        return any(available[name].chains is not None for name in rules.measures)

    def choose_answers(self, rules: Conventions) -> str | None:
        """Differences are listed by the ARCS classes under the criterion."""
        return f"ARCS-{rules.mentions.criterion}"

    def sign(self, rules: Conventions) -> list[str]:
        """Which mentions count, and which antecedent decides."""
        counted = f"mentions:{rules.mentions}"
        if not self._resolves(rules):
            return [counted]
        types = rules.mention_table.name if rules.mention_table is not None else "none"
        return [counted, f"arcs:{rules.mentions.criterion}", f"types:{types}"]

    def fit(self, gold: Corpus, systems: Sequence[Corpus], rules: Conventions, notes: list[str]) -> list[Corpus]:
        """The gold's documents in the gold's order.

        Raises:
            UsageError: A file holds no chains.
        """
        fitted = []
        for corpus in (gold, *systems):
            if corpus.mentions is None:
                raise UsageError(
                    f"{corpus.path_of(0)} holds no chains of mentions, so that these cannot be compared",
                    hint="give CoNLL-2012, CorefUD or JSON lines (see `tertium formats`), or choose another --task",
                )
            if not corpus.mentions.n:
                notes.append(f"{corpus.name}: there is no mention at all")
        for corpus in (gold, *systems):
            notes += _refuse_broken(corpus, gold)
        for system in systems:
            corpus, odd = fit_documents(gold, system, rules.mentions)
            fitted.append(corpus)
            notes += odd
        return fitted

    def link(self, gold: Corpus, system: Corpus, keys: FormKeys, rules: Conventions) -> Alignment:
        """Document by document."""
        return link_documents(gold, system, keys, rules)

    def describe_scores(self, matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
        """Spans in several chains; mentions that the scripts of 2017 tell apart; which numbers are of some mentions."""
        del measures
        notes = []
        for place, match in enumerate(matches):
            found = chains_of(match)
            if not place and len(found.key_repeats):
                notes.append(_describe_repeats("the key", match.gold.corpus, found.key_repeats, rules, 0))
            if len(found.response_repeats):
                name = match.system.corpus.name
                repeats = found.response_repeats
                notes.append(_describe_repeats(name, match.system.corpus, repeats, rules, found.n_dropped))
            if rules.mentions.as_released and self._resolves(rules) and (n := len(find_other_readings(match)[0])):
                notes.append(
                    f"{match.system.corpus.name}: {many(n, 'mention')} of one word with another form or tag than the "
                    "key's, to the scripts of 2017 not the same mention"
                )
        chosen = [name for name in rules.measures if name in ("ARCS-nom", "ARCS-named")]
        if chosen and rules.mention_table is None:
            notes.append(
                f"no tag tells what a mention of one word is, so that {chosen[0]} takes none of them for an antecedent "
                "(not even names; give the key tags, or --mention-types)"
            )
        if rules.mentions.intersection:
            notes.append(
                "--intersection: what changed, who solves what and accuracy by label are of the mentions that the key "
                "and every system have; scores, recall by mention type and errors are of all"
            )
        return notes


def _refuse_broken(corpus: Corpus, gold: Corpus) -> list[str]:
    """Brackets that do not match matter in documents that are scored.

    Raises:
        FormatError: There are such documents.
    """
    broken = corpus.mentions.broken if corpus.mentions is not None else ()
    if not broken:
        return []
    scored, names = (set(gold.document_names.or_numbers()), corpus.document_names.or_numbers().to_list())
    for document, error in broken:
        if names[document] in scored:
            raise error
    first, n = broken[0][1], len({document for document, _ in broken})
    what = f"brackets do not match in {n:,} document{'s' * (n != 1)} that the gold lacks (first at line {first.line})"
    return [f"{first.path}: {what}, which the reference scorer does not read"]


def _describe_repeats(who: str, corpus: Corpus, rows: Offsets, rules: Conventions, dropped: int) -> str:
    """What becomes of spans that stand twice, and where the first of them is."""
    many = "1 mention stands" if len(rows) == 1 else f"{len(rows):,} mentions stand"
    where = ""
    if corpus.mentions is not None and corpus.paths:
        row = int(rows[np.argmin(corpus.mentions.line[rows])])
        path = corpus.path_of(int(corpus.mentions.word_of(corpus.mentions.first[row : row + 1])[0]))
        where = f" ({'' if len(rows) == 1 else 'first '}at {path}:{int(corpus.mentions.line[row])})"
    what = "counted in each chain" if rules.mentions.repeats != "once" else "counted in each chain, once in the same"
    if dropped:
        what = f"{dropped:,} of them, which the key has, not counted again; the others in each chain"
    return f"{who}: {many} where another does{where} ({what}; ARCS takes the chain that begins first)"


KIND: Final = Coreference()
