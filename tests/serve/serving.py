"""A server in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

OpenPage = Callable[..., Page]
"""Opens a new browser at the lobby."""


class Served:
    """``lineshaft serve`` in a folder. It can be killed and started anew, at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "lineshaft.cli", "serve", "--port", str(self.port), "--dir", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)/", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As if the power had failed."""
        self.process.kill()
        self.process.communicate()

    def end(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=20)
