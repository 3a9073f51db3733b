"""SVG in small pieces: elements as text, with numbers rounded so that a drawing is the same everywhere."""

from __future__ import annotations

import re
from functools import cache
from xml.sax.saxutils import escape, quoteattr

__all__ = ["circle", "group", "label", "number", "path", "picture", "points", "rect", "tag"]

FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"

PLAIN = re.compile(r"[\w #.,:;()/+-]*", re.ASCII)

Value = str | float


def number(value: float) -> str:
    """At most two decimals, and no negative zero."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def tag(name: str, *children: str, **attributes: Value | None) -> str:
    """An element. ``font_size`` names the attribute ``font-size``, ``class_`` is ``class``; None is left out."""
    written = "".join(
        f" {_hyphened(key)}={_quoted(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


@cache
def _hyphened(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _quoted(value: str) -> str:
    """Most values need no look at each character that could be special."""
    return f'"{value}"' if PLAIN.fullmatch(value) else quoteattr(value)


def group(*children: str, x: float = 0, y: float = 0, **attributes: Value | None) -> str:
    """Children moved to (x, y)."""
    moved = f"translate({number(x)} {number(y)})" if x or y else None
    return tag("g", *children, transform=moved, **attributes) if children else ""


def label(words: str, x: float, y: float, size: float, **attributes: Value | None) -> str:
    """Words from (x, y) on; y is the base line."""
    return tag("text", escape(words), x=x, y=y, font_size=size, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value | None) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value | None) -> str:
    return tag("circle", cx=x, cy=y, r=radius, **attributes)


def path(outline: str, **attributes: Value | None) -> str:
    return tag("path", d=outline, **attributes)


def points(corners: list[tuple[float, float]]) -> str:
    """The outline of a polygon, for ``path``."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def picture(width: float, height: float, title: str, *children: str, style: str = "") -> str:
    """A whole document on a white ground.

    With the ``style`` of ``parts``, ground and words are light or dark as the reader wishes; all colours of the drawing
    must then be made for both.
    """
    return (
        tag(
            "svg",
            tag("title", escape(title)),
            tag("style", escape(style)) if style else "",
            rect(0, 0, width, height, fill="#ffffff"),
            "\n".join(("", *children, "")),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            width=width,
            height=height,
            font_family=FONT,
            fill="#1f2933",
            class_="lineshaft" if style else None,
        )
        + "\n"
    )
