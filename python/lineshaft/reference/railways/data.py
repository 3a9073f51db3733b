"""The cards: what ``railways.toml`` says, checked in the order of the game's page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..data_file import read_tables
from ..errors import InvalidData

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

NUMBERS = {
    ("engines", "count"): ENGINES,
    ("trains", "per_player"): 12,
    ("trains", "markers"): 2,
    ("hand", "limit"): HAND_LIMIT,
    ("hand", "engines"): 1,
    ("hand", "value_2_cities"): 1,
    ("hand", "cards"): DEALT_CARDS,
    ("open_row", "slots"): OPEN_SLOTS,
}
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
SCHEMA: dict[str, Any] = {
    "format": int,
    "game": str,
    "provenance": dict.fromkeys(PROVENANCE, str),
    "engines": {"count": int},
    "trains": {"per_player": int, "markers": int},
    "hand": {"limit": int, "engines": int, "value_2_cities": int, "cards": int},
    "open_row": {"slots": int},
    "track": [{"colour": str, "ones": int, "twos": int}],
    "goods": [{"colour": str, "good": str, "cubes": int}],
    "cities": [{"name": str, "value": int, "goods": int, "demand": str, "colours": [str]}],
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


def load(text: str) -> Data:
    table = read_tables("railways.toml", text)
    check_schema(table, SCHEMA, "")
    check_fixed(table)
    check_rows(table)
    return Data(tuple(check_cities(table["cities"])))


def fail(reason: str) -> InvalidData:
    return InvalidData(f"railways.toml: {reason}")


def check_schema(value: Any, schema: Any, where: str) -> None:
    """Every key is required, no other is allowed; a boolean is not an integer."""
    name = where or "the file"
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            raise fail(f"{name}: must be a table")
        for key in value:
            if key not in schema:
                raise fail(f"{name}: there is no key {key}; keys are: {', '.join(schema)}")
        for key, inner in schema.items():
            if key not in value:
                raise fail(f"{name}: the key {key} is missing")
            check_schema(value[key], inner, f"{where}.{key}" if where else key)
    elif isinstance(schema, list):
        if not isinstance(value, list):
            raise fail(f"{name}: must be a list")
        for i, row in enumerate(value):
            check_schema(row, schema[0], f"{name} {i}")
    elif not isinstance(value, schema) or isinstance(value, bool):
        raise fail(f"{name}: must be {'a whole number' if schema is int else 'a text'}")


def check_fixed(table: dict[str, Any]) -> None:
    """Checks 1 to 4 of the page."""
    if table["format"] != 1:
        raise fail(f"format: must be 1, not {table['format']}")
    if table["game"] != "railways":
        raise fail(f"game: must be railways, not {table['game']}")
    for key in PROVENANCE:
        value = table["provenance"][key]
        if value not in ("known", "reconstructed"):
            raise fail(f"provenance.{key}: must be known or reconstructed, not {value}")
    for (section, key), number in NUMBERS.items():
        if table[section][key] != number:
            raise fail(f"{section}.{key}: must be {number}, not {table[section][key]}")


def check_rows(table: dict[str, Any]) -> None:
    """Checks 5 and 6: track and goods."""
    if len(table["track"]) != len(COLOURS):
        raise fail(f"track: must have 5 rows, not {len(table['track'])}")
    for i, row in enumerate(table["track"]):
        for key, wanted in (("colour", COLOURS[i]), ("ones", ONES), ("twos", TWOS)):
            if row[key] != wanted:
                raise fail(f"track {i}: {key} must be {wanted}, not {row[key]}")
    if len(table["goods"]) != len(GOODS):
        raise fail(f"goods: must have 4 rows, not {len(table['goods'])}")
    for i, row in enumerate(table["goods"]):
        for key, wanted in (("colour", GOODS[i]), ("good", GOOD_NAMES[i]), ("cubes", CUBES)):
            if row[key] != wanted:
                raise fail(f"goods {i}: {key} must be {wanted}, not {row[key]}")


def check_cities(rows: list[dict[str, Any]]) -> list[CityCard]:
    """Checks 7 to 9."""
    if len(rows) != CITIES:
        raise fail(f"cities: must have 25 rows, not {len(rows)}")
    cards: list[CityCard] = []
    for i, row in enumerate(rows):
        cards.append(check_city(i, row, [card.name for card in cards]))
    for value, number in CITIES_OF_VALUE.items():
        found = sum(card.value == value for card in cards)
        if found != number:
            raise fail(f"cities: must have {number} of value {value}, not {found}")
    return cards


def check_city(i: int, row: dict[str, Any], earlier: list[str]) -> CityCard:
    name, value, demand = row["name"], row["value"], row["demand"]
    if not 1 <= len(name) <= 40 or any(ord(c) < 32 or ord(c) == 127 for c in name) or name != name.strip(" "):
        raise fail(
            f"cities {i}: name must have 1 to 40 characters, none of them a control character, no space at either end"
        )
    row_name = f"cities {i} ({name})"
    if name in ("Start", "engine") or name in [f"{colour} {n}" for colour in COLOURS for n in (1, 2)]:
        raise fail(f"{row_name}: the name belongs to another thing of the game")
    if name in earlier:
        raise fail(f"{row_name}: the name is used twice")
    if not 2 <= value <= 5:
        raise fail(f"{row_name}: value must be 2 to 5, not {value}")
    if row["goods"] != value - 1:
        raise fail(f"{row_name}: goods must be {value - 1}, not {row['goods']}")
    if value == 5 and demand != "any":
        raise fail(f"{row_name}: demand must be any, not {demand}")
    if value != 5 and demand not in GOODS:
        raise fail(f"{row_name}: demand must be red, yellow, blue or black, not {demand}")
    colours = check_colours(row_name, row["colours"])
    return CityCard(name, value, None if value == 5 else GOODS.index(demand), colours)


def check_colours(row_name: str, names: list[str]) -> tuple[int, ...]:
    if not 1 <= len(names) <= len(COLOURS):
        raise fail(f"{row_name}: colours must have 1 to 5 entries, not {len(names)}")
    found: list[int] = []
    for colour in names:
        if colour not in COLOURS:
            raise fail(f"{row_name}: {colour} is not a track colour")
        if COLOURS.index(colour) in found:
            raise fail(f"{row_name}: {colour} is given twice")
        found.append(COLOURS.index(colour))
    return tuple(sorted(found))
