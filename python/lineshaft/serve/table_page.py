"""The page of a table: the board and the log as a seat sees them, what it may do, and what it can ask."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from xml.sax.saxutils import escape

from .. import show
from .._engine import View
from ..errors import LineshaftError
from ..reference.wording import quoted
from ..rulebook import find_rule
from ..session import HINT_BOT, NOBODY, PERSON, Move, Session
from ..show.parts import STYLE
from .html import Markup, Part, tag
from .pages import Asking, bot_names, form, frame, hidden, message
from .tables import Table

INLINE_STYLE = f"<style>{escape(STYLE)}</style>"
"""Of a picture; here it stands in the stylesheet, as the policy of these pages allows none in them."""

FOLDED_FROM = 30
"""Groups of so many choices, or more, are folded where there are several."""

SHORT = 24
"""Choices that are all told in so many letters stand side by side."""

RECENT = 12
"""So many of the last steps are told without being asked for."""

RELOAD_SECONDS = "5"
"""Where scripts are off, a page that waits for others is loaded anew after so long."""


@dataclass(frozen=True)
class Looking:
    """How somebody looks at a table."""

    asking: Asking
    own: tuple[int, ...]
    """The seats of this browser."""
    is_owner: bool
    seat: int | None = None
    """The seat that is asked for, of ``own``."""
    ply: int | None = None
    """A position of the past."""
    why: str | None = None
    """The name of an action that is asked about."""
    hint: bool = False
    wrong: str | None = None
    """What went wrong with what was asked before."""


@dataclass(frozen=True)
class Shown:
    """What is shown: to which seat (None: a spectator), and whether a curtain hides the hands of those who share it."""

    table: Table
    session: Session
    looking: Looking
    seat: int | None
    curtain: bool

    @property
    def path(self) -> str:
        return f"/table/{self.table.name}"

    def link(self, **query: object) -> str:
        """To this page, with the same eyes."""
        seat = {} if self.seat is None or len(self.looking.own) < 2 else {"as": self.seat}
        asked = urlencode(seat | query)
        return f"{self.path}?{asked}" if asked else self.path

    def action(self, verb: str) -> str:
        return f"{self.path}/{verb}"

    def form(self, verb: str, *children: Part, seat: int | None = None, **attributes: str | None) -> Markup:
        held = self.seat if seat is None else seat
        speaks = None if held is None else hidden("seat", held)
        return form(self.looking.asking, self.action(verb), speaks, *children, **attributes)


def table_page(table: Table, session: Session, looking: Looking) -> Markup:
    """The page, for whoever looks."""
    seat, curtain = _eyes(session, looking)
    shown = Shown(table, session, looking, seat, curtain)
    view = session.view(seat, looking.ply)
    plays = looking.ply is None and not curtain
    main = tag(
        "main",
        tag("h1", table.seating.title),
        message(table.trouble),
        message(looking.wrong),
        tag("p", _turn(shown), id="turn", tabindex="-1", class_="mine" if _is_asked(shown) else "others"),
        tag("div", _curtain(shown) if curtain else None, _choices(shown, view) if plays else None, id="do"),
        tag("div", _history(shown), _board(shown, view), id="see"),
        tag("div", *((_result(shown), _questions(shown)) if plays else ()), _log(shown), _people(shown), id="know"),
        id="content",
        data_news=str(table.news),
        data_events=shown.action("events"),
        class_="table",
    )
    live = tag("div", id="live", role="log", aria_live="polite", aria_label="What happens", class_="unseen")
    waits = not session.is_terminal() and not _is_asked(shown) and plays
    reload = tag("noscript", tag("meta", http_equiv="refresh", content=RELOAD_SECONDS)) if waits else None
    return frame(f"{'Your turn: ' if _is_asked(shown) else ''}{table.seating.title}", main, live, head=reload)


def _eyes(session: Session, looking: Looking) -> tuple[int | None, bool]:
    """Whose eyes the page is for. Where several sit at one screen, a hand is shown at its turn, when asked for."""
    if len(looking.own) < 2:
        return (looking.own[0] if looking.own else None), False
    player = session.current_player()
    if looking.seat is None or (player in looking.own and looking.seat != player):
        return None, not session.is_terminal()
    return looking.seat, False


def _is_asked(shown: Shown) -> bool:
    return shown.seat is not None and shown.session.current_player() == shown.seat and shown.session.is_waiting()


def _turn(shown: Shown) -> str:
    session, player = shown.session, shown.session.current_player()
    if session.is_terminal():
        return f"The game is over: {(session.end_reason() or '').replace('_', ' ')}."
    if player == shown.seat:
        return f"Your turn: you are player {player}."
    held = session.seats[player]
    if held == NOBODY:
        return f"Player {player} is to decide, and nobody sits there yet."
    return f"Player {player} is to decide{'' if held == PERSON else f' (bot {held})'}."


# --- what can be done -------------------------------------------------------------------------------------------------


def _choices(shown: Shown, view: View) -> Part:
    """The legal actions as buttons, grouped."""
    if not _is_asked(shown):
        return None
    groups = show.choices(view, shown.session.game)
    folds = len(groups) > 1
    drawn = [_group(group, folds) for group in groups]
    return tag(
        "section",
        tag("h2", "What you can do", id="choices"),
        shown.form("act", hidden("ply", shown.session.ply), *drawn),
        aria_labelledby="choices",
    )


def _group(group: show.ChoiceGroup, folds: bool) -> Markup:
    buttons = [
        tag(
            "button",
            tag("b", choice.name),
            tag("span", choice.words) if choice.words != choice.name else None,
            name="action",
            value=choice.action,
            id=f"action{choice.action}",
        )
        for choice in group.choices
    ]
    short = all(len(choice.words) <= SHORT for choice in group.choices)
    inner = tag("div", *buttons, class_="buttons short" if short else "buttons")
    title = f"{group.title[:1].upper()}{group.title[1:]}"
    if folds and len(buttons) >= FOLDED_FROM:
        return tag(
            "details", tag("summary", f"{title} ({len(buttons)})"), inner, id=f"group-{group.title.replace(' ', '-')}"
        )
    return tag("fieldset", tag("legend", title), inner)


def _curtain(shown: Shown) -> Markup:
    """Between people who share a screen."""
    player = shown.session.current_player()
    own = shown.looking.own
    next_ = player if player in own else own[0]
    return tag(
        "section",
        tag("h2", f"Player {next_}, is nobody else looking?"),
        tag(
            "p",
            tag(
                "a", f"Show player {next_}'s side", href=f"{shown.path}?as={next_}", class_="button main", id="curtain"
            ),
        ),
        *(_undo(shown, seat, f"Player {seat}: take your last decision back") for seat in own),
        class_="curtain",
    )


def _undo(shown: Shown, seat: int, words: str) -> Part:
    if not shown.session.undo_plies(seat) or shown.session.is_terminal():
        return None
    return shown.form("undo", tag("button", words, id=f"undo{seat}"), seat=seat, class_="line")


def _questions(shown: Shown) -> Part:
    """Undo, a hint, and why something is not possible."""
    seat, session = shown.seat, shown.session
    if seat is None or session.is_terminal():
        return None
    asks = _is_asked(shown)
    return tag(
        "section",
        tag("h2", "Help", id="help"),
        _undo(shown, seat, "Take back"),
        tag("p", tag("a", "Hint", href=shown.link(hint=1), class_="button", id="hint")) if asks else None,
        tag("p", _hint(session, seat), role="status") if asks and shown.looking.hint else None,
        _why_form(shown),
        _why(session, seat, shown.looking.why) if shown.looking.why else None,
        aria_labelledby="help",
    )


def _hint(session: Session, seat: int) -> str:
    return f"The bot greedy would choose: {session.game.action_to_string(session.hint(seat))}"


def _why_form(shown: Shown) -> Markup:
    game = shown.session.game
    names = [tag("option", value=game.action_to_string(action)) for action in range(game.num_actions)]
    eyes = hidden("as", shown.seat) if len(shown.looking.own) > 1 else None
    field = tag(
        "input", name="why", id="why", list="actions", value=shown.looking.why, maxlength=100, autocomplete="off"
    )
    return tag(
        "form",
        eyes,
        tag("label", "Why can I not", for_="why"),
        field,
        tag("datalist", *names, id="actions"),
        tag("button", "Ask"),
        method="get",
        action=shown.path,
        class_="line",
    )


def _why(session: Session, seat: int, name: str) -> Markup:
    """Why an action is not possible now, and the rules that are against it."""
    action = find_action(session, name)
    if action is None:
        return tag("p", f"{quoted(name)} is no action of this game.", role="status")
    text, error = session.game.action_to_string(action), session.explain(seat, action)
    if error is None:
        return tag("p", f"{text} is possible now.", role="status")
    return tag("div", tag("p", f"{text} is not possible: {error}."), *_rules(session, error), role="status")


def _rules(session: Session, error: LineshaftError) -> list[Markup]:
    cited = dict.fromkeys(re.findall(r"\bR[0-9]+\b", str(error)))
    rules = [find_rule(session.game.name, number) for number in cited]
    return [tag("blockquote", tag("b", rule.number), f" {rule.text}") for rule in rules]


def find_action(session: Session, name: str) -> int | None:
    """An action of the game by its name, be it possible now or not."""
    wanted, game = " ".join(name.split()).casefold(), session.game
    texts = (game.action_to_string(action).casefold() for action in range(game.num_actions))
    return next((action for action, text in enumerate(texts) if text == wanted), None)


# --- what can be seen -------------------------------------------------------------------------------------------------


def _board(shown: Shown, view: View) -> Markup:
    """The picture, and the board in words, which says the same; only the words where a game has no picture."""
    position, game = view.to_dict(), shown.session.game
    words = tag("pre", show.text(position, game), tabindex="0", role="region", aria_label="Board in words")
    if game.name not in show.illustrated_games():
        return tag("section", words, aria_label="Board")
    return tag(
        "section",
        tag("div", picture(position, shown), class_="picture", tabindex="0", role="region", aria_label="Picture"),
        tag("details", tag("summary", "Board in words"), words, id="words"),
        aria_label="Board",
    )


def picture(position: dict[str, Any], shown: Shown) -> Markup:
    drawn = show.svg(position, shown.session.game).replace(INLINE_STYLE, "", 1)
    return Markup(drawn.replace("<svg ", '<svg role="img" ', 1))


def _history(shown: Shown) -> Markup:
    """From position to position; the script knows the links by their keys."""
    last, at = shown.session.ply, shown.looking.ply
    here = last if at is None else at
    steps: list[tuple[str, str, int | None, bool]] = [
        ("Home", "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK} first", 0, here > 0),
        ("ArrowLeft", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK} back", here - 1, here > 0),
        (
            "ArrowRight",
            "on \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
            here + 1 if here + 1 < last else None,
            here < last,
        ),
        ("End", "now \N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}", None, at is not None),
    ]
    links = [_step(shown, *step) for step in steps]
    where = f"step {here} of {last}" if at is None else f"step {here} of {last}: as it was then"
    return tag("nav", *links, tag("span", where, class_="note"), aria_label="History", class_="history")


def _step(shown: Shown, key: str, words: str, ply: int | None, there: bool) -> Markup:
    if not there:
        return tag("span", words, class_="button off", aria_disabled="true")
    href = shown.link() if ply is None else shown.link(ply=ply)
    return tag("a", words, href=href, class_="button", data_key=key, id=f"go-{key}", title=f"Key: {key}")


def _log(shown: Shown) -> Markup:
    """The steps as the seat saw them: the last ones, and those before when asked for."""
    moves = shown.session.log(shown.seat)
    if shown.looking.ply is not None:
        moves = moves[: shown.looking.ply]
    early, late = moves[: -RECENT or None], moves[-RECENT:]
    older = tag("details", tag("summary", f"Before that ({len(early)})"), _lines(shown, early), id="older")
    return tag(
        "section",
        tag("h2", "Log", id="log"),
        older if early else None,
        _lines(shown, late) if late else tag("p", "Nothing has happened yet."),
        aria_labelledby="log",
    )


def _lines(shown: Shown, moves: Sequence[Move]) -> Markup:
    return tag("ol", *(_line(shown, move) for move in moves), class_="log")


def _line(shown: Shown, move: Move) -> Markup:
    who = "chance" if move.player < 0 else "you" if move.player == shown.seat else f"player {move.player}"
    opened = [tag("li", f"opened: {line}") for line in move.opened]
    return tag(
        "li",
        tag("b", f"{who}: "),
        move.words,
        tag("ul", *opened) if opened else None,
        value=move.ply,
        data_ply=str(move.ply),
    )


def _result(shown: Shown) -> Part:
    """Points and places, and where the points come from."""
    if not shown.session.is_terminal():
        return None
    sides = []
    for of in show.result(shown.session):
        first, *parts = show.result_lines([of])
        sides.append(tag("li", tag("b", first), tag("ul", *(tag("li", part.strip()) for part in parts))))
    return tag("section", tag("h2", "Result", id="result"), tag("ul", *sides), aria_labelledby="result")


# --- who sits there ---------------------------------------------------------------------------------------------------


def _people(shown: Shown) -> Markup:
    goes_by = {line.partition(" has ")[0]: line for line in show.seats(shown.session.game)}
    seats = [_seat(shown, seat, goes_by.get(f"player {seat}")) for seat in range(shown.session.game.num_players)]
    own = shown.looking.is_owner
    gone = tag(
        "details",
        tag("summary", "Remove this table"),
        tag("p", "The game and its files are gone then."),
        shown.form("remove", tag("button", "Remove it for good"), class_="line"),
        id="remove",
    )
    return tag("section", tag("h2", "Who sits where", id="people"), tag("ul", *seats), gone if own else None)


def _seat(shown: Shown, seat: int, goes_by: str | None) -> Markup:
    held, own = shown.session.seats[seat], seat in shown.looking.own
    who = {PERSON: "you" if own else "a person", NOBODY: "nobody yet"}.get(held, f"bot {held}")
    colour = f", {goes_by.partition(' has ')[2]}" if goes_by else ""
    return tag(
        "li",
        f"player {seat}{colour}: {who}",
        _rise(shown, seat) if held == PERSON else None,
        *(_empty(shown, seat) if held == NOBODY and shown.looking.is_owner else ()),
    )


def _rise(shown: Shown, seat: int) -> Part:
    """People get up; and whoever set the table up can free the seat of somebody who has gone."""
    if seat in shown.looking.own or shown.looking.is_owner:
        words = "Get up" if seat in shown.looking.own else "Free this seat"
        return shown.form("leave", tag("button", words, aria_label=f"{words}: player {seat}"), seat=seat, class_="line")
    return None


def _empty(shown: Shown, seat: int) -> tuple[Part, ...]:
    """An empty seat, for whoever set the table up: the invitation, or a bot."""
    token = shown.table.seating.invitations[seat]
    link = f"{shown.looking.asking.site}/join#{shown.table.name}.{seat}.{token}"
    bots = [tag("option", words, value=name, selected=name == HINT_BOT) for name, words in bot_names().items()]
    invitation = tag("input", value=link, readonly=True, id=f"invitation{seat}", class_="invitation")
    return (
        tag("p", tag("label", "Invitation, good once: ", for_=f"invitation{seat}"), invitation) if token else None,
        shown.form(
            "bot",
            tag("select", *bots, name="bot", aria_label=f"A bot for player {seat}"),
            tag("button", "Let it play here"),
            seat=seat,
            class_="line",
        ),
    )
