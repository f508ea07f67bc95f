"""Lists of lists of BIO tags, as seqeval takes them: a list of tags for each sentence, without words.

Arrays may stand for the lists, and a series for the outer one. The words are called by their places, and go with the
words of another file or object place by place. Two strings that could be a token with its tag are a sentence of two
tags in a list, and a pair in a tuple.
"""

from __future__ import annotations

from typing import Any, Final

from tertium.formats.adapters.adapted import ENTITY, Adapted, Words
from tertium.formats.bio import TAG

_PAIR: Final = 2


def takes(content: Any) -> bool:
    """Lists of lists of tags, of which one has a label."""
    rows = _as_list(content)
    if not rows or not all(type(row) in (list, tuple) or _is_flat(row) for row in rows):
        return False
    if all(type(row) is tuple and len(row) == _PAIR for row in rows):
        return False
    tags = {tag for row in rows for tag in row if isinstance(tag, str)}
    same = all(isinstance(tag, str) for row in rows for tag in row)
    return same and bool(tags) and all(TAG.fullmatch(tag) for tag in tags)


def _as_list(content: Any) -> list[Any] | tuple[Any, ...]:
    """Sentence by sentence: a list as it is, a series or an array of lists as a list; nothing else."""
    if type(content) in (list, tuple):
        found: list[Any] | tuple[Any, ...] = content
        return found
    if getattr(content, "ndim", 1) != 1 or not (hasattr(content, "tolist") or hasattr(content, "to_list")):
        return []
    return list(content.to_list() if hasattr(content, "to_list") else content.tolist())


def _is_flat(row: Any) -> bool:
    """An array or a series."""
    return hasattr(row, "tolist") and getattr(row, "ndim", 0) == 1


def adapt(content: Any, name: str) -> Adapted:
    """Tags over words that are numbers."""
    del name
    words = Words()
    for number, row in enumerate(_as_list(content)):
        for place, tag in enumerate(row, 1):
            words.add(form=str(place), sentence=number, **{ENTITY: str(tag)})
    return Adapted(words=words.frame(), wordless=True)
