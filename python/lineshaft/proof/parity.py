"""Parity: the engine and the reference play the same game side by side and are compared after every step.

One function, ``run_parity``, serves the tests and ``lineshaft parity``. A game is set up with a variant, rules options
and a number of players drawn from the declarations; then both implementations are driven with the same choices: uniform
ones, ones that seek what has been rare so far (in actions and in chance alike), and the engine's greedy bot. The first
difference ends a game and is reported with the replay that leads to it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

import lineshaft
from lineshaft import _engine, reference
from lineshaft.errors import LineshaftError, ReplayError
from lineshaft.proof.random_data import RandomData, Refused, random_data
from lineshaft.reference import protocol
from lineshaft.reference.options import Option, Value
from lineshaft.reference.rng import Rng
from lineshaft.reference.wording import counted

__all__ = ["Difference", "Differs", "GameReport", "Pair", "ParityReport", "compare_steps", "load_both", "run_parity"]

MODES = ("random", "rare", "greedy", "mixed")
SALTS = protocol.SALTS
T = TypeVar("T")


@dataclass(frozen=True)
class Difference:
    """Where the two implementations part: what was compared, both values, and how to get there."""

    game: str
    what: str
    engine: str
    reference: str
    replay: dict[str, Any]

    def describe(self) -> str:
        """Several lines: the two values, the setup and steps as JSON, and what its data file says otherwise."""
        replay = dict(self.replay)
        data = replay.pop("data", None)
        lines = [
            f"{self.game}, after {counted(len(replay['steps']), 'step')}: {self.what} differs",
            f"  engine:    {self.engine}",
            f"  reference: {self.reference}",
            f"  replay:    {json.dumps(replay)}",
        ]
        if data is not None:
            lines += [f"  data:      {found}" for found in lineshaft.data_differences(self.game, data)]
        return "\n".join(lines)


@dataclass(frozen=True)
class GameReport:
    """One game that was compared."""

    game: str
    variant: str
    players: int
    rules: Mapping[str, Value]
    mode: str
    steps: int
    comparisons: int
    difference: Difference | None
    files_tried: int = 0
    """Of a random data file: how many changed files were loaded on the way to it."""
    files_kept: int = 0
    """And how many of them could be played."""


@dataclass
class ParityReport:
    """All games that were compared."""

    games: int = 0
    steps: int = 0
    comparisons: int = 0
    differences: list[Difference] = field(default_factory=list)
    files_tried: int = 0
    files_kept: int = 0

    def add(self, report: GameReport) -> None:
        self.games += 1
        self.steps += report.steps
        self.comparisons += report.comparisons
        self.files_tried += report.files_tried
        self.files_kept += report.files_kept
        if report.difference is not None:
            self.differences.append(report.difference)


class Differs(Exception):
    """Raised at the first difference; carries what, engine's value, reference's value."""

    def __init__(self, what: str, engine: object, reference_value: object) -> None:
        super().__init__(what)
        self.what, self.engine, self.reference = what, _short(engine), _short(reference_value)


def _short(value: object, limit: int = 2000) -> str:
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}…"


def run_parity(
    names: Sequence[str],
    games: int,
    players: range | None = None,
    seed: int = 0,
    on_game: Callable[[GameReport], None] | None = None,
    *,
    random_files: bool = False,
) -> ParityReport:
    """Compares ``games`` games of each name, all choices fixed by ``seed``.

    ``players`` limits the numbers of players (those a game does not take are left out). ``on_game`` is called after
    each game, for progress. With ``random_files`` each game is played on a random data file of its own, and the files
    that were refused on the way to it must be refused by both in the same words.
    """
    report = ParityReport()
    for name in names:
        rarity = _Rarity()
        for index in range(games):
            file = random_data(name, (seed << 32) + index) if random_files else None
            one = _compare_game(name, players, Rng(seed, (1 << 40) + index), index, rarity, file)
            report.add(one)
            if on_game is not None:
                on_game(one)
    return report


@dataclass
class _Rarity:
    """How often each action and outcome has been taken in this run."""

    actions: Counter[int] = field(default_factory=Counter)
    outcomes: Counter[int] = field(default_factory=Counter)


def _compare_game(
    name: str, players: range | None, rng: Rng, index: int, rarity: _Rarity, file: RandomData | None
) -> GameReport:
    engine_game, reference_game = load_both(name, players, rng, index, file and file.text)
    pair = Pair(engine_game, reference_game, rng)
    mode = MODES[index % len(MODES)]
    difference = _refusals_differ(name, file.refused) if file else None
    try:
        _compare_tables(engine_game, reference_game)
        pair.compare()
        while difference is None and not pair.engine.is_terminal():
            pair.step(_choose(pair, mode, rarity))
            pair.compare()
    except Differs as found:
        difference = Difference(name, found.what, found.engine, found.reference, pair.replay())
    return GameReport(
        game=name,
        variant=engine_game.variant,
        players=engine_game.num_players,
        rules=engine_game.rules,
        mode=mode,
        steps=len(pair.steps),
        comparisons=pair.comparisons,
        difference=difference,
        files_tried=file.tried if file else 0,
        files_kept=file.kept if file else 0,
    )


def _refusals_differ(name: str, refused: Iterable[Refused]) -> Difference | None:
    """The first file that the reference lets in, or refuses in other words than the engine."""
    for text, variant, players, sentence in refused:
        theirs = _loaded(reference.load_game, name, players, variant, None, text)
        found = theirs.message if isinstance(theirs, LineshaftError) else "let in"
        if found != sentence:
            setup = {"game": name, "variant": variant, "players": players, "rules": {}, "steps": [], "data": text}
            return Difference(name, "refusal", sentence, found, setup)
    return None


def compare_steps(record: Mapping[str, Any]) -> Difference | None:
    """Compares engine and reference along recorded steps (``Difference.replay``, a line of a replay).

    Raises:
        ReplayError: a step is not legal: the rules are no longer those of the record.
    """
    setup = (record["game"], record["players"], record["variant"], record["rules"], record.get("data"))
    pair = Pair(_engine_game(*setup), reference.load_game(*setup), Rng(0, 0))
    try:
        pair.compare()
        for ply, line in enumerate(record["steps"]):
            pair.follow(line, ply)
            pair.compare()
    except Differs as found:
        return Difference(record["game"], found.what, found.engine, found.reference, pair.replay())
    return None


# --- set-up -----------------------------------------------------------------------------------------------------------


def load_both(
    name: str, players: range | None, rng: Rng, index: int, data: str | None = None
) -> tuple[Any, protocol.Game]:
    """The same game twice. Choices that both refuse in the same words are drawn again.

    ``data`` is the text of a data file that can be played in some set-up.
    """
    declared = reference.game_class(name)
    allowed = [n for n in range(declared.min_players, declared.max_players + 1) if players is None or n in players]
    if not allowed:
        raise lineshaft.errors.InvalidArgument(
            f"{name} takes {declared.min_players} to {declared.max_players} players: none of them was asked for"
        )
    for _ in range(1000):
        count = _pick(rng, allowed)
        variant = _pick(rng, declared.variants).name
        rules = {} if index % 2 == 0 else _draw_rules(declared.options, rng)
        ours = _loaded(_engine_game, name, count, variant, rules, data)
        theirs = _loaded(reference.load_game, name, count, variant, rules, data)
        if isinstance(ours, LineshaftError) or isinstance(theirs, LineshaftError):
            if _error_facts(ours) != _error_facts(theirs):
                raise AssertionError(f"{name} {count} {variant} {rules}: engine {ours!r}, reference {theirs!r}")
            continue
        return ours, theirs
    raise AssertionError(f"no legal set-up of {name} found in 1000 draws")


def _draw_rules(options: Iterable[Option], rng: Rng) -> dict[str, Value]:
    """A third of the options set to something they allow, often an end of their range."""
    rules: dict[str, Value] = {}
    for option in options:
        if rng.below(3):
            continue
        if option.choices:
            rules[option.name] = _pick(rng, option.choices)
        elif option.none_allowed and rng.below(3) == 0:
            rules[option.name] = None
        else:
            span = option.high - option.low
            within = min(span, 3)
            rules[option.name] = (
                option.low + rng.below(within + 1),
                option.high - rng.below(within + 1),
                option.low + rng.below(span + 1),
            )[rng.below(3)]
    return rules


def _compare_tables(engine: Any, ref: protocol.Game) -> None:
    """Everything fixed in play."""
    for what in ("num_players", "num_actions", "num_outcomes", "max_game_length", "max_chance_nodes"):
        _same(what, getattr(engine, what), getattr(ref, what))
    _same("rules", dict(engine.rules), ref.rules)
    _same("observation_shape", tuple(engine.observation_shape), tuple(ref.observation_shape))
    _same("config_digest", engine.config_digest, ref.config_digest.hex())
    for i in range(ref.num_actions):
        _same(f"text of action {i}", engine.action_to_string(i), ref.action_to_string(i))
    for i in range(ref.num_outcomes):
        _same(f"text of outcome {i}", engine.outcome_to_string(i), ref.outcome_to_string(i))
    ours = [(c.name, tuple(c.shape), c.high, c.summary) for c in engine.observation_channels]
    theirs = [(c.name, tuple(c.shape), c.high, c.summary) for c in ref.observation_channels]
    _same("channels", [c[:3] for c in ours], [c[:3] for c in theirs])


# --- the comparison -------------------------------------------------------------------------------------------------


class Pair:
    """The two states, and the steps that led to them. A comparison that fails raises ``Differs``."""

    def __init__(self, engine_game: Any, reference_game: protocol.Game, rng: Rng) -> None:
        self.engine_game, self.reference_game, self.rng = engine_game, reference_game, rng
        self.engine = engine_game.new_initial_state()
        self.reference = reference_game.new_initial_state()
        self.steps: list[str] = []
        self.comparisons = 0
        self.viewers: list[int | None] = [*range(reference_game.num_players), None]

    def replay(self) -> dict[str, Any]:
        game = self.engine_game
        record = {
            "game": game.name,
            "variant": game.variant,
            "players": game.num_players,
            "rules": dict(game.rules),
            "steps": self.steps,
        }
        is_shipped = game.data_digest == lineshaft.load_game(game.name).data_digest
        return record if is_shipped else {**record, "data": game.data_text}

    def follow(self, line: str, ply: int) -> None:
        """Takes a step as replays write it."""
        text = line.partition(" ")[2]
        try:
            action = self.reference.string_to_action(text)
            error: LineshaftError | None = self.reference.explain(action)
        except LineshaftError as refused:
            error = refused
        if error is not None:
            raise ReplayError(f"step {ply} ({line}): {error}")
        self.step(action)

    def step(self, action: int) -> None:
        """Applies a legal action to both."""
        actor = self.reference.current_player()
        text = self.reference.action_to_string(action)
        self.check("action_to_string", self.engine.action_to_string(action), text)
        self.check("string_to_action", self.engine.string_to_action(text), action)
        for viewer in self.viewers:
            what = f"step_to_string for {viewer}"
            self.check(what, self.engine.step_to_string(action, viewer), self.reference.step_to_string(action, viewer))
        self.check("opened", self.engine.opened(action), self.reference.opened(action))
        self.steps.append(f"{actor if actor >= 0 else '*'} {text}")
        self.engine.apply_action(action)
        self.reference.apply_action(action)

    def check(self, what: str, engine: object, ref: object) -> None:
        self.comparisons += 1
        _same(what, engine, ref)

    def compare(self) -> None:
        """Everything that can be asked of a position."""
        engine, ref = self.engine, self.reference
        engine.check_invariants()
        for what in ("current_player", "phase_name", "end_reason", "is_sampled_chance", "chance_weights", "to_dict"):
            self.check(what, getattr(engine, what)(), getattr(ref, what)())
        self.check("legal_actions", engine.legal_actions().tolist(), ref.legal_actions())
        for what in ("score_parts", "ranked_by"):
            self.check(what, getattr(engine, what)(), getattr(ref, what)())
        for what in ("scores", "ranking", "returns"):
            self.check(what, getattr(engine, what)().tolist(), getattr(ref, what)())
        self.check("to_bytes", engine.to_bytes(), ref.to_bytes())
        for viewer in self._observers():
            self.check(f"view of {viewer}", engine.view(viewer).to_dict(), ref.view(viewer))
            ours = engine.observation_tensor(viewer)
            theirs = np.asarray(ref.observation_tensor(viewer), dtype=np.float32)
            self.comparisons += 1
            if not np.array_equal(ours, theirs):
                raise Differs(f"observation of {viewer}", *_first_entries(self.reference_game, ours, theirs))
        self._compare_errors()
        if self.rng.below(8) == 0:
            self._compare_forms()

    def _observers(self) -> list[int | None]:
        """Whose view and vector are compared: one viewer's after each step, everybody's after one step in four."""
        if self.rng.below(4) == 0:
            return self.viewers
        return [_pick(self.rng, self.viewers)]

    def _compare_errors(self) -> None:
        """Why a few ids are not legal, ids outside the table included."""
        count = self.reference_game.num_actions
        ids = [self.rng.below(count) for _ in range(4)] + [(-1, count, 1 << 40)[self.rng.below(3)]]
        for i in ids:
            ours, theirs = self.engine.explain(i), self.reference.explain(i)
            self.check(f"explain({i})", _error_facts(ours), _error_facts(theirs))

    def _compare_forms(self) -> None:
        """Resampling, and positions read back from both forms."""
        engine, ref = self.engine, self.reference
        ref.check_invariants()
        player = self.rng.below(self.reference_game.num_players)
        seed = self.rng.next()
        ours, theirs = engine.determinize(player, seed), ref.determinize(player, seed)
        self.check(f"determinize({player}, {seed})", ours.to_dict(), theirs.to_dict())
        self.check("bytes read back", self.engine_game.state_from_bytes(ref.to_bytes()).to_bytes(), ref.to_bytes())
        self.check("dict read back", self.engine_game.state_from_dict(ref.to_dict()).to_bytes(), ref.to_bytes())
        data = engine.to_bytes()
        self.check("reference reads bytes", self.reference_game.state_from_bytes(data).to_bytes(), data)
        self.check("reference reads dict", self.reference_game.state_from_dict(engine.to_dict()).to_bytes(), data)
        self.check("hash64", engine.hash64(), ref.hash64())
        self.check("mask", engine.legal_actions_mask().tolist(), ref.legal_actions_mask())


def _same(what: str, engine: object, ref: object) -> None:
    if engine != ref:
        if isinstance(engine, Mapping) and isinstance(ref, Mapping):
            for key in [*engine, *(k for k in ref if k not in engine)]:
                _same(f"{what}[{key!r}]", engine.get(key, "absent"), ref.get(key, "absent"))
        raise Differs(what, engine, ref)


def _first_entries(game: protocol.Game, ours: Any, theirs: Any) -> tuple[str, str]:
    """The first few entries that differ, by channel."""
    start = 0
    mine: list[str] = []
    yours: list[str] = []
    for channel in game.observation_channels:
        for i in range(start, start + channel.size):
            if ours[i] != theirs[i] and len(mine) < 4:
                mine.append(f"{channel.name}[{i - start}] = {float(ours[i]) * channel.high:g}")
                yours.append(f"{channel.name}[{i - start}] = {float(theirs[i]) * channel.high:g}")
        start += channel.size
    return ", ".join(mine), ", ".join(yours)


def _error_facts(value: object) -> object:
    """What must be the same of an error: class, code, rule, sentence."""
    if isinstance(value, LineshaftError):
        return (type(value).__name__, value.code, value.rule, value.message)
    return None if value is None else "no error"


def _engine_game(
    name: str, players: int, variant: str, rules: Mapping[str, Value] | None, data: str | None
) -> lineshaft.Game:
    """The engine's game; ``data`` is the text of a data file."""
    return _engine.load_game_text(name, players, variant, None if rules is None else dict(rules), data, None)


def _loaded(load_game: Callable[..., Any], *setup: object) -> Any:
    """The game, or the error that refuses the set-up."""
    try:
        return load_game(*setup)
    except LineshaftError as error:
        return error


# --- choices ----------------------------------------------------------------------------------------------------------


def _choose(pair: Pair, mode: str, rarity: _Rarity) -> int:
    """The next action or outcome, the same for both implementations."""
    state, rng = pair.reference, pair.rng
    if mode == "mixed":
        mode = MODES[rng.below(3)]
    if state.is_chance_node():
        if state.is_sampled_chance():
            return rng.below(SALTS)
        weights = state.chance_weights()
        if mode == "rare":
            return _rarest(rng, [outcome for outcome, _ in weights], rarity.outcomes)
        return weights[rng.weighted([weight for _, weight in weights])][0]
    legal = state.legal_actions()
    if mode == "rare":
        return _rarest(rng, legal, rarity.actions)
    if mode == "greedy":
        player = state.current_player()
        bot = lineshaft.make_bot("greedy", pair.engine_game, seed=rng.next(), player=player)
        return bot.choose(pair.engine.view(player))
    return _pick(rng, legal)


def _rarest(rng: Rng, ids: Sequence[int], taken: Counter[int]) -> int:
    """Mostly the id taken least often so far, sometimes any."""
    choice = _pick(rng, ids) if rng.below(4) == 0 else min(ids, key=lambda i: (taken[i], rng.next()))
    taken[choice] += 1
    return choice


def _pick(rng: Rng, items: Sequence[T]) -> T:
    return items[rng.below(len(items))]
