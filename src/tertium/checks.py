"""Where a number would mean less than it seems: options that match nothing, labels that never meet, empty layers.

A slip (`--exclude punkt`), relations in capitals, a parser that writes no lemmas: each gives a number that looks like a
score. What leaves nothing to score is refused, the rest is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import UsageError, shorten
from tertium.tasks.located import spans_of
from tertium.tasks.view import UNIT_LAYERS, View, count_true, is_blank, source_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tertium._typing import Codes
    from tertium.conventions import Conventions
    from tertium.corpus import Corpus
    from tertium.measures import Measure
    from tertium.tasks.match import Match

STRANGE: Final = 0.1
"""Fewer than this share of a system's words have a label that the gold ever uses: the label sets do not meet."""

_LABELS: Final = ("deprel", "upos", "xpos", "tag")
SEGMENTATION: Final = ("Tokens", "Sentences", "Words")
_LAYER_NAMES: Final = {
    "lemma": "lemmas",
    "feats": "features",
    "upos": "universal tags",
    "xpos": "language-specific tags",
    "tag": "tags",
    "deprel": "relations",
    "deps": "enhanced dependencies",
}


def owner_of(system: Corpus, gold: Corpus) -> str | None:
    """Whose labels `--map` means by a name; None where no name means them: `gold` is the gold alone."""
    return None if system.name == gold.name else system.name


def check_names(gold: Corpus, systems: Sequence[Corpus], rules: Conventions) -> None:
    """Make sure that `--map` names corpora that are there."""
    names = [corpus.name for corpus in (gold, *systems)]
    for renaming in rules.renamings:
        if renaming.who is not None and renaming.who not in names:
            raise UsageError(
                f"--map {renaming}: there is no system {renaming.who!r}", hint=f"name one of {', '.join(names)}"
            )


def _meant_owner(old: str, new: str, layer: str, owners: Sequence[str | None]) -> str:
    """How to rename the labels of one file, where that seems to be meant; a label may hold `/` itself."""
    who, slash, label = old.rpartition("/")
    return f"; the labels of {who} alone: --map {who}/{layer}:{label}={new}" if slash and who in owners else ""


def find_other_task(gold: Corpus, systems: Sequence[Corpus], note: str) -> list[str]:
    """Outputs that repeat all of the gold's answers, where the gold holds what another task compares, says the note."""
    columns = [*gold.columns.values(), *([] if gold.head is None else [gold.head])]
    for system in systems:
        theirs = [system.columns.get(name) for name in gold.columns] + ([] if gold.head is None else [system.head])
        if not all(
            own is not None and np.array_equal(own, column) for own, column in zip(theirs, columns, strict=True)
        ):
            return []
    return [f"every output repeats what the gold says of its words; {note}"]


def find_idle_options(
    gold: Corpus, systems: Sequence[Corpus], rules: Conventions, measures: Iterable[Measure]
) -> list[str]:
    """Labels that were named and do not occur, usually a slip; and measures that a choice of labels does not touch.

    Raises:
        UsageError: No word is left to score.
    """
    warnings: list[str] = []
    vocab = gold.vocab
    for renaming in rules.renamings:
        layer = renaming.layer or rules.layer
        owners = [(gold, gold.name), *((system, owner_of(system, gold)) for system in systems)]
        meant = [corpus for corpus, owner in owners if renaming.who in (None, owner)]
        columns = [
            corpus.columns[name]
            for corpus in meant
            for name in ({layer} if layer in corpus.columns else source_columns(layer))
            if name in corpus.columns
        ]
        if layer in UNIT_LAYERS:
            columns = [corpus.spans.label for corpus in meant if corpus.spans is not None]
        code = vocab.code(renaming.old)
        if layer != "ufeats" and not any((column == code).any() for column in columns):
            hint = _meant_owner(renaming.old, renaming.new, rules.layer, [owner for _, owner in owners])
            warnings.append(f"--map {renaming}: the label {renaming.old!r} does not occur there{hint}")
    if rules.include or rules.exclude:
        view = View(gold, rules, who=gold.name)
        labels = set(vocab.decode(vocab.used(_labels_of(view, rules.layer))))
        noun = UNIT_LAYERS.get(rules.layer, "word")
        left = spans_of(view).n if rules.layer in UNIT_LAYERS else count_true(view.scored(), gold.n_words)
        if not left:
            raise UsageError(
                f"--include and --exclude leave no {noun} to score",
                hint=f"the gold's labels are {_some(sorted(labels))}",
            )
        unknown = [label for label in (*rules.include, *rules.exclude) if label not in labels]
        if unknown:
            warnings.append(f"--include or --exclude: the gold has no label {', '.join(map(repr, unknown))}")
        whole = [measure.name for measure in measures if measure.tally is not None and measure.unit != noun]
        if rules.layer not in UNIT_LAYERS:
            whole = [measure.name for measure in measures if measure.tally is not None]
        untouched = [name for name in whole if name not in SEGMENTATION]
        if untouched:
            warnings.append(f"--include and --exclude do not touch {', '.join(untouched)}: all words count there")
    elif rules.punctuation != "yes" and not count_true(View(gold, rules, who=gold.name).scored(), gold.n_words):
        warnings.append("no word is left to score: all of them are punctuation")
    return warnings


def _some(labels: Sequence[str], most: int = 12) -> str:
    shown = ", ".join(shorten(label) for label in labels[:most])
    return f"{shown} and {len(labels) - most} more" if len(labels) > most else shown


def find_strange_labels(matches: Sequence[Match], measures: Iterable[Measure], rules: Conventions) -> list[str]:
    """Systems whose labels hardly ever occur in the gold: other tag sets, other spellings, other columns."""
    layers = dict.fromkeys(measure.shown for measure in measures if measure.is_decision)
    if rules.layer in UNIT_LAYERS:
        layers[rules.layer] = None
    warnings: list[str] = []
    for layer in layers:
        if layer not in (*_LABELS, rules.layer):
            continue
        for match in matches:
            warning = _compare_labels(match, layer, rules)
            warnings += [warning] if warning else []
    return warnings


def _labels_of(view: View, layer: str) -> Codes:
    """The labels of a layer, of words or of units that systems propose, none left out."""
    if layer in UNIT_LAYERS and view.corpus.spans is not None:
        return view.normalize(layer, view.corpus.spans.label)
    return view.column(layer)


def _compare_labels(match: Match, layer: str, rules: Conventions) -> str:
    vocab = match.gold.corpus.vocab
    ours = {text for text in vocab.decode(vocab.used(_labels_of(match.gold, layer))) if text.strip("_")}
    times = np.bincount(_labels_of(match.system, layer), minlength=1)
    used = np.flatnonzero(times)
    theirs = {text: n for text, n in zip(vocab.decode(used), times[used].tolist(), strict=True) if text.strip("_")}
    total = sum(theirs.values())
    if not ours or not total or sum(n for text, n in theirs.items() if text in ours) >= STRANGE * total:
        return ""
    folded = {text.casefold() for text in ours}
    only_case = sum(n for text, n in theirs.items() if text.casefold() in folded) >= total / 2
    first = _some(sorted(theirs, key=lambda text: (-theirs[text], text))[:3])
    known = "hardly any" if any(text in ours for text in theirs) else "none"
    other = ", or another --layer" if rules.layer == layer not in ("deprel", *UNIT_LAYERS) else ""
    advice = "--fold-case" if only_case else f"--map OLD=NEW{other}"
    return (
        f"{match.system.corpus.name}: {known} of its labels ({layer}: {first}, ...) occur in the gold "
        f"({_some(sorted(ours)[:3])}, ...), so nearly everything is wrong there. Try {advice}"
    )


def needed_columns(measure: Measure) -> frozenset[str]:
    """The columns without which a measure has nothing to look at."""
    if measure.is_decision:
        return frozenset().union(*(source_columns(atom) for atom in measure.atoms))
    return measure.reads


def find_blank_layers(match: Match, measures: Iterable[Measure]) -> frozenset[str]:
    """Columns that the measures need and the gold fills, while the system says nothing there."""
    needed: frozenset[str] = frozenset().union(*(needed_columns(measure) for measure in measures))
    ours, theirs = match.gold.corpus, match.system.corpus
    return frozenset(
        column
        for column in needed - {"form", "head"}
        if column in ours.columns
        and column in theirs.columns
        and is_blank(theirs, column)
        and not is_blank(ours, column)
    )


def describe_borders(gold: Corpus, rules: Conventions) -> list[str]:
    """A file without an empty line, in which ComparEval counts no sentence and divides by their number."""
    if rules.sentences != "bordered" or gold.n_sents > 1 or not gold.blank_lines.missing or gold.blank_lines.idle:
        return []
    return [f"{gold.path_of(0)}: no empty line ends a sentence, so that none counts (ComparEval divides by zero there)"]


def describe_blank_layers(matches: Sequence[Match], measures: Sequence[Measure], rules: Conventions) -> list[str]:
    """What systems do not say at all, in words; enhanced dependencies only where some system has them."""
    blank = {match.system.corpus.name: find_blank_layers(match, measures) for match in matches}
    found = []
    for column in sorted(frozenset().union(*blank.values())):
        names = [name for name, columns in blank.items() if column in columns]
        if column == "deps" and len(names) == len(matches):
            continue
        hit = [measure.name for measure in measures if column in needed_columns(measure)]
        lack = f"{_some(names)} {'have' if len(names) > 1 else 'has'} no {_LAYER_NAMES.get(column, column)}"
        what = "nothing to go by" if rules.like == "default" else f"counted as wrong (as {rules.like} does)"
        found.append(f"{lack}: {what} for {', '.join(hit)}")
    return found
