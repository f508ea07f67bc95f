"""TigerXML: terminals, nonterminals and the edges between them (Mengel and Lezius 2000).

Read with defusedxml, which refuses entities: a file of a few lines can otherwise fill the memory. Elements come one by
one with their lines, so that messages can name them. Secondary edges are read over. A sentence with several tops gets a
phrase VROOT above them, as the export format has one; one without terminals is a parse that failed.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final
from xml.sax.handler import ContentHandler

from tertium.errors import FormatError, shorten
from tertium.formats.graphs import ROOT, UNSET, Rows, build
from tertium.nodes import NO_NODE

if TYPE_CHECKING:
    from xml.sax.xmlreader import AttributesImpl as _Attributes

    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text

    Attributes = _Attributes[str]

_COLUMNS: Final = {"form": "word", "tag": "pos", "lemma": "lemma", "feats": "morph"}


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    own = [line.lstrip() for line in lines if not line.startswith("#")]
    if not own or not own[0].startswith(("<?xml", "<corpus")):
        return None
    return "XML with <corpus> or <graph>" if any("<corpus" in line or "<graph" in line for line in own) else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: It is no XML, has entities of its own, or its edges are no tree.
    """
    from xml.sax import SAXParseException
    from xml.sax.handler import feature_external_ges
    from xml.sax.xmlreader import InputSource

    from defusedxml import DefusedXmlException
    from defusedxml.sax import make_parser

    gather = _Gather(text)
    parser: Any = make_parser()
    parser.forbid_external = False  # <!DOCTYPE corpus SYSTEM "tiger.dtd"> is passed over: nothing outside is opened
    parser.setFeature(feature_external_ges, False)  # noqa: FBT003 (the interface is SAX's)
    parser.setContentHandler(gather)
    source = InputSource(text.path)
    source.setByteStream(io.BytesIO(text.data))
    if _is_utf8(text.data):
        source.setEncoding("utf-8")  # whatever the declaration says: --encoding has changed the text, not the header
    try:
        parser.parse(source)
    except SAXParseException as error:
        raise FormatError(
            f"the XML cannot be read ({error.getMessage()})",
            path=text.path,
            line=error.getLineNumber(),
            sentence=gather.sentence,
            hint="repair the file; xmllint shows where it breaks",
        ) from None
    except DefusedXmlException as error:
        raise FormatError(
            f"the file defines entities of its own ({type(error).__name__}), which can do harm",
            path=text.path,
            line=gather.line,
            hint="take the DOCTYPE out of it",
        ) from None
    for column in ("lemma", "feats"):
        if not any(gather.rows.fields[column]):
            del gather.rows.fields[column]
    return build(text, gather.rows, ask, "tigerxml")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _Gather(ContentHandler):
    """Takes elements as they come; the edges of a sentence are drawn when all of its things are known."""

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.rows = Rows()
        self.rows.fields |= {"lemma": [], "feats": []}
        self.sentence: str | None = None
        self._text = text
        self._locator: Any = None
        self._at: dict[str, tuple[bool, int]] = {}  # by id: is it a phrase, and its row
        self._edges: list[tuple[int, int, str, str]] = []  # line, phrase, what is below, label
        self._phrase: int | None = None

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802 (the name is SAX's)
        """Where we are in the file."""
        self._locator = locator

    @property
    def line(self) -> int:
        """The line of the present element."""
        return int(self._locator.getLineNumber() or 1) if self._locator is not None else 1

    def startElement(self, name: str, attrs: Attributes) -> None:  # noqa: N802 (the name is SAX's)
        """A sentence, terminal, nonterminal or edge begins; others are passed over."""
        if name == "s":
            self.sentence = attrs.get("id") or str(len(self.rows.names) + 1)
            self._at, self._edges = {}, []
        elif self.sentence is None:
            return
        elif name == "t":
            self._add_word(attrs)
        elif name == "nt":
            self._phrase = self.rows.add_node(_value(attrs, "cat"), "", self.line)
            self._register(attrs, is_phrase=True, row=self._phrase)
        elif name == "edge":
            if self._phrase is None:
                raise self._complain("an edge stands outside of all nonterminals", "put edges into <nt>")
            self._edges.append((self.line, self._phrase, attrs.get("idref") or "", _value(attrs, "label")))

    def endElement(self, name: str) -> None:  # noqa: N802 (the name is SAX's)
        """Leave a nonterminal; tie a sentence together."""
        if name == "nt":
            self._phrase = None
        elif name == "s" and self.sentence is not None:
            self._draw_edges()
            self.rows.end_sentence(self.sentence)
            self.sentence = None

    def _add_word(self, attrs: Attributes) -> None:
        if not attrs.get("word"):
            raise self._complain("a terminal has no word", "give every <t> an attribute word")
        for column, attribute in _COLUMNS.items():
            self.rows.fields[column].append(attrs.get("word", "") if column == "form" else _value(attrs, attribute))
        self.rows.fields["function"].append("")
        self.rows.above.append(NO_NODE)
        self.rows.line.append(self.line)
        self._register(attrs, is_phrase=False, row=len(self.rows.above) - 1)

    def _register(self, attrs: Attributes, *, is_phrase: bool, row: int) -> None:
        name = attrs.get("id") or ""
        if not name or name in self._at:
            what = f"the id {shorten(name)!r} is there twice" if name else "a terminal or nonterminal has no id"
            raise self._complain(what, "give each of a sentence's things an id of its own")
        self._at[name] = is_phrase, row

    def _draw_edges(self) -> None:
        rows = self.rows
        for line, phrase, below, label in self._edges:
            if below not in self._at:
                raise self._complain(f"an edge leads to {shorten(below)!r}, which is not there", "repair idref", line)
            is_phrase, row = self._at[below]
            above, functions = (rows.parent, rows.function) if is_phrase else (rows.above, rows.fields["function"])
            if above[row] != NO_NODE:
                raise self._complain(f"{shorten(below)!r} is below two phrases", "use <secedge> for the other", line)
            above[row], functions[row] = phrase, label
        loose = [row for row in range(rows.word_start[-1], len(rows.above)) if rows.above[row] == NO_NODE]
        tops = [row for row in range(rows.node_start[-1], len(rows.label)) if rows.parent[row] == NO_NODE]
        if loose or len(tops) > 1:
            root = rows.add_node(ROOT, "", self.line)
            for row in loose:
                rows.above[row] = root
            for row in tops:
                rows.parent[row] = root

    def _complain(self, message: str, hint: str, line: int | None = None) -> FormatError:
        return FormatError(
            message, path=self._text.path, line=self.line if line is None else line, sentence=self.sentence, hint=hint
        )


def _value(attrs: Attributes, name: str) -> str:
    value = attrs.get(name) or ""
    return "" if value == UNSET else value
