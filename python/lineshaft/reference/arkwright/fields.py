"""Arkwright: the fields of a position, in the order of the page; how each is declared: ``reference/fields.py``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from ..codec import Reader, Writer
from ..fields import (
    NONE,
    Actor,
    Axis,
    Cells,
    Choice,
    Each,
    Field,
    Flag,
    Kind,
    Members,
    Number,
    Observed,
    Record,
    Row,
    Schema,
    Seen,
    legal_actions,
    listed,
    whole,
    wrong,
)
from . import view
from .data import Data
from .state import KINDS, PHASES, Factory, Position, Seat, Warehouse
from .table import Tables, highest_price


class Axes:
    """What the fields are counted over."""

    def __init__(self, game: Tables) -> None:
        data = game.data
        self.player = Axis("player", game.num_players, turns=True)
        self.good = Axis("good", data.goods)
        self.card = Axis("Development card", data.card_names)
        self.track = Axis("track", data.track_names)
        self.event = Axis("event", data.event_names)
        self.worker_card = Axis("worker card", data.worker_cards)


def counted(most: int, *, least_scale: int = 1, maybe: bool = False) -> Number:
    """A number from 0 to what the file says; its scale in the observation is not less than ``least_scale``."""
    return Number(most, scale=max(least_scale, most), maybe=maybe)


def position_fields(game: Tables) -> list[Field]:
    axes = Axes(game)
    return [
        *frame(game, axes),
        *market(game, axes),
        *step(game, axes),
        Field("seats", Each(axes.player, Record(Seat, *seat(game, axes), prefix=False)), "the players' boards"),
        title(game),
    ]


def frame(game: Tables, axes: Axes) -> list[Field]:
    def act(s: Position, player: int) -> None:
        s.player = max(player, -1)

    return [
        Field("phase", Choice(Axis("phase", PHASES), values=PHASES), "the phase", meaning="phase, one-hot"),
        Field(
            "current_player",
            Actor(axes.player),
            "the player to act, -1 in event, -4 in over",
            meaning="who acts, one-hot; zeros at chance and at the end",
            get=lambda s: s.current_player(),
            set=act,
        ),
        legal_actions(len(game.table)),
        Field(
            "seat",
            Choice(Axis("player", game.num_players)),
            "the player number of the first seat of the seat axis, one-hot",
            Seen(view.first_seat),
            in_view=False,
        ),
        Field(
            "round",
            Choice(Axis("round", range(1, game.data.rounds + 1))),
            "the round, from 1",
            meaning="round, one-hot",
        ),
        Field("start_player", Choice(axes.player), "the start player", meaning="start player, one-hot"),
    ]


def market(game: Tables, axes: Axes) -> list[Field]:
    data, spaces = game.data, range(1, len(game.setup.wages) + 1)
    low, high = data["demand", "low"], data["demand", "high"]
    demand = Number(high, low, base=low, scale=high - low, width="i16")
    neutral = Number(data["appeal", "top"], none=NONE)
    return [
        Field("demand", Each(axes.good, demand, full=True), "demand of each good", meaning="demand above the lowest"),
        Field("wage_space", Choice(Axis("wage space", spaces)), "wage space, from 1", meaning="wage space, one-hot"),
        Field(
            "neutral",
            Each(axes.good, neutral, full=True, maybe=True),
            "appeal of the neutral markers, null without",
            meaning="appeal of the neutral markers, zeros without",
        ),
        Field(
            "supply",
            Each(axes.card, counted(game.setup.copies)),
            "copies of the Development cards in the supply",
        ),
        Field("event", Choice(axes.event, maybe=True), "this decade's event", meaning="this decade's event, one-hot"),
        Field("events_shown", Members(axes.event, 1), "events shown so far"),
    ]


def step(game: Tables, axes: Axes) -> list[Field]:
    """What a pending action or decision keeps."""
    data, flags = game.data, Row(Flag(), 3)
    return [
        Field(
            "kind",
            Choice(Axis("kind", KINDS), maybe=True, values=KINDS),
            "kind of the action begun",
            meaning="kind of the action begun, one-hot: build, employ, automate, quality, distribution, early",
        ),
        Field(
            "used",
            Number(NONE, scale=max(20, data.most_used())),
            "machines added, points spent or Patent steps made",
        ),
        Field(
            "flags",
            flags,
            "built, Engineer moved, Engineer turned in this action",
            Seen(view.action_flags),
            in_view=False,
        ),
        Field("built", Flag(), "whether this action has built a factory", observed=()),
        Field("token_moved", Flag(), "whether the Engineer was moved in this action", observed=()),
        Field("card_turned", Flag(), "whether the Engineer was turned in this action", observed=()),
        Field("set_factories", Members(axes.good, 1), "factories set in this action"),
        Field("begun", WorkerCards(axes), "worker cards begun in this action"),
        Field(
            "producing",
            Choice(axes.good, maybe=True),
            "good of the pending shipping decision",
            meaning="good of the pending shipping decision, one-hot",
        ),
        Field("rest", Number(NONE, scale=max(30, data.highest_output())), "goods left over in it"),
        Field("given_up", Choice(axes.card, maybe=True), "card just given up", meaning="card just given up, one-hot"),
    ]


def seat(game: Tables, axes: Axes) -> list[Field]:
    data = game.data
    price, sold = Number(highest_price(data), maybe=True), counted(data["appeal", "top"], least_scale=60, maybe=True)
    stores = Each(Axis("warehouse", data.small_warehouses + 1), Store(axes.good, data))

    def made(**parts: Any) -> Factory:
        return replace(Factory.opened(data, 0), **parts)

    return [
        Field(
            "bankrupt_round",
            Number(data.rounds, 1, maybe=True, none=0),
            "round of the bankruptcy, null while solvent",
            meaning="round of the bankruptcy, 0 solvent",
        ),
        Field("cash", Number(2_000_000_000, scale=250, width="i32"), "cash"),
        Field("shares", counted(data["shares", "holding_cap"]), "shares held"),
        Field("share_value", Number(data["shares", "value_cap"], 1), "share value"),
        Field("loans", counted(data["limits", "loans"]), "loans"),
        Field("ship_tokens", counted(data["limits", "ship_tokens"]), "ship tokens placed"),
        Field("ships_used", counted(data["limits", "ship_tokens"]), "ships used"),
        Field("extra_used", Flag(), "Extra Production used in this decade"),
        Field("levels", Each(axes.track, counted(len(data.gates))), "levels of the board developments"),
        Field("cards", Members(axes.card, 2), "Development cards held"),
        Field("patent_used", Flag(), "Patent used in this decade"),
        Field(
            "engineer",
            Choice(axes.good, maybe=True),
            "where the Engineer is",
            meaning="where the Engineer is, one-hot",
        ),
        Field("engineer_turned", Flag(), "the Engineer shows the second side"),
        Field("price", price, "the price set in this round", observed=set_or_not("price", price, *PRICE)),
        Field("sold", sold, "home sales of this production", observed=set_or_not("sold", sold, *SOLD)),
        Field("factories", Each(axes.good, Record(made, *factory(game, axes), prefix=False)), "the open factories"),
        Field(
            "warehouses",
            stores,
            "goods in the small warehouses, and last in the large one",
            observed=[Observed("stored", stores, "goods in each warehouse")],
        ),
    ]


PRICE = ("a price is set in this round", "that price")
SOLD = ("home sales of this production are made", "those sales")


def set_or_not(name: str, kind: Kind, is_set: str, value: str) -> list[Observed]:
    return [Observed(f"{name}_set", Flag(), is_set, lambda _: True), Observed(name, kind, value)]


def factory(game: Tables, axes: Axes) -> list[Field]:
    data, decades = game.data, range(1, game.data.decades + 1)
    tile = Observed(
        "tile",
        Choice(Axis("decade", decades), values=decades),
        "decade of the tile, one-hot; zeros: not open",
        lambda decade: decade or None,
    )
    return [
        Field("decade", Number(data.decades), "decade of the tile", observed=[tile]),
        Field("worker_cards", Number(data.worker_cards), "worker cards"),
        Field("machines", Each(axes.worker_card, Number(data.most_units())), "machines on each worker card"),
        Field("quality", counted(data["limits", "engineer_quality_cap"]), "Quality"),
        Field("distribution", counted(data["limits", "distribution_cap"]), "Distribution"),
        Field("appeal", Number(data["appeal", "top"]), "appeal marker"),
    ]


def title(game: Tables) -> Field:
    titles = [title for _, title in game.data.titles]
    kind = Choice(Axis("title", titles), maybe=True, values=titles)
    summary = "R53: the title of a player alone when the game is over, else null"
    return Field("title", kind, summary, Seen(view.title), observed=())


# --- kinds of this game -----------------------------------------------------------------------------------------------


class WorkerCards(Members):
    """A set of worker cards: a list of pairs of a good and the card's number from 1; in bytes bit crew x good + card,
    where crew is the number of worker cards that a factory may have."""

    def __init__(self, axes: Axes) -> None:
        self.good, self.crew = axes.good, axes.worker_card.size
        bits = self.good.size * self.crew
        size = 1 if bits <= 8 else 2 if bits <= 16 else 4
        super().__init__(
            Axis("worker card", bits), size, make=lambda found: {divmod(index, self.crew) for index in found}
        )
        self.shape = (self.good.size, self.crew)

    def _json(self, value: Collection[Any]) -> list[Any]:
        return [[self.good.word(good), card + 1] for good, card in sorted(value)]

    def _parse(self, path: str, given: Any) -> Any:
        found = [self.pair(f"{path}[{i}]", pair) for i, pair in enumerate(listed(path, given))]
        if len(set(found)) != len(found):
            raise wrong(path, "a list without repetition", given)
        return set(found)

    def pair(self, path: str, given: Any) -> tuple[int, int]:
        if len(listed(path, given)) != 2:
            raise wrong(path, "a good and the number of a worker card", given)
        return self.good.index(f"{path}[0]", given[0]), whole(f"{path}[1]", given[1], 1, self.crew) - 1

    def _write(self, out: Writer, value: Collection[Any]) -> None:
        super()._write(out, [self.crew * good + card for good, card in value])

    def _schema(self) -> Schema:
        return {"type": "array", "items": pair_schema(self.good, self.crew), "uniqueItems": True}

    def _cells(self, value: Collection[Any], viewer: int) -> Cells:
        for pair in value:
            yield pair, 1


class Store(Kind):
    """A warehouse: null, or a pair of a good and how many of it."""

    def __init__(self, good: Axis, data: Data) -> None:
        self.good, self.shape = Choice(good, maybe=True), (good.size,)
        self.scale = max(9, data.largest_warehouse())

    def blank(self) -> bytes:
        return bytes([NONE, 0])

    def _json(self, value: Warehouse) -> list[Any] | None:
        return None if value.good is None else [self.good.json(value.good), value.goods]

    def _parse(self, path: str, given: Any) -> Warehouse:
        if given is None:
            return Warehouse()
        if len(listed(path, given)) != 2:
            raise wrong(path, "null, or a good and its number", given)
        return Warehouse(self.good.axis.index(f"{path}[0]", given[0]), whole(f"{path}[1]", given[1], 1, self.scale))

    def _write(self, out: Writer, value: Warehouse) -> None:
        self.good.write(out, value.good)
        out.u8(value.goods)

    def _read(self, path: str, source: Reader) -> Warehouse:
        return Warehouse(self.good.read(path, source), whole(path, source.u8(), 0, self.scale))

    def _schema(self) -> Schema:
        return {"anyOf": [pair_schema(self.good.axis, self.scale), {"type": "null"}]}

    def _cells(self, value: Warehouse, viewer: int) -> Cells:
        if value.good is not None:
            yield (value.good,), value.goods


def pair_schema(good: Axis, most: int) -> Schema:
    """A good, and a number from 1."""
    number = {"type": "integer", "minimum": 1, "maximum": most}
    return {"type": "array", "prefixItems": [good.schema(), number], "minItems": 2, "maxItems": 2}
