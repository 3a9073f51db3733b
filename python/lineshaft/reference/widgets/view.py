"""Who may know what: everybody the same (R33). What a view tells beyond the position, and hidden steps."""

from __future__ import annotations

from dataclasses import dataclass

from . import pile
from .parts import pending, unseen
from .state import Lying, Position
from .table import Tables
from .variant import TABLE

HIDDEN_STEPS = {"first_drop": "the parts fall", "shake": "the pile shifts", "fall": "the part falls"}


def hidden_step(s: Position) -> str | None:
    """From a salt one could work out what happens: nobody sees it."""
    return HIDDEN_STEPS.get(s.phase)


def opened(before: Position, after: Position) -> list[str]:
    """What happened by a salt: everybody watches how the parts come to lie. (R4, R33)"""
    if before.phase not in HIDDEN_STEPS:
        return []
    if after.game.variant.name != TABLE:
        return [f"{after.game.cards[card]} lies face up" for card in after.face_up]
    poses = {lying.part: pose(lying) for lying in before.lying}
    return [f"part {lying.part} {pose(lying)}" for lying in after.lying if poses.get(lying.part) != pose(lying)]


def pose(lying: Lying) -> str:
    return f"lies face {'up' if lying.face_up else 'down'} at {lying.x}, {lying.y}, rotation {lying.rotation}"


@dataclass(frozen=True)
class ShapeSeen:
    """The shape of all parts: the width of a cell and the size of a part, in tenths of a millimetre."""

    name: str
    cell: int
    size: tuple[int, int]


def shape_seen(game: Tables) -> ShapeSeen:
    data, name = game.data, str(game.rules["shape"])
    return ShapeSeen(name, 50, (data.diameter, data.diameter) if name == "gear" else (data.width, data.height))


@dataclass(frozen=True)
class LyingSeen:
    """A part of the pile, with all that a picture of it needs."""

    part: int
    card: int | None
    x: int
    y: int
    height: int
    rotation: int
    face_up: bool
    known: bool
    visible: int
    area: int
    free_spots: list[int]
    sides: list[int]


def pile_seen(s: Position, viewer: int | None) -> list[LyingSeen]:
    return [lying_seen(s, height, lying) for height, lying in enumerate(s.lying)]


def lying_seen(s: Position, height: int, lying: Lying) -> LyingSeen:
    return LyingSeen(
        part=lying.part,
        card=s.cards[lying.part],
        x=lying.x,
        y=lying.y,
        height=height,
        rotation=lying.rotation,
        face_up=lying.face_up,
        known=lying.known,
        visible=pile.visible(s, height),
        area=s.game.settings.shape.area(lying.rotation),
        free_spots=pile.free_spots(s, height),
        sides=pile.allowed_sides(s, height),
    )


def pending_seen(s: Position, viewer: int | None) -> list[int]:
    return pending(s)


def unseen_seen(s: Position, viewer: int | None) -> list[int]:
    return unseen(s)
