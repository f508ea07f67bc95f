"""Text into columns: one module a format, each with `read`; sniffing in one place."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tertium.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tertium.corpus import Corpus
    from tertium.formats.request import Request
    from tertium.formats.sources import Text


@dataclass(frozen=True, slots=True)
class Format:
    """One line of the table that `tertium formats` prints."""

    name: str
    title: str
    looks_like: str  # how it is recognised
    holds: str  # what can be compared in it
    example: str
    writes: bool = False
    mark: str = ""  # a pattern that some line matches: then the module's `recognise(lines)` says why it is this format
    brings: frozenset[str] = frozenset()  # what is more than a label a word
    filled: frozenset[str] = frozenset()  # columns that every file has
    suffixes: tuple[str, ...] = ()  # of its files, which are no part of a system's name
    in_steps: bool = False  # read in many small steps, so that threads would only wait for each other
    module: str = ""  # where `read` is, if not in the module of this room that has the format's name


TREES: Final = frozenset({"trees"})
MENTIONS: Final = frozenset({"mentions"})
SPANS: Final = frozenset({"spans"})
ROLES: Final = frozenset({"roles"})

FORMATS: Final[dict[str, Format]] = {
    "conllu": Format(
        "conllu",
        "CoNLL-U (Universal Dependencies)",
        "numbered words in ten tab-separated columns, with comments, ranges or universal tags",
        "upos, xpos, feats, lemma, head, deprel, deps; multiword tokens, empty nodes, documents; coreference (Entity=)",
        "1\tThe\tthe\tDET\tDT\tDefinite=Def\t2\tdet\t_\t_",
        writes=True,
    ),
    "conllx": Format(
        "conllx",
        "CoNLL-X (shared tasks of 2006 and 2007)",
        "numbered words in ten tab-separated columns, other tags, no comments",
        "CPOSTAG (as upos), POSTAG (as xpos), feats, lemma, head, deprel",
        "1\tDie\tdie\tART\tART\t_\t2\tNK\t_\t_",
    ),
    "conll2009": Format(
        "conll2009",
        "CoNLL-2009",
        "numbered words in fourteen columns or more",
        "xpos, feats, lemma, head, deprel; a system's predicted (P) columns where it fills them; semantic roles",
        "1\tMs.\tms.\tms.\tNNP\tNNP\t_\t_\t2\t2\tTITLE\tTITLE\t_\t_",
    ),
    "up": Format(
        "up",
        "Universal Propositions: CoNLL-U with more than ten columns",
        "numbered words in more than ten columns, the seventh of which holds heads",
        "semantic roles at the heads of arguments, and all layers of CoNLL-U",
        "1\tAna\tAna\tPROPN\tNNP\t_\t2\tnsubj\t_\t_\t_\tA0",
        brings=ROLES,
    ),
    "props": Format(
        "props",
        "CoNLL-2005 propositions, as srl-eval.pl reads them, or with columns before them",
        "columns of brackets ((A0*, *, *)) after one of verbs",
        "semantic roles over words",
        "eat\t(V*)",
        brings=ROLES,
    ),
    "conll2012": Format(
        "conll2012",
        "CoNLL-2011 and CoNLL-2012 (coreference)",
        "lines #begin document and #end document around documents",
        "mentions and chains, parts of speech, documents",
        "#begin document (ac1); part 000",
        mark=r"#\s*(?:begin|end)\s+document\b",
        brings=MENTIONS,
        filled=frozenset({"tag"}),
        in_steps=True,
    ),
    "corefjson": Format(
        "corefjson",
        "coreference as JSON lines",
        "every line is a JSON object with clusters",
        "mentions and chains, parts of speech (pos), documents",
        '{"doc_key": "a", "sentences": [["Ann", "slept"]], "clusters": [[[0, 0]]]}',
        mark=r"\s*[\[{]",
        brings=MENTIONS,
        filled=frozenset({"tag"}),
    ),
    "columns": Format(
        "columns",
        "one word a line: TSV, TreeTagger vertical, any columns with --columns",
        "lines of two or three columns, or any number with a column map; <s> and <text> are understood",
        "tag, or the layers that the column map names",
        "The\tDT",
    ),
    "bio": Format(
        "bio",
        "spans as tags, one word a line: CoNLL-2003, IOB1, IOB2, BIOES, BILOU, BMEWO",
        "columns (tabs or spaces), the last of which with such tags holds B-, I-, O",
        "spans (entities, chunks); tag word by word; -DOCSTART- begins a document",
        "Miramar\tNNP\tB-LOC",
        brings=SPANS,
        filled=frozenset({"tag"}),
    ),
    "spans_json": Format(
        "spans_json",
        "spans as JSON lines, with offsets in characters",
        "JSON objects with a text (or tokens) and a list of spans, entities or labels",
        "spans, nested and overlapping ones too; words are found in the text, or are its tokens",
        '{"text": "Ana lives in Porto.", "spans": [[13, 18, "LOC"]]}',
        mark=r"\s*\{",
        brings=SPANS,
    ),
    "brat": Format(
        "brat",
        "brat standoff: a.ann, and a.txt beside it",
        "lines T1, tab, LABEL START END",
        "spans, nested, overlapping and in pieces",
        "T1\tLOC 13 18\tPorto",
        mark=r"T[0-9]+\t",
        brings=SPANS,
    ),
    "discbracket": Format(
        "discbracket",
        "discontinuous bracketing (disco-dop)",
        "brackets, and every word has its place before it",
        "phrases, gaps and all, parts of speech",
        "(S (VP (PTKVZ 2=auf) (VVFIN 0=steht)) (NP (PPER 1=sie)))",
        writes=True,
        mark=r"\s*\(",
        brings=TREES,
        filled=frozenset({"tag"}),
    ),
    "penn": Format(
        "penn",
        "Penn bracketing, one tree a line or spread over many",
        "the first line begins with a bracket",
        "phrases, parts of speech; an empty line or (()) is a parse that failed",
        "(S (NP (DT The) (NN cat)) (VP (VBZ sleeps)))",
        writes=True,
        mark=r"\s*\(",
        brings=TREES,
        filled=frozenset({"tag"}),
    ),
    "export": Format(
        "export",
        "NEGRA export, formats 3 and 4",
        "lines #BOS and #EOS around sentences, or #FORMAT before them",
        "phrases, gaps and all, parts of speech, functions, lemma, feats",
        "#BOS 1",
        writes=True,
        mark=r"#(BOS|FORMAT|BOT) ",
        brings=TREES,
        filled=frozenset({"tag"}),
    ),
    "tigerxml": Format(
        "tigerxml",
        "TigerXML",
        "XML with <corpus> or <graph>",
        "phrases, gaps and all, parts of speech, functions, lemma, feats",
        '<corpus><body><s id="s1"><graph root="s1_500">',
        mark=r"\s*<(\?xml|corpus)",
        brings=TREES,
        filled=frozenset({"tag"}),
    ),
    "labels": Format(
        "labels",
        "one label a row: CSV, TSV, JSON, Parquet",
        "a header (or keys) with an id and a gold or predicted label",
        "label; an id, a text and any other columns as features; gold and systems in one table, or joined by id",
        "id,text,gold,a,b",
        mark=r"(?i)\ufeff?(\s*[\[{]|PAR1|[^\t]*[,;|]|.*\b(id|gold|labels?|class|true|pred\w*|y|y_\w+)\b)",
        brings=frozenset({"labels"}),
        filled=frozenset({"label"}),
        suffixes=(".csv", ".jsonl", ".ndjson", ".parquet"),
    ),
    "slashed": Format(
        "slashed",
        "one sentence a line, word_TAG or word/TAG",
        "every token holds the separator",
        "tag",
        "The_DT cat_NN sleeps_VBZ",
    ),
}


def module_of(name: str) -> Any:
    """The module of a format, imported when it is needed.

    Raises:
        UsageError: There is no such format.
    """
    if name not in FORMATS:
        raise UsageError(
            f"there is no format {name!r}", hint=f"--format {' | '.join(FORMATS)}; `tertium formats` explains them"
        )
    return import_module(FORMATS[name].module or f"tertium.formats.{name}")


def reader(name: str) -> Callable[[Text, Request], Corpus]:
    """The function that reads a format.

    Raises:
        UsageError: There is no such format.
    """
    read: Callable[[Text, Request], Corpus] = module_of(name).read
    return read
