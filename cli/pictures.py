"""Pictures of a recorded game as files: one position, every ply in a folder, or all of them in one page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from .files import Source, cannot_write, check_target, is_same, is_stdout, write_target

PLY = re.compile(r"[0-9]+\.svg")
"""The names of the files in a folder of pictures."""


class Targets(NamedTuple):
    """Where pictures are to go."""

    svg: Path | None
    folder: Path | None
    page: Path | None
    force: bool

    @property
    def whole_game(self) -> bool:
        """Whether all plies are drawn, in place of the words."""
        return self.folder is not None or self.page is not None

    def check(self, read: Sequence[Source], ply: int | None, as_json: bool) -> None:
        """What is wrong with a wish for pictures is said before anything is read."""
        named = {"--svg": self.svg, "--svg-dir": self.folder, "--html": self.page}
        given = [option for option, target in named.items() if target is not None]
        if self.force and not given:
            raise click.UsageError("--force says what --svg does: name a file with --svg, --svg-dir or --html")
        if self.svg is not None and self.whole_game:
            raise click.UsageError(f"--svg draws one position, {given[-1]} a whole game: leave one of them out")
        if self.svg is not None and ply is None:
            raise click.UsageError("--svg draws one position: name it with --ply, or draw them all with --svg-dir")
        if self.whole_game and ply is not None:
            raise click.UsageError(f"{given[0]} draws every ply: leave --ply out, or draw one position with --svg")
        if self.whole_game and as_json:
            raise click.UsageError(f"{given[0]} writes pictures in place of the words, and --json has none to print")
        for option, target in (("--svg", self.svg), ("--html", self.page)):
            if target is not None:
                check_file(target, read, self.force, option)
        if self.folder is not None:
            check_folder(self.folder, read, self.force)


def check_file(target: Path, read: Sequence[Source], force: bool, option: str) -> None:
    if not is_stdout(target):
        check_target(target, read, force, option)
    elif force:
        raise click.UsageError(f"{target} is stdout: there is no file to replace")


def check_folder(folder: Path, read: Sequence[Source], force: bool) -> None:
    """A folder is new, or empty, or has the pictures of a game and nothing else."""
    if is_stdout(folder):
        raise click.UsageError(f"{folder} is stdout, and every ply has a file: name a folder with --svg-dir")
    if not folder.exists():
        return
    if not folder.is_dir():
        raise click.UsageError(f"{folder} is no folder; name another with --svg-dir")
    try:
        held = sorted(folder.iterdir())
    except OSError as error:
        raise click.UsageError(f"cannot read {folder}: {error.strerror or error}") from error
    for path in held:
        if not (PLY.fullmatch(path.name) and path.is_file()) or any(is_same(path, each) for each in read):
            raise click.UsageError(f"{folder} holds {path.name}, which is no picture; name another with --svg-dir")
    if held and not force:
        raise click.UsageError(f"{folder} holds pictures; name another with --svg-dir, or add --force to replace them")


def write_folder(folder: Path, pictures: Iterator[str], last: int, force: bool) -> int:
    """A file a ply, ``007.svg``; pictures of another game that were there go. Returns the bytes written."""
    first = next(pictures)  # what cannot be drawn makes no folder
    names = [f"{ply:0{len(str(last))}}.svg" for ply in range(last + 1)]
    try:
        folder.mkdir(exist_ok=True)
        written = 0
        for name, picture in zip(names, _after(first, pictures), strict=True):
            write_target(folder / name, picture, force)
            written += len(picture.encode())
        for path in folder.iterdir():
            if PLY.fullmatch(path.name) and path.name not in names:
                path.unlink()
    except OSError as error:
        raise cannot_write(error) from error
    return written


def _after(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first
    yield from others
