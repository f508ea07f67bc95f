"""JSON texts: halves of surrogate pairs are refused wherever JSON is read, and nothing else is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.formats.json_text import parse_json
from tests.command import refused, run

if TYPE_CHECKING:
    from pathlib import Path

TEXT = '{"id": "1", "text": "Ana mora", "spans": [[0, 3, "PER"]]}\n'
ROW = '{"id": "1", "gold": "A", "system": "B"}\n'
CHAINS = '{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0], [1, 1]]]}\n'


@given(st.text(alphabet=st.sampled_from('a\\"ud8c0\ud800\udbff\udc00\udfff😀')))
def test_parse_json__refuses_what_cannot_be_written(text: str) -> None:
    """Whatever stands around an escape: another escape, a backslash that is one, or the other half."""
    content = json.dumps(text)
    try:
        json.loads(content).encode("utf-8")
    except UnicodeEncodeError:
        with pytest.raises(json.JSONDecodeError, match="surrogate"):
            parse_json(content)
    else:
        assert parse_json(content) == json.loads(content)


def test_parse_json__nested_too_deeply() -> None:
    with pytest.raises(json.JSONDecodeError, match="deeply"):
        parse_json("[" * 100_000)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", TEXT.replace("Ana", r"An\ud800")),
        ("a.jsonl", TEXT.replace("PER", r"P\ud800")),
        ("a.jsonl", TEXT.replace('"1"', r'"\udfff"')),
        ("a.jsonl", ROW.replace('"A"', r'"\ud800"') * 2),
        ("a.jsonl", ROW.replace("}", r', "more": ["\ud800"]}') * 2),
        ("a.json", f"[{ROW}]".replace('"A"', r'"\ud800"')),
        ("a.jsonl", CHAINS.replace('"b"', r'"\ud800"')),
    ],
)
def test_readers__say_it(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    files = [path] if '"gold"' in content else [path, path]
    assert refused(run("score", *files), f"{name}:1: the ", "half of a surrogate pair is no character")
