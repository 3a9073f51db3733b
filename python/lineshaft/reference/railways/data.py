"""The cards and numbers: what ``railways.toml`` says, checked in the order of the game's page."""

from __future__ import annotations

from dataclasses import dataclass

from ..data_file import SOURCE, Choice, Content, DataFile, List, Name, Rows, Spot, Table, ValueKind, Whole

MOST_PLAYERS = 4
MOST_COLOURS, MOST_GOODS, MOST_CITIES = 6, 6, 40
MOST_CARDS, MOST_CUBES = 200, 120
ANY = "any"


def track_colours(spot: Spot) -> list[str]:
    return [row["colour"] for row in spot.content["track"]]


def demands(city: Spot) -> list[str]:
    """What a city may demand: all goods, or one of those of the file. (R28, R30)"""
    return [ANY, *(row["colour"] for row in city.content["goods"])]


def taken_names(city: Spot) -> list[str]:
    """What no city can be called: the names of the other places and cards."""
    return ["Start", "engine", *(f"{colour} {value}" for colour in track_colours(city) for value in (1, 2))]


TABLES: dict[str, ValueKind] = {
    "format": Whole(2),
    "game": Choice(("railways",)),
    "engines": Table({"source": SOURCE, "count": Whole(0, 60), "wild_value": Whole(0, 2), "links": Whole(1, 10)}),
    "trains": Table(
        {"source": SOURCE, "per_player": Whole(1, 64), "markers": Whole(0, lambda spot: spot.table["per_player"] - 1)}
    ),
    "hand": Table(
        {
            "source": SOURCE,
            "limit": Whole(1, 40),
            "engines": Whole(0, 3),
            "cities": Whole(0, 3),
            "city_value": Whole(1, 12),
            "cards": Whole(0, 10),
        }
    ),
    "open_row": Table({"source": SOURCE, "slots": Whole(1, 8)}),
    "drawing": Table({"source": SOURCE, "most": Whole(0, 5), "least": Whole(0, lambda spot: spot.table["most"])}),
    "end": Table({"source": SOURCE, "deliveries": Whole(0, 10)}),
    "track": Rows({"source": SOURCE, "colour": Name(), "ones": Whole(0, 30), "twos": Whole(0, 30)}, 3, MOST_COLOURS),
    "goods": Rows({"source": SOURCE, "colour": Name((ANY,)), "good": Name(), "cubes": Whole(0, 60)}, 2, MOST_GOODS),
    "scoring": Table(
        {
            "source": SOURCE,
            "delivery": Whole(0, 10),
            "owner": Whole(0, 10),
            "engine": Whole(0, 10),
            "different": Whole(2, lambda spot: len(spot.content["goods"])),
            "different_points": Whole(0, 50),
        }
    ),
    "alike": Rows({"source": SOURCE, "size": Whole(1, 12), "points": Whole(0, 50)}, 1, 4),
    "cities": Rows(
        {
            "source": SOURCE,
            "name": Name(taken_names),
            "value": Whole(1, 12),
            "goods": Whole(0, 12),
            "demand": Choice(demands),
            "colours": List(Choice(track_colours), 1, MOST_COLOURS, differ=True),
        },
        8,
        MOST_CITIES,
    ),
}


@dataclass(frozen=True)
class Track:
    """The track cards of a colour, a number of each worth."""

    colour: str
    ones: int
    twos: int


@dataclass(frozen=True)
class Good:
    """A good is named by the colour of its cubes."""

    colour: str
    cubes: int


@dataclass(frozen=True)
class CityCard:
    """``demand`` is a good, None for a city that accepts all; ``colours`` are numbers in ascending order."""

    name: str
    value: int
    goods: int
    demand: int | None
    colours: tuple[int, ...]

    def accepts(self, good: int) -> bool:  # R28, R30
        return self.demand is None or self.demand == good


@dataclass(frozen=True)
class Engines:
    """``wild_value`` is the worth of one laid as track, ``links`` how far one carries a cube."""

    count: int
    wild_value: int
    links: int


@dataclass(frozen=True)
class Hand:
    """What each player is dealt, and the most that may be kept. The ``cities`` dealt have ``city_value``."""

    limit: int
    engines: int
    cities: int
    city_value: int
    cards: int


@dataclass(frozen=True)
class Drawing:
    """How many cards are drawn after an action."""

    most: int
    least: int


@dataclass(frozen=True)
class Scoring:
    """Points: a link of a delivery for who delivers and for its owner, an engine, a set of different cubes."""

    delivery: int
    owner: int
    engine: int
    different: int
    different_points: int


@dataclass(frozen=True)
class Data:
    """What the file says; and what follows for the numbers of the kinds of card, of which a game counts all things.

    Card kinds: of each colour the 1 and the 2, the engine, the cities in file order. Places: the cities, then Start.
    """

    engines: Engines
    trains: int
    """For links: those of a player, less the markers."""
    hand: Hand
    slots: int
    drawing: Drawing
    deliveries: int
    """Of each player, at the end."""
    track: tuple[Track, ...]
    goods: tuple[Good, ...]
    scoring: Scoring
    alike: tuple[tuple[int, int], ...]
    """Sets of cubes that are alike: how many, and the points."""
    cities: tuple[CityCard, ...]

    # --- kinds of card and places ---------------------------------------------------------------------------------

    @property
    def engine(self) -> int:
        """The card kind of an engine."""
        return 2 * len(self.track)

    @property
    def kinds(self) -> int:
        return self.engine + 1 + len(self.cities)

    @property
    def start(self) -> int:
        """The place Start."""
        return len(self.cities)

    def city_kind(self, city: int) -> int:
        return self.engine + 1 + city

    def city_of(self, kind: int) -> CityCard | None:
        """The city that a card shows."""
        return self.cities[kind - self.engine - 1] if kind > self.engine else None

    def is_opening_city(self, kind: int) -> bool:
        """Whether a card is a city of the value that is dealt at the start."""
        city = self.city_of(kind)
        return city is not None and city.value == self.hand.city_value

    def kind_name(self, kind: int) -> str:
        if kind < self.engine:
            return f"{self.track[kind // 2].colour} {kind % 2 + 1}"
        return "engine" if kind == self.engine else self.cities[kind - self.engine - 1].name

    def place_name(self, place: int) -> str:
        return "Start" if place == self.start else self.cities[place].name

    # --- counts ---------------------------------------------------------------------------------------------------

    def copies(self, engines: bool) -> list[int]:
        """How many cards of each kind are in the game, with or without the engines."""
        track = [number for row in self.track for number in (row.ones, row.twos)]
        return [*track, self.engines.count if engines else 0, *[1] * len(self.cities)]

    @property
    def all_cubes(self) -> int:
        return sum(good.cubes for good in self.goods)

    @property
    def most_link_value(self) -> int:
        """The most that a link can be worth: all cards of a full hand but the city, the first of them track."""
        return max(map(self._most_link_value, self.track)) if self.hand.limit > 1 else 0

    def _most_link_value(self, track: Track) -> int:
        if track.ones + track.twos == 0:
            return 0
        first = 2 if track.twos > 0 else 1
        cards = [2] * track.twos + [1] * track.ones + [self.engines.wild_value] * self.engines.count
        cards.remove(first)
        return first + sum(sorted(cards, reverse=True)[: self.hand.limit - 2])


def track_kind(colour: int, value: int) -> int:
    """The card kind of a track card of that colour, worth 1 or 2."""
    return 2 * colour + value - 1


# --- reading ----------------------------------------------------------------------------------------------------------


def load(file: DataFile) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong."""
    content = file.read(TABLES)
    trains = content["trains"]
    data = Data(
        engines=Engines(**numbers(content["engines"])),
        trains=trains["per_player"] - trains["markers"],
        hand=Hand(**numbers(content["hand"])),
        slots=content["open_row"]["slots"],
        drawing=Drawing(**numbers(content["drawing"])),
        deliveries=content["end"]["deliveries"],
        track=tuple(Track(**numbers(row)) for row in content["track"]),
        goods=tuple(Good(row["colour"], row["cubes"]) for row in content["goods"]),
        scoring=Scoring(**numbers(content["scoring"])),
        alike=tuple((row["size"], row["points"]) for row in content["alike"]),
        cities=tuple(city_card(row, content) for row in content["cities"]),
    )
    check_hands(file, data)
    check_counts(file, data)
    check_deal(file, data)
    return data


def numbers(table: Content) -> Content:
    """A table without the key that says where it comes from."""
    return {key: value for key, value in table.items() if key != "source"}


def city_card(row: Content, content: Content) -> CityCard:
    goods = [good["colour"] for good in content["goods"]]
    track = [colour["colour"] for colour in content["track"]]
    demand = None if row["demand"] == ANY else goods.index(row["demand"])
    colours = sorted(track.index(colour) for colour in row["colours"])
    return CityCard(row["name"], row["value"], row["goods"], demand, tuple(colours))


def check_hands(file: DataFile, data: Data) -> None:
    """R2, R12: the hands dealt are no larger than a hand may be, and there is an engine for each."""
    hand, dealt = data.hand, data.hand.engines + data.hand.cities + data.hand.cards
    if hand.limit < dealt:
        raise file.refuse(f"[hand]: limit must be {dealt} or more, the cards dealt to a player, not {hand.limit}")
    least, count = MOST_PLAYERS * hand.engines, data.engines.count
    if count < least:
        raise file.refuse(f"[engines]: count must be {least} or more, the cards dealt to four players, not {count}")


def check_counts(file: DataFile, data: Data) -> None:
    """What the game can count, and that there is a cube to be drawn."""
    cards = sum(data.copies(engines=True))
    if cards > MOST_CARDS:
        raise file.refuse(f"the game must have {MOST_CARDS} cards at most, not {cards}")
    if not 1 <= data.all_cubes <= MOST_CUBES:
        raise file.refuse(f"[goods] must have 1 to {MOST_CUBES} cubes, not {data.all_cubes}")


def check_deal(file: DataFile, data: Data) -> None:
    """R2, R3: there are cards for the deal, with the engines and without, and more of them for a deck."""
    hand = data.hand
    least = MOST_PLAYERS * hand.cities
    cities = sum(city.value == hand.city_value for city in data.cities)
    if cities < least:
        raise file.refuse(f"[cities] must have {least} rows or more of value {hand.city_value}, not {cities}")
    for words, engines in (("", True), ("without engines ", False)):
        cards = sum(data.copies(engines))
        dealt = MOST_PLAYERS * (hand.engines * engines + hand.cities + hand.cards) + data.slots
        if cards <= dealt:
            raise file.refuse(f"{words}the deal to four players takes {dealt} cards: there must be more, not {cards}")
