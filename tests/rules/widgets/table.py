"""Positions of Widget's Workshop, put down part by part; what is not named lies in a heap or face-down.

A card is its number on the page: type * 16 + triple, a triple being element * 4 + archetype * 2 + makeup. In these
positions part ``n`` of the table is card ``n``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from data_files import shipped
from positions import Play, Rules, Side

SHIPPED = shipped("widgets")
FRAGMENTS = [row["fragments"] for row in tomllib.loads(SHIPPED)["parts"]]

TYPES = ("torso", "left arm", "right arm", "left leg", "right leg")
ELEMENTS = ("fire", "air", "earth", "water")
ARCHETYPES = ("strength", "speed")
MAKEUPS = ("mechanical", "organic")
SIDES = ("north", "east", "south", "west")
NAMES = [f"{e} {a} {m} {t}" for t in TYPES for e in ELEMENTS for a in ARCHETYPES for m in MAKEUPS]
"""The 80 cards by number."""

CONSTRUCTS = {1: 4, 2: 4, 3: 4, 4: 3, 5: 3}
"""The number of constructs that triggers the end, by players (R20, R30)."""

CHANCE_PHASES = ("start", "deal", "first_drop", "shake", "fall", "read")

Bays = Mapping[tuple[int, int], Sequence[int]]


def torso(triple: int) -> int:
    return triple


def left_arm(triple: int) -> int:
    return 16 + triple


def right_arm(triple: int) -> int:
    return 32 + triple


def left_leg(triple: int) -> int:
    return 48 + triple


def right_leg(triple: int) -> int:
    return 64 + triple


def perfect(triple: int) -> list[int]:
    """The construct of one triple: 30 points."""
    return [16 * kind + triple for kind in range(5)]


def made_of(*triples: int) -> list[int]:
    """A construct, torso to right leg, by the triples of its parts."""
    return [16 * kind + triple for kind, triple in enumerate(triples)]


def points(cards: Sequence[int]) -> int:
    """R19, once more."""
    traits = zip(*((card // 4 % 4, card // 2 % 2, card % 2) for card in cards), strict=True)
    alike = [max(values.count(value) for value in values) for values in traits]
    return 10 * alike.count(5) + 5 * alike.count(4)


@cache
def constructs_by_points() -> dict[int, list[list[int]]]:
    """All constructs whose legs are of one triple."""
    found: dict[int, list[list[int]]] = {}
    for head, left, right, legs in product(range(16), repeat=4):
        cards = made_of(head, left, right, legs, legs)
        found.setdefault(points(cards), []).append(cards)
    return found


def worth(*values: int) -> list[list[int]]:
    """Constructs of these points, no part in two of them."""
    found: list[list[int]] = []
    for value in values:
        used = {card for cards in found for card in cards}
        found.append(next(cards for cards in constructs_by_points()[value] if not used & set(cards)))
    return found


class Lies(NamedTuple):
    """A part of the pile: its frame's place, its rotation, whether it lies face-up, and whether it has been read."""

    part: int
    x: int
    y: int
    rotation: int = 0
    up: bool = True
    known: bool = True


def down(part: int, x: int, y: int, rotation: int = 0) -> Lies:
    """A part that lies face-down and that nobody has read."""
    return Lies(part, x, y, rotation, up=False, known=False)


def position(
    *,
    players: int = 2,
    variant: str = "table",
    phase: str = "pull",
    turn_of: int = 0,
    hand: Sequence[int] = (),
    secret: Sequence[int] = (),
    falling: int | None = None,
    bays: Bays | None = None,
    constructs: Mapping[int, Sequence[Sequence[int]]] | None = None,
    pile: Sequence[Lies] = (),
    heap: str = "up",
    up: Sequence[int] = (),
    **fields: Any,
) -> dict[str, Any]:
    """A position as a dict, in the tenth turn unless ``fields`` say something else.

    Args:
        players, variant, phase, turn_of: the game, and whose turn it is.
        hand, falling: what is in hand, what is being dropped.
        secret: parts in hand or in the pile whose cards nobody knows though ``pile`` or ``hand`` name them.
        bays: the parts in the bay of a player, both counted from 0.
        constructs: the constructs of a player.
        pile: in ``table`` the upper parts of the pile, from the bottom to the top. All parts that are nowhere else lie
            below them in a heap in the north-western corner, one exactly on the other, face-up and known if ``heap``
            is "up", face-down and unknown if it is "down".
        up: in ``abstract`` what lies face-up; all that is nowhere else lies face-down.
        fields: other keys of the dict.
    """
    bays, constructs = bays or {}, constructs or {}
    used = [*hand, *up, *(part for parts in bays.values() for part in parts), *(lies.part for lies in pile)]
    used += [card for all_of_player in constructs.values() for cards in all_of_player for card in cards]
    used += [] if falling is None else [falling]
    rest = sorted(set(range(80)) - set(used))
    assert len(rest) + len(used) == 80, "a part is named twice"

    def part(number: int) -> dict[str, Any]:
        card = None if number in secret else NAMES[number]
        return {"part": number, "card": card} if variant == "table" else {"card": card}

    def lying(lies: Lies) -> dict[str, Any]:
        named = part(lies.part) if lies.known else {"part": lies.part, "card": None}
        face = "up" if lies.up else "down"
        return {**named, "x": lies.x, "y": lies.y, "rotation": lies.rotation, "face": face, "known": lies.known}

    heaped = [Lies(number, 0, 0, 0, heap == "up", heap == "up") for number in rest]
    sets = {"face_up": [NAMES[card] for card in sorted(up)], "face_down": [NAMES[card] for card in rest]}
    return {
        "format": 1,
        "game": "widgets",
        "players": players,
        "phase": phase,
        "current_player": -4 if phase == "game_over" else -1 if phase in CHANCE_PHASES else turn_of,
        "next_phase": None,
        "first": 0,
        "turn_of": turn_of,
        "turn": 10,
        "trigger": None,
        "final_turns": [0] * players,
        "end_reason": None,
        "dealt": [None] * players,
        "hand": [part(number) for number in hand],
        "shaking": None,
        "falling": None if falling is None else part(falling),
        "bays": [
            [{TYPES[number // 16]: part(number) for number in sorted(bays.get((p, b), ()))} for b in range(3)]
            for p in range(players)
        ],
        "constructs": [
            [
                {"name": name_of(cards), "points": points(cards), "parts": [part(card) for card in cards]}
                for cards in constructs.get(p, ())
            ]
            for p in range(players)
        ],
        "pile": [lying(lies) for lies in (*heaped, *pile)] if variant == "table" else sets,
    } | fields


def name_of(cards: Sequence[int]) -> str:
    """R32, once more."""
    return "".join(FRAGMENTS[card // 16][card % 16] for card in cards)


def play(side: Side, *, rules: Rules | None = None, data: str | None = None, **arguments: Any) -> Play:
    """The position that the arguments of ``position`` describe, to be played on."""
    d = position(**arguments)
    game = side.loaded("widgets", d["players"], arguments.get("variant", "table"), rules, data)
    return Play(game.state_from_dict(d))


def flat(side: Side, **arguments: Any) -> Play:
    """The same in ``abstract``."""
    return play(side, variant="abstract", **arguments)


def new(side: Side, players: int = 2, variant: str = "table", rules: Rules | None = None) -> Play:
    """A game before its first chance outcome."""
    return Play(side.loaded("widgets", players, variant, rules).new_initial_state())


def dealt(side: Side, players: int = 2, variant: str = "table", rules: Rules | None = None, salt: int = 0) -> Play:
    """A game at its first decision: player 0 starts unless the rules say otherwise."""
    return settle(new(side, players, variant, rules), salt)


def settle(play: Play, salt: int = 0) -> Play:
    """Lets chance go on with this salt and with the first cards until a player is to act."""
    while play.state.is_chance_node():
        play.do(f"salt {salt}" if play.state.is_sampled_chance() else play.legal()[0])
    return play


def pass_turn(play: Play) -> Play:
    """A turn without effect: the first pull, and what comes of it is dropped back."""
    turn = play.now["turn"]
    while play.phase not in ("game_over", "pull") or play.now["turn"] == turn:
        settle(play.do("drop back" if play.phase == "resolve" else play.legal()[0]))
    return play


def lying(play: Play, part: int) -> dict[str, Any]:
    """How a part of the pile looks to everybody."""
    found: dict[str, Any] = next(entry for entry in play.view(None)["pile"] if entry["part"] == part)
    return found


def pose(play: Play, part: int) -> tuple[int, int, int, str]:
    entry = lying(play, part)
    return entry["x"], entry["y"], entry["rotation"], entry["face"]


def pulls(play: Play, part: int) -> list[str]:
    """The sides to which a part can be pulled now."""
    return [side for side in SIDES if f"pull {part} {side}" in play.legal()]


def in_bay(play: Play, player: int, bay: int) -> dict[str, str]:
    """The cards in a bay (counted from 1, as the actions do) by type."""
    return {kind: part["card"] for kind, part in play.now["bays"][player][bay - 1].items()}


def in_hand(play: Play) -> list[str | None]:
    return [part["card"] for part in play.now["hand"]]
