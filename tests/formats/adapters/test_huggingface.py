"""Datasets of Hugging Face: stand-ins by default, the library among the slow tests."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import tertium
from tertium.errors import UsageError

CLASSES = ["neg", "pos"]
TAGS = ["O", "B-X", "I-X"]


class StandIn:
    """As much of a dataset as the adapter asks for."""

    def __init__(self, **columns: list[Any]) -> None:
        self._columns = columns
        self.column_names = list(columns)
        self.features = {
            "label": SimpleNamespace(names=CLASSES),
            "ner_tags": SimpleNamespace(feature=SimpleNamespace(names=TAGS)),
        }

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]


def test_table__numbers_of_classes_become_names() -> None:
    gold = StandIn(id=[1, 2, 3], label=[0, 1, 1])
    result = tertium.score(gold, {"a": ["neg", "pos", "neg"]})
    assert result.task == "labels"
    assert result.score("Accuracy", "a").correct == 2


def test_column__of_a_dataset() -> None:
    source = StandIn(label=[0, 1, 1])
    column = SimpleNamespace(source=source, column_name="label")
    assert tertium.score(column, {"a": ["neg", "pos", "neg"]}).score("Accuracy", "a").correct == 2


def test_sentences__of_tokens_with_tags() -> None:
    tokens = [["in", "New", "York"], ["here"]]
    gold = StandIn(id=["1", "2"], tokens=tokens, ner_tags=[[0, 1, 2], [0]], pos_tags=[["IN", "NNP", "NNP"], ["RB"]])
    system = StandIn(tokens=tokens, ner_tags=[[0, 1, 0], [1]], pos_tags=[["IN", "NNP", "NN"], ["RB"]])
    spans = tertium.score(gold, {"a": system})
    assert spans.task == "spans"
    assert (spans.score("F1", "a").correct, spans.score("F1", "a").gold, spans.score("F1", "a").proposed) == (0, 1, 2)
    assert tertium.score(gold, {"a": system}, task="tagging").score("Accuracy", "a").correct == 3


def test_sentences__of_other_lengths_are_refused() -> None:
    gold = StandIn(tokens=[["in", "York"]], ner_tags=[[1]])
    with pytest.raises(UsageError, match="sentence 1 has 2 tokens and 1 values"):
        tertium.score(gold, {"a": gold})


def test_splits__are_to_be_chosen_from() -> None:
    with pytest.raises(UsageError, match="several splits"):
        tertium.score({"train": StandIn(label=[0])}, {"a": ["neg"]})


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_datasets__as_the_library_makes_them() -> None:
    datasets = pytest.importorskip("datasets")
    features = datasets.Features(
        {
            "tokens": datasets.Sequence(datasets.Value("string")),
            "ner_tags": datasets.Sequence(datasets.ClassLabel(names=TAGS)),
            "label": datasets.ClassLabel(names=CLASSES),
        }
    )
    columns = {"tokens": [["New", "York"], ["here"]], "ner_tags": [[1, 2], [0]], "label": [1, 0]}
    gold = datasets.Dataset.from_dict(columns, features=features)
    assert tertium.score(gold, {"a": gold}).score("F1", "a").value == 1.0
    assert tertium.score(gold["label"], {"a": ["pos", "pos"]}).score("Accuracy", "a").correct == 1
    assert tertium.score(gold["ner_tags"], {"a": [["B-X", "I-X"], ["O"]]}).score("F1", "a").value == 1.0
    with pytest.raises(UsageError, match="several splits"):
        tertium.score(datasets.DatasetDict({"test": gold}), {"a": gold})
