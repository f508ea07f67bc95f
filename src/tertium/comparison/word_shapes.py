"""What a word looks like: its capitals and its script, from the characters' Unicode properties.

Called once for each distinct form. Characters are taken in their compatibility form (NFKC), so that full-width letters
are Latin and half-width ones Kana.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

CASES: Final = ("lower", "Capitalised", "UPPER", "miXed", "no case")

_SCRIPTS: Final = {
    "CJK": "Han",
    "IDEOGRAPHIC": "Han",
    "HIRAGANA": "Kana",
    "KATAKANA": "Kana",
    "KATAKANA-HIRAGANA": "Kana",
    "MODIFIER": "",  # an apostrophe that counts as a letter belongs to no script
}
_TWO_WORDS: Final = frozenset({"CANADIAN", "LINEAR", "MEETEI", "NEW", "OL", "OLD", "SYLOTI", "TAI"})
_JAPANESE: Final = frozenset({"Han", "Kana"})


def find_case(form: str) -> str:
    """How a form uses capitals; characters without case do not matter.

    >>> [find_case(form) for form in ("the", "Paris", "I", "U.S.", "iPhone", "犬", "1999")]
    ['lower', 'Capitalised', 'Capitalised', 'UPPER', 'miXed', 'no case', 'no case']
    """
    upper = [character.isupper() or character.istitle() for character in form if _has_case(character)]
    if not upper:
        return "no case"
    if not any(upper):
        return "lower"
    if upper[0] and not any(upper[1:]):
        return "Capitalised"
    return "UPPER" if all(upper) else "miXed"


def _has_case(character: str) -> bool:
    return character.isupper() or character.islower() or character.istitle()


def find_script(form: str) -> str:
    """The script of a form's letters; without letters: digits, punctuation, symbols or other.

    >>> [find_script(form) for form in ("B2B", "Москва", "寝る", "3.5", "...", "€", "漢a", "한국")]
    ['Latin', 'Cyrillic', 'Han and Kana', 'digits', 'punctuation', 'symbols', 'mixed', 'Hangul']
    """
    if form.isascii() and form.isalpha():
        return "Latin"
    kinds = [_kind(character) for character in unicodedata.normalize("NFKC", form)]
    scripts = {script for category, script in kinds if category in "LM" and script}
    letters = {script for category, script in kinds if category == "L" and script} or scripts
    if letters:
        return letters.pop() if len(letters) == 1 else "Han and Kana" if letters == _JAPANESE else "mixed"
    categories = {category for category, _ in kinds}
    for category, name in (("N", "digits"), ("S", "symbols"), ("P", "punctuation")):
        if category in categories:
            return name
    return "other"


@lru_cache(maxsize=1 << 16)
def _kind(character: str) -> tuple[str, str]:
    """The class of a character (L letter, M mark, N number, P punctuation, S symbol, ...) and the script it names."""
    category = unicodedata.category(character)[0]
    if category not in "LM":
        return category, ""
    words = unicodedata.name(character, "").split()
    if not words or (category == "M" and words[0] in ("COMBINING", "VARIATION")):
        return category, ""
    first = " ".join(words[:2]) if words[0] in _TWO_WORDS else words[0]
    return category, _SCRIPTS.get(first, first.title())
