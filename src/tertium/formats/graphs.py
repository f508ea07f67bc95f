"""Trees gathered row by row, for formats that say of each word and phrase what is above it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Corpus, Irregularity, Names
from tertium.errors import FormatError
from tertium.nodes import NO_NODE, arrange, reach_no_top

if TYPE_CHECKING:
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

ROOT: Final = "VROOT"
"""The label of what is above everything and written nowhere (parent 0 in the export format)."""

UNSET: Final = "--"
"""What stands where there is no label."""


@dataclass(slots=True)
class Rows:
    """Words and phrases as they come; `above` holds rows of phrases."""

    fields: dict[str, list[str]] = field(default_factory=lambda: {"form": [], "tag": [], "function": []})
    above: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    label: list[str] = field(default_factory=list)
    function: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    node_line: list[int] = field(default_factory=list)
    word_start: list[int] = field(default_factory=lambda: [0])
    node_start: list[int] = field(default_factory=lambda: [0])
    names: list[str] = field(default_factory=list)

    def add_node(self, label: str, function: str, line: int, parent: int = NO_NODE) -> int:
        """A phrase; gives its row."""
        self.label.append(label)
        self.function.append(function)
        self.parent.append(parent)
        self.node_line.append(line)
        return len(self.label) - 1

    def end_sentence(self, name: str) -> None:
        """The sentence is complete."""
        self.names.append(name)
        self.word_start.append(len(self.above))
        self.node_start.append(len(self.label))


def build(text: Text, rows: Rows, ask: Request, fmt: str) -> Corpus:
    """The corpus that the rows describe.

    Raises:
        FormatError: Some phrases are above themselves.
    """
    parent = np.array(rows.parent, dtype=np.int32)
    node_start = np.array(rows.node_start, dtype=np.int64)
    word_start = np.array(rows.word_start, dtype=np.int64)
    lost = np.flatnonzero(reach_no_top(parent))
    if len(lost):
        row = int(lost[0])
        sentence = int(np.searchsorted(node_start, row, side="right")) - 1
        raise FormatError(
            f"the phrase {rows.label[row]} is above itself, or below one that is",
            path=text.path,
            line=rows.node_line[row],
            sentence=rows.names[sentence],
            hint="repair the tree: going up from phrase to phrase must come to the root",
        )
    encode = ask.vocab.encode
    columns = {name: encode(values) for name, values in rows.fields.items()}
    n, n_sents = len(rows.above), len(rows.names)
    nodes = arrange(
        sent_start=node_start,
        word_start=word_start,
        label=encode(rows.label),
        parent=parent,
        of_word=np.array(rows.above, dtype=np.int32),
        line=np.array(rows.node_line, dtype=np.int32),
        function=encode(rows.function),
    )
    return Corpus(
        name=ask.name,
        format=fmt,
        vocab=ask.vocab,
        sent_start=word_start,
        columns=columns,
        line=np.array(rows.line, dtype=np.int32),
        paths=(text.path,),
        file_start=np.array([0, n], dtype=np.int64),
        doc_start=np.array([0, n_sents], dtype=np.int64),
        sentence_names=Names(n_sents, [f"= {name}" for name in rows.names], np.arange(n_sents, dtype=np.int32)),
        document_names=Names(1),
        irregularities=(Irregularity("byte-order marks", 1, text.path, 1),) if text.has_mark else (),
        nodes=nodes,
    )
