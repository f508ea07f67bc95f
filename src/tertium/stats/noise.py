"""What a system's true accuracy can be when the gold standard itself has errors.

Padró and Màrquez (1998); their symbols: C is the error rate of the gold, K the observed accuracy, x the true one, t =
P(right | gold right), u = P(right | gold wrong), p = P(same error as the gold | both wrong), and a the mean number of
tags of ambiguous words. Of these only K and C are known; the others are bounded, and so x is.

Two intervals follow. The *hard* bounds (section 3) hold whatever the unknowns are. The *reasonable* ones (section 4)
assume that a system does no worse than guessing where the gold is wrong, u >= 1/a, which systems that have learnt the
gold's errors do not. Departs from the paper in two points: its section 5 labels the first row of its example p = 1/a,
its numbers are those of p = 1/(a - 1), as its section 4 has it; and K <= C, which the paper leaves out, is bounded
too.

All functions take numbers or arrays that broadcast, and give arrays; what is impossible is not a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tertium._typing import Mask, Scores

FEWEST_TAGS: Final = 2.0
"""A word with fewer tags is not ambiguous."""

_ROUNDING: Final = 1e-12
_GRID: Final = 200  # steps of p and of u over a region


def find_true(rate: ArrayLike, t: ArrayLike, u: ArrayLike) -> Scores:
    """Equation 1: x = (1 - C) t + C u."""
    rate, t, u = _floats(rate, t, u)
    return (1 - rate) * t + rate * u


def find_observed(rate: ArrayLike, t: ArrayLike, u: ArrayLike, p: ArrayLike) -> Scores:
    """Equation 2: K = (1 - C) t + C (1 - u) p."""
    rate, t, u, p = _floats(rate, t, u, p)
    return (1 - rate) * t + rate * (1 - u) * p


def correct(observed: ArrayLike, rate: ArrayLike, u: ArrayLike, p: ArrayLike) -> Scores:
    """The true accuracy from the observed one: x = K - C (1 - u) p + C u, by equations 1 and 2."""
    observed, rate, u, p = _floats(observed, rate, u, p)
    return observed - rate * (1 - u) * p + rate * u


def solve_t(observed: ArrayLike, rate: ArrayLike, u: ArrayLike, p: ArrayLike) -> Scores:
    """Equation 2 for t."""
    observed, rate, u, p = _floats(observed, rate, u, p)
    return _divide(observed - rate * (1 - u) * p, 1 - rate)


def solve_u(observed: ArrayLike, rate: ArrayLike, t: ArrayLike, p: ArrayLike) -> Scores:
    """Equation 2 for u."""
    observed, rate, t, p = _floats(observed, rate, t, p)
    return 1 - _divide(observed - t * (1 - rate), rate * p)


def solve_p(observed: ArrayLike, rate: ArrayLike, t: ArrayLike, u: ArrayLike) -> Scores:
    """Equation 2 for p."""
    observed, rate, t, u = _floats(observed, rate, t, u)
    return _divide(observed - t * (1 - rate), rate * (1 - u))


def range_u(observed: ArrayLike, rate: ArrayLike) -> tuple[Scores, Scores]:
    """Equation 3: 0 <= u <= min(1, (1 - K) / C)."""
    observed, rate = _floats(observed, rate)
    return np.zeros_like(observed), np.minimum(1.0, _divide(1 - observed, rate, empty=np.inf))


def range_p(observed: ArrayLike, rate: ArrayLike) -> tuple[Scores, Scores]:
    """Equation 4: max(0, (K + C - 1) / C) <= p <= 1."""
    observed, rate = _floats(observed, rate)
    low = _divide(observed + rate - 1, rate, empty=0.0)
    return np.clip(low, 0.0, 1.0), np.ones_like(observed)  # of K = 1, rounding leads past 1


def range_t(observed: ArrayLike, rate: ArrayLike) -> tuple[Scores, Scores]:
    """Equation 5: (K - C) / (1 - C) <= t <= min(1, K / (1 - C)); never below 0."""
    observed, rate = _floats(observed, rate)
    low = np.maximum(0.0, _divide(observed - rate, 1 - rate, empty=0.0))
    return low, np.minimum(1.0, _divide(observed, 1 - rate, empty=np.inf))


# hard bounds --------------------------------------------------------------------------------------------------------


def bound_hard(observed: ArrayLike, rate: ArrayLike, p: ArrayLike) -> tuple[Scores, Scores]:
    """Equations 6 and 7: what x can be for a given p.

    x_min = K - C p; x_max = K + C if K <= 1 - C, else 1 - (K + C - 1) / p. Where K < C p (the paper assumes K > C), t
    would be negative in equation 6; t = 0 gives x_min = C - K / p.

    >>> [[round(float(end), 2) for end in bound_hard(0.93, 0.03, p)] for p in (0, 1)]
    [[0.93, 0.96], [0.9, 0.96]]
    """
    observed, rate, p = _floats(observed, rate, p)
    over = observed + rate - 1
    low = np.where(observed >= rate * p, observed - rate * p, rate - _divide(observed, p))
    high = np.where(over <= 0, observed + rate, 1 - _divide(over, p))
    possible = (p >= range_p(observed, rate)[0] - _ROUNDING) & (p <= 1)
    return _where(possible, low), _where(possible, np.maximum(low, high))


def span_hard(observed: ArrayLike, rate: ArrayLike) -> tuple[Scores, Scores]:
    """What x can be whatever p is: from max(0, K - C) to min(K + C, 2 - K - C).

    >>> [round(float(end), 2) for end in span_hard(0.99, 0.03)]
    [0.96, 0.98]
    """
    observed, rate = _floats(observed, rate)
    return np.maximum(0.0, observed - rate), np.minimum(observed + rate, 2 - observed - rate)


# the paper's reasonable interval ------------------------------------------------------------------------------------


def range_reasonable_p(observed: ArrayLike, rate: ArrayLike, tags: ArrayLike) -> tuple[Scores, Scores]:
    """Section 4: the p for which some u from 1/a to min(t, (1 - K) / C) is possible; not a number where there is none.

    max(1/(a - 1), (K + C - 1) / (C (1 - 1/a))) <= p <= 1: there is one only if K <= 1 - C/a. Where K <= 1 - C and a
    system is hardly better than guessing, u = 1/a <= t also bounds p from above, by (K - (1 - C)/a) / (C (1 - 1/a)).
    """
    observed, rate, tags = _floats(observed, rate, tags)
    over = observed + rate - 1
    low = np.maximum(1 / (tags - 1), _divide(over, rate * (1 - 1 / tags), empty=-np.inf))
    high = np.where(over > 0, 1.0, np.minimum(1.0, _find_knee(observed, rate, tags)))
    possible = low <= high + _ROUNDING
    return _where(possible, np.minimum(low, high)), _where(possible, high)


def _find_knee(observed: Scores, rate: Scores, tags: Scores) -> Scores:
    """The p at which u = t = 1/a is possible."""
    return _divide(observed - (1 - rate) / tags, rate * (1 - 1 / tags), empty=np.inf)


def bound_reasonable(observed: ArrayLike, rate: ArrayLike, tags: ArrayLike, p: ArrayLike) -> tuple[Scores, Scores]:
    """Section 4: what x can be for a given p; not a number where p is not reasonable.

    The lower end has u = 1/a. The upper end has u = t, that is x = t = (K - C p) / (1 - C - C p); where that would need
    t > 1 (K > 1 - C), t = 1 binds instead, as in equation 7. Where more than half of the gold may be wrong,
    C (1 + p) > 1, u <= t bounds u from below, and the lower end may have u = t too.

    >>> [[round(100 * float(end), 2) for end in bound_reasonable(0.9135, 0.03, 2.5, p)] for p in (2 / 3, 1)]
    [[91.35, 94.05], [90.75, 93.99]]
    """
    observed, rate, tags, p = _floats(observed, rate, tags, p)
    first, last = range_reasonable_p(observed, rate, tags)
    over, slope = observed + rate - 1, 1 - rate - rate * p
    equal = _divide(observed - rate * p, slope)  # u = t = x
    low = correct(observed, rate, np.where(slope < 0, np.fmax(1 / tags, equal), 1 / tags), p)
    top = np.where(slope == 0, observed + rate, equal)  # u = t everywhere: then u = 1
    high = np.where(over <= 0, top, 1 - _divide(over, p))
    possible = (p >= first - _ROUNDING) & (p <= last + _ROUNDING)
    return _where(possible, low), _where(possible, np.maximum(low, high))


def span_reasonable(observed: ArrayLike, rate: ArrayLike, tags: ArrayLike) -> tuple[Scores, Scores]:
    """What x can be whatever reasonable p is: between the ends of p and the one turning point, x is monotonic."""
    observed, rate, tags = _floats(observed, rate, tags)
    first, last = range_reasonable_p(observed, rate, tags)
    turn = np.clip(_find_knee(observed, rate, tags), first, last)
    ends = [bound_reasonable(observed, rate, tags, p) for p in (first, turn, last)]
    return np.fmin.reduce([low for low, _ in ends]), np.fmax.reduce([high for _, high in ends])


# two systems --------------------------------------------------------------------------------------------------------


def share_region(one: tuple[float, float], two: tuple[float, float], tags: tuple[float, float] | None = None) -> float:
    """Share of the possible (p, u) of both systems in which the second is truly better (ties count half).

    Each system's p and u move independently and evenly over what is possible: u from 0 (hard), or from 1/a up to t
    where the numbers of tags are given (reasonable). A share, not a probability: nothing says that all p and u are as
    likely.

    Args:
        one: Observed accuracy of the first system and error rate of its gold.
        two: The same of the second.
        tags: Mean number of tags of ambiguous words, for each; None: hard bounds.
    """
    (first, weight), (second, other) = (
        _lay_region(*system, None if tags is None else tags[place]) for place, system in enumerate((one, two))
    )
    order = np.argsort(first, kind="stable")
    below = np.concatenate([[0.0], np.cumsum(weight[order])])
    places = [np.searchsorted(first[order], second, side=side) for side in ("left", "right")]
    chance = (below[places[0]] + below[places[1]]) / 2
    return float((other * chance).sum() / (other.sum() * weight.sum()))


def _lay_region(observed: float, rate: float, tags: float | None) -> tuple[Scores, Scores]:
    """True accuracies over a grid of p and u, and the weight of each cell."""
    first, last = range_p(observed, rate) if tags is None else range_reasonable_p(observed, rate, tags)
    steps = (np.arange(_GRID) + 0.5) / _GRID
    p = (first + (last - first) * steps)[:, None]
    ends = bound_hard(observed, rate, p) if tags is None else bound_reasonable(observed, rate, tags, p)
    low, high = ends
    x = low + (high - low) * steps[None, :]  # x is linear in u, so equal steps of x are equal steps of u
    width = np.where(rate > 0, (high - low) / np.maximum(rate * (1 + p), _ROUNDING), 1.0)  # of u
    weight = np.broadcast_to(np.maximum(width, _ROUNDING), x.shape)
    return x.ravel(), weight.ravel()


def find_overlap_rate(one: float, two: float, tags: tuple[float, float] | None = None) -> float:
    """The smallest common error rate at which the intervals of two observed accuracies meet.

    Hard bounds meet at |K2 - K1| / 2, always. Reasonable intervals (where the numbers of tags are given) may never meet
    before one of them is empty: then not a number.

    >>> round(find_overlap_rate(0.9135, 0.9282), 5), round(find_overlap_rate(0.9135, 0.9282, (2.5, 2.5)), 4)
    (0.00735, 0.0137)
    """
    if tags is None or one == two:
        return abs(two - one) / 2
    (worse, fewer), (better, more) = sorted(zip((one, two), tags, strict=True))

    def gap(rate: ArrayLike) -> Scores:
        return span_reasonable(better, rate, more)[0] - span_reasonable(worse, rate, fewer)[1]

    rates = np.linspace(0.0, 1.0, 10_001)
    met = np.flatnonzero(gap(rates) <= 0)
    if not len(met):
        return float("nan")
    low, high = rates[max(met[0] - 1, 0)], rates[met[0]]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if gap(middle) <= 0 else (middle, high)
    return float(high)


# small things -------------------------------------------------------------------------------------------------------


def _floats(*values: ArrayLike) -> list[Scores]:
    return list(np.broadcast_arrays(*(np.asarray(value, dtype=np.float64) for value in values)))


def _divide(top: Scores, bottom: Scores, empty: float = np.nan) -> Scores:
    """Division; `empty` where there is nothing to divide by."""
    whole = np.broadcast_shapes(np.shape(top), np.shape(bottom))
    with np.errstate(over="ignore"):  # next to nothing is infinite, which is what a bound should be
        found: Scores = np.divide(top, bottom, out=np.full(whole, empty), where=np.asarray(bottom) != 0)
    return found


def _where(possible: Mask, values: Scores) -> Scores:
    return np.where(possible, values, np.nan)
