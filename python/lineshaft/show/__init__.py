"""How a position looks: as a board in characters, as a picture, field by field; and what can be done there, in words.

All of it is read from the dict of a view or of a state. A game's own part is the package of its name here:

- text: ``board`` draws it in characters and ``choices`` tells its actions, made of ``characters`` and ``telling``;
  without these, ``fields`` and the texts of the actions stand for them;
- the picture: ``picture`` has ``svg(view, data_text)``, which takes the dict of a view and the text of the data file,
  made of ``canvas`` and ``parts``; ``page`` shows the pictures of a whole game;
- both: ``data`` reads the data file, ``words`` says in a ``Sentence`` what is going on.

The package itself may have ``seats(players, data_text)`` for what a player goes by in positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from .. import _engine
from ..errors import InvalidArgument
from ..playback import Playback
from ..reference.wording import counted, shown
from ..registry import load_game
from .characters import BOLD, Text, flow, heading, ink, pad, paragraph, written
from .outcome import result, result_lines
from .page import Frame, page
from .sentences import watcher

__all__ = [
    "Choice",
    "ChoiceGroup",
    "changes",
    "choices",
    "choices_text",
    "fields",
    "frames",
    "html",
    "illustrated_games",
    "result",
    "result_lines",
    "seats",
    "svg",
    "text",
]

SOURCES = "View.to_dict() or State.to_dict()"
WIDTH = 80
LEAST_WIDTH = 72
MOST_TOLD = 24
"""Actions of one kind that are told in words; of more of them only the texts are listed."""

UNSAID = ("format", "game", "players", "viewer", "phase", "current_player", "legal_actions")
"""Fields that every position has; whoever shows a position says these in a sentence, or leaves them out."""


MOST_VALUES = 1 << 16
DEEPEST = 32
"""How many values a position may hold that is shown, and how deep; those of the games hold some thousand."""


def text(
    position: Mapping[str, Any], game: _engine.Game | None = None, *, width: int = WIDTH, color: bool = False
) -> str:
    """The board in characters: what a player of the game looks at first, in lines of at most ``width`` columns.

    Args:
        position: ``View.to_dict()``, or ``State.to_dict()`` with all that is hidden.
        game: the game, where it was loaded with a data file of one's own. Without it names and numbers are those of the
            shipped file, and a name that is not in it is written without what belongs to it.
        width: of the terminal, 72 or more.
        color: whether colours and bold letters are added, as SGR sequences; nothing is told by them alone.

    Raises:
        InvalidArgument: this is no position, or one of another game, or the width is less.
    """
    if width < LEAST_WIDTH:
        raise InvalidArgument(f"a board takes at least {LEAST_WIDTH} columns, not {shown(width)}")
    with _reading(position, SOURCES, "format", "game", "phase"):
        name = _known(position, game)
        drawn = _part(name, "board")
        if drawn is None:
            told = [(each, each.lstrip(" ")) for each in fields(position).split("\n")]
            lines = [line for each, bare in told for line in paragraph(bare, width, each[: len(each) - len(bare)])]
        else:
            lines = drawn.board(position, _shipped(name).data_text if game is None else game.data_text, width)
        return written([*_head(position, _shipped(name).title), *lines], width, color=color)


def fields(position: Mapping[str, Any]) -> str:
    """Every field of ``View.to_dict()`` or ``State.to_dict()`` with its value, in lines of words.

    Raises:
        InvalidArgument: this is no position.
    """
    with _reading(position, SOURCES, "format", "game", "phase"):
        _known(position, None)
        return "\n".join(line for key, value in _told(position) for line in _lines(_name(key), value, ""))


def _head(position: Mapping[str, Any], title: str) -> list[Text]:
    """Whose eyes the board is seen with."""
    seen = f"seen by {watcher(position['viewer'])}" if "viewer" in position else "everything is shown"
    return [ink(title, BOLD) + f", {counted(position['players'], 'player')}, {seen}", Text()]


def _known(position: Mapping[str, Any], game: _engine.Game | None) -> str:
    """The name of the game of a position."""
    name = position["game"]
    if name not in _engine.games():
        raise InvalidArgument(f"there is no game {shown(name)}")
    if game is not None and game.name != name:
        raise InvalidArgument(f"this is a position of {name}, and the game is {game.name}")
    return str(name)


@dataclass(frozen=True)
class Choice:
    """A legal action in words."""

    action: int
    name: str
    """The text of the action, which parses back."""
    words: str
    """What the action does, as a part of a sentence."""


@dataclass(frozen=True)
class ChoiceGroup:
    """Legal actions of one kind."""

    title: str
    choices: tuple[Choice, ...]


def choices(position: _engine.View | _engine.State, game: _engine.Game | None = None) -> list[ChoiceGroup]:
    """The legal actions of the player to act, in words, grouped by their kind; nothing where nobody is to decide.

    The words tell what that player may know, and no more.

    Args:
        position: the view of the player to act (another one has no legal actions), or the state.
        game: whose names are taken, if not those of the position's own game.

    Raises:
        InvalidArgument: the game is another one.
    """
    if position.current_player() < 0:
        return []
    view = position if isinstance(position, _engine.View) else position.view(position.current_player())
    told = view.to_dict()
    name = _known(told, game)
    part = _part(name, "choices")
    tell = None if part is None else part.teller(told, (view.game if game is None else game).data_text)
    groups: dict[str, list[Choice]] = {}
    for action in view.legal_actions().tolist():
        text = view.action_to_string(action)
        title, words = ("actions", text) if tell is None else tell(text)
        groups.setdefault(title, []).append(Choice(action, text, str(words)))
    return [ChoiceGroup(title, tuple(found)) for title, found in groups.items()]


def choices_text(groups: Sequence[ChoiceGroup], *, width: int = WIDTH, color: bool = False) -> str:
    """What ``choices`` found, a line each: the text of the action and what it does. Of many only the texts."""
    lines: list[Text] = []
    for group in groups:
        few = len(group.choices) <= MOST_TOLD
        lines.append(heading(group.title, "" if few else f"({len(group.choices)})"))
        if few:
            wide = min(max(ink(choice.name).width for choice in group.choices) + 4, width // 2)
            for choice in group.choices:
                lines += paragraph(choice.words, width, pad("  " + choice.name, wide - 1) + " ")
        else:
            lines += flow("  ", [choice.name for choice in group.choices], width)
    return written(lines, width, color=color)


def seats(game: _engine.Game) -> list[str]:
    """What each player goes by in positions, where that is not the player's number: ``player 0 has red``."""
    package = _part(game.name)
    if package is None or not hasattr(package, "seats"):
        return []
    return [
        f"player {player} has {words}" for player, words in enumerate(package.seats(game.num_players, game.data_text))
    ]


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What is another thing in ``after``: one line each, ``points, 0: 4 -> 7``.

    Raises:
        InvalidArgument: one of them is larger than any position.
    """
    _check_size(before)
    _check_size(after)
    old, new = dict(_leaves(before)), dict(_leaves(after))
    return [
        f"{', '.join(path)}: {old.get(path, 'none')} -> {new.get(path, 'none')}"
        for path in [*old, *(path for path in new if path not in old)]
        if old.get(path, "none") != new.get(path, "none")
    ]


def illustrated_games() -> tuple[str, ...]:
    """The games of which ``svg`` draws a picture."""
    return tuple(name for name in _engine.games() if _part(name, "picture"))


def svg(view: Mapping[str, Any], game: _engine.Game | None = None) -> str:
    """A picture of a position, of ``View.to_dict()``.

    Args:
        view: the dict.
        game: the game, where it was loaded with a data file of one's own: a name looks as its place in the lists of
            that file says. Without it they are the shipped ones, and a card that is not in them is written in words.

    Raises:
        InvalidArgument: this is not the dict of a view, or one of another game, or there is no picture of this game;
            the message names the games that have one.
    """
    with _reading(view, "View.to_dict()", "game"):
        drawn = _part(view["game"], "picture") if view["game"] in _engine.games() else None
        if drawn is None:
            illustrated = ", ".join(illustrated_games()) or "none yet"
            raise InvalidArgument(f"there is no picture of {str(view['game'])[:40]}; games with one: {illustrated}")
        if "viewer" not in view:
            raise InvalidArgument("a picture is drawn from a view: View.to_dict(), not State.to_dict()")
        if game is not None and game.name != view["game"]:
            raise InvalidArgument(f"this is a view of {view['game']}, and the game is {game.name}")
        return str(drawn.svg(view, _shipped(view["game"]).data_text if game is None else game.data_text))


def frames(playback: Playback, viewer: int | None = None) -> Iterator[Frame]:
    """Every position of a recorded game as a player (None: a spectator) saw it: step, what it opened, picture.

    Raises:
        InvalidArgument: there is no such player, or no picture of this game.
        ReplayError: the game cannot be followed any further.
    """
    for at in playback.walk(viewer, hidden=True):
        yield Frame(at.step, at.opened, svg(at.state.view(viewer).to_dict(), playback.game))


def html(playback: Playback, viewer: int | None = None, *, facts: Iterable[str] = (), end: Sequence[str] = ()) -> str:
    """A recorded game as a page of HTML that loads nothing: ``frames`` with a slider, keys and the log.

    Args:
        playback: the game.
        viewer: the player who watches; None: a spectator.
        facts: lines below the heading.
        end: lines below the game.

    Raises:
        InvalidArgument, ReplayError: as ``frames``.
    """
    seats = counted(playback.game.num_players, "player")
    title = f"{playback.game.title}, {playback.replay.variant}, {seats}, as {watcher(viewer)} saw it"
    return page(title, facts, frames(playback, viewer), end)


@contextmanager
def _reading(position: Mapping[str, Any], source: str, *needed: str) -> Iterator[None]:
    """What lacks something, or has it in another form, was not made by the engine."""
    if not isinstance(position, Mapping):
        raise InvalidArgument(f"a position is a dict of {source}, not of type {type(position).__name__}")
    _check_size(position)
    for field in needed:
        if field not in position:
            raise InvalidArgument(f"this is not a dict of {source}: it has no field {field!r}")
    try:
        yield
    except (
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        ArithmeticError,
        StopIteration,
        RecursionError,
    ) as error:
        wrong = f"{type(error).__name__}: {str(error)[:80]}"
        raise InvalidArgument(f"this is not a dict of {source}, of {str(position['game'])[:40]}: {wrong}") from error


def _check_size(position: object) -> None:
    """Refuses what no position is, before it is shown: what stands in many places would be shown in each of them."""
    waiting, held = [(position, 0)], 0
    while waiting:
        value, depth = waiting.pop()
        entries = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
        held += len(entries)
        if held > MOST_VALUES or depth > DEEPEST:
            raise InvalidArgument(
                f"this is no position: it holds more than {MOST_VALUES:,} values, or is nested more than {DEEPEST} deep"
            )
        waiting.extend((entry, depth + 1) for entry in entries)


@cache
def _shipped(name: str) -> _engine.Game:
    """A game with the data file that is shipped."""
    return load_game(name)


def _part(name: str, *part: str) -> ModuleType | None:
    """The package of a game, or a module in it, if there is one."""
    path = __name__
    for step in (name, *part):
        path = f"{path}.{step}"
        if find_spec(path) is None:
            return None
    return import_module(path)


def _told(position: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((key, value) for key, value in position.items() if key not in UNSAID)


def _name(key: object) -> str:
    return str(key).replace("_", " ")


def _lines(name: str, value: object, indent: str) -> Iterator[str]:
    """A value in one line if it is flat, else a line an entry, set in."""
    if _is_flat(value):
        yield f"{indent}{name}: {_flat(value)}"
        return
    yield f"{indent}{name}:"
    for key, entry in _entries(value):
        yield from _lines(_name(key), entry, indent + "  ")


def _leaves(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The parts that ``changes`` compares: single values, and lists of them as a whole."""
    if isinstance(value, list) and _is_flat(value) and not all(isinstance(entry, int) for entry in value):
        yield path, _flat(value)
    elif isinstance(value, Mapping | list):
        entries = _entries(value) if path else _told(dict(_entries(value)))
        for key, entry in entries:
            yield from _leaves(entry, (*path, _name(key)))
    else:
        yield path, _flat(value)


def _entries(value: object) -> Iterator[tuple[Any, Any]]:
    return iter(value.items()) if isinstance(value, Mapping) else enumerate(value if isinstance(value, list) else [])


def _is_flat(value: object) -> bool:
    entries = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else []
    return not any(isinstance(entry, Mapping | list) for entry in entries)


def _flat(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_name(key)} {_flat(entry)}" for key, entry in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(_flat(entry) for entry in value) or "none"
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
