"""A factory: the tile's decade, worker cards with workers and machines, Quality and Distribution, figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...canvas import rect
from ...parts import ACCENT, INK, LINE, NOTE, PAPER, Drawn, beside, stack, text, thing
from ..data import Crew, Ledger, Plant, roman
from .signs import framed, good_mark, machine, vacant, worker

HEIGHT = 137.0
INSET = 8.0


def factory(view: Mapping[str, Any], ledger: Ledger, player: int, good: int, wide: float) -> Drawn:
    """The place of a good on a player's board, with the factory or without one."""
    name, seat = ledger.goods[good], view["seats"][player]
    at = {"data_factory": f"{player} {name}"}
    if name not in seat["factories"]:
        return Drawn(thing(f"player {player}, {name}: no factory", _empty(ledger, good, wide), **at), wide, HEIGHT)
    wage = ledger.wages(view["players"])[view["wage_space"] - 1]
    plant, held = ledger.plant(seat, good, wage), seat["factories"][name]
    active = view["phase"] != "over" and ledger.active(view["round"]) == good
    edge: dict[str, str | float] = {"stroke": ACCENT, "stroke_width": 2.5} if active else {"stroke": LINE}
    ground = rect(1.5, 1.5, wide - 3, HEIGHT - 3, rx=6, fill=PAPER, **edge)
    room = wide - 2 * INSET
    price = seat["price"] if active else None
    inner = stack([_heading(ledger, good, plant, room), _crews(plant, room), _figures(held, plant, price, room)], 5)
    title = f"player {player}, {name}: {_described(held, plant, price, ledger)}"
    return Drawn(thing(title, ground, inner.at(INSET, INSET), **at), wide, HEIGHT)


def _empty(ledger: Ledger, good: int, wide: float) -> str:
    mark = good_mark(ledger, good)
    name = text(ledger.goods[good], 12, fill=NOTE, room=wide - 2 * INSET - 26)
    said = stack([beside([mark, name]), text("no factory", 11, fill=NOTE)], 6)
    return vacant(wide, HEIGHT).svg + said.at(INSET, INSET)


def _heading(ledger: Ledger, good: int, plant: Plant, room: float) -> Drawn:
    """The good at the left, the decade of the tile at the right."""
    mark = good_mark(ledger, good)
    numeral = text(roman(plant.decade), 12, bold=True)
    decade = framed(numeral, numeral.width + 10, 20, fill="none", stroke=INK)
    name = text(ledger.goods[good], 13, bold=True, room=room - mark.width - decade.width - 10, least=11)
    left = beside([mark, name], 5)
    return beside([left, Drawn("", room - left.width - decade.width, 1), decade], 0)


def _crews(plant: Plant, room: float) -> Drawn:
    """The places of worker cards."""
    wide = (room - 5 * (plant.places - 1)) / plant.places
    cards = [_crew(crew, wide) for crew in plant.crews]
    cards += [vacant(wide, 24)] * (plant.places - len(cards))
    return beside(cards, 5)


def _crew(crew: Crew, wide: float) -> Drawn:
    """The machines first."""
    units = crew.workers + crew.machines
    size = min(16.0, (wide - 4) / units)
    drawn = [machine(size)] * crew.machines + [worker(size)] * crew.workers
    return framed(beside(drawn, min(3.0, (wide - 4 - size * units) / units)), wide, 24)


def _figures(held: Mapping[str, Any], plant: Plant, price: int | None, room: float) -> Drawn:
    """Names at the left, figures at the right."""
    quality = f"{held['quality']}+{plant.engineer}" if plant.engineer else str(held["quality"])
    rows = [
        ("Quality", quality),
        ("Distribution", str(held["distribution"])),
        ("Appeal", str(held["appeal"])),
        ("Price", "£{} to {}".format(*plant.prices) if price is None else f"£{price}"),
        ("Makes, costs", f"{plant.output}, £{plant.cost}"),
    ]
    return stack([_row(*row, room, bold=price is not None or row[0] != "Price") for row in rows], 0)


def _row(name: str, figure: str, room: float, *, bold: bool) -> Drawn:
    said = text(figure, 11, bold=bold, fill=None if bold else NOTE)
    named = text(name, 11, fill=NOTE, room=room - said.width - 4)
    return beside([named, Drawn("", room - named.width - said.width, 1), said], 0)


def _described(held: Mapping[str, Any], plant: Plant, price: int | None, ledger: Ledger) -> str:
    quality = f"Quality {held['quality']}"
    quality += f" and {plant.engineer} of the Engineer" if plant.engineer else ""
    said = [
        f"tile of decade {roman(plant.decade)}",
        f"worker cards {len(plant.crews)} of {plant.places}",
        f"workers {plant.workers}",
        f"machines {plant.machines}",
        quality,
        f"Distribution {held['distribution']}",
        f"appeal {held['appeal']}",
        f"price £{plant.prices[0]} to £{plant.prices[1]}" if price is None else f"price £{price}",
        f"makes {plant.output}",
        f"costs £{plant.cost}",
    ]
    return ", ".join(said)
