"""The reference's guard before ``tomllib`` knows by itself what is no TOML 1.0, in all versions of Python."""

from __future__ import annotations

import random
import tomllib

import pytest

import lineshaft
from lineshaft import reference
from lineshaft.reference.toml_text import Lost, TomlError, follow, parse

NEWER = 'newer = "\\e"'
"""Refused by the guard: a text is followed to its end if this is refused behind it."""

REFUSED = [
    (r'a = "\e"', 1, "there is no escape \\e"),
    (r'a = "\x41"', 1, "there is no escape \\x"),
    ('a = """\nb\n \\e"""', 3, "there is no escape \\e"),
    (r'"\x41" = 1', 1, "there is no escape \\x"),
    ('[a."\\e"]', 1, "there is no escape \\e"),
    ("a = {b = 1,}", 1, "an inline table has no comma before its end"),
    ("a = [\n{b = 1}, {b = 1 , }]", 2, "an inline table has no comma before its end"),
    ("a = {\nb = 1}", 1, "an inline table stands in one line"),
    ("a = {b = [\n1], c = 1\n}", 2, "an inline table stands in one line"),
    ("a = {b = 1,\nc = 2}", 1, "an inline table stands in one line"),
    ("a = {b = 1, # one\nc = 2}", 1, "an inline table has no comments"),
    ("a = 07:32", 1, "a time needs its seconds"),
    ("a = [1979-05-27T07:32Z]", 1, "a time needs its seconds"),
    ("a = {b = 1979-05-27 07:32-07:00}", 1, "a time needs its seconds"),
    ("a = 9223372036854775808", 1, "a whole number has at most 64 bits"),
    ("a = -9_223_372_036_854_775_809", 1, "a whole number has at most 64 bits"),
    ("a = 0x1_0000_0000_0000_0000", 1, "a whole number has at most 64 bits"),
    ("a = 1" + "0" * 5000, 1, "a whole number has at most 64 bits"),
    ("a = 1\nb = " + "[" * 5000, 2, "values are nested too deeply"),
    ("a = " + "{a = " * 5000, 1, "values are nested too deeply"),
]
TAKEN = """\
# a comment
a."b c".'d' = "x\\\\e \\" { #" # another
e = '\\e' \t
f = '''
\\e ' '' "'''''
g = \"\"\"
\\\\e \\"\"\" "" \\
  {,}\"\"\"\"\"
h = ["", '', 1, [], {}, { }, {a = 1, "b".c = {d = [ # here
  1,
  "}", # ]
]}},]
i = [+1_000, -0, 0xFF, 0o17, 0b1_0, 9223372036854775807, -9223372036854775808, 1.5e+10, -inf, nan, true]
j = [07:32:00, 1979-05-27, 1979-05-27 07:32:00, 1979-05-27T07:32:00.999-07:00, 1979-05-27t07:32:00Z]
[ k . "l" ]
-1 = 1
[[m]]
[[ m ]] # again
n = false"""

TEXTS = [TAKEN, *((reference.DATA / f"{game}.toml").read_text(encoding="utf-8") for game in lineshaft.games())]


@pytest.mark.parametrize(("text", "line", "reason"), REFUSED)
def test_what_is_no_toml_1_0_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    for newline in ("\n", "\r\n"):
        with pytest.raises(TomlError) as raised:
            parse("\ufeffz = 1\n\n".replace("\n", newline) + text.replace("\n", newline))
        assert (raised.value.line, raised.value.reason) == (line + 2, f"{reason} (TOML 1.0 is read)")


@pytest.mark.parametrize("text", TEXTS)
def test_what_toml_1_0_has_is_followed_to_its_end(text: str) -> None:
    assert repr(parse(text)) == repr(tomllib.loads(text))
    follow(text)
    lines = [*text.splitlines(), NEWER]
    with pytest.raises(TomlError) as raised:
        follow("\n".join(lines))
    assert raised.value.line == len(lines)


def test_the_guard_is_lost_in_no_text_that_tomllib_takes() -> None:
    rng, taken = random.Random(5), 0
    for _ in range(3000):
        text = TAKEN
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(text))
            text = text[:place] + rng.choice(("", *"\n\"'[]{},.=#\\ e1:-_")) + text[place + rng.randrange(2) :]
        try:
            tomllib.loads(text)
        except ValueError:
            continue
        taken += 1
        try:
            follow(text)
        except TomlError:
            continue
        except Lost:
            pytest.fail(text)
    assert taken > 300


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb 1", 2), ("a = 1\na = 1\nb = 1", 2), ("a = [\n1,\n", 2), ("\na =", 2), ("a = 1\rb = 1", 1)],
)
def test_what_is_no_toml_at_all_is_left_to_tomllib(text: str, line: int) -> None:
    with pytest.raises(TomlError) as raised:
        parse(text)
    assert raised.value.line == line and " (at " not in raised.value.reason and raised.value.reason != ""
