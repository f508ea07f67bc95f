"""The adjudication sheet: a table that a person fills in, written and read back.

Rows do not tell who said what: the answers stand in alphabetical order. The head records what the sample was drawn
from (the hashes of the files, the strata with their sizes), so that a sheet that no longer fits is refused. A sheet
is only ever read, and every row is compared with what it was: nothing that a person typed is lost, and nothing else
may be changed.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from hashlib import sha256
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.comparison.sampling import LEVELS, Sample, Strata, find_strata
from tertium.errors import FormatError, MismatchError, SourceError, UsageError, shorten, shorten_both
from tertium.formats.sources import load_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium._typing import Mask, Offsets
    from tertium.comparison.answers import Answers
    from tertium.corpus import Corpus

MARK: Final = "# tertium adjudication sheet 1"
NONE, CANNOT_TELL = "none", "?"
_HELP: Final = (
    "# In the column `answer` write the letter of the right answer; all of their letters (AB) if several are right;",
    "# none if none of these is right; ? if it cannot be told. The column `note` is yours. Change nothing else.",
)
_LISTED: Final = 5
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Origin:
    """What a sheet was made from."""

    measure: str
    settings: str  # the conventions of the signature
    gold: tuple[str, str]  # name and hash
    systems: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Judgements:
    """A sheet that was filled in."""

    path: str
    strata: Strata
    units: Offsets  # (n,)
    right: Mask  # (n, n_raters)  whose answer is right
    told: Mask  # (n,)  False: it cannot be told


def digest(answers: Answers) -> str:
    """A hash of who agrees with whom where: other options, another hash."""
    found = sha256(np.ascontiguousarray(answers.first).tobytes())
    found.update(np.ascontiguousarray(answers.decisions.unit).tobytes())
    return found.hexdigest()[:16]


# writing ------------------------------------------------------------------------------------------------------------


def write_sheet(sample: Sample, answers: Answers, corpus: Corpus, origin: Origin, seed: int) -> str:
    """The sheet as text.

    Raises:
        UsageError: A unit has more answers than there are letters.
    """
    rows = [_fields(answers, corpus, sample.strata, unit) for unit in sample.units.tolist()]
    most = max((len(row) for row in rows), default=4) - 4
    if most > len(ascii_uppercase):
        raise UsageError(
            f"a unit has {most} different answers, and there are only 26 letters", hint="give fewer systems"
        )
    strata, sizes = sample.strata, sample.strata.sizes.tolist()
    what = "units on which the systems differ" if strata.differing else "units"
    lines = [
        MARK,
        *_HELP,
        f"# measure: {origin.measure}",
        f"# settings: {origin.settings}",
        f"# sample: {len(rows)} of {int(strata.sizes.sum())} {what}; seed {seed}",
        f"# gold: {origin.gold[0]} {origin.gold[1]}",
        *(f"# system: {name} {code}" for name, code in origin.systems),
        f"# answers: {digest(answers)}",
        f"# strata: {strata.level}{' differing' if strata.differing else ''}",
        *(
            f"# stratum {number}: {size} units, {taken} rows"
            for number, (size, taken) in enumerate(zip(sizes, sample.taken.tolist(), strict=True), 1)
        ),
        "\t".join([*_head(most), "answer", "note"]),
    ]
    for number, row in enumerate(rows, 1):
        lines.append("\t".join([str(number), *row, *[""] * (4 + most - len(row)), "", ""]))
    return "\n".join(lines) + "\n"


def _head(most: int) -> list[str]:
    return ["row", "stratum", "unit", "where", "text", *ascii_uppercase[:most]]


def _fields(answers: Answers, corpus: Corpus, strata: Strata, unit: int) -> list[str]:
    """Stratum, unit, place, text and answers of a row."""
    first, last = answers.words(unit)
    sentence = int(np.searchsorted(corpus.sent_start, first, side="right")) - 1
    start = int(corpus.sent_start[sentence])
    stop = int(corpus.sent_start[np.searchsorted(corpus.sent_start, last)])  # a mention may end in a later sentence
    words = corpus.forms(start, stop)
    words[first - start] = f"»{words[first - start]}"
    words[last - 1 - start] = f"{words[last - 1 - start]}«"
    text = f"[{corpus.sentence_name(sentence)}] {' '.join(words)}"
    where = f"{corpus.path_of(first).rsplit('/', 1)[-1]}:{int(corpus.line[first])}"
    options = [f"{letter}: {answers.text(corpus, rater, unit)}" for letter, rater in _order(answers, corpus, unit)]
    return [_clean(field) for field in (str(strata.number[unit] + 1), str(unit), where, text, *options)]


def _order(answers: Answers, corpus: Corpus, unit: int) -> list[tuple[str, int]]:
    """The different answers of a unit in alphabetical order, each by the first rater who gives it."""
    raters = np.unique(answers.first[:, unit]).tolist()
    raters.sort(key=lambda rater: (answers.text(corpus, rater, unit), rater))
    return list(zip(ascii_uppercase, raters, strict=False))


def _clean(text: str) -> str:
    return " ".join(_UNSAFE.sub(" ", text).split(" ")).strip()


# reading ------------------------------------------------------------------------------------------------------------


def read_sheet(path: str, answers: Answers, corpus: Corpus, origin: Origin) -> Judgements:
    """A sheet that was filled in, every row checked.

    Raises:
        SourceError: It cannot be read.
        MismatchError: It was made from other files or under other options.
        FormatError: It is no sheet, rows were changed, or answers are missing or make no sense.
    """
    return _Reader(path, answers, corpus, origin).read()


class _Reader:
    """Reads one sheet."""

    def __init__(self, path: str, answers: Answers, corpus: Corpus, origin: Origin) -> None:
        self.path, self.answers, self.corpus, self.origin = path, answers, corpus, origin

    def read(self) -> Judgements:
        comments, rows = self._split()
        facts = self._read_facts(comments)
        strata = self._check_origin(facts)
        places = self._check_rows(rows, strata, _as_number(facts.get("sample", [""])[0]))
        right, told = self._read_answers(rows)
        order = np.argsort(places)
        return Judgements(self.path, strata, places[order], right[order], told[order])

    def _fault(self, message: str, hint: str, line: int | None = None) -> FormatError:
        return FormatError(message, path=self.path, line=line, hint=hint)

    def _split(self) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
        """The head, and the rows with their lines; what a spreadsheet does to a table is undone."""
        lines = _read_text(self.path).splitlines()
        comments = [line.strip().strip('"').rstrip("\t ") for line in lines if line.lstrip('"').startswith("#")]
        if not comments or comments[0] != MARK:
            raise self._fault("this is no adjudication sheet", "write one with --sample N -o FILE")
        start = next((place for place, line in enumerate(lines) if line.lstrip('"').startswith("row")), None)
        if start is None:
            raise self._fault("the line with the names of the columns is gone", "take it from a copy of the sheet")
        table = csv.reader(lines[start:], delimiter=_separator(lines[start]))
        names = [name.strip() for name in next(table)]
        missing = [name for name in ("row", "stratum", "unit", "where", "text", "answer") if name not in names]
        if missing:
            raise self._fault(f"there is no column {missing[0]!r}", "take the line from a copy of the sheet", start + 1)
        rows = [
            (start + table.line_num, dict(zip(names, map(_clean, cells), strict=False)))
            for cells in table
            if any(cell.strip() for cell in cells)
        ]
        return comments, rows

    def _read_facts(self, comments: Sequence[str]) -> dict[str, list[str]]:
        facts: dict[str, list[str]] = {}
        for comment in comments:
            name, colon, value = comment.removeprefix("# ").partition(": ")
            if colon:
                facts.setdefault(name, []).append(value)
        return facts

    def _check_origin(self, facts: dict[str, list[str]]) -> Strata:
        """Make sure that the sheet is about these files under these options."""
        for kind, known in (("gold", [self.origin.gold]), ("system", list(self.origin.systems))):
            recorded = [_split_name(text) for text in facts.get(kind, [])]
            if [name for name, _ in recorded] != [name for name, _ in known] and kind == "system":
                theirs = ", ".join(name for name, _ in recorded) or "none"
                raise MismatchError(
                    f"the sheet was made for the systems {theirs}",
                    path=self.path,
                    hint="give the same systems in the same order",
                )
            for (name, code), (_, now) in zip(recorded, known, strict=False):
                if code != now:
                    raise MismatchError(
                        f"{'the gold' if kind == 'gold' else name} is not the file that the sheet was made from "
                        f"({code}, now {now})",
                        path=self.path,
                        hint="give the file as it was; a sample of another file says nothing about this one",
                    )
        settings, level = facts.get("settings", [""])[0], facts.get("strata", ["pattern"])[0].split(" ")
        same = facts.get("answers") == [digest(self.answers)] and facts.get("measure") == [self.origin.measure]
        if not same or level[0] not in LEVELS:
            raise MismatchError(
                f"the sheet was made under other options: {facts.get('measure', ['?'])[0]}, {settings}",
                path=self.path,
                hint=f"give the same options; now it is {self.origin.measure}, {self.origin.settings}",
            )
        return find_strata(self.answers, level[0], differing="differing" in level)

    def _check_rows(self, rows: list[tuple[int, dict[str, str]]], strata: Strata, n_rows: int | None) -> Offsets:
        """(n,) the units, once every row is known to be what it was."""
        units: list[int] = []
        for line, row in rows:
            unit = _as_number(row.get("unit", ""))
            if unit is None or unit >= self.answers.n_units or strata.number[unit] < 0:
                raise self._fault(f"there is no unit {row.get('unit', '')!r}", self._restore(), line)
            if unit in units:
                raise self._fault(f"row {row.get('row')} is there twice", "delete one of the two", line)
            expected = dict(
                zip(
                    ("stratum", "unit", "where", "text"),
                    fields := _fields(self.answers, self.corpus, strata, unit),
                    strict=False,
                )
            )
            expected |= dict(zip(ascii_uppercase, fields[4:], strict=False))
            for name, value in expected.items():
                if row.get(name, "") != value:
                    found, was = shorten_both(row.get(name, ""), value, 40)
                    raise self._fault(
                        f"row {row.get('row')} was changed: {name} is {found!r}, it was {was!r}",
                        self._restore(),
                        line,
                    )
            units.append(unit)
        if n_rows is not None and len(units) != n_rows:
            raise self._fault(f"{len(units)} of {n_rows} rows are left", self._restore())
        return np.array(units, dtype=np.int64)

    def _restore(self) -> str:
        return "only `answer` and `note` are to be filled in; the same --sample and --seed write the rows anew"

    def _read_answers(self, rows: list[tuple[int, dict[str, str]]]) -> tuple[Mask, Mask]:
        """Whose answer is right in each row, and whether it could be told."""
        right = np.zeros((len(rows), self.answers.n_raters), dtype=np.bool_)
        told = np.ones(len(rows), dtype=np.bool_)
        empty, odd = [], []
        for place, (line, row) in enumerate(rows):
            given, unit = row.get("answer", ""), int(row["unit"])
            letters = dict(_order(self.answers, self.corpus, unit))
            chosen = re.sub(r"[\s,;+/&]", "", given).upper()
            if not chosen:
                empty.append(line)
            elif chosen == CANNOT_TELL:
                told[place] = False
            elif chosen != NONE.upper():
                if not set(chosen) <= set(letters):
                    odd.append((line, given))
                    continue
                for letter in chosen:
                    right[place] |= self.answers.first[:, unit] == letters[letter]
        if odd:
            line, given = odd[0]
            more = f"; {len(odd) - 1} more rows have such answers" if len(odd) > 1 else ""
            raise self._fault(
                f"{shorten(given)!r} is no answer{more}", "a letter of the row, several letters, none, or ?", line
            )
        if empty:
            where = ", ".join(map(str, empty[:_LISTED])) + (", ..." if len(empty) > _LISTED else "")
            raise self._fault(
                f"{len(empty)} of {len(rows)} rows have no answer (lines {where})",
                "fill them in, with ? where it cannot be told; the sheet is only read, what is in it stays",
                empty[0],
            )
        return right, told


def _read_text(path: str) -> str:
    data = load_bytes(path)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):  # "Unicode text" of a spreadsheet
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SourceError("is not UTF-8", path=path, hint="save the sheet as UTF-8, separated by tabs") from None


def _separator(line: str) -> str:
    return next((mark for mark in "\t;," if mark in line), "\t")


def _split_name(text: str) -> tuple[str, str]:
    name, _, code = text.rpartition(" ")
    return name, code


def _as_number(text: str) -> int | None:
    found = re.match(r"[0-9]+", text)
    return int(found[0]) if found else None
