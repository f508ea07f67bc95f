"""How much of the gold is wrong, as a user says it: a number, a range, or one of them for each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from tertium.errors import UsageError
from tertium.stats.noise import FEWEST_TAGS


@dataclass(frozen=True, slots=True)
class Rate:
    """An error rate, or a range of them."""

    low: float
    high: float

    def __str__(self) -> str:
        """`3 %`, or `2 to 4 %`."""
        return (
            f"{100 * self.high:.3g} %" if self.low == self.high else f"{100 * self.low:.3g} to {100 * self.high:.3g} %"
        )


def read_rates(given: Any, systems: Sequence[str]) -> dict[str, Rate] | None:
    """The error rate of the gold for each system; None where none was given.

    >>> [str(rate) for rate in read_rates("a=0.03,b=0.02:0.04", ["a", "b"]).values()]
    ['3 %', '2 to 4 %']

    Raises:
        UsageError: It is no rate, or some system has none.
    """
    if given is None:
        return None
    return {name: _read_rate(value) for name, value in _split("error-rate", given, systems).items()}


def read_tags(given: Any, systems: Sequence[str]) -> dict[str, float] | None:
    """The mean number of tags of ambiguous words for each system; None where none was given.

    Raises:
        UsageError: It is no number of 2 or more, or some system has none.
    """
    if given is None:
        return None
    found = {}
    for name, value in _split("ambiguity", given, systems).items():
        tags = _read_number("ambiguity", value)
        if tags < FEWEST_TAGS:
            raise UsageError(
                f"--ambiguity {value} is below 2: it is the mean number of tags of the *ambiguous* words",
                hint="leave the words with one tag out of the mean, or leave out --ambiguity",
            )
        found[name] = tags
    return found


def read_accuracy(given: Any) -> tuple[float, float]:
    """Two observed accuracies.

    Raises:
        UsageError: They are not two shares.
    """
    values = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    if len(values) != 2:  # noqa: PLR2004 (a pair)
        raise UsageError(f"--accuracy takes two values, not {len(values)}", hint="--accuracy 0.9135 0.9282")
    one, two = (_read_share("accuracy", value) for value in values)
    return one, two


def _split(option: str, given: Any, systems: Sequence[str]) -> dict[str, Any]:
    """What was given for each system: the same for all, by name, or in order."""
    parts: dict[str, Any]
    if isinstance(given, str) and ("," in given or "=" in given):
        texts = [part.strip() for part in given.split(",") if part.strip()]
        if not any("=" in text for text in texts):
            if len(texts) != len(systems):
                raise UsageError(
                    f"--{option} has {len(texts)} values for {len(systems)} systems", hint=_example(option, systems)
                )
            return dict(zip(systems, texts, strict=True))
        parts = {name.strip(): value.strip() for name, _, value in (text.rpartition("=") for text in texts)}
    elif isinstance(given, Mapping):
        parts = {str(name): value for name, value in given.items()}
    else:
        return dict.fromkeys(systems, given)
    for name in parts:
        if name not in systems:
            raise UsageError(f"--{option}: there is no system {name!r}", hint=f"the systems are {', '.join(systems)}")
    missing = [name for name in systems if name not in parts]
    if missing:
        raise UsageError(f"--{option} gives nothing for {', '.join(missing)}", hint=_example(option, systems))
    return {name: parts[name] for name in systems}


def _example(option: str, systems: Sequence[str]) -> str:
    value = "0.03" if option == "error-rate" else "2.5"
    return f"--{option} {','.join(f'{name}={value}' for name in systems)}, or one value for all"


def _read_rate(value: Any) -> Rate:
    if isinstance(value, Rate):
        return value
    ends = value.split(":") if isinstance(value, str) else list(value) if isinstance(value, tuple | list) else [value]
    if len(ends) not in (1, 2):
        raise UsageError(f"--error-rate {value} cannot be understood", hint="--error-rate 0.03, or 0.02:0.04")
    low, high = (_read_share("error-rate", end) for end in (ends[0], ends[-1]))
    if low > high:
        raise UsageError(f"--error-rate {value} begins above its end", hint=f"--error-rate {high:g}:{low:g}")
    return Rate(low, high)


def _read_share(option: str, value: Any) -> float:
    share = _read_number(option, value)
    if not 0 <= share <= 1:
        percent = f"{share / 100:g}" if 1 < share <= 100 else "0.03" if option == "error-rate" else "0.93"  # noqa: PLR2004
        raise UsageError(
            f"--{option} {value} is not between 0 and 1", hint=f"--{option} {percent}: shares, not percent"
        )
    return share


def _read_number(option: str, value: Any) -> float:
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise UsageError(
            f"--{option} {value} is no number",
            hint="--error-rate 0.03" if option == "error-rate" else f"--{option} 2.5",
        ) from None
    if not isfinite(found):
        raise UsageError(f"--{option} {value} is no number", hint="give a finite one")
    return found
