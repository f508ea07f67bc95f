"""A progress bar for anything over a second, on a terminal only, on standard error."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from types import TracebackType

_PATIENCE: Final = 0.7


class Progress:
    """Called with (what, done, total); shows itself only once the run has taken a while."""

    def __init__(self, *, quiet: bool) -> None:
        """Be silent unless standard error is a terminal."""
        self._wanted = not quiet and sys.stderr.isatty()
        self._start = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        """Start the clock."""
        return self

    def __call__(self, what: str, done: int, total: int) -> None:
        """Tell how far the run is."""
        if not self._wanted or (self._bar is None and time.monotonic() - self._start < _PATIENCE):
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(what, total=total)
        self._bar.update(self._task, description=what, completed=done, total=total)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
