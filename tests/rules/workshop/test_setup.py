"""R1 to R4, R7, R41: who plays what, the money, the first order, the cards."""

from __future__ import annotations

import pytest
from positions import Play, Side
from workshop.table import CARDS, COLOURS, PLANS, SETUP, beginning, idle_round, in_order, play

from lineshaft.errors import InvalidVariant

VARIANTS = ("standard", "first-edition")


def first_round(side: Side, players: int, variant: str = "standard") -> Play:
    """Order and counters are drawn, the counters of Demand 1 placed: the first card is to be turned up."""
    game = beginning(side, players, variant=variant)
    while game.phase != "reveal":
        game.do(game.legal()[0])
    return game


# --- players, colours, money ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 6])
def test_r1_two_to_five_players(side: Side, players: int) -> None:
    with pytest.raises(InvalidVariant):
        side.load("workshop", players)


def test_r1_three_play_if_nobody_says_how_many(side: Side) -> None:
    game = side.load("workshop")
    assert (game.num_players, game.default_players, game.min_players, game.max_players) == (3, 3, 2, 5)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r1_three_to_five_players_have_a_colour_each(side: Side, players: int) -> None:
    colours = list(COLOURS[:players])
    for player, colour in enumerate(colours):
        order = [colour, *(other for other in colours if other != colour)]
        assert play(side, players, order=order, player=player).player == player


def test_r1_two_players_have_two_colours_each(side: Side) -> None:
    game = play(side, 2, phase="fist_colour")
    assert (game.player, game.legal()) == (0, ["fist red", "fist green"])
    game.do("fist red", "bid 1")
    assert (game.player, game.legal()) == (1, ["fist blue", "fist yellow"])


def test_r1_two_players_have_one_purse_one_tally_and_one_hand(side: Side) -> None:
    position = beginning(side, 2).now
    assert [len(position[key]) for key in ("cash", "revenue", "hands")] == [2, 2, 2]


def test_r1_two_players_both_colours_pay_from_one_purse_and_earn_one_revenue(side: Side) -> None:
    """Red and green are player 0's: 2 and 1 bid, a Link each at 3; York and Hull bring 2 each."""
    game = play(side, 2, phase="fist_colour", face_up="York, Hull, Leeds, Stoke")
    game.do("fist red", "bid 2", "fist blue", "bid 1", "choose York", "link York - Leeds", "done")
    assert (game.now["cash"], game.now["revenue"]) == ([100 - 2 - 3, 99], [2, 0])
    game.do("choose Leeds", "done", "bid 2", "bid 1", "choose Hull", "link York - Hull", "done")
    assert (game.phase, game.player) == ("build", 1)
    assert (game.now["cash"], game.now["revenue"]) == ([95 - 2 - 3, 98], [4, 0])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r2_fifty_pounds_or_a_hundred_and_no_revenue(side: Side, players: int) -> None:
    position = beginning(side, players).now
    assert position["cash"] == [100 if players == 2 else 50] * players
    assert position["revenue"] == [0] * players


# --- the first order --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_r3_the_first_order_is_drawn_box_by_box(side: Side, players: int, variant: str) -> None:
    game = beginning(side, players, variant=variant)
    left = list(COLOURS[:players])
    for colour in reversed(COLOURS[:players]):
        assert game.phase == "draw_order"
        assert game.weights() == {f"order {other}": 1 for other in left}  # the last one is drawn too
        game.do(f"order {colour}")
        left.remove(colour)
    assert game.now["order"] == list(reversed(COLOURS[:players]))
    assert game.phase == "draw_demand"


def test_r3_two_players_have_no_order_before_the_end_of_the_first_round(side: Side) -> None:
    game = first_round(side, 2).chance()
    assert game.now["order"] == []
    game.do("fist green", "bid 2", "fist blue", "bid 1")
    for _ in range(2):
        game.do(game.legal()[0], "done")
    game.do("bid 1", "bid 2")
    assert (game.now["order"], game.now["next_order"]) == ([], ["green", "blue", "yellow", "red"])
    game.do(game.legal()[0], "done", "done")
    assert (game.now["round"], game.now["order"]) == (2, ["green", "blue", "yellow", "red"])


# --- the cards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "aside", "deck"), [(2, 11, 28), (3, 12, 27), (4, 11, 28), (5, 9, 30)])
def test_r4_cards_are_set_aside(side: Side, players: int, aside: int, deck: int) -> None:
    position = beginning(side, players).now
    assert (position["set_aside"], position["deck"]) == (aside, deck)
    assert aside + deck == sum(CARDS.values()) == 39


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r4_the_six_set_up_cards_are_taken_out(side: Side, players: int) -> None:
    position = beginning(side, players).now
    assert position["unseen_setup"] == dict.fromkeys(SETUP, 1)
    assert position["unseen"] == {card: number for card, number in CARDS.items() if card not in SETUP}


@pytest.mark.parametrize(("players", "first", "second"), [(2, 4, 2), (3, 3, 3), (4, 4, 2), (5, 5, 1)])
def test_r4_the_set_up_cards_come_first(side: Side, players: int, first: int, second: int) -> None:
    """All of round 1, and the first cards of round 2."""
    game = first_round(side, players)
    left = list(SETUP)
    for number in (first, second):
        for _ in range(number):
            assert game.weights() == {f"card {card}": 1 for card in left}
            game.do(f"card {left.pop()}")
        if left:
            while game.phase != "reveal":
                game.do(game.legal()[0])
    others = {f"card {card}": number for card, number in CARDS.items() if card not in SETUP}
    assert players == 3 or game.weights() == others
    assert game.now["round"] == 2 and sum(game.now["face_up"].values()) == second


def test_r4_the_third_round_of_three_players_has_no_set_up_card(side: Side) -> None:
    game = idle_round(first_round(side, 3))
    while game.phase != "reveal":
        game.do(game.legal()[0])
    weights = game.weights()
    assert sum(weights.values()) == 33 and weights["card Wild 4"] == 3
    assert not {f"card {card}" for card in SETUP} & set(weights)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r4_r7_a_card_a_colour_is_turned_up(side: Side, players: int) -> None:
    game = first_round(side, players)
    for turned in range(PLANS[players].colours):
        assert game.phase == "reveal" and sum(game.now["face_up"].values()) == turned
        game.do(game.legal()[0])
    assert game.now["face_up"] == in_order(dict.fromkeys(SETUP[: PLANS[players].colours], 1), CARDS)
    assert game.now["deck"] == 39 - PLANS[players].aside - PLANS[players].colours
    assert game.phase == ("fist_colour" if players == 2 else "nominate")


@pytest.mark.parametrize(("players", "rounds"), [(2, 7), (3, 9), (4, 7), (5, 6)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_r4_an_era_has_seven_nine_seven_or_six_rounds(side: Side, players: int, rounds: int, variant: str) -> None:
    """In the last one the deck is empty, and all cards that were not set aside are used."""
    game, seen = beginning(side, players, variant=variant), []
    while not game.chance().state.is_terminal():
        now = game.now
        if (now["era"], now["round"]) not in seen:
            seen.append((now["era"], now["round"]))
        if game.phase == "demand_may":
            assert (now["deck"], sum(now["used"].values())) == (0, 39 - PLANS[players].aside)
        game.do(game.legal()[0])
    assert seen == [(era, number) for era in ("canal", "rail") for number in range(1, rounds + 1)]


# --- pieces -----------------------------------------------------------------------------------------------------------


def test_r41_the_longest_game_places_18_industries(side: Side) -> None:
    """Three players: each has 9 turns in both eras, which end with ``done`` here."""
    game, placed = beginning(side, 3), [0, 0, 0]
    while not game.chance().state.is_terminal():
        if game.phase == "build":
            placed[game.player] += 1
        game.do(game.legal()[0])
    assert placed == [18, 18, 18]


def test_r41_pieces_do_not_run_out(side: Side) -> None:
    """18 red Industries and 18 Links are what play can lead to; positions with more can be set up and played on."""
    industries = {
        "Leeds": "4x red",
        "Manchester": "4x red",
        "Leicester": "4x red",
        "Norwich": "4x red",
        "York": "2x red",
    }
    doubles = ("Glasgow - Carlisle", "Edinburgh - Carlisle", "Edinburgh - Newcastle", "Carlisle - Lancaster")
    more = ("Hull - Nottingham", "Hull - Norwich", "Leeds - Liverpool", "Wrexham - Cardiff", "Leicester - Norwich")
    links = dict.fromkeys((*doubles, *more), "red")
    assert play(side, era="rail", industries=industries, links=links).phase == "nominate"
    further = play(side, era="rail", industries=industries | {"Exeter": "red"}, links=links | {"York - Leeds": "red"})
    further.state.check_invariants()
