"""Tags as spans: every scheme, every rule, against slow twins and against seqeval itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tertium.corpus import Vocab
from tertium.errors import FormatError
from tertium.formats import reader
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.tasks.chunks import decode_tags, detect_scheme

if TYPE_CHECKING:
    from tertium.conventions import Repair, Scheme
    from tertium.corpus import Corpus

Chunk = tuple[str, int, int]
ALPHABETS: dict[str, str] = {"iob1": "BI", "iob2": "BI", "ioe1": "IE", "ioe2": "IE", "bioes": "BIES", "bilou": "BILU"}


def corpus_of(*sentences: str) -> Corpus:
    text = "".join("".join(f"w{tag}\t{tag}\n" for tag in sentence.split()) + "\n" for sentence in sentences)
    ask = Request(vocab=Vocab(), name="gold", wanted=frozenset({"tag"}))
    return reader("bio")(Text(text.encode(), "gold.bio"), ask)


def chunks(*sentences: str, scheme: Scheme = "iob2", repair: Repair = "lenient") -> list[Chunk]:
    """Type, first and last word of each chunk."""
    corpus = corpus_of(*sentences)
    spans = decode_tags(corpus, scheme=scheme, repair=repair)
    names = corpus.vocab.decode(spans.label)
    return list(zip(names, spans.start.tolist(), (spans.end - 1).tolist(), strict=True))


@pytest.mark.parametrize(
    ("sentence", "scheme"),
    [
        ("B-PER I-PER O B-LOC B-LOC", "iob2"),
        ("I-PER I-PER O I-LOC B-LOC", "iob1"),
        ("B-PER E-PER O S-LOC S-LOC", "bioes"),
        ("B-PER L-PER O U-LOC U-LOC", "bilou"),
        ("B-PER E-PER O W-LOC W-LOC", "bmewo"),
    ],
)
@pytest.mark.parametrize("repair", ["lenient", "strict"])
def test_well_formed_tags_are_the_same_in_every_scheme(sentence: str, scheme: Scheme, repair: Repair) -> None:
    expected = [("PER", 0, 1), ("LOC", 3, 3), ("LOC", 4, 4)]
    assert chunks(sentence, scheme=scheme, repair=repair) == expected
    assert detect_scheme(corpus_of(sentence)) == scheme


def test_three_rules_for_what_is_ill_formed() -> None:
    """An I that continues nothing begins a chunk, or is lost; a type that changes begins another."""
    sentence = "O I-PER I-LOC O"
    assert chunks(sentence) == chunks(sentence, repair="conlleval") == [("PER", 1, 1), ("LOC", 2, 2)]
    assert chunks(sentence, repair="strict") == []


def test_conlleval_goes_on_at_a_b_after_an_e() -> None:
    sentence = "B-X E-X B-X E-X"
    assert chunks(sentence, scheme="bioes") == [("X", 0, 1), ("X", 2, 3)]
    assert chunks(sentence, scheme="bioes", repair="conlleval") == [("X", 0, 3)]


def test_seqevals_default_mode_has_no_rule_for_the_letters_of_bilou() -> None:
    """Nothing ends between two units of one type; a type that changes does, whatever the letters."""
    sentence = "U-A U-A B-A L-A U-B"
    assert chunks(sentence, scheme="bilou") == [("A", 0, 0), ("A", 1, 1), ("A", 2, 3), ("B", 4, 4)]
    assert chunks(sentence, scheme="bilou", repair="seqeval") == [("A", 2, 3), ("B", 4, 4)]
    assert decode_tags(corpus_of(sentence), scheme="bilou", repair="seqeval").n_invalid == 0


def test_what_no_rule_ends_counts_for_conlleval() -> None:
    assert chunks("O I M", repair="conlleval") == [("", 1, 2)]


def test_a_type_that_perl_takes_for_nothing_is_none() -> None:
    assert chunks("B-0 I", repair="conlleval") == [("", 0, 1)]


def test_chunks_end_with_their_sentence() -> None:
    assert chunks("O B-PER", "I-PER O") == [("PER", 1, 1), ("PER", 2, 2)]


def test_types_may_have_hyphens_and_may_be_missing() -> None:
    assert chunks("B-NP-SBJ I-NP-SBJ") == [("NP-SBJ", 0, 1)]
    assert chunks("B I O B") == [("_", 0, 1), ("_", 3, 3)]


def test_invalid_transitions_are_counted() -> None:
    assert decode_tags(corpus_of("O I-PER I-LOC", "I-PER"), scheme="iob2", repair="lenient").n_invalid == 3
    assert decode_tags(corpus_of("I-PER B-PER O B-PER"), scheme="iob1", repair="lenient").n_invalid == 1
    assert decode_tags(corpus_of("B-PER O I-PER E-PER"), scheme="bioes", repair="lenient").n_invalid == 2
    assert decode_tags(corpus_of("B-PER E-PER S-PER"), scheme="bioes", repair="lenient").n_invalid == 0


@pytest.mark.parametrize(
    ("tag", "repair"), [("PER", "lenient"), ("X-PER", "lenient"), ("O-PER", "strict"), ("S-P", "strict")]
)
def test_what_is_no_tag_is_refused(tag: str, repair: Repair) -> None:
    with pytest.raises(FormatError, match=r"gold\.bio:2, sentence '1'"):
        chunks(f"O {tag}", repair=repair)


def test_what_is_no_scheme_is_refused() -> None:
    with pytest.raises(FormatError, match="'NN' is no tag of a span"):
        detect_scheme(corpus_of("NN VB O"))


def draw(source: np.random.Generator, letters: str) -> list[str]:
    """Tags at random, ill-formed ones among them."""
    found = []
    for _ in range(int(source.integers(1, 10))):
        letter = str(source.choice(list("O" + letters)))
        found.append(letter if letter == "O" else f"{letter}-{source.choice(['A', 'B-C'])}")
    return found


@pytest.mark.filterwarnings("ignore:.*seems not to be NE tag")
@pytest.mark.parametrize("repair", ["lenient", "seqeval"])
def test_lenient_reading_is_seqevals_default(repair: Repair) -> None:
    labels = pytest.importorskip("seqeval.metrics.sequence_labeling", reason="seqeval is not installed")
    source = np.random.default_rng(1)
    for letters in ("BI", "BIES", "BILU", "BMEW")[: 4 if repair == "seqeval" else 2]:
        sentences = [draw(source, letters) for _ in range(400)]
        expected: list[Chunk] = []
        at = 0
        for sentence in sentences:
            expected += [(kind, first + at, last + at) for kind, first, last in labels.get_entities(sentence)]
            at += len(sentence)
        assert chunks(*map(" ".join, sentences), repair=repair) == expected


@pytest.mark.parametrize("scheme", list(ALPHABETS))
def test_strict_reading_is_seqevals(scheme: Scheme) -> None:
    module: Any = pytest.importorskip("seqeval.scheme", reason="seqeval is not installed")
    source = np.random.default_rng(2)
    sentences = [draw(source, ALPHABETS[scheme]) for _ in range(600)]
    theirs = getattr(module, {"bioes": "IOBES"}.get(scheme, scheme.upper()))
    expected: list[Chunk] = []
    at = 0
    for number, sentence in enumerate(sentences):
        found = module.Tokens(sentence, theirs, sent_id=number).entities
        expected += [(entity.tag, entity.start + at, entity.end + at - 1) for entity in found]
        at += len(sentence)
    assert chunks(*map(" ".join, sentences), scheme=scheme, repair="strict") == expected


def conlleval_counts(gold: list[list[str]], system: list[list[str]]) -> tuple[int, int, int]:
    """Correct, gold and found chunks, by two automata that run side by side, as conlleval.pl counts."""

    def starts(before: str, kind: str, now: str, other: str) -> bool:
        pairs = ("BB", "IB", "OB", "OI", "EE", "EI", "OE")
        return before + now in pairs or (now != "O" and kind != other)

    def ends(before: str, kind: str, now: str, other: str) -> bool:
        return before + now in ("BB", "BO", "IB", "IO", "EE", "EI", "EO") or (before != "O" and kind != other)

    correct = n_gold = n_found = 0
    for one, two in zip(gold, system, strict=True):
        last, inside = [("O", ""), ("O", "")], False
        for tags in zip([*one, "O"], [*two, "O"], strict=True):
            now = [(tag[0], tag.partition("-")[2]) for tag in tags]
            over = [ends(*before, *after) for before, after in zip(last, now, strict=True)]
            if inside:
                if all(over) and last[0][1] == last[1][1]:
                    inside, correct = False, correct + 1
                elif over[0] != over[1] or now[0][1] != now[1][1]:
                    inside = False
            new = [starts(*before, *after) for before, after in zip(last, now, strict=True)]
            inside = inside or (all(new) and now[0][1] == now[1][1])
            n_gold, n_found, last = n_gold + new[0], n_found + new[1], now
    return correct, n_gold, n_found


@pytest.mark.parametrize("letters", ["BI", "BIE", "BIES"])
def test_conllevals_tables_count_as_its_automata_do(letters: str) -> None:
    source = np.random.default_rng(3)
    gold = [draw(source, letters) for _ in range(500)]
    system = [[tag if source.random() < 0.8 else draw(source, letters)[0] for tag in tags] for tags in gold]
    ours, theirs = (chunks(*map(" ".join, side), repair="conlleval") for side in (gold, system))
    assert (len(set(ours) & set(theirs)), len(ours), len(theirs)) == conlleval_counts(gold, system)
