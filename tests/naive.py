"""Slow twins: every measure and table once more, in plain Python, from the definitions.

Nothing here knows the package. Texts come in as they stand in files; numbers go out as tuples and dicts.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

UNIVERSAL = set(
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense "  # noqa: SIM905
    "Aspect Voice Evident Polarity Person Polite".split()
)
CONTENT = set(
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl "  # noqa: SIM905
    "amod conj fixed flat compound list parataxis orphan goeswith reparandum root dep".split()
)
FUNCTIONAL = {"aux", "cop", "mark", "det", "clf", "case", "cc"}


# a CoNLL-U file, word by word


@dataclass(frozen=True)
class Word:
    """A word; its span is that of the token it belongs to."""

    place: int  # in the file, from 0
    sentence: int
    span: tuple[int, int]
    multiword: bool
    fields: tuple[str, ...]
    head: int | None  # place of the head in the file; None is the root

    @property
    def form(self) -> str:
        """Without spaces, except inside a multiword token, where the UD evaluation leaves them."""
        return self.fields[1] if self.multiword else without_spaces(self.fields[1])

    @property
    def relation(self) -> str:
        return self.fields[7].split(":")[0]

    @property
    def features(self) -> list[str]:
        return sorted(part for part in self.fields[5].split("|") if part.split("=")[0] in UNIVERSAL)

    def edges(self, first: int) -> list[tuple[int | None, list[str]]]:
        """Heads (places in the file) and paths of DEPS; the sentence starts at place `first`."""
        found: list[tuple[int | None, list[str]]] = []
        for edge in self.fields[8].split("|"):
            head, colon, path = edge.partition(":")
            if colon and "." not in head:
                found.append((None if head == "0" else first + int(head) - 1, path.split(">")))
        return found


@dataclass(frozen=True)
class File:
    """Tokens and sentences as spans of characters, and the words."""

    text: str
    tokens: list[tuple[int, int]]
    sentences: list[tuple[int, int]]
    words: list[Word]

    def first_of(self, sentence: int) -> int:
        """Place of the sentence's first word."""
        return next(word.place for word in self.words if word.sentence == sentence)

    def sentence_at(self, character: int) -> int:
        """The sentence that holds a character."""
        return next(number for number, (start, end) in enumerate(self.sentences) if start <= character < end)


def without_spaces(form: str) -> str:
    """The form without characters of category Zs."""
    return "".join(character for character in form if unicodedata.category(character) != "Zs")


def read(text: str) -> File:
    """Read CoNLL-U that is well-formed."""
    characters = ""
    tokens: list[tuple[int, int]] = []
    sentences: list[tuple[int, int]] = []
    words: list[Word] = []
    for number, block in enumerate(part for part in text.split("\n\n") if part.strip()):
        rows = [line.split("\t") for line in block.strip("\n").split("\n") if not line.startswith("#")]
        first, begin, last_inside, span = len(words), len(characters), 0, (0, 0)
        for row in rows:
            if "." in row[0]:
                continue
            if "-" in row[0]:
                last_inside = int(row[0].split("-")[1])
            inside = "-" not in row[0] and int(row[0]) <= last_inside
            if not inside:  # a token: take its characters
                form = without_spaces(row[1])
                span = (len(characters), len(characters) + len(form))
                tokens.append(span)
                characters += form
            if "-" not in row[0]:
                head = None if row[6] == "0" else first + int(row[6]) - 1
                words.append(Word(len(words), number, span, inside, tuple(row), head))
        sentences.append((begin, len(characters)))
    return File(characters, tokens, sentences, words)


# the alignment of the UD evaluation


def align(gold: Sequence[Word], system: Sequence[Word]) -> list[tuple[int, int]]:
    """Aligned words, as places in the two sequences: the walk with two pointers."""
    pairs: list[tuple[int, int]] = []
    g = s = 0
    while g < len(gold) and s < len(system):
        ours, theirs = gold[g], system[s]
        if ours.multiword or theirs.multiword:
            taken_gold, taken_system, g, s = minimal_span(gold, system, g, s)
            forms = [gold[k].form.lower() for k in taken_gold], [system[k].form.lower() for k in taken_system]
            pairs += [(taken_gold[a], taken_system[b]) for a, b in common(*forms)]
        elif ours.span == theirs.span:
            pairs.append((g, s))
            g, s = g + 1, s + 1
        elif ours.span[0] <= theirs.span[0]:
            g += 1
        else:
            s += 1
    return pairs


def minimal_span(gold: Sequence[Word], system: Sequence[Word], g: int, s: int) -> tuple[list[int], list[int], int, int]:
    """Words of both sides inside the smallest span that no multiword token sticks out of, and where to go on."""
    if gold[g].multiword:
        end = gold[g].span[1]
        s += not system[s].multiword and system[s].span[0] < gold[g].span[0]
    else:
        end = system[s].span[1]
        g += gold[g].span[0] < system[s].span[0]
    taken: dict[str, list[int]] = {"gold": [], "system": []}
    sides = {"gold": gold, "system": system}
    at = {"gold": g, "system": s}

    def is_beyond(side: str) -> bool:
        if at[side] == len(sides[side]):
            return True
        word = sides[side][at[side]]
        return word.span[0] >= end if word.multiword else word.span[1] > end

    while not (is_beyond("gold") and is_beyond("system")):
        left = [side for side in ("gold", "system") if at[side] < len(sides[side])]
        side = min(left, key=lambda side: sides[side][at[side]].span[0])  # the gold if both start together
        word = sides[side][at[side]]
        end = max(end, word.span[1]) if word.multiword else end
        taken[side].append(at[side])
        at[side] += 1
    return taken["gold"], taken["system"], at["gold"], at["system"]


def common(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """A longest common subsequence, equal forms taken as they come."""

    @cache
    def length(a: int, b: int) -> int:
        if a == len(ours) or b == len(theirs):
            return 0
        longest = max(length(a + 1, b), length(a, b + 1))
        return max(longest, 1 + length(a + 1, b + 1)) if ours[a] == theirs[b] else longest

    pairs, a, b = [], 0, 0
    while a < len(ours) and b < len(theirs):
        if ours[a] == theirs[b]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif length(a, b) == length(a + 1, b):
            a += 1
        else:
            b += 1
    return pairs


# the measures of the UD evaluation

Row = tuple[int, int, int, int]
"""Correct, gold, system, aligned."""


class Tally:
    """Counts by measure, block (a gold sentence) and kind."""

    def __init__(self, n_blocks: int) -> None:
        self.n_blocks = n_blocks
        self.counts: Counter[tuple[str, int, int]] = Counter()

    def add(self, measure: str, block: int, kind: int, times: int = 1) -> None:
        self.counts[measure, block, kind] += times

    def rows(self, measure: str) -> list[Row]:
        found = [[self.counts[measure, block, kind] for kind in range(4)] for block in range(self.n_blocks)]
        return [(row[0], row[1], row[2], row[3]) for row in found]


WORD_MEASURES = ("UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LS", "LAS", "AnyRight", "BothWrong")
CONTENT_MEASURES = ("CLAS", "MLAS", "BLEX")
MEASURES = ("Tokens", "Sentences", "Words", *WORD_MEASURES, *CONTENT_MEASURES, "ELAS", "EULAS")


def ud_counts(gold_text: str, system_text: str, *, every_pair: bool = True) -> dict[str, list[Row]]:
    """Correct, gold, system and aligned of every measure, for each gold sentence.

    `every_pair`: two equal edges on both sides count four times, as in the UD evaluation; else twice.
    """
    gold, system = read(gold_text), read(system_text)
    assert gold.text == system.text
    tally = Tally(len(gold.sentences))
    _count_spans(gold, system, tally)
    pairs = align(gold.words, system.words)
    to_gold = {s: g for g, s in pairs}
    block = [gold.sentence_at(word.span[0]) for word in system.words]
    for word in gold.words:
        _add_word(tally, word, word.sentence, 1)
        first = gold.first_of(word.sentence)
        for measure in ("ELAS", "EULAS"):
            tally.add(measure, word.sentence, 1, len(word.edges(first)))
    for word in system.words:
        _add_word(tally, word, block[word.place], 2)
        first = system.first_of(word.sentence)
        for measure in ("ELAS", "EULAS"):
            tally.add(measure, block[word.place], 2, len(word.edges(first)))
    for g, s in pairs:
        ours, theirs = gold.words[g], system.words[s]
        _add_word(tally, ours, ours.sentence, 3)
        tally.counts["Words", ours.sentence, 3] = 0
        for measure in right_measures(gold, system, ours, theirs, to_gold):
            if measure not in CONTENT_MEASURES or ours.relation in CONTENT:
                tally.add(measure, ours.sentence, 0)
        _count_edges(gold, system, (ours, theirs), to_gold, tally, every_pair=every_pair)
    aligned = {g for g, _ in pairs}
    for word in gold.words:
        if word.place not in aligned:
            tally.add("BothWrong", word.sentence, 0)
    return {measure: tally.rows(measure) for measure in MEASURES}


def totals(rows: Sequence[Row]) -> Row:
    """The sum over all blocks."""
    columns = [sum(row[kind] for row in rows) for kind in range(4)]
    return columns[0], columns[1], columns[2], columns[3]


def _count_spans(gold: File, system: File, tally: Tally) -> None:
    for measure, ours, theirs in (
        ("Tokens", gold.tokens, system.tokens),
        ("Sentences", gold.sentences, system.sentences),
    ):
        for span in ours:
            tally.add(measure, gold.sentence_at(span[0]), 1)
            tally.add(measure, gold.sentence_at(span[0]), 0, int(span in theirs))
        for span in theirs:
            tally.add(measure, gold.sentence_at(span[0]), 2)


def _add_word(tally: Tally, word: Word, block: int, kind: int) -> None:
    for measure in ("Words", *WORD_MEASURES):
        tally.add(measure, block, kind)
    if word.relation in CONTENT:
        for measure in CONTENT_MEASURES:
            tally.add(measure, block, kind)


def right_measures(gold: File, system: File, ours: Word, theirs: Word, to_gold: Mapping[int, int]) -> set[str]:
    """The measures under which an aligned word is right (content words aside)."""
    head = same_head(ours.head, theirs.head, to_gold)
    label = ours.relation == theirs.relation
    upos, xpos = (ours.fields[column] == theirs.fields[column] for column in (3, 4))
    feats = ours.features == theirs.features
    lemma = ours.fields[2] in ("_", theirs.fields[2])
    children = [
        [
            (side.get(child.place, "stray"), child.relation, child.fields[3], child.features)
            for child in file.words
            if child.head == word.place and child.relation in FUNCTIONAL
        ]
        for file, word, side in ((gold, ours, {k: k for k in range(len(gold.words))}), (system, theirs, to_gold))
    ]
    claims = {
        "Words": True,
        "UPOS": upos,
        "XPOS": xpos,
        "UFeats": feats,
        "AllTags": upos and xpos and feats,
        "Lemmas": lemma,
        "UAS": head,
        "LS": label,
        "LAS": head and label,
        "AnyRight": head or label,
        "BothWrong": not (head or label),
        "CLAS": head and label,
        "MLAS": head and label and upos and feats and children[0] == children[1],
        "BLEX": head and label and lemma,
    }
    return {measure for measure, holds in claims.items() if holds}


def same_head(ours: int | None, theirs: int | None, to_gold: Mapping[int, int]) -> bool:
    """Both the root, or the system's head aligned with the gold's."""
    if ours is None or theirs is None:
        return ours is theirs
    return to_gold.get(theirs) == ours


def _count_edges(
    gold: File, system: File, pair: tuple[Word, Word], to_gold: Mapping[int, int], tally: Tally, *, every_pair: bool
) -> None:
    ours, theirs = pair
    for measure, normal in (("ELAS", _whole_path), ("EULAS", _plain_path)):
        left = [(head, normal(path)) for head, path in theirs.edges(system.first_of(theirs.sentence))]
        for head, path in ours.edges(gold.first_of(ours.sentence)):
            hits = [edge for edge in left if same_head(head, edge[0], to_gold) and edge[1] == normal(path)]
            if not every_pair and hits:
                left.remove(hits[0])
                hits = hits[:1]
            tally.add(measure, ours.sentence, 0, len(hits))


def _whole_path(path: list[str]) -> list[str]:
    return path


def _plain_path(path: list[str]) -> list[str]:
    return [step.split(":")[0] for step in path]


def f1(row: Row) -> float:
    """2 correct / (gold + system), 0 if there is nothing."""
    return 2 * row[0] / (row[1] + row[2]) if row[1] + row[2] else 0.0


# trees: heads of one sentence, from 1, 0 is the root


def climbs_to_root(word: int, heads: Sequence[int]) -> bool:
    """Whether the way up from a word ends at the root."""
    seen = set()
    while word:
        if word in seen:
            return False
        seen.add(word)
        word = heads[word - 1]
    return True


def hangs_below(word: int, ancestor: int, heads: Sequence[int]) -> bool:
    """Whether a word is the ancestor or hangs below it."""
    seen: set[int] = set()
    while word and word not in seen:
        if word == ancestor:
            return True
        seen.add(word)
        word = heads[word - 1]
    return False


def is_tree(heads: Sequence[int]) -> bool:
    """One root, no cycle."""
    return list(heads).count(0) == 1 and all(climbs_to_root(word, heads) for word in range(1, len(heads) + 1))


def nonprojective(heads: Sequence[int], *, as_malteval: bool = False) -> list[bool]:
    """Words with some word between them and their head that does not hang below that head (Kahane et al. 1998)."""
    found = []
    for word, head in enumerate(heads, 1):
        between = list(range(min(word, head) + 1, max(word, head))) if head else []
        if as_malteval and head < word:
            between = between[:-1]
        found.append(any(not hangs_below(other, head, heads) for other in between))
    return found


def best_tree(proposals: Sequence[Sequence[int]], right: Sequence[Sequence[bool]]) -> int | None:
    """Most right arcs in any single-root tree made of proposed arcs, all trees tried; None if there is no tree."""
    value: dict[tuple[int, int], int] = {}
    for heads, flags in zip(proposals, right, strict=True):
        for word, (head, flag) in enumerate(zip(heads, flags, strict=True)):
            value[word, head] = max(value.get((word, head), 0), int(flag))
    choices = [sorted({heads[word] for heads in proposals}) for word in range(len(proposals[0]))]
    values = [
        sum(value[word, head] for word, head in enumerate(heads)) for heads in product(*choices) if is_tree(heads)
    ]
    return max(values, default=None)


# differences and oracles, unit by unit

Answer = tuple["Hashable", str]
"""What decides whether two answers are the same, and the label that is shown."""


def classify(gold: Answer, before: Answer, after: Answer) -> str | None:
    """The class of one unit; None if the systems agree (Tuggener 2017, algorithm 1)."""
    if before[0] == after[0]:
        return None
    if after[0] == gold[0]:
        return "correction"
    return "new_error" if before[0] == gold[0] else "changed_error"


def transitions(
    gold: Sequence[Answer], before: Sequence[Answer], after: Sequence[Answer]
) -> Counter[tuple[str, str, str, str]]:
    """(class, gold, from, to) -> count."""
    found: Counter[tuple[str, str, str, str]] = Counter()
    for one, first, second in zip(gold, before, after, strict=True):
        kind = classify(one, first, second)
        if kind is not None:
            found[kind, one[1], first[1], second[1]] += 1
    return found


def patterns(labels: Sequence[str], right: Sequence[Sequence[bool]]) -> Counter[tuple[str, tuple[bool, ...]]]:
    """(gold label, who is right) -> count; `right` has one row for each system."""
    return Counter((label, tuple(row[unit] for row in right)) for unit, label in enumerate(labels))


def oracle(right: Sequence[Sequence[bool]], members: Sequence[int]) -> int:
    """Units that at least one of the systems solves."""
    return sum(any(right[member][unit] for member in members) for unit in range(len(right[0])))


def shapley(right: Sequence[Sequence[bool]]) -> list[Fraction]:
    """Each system's mean gain over all orders in which the systems may join."""
    orders = list(permutations(range(len(right))))
    shares = [Fraction(0)] * len(right)
    for order in orders:
        for place, system in enumerate(order):
            gain = oracle(right, order[: place + 1]) - (oracle(right, order[:place]) if place else 0)
            shares[system] += Fraction(gain, len(orders))
    return shares


# the classic scorers, line by line


def is_punctuation(form: str) -> bool:
    r"""`/^\p{Punctuation}+$/`."""
    return form != "" and all(unicodedata.category(character)[0] == "P" for character in form)


@dataclass(frozen=True)
class Eval07:
    """What eval07.pl prints."""

    counts: dict[str, tuple[int, int]]  # LAS, UAS, LS: right, scored
    relations: dict[str, tuple[int, int, int]]  # gold, label right, system
    directions: dict[str, tuple[int, int, int]]
    distances: dict[str, tuple[int, int, int]]


def eval07(gold_text: str, system_text: str, *, punctuation: bool = True) -> Eval07:
    """eval07.pl over ten columns separated by any white space; `punctuation=False` is -p."""
    right: Counter[str] = Counter()
    bins: dict[str, Counter[tuple[str, int]]] = {"relation": Counter(), "direction": Counter(), "distance": Counter()}
    scored = 0
    for gold_line, system_line in zip(gold_text.split("\n"), system_text.split("\n"), strict=True):
        ours, theirs = gold_line.split(), system_line.split()
        assert bool(ours) == bool(theirs)
        if not ours or (not punctuation and is_punctuation(ours[1])):
            continue
        scored += 1
        right["UAS"] += ours[6] == theirs[6]
        right["LS"] += ours[7] == theirs[7]
        right["LAS"] += ours[6:8] == theirs[6:8]
        for name, key in (("relation", _relation), ("direction", _direction), ("distance", _distance)):
            bins[name][key(ours), 0] += 1
            bins[name][key(ours), 1] += key(ours) == key(theirs)
            bins[name][key(theirs), 2] += 1
    tables = {
        name: {label: (counts[label, 0], counts[label, 1], counts[label, 2]) for label, _ in counts}
        for name, counts in bins.items()
    }
    counts = {measure: (right[measure], scored) for measure in ("UAS", "LS", "LAS")}
    return Eval07(counts, tables["relation"], tables["direction"], tables["distance"])


def _relation(row: Sequence[str]) -> str:
    return row[7]


def _direction(row: Sequence[str]) -> str:
    word, head = int(row[0]), int(row[6])
    if head == 0:
        return "to_root"
    return "self" if head == word else "left" if head < word else "right"


def _distance(row: Sequence[str]) -> str:
    size = abs(int(row[6]) - int(row[0]))
    if int(row[6]) == 0:
        return "to_root"
    return "1" if size <= 1 else "2" if size == 2 else "3-6" if size <= 6 else "7-..."


@dataclass(frozen=True)
class ComparEval:
    """What the scripts of Tuggener (2017) print about two systems."""

    units: int
    right: tuple[int, int]
    whole: tuple[int, int]
    sentences: int
    changes: dict[str, list[tuple[tuple[str, ...], int]]]  # class -> (labels, count), in printed order
    upper_bound: int
    whole_in_upper_bound: int


def lines_of(text: str) -> list[str]:
    """The lines of a file that ends with a newline."""
    return text.removesuffix("\n").split("\n")


def compareval(
    texts: tuple[str, str, str], answer: Callable[[list[str]], Answer], *, skip_punct: bool = False
) -> ComparEval:
    """Key and two outputs, line by line; every blank line of the key ends a sentence, and nothing else does."""
    units = sentences = 0
    right, whole, good = [0, 0, 0], [0, 0, 0], [True, True, True]  # the first, the second, either
    changes: dict[str, Counter[tuple[str, ...]]] = {}
    for lines in zip(*(lines_of(text) for text in texts), strict=True):
        if not lines[0].strip():
            sentences += 1
            whole = [total + flag for total, flag in zip(whole, good, strict=True)]
            good = [True, True, True]
            continue
        gold, first, second = (answer(line.strip().split("\t")) for line in lines)
        if skip_punct and gold[1] == "punct":
            continue
        units += 1
        hits = [first[0] == gold[0], second[0] == gold[0]]
        hits.append(any(hits))
        right = [total + hit for total, hit in zip(right, hits, strict=True)]
        good = [flag and hit for flag, hit in zip(good, hits, strict=True)]
        kind = classify(gold, first, second)
        if kind is not None:
            labels = (first[1], second[1]) if kind != "changed_error" else (gold[1], first[1], second[1])
            changes.setdefault(kind, Counter())[labels] += 1
    printed = {
        kind: [(labels, count) for count, labels in sorted(((n, key) for key, n in counts.items()), reverse=True)]
        for kind, counts in changes.items()
    }
    return ComparEval(units, (right[0], right[1]), (whole[0], whole[1]), sentences, printed, right[2], whole[2])
