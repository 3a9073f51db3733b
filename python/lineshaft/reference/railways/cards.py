"""Cards: what a hand can pay, what leaves and enters it, and what lies on the table as links."""

from __future__ import annotations

from .data import Data, track_kind
from .state import Build, Position


def lose_card(s: Position, kind: int) -> None:
    """A card leaves the hand of the player whose turn it is; the table's knowledge follows."""
    p = s.mover
    if s.game.data.is_opening_city(kind) and s.known[p][kind] == 0:
        s.v2_hidden[p] = max(0, s.v2_hidden[p] - 1)  # R49
    s.hands[p][kind] -= 1
    s.known[p][kind] = max(0, s.known[p][kind] - 1)


def gain_open_card(s: Position, kind: int) -> None:
    s.hands[s.mover][kind] += 1
    s.known[s.mover][kind] += 1


def laid(s: Position) -> list[int]:
    """How many track cards of each kind, and engines, lie on the table as links: what is nowhere else."""
    counts, engine = [], s.game.data.engine
    for kind in range(engine + 1):
        elsewhere = s.deck[kind] + sum(hand[kind] for hand in s.hands)
        elsewhere += s.open.count(kind) + s.pile.count(kind)
        counts.append(s.game.copies[kind] - elsewhere)
    counts[engine] -= sum(s.engines)
    return counts


def can_pay(data: Data, hand: list[int], colour: int, value: int) -> bool:
    """Whether a hand holds a link of that colour and of at least that value (R16, R17, R46)."""
    ones, twos = hand[track_kind(colour, 1)], hand[track_kind(colour, 2)]
    return ones + twos >= 1 and ones + 2 * twos + data.engines.wild_value * hand[data.engine] >= value


def most(s: Position, build: Build) -> int | None:
    """The most that the link may be worth, None without a limit (R18)."""
    cap = s.game.overpay_cap
    return None if cap is None else s.game.data.cities[build.city].value + cap


def worth(data: Data, build: Build) -> int:
    """What the cards are worth that are laid so far (R17, R46)."""
    return build.ones + 2 * build.twos + data.engines.wild_value * build.wilds


def left_to_lay(data: Data, hand: list[int], build: Build) -> tuple[int, int, int]:
    """Ones and twos of the link's colour and engines that are still in hand."""
    assert build.colour is not None
    ones, twos = hand[track_kind(build.colour, 1)], hand[track_kind(build.colour, 2)]
    return ones - build.ones, twos - build.twos, hand[data.engine] - build.wilds


def can_finish(data: Data, hand: list[int], build: Build, value: int) -> bool:
    """Whether the cards that may still follow (twos, then ones, then wilds) can complete the link."""
    ones, twos, engines = left_to_lay(data, hand, build)
    if build.ones + build.twos == 0 and ones + twos == 0:
        return False
    follow = data.engines.wild_value * engines
    if build.wilds == 0:
        follow += ones
    if build.wilds == 0 and build.ones == 0:
        follow += 2 * twos
    return worth(data, build) + follow >= value
