"""Every exception that tertium raises on purpose, as one tree.

    TertiumError
    ├── UsageError         the options contradict each other, or name something that does not exist
    └── InputError         something is wrong with what was given
        ├── SourceError    a file cannot be found, opened, unpacked or decoded
        ├── FormatError    its content breaks its format, or a scorer's rules
        └── MismatchError  two files do not hold the same text

The command line turns each of them into one message on standard error and exit status 2. The facts are
attributes too, so callers need not parse the text.
"""

from __future__ import annotations

_LONGEST_NAME = 80


def shorten(text: str, most: int = 60) -> str:
    """A text that fits a line of a message."""
    return text if len(text) <= most else text[: most - 3] + "..."


def shorten_both(one: str, other: str, most: int = 60) -> tuple[str, str]:
    """Two texts that differ, cut so that what differs first is seen.

    >>> shorten_both("a" * 50 + "b", "a" * 50 + "c", 20)
    ('...aaaaaaaaaaaaaaaab', '...aaaaaaaaaaaaaaaac')
    """
    pairs = enumerate(zip(one, other, strict=False))
    parted = next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = max(0, min(parted - most // 2, max(len(one), len(other)) - most + 3)) if parted >= most - 3 else 0
    first, second = (f"...{text[start:]}" if start else text for text in (one, other))
    return shorten(first, most), shorten(second, most)


def quote(piece: object, most: int = 40) -> str:
    """A piece of a corpus as a message shows it: in quotes if it is text, and never longer than to be recognised.

    >>> quote("word"), quote(12), len(quote("a" * 5_000_000))
    ("'word'", '12', 42)
    """
    return repr(shorten(piece, most)) if isinstance(piece, str) else shorten(repr(piece), most)


class TertiumError(Exception):
    """The root of the tree: catch this one to catch them all."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        """Keep the fact and the way out apart, so that each renderer can lay them out."""
        super().__init__(message)
        self.message = message
        self.hint = hint

    @property
    def place(self) -> str:
        """Where it happened, as `file:line, sentence 'id'`; empty when there is no such place."""
        return ""

    def __str__(self) -> str:
        """`place: message. Try: hint`, on one line unless the message itself has several."""
        text = f"{self.place}: {self.message}" if self.place else self.message
        if self.hint:
            stop = "" if text.endswith(("?", "!")) else "."
            text = f"{text.rstrip('.')}{stop} Try: {self.hint}" if "\n" not in text else f"{text}\nTry: {self.hint}"
        return text


class UsageError(TertiumError):
    """The options contradict each other, or name something that does not exist."""


class InputError(TertiumError):
    """Something is wrong with what was given; knows where."""

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        sentence: str | None = None,
        hint: str | None = None,
    ) -> None:
        """Take the file, the line (from 1) and the sentence's name, as far as they are known."""
        super().__init__(message, hint=hint)
        self.path = path
        self.line = line
        self.sentence = sentence

    @property
    def place(self) -> str:
        """`dev.conllu:2041, sentence 'w-17'`."""
        place = self.path or ""
        if self.line is not None:
            place += f":{self.line}" if place else f"line {self.line}"
        if self.sentence is not None:
            name = quote(self.sentence, _LONGEST_NAME)
            place += f", sentence {name}" if place else f"sentence {name}"
        return place


class SourceError(InputError):
    """A file cannot be found, opened, unpacked or decoded."""


class FormatError(InputError):
    """The content of a file breaks its format, or the rules of the scorer that is imitated."""


class MismatchError(InputError):
    """Two files do not hold the same text."""


def explain_half_pair(error: UnicodeEncodeError, path: str | None = None) -> InputError:
    """The error for a text from Python that no file can hold."""
    message = f"{quote(error.object)} holds half of a surrogate pair, which is no character"
    return InputError(message, path=path, hint='decode the text with errors="replace", or drop the character')
