"""``lineshaft serve``: the games in a browser on this machine."""

from __future__ import annotations

import importlib.util
import socket
from contextlib import suppress
from pathlib import Path

import click

from .output import WRONG_USE, count, say
from .play import ended_from_outside

NEEDED = ("starlette", "uvicorn")
LOCAL = ("localhost", "127.0.0.1", "::1")


@click.command(
    epilog="""\b
Examples:
  lineshaft serve
  lineshaft serve --port 9000 --dir my-tables"""
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where it listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8642, show_default=True, help="0 takes a free one.")
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name that browsers may know this server by, besides those of this machine and ADDRESS; again for another.",
)
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("lineshaft-tables"),
    show_default=True,
    help="Where tables are kept, hidden cards and all.",
)
@click.option("--tables", type=click.IntRange(1), default=200, show_default=True, help="How many tables there may be.")
def serve(host: str, port: int, names: tuple[str, ...], folder: Path, tables: int) -> int:
    """Serve the games as pages for a browser on this machine.

    The first page sets up a table: a game, and who sits where: you, bots, or others, who get a link for their seat.
    Each browser sees what its seat may know. Tables are saved after each decision, and are there again when the server
    is started anew in the same folder. Ctrl-C ends it.
    """
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise click.UsageError('serve needs Starlette and uvicorn: pip install "lineshaft[serve]"')
    from lineshaft.serve import Limits, Server, Tables

    kept = Tables(folder, Limits(tables=tables))
    try:
        listening = listen(host, port)
    except OSError as error:
        raise click.UsageError(f"cannot listen at {host} port {port}: {error.strerror or error}") from None
    # The server ends by itself when it is told to; before it has begun there is nothing to tidy up.
    with listening, ended_from_outside(), suppress(KeyboardInterrupt):
        introduce(host, listening.getsockname()[1], folder, len(kept))
        Server(kept, [*LOCAL, host, *names]).run(sockets=[listening])
    lost = kept.troubles()
    say(*lost, err=True) if lost else say(f"All tables are saved in {folder}.")
    return WRONG_USE if lost else 0


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address, of either kind."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address[:2], family=family)


def introduce(host: str, port: int, folder: Path, tables: int) -> None:
    """Where it is, and what is to be known of it."""
    name = f"[{host}]" if ":" in host else host
    say(f"Lineshaft is served at http://{name}:{port}/ ; Ctrl-C ends it.")
    if tables:
        say(f"{count(tables, 'table')} found in {folder}.")
    if host not in LOCAL:
        say("Others on your network reach it there, unencrypted: serve people you trust.", err=True)
