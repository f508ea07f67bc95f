"""Several files as one corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tertium.corpus import ROOT, Vocab
from tertium.errors import TertiumError
from tertium.formats.files import Files, concatenate
from tertium.formats.request import Request
from tertium.formats.sources import find_source
from tests.formats.samples import (
    COLUMNS,
    CONLLU,
    EVERYTHING,
    SCRIPTS,
    column,
    edit_field,
    faults,
    heads,
    insert_line,
    multiword,
    read,
    sentences,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tertium.corpus import Corpus


def folder_of(folder: Path, *contents: str) -> Path:
    for number, content in enumerate(contents):
        (folder / f"{number}.conllu").write_text(content, encoding="utf-8")
    return folder


def read_all(folder: Path) -> Corpus:
    files = Files(find_source(str(folder)))
    guess = files.sniff()
    return files.read(Request(vocab=Vocab(), name="x", wanted=EVERYTHING), guess.format)


def test_files__several_are_one(tmp_path: Path) -> None:
    corpus = read_all(folder_of(tmp_path, CONLLU, SCRIPTS["hebrew"], CONLLU))
    assert [len(sentence) for sentence in sentences(corpus)] == [4, 3, 3, 4, 3]
    assert heads(corpus)[7:11] == [8, ROOT, 8, 11]
    assert corpus.n_words == 17


def test_files__each_starts_a_document(tmp_path: Path) -> None:
    corpus = read_all(folder_of(tmp_path, "# newdoc id = one\n" + CONLLU, CONLLU))
    assert corpus.doc_start.tolist() == [0, 2, 4]
    assert [corpus.document_name(0), corpus.document_name(1)] == ["one", "2"]


def test_files__words_know_their_file_and_line(tmp_path: Path) -> None:
    corpus = read_all(folder_of(tmp_path, CONLLU, CONLLU))
    assert corpus.path_of(6) == str(tmp_path / "0.conllu")
    assert corpus.path_of(7) == str(tmp_path / "1.conllu")
    assert corpus.line.tolist() == [2, 3, 4, 5, 8, 9, 10] * 2


def test_files__sentences_keep_their_names(tmp_path: Path) -> None:
    nameless = CONLLU.replace("# sent_id = cat\n", "")
    corpus = read_all(folder_of(tmp_path, nameless, CONLLU))
    assert [corpus.sentence_name(number) for number in range(4)] == ["1", "dream", "cat", "dream"]


def test_files__multiword_tokens_are_shifted(tmp_path: Path) -> None:
    content = insert_line(CONLLU, 2, multiword("1-2", "Diekatze"))
    surface = read_all(folder_of(tmp_path, content, content)).surface
    assert surface.word_start.tolist() == [0, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]
    assert surface.multiword.tolist() == [True, *[False] * 5] * 2


def test_files__irregularities_of_each_are_kept(tmp_path: Path) -> None:
    corpus = read_all(folder_of(tmp_path, CONLLU[:-1], "\ufeff" + CONLLU))
    assert [fault.path for fault in corpus.irregularities] == [str(tmp_path / f"{number}.conllu") for number in (0, 1)]
    assert sum(faults(corpus).values()) == 2


def test_files__error_names_the_file(tmp_path: Path) -> None:
    folder_of(tmp_path, CONLLU, edit_field(CONLLU, 3, 6, "9"))
    with pytest.raises(TertiumError) as caught:
        read_all(tmp_path)
    assert f"{tmp_path / '1.conllu'}:3, sentence 'cat'" in str(caught.value)


def test_files__single_file_is_read_once_though_looked_at_twice(tmp_path: Path) -> None:
    """Standard input cannot be read again."""
    path = tmp_path / "a.conllu"
    path.write_text(CONLLU, encoding="utf-8")
    files = Files(find_source(str(path)))
    files.sniff()
    path.unlink()
    corpus = files.read(Request(vocab=Vocab(), name="x", wanted=EVERYTHING), "conllu")
    assert corpus.n_words == 7


def test_files__told_format_wins(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(COLUMNS, encoding="utf-8")
    assert Files(find_source(str(path)), fmt="slashed").sniff("conllu").format == "slashed"
    assert Files(find_source(str(path))).sniff("conllu").format == "conllu"


def test_concatenate__columns_that_all_have() -> None:
    vocab = Vocab()
    one = read(CONLLU, vocab=vocab)
    two = read(CONLLU, vocab=vocab, wanted=frozenset({"upos"}))
    both = concatenate([one, two])
    assert set(both.columns) == {"form", "upos"}
    assert both.head is None
    assert column(both, "upos") == column(one, "upos") * 2


def test_concatenate__empty_file_in_the_middle() -> None:
    vocab = Vocab()
    one, none, two = (read(content, vocab=vocab) for content in (CONLLU, "", CONLLU))
    both = concatenate([one, none, two])
    assert sentences(both) == sentences(one) + sentences(two)
    assert both.doc_start.tolist() == [0, 2, 4]
    assert heads(both)[7:9] == [8, 9]
    assert both.sentence_name(2) == "cat"
