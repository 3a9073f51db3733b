"""Boards of other sizes, and random valid files: played to the end by random decisions, without a dead end."""

from __future__ import annotations

import random
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from data_files import DataFile
from edits import Edit, put
from positions import AnyGame, Side
from workshop.files import random_file
from workshop.table import auction, beginning, building

from lineshaft.proof.changes_to_try import changes_to_try

FILE = DataFile("workshop")
SETUPS = [(players, variant) for players in (2, 3, 4, 5) for variant in ("standard", "first-edition")]


def board(towns: int, wilds: int, connections: int) -> Edit:
    """The shipped board with more towns, each with a card and joined to the one before, and more connections."""

    def step(table: dict[str, Any]) -> None:
        rows, lines = table["towns"], table["connections"]
        for i in range(30, towns):
            rows.append(rows[i % 30] | {"source": "invented", "name": f"Town {i}", "setup": False})
            lines.append({"source": "invented", "a": rows[i - 1]["name"], "b": rows[i]["name"], "links": 1 + i % 2})
        joined = [{line["a"], line["b"]} for line in lines]
        free = ((a, b) for a, b in combinations((row["name"] for row in rows), 2) if {a, b} not in joined)
        for a, b in islice(free, connections - len(lines)):
            lines.append({"source": "invented", "a": a, "b": b, "links": 1})
        for row in table["wilds"]:
            row["count"] = wilds // 3

    return step


def play_at_random(game: AnyGame, seed: int) -> None:
    """To the end: there is always something to do, and what every position promises holds."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    decisions = chances = 0
    while not state.is_terminal():
        legal = list(state.legal_actions())
        assert legal, state.phase_name()
        chances += state.is_chance_node()
        decisions += not state.is_chance_node()
        links = [action for action in legal if state.action_to_string(action).startswith("link ")]
        state.apply_action(rng.choice(links if links and rng.random() < 0.7 else legal))
        if rng.random() < 0.05 or state.is_terminal():
            look_at(game, state)
    assert decisions <= game.max_game_length and chances <= game.max_chance_nodes


def look_at(game: AnyGame, state: Any) -> None:
    state.check_invariants()
    d = state.to_dict()
    assert game.state_from_dict(d).to_bytes() == state.to_bytes()
    assert game.state_from_bytes(state.to_bytes()).to_dict() == d
    vector = np.asarray(state.observation_tensor(0))
    assert vector.shape == tuple(game.observation_shape) and vector.min() >= 0 and vector.max() <= 1


@pytest.mark.parametrize(("players", "variant"), SETUPS)
@pytest.mark.parametrize(("towns", "wilds", "connections"), [(33, 6, 59), (36, 3, 62), (36, 3, 96)])
def test_r4_r22_boards_that_the_39_cards_allow(
    side: Side, players: int, variant: str, towns: int, wilds: int, connections: int
) -> None:
    """33 towns and 6 wild cards, 36 and 3: the rounds are the rulebook's."""
    data = FILE.edited(board(towns, wilds, connections))
    game = side.loaded("workshop", players, variant, data=data)
    shipped = side.loaded("workshop", players, variant)
    assert game.max_game_length == shipped.max_game_length
    texts = [game.action_to_string(action) for action in range(game.num_actions)]
    assert [sum(text.startswith(f"{word} ") for text in texts) for word in ("choose", "place", "link")] == [
        *(towns + 3, towns, connections)
    ]
    play_at_random(game, players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r4_the_largest_board(side: Side, players: int) -> None:
    """48 towns, 96 connections; 128 cards in rounds of four, three, four and five."""
    edits = [board(48, 9, 96), put("towns", 0, "cards", to=20), put("towns", 1, "cards", to=20)]
    edits += [put("towns", 2, "cards", to=20), put("towns", 3, "cards", to=15)]
    edits += [put("players", i, "set_aside", to=aside) for i, aside in enumerate((0, 2, 0, 3))]
    game = side.loaded("workshop", players, data=FILE.edited(*edits))
    assert sum(game.new_initial_state().to_dict()["unseen"].values()) == 128 - 6
    play_at_random(game, players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r20_two_towns_and_one_connection(side: Side, players: int) -> None:
    def smallest(table: dict[str, Any]) -> None:
        table["towns"] = [table["towns"][i] | {"cards": 10, "setup": i == 0} for i in (0, 1)]
        table["connections"] = [table["connections"][0]]
        table["crossings"] = []
        table["wilds"] = [{"source": "invented", "value": 3, "count": 19}]

    play_at_random(side.loaded("workshop", players, data=FILE.edited(smallest)), players)


@pytest.mark.parametrize("seed", range(60))
def test_random_files_play_to_their_end(side: Side, seed: int) -> None:
    players, variant = SETUPS[seed % len(SETUPS)]
    rules = {"crossing_strict": seed % 3 > 0, "fists_paid": "winner" if seed % 5 == 0 else "both"}
    play_at_random(side.load("workshop", players, variant, rules, random_file(seed)), seed)


# --- the page's changes to try ----------------------------------------------------------------------------------------


PAGE = Path(__file__).parents[3] / "docs/games/workshop.md"
CHANGES = [change.data for change in changes_to_try("workshop", PAGE.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_pages_three_changes_are_played(side: Side, players: int, number: int) -> None:
    play_at_random(side.loaded("workshop", players, data=CHANGES[number]), players)


def test_r27_the_pages_cheap_canals(side: Side) -> None:
    for era, cash in (("canal", 98), ("rail", 92)):
        game = building(side, "Reading", era=era, data=CHANGES[0]).do("link Gloucester - Reading")
        assert game.now["cash"][0] == cash


def test_r42_r43_the_pages_few_pieces(side: Side) -> None:
    """Eight Industries and six Links of red are on the map."""
    industries = {"Leeds": "4x red", "Nottingham": "4x red"}
    links = dict.fromkeys(("Glasgow - Carlisle", "Edinburgh - Carlisle", "Hull - Norwich"), "red")
    game = auction(side, "York", industries=industries, links=links, data=CHANGES[1])
    game.do("choose York", "pass", "pass", "take")
    assert game.legal() == ["move Leeds", "move Nottingham"]
    assert game.do("move Leeds").refusal("link York - Leeds").code == "no_links"


def test_r4_the_pages_board_of_33_towns(side: Side) -> None:
    unseen = beginning(side, data=CHANGES[2]).now["unseen"]
    assert (unseen["Plymouth"], unseen["Lincoln"], unseen["Swansea"], unseen["Wild 2"], len(unseen)) == (1, 1, 1, 2, 30)
