"""Which sentences are one block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.comparison.blocking import count_duplicates, find_blocks, same_text
from tertium.comparison.features import Features
from tertium.comparison.joined import read_joined
from tertium.corpus import Vocab
from tertium.errors import UsageError
from tertium.formats.files import Files
from tertium.formats.request import Request
from tertium.formats.sources import find_source
from tests.comparison.test_features import features
from tests.small import GOLD
from tests.strategies import quick, words

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["a-1", "a-2", "b-1", "x", "a-3"]
NAMED = "".join(f"# sent_id = {name}\n{words(name)}" for name in NAMES)


def test_blocks__sentences() -> None:
    assert find_blocks(features(GOLD), "sentence").of_sentence.tolist() == [0, 1, 2, 3]


def test_blocks__documents() -> None:
    found = find_blocks(features(GOLD), "document")
    assert found.of_sentence.tolist() == [0, 0, 1, 1]
    assert found.n_blocks == 2


def test_blocks__a_single_document_is_refused_with_the_way_out() -> None:
    with pytest.raises(UsageError, match="sent_id:"):
        find_blocks(features(words("a") + words("b")), "document")


def test_blocks__patterns_over_names() -> None:
    """Blocks need not be runs of sentences; a sentence without a match is a block of its own, and that is said."""
    found = find_blocks(features(NAMED), "sent_id:^(.*)-")
    assert found.of_sentence.tolist() == [0, 0, 1, 2, 0]
    assert found.n_blocks == 3
    assert len(found.warnings) == 1
    assert "1 of 5 sentences" in found.warnings[0]


def test_blocks__every_sentence_without_a_value_is_alone() -> None:
    assert find_blocks(features(NAMED), "sent_id:^(b)").of_sentence.tolist() == [0, 1, 2, 3, 4]


def test_blocks__no_value_at_all_is_refused() -> None:
    with pytest.raises(UsageError, match="no sentence"):
        find_blocks(features(NAMED), "sent_id:zzz")


def test_blocks__numbers_of_the_user_are_not_cut_into_quarters(tmp_path: Path) -> None:
    n = 20
    gold = features("".join(words("a") for _ in range(n)))
    path = tmp_path / "mine.csv"
    path.write_text("sentence,day\n" + "".join(f"{s},{s // 2}\n" for s in range(1, n)), encoding="utf-8")
    joined = read_joined(str(path), gold.gold.corpus)
    found = find_blocks(Features(gold.gold, joined=joined), "day")
    assert found.n_blocks == 10 + 1
    assert found.of_sentence.tolist() == [0, *(s // 2 for s in range(2, n)), 10]


@pytest.mark.parametrize("name", ["upos", "position", "Case", "distance"])
def test_blocks__features_of_words_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="feature of words"):
        find_blocks(features(GOLD.replace("Number=Sing", "Case=Nom")), name)


def test_blocks__unknown_names_are_refused() -> None:
    with pytest.raises(UsageError, match="lenght"):
        find_blocks(features(GOLD), "lenght")


@quick
@given(sentences=st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=3), min_size=1, max_size=8))
def test_blocks__equal_text_is_one_block(sentences: list[list[str]]) -> None:
    gold = features("".join(words(*forms) for forms in sentences))
    found = find_blocks(gold, "text").of_sentence.tolist()
    for a, first in enumerate(sentences):
        for b, second in enumerate(sentences):
            assert (found[a] == found[b]) == (first == second)
    assert find_blocks(gold, "text").n_blocks == len({tuple(forms) for forms in sentences})
    assert same_text(gold.gold.corpus).tolist() == [sentences.index(forms) for forms in sentences]
    assert count_duplicates(gold.gold.corpus) == sum(sentences.count(forms) > 1 for forms in sentences)


def test_count_duplicates__of_a_real_treebank(shared: Path) -> None:
    """The 71 of 1,323 sentences in the project's specification; they hold 31 texts."""
    source = Files(find_source(str(shared / "corpora/dependency/en_ewt/gold.conllu")))
    gold = source.read(Request(vocab=Vocab(), name="gold", wanted=frozenset()), "conllu")
    assert count_duplicates(gold) == 71
    assert len(set(same_text(gold).tolist())) == gold.n_sents - 71 + 31
