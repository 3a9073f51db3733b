"""Sentences about a position of Widget's Workshop, and the whole position in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lineshaft.reference.wording import counted

PHASES = {
    "start": "a start player is drawn",
    "deal": "each player is dealt a part",
    "first_drop": "the parts are about to fall on the table",
    "setup": "{player} places the dealt part",
    "pull": "{player} is to pull a part",
    "second": "{player} is to pull a {next} part that lies face-down",
    "keep": "{player} keeps one of {number} parts",
    "resolve": "{player} places the part in hand or drops it back",
    "shake": "{player} pulls part {part} to the {side}",
    "fall": "a part falls on the pile",
    "read": "parts are about to be read",
    "game_over": "the game is over: {reason}",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth")
NUMBERS = ("no", "one", "two", "three", "four")
"""By the number of parts in hand."""
REASONS = {
    "finished": "nobody has a turn left",
    "pile_empty": "the pile is empty",
    "turn_cap": "the last turn has been taken",
}


def sentence(position: Mapping[str, Any]) -> str:
    """What is going on."""
    pull = position["shaking"] or {"part": "", "direction": ""}
    number = len(position["hand"])
    return PHASES[position["phase"]].format(
        player=f"player {position['turn_of']}",
        part=pull["part"],
        side=pull["direction"],
        next=ORDINALS[number],
        number=NUMBERS[number],
        reason=REASONS.get(position["end_reason"], ""),
    )


def text(position: Mapping[str, Any]) -> str:
    """The dict of a view or of a state: who has what, then the pile from its top to its bottom."""
    said = sentence(position)
    lines = [f"{said}; turns taken: {position['turn']}"]
    for player in range(position["players"]):
        lines += _player(position, player)
    lines += [f"in hand: {_part(part)}" for part in position["hand"]]
    lines += [f"falls on the pile: {_part(part)}" for part in _given(position["falling"])]
    return "\n".join([*lines, *_pile(position["pile"])])


def _given(part: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    return [] if part is None else [part]


def _part(part: Mapping[str, Any]) -> str:
    name = part["card"] or "not read"
    return f"part {part['part']}, {name}" if "part" in part else str(name)


def _player(position: Mapping[str, Any], player: int) -> Iterator[str]:
    """One line a player, then one a construct and one a bay with parts."""
    notes = [counted(position["scores"][player], "point")] if "scores" in position else []
    notes += ["triggered the end"] if position["trigger"] == player else []
    notes += [f"{counted(left, 'final turn')} left" for left in position["final_turns"][player : player + 1] if left]
    yield f"player {player}{': ' if notes else ''}{', '.join(notes)}"
    for construct in position["constructs"][player]:
        yield f"  {construct['name']}, {counted(construct['points'], 'point')}: {_cards(construct['parts'])}"
    for number, bay in enumerate(position["bays"][player], 1):
        if bay:
            yield f"  bay {number}: {_cards(bay.values())}"
    for part in _given(position["dealt"][player]):
        yield f"  to place: {_part(part)}"


def _cards(parts: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(part["card"] for part in parts)


def _pile(pile: Any) -> Iterator[str]:
    if isinstance(pile, Mapping):
        for face, names in pile.items():
            yield f"{face.replace('_', '-')}, {counted(len(names), 'part')}: {', '.join(names) or 'none'}"
        return
    yield f"pile, {counted(len(pile), 'part')}, the topmost first"
    yield from (f"  {_lying(entry)}" for entry in reversed(pile))


def _lying(entry: Mapping[str, Any]) -> str:
    """A state's dict does not say what is in sight and what is free."""
    said = f"{_part(entry)}, face-{entry['face']}, at {entry['x']} {entry['y']}, turned {entry['rotation']}"
    if "sides" not in entry:
        return said
    share = round(100 * entry["visible"] / entry["area"])
    return f"{said}, {share}% in sight, can be pulled {', '.join(entry['sides']) or 'nowhere'}"
