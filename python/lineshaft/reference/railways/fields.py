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
from .state import TRIGGERS, Build, City, Phase, Shipment
from .table import Tables


def up_to(*numbers: int) -> Number:
    """A number up to the highest of these, or to 1: a channel has no scale of 0."""
    return Number(max(1, *numbers))


class Axes:
    """What the fields are counted over, with the kinds that several of them share."""

    def __init__(self, game: Tables) -> None:
        data = game.data
        names, cities = [data.kind_name(kind) for kind in range(data.kinds)], [city.name for city in data.cities]
        copies = data.copies(engines=True)
        self.game, self.data, self.all_cards = game, data, sum(copies)
        self.player = Axis("player", game.num_players, turns=True)
        self.card = Axis("card", names)
        self.track = Axis("card", names[: data.engine])
        self.laid = Axis("card", names[: data.engine + 1])
        self.city = Axis("city", cities)
        self.place = Axis("place", [*cities, "Start"])
        self.colour = Axis("colour", [row.colour for row in data.track])
        self.good = Axis("good", [good.colour for good in data.goods])
        self.copies = up_to(*copies)
        self.cards = Each(self.card, self.copies)
        self.cubes = Each(self.good, up_to(*(good.cubes for good in data.goods)))

    def of_cards(self, name: str, track: str, engines: str, cities: str) -> list[Observed]:
        """Three channels of counts of cards, with the meaning of each."""
        engine, copies = self.data.engine, up_to(*self.data.copies(engines=True)[: self.data.engine])
        return [
            Observed(f"{name}_track", Each(self.track, copies), track, lambda counts: counts[:engine]),
            Observed(f"{name}_engines", self.engines, engines, lambda counts: counts[engine]),
            Observed(f"{name}_cities", Each(self.city, Number(1)), cities, lambda counts: counts[engine + 1 :]),
        ]

    @property
    def engines(self) -> Number:
        return up_to(self.data.engines.count)


def position_fields(game: Tables) -> list[Field]:
    axes = Axes(game)
    return [*course(axes), *table(axes), *players(axes), *pending(axes)]


def course(axes: Axes) -> list[Field]:
    phases = Axis("phase", [phase.name.lower() for phase in Phase])
    return [
        Field("phase", Choice(phases, values=tuple(Phase)), "the phase", meaning="the phase, one-hot"),
        current_player(axes.player, "who acts, one-hot; zero at chance and at the end"),
        legal_actions(len(axes.game.table)),
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
            up_to(axes.data.deliveries),
            "which of the final deliveries it is, from 1; 0 before",
            meaning="which of the final deliveries it is, from 1; 0 before",
        ),
        Field("picks_done", up_to(axes.data.drawing.most), "cards taken in this drawing step"),
    ]


def table(axes: Axes) -> list[Field]:
    """The cards and the network on the table."""
    return [
        Field("deck", axes.cards, "the cards of the deck", HIDDEN),
        Field("deck_size", Number(axes.all_cards), "cards in the deck", Seen(view.deck_size)),
        Field(
            "open",
            Each(Axis("slot", axes.data.slots), Choice(axes.card, maybe=True)),
            "the open cards",
            meaning="the open cards, one-hot a slot",
        ),
        discard_pile(axes),
        Field("bag", axes.cubes, "cubes in the bag"),
        Field("cities", Cities(axes), "the cities on the table, in the order of the data file"),
        Field(
            "laid",
            Each(axes.laid, axes.copies),
            "track kinds and engine on the table as links",
            Seen(view.laid_cards),
            observed_after="bag",
        ),
    ]


def discard_pile(axes: Axes) -> Field:
    pile = Row(Choice(axes.card), axes.all_cards, counted=True)
    numbers = Row(Number(axes.card.size), axes.all_cards)
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
    player, data = axes.player, axes.data
    sizes = Each(player, Number(data.hand.limit + data.drawing.most))
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
            Each(player, up_to(data.hand.cities)),
            "cities dealt at the start that are hidden in the hand",
            meaning="cities dealt at the start that are hidden in the hand",
            interleaved=True,
        ),
        Field("engines", Each(player, axes.engines), "engines played", interleaved=True),
        Field(
            "trains",
            Each(player, Number(max(data.trains, axes.game.link_trains))),
            "trains left for links",
            Seen(view.trains),
        ),
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
    laid = Each(Axis("sort of card", 3), axes.copies)
    track = axes.data.track
    record = Record(
        Build,
        Field("city", city, "the city being built"),
        Field("from", place, "the other end of the link being built", at="origin"),
        Field("colour", colour, "the colour of the link being built"),
        Field("ones", up_to(*(row.ones for row in track)), "track cards worth 1 laid so far"),
        Field("twos", up_to(*(row.twos for row in track)), "track cards worth 2 laid so far"),
        Field("wilds", axes.engines, "engines laid so far"),
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
        value = up_to(axes.data.most_link_value)
        cubes = up_to(*(city.goods for city in axes.data.cities))
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
            Field("cubes", Each(axes.good, cubes), "cubes on the city"),
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
