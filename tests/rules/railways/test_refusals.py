"""Positions that cannot be: a breach of each numbered check of the page is refused on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from edits import Edit, Position, all_of, drop, move, put, refused_after
from positions import Play, Side
from railways.table import OVER, link, nothing_left, pass_turn, play, position

LINKS = [
    link("Louisville", "Start", 1, "orange", cubes="yellow, blue"),
    link("Rochester", "Louisville", 0, "orange", cubes="red"),
    link("Topeka", "Louisville", 0, "brown"),
]
HANDS = ["Fargo, 2x violet 2, violet 1, engine, white 2", "Boston, Abilene, 2x orange 2, green 1"]


def middle(side: Side, **arguments: Any) -> Position:
    """A position in the middle of a game, which the edits spoil."""
    return position(
        side,
        LINKS,
        HANDS,
        engines=[2, 1],
        delivered=["black", ""],
        pile="brown 1, engine",
        known=[{"engine": 1}, {"green 1": 1}],
        v2_hidden=[1, 1],
        **arguments,
    )


def lay_instead(laid: str, instead: str) -> Edit:
    """Another card lies on the table."""
    return all_of(move(laid, (), ("deck",)), move(instead, ("deck",), ()))


def on_the_pile(card: str) -> Edit:
    """Puts a card that is elsewhere on the discard pile as well."""
    return lambda d: d["discard_pile"].append(card)


def refused(side: Side, d: Position, *edits: Edit, **rules: Any) -> None:
    variant = rules.pop("variant", "standard")
    refused_after(side.loaded("railways", d["players"], variant, rules), d, *edits)


def city(name: str, key: str, to: Any) -> Edit:
    def edit(d: Position) -> None:
        next(row for row in d["cities"] if row["name"] == name)[key] = to

    return edit


@pytest.mark.parametrize(
    "edit",
    [
        *(put(key, to="x") for key in ("format", "players", "turn_player", "first_player", "round", "picks_done")),
        *(put(key, to=1) for key in ("game", "phase", "end_trigger", "deck", "open", "cities")),
        *(put(key, to=1) for key in ("hands", "known", "v2_hidden", "engines", "points", "delivered", "build")),
        *(drop(key) for key in ("format", "current_player", "deck", "v2_hidden", "cube", "build")),
        put("colour", to="red"),
        put("format", to=2),
        put("format", to=True),
        put("game", to="trains"),
        put("players", to=3),
        put("phase", to="Action"),
        put("turn_player", to=2),
        put("turn_player", to=-1),
        put("turn_player", to=True),
        put("current_player", to=1),
        put("current_player", to=-1),
        put("round", to=1.0),
        put("round", to=-1),
        put("end_trigger", to="cards"),
        put("picks_done", to=3),
        put("deck", "white 3", to=1),
        put("deck", "engine", to=0),
        put("deck", "engine", to=-1),
        put("deck", "engine", to=True),
        put("open", to=["white 1", "white 1"]),
        put("open", 0, to="white"),
        put("discard_pile", 0, to=None),
        put("bag", "pink", to=1),
        put("hands", to=[{}]),
        put("v2_hidden", 0, to=True),
        put("v2_hidden", 0, to=2),
        put("final_deliveries", to=True),
        put("final_deliveries", to=2),
        put("engines", 0, to=22),
        put("engines", 0, to=-1),
        put("points", to=[8, 4, 0]),
        put("points", 0, to=None),
        put("delivered", 0, to={"pink": 1}),
        put("shipment", to={"from": "Louisville"}),
        put("build", to={"city": "Fargo"}),
        put("cube", to="pink"),
        city("Louisville", "parent", "Nowhere"),
        city("Louisville", "owner", 2),
        city("Louisville", "owner", None),
        city("Louisville", "colour", "pink"),
        city("Louisville", "value", "3"),
        city("Louisville", "name", "Start"),
        drop("cities", 0, "cubes"),
        put("cities", 0, "row", to=1),
        put("cities", 0, to=["Cleveland", "Atlanta", 1, 3, "green", {}]),
        lambda d: d["cities"].reverse(),
        lambda d: d["cities"].append(d["cities"][2]),
    ],
)
def test_wrong_types_names_and_ranges(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


@pytest.mark.parametrize(
    "edit",
    [
        move("violet 2", (), ("deck",), number=3),
        move("engine", (), ("hands", 1)),
        move("Chicago", (), ("hands", 1)),
        move("Chicago", ("deck",), ()),
        move("Louisville", (), ("deck",)),
        put("open", 0, to="Boston"),
        on_the_pile("Fargo"),
        put("engines", 0, to=3),
        put("engines", 0, to=1),
        move("orange 2", ("deck",), ()),
        move("white 1", ("deck",), ()),
        move("engine", ("deck",), ()),
        city("Louisville", "value", 4),
        city("Topeka", "colour", "green"),
    ],
)
def test_1_cards(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


def test_1_each_link_has_a_track_card(side: Side) -> None:
    """The worth of the colour is right, but its two links have one card: a 2, and two wilds."""
    links = [link("Fargo", "Start", 0, "violet"), link("Savannah", "Start", 0, "violet", ones=1, wilds=1)]
    d = position(side, links)
    refused(side, d, move("violet 1", (), ("deck",)), move("engine", ("deck",), ()))


def test_1_no_engines_in_the_family_game(side: Side) -> None:
    d = position(side, hands=["white 2"], variant="family")
    refused(side, d, move("engine", (), ("hands", 0)), variant="family")


@pytest.mark.parametrize(
    "edit",
    [
        move("red", ("bag",), ()),
        move("red", (), ("bag",)),
        move("red", (), ("delivered", 0)),
        move("red", (), ("cities", 0, "cubes")),
        move("red", ("bag",), ("cities", 1, "cubes"), number=2),
    ],
)
def test_2_cubes(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


def test_2_no_cubes_in_the_family_game(side: Side) -> None:
    d = position(side, [link("Fargo", "Start", 0, "violet")], variant="family")
    refused(side, d, put("bag", to={"red": 1}), variant="family")


@pytest.mark.parametrize(
    "edit",
    [
        city("Topeka", "parent", "Chicago"),
        city("Louisville", "parent", "Rochester"),
        city("Louisville", "parent", "Louisville"),
        all_of(city("Topeka", "colour", "violet"), lay_instead("brown 2", "violet 2")),
        all_of(city("Topeka", "colour", "orange"), lay_instead("brown 2", "orange 2")),
        all_of(city("Topeka", "value", 1), lay_instead("brown 2", "brown 1"), put("points", 0, to=6)),
    ],
)
def test_3_network(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


def test_3_a_link_is_worth_19_at_most(side: Side) -> None:
    d = position(side, [link("Fargo", "Start", 0, "violet", ones=1, twos=7, wilds=4)])
    refused(side, d, move("engine", ("deck",), ()), city("Fargo", "value", 20), put("points", 0, to=20))


def test_3_option_overpay_cap(side: Side) -> None:
    d = position(side, [link("Fargo", "Start", 0, "violet", twos=2)], rules={"overpay_cap": 2})
    more = (city("Fargo", "value", 5), put("points", 0, to=5), move("violet 1", ("deck",), ()))
    refused(side, d, *more, overpay_cap=2)


def test_3_option_exit_capacity(side: Side) -> None:
    links = [link("Louisville", "Start", 0, "green"), link("Rochester", "Louisville", 0, "orange")]
    d = position(side, links, rules={"exit_capacity": 1})
    orange = (
        city("Louisville", "colour", "orange"),
        *(move(card, (), ("deck",)) for card in ("green 1", "green 2")),
        *(move(card, ("deck",), ()) for card in ("orange 1", "orange 2")),
    )
    side.load("railways").state_from_dict(edited_copy(side, links, *orange))
    refused(side, d, *orange, exit_capacity=1)


def edited_copy(side: Side, links: list[Any], *edits: Edit) -> Position:
    d = position(side, links)
    all_of(*edits)(d)
    return d


def test_3_more_links_than_trains(side: Side) -> None:
    links = [link("Fargo", "Start", 0, "violet"), link("Topeka", "Start", 1, "violet")]
    d = position(side, links, rules={"link_trains": 1}, end_trigger="trains")
    refused(side, d, city("Topeka", "owner", 0), put("points", to=[4, 0]), link_trains=1)


def test_4_the_open_row_is_full_while_there_is_a_deck(side: Side) -> None:
    refused(side, middle(side), put("open", 1, to=None), move("white 1", (), ("deck",)))


def test_4_the_open_row_in_the_deal(side: Side) -> None:
    deal = Play(side.load("railways").new_initial_state())
    refused(side, deal.now, put("open", 0, to="white 1"), move("white 1", ("deck",), ()))
    while deal.phase != "deal_open":
        deal.do(deal.legal()[0])
    refused(side, deal.now, put("open", 1, to="white 1"), move("white 1", ("deck",), ()))
    full = [put("open", to=["white 1"] * 3), move("white 1", ("deck",), (), number=3)]
    refused(side, deal.now, *full)


def test_4_one_slot_waits_for_the_refill(side: Side) -> None:
    d = play(side).do("pass", "draw open 1").now
    refused(side, d, put("open", 0, to="white 2"), move("white 2", ("deck",), ()))
    d = play(side).do("pass", "draw open 1").now
    refused(side, d, put("open", 1, to=None), move("white 1", (), ("deck",)))


@pytest.mark.parametrize(
    "edit",
    [
        move("engine", ("deck",), ("hands", 0), number=8),
        put("known", 0, to={"engine": 2}),
        put("known", 1, to={"Chicago": 1}),
        move("Fargo", ("hands", 0), ("deck",)),
        put("known", 0, to={"engine": 1, "Fargo": 1}),
    ],
)
def test_5_hands(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


def test_5_hand_sizes_of_the_phases(side: Side) -> None:
    full = "6x violet 1, 7x violet 2"
    d = play(side, hands=[full]).do("pass", "draw from deck", "card engine").now
    refused(side, d, move("engine", ("deck",), ("hands", 0)))
    d = play(side, hands=[full]).do("pass", "draw from deck").now
    refused(side, d, move("engine", ("deck",), ("hands", 0)))
    trim = play(side, hands=[full]).do("pass", "draw from deck", "card engine", "stop drawing")
    refused(side, trim.now, move("engine", ("hands", 0), ("deck",)))
    refused(side, trim.now, move("engine", ("deck",), ("hands", 0), number=2))


def test_5_after_a_discard_there_are_12_cards_at_most(side: Side) -> None:
    d = play(side, hands=["6x violet 1, 7x violet 2"]).do("discard violet 1").now
    refused(side, d, move("engine", ("deck",), ("hands", 0)))


@pytest.mark.parametrize(
    "edit",
    [
        move("white 1", ("deck",), ("hands", 1)),
        move("white 1", ("deck",), ("hands", 0), number=2),
        put("v2_hidden", to=[1, 0]),
        put("known", to=[{}, {"engine": 1}]),
        put("points", to=[1, 0]),
        all_of(move("white 1", ("deck",), ()), on_the_pile("white 1")),
        all_of(move("engine", ("deck",), ()), put("engines", to=[1, 0])),
        put("end_trigger", to="max_rounds"),
        put("final_deliveries", to=1),
        put("first_player", to=0),
        put("round", to=1),
        put("turn_player", to=None),
    ],
)
def test_5_the_deal(side: Side, edit: Edit) -> None:
    deal = Play(side.load("railways").new_initial_state())
    deal.do("card Fargo", "card Topeka", "card white 2")
    assert deal.phase == "deal_card"
    refused(side, deal.now, edit)


def test_5_the_deal_of_cities(side: Side) -> None:
    deal = Play(side.load("railways").new_initial_state()).do("card Fargo")
    refused(side, deal.now, put("v2_hidden", to=[0, 0]))
    refused(side, deal.now, put("v2_hidden", to=[1, 1]))
    refused(side, deal.now, move("Topeka", ("deck",), ("hands", 1)), put("v2_hidden", to=[1, 1]))


@pytest.mark.parametrize(
    "edit",
    [
        all_of(put("engines", to=[0, 1]), move("engine", (), ("deck",), number=2)),
        put("points", to=[6, 3]),
        put("points", to=[7, 2]),
        put("points", to=[7, 3 + 26]),
        put("points", to=[6 + 26, 3]),
    ],
)
def test_6_players(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


def test_6_option_engine_cap(side: Side) -> None:
    d = position(side, engines=[2, 0], rules={"engine_cap": 2})
    refused(side, d, put("engines", 0, to=3), move("engine", ("deck",), ()), engine_cap=2)


def test_6_no_engines_played_in_the_family_game(side: Side) -> None:
    rules = {"family_wilds": True}
    d = position(side, variant="family", rules=rules)
    refused(side, d, put("engines", 0, to=1), move("engine", ("deck",), ()), variant="family", **rules)


@pytest.mark.parametrize("trigger", ["deck_empty", "trains", "bag_empty", "max_rounds"])
def test_7_a_trigger_needs_its_cause(side: Side, trigger: str) -> None:
    refused(side, middle(side), put("end_trigger", to=trigger))


def test_7_a_cause_needs_a_trigger(side: Side) -> None:
    refused(side, position(side, deck="", end_trigger="deck_empty"), put("end_trigger", to=None))
    refused(side, position(side, bag="", end_trigger="bag_empty"), put("end_trigger", to=None))
    refused(side, middle(side), put("round", to=100))
    d = position(side, [link("Fargo", "Start", 0, "violet")], rules={"link_trains": 1}, end_trigger="trains")
    refused(side, d, put("end_trigger", to=None), link_trains=1)


def test_7_rounds_and_the_end(side: Side) -> None:
    d = position(side, rules={"max_rounds": 5}, round=5, end_trigger="max_rounds")
    refused(side, d, put("round", to=6), max_rounds=5)
    d = position(side, rules={"max_rounds": 5}, deck="", round=4, end_trigger="deck_empty")
    refused(side, d, put("round", to=6), max_rounds=5)
    refused(side, position(side, **OVER), put("end_trigger", to=None), put("round", to=9))
    refused(side, middle(side), put("final_deliveries", to=1))


@pytest.mark.parametrize(
    "edit",
    [
        put("turn_player", to=None),
        put("first_player", to=None),
        put("round", to=0),
        put("picks_done", to=1),
        put("final_deliveries", to=1),
        put("build", to={"city": "Fargo", "from": None, "colour": None, "ones": 0, "twos": 0, "wilds": 0}),
        put("shipment", to={"from": "Louisville", "good": "yellow"}),
        all_of(put("cube", to="red"), move("red", ("bag",), ())),
        put("phase", to="connect"),
        put("phase", to="pay"),
        put("phase", to="deliver"),
        put("phase", to="replenish"),
        lambda d: d.update(phase="draw", picks_done=2),
        lambda d: d.update(phase="over", turn_player=None, current_player=-4),
        lambda d: d.update(phase="final_delivery"),
        lambda d: d.update(phase="first_player", turn_player=None, current_player=-1),
    ],
)
def test_8_fields_fit_the_phase(side: Side, edit: Edit) -> None:
    refused(side, middle(side), edit)


def test_8_nobodys_turn(side: Side) -> None:
    refused(side, position(side, **OVER), put("turn_player", to=0))
    deal = Play(side.load("railways").new_initial_state())
    while deal.phase != "deal_open":
        deal.do(deal.legal()[0])
    refused(side, deal.now, put("turn_player", to=0))


def phase_of(side: Side, *steps: str, **arguments: Any) -> Position:
    d = middle(side, **arguments)
    game = side.load("railways", 2, rules=arguments.get("rules"))
    return Play(game.state_from_dict(d)).do(*steps).now


@pytest.mark.parametrize(
    "edit",
    [
        put("build", "city", to="Abilene"),
        put("build", "city", to="Louisville"),
        put("build", "ones", to=1),
        put("build", "from", to="Start"),
        all_of(move("violet 1", ("hands", 0), ("deck",)), move("violet 2", ("hands", 0), ("deck",), number=2)),
    ],
)
def test_8_an_announced_city_can_be_built(side: Side, edit: Edit) -> None:
    refused(side, phase_of(side, "build Fargo"), edit)


@pytest.mark.parametrize(
    "edit",
    [
        put("build", "from", to=None),
        put("build", "colour", to=None),
        put("build", "from", to="Boston"),
        put("build", "from", to="Louisville"),
        put("build", "colour", to="white"),
        put("build", "colour", to="brown"),
        put("build", "twos", to=3),
        put("build", "ones", to=2),
        put("build", "wilds", to=2),
        lambda d: d["build"].update(twos=0, wilds=1),
    ],
)
def test_8_a_link_being_paid_can_be_completed(side: Side, edit: Edit) -> None:
    refused(side, phase_of(side, "build Fargo", "from Start in violet", "lay a two"), edit)


def test_8_laid_cards_fit_the_cap(side: Side) -> None:
    d = position(side, hands=["Fargo, 3x violet 2"], rules={"overpay_cap": 2})
    game = side.load("railways", rules={"overpay_cap": 2})
    d = Play(game.state_from_dict(d)).do("build Fargo", "from Start in violet", "lay a two", "lay a two").now
    refused(side, d, put("build", "twos", to=3), overpay_cap=2)


def test_8_laid_cards_do_not_end_short(side: Side) -> None:
    """With a one laid no two may follow: a 1 and a 2 in hand, the 1 laid, cannot reach 3."""
    d = play(side, hands=["Louisville, orange 2, orange 1"]).do("build Louisville", "from Start in orange").now
    refused(side, d, put("build", "ones", to=1))


def test_8_a_city_waits_for_its_cubes(side: Side) -> None:
    steps = ("build Fargo", "from Start in violet", "lay a two", "done laying")
    refused(side, phase_of(side, *steps), move("red", ("bag",), ("cities", 3, "cubes")))
    refused(side, phase_of(side, *steps), put("build", "city", to="Chicago"))
    refused(side, phase_of(side, *steps), put("build", to=None))


@pytest.mark.parametrize(
    "edit",
    [
        put("shipment", "good", to="red"),
        put("shipment", "good", to="blue"),
        put("shipment", "from", to="Topeka"),
        put("turn_player", to=1),
    ],
)
def test_8_a_shipment_can_be_delivered(side: Side, edit: Edit) -> None:
    d = phase_of(side, "ship yellow from Louisville")
    refused(side, d, edit, lambda d: d.update(current_player=d["turn_player"]))


def test_8_replenishing_needs_an_empty_city(side: Side) -> None:
    full = move("red", ("bag",), ("cities", 2, "cubes"))
    refused(side, phase_of(side, "discard white 2", "replenish"), full)
    refused(side, phase_of(side, "discard white 2", "replenish", "cube blue"), full)
    refused(side, phase_of(side, "discard white 2", "replenish", "cube blue"), put("cube", to=None))


def test_8_a_phase_of_choice_has_a_choice(side: Side) -> None:
    nothing = nothing_left(side).now
    refused(side, nothing, put("phase", to="draw"))
    refused(side, nothing_left(side).now, put("phase", to="discard_use"))
    last = play(side, LINKS, engines=[2, 1], turn=1, round=100, end_trigger="max_rounds")
    final = pass_turn(last).now
    assert (final["phase"], final["turn_player"]) == ("final_delivery", 0)
    refused(side, final, put("turn_player", to=1), put("current_player", to=1))
    refused(side, middle(side), put("engines", to=[2, 1]), put("phase", to="engine_delivery"), cities_without_cubes)


def cities_without_cubes(d: Position) -> None:
    for row in d["cities"]:
        for good, number in row["cubes"].items():
            d["bag"][good] += number
        row["cubes"] = {}


def test_8_a_second_card_can_be_taken(side: Side) -> None:
    """With one card taken, open engines do not count (R10)."""
    game = play(side, deck="", open_row="white 1, engine, white 1", end_trigger="deck_empty", pile="engine")
    d = game.do("pass", "draw open 1").now
    assert (d["phase"], d["picks_done"]) == ("draw", 1)
    last_card = (put("open", to=[None, "engine", None]), lambda d: d["discard_pile"].insert(0, "white 1"))
    refused(side, d, *last_card)


def test_8_a_blind_card_comes_from_a_deck(side: Side) -> None:
    d = play(side, deck="violet 1").do("pass", "draw from deck").now
    emptied = (move("violet 1", ("deck",), ()), on_the_pile("violet 1"))
    refused(side, d, *emptied, put("end_trigger", to="deck_empty"))
