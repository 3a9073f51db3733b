"""Who may know what: everybody the same. The view as a dict, and the same as an observation vector. (R33)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..channels import Channel, Encoder
from . import forms, moves, score
from .action import BAYS, END_REASONS, PHASES
from .data import ARCHETYPES, CARDS, ELEMENTS, MAKEUPS, MAX_CONSTRUCTS, PARTS
from .pile import MAX_ORIGIN, ROTATIONS, SIDES, SPOTS
from .variant import TABLE

if TYPE_CHECKING:
    from .game import Widgets
    from .state import WidgetsState

TRAITS = ELEMENTS + ARCHETYPES + MAKEUPS

# --- a dict -----------------------------------------------------------------------------------------------------------


def view_dict(s: WidgetsState, viewer: int | None) -> dict[str, Any]:
    game = s.game
    acts = viewer is not None and viewer == s.current_player()
    return {
        "format": 1,
        "game": game.name,
        "players": game.num_players,
        "viewer": viewer,
        "phase": s.phase,
        "current_player": s.current_player(),
        "legal_actions": s.legal_decisions() if acts else [],
        "next_phase": s.next_phase,
        "first": s.first,
        "turn_of": s.turn_of,
        "turn": s.turn,
        "max_turns": game.max_turns,
        "constructs_needed": game.constructs_needed,
        "trigger": s.trigger,
        "final_turns": list(s.final_turns),
        "end_reason": s.reason,
        "scores": s.scores(),
        **forms.holdings_dict(s),
        "shape": shape_dict(game) if game.variant.name == TABLE else None,
        "pile": [lying_dict(s, index) for index in range(len(s.lying))]
        if game.variant.name == TABLE
        else forms.pile_dict(s),
        "pending": s.pending(),
        "unseen": [game.cards[card] for card in s.unseen()],
    }


def shape_dict(game: Widgets) -> dict[str, Any]:
    data, name = game.data, game.rules["shape"]
    size = [data.diameter, data.diameter] if name == "gear" else [data.width, data.height]
    return {"name": name, "cell": 50, "size": size}


def lying_dict(s: WidgetsState, index: int) -> dict[str, Any]:
    """A part of the pile, with all that a picture of it needs."""
    lying, pile = s.lying[index], s.pile
    return {
        **forms.part_dict(s, lying.part),
        "x": lying.x,
        "y": lying.y,
        "height": index,
        "rotation": lying.rotation,
        "face": "up" if lying.face_up else "down",
        "known": lying.known,
        "visible": pile.visible(index),
        "area": pile.settings.shape.area(lying.rotation),
        "free_spots": pile.free_spots(index),
        "sides": [SIDES[side] for side in moves.allowed_sides(s, index)],
    }


# --- a vector ---------------------------------------------------------------------------------------------------------


def channels(game: Widgets) -> tuple[Channel, ...]:
    """In the order of the page."""
    p, phases = game.num_players, len(PHASES)
    common = (
        Channel("phase", (phases,), 1, "one-hot"),
        Channel("next_phase", (phases,), 1, "one-hot, while parts are read"),
        Channel("current_player", (p,), 1, "one-hot, at a decision"),
        Channel("turn_of", (p,), 1, "one-hot: whose turn it is"),
        Channel("first", (p,), 1, "one-hot: the start player"),
        Channel("trigger", (p,), 1, "one-hot: who triggered the end"),
        Channel("turn", (1,), 1000, "completed turns"),
        Channel("final_turns", (p,), 10, "final turns left"),
        Channel("end_reason", (len(END_REASONS),), 1, "one-hot"),
        Channel("scores", (p,), 1000, "points on the table"),
        Channel("dealt", (p,), CARDS, "number + 1 of a part that waits to be placed"),
        Channel("hand", (2,), CARDS, "number + 1 of the parts in hand"),
        Channel("falling", (1,), CARDS, "number + 1 of the part that is being dropped"),
        Channel("bays", (p, BAYS, PARTS), CARDS, "number + 1 of the part at each place"),
        Channel("bay_traits", (p, BAYS, PARTS, TRAITS), 1, "its element, archetype and makeup, one-hot each"),
        Channel("constructs", (p, MAX_CONSTRUCTS, PARTS), CARDS, "number + 1 of the parts of each construct"),
        Channel("construct_points", (p, MAX_CONSTRUCTS), 150, "points of each construct"),
        Channel("unseen", (CARDS,), 1, "by card: not drawn yet"),
    )
    return common + (table_channels() if game.variant.name == TABLE else abstract_channels())


def table_channels() -> tuple[Channel, ...]:
    return (
        Channel("shaking", (1,), CARDS, "number + 1 of the part that is being pulled"),
        Channel("shaking_direction", (len(SIDES),), 1, "one-hot: where to"),
        Channel("pending", (CARDS,), 1, "by part: about to be read"),
        Channel("in_pile", (CARDS,), 1, "by part"),
        Channel("height", (CARDS,), CARDS, "by part: index in the pile + 1, the lowest has 1"),
        Channel("x", (CARDS,), MAX_ORIGIN, "by part: origin, in cells from the west"),
        Channel("y", (CARDS,), MAX_ORIGIN, "by part: origin, in cells from the north"),
        Channel("rotation", (CARDS,), ROTATIONS - 1, "by part, in steps of 11.25 degrees"),
        Channel("face_up", (CARDS,), 1, "by part"),
        Channel("visible", (CARDS,), 255, "by part: visible cells"),
        Channel("free_spots", (CARDS, SPOTS), 1, "by part: free finger spots"),
        Channel("sides", (CARDS, len(SIDES)), 1, "by part: sides to which it can be pulled"),
        Channel("known", (CARDS,), 1, "by part: its card has been drawn"),
        Channel("part_type", (CARDS, PARTS), 1, "by part: one-hot, 0 if not known"),
        Channel("element", (CARDS, ELEMENTS), 1, "by part: one-hot, 0 if not known"),
        Channel("archetype", (CARDS, ARCHETYPES), 1, "by part: one-hot, 0 if not known"),
        Channel("makeup", (CARDS, MAKEUPS), 1, "by part: one-hot, 0 if not known"),
    )


def abstract_channels() -> tuple[Channel, ...]:
    return (
        Channel("face_up", (CARDS,), 1, "by card: lies face-up in the pile"),
        Channel("face_down", (CARDS,), 1, "by card: lies face-down in the pile"),
    )


def observation(s: WidgetsState, viewer: int | None) -> list[float]:
    players = s.game.num_players
    seats = [((viewer or 0) + k) % players for k in range(players)]
    out = Encoder(channels(s.game))
    put_turn(s, out, seats)
    put_holdings(s, out, seats)
    for card in s.unseen():
        out.put("unseen", 1, card)
    if s.game.variant.name == TABLE:
        put_pile(s, out)
        put_cards(s, out)
    else:
        for card in s.face_up:
            out.put("face_up", 1, card)
        for card in s.face_down:
            out.put("face_down", 1, card)
    return out.values


def put_turn(s: WidgetsState, out: Encoder, seats: list[int]) -> None:
    out.put("phase", 1, PHASES.index(s.phase))
    if s.next_phase is not None:
        out.put("next_phase", 1, PHASES.index(s.next_phase))
    acting = s.current_player()
    for name, player in (
        ("current_player", acting),
        ("turn_of", s.turn_of),
        ("first", s.first),
        ("trigger", s.trigger),
    ):
        if player is not None and player >= 0:
            out.put(name, 1, seats.index(player))
    out.put("turn", s.turn, 0)
    scores = s.scores()
    for seat, player in enumerate(seats):
        out.put("final_turns", s.final_turns[player], seat)
        out.put("scores", scores[player], seat)
    if s.reason is not None:
        out.put("end_reason", 1, END_REASONS.index(s.reason))


def put_holdings(s: WidgetsState, out: Encoder, seats: list[int]) -> None:
    for index, part in enumerate(s.hand):
        out.put("hand", part + 1, index)
    if s.falling is not None:
        out.put("falling", s.falling + 1, 0)
    for seat, player in enumerate(seats):
        dealt = s.dealt[player]
        if dealt is not None:
            out.put("dealt", dealt + 1, seat)
        for b, bay in enumerate(s.bays[player]):
            for kind, there in enumerate(bay):
                if there is not None:
                    out.put("bays", there + 1, seat, b, kind)
                    put_traits(s, out, there, seat, b, kind)
        for c, (parts, points) in enumerate(zip(s.constructs[player], score.values_of(s, player), strict=True)):
            out.put("construct_points", points, seat, c)
            for kind, part in enumerate(parts):
                out.put("constructs", part + 1, seat, c, kind)


def put_traits(s: WidgetsState, out: Encoder, part: int, *place: int) -> None:
    element, archetype, makeup = score.traits(s.card(part))
    for index in (element, ELEMENTS + archetype, ELEMENTS + ARCHETYPES + makeup):
        out.put("bay_traits", 1, *place, index)


def put_pile(s: WidgetsState, out: Encoder) -> None:
    if s.shaking is not None:
        out.put("shaking", s.shaking[0] + 1, 0)
        out.put("shaking_direction", 1, s.shaking[1])
    for part in s.pending():
        out.put("pending", 1, part)
    for index, lying in enumerate(s.lying):
        part = lying.part
        out.put("in_pile", 1, part)
        out.put("height", index + 1, part)
        for name in ("x", "y", "rotation", "face_up"):
            out.put(name, getattr(lying, name), part)
        out.put("visible", s.pile.visible(index), part)
        for spot in s.pile.free_spots(index):
            out.put("free_spots", 1, part, spot)
        for side in moves.allowed_sides(s, index):
            out.put("sides", 1, part, side)


def put_cards(s: WidgetsState, out: Encoder) -> None:
    for part, card in enumerate(s.cards):
        if card is not None:
            element, archetype, makeup = score.traits(card)
            out.put("known", 1, part)
            out.put("part_type", 1, part, score.part_type(card))
            out.put("element", 1, part, element)
            out.put("archetype", 1, part, archetype)
            out.put("makeup", 1, part, makeup)
