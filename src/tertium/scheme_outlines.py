"""What the user gave as annotation schemes: golds with their systems, by name or as text, and what may be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tertium.errors import SourceError, UsageError
from tertium.formats.files import Files
from tertium.formats.memory import Memory
from tertium.formats.sources import STDIN, Source, find_source, find_sources, is_there, pair_files, split_name

if TYPE_CHECKING:
    from tertium.options import Options

Given: TypeAlias = Any
Input: TypeAlias = Files | Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeOptions:
    """What a user can choose about functional trees."""

    hierarchy: bool = False
    free: Sequence[str] = ()
    projectivize: bool = False
    functions: str | None = None  # where phrases have their functions; None: found out


@dataclass(frozen=True, eq=False, slots=True)
class Outline:
    """One scheme as the user gave it: its gold and its outputs, by name or in order."""

    name: str
    gold: Given
    systems: tuple[tuple[str | None, Given], ...] = ()


def read_outlines(given: Mapping[str, Any] | Sequence[str]) -> list[Outline]:
    """Schemes as they are given: `name=gold,system,system` as text, or by name.

    Raises:
        UsageError: Something has no gold, a name is given twice, or there is none at all.
    """
    if isinstance(given, str):
        given = [given]
    found = (
        [_outline(str(name), value) for name, value in given.items()]
        if isinstance(given, Mapping)
        else [_parse(text) for text in given]
    )
    names = [outline.name for outline in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"the scheme {name!r} is given twice", hint="write all of its files behind one name")
    if not found:
        raise UsageError("there is no scheme", hint="give each as name=gold,system,system")
    return found


def read_golds(golds: Mapping[str, Any] | Sequence[Any], others: Sequence[Any] = ()) -> list[Outline]:
    """Golds alone, by name or in order; those without a name have that of their file.

    Raises:
        UsageError: There are fewer than two.
    """
    if isinstance(golds, Mapping):
        found = [Outline(str(name), gold) for name, gold in golds.items()]
    else:
        given = [golds, *others] if isinstance(golds, str | Path) else [*golds, *others]
        found = [Outline(source.name, f"{source.name}={path}") for source, path in _name_golds(given)]
    if len(found) < 2:  # noqa: PLR2004 (one gold shares everything with itself)
        raise UsageError("there is only one gold", hint="give the same text in two annotation schemes or more")
    return found


def read_shown(given: Mapping[str, Any] | Sequence[str]) -> list[Outline]:
    """Schemes; or a gold and its systems, each a file of its own."""
    if isinstance(given, Mapping):
        return read_outlines(given)
    texts = [str(each) for each in given]
    name, _ = split_name(texts[0])
    if name is not None or any("," in text and not is_there(text) for text in texts):
        return read_outlines(texts)
    return [Outline("gold", texts[0], tuple((None, text) for text in texts[1:]))]


def _name_golds(given: Sequence[Any]) -> list[tuple[Source, str]]:
    texts = [str(each) for each in given]
    return [(source, split_name(text)[1]) for source, text in zip(find_sources(texts), texts, strict=True)]


def _outline(name: str, value: Any) -> Outline:
    if isinstance(value, Mapping):
        if "gold" not in value:
            raise UsageError(f"the scheme {name!r} has no gold", hint='{"gold": path, "systems": {name: path}}')
        systems = value.get("systems", ())
        pairs = systems.items() if isinstance(systems, Mapping) else [(None, one) for one in systems]
        return Outline(name, value["gold"], tuple(pairs))
    if isinstance(value, str | Path):
        value = [value]
    if not isinstance(value, list | tuple) or not value:
        raise UsageError(f"the scheme {name!r} has no gold", hint="give its gold, then its systems")
    gold, *others = value
    pairs = (
        others[0].items() if len(others) == 1 and isinstance(others[0], Mapping) else [(None, one) for one in others]
    )
    return Outline(name, gold, tuple(pairs))


def _parse(text: str) -> Outline:
    """`ud=gold.conllu,a.conllu,b.conllu`; a file alone is a scheme of its own name."""
    name, files = split_name(text)
    parts = [part for part in ([files] if is_there(files) else files.split(",")) if part]
    if not parts:
        raise UsageError(f"{text!r} names no file", hint="write it as name=gold,system,system")
    return Outline(name or find_source(parts[0]).name, parts[0], tuple((None, part) for part in parts[1:]))


_TAKEN: Final = (
    *("format", "encoding", "tokens", "fold_case", "map"),
    *("intervals", "block", "test", "interval", "resamples", "seed", "alpha", "margin"),
)
"""Options that mean something for annotation schemes."""


def check_options(options: Options) -> Options:
    """The options, if all of them mean something here.

    Raises:
        UsageError: One does not.
    """
    plain = type(options)()
    for field_ in fields(options):
        if field_.name not in _TAKEN and getattr(options, field_.name) != getattr(plain, field_.name):
            name = field_.name.replace("_", "-")
            raise UsageError(f"--{name} does nothing for annotation schemes", hint="leave it out")
    if options.tokens == "characters":
        raise UsageError(
            "words of different schemes cannot be linked by characters: all files need the same words",
            hint="--tokens position takes word i as word i",
        )
    return options


def _check_stdin(inputs: Sequence[tuple[Input, list[Input]]]) -> None:
    every = [one for gold, systems in inputs for one in (gold, *systems) if isinstance(one, Files)]
    if sum(path == STDIN for one in every for path in one.source.paths) > 1:
        raise SourceError("standard input can be read only once", hint="give - for one file at most")


def find_inputs(outlines: Sequence[Outline], options: Options) -> list[tuple[Input, list[Input]]]:
    """The gold and the systems of each scheme; systems of all schemes have names that differ."""
    texts = [
        str(given) if name is None else f"{name}={given}"
        for outline in outlines
        for name, given in outline.systems
        if isinstance(given, str | Path)
    ]
    sources = iter(find_sources(texts))
    taken = 0

    def wrap(source: Source) -> Input:
        return Files(source, fmt=options.format, encoding=options.encoding)

    found: list[tuple[Input, list[Input]]] = []
    for outline in outlines:
        gold: Input = (
            wrap(find_source(str(outline.gold)))
            if isinstance(outline.gold, str | Path)
            else Memory(outline.gold, outline.name)
        )
        systems: list[Input] = []
        for name, given in outline.systems:
            taken += 1
            if not isinstance(given, str | Path):
                systems.append(Memory(given, name or f"system {taken}"))
                continue
            source = next(sources)
            systems.append(wrap(pair_files(gold.source, source) if isinstance(gold, Files) else source))
        found.append((gold, systems))
    _check_stdin(found)
    return found
