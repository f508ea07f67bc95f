"""A number with its noun, for messages and pages."""

from __future__ import annotations


def many(n: int, one: str, several: str | None = None) -> str:
    """A number with its noun.

    >>> many(1, "word"), many(1200, "word")
    ('1 word', '1,200 words')
    """
    return f"{n:,} {one if n == 1 else several or one + 's'}"
