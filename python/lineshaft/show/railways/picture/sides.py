"""What lies beside the tree: the players, the cards and the cubes, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lineshaft.reference.wording import counted

from ...parts import (
    ACCENT,
    NOTE,
    Column,
    Drawn,
    Seated,
    beside,
    blank,
    chip,
    flow,
    legend,
    panel,
    paragraph,
    roster,
    stack,
    text,
    times,
)
from ...sentences import watcher
from ..data import Deck
from ..words import sentence, trigger
from .pieces import counted_cubes, cube, demand, empty, held, locomotive, pile, stop, train

__all__ = ["above", "meanings"]


def _head(view: Mapping[str, Any], room: float) -> Drawn:
    """What is going on, in words."""
    facts = ["Railways of the World", f"round {view['round']}"]
    facts += [f"player {view['first_player']} began"] if view["first_player"] is not None else []
    facts += [f"seen by {watcher(view['viewer'])}"]
    ends = trigger(view)
    facts += [f"the game ends: {ends}"] if ends else []
    return stack(
        [
            paragraph(sentence(view).begun(), 18, room, bold=True),
            paragraph(", ".join(facts), 12, room, fill=NOTE),
        ],
        gap=2,
    )


def above(view: Mapping[str, Any], deck: Deck, room: float) -> list[Drawn]:
    """What stands above the tree."""
    return [_head(view, room), _players(view, deck, room), _supply(view, deck, room), *_hand(view, deck, room)]


# --- players ----------------------------------------------------------------------------------------------------------

COLUMNS = (
    Column("player", 96),
    Column("points", 56, number=True),
    Column("engines", 60, number=True),
    Column("trains", 56, number=True),
    Column("hand", 52, number=True),
    Column("cubes delivered", 170),
    Column("cards that all have seen", 266),
)


def _players(view: Mapping[str, Any], deck: Deck, room: float) -> Drawn:
    acting = view["turn_player"]
    players = [Seated(_player(view, deck, p), p == acting, _told(view, p)) for p in range(view["players"])]
    return roster(COLUMNS, players, room)


def _player(view: Mapping[str, Any], deck: Deck, seat: int) -> list[Drawn]:
    acts = view["turn_player"] == seat
    name = beside([train(seat), text(f"Player {seat}", 12, bold=acts, fill=ACCENT if acts else None)])
    figures = [view[key][seat] for key in ("points", "engines", "trains", "hand_sizes")]
    return [
        name,
        text(str(figures[0]), 14, bold=True),
        *(text(str(figure), 13) for figure in figures[1:]),
        counted_cubes(view["delivered"][seat], deck, room=COLUMNS[5].width - 12),
        flow(_known(view, deck, seat), COLUMNS[6].width, gap=4, line_gap=3),
    ]


def _known(view: Mapping[str, Any], deck: Deck, seat: int) -> Iterator[Drawn]:
    """Cards of a hand that were taken face up, and how many cities of the deal are in it."""
    for name, number in view["known"][seat].items():
        yield _named(name, number, deck).called(f"{number} {name} in the hand of player {seat}")
    if view["v2_hidden"][seat]:
        yield text(f"+ {view['v2_hidden'][seat]} dealt city", 11, fill=NOTE)


def _named(name: str, number: int, deck: Deck) -> Drawn:
    """A card by its name."""
    colour = name.rpartition(" ")[0]
    look = deck.tracks[colour].look if colour in deck.tracks else None
    return chip(f"{name} {times(number)}".rstrip(), look, size=11)


def _told(view: Mapping[str, Any], seat: int) -> str:
    points, engines, trains, cards = (view[key][seat] for key in ("points", "engines", "trains", "hand_sizes"))
    return f"player {seat}: points {points}, engines {engines}, trains {trains}, cards in hand {cards}"


# --- cards and cubes --------------------------------------------------------------------------------------------------


def _supply(view: Mapping[str, Any], deck: Deck, room: float) -> Drawn:
    """Open cards, piles and bag, and the track that lies on the table."""
    row = [_open(name, slot, deck) for slot, name in enumerate(view["open"], 1)]
    number = view["deck_size"]
    drawn = pile(number).called(f"deck: {counted(number, 'card')}", data_pile="deck")
    piles = [_under("deck", drawn), _discarded(view["discard_pile"], deck)]
    bag = [blank(4, 0), _bag(view["bag"], deck)] if deck.cubes else []
    lying = flow([*row, blank(4, 0), *piles, *bag], room - 24, gap=10, top=True)
    laid = [_named(name, cards, deck) for name, cards in view["laid"].items()]
    track = [flow([text("laid:", 11, fill=NOTE), *laid], room - 24, gap=5, line_gap=4)] if laid else []
    return panel("Open cards and piles", stack([lying, *track], gap=8), room)


def _under(words: str, drawn: Drawn) -> Drawn:
    return stack([text(words, 11, fill=NOTE), drawn], gap=2)


def _open(name: str | None, slot: int, deck: Deck) -> Drawn:
    drawn = empty() if name is None else held(name, deck)
    return _under(f"open {slot}", drawn.called(f"open card {slot}: {name or 'none'}", data_open=str(slot)))


def _discarded(names: Sequence[str], deck: Deck) -> Drawn:
    """The top of the discard pile."""
    top = held(names[-1], deck) if names else empty()
    said = f"discard pile, the top first: {', '.join(reversed(names)) or 'none'}"
    return _under(f"discarded: {len(names)}", top.called(said, data_pile="discard"))


def _bag(bag: Mapping[str, int], deck: Deck) -> Drawn:
    """The cubes that are left, by colour."""
    cubes = [
        beside([cube(deck.cube(colour)), text(f"{number} {deck.cube(colour).good}", 12)], 4).called(
            f"in the bag: {number} {colour}", data_bag=colour
        )
        for colour, number in bag.items()
    ]
    return _under(f"bag: {sum(bag.values())}", flow(cubes, 300, gap=12, line_gap=4))


def _hand(view: Mapping[str, Any], deck: Deck, room: float) -> list[Drawn]:
    """The viewer's hand."""
    if view["hand"] is None:
        return []
    cards = [
        beside([held(name, deck), *([text(times(number), 13, bold=True)] if number > 1 else [])], 3).called(
            f"{number} {name} in hand", data_card=name
        )
        for name, number in view["hand"].items()
    ]
    number = sum(view["hand"].values())
    inner = flow(cards, room - 24, gap=10) if cards else text("no card", 12, fill=NOTE)
    return [panel(f"Hand of player {view['viewer']}", inner, room, note=counted(number, "card"))]


# --- meanings ---------------------------------------------------------------------------------------------------------


def meanings(deck: Deck, room: float) -> Drawn:
    """What letters and signs stand for."""
    entries = [(stop(kind), kind.name) for kind in deck.tracks.values()]
    entries += [(cube(kind), f"{kind.name}: {kind.good}") for kind in deck.cubes.values()]
    entries += [(demand(kind), f"a city that takes {kind.name}") for kind in [*deck.cubes.values()][:1]]
    entries += [(demand(None), "a city that takes all")] if deck.cubes else []
    first = next(iter(deck.tracks.values()), None)
    entries += [(text(f"{first.letter} 4", 12, bold=True), "a link: its colour and worth")] if first else []
    entries += [(train(0), "train of player 0"), (locomotive(20), "an engine, which is also a wild")]
    return legend(entries, room)
