"""A server, and Chromium: named by LINESHAFT_CHROMIUM, or found in PATH."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from serving import OpenPage, Served

CHROMIUM = os.environ.get("LINESHAFT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path / "tables")
    yield server
    server.end()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "these tests need Chromium: install it, or name it with LINESHAFT_CHROMIUM"
    with sync_playwright() as playwright:
        # Chromium's own sandbox cannot be had in a container; what it shows here are our pages alone.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, served: Served) -> Iterator[OpenPage]:
    """A new browser with no cookies, at the lobby. Nothing it is told may be wrong, and nothing come from elsewhere."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(**wishes: object) -> Page:
        context = chromium.new_context(**wishes)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(served.address) else wrong.append(asked.url))
        page.goto(served.address)
        return page

    yield opened
    for context in contexts:
        context.close()
    # While the server was down, pages could not reach it: they say so, and go on.
    assert [line for line in wrong if "ERR_CONNECTION_REFUSED" not in line and "ERR_INCOMPLETE" not in line] == []
