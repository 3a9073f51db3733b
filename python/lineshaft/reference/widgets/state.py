"""One position: its fields, small questions about it, and what must always hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import IllegalAction
from ..protocol import CHANCE_PLAYER, TERMINAL_PLAYER, State
from ..rng import Rng
from . import apply, forms, moves, score, view
from .action import BAYS, CHANCE_PHASES, END_REASONS, HIDDEN_STEPS, PHASES, SAMPLED_PHASES, TABLE_PHASES
from .data import CARDS, PARTS
from .forms import require
from .pile import MAX_ORIGIN, ROTATIONS, SIDES, Lying, Pile
from .variant import ABSTRACT, TABLE

if TYPE_CHECKING:
    from .game import Widgets


class WidgetsState(State["Widgets"]):
    """Parts are numbers: on the table those of the physical parts, in the abstract variant the cards themselves.

    ``cards[part]`` is the card of a part, None until chance has drawn it; ``lying`` is the pile from the bottom to
    the top; ``face_up`` and ``face_down`` are the abstract pile, ascending.
    """

    def __init__(self, game: Widgets) -> None:
        super().__init__(game)
        players = game.num_players
        start = game.rules["start_player"]
        self.first: int | None = start if isinstance(start, int) else 0 if players == 1 else None
        self.phase = "start" if self.first is None else "deal"
        self.next_phase: str | None = None
        self.turn_of: int | None = None
        self.turn = 0
        self.trigger: int | None = None
        self.final_turns = [0] * players
        self.reason: str | None = None
        self.dealt: list[int | None] = [None] * players
        self.hand: list[int] = []
        self.shaking: tuple[int, int] | None = None
        self.falling: int | None = None
        self.bays: list[list[list[int | None]]] = [[[None] * PARTS for _ in range(BAYS)] for _ in range(players)]
        self.constructs: list[list[list[int]]] = [[] for _ in range(players)]
        self.cards: list[int | None] = [None] * CARDS
        self.lying: list[Lying] = []
        self.face_up: list[int] = []
        self.face_down: list[int] = []

    # --- small questions ----------------------------------------------------------------------------------------------

    @property
    def pile(self) -> Pile:
        return Pile(self.game.settings, self.lying)

    def pile_size(self) -> int:
        return len(self.lying) + len(self.face_up) + len(self.face_down)

    def player_to_act(self) -> int:
        assert self.turn_of is not None
        return self.turn_of

    def card(self, part: int) -> int:
        """The card of a part that is known."""
        card = self.cards[part]
        assert card is not None
        return card

    def cards_of(self, parts: list[int]) -> list[int]:
        return [self.card(part) for part in parts]

    def unseen(self) -> list[int]:
        """The cards that chance has not drawn yet, ascending. (R33)"""
        return [card for card in range(CARDS) if card not in self.cards]

    def in_turn_order(self) -> list[int]:
        """All players, from the start player on. (R2)"""
        assert self.first is not None
        return [(self.first + k) % self.game.num_players for k in range(self.game.num_players)]

    def number_dealt(self) -> int:
        """The number of cards that have been dealt (asked for before the first drop only)."""
        return sum(card is not None for card in self.cards)

    def pending(self) -> list[int]:
        """The parts that are about to be read, ascending: readable in the pile, or open in hand. (R12, R13)"""
        if self.phase != "read" or self.game.variant.name == ABSTRACT:
            return []
        parts = [lying.part for lying in self.lying if lying.known]
        if self.next_phase in ("keep", "resolve"):
            parts += self.hand
        return sorted(part for part in parts if self.cards[part] is None)

    def face_down_free(self) -> bool:
        """Whether a face-down part can be pulled. (R8)"""
        return any(not lying.face_up and self.pile.free_spots(index) for index, lying in enumerate(self.lying))

    def complete(self, player: int) -> bool:
        """Whether the player owns as many constructs as end the game. (R20)"""
        return len(self.constructs[player]) >= self.game.constructs_needed

    def may_play(self, player: int) -> bool:
        """Whether the player has a turn left. (R22, R23)"""
        if self.trigger is None:
            return True
        return player != self.trigger and self.final_turns[player] > 0 and not self.complete(player)

    def parts_in_bays(self, player: int) -> list[int]:
        return [part for bay in self.bays[player] for part in bay if part is not None]

    # --- the protocol -------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.phase == "game_over":
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if self.phase in CHANCE_PHASES else self.player_to_act()

    def phase_name(self) -> str:
        return self.phase

    def is_sampled_chance(self) -> bool:
        return self.phase in SAMPLED_PHASES

    def end_reason(self) -> str | None:
        return self.reason

    def chance_weights(self) -> list[tuple[int, int]]:
        match self.phase:
            case "start":
                outcomes = [CARDS + player for player in range(self.game.num_players)]
            case "deal":
                outcomes = self.unseen()
            case "read":
                outcomes = self.face_down if self.game.variant.name == ABSTRACT else self.unseen()
            case _:
                outcomes = []
        return [(outcome, 1) for outcome in outcomes]

    def legal_decisions(self) -> list[int]:
        return moves.legal_decisions(self)

    def why_not(self, action: int) -> IllegalAction | None:
        return moves.why_not(self, action)

    def apply_decision(self, action: int) -> None:
        apply.apply_decision(self, action)

    def apply_outcome(self, outcome: int) -> None:
        apply.apply_outcome(self, outcome)

    def scores(self) -> list[int]:
        return score.scores(self)

    def rank_keys(self) -> list[tuple[int, ...]]:
        return score.rank_keys(self)

    def hidden_step(self, action: int, viewer: int | None) -> str | None:
        return HIDDEN_STEPS.get(self.phase)

    def view_dict(self, viewer: int | None) -> dict[str, Any]:
        return view.view_dict(self, viewer)

    def observation(self, viewer: int | None) -> list[float]:
        return view.observation(self, viewer)

    def resample(self, viewer: int, rng: Rng) -> WidgetsState:
        """Nobody knows more than is drawn, and what is not drawn is in no state: a copy. (R33)"""
        return self.clone()

    def to_dict(self) -> dict[str, Any]:
        return forms.to_dict(self)

    def to_bytes(self) -> bytes:
        return forms.to_bytes(self)

    # --- what must always hold: the numbers are those of the page, "The position as a dict" ---------------------------

    def check_invariants(self) -> None:
        check_phase(self)
        check_pieces(self)
        check_places(self)
        if is_opening(self):
            check_opening(self)
        else:
            require(all(part is None for part in self.dealt), "dealt: the parts have been placed")
        check_hand(self)
        check_pile(self)
        check_end_trigger(self)
        check_game_over(self)


def is_opening(state: WidgetsState) -> bool:
    """Before the first turn."""
    before = ("setup", "pull")
    return state.phase in ("start", "deal", "first_drop", "setup") or (
        state.phase == "read" and state.next_phase in before
    )


def check_phase(state: WidgetsState) -> None:
    """4, 5 and 10 in part: the phase, whose turn it is, the number of turns."""
    rules, players, table = state.game.rules, state.game.num_players, state.game.variant.name == TABLE
    require(state.phase in PHASES, "phase: there is no such phase")
    require(table or state.phase not in TABLE_PHASES, "phase: not one of this variant")
    require(state.phase != "setup" or not rules["auto_setup"], "phase: there is no setup with auto_setup")
    drawn_start = players > 1 and rules["start_player"] is None
    if state.phase == "start":
        require(drawn_start and state.first is None, "first: the start player is not drawn now")
    else:
        require(state.first is not None and 0 <= state.first < players, "first: not a player")
        fixed = rules["start_player"] if players > 1 else 0
        require(drawn_start or state.first == fixed, "first: not the start player of the variant")
    if state.phase in ("start", "deal", "first_drop"):
        require(state.turn_of is None, "turn_of: nobody's turn has begun")
    else:
        require(state.turn_of is not None and 0 <= state.turn_of < players, "turn_of: not a player")
    require(
        (state.next_phase is not None) == (state.phase == "read"), "next_phase: given in phase read, and only there"
    )
    limit = state.game.max_turns
    require(0 <= state.turn <= limit, "turn: out of range")
    require(state.turn < limit or state.phase == "game_over", "turn: the game should be over")


def check_pieces(state: WidgetsState) -> None:
    """2: every part and every card once."""
    held = [part for part in (*state.dealt, state.falling) if part is not None] + state.hand
    for player in range(state.game.num_players):
        held += state.parts_in_bays(player)
        held += [part for parts in state.constructs[player] for part in parts]
    held += [lying.part for lying in state.lying] + state.face_up + state.face_down
    drawn = [card for card in state.cards if card is not None]
    require(len(set(drawn)) == len(drawn), "cards: a card is there twice")
    if state.phase in ("start", "deal", "first_drop"):
        dealt = [part for part in range(CARDS) if state.cards[part] is not None]
        require(sorted(held) == dealt, "parts: only those dealt can be there")
        require(state.pile_size() == 0, "pile: nothing has fallen yet")
        if state.game.variant.name == TABLE:
            require(dealt == list(range(CARDS - len(dealt), CARDS)), "dealt: not the parts that are dealt first")
    else:
        require(sorted(held) == list(range(CARDS)), "parts: each must be somewhere once")
    if state.game.variant.name == ABSTRACT:
        for part, card in enumerate(state.cards):
            require(
                card == (part if part in held and part not in state.face_down else None), "cards: not the part itself"
            )


def check_places(state: WidgetsState) -> None:
    """3: bays and constructs hold known parts of the right types."""
    for player, bays in enumerate(state.bays):
        for bay in bays:
            for kind, part in enumerate(bay):
                require(part is None or is_type(state, part, kind), "bays: a part lies at a wrong place")
            require(None in bay, "bays: a full bay is a construct")
        constructs = state.constructs[player]
        require(len(constructs) <= state.game.constructs_needed, "constructs: too many")
        for parts in constructs:
            right = len(parts) == PARTS and all(is_type(state, part, kind) for kind, part in enumerate(parts))
            require(right, "constructs: not the five types")


def is_type(state: WidgetsState, part: int, kind: int) -> bool:
    card = state.cards[part]
    return card is not None and score.part_type(card) == kind


def check_opening(state: WidgetsState) -> None:
    """4: what each player has been dealt."""
    auto, players = state.game.rules["auto_setup"], state.game.num_players
    require(state.turn == 0 and not any(state.constructs), "turn, constructs: nothing has happened yet")
    require(state.next_phase is None or (state.next_phase == "pull") == auto, "next_phase: not that of the variant")
    order = list(range(players)) if state.first is None else state.in_turn_order()
    if state.phase == "start":
        dealt = 0
    elif state.phase == "deal":
        dealt = state.number_dealt()
        require(dealt < players, "phase: everybody has been dealt")
    else:
        dealt = players
    placed = dealt if auto else 0
    if state.phase == "setup":
        placed = order.index(state.player_to_act())
    if state.phase == "read":
        require(state.turn_of == state.first, "turn_of: the start player begins")
    for k, player in enumerate(order):
        in_bays, waits = state.parts_in_bays(player), state.dealt[player]
        expected = state.game.variant.name == ABSTRACT or CARDS - 1 - k in (*in_bays, waits)
        require(len(in_bays) == (1 if k < placed else 0), "bays: not what is placed by now")
        require((waits is not None) == (placed <= k < dealt), "dealt: not what waits to be placed")
        require(waits is None or state.cards[waits] is not None, "dealt: an unknown card")
        require(k >= dealt or expected, "dealt: not the part that this player is dealt")
        require(
            not auto or not any(part is not None for bay in state.bays[player][1:] for part in bay), "bays: not bay 1"
        )


def check_hand(state: WidgetsState) -> None:
    """5, 6, 7: what is in hand, what is about to happen to the pile."""
    hand, phase, rules = len(state.hand), state.phase, state.game.rules
    known = all(state.cards[part] is not None for part in state.hand)
    table = state.game.variant.name == TABLE
    if phase == "read":
        check_reading(state)
    elif phase == "game_over":
        early = rules["strict_empty"] is True and state.reason == "pile_empty"
        require(hand == 0 or (early and hand <= 2), "hand: nobody holds a part after the end")
    else:
        counts = {"second": (1,), "keep": (2,), "resolve": (1,), "shake": (0, 1), "fall": (0, 1)}
        require(hand in counts.get(phase, (0,)), "hand: a wrong number of parts")
    require(known or (table and phase in ("second", "shake", "read", "game_over")), "hand: an unknown card")
    require((state.shaking is not None) == (phase == "shake"), "shaking: given in phase shake, and only there")
    if state.shaking is not None:
        check_shaking(state, *state.shaking)
    require((state.falling is not None) == (phase == "fall"), "falling: given in phase fall, and only there")
    require(state.falling is None or state.cards[state.falling] is not None, "falling: an unknown card")
    require(phase != "second" or state.face_down_free(), "phase: no second part can be pulled")
    require(state.next_phase != "second" or state.face_down_free(), "next_phase: no second part can be pulled")


def check_reading(state: WidgetsState) -> None:
    """5: what is in hand while parts are read."""
    hand, down = len(state.hand), len(state.face_down)
    if state.game.variant.name == TABLE:
        counts = {"setup": 0, "pull": 0, "second": 1, "resolve": 1, "keep": 2}
        require(counts.get(state.next_phase or "") == hand, "next_phase, hand: they do not fit")
    elif state.next_phase == "resolve":
        require(hand == 0 and down == 1, "next_phase, hand, pile: they do not fit")
    else:
        require(state.next_phase == "keep" and hand < 2 <= hand + down, "next_phase, hand, pile: they do not fit")


def check_shaking(state: WidgetsState, part: int, side: int) -> None:
    index = state.pile.index_of(part)
    require(index is not None, "shaking: the part is not in the pile")
    if index is not None:
        require(not state.hand or not state.lying[index].face_up, "shaking: the second part lies face-up")
        require(0 <= side < len(SIDES) and side in moves.allowed_sides(state, index), "shaking: not a side to pull to")


def check_pile(state: WidgetsState) -> None:
    """7, 8: poses, and what is known."""
    for index, lying in enumerate(state.lying):
        placed = 0 <= lying.x <= MAX_ORIGIN and 0 <= lying.y <= MAX_ORIGIN and 0 <= lying.rotation < ROTATIONS
        require(placed, "pile: a part lies off the table")
        require(lying.known or state.cards[lying.part] is None, "pile: a known card without the flag known")
        require(lying.known or not state.pile.readable(index), "pile: a readable part without the flag known")
        pending = lying.known and state.cards[lying.part] is None
        require(not pending or state.phase == "read", "pile: a part should have been read")
    if state.game.variant.name == TABLE and state.phase == "read":
        require(state.pending() != [], "phase: nothing is to be read")
    if state.phase in ("setup", "pull", "second") or state.next_phase in ("setup", "pull", "second"):
        require(state.pile_size() > 0, "pile: it is empty")


def check_end_trigger(state: WidgetsState) -> None:
    """9: the trigger, the final turns, who may play."""
    complete = [player for player in range(state.game.num_players) if state.complete(player)]
    if state.trigger is None:
        require(not complete, "trigger: somebody owns the number of constructs")
    else:
        require(state.trigger in complete, "trigger: not a player who owns the number of constructs")
    for player, left in enumerate(state.final_turns):
        most = 0 if state.trigger is None or player == state.trigger else state.game.data.final_turns
        require(0 <= left <= most, "final_turns: out of range")
    emptying = state.phase == "fall" and not state.hand
    if state.phase in ("pull", "second", "keep", "resolve", "shake", "fall", "read"):
        player = state.player_to_act()
        require(state.may_play(player) or (emptying and player in complete), "turn_of: this player has no turn left")
    for player in complete:
        require(not state.parts_in_bays(player) or (emptying and player == state.turn_of), "bays: not emptied")


def check_game_over(state: WidgetsState) -> None:
    """10: why the game is over."""
    reason = state.reason
    require((reason is not None) == (state.phase == "game_over"), "end_reason: given at the end, and only there")
    if reason is None:
        return
    require(reason in END_REASONS, "end_reason: there is no such reason")
    able = any(state.may_play(player) for player in range(state.game.num_players))
    require((state.pile_size() == 0) == (reason == "pile_empty"), "end_reason: it does not fit the pile")
    require(reason != "finished" or not able, "end_reason: somebody has a turn left")
    require(reason != "turn_cap" or (able and state.turn == state.game.max_turns), "end_reason: turns are left")
