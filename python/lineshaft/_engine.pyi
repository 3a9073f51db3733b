"""The compiled part of Lineshaft: games, positions, matches, views, bots and whole runs.

Common to all of it:

* A player is a number from 0; ``None`` in place of a viewer is a spectator. -1 stands for chance, -4 for "the game is
  over". An action or outcome is a whole number, NumPy's included; a seed is a number from 0 to 2^64 - 1.
* Arrays that are returned are new and the caller's. Ids, scores and places are ``int32``, masks ``bool``, observations
  ``float32``, utilities ``float64``.
* Errors are those of ``lineshaft.errors``, each with ``code``, ``message`` and ``rule``. A number that is out of its
  range raises InvalidArgument, and so does what is not the array that a method takes; another argument of the wrong
  kind raises TypeError. After an error nothing has changed. Where there is no memory for a result, MemoryError.
* A State, History, Match, Following, Batch, Pool or Bot serves one thread at a time: to another one that comes while it
  is at work it raises LineshaftError with code ``in_use``, and nothing has changed. Games and views may be shared.
"""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NoReturn, SupportsIndex, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .analysis import ChoiceRow
from .errors import IllegalAction, LineshaftError
from .registry import Channel, Declaration, RuleValue
from .replays import Replay
from .results import Columns, Row
from .tables import ReplayColumns

__all__ = [
    "MAX_THREADS",
    "VERSION",
    "Batch",
    "Bot",
    "Following",
    "Game",
    "History",
    "Library",
    "Match",
    "Pool",
    "State",
    "Step",
    "View",
    "analyse",
    "bot_kinds",
    "check_replay",
    "data_differences",
    "declaration",
    "game_seed",
    "games",
    "kernels",
    "load_game_text",
    "make_bot",
    "playouts",
    "read_line",
    "rng_numbers",
    "run_kernel",
    "selfplay",
    "split_bots",
]

MAX_THREADS: int
"""The most threads that a batch or a series of games may use."""

VERSION: str
"""The version of Lineshaft."""

@final
class Game:
    """A game with its variant, rules options, number of players and data: everything that does not change in play.

    ``lineshaft.load_game`` makes it. Two games are equal if their positions are exchangeable and their utility is the
    same. Pickles carry the text of the data file.
    """

    @property
    def name(self) -> str:
        """The name in the registry."""

    @property
    def title(self) -> str:
        """The name on the box."""

    @property
    def num_players(self) -> int:
        """The number of players."""

    @property
    def min_players(self) -> int:
        """The fewest players that the game takes."""

    @property
    def max_players(self) -> int:
        """The most players that the game takes."""

    @property
    def default_players(self) -> int:
        """The players of a game that was loaded without a number."""

    @property
    def variant(self) -> str:
        """The variant's name."""

    @property
    def rules(self) -> dict[str, RuleValue]:
        """Every rules option and its value, in declared order (a new dict)."""

    @property
    def utility(self) -> str:
        """What ``State.returns`` pays: ``win``, ``score`` or ``margin``."""

    @property
    def num_actions(self) -> int:
        """The size of the table of actions: ids are 0 to ``num_actions - 1`` in every position."""

    @property
    def num_outcomes(self) -> int:
        """The size of the table of listed chance outcomes, whose ids are their own. Salts are not listed."""

    @property
    def max_game_length(self) -> int:
        """No game has more decisions of players than this."""

    @property
    def max_chance_nodes(self) -> int:
        """No game has more chance nodes than this."""

    @property
    def observation_shape(self) -> tuple[int]:
        """The shape of an observation: one axis."""

    @property
    def observation_channels(self) -> tuple[Channel, ...]:
        """The slices of an observation, in order; they cover all of it."""

    @property
    def observation_low(self) -> NDArray[np.float32]:
        """[observation_shape]: what no entry of an observation is below, float32."""

    @property
    def observation_high(self) -> NDArray[np.float32]:
        """[observation_shape]: what no entry of an observation is above, float32."""

    def decode_observation(self, observation: ArrayLike) -> dict[str, NDArray[np.int32]]:
        """The raw whole numbers of observations, a channel each.

        Args:
            observation: [..., observation_shape[0]], as ``observation_tensor`` gives it.

        Returns:
            An int32 array of shape [..., *channel.shape] for each channel, by its name.

        Raises:
            InvalidArgument: the last axis is not of that length.
        """

    @property
    def observation_version(self) -> int:
        """Changed when an observation tells something else or in another way; 1 is that of version 0.1.0."""

    @property
    def min_utility(self) -> float:
        """No return is below this."""

    @property
    def max_utility(self) -> float:
        """No return is above this."""

    @property
    def utility_sum(self) -> float | None:
        """What the returns of all players add up to: 0 for ``win``, else None, as it depends on the game."""

    @property
    def has_chance(self) -> bool:
        """Whether there are chance nodes."""

    @property
    def has_sampled_chance(self) -> bool:
        """Whether some chance nodes are sampled: they take a salt and list no outcomes."""

    @property
    def perfect_information(self) -> bool:
        """Whether all players see the same of every position, hidden bids and hands included."""

    @property
    def max_legal_actions(self) -> int:
        """No player ever has more legal actions than this."""

    @property
    def rules_version(self) -> int:
        """Changed when, and only when, the game's behaviour changes."""

    @property
    def data_digest(self) -> str:
        """BLAKE2b-64 of the text of the data file, 16 hexadecimal digits."""

    @property
    def config_digest(self) -> str:
        """BLAKE2b-64 of game, rules version, variant, players, rules and data: what canonical bytes must agree on."""

    @property
    def data_text(self) -> str:
        """The text of the data file that was loaded."""

    @property
    def state_size(self) -> int:
        """The size of a position in memory, in bytes."""

    def new_initial_state(self) -> State:
        """The position before the first chance outcome."""

    def state_from_dict(self, position: Mapping[str, Any]) -> State:
        """The position that ``State.to_dict`` wrote, or one that was set up by hand.

        Args:
            position: a dict, or another mapping, of texts, whole numbers, lists and such mappings.

        Raises:
            InvalidState: a field is missing, unknown, of the wrong kind or out of range, or the pieces do not add up.
        """

    def position_schema(self) -> dict[str, Any]:
        """The JSON schema (draft 2020-12) of ``State.to_dict``, as new plain objects.

        Each key has a ``description`` and a ``visibility``: ``open``, ``hidden`` or ``follows``.
        """

    def view_schema(self) -> dict[str, Any]:
        """The JSON schema (draft 2020-12) of ``View.to_dict``, as new plain objects.

        Each key has a ``description`` and a ``visibility``: ``open``, ``seen`` or ``follows``.
        """

    def state_from_bytes(self, data: bytes) -> State:
        """The position that ``State.to_bytes`` wrote, checked as by ``State.check_invariants``.

        Raises:
            InvalidState: the bytes are damaged, or belong to another game, variant, player count or data file.
        """

    def action_to_string(self, action: SupportsIndex) -> str:
        """The text of an action of the table; raises InvalidArgument outside it."""

    def string_to_action(self, text: str) -> int:
        """The action of a text; raises InvalidText if there is none."""

    def outcome_to_string(self, outcome: SupportsIndex) -> str:
        """The text of a listed chance outcome; raises InvalidArgument outside the table."""

    def string_to_outcome(self, text: str) -> int:
        """The listed chance outcome of a text; raises InvalidText if there is none."""

    def new_match(self, seed: SupportsIndex = 0) -> Match:
        """A match: its chance is drawn from the seed, up to the first decision already; every step is recorded."""

    def match_from_state(
        self, state: State, seed: SupportsIndex = 0, steps: Sequence[tuple[SupportsIndex, SupportsIndex]] = ()
    ) -> Match:
        """A match that begins at a position: its chance, from there on, is drawn from the seed.

        It has no replay, for the steps of a replay lead from the start of a game. What is kept of it are the position,
        the seed and ``Match.steps``, with which this method gives a match that goes on in the same way.

        Args:
            state: the position, which stays as it is.
            seed: what chance is drawn from.
            steps: what was played from there, as ``Match.steps`` has it.

        Raises:
            InvalidArgument: the position is of another game, variant, number of players, options or data.
            ReplayError: the steps do not follow the rules; the message names the first that does not.
        """

    def new_history(
        self, steps: Sequence[tuple[SupportsIndex, SupportsIndex]] = (), position: State | None = None
    ) -> History:
        """A history, with explicit chance, after these steps.

        Args:
            steps: (player, action), or (-1, outcome) for chance, from the start of the game, as ``History.steps`` and
                ``Match.steps`` have them.
            position: where the history stands in place of the position that the steps lead to, see
                ``History.determinize``.

        Raises:
            ReplayError: the steps do not follow the rules; the message names the first that does not.
            InvalidArgument: the position is of another game.
        """

    def batch_from_bytes(self, data: bytes) -> Batch:
        """The batch that ``Batch.to_bytes`` wrote.

        Raises:
            InvalidState: the bytes are damaged, or of another game, variant, number of players, options or data.
        """

    def match_from_replay(self, line: str) -> Match:
        """The match that a replay of this very game recorded, followed and checked. ``Match.from_replay`` loads the
        game as well.

        Raises:
            ReplayError: the line is no replay, is of another game, or does not follow the rules.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any, /) -> Game: ...
    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]: ...

@final
class State:
    """One position: pure rules, with chance as a player.

    ``Game.new_initial_state`` and the ``state_from`` methods make it. Equal positions of equal games are equal and have
    equal hashes; mind that ``apply_action`` changes the hash. Copies and pickles keep everything.
    """

    @property
    def game(self) -> Game:
        """The game, shared by all its states."""

    def current_player(self) -> int:
        """The player to act, -1 at a chance node, -4 when the game is over."""

    def is_chance_node(self) -> bool:
        """Whether chance acts."""

    def is_sampled_chance(self) -> bool:
        """Whether the state waits for a salt, any number from 0 to 2^31 - 1, instead of a listed outcome."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def phase_name(self) -> str:
        """The phase in snake_case, as the game's page names it."""

    def end_reason(self) -> str | None:
        """Why the game ended (snake_case), None while it goes on."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability) at a listed chance node, ascending; [] elsewhere."""

    def chance_weights(self) -> list[tuple[int, int]]:
        """(outcome, weight) at a listed chance node, ascending, weights at least 1; [] elsewhere."""

    def legal_actions(self) -> NDArray[np.int32]:
        """[n]: the legal actions, ascending. At a listed chance node its outcomes; empty at sampled chance and at the
        end."""

    @overload
    def legal_actions_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    @overload
    def legal_actions_mask(self, out: NDArray[np.int8]) -> NDArray[np.int8]:
        """[num_actions]: one flag an action of the table; all False but at a player's decision.

        Args:
            out: a writable, contiguous bool or int8 array of that shape to write into; it is returned.
        """

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether ``apply_action`` would take it: a legal action; at a chance node, an outcome that can happen."""

    def apply_action(self, action: SupportsIndex) -> None:
        """Applies a legal action; at a chance node, an outcome that can happen (a salt, where chance is sampled).

        Raises:
            IllegalAction: it is not legal now; ``code`` and ``rule`` say why. The state is as it was.
            GameOver: the game has ended.
        """

    def child(self, action: SupportsIndex) -> State:
        """A copy to which an action has been applied; raises like ``apply_action``."""

    def resolve_chance(self, seed: SupportsIndex) -> int:
        """Draws chance outcomes from the stream of chance of the seed and applies them, up to the next decision of a
        player or the end; how many there were."""

    def sample_outcome(self, seed: SupportsIndex) -> int:
        """The chance outcome, or salt, that ``resolve_chance`` with this seed would apply first; nothing is applied.

        Raises:
            InvalidArgument: this is no chance node.
        """

    def playout(self, seed: SupportsIndex, bots: str | Sequence[str] = "random") -> NDArray[np.float64]:
        """[players]: the utilities at the end of a copy that bots play out.

        It is the match of this position and seed (see ``Game.match_from_state``) with these bots: chance and each bot
        draw from their own streams of the seed.

        Args:
            seed: the seed of that match.
            bots: the text of a built-in bot for all seats, or a list with one a seat.

        Raises:
            InvalidText: there is no such bot.
            InvalidArgument: the list has not a bot a seat.
            KeyboardInterrupt: Ctrl-C, within half a second.
        """

    def clone(self) -> State:
        """A copy."""

    def action_to_string(self, action: SupportsIndex) -> str:
        """The text of an action of the table; at a chance node, of an outcome (``salt N``, where it is sampled). Raises
        InvalidArgument where there is none."""

    def string_to_action(self, text: str) -> int:
        """The action of a text; at a chance node, the outcome. Raises InvalidText if there is none."""

    def step_to_string(self, action: SupportsIndex, viewer: SupportsIndex | None) -> str:
        """How a step that is legal now reads to a viewer: a blind draw is "a card" to the others.

        Raises:
            IllegalAction: the step is not legal now.
        """

    def opened(self, action: SupportsIndex) -> list[str]:
        """What a step that is legal now opens to everybody, a line each: hidden bids when the last one is made, where
        parts lie after they fell. Most steps open nothing. A log has these lines behind the step, after ``opened: ``.

        Raises:
            IllegalAction: the step is not legal now.
        """

    def explain(self, action: SupportsIndex) -> IllegalAction | None:
        """The error that ``apply_action`` would raise now, None if the action is legal."""

    def scores(self) -> NDArray[np.int32]:
        """[players]: the points on the table now."""

    def score_parts(self) -> list[list[tuple[str, str, int]]]:
        """[players]: where the points of ``scores`` come from, a list of (label, rule, points) for each player.

        The points of a player's parts add up to the score; they may be negative.
        """

    def ranked_by(self) -> list[tuple[str, str, list[int]]]:
        """What players are ranked by, in order: (name, rule, a number for each player). Larger is better, and the first
        entry in which two players differ tells them apart.
        """

    def returns(self) -> NDArray[np.float64]:
        """[players]: the utilities that ``Game.utility`` names; zeros until the game is over."""

    def ranking(self) -> NDArray[np.int32]:
        """[players]: the places now, from 1; players who cannot be told apart share a place."""

    def view(self, player: SupportsIndex | None) -> View:
        """All that a player may know of the position; it stays as it is when the state changes."""

    def observation_tensor(
        self, player: SupportsIndex | None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """[observation_shape]: what a player may know as a vector, see ``Game.observation_channels``.

        Args:
            player: whose observation.
            out: a writable, contiguous float32 array of that shape to write into; it is returned.

        Raises:
            InvalidArgument: ``out`` has another shape or dtype, is not contiguous or is read-only. It is as it was.
        """

    def determinize(self, player: SupportsIndex, seed: SupportsIndex) -> State:
        """A full state drawn at random among those that this player cannot tell from the real one."""

    def to_dict(self) -> dict[str, Any]:
        """The whole position, hidden things included, as new plain objects. ``Game.state_from_dict`` reads it."""

    def to_bytes(self) -> bytes:
        """Canonical bytes: a written format, equal for equal positions. ``Game.state_from_bytes`` reads them."""

    def hash64(self) -> int:
        """BLAKE2b-64 of the canonical bytes, a number from 0 to 2^64 - 1."""

    def check_invariants(self) -> None:
        """Raises InvalidState where a piece is missing, doubled or impossible. No play leads there."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]: ...

@final
class View:
    """All that a player, or a spectator, may know of a position, as it was when the view was taken.

    This is what a bot gets. Nothing in it leads to the state, and it cannot be pickled.
    """

    @property
    def game(self) -> Game:
        """The game: tables, variant and options are no secret."""

    @property
    def player(self) -> int | None:
        """Whose view it is; None for a spectator."""

    def current_player(self) -> int:
        """The player to act, -1 at a chance node, -4 when the game is over."""

    def phase_name(self) -> str:
        """The phase in snake_case, as the game's page names it."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def legal_actions(self) -> NDArray[np.int32]:
        """[n]: the viewer's legal actions, ascending; empty unless it is the viewer's decision."""

    @overload
    def legal_actions_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    @overload
    def legal_actions_mask(self, out: NDArray[np.int8]) -> NDArray[np.int8]:
        """[num_actions]: one flag an action of the table; all False unless it is the viewer's decision. ``out`` as in
        ``State.legal_actions_mask``."""

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether the viewer may choose an action now; False unless it is the viewer's decision."""

    def scores(self) -> NDArray[np.int32]:
        """[players]: the points on the table now.

        Raises:
            InvalidArgument: they hang on something hidden (code ``hidden_scores``), as in none of the games so far.
        """

    def returns(self) -> NDArray[np.float64]:
        """[players]: the utilities that ``Game.utility`` names; zeros until the game is over.

        Raises:
            InvalidArgument: they hang on something hidden (code ``hidden_scores``), as in none of the games so far.
        """

    def ranking(self) -> NDArray[np.int32]:
        """[players]: the places now, from 1; players who cannot be told apart share a place.

        Raises:
            InvalidArgument: they hang on something hidden (code ``hidden_scores``), as in none of the games so far.
        """

    def observation_tensor(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """[observation_shape]: the view as a vector; ``out`` as in ``State.observation_tensor``."""

    def determinize(self, seed: SupportsIndex) -> State:
        """A full state drawn at random among those that the viewer cannot tell from the real one.

        Raises:
            InvalidArgument: this is a spectator's view.
        """

    def action_to_string(self, action: SupportsIndex) -> str:
        """The text of an action of the table; raises InvalidArgument outside it."""

    def string_to_action(self, text: str) -> int:
        """The action of a text; raises InvalidText if there is none."""

    def to_dict(self) -> dict[str, Any]:
        """The view as new plain objects."""

    def __reduce__(self) -> NoReturn: ...

@final
class History:
    """A position with the log of the steps that led to it; chance is explicit, as in a State.

    ``Game.new_history`` makes it. What a State is asked of most can be asked of it directly, everything else of
    ``state``. Copies share the log, so they cost no more than those of a State; pickles keep everything.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def state(self) -> State:
        """A copy of the position now: changing it does not change the history."""

    @property
    def steps(self) -> list[tuple[int, int]]:
        """Every step so far: (player, action), or (-1, outcome) for chance."""

    @property
    def ply(self) -> int:
        """How many steps were taken so far."""

    def current_player(self) -> int:
        """The player to act, -1 at a chance node, -4 when the game is over."""

    def is_chance_node(self) -> bool:
        """Whether chance acts."""

    def is_sampled_chance(self) -> bool:
        """Whether the position waits for a salt, see ``State.is_sampled_chance``."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability) at a listed chance node, ascending; [] elsewhere."""

    def legal_actions(self) -> NDArray[np.int32]:
        """[n]: the legal actions, as ``State.legal_actions`` has them."""

    def apply_action(self, action: SupportsIndex) -> None:
        """Applies a legal action; at a chance node, an outcome that can happen (a salt, where chance is sampled).

        Raises:
            IllegalAction: it is not legal now; ``code`` and ``rule`` say why. The history is as it was.
            GameOver: the game has ended.
        """

    def action_to_string(self, action: SupportsIndex) -> str:
        """The text of an action, or at a chance node of an outcome, as ``State.action_to_string`` has it."""

    def string_to_action(self, text: str) -> int:
        """The action of a text; at a chance node, the outcome. Raises InvalidText if there is none."""

    def returns(self) -> NDArray[np.float64]:
        """[players]: the utilities that ``Game.utility`` names; zeros until the game is over."""

    def view(self, player: SupportsIndex | None) -> View:
        """All that a player may know of the position now."""

    def observation_tensor(
        self, player: SupportsIndex | None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """[observation_shape]: the same as a vector; ``out`` as in ``State.observation_tensor``."""

    def information_state(self, player: SupportsIndex | None) -> str:
        """The steps as a player saw them, a line each, with what they opened: those of ``Match.log`` in one text."""

    def determinize(self, player: SupportsIndex, seed: SupportsIndex) -> History:
        """A copy at a full state drawn at random among those that this player cannot tell from the real one. Its log is
        still that of the real steps."""

    def clone(self) -> History:
        """A copy, which shares the log so far."""

    def __copy__(self) -> History: ...
    def __deepcopy__(self, memo: Any, /) -> History: ...
    def __reduce__(self) -> tuple[Callable[..., History], tuple[Any, ...]]: ...

@final
class Library:
    """The games of replays, each loaded once.

    Args:
        data: the text of the data file that the games were played with, or text and name; None: the shipped one.
    """

    def __new__(cls, data: str | tuple[str, str] | None = None) -> Library: ...
    def follow(self, replay: Replay | str | Mapping[str, Any]) -> Following:
        """A replay with its game, before its first position.

        Raises:
            ReplayError: it is no replay, was played with another data file, or under another rules version with other
                options.
            UnknownGame, InvalidVariant, InvalidData: its game cannot be loaded.
        """

    def verify(
        self, block: bytes, first: SupportsIndex, threads: SupportsIndex
    ) -> tuple[int, int, list[tuple[int, LineshaftError]]]:
        """Follows the replays of a block of whole lines, outside the GIL.

        Args:
            block: the lines; what follows the last line end is one, too.
            first: the number of the first line.
            threads: how many threads follow, from 1 to ``MAX_THREADS``.

        Returns:
            The number of games that were followed, the number of their steps, and of each other line that is not empty
            its number and what is wrong.

        Raises:
            InvalidData: the data file is wrong.
            KeyboardInterrupt: Ctrl-C, within half a second.
        """

    def columns(
        self, block: bytes, first: SupportsIndex, threads: SupportsIndex
    ) -> tuple[ReplayColumns, list[tuple[int, LineshaftError]]]:
        """The same as ``verify``, with the games and steps by column."""

@final
class Following:
    """A replay being followed: an iterator over its positions. It serves one thread at a time.

    Each ply comes with the action or outcome that is taken there, legal or not; None if the replay names none. That
    step is applied, and the mark after it compared, when the next ply is asked for; the last ply comes when everything
    is found to be right. What is wrong raises ReplayError, and then there is nothing more.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def state(self) -> State:
        """A copy of the position that was handed out last."""

    def clone(self) -> Following:
        """A copy, at the same position."""

    def __iter__(self) -> Following: ...
    def __next__(self) -> tuple[int, int | None]: ...

@final
class Match:
    """A game being played: a state whose chance is drawn from a seed, and a log of every step.

    ``Game.new_match`` makes it. Copies and pickles play on with the same chance as the original.
    """

    @staticmethod
    def from_replay(replay: Replay | str | Mapping[str, Any], data: str | PathLike[str] | None = None) -> Match:
        """The match of a replay: loads its game, follows the steps, checks where they lead.

        Args:
            replay: a ``Replay``, its line or its dict (or another mapping).
            data: the path of the data file that it was played with, if that was not the shipped one.

        Raises:
            ReplayError: it is no replay, is of another rules version or data file, breaks a rule (the message names
                the step), or ends elsewhere than it says.
            UnknownGame, InvalidVariant: its game, variant, player count or options are not declared.
            InvalidData: the data file cannot be read or is wrong.
        """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def seed(self) -> int:
        """The seed that chance is drawn from."""

    @property
    def state(self) -> State:
        """A copy of the position now: changing it does not change the match."""

    @property
    def steps(self) -> list[tuple[int, int]]:
        """Every step so far: (player, action), or (-1, outcome) for chance."""

    @property
    def ply(self) -> int:
        """How many steps were taken so far, ``len(steps)`` without the list."""

    def current_player(self) -> int:
        """The player to act, -4 when the game is over."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def phase_name(self) -> str:
        """The phase in snake_case, as the game's page names it."""

    def end_reason(self) -> str | None:
        """Why the game ended (snake_case), None while it goes on."""

    def scores(self) -> NDArray[np.int32]:
        """[players]: the points on the table now."""

    def score_parts(self) -> list[list[tuple[str, str, int]]]:
        """[players]: where the points of ``scores`` come from, a list of (label, rule, points) for each player.

        The points of a player's parts add up to the score; they may be negative.
        """

    def ranked_by(self) -> list[tuple[str, str, list[int]]]:
        """What players are ranked by, in order: (name, rule, a number for each player). Larger is better, and the first
        entry in which two players differ tells them apart.
        """

    def returns(self) -> NDArray[np.float64]:
        """[players]: the utilities that ``Game.utility`` names; zeros until the game is over."""

    def ranking(self) -> NDArray[np.int32]:
        """[players]: the places now, from 1; players who cannot be told apart share a place."""

    def legal_actions(self) -> NDArray[np.int32]:
        """[n]: the legal actions of the player to act, ascending; empty at the end."""

    @overload
    def legal_actions_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    @overload
    def legal_actions_mask(self, out: NDArray[np.int8]) -> NDArray[np.int8]:
        """[num_actions]: one flag an action of the table; all False at the end. ``out`` as in
        ``State.legal_actions_mask``."""

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether ``apply_action`` would take it."""

    def observation_tensor(
        self, player: SupportsIndex | None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """[observation_shape]: what a player may know now as a vector; ``out`` as in ``State.observation_tensor``."""

    def apply_action(self, action: SupportsIndex) -> None:
        """Applies a decision of the player to act, and the chance that follows it.

        Raises:
            IllegalAction: it is not legal now; ``code`` and ``rule`` say why. The match is as it was.
            GameOver: the game has ended.
        """

    def view(self, player: SupportsIndex | None) -> View:
        """All that a player may know now."""

    def log(self, player: SupportsIndex | None) -> list[str]:
        """The steps as a player saw them: ``0 build Chicago``, ``* card orange 1``; and behind a step what it opened,
        see ``State.opened``: ``opened: player 0 bid 7 pounds for green``.

        This is the player's information state: equal logs mean equal views.
        """

    def replay(self, bots: Sequence[str] | None = None) -> Replay:
        """The replay so far. ``bots`` names who sat at each seat.

        Raises:
            ReplayError: the match began at a position of its own, see ``Game.match_from_state``.
        """

    def clone(self) -> Match:
        """A copy."""

    def __copy__(self) -> Match: ...
    def __deepcopy__(self, memo: Any, /) -> Match: ...
    def __reduce__(self) -> tuple[Callable[..., Match], tuple[Any, ...]]: ...

@final
class Bot:
    """A built-in bot with its own stream of random numbers; ``make_bot`` makes it."""

    @property
    def name(self) -> str:
        """The text that names it."""

    def choose(self, view: View) -> int:
        """A legal action of the view's player, whose decision it must be.

        Raises:
            InvalidArgument: this player is not the one to act, or the bot was made for another game.
            KeyboardInterrupt: Ctrl-C, within half a second also where the bot thinks for long.
        """

    @property
    def drew(self) -> bool:
        """Whether its last choice drew from its stream: with other luck it might have chosen otherwise."""

@final
class Step:
    """What a step of a batch or pool fills: an array a field. S slots or rows, P players, A actions, D
    ``observation_shape[0]``.

    ``new_step`` of the batch or pool makes one; so can the caller, of arrays of their own (C-contiguous, of these
    shapes and types: rows of rollout buffers, shared memory, views of tensors). A field that is None, which the types
    leave out, is not worked out.
    """

    player: NDArray[np.int32]
    """[S]: who acts, -4 where the game has ended; in a pool -1 where chance does."""
    observation: NDArray[np.float32]
    """[S, D]: what they observe; where the game has ended, what the learner does. In a pool, where nobody acts, what
    player 0 does."""
    raw_observation: NDArray[np.int16]
    """[S, D]: the same as raw whole numbers, int16: half of the bytes. Times ``1 / high`` of its channel each is the
    entry of ``observation``; what is beyond 32,767 is told as that. None unless an array is given."""
    action_mask: NDArray[np.bool_]
    """[S, A]: a flag an action; all False where the game has ended."""
    reward: NDArray[np.float32]
    """[S, P]: of every player, since the last step."""
    terminated: NDArray[np.bool_]
    """[S]: whether the game ended in this step."""
    truncated: NDArray[np.bool_]
    """[S]: whether it was cut off in this step, after ``max_decisions``."""
    decisions: NDArray[np.int32]
    """[S]: decisions of the running game so far, of all players. A pool has none of this, ``truncated`` and ``game``.
    """
    game: NDArray[np.uint64]
    """[S]: the running game's index in its series."""
    scores: NDArray[np.int32]
    """[S, P]: points on the table."""
    illegal: NDArray[np.bool_]
    """[S]: whether the action was not legal; None where that is an error. In a pool it is one unless there is an array.
    """
    final_slots: NDArray[np.int32]
    """[K]: with ``autoreset="same_step"``, the slots whose game ended in this step; the rest are rows for them."""
    final_observation: NDArray[np.float32]
    """[K, P, D]: what every player observes at the end; None where neither ``observation`` nor ``raw_observation`` is
    filled."""
    final_returns: NDArray[np.float64]
    """[K, P]: the utilities; zeros where the game was cut off or given up."""
    final_scores: NDArray[np.int32]
    """[K, P]: points on the table."""
    final_decisions: NDArray[np.int32]
    """[K]: decisions of the game that ended."""
    final_game: NDArray[np.uint64]
    """[K]: its index in its series."""

    def __new__(
        cls,
        *,
        player: NDArray[np.int32] | None = None,
        observation: NDArray[np.float32] | None = None,
        raw_observation: NDArray[np.int16] | None = None,
        action_mask: NDArray[np.bool_] | NDArray[np.int8] | None = None,
        reward: NDArray[np.float32] | None = None,
        terminated: NDArray[np.bool_] | None = None,
        truncated: NDArray[np.bool_] | None = None,
        decisions: NDArray[np.int32] | None = None,
        game: NDArray[np.uint64] | None = None,
        scores: NDArray[np.int32] | None = None,
        illegal: NDArray[np.bool_] | None = None,
    ) -> Step: ...

@final
class Batch:
    """Many games stepped together, for training: NumPy in, NumPy out, chance resolved inside, on threads.

    Slot ``i`` of a batch plays the games ``i``, ``i + size``, ``i + 2 * size``, ... of the series that starts from
    ``seed``; each is the match that ``game.new_match(lineshaft.game_seed(seed, index))`` would be. Nothing depends on
    the number of threads. Methods with ``out=`` write into the caller's array (C-contiguous, of the stated shape and
    dtype) and return it; without it the array is new and the caller's.

    Args:
        game: the game to play.
        size: the number of slots.
        seed: the seed of the series.
        threads: how many threads step it.
        autoreset: what follows the end of a game, as in Gymnasium: it waits for ``reset``; the next step starts the
            next game and ignores the slot's action; or the step that ends it starts the next one at once.
        learner: the caller's seat, the others are the opponents'; ``"rotate"``: in game ``i`` of the series entry
            ``(s + i) % players`` of the opponents holds seat ``s``, as in ``selfplay``, so that a learner whose
            entry is the first sits at ``-i % players``.
        opponents: a bot for all other seats, or a list with a bot a player and None where the caller decides. Bots
            play inside, each on its stream of the game's seed: the same games as those of a match.
        reward: the utility on the step that ends the game, else 0; the change of the score; or the change of the
            score less the best other player's. Over a game they add up to exactly the final utility, or the change
            since the game's start.
        skip_forced: decisions with one legal action are made inside; ``decisions`` counts them.
        max_decisions: a game is cut off (truncated) at the caller's first decision after so many of all players.
        illegal: an illegal action raises and nothing moves; ends the game as lost, with reward -1 for its player
            (-1 / players where the reward is the utility of a win); or is replaced by a legal one drawn at random.

    Raises:
        InvalidArgument: ``size`` is not 1 to 16,777,216, ``threads`` not 1 to ``MAX_THREADS``, 1024, a word is none of
            those above, ``max_decisions`` is 0, or learner and opponents do not fit each other or the game.
        InvalidText: there is no such bot.
        MemoryError: so many slots have no room, see ``Game.state_size``.
        KeyboardInterrupt: Ctrl-C, within half a second.
    """

    def __new__(
        cls,
        game: Game,
        size: SupportsIndex,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        *,
        autoreset: Literal["disabled", "next_step", "same_step"] = "disabled",
        learner: SupportsIndex | Literal["rotate"] | None = None,
        opponents: str | Sequence[str | None] | None = None,
        reward: Literal["returns", "score", "margin"] = "returns",
        skip_forced: bool = False,
        max_decisions: SupportsIndex | None = None,
        illegal: Literal["raise", "lose", "random"] = "raise",
    ) -> Batch: ...
    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def size(self) -> int:
        """The number of slots."""

    @property
    def seed(self) -> int:
        """The seed of the series."""

    @property
    def threads(self) -> int:
        """The number of threads that step it."""

    @property
    def autoreset(self) -> str:
        """What happens to a slot whose game has ended."""

    @property
    def reward(self) -> str:
        """What is rewarded."""

    @property
    def illegal(self) -> str:
        """What an illegal action leads to."""

    def new_step(self) -> Step:
        """New arrays for the results of steps."""

    def step(self, actions: NDArray[np.integer[Any]], out: Step | None = None) -> Step:
        """Applies one action a slot and plays on, through chance and opponents, to the caller's next decision.

        One pass over the slots, which fills the fields of ``out`` (of a new ``Step`` without it). Slots whose game is
        over ignore their entry.

        Args:
            actions: [size], whole numbers.

        Raises:
            IllegalAction: with ``illegal="raise"``, an action is not legal; the message names the first such slot,
                ``slots`` all of them, ``errors`` says what is wrong in the first 16. No slot has changed.
            InvalidArgument: it is no array of that kind and shape, a number in it does not fit into 32 bits, or a field
                of ``out`` is no array to write to or the same as another. No slot has changed.
        """

    def reset(
        self,
        which: NDArray[np.bool_] | None = None,
        seed: SupportsIndex | None = None,
        seeds: NDArray[np.uint64] | None = None,
        out: Step | None = None,
    ) -> Step:
        """Starts games in the slots that ``which`` ([size], bool) flags, in all without it.

        Without a seed the next of each slot's series; with ``seed`` a new series from its game ``i`` in slot ``i``;
        with ``seeds`` ([size]) slot ``i`` plays the match of ``seeds[i]``, and then those of
        ``game_seed(seeds[i], 1)``, ``game_seed(seeds[i], 2)``, ...

        Raises:
            InvalidArgument: an array is not of that type and shape, or ``seed`` comes with ``seeds`` or ``which``.
        """

    def look(self, out: Step | None = None) -> Step:
        """How the games stand, without a step; rewards and flags of the last step are left as they are in ``out``."""

    def current_players(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """[size]: the player to act, -4 where the game has ended."""

    @overload
    def legal_actions_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    @overload
    def legal_actions_mask(self, out: NDArray[np.int8]) -> NDArray[np.int8]:
        """[size, num_actions]: one flag an action; all False where the game has ended. ``out`` may be int8."""

    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Ends [size + 1] and actions: those of slot ``i`` are ``actions[ends[i]:ends[i + 1]]``, ascending."""

    def observation_tensor(
        self,
        player: SupportsIndex | NDArray[np.int32] | Literal["all"] | None = None,
        slots: NDArray[np.integer[Any]] | None = None,
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """[size, observation_shape[0]]: what the player to act observes; where the game has ended, the learner.

        Args:
            player: whose eyes it is seen with: one player's, an array with one a row, or ``"all"`` players', then the
                shape is [size, players, observation_shape[0]].
            slots: a row for each of these slots in place of all.

        Raises:
            InvalidArgument: there is no such player or slot, or ``out`` is no array of that shape.
        """

    def scores(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """[size, players]: the points on the table."""

    def returns(self, out: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """[size, players]: the utilities; zeros until a game is over."""

    def ranking(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """[size, players]: the places, from 1; players who cannot be told apart share a place."""

    def games(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """[size]: the index in its series of the game that each slot plays."""

    def sample(
        self,
        logits: NDArray[np.float32] | None = None,
        *,
        out: NDArray[np.int32] | None = None,
        logp: NDArray[np.float32] | None = None,
        temperature: float = 1.0,
        mode: Literal["sample", "argmax"] = "sample",
    ) -> NDArray[np.int32]:
        """[size]: a legal action a slot; 0 where the game has ended.

        Without ``logits`` ([size, num_actions]) each legal action is as likely; with them it is drawn by the softmax of
        those of the legal actions, divided by ``temperature``, or is that of the largest (``mode="argmax"``). ``logp``
        ([size]) gets the logarithm of how likely it was. What is drawn depends on the seed and on how often was drawn
        before, and on nothing else.

        Raises:
            InvalidArgument: an array has another type or shape, the logits of a slot's legal actions are not finite
                (minus infinity is allowed for all but one), or ``temperature`` is not above 0.
        """

    def bot_actions(self, bot: str, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """[size]: what a built-in bot would play in each slot, 0 where the game has ended; its luck as in ``sample``.

        Raises:
            InvalidText: there is no such bot.
        """

    def state(self, slot: SupportsIndex) -> State:
        """A copy of the state in a slot.

        Raises:
            InvalidArgument: there is no such slot.
        """

    def states(self, slots: NDArray[np.integer[Any]] | None = None) -> list[State]:
        """Copies of the states in these slots, in all without them.

        Raises:
            InvalidArgument: there is no such slot.
        """

    def set_states(self, slots: NDArray[np.integer[Any]], states: Sequence[State], seeds: NDArray[np.uint64]) -> None:
        """Goes on in ``slots`` from ``states``, each with the chance and bots of its seed; decisions count from 0.

        Later games of such a slot are those of ``game_seed(seeds[i], 1)`` and so on. A state at a chance node, or at
        an opponent's decision, is played on from at once.

        Raises:
            InvalidArgument: there is no such slot, a state is of another game, or the numbers of entries differ.
        """

    def copy_rows(self, src: NDArray[np.integer[Any]], dst: NDArray[np.integer[Any]]) -> None:
        """Makes the slots ``dst`` copies of the slots ``src``, their luck to come included.

        Raises:
            InvalidArgument: there is no such slot, or the numbers of entries differ.
        """

    def copy(self) -> Batch:
        """A copy that goes on by itself: with the same actions, the same games."""

    def to_bytes(self) -> bytes:
        """All of it, for ``Game.batch_from_bytes``; pickle does the same."""

    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, memo: Any, /) -> Batch: ...
    def __reduce__(self) -> tuple[Callable[[bytes], Batch], tuple[bytes]]: ...
    def __len__(self) -> int: ...

@final
class Pool:
    """Rows of positions that are named by numbers, for search: NumPy in, NumPy out, on threads.

    A tree keeps the numbers of rows (int32), ``alloc`` hands them out. A list of rows is an int32 or int64 array; k is
    its length, and other arrays have an entry a row. A row that one entry of a call writes to (``dst``) must not be
    named by another entry of it, so the entries are independent of each other: nothing depends on the number of
    threads. ``src`` and ``dst`` may be the same row in one entry, and ``src`` may name a row many times.

    After an error no row has changed. Methods with ``out=`` write into the caller's array (C-contiguous, of the stated
    shape and dtype) and return it; without it the array is new and the caller's. All of them raise InvalidArgument
    where an array has another type or shape, or a row is not handed out.

    Args:
        game: the game of the positions.
        capacity: the number of rows.
        threads: how many threads work on the rows of a call.

    Raises:
        InvalidArgument: ``capacity`` is not 1 to 16,777,216, or ``threads`` not 1 to ``MAX_THREADS``, 1024.
        MemoryError: so many rows have no room, see ``Game.state_size``.
    """

    def __new__(cls, game: Game, capacity: SupportsIndex, threads: SupportsIndex = 1) -> Pool: ...
    @property
    def game(self) -> Game:
        """The game of the positions."""

    @property
    def capacity(self) -> int:
        """The number of rows."""

    @property
    def threads(self) -> int:
        """The number of threads that work on the rows of a call."""

    def alloc(self, count: SupportsIndex) -> NDArray[np.int32]:
        """[count]: rows that are handed out, those that were freed last before others; each holds the initial position.

        Raises:
            PoolFull: so many are not free. None was handed out.
        """

    def free(self, rows: NDArray[np.integer[Any]]) -> None:
        """Takes rows back: all of them, or none if one is not handed out or named twice."""

    def mark(self) -> int:
        """A mark: ``release`` takes back what was handed out since."""

    def release(self, mark: SupportsIndex) -> None:
        """Takes back all rows that were handed out since a mark and are not free. ``release(0)`` takes back all there
        are.

        Raises:
            InvalidArgument: the mark is not one of this pool.
        """

    def load(self, rows: NDArray[np.integer[Any]], states: Sequence[State]) -> None:
        """Copies states into rows.

        Raises:
            InvalidArgument: a row is named twice, there is not a state a row, or one is of another game.
        """

    def load_batch(self, rows: NDArray[np.integer[Any]], batch: Batch, slots: NDArray[np.integer[Any]]) -> None:
        """Copies the states in slots of a batch, a slot a row, into rows.

        Raises:
            InvalidArgument: a row is named twice, there is not a slot a row or no such slot, or the batch plays another
                game.
        """

    def state(self, row: SupportsIndex) -> State:
        """A copy of the state in a row.

        Raises:
            InvalidArgument: the row is not handed out.
        """

    def determinize(
        self,
        src: NDArray[np.integer[Any]],
        dst: NDArray[np.integer[Any]],
        players: SupportsIndex | NDArray[np.int32] | None,
        seeds: NDArray[np.uint64],
    ) -> None:
        """Draws for each row of ``src`` a state that a player cannot tell from the real one, into ``dst``: that of
        ``State.determinize``.

        Args:
            src: [k], rows.
            dst: [k], rows.
            players: whose knowledge counts: None for the player to act, a player's number, or [k], int32.
            seeds: [k], uint64.

        Raises:
            InvalidArgument: also where ``players`` is None and nobody acts in a row of ``src``.
        """

    def new_step(self, count: SupportsIndex) -> Step:
        """New arrays for the results of ``step`` and ``apply_outcome`` with so many rows: ``player``, ``observation``,
        ``action_mask``, ``reward``, ``terminated`` and ``scores``."""

    def step(
        self,
        src: NDArray[np.integer[Any]],
        dst: NDArray[np.integer[Any]],
        actions: NDArray[np.integer[Any]],
        seeds: NDArray[np.uint64] | None = None,
        out: Step | None = None,
    ) -> Step:
        """Copies each row of ``src`` to ``dst`` and applies the action of the player to act there.

        The chance that follows is drawn as by ``State.resolve_chance`` with the entry's seed; without ``seeds`` it is
        left to ``apply_outcome``. ``reward`` is the utility where the game ends in this call, else 0. A row whose game
        is over is copied, and its action ignored. With an array in ``out.illegal`` illegal actions are flagged there
        and their rows copied; without it they raise.

        Args:
            src: [k], rows.
            dst: [k], rows.
            actions: [k], whole numbers.
            seeds: [k], uint64, or None.
            out: the arrays to fill, those of ``new_step(k)`` without it.

        Raises:
            IllegalAction: the message names the first entry whose action is not legal, ``slots`` all of them,
                ``errors`` says what is wrong in the first 16. No row has changed.
            InvalidArgument: also where a row of ``dst`` is named by another entry, or ``out`` has ``decisions``,
                ``game`` or ``truncated``, which a pool does not know.
        """

    def apply_outcome(
        self,
        src: NDArray[np.integer[Any]],
        dst: NDArray[np.integer[Any]],
        outcomes: NDArray[np.integer[Any]],
        out: Step | None = None,
    ) -> Step:
        """Copies each row of ``src`` to ``dst`` and applies a chance outcome there, a salt where chance is sampled; no
        more chance than that. All else is as in ``step``."""

    def chance(
        self, rows: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64], NDArray[np.bool_]]:
        """Ends [k + 1] int64, outcomes [n] int32, probabilities [n] float64, sampled [k] bool.

        The outcomes of row ``i`` are ``outcomes[ends[i]:ends[i + 1]]``, ascending; none but at a listed chance node.
        Where ``sampled`` is set, the row waits for a salt, any number from 0 to 2^31 - 1.
        """

    @overload
    def masks(self, rows: NDArray[np.integer[Any]], out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    @overload
    def masks(self, rows: NDArray[np.integer[Any]], out: NDArray[np.int8]) -> NDArray[np.int8]:
        """[k, num_actions]: one flag an action; all False where no player acts. ``out`` may be int8."""

    def observe(
        self,
        rows: NDArray[np.integer[Any]],
        players: SupportsIndex | NDArray[np.int32] | Literal["all"] | None = None,
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """[k, observation_shape[0]]: what the player to act observes; where nobody acts, player 0.

        Args:
            rows: [k], rows.
            players: whose eyes it is seen with: one player's, [k] int32 with one a row, or ``"all"`` players', then the
                shape is [k, players, observation_shape[0]].
        """

    def returns(self, rows: NDArray[np.integer[Any]], out: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """[k, players]: the utilities; zeros until a game is over."""

    def scores(self, rows: NDArray[np.integer[Any]], out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """[k, players]: the points on the table."""

    def players(self, rows: NDArray[np.integer[Any]], out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """[k]: the player to act, -1 at a chance node, -4 where the game is over."""

    def hash64(self, rows: NDArray[np.integer[Any]], out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """[k]: BLAKE2b-64 of the canonical bytes, ``State.hash64``."""

    def playout(
        self,
        rows: NDArray[np.integer[Any]],
        seeds: NDArray[np.uint64],
        bot: str | Sequence[str] = "random",
        repeat: SupportsIndex = 1,
        max_decisions: SupportsIndex | None = None,
        out: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """[k, players]: the mean utilities of games that bots play on from each row; the rows stay as they are.

        The first game of a row is ``State.playout`` with its seed, the others those with ``game_seed(seed, 1)``,
        ``game_seed(seed, 2)``, ... The sum of the games, in this order, is divided by their number.

        Args:
            rows: [k], rows.
            seeds: [k], uint64.
            bot: the text of a built-in bot for all seats, or a list with one a seat.
            repeat: how many games a row.
            max_decisions: a game is broken off, with utilities of 0, after so many decisions of players.

        Raises:
            InvalidText: there is no such bot.
            InvalidArgument: also where ``repeat`` or ``max_decisions`` is 0, or the list has not a bot a seat.
            KeyboardInterrupt: Ctrl-C, within half a second.
        """

    def __len__(self) -> int: ...

def games() -> tuple[str, ...]:
    """The names of the games, ascending."""

def declaration(name: str) -> Declaration:
    """The fixed facts of a game; raises UnknownGame."""

def load_game_text(
    name: str,
    players: SupportsIndex | None = None,
    variant: str | None = None,
    rules: dict[str, RuleValue] | None = None,
    data: str | tuple[str, str] | None = None,
    utility: str | None = None,
) -> Game:
    """``lineshaft.load_game`` with the text of a data file, or the text and its name, in place of its path."""

def data_differences(name: str, data: str | tuple[str, str]) -> list[tuple[str, str, str | None, str | None, str]]:
    """What differs between the shipped data file and another: place, key, shipped, found, sentence."""

def check_replay(replay: Replay | str | Mapping[str, Any]) -> str:
    """The canonical line of a replay; raises ReplayError if it is none."""

def read_line(line: bytes) -> str:
    """The same of a line of a file, its end included."""

def make_bot(spec: str, game: Game, seed: SupportsIndex = 0, player: SupportsIndex = 0) -> Bot:
    """A built-in bot.

    Args:
        spec: its name, see ``lineshaft.bots``, and its parameters by name: ``"greedy:epsilon=0.3"``.
        game: the game that it is to play.
        seed: the seed of the match; the bot draws from its own stream of it, never from that of chance.
        player: its seat, which says which stream.

    Raises:
        InvalidText: there is no such bot, it has no such parameter, or a parameter is given twice or with a value that
            it cannot have.
    """

def analyse(view: View, bot: str, seed: SupportsIndex) -> tuple[int, str, str, int, int, list[ChoiceRow]]:
    """``lineshaft.analyse``: whose decision it is, method, objective, simulations, decisions told apart, and the
    choices, best first: action, visits, values, line."""

def bot_kinds() -> list[tuple[str, str, str, list[tuple[str, str, str, str]]]]:
    """Name, summary and what it looks at, of every kind of built-in bot, and its parameters: name, default, what is
    allowed, summary."""

def split_bots(text: str) -> list[str]:
    """The bots of a list in one text, as ``--bots`` takes it: ``"greedy:epsilon=0.3,version=1,random"`` has two.

    A piece ``NAME=VALUE`` belongs to the bot before it; blanks around the pieces are dropped. Whether there are such
    bots is not looked at.

    Raises:
        InvalidText: there is no bot before such a piece.
    """

def selfplay(
    game: Game,
    bots: Sequence[str],
    games: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    rotate: bool,
    record: bool,
    first: SupportsIndex,
    on_rows: Callable[[list[Row]], object] | None = None,
    on_progress: Callable[[int, int, bytes], object] | None = None,
) -> tuple[Columns, bool]:
    """``lineshaft.selfplay`` for built-in bots alone; also whether it was interrupted."""

def playouts(game: Game, games: SupportsIndex, seed: SupportsIndex = 0) -> tuple[int, int, int]:
    """``lineshaft.playouts``: games, decisions, chance outcomes."""

def rng_numbers(
    seed: SupportsIndex, stream: SupportsIndex, count: SupportsIndex, below: SupportsIndex | None = None
) -> NDArray[np.uint64]:
    """[count]: the first numbers of a stream of the specified generator.

    Args:
        seed: the seed.
        stream: 0 for chance, 1 + p for the bot of player p.
        count: how many; more than there is memory for raises MemoryError.
        below: bounded draws from 0 to ``below - 1`` in place of 64-bit numbers.
    """

def kernels(game: Game) -> list[tuple[str, str, list[str]]]:
    """Name, summary and columns of each scoring kernel of a game."""

def run_kernel(game: Game, name: str, rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """[n]: the scores of ``rows`` ([n, columns], int32) by a kernel, see ``lineshaft.kernels``."""

def game_seed(seed: SupportsIndex, index: SupportsIndex) -> int:
    """The seed of game ``index`` (0 to 2^64 - 1) of the series that starts from ``seed``."""
