"""The server itself: uvicorn, which ends when Ctrl-C is pressed, and waits for nobody then."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from types import FrameType

import uvicorn

from .app import make_app
from .guard import LOOPBACK
from .tables import Tables

LEAVES_WITHIN = 3
"""Seconds in which what is being answered may come to its end."""


class Server(uvicorn.Server):
    """Serves the pages of some tables at a socket. It writes no log: an address may hold what is nobody's business."""

    def __init__(self, tables: Tables, hosts: Sequence[str] = LOOPBACK) -> None:
        config = uvicorn.Config(
            make_app(tables, hosts),
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="on",
            timeout_graceful_shutdown=LEAVES_WITHIN,
            h11_max_incomplete_event_size=16 << 10,
        )
        super().__init__(config)
        self._tables = tables
        self._loop: asyncio.AbstractEventLoop | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The server leaves, and pages that wait for news do not hold it up. Asked twice, it waits for nobody."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._tables.wake)
        # uvicorn would send itself the signal once more when all is done, and so end without a word.
        self.force_exit = self.should_exit
        self.should_exit = True
