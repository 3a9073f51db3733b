"""R20 to R23: the card of the turn, and placing an Industry."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Play, Side
from workshop.table import CARDS, TOWNS, at, auction, blocked, play, take, value

PORTS_AND_CRAFTS = [town for town in TOWNS if value(town) == 2]
ALL = "red, blue, green"
VALUE_4 = [town for town in TOWNS if value(town) == 4]


def with_card(side: Side, card: str, **arguments: Any) -> Play:
    """Red's turn begins with this card, for which they have paid 1."""
    return take(auction(side, card, **arguments), card)


# --- blocked cards ----------------------------------------------------------------------------------------------------


def test_r20_who_has_a_blocked_card_may_keep_or_swap_it(side: Side) -> None:
    game = with_card(side, "Exeter", links=blocked("Exeter"))
    assert (game.phase, game.player, game.legal()) == ("swap", 0, ["keep", "swap"])


@pytest.mark.parametrize("owner", ["red", "blue", "green"])
def test_r20_whoever_owns_the_links(side: Side, owner: str) -> None:
    assert with_card(side, "Exeter", links=blocked("Exeter", by=owner)).phase == "swap"


def test_r20_a_double_connection_may_block(side: Side) -> None:
    """Exeter has a single and a double one; Glasgow a single and a double one."""
    assert with_card(side, "Glasgow", links={"Glasgow - Edinburgh": "blue"}).phase == "build"
    links = {"Glasgow - Edinburgh": "blue", "Glasgow - Carlisle": "green"}
    assert with_card(side, "Glasgow", links=links).phase == "swap"


@pytest.mark.parametrize("free", at("Exeter"))
def test_r20_one_free_connection_is_enough(side: Side, free: str) -> None:
    links = {link: "blue" for link in at("Exeter") if link != free}
    assert with_card(side, "Exeter", links=links).phase == "build"


def test_r20_money_does_not_matter(side: Side) -> None:
    """With 1 pound, which the card costs, no Link can be laid; Exeter is not blocked for that."""
    assert with_card(side, "Exeter", cash=[1, 50, 50]).phase == "build"


def test_r20_the_crossing_ban_does_not_block(side: Side) -> None:
    """All but Lancaster - Manchester at Lancaster is taken."""
    links = {link: "blue" for link in at("Lancaster") if link != "Lancaster - Manchester"}
    assert with_card(side, "Lancaster", links=links).phase == "build"


def test_r20_it_is_tested_when_the_turn_begins_not_when_the_card_is_turned_up(side: Side) -> None:
    """Blue closes the last connection of Exeter, then red takes its card."""
    links = {"Southampton - Exeter": "green"}
    game = auction(side, "Exeter", "Bristol", "Stoke", order=["blue", "red", "green"], player=1, links=links)
    take(game, "Bristol").do("link Bristol - Exeter", "done")
    assert take(game, "Exeter").phase == "swap"


def test_r20_a_kept_card_is_used_as_it_is(side: Side) -> None:
    game = with_card(side, "Exeter", links=blocked("Exeter")).do("keep")
    assert (game.phase, game.legal()) == ("build", ["done"])
    assert game.now["industries"] == {"Exeter": {"red": 1}} and game.now["set_aside"] == 12


def test_r20_a_swapped_card_is_discarded_for_a_set_aside_one(side: Side) -> None:
    game = with_card(side, "Exeter", links=blocked("Exeter")).do("swap")
    assert (game.phase, game.player) == ("draw_swap", -1)
    assert game.now["used"]["Exeter"] == 1
    assert game.now["turn"] == {"colour": "red", "card": None, "town": None, "link": None}
    deck = game.now["deck"]
    game.do("card Cardiff")
    assert (game.phase, game.now["turn"]["card"]) == ("build", "Cardiff")
    assert game.now["industries"] == {"Cardiff": {"red": 1}}
    assert (game.now["set_aside"], game.now["deck"]) == (11, deck)


def test_r20_each_unseen_card_is_as_likely_to_be_set_aside(side: Side) -> None:
    """Be it in the deck or not."""
    game = with_card(side, "Exeter", links=blocked("Exeter")).do("swap")
    unseen = game.now["unseen"]
    assert game.weights() == {f"card {card}": unseen[card] for card in CARDS if card in unseen}
    assert sum(unseen.values()) == 12 + 18 and unseen["Wild 4"] == 3


def test_r20_set_up_cards_are_not_set_aside(side: Side) -> None:
    """A swap in the first round, while set-up cards are to come."""
    game = auction(side, "York", "London", "Bristol", "Newcastle", players=4).now
    game |= {"round": 1, "deck": 24, "unseen_setup": {"Manchester": 1, "Birmingham": 1}, "used": {}}
    game["unseen"] = {card: n for card, n in CARDS.items() if card not in (*game["face_up"], *game["unseen_setup"])}
    game["links"] = blocked("York")
    first = take(Play(side.load("workshop", 4).state_from_dict(game)), "York").do("swap")
    assert "card Leeds" in first.legal()
    assert not {"card Manchester", "card Birmingham"} & set(first.legal())


def test_r20_the_new_card_must_be_used_even_if_it_is_blocked(side: Side) -> None:
    """There is no second swap."""
    game = with_card(side, "Exeter", links=blocked("Exeter", "Glasgow")).do("swap", "card Glasgow")
    assert (game.phase, game.legal()) == ("build", ["done"])
    assert game.now["industries"] == {"Glasgow": {"red": 1}}


def test_r20_the_new_card_may_be_wild(side: Side) -> None:
    game = with_card(side, "Exeter", links=blocked("Exeter")).do("swap", "card Wild 4")
    assert (game.phase, game.legal()) == ("town", [f"place {town}" for town in VALUE_4])


def test_r20_the_new_towns_may_be_full(side: Side) -> None:
    game = auction(side, "Exeter", "York", "Leeds", links=blocked("Exeter"), industries={"Hull": "2x blue"})
    assert take(game, "Exeter").do("swap", "card Hull").phase == "displace"


def test_r20_there_is_no_refund(side: Side) -> None:
    game = auction(side, "Exeter", links=blocked("Exeter")).do("choose Exeter", "bid 4", "pass", "overbid")
    assert game.now["cash"][0] == 45
    assert game.do("swap", "card Cardiff").now["cash"][0] == 45


def test_r20_without_a_set_aside_card_there_is_no_swap(side: Side) -> None:
    game = with_card(side, "Exeter", links=blocked("Exeter"), set_aside=0)
    assert (game.phase, game.legal()) == ("build", ["done"])


def test_r20_the_last_set_aside_card(side: Side) -> None:
    game = with_card(side, "Exeter", links=blocked("Exeter"), set_aside=1).do("swap", "card Cardiff")
    assert game.now["set_aside"] == 0


@pytest.mark.parametrize("text", ["keep", "swap"])
def test_r20_a_card_that_is_not_blocked_is_used(side: Side, text: str) -> None:
    game = with_card(side, "Exeter")
    assert game.refusal(text).is_not_now(text, "Links are laid (R25)")


# --- blocked wild cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["Wild 2", "Wild 3", "Wild 4"])
def test_r21_a_wild_card_is_swapped_if_all_towns_of_its_value_are_blocked(side: Side, card: str) -> None:
    towns = [town for town in TOWNS if value(town) == int(card[-1])]
    assert with_card(side, card, links=blocked(*towns, by=ALL)).legal() == ["keep", "swap"]


@pytest.mark.parametrize("card", ["Wild 2", "Wild 3", "Wild 4"])
def test_r21_one_open_town_of_the_value_is_enough(side: Side, card: str) -> None:
    towns = [town for town in TOWNS if value(town) == int(card[-1])]
    links = blocked(*towns, by=ALL)
    del links[at(towns[-1])[0]]
    assert with_card(side, card, links=links).phase == "town"


def test_r21_a_kept_wild_card_is_used_as_any(side: Side) -> None:
    game = with_card(side, "Wild 4", links=blocked(*VALUE_4, by=ALL)).do("keep")
    assert game.legal() == [f"place {town}" for town in VALUE_4]


# --- placing ----------------------------------------------------------------------------------------------------------


def test_r22_the_industry_goes_to_the_town_of_the_card(side: Side) -> None:
    """At once: there is nothing to choose, and no turn without it."""
    game = with_card(side, "York")
    assert game.now["industries"] == {"York": {"red": 1}}
    assert (game.phase, game.now["turn"]) == ("build", {"colour": "red", "card": "York", "town": "York", "link": None})


@pytest.mark.parametrize("card", ["Wild 2", "Wild 3", "Wild 4"])
def test_r22_a_wild_card_is_for_any_town_of_exactly_its_value(side: Side, card: str) -> None:
    """2: Port or Crafts, 3: Light or Heavy Industry, 4: Textile. And the Industry must be placed."""
    game = with_card(side, card)
    assert (game.phase, game.player) == ("town", 0)
    assert game.legal() == [f"place {town}" for town in TOWNS if value(town) == int(card[-1])]


@pytest.mark.parametrize(
    ("card", "town", "worth"), [("Wild 2", "Leeds", 4), ("Wild 3", "York", 2), ("Wild 4", "Stoke", 3)]
)
def test_r22_no_town_of_another_value(side: Side, card: str, town: str, worth: int) -> None:
    sentence = f"{town} has value {worth}, the card is {card}"
    assert with_card(side, card).refusal(f"place {town}") == ("wrong_value", "R22", sentence)


def test_r22_a_wild_card_may_go_to_a_blocked_town(side: Side) -> None:
    game = with_card(side, "Wild 2", links=blocked("Exeter")).do("place Exeter")
    assert (game.phase, game.legal()) == ("build", ["done"])


def test_r22_a_wild_card_may_go_to_a_full_town(side: Side) -> None:
    game = with_card(side, "Wild 2", industries={"Exeter": "blue, green"}).do("place Exeter")
    assert (game.phase, game.player, game.legal()) == ("displace", 0, ["remove blue", "remove green"])


def test_r22_several_own_industries_in_a_town(side: Side) -> None:
    game = with_card(side, "Wild 4", industries={"Leeds": "3x red"}).do("place Leeds")
    assert game.phase == "build" and game.now["industries"] == {"Leeds": {"red": 4}}


def test_r22_placing_comes_before_links(side: Side) -> None:
    game = with_card(side, "Wild 2")
    for text in ("link York - Leeds", "done"):
        assert game.refusal(text).is_not_now(text, "a town is chosen for the wild card (R22)")


# --- full towns -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "there"), [("York", "red"), ("Stoke", "2x blue"), ("Leeds", "red, blue, green")])
def test_r23_below_its_value_a_town_takes_one_more(side: Side, card: str, there: str) -> None:
    assert with_card(side, card, industries={card: there}).phase == "build"


@pytest.mark.parametrize(
    ("card", "there", "legal"),
    [
        ("York", "red, blue", ["remove red", "remove blue"]),
        ("York", "2x red", ["remove red"]),
        ("Stoke", "blue, 2x green", ["remove blue", "remove green"]),
        ("Leeds", "red, 2x blue, green", ["remove red", "remove blue", "remove green"]),
    ],
)
def test_r23_from_a_full_town_one_that_was_there_goes_home(side: Side, card: str, there: str, legal: list[str]) -> None:
    """Any one, an own one too; it must be one."""
    game = with_card(side, card, industries={card: there})
    assert (game.phase, game.player, game.legal()) == ("displace", 0, legal)


def test_r23_the_removed_one_makes_room(side: Side) -> None:
    game = with_card(side, "Stoke", industries={"Stoke": "blue, 2x green"}).do("remove green")
    assert game.phase == "build" and game.now["industries"] == {"Stoke": {"red": 1, "blue": 1, "green": 1}}
    game = with_card(side, "Stoke", industries={"Stoke": "3x red"}).do("remove red")
    assert game.now["industries"] == {"Stoke": {"red": 3}}


def test_r23_not_one_that_is_not_there(side: Side) -> None:
    """The new one cannot go either: red has none there yet."""
    game = with_card(side, "York", industries={"York": "blue, green"})
    assert game.refusal("remove red") == ("not_there", "R23", "red has no Industry in York")


def test_r23_it_goes_before_links_are_laid(side: Side) -> None:
    game = with_card(side, "York", industries={"York": "blue, green"})
    assert game.refusal("link York - Leeds").is_not_now(
        "link York - Leeds", "an Industry of the full town is removed (R23)"
    )


def test_r23_revenue_already_counted_stays(side: Side) -> None:
    game = with_card(side, "York", industries={"York": "2x blue"}, links={"York - Hull": "blue"}, revenue=[0, 9, 0])
    game.do("remove blue")
    assert game.now["revenue"] == [0, 9, 0] and game.now["links"] == {"York - Hull": "blue"}


def test_r23_r30_who_was_removed_earns_nothing_there_any_more(side: Side) -> None:
    """Blue's only Industry in Hull is gone: their Link from York to Hull brings York's 2 alone, not 4."""
    for removed, revenue in (("blue", 2), ("green", 4)):
        game = auction(side, "Hull", "York", "Stoke", industries={"Hull": "blue, green"})
        take(game, "Hull").do(f"remove {removed}", "done")
        take(game, "York").do("link York - Hull", "done")
        assert game.now["revenue"] == [0, revenue, 0]


def test_r23_the_own_other_colour_may_be_removed(side: Side) -> None:
    """Two players: red and green are both player 0's."""
    game = play(side, 2, phase="fist_colour", face_up="York, Hull, Leeds, Stoke", industries={"York": "green, blue"})
    game.do("fist red", "bid 2", "fist blue", "bid 1", "choose York")
    assert game.legal() == ["remove blue", "remove green"]
    assert game.do("remove green").now["industries"] == {"York": {"red": 1, "blue": 1}}


def test_r22_r23_no_turn_ends_with_more_than_the_value(side: Side) -> None:
    for town in PORTS_AND_CRAFTS:
        game = with_card(side, town, industries={town: "blue, green"}).do("remove blue")
        assert game.now["industries"][town] == {"red": 1, "green": 1}
