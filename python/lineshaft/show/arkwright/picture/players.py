"""A player's board: money and shares, the six tracks, the factories, ships, warehouses and Development cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...canvas import rect
from ...parts import ACCENT, INK, LINE, NOTE, PANEL, SEATS, Drawn, beside, blank, flow, stack, text, thing, token
from ..data import ENGINEER, PATENT, TRACKS, Ledger
from ..words import card_words, value_words
from .factory import factory
from .signs import framed, good_mark, pip, ship, vacant

TRACK_ROOM = 186.0
INSET = 12.0
MOST_SHIPS = 8
"""More are told by their number."""


def board(view: Mapping[str, Any], ledger: Ledger, player: int, wide: float) -> Drawn:
    """All of a player."""
    room, seat = wide - 2 * INSET, view["seats"][player]
    plants = room - TRACK_ROOM - 14
    in_a_row = len(ledger.goods) if len(ledger.goods) <= 4 else -(-len(ledger.goods) // 2)
    each = (plants - 6 * (in_a_row - 1)) / in_a_row
    factories = [factory(view, ledger, player, good, each) for good in range(len(ledger.goods))]
    rows = [factories[at : at + in_a_row] for at in range(0, len(factories), in_a_row)]
    middle = [tracks(seat, ledger, player), stack([beside(row, 6) for row in rows], 6)]
    tall = max(part.height for part in middle)
    inner = stack(
        [
            _heading(view, ledger, player, room),
            Drawn(middle[0].at(0, 2) + middle[1].at(TRACK_ROOM + 14, 0), room, tall),
            _foot(seat, ledger, player, room),
        ],
        8,
    )
    high = inner.height + 20
    acts = view["current_player"] == player
    edge: dict[str, str | float] = {"stroke": ACCENT, "stroke_width": 3} if acts else {"stroke": LINE}
    ground = rect(1.5, 1.5, wide - 3, high - 3, rx=8, fill=PANEL, **edge)
    title = f"player {player}: {', '.join(_notes(view, player)) or 'waits'}"
    return Drawn(thing(title, ground, inner.at(INSET, 10), data_player=str(player)), wide, high)


def _notes(view: Mapping[str, Any], player: int) -> list[str]:
    """What is to be known of a player in this round."""
    seat = view["seats"][player]
    said = {
        "to act": view["current_player"] == player,
        "start player": view["start_player"] == player,
        f"bankrupt in round {seat['bankrupt_round']}": seat["bankrupt_round"] is not None,
    }
    return [words for words, holds in said.items() if holds]


def _heading(view: Mapping[str, Any], ledger: Ledger, player: int, room: float) -> Drawn:
    """The player at the left, money and shares at the right."""
    seat = view["seats"][player]
    limit, tokens = ledger.data["limits"]["loans"], ledger.data["limits"]["ship_tokens"]
    figures = [
        ("cash", f"£{seat['cash']}", "money"),
        ("shares", str(seat["shares"]), "shares held"),
        ("value", f"£{seat['share_value']}", "share value"),
        ("loans", f"{seat['loans']} of {limit}", "loans"),
        ("ship tokens", f"{seat['ship_tokens']} of {tokens}", "ship tokens"),
        ("points", str(ledger.points(seat)), "points if the game ended now and nobody bought shares"),
    ]
    right = beside([_figure(player, *figure) for figure in figures], 12)
    mark = token(player, SEATS[player], str(player), 24)
    name = text(f"Player {player}", 15, bold=True)
    notes = text(", ".join(_notes(view, player)), 12, fill=NOTE, room=room - right.width - name.width - 52, least=11)
    left = beside([mark, name, notes], 8)
    return beside([left, blank(room - left.width - right.width, 1), right], 0)


def _figure(player: int, name: str, figure: str, meaning: str) -> Drawn:
    said = beside([text(name, 11, fill=NOTE), text(figure, 13, bold=True)], 5)
    return Drawn(thing(f"player {player}, {meaning}: {figure}", said.svg), said.width, said.height)


def tracks(seat: Mapping[str, Any], ledger: Ledger, player: int) -> Drawn:
    """The board developments: a pip a level, and the value reached."""
    return stack([_track(seat, ledger, player, at) for at in range(len(TRACKS))], 5)


def _track(seat: Mapping[str, Any], ledger: Ledger, player: int, track: int) -> Drawn:
    name, level, values = ledger.tracks[track], ledger.level(seat, track), ledger.levels(track)
    value = values[level]
    said = value_words(value)
    figure = text(said, 12, bold=True, room=44)
    step = min(12.0, 60 / max(1, len(values) - 1))
    pips = beside([pip(at <= level, min(10.0, step)) for at in range(1, len(values))], step - min(10.0, step))
    named = text(name, 11, room=86)
    drawn = named.at(0, 0) + pips.at(90, 2) + figure.at(TRACK_ROOM - figure.width, 0)
    title = f"player {player}, {name}: level {level} of {len(values) - 1}, value {said}"
    return Drawn(thing(title, drawn, data_track=f"{player} {name}"), TRACK_ROOM, 16)


def _foot(seat: Mapping[str, Any], ledger: Ledger, player: int, room: float) -> Drawn:
    cards = [_card(seat, ledger, player, name) for name in seat["cards"]]
    store = _warehouses(seat, ledger, player)
    done = [text("Extra Production used", 12, fill=NOTE)] if seat["extra_used"] else []
    done += [text(f"has sold {seat['sold']}", 12, fill=NOTE)] if seat["sold"] is not None else []
    return flow([_ships(seat, ledger, player), *store, *cards, *done], room, gap=8)


def _ships(seat: Mapping[str, Any], ledger: Ledger, player: int) -> Drawn:
    """Those first that can sail."""
    (owned, ready), load = ledger.ships(seat), ledger.ship_load(seat)
    drawn = [ship(True)] * ready + [ship(False)] * (owned - ready)
    if not 0 < owned <= MOST_SHIPS:
        drawn = [text(f"{ready} of {owned} ships can sail", 12)]
    said = beside([*drawn, text(f"each carries {load}", 12, fill=NOTE)], 4)
    title = f"player {player}: {ready} of {owned} ships can sail, each carries {load}"
    return Drawn(thing(title, said.svg, data_ships=str(player)), said.width + 8, said.height)


def _warehouses(seat: Mapping[str, Any], ledger: Ledger, player: int) -> list[Drawn]:
    sizes = zip(ledger.warehouses(seat), seat["warehouses"], strict=False)
    return [_warehouse(ledger, player, at, size, held) for at, (size, held) in enumerate(sizes) if size]


def _warehouse(ledger: Ledger, player: int, at: int, size: int, held: list[Any] | None) -> Drawn:
    if held is None:
        said = text(f"room for {size}", 12, fill=NOTE)
        box = _over(vacant(said.width + 14, 22), said)
    else:
        good, count = held
        mark = good_mark(ledger, ledger.goods.index(good), 19)
        said = beside([mark, text(good, 12, room=110), text(f"{count}/{size}", 12, bold=True)], 5)
        box = framed(said, said.width + 14, 22)
    title = f"player {player}, warehouse for {size}: {f'{held[1]} {held[0]}' if held else 'empty'}"
    return Drawn(thing(title, box.svg, data_warehouse=f"{player} {at}"), box.width, box.height)


def _over(box: Drawn, inner: Drawn) -> Drawn:
    placed = inner.at((box.width - inner.width) / 2, (box.height - inner.height) / 2)
    return Drawn(box.svg + placed, box.width, box.height)


def _card(seat: Mapping[str, Any], ledger: Ledger, player: int, name: str) -> Drawn:
    number = ledger.card(name).number
    state = ""
    if number == PATENT and seat["patent_used"]:
        state = ", used"
    if number == ENGINEER and seat["engineer"] is not None:
        state = f", {'second side, ' if seat['engineer_turned'] else ''}at {seat['engineer']}"
    said = text(f"{number} {name}{state}", 12, bold=True, room=260)
    box = framed(said, said.width + 14, 22, stroke=INK)
    title = f"player {player}, card {name}{state}: {card_words(number, ledger)}"
    return Drawn(thing(title, box.svg, data_card=f"{player} {name}"), box.width, box.height)
