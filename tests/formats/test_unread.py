"""Columns that are parsed when somebody looks at them, and what that saves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

import tertium
from tertium.conventions import Conventions
from tertium.corpus import Vocab
from tertium.errors import SourceError
from tertium.formats.conll2012 import read
from tertium.formats.conll2012_scan import scan
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.formats.tabular import read_columns
from tertium.formats.unread import UnreadColumns
from tests.chains import conll, write_pair

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from tertium._typing import Codes
    from tertium.corpus import Corpus

TAGS = "DT NN VB PRP PRP"
KEY = conll("(0 0) - / (1) (0)", tags=TAGS) + conll("(0) (0) - - -", tags=TAGS, name="(e); part 000")
RESPONSE = conll("(0 0) (3) / (3) (0)", tags=TAGS) + conll("(0) - - - (0)", tags=TAGS, name="(e); part 000")


def read_text(content: str, vocab: Vocab, *names: str) -> Corpus:
    rules = Conventions(task="coreference", layer="tag")
    ask = Request(vocab=vocab, name="x", wanted=frozenset({"form", "mentions", *names}), conventions=rules)
    return read(Text(content.encode(), "x.conll"), ask)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Which columns have been parsed, each time."""
    seen: list[list[str]] = []

    def note(text: Text, vocab: Vocab, columns: dict[str, int], width: int) -> object:
        seen.append(sorted(columns))
        return read_columns(text, vocab, columns, width)

    monkeypatch.setattr("tertium.formats.conll2012.read_columns", note)
    return seen


def test_columns__are_parsed_once_and_together_if_the_first_is_asked_for() -> None:
    asked: list[list[str]] = []

    def parse(names: Collection[str]) -> dict[str, Codes]:
        asked.append(list(names))
        return {name: np.zeros(1, dtype=np.int32) for name in names}

    besides = scan(Text(KEY.encode(), "x.conll"), whole=False).besides
    columns = UnreadColumns(["form", "tag"], parse, besides)
    assert (len(columns), list(columns), "tag" in columns, "lemma" in columns) == (2, ["form", "tag"], True, False)
    assert columns.get("lemma") is None
    assert not asked
    columns["tag"], columns["form"], columns["tag"]
    assert asked == [["tag"], ["form"]]
    again = UnreadColumns(["form", "tag"], parse, besides)
    again["form"], again["tag"]
    assert asked[2:] == [["form", "tag"]]


def test_repeat__needs_the_same_names_and_another_unread_file() -> None:
    vocab = Vocab()
    key, response = read_text(KEY, vocab), read_text(RESPONSE, vocab)
    assert isinstance(response.columns, UnreadColumns)
    assert response.columns.repeat(key.columns)
    assert not response.columns.repeat({"form": key.columns["form"]})
    assert not response.columns.repeat(read_text(KEY, vocab, "tag").columns)


def test_score__no_word_is_parsed_where_the_response_is_the_key_with_other_brackets(
    tmp_path: Path, parsed: list[list[str]]
) -> None:
    gold, system = write_pair(tmp_path, KEY, RESPONSE)
    tertium.score(gold, [system], like="conll2012", measures=["muc", "ceafe"])
    assert parsed == []
    tertium.score(gold, [system], like="conll2012", measures=["arcs-nom"])
    assert parsed == [["tag"]]


def test_score__another_word_is_seen(tmp_path: Path) -> None:
    gold, system = write_pair(tmp_path, KEY, RESPONSE.replace("\tw2\t", "\tx2\t"))
    with pytest.raises(tertium.TertiumError, match="different words"):
        tertium.score(gold, [system], tokens="same")


CHANGES: Final[dict[str, Callable[[str], str]]] = {
    "none": lambda text: text,
    "tags": lambda text: text.replace("\tVB\t", "\tMD\t"),
    "spaces at the end": lambda text: text.replace("\t-\n", "\t- \n"),
    "other line ends": lambda text: text.replace("\n", "\r\n"),
    "another sign for none": lambda text: text.replace("\t-\n", "\t_\n"),
    "one sentence": lambda text: text.replace("\n\n", "\n", 1),
    "columns that nobody reads": lambda text: text.replace("\t*\t*\t", "\t(S*\t-\t"),
    "separated by spaces": lambda text: text.replace("\t", "  "),
    "comments": lambda text: text.replace("#end", "# the end\n#end"),
    "another word": lambda text: text.replace("\tw2\t", "\tx2\t"),
    "a word less": lambda text: text.replace("d\t0\t4\tw4", "# d 0 4 w4"),
    "a byte-order mark": lambda text: "\ufeff" + text,
    "another document": lambda text: text.replace("part 000", "part 001"),
}


@pytest.mark.parametrize("like", [None, "conll2012", "coval"])
@pytest.mark.parametrize("change", list(CHANGES))
def test_compare__says_the_same_whether_words_are_parsed_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, like: str | None
) -> None:
    """The short way must change nothing: neither numbers nor notes, warnings and errors."""
    alter = CHANGES[change]
    files = write_pair(tmp_path, KEY, alter(RESPONSE), RESPONSE)

    def run() -> str:
        try:
            return tertium.compare(files[0], files[1:], like=like).to_json()
        except tertium.TertiumError as error:
            return f"refused: {error}"

    short = run()
    monkeypatch.setattr(UnreadColumns, "repeat", lambda *_: False)
    assert run() == short


def test_read__text_that_nobody_parses_must_be_utf8() -> None:
    """Brackets alone would be read from anything."""
    text = Text(KEY.encode().replace(b"w2", b"w\xe9"), "x.conll")
    ask = Request(vocab=Vocab(), name="x", wanted=frozenset({"form"}), conventions=Conventions(task="coreference"))
    with pytest.raises(SourceError, match="not UTF-8"):
        read(text, ask)
