"""The bar: on a terminal only, and only once a run has taken a while."""

from __future__ import annotations

import io
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tertium.cli import progress
from tertium.cli.progress import Progress
from tests import small
from tests.command import run

if TYPE_CHECKING:
    from pathlib import Path


class Terminal(io.StringIO):
    """Standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def open_terminal(patch: pytest.MonkeyPatch, patience: float = 0.02) -> Terminal:
    """Called within a test: between its phases, pytest puts its own streams back."""
    screen = Terminal()
    patch.setattr(sys, "stderr", screen)
    patch.setattr(progress, "_PATIENCE", patience)
    patch.setenv("TERM", "xterm")
    return screen


def shows(screen: Terminal, what: str) -> bool:
    """Whether the bar comes to show a step; it has a few seconds, for slow machines."""
    until = time.monotonic() + 5
    while what not in screen.getvalue() and time.monotonic() < until:
        time.sleep(0.01)
    return what in screen.getvalue()


def test_progress__a_single_long_step_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar used to wait for the next step, which a long test never takes."""
    terminal = open_terminal(monkeypatch)
    with Progress(quiet=False) as tell:
        tell("intervals and tests", 0, 0)
        assert shows(terminal, "intervals and tests")
        tell("reading a.conllu", 1, 4)
        assert shows(terminal, "reading a.conllu")


def test_progress__a_short_run_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch, patience=60)
    with Progress(quiet=False) as tell:
        tell("reading", 0, 1)
    assert terminal.getvalue() == ""


def test_progress__quiet_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    with Progress(quiet=True) as tell:
        tell("reading", 0, 1)
        time.sleep(0.06)
    assert terminal.getvalue() == ""


def test_progress__nothing_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "_PATIENCE", 0.01)
    with Progress(quiet=False) as tell:
        tell("reading", 0, 1)
        time.sleep(0.05)
    assert screen.getvalue() == ""


@pytest.mark.parametrize("option", ["--csv", "--latex", "--annotate"])
def test_outputs__are_looked_at_before_anything_is_read(tmp_path: Path, option: str) -> None:
    (tmp_path / "gold.conllu").write_text(small.GOLD, encoding="utf-8")
    result = run("compare", tmp_path / "gold.conllu", "nowhere.conllu", option, tmp_path / "missing/x")
    assert result.code == 2
    assert "there is no such folder" in result.err
    assert "the name of an output is empty" in run("compare", "a", "b", option, "").err
