"""Fixtures that every test may use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests import browser as browsers

if TYPE_CHECKING:
    from collections.abc import Iterator

# A busy machine is no failure, and the same tree of files passes or fails alike every time it is tested. New examples
# are looked for by `pytest --hypothesis-profile explore`; what it finds becomes an `@example`.
settings.register_profile("tertium", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", settings.get_profile("tertium"), derandomize=False, max_examples=300)
settings.load_profile("tertium")

ROOT = Path(__file__).parent.parent


def find_shared() -> Path | None:
    """The folder of real corpora and oracles beside the project, if it is there."""
    path = Path(os.environ.get("TERTIUM_SHARED", ROOT.parent / "shared"))
    return path if (path / "oracles").is_dir() else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """Real corpora and official scorers' outputs; tests that need them are skipped where they are absent."""
    path = find_shared()
    if path is None:
        pytest.skip("the shared corpora and oracles are not here (set TERTIUM_SHARED to their folder)")
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium; tests with it have the mark `browser`."""
    yield from browsers.start()
