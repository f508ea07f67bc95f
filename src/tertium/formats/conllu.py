"""CoNLL-U: ten tab-separated columns, as Universal Dependencies defines them; read and written.

Comments (`sent_id`, `newdoc`), multiword tokens, empty nodes, enhanced DEPS and MISC are all kept. A FORM may
contain spaces; the UD evaluation removes them before it compares, and so does the alignment. An empty column
counts as the empty string (published outputs have them), as in the UD evaluation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tertium.corpus import ROOT
from tertium.formats.numbered import Layout, read_numbered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

COLUMNS: Final = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
LAYOUT: Final = Layout("conllu", 10, {name: index for index, name in enumerate(COLUMNS) if name != "id"})


def read(text: Text, ask: Request) -> Corpus:
    """Read one CoNLL-U file."""
    return read_numbered(text, ask, LAYOUT)


def mark(text: Text, marks: Mapping[int, str]) -> bytes:
    """The file with a mark added to MISC on the given lines (from 1), everything else untouched, byte by byte."""
    lines = text.data.split(b"\n")
    for line, addition in marks.items():
        content = lines[line - 1].rstrip(b"\r")
        ending = lines[line - 1][len(content) :]
        *others, misc = content.split(b"\t")
        added = addition.encode("utf-8")
        misc = added if misc in (b"_", b"") else misc + b"|" + added
        lines[line - 1] = b"\t".join([*others, misc]) + ending
    return b"\n".join(lines)


def write(corpus: Corpus, marks: Mapping[int, str] | None = None) -> str:
    """A corpus of any format as CoNLL-U; `marks` (word -> text) are added to MISC."""
    marks = marks or {}
    columns = {
        name: corpus.vocab.decode(corpus.columns[name]) for name in COLUMNS if name in corpus.columns and name != "head"
    }
    if "xpos" not in columns and "tag" in corpus.columns:
        columns["xpos"] = corpus.vocab.decode(corpus.columns["tag"])
    surface_forms = corpus.vocab.decode(corpus.surface.form)
    token_of_word = {
        int(first): token
        for token, first in enumerate(corpus.surface.word_start[:-1])
        if corpus.surface.multiword[token]
    }
    lines: list[str] = []
    for document in range(corpus.n_docs):
        for sentence in range(int(corpus.doc_start[document]), int(corpus.doc_start[document + 1])):
            if sentence == corpus.doc_start[document] and (name := corpus.document_names.get(document)):
                lines.append(f"# newdoc id = {name}")
            if name := corpus.sentence_names.get(sentence):
                lines.append(f"# sent_id = {name}")
            start, stop = int(corpus.sent_start[sentence]), int(corpus.sent_start[sentence + 1])
            for word in range(start, stop):
                if word in token_of_word:
                    token = token_of_word[word]
                    last = int(corpus.surface.word_start[token + 1]) - start
                    lines.append("\t".join([f"{word - start + 1}-{last}", surface_forms[token], *["_"] * 8]))
                lines.append("\t".join(_row(corpus, columns, word, start, marks.get(word))))
            lines.append("")
    return "\n".join([*lines, ""]) if lines else ""


def _row(corpus: Corpus, columns: Mapping[str, list[str]], word: int, start: int, addition: str | None) -> list[str]:
    head = "_"
    if corpus.head is not None:
        place = int(corpus.head[word])
        head = str(place - start + 1) if place >= 0 else "0" if place == ROOT else "_"
    fields = [str(word - start + 1)]
    for name in COLUMNS[1:]:
        value = head if name == "head" else columns[name][word] if name in columns else "_"
        fields.append(value)
    if addition:
        fields[-1] = addition if fields[-1] in ("_", "") else f"{fields[-1]}|{addition}"
    return fields
