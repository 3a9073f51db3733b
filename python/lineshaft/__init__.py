"""Lineshaft: one fast engine for four board games of the industrial age.

    >>> import lineshaft
    >>> game = lineshaft.load_game(lineshaft.games()[0])
    >>> state = game.new_initial_state()            # explicit chance, as in OpenSpiel
    >>> match = game.new_match(seed=7)              # chance resolved, everything recorded
    >>> replay = lineshaft.play(game, ["random"] * game.num_players, seed=7)

``load_game`` gives a ``Game``; its ``State`` is pure rules, its ``Match`` a state with a seed and a log. A ``View`` is
what a player may know, and all that a bot gets. ``play`` and ``selfplay`` run whole games. A ``Session`` is a game that
people play, with bots.
"""

from . import _start as _start  # first, as importing the rest takes its time
from . import _to_notebooks as _to_notebooks  # gives positions and games their pictures
from . import kernels
from ._engine import VERSION as __version__
from ._engine import Batch, Bot, Game, History, Match, Pool, State, Step, View, game_seed, make_bot, split_bots
from .analysis import Analysis, Choice, analyse
from .arena import Counts, Progress, play, playouts, read_series, selfplay
from .bot import BotKind, BotLike, BotParameter, bot_parameters, bots, check_bots
from .data_files import DataDifference, data_differences, data_digest
from .errors import (
    GameOver,
    IllegalAction,
    InvalidArgument,
    InvalidData,
    InvalidState,
    InvalidText,
    InvalidVariant,
    LineshaftError,
    PoolFull,
    ReplayError,
    UnknownGame,
)
from .playback import Playback, Shown
from .registry import Channel, Declaration, describe, games, load_game, read_data, rule_value
from .replays import Replay, Verified, read_replays, replay_schema, scan_replays, verify_replays
from .results import GameResult, Interrupted, SelfplayResults, Series
from .rulebook import Rule, find_rule, read_rules
from .session import Move, Session
from .summaries import Summary, Tally

__all__ = [
    "Analysis",
    "Batch",
    "Bot",
    "BotKind",
    "BotLike",
    "BotParameter",
    "Channel",
    "Choice",
    "Counts",
    "DataDifference",
    "Declaration",
    "Game",
    "GameOver",
    "GameResult",
    "History",
    "IllegalAction",
    "Interrupted",
    "InvalidArgument",
    "InvalidData",
    "InvalidState",
    "InvalidText",
    "InvalidVariant",
    "LineshaftError",
    "Match",
    "Move",
    "Playback",
    "Pool",
    "PoolFull",
    "Progress",
    "Replay",
    "ReplayError",
    "Rule",
    "SelfplayResults",
    "Series",
    "Session",
    "Shown",
    "State",
    "Step",
    "Summary",
    "Tally",
    "UnknownGame",
    "Verified",
    "View",
    "__version__",
    "analyse",
    "bot_parameters",
    "bots",
    "check_bots",
    "data_differences",
    "data_digest",
    "describe",
    "find_rule",
    "game_seed",
    "games",
    "kernels",
    "load_game",
    "make_bot",
    "play",
    "playouts",
    "read_data",
    "read_replays",
    "read_rules",
    "read_series",
    "replay_schema",
    "rule_value",
    "scan_replays",
    "selfplay",
    "split_bots",
    "verify_replays",
]
