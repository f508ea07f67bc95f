"""From what the user named to inputs: files, or objects in memory; the runs of one system; what they look like.

Nothing is read in full here. An input knows how to be looked at and how to be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tertium.conventions import PRESETS
from tertium.errors import SourceError
from tertium.formats.columns import parse_map
from tertium.formats.files import Files
from tertium.formats.memory import SENTENCES, Memory, are_labels, nesting
from tertium.formats.sources import STDIN, Source, find_source, find_sources, pair_files, split_name, split_runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.corpus import Corpus
    from tertium.formats.guess import Guess
    from tertium.formats.request import Request
    from tertium.options import Options

Input: TypeAlias = Files | Memory
Given: TypeAlias = "str | Path | Sequence[Any] | Any"
"""A path, a list of (token, tag) pairs or of such sentences, or a data frame."""

RUN: Final = " run "
"""Between the name of a system and the number of its run."""


def find_inputs(
    gold: Given, systems: Mapping[str, Given] | Sequence[Given], options: Options, *, better: Given | None = None
) -> tuple[Input, list[Input]]:
    """The gold, and the systems in their order, each run by itself; a better gold comes last.

    Raises:
        SourceError: A file is not there, or standard input is named twice.
    """
    if better is not None:
        systems = _add_last(systems, better)
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
    _check_stdin([gold_source, *sources_of(inputs)])
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


def sources_of(inputs: Sequence[Input]) -> list[Source]:
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


def group_runs(names: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Each system with the places of its runs, in the order in which they came."""
    groups: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        groups.setdefault(name.rpartition(RUN)[0] or name, []).append(place)
    return tuple((name, tuple(places)) for name, places in groups.items())


def _check_stdin(sources: Sequence[Source | None]) -> None:
    if sum(path == STDIN for source in sources if source for path in source.paths) > 1:
        raise SourceError("standard input can be read only once", hint="give - for one file at most")


def column_map(options: Options) -> dict[str, int]:
    """Which columns the user says to hold what."""
    return parse_map(options.columns) if options.columns else {}


def sniff(source: Input, options: Options, gold: Guess | None = None) -> Guess:
    """What an input seems to be.

    A table of labels may look like nothing in particular, beside a gold that is one; so may a response without
    documents, in which the reference scorer v8.01 goes on to find nothing.
    """
    if isinstance(source, Memory):
        return source.sniff()
    if gold is not None and ("labels" in gold.holds or options.like == gold.format):
        seen = source.peek(_told(options), column_map(options))
        return gold if seen is None or seen.format in ("columns", "slashed") else seen
    why = "as its columns are named" if options.asks_for_labels else "as the scorer to imitate reads it"
    return source.sniff(_told(options), column_map(options), why)


def peek(source: Input, options: Options) -> Guess | None:
    """What an input seems to be, None if it looks like nothing in particular."""
    if isinstance(source, Memory):
        return source.sniff()
    return source.peek(_told(options), column_map(options))


def _told(options: Options) -> str | None:
    """The format that a preset or a named column asks for, whatever the file looks like."""
    if options.asks_for_labels:
        return "labels"
    return PRESETS[options.like].reads if options.like in PRESETS else None


def read_input(source: Input, fmt: str, ask: Request) -> Corpus:
    """The corpus of an input; what is in memory knows its own format."""
    return source.read(ask) if isinstance(source, Memory) else source.read(ask, fmt)


def hash_input(source: Input) -> str:
    """SHA-256 of an input as it was read."""
    found = sha256()
    if isinstance(source, Memory):
        found.update(source.fingerprint())
    else:
        for text in source.texts():
            found.update(text.data)
    return f"sha256:{found.hexdigest()}"
