"""Cards: what a hand can pay, what leaves and enters it, and what lies on the table as links."""

from __future__ import annotations

from .data import ENGINE, FIRST_CITY, copies, track_kind
from .state import Build, Position


def is_value_2(s: Position, kind: int) -> bool:
    return kind >= FIRST_CITY and s.game.data.cities[kind - FIRST_CITY].value == 2


def lose_card(s: Position, kind: int) -> None:
    """A card leaves the hand of the player whose turn it is; the table's knowledge follows."""
    p = s.mover
    if is_value_2(s, kind) and s.known[p][kind] == 0:
        s.v2_hidden[p] = False
    s.hands[p][kind] -= 1
    s.known[p][kind] = max(0, s.known[p][kind] - 1)


def gain_open_card(s: Position, kind: int) -> None:
    s.hands[s.mover][kind] += 1
    s.known[s.mover][kind] += 1


def laid(s: Position) -> list[int]:
    """How many track cards of each kind, and engines, lie on the table as links: what is nowhere else."""
    counts = []
    for kind in range(ENGINE + 1):
        elsewhere = s.deck[kind] + sum(hand[kind] for hand in s.hands)
        elsewhere += s.open.count(kind) + s.pile.count(kind)
        counts.append(copies(kind, s.game.engines_in_game) - elsewhere)
    counts[ENGINE] -= sum(s.engines)
    return counts


def can_pay(hand: list[int], colour: int, value: int) -> bool:
    """Whether a hand holds a link of that colour and of at least that value (R16, R17)."""
    ones, twos = hand[track_kind(colour, 1)], hand[track_kind(colour, 2)]
    return ones + twos >= 1 and ones + 2 * twos + hand[ENGINE] >= value


def most(s: Position, build: Build) -> int | None:
    """The most that the link may be worth, None without a limit (R18)."""
    cap = s.game.overpay_cap
    return None if cap is None else s.game.data.cities[build.city].value + cap


def left_to_lay(hand: list[int], build: Build) -> tuple[int, int, int]:
    """Ones and twos of the link's colour and engines that are still in hand."""
    assert build.colour is not None
    ones = hand[track_kind(build.colour, 1)] - build.ones
    return ones, hand[track_kind(build.colour, 2)] - build.twos, hand[ENGINE] - build.wilds


def can_finish(hand: list[int], build: Build, value: int) -> bool:
    """Whether the cards that may still follow (twos, then ones, then wilds) can complete the link."""
    ones, twos, engines = left_to_lay(hand, build)
    if build.ones + build.twos == 0 and ones + twos == 0:
        return False
    follow = engines
    if build.wilds == 0:
        follow += ones
    if build.wilds == 0 and build.ones == 0:
        follow += 2 * twos
    return build.total + follow >= value
