"""Two scores on different sentences: Welch's test, from the standard error of each.

Sentences cannot be exchanged between two test sets, so the errors add up (Welch 1947, with Satterthwaite's degrees of
freedom). Rehbein and van Genabith (2007, table 4) compare two treebanks in this way.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, isfinite

from tertium.stats.distributions import t_cdf, t_quantile
from tertium.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A difference between two scores, with its interval and p; None where a single block has no spread."""

    delta: float
    interval: Interval | None
    p: float | None


def compare_unpaired(
    delta: float, errors: tuple[float, float], sizes: tuple[int, int], alpha: float = 0.05
) -> Unpaired:
    """The second score minus the first, given their standard errors and numbers of blocks.

    >>> found = compare_unpaired(0.05, (0.01, 0.01), (500, 500))
    >>> round(found.p, 5), round(found.interval.low, 3)
    (0.00043, 0.022)
    """
    error = hypot(*errors)
    if not isfinite(error):
        return Unpaired(delta, None, None)
    if error == 0:
        return Unpaired(delta, Interval(delta, delta), 0.0 if delta else 1.0)
    parts = [own**4 / (n - 1) for own, n in zip(errors, sizes, strict=True) if own]
    freedom = max(1, int(error**4 / sum(parts)))
    reach = t_quantile(1 - alpha / 2, freedom) * error
    return Unpaired(delta, Interval(delta - reach, delta + reach), 2 * (1 - t_cdf(abs(delta) / error, freedom)))
