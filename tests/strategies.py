"""Small corpora for hypothesis, as the text of files, and the short ways from such texts to a match or a comparison.

Alphabets are tiny on purpose: words, labels and heads must collide often, or nothing would ever be right.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from hypothesis import HealthCheck, reject, settings
from hypothesis import strategies as st

import tertium
from tertium.alignment import FormKeys, align
from tertium.conventions import PRESETS, Conventions
from tertium.corpus import Vocab
from tertium.formats import conllu
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.measures import MEASURES, Blocks
from tertium.tasks.match import Match
from tertium.tasks.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium import Comparison
    from tertium.corpus import Corpus

quick = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For tests that read files: well under a second."""

thorough = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For the same claims in the slow run."""

UPOS: Final = ("NOUN", "VERB", "PUNCT")
XPOS: Final = ("N", "V", "_", "")
LEMMAS: Final = ("a", "_", "b", "A")
FEATS: Final = ("_", "Case=Nom", "Case=Nom|Number=Sing", "Number=Sing|Case=Nom", "Case=Nom|Typo=Yes", "Typo=Yes", "")
TAGS: Final = tuple(product(LEMMAS, UPOS, XPOS, FEATS))
RELATIONS: Final = ("nsubj", "nsubj:pass", "obj", "det", "det:poss", "case", "punct", "aux", "NSUBJ", "dep", "PUNCT")
PATHS: Final = ("nsubj", "nsubj:pass", "nsubj:outer", "obj", "conj:and>obj", "conj:or>obj", "conj>obj:x")
FORMS: Final = ("a", "b", "A", ".", "«»", "$", "bb")
CHARACTERS: Final = "abA.é𐍈"
COLUMN_TAGS: Final = ("N", "V", "ADV", "$.", "n")

# made once: a strategy that is built inside of another one costs more than its draws
seldom: Final = st.sampled_from((False, False, False, True))
rarely: Final = st.sampled_from((False,) * 5 + (True,))
some_tags: Final = st.sampled_from(TAGS)
some_relation: Final = st.sampled_from(RELATIONS)
some_path: Final = st.sampled_from(PATHS)
some_forms: Final = st.lists(st.sampled_from(FORMS), min_size=1, max_size=6)
some_xpos: Final = st.sampled_from(XPOS)
some_column_tag: Final = st.sampled_from(COLUMN_TAGS)
kind_of_edges: Final = st.sampled_from(("same", "same", "none", "more", "other"))
kind_of_change: Final = st.sampled_from(("", "", "", "tags", "tag", "label", "deps"))
kind_of_token: Final = st.sampled_from(("word", "word", "pieces", "others"))
other_words: Final = st.lists(st.sampled_from(("a", "A", "b", "a b", "ab", "é")), min_size=1, max_size=3)
space: Final = st.sampled_from((" ", "\u00a0"))


# one annotated word, and files made of words


@dataclass(frozen=True)
class Row:
    """One word with everything that CoNLL-U says of it."""

    form: str
    lemma: str = "_"
    upos: str = "NOUN"
    xpos: str = "_"
    feats: str = "_"
    head: int = 0
    deprel: str = "root"
    deps: str = "_"

    def line(self, number: int) -> str:
        fields = (self.form, self.lemma, self.upos, self.xpos, self.feats, str(self.head), self.deprel, self.deps, "_")
        return "\t".join((str(number), *fields))


@dataclass(frozen=True)
class Sentence:
    """Words, the multiword tokens over them (first word, last word, form), and empty nodes after some words."""

    rows: tuple[Row, ...]
    ranges: tuple[tuple[int, int, str], ...] = ()
    empty_after: frozenset[int] = frozenset()

    def text(self) -> str:
        lines = []
        starts = {first: f"{first}-{last}\t{form}" + "\t_" * 8 for first, last, form in self.ranges}
        for number, row in enumerate(self.rows, 1):
            lines += [starts[number]] if number in starts else []
            lines.append(row.line(number))
            lines += [f"{number}.1\tghost" + "\t_" * 8] if number in self.empty_after else []
        return "\n".join(lines) + "\n\n"


def write(sentences: Sequence[Sentence]) -> str:
    """The sentences as one CoNLL-U file."""
    return "".join(sentence.text() for sentence in sentences)


def words(*rows: str) -> str:
    """One sentence of CoNLL-U from `form lemma upos xpos feats head deprel deps`, cut short at will.

    A row that starts with `3-4` is a multiword token.
    """
    lines: list[str] = []
    number = 0
    for row in rows:
        fields = row.split(" ")
        if fields[0][:1].isdecimal() and "-" in fields[0]:
            lines.append(f"{fields[0]}\t{fields[1]}" + "\t_" * 8)
            continue
        number += 1
        default = ("", "_", "NOUN", "_", "_", "0" if number == 1 else "1", "root" if number == 1 else "obj", "_")
        lines.append("\t".join((str(number), *fields, *default[len(fields) :], "_")))
    return "\n".join(lines) + "\n\n"


# trees


@st.composite
def trees(draw: st.DrawFn, n: int) -> list[int]:
    """Heads of a tree with one root over n words, crossing or not."""
    order = draw(st.permutations(range(1, n + 1)))
    heads = [0] * n
    for rank in range(1, n):
        heads[order[rank] - 1] = order[draw(st.integers(0, rank - 1))]
    return heads


def graphs(n: int) -> st.SearchStrategy[list[int]]:
    """Any heads at all: several roots, none, cycles, words that are their own heads."""
    return st.lists(st.integers(0, n), min_size=n, max_size=n)


def any_heads(*, least: int = 1, most: int = 7) -> st.SearchStrategy[list[int]]:
    """Heads of one sentence, a tree or not."""
    sizes = st.integers(least, most)
    return st.one_of(sizes.flatmap(trees), sizes.flatmap(graphs))


def mend(heads: Sequence[int]) -> list[int]:
    """The nearest tree with one root: what hangs wrongly is hung below the root."""
    mended = list(heads)
    root = mended.index(0) + 1 if 0 in mended else 1
    mended[root - 1] = 0
    for word in range(1, len(mended) + 1):
        seen, node = set(), word
        while node not in (0, root) and node not in seen:
            seen.add(node)
            node = mended[node - 1]
        if node != root:
            mended[word - 1] = root
    return mended


@st.composite
def varied_heads(draw: st.DrawFn, heads: Sequence[int], *, valid: bool) -> list[int]:
    """The heads with a few changes, still a tree if it must be one."""
    changed = list(heads)
    for _ in range(draw(st.integers(0, 3))):
        changed[draw(st.integers(0, len(heads) - 1))] = draw(st.integers(0, len(heads)))
    return mend(changed) if valid else changed


# annotation


@st.composite
def edges(draw: st.DrawFn, heads: Sequence[int], labels: Sequence[str]) -> list[str]:
    """DEPS of each word: the basic arc, or none, or some edges more, duplicates and heads that are empty nodes."""
    found = []
    for head, label in zip(heads, labels, strict=True):
        kind = draw(kind_of_edges)
        parts = [f"{head}:{label}"] if kind in ("same", "more") else []
        if kind in ("more", "other"):
            for _ in range(draw(st.integers(1, 3))):
                place = str(draw(st.integers(0, len(heads))))
                place += ".1" if draw(seldom) else ""
                parts.append(f"{place}:{draw(some_path)}")
        found.append("|".join(parts) or "_")
    return found


@st.composite
def annotated(draw: st.DrawFn, forms: Sequence[str], *, valid: bool) -> list[Row]:
    """Words with random annotation."""
    heads = draw(trees(len(forms)) if valid else st.one_of(trees(len(forms)), graphs(len(forms))))
    labels = [draw(some_relation) for _ in forms]
    deps = draw(edges(heads, labels))
    return [
        Row(form, *draw(some_tags), head, label, dep)
        for form, head, label, dep in zip(forms, heads, labels, deps, strict=True)
    ]


@st.composite
def varied(draw: st.DrawFn, rows: Sequence[Row], *, valid: bool) -> list[Row]:
    """The same words annotated by a system that is right more often than not."""
    heads = draw(varied_heads([row.head for row in rows], valid=valid))
    found = []
    for row, head in zip(rows, heads, strict=True):
        kind = draw(kind_of_change)
        other = replace(row, head=head)
        if kind == "tags":
            lemma, upos, xpos, feats = draw(some_tags)
            other = replace(other, lemma=lemma, upos=upos, xpos=xpos, feats=feats)
        elif kind == "tag":
            other = replace(other, xpos=draw(some_xpos))
        elif kind == "label":
            other = replace(other, deprel=draw(some_relation))
        elif kind == "deps":
            other = replace(other, deps=draw(edges([head], [row.deprel]))[0])
        found.append(other)
    return found


# gold and systems over the same words


@st.composite
def parallel(draw: st.DrawFn, n_systems: int = 1, *, valid: bool = True, multiword: bool = False) -> list[str]:
    """CoNLL-U texts of a gold and some systems that all have the gold's words and sentences."""
    texts: list[list[Sentence]] = [[] for _ in range(n_systems + 1)]
    for _ in range(draw(st.integers(1, 4))):
        forms = draw(some_forms)
        ranges: tuple[tuple[int, int, str], ...] = ()
        if multiword and len(forms) > 1 and draw(st.booleans()):
            first = draw(st.integers(1, len(forms) - 1))
            ranges = ((first, draw(st.integers(first, len(forms))), "del"),)
        gold = draw(annotated(forms, valid=valid))
        texts[0].append(Sentence(tuple(gold), ranges))
        for sentences in texts[1:]:
            sentences.append(Sentence(tuple(draw(varied(gold, valid=valid))), ranges))
    return [write(sentences) for sentences in texts]


@st.composite
def tagged(draw: st.DrawFn, n_systems: int = 1) -> list[str]:
    """Token TAB tag: a gold and some systems."""
    texts: list[list[str]] = [[] for _ in range(n_systems + 1)]
    for _ in range(draw(st.integers(1, 4))):
        for form in draw(some_forms):
            tag = draw(some_column_tag)
            texts[0].append(f"{form}\t{tag}")
            for lines in texts[1:]:
                other = tag if draw(st.booleans()) else draw(some_column_tag)
                lines.append(f"{form}\t{other}")
        for lines in texts:
            lines.append("")
    return ["\n".join(lines) + "\n" for lines in texts]


# gold and systems that cut the same characters in their own ways


@dataclass
class _Plan:
    """What the sides of one raw text share, filled while the first of them is drawn."""

    characters: str
    annotated: bool = True
    inside: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)  # words of multiword tokens; (): none
    tags: dict[int, tuple[str, str, str, str]] = field(default_factory=dict)  # by first character
    labels: dict[int, str] = field(default_factory=dict)
    heads: dict[int, int] = field(default_factory=dict)  # first character of the head, -1 for the root


@st.composite
def _words_inside(draw: st.DrawFn, form: str) -> tuple[str, ...]:
    """The words of a multiword token: its pieces, or others, or () for a token that is a word itself."""
    kind = draw(kind_of_token)
    if kind == "word":
        return ()
    if kind == "pieces" and len(form) > 1:
        cut = draw(st.integers(1, len(form) - 1))
        return form[:cut], form[cut:]
    return tuple(draw(other_words))


@st.composite
def _side(draw: st.DrawFn, plan: _Plan, cuts: Sequence[bool], borders: Sequence[bool]) -> str:
    """One file over the characters: tokens end where `cuts` says, sentences where `borders` does too."""
    spans, start = [], 0
    for end in range(1, len(plan.characters) + 1):
        if end == len(plan.characters) or cuts[end - 1]:
            spans.append((start, end))
            start = end
    sentences: list[Sentence] = []
    run: list[tuple[int, int]] = []
    for span in spans:
        run.append(span)
        if span[1] == len(plan.characters) or borders[span[1] - 1]:
            sentences.append(draw(_raw_sentence(plan, run)))
            run = []
    return write(sentences)


@st.composite
def _raw_sentence(draw: st.DrawFn, plan: _Plan, spans: Sequence[tuple[int, int]]) -> Sentence:
    forms: list[str] = []
    starts: list[int] = []
    ranges: list[tuple[int, int, str]] = []
    for span in spans:
        text = plan.characters[span[0] : span[1]]
        if span not in plan.inside or draw(seldom):
            plan.inside[span] = draw(_words_inside(text))
        inside = plan.inside[span]
        if len(text) > 1 and draw(seldom):
            text = text[0] + draw(space) + text[1:]
        if inside:
            ranges.append((len(forms) + 1, len(forms) + len(inside), text))
        forms += inside or [text]
        starts += [span[0]] * max(len(inside), 1)
    rows = draw(_raw_rows(plan, forms, starts))
    empty = frozenset(number for number in (1, len(forms)) if draw(seldom))
    return Sentence(tuple(rows), tuple(ranges), empty)


@st.composite
def _raw_rows(draw: st.DrawFn, plan: _Plan, forms: Sequence[str], starts: Sequence[int]) -> list[Row]:
    """Annotation that agrees with the other side's, character by character, more often than not."""
    if not plan.annotated:
        return [Row(form, head=int(place > 0)) for place, form in enumerate(forms)]
    fresh = draw(trees(len(forms)))
    for start, head in zip(starts, fresh, strict=True):
        plan.heads.setdefault(start, starts[head - 1] if head else -1)
    heads = mend([starts.index(plan.heads[s]) + 1 if plan.heads[s] in starts else 0 for s in starts])
    heads = draw(varied_heads(heads, valid=True)) if draw(st.booleans()) else heads
    tags, labels = [], []
    for start in starts:
        if start not in plan.tags or draw(rarely):
            plan.tags[start] = draw(some_tags)
        if start not in plan.labels or draw(rarely):
            plan.labels[start] = draw(some_relation)
        tags.append(plan.tags[start])
        labels.append(plan.labels[start])
    deps = draw(edges(heads, labels))
    return [
        Row(form, *tag, head, label, dep)
        for form, tag, head, label, dep in zip(forms, tags, heads, labels, deps, strict=True)
    ]


@st.composite
def raw(draw: st.DrawFn, n_systems: int = 1, *, most: int = 16, annotated: bool = True) -> list[str]:
    """CoNLL-U texts of a gold and some systems that cut the same characters into tokens, words and sentences."""
    plan = _Plan(draw(st.text(CHARACTERS, min_size=1, max_size=most)), annotated)
    gaps = len(plan.characters) - 1
    cuts = draw(st.lists(st.sampled_from((True, True, False)), min_size=gaps, max_size=gaps))
    borders = draw(st.lists(st.sampled_from((False, False, True)), min_size=gaps, max_size=gaps))
    texts = [draw(_side(plan, cuts, borders))]
    for _ in range(n_systems):
        flips = draw(st.lists(seldom, min_size=gaps, max_size=gaps))
        moves = draw(st.lists(seldom, min_size=gaps, max_size=gaps))
        own_cuts = [cut != flip for cut, flip in zip(cuts, flips, strict=True)]
        own_borders = [border != move for border, move in zip(borders, moves, strict=True)]
        texts.append(draw(_side(plan, own_cuts, own_borders)))
    return texts


# from texts to a match


ALL_COLUMNS: Final = frozenset(conllu.COLUMNS[1:])


def read(text: str, vocab: Vocab, rules: Conventions, name: str) -> Corpus:
    """CoNLL-U text as a corpus with all its columns."""
    ask = Request(vocab=vocab, name=name, wanted=ALL_COLUMNS, conventions=rules)
    return conllu.read(Text(text.encode(), f"{name}.conllu"), ask)


def match_texts(gold: str, system: str, *, rules: Conventions = PRESETS["ud"][1]) -> Match:
    """Two CoNLL-U texts, read, aligned and set against each other."""
    vocab = Vocab()
    ours, theirs = read(gold, vocab, rules, "gold"), read(system, vocab, rules, "system")
    link = align(ours, theirs, FormKeys(vocab, fold_case=rules.fold_case), tokens=rules.tokens)
    return Match(View(ours, rules, who="gold"), View(theirs, rules, who="system"), link)


def count_all(gold: str, system: str, *, rules: Conventions = PRESETS["ud"][1]) -> dict[str, tuple[int, ...]]:
    """Correct, gold, system and aligned of every measure over two whole texts."""
    match = match_texts(gold, system, rules=rules)
    whole = Blocks(np.array([0, match.gold.corpus.n_words], dtype=np.int64))
    return {name: tuple(measure.counts(match, whole)[0].tolist()) for name, measure in MEASURES.items()}


def count_texts(measure: str, gold: str, system: str, *, rules: Conventions = PRESETS["ud"][1]) -> tuple[int, ...]:
    """The same for one measure."""
    return count_all(gold, system, rules=rules)[measure]


# from texts to a comparison, under every set-up that has units


@dataclass(frozen=True)
class Setup:
    """A task, a format and conventions."""

    name: str
    options: dict[str, Any]
    columns: bool = False  # tagging in columns, else CoNLL-U
    valid: bool = False  # the trees must be trees

    def texts(self, n_systems: int) -> st.SearchStrategy[list[str]]:
        if self.columns:
            return tagged(n_systems)
        texts = parallel(n_systems, valid=self.valid)
        if self.options.get("layer") == "Case":
            return texts.map(give_case)
        return texts.map(fill) if self.name.startswith("eval07") else texts


def filled(text: str) -> str:
    """Without empty fields, which would shift the columns of a scorer that splits at white space."""
    return text.replace("\t\t", "\t_\t").replace("\t\t", "\t_\t")


def fill(texts: list[str]) -> list[str]:
    """The same for several texts."""
    return [filled(text) for text in texts]


def give_case(texts: list[str]) -> list[str]:
    """A case for the first word of every gold sentence: a feature that the gold does not know is refused."""
    lines = texts[0].split("\n")
    for place, line in enumerate(lines):
        fields = line.split("\t")
        if fields[0] == "1" and "Case=" not in fields[5]:
            lines[place] = "\t".join([*fields[:5], "Case=Nom", *fields[6:]])
    return ["\n".join(lines), *texts[1:]]


SETUPS: Final = (
    Setup("columns", {}, columns=True),
    Setup("columns like compareval", {"like": "compareval"}, columns=True),
    Setup("columns without N", {"exclude": ["N"]}, columns=True),
    Setup("columns with folded case", {"fold_case": True}, columns=True),
    Setup("upos", {"layer": "upos"}),
    Setup("xpos", {"layer": "xpos"}),
    Setup("lemma", {"layer": "lemma"}),
    Setup("feats", {"layer": "feats"}),
    Setup("ufeats", {"layer": "ufeats"}),
    Setup("alltags", {"layer": "alltags"}),
    Setup("Case", {"layer": "Case"}),
    Setup("xpos like ud", {"layer": "xpos", "like": "ud"}, valid=True),
    Setup("xpos like compareval", {"layer": "xpos", "like": "compareval"}),
    Setup("dependency", {}),
    Setup("dependency without punctuation forms", {"punctuation": "form"}),
    Setup("dependency without punct", {"punctuation": "relation"}),
    Setup("dependency with subtypes", {"subtypes": True}),
    Setup("dependency without nsubj", {"exclude": ["nsubj"]}),
    Setup("ud", {"like": "ud"}, valid=True),
    Setup("eval07", {"like": "eval07"}),
    Setup("eval07-p", {"like": "eval07-p"}),
    Setup("malteval", {"like": "malteval"}),
    Setup("malteval without punctuation forms", {"like": "malteval", "punctuation": "form"}),
    Setup("compareval", {"like": "compareval"}),
    Setup("compareval with punct", {"like": "compareval", "punctuation": "yes"}),
)
"""Every way to have the same words on all sides."""


def compare_texts(texts: Sequence[str], *, columns: bool = False, **options: Any) -> Comparison:
    """Gold and systems (s1, s2, ...) through files, as users compare them."""
    suffix = "tsv" if columns else "conllu"
    if not columns:
        options = {"format": "conllu"} | options
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.{suffix}" for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        systems = {f"s{number}": path for number, path in enumerate(paths[1:], 1)}
        try:
            return tertium.compare(paths[0], systems, **options)
        except tertium.UsageError as error:
            if "leave no word to score" in str(error):
                reject()  # a gold without any of the labels that are to be scored
            raise


def compare_setup(setup: Setup, texts: Sequence[str]) -> Comparison:
    """Gold and systems under a set-up."""
    return compare_texts(texts, columns=setup.columns, **setup.options)


@st.composite
def cases(draw: st.DrawFn, n_systems: int = 3) -> tuple[Setup, list[str]]:
    """Any set-up with texts that fit it."""
    setup = draw(st.sampled_from(SETUPS))
    return setup, draw(setup.texts(n_systems))


def sentences_of(text: str) -> list[str]:
    """The sentences of a file, each as a file of its own."""
    return [part + "\n\n" for part in text.split("\n\n") if part.strip()]


def shards_of(texts: Sequence[str], first: int) -> tuple[list[str], list[str]]:
    """The files cut in two after so many sentences."""
    parts = [sentences_of(text) for text in texts]
    return ["".join(part[:first]) for part in parts], ["".join(part[first:]) for part in parts]


TUGGENER: Final = (
    "a\tA\nb\tB\nc\tC\nd\tD\ne\tE\n\n",
    "a\tA\nb\tB\nc\tC\nd\tX\ne\tY\n\n",
    "a\tZ\nb\tB\nc\tC\nd\tD\ne\tU\n\n",
    "a\tZ\nb\tW\nc\tC\nd\tD\ne\tE\n\n",
)
"""Key and responses S1, S2, S3 of Tuggener (2017), tables 1 and 2."""
