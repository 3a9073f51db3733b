"""The cards: what ``railways.toml`` says, checked in the order of the game's page."""

from __future__ import annotations

from dataclasses import dataclass

from ..data_file import Choice, Content, DataFile, List, Name, Rows, Spot, Table, ValueKind, Whole

COLOURS = ("violet", "green", "brown", "orange", "white")
GOODS = ("red", "yellow", "blue", "black")
GOOD_NAMES = ("wood", "grain", "ore", "cattle")
CITIES_OF_VALUE = {2: 5, 3: 10, 4: 5, 5: 5}

CITIES = 25
START = 25
ENGINE = 10
FIRST_CITY = 11
KINDS = 36
ONES, TWOS, ENGINES, CUBES = 6, 7, 21, 15
HAND_LIMIT, OPEN_SLOTS, DEALT_CARDS = 13, 3, 2

PROVENANCE = (
    "track",
    "engines",
    "goods",
    "trains",
    "hand",
    "open_row",
    "city_values",
    "city_goods",
    "city_names",
    "city_demands",
    "city_colours",
)
RESERVED = ("Start", "engine", *(f"{colour} {value}" for colour in COLOURS for value in (1, 2)))


def demands(city: Spot) -> tuple[str, ...]:
    """What a city may demand: of the highest value all goods. (R28, R30)"""
    return ("any",) if city.table["value"] == max(CITIES_OF_VALUE) else GOODS


TABLES: dict[str, ValueKind] = {
    "format": Whole(1),
    "game": Choice(("railways",)),
    "provenance": Table(dict.fromkeys(PROVENANCE, Choice(("known", "reconstructed")))),
    "engines": Table({"count": Whole(ENGINES)}),
    "trains": Table({"per_player": Whole(12), "markers": Whole(2)}),
    "hand": Table(
        {"limit": Whole(HAND_LIMIT), "engines": Whole(1), "value_2_cities": Whole(1), "cards": Whole(DEALT_CARDS)}
    ),
    "open_row": Table({"slots": Whole(OPEN_SLOTS)}),
    "track": Rows(
        {"colour": Choice(lambda spot: (COLOURS[spot.row - 1],)), "ones": Whole(ONES), "twos": Whole(TWOS)},
        len(COLOURS),
    ),
    "goods": Rows(
        {
            "colour": Choice(lambda spot: (GOODS[spot.row - 1],)),
            "good": Choice(lambda spot: (GOOD_NAMES[spot.row - 1],)),
            "cubes": Whole(CUBES),
        },
        len(GOODS),
    ),
    "cities": Rows(
        {
            "name": Name(RESERVED),
            "value": Whole(min(CITIES_OF_VALUE), max(CITIES_OF_VALUE)),
            "goods": Whole(lambda city: city.table["value"] - 1),
            "demand": Choice(demands),
            "colours": List(Choice(COLOURS), 1, len(COLOURS), differ=True),
        },
        CITIES,
    ),
}


@dataclass(frozen=True)
class CityCard:
    """``demand`` is a good, None for a city that accepts all; ``colours`` are numbers in ascending order."""

    name: str
    value: int
    demand: int | None
    colours: tuple[int, ...]

    @property
    def goods(self) -> int:
        return self.value - 1

    def accepts(self, good: int) -> bool:  # R28, R30
        return self.demand is None or self.demand == good


@dataclass(frozen=True)
class Data:
    """The 25 city cards in file order; all other numbers are the same in every valid file."""

    cities: tuple[CityCard, ...]

    def kind_name(self, kind: int) -> str:
        if kind < ENGINE:
            return f"{COLOURS[kind // 2]} {kind % 2 + 1}"
        return "engine" if kind == ENGINE else self.cities[kind - FIRST_CITY].name

    def place_name(self, place: int) -> str:
        return "Start" if place == START else self.cities[place].name


def track_kind(colour: int, value: int) -> int:
    """The card kind of a track card of that colour, worth 1 or 2."""
    return 2 * colour + value - 1


def city_kind(city: int) -> int:
    return FIRST_CITY + city


def copies(kind: int, engines: bool) -> int:
    """How many cards of the kind are in the game."""
    if kind < ENGINE:
        return ONES if kind % 2 == 0 else TWOS
    if kind == ENGINE:
        return ENGINES if engines else 0
    return 1


def load(file: DataFile) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong."""
    cities = [city_card(row) for row in file.read(TABLES)["cities"]]
    for value, number in CITIES_OF_VALUE.items():
        found = sum(card.value == value for card in cities)
        if found != number:
            raise file.refuse(f"[cities] must have {number} rows of value {value}, not {found}")
    return Data(tuple(cities))


def city_card(row: Content) -> CityCard:
    demand = None if row["demand"] == "any" else GOODS.index(row["demand"])
    colours = sorted(COLOURS.index(colour) for colour in row["colours"])
    return CityCard(row["name"], row["value"], demand, tuple(colours))
