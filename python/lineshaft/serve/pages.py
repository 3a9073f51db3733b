"""The pages of the lobby: what is here, a new table, an invitation, what went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from .. import _engine
from ..bot import bots
from ..reference.wording import counted
from ..registry import OptionDeclaration, VariantDeclaration, describe
from ..session import NOBODY, PERSON
from .html import Markup, Part, document, join, tag
from .tables import Table

YOU, GUEST, UNUSED = "you", "guest", "unused"
"""Who is to sit in a seat of a new table, besides a bot."""


@dataclass(frozen=True)
class Asking:
    """Who asks for a page."""

    browser: str
    """The digest that tables know it by."""
    form_token: str
    site: str
    """How it reached this server: ``http://127.0.0.1:8642``."""


def frame(title: str, *body: Part, head: Part = None) -> Markup:
    """A page with the way to the lobby on top."""
    top = tag("header", tag("a", "Lineshaft", href="/", class_="home"))
    skip = tag("a", "Skip to the content", href="#content", class_="skip")
    return document(f"{title} \N{MIDDLE DOT} Lineshaft", skip, top, *body, head=head)


def form(asking: Asking, action: str, *children: Part, **attributes: str | bool | int | None) -> Markup:
    """A form that the server takes from this browser alone."""
    token = tag("input", type="hidden", name="token", value=asking.form_token)
    return tag("form", token, *children, method="post", action=action, **attributes)


def hidden(name: str, value: object) -> Markup:
    return tag("input", type="hidden", name=name, value=str(value))


def message(words: str | None) -> Part:
    """What went wrong, read out at once."""
    return tag("p", words, class_="alert", role="alert") if words else None


def refusal(status: int, sentence: str) -> Markup:
    """Something that is not answered as asked."""
    said = f"{sentence[:1].upper()}{sentence[1:]}."
    body = tag("main", tag("h1", said), tag("p", tag("a", "To the lobby", href="/")), id="content")
    return frame(f"{status}", body)


# --- the lobby --------------------------------------------------------------------------------------------------------


def lobby(asking: Asking, tables: Sequence[Table]) -> Markup:
    """The games, and the tables of a browser."""
    games = [
        tag("li", tag("a", describe(name)["title"], href=f"/new/{name}"), _players(name)) for name in _engine.games()
    ]
    own = [_entry(table, asking.browser) for table in tables]
    return frame(
        "Lobby",
        tag(
            "main",
            tag("h1", "Sit down and play"),
            tag("section", tag("h2", "A new table"), tag("ul", *games, class_="cards")),
            tag("section", tag("h2", "Your tables"), tag("ul", *own, class_="tables")) if own else None,
            tag("p", tag("a", "I have an invitation", href="/join")),
            id="content",
        ),
    )


def _players(name: str) -> Markup:
    low, high = describe(name)["players"]
    return tag("span", f" {low} to {counted(high, 'player')}", class_="note")


def _entry(table: Table, browser: str) -> Markup:
    seats = table.seats_of(browser)
    sits = f"you are {' and '.join(f'player {seat}' for seat in seats)}" if seats else "you look on"
    begun = datetime.fromtimestamp(table.seating.made, UTC).strftime("%Y-%m-%d %H:%M UTC")
    link = tag("a", table.seating.title, href=f"/table/{table.name}")
    return tag("li", link, tag("span", f" {sits}; begun {begun}", class_="note"))


# --- a new table ------------------------------------------------------------------------------------------------------


def new_table(asking: Asking, name: str, said: Mapping[str, str], wrong: str | None = None) -> Markup:
    """The form for a new table; ``said`` is what was chosen before, if something was wrong with it."""
    declared = describe(name)
    most = max(variant["players"][1] for variant in declared["variants"])
    seats = [_seat(seat, said, declared["default_players"]) for seat in range(most)]
    variants = [
        tag("option", _about(variant), value=variant["name"], selected=variant["name"] == said.get("variant"))
        for variant in declared["variants"]
    ]
    forced = not said or "skip_forced" in said
    return frame(
        declared["title"],
        tag(
            "main",
            tag("h1", declared["title"]),
            message(wrong),
            form(
                asking,
                f"/new/{name}",
                _labelled("Variant", tag("select", *variants, name="variant", id="variant"), "variant"),
                tag("fieldset", tag("legend", "Who sits where"), *seats),
                tag("details", tag("summary", "Rules options"), *_options(declared["options"], said)),
                tag(
                    "p",
                    tag("input", type="checkbox", name="skip_forced", id="skip_forced", checked=forced),
                    tag("label", "Where there is one choice alone, it is made by itself", for_="skip_forced"),
                ),
                tag("p", tag("button", "Set up the table", class_="main")),
                class_="setup",
            ),
            id="content",
        ),
    )


def _about(variant: VariantDeclaration) -> str:
    low, high = variant["players"]
    takes = counted(high, "player") if low == high else f"{low} to {counted(high, 'player')}"
    return f"{variant['name']} ({takes}): {variant['summary']}"


def _labelled(words: str, field: Markup, name: str) -> Markup:
    return tag("p", tag("label", words, for_=name), field, class_="field")


def _seat(seat: int, said: Mapping[str, str], players: int) -> Markup:
    """Who sits in a seat: a list, and a line for a bot with parameters."""
    usual = YOU if seat == 0 else "greedy" if seat < players else UNUSED
    chosen = said.get(f"seat{seat}", usual)
    kinds = {YOU: "you", GUEST: "somebody else, by invitation", **bot_names(), UNUSED: "nobody: the seat is not used"}
    options = [tag("option", words, value=value, selected=value == chosen) for value, words in kinds.items()]
    text = tag(
        "input",
        name=f"bot{seat}",
        value=said.get(f"bot{seat}", ""),
        aria_label=f"Player {seat}: a bot with parameters in place of that",
        placeholder="or a bot such as greedy:epsilon=0.1",
        maxlength=100,
    )
    field = join(tag("select", *options, name=f"seat{seat}", id=f"seat{seat}"), text)
    return _labelled(f"Player {seat}", field, f"seat{seat}")


def bot_names() -> dict[str, str]:
    """The bots as they are offered."""
    return {kind.name: f"bot {kind.name}: {kind.summary}" for kind in bots()}


def _options(options: Sequence[OptionDeclaration], said: Mapping[str, str]) -> list[Markup]:
    lines = []
    for option in options:
        name = f"rule-{option['name']}"
        field = tag(
            "input", name=name, id=name, value=said.get(name, ""), maxlength=40, placeholder="as the variant says"
        )
        note = tag("span", f"{option['summary']} ({option['rule']}); {option['allowed']}", class_="note")
        lines.append(_labelled(option["name"], join(field, note), name))
    return lines


def seats_of_form(said: Mapping[str, str]) -> list[str | None]:
    """Who is to sit at a table, of each seat that is used, for ``Tables.make``."""
    seats: list[str | None] = []
    for seat in range(len(said)):
        kind, bot = said.get(f"seat{seat}", UNUSED), said.get(f"bot{seat}", "").strip()
        if bot:
            # A seat for people cannot be had in this way: nobody would hold it.
            seats.append("no bot" if bot in (PERSON, NOBODY) else bot)
        elif kind != UNUSED:
            seats.append({YOU: PERSON, GUEST: None}.get(kind, "no bot" if kind in (PERSON, NOBODY) else kind))
    return seats


# --- an invitation ----------------------------------------------------------------------------------------------------


def join_page(asking: Asking, wrong: str | None = None) -> Markup:
    """Where an invitation is given for a seat. Its code stands behind the ``#`` of a link, which no server sees."""
    code = tag("input", name="code", id="code", required=True, autocomplete="off", maxlength=60)
    return frame(
        "Invitation",
        tag(
            "main",
            tag("h1", "You are invited"),
            message(wrong),
            form(
                asking,
                "/join",
                _labelled("Code, which stands behind the # in the link", code, "code"),
                tag("p", tag("button", "Take the seat", class_="main")),
            ),
            id="content",
        ),
    )
