"""What comes next: reading, the part in hand, turns, and the end."""

from __future__ import annotations

from .parts import pending
from .state import Position
from .variant import TABLE


def in_turn_order(s: Position) -> list[int]:
    """All players, from the start player on. (R2)"""
    assert s.first is not None
    return [(s.first + k) % s.game.num_players for k in range(s.game.num_players)]


def complete(s: Position, player: int) -> bool:
    """Whether the player owns as many constructs as end the game. (R20)"""
    return len(s.constructs[player]) >= s.game.constructs_needed


def may_play(s: Position, player: int) -> bool:
    """Whether the player has a turn left. (R22, R23)"""
    if s.trigger is None:
        return True
    return player != s.trigger and s.final_turns[player] > 0 and not complete(s, player)


def settle(s: Position, phase: str) -> None:
    """Goes on to ``phase``, through ``read`` if there is something to read. (R12, R13)"""
    s.phase, s.next_phase = "read", phase
    if not pending(s):
        s.phase, s.next_phase = phase, None


def drop(s: Position, part: int) -> None:
    """A part falls on the pile: on the table it waits for its salt. (R17)"""
    if s.game.variant.name == TABLE:
        s.falling = part
        s.phase = "fall"
    else:
        s.face_up = sorted([*s.face_up, part])
        go_on(s)


def go_on(s: Position) -> None:
    """After a placement or a drop: the parts in hand, those that a complete player must drop, or the next turn."""
    if len(s.hand) > 1:  # R35
        drop(s, s.hand.pop(1))
        return
    if s.hand:
        s.phase = "resolve"
        return
    player = s.turn_of
    assert player is not None
    if complete(s, player):  # R23
        for places in s.bays[player]:
            for kind, part in enumerate(places):
                if part is not None:
                    places[kind] = None
                    drop(s, part)
                    return
    end_turn(s, player)


def end_turn(s: Position, player: int) -> None:
    """R5, R22, R25 to R27, R37"""
    s.turn += 1
    if s.pile_size() == 0:
        end_game(s, "pile_empty")
        return
    if s.trigger is not None and player != s.trigger:
        s.final_turns[player] -= 1
    count = s.game.num_players
    following = [(player + k) % count for k in range(1, count + 1)]
    able = [q for q in following if may_play(s, q)]
    if not able:
        end_game(s, "finished")
    elif s.turn >= s.game.max_turns:
        end_game(s, "turn_cap")
    else:
        s.turn_of = able[0]
        s.phase = "pull"


def trigger_end(s: Position, player: int) -> None:
    """R21, R22"""
    s.trigger = player
    s.final_turns = [s.game.data.final_turns] * s.game.num_players
    s.final_turns[player] = 0


def ended_early(s: Position) -> bool:
    """With ``strict_empty`` the game is over as soon as the pile is empty. (R25)"""
    if s.game.rules["strict_empty"] and s.pile_size() == 0:
        end_game(s, "pile_empty")
        return True
    return False


def end_game(s: Position, reason: str) -> None:
    s.phase, s.next_phase, s.reason = "game_over", None, reason
