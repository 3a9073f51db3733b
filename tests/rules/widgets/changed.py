"""Data files of Widget's Workshop with other counts and numbers, and plain play on them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from data_files import DataFile
from edits import Edit, Table, put
from positions import AnyState

FILE = DataFile("widgets")
TYPES = ("torso", "left arm", "right arm", "left leg", "right leg", "tail")
ELEMENTS = ("fire", "air", "earth", "water", "steam", "lightning")
ARCHETYPES = ("strength", "speed", "wit", "luck")
MAKEUPS = ("mechanical", "organic", "crystal", "magnetic")
MOST_PARTS = 128


def rows(names: Sequence[str]) -> list[Table]:
    return [{"source": "invented", "name": name} for name in names]


def fragment(number: int) -> str:
    """A fragment for each number, none twice."""
    return "Zu" + chr(ord("a") + number // 26) + chr(ord("a") + number % 26)


def deck(types: int = 5, elements: int = 4, archetypes: int = 2, makeups: int = 2) -> Edit:
    """So many types and traits, with names, a fragment for each part, and points for the largest groups of parts."""

    def edit(d: Table) -> None:
        d["parts"] = rows(TYPES[:types])
        d["elements"] = rows(ELEMENTS[:elements])
        d["archetypes"] = rows(ARCHETYPES[:archetypes])
        d["makeups"] = rows(MAKEUPS[:makeups])
        triples = elements * archetypes * makeups
        for kind, row in enumerate(d["parts"]):
            row["fragments"] = [fragment(kind * triples + triple) for triple in range(triples)]
        d["scoring"]["points"] = [0] * (types - 2) + [5, 10]

    return edit


def bounds(number: int, low: int, high: int, rng: Random) -> int:
    """An end of a range, the number that is shipped, or any of the range."""
    return rng.choice([low, high, number, rng.randint(low, high)])


def drawn_file(seed: int) -> str:
    """A valid file of which every count and number is drawn."""
    rng = Random(seed)
    while True:
        counts = [rng.randint(3, 6), rng.randint(2, 6), rng.randint(2, 4), rng.randint(2, 4)]
        parts = counts[0] * counts[1] * counts[2] * counts[3]
        if parts <= MOST_PARTS:
            break
    bays = bounds(3, 1, 6, rng)
    points = [rng.choice([0, 5, 10, 50, rng.randint(0, 50)]) for _ in range(counts[0])]
    drawn = {
        ("setup", "bays"): bays,
        ("setup", "dealt"): rng.randint(0, min(bays, (parts - 1) // 5)),
        ("setup", "face_up"): bounds(50, 0, 100, rng),
        ("turn", "face_down"): rng.randint(1, 4),
        ("scoring", "points"): points,
        ("scoring", "bonus"): bounds(5, 0, 100, rng),
        ("endgame", "final_turns"): bounds(3, 0, 10, rng),
        ("pile", "clear_centre"): bounds(350, 0, 800, rng),
        ("pile", "drag"): bounds(12, 0, 24, rng),
        ("pile", "flip_least"): bounds(2, 0, 24, rng),
        ("pile", "jitter"): bounds(8, 0, 24, rng),
        ("gear", "diameter"): rng.randint(500, 880),
    }
    edits = [deck(*counts), *(put(*path, to=value) for path, value in drawn.items())]
    for row in range(5):
        constructs = rng.randint(1, 6)
        longer = rng.choice([0, *range(constructs + 1, 7)])
        values = {"constructs": constructs, "longer": longer, "max_turns": rng.randint(1, 60)}
        edits += [put("ends", row, key, to=value) for key, value in values.items()]
    return FILE.edited(*edits)


def play_out(state: AnyState, rng: Random, every: int = 0) -> None:
    """Random play to the end; every so many steps the position must hold and come back from its dict and its bytes."""
    steps = 0
    while not state.is_terminal():
        if every and steps % every == 0:
            come_back(state)
        if state.is_sampled_chance():
            state.apply_action(rng.randrange(2**31))
        else:
            state.apply_action(rng.choice(list(state.legal_actions())))
        steps += 1
    come_back(state)


def come_back(state: AnyState) -> None:
    state.check_invariants()
    game, position = state.game, state.to_dict()
    assert game.state_from_dict(position).to_bytes() == state.to_bytes()
    assert game.state_from_bytes(state.to_bytes()).to_dict() == position
