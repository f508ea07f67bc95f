"""The gold as CoNLL-U with the differences marked in MISC, so that other tools can open them.

A word on which a pair of systems differs gets `Diff=a>b:new_error:obl@5>nmod@7` (labels, and heads by number where
there are heads); several pairs are separated by commas. What would break MISC (`|`, white space, commas) is
percent-encoded.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.transitions import CLASSES, class_of
from tertium.corpus import ROOT
from tertium.formats import conllu

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tertium._typing import Codes
    from tertium.reports.comparison_result import Comparison
    from tertium.reports.result import Result
    from tertium.tasks.decisions import Decisions

_UNSAFE: Final = re.compile(r"[|,%\s]")


def safe(text: str) -> str:
    """A value that MISC can hold.

    >>> safe("Case=Nom|Number=Sing")
    'Case=Nom%7CNumber=Sing'
    """
    return _UNSAFE.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8")), text)


def annotate(result: Comparison, pairs: Sequence[tuple[str, str]]) -> bytes:
    """The gold with marks; a CoNLL-U gold keeps everything else, byte by byte, other formats become CoNLL-U."""
    decisions = result.tables.decisions(result.headline)
    marks: dict[int, list[str]] = {}
    if len(result.systems) == 1:
        marks = _errors(result, decisions)
    for before, after in pairs:
        one, two = result.index(before), result.index(after)
        kinds = class_of(decisions, one, two)
        for unit in np.flatnonzero(kinds >= 0).tolist():
            answers = [
                _answer(result, decisions, decisions.labels[system], decisions.answers[system], unit)
                for system in (one, two)
            ]
            mark = f"{safe(before)}>{safe(after)}:{CLASSES[kinds[unit]]}:{'>'.join(answers)}"
            marks.setdefault(int(decisions.unit[unit]), []).append(mark)
    return write_marks(result, {word: f"Diff={','.join(parts)}" for word, parts in marks.items()})


def _errors(result: Comparison, decisions: Decisions) -> dict[int, list[str]]:
    """What the only system has wrong, by word."""
    who = f"gold>{safe(result.systems[0])}"
    marks: dict[int, list[str]] = {}
    for unit in np.flatnonzero(~decisions.right[0]).tolist():
        own = _answer(result, decisions, decisions.labels[0], decisions.answers[0], unit)
        right = _answer(result, decisions, decisions.gold_label, decisions.gold, unit)
        marks.setdefault(int(decisions.unit[unit]), []).append(f"{who}:error:{right}>{own}")
    return marks


def write_marks(result: Result, texts: Mapping[int, str]) -> bytes:
    """The gold with a text added to MISC of some words."""
    gold = result.gold
    if gold.format != "conllu" or not gold.paths:
        return conllu.write(gold, texts).encode("utf-8")
    parts = []
    for number, text in enumerate(result.gold_texts()):
        start, stop = int(gold.file_start[number]), int(gold.file_start[number + 1])
        lines = {int(gold.line[word]): texts[word] for word in sorted(texts) if start <= word < stop}
        parts.append(conllu.mark(text, lines))
    return b"".join([*(_ended(part) for part in parts[:-1]), *parts[-1:]])


def _ended(part: bytes) -> bytes:
    """A file that another one follows: its last sentence must have its empty line."""
    return part if part.endswith((b"\n\n", b"\n\r\n")) else part.rstrip(b"\r\n") + b"\n\n"


def _answer(result: Comparison, decisions: Decisions, labels: Codes, answers: Mapping[str, Codes], unit: int) -> str:
    label = safe(decisions.vocab.decode(labels[unit : unit + 1])[0])
    if "head" not in decisions.atoms:
        return label
    head = int(answers["head"][unit])
    if result.rules.text_heads:
        return f"{label}@{safe(decisions.vocab.decode([head])[0])}"
    start = int(result.gold.sent_start[result.gold.sentence_of_words()[decisions.unit[unit]]])
    return f"{label}@{0 if head == ROOT else head - start + 1 if head >= 0 else '_'}"
