"""Pictures in notebooks: what IPython asks of an object before it prints it.

Positions, matches and recorded games are drawn as a spectator sees them, so that nothing hidden stands in a notebook; a
view is drawn as its viewer sees it. Where there is no picture, notebooks print the object as ever.
"""

from __future__ import annotations

from typing import Any

from . import show
from ._engine import Match, State, View
from .errors import LineshaftError
from .playback import Playback
from .replays import Replay


def _view(view: View) -> str | None:
    return show.svg(view.to_dict(), view.game) if view.game.name in show.illustrated_games() else None


def _state(state: State) -> str | None:
    return _view(state.view(None))


def _match(match: Match) -> str | None:
    return _state(match.state)


def _replay(replay: Replay) -> str | None:
    """The last position; of a game with a data file of its own nothing but the digest is known here."""
    try:
        playback = Playback(replay)
        return _state(playback.state(len(playback)))
    except LineshaftError:
        return None


PICTURES: dict[type, Any] = {View: _view, State: _state, Match: _match, Replay: _replay}
for kind, picture in PICTURES.items():
    kind._repr_svg_ = picture  # type: ignore[attr-defined]
