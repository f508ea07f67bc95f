"""Small coreference files written for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import tertium
from tertium.alignment import FormKeys, align
from tertium.conventions import Conventions
from tertium.corpus import Vocab
from tertium.formats import conll2012
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.mentionrules import DEFAULT_MENTIONS, MentionRules, TagTable
from tertium.tasks.match import Match
from tertium.tasks.mention_types import ENGLISH
from tertium.tasks.view import View

if TYPE_CHECKING:
    from pathlib import Path

Spans: TypeAlias = Sequence[Sequence[tuple[int, int]]]
"""Chains of spans: first and last token, both inside."""


def conll(brackets: str, *, tags: str = "", name: str = "(d); part 000", forms: Sequence[str] = ()) -> str:
    """A document: the brackets of its tokens, separated by spaces; a slash ends a sentence."""
    rows, number = [], 0
    marks = tags.split()
    for content in brackets.split():
        if content == "/":
            rows.append("")
            continue
        tag = marks[number] if marks else "NN"
        form = forms[number] if forms else f"w{number}"
        rows.append("\t".join(["d", "0", str(number), form, tag, *"*----*", content]))
        number += 1
    return "\n".join([f"#begin document {name}", *rows, "", "#end document", ""])


def brackets_of(chains: Spans, n_tokens: int) -> str:
    """The brackets of chains, longer mentions opened first."""
    cells: list[list[str]] = [[] for _ in range(n_tokens)]
    for number, chain in enumerate(chains):
        for first, last in chain:
            if first == last:
                cells[first].append(f"({number})")
    spans = sorted(
        ((first, last, number) for number, chain in enumerate(chains) for first, last in chain if first < last),
        key=lambda span: (span[0], -span[1]),
    )
    for first, _, number in spans:
        cells[first].append(f"({number}")
    for _, last, number in sorted(spans, key=lambda span: (span[1], -span[0])):
        cells[last].append(f"{number})")
    return " ".join("|".join(cell) or "-" for cell in cells)


def write_pair(folder: Path, key: str, *responses: str) -> list[str]:
    """Paths of a key and its responses."""
    paths = []
    for number, content in enumerate((key, *responses)):
        path = folder / ("key.conll" if not number else f"r{number}.conll")
        path.write_text(content, encoding="utf-8", newline="")
        paths.append(str(path))
    return paths


def counts_of(document: Mapping[str, Any], measure: str, system: str = "r1") -> tuple[float, float, float, float]:
    """Recall's and precision's numerators and denominators in a JSON document."""
    row = next(row for row in document["scores"] if (row["measure"], row["system"]) == (measure, system))
    recall, precision = row["recall"], row["precision"]
    return recall["numerator"], recall["denominator"], precision["numerator"], precision["denominator"]


def match_chains(
    key: str, response: str, mentions: MentionRules = DEFAULT_MENTIONS, table: TagTable = ENGLISH
) -> Match:
    """A key and a response of the same text, set against each other."""
    vocab = Vocab()
    rules = Conventions(task="coreference", layer="tag", mentions=mentions, mention_table=table)
    ask = Request(vocab=vocab, name="x", wanted=frozenset({"form", "tag", "mentions"}), conventions=rules)
    gold, system = (conll2012.read(Text(text.encode(), "x.conll"), ask) for text in (key, response))
    link = align(gold, system, FormKeys(vocab))
    return Match(View(gold, rules, who="gold"), View(system, rules, who="gold"), link)


def corefud(*rows: str) -> str:
    """One sentence of CorefUD, rows `id DEPS MISC`; the last two may be left out."""
    lines = ["# global.Entity = eid-etype-head-other", "# newdoc id = d", "# sent_id = s"]
    for row in rows:
        number, deps, misc, *_ = [*row.split(), "_", "_"]
        is_empty = "." in number
        head, relation = ("_", "_") if is_empty else ("0", "root") if number == "1" else ("1", "dep")
        lines.append("\t".join([number, "_" if is_empty else f"w{number}", *"____", head, relation, deps, misc]))
    return "\n".join([*lines, "", ""])


def score_corefud(folder: Path, key: str, response: str, **options: Any) -> tertium.Scores:
    """The scores of a response in CorefUD as its scorer counts."""
    paths = folder / "key.conllu", folder / "response.conllu"
    for path, content in zip(paths, (key, response), strict=True):
        path.write_text(content, encoding="utf-8")
    return tertium.score(paths[0], [paths[1]], task="coreference", like="corefud", **options)
