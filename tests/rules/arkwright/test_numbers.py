"""Every number of the data file, changed in each direction: what is then seen in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from arkwright.random_files import RANGES
from arkwright.table import (
    HARBOUR,
    IDLE,
    Changes,
    after_production,
    demand,
    each,
    end_round,
    factory,
    legal,
    maker,
    own,
    play,
    producing,
    seat,
    the_game,
    works,
)
from data_files import DataFile
from edits import Edit, follow, put
from positions import Play, Side

FILE = DataFile("arkwright")
Scene = Callable[[Side, str], Any]
"""What is seen with a data file."""
Path = tuple[str | int, ...]
Also = Callable[[Any], list[Edit]]
"""What must change with a value, so that the file stays valid or the value shows."""
CASES: list[tuple[Path, Any, Scene, Any, Also]] = []
"""Where a value stands, the value, the scene, what is seen in it."""
FULL = {good: factory() for good in ("Food", "Clothes", "Cutlery", "Lamps")}


def alone(_value: Any) -> list[Edit]:
    return []


def case(*path: str | int, also: Also = alone, **seen: tuple[Any, Any]) -> Callable[[Scene], Scene]:
    """What is seen with each value at a path: ``low``, ``now`` (as shipped) and ``high`` are (value, seen)."""

    def note(scene: Scene) -> Scene:
        assert follow(FILE.content, path) == seen["now"][0]
        CASES.extend((path, value, scene, found, also) for value, found in seen.values())
        return scene

    return note


def listed(*path: str | int, seen: list[tuple[Any, Any]]) -> Callable[[Scene], Scene]:
    """The same for a list or a name, with any number of values."""

    def note(scene: Scene) -> Scene:
        CASES.extend((path, value, scene, found, alone) for value, found in seen)
        return scene

    return note


def started(side: Side, data: str, players: int = 2, variant: str | None = None) -> Play:
    return Play(the_game(side, players, variant, data=data).new_initial_state())


def most(game: Play, words: str) -> int:
    """The highest number at the end of the legal actions that begin so, 0 without one."""
    return max((int(text.split()[-1]) for text in legal(game, words)), default=0)


def many(game: Play, text: str) -> int:
    """How often the action can be taken one after the other."""
    count = 0
    while text in game.legal():
        game.do(text)
        count += 1
    return count


def cash_left(side: Side, data: str, owner: Changes, **arguments: Any) -> int:
    """After the production of a seat that had £100."""
    return int(own(after_production(side, [owner], data=data, **arguments))["cash"])


# --- frame, limits ----------------------------------------------------------------------------------------------------


def tiles(decades: int, goods: list[str] | None = None) -> list[Edit]:
    """Tiles and sides for other decades or goods; those of a fourth decade are like the third."""
    rows = FILE.content["tiles"]["rows"]
    named = goods or FILE.content["goods"]["names"]
    made = [
        rows[3 * (i % 4) + min(decade, 2)] | {"good": good, "decade": decade + 1}
        for i, good in enumerate(named)
        for decade in range(decades)
    ]
    flips = ["AA", "BA", "BB", "BB"][:decades]
    return [put("tiles", "rows", to=made), put("crew_flips", "by_decade", to=flips)]


@case("game", "decades", also=tiles, low=(1, 4), now=(3, 12), high=(4, 16))
@case("game", "rounds_per_decade", low=(2, 6), now=(4, 12), high=(12, 36))
def last_round(side: Side, data: str) -> Any:
    game = play(side, [seat(cash=100_000)] * 2, rules={"starter": "lowest_starts"}, data=data)
    while game.phase != "over":
        end_round(game)
    return game.now["round"]


@case("limits", "loans", low=(0, 1), now=(9, 10), high=(20, 21))
def loans(side: Side, data: str) -> Any:
    return len(legal(play(side, data=data).do("buy 0 shares"), "take"))


def penalties(tokens: int) -> list[Edit]:
    return [put("ships", "penalty", to=[0] * (tokens + 1))]


@case("limits", "ship_tokens", also=penalties, low=(5, (5, 5)), now=(9, (6, 9)), high=(20, (6, 20)))
def tokens(side: Side, data: str) -> Any:
    """Two ships for four goods, when four tokens lie there; and the most ships that have an action."""
    game = after_production(side, [maker(crew=2, ship_tokens=4)], data=data)
    texts = [game.state.action_to_string(i) for i in range(game.state.game.num_actions)]
    ships = [text for text in texts if text.startswith("ship ") and text.split()[1].isdigit()]
    return own(game)["ship_tokens"], len(ships) - 1


def flips(crew: int) -> list[Edit]:
    return [put("crew_flips", "by_decade", to=[text[:crew] for text in ("AAA", "BAA", "BBB")])]


@case("limits", "worker_cards", also=flips, low=(1, 0), now=(2, 1), high=(3, 2))
def crew(side: Side, data: str) -> Any:
    return many(started(side, data), "employ Food")


def served(side: Side, data: str, kind: str) -> int:
    """How many of four factories can have a point."""
    game = play(side, [seat(only=FULL, levels=f"{kind} 4")], in_round=9, data=data)
    return sum(many(game, f"{kind.lower()} {good} 1") for good in FULL)


@case("limits", "quality_cards", low=(1, 1), now=(3, 3), high=(4, 4))
def quality_cards(side: Side, data: str) -> Any:
    return served(side, data, "Quality")


@case("limits", "distribution_cards", low=(1, 1), now=(2, 2), high=(12, 4))
def distribution_cards(side: Side, data: str) -> Any:
    return served(side, data, "Distribution")


def quality_owner(quality: int, **changes: Any) -> Changes:
    return seat(only=FULL | {"Food": factory(quality=quality)}, levels=changes.pop("levels", "Quality 4"), **changes)


@case("limits", "quality_cap", low=(2, 2), now=(4, 4), high=(5, 5))
def quality_cap(side: Side, data: str) -> Any:
    return most(play(side, [quality_owner(0)], in_round=9, data=data), "quality Food")


@case("limits", "engineer_quality_cap", low=(5, 4), now=(6, 5), high=(9, 8))
def engineer_cap(side: Side, data: str) -> Any:
    owner = quality_owner(3, cards="Engineer", engineer="Food")
    return most(play(side, [owner], in_round=9, data=data), "quality Food")


@case("limits", "distribution_cap", low=(2, 2), now=(4, 4), high=(12, 8))
def distribution_cap(side: Side, data: str) -> Any:
    owner = seat(only=FULL, levels="Distribution 4")
    return most(play(side, [owner], in_round=9, data=data), "distribution Food")


# --- rules, shares, prices --------------------------------------------------------------------------------------------


def priced(side: Side, data: str, quality: int = 0) -> Play:
    owner = seat(only={"Food": factory(quality=quality), "Cutlery": factory()})
    return play(side, [owner], phase="price", data=data)


@case("rules", "token_positions", low=(1, 3), now=(4, 6), high=(7, 9))
@case("office", "value", low=(0, 5), now=(1, 6), high=(20, 25))
@case("tiles", "rows", 0, "price", low=(0, 4), now=(2, 6), high=(99, 103))
def highest_price(side: Side, data: str) -> Any:
    return most(priced(side, data), "price")


@case("quality", "price_divisor", low=(1, 10), now=(2, 8), high=(4, 7))
def price_of_quality(side: Side, data: str) -> Any:
    return most(priced(side, data, 4), "price")


@case("rules", "machine_upkeep", low=(0, 92), now=(1, 90), high=(9, 74))
def upkeep(side: Side, data: str) -> Any:
    return cash_left(side, data, maker(1, 2, (1, 1), **HARBOUR))


@case("rules", "emergency_divisor", low=(1, (0, 1)), now=(2, (0, 2)), high=(5, (0, 5)))
def emergency(side: Side, data: str) -> Any:
    game = after_production(side, [maker(cash=0, **HARBOUR)], data=data)
    return own(game)["cash"], own(game)["loans"]


@case("rules", "qualify_sales", low=(1, (12, 12)), now=(2, (10, 12)), high=(3, (10, 10)))
def qualifying(side: Side, data: str) -> Any:
    """With one sold at home, and with two."""
    games = [after_production(side, [maker(crew=0, appeal=sold, **HARBOUR)], data=data) for sold in (1, 2)]
    return tuple(own(game)["share_value"] for game in games)


@case("rules", "qualify_steps", low=(0, 11), now=(1, 12), high=(9, 20))
@case("rules", "appeal_steps", low=(0, 11), now=(1, 12), high=(9, 20))
def gained(side: Side, data: str) -> Any:
    return own(after_production(side, [maker(crew=0, appeal=2, **HARBOUR)], data=data))["share_value"]


@case("rules", "distribution_loss", low=(0, 2), now=(1, 1), high=(3, 0))
def lost(side: Side, data: str) -> Any:
    return works(after_production(side, [maker(distribution=2, **HARBOUR)], data=data), "Food")["distribution"]


@case("rules", "demand_drop", low=(0, [2, 3, 5, 6]), now=(1, [1, 2, 4, 5]), high=(99, [-4, -4, -4, -4]))
def dropped(side: Side, data: str) -> Any:
    return demand(started(side, data).do("employ Food"))


@case("rules", "wage_rise", low=(0, 1), now=(1, 2), high=(3, 4))
def wage(side: Side, data: str) -> Any:
    return started(side, data).do("employ Food").now["wage_space"]


@case("rules", "neutral_climb", low=(0, (4, 2)), now=(1, (5, 3)), high=(6, (10, 5)))
def climb(side: Side, data: str) -> Any:
    """Appeal and demand: 5, 7 and 9 are arrows."""
    game = end_round(play(side, [IDLE, IDLE], in_round=4, demand=(2, 2, 2, 2), data=data))
    return game.now["neutral"]["Lamps"], game.now["demand"]["Lamps"]


def final(side: Side, data: str, **changes: Any) -> int:
    return play(side, [seat(cash=changes.pop("cash", 0), **changes)], in_round=12, phase="over", data=data).scores()[0]


@case("rules", "loan_shares", low=(0, 60), now=(1, 40), high=(9, 0))
def loan_shares(side: Side, data: str) -> Any:
    return final(side, data, loans=2)


@case("ships", "penalty", 1, low=(0, 60), now=(1, 54), high=(250, 0))
def penalty(side: Side, data: str) -> Any:
    return final(side, data, ship_tokens=1)


@case("card_effects", "merchant_tokens", low=(0, 42), now=(2, 48), high=(20, 60))
def merchant_tokens(side: Side, data: str) -> Any:
    """Five tokens cost 3, three 2, none 0."""
    return final(side, data, ship_tokens=5, cards="Merchant")


@case("shares", "start", low=(0, 0), now=(6, 6), high=(30, 30))
def start_shares(side: Side, data: str) -> Any:
    return own(started(side, data))["shares"]


@case("shares", "start_value", low=(1, 1), now=(10, 10), high=(40, 40))
def start_value(side: Side, data: str) -> Any:
    return own(started(side, data))["share_value"]


@case("shares", "value_cap", low=(30, 30), now=(40, 40), high=(50, 42))
def value_cap(side: Side, data: str) -> Any:
    """Two steps from £40, or from the cap if that is lower."""
    cap = min(40, the_game(side, data=data).observation_channels[22].high)
    owner = maker(crew=0, appeal=2, share_value=cap, **HARBOUR)
    return own(after_production(side, [owner], data=data))["share_value"]


@case("shares", "holding_cap", low=(6, 0), now=(30, 24), high=(100, 94))
def holding(side: Side, data: str) -> Any:
    game = play(side, [seat(cash=1000)], data=data)
    return max(int(text.split()[1]) for text in legal(game, "buy"))


def two_sizes(_value: int) -> list[Edit]:
    return [put("limits", "quality_cap", to=6), put("limits", "engineer_quality_cap", to=7)]


@case("quality", "per_card", also=two_sizes, low=(2, 0), now=(4, 4), high=(6, 5))
def points_on_a_card(side: Side, data: str) -> Any:
    """Quality 6 takes three cards, two or one of the three: what is left for Clothes, with five points."""
    return most(play(side, [quality_owner(6)], in_round=9, data=data), "quality Clothes")


@case("ships", "owned", low=(0, 0), now=(2, 2), high=(20, 4))
def ships(side: Side, data: str) -> Any:
    """Four goods to ship."""
    return own(after_production(side, [maker(crew=2)], data=data))["ship_tokens"]


# --- the market board -------------------------------------------------------------------------------------------------


def strong(_value: int) -> list[Edit]:
    return [put("office", "value", to=9), put("appeal", "arrows", to=[3])]


@case("appeal", "top", also=strong, low=(10, 10), now=(20, 20), high=(99, 23))
def top(side: Side, data: str) -> Any:
    """6 of the tile, 9 of the office, 4 of each kind."""
    owner = seat(only={"Food": factory(quality=4, distribution=4), "Cutlery": factory()})
    return works(play(side, [owner], phase="price", data=data).do("price 2"), "Food")["appeal"]


@listed("appeal", "arrows", seen=[([3, 5, 7, 9], 4), ([], 2), ([1, 2, 3, 4, 5], 7), ([8], 2)])
def arrows(side: Side, data: str) -> Any:
    """Price 4 leaves appeal 5; the demand begins at 2."""
    owner = seat(only={"Food": factory(), "Cutlery": factory()})
    game = play(side, [owner], phase="price", demand=(2, 0, 0, 0), data=data).do("price 4")
    assert works(game, "Food")["appeal"] == 5
    return demand(game)[0]


@case("demand", "low", low=(-99, -5), now=(-4, -4), high=(-2, -2))
def low_end(side: Side, data: str) -> Any:
    low = 99 - the_game(side, data=data).observation_channels[5].high  # minus what is above 12, and 87 below
    start = max(-4, low - 87)
    return demand(play(side, demand=(start,) * 4, data=data).do("employ Food"))[0]


@case("demand", "high", low=(8, 8), now=(12, 12), high=(99, 15))
def high_end(side: Side, data: str) -> Any:
    """The price passes three arrows."""
    high = min(12, the_game(side, data=data).observation_channels[5].high - 4)
    owner = seat(only={"Food": factory(), "Cutlery": factory()})
    return demand(play(side, [owner], phase="price", demand=(high,) * 4, data=data).do("price 2"))[0]


@case("setups", "rows", 1, "demand", 0, low=(-4, -3), now=(1, 2), high=(12, 12))
def first_demand(side: Side, data: str) -> Any:
    """One more for the arrow under the neutral marker."""
    return demand(started(side, data))[0]


@case("setups", "rows", 1, "neutral", low=(-1, None), now=(4, 4), high=(20, 20))
def neutral(side: Side, data: str) -> Any:
    markers = started(side, data).now["neutral"]
    return markers and markers["Food"]


@case("setups", "rows", 1, "copies", low=(0, {}), now=(1, 1), high=(9, 9))
def copies(side: Side, data: str) -> Any:
    supply = started(side, data).now["supply"]
    return supply and supply["Foreman"]


@case("setups", "rows", 1, "wages", 0, low=(0, (92, 0)), now=(2, (90, 0)), high=(99, (3, 2)))
def first_wage(side: Side, data: str) -> Any:
    """One worker and a fixed cost of £8: £107 are £7 too many, which two emergency loans cover."""
    game = after_production(side, [maker(**HARBOUR)], data=data)
    return own(game)["cash"], own(game)["loans"]


@case("seats", "rows", 1, "cash", low=(0, 0), now=(12, 12), high=(999, 999))
def first_cash(side: Side, data: str) -> Any:
    return own(started(side, data))["cash"]


@listed("seats", "rows", 1, "first", seen=[("Food", ["Food", "Cutlery"]), ("Lamps", ["Cutlery", "Lamps"])])
@listed("seats", "rows", 1, "second", seen=[("Cutlery", ["Food", "Cutlery"]), ("Clothes", ["Food", "Clothes"])])
def first_goods(side: Side, data: str) -> Any:
    return list(own(started(side, data))["factories"])


@case("start", "worker_cards", low=(0, 0), now=(1, 1), high=(2, 2))
def first_crew(side: Side, data: str) -> Any:
    return works(started(side, data), "Food")["worker_cards"]


@case("start", "first_distribution", low=(0, 0), now=(2, 2), high=(4, 4))
def first_distribution(side: Side, data: str) -> Any:
    return works(started(side, data), "Food")["distribution"]


@case("start", "second_quality", low=(0, 0), now=(1, 1), high=(4, 4))
def second_quality(side: Side, data: str) -> Any:
    return works(started(side, data), "Cutlery")["quality"]


# --- factories --------------------------------------------------------------------------------------------------------


@case("tiles", "rows", 0, "appeal", low=(3, 4), now=(6, 7), high=(99, 20))
def tile_appeal(side: Side, data: str) -> Any:
    return works(priced(side, data).do("price 2"), "Food")["appeal"]


@case("tiles", "rows", 0, "output", low=(0, 1), now=(2, 3), high=(50, 51))
@case("crew_sides", "a_output", low=(0, 2), now=(1, 3), high=(50, 52))
def made(side: Side, data: str) -> Any:
    """What is left to be shipped when nothing is sold or stored."""
    game = producing(side, [maker()], data=data, rules={"shipping_optional": True}).do("develop Office")
    return int(game.now["rest"]) if game.phase == "ship" else 0


@case("tiles", "rows", 0, "fixed_cost", low=(0, 98), now=(8, 90), high=(90, 8))
def fixed_cost(side: Side, data: str) -> Any:
    return cash_left(side, data, maker(**HARBOUR))


@case("tiles", "rows", 0, "export", low=(0, 90), now=(2, 94), high=(99, 288))
def export(side: Side, data: str) -> Any:
    """Three made, two shipped."""
    return cash_left(side, data, maker())


@case("crew_sides", "a_units", low=(1, 90), now=(1, 90), high=(2, 88))
def small_crew(side: Side, data: str) -> Any:
    return cash_left(side, data, maker(**HARBOUR))


@case("crew_sides", "b_units", low=(1, 80), now=(2, 76), high=(4, 68))
def large_crew(side: Side, data: str) -> Any:
    """Two cards in decade III, each worker at £2."""
    return cash_left(side, data, maker(3, 2, **HARBOUR), in_round=9)


@case("crew_sides", "b_output", low=(0, 3), now=(3, 9), high=(50, 103))
def large_output(side: Side, data: str) -> Any:
    game = producing(side, [maker(3, 2)], data=data, in_round=9, rules={"shipping_optional": True}).do("develop Office")
    return game.now["rest"]


@listed("crew_flips", "by_decade", seen=[(["AA", "BA", "BB"], 82), (["AA", "BB", "BB"], 80), (["AA", "AA", "BB"], 84)])
def flipped(side: Side, data: str) -> Any:
    """Two cards in decade II, a fixed cost of £12."""
    return cash_left(side, data, maker(2, 2, **HARBOUR), in_round=5)


# --- board developments -----------------------------------------------------------------------------------------------


@case("tracks", "gates", 2, low=(1, (True, True)), now=(2, (False, True)), high=(9, (False, False)))
def gate(side: Side, data: str) -> Any:
    """Whether level 3 of Shipping is open in the first and in the second decade."""
    games = [play(side, [seat(levels="Shipping 2", price=3)], in_round=n, phase="develop", data=data) for n in (1, 5)]
    return tuple("develop Shipping" in game.legal() for game in games)


@case("tracks", "automation", 0, low=(0, 0), now=(2, 2), high=(30, 4))
def automation(side: Side, data: str) -> Any:
    owner = seat(only={"Food": factory(1, 2), "Cutlery": factory(1, 2)})
    game = play(side, [owner], data=data)
    return sum(many(game, f"automate {good} {card}") for good in ("Food", "Cutlery") for card in (1, 2))


@case("tracks", "quality", 0, low=(0, 0), now=(1, 1), high=(3, 3))
def quality_points(side: Side, data: str) -> Any:
    return most(play(side, [seat(only=FULL)], data=data), "quality Food")


@case("card_effects", "craftsman_points", low=(0, 1), now=(1, 2), high=(30, 4))
def craftsman(side: Side, data: str) -> Any:
    return most(play(side, [seat(only=FULL, cards="Craftsman")], data=data), "quality Food")


@case("tracks", "distribution", 0, low=(0, 0), now=(2, 2), high=(3, 3))
def distribution_points(side: Side, data: str) -> Any:
    return most(play(side, [seat(only=FULL)], data=data), "distribution Food")


@case("card_effects", "advertiser_points", low=(0, 2), now=(2, 4), high=(30, 4))
def advertiser(side: Side, data: str) -> Any:
    return most(play(side, [seat(only=FULL, cards="Advertiser")], data=data), "distribution Food")


@case("tracks", "shipping", 0, low=(1, 94), now=(1, 94), high=(99, 96))
def capacity(side: Side, data: str) -> Any:
    """Three to ship: two ships take two, or one all."""
    return cash_left(side, data, maker())


@case("tracks", "warehouse", 1, 0, low=(1, 1), now=(1, 1), high=(2, 2))
def warehouse(side: Side, data: str) -> Any:
    game = after_production(side, [maker(levels="Warehouse 1", **HARBOUR)], data=data)
    return own(game)["warehouses"][0][1]


@listed("tracks", "warehouse", seen=[([[1, 9, 2, 3]], [["Food", 3], None]), ([[]], [None])])
def warehouses(side: Side, data: str) -> Any:
    """Three are left: the smallest that takes all of them. Behind the small ones stands the large one."""
    game = started(side, data)
    d = game.now
    d["demand"]["Food"] = 12
    d |= {"phase": "develop", "current_player": 1}
    d["seats"][0] |= {"price": 5, "ships_used": 2, "ship_tokens": 2}
    after = Play(the_game(side, data=data).state_from_dict(d)).do("develop Office")
    return own(after)["warehouses"][-2:]


def one_level(office: int) -> list[Edit]:
    return [put("tracks", "office", to=[office])]


@case("tracks", "office", 0, also=one_level, low=(0, 0), now=(1, 1), high=(3, 3))
def office(side: Side, data: str) -> Any:
    """How many cards are taken in three rounds."""
    game = play(side, [seat(only=FULL, cash=1000), IDLE], data=data)
    for card in ("Foreman", "Patent", "Craftsman"):
        take_or_develop(game, card)
    return len(own(game)["cards"])


def take_or_develop(game: Play, card: str) -> None:
    """The turns of a round; the first player takes the card if that is possible."""
    now, taking = game.now["round"], f"take {card}"
    while game.now["round"] == now:
        legal = game.legal()
        if game.phase == "action":
            game.do("buy 0 shares")
        else:
            game.do(taking if game.player == 0 and taking in legal else legal[0])


# --- Development cards ------------------------------------------------------------------------------------------------


@case("cards", "rows", 0, "decade", low=(1, True), now=(1, True), high=(2, False))
def card_decade(side: Side, data: str) -> Any:
    return "Foreman" in started(side, data).now["supply"]


@case("card_effects", "foreman_wage_cut", low=(0, 90), now=(1, 91), high=(99, 91))
@case("card_effects", "foreman_least_wage", low=(0, 91), now=(1, 91), high=(99, 90))
def foreman(side: Side, data: str) -> Any:
    return cash_left(side, data, maker(cards="Foreman", **HARBOUR))


@case("card_effects", "steward_cost_cut", low=(0, 84), now=(2, 86), high=(250, 96))
def steward(side: Side, data: str) -> Any:
    return cash_left(side, data, maker(2, cards="Steward", **HARBOUR), in_round=5)


@case("card_effects", "agent_keeps", low=(1, 1), now=(2, 2), high=(12, 2))
def agent(side: Side, data: str) -> Any:
    game = after_production(side, [maker(distribution=2, cards="Sales Agent", **HARBOUR)], data=data)
    return works(game, "Food")["distribution"]


def cards_with(side: Side, data: str, kind: str, card: str) -> int:
    game = play(side, [seat(only=FULL, levels=f"{kind} 4", cards=card)], in_round=9, data=data)
    return sum(many(game, f"{kind.lower()} {good} 1") for good in FULL)


@case("card_effects", "craftsman_cards", low=(0, 3), now=(1, 4), high=(12, 4))
def craftsman_cards(side: Side, data: str) -> Any:
    return cards_with(side, data, "Quality", "Craftsman")


@case("card_effects", "advertiser_cards", low=(0, 2), now=(1, 3), high=(12, 4))
def advertiser_cards(side: Side, data: str) -> Any:
    return cards_with(side, data, "Distribution", "Advertiser")


@case("card_effects", "patent_decades", low=(0, False), now=(1, True), high=(9, True))
def patent_decades(side: Side, data: str) -> Any:
    owner = seat(levels="Shipping 2", cards="Patent", price=3)
    return "develop Shipping" in play(side, [owner], phase="develop", data=data).do("patent").legal()


@case("card_effects", "patent_steps", low=(1, 1), now=(2, 2), high=(9, 9))
def patent_steps(side: Side, data: str) -> Any:
    game = play(side, [seat(cards="Patent", price=3)], in_round=9, phase="develop", data=data).do("patent")
    steps = 0
    while game.phase == "patent_step":
        game.do(game.legal()[0])
        steps += 1
    return steps


@case("card_effects", "large_warehouse_size", low=(1, 1), now=(4, 3), high=(99, 3))
def large_warehouse(side: Side, data: str) -> Any:
    owner = maker(cards="Large Warehouse", **HARBOUR)
    return own(after_production(side, [owner], data=data, in_round=5))["warehouses"][-1][1]


@case("card_effects", "shipyard_ships", low=(0, 2), now=(1, 3), high=(20, 4))
def shipyard_ships(side: Side, data: str) -> Any:
    """Eight goods, ships of two."""
    game = after_production(side, [maker(3, 2, cards="Shipyard")], data=data, in_round=9)
    return min(4, own(game)["ship_tokens"])


@case("card_effects", "shipyard_capacity", low=(0, 3), now=(1, 2), high=(99, 1))
def shipyard_sailing(side: Side, data: str) -> Any:
    return own(after_production(side, [maker(cards="Shipyard")], data=data, in_round=5))["ship_tokens"]


@case("card_effects", "merchant_income", low=(0, 94), now=(1, 96), high=(99, 292))
def merchant_income(side: Side, data: str) -> Any:
    return cash_left(side, data, maker(cards="Merchant"), in_round=5)


@case("card_effects", "mechanic_upkeep", low=(0, 92), now=(0, 92), high=(9, 74))
def mechanic(side: Side, data: str) -> Any:
    return cash_left(side, data, maker(1, 2, (1, 1), cards="Mechanic", **HARBOUR), in_round=5)


@case("card_effects", "entrepreneur_sales", low=(0, (12, 12)), now=(1, (10, 12)), high=(2, (10, 10)))
def entrepreneur(side: Side, data: str) -> Any:
    """With nothing sold at home, and with one."""
    owners = [maker(crew=0, appeal=sold, cards="Entrepreneur", **HARBOUR) for sold in (0, 1)]
    return tuple(own(after_production(side, [owner], data=data, in_round=5))["share_value"] for owner in owners)


@case("card_effects", "engineer_value", low=(0, 7), now=(1, 8), high=(2, 9))
@case("card_effects", "engineer_turned", low=(0, 8), now=(2, 8), high=(6, 8))
def engineer(side: Side, data: str) -> Any:
    owner = seat(cards="Engineer", engineer="Food", only={"Food": factory(), "Cutlery": factory()})
    return works(play(side, [owner], phase="price", data=data).do("price 2"), "Food")["appeal"]


@case("card_effects", "engineer_turned", low=(0, 7), now=(2, 9), high=(6, 13))
def turned(side: Side, data: str) -> Any:
    only = {"Food": factory(), "Cutlery": factory()}
    owner = seat(cards="Engineer", engineer="Food", engineer_turned=True, only=only)
    return works(play(side, [owner], phase="price", data=data).do("price 2"), "Food")["appeal"]


@case("card_effects", "engineer_cost", low=(0, 0), now=(1, 1), high=(5, 5))
def engineer_cost(side: Side, data: str) -> Any:
    owner = quality_owner(0, cards="Engineer", engineer="Food")
    return play(side, [owner], in_round=9, data=data).do("turn engineer").now["used"]


# --- expert set-up, events, titles ------------------------------------------------------------------------------------


def expert(side: Side, data: str, players: int = 2) -> Play:
    return started(side, data, players, "expert")


def pointing(side: Side, data: str) -> Play:
    game = expert(side, data)
    while game.phase == "goods":
        game.do(game.legal()[0])
    return game


@case("expert", "takers", 2, low=(2, False), now=(2, False), high=(3, True))
def takers(side: Side, data: str) -> Any:
    """Whether a third player may begin with Food."""
    game = expert(side, data, 3).do("begin with Food", "begin with Food")
    return "begin with Food" in game.legal()


@case("expert", "cash", 1, low=(0, 0), now=(11, 11), high=(999, 999))
def expert_cash(side: Side, data: str) -> Any:
    return each(expert(side, data), "cash")[1]


@case("expert", "worker_cards", low=(0, 0), now=(1, 1), high=(2, 2))
def expert_crew(side: Side, data: str) -> Any:
    return works(expert(side, data).do("begin with Food"), "Food")["worker_cards"]


@case("expert", "points", low=(0, 0), now=(3, 3), high=(20, 20))
def points(side: Side, data: str) -> Any:
    game = pointing(side, data)
    spent = 0
    while game.phase == "points" and game.player == 0:
        game.do("cash")
        spent += 1
    return spent


@case("expert", "point_quality", low=(1, 1), now=(1, 1), high=(3, 3))
def point_quality(side: Side, data: str) -> Any:
    return most(pointing(side, data), "quality")


@case("expert", "point_distribution", low=(1, 1), now=(2, 2), high=(4, 4))
def point_distribution(side: Side, data: str) -> Any:
    return most(pointing(side, data), "distribution")


@case("expert", "point_cash", low=(0, 10), now=(5, 15), high=(999, 1009))
def point_cash(side: Side, data: str) -> Any:
    return own(pointing(side, data).do("cash"))["cash"]


def early_gates(_level: int) -> list[Edit]:
    return [put("tracks", "gates", to=[1, 1, 1, 3])]


@case("expert", "point_level", also=early_gates, low=(0, 0), now=(2, 2), high=(8, 3))
def point_level(side: Side, data: str) -> Any:
    """With three points."""
    game = pointing(side, data)
    while game.player == 0 and "develop Shipping" in game.legal():
        game.do("develop Shipping")
    return own(game)["levels"].get("Shipping", 0)


def event(side: Side, data: str, name: str, seats: list[Changes] | None = None, **arguments: Any) -> Play:
    return play(side, seats or [], phase="event", rules={"events": True}, data=data, **arguments).do(name)


@case("events", "rows", 0, "amount", low=(0, 1), now=(2, 3), high=(99, 11))
def riots(side: Side, data: str) -> Any:
    return event(side, data, "Bread riots").now["wage_space"]


@case("events", "rows", 1, "amount", low=(0, 5), now=(2, 3), high=(99, -4))
def boom(side: Side, data: str) -> Any:
    return demand(event(side, data, "Boom"))[2]


@case("events", "rows", 2, "amount", low=(0, 5), now=(2, 7), high=(99, 12))
def slump(side: Side, data: str) -> Any:
    return demand(event(side, data, "Slump"))[2]


def in_decade(name: str) -> dict[str, Any]:
    return {"event": name, "events_shown": [name], "rules": {"events": True}}


@case("events", "rows", 3, "amount", low=(0, 94), now=(1, 96), high=(99, 292))
def navigation(side: Side, data: str) -> Any:
    return cash_left(side, data, maker(), **in_decade("Navigation Act"))


@case("events", "rows", 4, "amount", low=(0, 0), now=(1, 1), high=(99, 2))
def blockade(side: Side, data: str) -> Any:
    return own(after_production(side, [maker()], data=data, **in_decade("Blockade")))["ship_tokens"]


@case("events", "rows", 5, "amount", low=(0, 22), now=(3, 25), high=(99, 121))
def credit(side: Side, data: str) -> Any:
    game = play(side, data=data, **in_decade("Cheap credit"))
    return own(game.do("buy 0 shares", "take 1 loan"))["cash"]


@case("events", "rows", 6, "amount", low=(0, 12), now=(2, 8), high=(99, 0))
def tax(side: Side, data: str) -> Any:
    return own(event(side, data, "Window tax"))["cash"]


@case("events", "rows", 7, "amount", low=(0, 0), now=(1, 1), high=(99, 3))
def breakers(side: Side, data: str) -> Any:
    owner = seat(only={"Food": factory(1, 2, (1, 1)), "Cutlery": factory(1, 1, (1, 0))})
    game = event(side, data, "Machine breakers", [owner, IDLE])
    broken = 0
    while game.phase == "break":
        game.do(game.legal()[0])
        broken += 1
    return broken


@case("solo", "rows", 1, "from", low=(1, "manufacturer"), now=(200, "workshop"), high=(279, "workshop"))
def title(side: Side, data: str) -> Any:
    """A score of 60."""
    return play(side, [seat(cash=0)], players=1, in_round=12, phase="over", data=data).view(0)["title"]


@pytest.mark.parametrize(("path", "value", "scene", "seen", "also"), CASES, ids=lambda value: None)
def test_each_number_is_seen_in_play(
    side: Side, path: Path, value: Any, scene: Scene, seen: Any, also: Callable[[Any], list[Edit]]
) -> None:
    assert scene(side, FILE.edited(put(*path, to=value), *also(value))) == seen


FIXED = {"players", "seat", "good", "source", "names", "name", "title", "side"}
"""Keys of rows that follow from their place, and words."""


def keys_of_the_file() -> set[tuple[str, ...]]:
    """Every table and key that holds numbers. What numbers of cards and events do is in ``test_kinds``."""
    found: set[tuple[str, ...]] = set()
    for table, content in FILE.content.items():
        if table == "format":
            continue
        keys = content["rows"][0] if "rows" in content else content
        found |= {(table, key) for key in keys if key not in FIXED}
    return found - {("tiles", "decade"), ("cards", "number"), ("events", "number")}


def test_no_number_is_left_out() -> None:
    tried = {tuple(part for part in path if isinstance(part, str) and part != "rows") for path, *_ in CASES}
    assert keys_of_the_file() <= tried
    assert {(table, key) for table, keys in RANGES.items() for key in keys} <= tried
