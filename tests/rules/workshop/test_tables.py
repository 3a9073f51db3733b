"""The page's tables: actions, outcomes, bounds, the observation's channels, the canonical bytes."""

from __future__ import annotations

import struct
from math import prod
from typing import Any

import pytest
from positions import Play, Side
from workshop.table import CARDS, COLOURS, CONNECTIONS, PLANS, TOWNS, TYPES, auction, building, game_of, over, play

from lineshaft.errors import InvalidState

PHASES = (
    *("draw_order", "toss_demand", "draw_demand", "demand_must", "reveal", "nominate", "bid", "close"),
    *("fist_colour", "fist_amount", "toss_fists", "pick", "swap", "draw_swap", "town", "displace", "build"),
    *("demand_may", "over"),
)
BOUNDS = {2: (322, 590, 154), 3: (192, 365, 99), 4: (160, 295, 77), 5: (144, 260, 66)}
"""The highest bid, the most cash, the most revenue."""

# --- actions, outcomes, bounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "number"), [(2, 461), (3, 326), (4, 295), (5, 280)])
def test_the_table_of_actions(side: Side, players: int, number: int) -> None:
    colours = COLOURS[: PLANS[players].colours]
    expected = ["pass", "take", "overbid", "keep", "swap", "done", *(f"demand {name}" for name in TYPES)]
    expected += [f"remove {colour}" for colour in colours]
    expected += [f"fist {colour}" for colour in colours] if players == 2 else []
    expected += [f"choose {card}" for card in CARDS] + [f"place {town}" for town in TOWNS]
    expected += [f"link {link}" for link in CONNECTIONS] + [f"bid {amount}" for amount in range(BOUNDS[players][0] + 1)]
    for variant in ("standard", "first-edition"):
        game = game_of(side, players, variant, {"crossing_strict": False})
        assert [game.action_to_string(action) for action in range(game.num_actions)] == expected
        assert game.num_actions == number


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_table_of_outcomes(side: Side, players: int) -> None:
    game = game_of(side, players)
    first = [f"order {colour}" for colour in COLOURS[:players]] if players > 2 else ["toss player 0", "toss player 1"]
    expected = first + [f"counter {name}" for name in TYPES] + [f"card {card}" for card in CARDS]
    assert [game.outcome_to_string(outcome) for outcome in range(game.num_outcomes)] == expected


@pytest.mark.parametrize(
    ("variant", "lengths"),
    [("standard", (422, 408, 464, 536)), ("first-edition", (422, 372, 394, 428))],
)
def test_no_game_is_longer(side: Side, variant: str, lengths: tuple[int, ...]) -> None:
    games = [game_of(side, players, variant) for players in (2, 3, 4, 5)]
    assert tuple(game.max_game_length for game in games) == lengths
    assert [game.max_chance_nodes for game in games] == [96, 93, 98, 103]


def test_r10_a_rich_nominator_may_overbid_the_highest_bid_of_the_table(side: Side) -> None:
    """A position set up by hand: the table ends at 192, an overbid has no such end."""
    game = auction(side, "York", cash=[1000, 1000, 1000]).do("choose York")
    assert game.legal()[-1] == "bid 192"
    game.do("bid 192", "pass", "overbid")
    assert game.now["cash"] == [807, 1000, 1000]


# --- the observation --------------------------------------------------------------------------------------------------


def channels(players: int) -> list[tuple[str, tuple[int, ...], int]]:
    """The page's table."""
    k, aside, rounds, _, draw = PLANS[players]
    n, (bid, cash, revenue) = players, BOUNDS[players]
    return [
        *(("phase", (19,), 1), ("current_player", (n,), 1), ("era", (2,), 1), ("round", (1,), rounds)),
        *(("step", (1,), n * draw), ("demand_first", (n,), 1), ("cash", (n,), cash), ("revenue", (n,), revenue)),
        *(("order", (k, k), 1), ("next_order", (k, k), 1), ("industries", (30, k), 4), ("links", (56, k), 1)),
        *(("demand", (5,), 5), ("hand_sizes", (n,), 2 * draw), ("hand", (5,), 5), ("unseen_counters", (5,), 5)),
        *(("unseen_setup", (33,), 1), ("unseen", (33,), 3), ("deck", (1,), rounds * k), ("set_aside", (1,), aside)),
        *(("face_up", (33,), 3), ("used", (33,), 3), ("auction_card", (33,), 1), ("auction_nominator", (n,), 1)),
        *(("auction_standing", (1,), bid), ("auction_leader", (n,), 1), ("auction_speaker", (n,), 1)),
        *(("fist_begun", (n,), 1), ("fist_closed", (n,), 1), ("fist_colour", (n, k), 1), ("fist_amount", (n,), bid)),
        *(("turn_colour", (k,), 1), ("turn_card", (33,), 1), ("turn_town", (30,), 1), ("turn_link", (56,), 1)),
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_channels_of_the_observation(side: Side, players: int) -> None:
    game = game_of(side, players)
    found = [(channel.name, tuple(channel.shape), channel.high) for channel in game.observation_channels]
    assert found == channels(players)
    assert tuple(game.observation_shape) == (sum(prod(shape) for _, shape, _ in channels(players)),)


def observed(game: Play, viewer: int | None) -> dict[str, dict[int, int]]:
    """The whole numbers of each channel that are not zero, by their flat index."""
    players = game.now["players"]
    vector = list(game.state.observation_tensor(viewer))
    found: dict[str, dict[int, int]] = {}
    for name, shape, high in channels(players):
        part, vector = vector[: prod(shape)], vector[prod(shape) :]
        found[name] = {i: round(float(entry) * high) for i, entry in enumerate(part) if entry}
    assert vector == []
    return found


def index(names: Any, name: str) -> int:
    return list(names).index(name)


def test_an_observation_of_the_auction(side: Side) -> None:
    """Player 2 of four looks: seats turn by two, and so do colours. Yellow nominates, red has bid, blue speaks."""
    order = ["yellow", "red", "blue", "green"]
    game = auction(side, "Wild 2", "Wild 2", players=4, order=order, player=3, cash=[10, 20, 30, 40]).do(
        "choose Wild 2", "bid 5"
    )
    seen = observed(game, 2)
    assert (seen["phase"], seen["current_player"]) == ({PHASES.index("bid"): 1}, {3: 1})
    assert (seen["era"], seen["round"], seen["step"]) == ({0: 1}, {0: 3}, {})
    assert seen["cash"] == {0: 30, 1: 40, 2: 10, 3: 20}
    assert seen["order"] == {0 * 4 + 1: 1, 1 * 4 + 2: 1, 2 * 4 + 3: 1, 3 * 4 + 0: 1}
    assert seen["face_up"] == {index(CARDS, "Leeds"): 1, index(CARDS, "Hull"): 1, index(CARDS, "Wild 2"): 2}
    assert seen["auction_card"] == {index(CARDS, "Wild 2"): 1}
    assert (seen["auction_nominator"], seen["auction_standing"]) == ({1: 1}, {0: 5})
    assert (seen["auction_leader"], seen["auction_speaker"]) == ({2: 1}, {3: 1})
    assert (seen["deck"], seen["set_aside"], seen["turn_colour"]) == ({0: 16}, {0: 11}, {})
    assert observed(game, None)["cash"] == {0: 10, 1: 20, 2: 30, 3: 40}


def test_an_observation_of_a_turn(side: Side) -> None:
    """Player 1 of three looks at red's turn: red is their third colour."""
    game = building(side, "York", industries={"Leeds": "2x red, blue"}, links={"York - Hull": "green"}, era="rail")
    game.do("link York - Leeds")
    seen = observed(game, 1)
    assert (seen["turn_colour"], seen["turn_card"]) == ({2: 1}, {index(CARDS, "York"): 1})
    assert seen["turn_town"] == {index(TOWNS, "York"): 1}
    assert seen["turn_link"] == {index(CONNECTIONS, "York - Leeds"): 1}
    leeds, york = index(TOWNS, "Leeds") * 3, index(TOWNS, "York") * 3
    assert seen["industries"] == {leeds + 2: 2, leeds + 0: 1, york + 2: 1}
    laid, hull = index(CONNECTIONS, "York - Leeds") * 3, index(CONNECTIONS, "York - Hull") * 3
    assert seen["links"] == {laid + 2: 1, hull + 1: 1}
    assert (seen["era"], seen["next_order"], seen["revenue"]) == ({1: 1}, {0 * 3 + 2: 1}, {})


def test_an_observation_of_counters(side: Side) -> None:
    game = play(side, hands=["Port, Crafts", "", "2x Port"], demand="Textile, Crafts")
    seen, spectator = observed(game, 2), observed(game, None)
    assert seen["demand"] == {0: 1, 4: 1} == spectator["demand"]
    assert (seen["hand"], spectator["hand"]) == ({3: 2}, {})
    assert (seen["hand_sizes"], spectator["hand_sizes"]) == ({0: 2, 1: 2}, {0: 2, 2: 2})
    assert seen["unseen_counters"] == {0: 4, 1: 5, 2: 5, 3: 3, 4: 4}
    assert spectator["unseen_counters"] == {0: 4, 1: 5, 2: 5, 3: 5, 4: 4}


def test_an_observation_of_fists(side: Side) -> None:
    """Player 0 has closed green with 7, player 1 has chosen yellow. Of four colours the own first one is 0."""
    game = play(side, 2, phase="fist_colour").do("fist green", "bid 7", "fist yellow")
    own, other, spectator = observed(game, 0), observed(game, 1), observed(game, None)
    assert (own["fist_begun"], own["fist_closed"]) == ({0: 1, 1: 1}, {0: 1})
    assert (own["fist_colour"], own["fist_amount"]) == ({0 * 4 + 2: 1}, {0: 7})
    assert (other["fist_begun"], other["fist_closed"]) == ({0: 1, 1: 1}, {1: 1})
    assert (other["fist_colour"], other["fist_amount"]) == ({0 * 4 + 2: 1}, {})
    assert (spectator["fist_colour"], spectator["fist_amount"]) == ({}, {})
    game.do("bid 3")
    assert observed(game, 1)["fist_colour"] == {0 * 4 + 2: 1, 1 * 4 + 1: 1}
    assert observed(game, 1)["fist_amount"] == {0: 3, 1: 7}


# --- canonical bytes --------------------------------------------------------------------------------------------------


def one(value: int | None) -> bytes:
    return bytes([255 if value is None else value])


def table(numbers: Any, names: Any) -> bytes:
    return bytes(numbers.get(name, 0) for name in names)


def written(d: dict[str, Any]) -> bytes:
    """The page's list, entry by entry, from the position as a dict."""
    k = PLANS[d["players"]].colours
    number = {colour: i for i, colour in enumerate(COLOURS)}
    card = {name: i for i, name in enumerate(CARDS)}
    out = bytes([PHASES.index(d["phase"]), d["era"] == "rail", d["round"], d["step"]]) + one(d["demand_first"])
    out += struct.pack(f"<{2 * d['players']}H", *d["cash"], *d["revenue"])
    for boxes in (d["order"], d["next_order"]):
        out += bytes(number[colour] for colour in boxes) + b"\xff" * (k - len(boxes))
    for town in TOWNS:
        out += table(d["industries"].get(town, {}), COLOURS[:k])
    out += b"".join(one(number.get(d["links"].get(link))) for link in CONNECTIONS)
    out += b"".join(table(counters, TYPES) for counters in (d["demand"], *d["hands"], d["pool"]))
    out += table(d["unseen_setup"], CARDS) + table(d["unseen"], CARDS)
    out += bytes([d["deck"], d["set_aside"]]) + table(d["face_up"], CARDS)
    bid: dict[str, Any] = d["auction"] or {
        "card": None,
        "nominator": None,
        "standing": 0,
        "leader": None,
        "speaker": None,
    }
    out += one(card.get(bid["card"])) + one(bid["nominator"]) + struct.pack("<H", bid["standing"])
    out += one(bid["leader"]) + one(bid["speaker"])
    for fist in d["fists"]:
        amount = fist["amount"] if fist else None
        out += one(number[fist["colour"]] if fist else None) + struct.pack("<H", 65535 if amount is None else amount)
    turn: dict[str, Any] = d["turn"] or {"colour": None, "card": None, "town": None, "link": None}
    out += one(number.get(turn["colour"])) + one(card.get(turn["card"]))
    out += one(None if turn["town"] is None else index(TOWNS, turn["town"]))
    return out + one(None if turn["link"] is None else index(CONNECTIONS, turn["link"]))


def some_positions(side: Side) -> list[Play]:
    fists = play(side, 2, phase="fist_colour", cash=[300, 7], revenue=[260, 1]).do("fist green", "bid 270", "fist blue")
    return [
        play(side, 5, hands=["Port", "", "", "2x Crafts", ""]),
        auction(side, "Wild 2", "Wild 2", "York", cash=[700, 20, 30]).do("choose Wild 2", "bid 5"),
        building(side, "York", industries={"Leeds": "2x red, blue"}, links={"Leeds - Hull": "green"}).do(
            "link York - Leeds"
        ),
        fists,
        over(side, 4, cash=[100, 1000, 3, 4]),
        Play(game_of(side, 2).new_initial_state()).do("toss player 1", "counter Port"),
        Play(game_of(side, 3).new_initial_state()).do("order green"),
    ]


@pytest.mark.parametrize("number", range(7))
def test_canonical_bytes_are_as_the_page_writes_them(side: Side, number: int) -> None:
    game = some_positions(side)[number]
    data = game.state.to_bytes()
    assert data[:4] == b"LSS\x01" and data[12:] == written(game.now)
    assert game.state.game.state_from_bytes(data).to_dict() == game.now


def test_bytes_of_another_game_are_refused(side: Side) -> None:
    """Another number of players, variant, option, or length."""
    data = play(side, 5).state.to_bytes()
    others = [(4, "standard", {}), (5, "first-edition", {}), (5, "standard", {"crossing_strict": False})]
    for players, variant, rules in others:
        with pytest.raises(InvalidState):
            game_of(side, players, variant, rules).state_from_bytes(data)
    for wrong in (data[:-1], data + b"\0", b""):
        with pytest.raises(InvalidState):
            game_of(side, 5).state_from_bytes(wrong)
