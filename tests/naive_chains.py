"""ARCS and the types of its errors as the definitions read, mention by mention: the slow twin of the arrays.

A side is a list of chains, a chain a set of spans (first and last token, both inside). Mentions of a chain go by where
they begin, the longer first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from hypothesis import strategies as st

from tests.chains import brackets_of, conll

Span: TypeAlias = tuple[int, int]
Chains: TypeAlias = Sequence[Sequence[Span]]

NOUNS = {"NN", "NNS", "NNP", "NNPS"}
NAMES = {"NNP", "NNPS"}
TAGS: Final = ("NN", "NNP", "PRP", "PRP$", "DT", "VBD")


@dataclass(frozen=True)
class Text:
    """Tokens of one document: their tags, and the sentence of each."""

    tags: Sequence[str]
    sentence: Sequence[int]

    def kind(self, span: Span) -> str:
        """The type of a mention."""
        first, last = span
        if first < last or self.tags[first] in NOUNS:
            return "noun"
        return {"PRP": "personal", "PRP$": "possessive"}.get(self.tags[first], "other")

    def admits(self, criterion: str) -> Callable[[Span], bool]:
        """Which mentions can be antecedents."""
        if criterion == "nom":
            return lambda span: self.kind(span) == "noun"
        if criterion == "named":
            return lambda span: any(tag in NAMES for tag in self.tags[span[0] : span[1] + 1])
        return lambda _: True


class Characters(Text):
    """The same text, where places are characters and each word of the gold has two of them."""

    def __init__(self, text: Text) -> None:
        words = [place // 2 for place in range(2 * len(text.tags))]
        super().__init__([text.tags[word] for word in words], [text.sentence[word] for word in words])

    def kind(self, span: Span) -> str:
        """What touches two words of the gold is as good as two words."""
        first, last = span
        return super().kind((first, first + (first // 2 < last // 2)))


class Case(NamedTuple):
    """A key and a response over one text."""

    text: Text
    key: Chains
    response: Chains

    def write(self, side: Chains) -> str:
        """One side as a file."""
        cells = brackets_of(side, len(self.text.tags)).split()
        for place in range(len(cells) - 1, 0, -1):
            if self.text.sentence[place] > self.text.sentence[place - 1]:
                cells.insert(place, "/")
        return conll(" ".join(cells), tags=" ".join(self.text.tags))


def antecedents(side: Chains) -> dict[Span, list[Span]]:
    """What comes before each mention in its chain."""
    found: dict[Span, list[Span]] = {}
    for chain in side:
        ordered = sorted(chain, key=lambda span: (span[0], -span[1]))
        found |= {span: ordered[:place] for place, span in enumerate(ordered)}
    return found


def classify(text: Text, key: Chains, response: Chains, criterion: str) -> dict[Span, str]:
    """The class of every mention of either side."""
    ours, theirs, admits = antecedents(key), antecedents(response), text.admits(criterion)
    found = {}
    for span in {*ours, *theirs}:
        wanted = [other for other in ours.get(span, []) if admits(other)]
        given = [other for other in theirs.get(span, []) if admits(other)]
        if not wanted:
            found[span] = "fp" if given else "tn"
        elif not given:
            found[span] = "fn"
        elif criterion == "any":
            found[span] = "tp" if set(wanted) & set(given) else "wl"
        else:
            found[span] = "tp" if given[-1] in ours[span] else "wl"
    return found


def type_errors(text: Text, key: Chains, response: Chains, criterion: str) -> dict[Span, tuple[str, str, str]]:
    """For each wrong mention its class, its type and the distance to its antecedent."""
    ours, theirs, admits = antecedents(key), antecedents(response), text.admits(criterion)
    altered = pair(set(ours) - set(theirs), set(theirs) - set(ours))
    found = {}
    for span, answer in classify(text, key, response, criterion).items():
        if answer in ("tp", "tn"):
            continue
        wanted = [other for other in ours.get(span, []) if admits(other)]
        given = [other for other in theirs.get(span, []) if admits(other)]
        if answer == "fn" and span not in theirs:
            name = "span altered" if span in altered else "mention missed"
        elif answer == "fn":
            name = "chain split" if any(other in theirs for other in wanted) else "antecedent missed"
        elif span not in ours:
            name = "span altered" if span in altered else "mention invented"
        elif given[-1] not in ours:
            name = "antecedent invented"
        else:
            name = "wrong antecedent" if answer == "wl" else "chains merged"
        steps = text.sentence[span[0]] - text.sentence[(wanted or given)[-1][0]]
        distance = ("same sentence", "sentence before")[steps] if steps < 2 else "2 to 5 sentences"
        found[span] = (answer, name, distance if steps <= 5 else "further")
    return found


def pair(ours: set[Span], theirs: set[Span]) -> set[Span]:
    """Mentions of either side that are one mention with other borders."""

    def words(span: Span) -> set[int]:
        return set(range(span[0], span[1] + 1))

    def alike(one: Span, two: Span) -> float:
        return len(words(one) & words(two)) / len(words(one) | words(two))

    candidates = sorted(
        (-alike(one, two), one[0], two[0], one[1], two[1])
        for one in ours
        for two in theirs
        if alike(one, two) and (one[0] == two[0] or one[1] == two[1] or alike(one, two) >= 0.5)
    )
    taken: tuple[set[Span], set[Span]] = (set(), set())
    for _, one_start, two_start, one_end, two_end in candidates:
        one, two = (one_start, one_end), (two_start, two_end)
        if one not in taken[0] and two not in taken[1]:
            taken[0].add(one)
            taken[1].add(two)
    return taken[0] | taken[1]


def count(found: Mapping[Span, str]) -> tuple[int, int, int]:
    """Right, of the key, of the response."""
    n = {name: sum(value == name for value in found.values()) for name in ("tp", "wl", "fn", "fp")}
    return n["tp"], n["tp"] + n["wl"] + n["fn"], n["tp"] + n["wl"] + n["fp"]


class CutCase(NamedTuple):
    """A key, and a response over the same characters that cuts them otherwise."""

    case: Case
    ends: Sequence[int]  # where words of the response end

    def write(self) -> tuple[str, str]:
        """Both sides as files."""
        size = [end - start for start, end in pairwise([0, *self.ends])]
        response = conll(brackets_of(self.case.response, len(size)), forms=["x" * n for n in size])
        text = self.case.text
        key = brackets_of(self.case.key, len(text.tags))
        return conll(key, tags=" ".join(text.tags), forms=["xx"] * len(text.tags)), response

    def spread(self) -> tuple[Text, Chains, Chains]:
        """The text and both sides in characters."""
        starts = [0, *self.ends]
        key = [[(2 * first, 2 * last + 1) for first, last in chain] for chain in self.case.key]
        response = [[(starts[first], self.ends[last] - 1) for first, last in chain] for chain in self.case.response]
        return Characters(self.case.text), key, response


@st.composite
def _sides(draw: st.DrawFn, n: int) -> list[list[Span]]:
    places = st.tuples(st.integers(0, n - 1), st.integers(0, 2))
    spans = places.map(lambda place: (place[0], min(sum(place), n - 1)))
    chains: dict[int, list[Span]] = {}
    for span in draw(st.lists(spans, unique=True, max_size=10)):
        chain = chains.setdefault(draw(st.integers(0, 2)), [])
        if not any(one[0] < two[0] <= one[1] < two[1] for one in (*chain, span) for two in (*chain, span)):
            chain.append(span)  # mentions of one chain that cross cannot be written
    return list(chains.values())


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A text with a key and a response over it."""
    n = draw(st.integers(1, 12))
    tags = draw(st.lists(st.sampled_from(TAGS), min_size=n, max_size=n))
    ends = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    sentence = [sum(ends[:place]) for place in range(n)]
    return Case(Text(tags, sentence), draw(_sides(n)), draw(_sides(n)))


@st.composite
def cut_cases(draw: st.DrawFn) -> CutCase:
    """A text with a key over it, and with a response over other words of it."""
    n = draw(st.integers(1, 12))
    tags = draw(st.lists(st.sampled_from(TAGS), min_size=n, max_size=n))
    ends = sorted(draw(st.sets(st.integers(1, 2 * n), max_size=2 * n)) | {2 * n})
    return CutCase(Case(Text(tags, [0] * n), draw(_sides(n)), draw(_sides(len(ends)))), ends)
