"""Spans as JSON lines: a text (or its words) a line, with spans that count characters; they may nest and overlap.

    {"id": "s1", "text": "Ana lives in Porto.", "spans": [{"start": 0, "end": 3, "label": "PER"}, [13, 18, "LOC"]]}

The list is called spans, entities, ents or label(s) (doccano); an entry has start, end and label, or start_offset and
end_offset, or is a list of the three. With "tokens" (a list of words, or of objects with text, start and end) the words
are these; without a text, start and end then count words. Each line is a sentence.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from tertium.corpus import Irregularity
from tertium.errors import FormatError, quote
from tertium.formats.json_text import parse_json
from tertium.formats.running_text import Builder, Given, find_words
from tertium.formats.sources import BOM, explain_bad_utf8

if TYPE_CHECKING:
    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

_LISTS: Final = ("spans", "entities", "ents", "labels", "label")
_STARTS: Final = ("start", "start_offset", "begin")
_ENDS: Final = ("end", "end_offset")
_LABELS: Final = ("label", "type", "entity", "entity_type")
_NAMES: Final = ("id", "sent_id", "doc_id", "uid")
_TRIPLE: Final = 3
_HINT: Final = '{"text": "Ana lives in Porto.", "spans": [{"start": 13, "end": 18, "label": "LOC"}]} is a line'


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    first = next((line for line in lines if line.strip()), "")
    try:
        entry = json.loads(first)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or not ({"text", "tokens"} & set(entry)):
        return None
    name = _find_list(entry)
    return f"JSON lines with a text and its {name}" if name else None


def _find_list(entry: dict[str, Any]) -> str | None:
    """The name of the list of spans."""
    return next((name for name in _LISTS if isinstance(entry.get(name), list)), None)


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: A line is no such object, or a span lies outside of its text.
    """
    try:
        content = text.data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        raise explain_bad_utf8(text.data, text.path) from None
    build = Builder(text.path)
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            _Line(text.path, number, _load(text.path, number, line)).add_to(build)
    marks = (Irregularity("byte-order marks", 1, text.path, 1),) if text.has_mark else ()
    return build.build(ask, "spans_json", marks)


def _load(path: str, number: int, line: str) -> dict[str, Any]:
    try:
        entry = parse_json(line)
    except ValueError as error:
        raise FormatError(f"the line is no JSON ({error})", path=path, line=number, hint=_HINT) from None
    if not isinstance(entry, dict):
        raise FormatError(f"the line is no JSON object: {quote(entry)}", path=path, line=number, hint=_HINT)
    return entry


class _Line:
    """One text with its spans."""

    def __init__(self, path: str, number: int, entry: dict[str, Any]) -> None:
        self.path, self.number, self.entry = path, number, entry
        self.name = next((str(entry[name]) for name in _NAMES if entry.get(name) is not None), None)

    def add_to(self, build: Builder) -> None:
        words, places, size = self._find_words()
        spans = self._find_spans(size)
        first = len(build.forms)
        if not words:
            build.count("texts without words, left out", self.number)
            for span in spans:
                build.count("spans over no word, left out", span.line)
            return
        build.add_sentence(words, [self.number] * len(words), self.name)
        build.lay(places, first, spans)

    def _fail(self, message: str, hint: str = _HINT) -> FormatError:
        return FormatError(message, path=self.path, line=self.number, sentence=self.name, hint=hint)

    def _find_words(self) -> tuple[list[str], list[tuple[int, int]], int]:
        """The words, where they are, and how long the text is; words count as one each where there is no text."""
        text, tokens = self.entry.get("text"), self.entry.get("tokens")
        if text is not None and not isinstance(text, str):
            raise self._fail(f'"text" is {quote(text)}, no string')
        if isinstance(tokens, list):
            return self._take_tokens(text, tokens)
        if text is None:
            raise self._fail('the line has neither "text" nor "tokens"')
        places = find_words(text)
        return [text[start:end] for start, end in places], places, len(text)

    def _take_tokens(self, text: str | None, tokens: list[Any]) -> tuple[list[str], list[tuple[int, int]], int]:
        words: list[Any] = [token.get("text") if isinstance(token, dict) else token for token in tokens]
        wrong = [word for word in words if not isinstance(word, str) or not word.strip()]
        if wrong:
            raise self._fail(f'"tokens" holds {quote(wrong[0])}, which is no word')
        if text is None:
            return words, [(place, place + 1) for place in range(len(words))], len(words)
        places, at = [], 0
        for word in words:
            found = text.find(word, at)
            if found < 0 or text[at:found].strip():
                raise self._fail(f'the word {quote(word)} of "tokens" is not next in "text"')
            at = found + len(word)
            places.append((found, at))
        return words, places, len(text)

    def _find_spans(self, size: int) -> list[Given]:
        name = _find_list(self.entry)
        if name is None:
            given = next((key for key in _LISTS if self.entry.get(key) is not None), None)
            if given is not None:
                raise self._fail(f'"{given}" is {quote(self.entry[given])}, no list of spans')
            return []
        return [self._take_span(entry, name, size) for entry in self.entry[name]]

    def _take_span(self, entry: Any, name: str, size: int) -> Given:
        if isinstance(entry, dict):
            values = [next((entry[key] for key in keys if key in entry), None) for keys in (_STARTS, _ENDS, _LABELS)]
        elif isinstance(entry, list) and len(entry) == _TRIPLE:
            values = entry
        else:
            raise self._fail(f'"{name}" holds {quote(entry)}, which is no span')
        start, end, label = values
        if type(start) is not int or type(end) is not int:
            raise self._fail(f"a span has no start and end in whole numbers: {quote(entry)}")
        if not isinstance(label, str) or not label.strip():
            raise self._fail(f"a span has no label: {quote(entry)}")
        if not 0 <= start < end <= size:
            raise self._fail(
                f"the span {start}-{end} ({quote(label)}) lies outside of the text, which has {size} characters"
                if start < end
                else f"the span {start}-{end} ({quote(label)}) is empty",
                "start counts characters (not bytes) from 0, end is one past the last",
            )
        return Given(((start, end),), label, self.number)
