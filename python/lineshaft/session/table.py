"""``Session``: see the package."""

from __future__ import annotations

import operator
import os
import secrets
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Self, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

from .._engine import Game, Match, View, make_bot
from ..drafts import write_whole
from ..errors import IllegalAction, InvalidArgument, ReplayError
from ..reference.wording import shown
from ..registry import path_and_reason
from ..replays import Replay, scan_replays
from .chairs import PERSON, Chair, check_seats, choose
from .history import CHANCE, History, Move

HINT_BOT = "greedy"
"""The strongest bot: what it would do is a hint."""


@final
class Session:
    """A game with its seats. It serves one thread at a time.

    ``act`` makes a person's decision and the chance that follows it. Bots and forced decisions are played by
    ``advance``, one a call, so that a client can show each; ``play_on`` plays all of them. A session of bots alone is
    the game that ``lineshaft.play`` plays with the same seed.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        seed: SupportsIndex | None = None,
        *,
        skip_forced: bool = False,
    ) -> None:
        """A new game.

        Args:
            game: the game.
            seats: who holds each seat: ``person``, ``nobody`` (the seat waits for somebody), or the text of a bot.
            seed: from 0 to 2^64 - 1; None draws one.
            skip_forced: whether a person's decisions with one legal action are made by ``advance``.

        Raises:
            InvalidText: there is no such bot.
            InvalidArgument: it is not one text a seat, or the seed is out of range.
        """
        match = game.new_match(secrets.randbits(64) if seed is None else seed)
        chairs = [Chair(game, match.seed, player, who) for player, who in enumerate(check_seats(game, seats))]
        self._begin(match, chairs, History(game), skip_forced)
        self._note_chance()

    def _begin(self, match: Match, chairs: list[Chair], history: History, skip_forced: bool) -> None:
        self._match = match
        self._chairs = chairs
        self._history = history
        self.skip_forced = skip_forced
        """Whether a person's decisions with one legal action are made by ``advance``."""
        self.version = 0
        """How often something has changed: a decision, an undo, somebody in a seat."""

    # --- what everybody knows -----------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game."""
        return self._match.game

    @property
    def seats(self) -> tuple[str, ...]:
        """Who holds each seat."""
        return tuple(chair.now.who for chair in self._chairs)

    @property
    def ply(self) -> int:
        """How many steps were taken."""
        return len(self._history.steps)

    def current_player(self) -> int:
        """The seat whose decision it is, -4 when the game is over."""
        return self._match.current_player()

    def is_waiting(self) -> bool:
        """Whether the next decision is a person's, so that ``advance`` has nothing to do; False at the end."""
        player = self.current_player()
        return player >= 0 and self._chairs[player].now.bot is None and not self._is_skipped(player)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._match.is_terminal()

    def end_reason(self) -> str | None:
        """Why the game ended (snake_case), None while it goes on."""
        return self._match.end_reason()

    def scores(self) -> NDArray[np.int32]:
        """[players]: the points on the table now."""
        return self._match.scores()

    def ranking(self) -> NDArray[np.int32]:
        """[players]: the places now, from 1; players who cannot be told apart share a place."""
        return self._match.ranking()

    def score_parts(self) -> list[list[tuple[str, str, int]]]:
        """[players]: where the points come from, see ``Match.score_parts``."""
        return self._match.score_parts()

    def ranked_by(self) -> list[tuple[str, str, list[int]]]:
        """What players are ranked by, see ``Match.ranked_by``."""
        return self._match.ranked_by()

    # --- what a seat sees and does ------------------------------------------------------------------------------------

    def view(self, seat: SupportsIndex | None, ply: SupportsIndex | None = None) -> View:
        """What a seat (None: a spectator) may know now, or knew at a ply.

        Raises:
            InvalidArgument: there is no such seat or ply.
        """
        viewer = None if seat is None else self._seat(seat)
        return (self._history.last if ply is None else self._history.state(self._ply(ply))).view(viewer)

    def legal_actions(self, seat: SupportsIndex) -> NDArray[np.int32]:
        """[n]: the seat's legal actions, ascending; empty unless it is the seat's decision."""
        return self.view(seat).legal_actions()

    def log(self, seat: SupportsIndex | None, since: SupportsIndex = 0) -> list[Move]:
        """The steps after the first ``since`` ones, as a seat (None: a spectator) saw them."""
        return self._history.moves(None if seat is None else self._seat(seat), self._ply(since))

    def explain(self, seat: SupportsIndex, action: SupportsIndex) -> IllegalAction | None:
        """Why an action of the table is not legal for a seat now; None if it is. Others are told whose decision it is.

        Raises:
            InvalidArgument: there is no such seat.
        """
        seat, player = self._seat(seat), self.current_player()
        if player not in (seat, -4):
            return IllegalAction(f"it is player {player} who decides now, not player {seat}", "not_your_decision")
        return self._history.last.explain(action)

    def act(self, seat: SupportsIndex, action: SupportsIndex) -> None:
        """A person's decision, and the chance that follows it.

        Raises:
            IllegalAction: it is not legal now, or not this seat's decision. Nothing has changed.
            GameOver: the game has ended.
            InvalidArgument: there is no such seat, or a bot or nobody holds it.
        """
        seat = self._person(seat)
        error = self.explain(seat, action)
        if error is not None:
            raise error
        self._apply(operator.index(action), chosen=True)

    def hint(self, seat: SupportsIndex, bot: str = HINT_BOT) -> int:
        """What a bot would do in place of a seat, from what that seat may know.

        Raises:
            InvalidArgument: there is no such seat, or it is not the seat's decision.
            InvalidText: there is no such bot.
        """
        seat = self._seat(seat)
        return make_bot(bot, self.game, self.ply, seat).choose(self.view(seat))

    # --- bots ---------------------------------------------------------------------------------------------------------

    def advance(self) -> bool:
        """Plays one decision that no person makes, and the chance that follows it; False if there is none now."""
        player = self.current_player()
        if player < 0 or self.is_waiting():
            return False
        legal, bot = self._match.legal_actions(), self._chairs[player].now.bot
        if bot is None or len(legal) == 1:
            self._apply(int(legal[0]))
            return True
        choice = choose(bot, self._match.view(player))
        self._apply(choice.action, lucky=choice.lucky)
        return True

    def play_on(self) -> int:
        """Plays until a person is to decide or the game is over; how many decisions that were."""
        decisions = 0
        while self.advance():
            decisions += 1
        return decisions

    def take_seat(self, seat: SupportsIndex, who: str) -> None:
        """Somebody takes a seat over: ``person``, ``nobody`` or a bot, from the next decision on.

        Raises:
            InvalidText: there is no such bot.
            InvalidArgument: there is no such seat.
        """
        self._chairs[self._seat(seat)].take(self.ply, who)
        self.version += 1

    # --- going back ---------------------------------------------------------------------------------------------------

    def undo_plies(self, seat: SupportsIndex) -> list[int]:
        """The plies that a person may undo to, the latest first: their own decisions.

        They go back to the last moment at which chance spoke, something hidden was opened, another person decided, or
        a bot decided by luck or by what not everybody knows.
        """
        return list(self._history.undo_plies(self._seat(seat)))

    def undo(self, seat: SupportsIndex, ply: SupportsIndex | None = None) -> None:
        """Takes back the last decision of a person, or all up to one of ``undo_plies``, and what bots did since.

        Raises:
            InvalidArgument: nothing can be taken back (code ``no_undo``; the message says what bars the way), or there
                is no such seat.
        """
        seat = self._person(seat)
        allowed = self.undo_plies(seat)
        if not allowed:
            raise InvalidArgument(f"nothing can be taken back: {self._history.bar(seat)}", "no_undo")
        target = allowed[0] if ply is None else operator.index(ply)
        if target not in allowed:
            known = ", ".join(map(str, allowed))
            raise InvalidArgument(f"player {seat} cannot go back to ply {shown(target)}; choose {known}", "no_undo")
        self._match = self._match_at(target, self._match.seed)
        self._history.cut(target)
        for chair in self._chairs:
            chair.back_to(target)
        self.version += 1

    def fork(self, ply: SupportsIndex, seed: SupportsIndex | None = None, *, skip_forced: bool | None = None) -> Self:
        """Another session that goes on from a ply, with chance and bots of another seed.

        It holds all that is hidden at that ply: like the replay it is for whoever runs the table, to be given to
        players when the game is over, or where all agree.

        Args:
            ply: a ply at which a player decides.
            seed: None draws one, so that nothing which happens there tells what will happen here.
            skip_forced: as in the constructor; None: as here.

        Raises:
            InvalidArgument: there is no such ply, or chance acts there.
        """
        at = self._ply(ply)
        if self._history.state(at).is_chance_node():
            raise InvalidArgument(f"chance acts at ply {at}: fork at a decision")
        match = self._match_at(at, secrets.randbits(64) if seed is None else operator.index(seed))
        chairs = [chair.fork(match.seed, at) for chair in self._chairs]
        forked = type(self).__new__(type(self))
        forked._begin(match, chairs, self._history.copy(at), self.skip_forced if skip_forced is None else skip_forced)
        return forked

    # --- files --------------------------------------------------------------------------------------------------------

    def replay(self) -> Replay:
        """The replay so far. It holds everything: the seed, and what is hidden."""
        return self._match.replay([chair.to_text() for chair in self._chairs])

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Writes the replay, all of it or nothing.

        Raises:
            ReplayError: it cannot be written, or there is such a file and ``replace`` is False.
        """
        line = f"{self.replay().to_json()}\n".encode()
        try:
            write_whole(Path(path), lambda file: file.write(line), replace=replace)
        except (OSError, ValueError) as error:
            raise ReplayError(f"cannot write {path_and_reason(path, error)}", "cannot_write") from error

    @classmethod
    def resume(
        cls,
        source: str | os.PathLike[str] | Replay,
        data: str | os.PathLike[str] | None = None,
        *,
        seats: Mapping[int, str] | None = None,
        skip_forced: bool = False,
    ) -> Self:
        """Goes on with a session that was saved, as if it had not been stopped: bots have the luck that they had.

        Bots are asked once more for what they did, so that they stand where they stood. A replay of a match that was
        driven by hand has people in all seats.

        Args:
            source: the path of a file with one replay, the line of a replay (it begins with ``{``), or a ``Replay``.
            data: the path of the data file that it was played with, if that was not the shipped one.
            seats: who takes over which seats; the others are held by whom the replay names.
            skip_forced: as in the constructor.

        Raises:
            ReplayError: it cannot be read or followed, or is not one game.
            InvalidText: a seat is held by a bot that is not built in.
            InvalidArgument: there is no such seat.
            UnknownGame, InvalidVariant, InvalidData: its game cannot be loaded.
        """
        replay = _read(source)
        match = Match.from_replay(replay, data)
        if match.current_player() == -1:
            raise ReplayError(
                "the replay ends where chance is to act: the one before its last step can be gone on with"
            )
        texts = replay.bots or [PERSON] * match.game.num_players
        chairs = [Chair.of_text(match.game, match.seed, player, text) for player, text in enumerate(texts)]
        session = cls.__new__(cls)
        session._begin(match, chairs, History(match.game), skip_forced)
        session._note_all()
        for seat, who in (seats or {}).items():
            session.take_seat(seat, who)
        for chair in chairs:
            chair.check()
        return session

    # --- inside -------------------------------------------------------------------------------------------------------

    def _seat(self, seat: SupportsIndex) -> int:
        number, players = operator.index(seat), self.game.num_players
        if not 0 <= number < players:
            known = f"seats are 0 to {players - 1}" if players > 1 else "the only one is 0"
            raise InvalidArgument(f"there is no seat {shown(number)}; {known}")
        return number

    def _ply(self, ply: SupportsIndex) -> int:
        number = operator.index(ply)
        if not 0 <= number <= self.ply:
            raise InvalidArgument(f"there is no ply {shown(number)}; the game has ply 0 to {self.ply}")
        return number

    def _person(self, seat: SupportsIndex) -> int:
        """The seat, which a person holds."""
        number = self._seat(seat)
        who = self._chairs[number].now.who
        if who != PERSON:
            raise InvalidArgument(f"seat {number} is held by {who}: no person decides there")
        return number

    def _is_skipped(self, player: int) -> bool:
        """Whether the decision of a seat without a bot is forced, and not to be asked for."""
        held = self._chairs[player].now.who == PERSON
        return held and self.skip_forced and len(self._match.legal_actions()) == 1

    def _apply(self, action: int, *, chosen: bool = False, lucky: bool = False) -> None:
        by = self._chairs[self.current_player()].now.who
        self._match.apply_action(action)
        self._history.add(action, by, chosen=chosen, lucky=lucky)
        self._note_chance()
        self.version += 1

    def _note_chance(self) -> None:
        """Catches up with the chance that the match has resolved."""
        for _, outcome in self._match.steps[self.ply :]:
            self._history.add(outcome, CHANCE)

    def _note_all(self) -> None:
        """Catches up with a match that was resumed. Whoever decided is known by the seats."""
        for player, choice in self._match.steps:
            if player < 0:
                self._history.add(choice, CHANCE)
                continue
            stay, state = self._chairs[player].at(self.ply), self._history.last
            forced = len(state.legal_actions()) == 1
            if stay.who == PERSON:
                self._history.add(choice, PERSON, chosen=not (forced and self.skip_forced))
                continue
            again = None if stay.bot is None or forced else choose(stay.bot, state.view(player))
            known = forced if again is None else again == (choice, False)
            self._history.add(choice, stay.who, lucky=not known)

    def _match_at(self, ply: int, seed: int) -> Match:
        """The match as it was at a ply; what chance will say is drawn from a seed."""
        record, state = self._match.replay().to_dict(), self._history.state(ply)
        record |= {
            "seed": str(seed),
            "steps": record["steps"][:ply],
            "marks": [mark for mark in record["marks"] if int(mark.partition(" ")[0]) <= ply],
            "end_reason": state.end_reason(),
            "scores": state.scores().tolist(),
            "ranking": state.ranking().tolist(),
            "hash": state.hash64().to_bytes(8, "little").hex(),
        }
        return self.game.match_from_replay(Replay(record).to_json())


def _read(source: str | os.PathLike[str] | Replay) -> Replay:
    """One replay, from a file, a line, or as it is."""
    if isinstance(source, Replay):
        return source
    if isinstance(source, str) and source.startswith("{"):
        return Replay.from_json(source)
    found = list(islice(scan_replays(source), 2))
    if len(found) != 1:
        raise ReplayError(f"{os.fspath(source)}: {'more than one game' if found else 'no game'}; a session is one game")
    if isinstance(found[0][1], ReplayError):
        raise found[0][1]
    return found[0][1]
