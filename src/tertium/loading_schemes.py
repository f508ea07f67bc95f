"""From the files of several annotation schemes to functional trees over one text.

Dependencies and phrases may stand side by side: each file is read for what it holds, and all of them must have the same
words, traces aside. What is odd in a file is said; what would make trees of different sentences is refused.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.alignment import FormKeys, align
from tertium.alignment.treebanks import TRACE
from tertium.corpus import Vocab
from tertium.errors import FormatError, MismatchError, UsageError, quote
from tertium.formats.memory import Memory
from tertium.formats.renamings import read_renamings
from tertium.formats.request import Request
from tertium.kinds import find_kind
from tertium.plurals import many
from tertium.scheme_outlines import check_options, find_inputs
from tertium.trees.functional import cut_cycles, from_dependencies, make_text
from tertium.trees.functional_phrases import PLACES, find_place, from_phrases
from tertium.trees.label_sets import STAR, LabelSets, parse_free
from tertium.trees.pseudo_projective import projectivize
from tertium.trees.schemes import Scheme, Schemes, Treebank

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium._typing import Codes, Mask
    from tertium.conventions import Conventions
    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.options import Options
    from tertium.scheme_outlines import Input, Outline, SchemeOptions
    from tertium.trees.functional import Text
    from tertium.trees.functional_phrases import Place

_WORKERS: Final = 2

_SAME_WORDS: Final = "all schemes need the same words (traces aside); --tokens position takes word i as word i"
_SAME_TEXT: Final = (
    "take the golds of all schemes from one release of the corpus, with the same sentences and words; where only the "
    "spelling differs, --tokens position takes word i as word i"
)

_BRACKETS: Final = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}


@dataclass(frozen=True, eq=False, slots=True)
class LoadedSchemes:
    """Schemes, and what was said while they were read."""

    schemes: Schemes
    options: Options
    first: Corpus  # the gold of the first scheme: its words, and the names of its sentences
    rules: Conventions
    place_of_words: Codes  # (n_words,) where the words of the text are in that gold
    notes: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)
    input_paths: list[str] = field(default_factory=list)
    tokens: str = "same"
    owners: frozenset[str] = frozenset()  # whom --map may name
    met: frozenset[str] = frozenset()  # renamings that had something to rename

    def sentence_name(self, sentence: int) -> str:
        """Name of a sentence, or its number."""
        return self.first.sentence_name(sentence)

    def forms(self, sentence: int) -> list[str]:
        """The words of a sentence."""
        start, stop = self.schemes.text.sent_start[sentence : sentence + 2]
        return self.first.vocab.decode(self.first.columns["form"][self.place_of_words[start:stop]])


def load_schemes(
    outlines: Sequence[Outline],
    options: Options,
    chosen: SchemeOptions,
    *,
    progress: Callable[[str, int, int], None] | None = None,
) -> LoadedSchemes:
    """Read all files, check that they have the same words, and make their functional trees.

    Raises:
        UsageError: A file has no trees, or an option makes no sense.
        MismatchError: Two files do not hold the same words.
    """
    if chosen.functions is not None and chosen.functions not in PLACES:
        raise UsageError(
            f"there is no place {chosen.functions!r} of functions", hint=f"--functions {' | '.join(PLACES)}"
        )
    check_options(options)
    reader = _Reader(options, progress, sum(1 + len(outline.systems) for outline in outlines))
    inputs = find_inputs(outlines, options)
    with ThreadPoolExecutor(_WORKERS) as pool:
        golds = [
            pool.submit(reader.read, source, outline.name, is_gold=True)
            for outline, (source, _) in zip(outlines, inputs, strict=True)
        ]
        others = [
            [pool.submit(reader.read, source, source.name, is_gold=False) for source in sources]
            for _, sources in inputs
        ]
        corpora = [
            (reader.keep(gold.result()), [reader.keep(each.result()) for each in part])
            for gold, part in zip(golds, others, strict=True)
        ]
    first = corpora[0][0]
    keys = FormKeys(reader.vocab, fold_case=options.fold_case)
    seen = _is_seen(first)
    total = np.concatenate([[0], np.cumsum(seen)]).astype(np.int64)
    text = make_text(total[first.sent_start])
    labels = LabelSets(hierarchy=chosen.hierarchy, free=parse_free(chosen.free))
    maker = _Maker(text, first, seen, keys, labels, options, chosen, reader)
    schemes = []
    for outline, (gold, systems) in zip(outlines, corpora, strict=True):
        own = maker.make(gold, outline.name, ("gold", outline.name), None)
        parsed = tuple(maker.make(system, system.name, (system.name, outline.name), gold) for system in systems)
        reader.warnings += _find_mute(own, parsed)
        schemes.append(Scheme(outline.name, own, parsed))
    every = [corpus for gold, systems in corpora for corpus in (gold, *systems)]
    return LoadedSchemes(
        schemes=Schemes(text, labels, tuple(schemes)),
        options=options,
        first=first,
        rules=reader.rules,
        place_of_words=np.flatnonzero(seen).astype(np.int32),
        notes=tuple(dict.fromkeys(reader.notes)),
        warnings=reader.warnings,
        input_paths=[path for corpus in every for path in corpus.paths],
        tokens=options.tokens or "same",
        owners=frozenset(maker.owners),
        met=frozenset(maker.met),
    )


def check_maps(loaded: Sequence[LoadedSchemes]) -> None:
    """Make sure that `--map` and `--free` name what is there; a label that does not occur is said.

    Raises:
        UsageError: There is no scheme, and no system, of some name.
    """
    owners = frozenset[str]().union(*(part.owners for part in loaded))
    met = frozenset[str]().union(*(part.met for part in loaded))
    for renaming in loaded[0].rules.renamings:
        if renaming.who is not None and renaming.who not in owners:
            raise UsageError(
                f"--map {renaming}: there is no scheme and no system {renaming.who!r}",
                hint=f"name one of {', '.join(sorted(owners))}",
            )
        if str(renaming) not in met:
            loaded[0].warnings.append(f"--map {renaming}: no label {renaming.old!r} there, so nothing was renamed")
    names = {name for part in loaded for name in part.schemes.labels.known()}
    for label in sorted({label for pair in loaded[0].schemes.labels.free for label in pair} - names):
        loaded[0].warnings.append(f"--free: no label {label!r} there")


class _Reader:
    """Reads files of any kind into one vocabulary."""

    def __init__(self, options: Options, progress: Callable[[str, int, int], None] | None, total: int) -> None:
        self.vocab = Vocab()
        self.options = options
        self.notes: list[str] = []
        self.warnings: list[str] = []
        renamings = read_renamings(options.map)
        self.rules = replace(find_kind("dependency").default_rules("conllu"), renamings=renamings, subtypes=True)
        self._progress, self._total, self._done = progress, total, 0

    def read(self, source: Input, name: str, *, is_gold: bool) -> tuple[Corpus, str, list[str]]:
        """One file, what it was taken for, and what is odd in it."""
        if self._progress is not None:
            self._progress(f"reading {source.name}", self._done, self._total)
        self._done += 1
        guess = source.sniff() if isinstance(source, Memory) else source.sniff(None, {})
        kind = self._kind_of(guess, source)
        wanted = {"head", "deprel"} if kind == "dependency" else {"tag", "function"}
        ask = Request(
            vocab=self.vocab,
            name=name,
            wanted=frozenset(wanted),
            role="gold" if is_gold else "system",
            conventions=self.rules if kind == "dependency" else find_kind(kind).default_rules(guess.format),
        )
        corpus = source.read(ask) if isinstance(source, Memory) else source.read(ask, guess.format)
        odd = (*corpus.irregularities, *find_kind(kind).check(corpus, ask.conventions, ask.wanted))
        return corpus, f"{name}: {guess.format} ({guess.reason})", [str(fault) for fault in odd]

    def keep(self, done: tuple[Corpus, str, list[str]]) -> Corpus:
        """The corpus; the rest is kept, in the order of the files."""
        corpus, note, odd = done
        self.notes.append(note)
        self.warnings += odd
        return corpus

    def _kind_of(self, guess: Guess, source: Input) -> str:
        if guess.trees:
            return "constituency"
        if not guess.heads:
            raise UsageError(
                f"{source.name} holds no trees ({guess.format})",
                hint="give dependencies (CoNLL-U or CoNLL-X with heads) or trees of phrases with functions",
            )
        return "dependency"


def _find_mute(gold: Treebank, systems: Sequence[Treebank]) -> list[str]:
    """Which files have no labels at all, and what that means."""
    return [
        f"{one.name}: no node has a function, so each is equal to any label: labelled scores are unlabelled ones"
        for one in (gold, *systems)
        if one.head is None and not (one.trees.label > STAR).any() and not (one.trees.word_label > STAR).any()
    ]


def _choose_place(name: str | None) -> Place | None:
    for place in PLACES:
        if place == name:
            return place
    return None


def _unescape(form: str) -> str:
    """A bracket as it is, where a file of bracketed trees has to write -LRB-."""
    return _BRACKETS.get(form, form)


def _is_seen(corpus: Corpus) -> Mask:
    """(n_words,) words that are no traces."""
    if corpus.nodes is None or "tag" not in corpus.columns:
        return np.ones(corpus.n_words, dtype=np.bool_)
    return ~corpus.vocab.flag(corpus.columns["tag"], lambda tag: tag == TRACE)


@dataclass(frozen=True, eq=False, slots=True)
class _Maker:
    """Makes functional trees over the words of the first gold."""

    text: Text
    first: Corpus
    seen: Mask
    keys: FormKeys
    labels: LabelSets
    options: Options
    chosen: SchemeOptions
    reader: _Reader
    owners: set[str] = field(default_factory=set)  # whom --map may name
    met: set[str] = field(default_factory=set)  # renamings that had something to rename

    def make(self, corpus: Corpus, name: str, who: tuple[str, str], gold: Corpus | None) -> Treebank:
        """The trees of one file, which `--map` may call by two names; `gold` is its scheme's, None if it is one."""
        rename = self._renamer(who)
        to_text = self._place(corpus, gold)
        if corpus.nodes is not None and corpus.head is None:
            place = _choose_place(self.chosen.functions) or self._find_place(corpus, gold)
            return Treebank(name, corpus, from_phrases(self.text, corpus, to_text, self.labels, place, rename=rename))
        if corpus.head is None:
            raise FormatError("no heads can be read", path=corpus.path_of(0), hint="fill the HEAD column")
        relation = self.labels.encode(corpus.vocab, corpus.vocab.rewrite(corpus.columns["deprel"], rename))
        heads, n_cyclic = cut_cycles(corpus.head, corpus.sent_start)
        if n_cyclic:
            self.reader.warnings.append(
                f"{name}: {n_cyclic:,} sentence{'s have' if n_cyclic > 1 else ' has'} a circle of heads; for tree "
                "edits it is cut at its first word"
            )
        if self.chosen.projectivize:
            heads, n_lifts, n_sents = projectivize(heads, corpus.sent_start)
            if n_lifts:
                self.reader.notes.append(f"{name}: made projective by {n_lifts:,} lifts in {n_sents:,} sentences")
        return Treebank(name, corpus, from_dependencies(self.text, heads, relation), corpus.head, relation)

    def _renamer(self, who: tuple[str, str]) -> Callable[[str], str]:
        """What becomes of a label in one file; that a renaming met its label is remembered."""
        chosen = {
            renaming.old: renaming
            for renaming in self.reader.rules.renamings
            if renaming.layer in (None, "deprel") and renaming.who in (None, *who)
        }
        self.owners.update(who)

        def rename(label: str) -> str:
            if label not in chosen:
                return label
            self.met.add(str(chosen[label]))
            return chosen[label].new

        return rename

    def _find_place(self, corpus: Corpus, gold: Corpus | None) -> Place:
        """A system has its functions where its gold has them."""
        if gold is not None and gold.nodes is not None:
            return find_place(gold)[0]
        place, why = find_place(corpus)
        self.reader.notes.append(f"{corpus.name}: {why} (--functions {place})")
        return place

    def _place(self, corpus: Corpus, gold: Corpus | None) -> Codes:
        """(n_words,) which word of the text each word is.

        Raises:
            MismatchError: The words are not those of the first gold.
        """
        if corpus is self.first:
            return np.where(self.seen, np.cumsum(self.seen) - 1, -1).astype(np.int32)
        if corpus.nodes is None and self.first.nodes is None:
            try:
                align(self.first, corpus, self.keys, tokens="position" if self.options.tokens == "position" else "same")
            except MismatchError as error:
                if gold is not None:
                    raise
                raise MismatchError(error.message, hint=_SAME_TEXT) from None  # no system wrote this file
            return np.arange(corpus.n_words, dtype=np.int32)
        return self._place_phrases(corpus, may_fail=gold is not None)

    def _place_phrases(self, corpus: Corpus, *, may_fail: bool) -> Codes:
        seen = _is_seen(corpus)
        first, n = self.first, self.text.n_sents
        if corpus.n_sents != n:
            raise MismatchError(
                f"{first.path_of(0)} has {many(n, 'sentence')}, {corpus.path_of(0)} has {corpus.n_sents:,}",
                hint="give the same sentences in the same order; a failed parse is an empty line or (())",
            )
        total = np.concatenate([[0], np.cumsum(seen)])
        size = total[corpus.sent_start[1:]] - total[corpus.sent_start[:-1]]
        wanted = np.diff(self.text.sent_start)
        failed = (size == 0) & (wanted > 0) & may_fail
        odd = np.flatnonzero((size != wanted) & ~failed)
        if len(odd):
            raise self._explain(corpus, int(odd[0]), f"{size[odd[0]]:,} words", f"{wanted[odd[0]]:,}")
        if failed.any():
            n_failed = int(failed.sum())
            self.reader.warnings.append(
                f"{corpus.name}: {many(n_failed, 'sentence')} {'has' if n_failed == 1 else 'have'} no parse; "
                "all nodes of the gold are missed there"
            )
        sentence = corpus.sentence_of_words()
        rank = total[:-1] - total[corpus.sent_start[:-1]][sentence]
        to_text = np.where(seen, self.text.sent_start[:-1][sentence] + rank, -1).astype(np.int32)
        if self.options.tokens != "position":
            rows = np.flatnonzero(seen)
            ours = first.columns["form"][np.flatnonzero(self.seen)[to_text[rows]]]
            theirs = corpus.columns["form"][rows]
            unlike = self.keys.code[ours] != self.keys.code[theirs]
            rewrite = corpus.vocab.rewrite
            unlike[unlike] = rewrite(ours[unlike], _unescape) != rewrite(theirs[unlike], _unescape)
            if len(differing := np.flatnonzero(unlike)):
                row = int(rows[differing[0]])
                own = first.vocab.decode(first.columns["form"][np.flatnonzero(self.seen)[to_text[[row]]]])[0]
                word = corpus.vocab.decode(corpus.columns["form"][[row]])[0]
                raise self._explain(corpus, int(sentence[row]), quote(word), quote(own))
        return to_text

    def _explain(self, corpus: Corpus, sentence: int, found: str, wanted: str) -> MismatchError:
        places = []
        for one, what in ((self.first, wanted), (corpus, found)):
            row = min(int(one.sent_start[sentence]), one.n_words - 1)
            places.append(
                f"  {one.path_of(row)}:{one.line[row]}, sentence {quote(one.sentence_name(sentence))}: {what}"
            )
        return MismatchError(
            f"{self.first.path_of(0)} and {corpus.path_of(0)} hold different words:\n" + "\n".join(places),
            hint=_SAME_WORDS,
        )
