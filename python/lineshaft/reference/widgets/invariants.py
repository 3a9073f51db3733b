"""What must always hold. The numbers are those of the page, "The position as a dict"."""

from __future__ import annotations

from ..fields import require
from .flow import complete, in_turn_order, may_play
from .parts import number_dealt, pending
from .pile import allowed_sides, face_down_free, index_of, readable
from .shape import MAX_ORIGIN, ROTATIONS, SIDES
from .state import END_REASONS, PHASES, TABLE_PHASES, Position
from .variant import ABSTRACT, TABLE

DECISIONS = ("setup", "pull", "second", "keep", "resolve")


def check(s: Position) -> None:
    check_phase(s)
    check_pieces(s)
    check_places(s)
    if is_opening(s):
        check_opening(s)
    else:
        require(all(part is None for part in s.dealt), "dealt: the parts have been placed")
    check_hand(s)
    check_pile(s)
    check_end_trigger(s)
    check_game_over(s)


def is_opening(s: Position) -> bool:
    """Before the first turn."""
    before = ("setup", "pull")
    return s.phase in ("start", "deal", "first_drop", "setup") or (s.phase == "read" and s.next_phase in before)


def check_phase(s: Position) -> None:
    """4, 5 and 10 in part: the phase, whose turn it is, the number of turns."""
    rules, players, table = s.game.rules, s.game.num_players, s.game.variant.name == TABLE
    require(s.phase in PHASES, "phase: there is no such phase")
    require(table or s.phase not in TABLE_PHASES, "phase: not one of this variant")
    require(s.phase != "setup" or waits_for_setup(s), "phase: there is no setup in this game")
    require(s.phase != "deal" or s.game.data.dealt > 0, "phase: nothing is dealt")
    drawn_start = players > 1 and rules["start_player"] is None
    if s.phase == "start":
        require(drawn_start and s.first is None, "first: the start player is not drawn now")
    else:
        require(s.first is not None and 0 <= s.first < players, "first: not a player")
        fixed = rules["start_player"] if players > 1 else 0
        require(drawn_start or s.first == fixed, "first: not the start player of the variant")
    if s.phase in ("start", "deal", "first_drop"):
        require(s.turn_of is None, "turn_of: nobody's turn has begun")
    else:
        require(s.turn_of is not None and 0 <= s.turn_of < players, "turn_of: not a player")
    require((s.next_phase is not None) == (s.phase == "read"), "next_phase: given in phase read, and only there")
    limit = s.game.max_turns
    require(0 <= s.turn <= limit, "turn: out of range")
    require(s.turn < limit or s.phase == "game_over", "turn: the game should be over")


def check_pieces(s: Position) -> None:
    """2: every part and every card once."""
    held = [part for part in (*s.dealt, s.falling) if part is not None] + s.hand
    for player in range(s.game.num_players):
        held += s.parts_in_bays(player)
        held += [part for parts in s.constructs[player] for part in parts]
    held += [lying.part for lying in s.lying] + s.face_up + s.face_down
    drawn, count = [card for card in s.cards if card is not None], s.game.data.count
    require(len(set(drawn)) == len(drawn), "cards: a card is there twice")
    if s.phase in ("start", "deal", "first_drop"):
        dealt = [part for part in range(s.game.data.count) if s.cards[part] is not None]
        require(sorted(held) == dealt, "parts: only those dealt can be there")
        require(s.pile_size() == 0, "pile: nothing has fallen yet")
        if s.game.variant.name == TABLE:
            require(dealt == list(range(count - len(dealt), count)), "dealt: not the parts that are dealt first")
    else:
        require(sorted(held) == list(range(count)), "parts: each must be somewhere once")
    if s.game.variant.name == ABSTRACT:
        for part, card in enumerate(s.cards):
            require(card == (part if part in held and part not in s.face_down else None), "cards: not the part itself")


def check_places(s: Position) -> None:
    """3: bays and constructs hold known parts of the right types."""
    for player, bays in enumerate(s.bays):
        for bay in bays:
            for kind, part in enumerate(bay):
                require(part is None or is_type(s, part, kind), "bays: a part lies at a wrong place")
            require(None in bay, "bays: a full bay is a construct")
        constructs = s.constructs[player]
        require(len(constructs) <= s.game.constructs_needed, "constructs: too many")
        for parts in constructs:
            types = len(parts) == s.game.data.types
            right = types and all(is_type(s, part, kind) for kind, part in enumerate(parts))
            require(right, "constructs: not one of each type")


def is_type(s: Position, part: int, kind: int) -> bool:
    card = s.cards[part]
    return card is not None and s.type_of(part) == kind


def check_opening(s: Position) -> None:
    """4: what each player has been dealt."""
    total = s.game.num_players * s.game.data.dealt
    require(s.turn == 0 and not any(s.constructs), "turn, constructs: nothing has happened yet")
    following = "setup" if waits_for_setup(s) else "pull"
    require(s.next_phase in (None, following), "next_phase: not that of the variant")
    if s.phase == "start":
        dealt = 0
    elif s.phase == "deal":
        dealt = number_dealt(s)
        require(dealt < total, "phase: everybody has been dealt")
    else:
        dealt = total
    if s.phase == "read":
        require(s.turn_of == s.first, "turn_of: the start player begins")
    order = list(range(s.game.num_players)) if s.first is None else in_turn_order(s)
    placed = order.index(s.player_to_act()) if s.phase == "setup" else 0
    for k, player in enumerate(order):
        check_dealt(s, player, range(k, dealt, s.game.num_players), k < placed)


def waits_for_setup(s: Position) -> bool:
    """Whether the parts of the last round are placed in ``setup``. (R3, R34)"""
    return s.game.data.dealt > 0 and not s.game.rules["auto_setup"]


def check_dealt(s: Position, player: int, numbers: range, placed: bool) -> None:
    """4: the parts with these numbers, one a round, were dealt to the player, who has ``placed`` that of the last."""
    waiting = s.dealt[player]
    waits = waits_for_setup(s) and len(numbers) == s.game.data.dealt and not placed
    alone = len(numbers) - (waits or placed)
    require(len(s.parts_in_bays(player)) == alone + placed, "bays: not what is placed by now")
    require((waiting is not None) == waits, "dealt: not what waits to be placed")
    require(waiting is None or s.cards[waiting] is not None, "dealt: an unknown card")
    table = s.game.variant.name == TABLE
    parts = [s.game.data.count - 1 - number for number in numbers]
    held = sorted(s.parts_in_bays(player) + ([] if waiting is None else [waiting]), reverse=True)
    require(not table or held == parts, "dealt: not the part that this player is dealt")
    for part, bay in zip(parts[:alone], s.bays[player], strict=False):
        in_its_bay = part in bay if table else any(other is not None for other in bay)
        require(in_its_bay, "bays: a dealt part is not in the bay of its round")


def check_hand(s: Position) -> None:
    """5, 6, 7: what is in hand, what is about to happen to the pile."""
    hand, phase, rules = len(s.hand), s.phase, s.game.rules
    known = all(s.cards[part] is not None for part in s.hand)
    table = s.game.variant.name == TABLE
    if phase == "read":
        check_reading(s)
    elif phase == "game_over":
        early = rules["strict_empty"] is True and s.reason == "pile_empty"
        require(hand == 0 or early, "hand: nobody holds a part after the end")
    else:
        require(hand in hand_sizes(s, phase), "hand: a wrong number of parts")
    require(known or (table and phase in ("second", "shake", "read", "game_over")), "hand: an unknown card")
    require((s.shaking is not None) == (phase == "shake"), "shaking: given in phase shake, and only there")
    if s.shaking is not None:
        check_shaking(s, s.shaking.part, s.shaking.direction)
    require((s.falling is not None) == (phase == "fall"), "falling: given in phase fall, and only there")
    require(s.falling is None or s.cards[s.falling] is not None, "falling: an unknown card")
    require(phase != "second" or face_down_free(s), "phase: no second part can be pulled")
    require(s.next_phase != "second" or face_down_free(s), "next_phase: no second part can be pulled")


def hand_sizes(s: Position, phase: str) -> range:
    """6: how many parts may be in hand."""
    most = s.game.data.face_down
    waiting = range(most)
    sizes = {"second": range(1, most), "keep": range(2, most + 1), "resolve": range(1, 2)}
    return {**sizes, "shake": waiting, "fall": waiting}.get(phase, range(1))


def check_reading(s: Position) -> None:
    """5: what is in hand while parts are read."""
    hand, down, most = len(s.hand), len(s.face_down), s.game.data.face_down
    if s.game.variant.name == TABLE:
        require(s.next_phase in DECISIONS, "next_phase: nothing is read before it")
        require(hand in hand_sizes(s, s.next_phase or ""), "next_phase, hand: they do not fit")
    elif s.next_phase == "resolve":
        require(hand == 0 and min(down, most) == 1, "next_phase, hand, pile: they do not fit")
    else:
        fits = 1 < most > hand and down > 0 and hand + down > 1
        require(s.next_phase == "keep" and fits, "next_phase, hand, pile: they do not fit")


def check_shaking(s: Position, part: int, side: int) -> None:
    index = index_of(s, part)
    require(index is not None, "shaking: the part is not in the pile")
    if index is not None:
        require(not s.hand or not s.lying[index].face_up, "shaking: the second part lies face-up")
        require(0 <= side < len(SIDES) and side in allowed_sides(s, index), "shaking: not a side to pull to")


def check_pile(s: Position) -> None:
    """7, 8: poses, and what is known."""
    for index, lying in enumerate(s.lying):
        placed = 0 <= lying.x <= MAX_ORIGIN and 0 <= lying.y <= MAX_ORIGIN and 0 <= lying.rotation < ROTATIONS
        require(placed, "pile: a part lies off the table")
        require(lying.known or s.cards[lying.part] is None, "pile: a known card without the flag known")
        require(lying.known or not readable(s, index), "pile: a readable part without the flag known")
        waits = lying.known and s.cards[lying.part] is None
        require(not waits or s.phase == "read", "pile: a part should have been read")
    if s.game.variant.name == TABLE and s.phase == "read":
        require(pending(s) != [], "phase: nothing is to be read")
    if s.phase in ("setup", "pull", "second") or s.next_phase in ("setup", "pull", "second"):
        require(s.pile_size() > 0, "pile: it is empty")


def check_end_trigger(s: Position) -> None:
    """9: the trigger, the final turns, who may play."""
    done = [player for player in range(s.game.num_players) if complete(s, player)]
    if s.trigger is None:
        require(not done, "trigger: somebody owns the number of constructs")
    else:
        require(s.trigger in done, "trigger: not a player who owns the number of constructs")
    for player, left in enumerate(s.final_turns):
        most = 0 if s.trigger is None or player == s.trigger else s.game.data.final_turns
        require(0 <= left <= most, "final_turns: out of range")
    emptying = s.phase == "fall" and not s.hand
    if s.phase in ("pull", "second", "keep", "resolve", "shake", "fall", "read"):
        player = s.player_to_act()
        require(may_play(s, player) or (emptying and player in done), "turn_of: this player has no turn left")
    for player in done:
        require(not s.parts_in_bays(player) or (emptying and player == s.turn_of), "bays: not emptied")


def check_game_over(s: Position) -> None:
    """10: why the game is over."""
    reason = s.reason
    require((reason is not None) == (s.phase == "game_over"), "end_reason: given at the end, and only there")
    if reason is None:
        return
    require(reason in END_REASONS, "end_reason: there is no such reason")
    able = any(may_play(s, player) for player in range(s.game.num_players))
    require((s.pile_size() == 0) == (reason == "pile_empty"), "end_reason: it does not fit the pile")
    require(reason != "finished" or not able, "end_reason: somebody has a turn left")
    require(reason != "turn_cap" or (able and s.turn == s.game.max_turns), "end_reason: turns are left")
