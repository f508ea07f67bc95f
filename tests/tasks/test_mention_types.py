"""Mention types by tags: which table is taken, and what it says of mentions of one word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tertium.alignment import identity
from tertium.conventions import Conventions
from tertium.corpus import Corpus, Vocab
from tertium.errors import FormatError
from tertium.formats import reader
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.tasks.match import Match
from tertium.tasks.mention_spans import find_ends
from tertium.tasks.mention_types import (
    ENGLISH,
    GERMAN,
    NOUN,
    PERSONAL,
    TYPES,
    UNIVERSAL,
    choose_table,
    find_words,
    type_mentions,
)
from tertium.tasks.view import View
from tests.chains import conll, match_chains

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.mentionrules import TagTable

WANTED = frozenset({"form", "tag", "upos", "xpos", "feats", "misc", "deps", "mentions"})


def look_at(match: Match, table: TagTable) -> list[tuple[str, bool]]:
    """The type of each mention, and whether it has a proper noun."""
    mentions = match.gold.corpus.mentions
    assert mentions is not None
    kind, named = type_mentions(mentions, find_words(match, table)[0], find_ends(mentions, None))
    order = np.lexsort((mentions.last, mentions.first))
    return [
        (TYPES[place], has_name) for place, has_name in zip(kind[order].tolist(), named[order].tolist(), strict=True)
    ]


def types_of(match: Match, table: TagTable) -> list[str]:
    return [kind for kind, _ in look_at(match, table)]


def read(text: str, fmt: str) -> Corpus:
    rules = Conventions(task="coreference", layer="tag")
    return reader(fmt)(Text(text.encode(), "x"), Request(vocab=Vocab(), name="x", wanted=WANTED, conventions=rules))


def match_alone(corpus: Corpus, table: TagTable) -> Match:
    view = View(corpus, Conventions(task="coreference", layer="tag", mention_table=table), who="gold")
    return Match(view, view, identity(corpus.n_words))


@pytest.mark.parametrize(
    ("table", "tags", "expected"),
    [
        (ENGLISH, "NN NNS NNP NNPS", ["noun"] * 4),
        (ENGLISH, "PRP PRP$ DT WP", ["personal", "possessive", "other", "other"]),
        (GERMAN, "NN NE PPER PRF", ["noun", "noun", "personal", "personal"]),
        (GERMAN, "PPOSAT PPOSS PDS PRELS", ["possessive", "possessive", "other", "other"]),
    ],
)
def test_types__of_one_word_by_its_tag(table: TagTable, tags: str, expected: list[str]) -> None:
    text = conll("(0) (1) (0) (1)", tags=tags)
    assert types_of(match_chains(text, text, table=table), table) == expected


def test_types__several_words_are_a_noun_phrase() -> None:
    text = conll("(0 0) (0)", tags="PRP$ PRP PRP")
    assert types_of(match_chains(text, text), ENGLISH) == ["noun", "personal"]


def conllu(*rows: str) -> str:
    """Words as `form UPOS FEATS MISC`, or `1.1 form UPOS FEATS MISC` for an empty node."""
    lines, number = ["# newdoc id = d", "# global.Entity = eid-etype-head-other", "# sent_id = s1"], 0
    for row in rows:
        cells = row.split()
        if cells[0] == f"{number}.1":
            place, head, deps = cells.pop(0), "_", f"{max(number, 1)}:nsubj"
        else:
            number += 1
            place, head, deps = str(number), str(int(number > 1)), "_"
        form, upos, feats, misc = cells
        relation = "_" if head == "_" else "root" if head == "0" else "dep"
        lines.append(f"{place}\t{form}\t{form}\t{upos}\t_\t{feats}\t{head}\t{relation}\t{deps}\t{misc}")
    return "\n".join([*lines, "", ""])


def test_types__of_universal_dependencies_look_at_features() -> None:
    text = conllu(
        "sie PRON Case=Nom Entity=(e1-x-1-)",
        "ihr PRON Poss=Yes Entity=(e1-x-1-)",
        "sein DET Poss=Yes|PronType=Prs Entity=(e2-x-1-)",
        "der DET _ Entity=(e2-x-1-)",
        "Anna PROPN _ Entity=(e1-x-1-)",
        "Haus NOUN _ Entity=(e2-x-1-)",
        "geht VERB Poss=Yes Entity=(e2-x-1-)",
    )
    corpus = read(text, "conllu")
    expected = ["personal", "possessive", "possessive", "other", "noun", "noun", "other"]
    assert types_of(match_alone(corpus, UNIVERSAL), UNIVERSAL) == expected


def test_types__pronouns_of_another_kind_are_no_personal_ones() -> None:
    """As `who`, `whose` and `this` are not by Penn tags."""
    text = conllu(
        "she PRON Case=Nom|PronType=Prs Entity=(e1-x-1-)",
        "who PRON PronType=Int,Rel Entity=(e1-x-1-)",
        "whose PRON Poss=Yes|PronType=Rel Entity=(e2-x-1-)",
        "this PRON Number=Sing|PronType=Dem Entity=(e2-x-1-)",
    )
    assert types_of(match_alone(read(text, "conllu"), UNIVERSAL), UNIVERSAL) == ["personal", "other", "other", "other"]


def test_types__a_dropped_pronoun_is_neither_noun_nor_the_word_beside_it() -> None:
    corpus = read(conllu("Anna PROPN _ Entity=(e1-x-1-)", "1.1 _ PRON _ Entity=(e1-x-1-)", "va VERB _ _"), "conllu")
    assert types_of(match_alone(corpus, UNIVERSAL), UNIVERSAL) == ["noun", "other"]


def test_names__are_those_of_the_words_of_a_mention() -> None:
    """Not that of a word beside an empty node, nor one in a gap."""
    text = conllu(
        "Anna PROPN _ Entity=(e1-x-1-)",
        "1.1 _ PRON _ Entity=(e1-x-1-)(e2-x-1-",
        "va VERB _ Entity=e2)",
        "la DET _ Entity=(e3[1/2]-x-1-)",
        "Roma PROPN _ _",
        "via NOUN _ Entity=(e3[2/2]-x-1-)",
        "mia DET _ Entity=(e2-x-1-",
        "Rita PROPN _ Entity=e2)",
    )
    found = look_at(match_alone(read(text, "conllu"), UNIVERSAL), UNIVERSAL)
    assert found == [("noun", True), ("other", False), ("noun", False), ("noun", False), ("noun", True)]


@pytest.mark.parametrize(
    ("tags", "table", "layer"),
    [
        ("PRP DT", "english", "tag"),
        ("PPER ART", "german", "tag"),
        ("NE ART", "german", "tag"),
        ("PRON DET", "ud", "tag"),
        ("NN NN", "english", "tag"),
        ("X1 X2", None, None),
        ("- -", None, None),
    ],
)
def test_choose_table__by_tags_that_only_one_set_has(tags: str, table: str | None, layer: str | None) -> None:
    found, why = choose_table(read(conll("(0) (0)", tags=tags), "conll2012"), None)
    assert (found.name if found else None, found.layer if found else None) == (table, layer)
    assert (table or ("there are no tags" if tags == "- -" else "no known set")) in why


def test_choose_table__universal_tags_of_conllu() -> None:
    found, why = choose_table(read(conllu("Anna PROPN _ Entity=(e1-x-1-)", "va VERB _ _"), "conllu"), None)
    assert found is not None
    assert (found.name, found.layer) == ("ud", "upos")
    assert "--mention-types" in why


def choose_from(folder: Path, content: bytes) -> tuple[TagTable | None, str]:
    path = folder / "types.txt"
    path.write_bytes(content)
    return choose_table(read(conll("(0) (0)", tags="NN PRP"), "conll2012"), str(path))


def test_choose_table__of_the_user(tmp_path: Path) -> None:
    """A byte-order mark is no part of the first tag."""
    found, why = choose_from(tmp_path, b"\xef\xbb\xbfNN name\r\n\r\nPRP personal\r\n# what else there is\r\n")
    assert found is not None
    assert (found.types, found.names) == ({"NN": NOUN, "PRP": PERSONAL}, frozenset({"NN"}))
    assert why == f"mention types: by {tmp_path / 'types.txt'} (tag)"
    assert "none of the gold's tags" in choose_from(tmp_path, b"X other\n")[1]


@pytest.mark.parametrize(
    ("content", "what", "line"),
    [
        (b"NN noun\nPRP\xe9 personal\n", "no UTF-8", 2),
        (b"NN noun\n\nNN other\n", "'NN' is other here and noun before", 3),
        (b"NN proper\n", "no tag with a type", 1),
    ],
)
def test_choose_table__what_is_wrong_with_that_of_the_user_is_refused(
    tmp_path: Path, content: bytes, what: str, line: int
) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        choose_from(tmp_path, content)
    assert caught.value.line == line
    assert caught.value.hint
