"""What a user can choose, and the conventions that follow from it and from what the gold holds.

The task, the layer, the measures and the preset are decided here, and said in words. Names that do not exist are
refused; names that match nothing are said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from tertium.conventions import (
    LAYER_MEASURE,
    TASKS,
    Conventions,
    Punctuation,
    Task,
    Tokens,
    resolve_preset,
)
from tertium.errors import UsageError
from tertium.formats.renamings import read_renamings
from tertium.formats.sniffing import NUMBERED
from tertium.measures import find_measures
from tertium.stats.plan import METHODS, TESTS, Plan
from tertium.tasks.view import PLAIN_LAYERS, View, source_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.corpus import Corpus
    from tertium.formats.sniffing import Guess


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a user can choose; the fields are the keyword arguments of `compare`, `score` and `diff`.

    None means: by the preset or by what the files hold.
    """

    task: str | None = None
    like: str | None = None
    layer: str | None = None
    measures: Sequence[str] = ()
    format: str | None = None
    columns: str | None = None
    encoding: str = "utf-8"
    punctuation: Punctuation | None = None
    subtypes: bool | None = None
    tokens: Tokens | None = None
    fold_case: bool = False
    multiple_roots_okay: bool = False
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    map: Sequence[str] = ()
    by: Sequence[str] = ()  # features whose slices are wanted
    join: str | None = None  # a table with features of the user
    lexicon: str | None = None
    train: str | None = None
    gold_is_system: bool = False  # there is no gold: the first file is an output too
    intervals: bool | None = None  # intervals and tests; None: by the verb
    block: str = "sentence"
    test: str | None = None
    interval: str | None = None
    resamples: int = 10_000
    seed: int = 0
    alpha: float = 0.05
    margin: float | None = None  # in points

    def plan(self) -> Plan:
        """How certainty is measured.

        Raises:
            UsageError: Something was chosen that does not exist or makes no sense.
        """
        test = _choose("test", self.test, TESTS)
        method = _choose("interval", self.interval, METHODS)
        if self.resamples < 1:
            raise UsageError(f"--resamples {self.resamples} is no number of resamples", hint="give 1 or more")
        if self.seed < 0:
            raise UsageError(f"--seed {self.seed} is negative", hint="give 0 or more")
        if not 0 < self.alpha < 1:
            raise UsageError(f"--alpha {self.alpha} is no probability", hint="give one between 0 and 1, such as 0.05")
        if self.margin is not None and self.margin <= 0:
            raise UsageError(f"--margin {self.margin} is no margin", hint="give points above 0, such as 0.5")
        return Plan(
            block=self.block,
            test=test,
            method=method,
            resamples=self.resamples,
            seed=self.seed,
            alpha=self.alpha,
            margin=None if self.margin is None else self.margin / 100,
        )


Choice = TypeVar("Choice", bound=str)


def _choose(option: str, value: str | None, known: tuple[Choice, ...]) -> Choice | None:
    for name in known:
        if name == value:
            return name
    if value not in (None, "auto"):
        raise UsageError(f"there is no {option} {value!r}", hint=f"--{option} {' | '.join(known)}")
    return None


def decide_rules(guess: Guess, options: Options, name: str) -> tuple[Conventions, list[str]]:
    """The conventions for what the gold holds and the user chose, and what was decided, in words."""
    notes = [f"{name}: {guess.format} ({guess.reason})"]
    if guess.note:
        notes.append(f"{name}: {guess.note}")
    task = _decide_task(guess, options, notes)
    rules = resolve_preset(options.like, task, guess.format)
    layer = "deprel" if task == "dependency" else _decide_layer(guess, options, notes)
    measures = tuple(options.measures) or rules.measures
    rules = replace(
        rules,
        layer=layer,
        measures=measures,
        fold_case=options.fold_case,
        multiple_roots_okay=options.multiple_roots_okay,
        include=tuple(options.include),
        exclude=tuple(options.exclude),
        renamings=read_renamings(options.map),
    )
    if options.punctuation is not None:
        if task != "dependency":
            raise UsageError("--punctuation is about dependencies", hint="use --exclude to leave out tags")
        rules = replace(rules, punctuation=options.punctuation)
    if options.subtypes is not None:
        rules = replace(rules, subtypes=options.subtypes)
    if options.tokens is not None:
        rules = replace(rules, tokens=options.tokens)
    return _with_headline(rules, options), notes


def _with_headline(rules: Conventions, options: Options) -> Conventions:
    found = find_measures(rules.measures, rules)
    names = tuple(measure.name for measure in found)
    decisions = [measure.name for measure in found if measure.is_decision]
    if options.measures:
        headline = decisions[0] if decisions else names[0]
    elif rules.task == "tagging" and rules.like == "ud":
        headline = LAYER_MEASURE.get(rules.layer, "UPOS")
    else:
        headline = rules.headline if rules.headline in names else names[0]
    return replace(rules, measures=names, headline=headline)


def _decide_task(guess: Guess, options: Options, notes: list[str]) -> Task:
    if options.task is not None:
        if options.task not in TASKS:
            raise UsageError(f"there is no task {options.task!r}", hint=f"--task {' | '.join(TASKS)}")
        return options.task
    if options.like in ("eval07", "eval07-p", "malteval") or (options.like == "ud" and options.layer is None):
        return "dependency"
    if options.layer is not None and options.layer.lower() not in ("deprel", "head"):
        return "tagging"
    if guess.heads:
        notes.append("task: dependency, because the files have heads (--task tagging compares tags)")
        return "dependency"
    notes.append("task: tagging, because the files have no heads")
    return "tagging"


def _decide_layer(guess: Guess, options: Options, notes: list[str]) -> str:
    if options.layer is not None:
        given = options.layer.removeprefix("feats.")
        known = {"pos": "tag", "lemmas": "lemma", "ufeats": "ufeats", "alltags": "alltags"}
        lower = known.get(given.lower(), given.lower())
        return lower if lower in (*PLAIN_LAYERS, "ufeats", "alltags") else given
    layer = next((name for name in ("tag", "xpos", "upos", "feats", "lemma") if name in guess.filled), "upos")
    if guess.format in NUMBERED:
        notes.append(f"layer: {layer} (--layer chooses another)")
    return layer


def check_names(gold: Corpus, systems: Sequence[Corpus], rules: Conventions) -> None:
    """Make sure that `--map` names corpora that are there."""
    names = [corpus.name for corpus in (gold, *systems)]
    for renaming in rules.renamings:
        if renaming.who is not None and renaming.who not in names:
            raise UsageError(
                f"--map {renaming}: there is no system {renaming.who!r}", hint=f"name one of {', '.join(names)}"
            )


def spell_layer(gold: Corpus, rules: Conventions) -> Conventions:
    """The conventions with the layer as the gold spells it, if it is a single feature.

    Raises:
        UsageError: The gold has no such layer or feature.
    """
    layer = rules.layer
    if rules.task != "tagging" or layer in (*PLAIN_LAYERS, "ufeats", "alltags"):
        return rules
    if "feats" not in gold.columns:
        layers = ", ".join(sorted(set(gold.columns) - {"form"}))
        raise UsageError(f"{gold.path_of(0)} has no layer {layer!r}", hint=f"its layers are {layers}")
    texts = gold.vocab.decode(gold.vocab.used(gold.columns["feats"]))
    features = sorted({part.partition("=")[0] for text in texts for part in text.split("|") if "=" in part})
    spelt = [name for name in features if name.lower() == layer.lower()]
    if not spelt:
        known = ", ".join(features) or "none"
        raise UsageError(
            f"{gold.path_of(0)} has neither a layer nor a feature {layer!r}",
            hint=f"the layers are upos, xpos, feats, ufeats, lemma, alltags; its features are {known}",
        )
    return replace(rules, layer=spelt[0])


def find_idle_options(gold: Corpus, systems: Sequence[Corpus], rules: Conventions) -> list[str]:
    """Labels that were named and do not occur: usually a slip."""
    warnings: list[str] = []
    vocab = gold.vocab
    for renaming in rules.renamings:
        layer = renaming.layer or rules.layer
        meant = [corpus for corpus in (gold, *systems) if renaming.who in (None, corpus.name)]
        columns = [corpus.columns[name] for corpus in meant for name in source_columns(layer) if name in corpus.columns]
        code = vocab.code(renaming.old)
        if layer != "ufeats" and not any((column == code).any() for column in columns):
            warnings.append(f"--map {renaming}: the label {renaming.old!r} does not occur there")
    if rules.include or rules.exclude:
        labels = set(vocab.decode(vocab.used(View(gold, rules, who="gold").column(rules.layer))))
        unknown = [label for label in (*rules.include, *rules.exclude) if label not in labels]
        if unknown:
            warnings.append(f"--include or --exclude: the gold has no label {', '.join(map(repr, unknown))}")
    return warnings
