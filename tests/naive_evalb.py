"""evalb, slowly: one pair of good lines after the other, one pair of brackets after the other, from its description.

The twin of `tertium.tasks.bracketing`, for hypothesis; it knows neither arrays nor tricks. Lines must be well formed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tertium.brackets import BracketRules

_TOKEN = re.compile(r"\(|\)|[^\s()]+")


@dataclass
class Tree:
    """Words with their tags, and brackets as [label, start, end] in the order in which they open."""

    words: list[tuple[str, str]]
    brackets: list[list[Any]]
    quotes: list[list[Any]]  # [place, tag, word, number of brackets before, open brackets]


def read(line: str, rules: BracketRules) -> tuple[Tree, int]:
    """A tree without deleted words, and the length that evalb prints."""
    tree, stack, length = Tree([], [], []), list[int](), 0
    tokens = _TOKEN.findall(line)
    place = 0
    while place < len(tokens):
        if tokens[place] == ")":
            tree.brackets[stack.pop()][2] = len(tree.words)
            place += 1
            continue
        label = tokens[place + 1]
        if tokens[place + 2] not in "()":
            word = tokens[place + 2]
            length += label not in rules.delete_label_for_length
            if label in rules.quote_label and word in ("'", '"', "/"):
                tree.quotes.append([len(tree.words), label, word, len(tree.brackets), list(stack)])
            if rules.dialect == "spmrl" or label not in rules.delete_label:
                tree.words.append((label, word))
            place += 4
        else:
            stack.append(len(tree.brackets))
            tree.brackets.append([label, len(tree.words), -1])
            place += 2
    return tree, length


def fix_quotes(gold: Tree, system: Tree, rules: BracketRules) -> None:
    """Deleted quotes come back where the other side has kept its own."""
    for number, theirs in enumerate(system.quotes):
        place = theirs[0]
        for other, ours in enumerate(gold.quotes):
            if ours[0] != place or ours[1] == theirs[1]:
                continue
            lost = [quote[1] in rules.delete_label for quote in (ours, theirs)]
            if lost[0] != lost[1]:
                tree, first = (gold, other) if lost[0] else (system, number)
                insert(tree, tree.quotes[first])
                for quote in tree.quotes[first:]:
                    quote[0] += 1


def insert(tree: Tree, quote: list[Any]) -> None:
    """Put a quote back."""
    place, tag, word, first, around = quote
    tree.words.insert(place, (tag, word))
    for bracket in tree.brackets[first:]:
        bracket[1] += 1
        bracket[2] += 1
    for number in around:
        tree.brackets[number][2] += 1


def trim(label: str, rules: BracketRules) -> str:
    """Up to the first sign of a function."""
    return re.split(r"[-=#]" if rules.dialect == "spmrl" else r"[-=]", label)[0]


def same(one: str, two: str, pairs: tuple[tuple[str, str], ...]) -> bool:
    return one == two or (one, two) in pairs or (two, one) in pairs


def keep(tree: Tree, rules: BracketRules) -> list[list[Any]]:
    """Brackets that count, with their labels cut."""
    deleted = [trim(label, rules) if rules.dialect == "spmrl" else label for label in rules.delete_label]
    kept = []
    for label, start, end in tree.brackets:
        cut = trim(str(label), rules)
        if start != end and not any(same(cut, other, rules.eq_label) for other in deleted):
            kept.append([cut, start, end])
    return kept


def rows(gold_line: str, system_line: str, rules: BracketRules) -> list[list[int]]:
    """[length, status, matched, gold, system, crossing, words, tags] of a pair of lines; SPMRL may give two."""
    gold, length = read(gold_line, rules)
    system, _ = read(system_line, rules)
    blank = [0] * 6
    if not system.words:
        return [[length, 2, *blank]]
    found = []
    if len(gold.words) != len(system.words):
        fix_quotes(gold, system, rules)
    if len(gold.words) != len(system.words):
        if rules.dialect != "spmrl":
            return [[length, 1, *blank]]
        found.append([length, 0, *blank])
        if len(gold.words) > 1:
            return found
    if not all(same(a, b, rules.eq_word) for (_, a), (_, b) in zip(gold.words, system.words, strict=False)):
        return [*found, [length, 1, *blank]]
    return [*found, [length, 0, *compare(gold, system, rules)]]


def compare(gold: Tree, system: Tree, rules: BracketRules) -> list[int]:
    """[matched, gold, system, crossing, words, tags] of two trees over the same words."""
    ours, theirs = keep(gold, rules), keep(system, rules)
    free, matched = list(theirs), 0
    for label, start, end in ours:
        for bracket in free:
            if bracket[1:] == [start, end] and (not rules.labeled or same(label, bracket[0], rules.eq_label)):
                free.remove(bracket)
                matched += 1
                break
    crossing = sum(any(crosses(one, two) for one in ours) for two in theirs)
    tags = [(a, b) for (a, _), (b, _) in zip(gold.words, system.words, strict=False)]
    if rules.dialect == "spmrl":
        tags = [(trim(a, rules), trim(b, rules)) for a, b in tags]
    right = sum(same(a, b, rules.eq_label) for a, b in tags)
    return [matched, len(ours), len(theirs), crossing, len(gold.words), right]


def crosses(one: list[Any], two: list[Any]) -> bool:
    """Whether two spans overlap without one holding the other."""
    a, b, c, d = one[1], one[2], two[1], two[2]
    return bool(a < c < b < d or c < a < d < b)
