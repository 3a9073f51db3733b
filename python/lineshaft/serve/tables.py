"""Tables: a session each, who sits there, who was invited, and the files that they are kept in.

A table has two files in the folder of the server: the replay of its game, and beside it who holds which seat. They hold
everything that is hidden, so the folder is its owner's alone. No name of a file comes from a client: a table is looked
up by its name, and only tables that are known have files.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from .._engine import Game, make_bot
from ..drafts import write_whole
from ..errors import LineshaftError, ReplayError
from ..reference.wording import counted
from ..session import NOBODY, PERSON, Session
from .guard import Limits, Refused, digest, same

FORMAT = "lineshaft-table/1"
NAME = re.compile(r"[0-9a-f]{16}")
SETTLED_WITHIN = 2.0
"""Seconds in which bots mostly have played: so long an answer waits for them."""

BOTS_AT_ONCE = 8
"""So many tables' bots think at a time: those of others wait, their pages do not."""

Result = TypeVar("Result")


@dataclass
class Seating:
    """Who may sit where, as it is kept in a file."""

    game: str
    title: str
    owner: str
    """The digest of the browser that set the table up."""
    holders: list[str | None]
    """The digest of the browser that holds a seat, for people."""
    invitations: list[str | None]
    """The tokens that are still good, by seat."""
    skip_forced: bool
    made: float
    """When, in seconds since 1970."""
    format: str = FORMAT


@dataclass
class Table:
    """A session that many look at. All that touches the session holds ``lock``, and runs in a thread of its own."""

    name: str
    folder: Path
    seating: Seating
    session: Session | None = None
    """None while it is in its file alone."""
    trouble: str = ""
    """Why it could not be saved, for the people at it."""
    news: int = 0
    """How often something has changed since the server began."""
    looked_at: float = field(default_factory=time.monotonic)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    closing: bool = False
    """Nobody is to wait here any more."""
    removed: bool = False
    """Its files are gone, and are not to be written again by whoever was about to."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _player: asyncio.Task[None] | None = None
    _saved: int | None = None
    bots: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(BOTS_AT_ONCE))
    """Shared by the tables of a server."""

    # --- news ---------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Wakes up all who wait for news."""
        self.news += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self, known: int, seconds: float) -> int:
        """The number of the last news, as soon as it is another one, or after some seconds."""
        if self.news == known and not self.closing:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)
        return self.news

    # --- the session --------------------------------------------------------------------------------------------------

    async def do(self, work: Callable[[Session], Result]) -> Result:
        """Works on the session, which nobody else touches meanwhile. What has changed is saved and told."""
        async with self._open() as session:
            version = session.version
            try:
                return await run_sync(work, session)
            finally:
                if session.version != version:
                    await run_sync(self._save, session)
                    self.tell()

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[Session]:
        async with self.lock:
            if self.removed:
                raise Refused(404, "this table was removed")
            self.looked_at = time.monotonic()
            if self.session is None:
                self.session = await run_sync(self._load)
            yield self.session

    async def play_on(self) -> None:
        """Lets bots play, each decision told as it comes. It returns when they are done, or are seen to take longer."""
        if self._player is None or self._player.done():
            self._player = asyncio.create_task(self._play())
        await asyncio.wait([self._player], timeout=SETTLED_WITHIN)

    async def _play(self) -> None:
        with suppress(Refused):
            more = True
            while more and not self.closing:
                async with self._open() as session:
                    more = await run_sync(session.advance, limiter=self.bots)
                    if more:
                        self.tell()
                    else:
                        # So whoever acts next finds no player that is about to end.
                        self._player = None
                        await run_sync(self._save, session)

    # --- files --------------------------------------------------------------------------------------------------------

    @property
    def _replay(self) -> Path:
        return self.folder / f"{self.name}.jsonl"

    @property
    def _seats(self) -> Path:
        return self.folder / f"{self.name}.json"

    def _load(self) -> Session:
        session = Session.resume(self._replay, skip_forced=self.seating.skip_forced)
        self._saved = session.version
        return session

    def _save(self, session: Session) -> None:
        """Writes what is new. What goes wrong is said at the table."""
        if self._saved == session.version or self.removed:
            return
        try:
            session.save(self._replay, replace=True)
        except ReplayError as error:
            self.trouble = f"This table is not saved: {error.message}."
        else:
            self._saved, self.trouble = session.version, ""

    def save_seating(self) -> None:
        """Writes who sits where.

        Raises:
            OSError: it cannot be written.
        """
        if self.removed:
            return
        line = json.dumps(asdict(self.seating), indent=1) + "\n"
        write_whole(self._seats, lambda file: file.write(line.encode()), replace=True)
        self._seats.chmod(0o600)

    async def keep(self) -> None:
        """Saves what is not saved yet."""
        async with self.lock:
            if self.session is not None:
                await run_sync(self._save, self.session)

    async def put_away(self) -> None:
        """Saves the session and keeps it in its file alone."""
        async with self.lock:
            if self.session is not None:
                await run_sync(self._save, self.session)
                self.session = self.session if self.trouble else None

    async def remove(self) -> None:
        """Removes its files."""
        async with self.lock:
            self.closing = self.removed = True
            self.tell()
            for path in (self._seats, self._replay):
                await run_sync(partial(path.unlink, missing_ok=True))

    # --- people -------------------------------------------------------------------------------------------------------

    def seats_of(self, browser: str) -> list[int]:
        """The seats that a browser holds."""
        return [seat for seat, held in enumerate(self.seating.holders) if held is not None and same(held, browser)]

    def is_owner(self, browser: str) -> bool:
        """Whether a browser has set this table up."""
        return same(self.seating.owner, browser)

    async def join(self, seat: int, token: str, browser: str) -> None:
        """A seat for an invitation, which is good no more.

        Raises:
            Refused: it is none.
        """
        invited = self.seating.invitations[seat] if 0 <= seat < len(self.seating.invitations) else None
        if invited is None or not same(digest(invited), digest(token)):
            raise Refused(403, "this invitation is not good: perhaps somebody has taken the seat already")
        self.seating.invitations[seat], self.seating.holders[seat] = None, browser
        await self.do(lambda session: session.take_seat(seat, PERSON))
        await run_sync(self.save_seating)

    async def give_to_bot(self, seat: int, bot: str) -> None:
        """A bot takes a seat over that nobody holds, or that was left.

        Raises:
            Refused: somebody holds it.
            InvalidText: there is no such bot.
        """
        await self.do(lambda session: make_bot(bot, session.game, 0, seat))
        if not 0 <= seat < len(self.seating.holders) or self.seating.holders[seat] is not None:
            raise Refused(409, "somebody sits there: a bot takes an empty seat over")
        self.seating.invitations[seat] = None
        await self.do(lambda session: session.take_seat(seat, bot))
        await run_sync(self.save_seating)

    async def leave(self, seat: int) -> None:
        """Whoever holds a seat gets up; the owner can invite somebody else, or let a bot play on."""
        self.seating.holders[seat], self.seating.invitations[seat] = None, new_token()
        await self.do(lambda session: session.take_seat(seat, NOBODY))
        await run_sync(self.save_seating)


def new_token() -> str:
    """128 bits that nobody can foresee."""
    return secrets.token_urlsafe(16)


class Tables:
    """All tables of a server."""

    def __init__(self, folder: Path, limits: Limits | None = None) -> None:
        """Opens a folder, and finds the tables in it.

        Raises:
            OSError: the folder cannot be made or read.
            ReplayError: a file in it tells of no table.
        """
        self.limits = Limits() if limits is None else limits
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._bots = CapacityLimiter(BOTS_AT_ONCE)
        files = [path for path in sorted(folder.glob("*.json")) if NAME.fullmatch(path.stem)]
        self._tables = {path.stem: self._table(path.stem, _found(path)) for path in files}
        self._making = 0

    def _table(self, name: str, seating: Seating) -> Table:
        return Table(name, self.folder, seating, bots=self._bots)

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def find(self, name: str) -> Table:
        """A table by its name.

        Raises:
            Refused: there is none.
        """
        table = self._tables.get(name)
        if table is None:
            raise Refused(404, "there is no such table")
        return table

    def of(self, browser: str) -> list[Table]:
        """The tables that a browser has set up or sits at, the newest first."""
        own = [table for table in self if table.is_owner(browser) or table.seats_of(browser)]
        return sorted(own, key=lambda table: -table.seating.made)

    async def make(self, game: Game, seats: Sequence[str | None], browser: str, *, skip_forced: bool) -> Table:
        """A new table. ``seats`` has the texts of bots, ``person`` for the browser's own seats, None for guests.

        Raises:
            Refused: there are as many tables as there may be.
            InvalidText: there is no such bot.
            OSError: its files cannot be written.
        """
        if len(self._tables) + self._making >= self.limits.tables:
            most = counted(self.limits.tables, "table")
            raise Refused(503, f"this server has {most}, and takes no more: remove one of yours first")
        self._making += 1
        try:
            seating = Seating(
                game=game.name,
                title=game.title,
                owner=browser,
                holders=[browser if who == PERSON else None for who in seats],
                invitations=[new_token() if who is None else None for who in seats],
                skip_forced=skip_forced,
                made=time.time(),
            )
            held = [NOBODY if who is None else who for who in seats]
            table = self._table(secrets.token_hex(8), seating)
            table.session = await run_sync(partial(Session, game, held, skip_forced=skip_forced))
            await table.keep()
            if table.trouble:
                raise Refused(507, table.trouble)
            await run_sync(table.save_seating)
        finally:
            self._making -= 1
        self._tables[table.name] = table
        return table

    async def remove(self, table: Table) -> None:
        """Removes a table and its files."""
        self._tables.pop(table.name, None)
        await table.remove()

    async def put_idle_away(self) -> None:
        """Tables at which nobody has looked for long are kept in their files alone."""
        for table in self:
            if table.session is not None and time.monotonic() - table.looked_at > self.limits.idle_seconds:
                await table.put_away()

    def wake(self) -> None:
        """Ends all waiting for news: the server is about to leave."""
        for table in self:
            table.closing = True
            table.tell()

    async def keep_all(self) -> None:
        """Saves all tables."""
        for table in self:
            await table.keep()

    def troubles(self) -> list[str]:
        """What could not be saved, and why."""
        return [table.trouble for table in self if table.trouble]


def _found(path: Path) -> Seating:
    """Who sits at a table, from its file."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept.get("format") != FORMAT:
            raise ReplayError(f"{path} tells of no table: its format is not {FORMAT}")
        return Seating(**kept)
    except (ValueError, TypeError, AttributeError) as error:
        raise ReplayError(f"{path} tells of no table: {error}") from error


def reason(error: LineshaftError | OSError) -> str:
    """What went wrong, as a sentence for a page."""
    words = error.message if isinstance(error, LineshaftError) else f"{error.filename}: {error.strerror}"
    return f"{words[:1].upper()}{words[1:]}."
