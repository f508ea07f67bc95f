"""Power: what a test set can show, and what a significant result would be worth.

Everything follows from the standard error of the difference over blocks, in the normal approximation.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, isfinite, nan, sqrt
from typing import Final

from tertium.stats.distributions import normal_cdf, normal_pdf, normal_quantile, t_cdf

POWER: Final = 0.8
"""The customary chance of finding what is there."""


@dataclass(frozen=True, slots=True)
class Power:
    """What could be detected, were the observed difference the true one."""

    detectable: float  # the smallest true difference that is found with 80 % power
    power: float  # chance of significance if the true difference is the observed one
    blocks_needed: float  # for 80 % power at the observed difference; infinite at 0
    wrong_sign: float  # chance that a significant result has the wrong sign
    exaggeration: float  # expected size of a significant result, as a multiple of the true one


def find_power(
    delta: float, error: float, n_blocks: int, *, alpha: float, comparisons: int = 1, of_runs: float = 0.0
) -> Power:
    """Power of a comparison with an observed difference and its standard error.

    The smallest detectable difference is (z(1 - alpha / 2m) + z(.8)) * error for m comparisons under Holm; wrong sign
    and exaggeration after Gelman and Carlin (2014). What the error has from the runs of a system (`of_runs`) stays as
    it is however many blocks there are.
    """
    z = normal_quantile(1 - alpha / 2 / comparisons)
    reach = z + normal_quantile(POWER)
    detectable = reach * error
    if not isfinite(error):  # a single block
        return Power(nan, nan, nan, nan, nan)
    if error == 0:
        return Power(detectable, float(delta != 0), 1 if delta else inf, 0.0, 1.0)
    true = abs(delta) / error  # in standard errors
    right, wrong = normal_cdf(true - z), normal_cdf(-true - z)
    power = right + wrong
    room = (delta / reach) ** 2 - of_runs**2  # for the variance over blocks
    needed = ceil(n_blocks * (error**2 - of_runs**2) / room) if room > 0 else inf
    size = true * (right - wrong) + normal_pdf(true - z) + normal_pdf(true + z)  # E[|estimate|; significant]
    return Power(detectable, power, needed, wrong / power, size / power / true if true else inf)


def shrink_error(error: float, factor: float, of_runs: float = 0.0) -> float:
    """The standard error with so many times the blocks; what it has from runs stays."""
    return sqrt(max(error**2 - of_runs**2, 0.0) / factor + of_runs**2)


def equivalence_p(delta: float, error: float, margin: float, df: int) -> float:
    """Two one-sided tests (Schuirmann 1987): p of the claim that the true difference lies within +-margin."""
    if not isfinite(error):
        return 1.0
    if error == 0:
        return 0.0 if abs(delta) < margin else 1.0
    return t_cdf((abs(delta) - margin) / error, df)
