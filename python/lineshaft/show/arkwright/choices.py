"""The legal actions of Arkwright in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..characters import Words
from ..telling import Kind, Teller, teller_of
from .data import Ledger, ledger_of, roman
from .words import value_words

__all__ = ["teller"]


def teller(position: Mapping[str, Any], data_text: str) -> Teller:
    """For the view of the player to act."""
    ledger, seat = ledger_of(data_text), position["seats"][position["current_player"]]
    decade = roman(ledger.decade(position["round"]))
    value, loan = seat["share_value"], ledger.loan(position, seat)
    take = (
        Kind("take ", "take loans", lambda rest: f"take {rest}, for £{int(rest.split(' ')[0]) * loan}")
        if position["phase"] == "loan"
        else Kind("take ", "take a Development card", lambda card: f"take {card}")
    )
    return teller_of(
        [
            Kind("build ", "build and upgrade", lambda good: f"open a factory for {good}, tile {decade}"),
            Kind("upgrade ", "build and upgrade", lambda good: _upgrade(seat, good, decade)),
            Kind("employ ", "employ workers", lambda good: _employ(ledger, seat, good)),
            Kind("automate ", "automate", lambda rest: _card("turn a worker into a machine", rest)),
            Kind("quality ", "Quality", lambda rest: _set(seat, "Quality", rest)),
            Kind("distribution ", "Distribution", lambda rest: _set(seat, "Distribution", rest)),
            Kind("engineer to ", "the Engineer", lambda good: f"place the Engineer at {good}"),
            Kind("turn engineer", "the Engineer", lambda _: "turn the Engineer's card to its 2 side"),
            Kind("buy ", "Stock Exchange", lambda rest: _shares(rest, value)),
            take,
            Kind("extra ", "Extra Production", lambda good: f"produce {good} at once, for the warehouses and ships"),
            Kind("ship early ", "Early Shipping", lambda good: f"send a ship with stored {good}"),
            Kind("done", "done", lambda _: "end the action"),
            Kind("price ", "set the price", lambda price: _price(position, ledger, seat, int(price))),
            Kind("develop ", "develop a track", lambda track: _develop(ledger, seat, track)),
            Kind("patent", "use the Patent", lambda _: "take steps on the tracks with the Patent"),
            Kind("give up ", "give a Development card up", lambda card: f"give {card} up for another card"),
            Kind("ship ", "ships that sail", _sail),
            Kind("start ", "choose the start player", lambda rest: _start(position, rest)),
            Kind("break ", "break a machine", lambda rest: _card("turn a machine back into a worker", rest)),
            Kind("begin with ", "choose a starting good", lambda good: f"begin with a factory for {good}"),
            Kind("cash", "cash", lambda _: f"take £{ledger.data['expert']['point_cash']} for a set-up point"),
        ]
    )


def _upgrade(seat: Mapping[str, Any], good: str, decade: str) -> Words:
    return f"turn the tile of {good} from decade {roman(seat['factories'][good]['decade'])} to {decade}"


def _employ(ledger: Ledger, seat: Mapping[str, Any], good: str) -> Words:
    factory = seat["factories"][good]
    more = ledger.output(good, {**factory, "worker_cards": factory["worker_cards"] + 1})
    output = "" if more is None else f": output {more} then, now {ledger.output(good, factory)}"
    return f"put worker card {factory['worker_cards'] + 1} into the factory for {good}{output}"


def _card(what: str, rest: str) -> Words:
    """Of a good and the number of a worker card."""
    good, _, card = rest.rpartition(" ")
    return f"{what} on worker card {card} of {good}"


def _set(seat: Mapping[str, Any], what: str, rest: str) -> Words:
    good, _, value = rest.rpartition(" ")
    return f"set {what} of {good} to {value}, now {seat['factories'][good][what.lower()]}"


def _shares(rest: str, value: int) -> Words:
    number = int(rest.split(" ", maxsplit=1)[0])
    return f"buy {rest} for £{number * value}, then loans" if number else "buy no shares, then loans"


def _price(position: Mapping[str, Any], ledger: Ledger, seat: Mapping[str, Any], price: int) -> Words:
    """Demand is what it is before the appeal marker moves (R25, R35)."""
    good = ledger.goods[ledger.active(position["round"])]
    appeal = ledger.appeal(good, seat, price)
    rest = "" if appeal is None else f", appeal {appeal}"
    return f"sell {good} for £{price}{rest}"


def _develop(ledger: Ledger, seat: Mapping[str, Any], track: str) -> Words:
    level = seat["levels"].get(track, 0)
    now, then = (value_words(ledger.reached(track, at)) for at in (level, level + 1))
    return f"{track} to level {level + 1}: {then}, now {now}"


def _sail(number: str) -> Words:
    return (
        "no ship sails, the rest is lost"
        if number == "0"
        else f"{number} {'ship' if number == '1' else 'ships'} with what is left"
    )


def _start(position: Mapping[str, Any], rest: str) -> Words:
    """Texts count seats from 1."""
    player = int(rest.removeprefix("seat ")) - 1
    you = " (you)" if player == position["current_player"] else ""
    return f"player {player}{you} begins the next decade"
