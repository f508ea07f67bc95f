"""The command line: one thin file a command, errors turned into one message and exit status 2."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Final

import click

from tertium import __version__
from tertium.errors import TertiumError

COMMANDS: Final = (
    "compare",
    "score",
    "diff",
    "slices",
    "repair",
    "errors",
    "show",
    "power",
    "noise",
    "suspects",
    "curve",
    "cross",
    "schemes",
    "plot",
    "convert",
    "describe",
    "formats",
    "demo",
)
"""Every command; its name is that of its module and of the function there."""

EXIT_WRONG_INPUT = 2
EXIT_INTERRUPTED = 130
EXIT_BUG = 70

_CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Reasons why a stream cannot be written; files have names, so an error without one is about standard output."""


_ARENA_MAX: Final = -8  # M_ARENA_MAX of malloc.h


class Commands(click.Group):
    """The commands; the module of one is imported when it is asked for, so that the others cost nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        del ctx
        return find_command(cmd_name) if cmd_name in COMMANDS else None


def find_command(name: str) -> click.Command:
    """The command of that name."""
    command: click.Command = getattr(import_module(f"tertium.cli.{name}"), name)
    return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="tertium", message="%(prog)s %(version)s")
def tertium() -> None:
    """Compare the outputs of taggers, parsers and other systems of language analysis.

    Says what each system scores, what exactly changed between any two of them (corrections, new errors, changed
    errors), how complementary they are, and shows the sentences. New here? Try: tertium demo
    """
    _share_memory()


def main() -> None:
    """Run the command line."""
    if sys.stdout is None:  # closed by the shell: `tertium demo >&-`
        _complain("cannot write to standard output (it is closed)")
        sys.exit(EXIT_WRONG_INPUT)
    try:
        tertium.main(standalone_mode=False)
    except TertiumError as error:
        _complain(str(error))
        sys.exit(EXIT_WRONG_INPUT)
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_WRONG_INPUT)
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has gone, as in `tertium demo | head`
        _let_go()
        sys.exit(0)
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in _CANNOT_WRITE:
            _let_go()
            _complain(f"cannot write to standard output ({error.strerror})")
            sys.exit(EXIT_WRONG_INPUT)
        if os.environ.get("TERTIUM_DEBUG"):
            raise
        _complain(
            f"this should not have happened ({type(error).__name__}: {error})\n"
            "Set TERTIUM_DEBUG=1 to see where, and please report it with the command you typed."
        )
        sys.exit(EXIT_BUG)


def _share_memory() -> None:
    """Let all threads take memory from one place: what one of them has given back, the next can have (glibc only)."""
    if not sys.platform.startswith("linux"):
        return
    from ctypes import CDLL

    adjust = getattr(CDLL(None), "mallopt", None)
    if adjust is not None:
        adjust(_ARENA_MAX, 1)


def _complain(message: str) -> None:
    from tertium.cli.output import say

    say(f"tertium: {message}")


def _let_go() -> None:
    """Send what is still to be printed nowhere, so that Python does not complain when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
