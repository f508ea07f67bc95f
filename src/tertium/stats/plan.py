"""How certainty is measured: the choices that go into every signature. Nothing heavy is imported here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

TestName = Literal["exact", "randomization", "bootstrap", "mcnemar"]
Method = Literal["percentile", "bca", "t", "normal"]

TESTS: Final[tuple[TestName, ...]] = get_args(TestName)
METHODS: Final[tuple[Method, ...]] = get_args(Method)

FEW_BLOCKS: Final = 50
MANY_BLOCKS: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is resampled, how often, and what counts as certain."""

    block: str = "sentence"
    test: TestName | None = None  # None: exact where it can be, else randomization
    method: Method | None = None  # None: by the number of blocks
    resamples: int = 10_000
    seed: int = 0
    alpha: float = 0.05
    margin: float | None = None  # differences smaller than it are as good as none

    def choose_method(self, n_blocks: int) -> Method:
        """Student's t for few blocks, normal for very many, percentile between, unless the user chose."""
        if self.method is not None:
            return self.method
        return "t" if n_blocks < FEW_BLOCKS else "normal" if n_blocks > MANY_BLOCKS else "percentile"

    def signature(self, test: str, n_blocks: int) -> str:
        """What the intervals and tests of a report rest on.

        >>> Plan().signature("exact", 1323)
        'test:exact|interval:percentile|resamples:10000|seed:0|alpha:0.05'
        """
        parts = [f"test:{test}", f"interval:{self.choose_method(n_blocks)}"]
        parts += [f"resamples:{self.resamples}", f"seed:{self.seed}", f"alpha:{self.alpha:g}"]
        if self.margin is not None:
            parts.append(f"margin:{self.margin:g}")
        return "|".join(parts)
