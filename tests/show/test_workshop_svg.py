"""The picture of Workshop of the World: the whole map, and all else that the view has."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from data_files import DataFile
from looking import contrast, lines_of, overlaps, shapes, things
from played import played, sampled
from workshop.files import random_file

import lineshaft
from lineshaft import show
from lineshaft.proof.toml_writer import dump

FILE = DataFile("workshop")
ROOT = Path(__file__).parents[2]
View = dict[str, Any]


@pytest.fixture(scope="module", params=[2, 3, 4, 5])
def middle(request: pytest.FixtureRequest) -> View:
    return played("workshop", request.param, 120)[1]


def test_every_town_is_drawn_with_its_industries(middle: View) -> None:
    towns = things(show.svg(middle), "data-town")
    assert [*towns] == [row["name"] for row in FILE.content["towns"]]
    values = {row["name"]: row["value"] for row in FILE.content["types"]}
    for row in FILE.content["towns"]:
        there = middle["industries"].get(row["name"], {})
        said = ", ".join(f"{number} {colour}" for colour, number in there.items()) or "none"
        assert towns[row["name"]].startswith(f"{row['name']}, {row['type']} {values[row['type']]}; Industries: {said}")
        assert towns[row["name"]].endswith("; its card lies open") == (row["name"] in middle["face_up"])


def test_every_connection_is_drawn_with_its_link(middle: View) -> None:
    connections = things(show.svg(middle), "data-connection")
    assert len(connections) == len(FILE.content["connections"]) == 56
    assert {name for name, said in connections.items() if said.startswith("double")} == {
        f"{row['a']} - {row['b']}" for row in FILE.content["connections"] if row["links"] == 2
    }
    for name, said in connections.items():
        colour = middle["links"].get(name)
        assert said.endswith(f": Link of {colour}" if colour else ": free")


def test_towns_lie_where_the_data_file_says() -> None:
    """The names in the picture stand as the coordinates do, in one scale."""
    lines = {line.words: line for line in lines_of(show.svg(played("workshop", 3, 0)[1]))}
    rows = {row["name"]: row for row in FILE.content["towns"]}
    first, last = rows["Glasgow"], rows["Portsmouth"]

    def middle_of(name: str) -> float:
        return (lines[name].left + lines[name].right) / 2

    scale = (middle_of("Portsmouth") - middle_of("Glasgow")) / (last["x"] - first["x"])
    for name, row in rows.items():
        assert middle_of(name) - middle_of("Glasgow") == pytest.approx(scale * (row["x"] - first["x"]), abs=0.1)


def test_players_demand_order_and_cards_are_drawn(middle: View) -> None:
    picture = show.svg(middle)
    for seat, title in enumerate(things(picture, "data-player").values()):
        figures = [middle[key][seat] for key in ("cash", "revenue", "hand_sizes")]
        assert [int(figure) for figure in re.findall(r"\d+", title)] == [seat, *figures]
    assert things(picture, "data-demand") == {
        row["name"]: f"Demand for {row['name']}: {middle['demand'].get(row['name'], 0)}"
        for row in FILE.content["types"]
    }
    boxes = things(picture, "data-box")
    assert [title.split(": ")[1] for name, title in boxes.items() if name.startswith("now")] == middle["order"]
    own = [middle["turn"]["card"]] if middle["turn"] else []
    assert [*things(picture, "data-card")] == [*middle["face_up"], *own]
    assert things(picture, "data-counter") == {
        name: f"Demand counters in hand: {number} {name}" for name, number in middle["hand"].items()
    }


def first_state(phase: str, players: int, player: int, **options: Any) -> lineshaft.State:
    """The first position in which a player is to act in a phase, some rounds into a game."""
    game = lineshaft.load_game("workshop", players=players, **options)
    playback = lineshaft.Playback(lineshaft.play(game, bots=["greedy"] * players, seed=3))
    return next(
        at.state
        for at in playback.walk(None)
        if at.ply > 80 and at.state.phase_name() == phase and at.state.current_player() == player
    )


def test_an_auction_is_told_beside_the_players() -> None:
    view = first_state("close", 4, 0).view(0).to_dict()
    auction = view["auction"]
    words = [line.words for line in lines_of(show.svg(view))]
    nominator = next(said for said in words if said.startswith("nominated"))
    assert nominator.startswith(f"nominated {auction['card']}")
    assert any("leads with" in said for said in words) == (auction["leader"] is not None)


def test_fists_are_closed_for_others() -> None:
    state = first_state("fist_amount", 3, 0, variant="first-edition")
    state.apply_action(int(state.legal_actions()[-1]))
    own, other, nobody = (state.view(viewer).to_dict() for viewer in (0, 1, None))
    said = [" ".join(line.words for line in lines_of(show.svg(view))) for view in (own, other, nobody)]
    bid = own["fists"][0]["amount"]
    assert f"a fist with £{bid}" in said[0]
    assert all("a closed fist" in words and f"with £{bid}" not in words for words in said[1:])


# --- data files -------------------------------------------------------------------------------------------------------


def backwards(name: str) -> str:
    return name[0] + name[:0:-1]


def test_the_place_in_the_lists_decides_how_things_look_and_not_their_names(tmp_path: Path) -> None:
    """All names but their first letters are written from right to left: others, and as wide as before."""
    names = {row["name"] for rows in ("colours", "types", "towns") for row in FILE.content[rows]}
    path = tmp_path / "renamed.toml"
    path.write_text(
        re.sub(r'"([^"]*)"', lambda at: f'"{backwards(at[1])}"' if at[1] in names else at[0], FILE.text),
        encoding="utf-8",
    )
    for players, ply in ((2, 70), (5, -1)):
        (_, shipped), (game, renamed) = played("workshop", players, ply), played("workshop", players, ply, data=path)
        drawn = show.svg(renamed, game)
        assert shapes(drawn) == shapes(show.svg(shipped))
        assert [*things(drawn, "data-town")] == [backwards(row["name"]) for row in FILE.content["towns"]]


def largest(seed: int) -> str:
    """48 towns on a grid that is bent at random, 96 connections, the longest names."""
    dice = random.Random(seed)
    content = DataFile("workshop").content
    cards = sum(row["cards"] for row in content["towns"])
    names = [row["name"] for row in content["towns"]] + [f"The quite new town of number {at:02}" for at in range(18)]
    spots = [(60 + 110 * column, 60 + 170 * row) for row in range(8) for column in range(6)]
    content["board"] |= {"width": 1000, "height": 1400}
    content["towns"] = [
        {"source": "invented", "name": name, "type": content["types"][at % 5]["name"]}
        | {"x": spots[at][0] + dice.randint(-20, 20), "y": spots[at][1] + dice.randint(-20, 20)}
        | {"cards": int(at < cards), "setup": at < 6}
        for at, name in enumerate(names)
    ]
    near = [(at, at + 1) for at in range(48) if at % 6 < 5] + [(at, at + 6) for at in range(42)]
    near += [(at, at + 7) for at in range(42) if at % 6 < 5]
    content["connections"] = [
        {"source": "invented", "a": names[a], "b": names[b], "links": 1 + (at % 4 == 0)}
        for at, (a, b) in enumerate(near[:96])
    ]
    content["crossings"] = []
    return dump(content)


@pytest.mark.parametrize("seed", sampled(range(3), range(1)))
def test_the_largest_map_is_readable(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "largest.toml"
    path.write_text(largest(seed), encoding="utf-8")
    game, view = played("workshop", 4, -2, data=path)
    picture = show.svg(view, game)
    lines = lines_of(picture)
    assert len(things(picture, "data-town")) == 48 and len(things(picture, "data-connection")) == 96
    assert not overlaps(lines)
    assert all(contrast(line.ink, line.ground) >= 4.5 for line in lines)


def test_what_lies_on_another_map_is_told_in_words() -> None:
    view = played("workshop", 3, -2, data=ROOT / "seeds/data/workshop-33-towns.toml")[1]
    view["industries"]["Swansea"] = {"red": 2}
    words = " ".join(line.words for line in lines_of(show.svg(view)))
    assert "Not on this map" in words and "Swansea: 2 red" in words
    assert "Not on this map" not in show.svg(played("workshop", 3, -2)[1])


def test_numbers_that_no_game_has_are_drawn_all_the_same() -> None:
    view = played("workshop", 3, -2)[1]
    view["industries"]["Leeds"] = {"red": 10**9}
    view["demand"]["Port"] = 10**9
    assert things(show.svg(view), "data-town")["Leeds"].endswith(f"Industries: {10**9} red")


@pytest.mark.parametrize("seed", sampled(range(12), range(3)))
def test_any_data_file_has_a_picture(seed: int, tmp_path: Path) -> None:
    """Also where all towns lie on one line, and close to each other."""
    path = tmp_path / "any.toml"
    path.write_text(random_file(seed), encoding="utf-8")
    game = lineshaft.load_game("workshop", players=2 + seed % 4, data=path)
    playback = lineshaft.Playback(lineshaft.play(game, bots=["random"] * game.num_players, seed=seed), path)
    for ply in (0, len(playback) // 2, len(playback)):
        view = playback.state(ply).view(0).to_dict()
        assert {*things(show.svg(view, game), "data-town")} >= {*view["industries"]}
