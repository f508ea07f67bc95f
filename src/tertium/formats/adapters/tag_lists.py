"""Lists of lists of BIO tags, as seqeval takes them: a list of tags for each sentence, without words.

The words are called by their places, so gold and outputs have to be such lists of the same lengths. Two strings that
could be a token with its tag are a sentence of two tags in a list, and a pair in a tuple.
"""

from __future__ import annotations

from typing import Any, Final

from tertium.formats.adapters.adapted import ENTITY, Adapted, Words
from tertium.formats.bio import TAG

_PAIR: Final = 2


def takes(content: Any) -> bool:
    """Lists of lists of tags, of which one has a label."""
    if type(content) not in (list, tuple) or not content:
        return False
    if not all(type(row) in (list, tuple) for row in content):
        return False
    if all(type(row) is tuple and len(row) == _PAIR for row in content):
        return False
    tags = {tag for row in content for tag in row if isinstance(tag, str)}
    same = all(isinstance(tag, str) for row in content for tag in row)
    return same and bool(tags) and all(TAG.fullmatch(tag) for tag in tags)


def adapt(content: Any, name: str) -> Adapted:
    """Tags over words that are numbers."""
    del name
    words = Words()
    for number, row in enumerate(content):
        for place, tag in enumerate(row, 1):
            words.add(form=str(place), sentence=number, **{ENTITY: tag})
    return Adapted(words=words.frame())
