"""From what the user named to corpora under conventions: sniff, read, check, align.

The one place where files meet options. What was decided on the way is kept as notes ("said aloud"), what was odd as
warnings; nothing is decided silently.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tertium.alignment import Alignment, FormKeys, identity
from tertium.checks import check_names, find_idle_options, find_other_task, owner_of
from tertium.choices import decide_rules
from tertium.comparison.by_option import find_needs
from tertium.corpus import Vocab
from tertium.errors import UsageError
from tertium.formats import FORMATS
from tertium.formats.files import Files
from tertium.formats.guess import TEN_COLUMNS
from tertium.formats.memory import Memory
from tertium.formats.request import Request
from tertium.formats.sources import find_source, is_there
from tertium.inputs import column_map, find_inputs, group_runs, hash_input, peek, read_input, sniff, sources_of
from tertium.inside import find_inside, name_columns
from tertium.kinds import find_kind, find_measures
from tertium.options import Options
from tertium.tasks.match import Match
from tertium.tasks.view import PLAIN_LAYERS, UNIT_LAYERS, View, source_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tertium.comparison.by_option import Needs
    from tertium.comparison.features import Features
    from tertium.comparison.joined import Joined
    from tertium.comparison.lexicon import Lexicon
    from tertium.conventions import Conventions
    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.inputs import Given, Input
    from tertium.kinds.base import Kind
    from tertium.measures import Measure

_WORKERS: Final = 2  # the parser has threads of its own; this only keeps them busy while columns are checked


@dataclass(frozen=True, eq=False, slots=True)
class Loaded:
    """Gold and systems, read, checked and linked."""

    gold: Corpus
    systems: tuple[Corpus, ...]
    links: tuple[Alignment, ...]
    rules: Conventions
    measures: tuple[Measure, ...]
    notes: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)
    options: Options = field(default_factory=Options)
    gold_input: Input | None = None  # for those who need the text of the gold again
    lexicon: Lexicon | None = None
    joined: Joined | None = None
    inputs: tuple[Input, ...] = ()  # of the systems

    @property
    def hashes(self) -> tuple[str, ...]:
        """SHA-256 of the gold and of each system, as they were read (the uncompressed bytes of a file)."""
        sources = (self.gold_input, *self.inputs)
        return tuple("" if source is None else hash_input(source) for source in sources)

    @property
    def kind(self) -> Kind:
        """What the task adds."""
        return find_kind(self.rules.task)

    @property
    def input_paths(self) -> list[str]:
        """Every file that was read: corpora, maps, tables and lexicons."""
        corpora = [path for corpus in (self.gold, *self.systems) for path in corpus.paths]
        others = (
            *self.options.map,
            self.options.heads,
            self.options.prm,
            self.options.join,
            self.options.lexicon,
            self.options.train,
        )
        return corpora + [text for text in others if text is not None and is_there(text)]

    @property
    def groups(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The systems by name, each with the places of its runs; most have one."""
        return group_runs([system.name for system in self.systems])

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the systems."""
        return tuple(name for name, _ in self.groups)

    def matches(self) -> list[Match]:
        """Each run of each system set against the gold."""
        gold = View(self.gold, self.rules, who=self.gold.name)
        views = [
            gold if system is self.gold else View(system, self.rules, who=owner_of(system, self.gold))
            for system in self.systems
        ]
        found = [Match(gold, view, link) for view, link in zip(views, self.links, strict=True)]
        for match in found:
            match.company = found
        return found

    def features(self, gold: View | None = None) -> Features:
        """What the gold's words can be sorted by; a view that is there already saves its columns."""
        from tertium.comparison.features import Features

        return Features(
            gold or View(self.gold, self.rules, who=self.gold.name),
            lexicon=self.lexicon,
            joined=self.joined,
            known=self.kind.features,
        )

    def with_last_as_gold(self) -> Loaded:
        """The other systems with the last one in the gold's place: what a better gold says about them."""
        *others, gold = self.systems
        keys = FormKeys(gold.vocab, fold_case=self.rules.fold_case)
        links = tuple(self.kind.link(gold, system, keys, self.rules) for system in others)
        return replace(self, gold=gold, systems=tuple(others), links=links)

    def with_gold_among_systems(self) -> Loaded:
        """The same with the gold as the first system too: an output that is compared with others without a gold."""
        return replace(self, systems=(self.gold, *self.systems), links=(identity(self.gold.n_words), *self.links))


def load(
    gold: Given,
    systems: Mapping[str, Given] | Sequence[Given] | Any,
    options: Options,
    *,
    better: Given | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Loaded:
    """Read, check and align everything.

    Args:
        gold: The gold.
        systems: The outputs, by name or in order.
        options: What the user chose.
        better: Another gold, read as one; it becomes the last of the systems.
        progress: Called with (what, done, total) before each step.
    """
    gold_input, inputs = find_inputs(gold, systems, options, better=better)
    step = _Steps(progress, 2 * len(inputs) + 2)
    step(f"looking at {gold_input.name}")
    plan = _make_plan(gold_input, inputs, options, has_better=better is not None)
    kind, notes = find_kind(plan.rules.task), list(plan.notes)
    with ThreadPoolExecutor(_WORKERS) as pool:  # while one file's text is parsed, another's columns are checked
        corpora, warnings, said = _read_all(plan, options, pool, step)
        notes += said
        _check_column_map(corpora, options)
        gold_corpus, *read = kind.lend(corpora, plan.rules, notes)
        rules, said = kind.settle(gold_corpus, plan.rules)
        notes += said
        read = kind.fit(gold_corpus, read, rules, warnings)
        links = _link_all(gold_corpus, read, rules, pool, step)
    check_names(gold_corpus, read, rules)
    for corpus, found in zip(read, links, strict=True):
        warnings += kind.describe_link(gold_corpus, corpus, found, rules)
    measures = tuple(find_measures(rules.measures, rules))
    warnings += find_idle_options(gold_corpus, read, rules, measures)
    if plan.guess.note and read and options.task is None and options.like is None:
        warnings += find_other_task(gold_corpus, read, plan.guess.note)
    joined = _find_joined(options, gold_corpus)
    warnings += joined.warnings if joined else ()
    return Loaded(
        gold=gold_corpus,
        systems=tuple(read),
        links=links,
        rules=rules,
        measures=measures,
        notes=tuple(notes),
        warnings=warnings,
        options=options,
        gold_input=gold_input,
        inputs=plan.inputs,
        lexicon=_find_lexicon(options, rules),
        joined=joined,
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Plan:
    """What is to be read, and how: settled by looking at the beginnings of files."""

    gold: Input
    inputs: tuple[Input, ...]
    better: Input | None  # the last of the inputs, if it is read as a gold
    guess: Guess  # of the gold
    rules: Conventions
    notes: tuple[str, ...]
    wanted: frozenset[str]  # columns of all files
    needs: Needs  # and of the gold besides

    def ask(self, source: Input, options: Options, vocab: Vocab) -> Request:
        """What is wanted of one of the files."""
        is_first, is_better = source is self.gold, source is self.better
        is_gold = is_first and not options.gold_is_system
        return Request(
            vocab=vocab,
            name="gold" if is_gold else source.name,
            wanted=self.wanted | self.needs.columns if is_first else self.wanted,
            role="gold" if is_gold or is_better else "system",
            conventions=self.rules,
            columns=column_map(options),
            comments=self.needs.comments and is_first,
            labels=name_columns(options, source, self.inputs if is_gold else [] if is_better else None),
        )

    def format_of(self, theirs: Guess) -> str:
        """The format of a file that looks so, beside the gold."""
        own = self.guess.format
        if own == "bio" and theirs.format == "columns":  # whose tags are not all tags of spans: reading will say which
            return own
        if self.rules.task == "coreference" and theirs.format in ("columns", "slashed"):  # no chains: so will this
            return own if own == "corefjson" else "conll2012"
        if self.rules.reading == "conll2012" and not theirs.mentions and theirs.format not in TEN_COLUMNS:
            return "conll2012"  # the scorer reads whatever it is given
        return own if {theirs.format, own} <= set(TEN_COLUMNS) else theirs.format


def _make_plan(gold: Input, inputs: list[Input], options: Options, *, has_better: bool) -> _Plan:
    guess = sniff(gold, options)
    better = inputs[-1] if has_better else None
    notes_inside: list[str] = []
    if len(inputs) == has_better:  # no system was named
        inside, notes_inside = find_inside(gold, guess, options)
        inputs = [*inside, *inputs]
    peeks = [peek(source, options) for source in inputs]
    rules, notes = decide_rules(guess, options, gold.name, [seen for seen in peeks if seen is not None])
    notes += [f"{source.name} is {source.paths[0]}" for source in sources_of(inputs) if source.is_numbered]
    kind = find_kind(rules.task)
    return _Plan(
        gold=gold,
        inputs=tuple(inputs),
        better=better,
        guess=guess,
        rules=rules,
        notes=(*notes, *notes_inside),
        wanted=kind.columns(rules).union(*(measure.reads for measure in find_measures(rules.measures, rules))),
        needs=find_needs(_asked_features(options), guess.filled),
    )


def _read_all(
    plan: _Plan, options: Options, pool: ThreadPoolExecutor, step: _Steps
) -> tuple[list[Corpus], list[str], list[str]]:
    """The gold and the systems; what is odd in them; which formats are others than the gold's."""
    vocab, kind = Vocab(), find_kind(plan.rules.task)

    def read(source: Input) -> tuple[Corpus, list[str], list[str]]:
        theirs = plan.guess if source is plan.gold else sniff(source, options, plan.guess)
        fmt = plan.format_of(theirs)
        corpus = read_input(source, fmt, plan.ask(source, options, vocab))
        odd = (*corpus.irregularities, *kind.check(corpus, plan.rules, plan.wanted))
        aloud = [] if fmt == plan.guess.format else [f"{source.name}: {fmt} ({theirs.reason})"]
        return corpus, [str(fault) for fault in odd], aloud

    sources = (plan.gold, *plan.inputs)
    is_stepwise = plan.guess.format in FORMATS and FORMATS[plan.guess.format].in_steps
    reading = map(read, sources) if is_stepwise else pool.map(read, sources)
    corpora, warnings, notes = [], [], []
    for source in sources:
        step(f"reading {source.name}")
        corpus, odd, said = next(reading)
        corpora.append(corpus)
        warnings += odd
        notes += said
    return corpora, warnings, notes


def _link_all(
    gold: Corpus, systems: Sequence[Corpus], rules: Conventions, pool: ThreadPoolExecutor, step: _Steps
) -> tuple[Alignment, ...]:
    kind, keys = find_kind(rules.task), FormKeys(gold.vocab, fold_case=rules.fold_case)
    others = [corpus for corpus in systems if corpus.columns is not gold.columns]
    if others:  # words may have waited until now to be read
        list(pool.map(lambda corpus: corpus.columns.get("form"), (gold, *others)))
    aligning = [pool.submit(kind.link, gold, corpus, keys, rules) for corpus in systems]
    links = []
    for corpus, link in zip(systems, aligning, strict=True):
        step(f"aligning {corpus.name}")
        links.append(link.result())
    return tuple(links)


def _check_column_map(corpora: Sequence[Corpus], options: Options) -> None:
    if options.columns and not any(corpus.format in ("columns", "bio") for corpus in corpora):
        raise UsageError(
            f"--columns is for files of one word a line without numbers; these are {corpora[0].format}",
            hint="leave it out, or add --format columns",
        )


def _asked_features(options: Options) -> list[str]:
    """What the gold's words or sentences are to be sorted by."""
    named = [options.group_column] if options.group_column else []
    if options.block is None:
        return [*options.by, *named]
    from tertium.comparison.blocking import BLOCKS

    return [*options.by, *named, *([] if options.block in BLOCKS else [options.block])]


def _find_joined(options: Options, gold: Corpus) -> Joined | None:
    """The other columns of the gold's table, and those of a table beside it."""
    if gold.own is None and not options.join:
        return None
    from tertium.comparison.joined import join_own, read_joined

    own = join_own(gold)
    return read_joined(options.join, gold, options.encoding).add(own) if options.join else own


def _find_lexicon(options: Options, rules: Conventions) -> Lexicon | None:
    """What the lexicon and the training file tell of words."""
    if not options.lexicon and not options.train:
        return None
    from tertium.comparison.lexicon import learn_lexicon, learn_spans, read_lexicon

    of_spans = rules.layer in UNIT_LAYERS
    known = [replace(read_lexicon(options.lexicon, options.encoding), of_spans=of_spans)] if options.lexicon else []
    if options.train:
        source = Files(find_source(options.train), fmt=options.format, encoding=options.encoding)
        tolerant = replace(rules, reading="tolerant")
        ask = Request(
            vocab=Vocab(),
            name=source.name,
            wanted=source_columns(rules.layer) | find_kind(rules.task).columns(rules),
            conventions=tolerant,
            columns=column_map(options),
        )
        train = read_input(source, sniff(source, options).format, ask)
        if of_spans:
            (train,) = find_kind(rules.task).lend([train], tolerant, [])
        learn = learn_spans if of_spans else learn_lexicon
        known.append(learn(View(train, tolerant, who="gold"), source.name))
    return known[0] if len(known) == 1 else known[0].add(known[1])


def read_whole(given: Given, options: Options) -> Corpus:
    """One corpus with all of its layers, read tolerantly."""
    source: Input = (
        Files(find_source(str(given)), fmt=options.format, encoding=options.encoding)
        if isinstance(given, str | Path)
        else Memory(given, "corpus")
    )
    guess = sniff(source, options)
    wanted = frozenset(PLAIN_LAYERS) | ({"head"} if guess.heads else frozenset())
    own = [find_kind(task) for task in ("spans", "roles") if task in guess.holds]
    for kind in own:
        wanted |= kind.columns(kind.default_rules(guess.format))
    ask = Request(vocab=Vocab(), name=source.name, wanted=wanted, columns=column_map(options))
    corpus = read_input(source, guess.format, ask)
    for kind in own:
        (corpus,) = kind.lend([corpus], kind.default_rules(guess.format), [])
    return corpus


class _Steps:
    """Counts the steps of a long run."""

    def __init__(self, progress: Callable[[str, int, int], None] | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def __call__(self, what: str) -> None:
        if self._progress is not None:
            self._progress(what, self._done, self._total)
        self._done += 1
