"""What was chosen, and what the signature says of it."""

from __future__ import annotations

import pytest

from tertium.stats.plan import FEW_BLOCKS, MANY_BLOCKS, Plan


@pytest.mark.parametrize(
    ("n_blocks", "method"),
    [(FEW_BLOCKS - 1, "t"), (FEW_BLOCKS, "percentile"), (MANY_BLOCKS, "percentile"), (MANY_BLOCKS + 1, "normal")],
)
def test_method__follows_the_number_of_blocks(n_blocks: int, method: str) -> None:
    assert Plan().choose_method(n_blocks) == method
    assert Plan(method="bca").choose_method(n_blocks) == "bca"


def test_signature__holds_every_choice() -> None:
    plan = Plan(resamples=99, seed=7, alpha=0.01, margin=0.005)
    expected = "test:randomization|interval:t|resamples:99|seed:7|alpha:0.01|margin:0.005"
    assert plan.signature("randomization", 12) == expected
