"""Penn bracketing: `(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))`, one tree a line or spread over many.

Read without a loop over brackets: the bytes tell where brackets open and close, how deep each is, and which tokens are
labels (right after an opening bracket) and words; the k-th bracket that opens at a depth is closed by the k-th that
closes there. Where every line is balanced, a line is a tree and an empty line (or `(())`) a parse that failed; else
trees end where their outermost bracket does. Written a tree a line; brackets in words become -LRB- and -RRB-, in labels
square ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Corpus, Irregularity, Names, Surface
from tertium.errors import FormatError, InputError, UsageError, shorten
from tertium.formats.bracketed import draw_brackets, spell
from tertium.formats.evalb_lines import NO_LETTERS, find_excess, find_odd_lines, rewrite_lines
from tertium.formats.pieces import read_pieces
from tertium.formats.sources import BOM, Text, explain_bad_utf8
from tertium.nodes import NO_NODE, Fault, Nodes

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray
    from polars._typing import PolarsDataType as PolarsType

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Vocab
    from tertium.formats.request import Request

_OPEN, _CLOSE, _NEWLINE, _BLANK = b"()\n "
_NUL: Final = 0
_ROUND: Final = {"(": "-LRB-", ")": "-RRB-"}
_DEEPEST: Final = np.iinfo(np.int16).max
_LEAF: Final = re.compile(r"\([^\s()]+ +[^\s()]+ *\)|^\s*\(\s*\(?\s*\)?\s*\)\s*$")  # (NN cat), or a parse that failed
_OWN_BRACKET: Final = "every word needs a bracket of its own with its part of speech: (NN cat)"


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    own = [line.lstrip() for line in lines if not line.startswith("#")]
    if not own or not own[0].startswith("("):
        return None
    return "lines begin with a bracket" if any(_LEAF.search(line) for line in own) else None


@dataclass(frozen=True, eq=False, slots=True)
class Events:
    """Everything that happens in a file, in its order: brackets, tokens and ends of lines."""

    place: Offsets  # (n,)  in the bytes
    opens: Mask  # (n,)
    closes: Mask  # (n,)
    word: Mask  # (n,)
    label: Mask  # (n,)  a token right after an opening bracket
    line: Codes  # (n,)  line, from 0
    n_lines: int


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of bracketed trees."""
    data = look_at_bytes(text)
    if ask.conventions.brackets.dialect in ("evalb", "spmrl") and ask.conventions.reading == "evalb":
        return read_as_evalb(text, data, ask)
    pieces = read_pieces(text, data, lambda whole, piece: _read_alone(whole, piece, ask))
    if pieces is not None:
        return pieces
    found, rows = find_events(data)
    return build(text, found, _encode(text, rows, ask.vocab), ask)


def _read_alone(
    text: Text, piece: NDArray[np.uint8], ask: Request, *, by_line: bool = False
) -> tuple[Corpus, int] | None:
    """A piece of a file by itself and its number of lines; None where something is odd."""
    found, rows = find_events(piece)
    if by_line and len(find_odd_lines(found, piece)):
        return None
    try:
        return build(text, found, _encode(text, rows, ask.vocab), ask, by_line=by_line), found.n_lines
    except InputError:  # said when the whole file is read
        return None


def look_at_bytes(text: Text) -> NDArray[np.uint8]:
    """The bytes of a file, a byte-order mark blanked.

    Raises:
        FormatError: There is a NUL byte.
    """
    if b"\0" in text.data:
        line = text.data[: text.data.index(b"\0")].count(b"\n") + 1
        raise FormatError("there is a NUL byte", path=text.path, line=line, hint="give a text file")
    data = np.frombuffer(text.data, dtype=np.uint8)
    if text.has_mark:
        data = data.copy()
        data[: len(BOM)] = _BLANK
    return data


def read_as_evalb(text: Text, data: NDArray[np.uint8], ask: Request) -> Corpus:
    """A line is a tree; what is wrong with a line is kept as a fault of its sentence."""
    dialect = ask.conventions.brackets.dialect
    pieces = read_pieces(text, data, lambda whole, piece: _read_alone(whole, piece, ask, by_line=True))
    if pieces is not None:
        return replace(pieces, irregularities=(*pieces.irregularities, *find_excess(text, pieces, dialect)))
    found, rows = find_events(data)
    odd, faults = find_odd_lines(found, data), tuple[Fault, ...]()
    if len(odd):
        good, faults = rewrite_lines(Text(data.tobytes(), text.path), odd)
        found, rows = find_events(np.frombuffer(good.data, dtype=np.uint8))
    corpus = build(text, found, _encode(text, rows, ask.vocab), ask, by_line=True)
    if len(odd) and corpus.nodes is not None:
        form = ask.vocab.rewrite(corpus.columns["form"], lambda text: "" if text == NO_LETTERS else text)
        corpus = replace(corpus, columns={**corpus.columns, "form": form}, nodes=replace(corpus.nodes, faults=faults))
    excess = find_excess(text, corpus, dialect)
    return replace(corpus, irregularities=(*corpus.irregularities, *excess))


def find_events(data: NDArray[np.uint8]) -> tuple[Events, bytes]:
    """Look at every byte once: what happens, and all tokens one below the other."""
    is_bracket = (data == _OPEN) | (data == _CLOSE)
    is_token = (data > _BLANK) & ~is_bracket
    happens = is_token.copy()
    happens[1:] &= ~is_token[:-1]
    labels = happens.copy()
    labels[:1] = False
    labels[1:] &= data[:-1] == _OPEN
    happens |= is_bracket
    happens |= data == _NEWLINE
    place = np.flatnonzero(happens)
    kind, label = data[place], labels[place]
    opens, closes, newline = kind == _OPEN, kind == _CLOSE, kind == _NEWLINE
    word = ~(opens | closes | newline | label)
    line = count_so_far(newline) - newline
    n_lines = int(np.count_nonzero(newline)) + bool(len(data) and data[-1] != _NEWLINE)
    kept = is_token.copy()
    kept[1:] |= is_token[:-1]  # and what ends them, which becomes the end of a line
    rows = np.where(is_token, data, np.uint8(_NEWLINE))[kept].tobytes()
    return Events(place, opens, closes, word, label, line, n_lines), rows


def count_so_far(flags: Mask) -> Codes:
    """(n,) how many are set up to here, this one included."""
    counts = flags.astype(np.int32)
    return np.cumsum(counts, out=counts)


def read_rows(text: Text, rows: bytes, dtype: PolarsType) -> pl.Series:
    """The tokens as a table of one column.

    Raises:
        SourceError: The file is not UTF-8.
    """
    import polars as pl

    if not rows:
        return pl.Series([], dtype=dtype)
    try:
        frame = pl.read_csv(rows, has_header=False, separator="\x01", quote_char=None, schema={"token": dtype})
    except pl.exceptions.ComputeError:
        raise explain_bad_utf8(text.data, text.path) from None
    return frame["token"]


def _encode(text: Text, rows: bytes, vocab: Vocab) -> Codes:
    return vocab.take(read_rows(text, rows, vocab.dtype))


def build(text: Text, found: Events, code: Codes, ask: Request, *, by_line: bool = False) -> Corpus:
    """Words, parts of speech and phrases; `code` are those of all tokens, in their order.

    Sentences are trees, or lines whatever they hold.

    Raises:
        FormatError: Brackets do not match, or words stand where they should not.
    """
    steps = found.opens.astype(np.int32)
    steps -= found.closes
    level = np.cumsum(steps, out=steps)
    _check_balance(text, found, level)
    bracket = count_so_far(found.opens)  # at each event the last bracket that opened
    bracket -= 1
    opened, closed = np.flatnonzero(found.opens), np.flatnonzero(found.closes)
    depth = level[opened].astype(np.int16)
    order = np.argsort(depth, kind="stable")
    parent = _find_parents(depth, order)
    words_before = count_so_far(found.word)  # this one included, which matters to none that asks
    end = np.empty(len(depth), dtype=np.int32)
    end[order] = words_before[closed[np.argsort(level[closed].astype(np.int16), kind="stable")]]
    owner = _check_words(text, found, level, bracket)
    labels = np.zeros(len(depth), dtype=np.int32)
    tokens = np.flatnonzero(found.word | found.label)
    is_word = found.word[tokens]
    labels[bracket[tokens[~is_word]]] = code[~is_word]
    form = code[is_word]
    is_phrase = np.ones(len(depth), dtype=np.bool_)
    is_phrase[owner] = False
    phrase = np.flatnonzero(is_phrase)
    number = np.full(len(depth) + 1, NO_NODE, dtype=np.int32)  # the last place is for no bracket
    number[phrase] = np.arange(len(phrase), dtype=np.int32)
    line = found.line[opened]
    sentence, n_sents = (line, found.n_lines) if by_line else _find_sentences(found, depth, line, level)
    bounds = np.arange(n_sents + 1)
    nodes = Nodes(
        sent_start=np.searchsorted(sentence[phrase], bounds).astype(np.int64),
        label=labels[phrase],
        parent=number[parent[phrase]],
        start=words_before[opened[phrase]],
        end=end[phrase],
        of_word=number[parent[owner]],
        line=line[phrase] + 1,
    )
    n = len(form)
    return Corpus(
        name=ask.name,
        format="penn",
        vocab=ask.vocab,
        sent_start=np.searchsorted(sentence[owner], bounds).astype(np.int64),
        columns={"form": form, "tag": labels[owner]},
        surface=Surface(form, np.arange(n + 1, dtype=np.int64), np.zeros(n, dtype=np.bool_)),
        line=found.line[tokens[is_word]] + 1,
        paths=(text.path,),
        file_start=np.array([0, n], dtype=np.int64),
        doc_start=np.array([0, n_sents], dtype=np.int64),
        sentence_names=Names(n_sents),
        document_names=Names(1),
        irregularities=(Irregularity("byte-order marks", 1, text.path, 1),) if text.has_mark else (),
        nodes=nodes,
    )


def _find_parents(depth: NDArray[np.int16], order: Offsets) -> Codes:
    """(n_brackets,) the bracket around each: the one before it if it is the first inside, else its sibling's."""
    n = len(depth)
    first = np.ones(n, dtype=np.bool_)
    first[1:] = depth[1:] > depth[:-1]
    ordered = first[order]
    last_first = np.maximum.accumulate(np.where(ordered, np.arange(n), 0))
    parent = np.empty(n, dtype=np.int32)
    parent[order] = order[last_first] - 1
    parent[depth == 1] = NO_NODE
    return parent


def _check_balance(text: Text, found: Events, level: Codes) -> None:
    if not len(level) or (level[-1] == 0 and level.min() >= 0 and level.max() < _DEEPEST):
        return
    if level.max() >= _DEEPEST:
        raise _blame(text, found, level, int(np.argmax(level)), f"brackets are nested {_DEEPEST:,} deep")
    below = np.flatnonzero(level < 0)
    if len(below):
        raise _blame(text, found, level, int(below[0]), "a bracket is closed that was never opened")
    outside = np.flatnonzero(level == 0)
    start = int(outside[-1]) + 1 if len(outside) else 0
    n = int(level[-1])
    what = "a bracket is" if n == 1 else f"{n:,} brackets are"
    opening = start + int(np.argmax(found.opens[start:]))
    raise _blame(text, found, level, opening, f"{what} never closed, from here on")


def _blame(
    text: Text, found: Events, level: Codes, event: int, message: str, *, hint: str = "repair the tree"
) -> FormatError:
    """The error for something that happens in the file, with its line and sentence."""
    line = int(found.line[event]) + 1
    ends = np.flatnonzero(found.closes[:event] & (level[:event] == 0))
    starts = np.flatnonzero(found.opens[:event] & (level[:event] == 1))[: len(ends)]
    lines = found.line[ends]
    a_tree_a_line = np.array_equal(found.line[starts], lines) and bool((np.diff(lines) > 0).all())
    return FormatError(
        message, path=text.path, line=line, sentence=str(line if a_tree_a_line else len(ends) + 1), hint=hint
    )


def _check_words(text: Text, found: Events, level: Codes, bracket: Codes) -> Codes:
    """(n_words,) the bracket that holds each word and its part of speech, and nothing else.

    Raises:
        FormatError: A word stands outside all brackets, beside a bracket or beside another word.
    """
    places = np.flatnonzero(found.word)
    inside = not len(places) or (places[0] > 0 and places[-1] + 1 < len(found.word))
    if inside and (found.label[places - 1] & found.closes[places + 1]).all():  # as it should be, everywhere
        return bracket[places]
    solid = np.flatnonzero(found.opens | found.closes | found.word)  # without labels and ends of lines
    at = np.flatnonzero(found.word[solid])
    before = found.opens[solid[np.maximum(at - 1, 0)]] & (at > 0)
    after = found.closes[solid[np.minimum(at + 1, len(solid) - 1)]] & (at + 1 < len(solid))
    wrong = np.flatnonzero(~(before & after))
    if len(wrong):
        event = int(solid[at[wrong[0]]])
        start = int(found.place[event])
        token = text.data[start : start + 200].decode("utf-8", "replace").split()[0].split(")")[0].split("(")[0]
        message = f"the word {shorten(token)!r} stands beside other words or brackets, or outside all of them"
        raise _blame(text, found, level, event, message, hint=_OWN_BRACKET)
    return bracket[found.word]


def _find_sentences(found: Events, depth: NDArray[np.int16], line: Codes, level: Codes) -> tuple[Codes, int]:
    """(n_brackets,) the sentence of each bracket, and how many there are."""
    outer = depth == 1
    closed = np.flatnonzero(found.closes)
    starts, stops = line[outer], found.line[closed[level[closed] == 0]]
    if np.array_equal(starts, stops) and (np.diff(starts) > 0).all():  # a tree a line, or a line without one
        return line, found.n_lines
    return np.cumsum(outer, dtype=np.int32) - 1, int(np.count_nonzero(outer))


def write(corpus: Corpus, *, functions: bool = False) -> str:
    """The trees, one a line; an empty line is a parse that failed.

    Args:
        corpus: Trees without gaps.
        functions: Write the functions of phrases behind their labels, as in NP-SB.

    Raises:
        UsageError: A phrase is discontinuous, or a word cannot be written.
    """
    nodes = corpus.nodes
    if nodes is not None and (gaps := np.flatnonzero(nodes.is_gappy())).size:
        sentence = int(np.searchsorted(nodes.sent_start, gaps[0], side="right"))
        raise UsageError(
            f"Penn bracketing cannot hold discontinuous phrases, and {len(gaps):,} are (the first in sentence "
            f"{sentence})",
            hint="write discbracket or export, or resolve the crossing branches (--resolve-crossing)",
        )
    forms = [spell(form, _ROUND) for form in corpus.vocab.decode(corpus.columns["form"])]
    return "".join(f"{line}\n" for line in draw_brackets(corpus, forms.__getitem__, functions=functions))
