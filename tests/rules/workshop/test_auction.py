"""R7 to R13: the once-round auction of three to five players."""

from __future__ import annotations

import pytest
from positions import Side
from workshop.table import TOWNS, WILDS, auction, beginning, idle_round, play, take

FIVE = ["yellow", "red", "black", "blue", "green"]
"""A turn order: the players 3, 0, 4, 1, 2."""


# --- nominating -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "order"), [(3, ["green", "red", "blue"]), (5, FIVE)])
def test_r7_r8_the_first_in_the_order_nominates(side: Side, players: int, order: list[str]) -> None:
    game = play(side, players, phase="reveal", face_up="Leeds, Hull", order=order, player=-1)
    game.chance()
    assert game.phase == "nominate"
    assert game.player == {"green": 2, "yellow": 3}[order[0]]


def test_r8_any_face_up_card_may_be_nominated(side: Side) -> None:
    game = auction(side, "York", "Wild 4", "Leeds", "Dover", players=4)
    assert game.legal() == ["choose York", "choose Leeds", "choose Dover", "choose Wild 4"]


def test_r8_a_kind_that_lies_open_twice_is_nominated_once_at_a_time(side: Side) -> None:
    game = auction(side, "Wild 3", "Wild 3", "York")
    assert game.legal() == ["choose York", "choose Wild 3"]
    take(game, "Wild 3").do("place Stoke", "done")
    assert game.now["face_up"] == {"York": 1, "Wild 3": 1}


@pytest.mark.parametrize("card", ["Dover", "Wild 2"])
def test_r8_only_a_face_up_card(side: Side, card: str) -> None:
    assert auction(side, "York").refusal(f"choose {card}") == ("not_face_up", "R8", f"{card} is not face up")


def test_r8_the_nominator_names_no_price(side: Side) -> None:
    game = auction(side, "York").do("choose York")
    assert game.now["auction"] == {"card": "York", "nominator": 0, "standing": 0, "leader": None, "speaker": 1}
    assert game.now["cash"] == [50, 50, 50]


def test_r8_nominating_is_not_bidding(side: Side) -> None:
    game = auction(side, "York")
    for text in ("bid 1", "pass", "take", "overbid"):
        assert game.refusal(text).is_not_now(text, "a card is nominated (R8)")


# --- bidding ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "speakers"),
    [(["green", "red", "blue", "yellow"], [3, 0, 1, 2]), (["red", "green", "yellow", "blue"], [1, 2, 3, 0])],
)
def test_r9_clockwise_by_seat_from_the_nominators_left(side: Side, order: list[str], speakers: list[int]) -> None:
    """Not by turn order; the nominator speaks last (R10)."""
    game = auction(side, "York", players=4, order=order, player=speakers[-1]).do("choose York")
    spoken = []
    while game.phase == "bid":
        spoken.append(game.player)
        game.do("pass")
    assert [*spoken, game.player] == speakers and game.phase == "close"


def test_r9_who_has_a_card_does_not_speak(side: Side) -> None:
    """Five seats: blue and black have cards; red nominates, then green and yellow are asked."""
    game = play(side, 5, face_up="York, Hull, Leeds", next_order=["blue", "black"])
    game.do("choose Hull")
    assert game.player == 2
    assert game.do("bid 2").player == 3
    assert (game.do("bid 3").phase, game.player) == ("close", 0)


def test_r9_everybody_speaks_once(side: Side) -> None:
    """Player 1 is not asked again when they are overbid."""
    game = auction(side, "York").do("choose York", "bid 1", "bid 2")
    assert (game.phase, game.player) == ("close", 0)
    game.do("pass")
    assert game.now["turn"]["colour"] == "green"


def test_r9_a_bid_is_any_whole_number_from_1_to_what_he_can_pay(side: Side) -> None:
    """5 pounds and revenue 3: 6 at most (R24). Jumping is allowed."""
    game = auction(side, "York", cash=[50, 5, 50], revenue=[0, 3, 0]).do("choose York")
    assert game.legal() == ["pass", *(f"bid {amount}" for amount in range(1, 7))]
    standing = {"card": "York", "nominator": 0, "standing": 5, "leader": 1, "speaker": 2}
    assert game.do("bid 5").now["auction"] == standing


def test_r9_the_minimum_bid_is_1(side: Side) -> None:
    game = auction(side, "York").do("choose York")
    assert game.refusal("bid 0") == ("below_minimum", "R9", "the minimum bid is 1")
    assert game.do("bid 4").refusal("bid 0") == ("below_minimum", "R9", "the minimum bid is 1")


@pytest.mark.parametrize("amount", [1, 3, 4])
def test_r9_a_bid_is_above_the_standing_one(side: Side, amount: int) -> None:
    game = auction(side, "York").do("choose York", "bid 4")
    assert game.legal()[:2] == ["pass", "bid 5"]
    sentence = f"{amount} is not above the standing bid of 4"
    assert game.refusal(f"bid {amount}") == ("not_higher", "R9", sentence)


def test_r9_a_bid_can_be_paid(side: Side) -> None:
    game = auction(side, "York", cash=[50, 5, 50], revenue=[0, 3, 0]).do("choose York")
    assert game.refusal("bid 7") == ("not_payable", "R9", "7 is more than the 6 that player 1 can pay")


def test_r9_too_low_comes_before_too_dear(side: Side) -> None:
    game = auction(side, "York", cash=[50, 50, 2]).do("choose York", "bid 4")
    assert game.refusal("bid 3").code == "not_higher"
    assert game.refusal("bid 5").code == "not_payable"


def test_r9_who_cannot_bid_higher_passes_all_the_same(side: Side) -> None:
    game = auction(side, "York", cash=[50, 50, 4]).do("choose York", "bid 4")
    assert (game.player, game.legal()) == (2, ["pass"])


def test_r9_who_has_nothing_passes(side: Side) -> None:
    game = auction(side, "York", cash=[50, 0, 50], revenue=[0, 1, 0]).do("choose York")
    assert (game.player, game.legal()) == (1, ["pass"])
    assert game.refusal("bid 1") == ("not_payable", "R9", "1 is more than the 0 that player 1 can pay")


def test_r9_a_bidder_need_not_keep_money_for_links(side: Side) -> None:
    game = auction(side, "York").do("choose York", "bid 50", "pass", "pass")
    assert (game.phase, game.legal()) == ("build", ["done"])
    assert game.now["cash"] == [50, 0, 50]


# --- closing ----------------------------------------------------------------------------------------------------------


def test_r10_nobody_bids_the_nominator_takes_the_card_for_1(side: Side) -> None:
    game = auction(side, "York").do("choose York", "pass", "pass")
    assert (game.phase, game.player, game.legal()) == ("close", 0, ["take"])
    game.do("take")
    assert game.now["cash"] == [49, 50, 50] and game.now["turn"]["card"] == "York"


@pytest.mark.parametrize(("text", "code"), [("pass", "must_take"), ("overbid", "no_bid")])
def test_r10_the_nominator_may_not_pass_without_a_bid(side: Side, text: str, code: str) -> None:
    game = auction(side, "York").do("choose York", "pass", "pass")
    assert game.refusal(text) == (code, "R10", "nobody has bid: the nominator must take the card")


@pytest.mark.parametrize(
    ("revenue", "left"),
    [(0, 0), (1, 1), (2, 0), (3, 1)],
)
def test_r10_r24_a_nominator_without_cash_pays_by_revenue_or_nothing(side: Side, revenue: int, left: int) -> None:
    game = take(auction(side, "York", cash=[0, 50, 50], revenue=[revenue, 0, 0]), "York")
    assert game.now["cash"] == [0, 50, 50] and game.now["revenue"] == [left, 0, 0]
    assert game.now["turn"]["card"] == "York"


def test_r10_after_a_bid_the_nominator_passes_or_overbids_by_1(side: Side) -> None:
    game = auction(side, "York").do("choose York", "bid 3", "pass")
    assert game.legal() == ["pass", "overbid"]
    game.do("overbid")
    assert game.now["cash"] == [46, 50, 50] and game.now["turn"]["colour"] == "red"


def test_r10_after_a_bid_the_nominator_may_let_the_card_go(side: Side) -> None:
    game = auction(side, "York").do("choose York", "bid 3", "pass", "pass")
    assert game.now["cash"] == [50, 47, 50] and game.now["turn"]["colour"] == "blue"


def test_r10_no_other_bid_of_the_nominator(side: Side) -> None:
    game = auction(side, "York").do("choose York", "bid 3", "pass")
    assert game.refusal("take") == ("bid_made", "R10", "player 1 has bid 3: pass or overbid")
    assert game.refusal("bid 5").is_not_now("bid 5", "the nominator closes the auction (R10)")


def test_r10_an_overbid_can_be_paid(side: Side) -> None:
    game = auction(side, "York", cash=[2, 50, 50], revenue=[3, 0, 0]).do("choose York", "bid 3", "pass")
    assert game.refusal("overbid") == ("not_payable", "R10", "4 is more than the 3 that player 0 can pay")
    assert game.legal() == ["pass"]
    game = auction(side, "York", cash=[2, 50, 50], revenue=[3, 0, 0]).do("choose York", "bid 2", "pass", "overbid")
    assert (game.now["cash"][0], game.now["revenue"][0]) == (0, 1)


# --- the winner -------------------------------------------------------------------------------------------------------


def test_r11_losing_bids_cost_nothing(side: Side) -> None:
    game = auction(side, "York", players=4).do("choose York", "bid 3", "bid 7", "bid 9", "pass")
    assert game.now["cash"] == [50, 50, 50, 41]


def test_r11_the_winners_turn_comes_at_once(side: Side) -> None:
    """Their Link stands and their money is gone before the next nomination."""
    game = auction(side, "York", "Hull").do("choose York", "bid 3", "pass", "pass", "link York - Hull", "done")
    assert game.now["links"] == {"York - Hull": "blue"}
    assert game.now["industries"] == {"York": {"blue": 1}}
    assert (game.now["cash"], game.now["revenue"]) == ([50, 44, 50], [0, 2, 0])
    assert (game.phase, game.player) == ("nominate", 0)


def test_r11_winners_fill_the_boxes_of_the_next_round(side: Side) -> None:
    """Red nominates until they have a card; then blue, and yellow gets the last one."""
    game = auction(side, "York", "Hull", "Stoke", "Dover", players=4)
    game.do("choose York", "pass", "bid 2", "pass", "pass", "done")
    assert game.now["next_order"] == ["green"]
    take(game, "Hull").do("done")
    assert game.now["next_order"] == ["green", "red"]
    take(game, "Stoke").do("done")
    assert game.now["next_order"] == ["green", "red", "blue", "yellow"]
    game.do("done")
    assert game.now["order"] == ["green", "red", "blue", "yellow"] and game.now["next_order"] == []


def test_r11_an_overbid_nominator_nominates_again(side: Side) -> None:
    game = auction(side, "York", "Hull", "Stoke", "Dover", players=4)
    for card, bids in (("York", ("bid 1", "pass", "pass")), ("Hull", ("bid 1", "pass"))):
        assert (game.phase, game.player) == ("nominate", 0)
        game.do(f"choose {card}", *bids, "pass", "done")
    assert (game.phase, game.player) == ("nominate", 0)
    assert game.now["next_order"] == ["blue", "green"]


def test_r11_who_has_a_card_is_passed_over(side: Side) -> None:
    """The order is red, green, blue: green is overbid's winner, so after red comes blue with the last card."""
    game = auction(side, "York", "Hull", "Stoke", order=["red", "green", "blue"])
    take(game, "York").do("done")
    assert (game.phase, game.player) == ("nominate", 2)
    game.do("choose Hull", "bid 1", "pass", "done")
    assert game.now["turn"]["colour"] == "green" and game.now["turn"]["card"] == "Stoke"


def test_r9_two_players_left_hold_an_auction_like_any(side: Side) -> None:
    """One bidder, then the nominator closes; the loser gets the other card for 1 and is last."""
    game = take(auction(side, "York", "Hull", "Stoke"), "York").do("done", "choose Hull")
    assert (game.phase, game.player) == ("bid", 2)
    game.do("bid 5")
    assert (game.phase, game.player) == ("close", 1)
    game.do("overbid", "done")
    assert game.now["cash"] == [49, 44, 49]
    assert game.now["next_order"] == ["red", "blue", "green"]


# --- the last card ----------------------------------------------------------------------------------------------------


def test_r12_the_last_player_gets_the_last_card_for_1(side: Side) -> None:
    """Without any decision: their turn has begun."""
    game = take(auction(side, "York", "Hull", "Stoke"), "York").do("done")
    take(game, "Hull").do("done")
    assert (game.phase, game.player) == ("build", 2)
    assert game.now["turn"] == {"colour": "green", "card": "Stoke", "town": "Stoke", "link": None}
    assert game.now["cash"] == [49, 49, 49] and game.now["face_up"] == {}


@pytest.mark.parametrize(("cash", "revenue", "after"), [(0, 0, (0, 0)), (0, 1, (0, 1)), (0, 2, (0, 0)), (1, 9, (0, 9))])
def test_r12_for_0_if_he_can_raise_nothing(side: Side, cash: int, revenue: int, after: tuple[int, int]) -> None:
    game = take(auction(side, "York", "Hull", "Stoke", cash=[50, 50, cash], revenue=[0, 0, revenue]), "York")
    take(game.do("done"), "Hull").do("done")
    assert game.now["turn"]["card"] == "Stoke"
    assert (game.now["cash"][2], game.now["revenue"][2]) == after


def test_r12_the_last_card_may_be_wild_or_blocked(side: Side) -> None:
    game = take(auction(side, "York", "Hull", "Wild 4"), "York").do("done")
    assert take(game, "Hull").do("done").phase == "town"
    links = dict.fromkeys(("Southampton - Exeter", "Bristol - Exeter"), "red")
    game = take(auction(side, "York", "Hull", "Exeter", links=links), "York").do("done")
    assert take(game, "Hull").do("done").phase == "swap"


@pytest.mark.parametrize(("players", "nominations"), [(3, 2), (4, 3), (5, 4)])
def test_r11_r12_a_round_has_one_nomination_less_than_players(side: Side, players: int, nominations: int) -> None:
    game, seen = auction(side, "York", players=players), 0
    while game.phase != "reveal":
        seen += game.phase == "nominate"
        game.do(game.legal()[0])
    assert seen == nominations


# --- no deals, open piles ---------------------------------------------------------------------------------------------


def test_r13_there_is_no_action_that_gives_or_lends(side: Side) -> None:
    game = side.load("workshop", 4)
    words = {game.action_to_string(action).split()[0] for action in range(game.num_actions)}
    play_words = {"choose", "bid", "pass", "take", "overbid", "keep", "swap", "place", "remove", "link", "done"}
    assert words == play_words | {"demand"}


def test_r13_used_cards_lie_open(side: Side) -> None:
    game = take(auction(side, "Exeter", "Hull", "Stoke"), "Exeter")
    before = game.now["used"]
    assert "Exeter" not in before  # still in the turn
    game.do("done")
    assert game.now["used"] == before | {"Exeter": 1}
    for viewer in (0, 1, None):
        assert game.view(viewer)["used"] == game.now["used"]


def test_r13_discarded_cards_lie_open(side: Side) -> None:
    links = dict.fromkeys(("Southampton - Exeter", "Bristol - Exeter"), "red")
    game = take(auction(side, "Exeter", links=links), "Exeter").do("swap")
    assert game.view(None)["used"]["Exeter"] == 1


def test_r13_all_cards_are_somewhere_in_every_round(side: Side) -> None:
    game = beginning(side, 4)
    for _ in range(7):
        idle_round(game)
        now = game.now
        parts = [now[key] for key in ("unseen", "unseen_setup", "face_up", "used")]
        assert [sum(part.get(card, 0) for part in parts) for card in TOWNS] == [1] * 30
        assert [sum(part.get(card, 0) for part in parts) for card in WILDS] == [3] * 3
