"""What stands between the network and the pages: who may ask, how much, and what a browser is told to forbid.

A server on one's own machine is reached by every page that its browser has open. Three things keep those out. The
``Host`` header must be one of a list, so that a name which is bound to this address later (DNS rebinding) gets nothing.
What changes something is a form with a token that only our pages can know. And a browser is told to load nothing from
elsewhere, to run no script but ours, and to show our pages in no frame.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

import anyio
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..reference.wording import quoted

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The names of this machine for itself."""

COOKIE = "lineshaft"
SECRET = re.compile(r"[0-9A-Za-z_-]{43}")
YEAR = 365 * 24 * 3600

HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Of every answer."""


@dataclass(frozen=True)
class Limits:
    """How much a server lets others use."""

    body: int = 16 << 10
    """Bytes of a form."""
    fields: int = 64
    """Fields of a form."""
    body_seconds: float = 10
    """In which a form must have come."""
    simulations: int = 2000
    """Of a bot that searches, for each decision."""
    tables: int = 200
    """Tables there may be."""
    streams: int = 1000
    """Pages that wait for news, in all."""
    streams_each: int = 24
    """And of one browser."""
    stream_seconds: float = 3600
    """After which a page must ask anew."""
    idle_seconds: float = 3600
    """After which a table at which nobody looked is kept in its file alone."""


class Refused(Exception):
    """What is not answered as asked: a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


def host_name(header: str) -> str:
    """The name in a ``Host`` header, without its port and brackets: ``[::1]:80`` is ``::1``."""
    found = re.fullmatch(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?|([^:\[\]]+)(?::[0-9]{1,5})?", header)
    return "" if found is None else (found[1] or found[2]).lower()


class Guard:
    """Refuses hosts that are not in the list, and adds ``HEADERS`` to each answer."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            # "lifespan" comes from the server itself; nothing here speaks "websocket".
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        named = [value.decode("latin-1") for key, value in scope["headers"] if key == b"host"]
        if len(named) == 1 and host_name(named[0]) in self._hosts:
            await self._app(scope, receive, guarded)
            return
        what = quoted(named[0]) if len(named) == 1 else f"{len(named)} Host headers"
        sentence = f"{what}: this server goes by {', '.join(sorted(self._hosts))}; --allow-host adds a name\n"
        await PlainTextResponse(sentence, 403)(scope, receive, guarded)


# --- browsers ---------------------------------------------------------------------------------------------------------


def digest(secret: str) -> str:
    """What is kept of a secret: it cannot be found from this."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two texts are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(one.encode(), other.encode())


class Browser:
    """Whoever asks, known by the secret in a cookie; without one it gets one."""

    def __init__(self, request: Request) -> None:
        held = request.cookies.get(COOKIE, "")
        self._new = SECRET.fullmatch(held) is None
        self._secret = secrets.token_urlsafe(32) if self._new else held
        self.digest = digest(self._secret)
        """What tables know it by."""
        self.form_token = hmac.new(self._secret.encode(), b"form", hashlib.sha256).hexdigest()
        """In each form: another site can make this browser send a form and its cookie, but cannot read this."""

    def remember(self, response: Response) -> Response:
        """Gives the browser its cookie."""
        if self._new:
            response.set_cookie(COOKIE, self._secret, max_age=YEAR, path="/", httponly=True, samesite="lax")
        return response


async def read_form(request: Request, browser: Browser, limits: Limits) -> dict[str, str]:
    """The fields of a form of ours.

    Raises:
        Refused: it is none, is too large or too slow, or has not this browser's token.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Refused(415, "what is sent here is a form of these pages")
    body = await _read_body(request, limits)
    try:
        fields = dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=limits.fields))
    except ValueError:
        raise Refused(400, "this is no form of these pages") from None
    if not same(fields.get("token", ""), browser.form_token):
        raise Refused(403, "this form is from no page that this browser was shown: load the page anew, and try again")
    return fields


async def _read_body(request: Request, limits: Limits) -> bytes:
    body = b""
    try:
        with anyio.fail_after(limits.body_seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limits.body:
                    raise Refused(413, f"a form has at most {limits.body:,} bytes")
    except TimeoutError:
        raise Refused(408, f"a form is to come within {limits.body_seconds:g} seconds") from None
    except ClientDisconnect:
        raise Refused(400, "the form did not come to its end") from None
    return body
