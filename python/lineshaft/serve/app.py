"""What is asked of the server, and what is answered: each address with its function."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files

from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from .. import _engine
from ..bot import bot_parameters
from ..errors import LineshaftError
from ..registry import load_game, rule_value
from ..session import Session
from ..show.parts import STYLE
from .guard import LOOPBACK, Browser, Guard, Refused, read_form
from .pages import Asking, join_page, lobby, new_table, refusal, seats_of_form
from .table_page import Looking, table_page
from .tables import Table, Tables, reason

HEARTBEAT_SECONDS = 15.0
"""After which a stream says that it is still there; so a reader that has gone is noticed."""

TIDY_SECONDS = 60.0

Answer = Callable[["Visit"], Awaitable[Response]]


class Visit:
    """One request: who asks, and what of."""

    def __init__(self, request: Request, tables: Tables) -> None:
        self.request, self.tables = request, tables
        self.browser = Browser(request)
        site = f"{request.url.scheme}://{request.url.netloc}"
        self.asking = Asking(self.browser.digest, self.browser.form_token, site)

    async def form(self) -> dict[str, str]:
        return await read_form(self.request, self.browser, self.tables.limits)

    def table(self) -> Table:
        return self.tables.find(self.request.path_params["table"])

    def number(self, name: str) -> int | None:
        """A number of the address, None if it is none."""
        return number_of(self.request.query_params.get(name, ""))


def number_of(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else None


def go(path: str) -> Response:
    """To another page, after something was done."""
    return RedirectResponse(path, 303)


# --- the lobby --------------------------------------------------------------------------------------------------------


async def show_lobby(visit: Visit) -> Response:
    return HTMLResponse(lobby(visit.asking, visit.tables.of(visit.browser.digest)))


def game_name(visit: Visit) -> str:
    name: str = visit.request.path_params["game"]
    if name not in _engine.games():
        raise Refused(404, f"there is no such game; there are {', '.join(_engine.games())}")
    return name


async def show_new(visit: Visit) -> Response:
    return HTMLResponse(new_table(visit.asking, game_name(visit), {}))


def check_patience(visit: Visit, bot: str) -> None:
    """A bot is one whose decisions others can wait for.

    Raises:
        Refused: it would think for too long.
    """
    most, said = visit.tables.limits.simulations, bot_parameters(bot).get("simulations", "")
    if (number := re.fullmatch(r"\+?([0-9]+)", said)) and int(number[1][:20]) > most:
        raise Refused(422, f"a bot at a table takes at most {most:,} simulations a decision")


async def make_table(visit: Visit) -> Response:
    name, said = game_name(visit), await visit.form()
    seats = seats_of_form(said)
    for bot in seats:
        check_patience(visit, bot or "")
    rules = {
        key.removeprefix("rule-"): rule_value(value.strip())
        for key, value in said.items()
        if key.startswith("rule-") and value.strip()
    }
    try:
        game = await run_sync(partial(load_game, name, len(seats), said.get("variant"), rules))
        skips = "skip_forced" in said
        table = await visit.tables.make(game, seats, visit.browser.digest, skip_forced=skips)
    except (LineshaftError, OSError) as error:
        return HTMLResponse(new_table(visit.asking, name, said, reason(error)), 422)
    await table.play_on()
    return go(f"/table/{table.name}")


async def show_join(visit: Visit) -> Response:
    return HTMLResponse(join_page(visit.asking))


async def join_table(visit: Visit) -> Response:
    code = (await visit.form()).get("code", "").strip().rpartition("#")[2]
    name, _, rest = code.partition(".")
    seat, _, token = rest.partition(".")
    try:
        table = visit.tables.find(name)
        await table.join(-1 if number_of(seat) is None else int(seat), token, visit.browser.digest)
    except Refused as refused:
        return HTMLResponse(join_page(visit.asking, f"{refused.sentence[:1].upper()}{refused.sentence[1:]}."), 403)
    await table.play_on()
    return go(f"/table/{name}")


# --- a table ----------------------------------------------------------------------------------------------------------


def looking_at(visit: Visit, table: Table, wrong: str | None = None) -> Looking:
    """How whoever asks looks at a table, by the address."""
    own, browser = tuple(table.seats_of(visit.browser.digest)), visit.browser.digest
    seat = visit.number("as")
    return Looking(
        visit.asking,
        own,
        table.is_owner(browser),
        seat=seat if seat in own else None,
        ply=visit.number("ply"),
        why=visit.request.query_params.get("why", "")[:100] or None,
        hint="hint" in visit.request.query_params,
        wrong=wrong,
    )


async def show_table(visit: Visit) -> Response:
    table = visit.table()
    looking = looking_at(visit, table)

    def draw(session: Session) -> str:
        if looking.ply is not None and looking.ply > session.ply:
            raise Refused(404, f"there is no step {looking.ply}: the game has {session.ply} so far")
        return table_page(table, session, looking)

    if await table.do(lambda session: not session.is_waiting() and not session.is_terminal()):
        await table.play_on()
    return HTMLResponse(await table.do(draw))


def own_seat(visit: Visit, table: Table, said: dict[str, str]) -> int:
    """The seat that a form speaks for.

    Raises:
        Refused: it is not one of this browser.
    """
    seat = number_of(said.get("seat", ""))
    if seat is None or seat not in table.seats_of(visit.browser.digest):
        raise Refused(403, "you do not sit there")
    return seat


async def act(visit: Visit) -> Response:
    table, said = visit.table(), await visit.form()
    seat = own_seat(visit, table, said)
    ply, action = number_of(said.get("ply", "")), number_of(said.get("action", ""))

    def take(session: Session) -> None:
        if ply != session.ply:
            raise Refused(409, "something has happened since that was asked: this is how it stands now")
        session.act(seat, -1 if action is None else action)

    return await changed(visit, table, seat, take)


async def undo(visit: Visit) -> Response:
    table, said = visit.table(), await visit.form()
    seat = own_seat(visit, table, said)
    return await changed(visit, table, seat, lambda session: session.undo(seat))


async def changed(visit: Visit, table: Table, seat: int, work: Callable[[Session], None]) -> Response:
    """Something is done at a table, and what follows from it; if it cannot be, the page says why."""
    try:
        await table.do(work)
    except Refused as refused:
        wrong = f"{refused.sentence[:1].upper()}{refused.sentence[1:]}."
    except LineshaftError as error:
        wrong = f"Not possible: {error}."
    else:
        await table.play_on()
        return go(f"/table/{table.name}" + (f"?as={seat}" if len(table.seats_of(visit.browser.digest)) > 1 else ""))
    looking = looking_at(visit, table, wrong)
    return HTMLResponse(await table.do(lambda session: table_page(table, session, looking)), 409)


def only_owner(visit: Visit, table: Table) -> None:
    if not table.is_owner(visit.browser.digest):
        raise Refused(403, "whoever set the table up may do that")


async def seat_bot(visit: Visit) -> Response:
    table, said = visit.table(), await visit.form()
    only_owner(visit, table)
    seat, bot = number_of(said.get("seat", "")), said.get("bot", "")
    check_patience(visit, bot)
    try:
        await table.give_to_bot(-1 if seat is None else seat, bot)
    except LineshaftError as error:
        raise Refused(422, error.message) from None
    await table.play_on()
    return go(f"/table/{table.name}")


async def leave(visit: Visit) -> Response:
    table, said = visit.table(), await visit.form()
    seat = number_of(said.get("seat", ""))
    if not table.is_owner(visit.browser.digest):
        seat = own_seat(visit, table, said)
    if seat is None or seat >= len(table.seating.holders) or table.seating.holders[seat] is None:
        raise Refused(409, "nobody sits there")
    await table.leave(seat)
    return go(f"/table/{table.name}")


async def remove(visit: Visit) -> Response:
    table = visit.table()
    await visit.form()
    only_owner(visit, table)
    await visit.tables.remove(table)
    return go("/")


# --- news -------------------------------------------------------------------------------------------------------------


class Stream(StreamingResponse):
    """An answer that goes on; ``leave`` is called when it has ended, however it did."""

    def __init__(self, told: AsyncIterator[str], leave: Callable[[], None]) -> None:
        super().__init__(told, media_type="text/event-stream")
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()


class Streams:
    """How many pages wait for news: in all, and of each browser."""

    def __init__(self, tables: Tables) -> None:
        self._limits = tables.limits
        self._open: Counter[str] = Counter()

    def enter(self, browser: str) -> None:
        """
        Raises:
            Refused: there are too many.
        """
        if self._open.total() >= self._limits.streams or self._open[browser] >= self._limits.streams_each:
            raise Refused(503, "too many pages wait for news; this one is loaded anew by hand")
        self._open[browser] += 1

    def leave(self, browser: str) -> None:
        self._open[browser] -= 1
        if not self._open[browser]:
            del self._open[browser]


async def stream_news(visit: Visit, streams: Streams) -> Response:
    """Server-sent events: the number of the last news, no more. Whoever reads slowly gets the last one alone."""
    table, browser = visit.table(), visit.browser.digest
    known = visit.number("news")
    streams.enter(browser)

    async def told() -> AsyncIterator[str]:
        last, ends = known, time.monotonic() + visit.tables.limits.stream_seconds
        yield "retry: 2000\n\n"
        while not table.closing and (left := ends - time.monotonic()) > 0:
            news = await table.wait(-1 if last is None else last, min(left, HEARTBEAT_SECONDS))
            yield ": still here\n\n" if news == last else f"data: {news}\n\n"
            last = news

    return Stream(told(), partial(streams.leave, browser))


# --- all together -----------------------------------------------------------------------------------------------------


def file_of_ours(name: str, kind: str, more: str = "") -> Callable[[Request], Awaitable[Response]]:
    """A file that is read once. No address names a file of this machine."""
    text = files(__package__).joinpath(name).read_text(encoding="utf-8") + more

    async def answer(_request: Request) -> Response:
        return Response(text, media_type=kind)

    return answer


def make_app(tables: Tables, hosts: Sequence[str] = LOOPBACK) -> Guard:
    """The application, for any ASGI server.

    Args:
        tables: what is played.
        hosts: the names that a browser may know this server by.
    """
    streams = Streams(tables)

    def page(path: str, answer: Answer, method: str = "GET") -> Route:
        async def guarded(request: Request) -> Response:
            visit = Visit(request, tables)
            try:
                response = await answer(visit)
            except Refused as refused:
                response = HTMLResponse(refusal(refused.status, refused.sentence), refused.status)
            except LineshaftError:
                response = HTMLResponse(refusal(500, "the file of this table cannot be read or followed"), 500)
            return visit.browser.remember(response)

        return Route(path, guarded, methods=[method])

    async def not_found(_request: Request, _error: Exception) -> Response:
        return HTMLResponse(refusal(404, "there is no such page"), 404)

    @asynccontextmanager
    async def tidied(_app: Starlette) -> AsyncIterator[None]:
        tidying = asyncio.create_task(tidy(tables))
        yield
        tidying.cancel()
        tables.wake()
        await tables.keep_all()

    routes = [
        page("/", show_lobby),
        page("/new/{game}", show_new),
        page("/new/{game}", make_table, "POST"),
        page("/join", show_join),
        page("/join", join_table, "POST"),
        page("/table/{table}", show_table),
        page("/table/{table}/act", act, "POST"),
        page("/table/{table}/undo", undo, "POST"),
        page("/table/{table}/bot", seat_bot, "POST"),
        page("/table/{table}/leave", leave, "POST"),
        page("/table/{table}/remove", remove, "POST"),
        page("/table/{table}/events", lambda visit: stream_news(visit, streams)),
        Route("/style.css", file_of_ours("style.css", "text/css", STYLE)),
        Route("/script.js", file_of_ours("script.js", "text/javascript")),
        Route("/icon.svg", file_of_ours("icon.svg", "image/svg+xml")),
    ]
    return Guard(Starlette(routes=routes, lifespan=tidied, exception_handlers={404: not_found}), hosts)


async def tidy(tables: Tables) -> None:
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        await tables.put_idle_away()
