"""Chunks: sequences of tags (B-PER, I-PER, O) as spans, under a scheme and a rule for sequences that break it.

Schemes: IOB1 and IOB2 (Ramshaw and Marcus 1995; Tjong Kim Sang and Veenstra 1999), IOE1 and IOE2 with ends instead of
beginnings, BIOES, BILOU and BMEWO with marks for last and single words. What a sequence means that breaks its scheme is
a convention, and scorers differ:

- *lenient*: a chunk begins at B or S, after an end, and where the type changes; nothing is lost. The letters of BILOU
  and BMEWO are read as those of BIOES;
- *seqeval*: the same without those letters, as seqeval's default mode: they neither begin nor end anything themselves;
- *conlleval*: the tables of conlleval.pl, in which a B after an E continues the chunk, and S is such a letter, too;
- *strict*: only chunks that are well formed under the scheme count; the rest is lost, in the gold too (seqeval's mode).

All sentences at once: whether something begins or ends at a word depends on its tag and on the one before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import FormatError, quote
from tertium.spans import Spans

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.conventions import Repair, Scheme
    from tertium.corpus import Corpus

LETTERS: Final = "OBIESLUMW.[]"
"""The prefixes of tags; whatever else a lenient scorer swallows has the last place."""

_OTHER: Final = len(LETTERS)
_SIZE: Final = _OTHER + 1
_PLACE: Final = {letter: place for place, letter in enumerate(LETTERS)}
_AS_BIOES: Final = str.maketrans("LUMW", "ESIS")
_PLACE_AS_BIOES: Final = np.array([*(_PLACE[letter.translate(_AS_BIOES)] for letter in LETTERS), _OTHER])
UNRULED: Final[dict[str, str]] = {"seqeval": "LUMW", "conlleval": "SLUMW"}
"""Letters that some rules say nothing about: spans side by side that have them run together."""
UNTYPED: Final = "_"
"""The label of chunks whose tags have no type."""

SAME, DIFFERENT, ANY = range(3)

_SCHEME_LETTERS: Final[dict[str, str]] = {
    "iob1": "OBI",
    "iob2": "OBI",
    "ioe1": "OIE",
    "ioe2": "OIE",
    "bioes": "OBIES",
    "bilou": "OBILU",
    "bmewo": "OBMEW",
}

Rules = tuple[tuple[str, str, int], ...]

_STARTS: Final[dict[str, Rules]] = {
    "iob1": (("O", "I", ANY), ("I", "I", DIFFERENT), ("B", "I", ANY), ("I", "B", SAME), ("B", "B", SAME)),
    "iob2": (("*", "B", ANY),),
    "ioe1": (("O", "I", ANY), ("I", "I", DIFFERENT), ("E", "I", ANY), ("E", "E", SAME)),
    "ioe2": (("O", "IE", ANY), ("E", "IE", ANY), ("I", "IE", DIFFERENT)),
    "bioes": (("*", "BS", ANY),),
}
_INSIDES: Final[dict[str, Rules]] = {
    "iob1": (("BI", "I", SAME),),
    "iob2": (("BI", "I", SAME),),
    "ioe1": (("I", "IE", SAME),),
    "ioe2": (("I", "IE", SAME),),
    "bioes": (("BI", "IE", SAME),),
}
_ENDS: Final[dict[str, Rules]] = {
    "iob1": (("I", "I", DIFFERENT), ("I", "OB", ANY), ("B", "O", ANY), ("B", "I", DIFFERENT), ("B", "B", SAME)),
    "iob2": (("BI", "OB", ANY), ("BI", "I", DIFFERENT)),
    "ioe1": (("I", "I", DIFFERENT), ("I", "O", ANY), ("I", "E", DIFFERENT), ("E", "IE", SAME)),
    "ioe2": (("E", "*", ANY),),
    "bioes": (("SE", "*", ANY),),
}
"""What begins, goes on and ends between a tag and the next in seqeval's strict mode, gaps and all.

In IOB1 a B of another type begins nothing, and in IOE1 an E before O ends nothing: such chunks are lost there.
"""

_LENIENT_STARTS: Final[Rules] = (("*", "BS", ANY), ("ESO", "EI", ANY))
_LENIENT_ENDS: Final[Rules] = (("ES", "*", ANY), ("BI", "BSO", ANY))
_CONLLEVAL_STARTS: Final[Rules] = (
    ("BIO", "B", ANY),
    ("O", "I", ANY),
    ("E", "EI", ANY),
    ("O", "E", ANY),
    ("*", "[]", ANY),
)
_CONLLEVAL_ENDS: Final[Rules] = (("BI", "BO", ANY), ("E", "EIO", ANY), ("[]", "*", ANY))


@dataclass(frozen=True, eq=False, slots=True)
class Tagged:
    """The tags of a corpus, with an O after each sentence, cut into prefix and type."""

    letter: Codes  # (n_words + n_sents,)  place in `LETTERS`
    kind: Codes  # (n_words + n_sents,)  the type
    before: Codes  # (n_words + n_sents,)  the letter before
    kind_before: Codes
    sent_start: Offsets  # (n_sents + 1,)  over the longer rows

    def matches(self, rules: Rules) -> Mask:
        """Where one of the rules holds between the row before and the row."""
        table = np.zeros((2, _SIZE, _SIZE), dtype=np.bool_)
        for before, letters, condition in rules:
            rows = range(_SIZE) if before == "*" else [_PLACE[letter] for letter in before]
            columns = range(_SIZE) if letters == "*" else [_PLACE[letter] for letter in letters]
            for differs in (0, 1):
                if condition in (ANY, differs):
                    table[differs][np.ix_(list(rows), list(columns))] = True
        differs_there = (self.kind != self.kind_before).astype(np.int8)
        found: Mask = table[differs_there, self.before, self.letter]
        return found

    def words(self, rows: Offsets) -> Codes:
        """The words of some rows; of the row after a sentence, the first word of the next."""
        sentence = np.searchsorted(self.sent_start, rows, side="right") - 1
        return (rows - sentence).astype(np.int32)


def decode_tags(corpus: Corpus, *, scheme: Scheme, repair: Repair, typeless: str = UNTYPED) -> Spans:
    """The chunks that the tags of a corpus stand for.

    Raises:
        FormatError: A tag is none of the scheme's, where the rule does not swallow it.
    """
    tagged = _split(corpus, scheme, repair, typeless)
    if repair == "strict":
        start, stop, kind = _read_strictly(tagged, _canonical(scheme))
    else:
        conlleval = repair == "conlleval"
        begins = tagged.matches(_CONLLEVAL_STARTS if conlleval else _LENIENT_STARTS)
        ends = tagged.matches(_CONLLEVAL_ENDS if conlleval else _LENIENT_ENDS)
        changes = tagged.kind != tagged.kind_before
        nothing = (_PLACE["O"], _PLACE["."])
        begins |= changes & ~np.isin(tagged.letter, nothing)
        ends |= changes & ~np.isin(tagged.before, nothing)
        start, stop, kind = _join(tagged, np.flatnonzero(begins), np.flatnonzero(ends), by_start=conlleval)
    last = tagged.words(stop - 1) + 1
    n_invalid = int(np.count_nonzero(_find_invalid(tagged, _canonical(scheme))))
    return Spans(tagged.words(start), last.astype(np.int32), kind, scheme=scheme, n_invalid=n_invalid)


def _canonical(scheme: str) -> str:
    """The scheme with the same rules among those that have rules here."""
    return "bioes" if scheme in ("bilou", "bmewo") else scheme


def _split(corpus: Corpus, scheme: str, repair: str, typeless: str) -> Tagged:
    """Prefix and type of every tag; each distinct tag is looked at once."""
    vocab, tags = corpus.vocab, corpus.columns["tag"]
    used = vocab.used(tags)
    letters = np.zeros(len(vocab) + 1, dtype=np.int32)
    kinds = np.zeros(len(vocab) + 1, dtype=np.int32)
    texts, places, wrong = [], [], []
    for code, tag in zip(used.tolist(), vocab.decode(used), strict=True):
        prefix, text = split_tag(tag)
        known = prefix in LETTERS and len(prefix) == 1 and (prefix != "O" or not text)
        known = known and prefix in (_SCHEME_LETTERS[scheme] if repair == "strict" else "OBIESLUMW")
        if not known and repair != "conlleval":
            wrong.append(code)
        prefix = prefix.translate(_AS_BIOES) if repair in {"lenient", "strict"} else prefix
        places.append(_PLACE.get(prefix, _OTHER))
        if repair == "conlleval":
            texts.append("" if text == "0" else text)  # Perl takes 0 for nothing
        else:
            texts.append(text or typeless)
    if wrong:
        raise _explain(corpus, int(np.flatnonzero(np.isin(tags, wrong))[0]), scheme, repair)
    letters[used], kinds[used] = places, vocab.encode(texts)
    outside = np.int32(vocab.code("" if repair == "conlleval" else typeless))
    n_sents = corpus.n_sents
    letter = np.full(corpus.n_words + n_sents, _PLACE["O"], dtype=np.int32)
    kind = np.full(len(letter), outside, dtype=np.int32)
    row = np.arange(corpus.n_words) + corpus.sentence_of_words()
    letter[row], kind[row] = letters[tags], kinds[tags]
    before, kind_before = np.roll(letter, 1), np.roll(kind, 1)  # the last row is an O, as what comes before the first
    return Tagged(letter, kind, before, kind_before, corpus.sent_start + np.arange(n_sents + 1))


def split_tag(tag: str) -> tuple[str, str]:
    """Prefix and type; the type begins after the first hyphen.

    >>> split_tag("B-PER"), split_tag("I-NP-SBJ"), split_tag("O"), split_tag("B")
    (('B', 'PER'), ('I', 'NP-SBJ'), ('O', ''), ('B', ''))
    """
    prefix, _, kind = tag.partition("-")
    return prefix, kind


def _explain(corpus: Corpus, word: int, scheme: str, repair: str) -> FormatError:
    """The error for a tag that is none."""
    sentence = int(np.searchsorted(corpus.sent_start, word, side="right")) - 1
    tag = corpus.vocab.decode(corpus.columns["tag"][word : word + 1])[0]
    letters = _SCHEME_LETTERS[scheme] if repair == "strict" else "OBIESLUMW"
    what = f"no tag of the scheme {scheme.upper()}" if repair == "strict" else "no tag of a span"
    return FormatError(
        f"{quote(tag)} is {what}",
        path=corpus.path_of(word),
        line=int(corpus.line[word]),
        sentence=corpus.sentence_name(sentence),
        hint=f"tags are O, or one of {' '.join(letters.replace('O', ''))} with a hyphen and a type, as B-PER"
        + ("; --scheme names another scheme" if repair == "strict" else "; --columns form=1,tag=N names the column"),
    )


def _join(tagged: Tagged, begins: Offsets, ends: Offsets, *, by_start: bool) -> tuple[Offsets, Offsets, Codes]:
    """Chunks from where something begins and ends: conlleval counts beginnings, seqeval ends.

    A letter without rules can leave a chunk without its end, which then is that of the file, or without its beginning.
    """
    if by_start:
        stop = np.append(ends, len(tagged.letter) - 1)[np.searchsorted(ends, begins, side="right")]
        return begins, stop, tagged.kind[begins]
    start = np.append(begins, 0)[np.searchsorted(begins, ends, side="left") - 1]
    return start, ends, tagged.kind[ends - 1]


def _read_strictly(tagged: Tagged, scheme: str) -> tuple[Offsets, Offsets, Codes]:
    """Only what begins, goes on and ends as the scheme wants it."""
    goes_on = tagged.matches(_INSIDES[scheme])
    is_end = tagged.matches(_ENDS[scheme])
    borders = np.flatnonzero(~goes_on)
    starts = np.flatnonzero(tagged.matches(_STARTS[scheme]))
    stops = borders[np.searchsorted(borders, starts, side="right")] if len(starts) else starts
    kept, free = np.zeros(len(starts), dtype=np.bool_), 0
    for place, (start, stop) in enumerate(zip(starts.tolist(), stops.tolist(), strict=True)):
        if start >= free:
            kept[place], free = is_end[stop], stop
    return starts[kept], stops[kept], tagged.kind[starts[kept]]


def _find_invalid(tagged: Tagged, scheme: str) -> Mask:
    """Rows at which a tag may not follow the one before, under the scheme."""
    letter, last = _PLACE_AS_BIOES[tagged.letter], _PLACE_AS_BIOES[tagged.before]
    letters = {name: letter == place for name, place in _PLACE.items()}
    before = {name: last == place for name, place in _PLACE.items()}
    same = tagged.kind == tagged.kind_before
    goes_on = (before["B"] | before["I"]) & same
    unknown = ~np.isin(letter, [_PLACE[letter] for letter in _SCHEME_LETTERS[scheme]])
    stays = (letters["I"] | letters["E"]) & same
    wrong: dict[str, Mask] = {
        "iob2": letters["I"] & ~goes_on,
        "iob1": letters["B"] & ~goes_on,
        "bioes": ((letters["I"] | letters["E"]) & ~goes_on) | ((before["B"] | before["I"]) & ~stays),
        "ioe2": before["I"] & ~stays,
        "ioe1": before["E"] & ~stays,
    }
    found: Mask = unknown | wrong[scheme]
    return found


def has_chunks(corpus: Corpus) -> bool:
    """Whether any word is in a chunk."""
    vocab = corpus.vocab
    return any(tag != "O" for tag in vocab.decode(vocab.used(corpus.columns["tag"])))


def letters_of(corpus: Corpus) -> set[str]:
    """The prefixes of all tags."""
    vocab = corpus.vocab
    return {split_tag(tag)[0] for tag in vocab.decode(vocab.used(corpus.columns["tag"]))}


def detect_scheme(corpus: Corpus, *, swallow: bool = False) -> Scheme:
    """The scheme that the tags of a corpus look like.

    IOB1 and IOB2 have the same letters: it is IOB1 if a chunk begins with I and no B stands where IOB1 needs none.

    Args:
        corpus: A corpus with tags.
        swallow: Take no notice of what is no tag, as conlleval.pl does.

    Raises:
        FormatError: A tag is none.
    """
    letters = letters_of(corpus)
    if letters <= set(LETTERS) and letters & set("MW"):
        return "bmewo"
    if letters <= set(LETTERS) and letters & set("LU"):
        return "bilou"
    if letters <= set(LETTERS) and letters & set("ES"):
        return "bioes" if letters & set("BS") else "ioe2"
    tagged = _split(corpus, "iob2", "conlleval" if swallow else "lenient", UNTYPED)
    is_b = tagged.letter == _PLACE["B"]
    after_chunk = np.isin(tagged.before, [_PLACE["B"], _PLACE["I"]]) & (tagged.kind == tagged.kind_before)
    begins_with_i = (tagged.letter == _PLACE["I"]) & ~after_chunk
    return "iob1" if begins_with_i.any() and not (is_b & ~after_chunk).any() else "iob2"
