"""Penn bracketing: `(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))`, one tree a line or spread over many.

Read without a loop over brackets: the bytes tell where brackets open and close, how deep each is, and which tokens are
labels (right after an opening bracket) and words; the k-th bracket that opens at a depth is closed by the k-th that
closes there. Where every line is balanced, a line is a tree and an empty line (or `(())`) a parse that failed; else
trees end where their outermost bracket does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import Corpus, Irregularity, Names, Surface
from tertium.errors import FormatError, shorten
from tertium.formats.sources import BOM, Text, explain_bad_utf8
from tertium.nodes import NO_NODE, Nodes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._typing import Codes, Mask, Offsets
    from tertium.corpus import Vocab
    from tertium.formats.request import Request

_OPEN, _CLOSE, _NEWLINE, _BLANK = b"()\n "
_NUL: Final = 0
_DEEPEST: Final = np.iinfo(np.int16).max
_OWN_BRACKET: Final = "every word needs a bracket of its own with its part of speech: (NN cat)"


@dataclass(frozen=True, eq=False, slots=True)
class Events:
    """Everything that happens in a file, in its order: brackets, tokens and ends of lines."""

    place: Offsets  # (n,)  in the bytes
    opens: Mask  # (n,)
    closes: Mask  # (n,)
    word: Mask  # (n,)
    label: Mask  # (n,)  a token right after an opening bracket
    line: Codes  # (n,)  line, from 0
    code: Codes  # (n_tokens,)  of labels and words
    n_lines: int


def read(text: Text, ask: Request) -> Corpus:
    """Read one file of bracketed trees."""
    data = np.frombuffer(text.data, dtype=np.uint8)
    if text.has_mark:
        data = data.copy()
        data[: len(BOM)] = _BLANK
    if b"\0" in text.data:
        line = text.data[: text.data.index(b"\0")].count(b"\n") + 1
        raise FormatError("there is a NUL byte", path=text.path, line=line, hint="give a text file")
    return build(text, find_events(text, data, ask.vocab), ask)


def find_events(text: Text, data: NDArray[np.uint8], vocab: Vocab) -> Events:
    """Look at every byte once."""
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
    code = _encode(text, data, is_token, vocab)
    return Events(place, opens, closes, word, label, line, code, n_lines)


def count_so_far(flags: Mask) -> Codes:
    """(n,) how many are set up to here, this one included."""
    counts = flags.astype(np.int32)
    return np.cumsum(counts, out=counts)


def _encode(text: Text, data: NDArray[np.uint8], is_token: Mask, vocab: Vocab) -> Codes:
    """Codes of all tokens in their order: the tokens one below the other are a table of one column."""
    import polars as pl

    kept = is_token.copy()
    kept[1:] |= is_token[:-1]  # and what ends them, which becomes the end of a line
    rows = np.where(is_token, data, np.uint8(_NEWLINE))[kept].tobytes()
    if not rows:
        return np.zeros(0, dtype=np.int32)
    try:
        frame = pl.read_csv(rows, has_header=False, separator="\x01", quote_char=None, schema={"token": vocab.dtype})
    except pl.exceptions.ComputeError:
        raise explain_bad_utf8(text.data, text.path) from None
    return vocab.take(frame["token"])


def build(text: Text, found: Events, ask: Request) -> Corpus:
    """Words, parts of speech and phrases.

    Raises:
        FormatError: Brackets do not match, or words stand where they should not.
    """
    steps = found.opens.astype(np.int32)
    steps -= found.closes
    level = np.cumsum(steps, out=steps)
    _check_balance(text, found, level)
    bracket = count_so_far(found.opens)  # at each event the last bracket that opened
    bracket -= 1
    depth = level[found.opens].astype(np.int16)
    order = np.argsort(depth, kind="stable")
    parent = _find_parents(depth, order)
    words_before = count_so_far(found.word)  # this one included, which matters to none that asks
    end = np.empty(len(depth), dtype=np.int32)
    end[order] = words_before[found.closes][np.argsort(level[found.closes].astype(np.int16), kind="stable")]
    owner = _check_words(text, found, bracket)
    labels = np.zeros(len(depth), dtype=np.int32)
    is_word = found.word[found.word | found.label]
    labels[bracket[found.label]] = found.code[~is_word]
    form = found.code[is_word]
    is_phrase = np.ones(len(depth), dtype=np.bool_)
    is_phrase[owner] = False
    number = np.full(len(depth) + 1, NO_NODE, dtype=np.int32)  # the last place is for no bracket
    number[:-1][is_phrase] = np.arange(np.count_nonzero(is_phrase), dtype=np.int32)
    line = found.line[found.opens]
    sentence, n_sents = _find_sentences(found, depth, line, level)
    bounds = np.arange(n_sents + 1)
    nodes = Nodes(
        sent_start=np.searchsorted(sentence[is_phrase], bounds).astype(np.int64),
        label=labels[is_phrase],
        parent=number[parent[is_phrase]],
        start=words_before[found.opens][is_phrase],
        end=end[is_phrase],
        of_word=number[parent[owner]],
        line=line[is_phrase] + 1,
    )
    n = len(form)
    return Corpus(
        name=ask.name,
        format="penn",
        vocab=ask.vocab,
        sent_start=np.searchsorted(sentence[owner], bounds).astype(np.int64),
        columns={"form": form, "tag": labels[owner]},
        surface=Surface(form, np.arange(n + 1, dtype=np.int64), np.zeros(n, dtype=np.bool_)),
        line=found.line[found.word] + 1,
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
        line = int(found.line[int(np.argmax(level))]) + 1
        raise FormatError(f"brackets are nested {_DEEPEST:,} deep", path=text.path, line=line, hint="repair the tree")
    below = np.flatnonzero(level < 0)
    if len(below):
        line = int(found.line[below[0]]) + 1
        raise FormatError(
            "a bracket is closed that was never opened", path=text.path, line=line, hint="repair the tree"
        )
    outside = np.flatnonzero(level == 0)
    start = int(outside[-1]) + 1 if len(outside) else 0
    n = int(level[-1])
    what = "a bracket is" if n == 1 else f"{n:,} brackets are"
    line = int(found.line[start]) + 1
    raise FormatError(f"{what} never closed, from here on", path=text.path, line=line, hint="repair the tree")


def _check_words(text: Text, found: Events, bracket: Codes) -> Codes:
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
        raise FormatError(message, path=text.path, line=int(found.line[event]) + 1, hint=_OWN_BRACKET)
    return bracket[found.word]


def _find_sentences(found: Events, depth: NDArray[np.int16], line: Codes, level: Codes) -> tuple[Codes, int]:
    """(n_brackets,) the sentence of each bracket, and how many there are."""
    outer = depth == 1
    starts, stops = line[outer], found.line[found.closes & (level == 0)]
    if np.array_equal(starts, stops) and (np.diff(starts) > 0).all():  # a tree a line, or a line without one
        return line, found.n_lines
    return np.cumsum(outer, dtype=np.int32) - 1, int(np.count_nonzero(outer))
