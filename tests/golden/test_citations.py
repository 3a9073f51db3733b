"""How citations in the reference's source are read, and when they count as visited."""

from __future__ import annotations

import pytest

import lineshaft
from lineshaft.proof import citations
from lineshaft.proof.citations import Citation, RuleTracer
from lineshaft.proof.edges import find_edges
from lineshaft.proof.golden import watch

SOURCE = '''"""R1 at the top belongs to no function."""


def head(x):  # R2
    """R3 and R4 to R6 in the docstring."""
    # R7 above a statement
    y = x + 1
    if y > 3:  # R8
        return [
            1,  # R9
            2,
        ]
    elif y > 2:
        return 2
    else:  # R10
        y = 4
    match y:
        case 4:  # R11
            y = 5
    for _ in ():  # R12
        if y:
            y = 6
    return y


# R13 above a function
@str
def decorated():
    return "no R14b here"
'''


def lines_of(rule: str) -> set[int]:
    found = citations._read("file.py", SOURCE)
    return {line for line, cited in found.lines.items() if any(c.rule == rule for c in cited)}


def test_where_citations_are_visited() -> None:
    found = citations._read("file.py", SOURCE)
    assert {c.rule for c in found.functions[4]} == {"R2", "R3", "R4", "R5", "R6"}
    assert {c.rule for c in found.functions[27]} == {"R13"}
    assert {c.rule for c in found.elsewhere} == {"R1"}
    expected = {"R7": {7}, "R8": {9, 10, 11, 12}, "R9": {9, 10, 11, 12}, "R10": {16}, "R11": {19}, "R12": {21}}
    assert {rule: lines_of(rule) for rule in expected} == expected
    assert Citation("R8", "file.py", 8) in found.inside()
    assert "R14" not in {c.rule for c in found.inside()}


@pytest.mark.long
@pytest.mark.parametrize("name", lineshaft.games())
def test_playing_visits_rules(name: str) -> None:
    game = lineshaft.load_game(name)
    replay = lineshaft.play(game, ["random"] * game.num_players, seed=3)
    _, playing = watch(replay.to_dict())
    assert playing and playing <= citations.citations(name)


def test_nothing_is_watched_outside_the_context() -> None:
    name = lineshaft.games()[0]
    with RuleTracer(name) as tracer:
        pass
    lineshaft.reference.load_game(name).new_initial_state().legal_actions()
    assert tracer.visited == set() and tracer.rules == set()


@pytest.mark.long
def test_the_search_keeps_what_it_needs() -> None:
    name = lineshaft.games()[0]
    told: list[str] = []
    found = find_edges(name, 2, seed=5, on_game=told.append)
    assert len(told) == 2 and 1 <= len(found) <= 2
    for edge in found:
        others = set().union(*(other.visited for other in found if other is not edge))
        assert edge.visited - others, "a game that adds nothing was kept"
