"""Penn bracketing: `(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))`, one tree a line or spread over many.

Read without a loop over brackets: the bytes tell where brackets open and close, how deep each is, and which tokens are
labels (right after an opening bracket) and words (`formats.bracket_places`). Brackets around words are then done with;
of the others the k-th that opens at a depth is closed by the k-th that closes there. Where every line is balanced, a
line is a tree and an empty line (or `(())`) a parse that failed; else trees end where their outermost bracket does.
Written a tree a line; brackets in words become -LRB- and -RRB-, in labels square ones.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Corpus, Irregularity, Names
from tertium.errors import FormatError, InputError, UsageError, shorten
from tertium.formats.bracket_places import count_so_far, find_places
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
    from tertium.formats.bracket_places import Places
    from tertium.formats.request import Request

_BLANK: Final = ord(" ")
_ROUND: Final = {"(": "-LRB-", ")": "-RRB-"}
_TOKEN: Final = re.compile(rb"[^\s()]+")  # a word may begin with white space of another script
_DEEPEST: Final = np.iinfo(np.int16).max
_LEAF: Final = re.compile(r"\([^\s()]+ +[^\s()]+ *\)|^\s*\(\s*\(?\s*\)?\s*\)\s*$")  # (NN cat), or a parse that failed
_OWN_BRACKET: Final = "every word needs a bracket of its own with its part of speech: (NN cat)"


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    own = [line.lstrip() for line in lines if not line.startswith("#")]
    if not own or not own[0].startswith("("):
        return None
    return "lines begin with a bracket" if any(_LEAF.search(line) for line in own) else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of bracketed trees."""
    data = look_at_bytes(text)
    if ask.conventions.brackets.dialect in ("evalb", "spmrl") and ask.conventions.reading == "evalb":
        return read_as_evalb(text, data, ask)
    pieces = read_pieces(text, data, lambda whole, piece: _read_alone(whole, piece, ask))
    if pieces is not None:
        return pieces
    found, rows = find_places(data)
    return build(text, found, _encode(text, rows, ask.vocab), ask)


def _read_alone(
    text: Text, piece: NDArray[np.uint8], ask: Request, *, by_line: bool = False
) -> tuple[Corpus, int] | None:
    """A piece of a file by itself and its number of lines; None where something is odd."""
    found, rows = find_places(piece)
    if by_line and len(find_odd_lines(found, piece)):
        return None
    try:
        return build(text, found, _encode(text, rows, ask.vocab), ask, by_line=by_line), len(found.line_end)
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
    found, rows = find_places(data)
    odd, faults = find_odd_lines(found, data), tuple[Fault, ...]()
    if len(odd):
        good, faults = rewrite_lines(Text(data.tobytes(), text.path), odd)
        found, rows = find_places(np.frombuffer(good.data, dtype=np.uint8))
    corpus = build(text, found, _encode(text, rows, ask.vocab), ask, by_line=True)
    if len(odd) and corpus.nodes is not None:
        form = ask.vocab.rewrite(corpus.columns["form"], lambda text: "" if text == NO_LETTERS else text)
        corpus = replace(corpus, columns={**corpus.columns, "form": form}, nodes=replace(corpus.nodes, faults=faults))
    excess = find_excess(text, corpus, dialect)
    return replace(corpus, irregularities=(*corpus.irregularities, *excess))


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


def build(text: Text, found: Places, code: Codes, ask: Request, *, by_line: bool = False) -> Corpus:
    """Words, parts of speech and phrases; `code` are those of all tokens, in their order.

    Sentences are trees, or lines whatever they hold.

    Raises:
        FormatError: Brackets do not match, or words stand where they should not.
    """
    _check_balance(text, found)
    _check_words(text, found)
    n = len(found.word)
    is_phrase = np.ones(len(found.bracket), dtype=np.bool_)
    is_phrase[found.before] = is_phrase[found.before + 1] = False
    at = np.flatnonzero(is_phrase)  # brackets of phrases
    words_before = ((at - np.arange(len(at))) >> 1).astype(np.int32)  # each has two brackets
    opens, level = found.opens[at], found.level[at]
    opened, closed = np.flatnonzero(opens), np.flatnonzero(~opens)
    depth = level[opened].astype(np.int16)
    order = np.argsort(depth, kind="stable")
    closing = closed[np.argsort(level[closed].astype(np.int16), kind="stable")]  # of the nodes in that order
    parent = _find_parents(depth, order)
    start, end = words_before[opened], np.empty(len(depth), dtype=np.int32)
    end[order] = words_before[closing]
    around = np.full(len(at) + 1, NO_NODE, dtype=np.int32)  # the phrase that is open after each; the last: after none
    around[opened] = np.arange(len(opened), dtype=np.int32)
    around[closing] = parent[order]
    of_word = around[found.before - 2 * np.arange(n) - 1]
    opened = at[opened]
    labels = count_so_far(found.labelled)
    form_at = labels[found.before] + np.arange(n)
    if by_line:
        ends = found.line_end
    else:  # trees open with phrases that nothing is above, and with such words
        ends = _find_ends(found, np.sort(np.append(opened[depth == 1], found.before[of_word == NO_NODE])))
    n_sents = len(ends)
    nodes = Nodes(
        sent_start=_cut(found.bracket[opened], ends),
        label=_name(code, labels[opened] + start - 1, found.labelled[opened]),
        parent=parent,
        start=start,
        end=end,
        of_word=of_word,
        line=found.lines_at(found.bracket[opened]) + 1,
    )
    form = code[form_at]
    return Corpus(
        name=ask.name,
        format="penn",
        vocab=ask.vocab,
        sent_start=_cut(found.word, ends),
        columns={"form": form, "tag": _name(code, form_at - 1, found.labelled[found.before])},
        line=found.lines_at(found.word) + 1,
        paths=(text.path,),
        file_start=np.array([0, n], dtype=np.int64),
        doc_start=np.array([0, n_sents], dtype=np.int64),
        sentence_names=Names(n_sents),
        document_names=Names(1),
        irregularities=(Irregularity("byte-order marks", 1, text.path, 1),) if text.has_mark else (),
        nodes=nodes,
    )


def _cut(places: Offsets, ends: Offsets) -> Offsets:
    """(n_sents + 1,) where sentences begin among what is in these places."""
    starts: Offsets = np.append(0, np.searchsorted(places, ends))
    return starts


def _name(code: Codes, token: Offsets, named: Mask) -> Codes:
    """(n,) the codes of tokens; the empty string's where there is none."""
    if named.all():
        return code[token]
    names: Codes = np.zeros(len(token), dtype=np.int32)
    names[named] = code[token[named]]
    return names


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


def _check_balance(text: Text, found: Places) -> None:
    level = found.level
    if not len(level) or (level[-1] == 0 and level.min() >= 0 and level.max() < _DEEPEST):
        return
    if level.max() >= _DEEPEST:
        raise _blame(text, found, int(np.argmax(level)), f"brackets are nested {_DEEPEST:,} deep")
    below = np.flatnonzero(level < 0)
    if len(below):
        raise _blame(text, found, int(below[0]), "a bracket is closed that was never opened")
    outside = np.flatnonzero(level == 0)
    start = int(outside[-1]) + 1 if len(outside) else 0
    n = int(level[-1])
    what = "a bracket is" if n == 1 else f"{n:,} brackets are"
    opening = start + int(np.argmax(found.opens[start:]))
    raise _blame(text, found, opening, f"{what} never closed, from here on")


def _check_words(text: Text, found: Places) -> None:
    """Each word has a bracket that holds it, and its part of speech, and nothing else.

    Raises:
        FormatError: A word stands outside all brackets, beside a bracket or beside another word.
    """
    if not len(found.loose):
        return
    word = int(found.loose[0])
    start = int(found.word[word])
    token = b"".join(_TOKEN.findall(text.data, start, start + 200)[:1]).decode("utf-8", "replace")
    message = f"the word {shorten(token)!r} stands beside other words or brackets, or outside all of them"
    raise _blame(text, found, int(found.before[word]) + 1, message, place=start, hint=_OWN_BRACKET)


def _blame(
    text: Text, found: Places, bracket: int, message: str, *, place: int | None = None, hint: str = "repair the tree"
) -> FormatError:
    """The error for a bracket, or for something else right before it; with its line and sentence."""
    here = int(found.bracket[bracket]) if place is None else place
    line = int(np.searchsorted(found.line_end, here)) + 1
    opens, level = found.opens[:bracket], found.level[:bracket]
    ends = np.flatnonzero(~opens & (level == 0))
    starts = np.flatnonzero(opens & (level == 1))[: len(ends)]
    a_tree_a_line = _is_tree_a_line(found, starts, ends)
    return FormatError(
        message, path=text.path, line=line, sentence=str(line if a_tree_a_line else len(ends) + 1), hint=hint
    )


def _is_tree_a_line(found: Places, starts: Offsets, stops: Offsets) -> bool:
    """Whether trees, known by their outer brackets, stand on one line each, no two on the same."""
    lines = found.lines_at(found.bracket[starts])
    return np.array_equal(lines, found.lines_at(found.bracket[stops])) and bool((np.diff(lines) > 0).all())


def _find_ends(found: Places, tops: Offsets) -> Offsets:
    """(n_sents,) where sentences end, in the bytes; `tops` are the brackets that open trees."""
    if _is_tree_a_line(found, tops, np.append(tops[1:], len(found.bracket))[: len(tops)] - 1):
        return found.line_end  # a tree a line, or a line without one
    ends: Offsets = np.append(found.bracket[tops[1:]], found.line_end[-1:])
    return ends


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
