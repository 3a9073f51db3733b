"""R1 to R6: what is in the box, what is dealt, who begins."""

from __future__ import annotations

import pytest
from positions import Play, Side
from railways.table import COLOURS, GOODS, VALUE_2, VALUES, dealt, link, pass_turn, play

from lineshaft.errors import InvalidText, InvalidVariant


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_all_pieces_are_there(side: Side, players: int) -> None:
    position = Play(side.load("railways", players).new_initial_state()).now
    deck, hands = position["deck"], position["hands"]
    assert [deck[f"{colour} 1"] for colour in COLOURS] == [6] * 5
    assert [deck[f"{colour} 2"] for colour in COLOURS] == [7] * 5
    assert {name: deck[name] for name in VALUES} == dict.fromkeys(VALUES, 1)
    assert deck["engine"] + sum(hand["engine"] for hand in hands) == 21
    assert sum(deck.values()) + sum(sum(hand.values()) for hand in hands) == 25 + 65 + 21
    assert position["bag"] == dict.fromkeys(GOODS, 15)


def test_r1_cities_are_five_five_ten_and_five(side: Side) -> None:
    """The value of a city is what its link must be worth at least (R16)."""
    for value, number in ((5, 5), (4, 5), (3, 10), (2, 5)):
        names = [name for name, worth in VALUES.items() if worth == value]
        assert len(names) == number
        for name in names:
            hand = ", ".join([name, *(f"{colour} 1" for colour in COLOURS)])
            short = play(side, hands=[f"{hand}, {value - 2}x engine" if value > 2 else hand])
            assert short.refusal(f"build {name}").code == "cannot_pay"
            assert f"build {name}" in play(side, hands=[f"{hand}, {value - 1}x engine"]).legal()


@pytest.mark.parametrize("players", [1, 5])
def test_r1_two_to_four_players(side: Side, players: int) -> None:
    with pytest.raises(InvalidVariant):
        side.load("railways", players)


@pytest.mark.parametrize(("rules", "trains"), [({}, 10), ({"link_trains": 10}, 10), ({"link_trains": 3}, 3)])
def test_r1_two_of_twelve_trains_mark_the_score(side: Side, rules: dict[str, int], trains: int) -> None:
    """R1, option ``link_trains``."""
    assert dealt(side, 3, rules=rules).view(None)["trains"] == [trains] * 3
    one_laid = play(side, [link("Fargo", "Start", 1, "violet")], rules=rules)
    assert one_laid.view(None)["trains"] == [trains, trains - 1]


def test_r2_each_player_gets_an_engine_a_value_2_city_and_two_cards(side: Side) -> None:
    deal = Play(side.load("railways", 2).new_initial_state())
    assert deal.now["hands"] == [{"engine": 1}, {"engine": 1}]
    assert deal.phase == "deal_city"
    assert deal.weights() == {f"card {name}": 1 for name in VALUE_2}
    deal.do("card Fargo")
    assert deal.weights() == {f"card {name}": 1 for name in VALUE_2 if name != "Fargo"}
    deal.do("card Topeka")
    assert deal.phase == "deal_card"
    deal.do("card white 1", "card white 2", "card Chicago", "card engine")
    assert deal.phase == "deal_open"
    assert deal.now["hands"] == [
        {"white 1": 1, "white 2": 1, "engine": 1, "Fargo": 1},
        {"engine": 2, "Chicago": 1, "Topeka": 1},
    ]


def test_r2_the_two_cards_may_be_of_any_kind(side: Side) -> None:
    """Engines, cities and the undealt cities of value 2 are as likely as they are many."""
    deal = Play(side.load("railways", 2).new_initial_state()).do("card Fargo", "card Topeka")
    weights = deal.weights()
    assert weights["card engine"] == 19 and weights["card violet 1"] == 6 and weights["card violet 2"] == 7
    assert {name for name in VALUES if f"card {name}" in weights} == set(VALUES) - {"Fargo", "Topeka"}
    assert sum(weights.values()) == 111 - 4


@pytest.mark.parametrize(("players", "deck"), [(2, 100), (3, 96), (4, 92)])
def test_r3_the_rest_is_the_deck_and_three_cards_lie_open(side: Side, players: int, deck: int) -> None:
    position = dealt(side, players).now
    assert sum(position["deck"].values()) == deck
    assert None not in position["open"] and len(position["open"]) == 3
    assert [sum(hand.values()) for hand in position["hands"]] == [4] * players


def test_r3_undealt_cities_of_value_2_are_in_the_deck(side: Side) -> None:
    deal = Play(side.load("railways", 2).new_initial_state()).do("card Fargo", "card Topeka")
    for card in ("Abilene", "Savannah", "Pueblo", "white 1"):
        deal.do(f"card {card}")
    assert deal.phase == "deal_open"
    assert not {"card Fargo", "card Topeka", "card Abilene"} & set(deal.legal())
    left_over = play(side, hands=["Fargo"])
    assert {name for name in VALUE_2 if name in left_over.now["deck"]} == set(VALUE_2) - {"Fargo"}


def test_r3_three_open_engines_stay(side: Side) -> None:
    deal = Play(side.load("railways", 2).new_initial_state())
    while deal.phase != "deal_open":
        deal.do(deal.legal()[0])
    deal.do("card engine", "card engine", "card engine")
    assert deal.phase == "first_player" and deal.now["open"] == ["engine"] * 3
    deal.do("first player 0")
    assert deal.phase == "action" and deal.now["open"] == ["engine"] * 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r4_the_first_player_is_drawn_at_random(side: Side, players: int) -> None:
    deal = Play(side.load("railways", players).new_initial_state())
    while deal.phase != "first_player":
        deal.do(deal.legal()[0])
    assert deal.weights() == {f"first player {p}": 1 for p in range(players)}
    for p in range(players):
        assert dealt(side, players, first=p).player == p


def test_r4_the_first_player_stays_first(side: Side) -> None:
    game = dealt(side, 3, first=2)
    for number in (1, 2, 3):
        for player in (2, 0, 1):
            assert (game.now["round"], game.player, game.now["first_player"]) == (number, player, 2)
            pass_turn(game)


def test_r5_what_is_open_and_what_is_hidden(side: Side) -> None:
    game = play(
        side,
        [link("Louisville", "Start", 1, "orange", cubes="red, blue")],
        ["Rochester, orange 1", "Chicago, 2x engine, white 2"],
        pile="white 2, engine",
        engines=[1, 2],
        delivered=["yellow", "black"],
    )
    view = game.view(0)
    assert view["hand"] == {"orange 1": 1, "Rochester": 1}
    assert view["hand_sizes"] == [2, 4]
    assert view["open"] == ["white 1", "white 1", "green 1"]
    assert view["discard_pile"] == ["white 2", "engine"]
    assert view["bag"] == {"red": 14, "yellow": 14, "blue": 14, "black": 14}
    assert view["cities"] == game.now["cities"]
    assert view["engines"] == [1, 2] and view["trains"] == [10, 9] and view["points"] == [1, 4]
    assert view["delivered"] == [{"yellow": 1}, {"black": 1}]
    assert view["deck_size"] == sum(game.now["deck"].values())
    assert "deck" not in view and "hands" not in view
    assert "Chicago" not in str(view)


def test_r6_start_is_only_a_point_on_the_way(side: Side) -> None:
    """No cubes, no demand, no value: Start can be neither source nor destination, and is nowhere in the network."""
    game = dealt(side)
    for text in ("ship red from Start", "deliver to Start", "place cube on Start", "build Start"):
        with pytest.raises(InvalidText):
            game.state.string_to_action(text)
    assert game.now["cities"] == []
    game = play(side, hands=["Fargo, violet 2"])
    game.do("build Fargo", "from Start in violet", "lay a two", "done laying", "cube red")
    assert [row["name"] for row in game.now["cities"]] == ["Fargo"]
    assert game.now["points"] == [2, 0]
