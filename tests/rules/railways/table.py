"""Positions of Railways of the World: The Card Game, put down card by card; what is not named lies in the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from positions import Play, Rules, Side, counts

COLOURS = ("violet", "green", "brown", "orange", "white")
GOODS = ("red", "yellow", "blue", "black")
VALUE_2 = ("Abilene", "Savannah", "Pueblo", "Topeka", "Fargo")
VALUES = {
    **dict.fromkeys(("Chicago", "New York", "Philadelphia", "Boston", "St. Louis"), 5),
    **dict.fromkeys(("Rochester", "Pittsburgh", "Baltimore", "Fort Worth", "Grand Rapids"), 4),
    **dict.fromkeys(("Cleveland", "Kansas City", "Minneapolis", "Birmingham", "Omaha"), 3),
    **dict.fromkeys(("Buffalo", "Louisville", "Atlanta", "Youngstown", "Denver"), 3),
    **dict.fromkeys(VALUE_2, 2),
}
"""The cities in the order of the data file."""


class Link(NamedTuple):
    """A city on the table and the track that joins it to its parent."""

    city: str
    parent: str
    owner: int
    colour: str
    ones: int
    twos: int
    wilds: int
    cubes: str

    @property
    def value(self) -> int:
        return self.ones + 2 * self.twos + self.wilds


def link(
    city: str,
    parent: str,
    owner: int,
    colour: str,
    ones: int = 0,
    twos: int = 0,
    wilds: int = 0,
    cubes: str = "",
) -> Link:
    """A link of the least value, in twos as far as they go, unless its cards are given."""
    if ones == twos == wilds == 0:
        twos, ones = divmod(VALUES[city], 2)
    return Link(city, parent, owner, colour, ones, twos, wilds, cubes)


def all_cards(d: dict[str, Any]) -> Counter[str]:
    """The cards of a first position, a number of each kind."""
    cards = Counter(d["deck"])
    for hand in d["hands"]:
        cards.update(hand)
    cards.update(d["open"])
    return cards


def dealt(
    side: Side,
    players: int = 2,
    variant: str = "standard",
    rules: Rules | None = None,
    first: int = 0,
    data: str | None = None,
) -> Play:
    """A real first position: chance deals the first thing it can, and ``first`` begins."""
    play = Play(side.loaded("railways", players, variant, rules, data).new_initial_state())
    while play.phase != "first_player":
        play.do(play.legal()[0])
    return play.do(f"first player {first}")


def position(
    side: Side,
    links: Sequence[Link] = (),
    hands: Sequence[str] = (),
    *,
    players: int = 2,
    variant: str = "standard",
    rules: Rules | None = None,
    turn: int = 0,
    first: int = 0,
    open_row: str = "white 1, white 1, green 1",
    pile: str = "",
    deck: str | None = None,
    bag: str | None = None,
    engines: Sequence[int] = (),
    delivered: Sequence[str] = (),
    data: str | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """A position as a dict: a real one, with the cards and cubes put where the arguments say.

    Args:
        side: which implementation deals.
        links: the network; its track lies on the table.
        hands: a text of cards for each player from 0; those left out are empty.
        players, variant, rules: the game.
        turn: whose turn it is, in the phase ``action`` unless ``fields`` say something else.
        first: the first player.
        open_row: three cards, ``-`` for an empty slot.
        pile: the discard pile, its top last.
        deck: the deck; without it, all cards that are nowhere else. With it, those lie at the bottom of the pile.
        bag: the bag; without it, all cubes that are nowhere else. With it, the last player has delivered those.
        engines, delivered: what each player has played and delivered.
        data: the text of the data file, if it is not the shipped one.
        fields: other keys of the dict.
    """
    d = dealt(side, players, variant, rules, first, data).now
    cards = all_cards(d)
    d["hands"] = [counts(hands[p]) if p < len(hands) else {} for p in range(players)]
    d["known"], d["v2_hidden"] = [{} for _ in range(players)], [0] * players
    d["open"] = [None if card == "-" else card for card in open_row.split(", ")]
    d["engines"] = [engines[p] if p < len(engines) else 0 for p in range(players)]
    d["delivered"] = [counts(delivered[p]) if p < len(delivered) else {} for p in range(players)]
    d["discard_pile"] = pile.split(", ") if pile else []
    put_cubes(d, links, bag)
    put_cards(d, links, cards, deck)
    put_links(d, links)
    d |= {"turn_player": turn, "current_player": turn} | fields
    if d["phase"] == "over":
        d |= {"turn_player": None, "current_player": -4, "final_deliveries": 1}
    return d


def put_cards(d: dict[str, Any], links: Sequence[Link], cards: Counter[str], deck: str | None) -> None:
    for hand in d["hands"]:
        cards.subtract(hand)
    cards.subtract([card for card in d["open"] if card is not None])
    cards.subtract(d["discard_pile"])
    for new in links:
        cards.subtract(
            {new.city: 1, f"{new.colour} 1": new.ones, f"{new.colour} 2": new.twos, "engine": new.wilds},
        )
    cards.subtract({"engine": sum(d["engines"])})
    if deck is not None:
        cards.subtract(counts(deck))
        d["discard_pile"] = [*cards.elements(), *d["discard_pile"]]
    assert min(cards.values()) >= 0, f"there are not so many cards: {-cards}"
    d["deck"] = {card: number for card, number in cards.items() if number} if deck is None else counts(deck)


def put_cubes(d: dict[str, Any], links: Sequence[Link], bag: str | None) -> None:
    cubes = Counter(dict.fromkeys(GOODS, 0) | d["bag"])
    for new in links:
        cubes.subtract(counts(new.cubes))
    for own in d["delivered"]:
        cubes.subtract(own)
    if bag is not None:
        cubes.subtract(counts(bag))
        d["delivered"][-1] = dict(Counter(d["delivered"][-1]) + cubes)
        d["engines"][-1] = max(1, d["engines"][-1])
    assert min(cubes.values()) >= 0, f"there are not so many cubes: {-cubes}"
    d["bag"] = {good: number for good, number in cubes.items() if number} if bag is None else counts(bag)


def put_links(d: dict[str, Any], links: Sequence[Link]) -> None:
    """The network, and the points: those of the links, and one for each delivered cube."""
    order = list(VALUES)
    d["cities"] = [
        {
            "name": new.city,
            "parent": new.parent,
            "owner": new.owner,
            "value": new.value,
            "colour": new.colour,
            "cubes": counts(new.cubes),
        }
        for new in sorted(links, key=lambda new: order.index(new.city))
    ]
    for p in range(d["players"]):
        links_of_player = sum(new.value for new in links if new.owner == p)
        d["points"][p] = links_of_player + sum(d["delivered"][p].values())


def play(side: Side, links: Sequence[Link] = (), hands: Sequence[str] = (), **arguments: Any) -> Play:
    """The position that the arguments of ``position`` describe, to be played on."""
    d = position(side, links, hands, **arguments)
    variant, rules = arguments.get("variant", "standard"), arguments.get("rules")
    game = side.loaded("railways", d["players"], variant, rules, arguments.get("data"))
    return Play(game.state_from_dict(d))


LAST: dict[str, Any] = {"round": 100, "end_trigger": "max_rounds"}
"""The fields of a last round that nothing but its number has made the last."""

OVER: dict[str, Any] = {"phase": "over", **LAST}
"""The fields of a finished game."""


def city(play: Play, name: str) -> dict[str, Any]:
    """A city on the table."""
    found: dict[str, Any] = next(row for row in play.now["cities"] if row["name"] == name)
    return found


def pass_turn(play: Play) -> Play:
    """A whole turn: pass, and one card from the deck."""
    return play.do("pass", "draw from deck").chance().do("stop drawing")


BOARD = {
    "violet": ("Chicago", "Fort Worth", "Cleveland", "Kansas City", "Fargo"),
    "green": ("New York", "Grand Rapids", "Minneapolis", "Louisville", "Topeka"),
    "brown": ("Philadelphia", "Pittsburgh", "Birmingham", "Atlanta", "Savannah"),
    "orange": ("Boston", "Rochester", "Buffalo", "Youngstown", "Pueblo"),
    "white": ("St. Louis", "Baltimore", "Omaha", "Denver", "Abilene"),
}
"""All 25 cities, each joined to Start: in each colour 17 points of track, all seven twos and three ones."""


def board(owners: Sequence[int], cubes: bool = False) -> list[Link]:
    """The first cities of ``BOARD``, one an owner; with ``cubes`` all 60 lie on them if all 25 are there."""
    pairs = [(name, colour) for colour, names in BOARD.items() for name in names]
    goods = list(GOODS) * 15
    links = []
    for owner, (name, colour) in zip(owners, pairs, strict=False):
        own = [goods.pop() for _ in range(VALUES[name] - 1)] if cubes else []
        links.append(link(name, "Start", owner, colour, cubes=", ".join(own)))
    return links


def nothing_left(side: Side) -> Play:
    """All cities are built: no card in deck, open row or pile, no cube in the bag. Player 1 has no engine."""
    hands = [", ".join(f"{colour} 1" for colour in COLOURS)] * 3
    return play(
        side,
        board([c % 4 for c in range(25)], cubes=True),
        hands,
        players=4,
        turn=1,
        open_row="-, -, -",
        engines=[21, 0, 0, 0],
        end_trigger="deck_empty",
    )
