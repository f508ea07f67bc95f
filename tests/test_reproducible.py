"""Same input and seed, same bytes out, whatever codes the strings have: they depend on threads and on reading order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import tertium
from tertium.corpus import Vocab
from tertium.demo import demo_files

if TYPE_CHECKING:
    from collections.abc import Callable

GOLD, SYSTEMS = demo_files()
OUTPUTS: dict[str, Callable[[], str]] = {
    "page": lambda: str(tertium.compare(GOLD, SYSTEMS, resamples=100)),
    "json": lambda: json.dumps(tertium.compare(GOLD, SYSTEMS, resamples=100, by=["deprel,upos"]).to_dict()),
    "html": lambda: tertium.compare(GOLD, SYSTEMS, resamples=100).to_html(),
    "repair": lambda: json.dumps(tertium.repair(GOLD, SYSTEMS).to_dict()),
    "suspects": lambda: json.dumps(tertium.suspects(GOLD, SYSTEMS).to_dict()),
}


@pytest.mark.parametrize("output", OUTPUTS)
def test_output__does_not_depend_on_the_codes_of_strings(monkeypatch: pytest.MonkeyPatch, output: str) -> None:
    texts = [Path(path).read_text(encoding="utf-8") for path in (GOLD, *SYSTEMS.values())]
    strings = sorted({field for text in texts for field in text.replace("\n", "\t").split("\t")})
    begin, found = Vocab.__init__, []
    for seed in range(3):

        def shuffle(self: Vocab, seed: int = seed) -> None:
            begin(self)
            self.encode(np.random.default_rng(seed).permutation(strings).tolist())

        monkeypatch.setattr(Vocab, "__init__", shuffle)
        found.append(OUTPUTS[output]())
    assert found[0] == found[1] == found[2]
