"""Positions that cannot be are refused on both sides, those that can be are taken."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import Changes, factory, maker, play, position, producing, seat, started, the_game
from edits import Edit, Position, all_of, drop, put, refused_after
from positions import Play, Rules, Side

EVERYTHING: Rules = {"expert_actions": True, "events": True, "shipping_optional": True}


def first(*path: str | int, to: Any) -> Edit:
    """Of seat 1."""
    return put("seats", 0, *path, to=to)


def food(key: str, to: Any) -> Edit:
    return put("seats", 0, "factories", "Food", key, to=to)


def middle(side: Side, **arguments: Any) -> Position:
    """Seat 2 of three acts in the sixth round; seat 3 has still to come."""
    owner = seat(
        factories={"Food": factory(2, 2, (2, 1), 3, 2, 9)},
        levels="Warehouse 3, Office 2",
        cards="Patent, Engineer",
        store="Food 2, Cutlery 1",
        cash=20,
        loans=1,
        ship_tokens=3,
        ships_used=2,
    )
    fields = {"event": "Boom", "events_shown": ["Boom", "Slump"], "rules": EVERYTHING} | arguments
    return position(side, [owner], players=3, in_round=6, start=0, turn=1, **fields)


def refused(side: Side, d: Position, edit: Edit, rules: Rules | None = None) -> None:
    refused_after(the_game(side, d["players"], None, EVERYTHING if rules is None else rules), d, edit)


SEAT_KEYS = (
    *("bankrupt_round", "cash", "shares", "share_value", "loans", "ship_tokens", "ships_used", "extra_used", "levels"),
    *("cards", "patent_used", "engineer", "engineer_turned", "price", "sold", "factories", "warehouses"),
)
KEYS = (
    *("format", "game", "players", "phase", "current_player", "round", "start_player", "demand", "wage_space"),
    *("neutral", "supply", "event", "events_shown", "kind", "used", "built", "token_moved", "card_turned"),
    *("set_factories", "begun", "producing", "rest", "given_up", "seats"),
)


# --- form -------------------------------------------------------------------------------------------------------------


def test_the_keys_of_the_page_in_its_order(side: Side) -> None:
    d = the_game(side, 3, None, EVERYTHING).state_from_dict(middle(side)).to_dict()
    assert tuple(d) == KEYS and tuple(d["seats"][0]) == SEAT_KEYS
    assert list(d["seats"][0]["factories"]["Food"]) == [
        *("decade", "worker_cards", "machines", "quality", "distribution", "appeal"),
    ]


@pytest.mark.parametrize("key", KEYS)
def test_each_key_is_needed_and_typed(side: Side, key: str) -> None:
    refused(side, middle(side), drop(key))
    refused(side, middle(side), put(key, to=1.5))


@pytest.mark.parametrize("key", SEAT_KEYS)
def test_each_key_of_a_seat_is_needed_and_typed(side: Side, key: str) -> None:
    refused(side, middle(side), drop("seats", 0, key))
    refused(side, middle(side), first(key, to=1.5))


@pytest.mark.parametrize("key", ["decade", "worker_cards", "machines", "quality", "distribution", "appeal"])
def test_each_key_of_a_factory_is_needed_and_typed(side: Side, key: str) -> None:
    refused(side, middle(side), drop("seats", 0, "factories", "Food", key))
    refused(side, middle(side), food(key, "x"))


@pytest.mark.parametrize(
    "edit",
    [
        put("more", to=1),
        first("more", to=1),
        food("more", 1),
        put("format", to=2),
        put("game", to="railways"),
        put("players", to=2),
        put("phase", to="Action"),
        put("demand", "Ale", to=1),
        drop("demand", "Food"),
        put("supply", "Foreman", to=0),
        put("supply", "Carpenter", to=1),
        put("event", to="Rain"),
        put("events_shown", to=["Boom", "Rain"]),
        put("events_shown", to=["Boom", "Boom"]),
        put("kind", to="stock"),
        put("set_factories", to=["Ale"]),
        put("begun", to=["Food"]),
        put("begun", to=[["Food", 3]]),
        put("producing", to="Ale"),
        put("given_up", to="Carpenter"),
        lambda d: d["seats"].pop(),
        first("levels", "Office", to=0),
        first("levels", "Garden", to=1),
        first("cards", to=["Engineer", "Engineer"]),
        first("cards", to=["Carpenter"]),
        first("engineer", to="Ale"),
        first("warehouses", to=[None, None]),
        first("warehouses", 0, to=["Food"]),
        first("warehouses", 0, to=["Ale", 1]),
        first("factories", "Ale", to=factory()),
        food("machines", [1]),
        food("machines", [1, 1, 0]),
        food("decade", True),
        put("built", to=0),
        first("extra_used", to=None),
    ],
)
def test_names_and_kinds(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


def test_names_may_come_in_any_order(side: Side) -> None:
    d = middle(side)
    game = the_game(side, 3, None, EVERYTHING)
    other = dict(reversed(d.items())) | {"events_shown": ["Slump", "Boom"]}
    other["seats"] = [dict(reversed(one.items())) for one in d["seats"]]
    other["seats"][0]["cards"] = ["Engineer", "Patent"]
    assert game.state_from_dict(other).to_bytes() == game.state_from_dict(d).to_bytes()
    assert game.state_from_dict(other).to_dict()["seats"][0]["cards"] == ["Patent", "Engineer"]


# --- ranges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        *(put("round", to=number) for number in (0, 13)),
        *(put("start_player", to=number) for number in (-1, 3)),
        *(put("current_player", to=number) for number in (-4, -1, 3)),
        *(put("demand", "Food", to=number) for number in (-5, 13)),
        *(put("wage_space", to=number) for number in (0, 14)),
        put("neutral", to=dict.fromkeys(("Food", "Clothes", "Cutlery", "Lamps"), 4)),
        *(first("cash", to=number) for number in (-1, 2_000_000_001)),
        *(first("shares", to=number) for number in (-1, 31)),
        *(first("share_value", to=number) for number in (0, 41)),
        *(first("loans", to=number) for number in (-1, 10)),
        *(first("ship_tokens", to=number) for number in (1, 10)),
        first("ships_used", to=3),
        first("levels", to={"Office": 4}),
        first("levels", to={"Warehouse": 3, "Office": 2, "Quality": 5}),
        *(food("decade", number) for number in (0, 3)),
        *(food("worker_cards", number) for number in (1, 3)),
        *(food("machines", numbers) for numbers in ([3, 0], [0, 2], [-1, 0])),
        *(food("quality", number) for number in (-1, 6)),
        *(food("distribution", number) for number in (-1, 5)),
        *(food("appeal", number) for number in (-1, 21)),
        put("used", to=1),
        put("rest", to=1),
    ],
)
def test_numbers_stay_in_their_ranges(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


def test_the_ends_of_the_ranges_are_taken(side: Side) -> None:
    d = middle(side)
    d["demand"] = {"Food": -4, "Clothes": 12, "Cutlery": 0, "Lamps": 0}
    d["wage_space"] = 13
    d["seats"][0] |= {"cash": 2_000_000_000, "shares": 30, "share_value": 40, "loans": 9, "ship_tokens": 9}
    d["seats"][1] |= {"cash": 0, "shares": 0, "share_value": 1}
    assert Play(the_game(side, 3, None, EVERYTHING).state_from_dict(d)).now == d


# --- what belongs together --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        put("supply", "Foreman", to=3),
        put("supply", "Patent", to=2),
        drop("supply", "Steward"),
        first("cards", to=["Patent", "Engineer", "Foreman"]),  # a third copy of the Foreman
        all_of(first("levels", to={"Warehouse": 3}), put("round", to=6)),  # two cards, Office for one
        all_of(first("cards", to=["Engineer"]), put("supply", "Patent", to=2), first("patent_used", to=True)),
        first("engineer", to=None),
        first("engineer", to="Lamps"),
        put("seats", 1, "engineer", to="Clothes"),
        put("seats", 1, "engineer_turned", to=True),
        put("seats", 1, "patent_used", to=True),
        all_of(first("engineer_turned", to=True), food("quality", 5)),
        first("levels", to={"Warehouse": 1, "Office": 2}),  # two goods where one fits
        first("warehouses", to=[["Food", 3], None, None]),
        first("warehouses", to=[["Food", 2], ["Cutlery", 2], None]),
        first("warehouses", to=[None, None, ["Food", 1]]),
        first("warehouses", 0, to=["Food", 0]),
        first("warehouses", 0, to=["Lamps", 1]),
        put("seats", 1, "factories", to={"Clothes": factory()}),  # everyone has two
        put("seats", 1, "price", to=5),  # before it is made
        first("price", to=5),  # without a factory of the active good
        first("sold", to=2),
        put("event", to=None),
        put("event", to="Blockade"),
        put("events_shown", to=["Boom"]),
        put("events_shown", to=["Boom", "Slump", "Blockade"]),
        put("kind", to="quality"),
        put("kind", to="automate"),
        put("built", to=True),
        put("token_moved", to=True),
        put("card_turned", to=True),
        put("set_factories", to=["Clothes"]),
        put("begun", to=[["Clothes", 1]]),
        put("producing", to="Clothes"),
        put("given_up", to="Foreman"),
        all_of(put("kind", to="build"), put("used", to=1)),
        all_of(put("kind", to="quality"), put("set_factories", to=["Food"])),  # not open at seat 2
        all_of(put("kind", to="quality"), put("set_factories", to=["Clothes"]), put("used", to=2)),
        all_of(put("kind", to="quality"), put("used", to=1)),  # nothing is set
        all_of(put("kind", to="distribution"), put("used", to=1)),
        all_of(put("kind", to="quality"), put("set_factories", to=["Clothes"]), put("card_turned", to=True)),
        all_of(put("kind", to="automate"), put("used", to=3)),
        all_of(put("kind", to="automate"), put("used", to=1), put("begun", to=[["Clothes", 1]])),
        put("seats", 0, "bankrupt_round", to=3),  # with cash and markers
        put("seats", 1, "bankrupt_round", to=3),  # and to act
        put("seats", 2, "bankrupt_round", to=7),
        put("phase", to="over"),
        put("phase", to="break"),
        put("phase", to="event"),
        put("phase", to="goods"),
        put("phase", to="points"),
        put("phase", to="take"),
        put("phase", to="lower"),
        put("phase", to="patent_step"),
        put("phase", to="engineer"),
        put("phase", to="ship"),
        put("phase", to="start"),
    ],
)
def test_what_belongs_together(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


@pytest.mark.parametrize(
    ("rules", "edit"),
    [
        ({"events": True}, put("seats", 0, "extra_used", to=True)),
        ({"events": True}, put("kind", to="early")),
        ({}, all_of(put("event", to="Boom"), put("events_shown", to=["Boom", "Slump"]))),
    ],
)
def test_modules_that_are_not_in_the_game(side: Side, rules: Rules, edit: Edit) -> None:
    shown: dict[str, Any] = {} if rules else {"event": None, "events_shown": []}
    refused(side, middle(side, rules=rules, **shown), edit, rules)


def test_in_round_1_seat_1_starts(side: Side) -> None:
    d = started(side, 3).now
    refused(side, d, all_of(put("start_player", to=1), put("current_player", to=1)), {})


def test_neutral_markers_belong_to_one_and_two_players(side: Side) -> None:
    refused(side, started(side, 2).now, put("neutral", to=None), {})


def test_cards_come_with_their_decade(side: Side) -> None:
    refused(side, started(side, 3).now, put("supply", "Steward", to=2), {})
    refused(side, started(side, 3).now, first("levels", to={"Quality": 4}), {})
    refused(side, started(side, 3).now, food("decade", 2), {})


def test_too_many_cards_in_use(side: Side) -> None:
    goods = ("Food", "Clothes", "Cutlery", "Lamps")
    owner = seat(only={good: factory() for good in goods})
    for key, count in (("quality", 4), ("distribution", 3)):
        d = position(side, [owner], in_round=2)
        edits = [put("seats", 0, "factories", good, key, to=1) for good in goods[:count]]
        refused(side, d, all_of(*edits), {})


# --- pending steps ----------------------------------------------------------------------------------------------------


def giving_up(side: Side) -> Position:
    owner = seat(only={"Food": factory(quality=5), "Cutlery": factory(quality=1), "Lamps": factory(quality=1)})
    owner |= {"cards": ["Craftsman", "Engineer"], "levels": {"Office": 1}}
    return play(side, [owner], in_round=2, phase="develop").do("give up Craftsman").now


@pytest.mark.parametrize(
    "edit",
    [
        put("given_up", to=None),
        put("given_up", to="Engineer"),
        put("given_up", to="Advertiser"),  # with a card too many, but of the other kind
        all_of(put("given_up", to="Foreman"), drop("supply", "Foreman"), put("seats", 1, "cards", to=["Foreman"])),
        first("levels", to={"Office": 2}),
        put("seats", 0, "factories", "Lamps", "quality", to=0),  # nothing is missing any more
        put("phase", to="take"),
    ],
)
def test_while_a_card_is_given_up(side: Side, edit: Edit) -> None:
    refused(side, giving_up(side), edit, {})


BOOM: dict[str, Any] = {"event": "Boom", "events_shown": ["Boom"]}


def shipping(side: Side) -> Position:
    return producing(side, [maker()], rules=EVERYTHING, **BOOM).do("develop Office").now


@pytest.mark.parametrize(
    "edit",
    [
        put("rest", to=0),
        put("rest", to=4),  # more than is made
        put("producing", to=None),
        put("producing", to="Lamps"),
        put("producing", to="Cutlery"),  # an Extra Production that was not taken
        first("sold", to=None),
        first("price", to=None),
        first("ship_tokens", to=9),  # no ship is left
        first("sold", to=21),
        put("current_player", to=1),
    ],
)
def test_while_ships_are_chosen(side: Side, edit: Edit) -> None:
    refused(side, shipping(side), edit)


def test_while_ships_of_an_extra_production_are_chosen(side: Side) -> None:
    for edit in (first("extra_used", to=False), put("seats", 0, "factories", "Cutlery", "worker_cards", to=0)):
        game = play(side, [seat(cash=20)], rules=EVERYTHING, **BOOM).do("extra Cutlery")
        refused(side, game.now, all_of(edit, put("rest", to=1)))


def choosing(side: Side) -> Position:
    quiet: Changes = seat(only={"Food": factory(), "Clothes": factory()}, cash=10)
    game = producing(side, [quiet, quiet, quiet], players=3, in_round=4, rules=EVERYTHING, **BOOM)
    return game.do("develop Office").now


@pytest.mark.parametrize(
    "edit",
    [
        put("current_player", to=0),  # seat 2 is the first after the start player
        put("round", to=6),
        first("shares", to=5),
        put("event", to="Boom"),
    ],
)
def test_while_the_start_player_is_chosen(side: Side, edit: Edit) -> None:
    refused(side, choosing(side), edit)


@pytest.mark.parametrize(
    "edit",
    [
        put("current_player", to=1),
        first("factories", to={"Food": factory(), "Lamps": factory()}),
        first("factories", to={}),
        first("factories", to={"Cutlery": factory()}),  # which seat 2 has
        put("round", to=2),
    ],
)
def test_while_starting_goods_are_chosen(side: Side, edit: Edit) -> None:
    """Seat 2 has chosen both; it is the turn of seat 1."""
    rules = {"expert_setup": True}
    game = started(side, 2, rules=rules).do("begin with Food", "begin with Cutlery", "begin with Lamps")
    refused(side, game.now, edit, rules)


def test_a_game_that_goes_on_is_not_over_and_one_that_is_over_does_not_go_on(side: Side) -> None:
    last = position(side, [seat(bankrupt_round=1, cash=0)], in_round=3, phase="over", start=1)
    refused(side, last, all_of(put("phase", to="action"), put("current_player", to=1)), {})
    refused(side, started(side, 2).now, all_of(put("phase", to="over"), put("current_player", to=-4)), {})
