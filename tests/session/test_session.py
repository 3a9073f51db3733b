"""A session alone: seats, bots, undo, files, forks; and that nothing hidden leaves it for a seat."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from twins import session_of, twins

import lineshaft
from lineshaft import Game, Session
from lineshaft.errors import GameOver, IllegalAction, InvalidArgument, InvalidText, ReplayError
from lineshaft.session import CHANCE, NOBODY, PERSON


def play_at_random(session: Session, rng: Random, decisions: int = 1 << 20) -> Session:
    """People play at random, so many decisions."""
    session.play_on()
    for _ in range(decisions):
        if session.is_terminal():
            break
        seat = session.current_player()
        session.act(seat, rng.choice(session.legal_actions(seat).tolist()))
        session.play_on()
    return session


def seated(game: Game, *people: int, bot: str = "greedy") -> list[str]:
    return [PERSON if seat in people else bot for seat in range(game.num_players)]


# --- playing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["greedy", "random", "greedy:epsilon=0.3"])
def test_bots_alone_play_the_game_that_play_plays(usual: Game, bot: str) -> None:
    bots = [bot] * usual.num_players
    session = Session(usual, bots, seed=11)
    decisions = session.play_on()
    assert session.is_terminal() and session.replay() == lineshaft.play(usual, bots, 11)
    assert decisions == sum(player >= 0 for player, _ in _steps(session)) == session.version


def _steps(session: Session) -> list[tuple[int, int]]:
    return lineshaft.Match.from_replay(session.replay()).steps


def test_a_person_plays_among_bots(usual: Game) -> None:
    session = play_at_random(Session(usual, seated(usual, 0), seed=3), Random(3))
    match = lineshaft.Match.from_replay(session.replay())
    assert match.is_terminal() and session.end_reason() == match.end_reason()
    assert session.scores().tolist() == match.scores().tolist()
    assert session.ranking().tolist() == match.ranking().tolist()
    assert (session.score_parts(), session.ranked_by()) == (match.score_parts(), match.ranked_by())
    for seat in (None, *range(usual.num_players)):
        lines = []
        for move in session.log(seat):
            lines += [f"{move.player if move.player >= 0 else '*'} {move.words}"]
            lines += [f"opened: {line}" for line in move.opened]
        assert lines == match.log(seat)
    assert {move.by for move in session.log(0)} <= {PERSON, "greedy", CHANCE}


def test_each_call_plays_one_decision(usual: Game) -> None:
    session = Session(usual, ["greedy"] * usual.num_players, seed=5)
    while not session.is_terminal():
        before, seat = session.ply, session.current_player()
        assert session.advance() and not session.is_waiting()
        first, *later = session.log(None, since=before)
        assert first.player == seat and all(move.player == -1 for move in later)
    assert not session.advance()


def test_views_of_the_past_are_those_of_then(usual: Game) -> None:
    session = Session(usual, seated(usual, 0), seed=3)
    seen = {}
    rng = Random(1)
    for _ in range(40):
        session.play_on()
        if session.is_terminal():
            break
        seen[session.ply] = [session.view(seat).to_dict() for seat in (0, None)]
        session.act(0, rng.choice(session.legal_actions(0).tolist()))
    for ply, then in seen.items():
        assert [session.view(seat, ply).to_dict() for seat in (0, None)] == then


def test_forced_decisions_are_made_or_asked_for() -> None:
    game = lineshaft.load_game("railways")
    asked, skipped = (
        play_at_random(Session(game, [PERSON, PERSON], seed=2, skip_forced=skip), Random(0), 60)
        for skip in (False, True)
    )
    assert len(asked.log(0)) < len(skipped.log(0))
    session = Session(game, [PERSON, PERSON], seed=2, skip_forced=True)
    while not session.is_terminal():
        session.play_on()
        if not session.is_terminal():
            seat = session.current_player()
            assert len(session.legal_actions(seat)) > 1
            session.act(seat, session.legal_actions(seat)[-1])


def test_nobody_keeps_the_game_waiting_until_somebody_sits_down() -> None:
    game = lineshaft.load_game("railways", players=3)
    session = Session(game, [NOBODY] * 3, seed=1)
    assert session.play_on() == 0 and session.is_waiting()
    seat = session.current_player()
    with pytest.raises(InvalidArgument, match=f"seat {seat} is held by nobody: no person decides there"):
        session.act(seat, session.legal_actions(seat)[0])
    for each in range(3):
        session.take_seat(each, "greedy")
    session.play_on()
    assert session.is_terminal() and session.seats == ("greedy",) * 3


def test_a_bot_takes_over_and_gives_the_seat_back() -> None:
    game = lineshaft.load_game("railways", players=3)
    session = play_at_random(Session(game, [PERSON, "greedy", "random"], seed=1), Random(2), 3)
    taken = session.ply
    session.take_seat(0, "greedy:epsilon=0.5")
    for _ in range(9):
        session.advance()
    given = session.ply
    session.take_seat(0, PERSON)
    play_at_random(session, Random(3), 3)
    by = [move.by for move in session.log(0) if move.player == 0]
    assert set(by) == {PERSON, "greedy:epsilon=0.5"}
    assert session.replay().bots == (
        f"person; from ply {taken} greedy:epsilon=0.5; from ply {given} person",
        "greedy",
        "random",
    )


def test_a_hint_is_what_the_bot_would_do(usual: Game) -> None:
    session = Session(usual, seated(usual, 0), seed=3)
    for _ in range(5):
        session.play_on()
        action = session.hint(0)
        assert action == lineshaft.make_bot("greedy", usual).choose(session.view(0))
        session.act(0, action)
    session.play_on()
    with pytest.raises(InvalidArgument):
        session.hint(1)


# --- what is refused --------------------------------------------------------------------------------------------------


def test_what_is_no_seat_is_refused() -> None:
    game = lineshaft.load_game("railways", players=3)
    for seats, error, said in (
        (["greedy"] * 2, InvalidArgument, "2 seats for 3 players: say of each who sits there"),
        ("greedy", InvalidArgument, "seats is a list with one text a player, not the text 'greedy'"),
        (["greedy", "greedi", PERSON], InvalidText, r"seat 1: there is no bot 'greedi'.*, or person or nobody"),
    ):
        with pytest.raises(error, match=said):
            Session(game, seats)
    session = Session(game, [PERSON] * 3, seed=1)
    version = session.version
    for wrong in (
        lambda: session.view(3),
        lambda: session.act(-1, 0),
        lambda: session.log(0, since=session.ply + 1),
        lambda: session.view(0, ply=-1),
        lambda: session.take_seat(7, PERSON),
        lambda: session.take_seat(0, "greedi"),
        lambda: session.undo(0),
        lambda: session.fork(99),
    ):
        with pytest.raises(InvalidArgument):
            wrong()
    assert session.version == version and session.seats == (PERSON,) * 3


def test_only_who_decides_acts_and_is_told_why_not() -> None:
    game = lineshaft.load_game("railways", players=3)
    session = Session(game, [PERSON] * 3, seed=7)
    seat = session.current_player()
    other = (seat + 1) % 3
    wrong = game.string_to_action("done laying")
    with pytest.raises(IllegalAction, match=f"it is player {seat} who decides now, not player {other}") as caught:
        session.act(other, session.legal_actions(seat)[0])
    assert caught.value.code == "not_your_decision" and session.ply == len(session.log(None))
    assert len(session.legal_actions(other)) == 0
    with pytest.raises(IllegalAction) as caught:
        session.act(seat, wrong)
    assert str(caught.value) == str(session.explain(seat, wrong))
    assert session.explain(seat, session.legal_actions(seat)[0]) is None
    for each in range(3):
        session.take_seat(each, "greedy")
    session.play_on()
    session.take_seat(0, PERSON)
    with pytest.raises(GameOver):
        session.act(0, 0)


# --- undo -------------------------------------------------------------------------------------------------------------


def bars(session: Session, seat: int, ply: int) -> bool:
    """Whether the step at a ply bars the way back: worked out anew from what the rules of undo say."""
    replay = session.replay()
    state, after = (lineshaft.Playback(replay).state(at) for at in (ply, ply + 1))
    player, choice = _steps(session)[ply]
    if player < 0 or state.opened(choice):
        return True
    held = session.log(None)[ply].by
    if player == seat:
        # One's own decision shows nothing: of all positions that look the same, what follows looks the same.
        twins = [state.determinize(seat, k) for k in range(4)]
        assert {json.dumps(twin.child(choice).view(seat).to_dict()) for twin in twins} == {
            json.dumps(after.view(seat).to_dict())
        }
        return False
    return held == PERSON or any(
        state.determinize(seat, k).view(player).to_dict() != state.view(player).to_dict() for k in range(8)
    )


def test_undo_goes_to_the_last_moment_at_which_something_was_shown(usual: Game) -> None:
    """With a greedy bot, which has no luck: at every ply exactly what the rules of undo allow."""
    session, rng = Session(usual, seated(usual, 0), seed=4), Random(4)
    for _ in range(25):
        session.play_on()
        if session.is_terminal():
            break
        expected = []
        for ply in range(session.ply - 1, -1, -1):
            if bars(session, 0, ply):
                break
            if session.log(0)[ply].player == 0:
                expected.append(ply)
        assert session.undo_plies(0) == expected
        session.act(0, rng.choice(session.legal_actions(0).tolist()))


def test_undo_and_the_same_again_is_the_same_game(usual: Game) -> None:
    """Whatever is undone: the same decisions lead to the same game, bots and chance included."""
    session, rng, undone = Session(usual, seated(usual, 0, bot="greedy:epsilon=0.4"), seed=9), Random(9), 0
    while not session.is_terminal() and session.ply < 400:
        session.play_on()
        plies = session.undo_plies(0)
        if plies:
            before, ply = session.replay(), rng.choice(plies)
            again = [choice for player, choice in _steps(session)[ply:] if player == 0]
            session.undo(0, ply)
            assert session.ply == ply and session.current_player() == 0
            assert session.view(0).to_dict() == session.view(0, ply).to_dict()
            for choice in again:
                session.act(0, choice)
                session.play_on()
            assert session.replay() == before
            undone += 1
        if not session.is_terminal():
            session.act(0, rng.choice(session.legal_actions(0).tolist()))
    assert undone


def test_undo_never_passes_another_persons_decision_in_any_way() -> None:
    game = lineshaft.load_game("arkwright", players=2)
    session = Session(game, [PERSON, PERSON], seed=1)
    while session.current_player() == 0:
        session.act(0, session.legal_actions(0)[-1])
    assert session.undo_plies(0)  # player 1 has not decided yet
    barred = session.ply
    session.act(1, session.legal_actions(1)[-1])
    for seats in ((PERSON, PERSON), (PERSON, "greedy"), (PERSON, NOBODY), (PERSON, PERSON)):
        session.take_seat(1, seats[1])
        assert session.undo_plies(0) == []
        with pytest.raises(InvalidArgument, match="nothing can be taken back: player 1 has decided since") as caught:
            session.undo(0)
        assert caught.value.code == "no_undo"
        resumed = Session.resume(session.replay())
        assert resumed.undo_plies(0) == []
        forked = session.fork(session.ply)
        assert forked.undo_plies(0) == []
    session.take_seat(0, "greedy")
    session.take_seat(0, PERSON)
    while session.current_player() != 0:
        session.act(1, session.legal_actions(1)[-1])
    session.act(0, session.legal_actions(0)[-1])
    assert min(session.undo_plies(0)) > barred


def test_undo_over_bots_without_secrets_and_luck() -> None:
    """Nothing is hidden in Arkwright: all can be taken back, what bots did too, but no bot's luck."""
    game = lineshaft.load_game("arkwright", players=3)
    session = play_at_random(Session(game, seated(game, 0), seed=1), Random(1), 30)
    mine = [ply for ply, move in enumerate(session.log(0)) if move.player == 0]
    assert session.undo_plies(0) == mine[::-1]
    session.undo(0, mine[0])
    assert session.ply == mine[0]
    lucky = play_at_random(Session(game, seated(game, 0, bot="random"), seed=1), Random(1), 30)
    assert len(lucky.undo_plies(0)) < 5


def test_undo_says_what_bars_the_way(usual: Game) -> None:
    session = Session(usual, seated(usual, 0), seed=4)
    session.play_on()
    with pytest.raises(InvalidArgument, match="nothing can be taken back: "):
        session.undo(0)
    session.act(0, session.legal_actions(0)[0])
    plies = session.undo_plies(0)
    if plies:
        with pytest.raises(InvalidArgument, match=f"player 0 cannot go back to ply 9999; choose {plies[0]}"):
            session.undo(0, 9999)


def test_a_seat_that_was_taken_over_is_undone_as_it_was_played() -> None:
    game = lineshaft.load_game("arkwright", players=2)
    session = play_at_random(Session(game, seated(game, 0), seed=1), Random(1), 6)
    first = session.undo_plies(0)[-1]
    session.take_seat(0, "greedy")
    for _ in range(8):
        session.advance()
    session.take_seat(0, PERSON)
    play_at_random(session, Random(5), 4)
    session.undo(0, first)
    assert session.seats == (PERSON, "greedy") and session.replay().bots == (PERSON, "greedy")


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["greedy:epsilon=0.4", "random"])
def test_stopped_and_resumed_it_ends_the_same(usual: Game, bot: str, tmp_path: Path) -> None:
    whole = play_at_random(Session(usual, seated(usual, 0, bot=bot), seed=6), Random(6))
    session, rng = Session(usual, seated(usual, 0, bot=bot), seed=6), Random(6)
    path, stop = tmp_path / "game.jsonl", Random(7)
    while not session.is_terminal():
        play_at_random(session, rng, stop.randrange(1, 12))
        before = session.undo_plies(0)
        session.save(path, replace=path.exists())
        session = Session.resume(path)
        assert session.undo_plies(0) == before
        assert lineshaft.Replay(path.read_text(encoding="utf-8")) == session.replay()
    assert session.replay() == whole.replay()
    assert session.log(None) == whole.log(None)


def test_take_overs_are_resumed(tmp_path: Path) -> None:
    game = lineshaft.load_game("railways", players=3)

    def play(stop: Callable[[Session], Session]) -> Session:
        session, rng = Session(game, [PERSON, "random", "greedy"], seed=8), Random(8)
        play_at_random(session, rng, 4)
        session.take_seat(0, "random")
        for _ in range(15):
            session.advance()
        session = stop(session)
        session.take_seat(1, "greedy:epsilon=0.5")
        for _ in range(15):
            session.advance()
        session = stop(session)
        session.play_on()
        return session

    resumed = play(lambda session: Session.resume(session.replay().to_json()))
    assert resumed.is_terminal() and resumed.replay() == play(lambda session: session).replay()


def test_recorded_games_are_gone_on_with(tmp_path: Path) -> None:
    game = lineshaft.load_game("railways", players=3)
    replay = lineshaft.play(game, [lambda view: view.legal_actions()[0], "greedy", "random"], seed=2)
    match = lineshaft.Match.from_replay(replay)
    cut = match.game.new_match(match.seed)
    for player, choice in match.steps[:80]:
        if player >= 0 and cut.ply < 80:
            cut.apply_action(choice)
    half = cut.replay(["hasty", "greedy", "random"])
    with pytest.raises(InvalidText, match="seat 0: there is no bot 'hasty'"):
        Session.resume(half)
    session = Session.resume(half, seats={0: PERSON})
    assert session.undo_plies(0) == [] and session.seats == (PERSON, "greedy", "random")
    by_hand = Session.resume(cut.replay())
    assert by_hand.seats == (PERSON,) * 3


def test_what_cannot_be_resumed_or_saved_is_said(tmp_path: Path) -> None:
    game = lineshaft.load_game("railways", players=2)
    two, empty, torn, chance = (tmp_path / name for name in ("two", "empty", "torn", "chance"))
    line = lineshaft.play(game, ["greedy", "greedy"]).to_json()
    two.write_text(f"{line}\n{line}\n", encoding="utf-8")
    empty.write_text("\n", encoding="utf-8")
    torn.write_text(line[:-40], encoding="utf-8")
    first = game.new_initial_state()
    record = json.loads(line) | {"steps": [], "marks": [], "end_reason": None}
    record |= {"scores": first.scores().tolist(), "ranking": first.ranking().tolist()}
    chance.write_text(json.dumps(record | {"hash": first.hash64().to_bytes(8, "little").hex()}), encoding="utf-8")
    for path, said in (
        (two, "two: more than one game; a session is one game"),
        (empty, "empty: no game"),
        (torn, "torn, line 1: .*cut off"),
        (tmp_path / "none", "cannot read the replays .*none: No such file"),
        (chance, "the replay ends where chance is to act"),
    ):
        with pytest.raises(ReplayError, match=said):
            Session.resume(path)
    session = Session(game, ["greedy", PERSON])
    with pytest.raises(ReplayError, match=r"cannot write .*two: File exists"):
        session.save(two)
    assert two.read_text(encoding="utf-8").startswith(line)
    with pytest.raises(ReplayError, match=r"cannot write .*: No such file or directory"):
        session.save(tmp_path / "folder" / "game.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chance", "empty", "torn", "two"]


def test_games_on_data_of_ones_own(tmp_path: Path) -> None:
    data = tmp_path / "mine.toml"
    data.write_text("# mine\n" + lineshaft.load_game("railways").data_text, encoding="utf-8")
    game = lineshaft.load_game("railways", data=data)
    session = play_at_random(Session(game, seated(game, 0), seed=1), Random(1), 5)
    with pytest.raises(ReplayError, match="pass the file it was played with"):
        Session.resume(session.replay())
    resumed = Session.resume(session.replay(), data)
    assert resumed.replay() == session.replay()
    if session.undo_plies(0):
        session.undo(0)
    assert session.fork(session.ply).game == game


# --- forks ------------------------------------------------------------------------------------------------------------


def test_a_fork_goes_its_own_way(usual: Game) -> None:
    session = play_at_random(Session(usual, seated(usual, 0, bot="random"), seed=6), Random(6), 12)
    before = session.replay()
    ply = next(move.ply - 1 for move in session.log(0) if move.player == 0 and move.ply > 10)
    forks = [session.fork(ply, seed) for seed in (1, 1, 2)]
    for fork in forks:
        assert fork.log(0) == session.log(0)[:ply] and fork.view(0).to_dict() == session.view(0, ply).to_dict()
        play_at_random(fork, Random(0))
    assert forks[0].replay() == forks[1].replay() != forks[2].replay()
    assert session.replay() == before
    assert session.fork(ply).replay().seed != session.replay().seed
    again = Session.resume(session.fork(ply, 3).replay())
    assert play_at_random(again, Random(1)).log(0) == play_at_random(session.fork(ply, 3), Random(1)).log(0)


def test_no_fork_where_chance_acts() -> None:
    session = Session(lineshaft.load_game("railways"), [PERSON, PERSON], seed=1)
    with pytest.raises(InvalidArgument, match="chance acts at ply 0: fork at a decision"):
        session.fork(0)


# --- what leaves it ---------------------------------------------------------------------------------------------------


def given(session: Session, seat: int | None) -> list[Any]:
    """All that a session hands out for a seat."""
    out: list[Any] = [
        session.seats,
        session.ply,
        session.version,
        session.current_player(),
        session.is_waiting(),
        session.is_terminal(),
        session.end_reason(),
        session.scores().tolist(),
        session.ranking().tolist(),
        session.score_parts(),
        session.ranked_by(),
        session.log(seat),
        session.view(seat).to_dict(),
        session.view(seat, session.ply // 2).to_dict(),
        repr(session).partition(" at ")[0],
    ]
    if seat is not None:
        out += [session.legal_actions(seat).tolist(), session.undo_plies(seat)]
        out += [str(session.explain(seat, action)) for action in range(session.game.num_actions)]
        if session.current_player() == seat:
            out.append(session.hint(seat))
    return out


@pytest.mark.parametrize(("name", "players"), [*((name, None) for name in lineshaft.games()), ("workshop", 2)])
def test_a_seat_is_given_the_same_where_it_cannot_tell_the_difference(name: str, players: int | None) -> None:
    """Whole games in pairs that are told to a seat in the same words, while what is hidden from it differs.

    With two players Workshop has hidden bids.
    """
    game, parted = lineshaft.load_game(name, players), 0
    for seed, viewer in enumerate((0, game.num_players - 1, None)):
        people = () if viewer is None else (viewer,)
        for number, (steps, others) in enumerate(twins(game, viewer, seed)):
            if number % 12 or (steps == others and number % 60):
                continue
            parted += steps != others
            pair = [session_of(game, way, seated(game, *people)) for way in (steps, others)]
            assert given(pair[0], viewer) == given(pair[1], viewer)
    assert parted or name == "arkwright"  # nothing is hidden there
