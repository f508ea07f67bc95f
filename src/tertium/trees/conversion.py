"""Phrase-structure trees as dependency trees, for tools that read CoNLL-U.

Heads come from head rules (`trees/heads.py`). The relation of a word is the function of the largest phrase that it
heads (NP-SBJ: SBJ), and where there is none the labels of that phrase, of the phrase above and of its head child
(`NP|VP|VBD`, after Collins 1999); the head of a sentence is `root`, punctuation `punct`. Traces are left out, and so
are sentences without words, which CoNLL-U cannot write; sentences keep their numbers as `sent_id`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.corpus import ROOT, Corpus, Names
from tertium.errors import UsageError
from tertium.formats import conllu
from tertium.headrules import HeadRules, find_functions, shorten
from tertium.trees.heads import Headed, has_function, head_trees, tells_head

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets

ROOT_RELATION: Final = "root"
PUNCTUATION_RELATION: Final = "punct"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Heads by function labels against heads by rules alone (Rehbein and van Genabith 2007, section 3.3)."""

    words: int  # punctuation and traces aside
    words_agree: int
    phrases: int  # whose head child is known by its function, among several children
    phrases_agree: int

    @property
    def words_share(self) -> float:
        """Share of words with the same head either way."""
        return self.words_agree / self.words if self.words else 0.0

    @property
    def phrases_share(self) -> float:
        """Share of phrases whose function label and rule choose the same child."""
        return self.phrases_agree / self.phrases if self.phrases else 0.0


@dataclass(frozen=True, eq=False, slots=True)
class Conversion:
    """A treebank as dependencies, and what was decided on the way."""

    corpus: Corpus
    heads: str  # name of the head rules
    agreement: Agreement | None  # None: the trees have no function that tells heads
    left_out: tuple[int, ...]  # sentences without words, from 0
    notes: tuple[str, ...] = ()

    def to_conllu(self) -> str:
        """The dependencies as CoNLL-U."""
        return conllu.write(self.corpus)


def convert_trees(corpus: Corpus, rules: HeadRules, notes: tuple[str, ...] = ()) -> Conversion:
    """Turn trees into dependencies.

    Raises:
        UsageError: There are no trees.
    """
    headed = head_trees(corpus, rules)
    tags = corpus.columns["tag"]
    kept = ~corpus.vocab.flag(tags, rules.is_empty)
    tags_tell = bool(has_function(corpus.vocab, tags, rules).any())  # functions follow tags (NN-HD), not case (N-D)
    relation = _name_relations(corpus, headed, rules, tags_tell=tags_tell)
    if tags_tell:
        corpus = corpus.with_columns({"tag": _plain(corpus, tags)})
    result, left_out = _drop_words(corpus, headed.head, relation, kept)
    said = list(notes)
    n_traces = int(np.count_nonzero(~kept))
    if n_traces:
        said.append(f"{n_traces:,} trace{'s are' if n_traces > 1 else ' is'} left out")
    if left_out:
        numbers = ", ".join(str(number + 1) for number in left_out[:5])
        more = ", ..." if len(left_out) > 5 else ""  # noqa: PLR2004 (as many as are named)
        what = "sentences have no words and are" if len(left_out) > 1 else "sentence has no words and is"
        said.append(f"{len(left_out):,} {what} left out ({numbers}{more})")
    return Conversion(result, rules.name, check_functions(corpus, rules, headed), left_out, tuple(said))


def check_functions(corpus: Corpus, rules: HeadRules, by_function: Headed) -> Agreement | None:
    """How often rules alone find the heads that function labels tell; None: there are no such labels."""
    children = by_function.children
    told = tells_head(corpus.vocab, children, rules)
    if not told.any():
        return None
    by_rule = head_trees(corpus, replace(rules, functions=()))
    words = ~corpus.vocab.flag(corpus.columns["tag"], rules.is_silent)
    siblings = np.bincount(children.parent)
    asked = np.flatnonzero(told & by_function.is_head & (siblings[children.parent] > 1))
    return Agreement(
        words=int(np.count_nonzero(words)),
        words_agree=int(np.count_nonzero((by_function.head == by_rule.head)[words])),
        phrases=len(asked),
        phrases_agree=int(np.count_nonzero(by_rule.is_head[asked])),
    )


def _name_relations(corpus: Corpus, headed: Headed, rules: HeadRules, *, tags_tell: bool) -> Codes:
    """(n_words,) a relation for each word, from the labels around the largest phrase that it heads."""
    vocab, children, nodes = corpus.vocab, headed.children, corpus.nodes
    if nodes is None:
        raise UsageError(f"{corpus.path_of(0)} has no trees", hint="give bracketed trees")
    tags = corpus.columns["tag"]
    relation = np.full(corpus.n_words, vocab.code(ROOT_RELATION), dtype=np.int32)
    below = np.flatnonzero(~headed.is_head)
    own = children.label[below]
    functions = vocab.rewrite(own, lambda text: "-".join(find_functions(text)))
    labels = np.concatenate([nodes.label, np.full(corpus.n_sents, vocab.code("ROOT"), dtype=np.int32)])
    rows = np.concatenate([nodes.label, tags])
    path = vocab.combine(
        [_plain(corpus, part) for part in (own, labels[children.parent[below]], rows[headed.governor[below]])]
    )
    has_none = vocab.flag(functions, lambda text: not text)
    if not tags_tell:
        has_none |= children.row[below] >= nodes.n_nodes
    if children.function is not None:
        beside = children.function[below]
        functions = np.where(has_none, beside, functions)
        has_none &= vocab.flag(beside, lambda text: not text.strip("-_"))
    relation[headed.lexical[children.row[below]]] = np.where(has_none, path, functions)
    marks = vocab.flag(tags, rules.is_punctuation) & (headed.head != ROOT)
    relation[marks] = vocab.code(PUNCTUATION_RELATION)
    return relation


def _plain(corpus: Corpus, labels: Codes) -> Codes:
    """Labels without functions; what has no label is ROOT."""
    return corpus.vocab.rewrite(labels, lambda text: shorten(text)[-1] or "ROOT")


def _drop_words(corpus: Corpus, head: Codes, relation: Codes, kept: Mask) -> tuple[Corpus, tuple[int, ...]]:
    """The corpus as dependencies, without some words and without the sentences that have none left."""
    before: Offsets = np.concatenate([[0], np.cumsum(kept)])
    size = np.diff(before[corpus.sent_start])
    stays = np.flatnonzero(size)
    place = np.append(before[:-1], ROOT).astype(np.int32)  # the last is for the root
    head = place[head[kept]]
    columns = {"form": corpus.columns["form"][kept], "xpos": corpus.columns["tag"][kept], "deprel": relation[kept]}
    names = [corpus.sentence_names.get(sentence) or str(sentence + 1) for sentence in stays.tolist()]
    result = replace(
        corpus,
        format="conllu",
        sent_start=np.concatenate([[0], np.cumsum(size[stays])]).astype(np.int64),
        columns=columns,
        line=corpus.line[kept],
        head=head,
        file_start=before[corpus.file_start],
        doc_start=np.array([0, len(stays)], dtype=np.int64),
        sentence_names=Names(
            len(stays), [f"# sent_id = {name}" for name in names], np.arange(len(stays), dtype=np.int32)
        ),
        document_names=Names(1),
        nodes=None,
    )
    return result, tuple(np.flatnonzero(size == 0).tolist())
