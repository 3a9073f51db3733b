"""Who may know what (R40): the view, the observation, hidden steps, and positions that a player cannot tell apart."""

from __future__ import annotations

from typing import Any

from ..channels import Channel, Encoder
from ..rng import Rng
from .forms import by_name, open_part, pending_part, turn_part
from .state import ERAS, PHASES, Fist, Position

# --- the view ---------------------------------------------------------------------------------------------------------


def hidden_counters(position: Position, viewer: int | None) -> list[int]:
    """Pool and all hands but the viewer's."""
    rest = list(position.pool)
    for player, hand in enumerate(position.hands):
        if player != viewer:
            rest = [a + b for a, b in zip(rest, hand, strict=True)]
    return rest


def fist_seen(position: Position, player: int, viewer: int | None) -> bool:
    """R14: a closed fist is seen by its owner alone until all are closed."""
    return player == viewer or position.fists_open()


def view_dict(position: Position, viewer: int | None) -> dict[str, Any]:
    game, current = position.game, position.current_player()
    view: dict[str, Any] = {
        "format": 1,
        "game": game.name,
        "players": game.num_players,
        "viewer": viewer,
        "phase": position.phase,
        "current_player": current,
        "legal_actions": position.legal_actions() if viewer is not None and viewer == current else [],
    }
    view |= open_part(position)
    view["hand_sizes"] = [sum(hand) for hand in position.hands]
    view["hand"] = None if viewer is None else by_name(game.data.types, position.hands[viewer])
    view["unseen_counters"] = by_name(game.data.types, hidden_counters(position, viewer))
    view |= pending_part(position)
    view["fists"] = [fist_view(position, player, viewer) for player in range(game.num_players)]
    view["turn"] = turn_part(position)
    return view


def fist_view(position: Position, player: int, viewer: int | None) -> dict[str, Any] | None:
    fist = position.fists[player]
    if fist is None:
        return None
    seen = fist_seen(position, player, viewer)
    return {
        "colour": position.game.data.colours[fist.colour] if seen else None,
        "amount": fist.amount if seen else None,
        "closed": fist.amount is not None,
    }


def hidden_step(position: Position, viewer: int | None) -> str | None:
    if position.phase == "draw_demand" and viewer != position.drawing_player():
        return "a counter"
    if position.phase == "fist_colour" and viewer != position.current_player():
        return "a colour"
    if position.phase == "fist_amount" and viewer != position.current_player():
        opens = position.current_player() == position.game.num_players - 1
        return None if opens else "a bid"
    return None


# --- determinizing ----------------------------------------------------------------------------------------------------


def resample_hands(position: Position, viewer: int | None, rng: Rng) -> None:
    rest = hidden_counters(position, viewer)
    for player, hand in enumerate(position.hands):
        if player == viewer:
            continue
        fresh = [0] * len(hand)
        for _ in range(sum(hand)):
            counter = rng.weighted(rest)
            rest[counter] -= 1
            fresh[counter] += 1
        position.hands[player] = fresh
    position.pool = rest


def resample_fists(position: Position, viewer: int | None, rng: Rng) -> None:
    if position.fists_open():
        return
    for player, fist in enumerate(position.fists):
        if fist is None or player == viewer:
            continue
        colour, amount = fist.colour, fist.amount
        if position.first_auction():
            own = [c for c in range(position.game.counts.colours) if position.owner(c) == player]
            colour = own[rng.below(2)]
        if amount is not None:
            limit = min(position.payable(player), position.game.bounds.bid)
            low = min(1, limit)
            amount = low + rng.below(limit - low + 1)
        position.fists[player] = Fist(colour, amount)


# --- the observation --------------------------------------------------------------------------------------------------


def channels(position: Position) -> tuple[Channel, ...]:
    """The page's table; a fresh position gives the sizes."""
    game = position.game
    counts, bounds, data = game.counts, game.bounds, game.data
    n, k, towns, kinds = counts.players, counts.colours, len(data.towns), len(data.kinds)
    most_counters, most_cards = max(data.counters), max(kind.cards for kind in data.kinds)
    return (
        Channel("phase", (len(PHASES),), 1, "the phase, one-hot"),
        Channel("current_player", (n,), 1, "the player to act, one-hot; zero at chance and at the end"),
        Channel("era", (2,), 1, "canal, rail"),
        Channel("round", (1,), game.rounds, "round of the era"),
        Channel("step", (1,), n * counts.draw, "counters drawn, or Demand slots done"),
        Channel("demand_first", (n,), 1, "two players: who places first in Demand 1"),
        Channel("cash", (n,), bounds.cash, "cash"),
        Channel("revenue", (n,), bounds.revenue, "revenue"),
        Channel("order", (k, k), 1, "turn order: box, colour"),
        Channel("next_order", (k, k), 1, "boxes filled this round: box, colour"),
        Channel("industries", (towns, k), 4, "Industries in each town"),
        Channel("links", (len(data.connections), k), 1, "owner of each connection"),
        Channel("demand", (5,), most_counters, "Demand chart"),
        Channel("hand_sizes", (n,), 2 * counts.draw, "counters in hand"),
        Channel("hand", (5,), most_counters, "the viewer's counters"),
        Channel("unseen_counters", (5,), most_counters, "counters in the pool and in other hands"),
        Channel("unseen_setup", (kinds,), 1, "set-up cards still to come"),
        Channel("unseen", (kinds,), most_cards, "other cards not yet seen"),
        Channel("deck", (1,), game.rounds * k, "cards left in the deck"),
        Channel("set_aside", (1,), counts.set_aside, "set-aside cards left"),
        Channel("face_up", (kinds,), most_cards, "cards face up"),
        Channel("used", (kinds,), most_cards, "cards used or discarded this era"),
        Channel("auction_card", (kinds,), 1, "card in auction"),
        Channel("auction_nominator", (n,), 1, "nominator"),
        Channel("auction_standing", (1,), bounds.bid, "standing bid"),
        Channel("auction_leader", (n,), 1, "who made it"),
        Channel("auction_speaker", (n,), 1, "who speaks"),
        Channel("fist_begun", (n,), 1, "has a fist"),
        Channel("fist_closed", (n,), 1, "has chosen the amount"),
        Channel("fist_colour", (n, k), 1, "colour of the fist, where known"),
        Channel("fist_amount", (n,), bounds.bid, "amount of the fist, where known"),
        Channel("turn_colour", (k,), 1, "colour of the turn"),
        Channel("turn_card", (kinds,), 1, "card of the turn"),
        Channel("turn_town", (towns,), 1, "town of the turn"),
        Channel("turn_link", (len(data.connections),), 1, "first Link of the turn"),
    )


class Observer:
    """Fills the vector from the viewer's seat; a spectator sees from seat 0."""

    def __init__(self, position: Position, viewer: int | None) -> None:
        self.position = position
        self.viewer = viewer
        self.encoder = Encoder(position.game.observation_channels)

    def seat(self, player: int) -> int:
        return (player - (self.viewer or 0)) % self.position.game.num_players

    def colour(self, colour: int) -> int:
        return (colour - (self.viewer or 0)) % self.position.game.counts.colours

    def flag(self, name: str, index: int | None) -> None:
        if index is not None:
            self.encoder.put(name, 1, index)

    def seat_flag(self, name: str, player: int | None) -> None:
        if player is not None:
            self.encoder.put(name, 1, self.seat(player))

    def row(self, name: str, values: list[int]) -> None:
        for i, value in enumerate(values):
            self.encoder.put(name, value, i)

    def seats(self, name: str, values: list[int]) -> None:
        for player, value in enumerate(values):
            self.encoder.put(name, value, self.seat(player))

    def put_clock(self) -> None:
        s = self.position
        self.flag("phase", PHASES.index(s.phase))
        current = s.current_player()
        self.seat_flag("current_player", current if current >= 0 else None)
        self.flag("era", ERAS.index(s.era))
        self.row("round", [s.round])
        self.row("step", [s.step])
        self.seat_flag("demand_first", s.demand_first)

    def put_players(self) -> None:
        s = self.position
        self.seats("cash", s.cash)
        self.seats("revenue", s.revenue)
        for name, boxes in (("order", s.order), ("next_order", s.next_order)):
            for box, colour in enumerate(boxes):
                self.encoder.put(name, 1, box, self.colour(colour))

    def put_map(self) -> None:
        s = self.position
        for town, pieces in enumerate(s.industries):
            for colour, count in enumerate(pieces):
                self.encoder.put("industries", count, town, self.colour(colour))
        for connection, owner in enumerate(s.links):
            if owner is not None:
                self.encoder.put("links", 1, connection, self.colour(owner))

    def put_counters(self) -> None:
        s = self.position
        self.row("demand", s.demand)
        self.seats("hand_sizes", [sum(hand) for hand in s.hands])
        if self.viewer is not None:
            self.row("hand", s.hands[self.viewer])
        self.row("unseen_counters", hidden_counters(s, self.viewer))

    def put_cards(self) -> None:
        s = self.position
        self.row("unseen_setup", s.unseen_setup)
        self.row("unseen", s.unseen)
        self.row("deck", [s.deck])
        self.row("set_aside", [s.set_aside])
        self.row("face_up", s.face_up)
        self.row("used", s.used())

    def put_auction(self) -> None:
        auction = self.position.auction
        if auction is not None:
            self.flag("auction_card", auction.card)
            self.seat_flag("auction_nominator", auction.nominator)
            self.row("auction_standing", [auction.standing])
            self.seat_flag("auction_leader", auction.leader)
            self.seat_flag("auction_speaker", auction.speaker)

    def put_fists(self) -> None:
        for player, fist in enumerate(self.position.fists):
            if fist is None:
                continue
            self.seat_flag("fist_begun", player)
            if fist.amount is not None:
                self.seat_flag("fist_closed", player)
            if fist_seen(self.position, player, self.viewer):
                self.encoder.put("fist_colour", 1, self.seat(player), self.colour(fist.colour))
                self.encoder.put("fist_amount", fist.amount or 0, self.seat(player))

    def put_turn(self) -> None:
        turn = self.position.turn
        if turn is not None:
            self.flag("turn_colour", self.colour(turn.colour))
            self.flag("turn_card", turn.card)
            self.flag("turn_town", turn.town)
            self.flag("turn_link", turn.link)


def observation(position: Position, viewer: int | None) -> list[float]:
    observer = Observer(position, viewer)
    observer.put_clock()
    observer.put_players()
    observer.put_map()
    observer.put_counters()
    observer.put_cards()
    observer.put_auction()
    observer.put_fists()
    observer.put_turn()
    return observer.encoder.values
