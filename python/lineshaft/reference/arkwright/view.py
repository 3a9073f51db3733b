"""Who may know what: in Arkwright everybody knows everything. The view dict and the observation."""

from __future__ import annotations

from typing import Any

from ..channels import Channel, Encoder
from .data import CARDS, EVENTS, GOODS, ROUNDS, TRACKS
from .forms import position_dict
from .score import solo_title
from .state import KINDS, PHASES, Position, Seat
from .variant import Config


def view_dict(pos: Position, viewer: int | None, legal: list[int]) -> dict[str, Any]:
    """``legal``: the legal actions of the player to act."""
    head = {
        "format": 1,
        "game": "arkwright",
        "players": pos.config.players,
        "viewer": viewer,
        "phase": pos.phase,
        "current_player": pos.current_player(),
        "legal_actions": legal if viewer is not None and viewer == pos.current_player() else [],
    }
    return head | position_dict(pos) | {"title": solo_title(pos)}


def channels(config: Config) -> tuple[Channel, ...]:
    n, tables, setup = config.players, config.tables, config.setup
    top = tables["appeal", "top"]
    return (
        Channel("phase", (len(PHASES),), 1, "one-hot"),
        Channel("current_player", (n,), 1, "who acts; zeros at chance and end"),
        Channel("seat", (n,), 1, "one-hot: the player on index 0 of the seat axis"),
        Channel("round", (ROUNDS,), 1, "one-hot"),
        Channel("start_player", (n,), 1, "one-hot"),
        Channel("demand", (GOODS,), tables["demand", "high"] - tables["demand", "low"], "above the track's low end"),
        Channel("wage_space", (len(setup.wages),), 1, "one-hot"),
        Channel("neutral", (GOODS,), top, "appeal of the neutral markers, zeros without"),
        Channel("supply", (CARDS,), setup.copies, "copies of each Development card"),
        Channel("event", (EVENTS,), 1, "one-hot: this decade's event"),
        Channel("events_shown", (EVENTS,), 1, "flags"),
        Channel("kind", (len(KINDS),), 1, "one-hot: kind of the action begun"),
        Channel("used", (1,), 20, "machines added, points spent or steps made"),
        Channel("flags", (3,), 1, "built, token_moved, card_turned"),
        Channel("set_factories", (GOODS,), 1, "flags: set in this action"),
        Channel("begun", (GOODS, 2), 1, "flags: worker cards begun in this action"),
        Channel("producing", (GOODS,), 1, "one-hot: good of the pending ship decision"),
        Channel("rest", (1,), 30, "goods left over in it"),
        Channel("given_up", (CARDS,), 1, "one-hot: the card just given up"),
        Channel("bankrupt_round", (n,), 12, "0: solvent"),
        Channel("cash", (n,), 100, "pounds"),
        Channel("shares", (n,), tables["shares", "holding_cap"], "shares held"),
        Channel("share_value", (n,), tables["shares", "value_cap"], "pounds"),
        Channel("loans", (n,), tables["limits", "loans"], "loans taken"),
        Channel("ship_tokens", (n,), tables["limits", "ship_tokens"], "tokens placed"),
        Channel("ships_used", (n,), 9, "ships not available"),
        Channel("extra_used", (n,), 1, "flag: Extra Production of this decade"),
        Channel("levels", (n, TRACKS), 4, "levels of the board developments"),
        Channel("cards", (n, CARDS), 1, "flags: Development cards held"),
        Channel("patent_used", (n,), 1, "flag"),
        Channel("engineer", (n, GOODS), 1, "one-hot: where the token is"),
        Channel("engineer_turned", (n,), 1, "flag"),
        Channel("price_set", (n,), 1, "flag: price of the active good chosen in this round"),
        Channel("price", (n,), 31, "that price, 0 if not set"),
        Channel("sold_set", (n,), 1, "flag: has sold in this production"),
        Channel("sold", (n,), 60, "home sales of this production, 0 if not set"),
        Channel("tile", (n, GOODS, 3), 1, "one-hot: decade of the tile; zeros: not open"),
        Channel("worker_cards", (n, GOODS), 2, "worker cards"),
        Channel("machines", (n, GOODS, 2), 2, "machines on each card"),
        Channel("quality", (n, GOODS), 6, "Quality of the cards"),
        Channel("distribution", (n, GOODS), 4, "Distribution"),
        Channel("appeal", (n, GOODS), top, "appeal markers"),
        Channel("stored", (n, 3, GOODS), 9, "goods by warehouse and good"),
    )


def observation(pos: Position, viewer: int | None, declared: tuple[Channel, ...]) -> list[float]:
    out = Encoder(declared)
    first = 0 if viewer is None else viewer
    put_frame(out, pos, first)
    put_step(out, pos)
    for offset in range(pos.config.players):
        seat = pos.seats[(first + offset) % pos.config.players]
        put_board(out, seat, offset)
        put_factories(out, seat, offset)
    return out.values


def put_frame(out: Encoder, pos: Position, first: int) -> None:
    n, tables = pos.config.players, pos.config.tables
    out.put("phase", 1, PHASES.index(pos.phase))
    if pos.player >= 0:
        out.put("current_player", 1, (pos.player - first) % n)
    out.put("seat", 1, first)
    out.put("round", 1, pos.round)
    out.put("start_player", 1, (pos.start_player - first) % n)
    for good in range(GOODS):
        out.put("demand", pos.demand[good] - tables["demand", "low"], good)
        out.put("neutral", 0 if pos.neutral is None else pos.neutral[good], good)
    out.put("wage_space", 1, pos.wage_space)
    for card in range(CARDS):
        out.put("supply", pos.supply[card], card)
    if pos.event is not None:
        out.put("event", 1, pos.event)
    for event in pos.events_shown:
        out.put("events_shown", 1, event)


def put_step(out: Encoder, pos: Position) -> None:
    if pos.kind is not None:
        out.put("kind", 1, KINDS.index(pos.kind))
    out.put("used", pos.used, 0)
    for place, is_set in enumerate((pos.built, pos.token_moved, pos.card_turned)):
        out.put("flags", int(is_set), place)
    for good in pos.set_factories:
        out.put("set_factories", 1, good)
    for good, card in pos.begun:
        out.put("begun", 1, good, card)
    if pos.producing is not None:
        out.put("producing", 1, pos.producing)
    out.put("rest", pos.rest, 0)
    if pos.given_up is not None:
        out.put("given_up", 1, pos.given_up)


def put_board(out: Encoder, seat: Seat, i: int) -> None:
    for name in ("bankrupt_round", "cash", "shares", "share_value", "loans", "ship_tokens", "ships_used"):
        out.put(name, getattr(seat, name), i)
    for name in ("extra_used", "patent_used", "engineer_turned"):
        out.put(name, int(getattr(seat, name)), i)
    for track in range(TRACKS):
        out.put("levels", seat.levels[track], i, track)
    for card in seat.cards:
        out.put("cards", 1, i, card)
    if seat.engineer is not None:
        out.put("engineer", 1, i, seat.engineer)
    if seat.price is not None:
        out.put("price_set", 1, i)
        out.put("price", seat.price, i)
    if seat.sold is not None:
        out.put("sold_set", 1, i)
        out.put("sold", seat.sold, i)
    for place, warehouse in enumerate(seat.warehouses):
        if warehouse.good is not None:
            out.put("stored", warehouse.goods, i, place, warehouse.good)


def put_factories(out: Encoder, seat: Seat, i: int) -> None:
    for good, factory in enumerate(seat.factories):
        if factory.is_open:
            out.put("tile", 1, i, good, factory.decade - 1)
        out.put("worker_cards", factory.worker_cards, i, good)
        for card in (0, 1):
            out.put("machines", factory.machines[card], i, good, card)
        out.put("quality", factory.quality, i, good)
        out.put("distribution", factory.distribution, i, good)
        out.put("appeal", factory.appeal, i, good)
