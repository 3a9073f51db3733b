"""Workshop: the fields of a position, in the order of the page; how each is declared: ``reference/fields.py``."""

from __future__ import annotations

from ..fields import (
    HIDDEN,
    NONE,
    Axis,
    Choice,
    Each,
    Field,
    Flag,
    Follows,
    Kind,
    Number,
    Observed,
    Record,
    Row,
    Seen,
    current_player,
    legal_actions,
)
from .cards import used
from .state import ERAS, PHASES, Auction, Fist, Turn
from .table import Tables
from .view import FistSeen, fists_seen, hand_seen, hand_sizes, hidden_counters


class Axes:
    """What the fields are counted over, with the kinds that several of them share."""

    def __init__(self, game: Tables) -> None:
        data, k = game.data, game.counts.colours
        self.player = Axis("player", game.num_players, turns=True)
        self.colour = Axis("colour", data.colours[:k], turns=True)
        self.town = Axis("town", [town.name for town in data.towns])
        self.link = Axis("connection", [connection.name for connection in data.connections])
        self.card = Axis("card", [kind.name for kind in data.kinds])
        self.type = Axis("type", data.types)
        self.counters = Each(self.type, Number(NONE, scale=max(1, *data.counters)))
        self.cards = Each(self.card, Number(NONE, scale=max(kind.cards for kind in data.kinds)))


def position_fields(game: Tables) -> list[Field]:
    axes = Axes(game)
    return [
        *clock(game, axes),
        *players_and_map(game, axes),
        *counters(game, axes),
        *cards(game, axes),
        auction(game, axes),
        *fists(game, axes),
        turn(axes),
    ]


def clock(game: Tables, axes: Axes) -> list[Field]:
    steps = max(1, game.num_players * game.counts.counters, game.slots("demand_must"), game.slots("demand_may"))
    phases = PHASES if game.short_of_industries else PHASES[: PHASES.index("move")]
    return [
        Field("phase", Choice(Axis("phase", phases), values=phases), "the phase", meaning="the phase, one-hot"),
        current_player(axes.player, "who acts, one-hot; zero at chance and at the end"),
        legal_actions(game.num_actions),
        Field("era", Choice(Axis("era", ERAS), values=ERAS), "the era", meaning="one-hot: canal, rail"),
        Field("round", Number(game.rounds, 1), "the round, from 1"),
        Field("step", Number(NONE, scale=steps), "counters drawn or boxes served in a Demand phase"),
        Field(
            "demand_first",
            Choice(axes.player, maybe=True),
            "who won the toss for Demand 1",
            meaning="who won the toss for Demand 1, one-hot or zero",
        ),
    ]


def players_and_map(game: Tables, axes: Axes) -> list[Field]:
    bounds, boxes = game.bounds, Row(Choice(axes.colour), axes.colour.size)
    return [
        Field("cash", Each(axes.player, Number(65535, scale=max(1, bounds.cash), width="u16")), "cash"),
        Field("revenue", Each(axes.player, Number(65535, scale=max(1, bounds.revenue), width="u16")), "revenue"),
        Field("order", boxes, "turn order: box, colour"),
        Field("next_order", boxes, "boxes filled for the next round: box, colour"),
        Field(
            "industries", Each(axes.town, Each(axes.colour, Number(max(game.data.values)))), "Industries in the town"
        ),
        Field("links", Each(axes.link, Choice(axes.colour, maybe=True)), "owner of the connection"),
    ]


def counters(game: Tables, axes: Axes) -> list[Field]:
    sizes = Each(axes.player, Number(NONE, scale=max(1, 2 * game.counts.counters)))
    own = Each(axes.type, axes.counters.of, maybe=True)
    private = "private: the viewer's counters, zero for a spectator"
    return [
        Field("demand", axes.counters, "the Demand chart"),
        Field("hands", Each(axes.player, axes.counters), "the players' Demand counters", HIDDEN),
        Field("hand_sizes", sizes, "Demand counters in hand", Seen(hand_sizes)),
        Field("hand", own, "the viewer's counters", Seen(hand_seen), meaning=private),
        Field("pool", axes.counters, "counters not yet drawn", HIDDEN),
        Field("unseen_counters", axes.counters, "the pool and the others' hands together", Seen(hidden_counters)),
    ]


def cards(game: Tables, axes: Axes) -> list[Field]:
    return [
        Field("unseen_setup", Each(axes.card, Number(1)), "set-up cards not yet seen"),
        Field("unseen", axes.cards, "other cards not yet seen"),
        Field("deck", Number(NONE, scale=game.rounds * game.counts.colours), "cards to be turned up this era"),
        Field("set_aside", Number(NONE, scale=max(1, game.counts.set_aside)), "cards set aside"),
        Field("face_up", axes.cards, "cards that lie open"),
        Field("used", axes.cards, "cards used or discarded this era", Follows(used)),
    ]


def auction(game: Tables, axes: Axes) -> Field:
    player, standing = axes.player, Number(65534, scale=max(1, game.bounds.bid), width="u16")
    record = Record(
        Auction,
        Field("card", Choice(axes.card), "the card in auction, one-hot or zero"),
        Field("nominator", Choice(player), "who nominated it, one-hot or zero"),
        Field("standing", standing, "the standing bid"),
        Field("leader", Choice(player, maybe=True), "who made the standing bid, one-hot or zero"),
        Field("speaker", Choice(player), "who speaks, one-hot or zero"),
        maybe=True,
    )
    return Field("auction", record, "the once-round auction of a card, or null")


def fists(game: Tables, axes: Axes) -> list[Field]:
    """The hidden bids; a viewer sees of them what ``view.fists_seen`` says."""
    bid = Number(9999, scale=max(1, game.bounds.bid), width="u16", maybe=True)
    colour = Field("colour", Choice(axes.colour), "the colour")
    seen_colour = Field("colour", Choice(axes.colour, maybe=True), "the colour, where the viewer knows it")
    amount = Field("amount", bid, "the bid, null while it is not chosen or not known")
    closed = Field("closed", Flag(), "whether the amount is chosen")

    def of_each_fist(name: str, kind: Kind, meaning: str) -> Observed:
        return Observed(f"fist_{name}", Each(axes.player, kind), meaning, lambda f: [p and getattr(p, name) for p in f])

    begun = Observed(
        "fist_begun",
        Each(axes.player, Flag()),
        "flag: a colour or an amount is chosen",
        lambda fists: [fist is not None for fist in fists],
    )
    seen = Each(axes.player, Record(FistSeen, seen_colour, amount, closed, maybe=True))
    observed = (
        begun,
        of_each_fist("closed", Flag(), "flag: the amount is chosen"),
        of_each_fist("colour", Choice(axes.colour), "one-hot where the viewer knows it"),
        of_each_fist("amount", bid, "the hidden bid, where the viewer knows it"),
    )
    whole = Each(axes.player, Record(Fist, colour, amount, maybe=True))
    return [
        Field("fists", whole, "the hidden bids", HIDDEN),
        Field("fists", seen, "the hidden bids, as far as the viewer knows them", Seen(fists_seen), observed=observed),
    ]


def turn(axes: Axes) -> Field:
    record = Record(
        Turn,
        Field("colour", Choice(axes.colour), "the colour of the turn, one-hot or zero"),
        Field("card", Choice(axes.card, maybe=True), "the card of the turn, one-hot or zero"),
        Field("town", Choice(axes.town, maybe=True), "the town of the turn, one-hot or zero"),
        Field("link", Choice(axes.link, maybe=True), "the first Link of the turn, one-hot or zero"),
        maybe=True,
    )
    return Field("turn", record, "the turn that is being played, or null")
