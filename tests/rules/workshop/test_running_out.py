"""R41 to R43: what happens when a colour has no Industries or no Links left."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile
from edits import put, refused_after
from positions import Play, Side
from workshop.table import COLOURS, PLANS, auction, beginning, building, collected, game_of, play, position

FILE = DataFile("workshop")


def pieces(industries: int = 20, links: int = 18) -> str:
    """The shipped file with other pieces."""
    return FILE.edited(
        put("pieces", "industries_per_colour", to=industries), put("pieces", "links_per_colour", to=links)
    )


FEW = pieces(industries=5)
"""Three Industries for the map, two mark revenue and turn order."""
THREE = {"Leeds": "red", "Hull": "red", "York": "blue, red"}
"""All that red has."""


def placing(side: Side, card: str, *, data: str = FEW, **arguments: Any) -> Play:
    """Red takes a card that nobody bids for; all Industries of red are on the map."""
    industries = dict[str, str](arguments.pop("industries", THREE))
    game = auction(side, card, industries=industries, data=data, **arguments)
    return game.do(f"choose {card}", "pass", "pass", "take")


# --- Industries -------------------------------------------------------------------------------------------------------


def moves(side: Side, players: int, data: str) -> list[str]:
    game = game_of(side, players, data=data)
    texts = [game.action_to_string(i) for i in range(game.num_actions)]
    return [text for text in texts if text.startswith("move ")]


@pytest.mark.parametrize(("players", "enough"), [(2, 16), (3, 20), (4, 16), (5, 14)])
def test_r41_pieces_that_suffice_are_not_counted(side: Side, players: int, enough: int) -> None:
    """Two turns for each round of an era and two markers; only a game that is short has the move among its actions."""
    assert moves(side, players, pieces(industries=enough)) == []
    assert len(moves(side, players, pieces(industries=enough - 1))) == 30
    short = game_of(side, players, data=pieces(industries=enough - 1))
    assert short.observation_channels[0].shape == (20,)
    whole = game_of(side, players)
    assert whole.observation_channels[0].shape == (19,)
    assert short.max_game_length == whole.max_game_length + 2 * PLANS[players].rounds * PLANS[players].colours


def test_r41_a_position_with_more_pieces_than_there_are_is_taken(side: Side) -> None:
    """19 Industries of red: the shipped file is not short of them."""
    industries = dict.fromkeys(("Leeds", "Carlisle", "Manchester", "Nottingham"), "4x red") | {"Glasgow": "3x red"}
    game = play(side, industries=industries, face_up="York, Hull, Stoke")
    assert game.do("choose York", "pass", "pass", "take").phase == "build"


def test_r42_the_last_industry_is_placed_as_ever(side: Side) -> None:
    game = placing(side, "Stoke", industries={"Leeds": "red", "Hull": "red"})
    assert (game.phase, game.now["industries"]["Stoke"]) == ("build", {"red": 1})


def test_r42_then_one_of_the_colours_own_is_moved(side: Side) -> None:
    game = placing(side, "Stoke", revenue=[9, 0, 0])
    assert (game.phase, game.player) == ("move", 0)
    assert game.now["turn"] == {"colour": "red", "card": "Stoke", "town": "Stoke", "link": None}
    assert sorted(game.legal()) == ["move Hull", "move Leeds", "move York"]
    assert game.refusal("move Stoke") == ("not_there", "R42", "red has no Industry in Stoke")
    assert game.refusal("place Leeds").sentence == (
        "place Leeds is not a choice now: a town is chosen when a turn begins with a wild card (R22); "
        "now an Industry of the colour is moved (R42)"
    )
    game.do("move York")
    assert game.phase == "build" and game.now["revenue"] == [9, 0, 0]
    assert game.now["industries"] == {"York": {"blue": 1}, "Leeds": {"red": 1}, "Hull": {"red": 1}, "Stoke": {"red": 1}}


def test_r42_outside_of_the_phase_nothing_is_moved(side: Side) -> None:
    game = auction(side, "York", industries=THREE, data=FEW)
    assert game.refusal("move York").sentence == (
        "move York is not a choice now: an Industry is moved when a new one comes from a colour that has none in "
        "its supply (R42); now a card is nominated (R8)"
    )


def test_r42_the_turns_own_town_counts_too(side: Side) -> None:
    """York is full: with its own Industry away there is room, with another one a removal follows."""
    stays = placing(side, "York").do("move York")
    assert (stays.phase, stays.now["industries"]["York"]) == ("build", {"red": 1, "blue": 1})
    comes = placing(side, "York").do("move Hull")
    assert (comes.phase, sorted(comes.legal())) == ("displace", ["remove blue", "remove red"])
    comes.do("remove blue")
    assert comes.now["industries"] == {"Leeds": {"red": 1}, "York": {"red": 2}}


def test_r42_a_removed_industry_is_in_supply_again(side: Side) -> None:
    """Blue has all on the map, red pushes one out: blue places without a move."""
    industries = {"York": "2x blue", "Leeds": "blue", "Stoke": "red"}
    game = placing(side, "York", industries=industries).do("remove blue", "done")
    assert game.do("choose Leeds", "pass", "take").phase == "build"


def test_r42_a_wild_card_chooses_its_town_first(side: Side) -> None:
    game = placing(side, "Wild 3").do("place Stoke")
    assert game.phase == "move"
    assert game.do("move Leeds").now["industries"]["Stoke"] == {"red": 1}


def test_r42_a_single_industry_wanders(side: Side) -> None:
    game = placing(side, "Stoke", industries={"Leeds": "red"}, data=pieces(industries=3))
    assert game.legal() == ["move Leeds"]
    assert game.do("move Leeds").now["industries"] == {"Stoke": {"red": 1}}


@pytest.mark.parametrize(("colour", "number"), [("red", 3), ("blue", 3), ("green", 4), ("yellow", 4)])
def test_r42_with_two_players_revenue_is_marked_by_the_first_colour(side: Side, colour: str, number: int) -> None:
    """The second one has an Industry more."""
    player = COLOURS.index(colour) % 2
    boxes = [colour, "red" if player == 1 else "blue"]
    fists = [{"colour": c, "amount": 1} for c in (boxes if player == 0 else reversed(boxes))]
    for there in (number - 1, number):
        game = play(
            side,
            2,
            phase="pick",
            player=player,
            next_order=boxes,
            fists=fists,
            industries={"Leeds": f"{there}x {colour}"},
            face_up="Stoke, Hull, Exeter, Dover",
            data=FEW,
        )
        assert game.do("choose Stoke").phase == ("build" if there < number else "move")


def test_r42_bytes_and_views_of_a_move(side: Side) -> None:
    game = placing(side, "Stoke")
    again = game.state.game.state_from_bytes(game.state.to_bytes())
    assert again.to_dict() == game.now and game.state.to_bytes()[12] == 19
    assert game.view(1)["phase"] == "move" and float(game.state.observation_tensor(1)[19]) == 1.0
    assert game.seen("move Hull", 1) == "move Hull"


def test_r42_positions_that_cannot_be(side: Side) -> None:
    game = game_of(side, data=FEW)
    turn = {"colour": "red", "card": "Stoke", "town": "Stoke"}
    industries = {"Leeds": "red", "Hull": "red", "York": "red"}
    moving = position(phase="move", turn=turn, next_order=["red"], industries=industries, face_up="Hull, Exeter")
    for spoil in (
        put("industries", "Exeter", to={"red": 1}),
        put("industries", "Hull", to={"blue": 1}),
        put("turn", "town", to=None),
        put("turn", "town", to="Leeds"),
        put("phase", to="build"),
        put("turn", "link", to="Stoke - Wrexham"),
    ):
        refused_after(game, moving, spoil)
    full = position(
        phase="displace",
        turn={"colour": "red", "card": "York", "town": "York"},
        next_order=["red"],
        industries={"York": "2x blue", "Leeds": "red"},
        face_up="Hull, Exeter",
    )
    refused_after(game, full, put("industries", "Leeds", to={"red": 3}))
    shipped = game_of(side)
    with pytest.raises(Exception, match="phase"):
        shipped.state_from_dict(moving)


# --- Links ------------------------------------------------------------------------------------------------------------


def test_r43_only_what_is_in_supply_is_laid(side: Side) -> None:
    """Three Links, of which a double on the map takes two."""
    data, laid = pieces(links=3), {"Hull - Norwich": "red"}
    game = building(side, "Reading", links=laid, data=data)
    sentence = "Links needed for Gloucester - Reading: 2, left to red: 1"
    assert game.refusal("link Gloucester - Reading") == ("no_links", "R43", sentence)
    game.do("link Oxford - Reading")
    sentence = "Links needed for Reading - Southampton: 1, left to red: 0"
    assert game.refusal("link Reading - Southampton") == ("no_links", "R43", sentence)
    assert game.legal() == ["done"]
    assert game.do("done").now["revenue"][0] == 2


def test_r43_without_any_links_none_is_laid(side: Side) -> None:
    game = building(side, "Reading", data=pieces(links=0))
    assert game.legal() == ["done"]


@pytest.mark.parametrize("number", [17, 18])
def test_r41_r43_enough_for_every_turn_of_an_era_is_enough(side: Side, number: int) -> None:
    """Eighteen of a game of three are not counted: a position may have more on the map."""
    doubles = ["Glasgow - Carlisle", "Edinburgh - Carlisle", "Edinburgh - Newcastle", "Carlisle - Lancaster"]
    doubles += ["Leeds - Liverpool", "Hull - Nottingham", "Hull - Norwich", "Leicester - Norwich", "Wrexham - Cardiff"]
    d = position(links=dict.fromkeys(doubles, "red"))
    game = game_of(side, data=pieces(links=number))
    if number == 18:
        assert game.state_from_dict(d).to_dict() == d
    else:
        with pytest.raises(Exception, match="links: red has more than 17"):
            game.state_from_dict(d)


def test_r43_links_come_home_when_money_is_collected(side: Side) -> None:
    """In the railway era all three can be laid again."""
    laid = {"Oxford - Reading": "red", "Hull - Norwich": "red"}
    data = pieces(links=3)
    assert collected(side, links=laid, data=data) == [5, 0, 0]
    rail = building(side, "Reading", era="rail", data=data)
    assert rail.do("link Gloucester - Reading").now["links"] == {"Gloucester - Reading": "red"}


def test_r43_the_price_is_looked_at_after_the_supply(side: Side) -> None:
    game = building(side, "Reading", cash=[0, 0, 0], data=pieces(links=1))
    assert game.refusal("link Gloucester - Reading").code == "no_links"
    assert game.refusal("link Oxford - Reading").code == "not_payable"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r42_r43_a_game_with_the_fewest_pieces_ends(side: Side, players: int) -> None:
    game = beginning(side, players, data=pieces(industries=3, links=1))
    steps = 0
    while not game.state.is_terminal():
        legal = game.legal()
        game.do(legal[steps * 7 % len(legal)])
        game.state.check_invariants()
        steps += 1
    supply = {colour: 1 + (players == 2 and i >= 2) for i, colour in enumerate(COLOURS)}
    for colour, number in supply.items():
        assert sum(held.get(colour, 0) for held in game.now["industries"].values()) <= number
