"""Files of head rules, in a format of our own; the rule sets that come with tertium are written in it.

# whole lines only: # is a tag, too
@default left                     a category without rules: its leftmost child
@coordination CC CONJP            a head right after one gives way to the conjunct before
@function HD                      a child with this function is the head
@punctuation . , : `` ''          tags that are no heads
@empty -NONE-                     tags of what is no word
@noun PP right NN NE              flat PP: words before this child, and after the preposition, hang on it
NP   rightmost  NN NNP NNS        the rightmost child with any of the labels; then
NP   left       NP PRP            the leftmost NP, else the leftmost PRP; then
NP   right                        the rightmost child
NX   like       NP
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Final

from tertium.errors import FormatError, UsageError
from tertium.formats.sources import bare_name, is_there, load_bytes
from tertium.headrules import BUILT_IN, DIRECTIONS, HeadRules, Search

if TYPE_CHECKING:
    from collections.abc import Mapping

_SIDES: Final = ("left", "right")
_LISTS: Final = {
    "@coordination": "coordinators",
    "@function": "functions",
    "@punctuation": "punctuation",
    "@empty": "empty",
}
_DIRECTIVES: Final = ("@default", "@noun", *_LISTS)
_LIKE: Final = "like"


def find_head_rules(name: str) -> HeadRules:
    """A rule set that comes with tertium, or one in a file.

    Raises:
        UsageError: There is neither.
        FormatError: The file breaks the format; says where.
    """
    if name.lower() in BUILT_IN:
        path = resources.files("tertium") / "heads" / f"{name.lower()}.heads"
        return parse_head_rules(path.read_text(encoding="utf-8"), name.lower(), str(path))
    if not is_there(name):
        raise UsageError(
            f"there are no head rules {name!r}, and no such file", hint=f"--heads {' | '.join(BUILT_IN)} | FILE"
        )
    try:
        text = load_bytes(name).decode("utf-8")
    except UnicodeDecodeError as error:
        line = load_bytes(name)[: error.start].count(b"\n") + 1
        raise FormatError("this is no UTF-8", path=name, line=line, hint="save the file as UTF-8") from None
    own = bare_name(name)
    return parse_head_rules(text, f"{own}(file)" if own in BUILT_IN else own, name)


def parse_head_rules(text: str, name: str, path: str) -> HeadRules:
    r"""The rules in a text.

    >>> parse_head_rules("NP right NN\nNP left\n", "x", "x.heads").rules["NP"]
    (Search(direction='right', labels=('NN',)), Search(direction='left', labels=()))

    Raises:
        FormatError: A line cannot be understood; says which.
    """
    rules: dict[str, list[Search]] = {}
    nouns: dict[str, list[Search]] = {}
    likes: dict[str, tuple[str, int]] = {}
    options: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        fields = line.split()
        if not fields or fields[0].startswith("#"):
            continue
        first, *rest = fields
        if first == "@noun":
            _add(nouns, rest, path, number)
        elif first.startswith("@"):
            _set(options, first, rest, path, number)
        elif rest[:1] == [_LIKE]:
            if first in rules or first in likes or len(rest) != 2:  # noqa: PLR2004 (like LABEL)
                what = f"{first} has rules already" if len(rest) == 2 else "like needs one label"  # noqa: PLR2004
                raise _refuse(what, path, number)
            likes[first] = (rest[1], number)
        elif first in likes:
            raise _refuse(f"{first} is like {likes[first][0]} already", path, number)
        else:
            _add(rules, fields, path, number)
    for label, (other, number) in likes.items():
        rules[label] = list(rules[_follow(label, other, likes, rules, path, number)])
    if not rules:
        raise FormatError("there is no rule in it", path=path, hint="a rule is: LABEL left|right LABEL...")
    (side,) = options.pop("@default", ("left",))
    return HeadRules(
        name=name,
        rules={label: tuple(searches) for label, searches in rules.items()},
        nouns={label: tuple(searches) for label, searches in nouns.items()},
        default="left" if side == "left" else "right",
        **{_LISTS[key]: values for key, values in options.items()},
    )


def _add(rules: dict[str, list[Search]], fields: list[str], path: str, number: int) -> None:
    if len(fields) < 2 or fields[1] not in DIRECTIONS:  # noqa: PLR2004 (label and direction)
        found = repr(fields[1]) if len(fields) > 1 else "nothing"
        raise _refuse(f"{found} stands where a direction is expected", path, number)
    rules.setdefault(fields[0], []).append(Search(DIRECTIONS[fields[1]], tuple(fields[2:])))


def _set(options: dict[str, tuple[str, ...]], key: str, values: list[str], path: str, number: int) -> None:
    if key not in _DIRECTIVES:
        raise _refuse(f"there is no {key}", path, number, f"there are {', '.join(_DIRECTIVES)}")
    if key in options:
        raise _refuse(f"{key} is given twice", path, number, "put everything on one line")
    if key == "@default" and (len(values) != 1 or values[0] not in _SIDES):
        raise _refuse(f"@default is {' '.join(values) or 'nothing'}", path, number, "left or right")
    options[key] = tuple(values)


def _follow(  # noqa: PLR0917 (what is looked up, and where)
    label: str,
    other: str,
    likes: Mapping[str, tuple[str, int]],
    rules: Mapping[str, list[Search]],
    path: str,
    number: int,
) -> str:
    """The label whose rules another one takes over, perhaps by way of others."""
    seen = {label}
    while other in likes:
        if other in seen:
            raise _refuse(f"{label} is like itself", path, number, "give one of them rules")
        seen.add(other)
        other = likes[other][0]
    if other not in rules:
        raise _refuse(f"{label} is like {other}, which has no rules", path, number, "name a label that has")
    return other


def _refuse(what: str, path: str, number: int, hint: str = "") -> FormatError:
    hint = hint or f"a rule is: LABEL {'|'.join(DIRECTIONS)} LABEL..., or LABEL like LABEL"
    return FormatError(what, path=path, line=number, hint=hint)
