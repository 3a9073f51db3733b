"""What every game promises, for every variant and number of players of the registry."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import lineshaft
from lineshaft import reference
from lineshaft.errors import GameOver, IllegalAction

ROOT = Path(__file__).parents[2]

Setup = tuple[str, str, int]


def walk(game: lineshaft.Game, seed: int) -> Iterator[tuple[lineshaft.State, int]]:
    """A random game: each state (a live object) with the action or outcome that is taken next; the last with -1."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_sampled_chance():
            action = rng.randrange(1 << 31)
        elif state.is_chance_node():
            ids, weights = zip(*state.chance_weights(), strict=True)
            action = rng.choices(ids, weights)[0]
        else:
            action = rng.choice(state.legal_actions().tolist())
        yield state, action
        state.apply_action(action)
    yield state, -1


def test_legal_actions_are_sorted_unique_and_equal_the_mask(game: lineshaft.Game) -> None:
    for state, _ in walk(game, 1):
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
        assert legal.dtype == np.int32 and mask.dtype == np.bool_ and mask.shape == (game.num_actions,)
        assert legal.tolist() == sorted(set(legal.tolist()))
        if state.current_player() >= 0:
            assert len(legal) >= 1
            assert np.flatnonzero(mask).tolist() == legal.tolist()
        else:
            assert not mask.any()
        if state.is_terminal():
            assert len(legal) == 0


def test_legality_has_one_source(game: lineshaft.Game) -> None:
    """What is listed is accepted, nothing else is: brute force over the whole table, every few plies."""
    for ply, (state, _) in enumerate(walk(game, 2)):
        if state.current_player() < 0 or ply % 7:
            continue
        before = state.to_bytes()
        legal = set(state.legal_actions().tolist())
        for action in range(game.num_actions):
            reason = state.explain(action)
            assert (reason is None) == (action in legal), (state.action_to_string(action), reason)
            if reason is not None:
                assert type(reason) is IllegalAction and reason.code and reason.message
                with pytest.raises(IllegalAction) as raised:
                    state.apply_action(action)
                assert (raised.value.code, str(raised.value)) == (reason.code, str(reason))
        assert state.to_bytes() == before


def test_ids_outside_the_table_are_refused_at_every_node(game: lineshaft.Game) -> None:
    for state, _ in walk(game, 3):
        before = state.to_bytes()
        for action in (-1, game.num_actions + game.num_outcomes + 1000 if not state.is_sampled_chance() else 1 << 31):
            with pytest.raises(IllegalAction):
                state.apply_action(action)
        assert state.to_bytes() == before


def test_chance_outcomes_have_probabilities_that_sum_to_one(game: lineshaft.Game) -> None:
    for state, _ in walk(game, 4):
        if state.is_chance_node() and not state.is_sampled_chance():
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1.0)
            assert state.legal_actions().tolist() == [outcome for outcome, _ in outcomes]
            assert all(weight >= 1 for _, weight in state.chance_weights())
        else:
            assert state.chance_outcomes() == []


def test_every_accessor_answers_at_every_node(game: lineshaft.Game) -> None:
    for ply, (state, _) in enumerate(walk(game, 5)):
        if ply % 5 and not state.is_terminal():
            continue
        assert len(state.scores()) == len(state.ranking()) == len(state.returns()) == game.num_players
        assert isinstance(state.phase_name(), str) and str(state)
        for viewer in [*range(game.num_players), None]:
            view = state.view(viewer)
            assert view.to_dict()["viewer"] == viewer
            assert str(view)
            assert state.observation_tensor(viewer).shape == game.observation_shape
            assert state.observation_tensor(viewer).dtype == np.float32


def test_points_come_from_rules_and_the_first_difference_ranks(game: lineshaft.Game) -> None:
    """The parts of a score add up to it, at every node; each names rules of the game's page, and so do tie-breaks."""
    page = (ROOT / "docs/games" / f"{game.name}.md").read_text(encoding="utf-8")
    told: set[str] = set()
    for state, _ in walk(game, 5):
        parts, ranked = state.score_parts(), state.ranked_by()
        assert [sum(points for _, _, points in of) for of in parts] == state.scores().tolist()
        keys = list(zip(*(numbers for _, _, numbers in ranked), strict=True))
        assert state.ranking().tolist() == [1 + sum(other > key for other in keys) for key in keys]
        told |= {rule for of in parts for _, rule, _ in of} | {rule for _, rule, _ in ranked}
    assert told and all(f"**{rule}**" in page for rule in told)


def test_an_end_is_an_end(game: lineshaft.Game) -> None:
    decisions = chance = 0
    for state, action in walk(game, 6):
        if action >= 0:
            assert state.end_reason() is None and not state.is_terminal()
            assert not state.returns().any()
            decisions += state.current_player() >= 0
            chance += state.is_chance_node()
    assert state.is_terminal() and state.current_player() == -4 and state.end_reason()
    assert decisions <= game.max_game_length and chance <= game.max_chance_nodes
    if game.utility == "win":
        assert state.returns().sum() == pytest.approx(0.0)
    assert min(state.ranking()) == 1
    for action in (0, -1):
        with pytest.raises(GameOver):
            state.apply_action(action)


def test_positions_survive_every_form(game: lineshaft.Game) -> None:
    for ply, (state, action) in enumerate(walk(game, 7)):
        if ply % 3 and action >= 0:
            continue
        data = state.to_bytes()
        twins = [
            state.clone(),
            copy.copy(state),
            copy.deepcopy(state),
            game.state_from_bytes(data),
            game.state_from_dict(state.to_dict()),
        ]
        if ply % 15 == 0:
            twins.append(pickle.loads(pickle.dumps(state)))
        for twin in twins:
            assert twin == state and hash(twin) == hash(state)
            assert twin.to_bytes() == data and twin.hash64() == state.hash64()
        if action >= 0:
            twins[0].apply_action(action)
            assert state.to_bytes() == data
            assert state.child(action) == twins[0]


def test_resampling_keeps_what_the_player_knows(game: lineshaft.Game) -> None:
    """The view, the tensor and the text of a player are the same on every state they cannot tell from the real one."""
    for ply, (state, _) in enumerate(walk(game, 8)):
        if ply % 4:
            continue
        for player in range(game.num_players):
            other = state.determinize(player, seed=ply)
            other.check_invariants()
            assert other.view(player).to_dict() == state.view(player).to_dict()
            assert str(other.view(player)) == str(state.view(player))
            assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
            assert other.to_bytes() == state.determinize(player, seed=ply).to_bytes()


def test_reading_changes_nothing(game: lineshaft.Game) -> None:
    for ply, (state, action) in enumerate(walk(game, 9)):
        if ply % 6:
            continue
        before = state.to_bytes()
        state.legal_actions(), state.legal_actions_mask(), state.to_dict(), state.scores(), state.returns()
        for player in range(game.num_players):
            state.view(player).to_dict(), state.determinize(player, 3), state.observation_tensor(player)
        if action >= 0:
            state.explain(action), state.child(action)
        assert state.to_bytes() == before


def test_returned_things_belong_to_the_caller(game: lineshaft.Game) -> None:
    state = game.new_match(seed=1).state
    before = state.to_bytes()
    state.legal_actions()[:] = 0
    state.legal_actions_mask()[:] = True
    state.observation_tensor(0)[:] = 9
    state.to_dict().clear()
    state.view(0).to_dict().clear()
    assert state.to_bytes() == before
    assert state.observation_tensor(0).max() < 9 or state.legal_actions().any()


def test_action_texts_parse_back(game: lineshaft.Game) -> None:
    texts = [game.action_to_string(a) for a in range(game.num_actions)]
    assert len(set(texts)) == len(texts)
    assert [game.string_to_action(text) for text in texts] == list(range(game.num_actions))
    outcomes = [game.outcome_to_string(o) for o in range(game.num_outcomes)]
    assert [game.string_to_outcome(text) for text in outcomes] == list(range(game.num_outcomes))


def test_same_seed_same_game_whatever_else_draws_numbers(setup: Setup, game: lineshaft.Game) -> None:
    def play(disturb: bool) -> str:
        match = game.new_match(seed=42)
        rng = random.Random(1)
        while not match.is_terminal():
            if disturb:
                random.seed(7)
                np.random.seed(7)
                match.state.determinize(0, 5)
            match.apply_action(rng.choice(match.legal_actions().tolist()))
        return str(match.replay().to_json())

    assert play(False) == play(True)


def test_replays_lead_back_to_the_same_bytes(game: lineshaft.Game) -> None:
    match = game.new_match(seed=11)
    rng = random.Random(2)
    while not match.is_terminal():
        match.apply_action(rng.choice(match.legal_actions().tolist()))
    again = lineshaft.Match.from_replay(match.replay().to_json())
    assert again.state.to_bytes() == match.state.to_bytes()
    assert again.steps == match.steps


def test_a_match_read_back_goes_on_with_the_same_chance(game: lineshaft.Game) -> None:
    """Saved and loaded in the middle, a match has the same chance to its end."""

    def finish(match: lineshaft.Match) -> bytes:
        while not match.is_terminal():
            match.apply_action(int(match.legal_actions()[-1]))
        return bytes(match.state.to_bytes())

    match = game.new_match(seed=5)
    for _ in range(20):
        if not match.is_terminal():
            match.apply_action(int(match.legal_actions()[0]))
    again = lineshaft.Match.from_replay(match.replay().to_json())
    assert finish(again) == finish(match)


def test_the_reference_lists_what_it_accepts(setup: Setup) -> None:
    """The reference keeps the same promise on its own: brute force over the table."""
    name, variant, players = setup
    rng = random.Random(3)
    state = reference.load_game(name, players, variant).new_initial_state()
    for ply in range(400):
        if state.is_terminal():
            break
        if state.is_sampled_chance():
            state.apply_action(rng.randrange(1 << 31))
            continue
        legal = state.legal_actions()
        if not state.is_chance_node() and ply % 9 == 0:
            assert legal == [a for a in range(state.game.num_actions) if state.explain(a) is None]
        state.apply_action(rng.choice(legal))
        state.check_invariants()
