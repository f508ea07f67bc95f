"""From what the user named to corpora under conventions: sniff, read, check, align.

The one place where files meet options. What was decided on the way is kept as notes ("said aloud"), what was odd as
warnings; nothing is decided silently.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tertium.alignment import Alignment, FormKeys, identity
from tertium.checks import check_names, find_idle_options, owner_of
from tertium.choices import decide_rules
from tertium.comparison.by_option import find_needs
from tertium.conventions import PRESETS
from tertium.corpus import Vocab
from tertium.errors import SourceError, UsageError
from tertium.formats.columns import parse_map
from tertium.formats.files import Files
from tertium.formats.guess import TEN_COLUMNS
from tertium.formats.memory import SENTENCES, Memory, are_labels, nesting
from tertium.formats.request import Request
from tertium.formats.sources import (
    STDIN,
    Source,
    find_source,
    find_sources,
    is_there,
    pair_files,
    split_name,
    split_runs,
)
from tertium.inside import find_inside, name_columns
from tertium.kinds import find_kind, find_measures
from tertium.options import Options
from tertium.tasks.match import Match
from tertium.tasks.view import PLAIN_LAYERS, UNIT_LAYERS, View, source_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tertium.comparison.features import Features
    from tertium.comparison.joined import Joined
    from tertium.comparison.lexicon import Lexicon
    from tertium.conventions import Conventions
    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.kinds.base import Kind
    from tertium.measures import Measure

Input: TypeAlias = Files | Memory
Given: TypeAlias = "str | Path | Sequence[Any] | Any"
"""A path, a list of (token, tag) pairs or of such sentences, or a data frame."""

RUN: Final = " run "
"""Between the name of a system and the number of its run."""

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
        return tuple("" if source is None else _hash(source) for source in sources)

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
        return _group_runs([system.name for system in self.systems])

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
    gold_input, inputs = _find_inputs(gold, systems if better is None else _add_last(systems, better), options)
    inputs, last = (inputs, []) if better is None else (inputs[:-1], inputs[-1:])
    step = _Steps(progress, 2 * len([*inputs, *last]) + 2)
    step(f"looking at {gold_input.name}")
    guess = _sniff(gold_input, options)
    inside, notes_inside = ([], []) if inputs else find_inside(gold_input, guess, options)
    inputs = [*inputs, *inside, *last]
    peeks = [_peek(source, options) for source in inputs]
    rules, notes = decide_rules(guess, options, gold_input.name, [peek for peek in peeks if peek is not None])
    notes += [f"{source.name} is {source.paths[0]}" for source in _sources(inputs) if source.is_numbered]
    notes += notes_inside
    kind, measures = find_kind(rules.task), tuple(find_measures(rules.measures, rules))
    wanted = frozenset().union(*(measure.reads for measure in measures), kind.columns(rules))
    needs = find_needs(_asked_features(options), guess.filled)
    vocab = Vocab()

    def read(source: Input) -> tuple[Corpus, list[str], list[str]]:
        theirs = guess if source is gold_input else _sniff(source, options, guess)
        fmt = guess.format if {theirs.format, guess.format} <= set(TEN_COLUMNS) else theirs.format
        if guess.format == "bio" and fmt == "columns":  # whose tags are not all tags of spans: reading will say which
            fmt = "bio"
        is_gold = source is gold_input and not options.gold_is_system
        ask = Request(
            vocab=vocab,
            name="gold" if is_gold else source.name,
            wanted=wanted | needs.columns if source is gold_input else wanted,
            role="gold" if is_gold or source in last else "system",
            conventions=rules,
            columns=_map(options),
            comments=needs.comments and source is gold_input,
            labels=name_columns(options, source, inputs if is_gold else [] if source in last else None),
        )
        corpus = _read(source, fmt, ask)
        odd = (*corpus.irregularities, *kind.check(corpus, rules, wanted))
        aloud = [] if fmt == guess.format else [f"{source.name}: {fmt} ({theirs.reason})"]
        return corpus, [str(fault) for fault in odd], aloud

    with ThreadPoolExecutor(_WORKERS) as pool:  # while one file's text is parsed, another's columns are checked
        reading = [pool.submit(read, source) for source in (gold_input, *inputs)]
        corpora, warnings = [], []
        for source, future in zip((gold_input, *inputs), reading, strict=True):
            step(f"reading {source.name}")
            corpus, odd, said = future.result()
            corpora.append(corpus)
            warnings += odd
            notes += said
        _check_column_map(corpora, options)
        gold_corpus, *systems_read = kind.lend(corpora, rules, notes)
        rules, said = kind.settle(gold_corpus, rules)
        notes += said
        measures = tuple(find_measures(rules.measures, rules))
        keys = FormKeys(vocab, fold_case=rules.fold_case)
        systems_read = kind.fit(gold_corpus, systems_read, rules, warnings)
        aligning = [pool.submit(kind.link, gold_corpus, corpus, keys, rules) for corpus in systems_read]
        links = []
        for corpus, link in zip(systems_read, aligning, strict=True):
            step(f"aligning {corpus.name}")
            links.append(link.result())
    check_names(gold_corpus, systems_read, rules)
    for corpus, found in zip(systems_read, links, strict=True):
        warnings += kind.describe_link(gold_corpus, corpus, found, rules)
    warnings += find_idle_options(gold_corpus, systems_read, rules, measures)
    joined = _find_joined(options, gold_corpus)
    warnings += joined.warnings if joined else ()
    return Loaded(
        gold=gold_corpus,
        systems=tuple(systems_read),
        links=tuple(links),
        rules=rules,
        measures=measures,
        notes=tuple(notes),
        warnings=warnings,
        options=options,
        gold_input=gold_input,
        inputs=tuple(inputs),
        lexicon=_find_lexicon(options, rules),
        joined=joined,
    )


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
            columns=_map(options),
        )
        train = _read(source, _sniff(source, options).format, ask)
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
    guess = _sniff(source, options)
    wanted = frozenset(PLAIN_LAYERS) | ({"head"} if guess.heads else frozenset())
    own = [find_kind(task) for task in ("spans", "roles") if task in guess.holds]
    for kind in own:
        wanted |= kind.columns(kind.default_rules(guess.format))
    ask = Request(vocab=Vocab(), name=source.name, wanted=wanted, columns=_map(options))
    corpus = _read(source, guess.format, ask)
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


def _find_inputs(
    gold: Given, systems: Mapping[str, Given] | Sequence[Given], options: Options
) -> tuple[Input, list[Input]]:
    named = [run for name, given in _name_systems(systems) for run in _find_runs(gold, name, given)]
    gold_source = find_source(str(gold)) if isinstance(gold, str | Path) else None
    from_files = [str(given) for name, given in named if name is None and isinstance(given, str | Path)]
    if gold_source and options.gold_is_system:  # its name must not be another output's
        gold_source, *rest = find_sources([str(gold), *from_files])
        found = iter(rest)
    else:
        found = iter(find_sources(from_files))
    inputs: list[Input] = []
    for number, (name, given) in enumerate(named, 2 if options.gold_is_system else 1):
        if isinstance(given, str | Path):
            source = next(found) if name is None else Source(name, find_source(str(given)).paths)
            source = pair_files(gold_source, source) if gold_source else source
            inputs.append(Files(source, fmt=options.format, encoding=options.encoding))
        else:
            inputs.append(Memory(given, name or f"system {number}"))
    _check_stdin([gold_source, *_sources(inputs)])
    first: Input = (
        Memory(gold, "system 1" if options.gold_is_system else "gold")
        if gold_source is None
        else Files(gold_source, fmt=options.format, encoding=options.encoding)
    )
    return first, inputs


def _add_last(systems: Mapping[str, Given] | Sequence[Given], better: Given) -> Mapping[str, Given] | Sequence[Given]:
    """The outputs, and after them a better gold."""
    if not isinstance(systems, Mapping):
        return [*systems, better]
    name = "better gold"
    while name in systems:
        name += "'"
    return {**systems, name: better}


def _sources(inputs: Sequence[Input]) -> list[Source]:
    """Where those inputs come from that are files."""
    return [entry.source for entry in inputs if isinstance(entry, Files)]


def _name_systems(systems: Mapping[str, Given] | Sequence[Given]) -> list[tuple[str | None, Given]]:
    return list(systems.items()) if hasattr(systems, "items") else [(None, system) for system in systems]


def _find_runs(gold: Given, name: str | None, given: Given) -> list[tuple[str | None, Given]]:
    """The runs of one system, each with a name of its own: `a=run1,run2`, or by name a list of whole outputs."""
    if name is None and isinstance(given, str) and len(parts := split_runs(given)) > 1:
        name, given = split_name(given)[0], [split_name(part)[1] for part in parts]
    if name is not None and isinstance(given, list | tuple) and len(given) > 1 and not are_labels(gold, given):
        depth = nesting(given)
        if depth > SENTENCES or (not depth and all(isinstance(run, str | Path) or _is_whole(run) for run in given)):
            return [(f"{name}{RUN}{number}", run) for number, run in enumerate(given, 1)]
    return [(name, given)]


def _is_whole(run: Any) -> bool:
    """Whether an object is a whole output: a frame, or an array of labels."""
    return hasattr(run, "columns") or getattr(run, "ndim", 0) == 1


def _group_runs(names: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Each system with the places of its runs, in the order in which they came."""
    groups: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        groups.setdefault(name.rpartition(RUN)[0] or name, []).append(place)
    return tuple((name, tuple(places)) for name, places in groups.items())


def _check_stdin(sources: Sequence[Source | None]) -> None:
    if sum(path == STDIN for source in sources if source for path in source.paths) > 1:
        raise SourceError("standard input can be read only once", hint="give - for one file at most")


def _map(options: Options) -> dict[str, int]:
    return parse_map(options.columns) if options.columns else {}


def _sniff(source: Input, options: Options, gold: Guess | None = None) -> Guess:
    """What an input seems to be; a table of labels may look like nothing in particular, beside a gold that is one."""
    if isinstance(source, Memory):
        return source.sniff()
    if gold is not None and "labels" in gold.holds:
        peek = source.peek(_told(options), _map(options))
        return gold if peek is None or peek.format in ("columns", "slashed") else peek
    why = "as its columns are named" if options.asks_for_labels else "as the scorer to imitate reads it"
    return source.sniff(_told(options), _map(options), why)


def _peek(source: Input, options: Options) -> Guess | None:
    if isinstance(source, Memory):
        return source.sniff()
    return source.peek(_told(options), _map(options))


def _hash(source: Input) -> str:
    found = sha256()
    if isinstance(source, Memory):
        found.update(source.fingerprint())
    else:
        for text in source.texts():
            found.update(text.data)
    return f"sha256:{found.hexdigest()}"


def _told(options: Options) -> str | None:
    """The format that a preset or a named column asks for, whatever the file looks like."""
    if options.asks_for_labels:
        return "labels"
    return PRESETS[options.like].reads if options.like in PRESETS else None


def _read(source: Input, fmt: str, ask: Request) -> Corpus:
    return source.read(ask) if isinstance(source, Memory) else source.read(ask, fmt)
