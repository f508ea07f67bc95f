"""The command line, called in this process and in a process of its own."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Run:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: object, stdin: bytes = b"") -> Run:
    """Run `tertium` with these arguments, in this process."""
    from tertium.cli.main import main

    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    source = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    code = 0
    with (
        mock.patch.object(sys, "argv", ["tertium", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", source),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
    return Run(code, _read(out), _read(err))


def _read(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")


def run_process(*arguments: object, cwd: Path | None = None) -> Run:
    """Run `tertium` as its users do."""
    command = [sys.executable, "-m", "tertium", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, cwd=cwd)
    return Run(done.returncode, done.stdout, done.stderr)


def refused(result: Run, *parts: str) -> bool:
    """Whether a command ended with status 2, one clear message that holds the parts, no traceback and no output."""
    assert result.code == 2, result
    assert "Traceback" not in result.err
    assert result.out == ""
    for part in parts:
        assert part in result.err, (part, result.err)
    return True
