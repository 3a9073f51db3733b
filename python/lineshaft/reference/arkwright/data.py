"""The tables of Arkwright: declared and checked; see "Components and data" on the game's page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from ..data_file import SOURCE, Choice, Content, DataFile, List, Name, Pattern, Rows, Spot, Table, ValueKind, Whole

TRACKS = 6

# Tracks, in the order of the data.
AUTOMATION, QUALITY, DISTRIBUTION, SHIPPING, WAREHOUSE, OFFICE = range(TRACKS)
TRACK_KEYS = ("automation", "quality", "distribution", "shipping", "warehouse", "office")

# Development cards: the numbers that are printed on them; a file need not have all.
FOREMAN, STEWARD, SALES_AGENT, CRAFTSMAN, ADVERTISER, PATENT = range(1, 7)
LARGE_WAREHOUSE, SHIPYARD, MERCHANT, MECHANIC, ENTREPRENEUR, ENGINEER = range(7, 13)

# Events: their numbers; a file need not have all.
BREAD_RIOTS, BOOM, SLUMP, NAVIGATION_ACT, BLOCKADE, CHEAP_CREDIT, WINDOW_TAX, MACHINE_BREAKERS = range(1, 9)

# How many of a kind a file may have.
MOST_GOODS = 6
MOST_DECADES = 4
MOST_ROUNDS_PER_DECADE = 12
MOST_WORKER_CARDS = 3
MOST_LEVELS = 9
MOST_SMALL_WAREHOUSES = 4
MOST_SHIP_TOKENS = 20

SEATS = [(players, seat) for players in (1, 2, 3, 4) for seat in range(1, players + 1)]
"""The rows of ``[seats]``."""


def from_table(table: str, key: str, plus: int = 0) -> Callable[[Spot], int]:
    """A bound that is a number of a table."""
    return lambda spot: int(spot.content[table][key]) + plus


def good_names(spot: Spot) -> list[str]:
    names: list[str] = spot.content["goods"]["names"]
    return names


def decades(spot: Spot) -> int:
    return int(spot.content["game"]["decades"])


def tile_good(spot: Spot) -> tuple[str]:
    """The good of a row; rows too many begin again, their number is a cross-check."""
    names = good_names(spot)
    return (names[(spot.row - 1) // decades(spot) % len(names)],)


def most_first_distribution(spot: Spot) -> int:
    """Distribution needs a card."""
    limits = spot.content["limits"]
    return int(limits["distribution_cap"]) if limits["distribution_cards"] > 0 else 0


def most_first_quality(spot: Spot) -> int:
    """No more Quality at the start than the cards and the cap allow."""
    limits = spot.content["limits"]
    return min(int(limits["quality_cap"]), int(spot.content["quality"]["per_card"]) * int(limits["quality_cards"]))


def fewest_takers(spot: Spot) -> int:
    """So many must share a good that everybody finds two."""
    return -(-2 * spot.entry // len(good_names(spot)))


def sourced(**keys: ValueKind) -> Table:
    """A table that first says where its numbers come from."""
    return Table({"source": SOURCE, **keys})


CREW = from_table("limits", "worker_cards")
SETUPS: dict[str, ValueKind] = {
    "players": Whole(lambda spot: spot.row),
    "side": Choice(("A", "B")),
    "demand": List(Whole(from_table("demand", "low"), from_table("demand", "high")), 2, MOST_GOODS),
    "neutral": Whole(-1, from_table("appeal", "top")),
    "copies": Whole(0, 9),
    "wages": List(Whole(0, 99), 1, 40),
}
SEAT_KEYS: dict[str, ValueKind] = {
    "players": Whole(lambda spot: SEATS[spot.row - 1][0]),
    "seat": Whole(lambda spot: SEATS[spot.row - 1][1]),
    "first": Choice(good_names),
    "second": Choice(good_names),
    "cash": Whole(0, 999),
}
TILES: dict[str, ValueKind] = {
    "good": Choice(tile_good),
    "decade": Whole(lambda spot: (spot.row - 1) % decades(spot) + 1),
    "price": Whole(0, 99),
    "appeal": Whole(from_table("rules", "token_positions", -1), 99),
    "output": Whole(0, 50),
    "fixed_cost": Whole(0, 250),
    "export": Whole(0, 99),
}
LEVELS: dict[str, ValueKind] = {
    "automation": Whole(0, 30),
    "quality": Whole(0, 30),
    "distribution": Whole(0, 30),
    "shipping": Whole(1, 99),
    "warehouse": List(Whole(1, 99), 0, MOST_SMALL_WAREHOUSES),
    "office": Whole(0, 12),
}
"""What a level of each track says."""
CARD_KEYS: dict[str, ValueKind] = {"number": Whole(1, ENGINEER), "name": Name(), "decade": Whole(1, 9)}
EVENT_KEYS: dict[str, ValueKind] = {"number": Whole(1, MACHINE_BREAKERS), "name": Name(), "amount": Whole(0, 99)}
TABLES: dict[str, ValueKind] = {
    "format": Whole(2),
    "game": sourced(decades=Whole(1, MOST_DECADES), rounds_per_decade=Whole(1, MOST_ROUNDS_PER_DECADE)),
    "goods": sourced(names=List(Name(), 2, MOST_GOODS)),
    "limits": sourced(
        loans=Whole(0, 20),
        ship_tokens=Whole(0, MOST_SHIP_TOKENS),
        worker_cards=Whole(1, MOST_WORKER_CARDS),
        quality_cards=Whole(0, 12),
        distribution_cards=Whole(0, 12),
        quality_cap=Whole(0, 20),
        engineer_quality_cap=Whole(from_table("limits", "quality_cap"), 20),
        distribution_cap=Whole(0, 12),
    ),
    "rules": sourced(
        token_positions=Whole(1, 9),
        machine_upkeep=Whole(0, 99),
        emergency_divisor=Whole(1, 99),
        qualify_sales=Whole(0, 99),
        qualify_steps=Whole(0, 99),
        appeal_steps=Whole(0, 99),
        distribution_loss=Whole(0, 12),
        demand_drop=Whole(0, 99),
        wage_rise=Whole(0, 99),
        neutral_climb=Whole(0, 99),
        loan_shares=Whole(0, 9),
    ),
    "shares": sourced(
        start=Whole(0, 100),
        start_value=Whole(1, 250),
        value_cap=Whole(from_table("shares", "start_value"), 250),
        holding_cap=Whole(from_table("shares", "start"), 100),
    ),
    "office": sourced(value=Whole(0, 20)),
    "quality": sourced(per_card=Whole(1, 20), price_divisor=Whole(1, 20)),
    "ships": sourced(owned=Whole(0, 20), penalty=List(Whole(0, 250), 1, MOST_SHIP_TOKENS + 1)),
    "appeal": sourced(top=Whole(1, 99), arrows=List(Whole(1, from_table("appeal", "top")), 0, 40)),
    "demand": sourced(low=Whole(-99, 0), high=Whole(1, 99)),
    "setups": sourced(rows=Rows(SETUPS, 4)),
    "seats": sourced(rows=Rows(SEAT_KEYS, len(SEATS))),
    "start": sourced(
        worker_cards=Whole(0, CREW),
        first_distribution=Whole(0, most_first_distribution),
        second_quality=Whole(0, most_first_quality),
    ),
    "tiles": sourced(rows=Rows(TILES, 2, MOST_GOODS * MOST_DECADES)),
    "crew_sides": sourced(
        a_units=Whole(1, 4),
        a_output=Whole(0, 50),
        b_units=Whole(1, 4),
        b_output=Whole(0, 50),
    ),
    "crew_flips": sourced(
        by_decade=List(Pattern(f"[AB]{{1,{MOST_WORKER_CARDS}}}", "1 to 3 letters A or B"), 1, MOST_DECADES)
    ),
    "tracks": sourced(
        names=List(Name(), TRACKS),
        gates=List(Whole(1, 9), 0, MOST_LEVELS - 1),
        **{key: List(level, 1, MOST_LEVELS) for key, level in LEVELS.items()},
    ),
    "cards": sourced(rows=Rows(CARD_KEYS, 1, ENGINEER)),
    "card_effects": sourced(
        foreman_wage_cut=Whole(0, 99),
        foreman_least_wage=Whole(0, 99),
        steward_cost_cut=Whole(0, 250),
        agent_keeps=Whole(0, 12),
        craftsman_cards=Whole(0, 12),
        craftsman_points=Whole(0, 30),
        advertiser_cards=Whole(0, 12),
        advertiser_points=Whole(0, 30),
        patent_decades=Whole(0, 9),
        patent_steps=Whole(1, 9),
        large_warehouse_size=Whole(1, 99),
        shipyard_ships=Whole(0, 20),
        shipyard_capacity=Whole(0, 99),
        merchant_income=Whole(0, 99),
        merchant_tokens=Whole(0, 20),
        mechanic_upkeep=Whole(0, 99),
        # The Entrepreneur helps its holder, or does nothing.
        entrepreneur_sales=Whole(0, from_table("rules", "qualify_sales")),
        engineer_value=Whole(0, from_table("limits", "engineer_quality_cap")),
        engineer_turned=Whole(0, from_table("limits", "engineer_quality_cap")),
        engineer_cost=Whole(0, 9),
    ),
    "expert": sourced(
        takers=List(Whole(fewest_takers, lambda spot: spot.entry), 4),
        cash=List(Whole(0, 999), 4),
        worker_cards=Whole(0, CREW),
        points=Whole(0, 20),
        point_quality=Whole(1, 20),
        point_distribution=Whole(1, 12),
        point_cash=Whole(0, 999),
        point_level=Whole(0, 8),
    ),
    "events": sourced(rows=Rows(EVENT_KEYS, 1, MACHINE_BREAKERS)),
    "solo": sourced(rows=Rows({"from": Whole(0, lambda spot: 0 if spot.row == 1 else 99_999), "title": Name()}, 1, 12)),
}


@dataclass(frozen=True)
class Tile:
    """A side of a factory tile; ``price`` and ``appeal`` belong to its cheapest token position."""

    price: int
    appeal: int
    output: int
    fixed_cost: int
    export: int


@dataclass(frozen=True)
class Setup:
    """What depends on the number of players. ``neutral`` is None without neutral markers."""

    demand: tuple[int, ...]
    neutral: int | None
    copies: int
    wages: tuple[int, ...]


@dataclass(frozen=True)
class SeatRow:
    """The start of a seat in the basic set-up."""

    first: int
    second: int
    cash: int


class Data:
    """The data file, checked. Single numbers are read as ``data["shares", "start"]``."""

    def __init__(self, raw: Content) -> None:
        self.raw = raw
        self.decades: int = raw["game"]["decades"]
        self.rounds_per_decade: int = raw["game"]["rounds_per_decade"]
        self.rounds = self.decades * self.rounds_per_decade
        self.goods: list[str] = raw["goods"]["names"]
        self.worker_cards: int = raw["limits"]["worker_cards"]
        self.track_names: list[str] = raw["tracks"]["names"]
        self.gates: list[int] = raw["tracks"]["gates"]
        self.card_numbers: list[int] = [row["number"] for row in raw["cards"]["rows"]]
        self.card_names: list[str] = [row["name"] for row in raw["cards"]["rows"]]
        self.card_decades: list[int] = [row["decade"] for row in raw["cards"]["rows"]]
        self.event_numbers: list[int] = [row["number"] for row in raw["events"]["rows"]]
        self.event_names: list[str] = [row["name"] for row in raw["events"]["rows"]]
        self.event_amounts: list[int] = [row["amount"] for row in raw["events"]["rows"]]
        self.warehouse_sizes: list[list[int]] = raw["tracks"]["warehouse"]
        self.small_warehouses = max(map(len, self.warehouse_sizes))
        self.arrows: list[int] = raw["appeal"]["arrows"]
        self.penalty: list[int] = raw["ships"]["penalty"]
        self.titles: list[tuple[int, str]] = [(row["from"], row["title"]) for row in raw["solo"]["rows"]]

    def __getitem__(self, place: tuple[str, str]) -> int:
        value = self.raw[place[0]][place[1]]
        assert isinstance(value, int)
        return value

    def decade_of(self, in_round: int) -> int:
        """The decade, from 1, of a round, from 0 (R1)."""
        return in_round // self.rounds_per_decade + 1

    def good_of(self, in_round: int) -> int:
        """The active good of a round, from 0: each decade begins with the first good (R1, R55)."""
        return in_round % self.rounds_per_decade % len(self.goods)

    def is_card(self, card: int, number: int) -> bool:
        """Whether the row of a card has the number."""
        return self.card_numbers[card] == number

    def card_name(self, number: int) -> str:
        """The name of a card; the printed one where the file has left the card out."""
        if number in self.card_numbers:
            return self.card_names[self.card_numbers.index(number)]
        return {PATENT: "Patent", ENGINEER: "Engineer"}[number]

    def amount(self, number: int) -> int:
        """The amount of an event, 0 where the file has no such event."""
        return self.event_amounts[self.event_numbers.index(number)] if number in self.event_numbers else 0

    def track(self, track: int) -> list[int]:
        """The values of a track by level (for Warehouse: the number of small warehouses)."""
        if track == WAREHOUSE:
            return [len(sizes) for sizes in self.warehouse_sizes]
        values: list[int] = self.raw["tracks"][TRACK_KEYS[track]]
        return values

    def tile(self, good: int, decade: int) -> Tile:
        row = self.raw["tiles"]["rows"][self.decades * good + decade - 1]
        return Tile(row["price"], row["appeal"], row["output"], row["fixed_cost"], row["export"])

    def units(self, decade: int, card: int) -> int:
        """Labour units of a worker card in a factory with a tile of this decade (R12)."""
        return self["crew_sides", self.side(decade, card) + "_units"]

    def crew_output(self, decade: int, card: int) -> int:
        return self["crew_sides", self.side(decade, card) + "_output"]

    def side(self, decade: int, card: int) -> str:
        sides: str = self.raw["crew_flips"]["by_decade"][decade - 1]
        return sides[card].lower()

    def arrows_under(self, appeal: int) -> int:
        """The number of arrows that a marker on ``appeal`` has passed (R25)."""
        return sum(arrow <= appeal for arrow in self.arrows)

    def setup(self, players: int) -> Setup:
        row = self.raw["setups"]["rows"][players - 1]
        neutral = None if row["neutral"] < 0 else row["neutral"]
        return Setup(tuple(row["demand"]), neutral, row["copies"], tuple(row["wages"]))

    def seat(self, players: int, seat: int) -> SeatRow:
        row = self.raw["seats"]["rows"][players * (players - 1) // 2 + seat]
        return SeatRow(self.goods.index(row["first"]), self.goods.index(row["second"]), row["cash"])

    # --- what can be at most --------------------------------------------------------------------------------------

    def highest_quality(self) -> int:
        """The highest Quality that the cards of a factory can have."""
        engineer = min(self["card_effects", "engineer_value"], self["card_effects", "engineer_turned"])
        return max(self["limits", "quality_cap"], self["limits", "engineer_quality_cap"] - engineer)

    def added_price(self, quality: int) -> int:
        """What token, office and Quality can add to the price of a tile (R24)."""
        from_quality = -(-quality // self["quality", "price_divisor"])
        return self["rules", "token_positions"] - 1 + self["office", "value"] + from_quality

    def highest_price(self) -> int:
        tiles = max(row["price"] for row in self.raw["tiles"]["rows"])
        return int(tiles) + self.added_price(self.highest_quality())

    def highest_output(self) -> int:
        tiles = max(row["output"] for row in self.raw["tiles"]["rows"])
        return int(tiles) + self.worker_cards * max(self["crew_sides", "a_output"], self["crew_sides", "b_output"])

    def most_units(self) -> int:
        return max(self["crew_sides", "a_units"], self["crew_sides", "b_units"])

    def largest_warehouse(self) -> int:
        sizes = [size for sizes in self.warehouse_sizes for size in sizes]
        return max([self["card_effects", "large_warehouse_size"], *sizes])

    def most_used(self) -> int:
        """The most machines, points, steps or machines broken that a decision may count."""
        return max(
            *self.track(AUTOMATION),
            max(self.track(QUALITY)) + self["card_effects", "craftsman_points"],
            max(self.track(DISTRIBUTION)) + self["card_effects", "advertiser_points"],
            self["expert", "points"],
            self["card_effects", "patent_steps"],
            self.amount(MACHINE_BREAKERS),
        )


def load(file: DataFile) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong."""
    data = Data(file.read(TABLES))
    for check in (check_market, check_start, check_tiles, check_crews, check_tracks, check_cards, check_titles):
        check(file, data)
    return data


# --- cross-checks, in the order of the page ---------------------------------------------------------------------------


def check_rising(file: DataFile, data: Data, table: str, key: str) -> None:
    for row, (before, after) in enumerate(pairwise(data.raw[table]["rows"]), start=2):
        if after[key] <= before[key]:
            raise file.refuse(f"[{table}] row {row}: {key} must rise")


def check_market(file: DataFile, data: Data) -> None:
    found, wanted = len(data.penalty), data["limits", "ship_tokens"] + 1
    if found != wanted:
        raise file.refuse(
            f"[ships]: penalty must have {wanted} entries, one for each number of ship tokens from 0, not {found}"
        )
    if any(later <= earlier for earlier, later in pairwise(data.arrows)):
        raise file.refuse("[appeal]: arrows must rise")


def check_start(file: DataFile, data: Data) -> None:
    goods = len(data.goods)
    for number, row in enumerate(data.raw["setups"]["rows"], start=1):
        found = len(row["demand"])
        if found != goods:
            raise file.refuse(
                f"[setups] row {number}: demand must have {goods} entries, one for each good, not {found}"
            )
    for number, row in enumerate(data.raw["seats"]["rows"], start=1):
        if row["first"] == row["second"]:
            raise file.refuse(f"[seats] row {number}: first and second must differ")


def check_tiles(file: DataFile, data: Data) -> None:
    found, wanted = len(data.raw["tiles"]["rows"]), len(data.goods) * data.decades
    if found != wanted:
        raise file.refuse(f"[tiles] must have {wanted} rows, one for each good and decade, not {found}")


def check_crews(file: DataFile, data: Data) -> None:
    flips, cards = data.raw["crew_flips"]["by_decade"], data.worker_cards
    if len(flips) != data.decades:
        raise file.refuse(
            f"[crew_flips]: by_decade must have {data.decades} entries, one for each decade, not {len(flips)}"
        )
    for decade, sides in enumerate(flips, start=1):
        if len(sides) != cards:
            raise file.refuse(
                f"[crew_flips]: by_decade entry {decade} must have {cards} letters, one for each worker card, "
                f"not {len(sides)}"
            )
    for decade in range(2, data.decades + 1):
        for card in range(cards):
            if data.units(decade, card) < data.units(decade - 1, card):
                raise file.refuse(f"[crew_flips]: card {card + 1} must not shrink in decade {decade}")


def check_tracks(file: DataFile, data: Data) -> None:
    most = len(data.gates) + 1
    for key in TRACK_KEYS:
        found = len(data.raw["tracks"][key])
        if found > most:
            raise file.refuse(f"[tracks]: {key} must have at most {most} entries, one more than gates, not {found}")
    for level, (before, after) in enumerate(pairwise(data.warehouse_sizes), start=1):
        if len(after) < len(before) or any(b > a for b, a in zip(before, after, strict=False)):
            raise file.refuse(f"[tracks]: warehouse level {level} must not shrink")
    for level, (least, held) in enumerate(pairwise(data.track(OFFICE)), start=1):
        if held < least:
            raise file.refuse(f"[tracks]: office level {level} must not shrink")


def check_cards(file: DataFile, data: Data) -> None:
    check_rising(file, data, "cards", "number")
    cap = data["limits", "quality_cap"]
    if data["limits", "engineer_quality_cap"] - data["card_effects", "engineer_value"] < cap:
        raise file.refuse(f"[card_effects]: the Engineer leaves no room for Quality {cap}")
    check_rising(file, data, "events", "number")


def check_titles(file: DataFile, data: Data) -> None:
    check_rising(file, data, "solo", "from")
