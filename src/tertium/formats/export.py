"""NEGRA export, formats 3 and 4: a line a word, then a line a phrase, each with the number of what is above it.

Brants (1997). `#BOS` and `#EOS` stand around sentences; numbers of phrases start at 500, parent 0 is the virtual root,
which becomes a phrase VROOT. Format 4 adds a lemma. Secondary edges, comments (`%%`) and the tables of the header are
read over. A sentence without words is a parse that failed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tertium.errors import FormatError, UsageError, shorten
from tertium.formats.graphs import ROOT, UNSET, Rows, build
from tertium.formats.sources import BOM, explain_bad_utf8
from tertium.nodes import NO_NODE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text
    from tertium.nodes import Nodes

_PHRASE: Final = re.compile(rb"#([5-9][0-9]{2}|[1-9][0-9]{3,5})")
_UNSET: Final = UNSET.encode()
_FIRST: Final = 500
_COLUMNS: Final = {
    3: ("word", "tag", "morph", "edge", "parent"),
    4: ("word", "lemma", "tag", "morph", "edge", "parent"),
}
_FEWEST: Final = 5
_SIGNS: Final = ("#BOS ", "#FORMAT ", "#BOT ")


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    marked = any(line.startswith(_SIGNS) for line in lines)
    return "sentences begin with #BOS, or #FORMAT says so" if marked else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: Lines have too few columns, parents are unknown, or phrases are above themselves.
    """
    try:
        text.data.decode("utf-8")
    except UnicodeDecodeError:
        raise explain_bad_utf8(text.data, text.path) from None
    rows = Rows()
    rows.fields |= {"lemma": [], "feats": []}
    for name, lines in _find_sentences(text):
        _add_sentence(text, rows, name, lines)
    if not any(rows.fields["lemma"]):
        del rows.fields["lemma"]
    return build(text, rows, ask, "export")


def _find_sentences(text: Text) -> Iterator[tuple[str, list[tuple[int, list[bytes]]]]]:
    """Each sentence: its name, and its lines with their numbers, cut into columns."""
    name: str | None = None
    opened, found, in_table = 0, list[tuple[int, list[bytes]]](), False
    for number, line in enumerate(text.data.removeprefix(BOM).split(b"\n"), 1):
        if line.startswith(b"#BOS"):
            if name is not None:
                raise _complain(text, opened, name, "a sentence begins before this one ends", "close it with #EOS")
            name, opened, found = _name(line), number, []
        elif line.startswith(b"#EOS"):
            if name is None or _name(line) not in (name, ""):
                message = f"#EOS {_name(line)} ends a sentence that is not open"
                raise _complain(text, number, name, message, "put #BOS and #EOS with one number around each sentence")
            yield name, found
            name = None
        elif not line.strip() or line.startswith(b"%%"):
            continue
        elif name is not None:
            found.append((number, _split(line)))
        else:
            in_table = _check_header(text, number, line, in_table=in_table)
    if name is not None:
        raise _complain(text, opened, name, "the sentence never ends", "close it with #EOS")


def _name(line: bytes) -> str:
    fields = line.split(maxsplit=2)
    return fields[1].decode() if len(fields) > 1 else ""


def _check_header(text: Text, number: int, line: bytes, *, in_table: bool) -> bool:
    """Whether the lines that follow are of a table (editors, tags), which are between #BOT and #EOT."""
    if line.startswith((b"#BOT", b"#EOT")):
        return line.startswith(b"#BOT")
    if not in_table and not line.startswith(b"#FORMAT"):
        raise _complain(text, number, None, "the line is in no sentence", "put #BOS and #EOS around each sentence")
    return in_table


def _split(line: bytes) -> list[bytes]:
    """The columns before a comment; white space is ASCII's, because words may hold other kinds."""
    fields = line.split()
    if b"%%" in line:
        cut = next((place for place, part in enumerate(fields) if place and part.startswith(b"%%")), len(fields))
        fields = fields[:cut]
    return fields


def _add_sentence(text: Text, rows: Rows, name: str, lines: list[tuple[int, list[bytes]]]) -> None:
    """Words and phrases of one sentence; phrases first, so that their numbers are known."""
    if not lines:
        rows.end_sentence(name)
        return
    numbers = {b"0": rows.add_node(ROOT, "", lines[0][0])}
    phrases: list[tuple[int, int, bytes]] = []
    words: list[tuple[int, bytes, list[bytes]]] = []
    for line, fields in lines:
        if len(fields) < _FEWEST:
            message = f"the line has {len(fields)} columns, not five or more"
            raise _complain(text, line, name, message, f"write {', '.join(_COLUMNS[3])}, with -- where there is none")
        if len(fields) % 2:  # format 3; secondary edges come in pairs
            fields.insert(1, b"")
        if fields[0].startswith(b"#") and _PHRASE.fullmatch(fields[0]):
            number = fields[0][1:]
            if number in numbers:
                message = f"the phrase {fields[0].decode()} is there twice"
                raise _complain(text, line, name, message, "give each phrase a number of its own")
            numbers[number] = rows.add_node(_value(fields[2]), _value(fields[4]), line)
            phrases.append((line, numbers[number], fields[5]))
        else:
            words.append((line, fields[5], fields))
    for line, row, parent in phrases:
        rows.parent[row] = _find_parent(text, numbers, parent, line, name)
    for line, parent, _ in words:
        rows.above.append(_find_parent(text, numbers, parent, line, name))
        rows.line.append(line)
    rows.fields["form"] += [fields[0].decode() for _, _, fields in words]
    for place, column in enumerate(("lemma", "tag", "feats", "function"), 1):
        rows.fields[column] += [_value(fields[place]) for _, _, fields in words]
    rows.end_sentence(name)


def _value(field: bytes) -> str:
    return "" if field == _UNSET else field.decode()


def _find_parent(text: Text, numbers: dict[bytes, int], parent: bytes, line: int, name: str) -> int:
    if parent not in numbers:
        message = f"there is no phrase {shorten(parent.decode())!r} to be the parent"
        raise _complain(text, line, name, message, "give the number of a phrase of this sentence, or 0")
    return numbers[parent]


def _complain(text: Text, line: int, sentence: str | None, message: str, hint: str) -> FormatError:
    return FormatError(message, path=text.path, line=line, sentence=sentence, hint=hint)


def write(corpus: Corpus) -> str:
    """The trees in format 4 if there are lemmas, else in format 3; a root VROOT is the virtual one.

    Raises:
        UsageError: There are no trees, or a word cannot be written.
    """
    nodes = corpus.nodes
    if nodes is None:
        raise UsageError(f"{corpus.path_of(0)} has no trees", hint="give files of trees")
    decode, version = corpus.vocab.decode, 4 if "lemma" in corpus.columns else 3
    empty = [""] * max(corpus.n_words, nodes.n_nodes)
    names = {"form": "form", "lemma": "lemma", "tag": "tag", "feats": "feats", "function": "function"}
    fields = {name: decode(corpus.columns[name]) if name in corpus.columns else empty for name in names}
    for form in fields["form"]:
        _check_word(form)
    labels = decode(nodes.label)
    functions = empty if nodes.function is None else decode(nodes.function)
    lines = [f"#FORMAT {version}"]
    for sentence in range(corpus.n_sents):
        name = corpus.sentence_name(sentence)
        numbers = _number_phrases(nodes, labels, functions, sentence)
        lines.append(f"#BOS {name}")
        for word in range(*corpus.sent_start[sentence : sentence + 2].tolist()):
            form, lemma, tag, morph, edge = (fields[column][word] for column in names)
            above = numbers[int(nodes.of_word[word])]
            lines.append(_join([form, *([lemma] if version == 4 else []), tag, morph, edge], above))  # noqa: PLR2004
        for node, number in sorted(numbers.items(), key=lambda entry: entry[1]):
            if number:
                own = [f"#{number}", *([""] if version == 4 else []), labels[node], "", functions[node]]  # noqa: PLR2004
                lines.append(_join(own, numbers[int(nodes.parent[node])]))
        lines.append(f"#EOS {name}")
    return "".join(f"{line}\n" for line in lines)


def _check_word(form: str) -> None:
    data = form.encode()
    if not form or len(data.split()) != 1 or data.startswith(b"%%") or _PHRASE.fullmatch(data) or form[:4] in _MARKS:
        raise UsageError(f"{form!r} cannot be written as a word of the export format", hint="take it out")


_MARKS: Final = ("#BOS", "#EOS")


def _number_phrases(nodes: Nodes, labels: list[str], functions: list[str], sentence: int) -> dict[int, int]:
    """Numbers of a sentence's phrases, lower ones below; 0 for a root VROOT and for no phrase."""
    first, last = nodes.sent_start[sentence : sentence + 2].tolist()
    virtual = first < last and labels[first] == ROOT and not functions[first] and nodes.parent[first] == NO_NODE
    numbers = {node: _FIRST + last - 1 - node for node in range(first, last)}
    return {**numbers, NO_NODE: 0, **({first: 0} if virtual else {})}


def _join(fields: list[str], above: int) -> str:
    return "\t".join([*(field or UNSET for field in fields), str(above)])
