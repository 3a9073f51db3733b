"""Every number of every data file, one more and one less: refused in words, or played with and seen.

A change that is let in must be visible where people and bots look: in the tables, the schema of a position, an
observation, or the course of games between the same bots with the same seed. ``UNSEEN`` names what cannot be, and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from data_files import DataFile
from edits import Keys, put

import lineshaft
from lineshaft import _engine, reference
from lineshaft.errors import InvalidData, InvalidVariant, LineshaftError
from lineshaft.proof.random_data import kind_of_place, leaves
from lineshaft.proof.recording import turned_over
from lineshaft.proof.setups import setups

GAMES = lineshaft.games()
Setup = tuple[str, int, tuple[tuple[str, Any], ...]]
"""Variant, players, rules options."""

UNSEEN: dict[tuple[str, ...], str] = {
    ("arkwright", "appeal", "arrows"): "no appeal comes from below the first arrow",
    ("arkwright", "card_effects", "foreman_least_wage"): "the least wage less the cut is no less than 1",
    ("arkwright", "expert", "point_level"): "level 3 opens in decade 2, after the set-up",
    ("arkwright", "ships", "penalty"): "few games end with eight ship tokens",
    ("arkwright", "solo", "rows", "from"): "few games end on a score of a threshold",
    ("arkwright", "tracks", "distribution"): "few bots use the last level",
    ("arkwright", "tracks", "shipping"): "few bots use the last level",
    ("widgets", "gear", "diameter"): "few parts of a pile lie within a tenth of a millimetre of the edge",
    ("widgets", "pile", "clear_centre"): "few parts of a pile lie within a tenth of a millimetre of the edge",
    ("widgets", "rectangle", "long_spots"): "few parts of a pile lie within a tenth of a millimetre of the spot",
    ("widgets", "scoring", "points"): "two of five parts always agree in each trait: the first entry counts for nobody",
    ("workshop", "board", "width"): "the size of the drawing",
    ("workshop", "board", "height"): "the size of the drawing",
    ("workshop", "pieces", "industries_per_colour"): "there are enough for the longest game",
    ("workshop", "pieces", "links_per_colour"): "there are enough for the longest game",
    ("workshop", "towns", "x"): "a place in the drawing",
    ("workshop", "towns", "y"): "a place in the drawing",
}
"""By game and keys: numbers that may change by one and nothing is seen of it, and the reason."""


# --- what is visible --------------------------------------------------------------------------------------------------


@cache
def all_setups(name: str) -> list[Setup]:
    """The usual set-up first, then every variant and number of players, plain and with the options turned over."""
    declared = lineshaft.describe(name)
    plain = list(setups(name))
    usual = (declared["variants"][0]["name"], declared["default_players"])
    plain.sort(key=lambda setup: setup != usual)
    turned = [(variant, players, tuple(turned_over(name, variant, players).items())) for variant, players in plain]
    return [*((variant, players, ()) for variant, players in plain), *turned]


def load(name: str, setup: Setup, text: str) -> lineshaft.Game:
    variant, players, rules = setup
    return _engine.load_game_text(name, players, variant, dict(rules), text, None)


def tables(game: lineshaft.Game) -> Any:
    """What is fixed before play, and what is seen at its start."""
    state = game.new_initial_state()
    return (
        [game.action_to_string(action) for action in range(game.num_actions)],
        [game.outcome_to_string(outcome) for outcome in range(game.num_outcomes)],
        game.observation_channels,
        game.position_schema(),
        (game.max_game_length, game.max_chance_nodes),
        state.to_dict(),
        state.chance_weights(),
        [state.view(player).observation_tensor().tolist() for player in range(game.num_players)],
    )


def games_played(game: lineshaft.Game, bot: str, count: int) -> Any:
    """A few games as they are told; their digests are those of the file as well, and left out."""
    played = lineshaft.selfplay(game, [bot] * game.num_players, games=count, seed=5, record=True)
    return [(replay.steps, replay.scores, replay.ranking, replay.end_reason) for replay in played.replays]


LOOKS: list[tuple[str, Any]] = [
    ("tables", tables),
    ("random games", lambda game: games_played(game, "random", 3)),
    ("greedy games", lambda game: games_played(game, "greedy", 3)),
    ("many random games", lambda game: games_played(game, "random", 60)),
    ("many greedy games", lambda game: games_played(game, "greedy", 20)),
]


@cache
def shipped_look(name: str, setup: Setup, look: int) -> Any:
    return LOOKS[look][1](load(name, setup, DataFile(name).edited()))


def is_visible(name: str, text: str) -> bool:
    """Whether any look at any set-up shows another thing; the cheap looks come first."""
    for look in range(len(LOOKS)):
        for setup in all_setups(name):
            try:
                game = load(name, setup, text)
            except InvalidData:
                continue
            if LOOKS[look][1](game) != shipped_look(name, setup, look):
                return True
    return False


# --- refusals ---------------------------------------------------------------------------------------------------------


def verdict(name: str, setup: Setup, text: str, side: str) -> str | None:
    """The sentence that refuses a file in a set-up."""
    variant, players, rules = setup
    try:
        if side == "engine":
            load(name, setup, text)
        else:
            reference.load_game(name, players, variant, dict(rules), text)
    except InvalidVariant as error:
        raise AssertionError(f"{setup}: {error}") from error
    except LineshaftError as error:
        assert isinstance(error, InvalidData), error
        return error.message
    return None


def says_what_is_wrong(sentence: str, name: str, value: int) -> bool:
    """Table, row and key, what was found and what is allowed; a cross-check names a table, and what does not fit."""
    place = r"(?:\[\w+\](?: row \d+(?: \(.+\))?)?: )?"
    key = r"[\w ]+(?: entry [\d.]+)?"
    bounds = rf"{name}\.toml: {place}{key} must be .+, not {value}"
    cross = rf"{name}\.toml: \[\w+\](?: row \d+(?: \(.+\))?)?: .+|{name}\.toml: \[\w+\] must have .+"
    return bool(re.fullmatch(bounds, sentence) or re.fullmatch(cross, sentence))


# --- the numbers ------------------------------------------------------------------------------------------------------


def numbers(name: str) -> Iterator[tuple[Keys, int]]:
    """Every number of a file, with the keys that lead there."""
    return ((path, value) for path, value in leaves(DataFile(name).content) if type(value) is int)


def kinds(name: str) -> list[tuple[str, ...]]:
    return sorted({kind_of_place(path) for path, _ in numbers(name)})


CASES = [(name, kind) for name in GAMES for kind in kinds(name)]


@pytest.mark.long
@pytest.mark.parametrize(("name", "kind"), CASES, ids=[".".join((name, *kind)) for name, kind in CASES])
def test_each_number_is_refused_in_words_or_seen(name: str, kind: tuple[str, ...]) -> None:
    file, excused = DataFile(name), (name, *kind) in UNSEEN
    unseen: list[Keys] = []
    for path, value in [number for number in numbers(name) if kind_of_place(number[0]) == kind]:
        for other in (value - 1, value + 1):
            text = file.edited(put(*path, to=other))
            can_be_played = check_refusals(name, text, path, other)
            if can_be_played and not (excused and unseen) and not is_visible(name, text):
                unseen.append((*path, other))
    if excused:
        assert unseen, f"all is seen: {UNSEEN[name, *kind]} is no reason"
    else:
        assert not unseen


def check_refusals(name: str, text: str, path: Keys, value: int) -> bool:
    """Whether the file can be played in some set-up; where it is refused, both say the same and what is wrong."""
    sentences: set[str | None] = set()
    for variant, players in setups(name):
        sentence = verdict(name, (variant, players, ()), text, "engine")
        if sentence not in sentences:
            assert verdict(name, (variant, players, ()), text, "reference") == sentence
        if sentence is not None:
            assert says_what_is_wrong(sentence, name, value), f"{path} = {value}: {sentence}"
        sentences.add(sentence)
    return None in sentences


@pytest.mark.parametrize("name", GAMES)
def test_what_differs_is_told_for_each_number(name: str) -> None:
    file = DataFile(name)
    for path, value in numbers(name):
        [difference] = lineshaft.data_differences(name, file.edited(put(*path, to=value + 1)))
        assert (difference.shipped, difference.found) == (str(value), str(value + 1))
        assert difference.place.startswith(f"[{path[0]}]" if len(path) > 1 else "")
        assert str(difference).endswith(f": {value} -> {value + 1}")


def test_every_exception_is_of_a_number_that_there_is() -> None:
    assert set(UNSEEN) <= {(name, *kind) for name, kind in CASES}
