"""Small texts written for the tests, the same two sentences in every format, and ways to damage them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from hypothesis import settings

from tertium.corpus import Vocab
from tertium.errors import FormatError
from tertium.formats import reader
from tertium.formats.request import Request
from tertium.formats.sources import Text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

    from tertium.corpus import Corpus

QUICK: Final = settings(max_examples=20, deadline=None)
THOROUGH: Final = settings(max_examples=300, deadline=None)
"""How often hypothesis tries: in every run, and under `-m slow`; a busy machine is no failure."""

EVERYTHING: Final = frozenset(["form", "lemma", "upos", "xpos", "tag", "feats", "head", "deprel", "deps", "misc"])


def table(*rows: str) -> str:
    """Rows whose columns are written with spaces, as tab-separated lines; comments and elements stay as they are."""
    return "".join((row if row.startswith(("#", "<")) else "\t".join(row.split())) + "\n" for row in rows)


CONLLU: Final = table(
    "# sent_id = cat",
    "1 Die die DET ART Case=Nom 2 det _ _",
    "2 Katze Katze NOUN NN Case=Nom|Number=Sing 3 nsubj _ _",
    "3 schläft schlafen VERB VVFIN Number=Sing 0 root _ SpaceAfter=No",
    "4 . . PUNCT $. _ 3 punct _ _",
    "",
    "# sent_id = dream",
    "1 Sie sie PRON PPER Case=Nom 2 nsubj _ _",
    "2 träumt träumen VERB VVFIN Number=Sing 0 root _ SpaceAfter=No",
    "3 . . PUNCT $. _ 2 punct _ _",
    "",
)

CONLLX: Final = table(
    "1 Die die ART ART _ 2 NK _ _",
    "2 Katze Katze N NN _ 3 SB _ _",
    "3 schläft schlafen V VVFIN _ 0 ROOT _ _",
    "4 . . $. $. _ 3 PUNC _ _",
    "",
    "1 Sie sie PRO PPER _ 2 SB _ _",
    "2 träumt träumen V VVFIN _ 0 ROOT _ _",
    "3 . . $. $. _ 2 PUNC _ _",
    "",
)

CONLL2009: Final = table(
    "1 Die die die ART ART _ _ 2 2 NK NK _ _ _",
    "2 Katze Katze Katze NN NN _ _ 3 3 SB SB _ _ A0",
    "3 schläft schlafen schlafen VVFIN VVFIN _ _ 0 0 ROOT ROOT Y schlafen.1 _",
    "4 . . . $. $. _ _ 3 3 PUNC PUNC _ _ _",
    "",
    "1 Sie sie sie PPER PPER _ _ 2 2 SB SB _ _",
    "2 träumt träumen träumen VVFIN VVFIN _ _ 0 0 ROOT ROOT _ _",
    "3 . . . $. $. _ _ 2 2 PUNC PUNC _ _",
    "",
)

COLUMNS: Final = table("Die ART", "Katze NN", "schläft VVFIN", ". $.", "", "Sie PPER", "träumt VVFIN", ". $.", "")

VERTICAL: Final = table(
    "<text id='cats and dreams'>",
    "<s>",
    "Die ART die",
    "Katze NN Katze",
    "schläft VVFIN schlafen",
    ". $. .",
    "</s>",
    "<s>",
    "Sie PPER sie",
    "träumt VVFIN träumen",
    ". $. .",
    "</s>",
    "</text>",
)

DEPENDENCY_COLUMNS: Final = table(
    "Die ART 2 det",
    "Katze NN 3 nsubj",
    "schläft VVFIN 0 root",
    ". $. 3 punct",
    "",
    "Sie PPER 2 nsubj",
    "träumt VVFIN 0 root",
    ". $. 2 punct",
    "",
)

SLASHED: Final = """\
Die_ART Katze_NN schläft_VVFIN ._$.
Sie_PPER träumt_VVFIN ._$.
Morgen_ADV schläft_VVFIN sie_PPER ,_$, und_KON die_ART Maus_NN tanzt_VVFIN ._$.
"""


@dataclass(frozen=True)
class Sample:
    """A whole file in one format, and where its first sentence lies."""

    format: str
    text: str
    suffix: str
    lines: tuple[int, int]  # of the words Katze and schläft, from 1
    sentence: str  # what the messages call their sentence
    head: int = -1  # the column of HEAD, from 0
    options: tuple[str, ...] = ()

    def write(self, folder: Path, text: str | bytes | None = None, name: str = "sample") -> Path:
        """A file with this text, or the sample's own."""
        path = folder / f"{name}{self.suffix}"
        content = self.text if text is None else text
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path


SAMPLES: Final = {
    "conllu": Sample("conllu", CONLLU, ".conllu", (3, 4), "cat", head=6),
    "conllx": Sample("conllx", CONLLX, ".conll", (2, 3), "1", head=6),
    "conll2009": Sample("conll2009", CONLL2009, ".conll09", (2, 3), "1", head=8),
    "columns": Sample("columns", COLUMNS, ".tsv", (2, 3), "1"),
    "vertical": Sample("columns", VERTICAL, ".vrt", (4, 5), "1"),
    "mapped": Sample(
        *("columns", DEPENDENCY_COLUMNS, ".tsv", (2, 3), "1"),
        head=2,
        options=("--columns", "form,xpos,head,deprel", "--task", "dependency"),
    ),
    "slashed": Sample("slashed", SLASHED, ".txt", (1, 1), "1"),
}

TABLES: Final = ("conllu", "conllx", "conll2009", "columns", "vertical", "mapped")
NUMBERED: Final = ("conllu", "conllx", "conll2009")
WITH_HEADS: Final = ("conllu", "conllx", "conll2009", "mapped")

SCRIPTS: Final = {
    "hebrew": table(
        "1 הילדה ילדה NOUN _ _ 2 nsubj _ _", "2 שרה שר VERB _ _ 0 root _ _", "3 ! ! PUNCT _ _ 2 punct _ _", ""
    ),
    "arabic": table(
        "1 القطة قطة NOUN _ _ 2 nsubj _ _", "2 تنامُ نام VERB _ _ 0 root _ _", "3 ؟ ؟ PUNCT _ _ 2 punct _ _", ""
    ),
    "japanese": table(
        "1 猫 猫 NOUN _ _ 3 nsubj _ _", "2 が が ADP _ _ 1 case _ _", "3 眠る 眠る VERB _ _ 0 root _ _", ""
    ),
    "combining": table("1 cafe\u0301 cafe\u0301 NOUN _ _ 0 root _ _", "2 n\u0303u\u0308 n VERB _ _ 1 dep _ _", ""),
    "emoji": table(
        "1 👩‍🔬 👩‍🔬 SYM _ _ 0 root _ _", "2 🇫🇷 🇫🇷 SYM _ _ 1 flat _ _", "3 👍🏽 👍 INTJ _ _ 1 discourse _ _", ""
    ),
    "astral": table("1 𐌲𐌿𐌸 𐌲𐌿𐌸 NOUN _ _ 0 root _ _", "2 𐎀 𐎀 SYM _ _ 1 flat _ _", ""),
}
"""Text that runs from right to left, has no spaces, is more than one code point a character or two units a point."""


def edit_line(text: str, number: int, line: str) -> str:
    """The text with another line at this place (from 1)."""
    lines = text.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


def line_of(text: str, number: int) -> str:
    """The line at this place (from 1)."""
    return text.split("\n")[number - 1]


def edit_field(text: str, number: int, column: int, value: str) -> str:
    """The text with another value in a column (from 0) of a line (from 1)."""
    fields = line_of(text, number).split("\t")
    fields[column] = value
    return edit_line(text, number, "\t".join(fields))


def insert_line(text: str, number: int, line: str) -> str:
    """The text with a line more, which gets this number."""
    lines = text.split("\n")
    return "\n".join([*lines[: number - 1], line, *lines[number - 1 :]])


def multiword(number: str, form: str) -> str:
    """The row of a multiword token, without its end of line."""
    return "\t".join([number, form, *["_"] * 8])


def read(content: str | bytes, fmt: str = "conllu", *, path: str = "x.conllu", **request: Any) -> Corpus:
    """A text as a corpus; `request` holds the fields of `Request`."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    ask: dict[str, Any] = {"vocab": Vocab(), "name": "x", "wanted": EVERYTHING} | request
    return reader(fmt)(Text(data, path), Request(**ask))


def column(corpus: Corpus, name: str) -> list[str]:
    """A column as strings."""
    return corpus.vocab.decode(corpus.columns[name])


def sentences(corpus: Corpus) -> list[list[str]]:
    """Forms by sentence."""
    starts = corpus.sent_start.tolist()
    return [corpus.forms(start, stop) for start, stop in pairwise(starts)]


def heads(corpus: Corpus) -> list[int]:
    """Heads as rows; -1 is the root."""
    assert corpus.head is not None
    found: list[int] = corpus.head.tolist()
    return found


def faults(corpus: Corpus) -> dict[str, int]:
    """What the file should not have had: kind -> count."""
    return {fault.kind: fault.count for fault in corpus.irregularities}


def is_said(content: str, fmt: str, line: int) -> bool:
    """Whether somebody hears of what is wrong at a line: it is refused, or counted."""
    try:
        return bool(faults(read(content, fmt)))
    except FormatError as error:
        return error.line == line


def kinds(found: Iterable[str], *words: str) -> bool:
    """Whether some of the texts holds all of the words."""
    return any(all(word in text for word in words) for text in found)
