"""A server for tests, and browsers without scripts: they follow links and send the forms that they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

from httpx2 import Response
from starlette.testclient import TestClient

import lineshaft
from lineshaft.serve import Limits, Tables, make_app

SITE = "http://127.0.0.1:8642"


class Visitor:
    """A browser with its cookies, at one page at a time."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.answer: Response = client.get("/")

    @property
    def page(self) -> str:
        return self.answer.text

    @property
    def path(self) -> str:
        return self.answer.url.path

    @property
    def token(self) -> str:
        """Of the forms of this page, or of any other page of this browser."""
        found = re.search(r'name="token" value="(\w+)"', self.page + self.client.get("/join").text)
        assert found is not None
        return found[1]

    def go(self, path: str) -> Response:
        self.answer = self.client.get(path)
        return self.answer

    def send(self, path: str, **fields: str) -> Response:
        self.answer = self.client.post(path, data={"token": self.token, **fields})
        return self.answer

    def set_up(self, game: str, *seats: str, **more: str) -> str:
        """A new table; the path of its page."""
        declared = lineshaft.describe(game)
        held = seats or ("you", *["greedy"] * (declared["default_players"] - 1))
        chosen = {f"seat{seat}": who for seat, who in enumerate(held)}
        self.send(f"/new/{game}", **{"variant": declared["variants"][0]["name"], **chosen, **more})
        assert self.answer.status_code == 200, self.page
        return self.path

    def actions(self) -> list[int]:
        """What can be done here."""
        return [int(action) for action in re.findall(r'name="action" value="(\d+)"', self.page)]

    def ply(self) -> str:
        found = re.search(r'name="ply" value="(\d+)"', self.page)
        assert found is not None
        return found[1]

    def seat(self) -> str:
        """The seat that this page is for."""
        found = re.search(r'name="seat" value="(\d+)"', self.page)
        assert found is not None
        return found[1]

    def act(self, action: int) -> Response:
        return self.send(f"{self.path}/act", seat=self.seat(), ply=self.ply(), action=str(action))

    def invitations(self) -> list[str]:
        """The codes behind the # of the links."""
        return [unescape(code) for code in re.findall(r'/join#([^"]+)"', self.page)]


class House:
    """A server in this process."""

    def __init__(self, tables: Tables, client: TestClient) -> None:
        self.tables, self._client = tables, client

    def visitor(self) -> Visitor:
        """Another browser."""
        client = TestClient(self._client.app, base_url=SITE, raise_server_exceptions=True)
        # All of them are answered by one loop, as tables belong to it.
        client.portal = self._client.portal
        return Visitor(client)


@contextmanager
def opened(folder: Path, limits: Limits | None = None) -> Iterator[House]:
    tables = Tables(folder, limits)
    with TestClient(make_app(tables), base_url=SITE) as client:
        yield House(tables, client)
