"""Nothing is hidden; the table of actions, the bounds, the observation: what the page writes down."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import GOODS, SHIPPED, TRACKS, factory, play, seat, started, the_game
from positions import Play, Side

CARDS = (
    "Foreman",
    "Steward",
    "Sales Agent",
    "Craftsman",
    "Advertiser",
    "Patent",
    "Large Warehouse",
    "Shipyard",
    "Merchant",
    "Mechanic",
    "Entrepreneur",
    "Engineer",
)
PHASES = (
    *("goods", "points", "event", "break", "action", "loan", "price", "develop"),
    *("patent_step", "lower", "take", "engineer", "ship", "start", "over"),
)


def busy(side: Side) -> Play:
    """Three players in the middle of an Automate action of seat 3."""
    seats = [
        seat(cards="Engineer, Patent", engineer="Cutlery", store="Food 2", levels="Office 1, Warehouse 2", price=4),
        seat(loans=2, ship_tokens=4, ships_used=1, cash=7),
        seat(only={"Food": factory(2, 2, (1, 0), 3, 1, 9), "Lamps": factory(appeal=5)}),
    ]
    return play(side, seats, players=3, in_round=5, turn=2, wage=4, demand=(-2, 3, 0, 12)).do("automate Food 2")


# --- hidden information -----------------------------------------------------------------------------------------------


def test_all_players_and_spectators_know_the_whole_position(side: Side) -> None:
    game = busy(side)
    views = [game.view(viewer) for viewer in (0, 1, 2, None)]
    for viewer, view in zip((0, 1, 2, None), views, strict=True):
        position = game.now
        assert view["viewer"] == viewer
        assert {
            key: value for key, value in view.items() if key not in ("viewer", "legal_actions", "title")
        } == position
        acts = [int(action) for action in game.state.legal_actions()] if viewer == 2 else []
        assert list(view["legal_actions"]) == acts


def test_the_view_has_the_keys_of_the_page(side: Side) -> None:
    head = ["format", "game", "players", "viewer", "phase", "current_player", "legal_actions"]
    position = list(busy(side).now)
    assert list(busy(side).view(0)) == [*head, *position[position.index("round") :], "title"]


def test_every_step_reads_the_same_to_all(side: Side) -> None:
    game = started(side, 2, rules={"events": True})
    for text in ("Slump", "build Lamps", "done", "price 2", "take Engineer", "engineer to Food"):
        assert [game.seen(text, viewer) for viewer in (0, 1, None)] == [text] * 3
        game.do(text)


def test_a_resampled_position_is_the_position(side: Side) -> None:
    game = busy(side)
    for player in range(3):
        assert game.state.determinize(player, 5).to_bytes() == game.state.to_bytes()


# --- actions ----------------------------------------------------------------------------------------------------------


def table() -> list[str]:
    """The texts of the 213 actions, row by row of the page."""
    texts = [f"{word} {good}" for word in ("build", "upgrade", "employ") for good in GOODS]
    texts += [f"automate {good} {card}" for good in GOODS for card in (1, 2)]
    texts += [f"quality {good} {value}" for good in GOODS for value in range(7)]
    texts += [f"distribution {good} {value}" for good in GOODS for value in range(5)]
    texts += [f"engineer to {good}" for good in GOODS] + ["turn engineer"]
    texts += [f"buy {n} share" + "s" * (n != 1) for n in range(31)]
    texts += [f"take {n} loan" + "s" * (n != 1) for n in range(10)]
    texts += [f"{word} {good}" for word in ("extra", "ship early") for good in GOODS] + ["done"]
    texts += [f"price {x}" for x in range(32)]
    texts += [f"develop {track}" for track in TRACKS] + ["patent"]
    texts += [f"{word} {card}" for word in ("take", "give up") for card in CARDS]
    texts += [f"ship {n}" for n in range(10)]
    texts += [f"start seat {p}" for p in (1, 2, 3, 4)]
    texts += [f"break {good} {card}" for good in GOODS for card in (1, 2)]
    return [*texts, *(f"begin with {good}" for good in GOODS), "cash"]


@pytest.mark.parametrize(("players", "variant"), [(1, "solo"), (2, "standard"), (4, "expert")])
def test_the_table_of_actions(side: Side, players: int, variant: str) -> None:
    game = the_game(side, players, variant)
    assert game.num_actions == len(table()) == 213
    assert [game.action_to_string(action) for action in range(213)] == table()
    assert [game.string_to_action(text) for text in table()] == list(range(213))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("employ Lamps", 11),
        ("automate Lamps 2", 19),
        ("quality Clothes 3", 30),
        ("distribution Cutlery 4", 62),
        ("turn engineer", 72),
        ("buy 30 shares", 103),
        ("take 9 loans", 113),
        ("done", 122),
        ("price 31", 154),
        ("patent", 161),
        ("take Engineer", 173),
        ("ship 9", 195),
        ("start seat 4", 199),
        ("cash", 212),
    ],
)
def test_ids_of_the_page(side: Side, text: str, action: int) -> None:
    assert the_game(side).string_to_action(text) == action


def test_texts_use_the_names_of_the_data(side: Side) -> None:
    data = SHIPPED.replace('"Food"', '"Bread"').replace('"Foreman"', '"Overseer"').replace('"Office"', '"Clerks"')
    game = the_game(side, data=data)
    assert [game.action_to_string(action) for action in (0, 160, 162)] == [
        "build Bread",
        "develop Clerks",
        "take Overseer",
    ]
    play = Play(game.new_initial_state())
    assert play.refusal("build Bread").sentence == "your Bread factory is open already"
    assert next(iter(play.now["demand"])) == "Bread" and "Overseer" in play.now["supply"]


# --- bounds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "variant", "rules", "length", "chance"),
    [
        (1, "solo", {}, 204, 0),
        (2, "standard", {}, 410, 0),
        (3, "standard", {}, 614, 0),
        (4, "standard", {}, 818, 0),
        (4, "standard", {"events": True}, 818 + 12, 3),
        (4, "expert", {}, 818 + 20, 0),
        (4, "expert", {"events": True}, 850, 3),
        (1, "solo", {"events": True, "expert_setup": True}, 212, 3),
    ],
)
def test_the_longest_game(
    side: Side, players: int, variant: str, rules: dict[str, Any], length: int, chance: int
) -> None:
    game = the_game(side, players, variant, rules)
    assert (game.max_game_length, game.max_chance_nodes) == (length, chance)


# --- the observation --------------------------------------------------------------------------------------------------


def channel(game: Play, name: str, viewer: int | None) -> list[float]:
    """One channel in the units of the position."""
    tensor = [float(value) for value in game.state.observation_tensor(viewer)]
    start = 0
    for found in game.state.game.observation_channels:
        size = 1
        for side in found.shape:
            size *= side
        if found.name == name:
            return [round(value * found.high, 3) for value in tensor[start : start + size]]
        start += size
    raise AssertionError(name)


SHAPES = {
    "phase": (15,),
    "current_player": (3,),
    "seat": (3,),
    "round": (12,),
    "start_player": (3,),
    "demand": (4,),
    "wage_space": (13,),
    "neutral": (4,),
    "supply": (12,),
    "event": (8,),
    "events_shown": (8,),
    "kind": (6,),
    "used": (1,),
    "flags": (3,),
    "set_factories": (4,),
    "begun": (4, 2),
    "producing": (4,),
    "rest": (1,),
    "given_up": (12,),
    **dict.fromkeys(("bankrupt_round", "cash", "shares", "share_value", "loans", "ship_tokens", "ships_used"), (3,)),
    "extra_used": (3,),
    "levels": (3, 6),
    "cards": (3, 12),
    "patent_used": (3,),
    "engineer": (3, 4),
    "engineer_turned": (3,),
    **dict.fromkeys(("price_set", "price", "sold_set", "sold"), (3,)),
    "tile": (3, 4, 3),
    "worker_cards": (3, 4),
    "machines": (3, 4, 2),
    **dict.fromkeys(("quality", "distribution", "appeal"), (3, 4)),
    "stored": (3, 3, 4),
}


def test_the_channels_of_the_page(side: Side) -> None:
    channels = the_game(side, 3).observation_channels
    assert [(found.name, tuple(found.shape)) for found in channels] == list(SHAPES.items())


@pytest.mark.parametrize(("viewer", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1]), (None, [0, 1, 2])])
def test_the_seat_axis_begins_with_the_viewer(side: Side, viewer: int | None, order: list[int]) -> None:
    game = busy(side)
    seats = [game.now["seats"][p] for p in order]
    for key in ("cash", "shares", "loans", "ship_tokens", "ships_used"):
        assert channel(game, key, viewer) == [one[key] for one in seats]
    assert channel(game, "current_player", viewer) == [float(p == 2) for p in order]
    assert channel(game, "start_player", viewer) == [float(p == 0) for p in order]
    assert channel(game, "seat", viewer) == [float(p == order[0]) for p in range(3)]
    assert channel(game, "price", viewer) == [float(one["price"] or 0) for one in seats]


def test_what_the_observation_says(side: Side) -> None:
    game = busy(side)
    assert channel(game, "phase", 2) == [float(phase == "action") for phase in PHASES]
    assert channel(game, "demand", 2) == [2, 7, 4, 16]  # above -4
    assert channel(game, "round", 2).index(1) == 4 and channel(game, "wage_space", 2).index(1) == 3
    assert channel(game, "supply", 2) == [2] * 5 + [1] + [2] * 5 + [1]
    assert channel(game, "kind", 2) == [0, 0, 1, 0, 0, 0] and channel(game, "used", 2) == [1]
    assert channel(game, "machines", 2)[:8] == [1, 1, 0, 0, 0, 0, 0, 0]
    assert channel(game, "appeal", 2)[:4] == [9, 0, 0, 5] and channel(game, "quality", 2)[:4] == [3, 0, 0, 0]
    assert channel(game, "tile", 2)[:12] == [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert channel(game, "stored", 0)[:4] == [2, 0, 0, 0] and channel(game, "engineer", 0)[:4] == [0, 0, 1, 0]
    assert channel(game, "neutral", 2) == [0, 0, 0, 0]


def test_a_begun_card_is_shown(side: Side) -> None:
    only = {"Food": factory(2, 1), "Lamps": factory()}
    game = play(side, [seat(only=only)], in_round=5).do("automate Food 1")
    assert channel(game, "begun", 0) == [1, 0, 0, 0, 0, 0, 0, 0]
    assert channel(game, "neutral", 0) == [4] * 4
