"""The ``lineshaft`` command: its group, ``--version``, and how every error ends.

Exit codes: 0 fine, 1 a check failed, 2 wrong use (130 after Ctrl-C, 141 when the reader of a pipe has gone). An error
is one line on stderr that names the valid choices; a traceback is a bug.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TextIO

import click

import lineshaft
from lineshaft._start import catch_ctrl_c

from .bench import bench
from .bots import bots
from .data import data
from .games import games
from .golden import golden
from .output import INTERRUPTED, PIPE_CLOSED, WRONG_USE, say
from .parity import parity
from .play import play
from .replay import replay
from .rules import rules
from .selfplay import selfplay
from .serve import serve


class ReaderGone(Exception):
    """The reader of a pipe has gone. Click would end with 1 for it, which is for a check that failed."""


class Lineshaft(click.Group):
    """The group of all commands."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with pipe_errors():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with pipe_errors():
            return super().invoke(ctx)


@contextmanager
def pipe_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error


@click.group(
    cls=Lineshaft,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Example:
  lineshaft selfplay railways --games 1000 --bots greedy,random""",
)
@click.version_option(lineshaft.__version__, prog_name="lineshaft", message="%(prog)s %(version)s")
def cli() -> None:
    """Play, compare and measure the board games of Lineshaft."""


for command in (games, rules, play, serve, data, bots, selfplay, replay, parity, golden, bench):
    cli.add_command(command)


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run one command and leave with its exit code."""
    catch_ctrl_c()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name from a data file may have letters that the encoding of the terminal lacks.
            stream.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        fail("stdout is closed; there is nowhere to print to")
    try:
        code = cli.main(args, prog_name="lineshaft", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        leave(error.format_message(), WRONG_USE)
    except click.ClickException as error:
        fail(usage_sentence(error), error.exit_code)
    except lineshaft.LineshaftError as error:
        fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        fail("interrupted", INTERRUPTED)
    except (ReaderGone, BrokenPipeError):
        discard(sys.stdout)
        sys.exit(PIPE_CLOSED)
    except OSError as error:
        if error.filename is None:
            discard(sys.stdout)
        fail(f"cannot {f'use {error.filename}' if error.filename else 'write to stdout'}: {error.strerror or error}")
    sys.exit(code if isinstance(code, int) else 0)


def fail(sentence: str, code: int = WRONG_USE) -> NoReturn:
    """Say in one line what was wrong."""
    leave(f"lineshaft: {' '.join(sentence.split())}", code)


def leave(words: str, code: int) -> NoReturn:
    """The last words go to stderr, if anything can be written there."""
    try:
        say(*words.splitlines(), err=True)
    except OSError:
        discard(sys.stderr)
    sys.exit(code)


def discard(stream: TextIO) -> None:
    """Drop what could not be written. Python would try once more when it flushes the stream at exit, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def usage_sentence(error: click.ClickException) -> str:
    """Click's sentence, with the valid choices where click leaves them out."""
    sentence = error.format_message().rstrip(".")
    ctx = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption) and ctx is not None:
        options = [
            name for parameter in ctx.command.get_params(ctx) for name in parameter.opts if name.startswith("--")
        ]
        return f"no such option {error.option_name}; choose one of: {', '.join(sorted(options))}"
    if isinstance(error, click.UsageError) and ctx is not None and isinstance(ctx.command, click.Group):
        return f"{sentence}; choose one of: {', '.join(sorted(ctx.command.commands))}"
    return sentence
