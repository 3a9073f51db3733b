"""Boards in characters: all that a viewer may know is in them, nothing else, in 80 columns, whatever the names are."""

from __future__ import annotations

import copy
import random
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import lineshaft
from lineshaft import Game, InvalidArgument, Playback, State, show
from lineshaft.show.table import Column, codes, cut, flow, ink, pad, table

ROOT = Path(__file__).parents[2]
CHANGED = sorted((ROOT / "seeds/data").glob("*.toml"))
SGR = re.compile(r"\x1b\[[0-9;]*m")

View = dict[str, Any]


def columns(line: str) -> int:
    """How wide a terminal shows a line."""
    seen = [character for character in line if unicodedata.category(character) not in ("Mn", "Cf")]
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in seen)


def play(game: Game, seed: int = 1) -> Iterator[State]:
    """Every position of a random game; a thrown pile lies as it may."""
    state, dice = game.new_initial_state(), random.Random(seed)
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_sampled_chance():
            state.apply_action(dice.randrange(2**31))
        elif state.is_chance_node():
            state.apply_action(dice.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))


@cache
def phases(game: Game, seed: int = 1) -> list[State]:
    """The first position of each phase, one in the middle and the last one."""
    found: dict[str, State] = {}
    for ply, state in enumerate(play(game, seed)):
        found.setdefault("middle" if ply == 150 else state.phase_name(), state.clone())
        found["last"] = state
    return list(found.values())


def views(state: State) -> list[View]:
    return [state.to_dict(), *(state.view(p).to_dict() for p in (*range(state.game.num_players), None))]


def check(text: str, width: int = 80) -> None:
    lines = text.split("\n")
    assert max(map(columns, lines)) <= width
    assert all(line == line.rstrip() for line in lines)
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for line in lines for c in line)


# --- layout -----------------------------------------------------------------------------------------------------------


def test_a_board_fits_into_the_columns_it_is_given(game: Game) -> None:
    for state in phases(game):
        for view in views(state)[:2]:
            check(show.text(view))
            check(show.text(view, width=72), 72)
            check(show.text(view, width=130), 130)


def test_colours_add_nothing_but_colours(game: Game) -> None:
    for state in phases(game)[::3]:
        view = state.view(0).to_dict()
        plain, coloured = show.text(view), show.text(view, color=True)
        assert "\x1b" not in plain and "\x1b[1m" in coloured
        assert [line.rstrip() for line in SGR.sub("", coloured).split("\n")] == plain.split("\n")
        assert show.text(copy.deepcopy(view)) == plain


@pytest.mark.parametrize("data", CHANGED, ids=lambda path: path.stem)
def test_boards_of_games_on_other_data(data: Path) -> None:
    """The names and numbers of the file, or with the shipped one at hand what can be said without it."""
    for replay in lineshaft.read_replays(data.with_suffix(".jsonl")):
        playback = Playback(replay, data)
        for ply in (len(playback) // 3, len(playback)):
            for view in views(playback.state(ply))[:2]:
                check(show.text(view, playback.game))
                check(show.text(view))


def renamed(data_text: str, letters: str) -> str:
    """The data file with other names, 40 letters long; no name stands within another."""
    names = sorted(set(re.findall(r'(?:name|colour|good) = "([^"]+)"', data_text)), key=len, reverse=True)
    names += [name for row in re.findall(r"names = \[(.*)\]", data_text) for name in re.findall(r'"([^"]+)"', row)]
    for number, name in enumerate(dict.fromkeys(names)):
        if name != "any":
            long = f"{letters[number % len(letters)]}{number:03}{letters * 40}"[:40]
            data_text = data_text.replace(f'"{name}"', f'"{long}"')
    return data_text


@pytest.mark.parametrize("name", lineshaft.games())
@pytest.mark.parametrize("letters", ["Wm", "製造所"])
def test_long_and_wide_names_are_cut(name: str, letters: str, tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(renamed(lineshaft.load_game(name).data_text, letters), encoding="utf-8")
    game = lineshaft.load_game(name, data=path)
    for state in phases(game)[::4]:
        for view in views(state)[:2]:
            text = show.text(view, game)
            check(text)
            assert "…" in text and letters in text


@pytest.mark.parametrize("name", lineshaft.games())
def test_names_that_would_steer_the_terminal_are_written_out(name: str) -> None:
    hostile = "\x1b]0;mine\x07\u202e\n\u2028x" + "y" * 500
    dice, share = random.Random(3), 0.1 if name == "widgets" else 1
    for state in phases(lineshaft.load_game(name))[::4]:
        view = state.view(0).to_dict()
        for path, value in leaves(view):
            if isinstance(value, str) and path != ("game",) and dice.random() < share:
                changed = put(view, path, hostile)
                try:
                    check(show.text(changed))
                except InvalidArgument:
                    continue


@pytest.mark.parametrize("width", [0, -3, 71])
def test_a_board_is_not_squeezed(width: int) -> None:
    view = lineshaft.load_game("railways").new_initial_state().view(0).to_dict()
    with pytest.raises(InvalidArgument, match="at least 72 columns"):
        show.text(view, width=width)


def test_a_board_of_another_game_is_refused() -> None:
    view = lineshaft.load_game("railways").new_initial_state().view(0).to_dict()
    with pytest.raises(InvalidArgument, match="this is a position of railways, and the game is workshop"):
        show.text(view, lineshaft.load_game("workshop"))


# --- what is in it ----------------------------------------------------------------------------------------------------


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Each single value of a dict with its path."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from leaves(entry, (*path, key))
    if not isinstance(value, dict | list):
        yield path, value


def put(view: View, path: tuple[Any, ...], value: object) -> View:
    """A copy with another value at a path."""
    changed: Any = copy.deepcopy(view)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def others(value: object) -> list[object]:
    """What could stand there in its place."""
    if value in ("up", "down"):
        return ["up" if value == "down" else "down"]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value + 40]
    return [f"Xx{value}"] if isinstance(value, str) else []


def is_left_out(name: str, path: tuple[Any, ...]) -> bool:
    left_out = import_module(f"lineshaft.show.{name}.board").LEFT_OUT
    return path[0] in left_out or f"{path[0]} {named(path)}" in left_out


def named(path: tuple[Any, ...]) -> str:
    """The last key of a path that is no number."""
    return [key for key in path if isinstance(key, str)][-1]


def means_nothing(view: View, path: tuple[Any, ...]) -> bool:
    """What follows from the phase, or belongs to something that is not there."""
    if path == ("current_player",):
        return view["current_player"] < 0 or view["game"] in ("railways", "widgets")  # it follows from whose turn it is
    return path[-1] == "engineer_turned" and view["seats"][path[1]]["engineer"] is None


def test_what_a_viewer_may_know_is_on_the_board_or_declared_as_left_out(game: Game) -> None:
    """Another value makes another board; what is no value at all there may be refused."""
    dice = random.Random(7)
    for state in phases(game)[:: 1 if game.num_players == 2 else 3]:
        view = state.view(dice.choice([None, *range(game.num_players)])).to_dict()
        board = show.text(view)
        shown = [(path, value) for path, value in leaves(view) if path[0] not in ("format", "game", "players")]
        shown = [at for at in shown if not is_left_out(game.name, at[0]) and not means_nothing(view, at[0])]
        for path, value in dice.sample(shown, min(len(shown), 10)):
            for other in others(value):
                try:
                    assert show.text(put(view, path, other)) != board, (path, value, other)
                except InvalidArgument:
                    continue


def test_each_name_that_counts_something_is_on_the_board(game: Game) -> None:
    for state in phases(game)[::5]:
        view = state.view(0).to_dict()
        board = show.text(view)
        for key, value in view.items():
            if isinstance(value, dict) and value and all(isinstance(number, int) for number in value.values()):
                for name in value:
                    less = {other: number for other, number in value.items() if other != name}
                    try:
                        assert show.text(view | {key: less}) != board, (key, name)
                    except InvalidArgument:
                        continue


@pytest.mark.parametrize("name", lineshaft.games())
def test_what_is_declared_as_left_out_is_in_the_view(name: str) -> None:
    board = import_module(f"lineshaft.show.{name}.board")
    known = {path[0] for view in phase_views(name) for path, _ in leaves(view)}
    known |= {f"{path[0]} {named(path)}" for view in phase_views(name) for path, _ in leaves(view)}
    assert set(board.LEFT_OUT) <= known
    assert all(board.LEFT_OUT.values())


def phase_views(name: str) -> Iterator[View]:
    for state in phases(lineshaft.load_game(name)):
        yield from (state.view(player).to_dict() for player in range(state.game.num_players))


def test_a_board_of_a_view_is_the_same_in_all_worlds_that_the_viewer_cannot_tell_apart(game: Game) -> None:
    for state in phases(game)[::2]:
        for player in range(game.num_players):
            other = state.determinize(player, 99)
            assert show.text(other.view(player).to_dict()) == show.text(state.view(player).to_dict())


def test_fields_are_still_told_one_by_one(game: Game) -> None:
    view = next(play(game)).view(0).to_dict()
    lines = show.fields(view).split("\n")
    wanted = [key.replace("_", " ") for key in view if key not in show.UNSAID]
    assert [line.partition(":")[0] for line in lines if not line.startswith(" ")] == wanted


def test_a_game_without_a_board_is_told_field_by_field(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "_part", lambda name, part: None)
    state = phases(game)[-2]
    view = state.view(0).to_dict()
    text = show.text(view)
    check(text)
    assert text.replace("\n", " ").split()[-20:] == show.fields(view).replace("\n", " ").split()[-20:]
    names = [state.action_to_string(action) for action in state.legal_actions()] if state.current_player() >= 0 else []
    assert [(c.name, c.words) for group in show.choices(state) for c in group.choices] == [(n, n) for n in names]


# --- choices ----------------------------------------------------------------------------------------------------------


def told_in_words(state: State) -> None:
    """Each legal action is told once, in words of its own, and its name is read again."""
    groups = show.choices(state)
    found = [choice for group in groups for choice in group.choices]
    legal = [] if state.current_player() < 0 else state.legal_actions().tolist()
    assert sorted(choice.action for choice in found) == legal
    assert all(state.string_to_action(choice.name) == choice.action for choice in found)
    assert all(choice.words and choice.words.isprintable() for choice in found)
    assert len({choice.words for choice in found}) == len(found)
    titles = [group.title for group in groups]
    assert len(set(titles)) == len(titles) and "other actions" not in titles


def test_every_legal_action_is_a_choice_in_words(game: Game) -> None:
    for ply, state in enumerate(play(game, 3)):
        if ply % 3 == 0 or ply <= 40:
            told_in_words(state)


EVENTS = {"events": True, "shipping_optional": True}


@pytest.mark.parametrize(
    ("name", "options", "rare"),
    [
        (
            "arkwright",
            {"variant": "expert", "players": 3, "rules": EVENTS},
            "break",
        ),
        ("arkwright", {"players": 2, "data": ROOT / "seeds/data/arkwright-longer.toml"}, "patent_step"),
        ("railways", {"players": 2, "data": ROOT / "seeds/data/railways-strong-engines.toml"}, "replenish"),
        ("widgets", {"players": 3, "rules": {"auto_setup": False}}, "setup"),
        ("widgets", {"players": 2, "data": ROOT / "seeds/data/widgets-digging.toml"}, "keep"),
        ("workshop", {"players": 3, "data": ROOT / "seeds/data/workshop-few-pieces.toml"}, "move"),
    ],
)
def test_rare_choices_are_told_in_words_too(name: str, options: dict[str, Any], rare: str) -> None:
    game, met = lineshaft.load_game(name, **options), set()
    for seed in range(4):
        for state in play(game, seed):
            if state.phase_name() not in met or state.phase_name() == rare:
                told_in_words(state)
                check(show.text(state.view(max(state.current_player(), 0)).to_dict(), game))
            met.add(state.phase_name())
    assert rare in met


@pytest.mark.parametrize("name", lineshaft.games())
def test_every_phase_has_its_sentence(name: str) -> None:
    module = import_module(f"lineshaft.show.{name}.{'words' if name == 'widgets' else 'board'}")
    schema = lineshaft.load_game(name).view_schema()["properties"]["phase"]
    assert set(schema["enum"]) <= set(module.PHASES)


def test_choices_are_those_of_the_player_to_act_and_tell_no_secret(game: Game) -> None:
    for state in phases(game):
        player = state.current_player()
        groups = show.choices(state)
        for viewer in (None, *range(game.num_players)):
            assert show.choices(state.view(viewer)) == (groups if viewer == player else [])
        if player >= 0:
            assert show.choices(state.determinize(player, 5)) == groups
            check(show.choices_text(groups))


def choice(state: State, name: str) -> str:
    return next(c.words for group in show.choices(state) for c in group.choices if c.name == name)


def test_the_words_of_a_price_name_the_appeal_that_follows() -> None:
    seen = 0
    for state in play(lineshaft.load_game("arkwright", variant="expert"), 5):
        if state.phase_name() == "price":
            good = re.match(r"sell (.+) for", choice(state, state.action_to_string(state.legal_actions()[0])))
            assert good
            for action in state.legal_actions():
                after = state.child(action).to_dict()["seats"][state.current_player()]["factories"][good[1]]["appeal"]
                assert choice(state, state.action_to_string(action)).endswith(f", appeal {after}")
                seen += 1
    assert seen > 50


def test_the_words_of_an_employment_name_the_output() -> None:
    """Of the shipped file: a tile I of Food puts out 2, each worker card on it adds 1 (R12, R34)."""
    state = lineshaft.load_game("arkwright", players=2).new_initial_state()
    assert choice(state, "employ Food") == "put worker card 2 into the factory for Food: output 4 then, now 3"


def test_the_words_of_a_link_name_its_price_and_the_revenue() -> None:
    seen = 0
    for state in play(lineshaft.load_game("workshop", players=3), 2):
        if state.phase_name() == "build":
            before, player = state.to_dict(), state.current_player()
            for action in state.legal_actions():
                told = re.search(r" for £(\d+)", choice(state, state.action_to_string(action)))
                after = state.child(action).to_dict()
                if told and before["cash"][player] >= int(told[1]):
                    assert before["cash"][player] - after["cash"][player] == int(told[1])
                    seen += 1
    assert seen > 50


def test_the_words_of_a_laid_card_name_what_the_link_is_worth() -> None:
    for state in play(lineshaft.load_game("railways", players=3), 4):
        if state.phase_name() == "pay":
            for action in state.legal_actions():
                name, after = state.action_to_string(action), state.child(action)
                if name != "done laying" and "done laying" in [c.name for g in show.choices(after) for c in g.choices]:
                    worth = re.search(r"worth (\d+)", choice(after, "done laying"))
                    assert worth and f"is worth {worth[1]} then" in choice(state, name)


# --- pieces of boards -------------------------------------------------------------------------------------------------


def test_the_tree_hangs_each_city_below_the_one_it_was_built_from() -> None:
    replay = next(lineshaft.read_replays(ROOT / "seeds/railways.jsonl"))
    playback = Playback(replay)
    position = playback.state(len(playback)).view(None).to_dict()
    lines = show.text(position).split("\n")
    lines = lines[lines.index(next(line for line in lines if line.startswith("Start"))) :]
    depth = {"Start": -1}
    at = {"Start": 0}
    for city in position["cities"]:
        row = re.compile(rf"[ ├└│]+{re.escape(city['name'])} ")
        at[city["name"]] = next(number for number, line in enumerate(lines) if row.match(line))
        depth[city["name"]] = lines[at[city["name"]]].index(city["name"])
    for city in position["cities"]:
        above = [name for name in at if at[name] < at[city["name"]] and depth[name] < depth[city["name"]]]
        assert max(above, key=at.__getitem__) == city["parent"]


def test_a_network_counts_both_links_of_a_double_connection() -> None:
    """R35: Carlisle joins the two doubles, Hull lies apart."""
    game = lineshaft.load_game("workshop", players=3)
    view = next(state for state in play(game) if state.phase_name() == "build").view(None).to_dict()
    links = {"Glasgow - Carlisle": "red", "Edinburgh - Carlisle": "red", "York - Hull": "red", "Leeds - Hull": "blue"}
    row = next(line for line in show.text(view | {"links": links}).split("\n") if line.startswith("red "))
    assert row.split()[-2:] == ["5", "4"]


def test_parts_lie_in_the_drawing_where_they_lie_on_the_table() -> None:
    game = lineshaft.load_game("widgets", players=2)
    view = next(state for state in play(game) if state.phase_name() == "pull").view(None).to_dict()
    low = {"face": "down", "card": None}
    pile = [entry | {"x": 10, "y": 10} | low if entry["part"] == 7 else entry for entry in view["pile"]]
    alone = [entry | {"x": 90, "y": 90} for entry in pile if entry["part"] in (7, 8)]
    alone[0] |= {"x": 20, "y": 20}
    lines = show.text(view | {"pile": alone}).split("\n")
    start = lines.index("THE PILE  from above, north on top; #: face-down, ?: not read yet")
    drawing = lines[start + 1 : lines.index("WHERE THE PARTS ARE") - 1]
    first, second = (str(entry["part"]) for entry in alone)
    assert first in drawing[0] and second in drawing[-1]
    assert drawing[0].index(first) < drawing[-1].index(second)


def test_words_are_measured_as_a_terminal_shows_them() -> None:
    assert ink("製造").width == 4 and ink("e\u0301").width == 1
    assert str(cut("製造所", 5)) == "製造…" and str(cut("abcdef", 4)) == "abc…" and str(cut("abcd", 4)) == "abcd"
    assert str(cut("製造所", 4)) == "製…" and pad("製造所", 4).width == 4
    assert str(pad("ab", 4)) == "ab  " and str(pad("ab", 4, right=True)) == "  ab"


def test_lists_wrap_behind_their_lead() -> None:
    assert [str(line) for line in flow("to: ", ["aa", "bb", "cc"], 10)] == ["to: aa,", "    bb, cc"]
    assert [str(line) for line in flow("to: ", [], 10)] == ["to: none"]
    assert [str(line) for line in flow("to: ", ["abcdefghij"], 10)] == ["to: abcde…"]


def test_columns_give_way_in_order() -> None:
    rows = [["Pittsburgh", "4", ["red", "blue", "black"]], ["Ayr", "2", []]]
    head = [Column("city", least=6), Column("value", right=True), Column("cubes", least=9)]
    assert [str(line).rstrip() for line in table(head, rows, 80)][1] == "Pittsburgh      4  red, blue, black"
    narrow = [str(line).rstrip() for line in table(head, rows, 28)]
    assert narrow == [
        "city        value  cubes",
        "Pittsburgh      4  red,",
        "                   blue,",
        "                   black",
        "Ayr             2",
    ]
    assert [str(line).rstrip() for line in table(head, rows, 24)][-1] == "Ayr         2"


def test_short_forms_tell_names_apart() -> None:
    assert codes(["violet", "green"]) == {"violet": "vio", "green": "gre"}
    assert codes(["pink 1", "pink 2"]) == {"pink 1": "pink 1", "pink 2": "pink 2"}
    same = codes(["aaaaaaaaaaaa1", "aaaaaaaaaaaa2"])
    assert list(same.values()) == ["aaa1", "aaa2"]


def test_the_boards_of_the_docs_are_those_that_are_drawn_today() -> None:
    page = (ROOT / "docs/boards.md").read_text(encoding="utf-8")
    samples = re.findall(r"```text\n(.*?)\n```", page, re.DOTALL)
    ply, number = map(int, re.findall(r"After step (\d+) of the (\d+)th game", page)[0])
    wanted = [("railways", number, ply, 0), ("widgets", 14, 110, None)]
    for sample, (name, line, at, viewer) in zip(samples, wanted, strict=True):
        playback = Playback(list(lineshaft.read_replays(ROOT / f"seeds/{name}.jsonl"))[line - 1])
        assert sample == show.text(playback.state(at).view(viewer).to_dict())
