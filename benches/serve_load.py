"""How ``lineshaft serve`` bears many: how soon an action is seen by all at its table, and whether memory stays flat.

``python benches/serve_load.py`` starts a server of its own. At each table a browser sits against ``greedy`` bots, and
two pages wait for news. Actions come at a steady rate, each at another table; an action is seen when both pages were
told. It prints a line for each tenth of the run.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import httpx2

GAME = "railways"
PAGES = 2


class Table:
    """A table, its browser, and the pages that wait there."""

    def __init__(self, address: str) -> None:
        limits = httpx2.Limits(max_connections=None)
        self.client = httpx2.AsyncClient(base_url=address, limits=limits, timeout=120, follow_redirects=True)
        self.path = self.page = self.token = ""
        self.told = asyncio.Condition()
        self.news = [-1] * PAGES

    async def sit_down(self) -> None:
        self.page = (await self.client.get(f"/new/{GAME}")).text
        self.token = found("token", self.page)
        fields = {"token": self.token, "seat0": "you", "seat1": "greedy", "skip_forced": "on"}
        answer = await self.client.post(f"/new/{GAME}", data=fields)
        self.path, self.page = answer.url.path, answer.text

    async def listen(self, page: int) -> None:
        async with self.client.stream("GET", f"{self.path}/events", timeout=None) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    async with self.told:
                        self.news[page] = int(line.removeprefix("data: "))
                        self.told.notify_all()

    async def act(self, rng: Random) -> float:
        """Seconds until both pages were told of a decision."""
        actions = re.findall(r'name="action" value="(\d+)"', self.page)
        if not actions:  # the game is over
            return 0.0
        known, begun = int(found("data-news", self.page)), time.perf_counter()
        fields = {"token": self.token, "seat": "0", "ply": found("ply", self.page), "action": rng.choice(actions)}
        post = asyncio.create_task(self.client.post(f"{self.path}/act", data=fields))
        async with self.told:
            await self.told.wait_for(lambda: all(news > known for news in self.news))
        seen = time.perf_counter() - begun
        self.page = (await post).text
        return seen


def found(name: str, page: str) -> str:
    match = re.search(rf'(?:name="{name}" value|{name})="(\w+)"', page)
    assert match is not None
    return match[1]


def memory(process: int) -> float:
    """Megabytes that a process holds, where the system tells it."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return float("nan")
    return int(re.search(r"VmRSS:\s+(\d+)", lines)[1]) / 1024  # type: ignore[index]


async def steps(rate: float, seconds: float) -> AsyncIterator[int]:
    """Numbers, at a steady rate."""
    begun = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
        yield number


async def run(address: str, process: int, tables: int, rate: float, seconds: float) -> None:
    all_tables = [Table(address) for _ in range(tables)]
    for table in all_tables:
        await table.sit_down()
    pages = [asyncio.create_task(table.listen(page)) for table in all_tables for page in range(PAGES)]
    await asyncio.sleep(2)
    rng, acting, seen = Random(0), set(), []
    part = max(1, int(rate * seconds) // 10)
    async for number in steps(rate, seconds):
        acting.add(task := asyncio.create_task(all_tables[number % tables].act(rng)))
        task.add_done_callback(acting.discard)
        task.add_done_callback(lambda done: seen.append(done.result()) if done.result() else None)
        if number % part == part - 1 and len(seen) > 20:
            cuts = statistics.quantiles(seen, n=20)
            print(
                f"{number + 1:6} actions  median {1000 * cuts[9]:6.1f} ms  p95 {1000 * cuts[18]:6.1f} ms  "
                f"{memory(process):6.1f} MB"
            )
            seen.clear()
    await asyncio.gather(*acting)
    for page in pages:
        page.cancel()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=20, help="actions a second, in all")
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "lineshaft.cli", "serve", "--port", "0", "--dir", folder]
        server = await asyncio.create_subprocess_exec(
            *command, "--tables", str(10 * chosen.tables), stdout=asyncio.subprocess.PIPE
        )
        assert server.stdout is not None
        address = re.search(r"http://\S+", (await server.stdout.readline()).decode())
        assert address is not None
        try:
            await run(address[0], server.pid, chosen.tables, chosen.rate, chosen.seconds)
        finally:
            server.terminate()
            await server.wait()


if __name__ == "__main__":
    asyncio.run(main())
