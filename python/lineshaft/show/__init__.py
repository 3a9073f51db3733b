"""How a position looks: text for the terminal, and pictures for the games that have one.

``text`` and ``changes`` read the dict of a view or of a state, of any game. A game may have a module of its name here,
with ``text(position)`` in place of the general one, ``svg(view, data_text)`` for a picture, which takes the dict of a
view and the text of the data file, and ``seats(players, data_text)`` for what a player goes by in positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
from .page import Frame, page

__all__ = ["changes", "frames", "html", "illustrated_games", "seats", "svg", "text"]

UNSAID = ("format", "game", "players", "viewer", "phase", "current_player", "legal_actions")
"""Fields that every position has; whoever shows a position says these in a sentence, or leaves them out."""


MOST_VALUES = 1 << 16
DEEPEST = 32
"""How many values a position may hold that is shown, and how deep; those of the games hold some thousand."""


def text(position: Mapping[str, Any]) -> str:
    """A position, of ``View.to_dict()`` or ``State.to_dict()``, in lines of words.

    Raises:
        InvalidArgument: this is no position.
    """
    with _reading(position, "View.to_dict() or State.to_dict()", "format", "game", "phase"):
        if position["game"] not in _engine.games():
            raise InvalidArgument(f"there is no game {shown(position['game'])}")
        module = _module(position)
        if module is not None and hasattr(module, "text"):
            return str(module.text(position))
        return "\n".join(line for key, value in _told(position) for line in _lines(_name(key), value, ""))


def seats(game: _engine.Game) -> list[str]:
    """What each player goes by in positions, where that is not the player's number: ``player 0 has red``."""
    module = _module({"game": game.name})
    if module is None or not hasattr(module, "seats"):
        return []
    return [
        f"player {player} has {words}" for player, words in enumerate(module.seats(game.num_players, game.data_text))
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
    return tuple(name for name in _engine.games() if _draws(_module({"game": name})))


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
        module = _module(view)
        if module is None or not _draws(module):
            drawn = ", ".join(illustrated_games()) or "none yet"
            raise InvalidArgument(f"there is no picture of {str(view['game'])[:40]}; games with one: {drawn}")
        if "viewer" not in view:
            raise InvalidArgument("a picture is drawn from a view: View.to_dict(), not State.to_dict()")
        if game is not None and game.name != view["game"]:
            raise InvalidArgument(f"this is a view of {view['game']}, and the game is {game.name}")
        return str(module.svg(view, _shipped(view["game"]) if game is None else game.data_text))


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
    watched = "a spectator" if viewer is None else f"player {viewer}"
    title = f"{playback.game.title}, {playback.replay.variant}, {seats}, as {watched} saw it"
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
def _shipped(name: str) -> str:
    """The text of the data file of a game."""
    return load_game(name).data_text


def _module(position: Mapping[str, Any]) -> ModuleType | None:
    """The game's own module, if it has one."""
    name = str(position.get("game"))
    if name not in _engine.games() or find_spec(f"{__name__}.{name}") is None:
        return None
    return import_module(f"{__name__}.{name}")


def _draws(module: ModuleType | None) -> bool:
    return module is not None and hasattr(module, "svg")


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
