"""Random data files that every check lets through: numbers from the whole of their ranges, kinds fewer or more."""

from __future__ import annotations

from random import Random
from typing import Any

from data_files import DataFile

from lineshaft.proof.toml_writer import dump

Table = dict[str, Any]
RANGES: dict[str, dict[str, tuple[int, int]]] = {
    "game": {"decades": (1, 4), "rounds_per_decade": (1, 12)},
    "limits": {
        "loans": (0, 20),
        "ship_tokens": (0, 20),
        "worker_cards": (1, 3),
        "quality_cards": (0, 12),
        "distribution_cards": (0, 12),
        "quality_cap": (0, 20),
        "engineer_quality_cap": (4, 20),  # not under quality_cap
        "distribution_cap": (0, 12),
    },
    "rules": {
        "token_positions": (1, 9),
        "machine_upkeep": (0, 99),
        "emergency_divisor": (1, 99),
        "qualify_sales": (0, 99),
        "qualify_steps": (0, 99),
        "appeal_steps": (0, 99),
        "distribution_loss": (0, 12),
        "demand_drop": (0, 99),
        "wage_rise": (0, 99),
        "neutral_climb": (0, 99),
        "loan_shares": (0, 9),
    },
    "shares": {
        "start": (0, 100),
        "start_value": (1, 250),
        "value_cap": (10, 250),  # not under start_value
        "holding_cap": (6, 100),  # not under start
    },
    "office": {"value": (0, 20)},
    "quality": {"per_card": (1, 20), "price_divisor": (1, 20)},
    "ships": {"owned": (0, 20)},
    "appeal": {"top": (1, 99)},
    "demand": {"low": (-99, 0), "high": (1, 99)},
    "start": {
        "worker_cards": (0, 2),  # limits.worker_cards
        "first_distribution": (0, 4),  # distribution_cap
        "second_quality": (0, 4),  # quality_cap
    },
    "crew_sides": {"a_units": (1, 4), "a_output": (0, 50), "b_units": (1, 4), "b_output": (0, 50)},
    "card_effects": {
        "foreman_wage_cut": (0, 99),
        "foreman_least_wage": (0, 99),
        "steward_cost_cut": (0, 250),
        "agent_keeps": (0, 12),
        "craftsman_cards": (0, 12),
        "craftsman_points": (0, 30),
        "advertiser_cards": (0, 12),
        "advertiser_points": (0, 30),
        "patent_decades": (0, 9),
        "patent_steps": (1, 9),
        "large_warehouse_size": (1, 99),
        "shipyard_ships": (0, 20),
        "shipyard_capacity": (0, 99),
        "merchant_income": (0, 99),
        "merchant_tokens": (0, 20),
        "mechanic_upkeep": (0, 99),
        "entrepreneur_sales": (0, 2),  # qualify_sales
        "engineer_value": (0, 6),  # engineer_quality_cap
        "engineer_turned": (0, 6),
        "engineer_cost": (0, 9),
    },
    "expert": {
        "worker_cards": (0, 2),  # limits.worker_cards
        "points": (0, 20),
        "point_quality": (1, 20),
        "point_distribution": (1, 12),
        "point_cash": (0, 999),
        "point_level": (0, 8),
    },
}
"""The numbers that stand alone in their table, with their ranges in the shipped file."""

SHIPPED = DataFile("arkwright").content
SEATS = [(players, seat) for players in (1, 2, 3, 4) for seat in range(1, players + 1)]


class Maker:
    """Draws the numbers of one file: near the shipped ones as often as from the whole range, and the ends of it."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.wild = self.rng.choice((0.1, 0.4, 1.0))
        """How often a number leaves the neighbourhood of the shipped one."""
        self.file: Table = {"format": 2}

    def number(self, low: int, high: int, usual: int) -> int:
        if self.rng.random() < self.wild:
            return self.rng.choice((low, high, self.rng.randint(low, high), self.rng.randint(low, high)))
        return min(max(low, usual + self.rng.choice((-1, 0, 0, 1))), high)

    def numbers(self, low: int, high: int, usual: list[int], count: int) -> list[int]:
        return [self.number(low, high, usual[min(i, len(usual) - 1)]) for i in range(count)]

    def fill(self, table: str, **bounds: tuple[int, int]) -> Table:
        """A table of single numbers; ``bounds`` replace those of the shipped file."""
        own: Table = {"source": "invented"}
        for key, ends in RANGES.get(table, {}).items():
            own[key] = self.number(*bounds.get(key, ends), SHIPPED[table][key])
        self.file[table] = own
        return own

    def rows(self, table: str, rows: list[Table]) -> None:
        self.file[table] = {"source": "invented", "rows": rows}

    def make(self) -> str:
        frame = self.fill("game")
        self.file["goods"] = {"source": "invented", "names": [f"Good {i}" for i in range(self.number(2, 6, 4))]}
        self.make_limits()
        self.make_market()
        self.make_start()
        self.make_factories(frame["decades"])
        self.make_tracks()
        self.make_cards()
        self.make_modules()
        return dump({key: self.file[key] for key in SHIPPED})

    @property
    def goods(self) -> list[str]:
        names: list[str] = self.file["goods"]["names"]
        return names

    def make_limits(self) -> None:
        limits = self.fill("limits")
        limits["engineer_quality_cap"] = self.number(limits["quality_cap"], 20, limits["quality_cap"] + 2)
        self.fill("rules")
        shares = self.fill("shares")
        shares["value_cap"] = self.number(shares["start_value"], 250, 40)
        shares["holding_cap"] = self.number(shares["start"], 100, 30)
        for table in ("office", "quality", "ships"):
            self.fill(table)
        tokens = limits["ship_tokens"] + 1
        self.file["ships"]["penalty"] = self.numbers(0, 250, SHIPPED["ships"]["penalty"], tokens)

    def make_market(self) -> None:
        top = self.fill("appeal")["top"]
        most = min(40, top)
        self.file["appeal"]["arrows"] = sorted(self.rng.sample(range(1, top + 1), self.rng.randint(0, most)))
        track = self.fill("demand")
        rows = []
        for usual in SHIPPED["setups"]["rows"]:
            demand = self.numbers(track["low"], track["high"], usual["demand"], len(self.goods))
            wages = self.numbers(0, 99, usual["wages"], self.number(1, 40, len(usual["wages"])))
            drawn = {"neutral": self.number(-1, top, usual["neutral"]), "copies": self.number(0, 9, usual["copies"])}
            rows.append(usual | {"demand": demand, "wages": wages} | drawn)
        self.rows("setups", rows)

    def make_start(self) -> None:
        limits, rows = self.file["limits"], []
        for players, seat in SEATS:
            first, second = self.rng.sample(self.goods, 2)
            cash = self.number(0, 999, 12)
            rows.append({"players": players, "seat": seat, "first": first, "second": second, "cash": cash})
        self.rows("seats", rows)
        quality = min(limits["quality_cap"], self.file["quality"]["per_card"] * limits["quality_cards"])
        distribution = limits["distribution_cap"] if limits["distribution_cards"] else 0
        crew = (0, limits["worker_cards"])
        self.fill("start", worker_cards=crew, first_distribution=(0, distribution), second_quality=(0, quality))

    def make_factories(self, decades: int) -> None:
        positions, crew, rows = self.file["rules"]["token_positions"], self.file["limits"]["worker_cards"], []
        for good in self.goods:
            for decade in range(1, decades + 1):
                usual = {"price": 3 + decade, "output": 2, "fixed_cost": 6 + 4 * decade, "export": 3 + decade}
                most = {"price": 99, "output": 50, "fixed_cost": 250, "export": 99}
                drawn = {key: self.number(0, most[key], usual[key]) for key in most}
                drawn["appeal"] = self.number(positions - 1, 99, 4 + 2 * decade)
                rows.append({"good": good, "decade": decade, **drawn})
        self.rows("tiles", rows)
        sides = self.fill("crew_sides")
        grows = sorted("AB", key=lambda side: sides[f"{side.lower()}_units"])
        turns = [self.rng.randint(0, decades) for _ in range(crew)]
        flips = ["".join(grows[decade >= turn] for turn in turns) for decade in range(decades)]
        self.file["crew_flips"] = {"source": "invented", "by_decade": flips}

    def make_tracks(self) -> None:
        usual = SHIPPED["tracks"]
        gates = self.numbers(1, 9, usual["gates"], self.number(0, 8, 4))
        tracks: Table = {"source": "invented", "names": usual["names"], "gates": gates}
        for key, low, high in (("automation", 0, 30), ("quality", 0, 30), ("distribution", 0, 30), ("shipping", 1, 99)):
            tracks[key] = self.numbers(low, high, usual[key], self.rng.randint(1, len(gates) + 1))
        tracks["warehouse"] = self.warehouses(self.rng.randint(1, len(gates) + 1))
        tracks["office"] = sorted(self.numbers(0, 12, usual["office"], self.rng.randint(1, len(gates) + 1)))
        self.file["tracks"] = tracks

    def warehouses(self, levels: int) -> list[list[int]]:
        """Level by level none is lost and none shrinks."""
        sizes: list[int] = []
        found = []
        for _ in range(levels):
            sizes = [min(99, size + self.rng.choice((0, 0, 1, 40))) for size in sizes]
            sizes += [self.number(1, 99, 2)] * (len(sizes) < 4 and self.rng.random() < 0.6)
            found.append(sizes)
        return found

    def make_cards(self) -> None:
        limits = self.file["limits"]
        numbers = sorted(self.rng.sample(range(1, 13), self.rng.choice((1, 4, 8, 11, 12, 12))))
        names = {row["number"]: row["name"] for row in SHIPPED["cards"]["rows"]}
        rows = [{"number": n, "name": names[n], "decade": self.number(1, 9, self.rng.randint(1, 2))} for n in numbers]
        self.rows("cards", rows)
        cap = limits["engineer_quality_cap"]
        self.fill(
            "card_effects",
            entrepreneur_sales=(0, self.file["rules"]["qualify_sales"]),
            engineer_value=(0, cap - limits["quality_cap"]),
            engineer_turned=(0, cap),
        )

    def make_modules(self) -> None:
        crew = (0, self.file["limits"]["worker_cards"])
        expert = self.fill("expert", worker_cards=crew)
        fewest = [-(-2 * players // len(self.goods)) for players in (1, 2, 3, 4)]
        expert["takers"] = [self.number(low, i, i) for i, low in enumerate(fewest, start=1)]
        expert["cash"] = self.numbers(0, 999, SHIPPED["expert"]["cash"], 4)
        events = SHIPPED["events"]["rows"]
        chosen = sorted(self.rng.sample(range(8), self.rng.choice((1, 2, 3, 7, 8))))
        self.rows("events", [events[i] | {"amount": self.number(0, 99, events[i]["amount"])} for i in chosen])
        titles = self.rng.randint(1, 12)
        rises = [0, *sorted(self.rng.sample(range(1, 99_999), titles - 1))]
        self.rows("solo", [{"from": least, "title": f"Title {i}"} for i, least in enumerate(rises)])


def random_file(seed: int) -> str:
    """The text of a valid file; the same seed gives the same."""
    return Maker(seed).make()
