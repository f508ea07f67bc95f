"""A progress bar for anything over a second, on a terminal only, on standard error."""

from __future__ import annotations

import sys
from threading import RLock, Timer
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from types import TracebackType

_PATIENCE: Final = 0.7


class Progress:
    """Called with (what, done, total); shows itself only once the run has taken a while, be it in a single step."""

    def __init__(self, *, quiet: bool) -> None:
        """Be silent unless standard error is a terminal."""
        self._wanted = not quiet and sys.stderr.isatty()
        self._lock = RLock()  # the bar may be opened while a step is told
        self._step: tuple[str, int, int] | None = None
        self._timer: Timer | None = None
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        """Start the clock."""
        if self._wanted:
            self._timer = Timer(_PATIENCE, self._open)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __call__(self, what: str, done: int, total: int) -> None:
        """Tell how far the run is; a total of 0 is one that nobody knows."""
        with self._lock:
            self._step = what, done, total
            if self._bar is not None:
                self._bar.update(self._task, description=what, completed=done, total=total or None)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        with self._lock:
            if self._timer is None:
                return
            what, done, total = self._step or ("starting", 0, 0)
            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._bar = Bar(
                *columns, console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
            )
            self._task = self._bar.add_task(what, completed=done, total=total or None)
            self._bar.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the bar."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._bar is not None:
                self._bar.stop()
