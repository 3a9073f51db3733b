"""What is fixed in play: the tables of actions and of events (ids, typed forms, texts), and their sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..data_file import DataFile
from ..options import Value
from ..protocol import Game
from .data import AUTOMATION, MACHINE_BREAKERS, TRACKS, Data, load
from .variant import OPTIONS, VARIANTS


class Action(NamedTuple):
    """``what`` is the kind in the table of actions; ``a`` and ``b`` are its numbers (factory, card, value ...)."""

    what: str
    a: int = 0
    b: int = 0


LEAST_HIGHEST_PRICE = 31
"""Prices up to this one have an id, whatever the file says."""


def highest_price(data: Data) -> int:
    """The highest price that has an id."""
    return max(LEAST_HIGHEST_PRICE, data.highest_price())


def build_table(data: Data) -> list[Action]:
    """All actions, in the order of their ids."""
    goods, crew, cards = range(len(data.goods)), range(data.worker_cards), range(len(data.card_names))
    table = [Action("build", g) for g in goods]
    table += [Action("upgrade", g) for g in goods]
    table += [Action("employ", g) for g in goods]
    table += [Action("automate", g, c) for g in goods for c in crew]
    table += [Action("quality", g, v) for g in goods for v in range(data["limits", "engineer_quality_cap"] + 1)]
    table += [Action("distribution", g, v) for g in goods for v in range(data["limits", "distribution_cap"] + 1)]
    table += [Action("engineer_to", g) for g in goods]
    table += [Action("engineer_turn")]
    table += [Action("stock", n) for n in range(data["shares", "holding_cap"] + 1)]
    table += [Action("loan", m) for m in range(data["limits", "loans"] + 1)]
    table += [Action("extra", g) for g in goods]
    table += [Action("early", g) for g in goods]
    table += [Action("done")]
    table += [Action("price", x) for x in range(highest_price(data) + 1)]
    table += [Action("board", t) for t in range(TRACKS)]
    table += [Action("patent")]
    table += [Action("take", k) for k in cards]
    table += [Action("give_up", k) for k in cards]
    table += [Action("ship", n) for n in range(data["limits", "ship_tokens"] + 1)]
    table += [Action("start", p) for p in range(Tables.max_players)]
    table += [Action("break", g, c) for g in goods for c in crew]
    table += [Action("good", g) for g in goods]
    table += [Action("cash")]
    return table


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


def action_text(action: Action, data: Data) -> str:
    what, a, b = action
    name = ""
    if what == "board":
        name = data.track_names[a]
    elif what in ("take", "give_up"):
        name = data.card_names[a]
    good = data.goods[a] if a < len(data.goods) else ""
    text = WORDS[what].format(a=a, b=b, good=good, card=b + 1, name=name, seat=a + 1)
    return text.removesuffix("s") if what in ("stock", "loan") and a == 1 else text


class Tables(Game):
    """Arkwright: The Card Game, without the rules."""

    name = "arkwright"
    title = "Arkwright: The Card Game"
    rules_version = 1
    min_players = 1
    max_players = 4
    default_players = 4
    variants = VARIANTS
    options = OPTIONS

    def __init__(
        self, players: int, variant: str, rules: Mapping[str, Value], data: DataFile, utility: str = "win"
    ) -> None:
        super().__init__(players, variant, rules, data, utility)
        self.data = load(data)
        self.setup = self.data.setup(players)
        self.expert_setup = self.rules["expert_setup"] is True
        self.expert_actions = self.rules["expert_actions"] is True
        self.events = self.rules["events"] is True
        self.final_purchase = self.rules["final_purchase"] is True
        self.neutral_every_round = self.rules["neutral_step"] == "every_round"
        self.shipping_optional = self.rules["shipping_optional"] is True
        self.starter_chooses = self.rules["starter"] == "choose"
        self.neutral_blocks_bonus = self.rules["neutral_blocks_bonus"] is True
        self.table = build_table(self.data)
        self.name_steps([action_text(action, self.data) for action in self.table], list(self.data.event_names))

    @property
    def max_game_length(self) -> int:
        """The longest action, a price, the longest development and one of shipping, a player and round."""
        data, n = self.data, self.num_players
        effects = data.raw["card_effects"]
        goods, ships = len(data.goods), data["ships", "owned"] + effects["shipyard_ships"]
        action = max(data.worker_cards * goods, goods + 2, *data.track(AUTOMATION), ships) + 1
        development = max(3 + max(effects["craftsman_cards"], effects["advertiser_cards"]), 1 + effects["patent_steps"])
        length: int = data.rounds * (action + development + 2) * n + (data.decades - 1 if n > 1 else 0)
        if self.expert_setup:
            length += (2 + data["expert", "points"]) * n
        if self.events:
            length += max(data.decades, data.amount(MACHINE_BREAKERS)) * n
        return length

    @property
    def max_chance_nodes(self) -> int:
        return min(self.data.decades, len(self.data.event_names)) if self.events else 0
