"""A small table of opinions on bread, a gold and two systems, written for the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [
    ("r1", "The crust sings when it cools", "good", "good", "good", "crust", 1),
    ("r2", "Too much salt", "bad", "bad", "good", "taste", 1),
    ("r3", "It arrived on Tuesday", "none", "good", "none", "other", 2),
    ("r4", "Soft, sour, gone in a minute", "good", "bad", "good", "taste", 2),
    ("r5", "A brick", "bad", "bad", "bad", "crust", 3),
    ("r6", "I bought two", "none", "none", "good", "other", 3),
]
"""id, text, gold, a, b, topic, oven: a has 4 right, b 4; good: gold 2, a 2 (1 right), b 4 (2 right)."""

HEADER = ("id", "text", "gold", "a", "b", "topic", "oven")


def as_csv(separator: str = ",") -> str:
    rows = [HEADER, *ROWS]
    return "".join(separator.join(_cell(str(value), separator) for value in row) + "\n" for row in rows)


def _cell(value: str, separator: str) -> str:
    return f'"{value}"' if separator in value else value


def write_table(folder: Path) -> Path:
    path = folder / "bread.csv"
    path.write_text(as_csv(), encoding="utf-8")
    return path


def write_three(folder: Path) -> tuple[Path, Path, Path]:
    """The gold as CSV, a as JSON lines in another order, b as TSV."""
    gold, a, b = folder / "gold.csv", folder / "a.jsonl", folder / "b.tsv"
    gold.write_text("id,label\n" + "".join(f"{row[0]},{row[2]}\n" for row in ROWS), encoding="utf-8")
    lines = [f'{{"id": "{row[0]}", "prediction": "{row[3]}"}}\n' for row in reversed(ROWS)]
    a.write_text("".join(lines), encoding="utf-8")
    b.write_text("id\tprediction\n" + "".join(f"{row[0]}\t{row[4]}\n" for row in ROWS), encoding="utf-8")
    return gold, a, b
