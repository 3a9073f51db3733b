"""How values of others stand in the sentences of errors: never raw, and none is looked into without end."""

from __future__ import annotations

MOST_QUOTED = 60
SHORT_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
UNSEEN = (
    *((0x80, 0xA0), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x1680, 0x1680)),
    *((0x17B4, 0x17B5), (0x180B, 0x180F), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F), (0x3000, 0x3000)),
    *((0x3164, 0x3164), (0xD800, 0xF8FF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFF)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0x10FFFF)),
)
"""What is not ASCII and cannot be seen, or turns the writing round: the same list in all versions of Unicode."""


def is_unseen(character: str) -> bool:
    """Whether a character that is not ASCII can be in no name."""
    code = ord(character)
    return code & 0xFFFE == 0xFFFE or any(first <= code <= last for first, last in UNSEEN)


def escaped(character: str, mark: str) -> str:
    """A character as it stands between quotation marks."""
    code = ord(character)
    if character == mark:
        return f"\\{character}"
    if character in SHORT_ESCAPES:
        return SHORT_ESCAPES[character]
    if code < 0x20 or code == 0x7F or (not character.isascii() and is_unseen(character)):
        return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return character


def quoted(text: str) -> str:
    """A text in quotation marks, cut after 60 characters, escaped where it cannot be seen.

    As in Python the marks are double ones where single ones stand in the text.
    """
    mark = '"' if "'" in text and '"' not in text else "'"
    shown = "".join(escaped(character, mark) for character in text[:MOST_QUOTED])
    return f"{mark}{shown}{'…' if len(text) > MOST_QUOTED else ''}{mark}"


def in_digits(value: int) -> str:
    """The digits of a whole number; Python writes none of some thousand digits."""
    try:
        return str(value)
    except ValueError:
        return f"a number of {value.bit_length()} bits"


def shown(value: object) -> str:
    """A value: texts and numbers as they are, of other things the type. A look into those could go on for ever."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return in_digits(value)
    if value is None or isinstance(value, bool | float):
        return repr(value)
    return f"a value of the type {type(value).__qualname__}"


def counted(number: int, what: str) -> str:
    """``1 card``, ``2 cards``, ``3 entries``."""
    if number == 1:
        return f"1 {what}"
    if what.endswith("y") and what[-2] not in "aeou":
        return f"{in_digits(number)} {what[:-1]}ies"
    return f"{in_digits(number)} {what}s"
