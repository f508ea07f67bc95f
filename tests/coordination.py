"""A third scheme made from a gold: coordination as a chain, each conjunct below the one before it.

In UD all conjuncts hang on the first; in the chain (as in Mel'cuk's trees, and in SUD) each hangs on the one before.
Conjunctions and commas stay with the conjunct that they stand before.
"""

from __future__ import annotations


def chain_conjuncts(heads: list[int], labels: list[str]) -> list[int]:
    """Heads (from 1; 0 is the root) with every conjunct below the conjunct before it."""
    changed = list(heads)
    before: dict[int, int] = {}
    for word, (head, label) in enumerate(zip(heads, labels, strict=True), 1):
        if label.partition(":")[0] == "conj" and head < word:
            changed[word - 1] = before.get(head, head)
            before[head] = word
    return changed


def chain_text(text: str) -> str:
    """The same for a CoNLL-U file."""
    return "\n\n".join(_chain_block(block) for block in text.rstrip("\n").split("\n\n")) + "\n\n"


def _chain_block(block: str) -> str:
    lines = block.split("\n")
    rows = [place for place, line in enumerate(lines) if line.split("\t")[0].isdecimal()]
    cells = [lines[place].split("\t") for place in rows]
    heads = chain_conjuncts([int(row[6]) for row in cells], [row[7] for row in cells])
    for place, row, head in zip(rows, cells, heads, strict=True):
        lines[place] = "\t".join([*row[:6], str(head), *row[7:]])
    return "\n".join(lines)
