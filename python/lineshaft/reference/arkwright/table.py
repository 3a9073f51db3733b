"""Actions: typed, as ids of the static table, and as text. See "Actions" on the game's page."""

from __future__ import annotations

from typing import NamedTuple

from .data import CARDS, GOODS, TRACKS, Tables


class Action(NamedTuple):
    """``what`` is the kind in the table of actions; ``a`` and ``b`` are its numbers (factory, card, value ...)."""

    what: str
    a: int = 0
    b: int = 0


def build_table() -> list[Action]:
    """All actions, in the order of their ids."""
    goods, cards = range(GOODS), range(2)
    table = [Action("build", g) for g in goods]
    table += [Action("upgrade", g) for g in goods]
    table += [Action("employ", g) for g in goods]
    table += [Action("automate", g, c) for g in goods for c in cards]
    table += [Action("quality", g, v) for g in goods for v in range(7)]
    table += [Action("distribution", g, v) for g in goods for v in range(5)]
    table += [Action("engineer_to", g) for g in goods]
    table += [Action("engineer_turn")]
    table += [Action("stock", n) for n in range(31)]
    table += [Action("loan", m) for m in range(10)]
    table += [Action("extra", g) for g in goods]
    table += [Action("early", g) for g in goods]
    table += [Action("done")]
    table += [Action("price", x) for x in range(32)]
    table += [Action("board", t) for t in range(TRACKS)]
    table += [Action("patent")]
    table += [Action("take", k) for k in range(CARDS)]
    table += [Action("give_up", k) for k in range(CARDS)]
    table += [Action("ship", n) for n in range(10)]
    table += [Action("start", p) for p in range(4)]
    table += [Action("break", g, c) for g in goods for c in cards]
    table += [Action("good", g) for g in goods]
    table += [Action("cash")]
    return table


TABLE = build_table()
IDS = {action: number for number, action in enumerate(TABLE)}


WORDS = {
    "build": "build {good}",
    "upgrade": "upgrade {good}",
    "employ": "employ {good}",
    "automate": "automate {good} {card}",
    "quality": "quality {good} {b}",
    "distribution": "distribution {good} {b}",
    "engineer_to": "engineer to {good}",
    "engineer_turn": "turn engineer",
    "stock": "buy {a} shares",
    "loan": "take {a} loans",
    "extra": "extra {good}",
    "early": "ship early {good}",
    "done": "done",
    "price": "price {a}",
    "board": "develop {name}",
    "patent": "patent",
    "take": "take {name}",
    "give_up": "give up {name}",
    "ship": "ship {a}",
    "start": "start seat {seat}",
    "break": "break {good} {card}",
    "good": "begin with {good}",
    "cash": "cash",
}


def action_text(action: Action, tables: Tables) -> str:
    what, a, b = action
    name = ""
    if what == "board":
        name = tables.track_names[a]
    elif what in ("take", "give_up"):
        name = tables.card_names[a]
    good = tables.goods[a] if a < GOODS else ""
    text = WORDS[what].format(a=a, b=b, good=good, card=b + 1, name=name, seat=a + 1)
    return text.removesuffix("s") if what in ("stock", "loan") and a == 1 else text
