"""From what a user chose and what the files hold to conventions, said in words: the task, the layer, the measures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tertium.conventions import PRESETS, Conventions
from tertium.errors import UsageError
from tertium.formats.renamings import read_renamings
from tertium.kinds import KINDS, find_kind, find_measures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.formats.guess import Guess
    from tertium.kinds.base import Kind
    from tertium.options import Options


def decide_rules(
    guess: Guess, options: Options, name: str, others: Sequence[Guess] = ()
) -> tuple[Conventions, list[str]]:
    """The conventions for what the gold and the systems hold and the user chose, and what was decided, in words."""
    notes = [f"{name}: {guess.format} ({guess.reason})"]
    kind = _decide_kind(guess, options, notes, others)
    if guess.note and not (kind.name == "coreference" and "--task coreference" in guess.note):
        notes.insert(1, f"{name}: {guess.note}")
    _refuse_foreign(kind, options)
    rules = resolve_rules(options.like, kind, guess.format)
    rules = replace(
        rules,
        layer=kind.choose_layer(guess, options, notes, others),
        measures=tuple(options.measures) or rules.measures,
        fold_case=options.fold_case,
        multiple_roots_okay=options.multiple_roots_okay,
        free_lemmas=not options.gold_is_system,
        include=tuple(options.include),
        exclude=tuple(options.exclude),
        renamings=read_renamings(options.map),
    )
    if options.punctuation is not None:
        rules = replace(rules, punctuation=options.punctuation)
    if options.subtypes is not None:
        rules = replace(rules, subtypes=options.subtypes)
    if options.tokens is not None:
        rules = replace(rules, tokens=options.tokens)
    return _with_headline(kind, kind.configure(rules, options, notes), options), notes


def resolve_rules(like: str | None, kind: Kind, fmt: str) -> Conventions:
    """The conventions of a preset, or the task's own for files of a format.

    Raises:
        UsageError: There is no such preset, or it is not for this task.
    """
    if like is None:
        return kind.default_rules(fmt)
    if like not in PRESETS:
        raise UsageError(f"there is no scorer {like!r} to imitate", hint=f"--like {' | '.join(PRESETS)}")
    preset = PRESETS[like]
    if kind.name not in preset.tasks:
        theirs = " or ".join(KINDS[task].about for task in preset.tasks)
        own = [name for name, other in PRESETS.items() if kind.name in other.tasks]
        way_out = f"--like {' or '.join(own)}, or no --like" if own else "leave out --like"
        raise UsageError(f"{like} scores {theirs}, but the task is {kind.name}", hint=way_out)
    return kind.adapt_preset(replace(preset.rules, like=like, task=kind.name))


def _refuse_foreign(kind: Kind, options: Options) -> None:
    """Refuse options that only other tasks take."""
    own = KINDS[kind.name].options
    for other in KINDS.values():
        for option in sorted(other.options - own):
            if getattr(options, option) not in (None, False, ()):
                hint = "use --exclude to leave out tags" if option == "punctuation" else "leave it out"
                raise UsageError(f"--{option.replace('_', '-')} is about {other.about}", hint=hint)


def _with_headline(kind: Kind, rules: Conventions, options: Options) -> Conventions:
    found = find_measures(rules.measures, rules)
    names = tuple(measure.name for measure in found)
    decisions = [measure.name for measure in found if measure.is_decision]
    if options.measures:
        headline = decisions[0] if decisions else names[0]
    else:
        wanted = kind.choose_headline(rules)
        headline = wanted if wanted in names else names[0]
    return replace(rules, measures=names, headline=headline)


def _decide_kind(guess: Guess, options: Options, notes: list[str], others: Sequence[Guess]) -> Kind:
    """As told; else by the scorer to imitate, by the layer, or by content, which is said."""
    if options.task is not None:
        return find_kind(options.task)
    possible = PRESETS[options.like].tasks if options.like in PRESETS else tuple(KINDS)
    of_tags = options.layer is not None and options.layer.lower() not in ("deprel", "head")
    if of_tags and "tagging" in possible:
        return find_kind("tagging")
    if len(possible) == 1 or options.like == "ud":
        return find_kind(possible[0])
    for name in (task for task, entry in KINDS.items() if task in possible and entry.holds <= guess.holds):
        reason = find_kind(name).claim(guess, others)
        if reason is not None:
            notes.append(f"task: {name}, because {reason}")
            return find_kind(name)
    return find_kind(possible[0])
