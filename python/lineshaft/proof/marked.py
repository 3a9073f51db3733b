"""Parts of pages that tools write: what stands between ``<!-- name: begin -->`` and ``<!-- name: end -->``."""

from __future__ import annotations

from pathlib import Path

__all__ = ["put", "split"]


def split(page: str, name: str) -> tuple[str, str, str]:
    """A page up to the end of the first mark, what stands between the marks, and the rest."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    before, mark, rest = page.partition(begin)
    between, other, after = rest.partition(end)
    if not mark or not other:
        raise ValueError(f"the page has not both marks, {begin.strip()} and {end}")
    return before + mark, between, other + after


def put(path: Path, name: str, text: str) -> None:
    """Writes between the marks of a page."""
    before, _, after = split(path.read_text(encoding="utf-8"), name)
    path.write_text(before + text + after, encoding="utf-8", newline="\n")
