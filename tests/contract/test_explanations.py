"""Why an action of another phase is not a choice: in the words of the game's page, alike in engine and reference."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lineshaft
from lineshaft.reference.replay import Library

ROOT = Path(__file__).parents[2]


def tables(name: str) -> tuple[dict[re.Pattern[str], str], dict[str, str]]:
    """What the page says of the beginnings of texts, the longest first, and of phases."""
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    [part] = re.findall(r"^### Actions of other phases\n(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    middle = part.splitlines().index("| phase | now |")
    first = sum(line.startswith("| `") for line in part.splitlines()[:middle])
    when = {word: said for words, said in rows[:first] for word in re.findall("`([^`]*)`", words)}
    patterns = {
        re.compile(re.escape(word).replace("…", "[0-9]+")): when[word] for word in sorted(when, key=len, reverse=True)
    }
    return patterns, {phase.strip("`"): said for phase, said in rows[first:]}


def decisions(name: str) -> Iterator[tuple[lineshaft.State, Any]]:
    """Positions of the recorded games at which a player decides: the engine's and the reference's."""
    shipped = [ROOT / "seeds" / folder / f"{name}.jsonl" for folder in ("edges", "")]
    for file in (*shipped, *sorted((ROOT / "seeds" / "data").glob(f"{name}-*.jsonl"))):
        data = None if file in shipped else file.with_suffix(".toml")
        library = Library(None if data is None else data.read_text(encoding="utf-8"))
        for line in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            record = line.get("replay", line)
            slow = library.game(record).new_initial_state()
            for state, choice in lineshaft.Playback(lineshaft.Replay(record), data).choices():
                if not state.is_chance_node():
                    yield state, slow
                slow.apply_action(choice)


@pytest.mark.parametrize("name", lineshaft.games())
def test_an_action_of_another_phase_is_told_when_it_is_possible_and_what_is_done_now(name: str) -> None:
    when, now = tables(name)
    kinds, seen = set(when), dict[tuple[str, int], int]()
    for state, slow in decisions(name):
        phase, actions = state.phase_name(), state.game.num_actions
        seen[phase, actions] = seen.get((phase, actions), 0) + 1
        if seen[phase, actions] > 3:
            continue
        for action in range(actions):
            found, other = state.explain(action), slow.explain(action)
            if found is None or found.code != "wrong_phase":
                continue
            text = state.action_to_string(action)
            kind = next(pattern for pattern in when if pattern.match(text))
            kinds.discard(kind)
            assert (found.message, found.rule) == (other.message, other.rule)
            assert str(found) == f"{text} is not a choice now: {when[kind]}; now {now[phase]}"
    assert {phase for phase, _ in seen} == set(now) and not kinds, (set(now) - {phase for phase, _ in seen}, kinds)
