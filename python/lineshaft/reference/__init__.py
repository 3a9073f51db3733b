"""The readable truth: every game once more in pure Python, written from the rulebook, standard library only.

It is slow on purpose: lists, dicts and plain loops, scores recomputed, nothing cached. The engine is held to it by
``lineshaft parity``.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from .data_file import DataFile
from .errors import UnknownGame
from .options import Value
from .protocol import Game, State
from .wording import quoted

__all__ = ["GAMES", "Game", "State", "game_class", "load_game"]

GAMES = ("arkwright", "railways", "widgets", "workshop")
"""The registry: a game named here is a sub-package with a class ``GAME``."""

DATA = Path(__file__).parent.parent / "data"


def game_class(name: str) -> type[Game]:
    """The class of a game: its declarations can be read without loading it."""
    if name not in GAMES:
        raise UnknownGame(f"there is no game {quoted(name)}; choose one of: {', '.join(GAMES)}")
    found: type[Game] = import_module(f"{__name__}.{name}").GAME
    return found


def load_game(
    name: str,
    players: int | None = None,
    variant: str | None = None,
    rules: Mapping[str, Value] | None = None,
    data: str | None = None,
    utility: str = "win",
    *,
    data_name: str | None = None,
) -> Game:
    """A reference game; ``variant`` is the first declared one unless named.

    ``data`` is the text of a TOML file (not its path); without it the shipped file is read. A refusal calls it
    ``data_name``, or else as the shipped file is called.
    """
    declared = game_class(name)
    shipped = f"{name}.toml"
    text = (DATA / shipped).read_text(encoding="utf-8") if data is None else data
    chosen = declared.variants[0].name if variant is None else variant
    return declared(
        declared.usual_players(chosen) if players is None else players,
        chosen,
        rules or {},
        DataFile(data_name or shipped, text),
        utility,
    )
