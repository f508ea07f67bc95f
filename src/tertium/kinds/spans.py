"""Spans: named entities, chunks, and whatever else is some words with a label."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from tertium.conventions import SPAN_MEASURES, Conventions
from tertium.errors import FormatError, UsageError, quote
from tertium.kinds.labelled_spans import LabelledSpans
from tertium.measures.entities import ENTITY_MEASURES
from tertium.plurals import many
from tertium.tasks.chunks import UNRULED, decode_tags, detect_scheme, has_chunks, letters_of
from tertium.tasks.outline import outline_tags

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium.conventions import Repair
    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.measures import Measure
    from tertium.options import Options
    from tertium.tasks.match import Match


class SpanLabelling(LabelledSpans):
    """Words and the spans over them."""

    name: ClassVar[str] = "spans"
    main_measures: ClassVar[tuple[str, ...]] = ("F1", "UF1", "TokenAccuracy", "strict", "exact", "partial", "type")

    def claim(self, guess: Guess, others: Sequence[Guess]) -> str | None:
        """Files of spans."""
        del others
        other = " (--task tagging compares tags word by word)" if "tag" in guess.filled else ""
        return f"the files hold spans{other}" if "spans" in guess.holds else None

    def default_rules(self, fmt: str) -> Conventions:
        """Exact matches of words and label; nothing of an ill-formed sequence is lost."""
        del fmt
        return Conventions(task=self.name, layer="span", measures=SPAN_MEASURES, headline="F1")

    def measures(self, rules: Conventions) -> Mapping[str, Measure]:
        """F1 and its relatives, and those of nervaluate."""
        del rules
        return ENTITY_MEASURES

    def choose_layer(self, guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> str:
        """Spans are the only layer."""
        del guess, options, notes, others
        return "span"

    def columns(self, rules: Conventions) -> frozenset[str]:
        """The tags, where spans are written so."""
        del rules
        return frozenset({"tag", "spans"})

    def configure(self, rules: Conventions, options: Options, notes: list[str]) -> Conventions:
        """The scheme, and what ill-formed sequences mean."""
        del notes
        return replace(rules, scheme=options.scheme or rules.scheme, repair=options.repair or rules.repair)

    def lend(self, corpora: Sequence[Corpus], rules: Conventions, notes: list[str]) -> list[Corpus]:
        """The corpora with the spans that their tags stand for, and with tags for their spans.

        Raises:
            UsageError: A file has neither.
        """
        for corpus in corpora:
            if corpus.spans is None and "tag" not in corpus.columns:
                raise UsageError(
                    f"{corpus.path_of(0)} holds no spans ({corpus.format})",
                    hint="give tags such as B-PER, a word a line, or spans with offsets (see `tertium formats`); "
                    "--columns form=1,tag=4 names the columns",
                )
        scheme = rules.scheme
        swallow = rules.repair == "conlleval"
        tagged = [corpus for corpus in corpora if corpus.spans is None]
        same_tags = len(tagged) == len(corpora)
        same_tags = same_tags and (rules.tags_as_written or _are_of_one_scheme(tagged, swallow=swallow))
        if not same_tags and any("tag" in corpus.columns for corpus in corpora):
            notes.append("TokenAccuracy compares tags made from the spans: the files' own are not of one scheme")
        if scheme == "auto" and tagged:
            scheme = detect_scheme(tagged[0], swallow=swallow)
            notes.append(f"scheme: {scheme.upper()}, as the tags of {tagged[0].name} look (--scheme names another)")
        found = []
        for corpus in corpora:
            if corpus.spans is None:
                if rules.only_bio:
                    _refuse_other_tags(corpus, rules.like)
                notes += _describe_unruled(corpus, rules.repair)
                spans = decode_tags(corpus, scheme=scheme, repair=rules.repair)
                corpus = replace(corpus, spans=spans)  # noqa: PLW2901 (the same corpus, with more)
            found.append(corpus if same_tags else corpus.with_columns({"tag": outline_tags(corpus)}))
        return found

    def settle(self, gold: Corpus, rules: Conventions) -> tuple[Conventions, list[str]]:
        """The scheme that was found."""
        return replace(rules, scheme=rules.scheme if gold.spans is None else gold.spans.scheme), []

    def sign(self, rules: Conventions) -> list[str]:
        """The scheme and the rule for sequences that break it, where spans were tags."""
        return ["spans:offsets"] if rules.scheme == "auto" else [f"scheme:{rules.scheme}", f"repair:{rules.repair}"]

    def describe_scores(self, matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
        """Ill-formed sequences, with what they were taken for."""
        del measures
        found = []
        corpora = [matches[0].gold.corpus, *(match.system.corpus for match in matches)]
        what = {
            "lenient": "read leniently: a span begins where one must have begun",
            "seqeval": "read as seqeval's default mode does",
            "conlleval": "read as conlleval.pl does",
            "strict": "what is not well formed is lost, in the gold too",
        }[rules.repair]
        for corpus in dict.fromkeys(corpora):
            spans = corpus.spans
            if spans is not None and spans.n_invalid:
                transitions = many(spans.n_invalid, "transition")
                found.append(f"{corpus.name}: {transitions} against {spans.scheme.upper()}; {what}")
        return found


def _are_of_one_scheme(corpora: Sequence[Corpus], *, swallow: bool) -> bool:
    """Whether the tags of all files look like one scheme, so that they can be compared as they are written."""
    schemes = [detect_scheme(corpus, swallow=swallow) for corpus in corpora if has_chunks(corpus)]
    return len(set(schemes)) <= 1


def _describe_unruled(corpus: Corpus, repair: Repair) -> list[str]:
    """The letters that the rule has no say about, where its scorer miscounts."""
    letters = sorted(set(letters_of(corpus)) & set(UNRULED.get(repair, "")))
    if not letters:
        return []
    scorer = {"seqeval": "seqeval's default mode", "conlleval": "conlleval.pl"}[repair]
    unknown = " and ".join(letters)
    what = f"knows no {unknown}: spans side by side may run together there (--repair lenient and strict know them)"
    return [f"{corpus.name}: {scorer} {what}"]


def _refuse_other_tags(corpus: Corpus, like: str) -> None:
    """Tags that nervaluate's reader of lists does not take."""
    wrong = corpus.vocab.flag(corpus.columns["tag"], lambda tag: tag != "O" and not tag.startswith(("B-", "I-")))
    if wrong.any():
        word = int(np.flatnonzero(wrong)[0])
        sentence = int(np.searchsorted(corpus.sent_start, word, side="right")) - 1
        tag = corpus.vocab.decode(corpus.columns["tag"][word : word + 1])[0]
        raise FormatError(
            f"{quote(tag)}: {like} reads tags of IOB only, O, B-PER and I-PER",
            path=corpus.path_of(word),
            line=int(corpus.line[word]),
            sentence=corpus.sentence_name(sentence),
            hint="leave out --like and choose its measures: --measure strict --measure type",
        )


KIND: Final = SpanLabelling()
