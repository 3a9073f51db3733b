"""TOML 1.0 and nothing else, whatever the version of Python: later ones read TOML 1.1 too.

``follow`` walks through the text before ``tomllib`` does, and refuses what only 1.1 has, whole numbers beyond 64 bits,
and values nested without end. Where it is lost the text is no TOML of any version: that is left to ``tomllib``.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from typing import Any

BYTE_ORDER_MARK = "\ufeff"
DEEPEST = 80
INT_64 = range(-(1 << 63), 1 << 63)

SPACE = re.compile(r"[ \t]*")
LINE_END = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\n|\Z)")
BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|"(?!"")(?:[^"\\\n]|\\[^\n])*"', re.DOTALL)
LITERAL = re.compile(r"'''.*?'{3,5}|'(?!'')[^'\n]*'", re.DOTALL)
ESCAPE = re.compile(r"\\(.)", re.DOTALL)
NO_SECONDS = re.compile(r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ])?[0-9]{2}:[0-9]{2}(?![0-9:])")
PLAIN = re.compile(r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2} (?=[0-9]))?[A-Za-z0-9_+:.-]+")
DECIMAL = re.compile(r"[+-]?(?:0|[1-9](?:_?[0-9])*)")
OTHER_BASE = re.compile(r"0x[0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*|0o[0-7]+(?:_[0-7]+)*|0b[01]+(?:_[01]+)*")


class TomlError(Exception):
    """The text is no TOML 1.0; ``line`` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class Lost(Exception):
    """Here stands what is no TOML of any version."""


def parse(text: str) -> dict[str, Any]:
    """The content of a TOML 1.0 text, or TomlError. A byte-order mark at its beginning is no part of it."""
    text = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")
    with suppress(Lost):
        follow(text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = re.fullmatch(r"(.*) \(at (?:line ([0-9]+), column [0-9]+|end of document)\)", str(error), re.DOTALL)
        reason, line = place.groups() if place else (str(error), None)
        last = text.count("\n") + (not text.endswith("\n"))
        raise TomlError(int(line) if line else last, reason) from None


def follow(text: str) -> None:
    """Raises TomlError at the first thing that TOML 1.0 has not or no data file needs; Lost at what is no TOML."""
    walk = Walk(text)
    while walk.more():
        walk.statement()


class Walk:
    """A way through a text, thing by thing; raises Lost where it does not go on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.level = 0
        """How deep the table lies that the last head has opened."""

    def take(self, pattern: re.Pattern[str]) -> str:
        """The thing that stands here; the place is behind it afterwards."""
        found = pattern.match(self.text, self.place)
        if found is None:
            raise Lost
        self.place = found.end()
        return found[0]

    def at(self, start: str) -> bool:
        return self.text.startswith(start, self.place)

    def skip(self, mark: str) -> bool:
        """Whether the mark stands here; the place is behind it then."""
        here = self.at(mark)
        self.place += len(mark) * here
        return here

    def refuse(self, reason: str, place: int | None = None) -> TomlError:
        end = self.place if place is None else place
        return TomlError(self.text.count("\n", 0, end) + 1, f"{reason} (TOML 1.0 is read)")

    def more(self) -> bool:
        self.take(BLANK)
        return self.place < len(self.text)

    def statement(self) -> None:
        """The head of a table, or a key with its value."""
        brackets = next(count for count in (2, 1, 0) if self.skip("[" * count))
        if brackets == 0:
            depth = self.key(self.level)
            self.expect("=")
            self.value(depth)
        else:
            self.level = self.key(0)
            self.expect("]" * brackets)
        self.take(LINE_END)

    def expect(self, mark: str) -> None:
        self.take(SPACE)
        if not self.skip(mark):
            raise Lost
        self.take(SPACE)

    def key(self, depth: int) -> int:
        """The parts of a key, with dots between them, each a level below ``depth``; gives the level of the last one."""
        dotted = True
        while dotted:
            depth = self.deeper(depth)
            self.take(SPACE)
            if not self.quoted():
                self.take(BARE_KEY)
            self.take(SPACE)
            dotted = self.skip(".")
        return depth

    def deeper(self, depth: int) -> int:
        """The next level. Each one costs ``tomllib`` as much as all those above it."""
        if depth >= DEEPEST:
            raise self.refuse("values are nested too deeply")
        return depth + 1

    def quoted(self) -> bool:
        """Whether a text stands here; the place is behind it then."""
        if self.at("'"):
            self.take(LITERAL)
            return True
        start = self.place
        if not self.at('"'):
            return False
        for escape in ESCAPE.finditer(self.take(TEXT)):
            if escape[1] in "ex":
                raise self.refuse(f"there is no escape \\{escape[1]}", start + escape.start())
        return True

    def value(self, depth: int) -> None:
        if self.skip("["):
            self.array(self.deeper(depth))
        elif self.skip("{"):
            self.inline_table(depth)
        elif not self.quoted():
            self.plain()

    def plain(self) -> None:
        """A number, a truth value, a date or a time."""
        if NO_SECONDS.match(self.text, self.place):
            raise self.refuse("a time needs its seconds")
        start = self.place
        word = self.take(PLAIN)
        whole = DECIMAL.match(word)
        if whole and word[whole.end() : whole.end() + 1] not in (".", "e", "E"):
            # Python does not convert decimal numbers of some thousand digits.
            digits = whole[0].lstrip("+-").replace("_", "")
            if len(digits) > 19 or int(whole[0]) not in INT_64:
                raise self.refuse("a whole number has at most 64 bits", start)
        if OTHER_BASE.fullmatch(word) and int(word, 0) not in INT_64:
            raise self.refuse("a whole number has at most 64 bits", start)

    def array(self, depth: int) -> None:
        """The entries of a list, behind its bracket. Newlines, comments and a last comma are allowed."""
        self.take(BLANK)
        while not self.skip("]"):
            self.value(depth)
            self.take(BLANK)
            if not self.skip(",") and not self.at("]"):
                raise Lost
            self.take(BLANK)

    def inline_table(self, depth: int) -> None:
        """The keys and values of a table in one line, behind its brace."""
        self.same_line()
        if self.skip("}"):
            return
        comma = True
        while comma:
            inner = self.key(depth)
            self.expect("=")
            self.value(inner)
            self.same_line()
            comma = self.skip(",")
            self.same_line()
            if comma and self.at("}"):
                raise self.refuse("an inline table has no comma before its end")
        if not self.skip("}"):
            raise Lost

    def same_line(self) -> None:
        """Spaces within an inline table."""
        self.take(SPACE)
        if self.at("\n"):
            raise self.refuse("an inline table stands in one line")
        if self.at("#"):
            raise self.refuse("an inline table has no comments")
