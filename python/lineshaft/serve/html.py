"""HTML in small pieces: what is not ``Markup`` is escaped, so nothing that others wrote is ever read as a tag."""

from __future__ import annotations

from html import escape

__all__ = ["Markup", "Part", "document", "join", "tag"]

EMPTY = ("input", "link", "meta")
"""Elements that have no end."""


class Markup(str):
    """Text that is HTML."""

    __slots__ = ()


Part = str | None
"""A child of an element: ``Markup`` as it is, other text escaped, None nothing."""


def join(*parts: Part) -> Markup:
    """Side by side."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts if part is not None))


def tag(name: str, /, *children: Part, **attributes: str | bool | int | None) -> Markup:
    """An element. The attribute ``aria-label`` is ``aria_label`` here, ``class`` is ``class_``; None is left out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return Markup(f"<{name}{written}>" if name in EMPTY else f"<{name}{written}>{join(*children)}</{name}>")


def document(title: str, *body: Part, head: Part = None) -> Markup:
    """A whole page. Its style and script are files of the server: nothing stands in the page itself."""
    return join(
        Markup("<!doctype html>\n"),
        tag(
            "html",
            tag(
                "head",
                tag("meta", charset="utf-8"),
                tag("title", title),
                tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
                tag("meta", name="color-scheme", content="light dark"),
                tag("link", rel="stylesheet", href="/style.css"),
                tag("link", rel="icon", href="/icon.svg"),
                tag("script", type="module", src="/script.js"),
                head,
            ),
            tag("body", *body),
            lang="en",
        ),
        Markup("\n"),
    )
