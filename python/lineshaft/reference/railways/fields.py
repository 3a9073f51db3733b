"""Railways: the fields of a position, in the order of the page; how each is declared: ``reference/fields.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..codec import Reader, Writer
from ..errors import InvalidState
from ..fields import (
    HIDDEN,
    Axis,
    Choice,
    Each,
    Field,
    Flag,
    Kind,
    Number,
    Observed,
    Record,
    Row,
    Schema,
    Seen,
    current_player,
    exactly,
    keyed,
    legal_actions,
    listed,
    wrapped,
)
from . import view
from .data import COLOURS, CUBES, ENGINE, ENGINES, FIRST_CITY, GOODS, KINDS, OPEN_SLOTS, TWOS
from .state import TRIGGERS, Build, City, Phase, Shipment
from .table import TABLE, Tables

ALL_CARDS = 111
MOST_LINK_VALUE = 19


class Axes:
    """What the fields are counted over, with the kinds that several of them share."""

    def __init__(self, game: Tables) -> None:
        data = game.data
        names, cities = [data.kind_name(kind) for kind in range(KINDS)], [city.name for city in data.cities]
        self.player = Axis("player", game.num_players, turns=True)
        self.card = Axis("card", names)
        self.track = Axis("card", names[:ENGINE])
        self.laid = Axis("card", names[:FIRST_CITY])
        self.city = Axis("city", cities)
        self.place = Axis("place", [*cities, "Start"])
        self.colour = Axis("colour", COLOURS)
        self.good = Axis("good", GOODS)
        self.cards = Each(self.card, Number(ENGINES))
        self.cubes = Each(self.good, Number(CUBES))

    def of_cards(self, name: str, track: str, engines: str, cities: str) -> list[Observed]:
        """Three channels of counts of cards, with the meaning of each."""
        return [
            Observed(f"{name}_track", Each(self.track, Number(TWOS)), track, lambda counts: counts[:ENGINE]),
            Observed(f"{name}_engines", Number(ENGINES), engines, lambda counts: counts[ENGINE]),
            Observed(f"{name}_cities", Each(self.city, Number(1)), cities, lambda counts: counts[FIRST_CITY:]),
        ]


def position_fields(game: Tables) -> list[Field]:
    axes = Axes(game)
    return [*course(axes), *table(axes), *players(axes), *pending(axes)]


def course(axes: Axes) -> list[Field]:
    phases = Axis("phase", [phase.name.lower() for phase in Phase])
    return [
        Field("phase", Choice(phases, values=tuple(Phase)), "the phase", meaning="the phase, one-hot"),
        current_player(axes.player, "who acts, one-hot; zero at chance and at the end"),
        legal_actions(len(TABLE)),
        Field(
            "turn_player",
            Choice(axes.player, maybe=True),
            "whose turn it is, null where it is nobody's",
            meaning="whose turn it is, one-hot",
        ),
        Field(
            "first_player",
            Choice(axes.player, maybe=True),
            "the start player, null in the deal",
            meaning="the start player, one-hot",
        ),
        Field("round", Number(100), "the round, from 1", meaning="the round, from 1"),
        Field(
            "end_trigger",
            Choice(Axis("trigger", TRIGGERS), maybe=True, values=TRIGGERS),
            "why the game ends, null while nothing ends it",
            meaning="one-hot: deck_empty, trains, bag_empty, max_rounds",
        ),
        Field(
            "final_deliveries",
            Flag(),
            "whether the final deliveries have begun",
            meaning="flag: the final deliveries have begun",
        ),
        Field("picks_done", Number(2), "cards taken in this drawing step"),
    ]


def table(axes: Axes) -> list[Field]:
    """The cards and the network on the table."""
    return [
        Field("deck", axes.cards, "the cards of the deck", HIDDEN),
        Field("deck_size", Number(ALL_CARDS), "cards in the deck", Seen(view.deck_size)),
        Field(
            "open",
            Each(Axis("slot", OPEN_SLOTS), Choice(axes.card, maybe=True)),
            "the open cards",
            meaning="the open cards, one-hot a slot",
        ),
        discard_pile(axes),
        Field("bag", axes.cubes, "cubes in the bag"),
        Field("cities", Cities(axes), "the cities on the table, in the order of the data file"),
        Field(
            "laid",
            Each(axes.laid, Number(ENGINES)),
            "track kinds and engine on the table as links",
            Seen(view.laid_cards),
            observed_after="bag",
        ),
    ]


def discard_pile(axes: Axes) -> Field:
    pile = Row(Choice(axes.card), ALL_CARDS, counted=True)
    numbers = Row(Number(axes.card.size), ALL_CARDS)
    return Field(
        "discard_pile",
        pile,
        "cards, bottom first",
        at="pile",
        observed=[
            Observed("discard_pile", numbers, "kind + 1, bottom first, then 0", lambda pile: [k + 1 for k in pile]),
            Observed(
                "discard_top",
                Choice(axes.card),
                "the top card of the discard pile, one-hot",
                lambda pile: pile[-1] if pile else None,
            ),
        ],
    )


def players(axes: Axes) -> list[Field]:
    player = axes.player
    sizes = Each(player, Number(15))
    known = axes.of_cards(
        "known",
        "track known to be in the hand",
        "engines known to be in the hand",
        "cities known to be in the hand",
    )
    own = axes.of_cards(
        "hand",
        "private: the viewer's hand, zero for a spectator",
        "private: engines in the viewer's hand",
        "private: cities in the viewer's hand",
    )
    return [
        Field(
            "hand",
            Each(axes.card, axes.cards.of, maybe=True),
            "the viewer's hand, null for a spectator",
            Seen(view.hand),
            observed=own,
            observed_after="cube",
        ),
        Field(
            "hand_sizes",
            sizes,
            "cards in hand",
            Seen(view.hand_sizes),
            observed=[Observed("hand_size", sizes, "cards in hand")],
        ),
        Field("hands", Each(player, axes.cards), "the hands", HIDDEN, interleaved=True),
        Field(
            "known",
            Each(player, axes.cards),
            "cards known to be in the hand",
            observed=[wrapped(channel, Each(player, channel.kind)) for channel in known],
            interleaved=True,
        ),
        Field(
            "v2_hidden",
            Each(player, Flag()),
            "whether the value-2 city dealt at the start is in the hand",
            meaning="flag: the value-2 city dealt at the start is in the hand",
            interleaved=True,
        ),
        Field("engines", Each(player, Number(ENGINES)), "engines played", interleaved=True),
        Field("trains", Each(player, Number(10)), "trains left for links", Seen(view.trains)),
        Field(
            "points",
            Each(player, Number(65535, scale=200, width="u16")),
            "the score track",
            meaning="the score track, may exceed 1",
            interleaved=True,
        ),
        Field("delivered", Each(player, axes.cubes), "delivered cubes", interleaved=True),
    ]


def pending(axes: Axes) -> list[Field]:
    """What is begun and not completed."""
    return [
        build(axes),
        shipment(axes),
        Field(
            "cube",
            Choice(axes.good, maybe=True),
            "the cube drawn to replenish",
            meaning="the cube drawn to replenish, one-hot",
        ),
    ]


def build(axes: Axes) -> Field:
    city, place, colour = Choice(axes.city), Choice(axes.place, maybe=True), Choice(axes.colour, maybe=True)
    laid = Each(Axis("sort of card", 3), Number(ENGINES))
    record = Record(
        Build,
        Field("city", city, "the city being built"),
        Field("from", place, "the other end of the link being built", at="origin"),
        Field("colour", colour, "the colour of the link being built"),
        Field("ones", Number(6), "track cards worth 1 laid so far"),
        Field("twos", Number(TWOS), "track cards worth 2 laid so far"),
        Field("wilds", Number(ENGINES), "engines laid so far"),
        maybe=True,
    )
    return Field(
        "build",
        record,
        "the link that is being built, or null",
        observed=[
            Observed("build_city", city, "the city being built, one-hot", lambda build: build.city),
            Observed("build_from", place, "the other end of the link being built, one-hot", lambda build: build.origin),
            Observed("build_colour", colour, "the colour of the link being built, one-hot", lambda build: build.colour),
            Observed("build_laid", laid, "ones, twos, wilds", lambda build: [build.ones, build.twos, build.wilds]),
        ],
    )


def shipment(axes: Axes) -> Field:
    city, good = Choice(axes.city), Choice(axes.good)
    from_where = Observed("ship_from", city, "where the cube lies that is being shipped, one-hot")
    which = Observed("ship_good", good, "the colour of the cube being shipped, one-hot")
    record = Record(
        Shipment,
        Field("from", city, "where the cube lies that is being shipped", at="source", observed=[from_where]),
        Field("good", good, "the colour of the cube being shipped", observed=[which]),
        maybe=True,
    )
    return Field("shipment", record, "the cube that is being shipped, or null")


# --- the kind of this game --------------------------------------------------------------------------------------------


class Cities(Kind):
    """The cities on the table by number: a list of objects with names; in bytes a place for each city of the game."""

    def __init__(self, axes: Axes) -> None:
        self.city = axes.city
        value = Number(MOST_LINK_VALUE)
        self.link = Record(
            City,
            Field("parent", Choice(axes.place), "one-hot a city on the table"),
            Field("owner", Choice(axes.player), "who owns the link to the parent, one-hot"),
            Field(
                "value",
                value,
                "what was laid for the link to the parent",
                observed=[Observed("link_value", value, "what was laid for the link to the parent")],
                observed_after="colour",
            ),
            Field("colour", Choice(axes.colour), "the colour of the link to the parent, one-hot"),
            Field("cubes", Each(axes.good, Number(4)), "cubes on the city"),
            maybe=True,
            prefix=False,
        )

    def channels(self, name: str, meaning: str) -> list[Observed]:
        def places(observed: Observed) -> Observed:
            kind = Each(self.city, observed.kind)
            return Observed(
                observed.name,
                kind,
                observed.meaning,
                lambda cities: [observed.part(cities.get(city)) for city in range(self.city.size)],
            )

        return [places(observed) for observed in self.link.channels(name, meaning)]

    def blank(self) -> bytes:
        return self.link.blank() * self.city.size

    def _json(self, value: Mapping[int, City]) -> list[Any]:
        return [{"name": self.city.word(city), **self.link.json(value[city])} for city in sorted(value)]

    def _parse(self, path: str, given: Any) -> dict[int, City]:
        keys = ["name", *(f.name for f in self.link.fields)]
        cities: dict[int, City] = {}
        for i, row in enumerate(listed(path, given)):
            parts = dict(keyed(f"{path}[{i}]", row, keys))
            city = self.city.index(f"{path}[{i}].name", parts.pop("name"))
            if cities and city <= max(cities):
                raise InvalidState(f"{path} must be in the order of the data file, each once")
            cities[city] = self.link.parse(f"{path}[{i}]", parts)
        return cities

    def _write(self, out: Writer, value: Mapping[int, City]) -> None:
        for city in range(self.city.size):
            self.link.write(out, value.get(city))

    def _read(self, path: str, source: Reader) -> dict[int, City]:
        read = {city: self.link.read(f"{path}.{self.city.word(city)}", source) for city in range(self.city.size)}
        return {city: link for city, link in read.items() if link is not None}

    def _schema(self) -> Schema:
        parts = {"name": self.city.schema(), **{f.name: f.schema() for f in self.link.fields}}
        return {"type": "array", "items": {"type": "object", **exactly(parts)}, "maxItems": self.city.size}
