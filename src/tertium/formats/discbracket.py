"""Discontinuous bracketing: `(S (VP (V 2=saw) (NP 0=whom)) (NP 1=I))`, words with their places in the sentence.

The format of disco-dop (van Cranenburgh et al. 2016). Read as Penn bracketing, then the words are put into their order;
a comment may follow a tree after a tab. Round brackets in words are written #LRB# and #RRB#, as disco-dop does.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError, shorten
from tertium.formats.bracket_places import find_places
from tertium.formats.bracketed import draw_brackets, spell
from tertium.formats.penn import build, look_at_bytes, read_rows
from tertium.formats.penn import recognise as recognise_brackets
from tertium.formats.sources import Text
from tertium.nodes import arrange

if TYPE_CHECKING:
    import polars as pl

    from tertium._typing import Offsets
    from tertium.corpus import Corpus
    from tertium.formats.request import Request

_ROUND: Final = {"(": "#LRB#", ")": "#RRB#"}
_PLACED: Final = re.compile(r"\([^\s()]*\s+([0-9]+=)?[^\s()]+\s*\)")  # (NN 3=cat), or (NN cat) without the place
_NUMBERED: Final = r"(?s)^([0-9]{1,9})=(.+)$"
_HINT: Final = "every word is written with its place in the sentence, from 0: (NN 3=cat)"


def recognise(lines: list[str]) -> str | None:
    """Why lines are of this format; None if they are not."""
    if recognise_brackets(lines) is None:
        return None
    placed = [match[1] for line in lines if not line.startswith("#") for match in _PLACED.finditer(line)]
    return "brackets, and every word has its place before it" if placed and all(placed) else None


def read(text: Text, ask: Request) -> Corpus:
    """Read one file.

    Raises:
        FormatError: Brackets do not match, or the places of words are not 0, 1, 2, ... in some order.
    """
    import polars as pl

    text = _blank_comments(text)
    found, rows = find_places(look_at_bytes(text))
    tokens = read_rows(text, rows, pl.String())
    is_word = np.zeros(len(tokens), dtype=np.bool_)
    is_word[found.number_words()] = True
    parts = tokens.str.extract_groups(_NUMBERED).struct
    place = parts.field("1").cast(pl.Int32).fill_null(-1).to_numpy()[is_word]
    form = parts.field("2").str.replace_all("#LRB#", "(", literal=True).str.replace_all("#RRB#", ")", literal=True)
    words = pl.Series(is_word)
    code = ask.vocab.take(form.zip_with(words & form.is_not_null(), tokens).cast(ask.vocab.dtype))
    corpus = build(text, found, code, ask)
    sentence = corpus.sentence_of_words()
    order = np.lexsort((place, sentence))
    wrong = np.flatnonzero(place[order] != corpus.position_of_words() - 1)
    if len(wrong):
        raise _explain(corpus, tokens.filter(words), place, int(sentence[wrong[0]]))
    return _reorder(replace(corpus, format="discbracket"), order)


def _blank_comments(text: Text) -> Text:
    """The text with blanks instead of what follows a tab after a whole tree."""
    if b"\t" not in text.data:
        return text
    lines = text.data.split(b"\n")
    for number, line in enumerate(lines):
        tree, tab, comment = line.partition(b"\t")
        if tab and tree.count(b"(") == tree.count(b")"):
            lines[number] = tree + b" " * (1 + len(comment))
    return Text(b"\n".join(lines), text.path)


def _explain(corpus: Corpus, tokens: pl.Series, place: Offsets, sentence: int) -> FormatError:
    """What is wrong with the places of a sentence's words."""
    rows = np.arange(*corpus.sent_start[sentence : sentence + 2])
    bare, n = rows[place[rows] < 0], len(rows)
    twice = [row for row in rows if row > rows[0] and place[row] in place[rows[0] : row]]
    beyond = rows[place[rows] >= n]
    if len(bare):
        row, what = int(bare[0]), "has no place in the sentence"
    elif twice:
        row, what = int(twice[0]), f"has the place of another word, {place[twice[0]]}"
    else:
        row, what = int(beyond[0]), f"has place {place[beyond[0]]}, but the sentence has {n} words"
    return FormatError(
        f"the word {shorten(tokens[row])!r} {what}",
        path=corpus.path_of(0),
        line=int(corpus.line[row]),
        sentence=str(sentence + 1),
        hint=_HINT,
    )


def _reorder(corpus: Corpus, order: Offsets) -> Corpus:
    """The corpus with its words in another order, within their sentences."""
    nodes = corpus.nodes
    if nodes is None:
        return corpus
    form = corpus.columns["form"][order]
    return replace(
        corpus,
        columns={"form": form, "tag": corpus.columns["tag"][order]},
        line=corpus.line[order],
        nodes=arrange(
            sent_start=nodes.sent_start,
            word_start=corpus.sent_start,
            label=nodes.label,
            parent=nodes.parent,
            of_word=nodes.of_word[order],
            line=nodes.line,
        ),
    )


def write(corpus: Corpus, *, functions: bool = False) -> str:
    """The trees, one a line; an empty line is a parse that failed.

    Raises:
        UsageError: There are no trees, or a word cannot be written.
    """
    forms = [spell(form, _ROUND) for form in corpus.vocab.decode(corpus.columns["form"])]
    places = (corpus.position_of_words() - 1).tolist()

    def leaf(word: int) -> str:
        return f"{places[word]}={forms[word]}"

    return "".join(f"{line}\n" for line in draw_brackets(corpus, leaf, functions=functions))
