"""Label normalisation before comparing: `--map FILE` or `--map [who/][layer:]OLD=NEW`.

Tuggener (2017), footnotes 4 and 5: PROP is read as PROAV, `$[` as `$(`, so that a difference of tag sets does not
count as an error. A file has one renaming a line: old TAB new, and after further tabs perhaps the layer and whose
labels are meant.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from tertium.conventions import Renaming
from tertium.errors import FormatError, UsageError, quote
from tertium.formats.sources import is_there

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_COLUMNS: Final = 4
_LAYERS: Final = ("upos", "xpos", "tag", "lemma", "feats", "ufeats", "deprel", "label", "span", "role")


def read_renamings(given: Sequence[str]) -> tuple[Renaming, ...]:
    """All renamings that the user gave, files expanded."""
    found: list[Renaming] = []
    for text in given:
        if is_there(text) and Path(text).is_file():
            found.extend(_read_file(text))
        else:
            found.append(parse_renaming(text))
    return tuple(found)


def parse_renaming(text: str) -> Renaming:
    """One renaming.

    >>> parse_renaming("gold/xpos:PROP=PROAV")
    Renaming(old='PROP', new='PROAV', layer='xpos', who='gold')
    >>> parse_renaming("$[=$(")
    Renaming(old='$[', new='$(', layer=None, who=None)
    """
    rest, who, layer = text, None, None
    before, colon, after = text.partition(":")
    owner, slash, name = before.rpartition("/")
    if colon and name.lower() in _LAYERS:
        layer, rest = name.lower(), after
        who = owner if slash else None
    old, equals, new = rest.partition("=")
    if not equals or not old or not new:
        raise UsageError(
            f"the map {quote(text)} is neither a file nor OLD=NEW",
            hint="--map xpos:PROP=PROAV, --map NAME/xpos:OLD=NEW for one system (or gold), or a file of OLD<tab>NEW",
        )
    return Renaming(old, new, layer, who)


def _read_file(path: str) -> list[Renaming]:
    found: list[Renaming] = []
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise FormatError(f"the map is not UTF-8 ({error.reason})", path=path, hint="save it as UTF-8") from None
    except OSError as error:
        raise FormatError(
            f"the map cannot be read ({error.strerror})", path=path, hint="check its permissions"
        ) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        parts = line.rstrip("\r").split("\t")
        if not 2 <= len(parts) <= _MOST_COLUMNS or not parts[0] or not parts[1]:  # noqa: PLR2004 (old and new)
            raise FormatError(
                f"the line has {len(parts)} columns: {quote(line)}",
                path=path,
                line=number,
                hint="write old<tab>new, and perhaps <tab>layer<tab>whose",
            )
        layer = parts[2].lower() if len(parts) > 2 and parts[2] else None  # noqa: PLR2004
        if layer is not None and layer not in _LAYERS:
            raise FormatError(
                f"there is no layer {quote(parts[2])}",
                path=path,
                line=number,
                hint=f"the layers are {', '.join(_LAYERS)}",
            )
        who = parts[3] if len(parts) > 3 and parts[3] else None  # noqa: PLR2004
        found.append(Renaming(parts[0], parts[1], layer, who))
    return found
