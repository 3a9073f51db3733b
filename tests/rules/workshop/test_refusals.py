"""Positions that cannot be: a breach of each numbered check of the page is refused on both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from edits import Edit, Position, all_of, cannot_be, drop, move, put, refused_after
from positions import Side
from workshop.table import beginning, blocked, game_of, over, play, position


def refused(side: Side, d: Position, edit: Edit, variant: str = "standard") -> None:
    refused_after(game_of(side, d["players"], variant), d, edit)


def middle() -> Position:
    """Three players; blue has had a turn and red nominates one of two cards."""
    return position(
        industries={"Leeds": "2x red, blue", "York": "green"},
        links={"York - Leeds": "green"},
        hands=["Port", "Textile", "Crafts"],
        demand="Textile, Port, Crafts",
        next_order=["blue"],
        face_up="Hull, Wild 2",
        revenue=[3, 0, 2],
    )


def bidding() -> Position:
    """Four players: green nominates, red has bid 5 and blue is to speak; yellow has spoken before them."""
    auction = {"card": "Hull", "nominator": 2, "standing": 5, "leader": 0, "speaker": 1}
    order = ["green", "red", "blue", "yellow"]
    return position(4, phase="bid", order=order, player=1, face_up="Hull, Leeds, Stoke, York", auction=auction)


def closing() -> Position:
    return bidding() | {"phase": "close", "current_player": 2} | {"auction": bidding()["auction"] | {"speaker": 2}}


def a_build() -> Position:
    """Red has placed in York and laid a first Link."""
    turn = {"colour": "red", "card": "York", "town": "York", "link": "York - Leeds"}
    links = {"York - Leeds": "red", "Leeds - Hull": "blue"}
    industries = {"York": "red", "Leeds": "blue"}
    return position(phase="build", next_order=["red"], industries=industries, links=links, turn=turn)


def fists(*steps: str, **arguments: Any) -> Callable[[Side], Position]:
    """Two players, a round with hidden bids, some steps on."""
    base = {"phase": "fist_colour", "face_up": "York, Hull, Leeds, Stoke"} | arguments
    return lambda side: play(side, 2, **base).do(*steps).now


def first_edition(side: Side, *steps: str) -> Position:
    return play(side, 3, variant="first-edition", phase="fist_amount", player=0).do(*steps).now


# --- keys, types, names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(position()))
def test_no_key_is_missing_or_has_a_wrong_type(side: Side, key: str) -> None:
    refused(side, middle(), drop(key))
    refused(side, middle(), put(key, to="x"))
    refused(side, middle(), put(key, to=1.5))


@pytest.mark.parametrize(
    "edit",
    [
        put("colour", to="red"),
        put("format", to=2),
        put("format", to=True),
        put("format", to=1.0),
        put("game", to="workshops"),
        put("players", to=4),
        put("players", to=3.0),
        put("phase", to="Nominate"),
        put("current_player", to=1),
        put("current_player", to=-1),
        put("current_player", to=False),
        put("current_player", to=0.0),
        put("era", to="railway"),
        put("cash", to=[50, 50]),
        put("cash", 0, to=True),
        put("cash", 0, to=None),
        put("order", 0, to="Red"),
        put("order", 0, to="yellow"),
        put("next_order", 0, to=1),
        put("industries", "Ayr", to={"red": 1}),
        put("industries", "York", to={}),
        put("industries", "York", "red", to=0),
        put("industries", "York", "red", to=-1),
        put("industries", "York", "red", to=True),
        put("industries", "York", "yellow", to=1),
        put("links", "Leeds - York", to="red"),
        put("links", "York - Hull", to="black"),
        put("links", "York - Hull", to=None),
        put("demand", "Iron", to=1),
        put("demand", "Heavy Industry", to=0),
        put("hands", to=[{}, {}]),
        put("hands", 0, to=None),
        put("pool", "Port", to="3"),
        put("unseen", "Ayr", to=1),
        put("unseen", "Wild 5", to=1),
        put("face_up", "Hull", to=0),
        put("used", "Dover", to=0),
        put("fists", to=[None, None]),
        put("fists", 0, to={"colour": "red"}),
        put("turn", to={"colour": "red"}),
        put("auction", to={"card": "Hull"}),
    ],
)
def test_names_counts_and_ranges(side: Side, edit: Edit) -> None:
    refused(side, middle(), edit)


@pytest.mark.parametrize(
    "edit",
    [
        put("cash", 0, to=-1),
        put("cash", 0, to=40000),
        put("revenue", 2, to=-1),
        put("revenue", 2, to=40000),
        put("round", to=0),
        put("round", to=10),
        put("step", to=1),
    ],
)
def test_1_numbers(side: Side, edit: Edit) -> None:
    refused(side, middle(), edit)


def test_1_cash_and_revenue_go_up_to_2500_for_each_round(side: Side) -> None:
    game = play(side, era="rail", round=9, cash=[40000] * 3, revenue=[5000] * 3)
    assert game.scores() == [45000] * 3
    for key in ("cash", "revenue"):
        refused(side, game.now, put(key, 0, to=game.now[key][0] + 1))


def test_1_play_from_the_most_money_stays_within_the_bound(side: Side) -> None:
    """The last revenue, networks and demand of the era come on top of what the position allowed."""
    game = play(side, round=9, phase="demand_may", cash=[20000] * 3, revenue=[2500] * 3, hands=["Port"] * 3)
    game.do("pass", "pass", "pass")
    assert game.now["era"] == "rail"
    assert min(game.now["cash"]) >= 22500
    game.state.check_invariants()


def test_1_steps_of_the_demand_phases(side: Side) -> None:
    """Three boxes; in the drawing of counters two a player."""
    game = beginning(side).do("order red", "order blue", "order green")
    refused(side, game.now, put("step", to=6))
    refused(side, game.chance().now, put("step", to=3))
    refused(side, position(phase="demand_may", round=9, hands=["2x Port"] * 2 + ["Crafts"]), put("step", to=3))


# --- phase and time ---------------------------------------------------------------------------------------------------


def test_2_each_game_has_its_phases(side: Side) -> None:
    """No auction where bids are hidden, no hidden bids where there is an auction; a colour is chosen by two alone."""
    refused(side, middle(), put("phase", to="pick"))
    refused(side, middle(), put("phase", to="fist_amount"))
    refused(side, fists()(side), put("phase", to="nominate"))
    refused(side, first_edition(side), put("phase", to="fist_colour"), "first-edition")
    refused(side, beginning(side).now, put("phase", to="toss_demand"))
    refused(side, beginning(side, 2).now, put("phase", to="draw_order"))


@pytest.mark.parametrize("players", [2, 3])
def test_2_the_beginning_is_in_the_first_round_of_the_canal_era(side: Side, players: int) -> None:
    refused(side, beginning(side, players).now, put("round", to=2))
    refused(side, beginning(side, players).now, put("era", to="rail"))


def test_2_demand_phases_have_their_rounds(side: Side) -> None:
    may: dict[str, Any] = {"phase": "demand_may", "hands": ["Port"] * 3}
    must: dict[str, Any] = {"phase": "demand_must", "era": "rail", "hands": ["Port"] * 3}
    assert play(side, round=9, **may).player == play(side, round=1, **must).player == 0
    cannot_be(game_of(side), position(round=8, **may))
    cannot_be(game_of(side), position(round=2, **must))


def test_2_the_game_ends_in_the_last_round_of_the_railway_era(side: Side) -> None:
    assert play(side, phase="over", era="rail", round=9, player=-4).state.is_terminal()
    cannot_be(game_of(side), position(phase="over", era="rail", round=8, player=-4))
    cannot_be(game_of(side), position(phase="over", era="canal", round=9, player=-4))


def test_3_demand_first_is_there_in_demand_1_of_two_players(side: Side) -> None:
    game = beginning(side, 2)
    refused(side, game.now, put("demand_first", to=0))
    game.do("toss player 1")
    refused(side, game.now, put("demand_first", to=None))
    game.chance()
    refused(side, game.now, put("demand_first", to=None))
    refused(side, fists()(side), put("demand_first", to=0))
    refused(side, middle(), put("demand_first", to=0))


# --- the turn order ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [["red", "blue"], ["red", "blue", "red"], [], ["red", "blue", "green", "red"]])
def test_4_order(side: Side, order: list[str]) -> None:
    refused(side, middle(), put("order", to=order))


def test_4_order_while_it_is_drawn(side: Side) -> None:
    game = beginning(side).do("order green")
    refused(side, game.now, put("order", to=["green", "green"]))
    refused(side, game.now, put("order", to=["green", "red", "blue"]))


def test_4_two_players_have_none_in_the_first_round(side: Side) -> None:
    game = beginning(side, 2)
    order = ["red", "blue", "green", "yellow"]
    refused(side, game.now, put("order", to=order))
    while game.phase != "fist_colour":
        game.do(game.legal()[0])
    refused(side, game.now, put("order", to=order))
    refused(side, fists()(side), put("order", to=[]))


@pytest.mark.parametrize("order", [["red", "green", "blue", "yellow"], ["red", "blue", "green", "blue"]])
def test_4_each_auction_of_two_players_gives_each_a_box(side: Side, order: list[str]) -> None:
    refused(side, fists()(side), put("order", to=order))
    d = fists("fist red", "bid 2", "fist blue", "bid 1")(side)
    refused(side, d, put("next_order", to=["red", "green"]))


@pytest.mark.parametrize("boxes", [[], ["red", "blue"], ["blue", "blue"], ["green", "blue", "red"]])
def test_5_next_order_has_a_box_for_each_card_taken(side: Side, boxes: list[str]) -> None:
    refused(side, middle(), put("next_order", to=boxes))


def test_5_in_a_turn_its_colour_is_the_last(side: Side) -> None:
    refused(side, a_build(), put("next_order", to=["blue"]))


def test_5_the_last_card_is_not_nominated(side: Side) -> None:
    d = middle()
    fewer = all_of(put("next_order", to=["blue", "green"]), move("Hull", ("face_up",), ("used",)))
    refused(side, d, fewer)


def test_5_next_order_is_empty_between_rounds(side: Side) -> None:
    for d in (position(phase="reveal", player=-1), position(phase="demand_may", round=9, hands=["Port"] * 3)):
        refused(side, d, put("next_order", to=["red"]))


def test_5_next_order_with_hidden_bids(side: Side) -> None:
    refused(side, fists()(side), put("next_order", to=["red", "blue"]))
    picking = fists("fist red", "bid 2", "fist blue", "bid 1")
    refused(side, picking(side), put("next_order", to=["red"]))
    refused(side, picking(side), put("next_order", to=["red", "blue", "green", "yellow"]))
    second = fists("fist red", "bid 2", "fist blue", "bid 1", "choose York", "done", "choose Hull", "done")
    refused(side, second(side), put("next_order", to=[]))
    refused(side, first_edition(side), put("next_order", to=["red", "blue", "green"]), "first-edition")
    d = first_edition(side, "bid 1", "bid 2", "bid 3")
    refused(side, d, put("next_order", to=["green", "blue"]), "first-edition")


# --- map --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("town", "pieces"), [("York", {"red": 3}), ("Leeds", {"red": 2, "blue": 2, "green": 1})])
def test_6_a_town_holds_no_more_than_its_value(side: Side, town: str, pieces: dict[str, int]) -> None:
    refused(side, middle(), put("industries", town, to=pieces))


# --- counters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        move("Port", (), ("pool",)),
        move("Port", ("pool",), ()),
        move("Port", (), ("demand",)),
        move("Port", ("pool",), ("demand",)),
        move("Port", ("demand",), ("pool",)),
        move("Port", ("pool",), ("hands", 1)),
        all_of(move("Textile", ("demand",), ("hands", 0)), move("Crafts", ("demand",), ("hands", 0))),
    ],
)
def test_7_counters(side: Side, edit: Edit) -> None:
    """All are there, so many have been drawn, and no hand holds more than its player drew."""
    refused(side, middle(), edit)


def test_7_while_counters_are_drawn_hands_hold_what_was_drawn(side: Side) -> None:
    game = beginning(side).do(
        "order red", "order blue", "order green", "counter Port", "counter Port", "counter Crafts"
    )
    refused(side, game.now, move("Port", ("hands", 0), ("hands", 1)))
    refused(side, game.now, move("Port", ("hands", 0), ("demand",)))
    refused(side, beginning(side).now, move("Port", ("pool",), ("hands", 0)))


def test_7_everybody_can_place_in_demand_1(side: Side) -> None:
    game = beginning(side).do("order red", "order blue", "order green").chance()
    refused(side, game.now, move("Textile", ("hands", 0), ("demand",), number=2))


def test_7_who_is_asked_in_demand_2_holds_a_counter(side: Side) -> None:
    d = position(phase="demand_may", round=9, hands=["Port", "Textile", ""])
    refused(side, d, move("Port", ("hands", 0), ("demand",)))


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        move("Hull", (), ("unseen",)),
        move("Glasgow", (), ("used",)),
        move("Glasgow", ("unseen",), ()),
        move("Glasgow", ("unseen",), ("used",)),
        move("Wild 4", (), ("unseen",)),
        move("York", ("used",), ("unseen",)),
        put("deck", to=17),
        put("deck", to=19),
        put("set_aside", to=11),
        all_of(put("set_aside", to=13), move("Wild 4", ("used",), ("unseen",))),
        put("unseen_setup", to={"York": 1}),
        put("used", to={}),
    ],
)
def test_8_cards(side: Side, edit: Edit) -> None:
    refused(side, middle(), edit)


def test_8_set_up_cards_are_unseen_among_themselves(side: Side) -> None:
    """In the canal era; as many as have not been turned up."""
    refused(side, beginning(side).now, move("York", ("unseen_setup",), ("unseen",)))
    refused(
        side,
        beginning(side).now,
        all_of(move("York", ("unseen_setup",), ()), move("Leeds", ("unseen",), ("unseen_setup",))),
    )
    both = all_of(move("York", ("unseen_setup",), ("unseen",)), move("Leeds", ("unseen",), ("unseen_setup",)))
    refused(side, beginning(side).now, both)
    d = position(era="rail", round=1)
    refused(side, d, move("York", ("unseen" if "York" in d["unseen"] else "used",), ("unseen_setup",)))


def test_8_used_set_up_cards_do_not_come_back_in_the_canal_era(side: Side) -> None:
    """York is used, Glasgow unseen: the other way round York would be a card that is set aside."""
    exchange = all_of(move("York", ("used",), ("unseen",)), move("Glasgow", ("unseen",), ("used",)))
    refused(side, middle(), exchange)
    railway = middle() | {"era": "rail"}
    railway |= {key: position(era="rail", hands=["Port"] * 3)[key] for key in ("hands", "pool", "demand")}
    game = game_of(side)
    exchange(railway)
    assert game.state_from_dict(railway).to_dict() == railway


def test_8_face_up_cards_fit_the_phase(side: Side) -> None:
    may = position(phase="demand_may", round=9, hands=["Port"] * 3, used="Glasgow")
    refused(side, may, move("Glasgow", ("used",), ("face_up",)))
    refused(side, over(side, used="Glasgow").now, move("Glasgow", ("used",), ("face_up",)))
    reveal = position(phase="reveal", player=-1, face_up="Hull, Leeds")
    refused(side, reveal, all_of(move("Glasgow", ("unseen",), ("face_up",)), put("deck", to=18)))
    refused(side, fists()(side), move("Hull", ("face_up",), ("used",)))
    refused(side, first_edition(side), move("Hull", ("face_up",), ("used",)), "first-edition")


# --- the auction ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        put("auction", to=None),
        put("auction", "card", to="Dover"),
        put("auction", "nominator", to=3),
        put("auction", "speaker", to=2),
        put("auction", "speaker", to=4),
        put("auction", "leader", to=1),
        put("auction", "leader", to=2),
        put("auction", "leader", to=None),
        put("auction", "leader", to=4),
        put("auction", "standing", to=0),
        put("auction", "standing", to=51),
        put("auction", "standing", to=-1),
        put("auction", "bid", to=5),
        put("auction", to=["Hull", 2, 5, 0, 1]),
        drop("auction", "leader"),
        put("phase", to="close"),
    ],
)
def test_9_auction(side: Side, edit: Edit) -> None:
    refused(side, bidding(), edit)


def test_9_a_leader_has_spoken(side: Side) -> None:
    """Yellow speaks first, on green's left; red has not spoken yet when yellow has."""
    early = put("auction", to={"card": "Hull", "nominator": 2, "standing": 5, "leader": 0, "speaker": 0})
    refused(side, bidding(), all_of(early, put("current_player", to=0)))
    refused(side, closing(), put("auction", "leader", to=2))
    refused(side, closing(), put("auction", "speaker", to=1))


def test_9_nobody_who_has_a_card_bids(side: Side) -> None:
    """Yellow has a card: they neither lead nor speak."""
    d = bidding() | {"next_order": ["yellow"]}
    move("York", ("face_up",), ("used",))(d)
    refused(side, d, put("auction", "leader", to=3))
    refused(side, d, all_of(put("auction", "speaker", to=3), put("current_player", to=3)))


@pytest.mark.parametrize("make", [middle, a_build])
def test_9_no_auction_in_other_phases(side: Side, make: Callable[[], Position]) -> None:
    auction = {"card": "Hull", "nominator": 0, "standing": 0, "leader": None, "speaker": 1}
    refused(side, make(), put("auction", to=auction))


# --- fists ------------------------------------------------------------------------------------------------------------


def fist(colour: str, amount: int | None) -> dict[str, Any]:
    return {"colour": colour, "amount": amount}


@pytest.mark.parametrize(
    ("steps", "edit"),
    [
        ((), put("fists", 0, to=fist("red", 1))),
        ((), put("fists", 1, to=fist("blue", 1))),
        (("fist red",), put("fists", 0, to=None)),
        (("fist red",), put("fists", 0, to=fist("blue", None))),
        (("fist red",), put("fists", 1, to=fist("blue", 1))),
        (("fist red", "bid 5"), put("fists", 0, to=None)),
        (("fist red", "bid 5"), put("fists", 0, "amount", to=None)),
        (("fist red", "bid 5"), put("fists", 0, "amount", to=0)),
        (("fist red", "bid 5"), put("fists", 0, "amount", to=101)),
        (("fist red", "bid 5"), put("fists", 0, "amount", to=10000)),
        (("fist red", "bid 5"), put("fists", 0, "amount", to=-1)),
        (("fist red", "bid 5"), put("fists", 0, "colour", to="yellow")),
        (("fist red", "bid 5", "fist blue"), put("fists", 1, "amount", to=1)),
        (("fist red", "bid 5", "fist blue", "bid 2"), put("fists", 1, "amount", to=None)),
        (("fist red", "bid 5", "fist blue", "bid 2"), put("fists", 1, to=None)),
        (("fist red", "bid 5", "fist blue", "bid 2"), put("fists", 1, "colour", to="yellow")),
        (("fist red", "bid 5", "fist blue", "bid 2"), put("fists", 1, "amount", to=10000)),
        (("fist red", "bid 5", "fist blue", "bid 2", "choose York"), put("fists", to=[None, None])),
    ],
)
def test_10_fists(side: Side, steps: tuple[str, ...], edit: Edit) -> None:
    refused(side, fists(*steps)(side), edit)


def test_10_paid_fists_may_be_dearer_than_what_is_left(side: Side) -> None:
    d = fists("fist red", "bid 100", "fist blue", "bid 2")(side)
    assert d["cash"] == [0, 98] and d["fists"][0] == fist("red", 100)
    assert game_of(side, 2).state_from_dict(d).to_dict() == d


def test_10_colours_of_auction_2_are_forced(side: Side) -> None:
    steps = ("fist red", "bid 5", "fist blue", "bid 2", "choose York", "done", "choose Hull", "done")
    refused(side, fists(*steps, "bid 1")(side), put("fists", 0, "colour", to="red"))
    refused(side, fists(*steps)(side), put("fists", 0, to=fist("green", None)))


def test_10_fists_of_the_first_edition(side: Side) -> None:
    refused(side, first_edition(side, "bid 3"), put("fists", 0, "colour", to="blue"), "first-edition")
    refused(side, first_edition(side, "bid 3"), put("fists", 1, to=fist("blue", None)), "first-edition")
    refused(side, first_edition(side, "bid 3"), put("fists", 2, to=fist("green", 1)), "first-edition")
    d = first_edition(side, "bid 3", "bid 2", "bid 1")
    refused(side, d, put("fists", to=[None] * 3), "first-edition")


def test_10_fists_at_the_toss_are_equal(side: Side) -> None:
    game = beginning(side, 2)
    while game.phase != "fist_colour":
        game.do(game.legal()[0])
    game.do("fist red", "bid 5", "fist yellow", "bid 5")
    refused(side, game.now, put("fists", 0, "amount", to=4))


def test_10_no_fists_where_nobody_bids_in_secret(side: Side) -> None:
    refused(side, middle(), put("fists", 0, to=fist("red", 1)))
    reveal = position(2, phase="reveal", player=-1)
    refused(side, reveal, put("fists", to=[fist("red", 1), fist("blue", 1)]))


# --- the turn ---------------------------------------------------------------------------------------------------------


def in_phase(phase: str) -> Position:
    """Red's turn in each of its phases."""
    parts: dict[str, dict[str, Any]] = {
        "swap": {"turn": {"card": "Exeter"}, "links": blocked("Exeter")},
        "draw_swap": {"turn": {}, "player": -1, "links": blocked("Exeter")},
        "town": {"turn": {"card": "Wild 4"}},
        "displace": {"turn": {"card": "York", "town": "York"}, "industries": {"York": "2x blue"}},
        "build": {"turn": {"card": "Wild 2", "town": "York"}, "industries": {"York": "red"}},
    }
    arguments = {"phase": phase, "next_order": ["red"], "face_up": "Hull, Leeds"} | parts[phase]
    return position(**arguments | {"turn": {"colour": "red"} | arguments["turn"]})


@pytest.mark.parametrize(
    ("phase", "edit"),
    [
        *((phase, put("turn", to=None)) for phase in ("swap", "draw_swap", "town", "displace", "build")),
        *((phase, put("turn", "colour", to="blue")) for phase in ("swap", "town", "displace", "build")),
        *((phase, put("turn", "town", to="Leeds")) for phase in ("swap", "draw_swap", "town")),
        *((phase, put("turn", "town", to=None)) for phase in ("displace", "build")),
        *((phase, put("turn", "link", to="York - Leeds")) for phase in ("swap", "draw_swap", "town", "displace")),
        ("swap", all_of(put("turn", "card", to=None), move("Exeter", (), ("used",)))),
        ("swap", drop("links", "Bristol - Exeter")),
        ("draw_swap", all_of(put("turn", "card", to="Dover"), move("Dover", ("used",), ()))),
        ("town", all_of(put("turn", "card", to="York"), move("York", ("used",), ()), move("Wild 4", (), ("used",)))),
        ("displace", put("industries", to={"York": {"blue": 1}})),
        ("build", put("industries", to={"York": {"blue": 1}})),
        ("build", put("turn", "town", to="Leeds")),
        ("build", put("turn", "card", to=None)),
        ("build", put("turn", "town", to="Hull")),
        ("build", put("turn", "link", to="York - Leeds")),
        ("build", put("turn", to={"colour": "red", "card": "Wild 2"})),
    ],
)
def test_11_turn(side: Side, phase: str, edit: Edit) -> None:
    refused(side, in_phase(phase), edit)


@pytest.mark.parametrize("phase", ["swap", "draw_swap"])
def test_11_without_a_set_aside_card_nothing_is_swapped(side: Side, phase: str) -> None:
    d = in_phase(phase)
    left = list(d["unseen"])[:12]
    none = all_of(put("set_aside", to=0), *(move(card, ("unseen",), ("used",)) for card in left))
    refused(side, d, none)


def test_11_a_wild_card_is_swapped_if_all_its_towns_are_blocked(side: Side) -> None:
    towns = ("Carlisle", "Leeds", "Manchester", "Nottingham", "Leicester", "Norwich")
    links = blocked(*towns, by="red, blue, green")
    arguments: dict[str, Any] = {"next_order": ["red"], "turn": {"colour": "red", "card": "Wild 4"}, "links": links}
    refused(side, position(phase="swap", **arguments), drop("links", "London - Norwich"))


@pytest.mark.parametrize(
    "edit",
    [
        put("turn", "link", to="York - Hull"),
        put("turn", "link", to="Leeds - Hull"),
        put("links", "York - Leeds", to="blue"),
        drop("links", "York - Leeds"),
    ],
)
def test_11_the_first_link_is_single_at_the_town_and_the_colours(side: Side, edit: Edit) -> None:
    refused(side, a_build(), edit)


def test_11_a_double_is_no_first_link(side: Side) -> None:
    turn = {"colour": "red", "card": "Leeds", "town": "Leeds", "link": "Leeds - Manchester"}
    links = {"Leeds - Manchester": "red", "Leeds - Liverpool": "red"}
    d = position(phase="build", next_order=["red"], industries={"Leeds": "red"}, links=links, turn=turn)
    refused(side, d, put("turn", "link", to="Leeds - Liverpool"))


def test_11_no_turn_in_other_phases(side: Side) -> None:
    refused(side, middle(), put("turn", to={"colour": "red", "card": None, "town": None, "link": None}))
    refused(side, closing(), put("turn", to={"colour": "green", "card": None, "town": None, "link": None}))


# --- the empty map ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edit", [put("links", "York - Leeds", to="red"), put("revenue", 0, to=1)])
def test_12_no_links_and_no_revenue_before_the_first_round_and_after_the_end(side: Side, edit: Edit) -> None:
    refused(side, over(side).now, edit)
    refused(side, beginning(side).now, edit)
    refused(side, beginning(side, 2).now, edit)
    game = beginning(side).do("order red", "order blue", "order green")
    refused(side, game.now, edit)
    refused(side, game.chance().now, edit)
    refused(side, game.do(*(game.legal()[:1])).now, edit)
    refused(side, position(phase="demand_must", era="rail", round=1, hands=["2x Port", "2x Crafts", "Textile"]), edit)
    refused(side, position(phase="reveal", era="rail", round=1, player=-1), edit)
