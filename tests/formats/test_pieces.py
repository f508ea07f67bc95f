"""Reading a file of trees in pieces changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.choices import resolve_rules
from tertium.corpus import Corpus, Vocab
from tertium.errors import FormatError
from tertium.formats import penn, pieces
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.kinds import find_kind

LINE = "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)) (. .))\n"
FILES = {
    "a tree a line": LINE * 9,
    "failed parses": LINE * 3 + "\n(())\n" + LINE * 3 + "\n",
    "no end of line": LINE * 5 + LINE.rstrip(),
    "spread over lines": "(S\n  (NP (DT the)\n      (NN cat))\n  (VP (VBZ sleeps)))\n\n" * 6,
    "both": LINE * 4 + "(S (NP (NN cats))\n  (VP (VBP sleep)))\n" + LINE * 4,
    "byte-order mark": "\ufeff" + LINE * 5,
    "odd for evalb": LINE * 3 + "(S (NN a b))\n" + LINE * 3,
}


def read(text: str, like: str | None) -> Corpus:
    rules = resolve_rules(like, find_kind("constituency"), "penn")
    ask = Request(vocab=Vocab(), name="x", wanted=frozenset(), conventions=rules)
    return penn.read(Text(text.encode(), "x.mrg"), ask)


def content(corpus: Corpus) -> list[object]:
    nodes = corpus.nodes
    assert nodes is not None
    assert nodes.line is not None
    numbers = (corpus.sent_start, corpus.line, nodes.sent_start, nodes.parent, nodes.start, nodes.end, nodes.of_word)
    codes = (corpus.columns["form"], corpus.columns["tag"], nodes.label)
    others = (corpus.paths, corpus.n_docs, corpus.irregularities, nodes.faults, nodes.line.tolist())
    return [*(np.asarray(part).tolist() for part in numbers), *(corpus.vocab.decode(part) for part in codes), *others]


@pytest.mark.parametrize("size", [20, 64, 130])
@pytest.mark.parametrize(
    ("name", "like"),
    [
        *((name, None) for name in FILES if name != "odd for evalb"),
        *((name, "evalb") for name in FILES if name != "spread over lines"),
    ],
)
def test_pieces__give_what_the_whole_file_gives(
    name: str, like: str | None, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = content(read(FILES[name], like))
    monkeypatch.setattr(pieces, "SIZE", size)
    assert content(read(FILES[name], like)) == whole


def test_pieces__errors_name_the_line_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "SIZE", 64)
    with pytest.raises(FormatError) as caught:
        read(LINE * 7 + "(S (NN a b))\n", None)
    assert caught.value.line == 8


def test_pieces__end_at_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "SIZE", 60)
    data = np.frombuffer((LINE * 5).encode(), dtype=np.uint8)
    parts = list(pieces.cut(data))
    assert b"".join(part.tobytes() for part in parts) == data.tobytes()
    assert all(part[-1] == ord("\n") for part in parts)
