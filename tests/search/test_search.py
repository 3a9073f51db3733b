"""Search: it sees nothing but the view, the seed fixes it, and its analysis says what the bot does. In every game."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

import lineshaft
from lineshaft import Game, InvalidArgument, InvalidText, Match, View

FLAT, TREE = "flat:simulations=24,turns=1", "mcts:simulations=24,method=tree,turns=1"
SEARCHES = [FLAT, TREE, f"{TREE},opponents=paranoid", f"{TREE},opponents=self"]


def decisions(game: Game, seed: int) -> Iterator[tuple[Match, int]]:
    """The decisions of a game that greedy plays, without the forced ones; who decides."""
    match = game.new_match(seed)
    bots = [lineshaft.make_bot("greedy:epsilon=0.2", game, seed, player) for player in range(game.num_players)]
    while not match.is_terminal():
        player = match.current_player()
        if len(match.legal_actions()) > 1:
            yield match, player
        match.apply_action(bots[player].choose(match.view(player)))


def phases(game: Game, seed: int = 7) -> dict[str, tuple[Match, int]]:
    """A decision of each phase that the game comes to: the last one, where most is hidden behind what was played."""
    return {match.phase_name(): (match.clone(), player) for match, player in decisions(game, seed)}


def a_view(game: Game) -> View:
    match, player = next(decisions(game, 3))
    return match.view(player)


def test_nothing_hidden_is_looked_at(game: Game) -> None:
    """The position behind the view is exchanged for others that the player cannot tell from it."""
    found = phases(game)
    # Who plays alone, and who plays with all things open, could not tell more positions apart.
    assert len(found) >= 3
    for match, player in found.values():
        view = match.view(player)
        for bot in (FLAT, TREE):
            wanted = lineshaft.analyse(view, bot, seed=5)
            for seed in range(3):
                other = match.state.determinize(player, seed).view(player)
                assert lineshaft.analyse(other, bot, seed=5) == wanted, match.phase_name()
                assert lineshaft.make_bot(bot, game, 5, player).choose(other) == wanted.best.action


@pytest.mark.parametrize("bot", SEARCHES)
def test_the_analysis_is_that_of_the_choice(usual: Game, bot: str) -> None:
    for match, player in phases(usual).values():
        view = match.view(player)
        analysis = lineshaft.analyse(view, bot, seed=9)
        assert analysis.best.action == lineshaft.make_bot(bot, usual, 9, player).choose(view)
        assert sorted(choice.action for choice in analysis.choices) == view.legal_actions().tolist()
        assert sum(choice.visits for choice in analysis.choices) == analysis.simulations <= 24
        assert analysis.player == player and analysis.bot == bot
        for choice in analysis.choices:
            assert choice.text == view.action_to_string(choice.action)
            assert choice.line[0] == (player, choice.text)
            assert (choice.values is None) == (choice.visits == 0)
            for value in choice.values or ():
                assert 0 <= value <= 1
            assert choice.values is None or len(choice.values) == usual.num_players


def test_an_analysis_is_read_by_people_and_programs(usual: Game) -> None:
    analysis = lineshaft.analyse(a_view(usual), TREE)
    lines = str(analysis).splitlines()
    assert TREE in lines[0] and "24 simulations" in lines[0]
    assert len(lines) == 2 + len(analysis.choices)
    assert analysis.best.text in lines[2]
    said = json.loads(json.dumps(analysis.to_dict()))
    assert said["choices"][0]["action"] == analysis.best.action
    assert [step["text"] for step in said["choices"][0]["line"]] == [text for _, text in analysis.best.line]


@pytest.mark.parametrize("objective", ["leader", "score", "win"])
def test_values_are_those_of_the_objective(objective: str) -> None:
    game = lineshaft.load_game("arkwright", players=2)
    analysis = lineshaft.analyse(a_view(game), f"mcts:simulations=40,objective={objective}")
    assert analysis.objective == objective
    sums = [sum(choice.values) for choice in analysis.choices if choice.values is not None]
    # A lead of one is the other's deficit, and one of two is first; both may gain points.
    assert np.allclose(sums, 1) == (objective != "score")


@pytest.mark.parametrize("bot", [FLAT, TREE])
def test_the_same_games_on_any_number_of_threads(usual: Game, bot: str) -> None:
    few = bot.replace("24", "4")
    bots = [few, *["greedy"] * (usual.num_players - 1)]
    one, two = (lineshaft.selfplay(usual, bots, games=3, seed=2, record=True, threads=n) for n in (1, 2))
    assert one.replays == two.replays
    batch = lineshaft.Batch(usual, 2, seed=2, opponents=few, learner=0)
    again = lineshaft.Batch(usual, 2, seed=2, opponents=few, learner=0, threads=2)
    for _ in range(5):
        step = batch.step(batch.bot_actions("greedy"))
        assert np.array_equal(step.observation, again.step(again.bot_actions("greedy")).observation)


@pytest.mark.parametrize("simulations", [1, 2, 7, 300])
def test_no_more_simulations_than_said(simulations: int) -> None:
    view = a_view(lineshaft.load_game("widgets", variant="table"))
    for bot in ("flat", "mcts:method=tree"):
        spec = f"{bot}{',' if ':' in bot else ':'}simulations={simulations},turns=1"
        analysis = lineshaft.analyse(view, spec)
        assert 0.75 * simulations <= analysis.simulations <= simulations
        assert analysis.decisions <= simulations + 1


def test_who_has_nothing_to_analyse() -> None:
    game = lineshaft.load_game("railways")
    match = game.new_match(1)
    with pytest.raises(InvalidArgument, match="bot 'greedy' does not search; choose one of: flat, mcts"):
        lineshaft.analyse(match.view(match.current_player()), "greedy")
    with pytest.raises(InvalidArgument, match="spectator"):
        lineshaft.analyse(match.view(None))
    with pytest.raises(InvalidArgument, match="is not the one to act"):
        lineshaft.analyse(match.view(1 - match.current_player()))
    with pytest.raises(InvalidText, match="there is no bot 'deep'"):
        lineshaft.analyse(match.view(match.current_player()), "deep")
