"""R14 to R19: hidden bids, with two players and in the first edition."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Play, Side
from workshop.table import beginning, blocked, collecting, play

CARDS = "York, Hull, Leeds, Stoke"
FIRST = {"variant": "first-edition", "phase": "fist_amount"}


def fists(side: Side, **arguments: Any) -> Play:
    """Two players before auction 1 of a round; red, blue, green, yellow is the last order."""
    return play(side, 2, **{"phase": "fist_colour", "face_up": CARDS} | arguments)


def first_edition(side: Side, players: int = 4, **arguments: Any) -> Play:
    """Before the hidden bids of a round; the last order is that of the seats."""
    return play(side, players, **FIRST | {"player": 0} | arguments)


def turn(game: Play, card: str) -> Play:
    """The colour whose turn it is takes a card and builds nothing."""
    return game.do(f"choose {card}", "done")


# --- two players: auction 1 -------------------------------------------------------------------------------------------


def test_r14_each_chooses_a_colour_and_an_amount(side: Side) -> None:
    """Player 0 first, then player 1, who has not seen anything."""
    game, seen = fists(side), []
    for text in ("fist green", "bid 4", "fist blue", "bid 3"):
        seen.append((game.phase, game.player))
        game.do(text)
    assert seen == [("fist_colour", 0), ("fist_amount", 0), ("fist_colour", 1), ("fist_amount", 1)]
    assert game.now["fists"] == [{"colour": "green", "amount": 4}, {"colour": "blue", "amount": 3}]


@pytest.mark.parametrize(("player", "colour"), [(0, "blue"), (0, "yellow"), (1, "red"), (1, "green")])
def test_r14_only_an_own_colour(side: Side, player: int, colour: str) -> None:
    game = fists(side)
    if player == 1:
        game.do("fist red", "bid 1")
    assert game.refusal(f"fist {colour}") == ("not_yours", "R14", f"{colour} is not a colour of player {player}")


@pytest.mark.parametrize(("bids", "order"), [((4, 3), ["green", "yellow"]), ((3, 4), ["yellow", "green"])])
def test_r14_the_higher_bid_takes_box_1(side: Side, bids: tuple[int, int], order: list[str]) -> None:
    game = fists(side).do("fist green", f"bid {bids[0]}", "fist yellow", f"bid {bids[1]}")
    assert game.now["next_order"] == order
    assert (game.phase, game.player) == ("pick", 0 if order[0] == "green" else 1)


def test_r14_these_two_play_then_auction_2_settles_the_other_boxes(side: Side) -> None:
    """No colour is chosen: green and yellow are left. Yellow bids more and has box 3."""
    game = fists(side).do("fist red", "bid 2", "fist blue", "bid 5")
    assert game.player == 1
    turn(game, "York")
    assert (game.phase, game.player) == ("pick", 0)
    turn(game, "Hull")
    assert (game.phase, game.player, game.now["fists"]) == ("fist_amount", 0, [None, None])
    game.do("bid 1")
    assert (game.phase, game.player) == ("fist_amount", 1)
    assert game.now["fists"] == [{"colour": "green", "amount": 1}, None]
    game.do("bid 2")
    assert game.now["next_order"] == ["blue", "red", "yellow", "green"]
    assert (game.phase, game.player) == ("pick", 1)


def test_r14_no_colour_is_chosen_in_auction_2(side: Side) -> None:
    game = fists(side).do("fist red", "bid 2", "fist blue", "bid 5")
    turn(turn(game, "York"), "Hull")
    for colour in ("red", "green"):
        assert game.refusal(f"fist {colour}").is_not_now(f"fist {colour}", "the amount of a hidden bid is chosen (R15)")


def test_r14_a_round_is_two_auctions_and_four_turns(side: Side) -> None:
    game, phases = fists(side), []
    while game.phase != "reveal":
        phases.append(game.phase)
        game.do(game.legal()[0])
    auction_1 = ["fist_colour", "fist_amount"] * 2
    assert phases == [*auction_1, "pick", "build", "pick", "build", *["fist_amount"] * 2, "pick", "build", "build"]


def test_r14_the_limit_of_auction_2_is_what_is_left(side: Side) -> None:
    """100 less the bid of 90 and a Link at 3; York brings revenue 2, worth 1."""
    game = fists(side).do("fist red", "bid 90", "fist blue", "bid 1", "choose York", "link York - Leeds", "done")
    turn(game, "Hull")
    assert game.legal()[-1] == "bid 8"
    assert game.refusal("bid 9") == ("not_payable", "R15", "9 is more than the 8 that player 0 can pay")


# --- the amount -------------------------------------------------------------------------------------------------------


def test_r15_at_least_1_and_at_most_what_he_can_raise(side: Side) -> None:
    game = fists(side, cash=[5, 100], revenue=[3, 0]).do("fist red")
    assert game.legal() == [f"bid {amount}" for amount in range(1, 7)]
    assert game.refusal("bid 0") == ("below_minimum", "R15", "the minimum bid is 1")
    assert game.refusal("bid 7") == ("not_payable", "R15", "7 is more than the 6 that player 0 can pay")


@pytest.mark.parametrize(("revenue", "legal"), [(0, ["bid 0"]), (1, ["bid 0"]), (2, ["bid 1"])])
def test_r15_0_only_for_who_can_raise_nothing(side: Side, revenue: int, legal: list[str]) -> None:
    game = fists(side, cash=[0, 100], revenue=[revenue, 0]).do("fist red")
    assert game.legal() == legal
    game = first_edition(side, cash=[0, 50, 50, 50], revenue=[revenue, 0, 0, 0])
    assert game.legal() == legal


def test_r15_nobody_passes(side: Side) -> None:
    game = fists(side).do("fist red")
    assert game.refusal("pass").is_not_now("pass", "the amount of a hidden bid is chosen (R15)")


# --- who pays ---------------------------------------------------------------------------------------------------------


def test_r16_both_pay_what_they_bid(side: Side) -> None:
    game = fists(side).do("fist red", "bid 7", "fist blue", "bid 4")
    assert game.now["cash"] == [93, 96]
    turn(turn(game, "York"), "Hull").do("bid 1", "bid 3")
    assert game.now["cash"] == [92, 93]


def test_r16_r24_a_bid_may_be_paid_by_revenue(side: Side) -> None:
    game = fists(side, cash=[2, 100], revenue=[7, 0]).do("fist red", "bid 4", "fist blue", "bid 1")
    assert (game.now["cash"], game.now["revenue"]) == ([0, 99], [3, 0])


@pytest.mark.parametrize(("bids", "cash"), [((7, 4), [93, 100]), ((4, 7), [100, 93])])
def test_r16_option_fists_paid_winner(side: Side, bids: tuple[int, int], cash: list[int]) -> None:
    """Only who comes first pays, in both auctions."""
    game = fists(side, rules={"fists_paid": "winner"}).do("fist red", f"bid {bids[0]}", "fist blue", f"bid {bids[1]}")
    assert game.now["cash"] == cash
    turn(turn(game, "York"), "Hull").do("bid 1", "bid 3")
    assert game.now["cash"] == [cash[0], cash[1] - 3]


def test_r16_option_fists_paid_winner_after_a_tie(side: Side) -> None:
    game = fists(side, rules={"fists_paid": "winner"}).do("fist red", "bid 5", "fist blue", "bid 5")
    assert game.now["cash"] == [95, 100]


@pytest.mark.parametrize(("paid", "cash"), [("both", [49, 48, 46, 47]), ("winner", [50, 50, 46, 50])])
def test_r16_r19_first_edition_everybody_pays_or_the_first_alone(side: Side, paid: str, cash: list[int]) -> None:
    game = first_edition(side, rules={"fists_paid": paid}).do("bid 1", "bid 2", "bid 4", "bid 3")
    assert game.now["cash"] == cash


@pytest.mark.parametrize("paid", ["both", "winner"])
def test_r16_the_option_does_not_touch_the_once_round_auction(side: Side, paid: str) -> None:
    game = play(side, rules={"fists_paid": paid}).do("choose Leeds", "bid 1", "bid 2", "overbid")
    assert game.now["cash"] == [47, 50, 50]


# --- equal bids -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "boxes"), [("red", ["green", "blue"]), ("yellow", ["blue", "green"])])
def test_r17_auction_1_the_owner_of_box_1_of_the_last_round(side: Side, first: str, boxes: list[str]) -> None:
    """He goes first with either colour."""
    order = {"red": ["red", "blue", "green", "yellow"], "yellow": ["yellow", "red", "blue", "green"]}[first]
    game = fists(side, order=order, player=0).do("fist green", "bid 3", "fist blue", "bid 3")
    assert game.now["next_order"] == boxes and game.now["cash"] == [97, 97]


def test_r17_railway_era_the_last_canal_order_decides(side: Side) -> None:
    order = ["blue", "red", "green", "yellow"]
    game = collecting(side, 2, era="canal", order=order, cash=[50, 50]).do("pass").chance()
    while game.phase != "fist_colour":
        game.do(game.legal()[0]).chance()
    assert (game.now["era"], game.now["round"]) == ("rail", 1)
    game.do("fist red", "bid 2", "fist yellow", "bid 2")
    assert game.now["next_order"] == ["yellow", "red"]


def very_first(side: Side, **rules: Any) -> Play:
    """The very first auction of a game of two."""
    game = beginning(side, 2, rules=rules)
    while game.phase != "fist_colour":
        game.do(game.legal()[0])
    return game.do("fist red", "bid 5", "fist yellow", "bid 5")


@pytest.mark.parametrize(("winner", "boxes"), [(0, ["red", "yellow"]), (1, ["yellow", "red"])])
def test_r17_the_very_first_auction_a_coin_toss(side: Side, winner: int, boxes: list[str]) -> None:
    game = very_first(side)
    assert (game.phase, game.weights()) == ("toss_fists", {"toss player 0": 1, "toss player 1": 1})
    assert game.now["cash"] == [100, 100]
    game.do(f"toss player {winner}")
    assert (game.phase, game.player, game.now["next_order"]) == ("pick", winner, boxes)
    assert game.now["cash"] == [95, 95]


def test_r16_r17_the_winner_of_the_toss_alone_pays(side: Side) -> None:
    assert very_first(side, fists_paid="winner").do("toss player 1").now["cash"] == [100, 95]


def test_r17_the_toss_of_demand_1_does_not_decide_bids(side: Side) -> None:
    """Unequal bids in the very first auction need no toss either."""
    game = beginning(side, 2).do("toss player 1")
    while game.phase != "fist_colour":
        game.do(game.legal()[0])
    game.do("fist red", "bid 5", "fist yellow", "bid 4")
    assert game.phase == "pick" and game.now["next_order"] == ["red", "yellow"]


@pytest.mark.parametrize(("bids", "boxes"), [((2, 1), ["green", "yellow"]), ((1, 2), ["yellow", "green"])])
def test_r17_auction_2_the_owner_of_box_1_of_this_round(side: Side, bids: tuple[int, int], boxes: list[str]) -> None:
    """Red was in box 1 of the last round both times."""
    game = fists(side).do("fist red", f"bid {bids[0]}", "fist blue", f"bid {bids[1]}")
    turn(turn(game, "York"), "Hull").do("bid 4", "bid 4")
    assert game.now["next_order"][2:] == boxes


def test_r17_auction_2_of_the_very_first_round_needs_no_toss(side: Side) -> None:
    game = very_first(side).do("toss player 1")
    for _ in range(2):
        turn(game, game.legal()[0].removeprefix("choose "))
    game.do("bid 1", "bid 1")
    assert game.phase == "pick" and game.now["next_order"] == ["yellow", "red", "blue", "green"]


# --- taking cards -----------------------------------------------------------------------------------------------------


def test_r18_a_colour_takes_any_face_up_card_for_nothing_more(side: Side) -> None:
    game = fists(side).do("fist red", "bid 2", "fist blue", "bid 1")
    assert game.legal() == ["choose York", "choose Leeds", "choose Hull", "choose Stoke"]
    cash = game.now["cash"]
    turn(game, "Stoke")
    assert game.now["cash"] == cash and game.now["industries"] == {"Stoke": {"red": 1}}
    assert game.legal() == ["choose York", "choose Leeds", "choose Hull"]


def test_r18_only_a_face_up_card(side: Side) -> None:
    game = fists(side).do("fist red", "bid 2", "fist blue", "bid 1")
    assert game.refusal("choose Dover") == ("not_face_up", "R18", "Dover is not face up")


def test_r18_the_last_card_is_taken_without_a_choice(side: Side) -> None:
    game = fists(side).do("fist red", "bid 2", "fist blue", "bid 1")
    turn(turn(game, "York"), "Hull").do("bid 1", "bid 2")
    cash = game.now["cash"]
    turn(game, "Leeds")
    assert game.phase == "build"
    assert game.now["turn"] == {"colour": "green", "card": "Stoke", "town": "Stoke", "link": None}
    assert game.now["cash"] == cash


def test_r18_r20_a_picked_card_may_be_blocked(side: Side) -> None:
    game = fists(side, face_up="York, Exeter, Leeds, Stoke", links=blocked("Exeter"))
    game.do("fist red", "bid 2", "fist blue", "bid 1", "choose Exeter")
    assert (game.phase, game.legal()) == ("swap", ["keep", "swap"])


# --- the first edition ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r19_all_bid_in_secret_and_the_highest_goes_first(side: Side, players: int) -> None:
    game = first_edition(side, players)
    asked = []
    for amount in range(1, players + 1):
        asked.append(game.player)
        assert game.phase == "fist_amount" and game.now["next_order"] == []
        game.do(f"bid {amount}")
    assert asked == list(range(players))
    colours = ["red", "blue", "green", "yellow", "black"][:players]
    assert game.now["next_order"] == colours[::-1]
    assert (game.phase, game.player) == ("pick", players - 1)


def test_r17_r19_ties_go_as_on_the_last_order_chart(side: Side) -> None:
    order = ["yellow", "blue", "red", "green"]
    game = first_edition(side, order=order).do("bid 2", "bid 2", "bid 3", "bid 2")
    assert game.now["next_order"] == ["green", "yellow", "blue", "red"]


def test_r17_r19_ties_in_the_first_round_go_by_the_drawn_order(side: Side) -> None:
    game = beginning(side, 3, "first-edition")
    game.do("order green", "order red", "order blue").chance()
    while game.phase == "demand_must":
        game.do(game.legal()[0]).chance()
    game.do("bid 1", "bid 1", "bid 1")
    assert game.phase == "pick" and game.now["next_order"] == ["green", "red", "blue"]


def test_r19_then_each_takes_a_card_and_plays(side: Side) -> None:
    """One bidding a round; the last card is taken without a choice; the order is that of the bids."""
    game = first_edition(side, 3, face_up="York, Hull, Stoke").do("bid 1", "bid 3", "bid 2")
    turn(game, "Hull")
    assert (game.phase, game.player, game.legal()) == ("pick", 2, ["choose York", "choose Stoke"])
    turn(game, "York")
    assert (game.phase, game.now["turn"]["card"], game.player) == ("build", "Stoke", 0)
    game.do("done")
    assert (game.phase, game.now["round"], game.now["order"]) == ("reveal", 4, ["blue", "green", "red"])
    assert game.now["cash"] == [49, 47, 48]


def test_r19_the_next_round_begins_with_hidden_bids_again(side: Side) -> None:
    game = first_edition(side, 3, face_up="York, Hull, Stoke").do("bid 1", "bid 3", "bid 2")
    turn(turn(game, "Hull"), "York").do("done").chance()
    assert (game.phase, game.player, game.now["fists"]) == ("fist_amount", 0, [None] * 3)


@pytest.mark.parametrize("text", ["choose York", "pass", "take"])
def test_r19_there_is_no_auction_of_cards(side: Side, text: str) -> None:
    game = first_edition(side, 3, face_up="York, Hull, Stoke")
    assert game.refusal(text).is_not_now(text, "the amount of a hidden bid is chosen (R15)")


def test_r19_two_players_play_the_standard_game(side: Side) -> None:
    """The same choices lead to the same positions, step by step."""
    games = [beginning(side, 2, variant) for variant in ("standard", "first-edition")]
    for _ in range(60):
        texts = games[0].legal()
        assert games[1].legal() == texts
        for game in games:
            game.do(texts[-1] if len(texts) < 20 else texts[0])
        assert games[0].now == games[1].now
