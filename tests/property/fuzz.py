"""Damaged input by the thousand: bytes, dicts, data files, replays, texts; and data files that are valid.

    python tests/property/fuzz.py GAME KIND CASES SEED

gives damaged input to the engine and prints what came of it as one JSON object. Whatever goes in, what comes out is a
result that can be used, or an error of the hierarchy. A panic, a case that takes seconds, or memory out of proportion
ends the program with an error. Kinds and numbers that the tests run are in ``test_damaged_input.py``.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lineshaft
from lineshaft import LineshaftError
from lineshaft.proof.random_data import random_data
from lineshaft.proof.setups import setups
from lineshaft.tables import NpzWriter, convert_replays

SLOWEST = 2.0
"""Seconds of the processor that no case may take."""
ROOM = 512 << 20
"""Bytes of address space that the program may take beyond what it has when it begins."""

Case = Callable[[], object]
HUGE = (-1, 0, 1, 2, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30)


class Material:
    """A game with good input to damage: positions in both forms, its data file, replays, texts."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self.rng = rng
        variant, players = rng.choice(list(setups(name)))
        self.game = lineshaft.load_game(name, players=players, variant=variant)
        match = self.game.new_match(rng.getrandbits(64))
        states = [self.game.new_initial_state(), match.state]
        while not match.is_terminal():
            match.apply_action(rng.choice(match.legal_actions().tolist()))
            states.append(match.state)
        states = rng.sample(states, min(8, len(states)))
        self.bytes = [state.to_bytes() for state in states]
        self.dicts = [json.dumps(state.to_dict()) for state in states]
        self.replay = match.replay().to_json()
        self.texts = [self.game.action_to_string(a) for a in range(self.game.num_actions)]

    # --- damage -------------------------------------------------------------------------------------------------------

    def number(self) -> int:
        return self.rng.choice([self.rng.randint(-3, 40), self.rng.choice(HUGE)])

    def value(self, depth: int = 3) -> Any:
        """Any JSON value; sometimes a long or a deep one."""
        kind = self.rng.randrange(12)
        if kind < 4:
            return self.number()
        if kind < 6:
            return self.text()
        if kind == 6:
            return self.rng.choice([None, True, False, 0.5, -1e300, 1e-300])
        if kind == 7:
            deep: Any = []
            for _ in range(self.rng.choice([2, 100, 500])):
                deep = [deep]
            return deep
        if kind == 8:
            return [self.number()] * self.rng.choice([0, 3, 5000])
        if depth == 0:
            return {}
        count = self.rng.randrange(4)
        if kind < 10:
            return [self.value(depth - 1) for _ in range(count)]
        return {self.text(): self.value(depth - 1) for _ in range(count)}

    def text(self) -> str:
        kind = self.rng.randrange(4)
        if kind == 0:
            return self.rng.choice(self.texts)
        if kind == 1:
            return self.rng.choice(
                ["", " ", "\0", "é", "x" * 5000, "-1", "salt", "salt -1", "salt 99999999999999999999"]
            )
        letters = list(self.rng.choice(self.texts))
        for _ in range(self.rng.randint(1, 3)):
            letters.insert(self.rng.randrange(len(letters) + 1), self.rng.choice("0 9a,#*\u2028\U0001f682"))
        return "".join(letters[: self.rng.randint(1, len(letters))])

    def damage_bytes(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(self.rng.randint(1, 4)):
            place = self.rng.randrange(len(changed) + 1)
            match self.rng.randrange(6):
                case 0:
                    del changed[place:]
                case 1:
                    del changed[place : place + self.rng.randint(1, 9)]
                case 2:
                    changed[place:place] = self.rng.randbytes(self.rng.randint(1, 9))
                case 3:
                    changed[place : place + 4] = self.rng.choice(
                        [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\x7f"]
                    )
                case _ if place < len(changed):
                    changed[place] = self.rng.choice([0, 1, 255, changed[place] ^ (1 << self.rng.randrange(8))])
        return bytes(changed)

    def damage_json(self, value: Any) -> Any:
        """The value with something inside it changed, added or taken away."""
        inner, steps = value, self.rng.randint(0, 6)
        while steps and (inner and isinstance(inner, dict | list)):
            keys = list(inner) if isinstance(inner, dict) else range(len(inner))
            key = self.rng.choice(keys)
            if steps == 1 or not (isinstance(inner[key], dict | list) and inner[key]):
                self.change(inner, key)
                break
            inner, steps = inner[key], steps - 1
        return value if steps else self.value()

    def change(self, inner: Any, key: Any) -> None:
        match self.rng.randrange(6):
            case 0:
                del inner[key]
            case 1 if isinstance(inner, list):
                inner.insert(key, inner[self.rng.randrange(len(inner))])
            case 1:
                inner[self.text()] = inner[key]
            case 2 if type(inner[key]) is int:
                inner[key] += self.rng.choice([-2, -1, 1, 2])
            case 3 if isinstance(inner, list):
                self.rng.shuffle(inner)
            case _:
                inner[key] = self.value()

    def damage_lines(self, text: str) -> str:
        """A file of lines with a line gone, doubled, moved or changed."""
        lines = text.splitlines()
        for _ in range(self.rng.randint(1, 3)):
            place = self.rng.randrange(len(lines))
            match self.rng.randrange(7):
                case 0:
                    del lines[place]
                case 1:
                    lines.insert(self.rng.randrange(len(lines)), lines[place])
                case 2:
                    lines[place] = lines[place][: self.rng.randrange(len(lines[place]) + 1)]
                case 3:
                    lines[place] = re.sub(r'"[^"]*"', lambda _: json.dumps(self.text()), lines[place], count=1)
                case _:
                    numbers = list(re.finditer(r"-?\d+", lines[place]))
                    if numbers:
                        found = self.rng.choice(numbers)
                        lines[place] = lines[place][: found.start()] + str(self.number()) + lines[place][found.end() :]
        return "\n".join(lines) + "\n"

    # --- one case of each kind ----------------------------------------------------------------------------------------

    def case_bytes(self) -> Case:
        good = self.rng.choice(self.bytes)
        data = self.rng.randbytes(self.rng.randrange(600)) if self.rng.randrange(10) == 0 else self.damage_bytes(good)
        return lambda: self.use(self.game.state_from_bytes(data))

    def case_dict(self) -> Case:
        position = self.damage_json(json.loads(self.rng.choice(self.dicts)))
        return lambda: self.use(self.game.state_from_dict(position))

    def case_replay(self) -> Case:
        if self.rng.randrange(3):
            line = json.dumps(self.damage_json(json.loads(self.replay))).encode()
        else:
            line = self.damage_bytes(self.replay.encode())
        return lambda: self.read(line)

    def case_text(self) -> Case:
        text = self.text()
        state = self.game.state_from_bytes(self.rng.choice(self.bytes))
        calls: list[Callable[[str], object]] = [self.game.string_to_action, self.game.string_to_outcome]
        calls += [state.string_to_action, lineshaft.load_game, lambda text: lineshaft.make_bot(text, self.game)]
        call = self.rng.choice(calls)
        return lambda: call(text)

    def case_data(self) -> Case:
        """A random valid file is played, and so are positions on it that are read back."""
        text, seed = random_data(self.game.name, self.rng.getrandbits(32)).text, self.rng.getrandbits(32)
        return lambda: self.play_through(text, seed)

    def case_toml(self) -> Case:
        text = self.damage_lines(self.game.data_text)
        return lambda: self.play(text)

    # --- what was let in must work ------------------------------------------------------------------------------------

    def use(self, state: lineshaft.State) -> None:
        state.check_invariants()
        assert self.game.state_from_bytes(state.to_bytes()) == state
        player = self.rng.randrange(self.game.num_players)
        state.view(player).to_dict()
        state.determinize(player, 1).check_invariants()
        for _ in range(12):
            if state.is_terminal():
                break
            legal = state.legal_actions().tolist()
            state.apply_action(self.rng.choice(legal) if legal else self.rng.randrange(1 << 31))
            state.check_invariants()

    def read(self, line: bytes) -> None:
        """As a line of a file: it is followed, walked through, and becomes a table."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "games.jsonl")
            path.write_bytes(line)
            for _, found in lineshaft.scan_replays(path):
                if isinstance(found, lineshaft.ReplayError):
                    raise found
                lineshaft.Match.from_replay(found)
            with NpzWriter(Path(folder, "games.npz")) as writer:
                for _, _, faults in convert_replays(path, writer, threads=1):
                    assert not faults

    def play_through(self, data: str, seed: int) -> None:
        """In each set-up that can be played: a game of each bot, and one step by step."""
        for variant, players in setups(self.game.name):
            try:
                game = lineshaft._engine.load_game_text(self.game.name, players, variant, None, data, None)
            except lineshaft.InvalidData:
                continue
            for bot in ("random", "greedy"):
                played = lineshaft.selfplay(game, [bot] * players, games=1, seed=seed)
                assert played.decisions[0] <= game.max_game_length
            self.step_through(game, seed)

    def step_through(self, game: lineshaft.Game, seed: int) -> None:
        """Every position is sound, has a legal action unless it is over, and some are read back."""
        match = game.new_match(seed)
        while not match.is_terminal():
            match.state.check_invariants()
            if self.rng.randrange(30) == 0:
                state = match.state
                assert game.state_from_bytes(state.to_bytes()) == state
                assert game.state_from_dict(state.to_dict()) == state
                state.determinize(self.rng.randrange(game.num_players), 1).check_invariants()
            match.apply_action(self.rng.choice(match.legal_actions().tolist()))

    def play(self, data: str) -> None:
        game = lineshaft._engine.load_game_text(self.game.name, None, None, None, data, None)
        bots = ["random"] * game.num_players
        played = lineshaft.selfplay(game, bots, games=1, seed=self.rng.getrandbits(32))
        assert played.decisions[0] <= game.max_game_length


KINDS = ("bytes", "dict", "replay", "text", "toml", "data")


def run(name: str, kind: str, cases: int, seed: int) -> dict[str, Any]:
    """How often damaged input was let in, and the codes with which it was refused."""
    rng = random.Random(f"{name} {kind} {seed}")
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    material = Material(name, rng)
    for index in range(cases):
        if index % 200 == 199:
            material = Material(name, rng)
        case = getattr(material, f"case_{kind}")()
        started = time.process_time()
        try:
            case()
        except LineshaftError as error:
            assert error.code != "internal" and error.message, f"case {index}: {error!r}"
            outcomes[error.code] += 1
        else:
            outcomes["let in"] += 1
        slowest = max(slowest, time.process_time() - started)
        assert slowest < SLOWEST, f"case {index} took {slowest:.1f} s"
    return {"game": name, "kind": kind, "cases": cases, "slowest_ms": round(1000 * slowest, 1), "outcomes": outcomes}


def limit_memory() -> None:
    """From here on, memory out of proportion is an error (where the system can say so)."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + ROOM
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    limit_memory()
    sys.stdout.write(json.dumps(run(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))) + "\n")
