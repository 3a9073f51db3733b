"""Each number of the data file, fewer and more: what it does in play. What is refused: ``test_data_file``."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile
from edits import Edit, all_of, put
from positions import Play, Side
from railways.table import COLOURS, GOODS, LAST, OVER, VALUE_2, Link, city, dealt, link, pass_turn, play

FILE = DataFile("railways")
ENGINES = "engine, engine, engine"


def new(side: Side, *edits: Edit, players: int = 2, variant: str = "standard") -> Play:
    """The beginning of a game with an edited file."""
    return Play(side.loaded("railways", players, variant, data=FILE.edited(*edits)).new_initial_state())


def hand_size(game: Play, player: int = 0) -> int:
    return int(game.view(None)["hand_sizes"][player])


# --- [engines] --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [4, 20, 22])
def test_r1_engines_in_the_deck(side: Side, number: int) -> None:
    game = new(side, put("engines", "count", to=number))
    assert game.now["deck"].get("engine", 0) == number - 2
    assert new(side, put("engines", "count", to=number), variant="family").now["deck"].get("engine", 0) == 0


def test_r1_a_game_without_engines(side: Side) -> None:
    game = new(side, put("engines", "count", to=0), put("hand", "engines", to=0))
    assert game.now["hands"] == [{}, {}] and "engine" not in game.now["deck"]


@pytest.mark.parametrize(("worth", "engines"), [(1, 3), (2, 2)])
def test_r17_r46_what_an_engine_is_worth_as_track(side: Side, worth: int, engines: int) -> None:
    """Rochester needs 4: an orange 1 and the fewest engines that are enough."""
    data = FILE.edited(put("engines", "wild_value", to=worth))
    short = play(side, hands=[f"Rochester, orange 1, {engines - 1}x engine"], data=data)
    assert short.refusal("build Rochester").code == "cannot_pay"
    game = play(side, hands=[f"Rochester, orange 1, {engines}x engine"], data=data)
    game.do("build Rochester", "from Start in orange", "lay a one", *["lay a wild"] * engines, "done laying")
    assert city(game, "Rochester")["value"] == 1 + worth * engines
    assert game.now["points"] == [1 + worth * engines, 0]
    assert game.state.game.state_from_dict(game.now).to_bytes() == game.state.to_bytes()


def test_r46_engines_that_are_no_wilds(side: Side) -> None:
    data = FILE.edited(put("engines", "wild_value", to=0))
    assert play(side, hands=["Fargo, violet 1, 9x engine"], data=data).refusal("build Fargo").code == "cannot_pay"
    game = play(side, hands=["Fargo, violet 2, 9x engine"], data=data).do("build Fargo", "from Start in violet")
    assert game.do("lay a two").refusal("lay a wild") == ("no_wild", "R46", "an engine is worth nothing as track")


@pytest.mark.parametrize("worth", [1, 2])
def test_r18_a_payment_that_is_begun_can_be_completed(side: Side, worth: int) -> None:
    """With ``overpay_cap`` 1 an engine of worth 2 after a 1 makes 3 of the 2 that Fargo needs."""
    data = FILE.edited(put("engines", "wild_value", to=worth))
    game = play(side, hands=["Fargo, violet 1, 2x engine"], data=data, rules={"overpay_cap": 1})
    game.do("build Fargo", "from Start in violet", "lay a one", "lay a wild")
    assert game.legal() == (["lay a wild", "done laying"] if worth == 1 else ["done laying"])


def line(owners: tuple[int, int]) -> list[Link]:
    """A yellow cube on Louisville, two links from Minneapolis, which wants it; Fargo, between, must not."""
    return [
        link("Louisville", "Start", owners[0], "green", cubes="yellow"),
        link("Fargo", "Louisville", owners[0], "green"),
        link("Minneapolis", "Fargo", owners[1], "violet"),
    ]


@pytest.mark.parametrize(("links", "reaches"), [(1, False), (2, True), (10, True)])
def test_r27_r47_links_that_an_engine_covers(side: Side, links: int, reaches: bool) -> None:
    data = FILE.edited(put("engines", "links", to=links), city_of("Fargo", "demand", "red"))
    game = play(side, line((0, 0)), engines=[1, 0], data=data)
    if reaches:
        assert game.do("ship yellow from Louisville", "deliver to Minneapolis").now["points"][0] == 3 + 2 + 3 + 2
    else:
        reason = "no city within one link of yours of Louisville takes a yellow cube"
        assert game.refusal("ship yellow from Louisville") == ("no_destination", "R27", reason)


def test_r47_too_far_names_what_the_engines_cover(side: Side) -> None:
    """Two engines of two links each; Topeka is five links away, New York, which takes all, only one."""
    chain = [
        link("Louisville", "Start", 0, "green", cubes="yellow"),
        link("Cleveland", "Louisville", 0, "brown"),
        link("Kansas City", "Cleveland", 0, "green"),
        link("Fargo", "Kansas City", 0, "orange"),
        link("Abilene", "Fargo", 0, "brown"),
        link("Topeka", "Abilene", 0, "white"),
        link("New York", "Louisville", 0, "green"),
    ]
    edits = [put("engines", "links", to=2), city_of("Fargo", "demand", "red")]
    game = play(side, chain, engines=[2, 0], data=FILE.edited(*edits))
    game.do("ship yellow from Louisville")
    reason = "Topeka is 5 links away: your engine covers 4"
    assert game.refusal("deliver to Topeka") == ("too_far", "R27", reason)


def city_of(name: str, key: str, to: Any) -> Edit:
    rows = [row["name"] for row in FILE.content["cities"]]
    return put("cities", rows.index(name), key, to=to)


# --- [trains] ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("per_player", "markers", "trains"), [(11, 2, 9), (13, 2, 11), (12, 1, 11), (12, 3, 9)])
def test_r1_trains_less_the_markers_are_for_links(side: Side, per_player: int, markers: int, trains: int) -> None:
    data = FILE.edited(put("trains", "per_player", to=per_player), put("trains", "markers", to=markers))
    game = play(side, [link("Fargo", "Start", 0, "violet")], data=data)
    assert game.view(None)["trains"] == [trains - 1, trains]
    optional = play(side, [link("Fargo", "Start", 0, "violet")], data=data, rules={"link_trains": 3})
    assert optional.view(None)["trains"] == [2, 3]


def test_r36_the_last_of_fewer_trains_ends_the_game(side: Side) -> None:
    data = FILE.edited(put("trains", "per_player", to=3))
    game = play(side, hands=["Fargo, violet 2"], data=data)
    game.do("build Fargo", "from Start in violet", "lay a two", "done laying")
    assert game.now["end_trigger"] == "trains"


# --- [hand] -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [12, 14, 40])
def test_r12_the_hand_limit(side: Side, limit: int) -> None:
    cards = [f"{colour} {value}" for colour in COLOURS for value in (1, 2) for _ in range(5)]
    game = play(side, hands=[", ".join(cards[:limit])], data=FILE.edited(put("hand", "limit", to=limit)))
    game.do("pass", "draw from deck").chance().do("draw from deck").chance()
    assert (game.phase, hand_size(game)) == ("trim", limit + 2)
    while game.phase == "trim":
        game.do(game.legal()[0])
    assert (game.player, hand_size(game)) == (1, limit)


@pytest.mark.parametrize("key", ["engines", "cities", "cards"])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_r2_r48_what_is_dealt(side: Side, key: str, number: int) -> None:
    """Each sort of card fewer or more; of three cities each there must be twelve."""
    values = [put("cities", row, "value", to=2) for row in range(7)]
    data = FILE.edited(put("hand", key, to=number), *values)
    game = dealt(side, 3, data=data)
    wanted = {"engines": 1, "cities": 1, "cards": 2} | {key: number}
    assert game.view(None)["hand_sizes"] == [sum(wanted.values())] * 3
    assert game.now["v2_hidden"] == [wanted["cities"]] * 3
    assert [known.get("engine", 0) for known in game.now["known"]] == [wanted["engines"]] * 3


def test_r48_what_is_not_dealt_is_left_out(side: Side) -> None:
    no_cities, no_cards = put("hand", "cities", to=0), put("hand", "cards", to=0)
    assert new(side).phase == "deal_city"
    assert new(side, no_cities).phase == "deal_card"
    assert new(side, no_cities, no_cards).phase == "deal_open"
    assert new(side, no_cities, no_cards).now["turn_player"] is None
    game = new(side, no_cards).do("card Fargo", "card Topeka")
    assert (game.phase, game.now["turn_player"]) == ("deal_open", None)


def test_r48_all_cities_of_a_player_then_of_the_next(side: Side) -> None:
    values = [put("cities", row, "value", to=2) for row in range(3)]
    game = new(side, put("hand", "cities", to=2), *values)
    game.do("card Fargo")
    assert (game.phase, game.now["turn_player"], game.now["v2_hidden"]) == ("deal_city", 0, [1, 0])
    game.do("card Topeka")
    assert (game.phase, game.now["turn_player"], game.now["v2_hidden"]) == ("deal_city", 1, [2, 0])
    game.do("card Chicago", "card Pueblo")
    assert (game.phase, game.now["turn_player"], game.now["v2_hidden"]) == ("deal_card", 0, [2, 2])


@pytest.mark.parametrize(("value", "number"), [(2, 5), (3, 10), (5, 5)])
def test_r2_the_value_of_the_city_dealt(side: Side, value: int, number: int) -> None:
    game = new(side, put("hand", "city_value", to=value))
    assert len(game.weights()) == number
    assert game.seen(game.legal()[0], 0) == game.legal()[0]
    assert game.seen(game.legal()[0], 1) == f"a value-{value} city"


def test_r49_which_of_the_cities_dealt_is_left_nobody_knows(side: Side) -> None:
    values = [put("cities", row, "value", to=2) for row in range(3)]
    data = FILE.edited(put("hand", "cities", to=2), *values)
    hand = "Fargo, Topeka, Pueblo, 3x violet 2"
    game = play(side, hands=[hand], data=data, v2_hidden=[2, 0], known=[{"Pueblo": 1}, {}])
    before = game.now
    game.do("build Fargo", "from Start in violet", "lay a two", "done laying")
    assert game.now["v2_hidden"] == [1, 0]
    openly = Play(game.state.game.state_from_dict(before)).do("build Pueblo", "from Start in violet", "lay a two")
    assert openly.do("done laying").now["v2_hidden"] == [2, 0]
    for seed in range(20):
        announced = Play(game.state.game.state_from_dict(before)).do("build Fargo")
        cards = Play(announced.state.determinize(1, seed)).now["hands"][0]
        opening = {*VALUE_2, "Chicago", "New York", "Philadelphia"} & set(cards)
        assert {"Fargo", "Pueblo"} <= opening and len(opening) >= 3


# --- [open_row], [drawing] --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slots", [1, 2, 4, 8])
def test_r3_the_open_row(side: Side, slots: int) -> None:
    game = dealt(side, data=FILE.edited(put("open_row", "slots", to=slots)))
    assert len(game.now["open"]) == slots and None not in game.now["open"]
    game.do("pass")
    assert [text for text in game.legal() if "open" in text] == [f"draw open {i + 1}" for i in range(slots)]
    game.do(f"draw open {slots}")
    assert game.phase == "refill" and game.now["open"][slots - 1] is None


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_r8_r50_the_most_cards(side: Side, most: int) -> None:
    game = play(side, data=FILE.edited(put("drawing", "most", to=most))).do("pass")
    for drawn in range(most):
        assert (game.phase, game.player, game.now["picks_done"]) == ("draw", 0, drawn)
        game.do("draw from deck").chance()
    assert (game.phase, game.player, hand_size(game)) == ("action", 1, most)


def test_r50_nobody_draws(side: Side) -> None:
    data = FILE.edited(put("drawing", "most", to=0), put("drawing", "least", to=0))
    game = play(side, data=data).do("pass")
    assert (game.phase, game.player, hand_size(game)) == ("action", 1, 0)


@pytest.mark.parametrize(("least", "words"), [(1, "one card"), (2, "2 cards"), (3, "3 cards")])
def test_r50_the_least_cards(side: Side, least: int, words: str) -> None:
    data = FILE.edited(put("drawing", "most", to=3), put("drawing", "least", to=least))
    game = play(side, data=data).do("pass")
    for _ in range(least):
        assert game.refusal("stop drawing") == ("draw_first", "R8", f"you must take {words} at least")
        game.do("draw from deck").chance()
    if least < 3:
        game.do("stop drawing")
    assert (game.player, hand_size(game)) == (1, least)


def test_r50_not_a_card_need_be_taken(side: Side) -> None:
    game = play(side, data=FILE.edited(put("drawing", "least", to=0))).do("pass", "stop drawing")
    assert (game.player, hand_size(game)) == (1, 0)


@pytest.mark.parametrize(("drawn", "which"), [(1, "second"), (2, "third"), (3, "fourth"), (4, "fifth")])
def test_r10_r50_a_face_up_engine_is_the_first_card_or_none(side: Side, drawn: int, which: str) -> None:
    data = FILE.edited(put("drawing", "most", to=5), put("drawing", "least", to=5))
    row: dict[str, Any] = {"open_row": "engine, white 1, green 1", "data": data}
    game = play(side, **row).do("pass")
    for _ in range(drawn):
        game.do("draw from deck").chance()
    reason = f"a face-up engine cannot be the {which} card"
    assert game.refusal("draw open 1") == ("engine_second", "R10", reason)
    taken = play(side, **row).do("pass", "draw open 1").chance()
    assert (taken.player, hand_size(taken)) == (1, 1)  # the drawing ends, though five must be taken


def test_r11_r50_drawing_ends_where_there_is_nothing_to_take(side: Side) -> None:
    """One card of four; the engines that are left are never a second card."""
    data = FILE.edited(put("drawing", "most", to=5), put("drawing", "least", to=4))
    row: dict[str, Any] = {"open_row": "-, white 1, engine", "deck": "", "pile": "engine"}
    game = play(side, **row, data=data, end_trigger="deck_empty").do("pass", "draw open 2")
    assert (game.player, hand_size(game)) == (1, 1)


# --- [end] ------------------------------------------------------------------------------------------------------------


def yellow(number: int) -> list[Link]:
    """So many cubes for each of two players, who have a link of two to Topeka, which wants them."""
    cubes = ", ".join(["yellow"] * number)
    return [
        link("Chicago", "Start", 0, "violet", cubes=cubes),
        link("New York", "Start", 1, "green", cubes=cubes),
        link("Topeka", "Start", 0, "violet"),
    ]


def test_r51_no_final_deliveries(side: Side) -> None:
    game = play(side, yellow(2), engines=[2, 2], turn=1, data=FILE.edited(put("end", "deliveries", to=0)), **LAST)
    pass_turn(game)
    assert (game.phase, game.now["final_deliveries"]) == ("over", 0)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_r38_r51_final_deliveries_go_round(side: Side, number: int) -> None:
    data = FILE.edited(put("end", "deliveries", to=number))
    game = pass_turn(play(side, yellow(4), engines=[2, 2], turn=1, data=data, **LAST))
    for which in range(1, number + 1):
        for player, source in enumerate(("Chicago", "New York")):
            assert (game.phase, game.player, game.now["final_deliveries"]) == ("final_delivery", player, which)
            assert game.state.game.state_from_dict(game.now).to_bytes() == game.state.to_bytes()
            game.do(f"ship yellow from {source}", "deliver to Topeka")
    assert (game.phase, game.now["final_deliveries"]) == ("over", number)


def test_r51_who_skips_is_asked_again_and_who_cannot_deliver_is_not(side: Side) -> None:
    data = FILE.edited(put("end", "deliveries", to=3))
    game = pass_turn(play(side, yellow(1), engines=[2, 2], turn=1, data=data, **LAST))
    game.do("skip", "ship yellow from New York", "deliver to Topeka")
    assert (game.player, game.now["final_deliveries"]) == (0, 2)
    game.do("ship yellow from Chicago", "deliver to Topeka")
    assert (game.phase, game.now["final_deliveries"]) == ("over", 3)


# --- [[track]], [[goods]] ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 5, 8, 30])
@pytest.mark.parametrize("key", ["ones", "twos"])
@pytest.mark.parametrize("row", range(5))
def test_r1_track_cards_of_each_colour(side: Side, row: int, key: str, number: int) -> None:
    deck = new(side, put("track", row, key, to=number)).now["deck"]
    kind = f"{COLOURS[row]} {1 if key == 'ones' else 2}"
    assert deck.get(kind, 0) == number
    others = {f"{colour} {value}": number for colour in COLOURS for value, number in ((1, 6), (2, 7))}
    del others[kind]
    assert {name: deck[name] for name in others} == others


@pytest.mark.parametrize("number", [0, 14, 16, 60])
@pytest.mark.parametrize("row", range(4))
def test_r1_cubes_of_each_good(side: Side, row: int, number: int) -> None:
    bag = new(side, put("goods", row, "cubes", to=number)).now["bag"]
    assert {good: bag.get(good, 0) for good in GOODS} == dict.fromkeys(GOODS, 15) | {GOODS[row]: number}


def test_r36_one_cube_in_the_bag_is_soon_the_last(side: Side) -> None:
    bag = [put("goods", row, "cubes", to=1 if row == 0 else 0) for row in range(4)]
    game = play(side, hands=["Cleveland, violet 1, violet 2"], data=FILE.edited(*bag))
    game.do("build Cleveland", "from Start in violet", "lay a two", "lay a one", "done laying", "cube red")
    assert city(game, "Cleveland")["cubes"] == {"red": 1} and game.now["end_trigger"] == "bag_empty"


# --- [scoring], [[alike]] ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 2, 10])
@pytest.mark.parametrize("key", ["delivery", "owner"])
def test_r32_points_for_the_links_of_a_delivery(side: Side, key: str, number: int) -> None:
    data = FILE.edited(put("scoring", key, to=number), city_of("Fargo", "demand", "red"))
    game = play(side, line((0, 1)), engines=[2, 0], data=data)
    before = game.now["points"]
    game.do("ship yellow from Louisville", "deliver to Minneapolis")
    points = {"delivery": 1, "owner": 1} | {key: number}
    gained = [now - then for now, then in zip(game.now["points"], before, strict=True)]
    assert gained == [2 * points["delivery"], points["owner"]]
    assert game.state.game.state_from_dict(game.now).to_bytes() == game.state.to_bytes()


@pytest.mark.parametrize("number", [0, 2, 10])
def test_r41_points_for_an_engine(side: Side, number: int) -> None:
    game = play(side, engines=[3, 1], data=FILE.edited(put("scoring", "engine", to=number)), **OVER)
    assert game.scores() == [3 * number, number]


def sets(side: Side, delivered: str, *edits: Edit) -> int:
    """What cubes score as sets, all other points set to nothing."""
    nothing = all_of(put("scoring", "engine", to=0), put("scoring", "delivery", to=0))
    data = FILE.edited(nothing, *edits)
    game = play(side, engines=[1, 0], delivered=[delivered], data=data, points=[0, 0], **OVER)
    return game.scores()[0]


RAINBOW = "red, yellow, blue, black"


def alike(*pairs: tuple[int, int]) -> Edit:
    return put("alike", to=[{"source": "invented", "size": size, "points": points} for size, points in pairs])


@pytest.mark.parametrize(
    ("delivered", "edits", "points"),
    [
        (RAINBOW, [put("scoring", "different_points", to=4)], 4),
        (RAINBOW, [put("scoring", "different_points", to=6)], 6),
        (RAINBOW, [put("scoring", "different_points", to=0)], 0),
        ("red, yellow, blue", [put("scoring", "different", to=3)], 5),
        ("red, yellow", [put("scoring", "different", to=3)], 0),
        ("2x red, 2x yellow, 2x blue", [put("scoring", "different", to=2)], 15),
        ("4x red, yellow, blue", [put("scoring", "different", to=2)], 5 + 5),
        ("5x red, yellow, blue", [put("scoring", "different", to=2)], 5 + 5 + 2),
        ("5x red", [put("alike", 0, "size", to=2)], 2 + 2),
        ("3x red", [put("alike", 0, "size", to=5)], 0),
        ("3x red", [put("alike", 0, "points", to=1)], 1),
        ("3x red", [put("alike", 0, "points", to=9)], 9),
        ("4x red", [put("alike", 1, "size", to=5)], 2),
        ("5x red", [put("alike", 1, "size", to=5)], 3),
        ("4x red", [put("alike", 1, "points", to=0)], 2),
        ("4x red", [put("alike", 1, "points", to=7)], 7),
        ("5x red", [alike((1, 2))], 10),
        ("7x red", [alike((7, 50))], 50),
        ("6x red, 3x blue", [alike((3, 1), (6, 4), (3, 2), (9, 50))], 4 + 2),
        ("4x red, yellow, blue, black", [alike((4, 6))], 6),
        ("4x red, 4x yellow, blue, black", [alike((4, 6))], 12),
        ("4x red, 4x yellow, blue, black", [alike((3, 6))], 5 + 12),
    ],
)
def test_r42_r53_sets_of_cubes(side: Side, delivered: str, edits: list[Edit], points: int) -> None:
    assert sets(side, delivered, *edits) == points


# --- [[cities]] -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, 3, 12])
def test_r16_r40_the_value_of_a_city(side: Side, value: int) -> None:
    """Fargo needs so much track and scores so much at the end; its goods are another number."""
    data = FILE.edited(city_of("Fargo", "value", value), put("hand", "city_value", to=3))
    game = play(side, hands=["Fargo, 6x violet 2"], data=data)
    game.do("build Fargo", "from Start in violet", *["lay a two"] * ((value + 1) // 2))
    if value > 2:
        short = play(side, hands=[f"Fargo, {(value - 1) // 2}x violet 2"], data=data)
        assert short.refusal("build Fargo").code == "cannot_pay"
    assert game.do("done laying", "cube red").phase == "draw"
    built = link("Fargo", "Start", 0, "violet", twos=(value + 1) // 2)
    assert play(side, [built], data=data, **OVER).scores() == [built.value + value, 0]


@pytest.mark.parametrize("more", [-1, 1])
@pytest.mark.parametrize("row", range(25))
def test_r16_r21_each_city_with_another_value_and_other_goods(side: Side, row: int, more: int) -> None:
    shipped = FILE.content["cities"][row]
    name, value, goods = shipped["name"], shipped["value"] + more, shipped["goods"] + more
    data = FILE.edited(put("cities", row, "value", to=value), put("cities", row, "goods", to=goods))
    colour = shipped["colours"][0]
    short = play(side, hands=[f"{name}, {value - 1}x {colour} 1"] if value > 1 else [name], data=data, open_row=ENGINES)
    assert short.refusal(f"build {name}").code == "cannot_pay"
    game = play(side, hands=[f"{name}, {value}x {colour} 1"], data=data, open_row=ENGINES)
    game.do(f"build {name}", f"from Start in {colour}", *["lay a one"] * value, "done laying").chance()
    assert (city(game, name)["value"], sum(city(game, name)["cubes"].values())) == (value, goods)


@pytest.mark.parametrize("goods", [0, 1, 3, 12])
def test_r21_r52_the_goods_of_a_city(side: Side, goods: int) -> None:
    game = play(side, hands=["Fargo, violet 2"], data=FILE.edited(city_of("Fargo", "goods", goods)))
    game.do("build Fargo", "from Start in violet", "lay a two", "done laying").chance()
    assert sum(city(game, "Fargo")["cubes"].values()) == goods and game.phase == "draw"


def test_r35_r52_a_city_without_goods_can_be_replenished(side: Side) -> None:
    data = FILE.edited(city_of("Fargo", "goods", 0))
    game = play(side, [link("Fargo", "Start", 0, "violet")], ["white 1"], data=data)
    game.do("discard white 1", "replenish", "cube red", "place cube on Fargo")
    assert city(game, "Fargo")["cubes"] == {"red": 1}
    assert game.state.game.state_from_dict(game.now).to_bytes() == game.state.to_bytes()


def test_r28_r30_any_city_may_take_all_goods(side: Side) -> None:
    """Fargo takes all and stops the cube; a value-5 city with a demand of its own lets it through."""
    edits = [city_of("Fargo", "demand", "any"), city_of("Minneapolis", "demand", "yellow")]
    game = play(side, line((0, 0)), engines=[2, 0], data=FILE.edited(*edits)).do("ship yellow from Louisville")
    assert game.legal() == ["deliver to Fargo"]
    free = play(side, line((0, 0)), engines=[2, 0], data=FILE.edited(*edits), rules={"value5_must_stop": False})
    assert free.do("ship yellow from Louisville").legal() == ["deliver to Minneapolis", "deliver to Fargo"]
    chicago = [
        link("Cleveland", "Start", 0, "violet", cubes="yellow"),
        link("Chicago", "Cleveland", 0, "violet"),
        link("Fargo", "Chicago", 0, "violet"),
    ]
    game = play(side, chicago, engines=[2, 0], data=FILE.edited(city_of("Chicago", "demand", "red")))
    assert game.do("ship yellow from Cleveland").legal() == ["deliver to Fargo"]


def test_r15_the_colours_of_a_city(side: Side) -> None:
    data = FILE.edited(city_of("Fargo", "colours", ["white"]))
    assert play(side, hands=["Fargo, white 2, violet 2"], data=data).do("build Fargo").legal() == [
        "from Start in white"
    ]


# --- fewer and more kinds ---------------------------------------------------------------------------------------------


def of_kinds(colours: int, goods: int, cities: int) -> Edit:
    """A file with so many track colours, goods and cities, each city of value 2 and of one colour or more."""

    def edit(content: dict[str, Any]) -> None:
        invented = {"source": "invented"}
        content["track"] = [invented | {"colour": f"tint {i}", "ones": 6, "twos": 7} for i in range(colours)]
        content["goods"] = [invented | {"colour": f"dye {i}", "good": f"ware {i}", "cubes": 15} for i in range(goods)]
        content["scoring"]["different"] = goods
        content["cities"] = [
            invented
            | {"name": f"City {i}", "value": 2, "goods": 1, "demand": f"dye {i % goods}"}
            | {"colours": [f"tint {k}" for k in range(i % colours, colours)]}
            for i in range(cities)
        ]

    return edit


@pytest.mark.parametrize(("colours", "goods", "cities"), [(3, 2, 8), (4, 3, 24), (5, 4, 25), (6, 5, 26), (6, 6, 40)])
def test_r1_tables_follow_the_kinds(side: Side, colours: int, goods: int, cities: int) -> None:
    game = side.loaded("railways", 3, data=FILE.edited(of_kinds(colours, goods, cities)))
    kinds = 2 * colours + 1 + cities
    assert game.num_actions == 11 + 3 * cities + colours * (cities + 1) + cities * goods + kinds + 3
    assert game.num_outcomes == kinds + goods + 4
    texts = [game.action_to_string(action) for action in range(game.num_actions)]
    assert texts[cities] == f"build City {cities - 1}"
    assert texts[cities + 1 + colours * cities] == "from Start in tint 0"
    assert texts[cities + 1 + colours * (cities + 1)] == "lay a one"
    assert texts[cities + 1 + colours * (cities + 1) + 5 + goods] == "ship dye 0 from City 1"
    shapes = {channel.name: tuple(channel.shape) for channel in game.observation_channels}
    assert shapes["parent"] == (cities, cities + 1) and shapes["colour"] == (cities, colours)
    assert shapes["delivered"] == (3, goods) and shapes["known_track"] == (3, 2 * colours)
    assert shapes["open"] == (3, kinds) and shapes["discard_pile"] == (13 * colours + 21 + cities,)


@pytest.mark.parametrize("goods", [2, 3, 5, 6])
def test_r42_one_of_each_good_is_a_set(side: Side, goods: int) -> None:
    data = FILE.edited(of_kinds(5, goods, 25))
    state = dealt(side, data=data).now
    state["delivered"] = [dict.fromkeys((f"dye {i}" for i in range(goods)), 1), {}]
    state["bag"] = dict.fromkeys(state["bag"], 14)
    state["hands"][0]["engine"] -= 1
    if state["hands"][0]["engine"] == 0:
        del state["hands"][0]["engine"]
    state["known"][0] = {}
    state |= {"engines": [1, 0], "points": [goods, 0], "phase": "over", "final_deliveries": 1, "turn_player": None}
    state |= {"current_player": -4, **LAST}
    over = side.loaded("railways", 2, data=data).state_from_dict(state)
    assert [int(score) for score in over.scores()] == [goods + 1 + 5, 0]
