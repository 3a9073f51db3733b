"""Which numbered rules of a game a piece of play visits, seen from the citations in the reference's source.

The reference cites the rules where it follows them (``# R12``, or the rule of an error). A citation is visited when its
code runs: the statement with the citation; for one at the head of a function, in its docstring or in a comment
above it, the function; for one at an ``if``, ``for`` or ``case``, what stands below it. Each citation is counted for
itself, so that a rule with many sides is not done with when one of them was seen. Nothing is written per game, and no
game knows of it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any, NamedTuple, Self

import lineshaft
from lineshaft import reference

__all__ = ["Citation", "RuleTracer", "ask", "citations", "cited_rules", "declared_rules", "sort_rules"]

RULE = re.compile(r"\bR([1-9][0-9]*)(?: to R([1-9][0-9]*))?\b")
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Citation(NamedTuple):
    """A rule, and the file and line that cite it."""

    rule: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.rule} ({self.file}:{self.line})"


Cited = Mapping[int, frozenset[Citation]]


class _Source(NamedTuple):
    """What one file cites: by line of a statement, by first line of a function, and outside of functions."""

    lines: Cited
    functions: Cited
    elsewhere: frozenset[Citation]

    def inside(self) -> frozenset[Citation]:
        return frozenset().union(*self.lines.values(), *self.functions.values())


def sort_rules(rules: Iterable[str]) -> list[str]:
    """R2 before R10."""
    return sorted(rules, key=lambda rule: int(rule[1:]))


@cache
def cited_rules(name: str) -> tuple[str, ...]:
    """Every rule that the reference of a game cites, wherever it stands."""
    sources = _sources(name).values()
    return tuple(sort_rules({cited.rule for source in sources for cited in source.inside() | source.elsewhere}))


@cache
def citations(name: str) -> frozenset[Citation]:
    """Every citation inside a function of a game's reference: those that play can visit."""
    return frozenset().union(*(source.inside() for source in _sources(name).values()))


def declared_rules(replay: Mapping[str, Any]) -> set[str]:
    """The rules of the variant that a replay plays, and of the options that it sets away from their defaults."""
    declared = lineshaft.describe(replay["game"])
    rules = {variant["rule"] for variant in declared["variants"] if variant["name"] == replay["variant"]}
    given = replay["rules"]
    return rules | {o["rule"] for o in declared["options"] if given.get(o["name"], o["default"]) != o["default"]}


class RuleTracer:
    """A context in which the reference of a game is watched; ``visited`` is the set of citations that were run.

    Only functions with citations that were not visited yet are followed line by line, so that long play costs little.
    """

    def __init__(self, name: str) -> None:
        self.visited: set[Citation] = set()
        self._sources = _sources(name)
        self._waiting: dict[CodeType, dict[int, frozenset[Citation]]] = {}
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = sys.gettrace()
        sys.settrace(self._on_call)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.settrace(self._before)

    @property
    def rules(self) -> set[str]:
        return {cited.rule for cited in self.visited}

    def _on_call(self, frame: FrameType, event: str, _arg: object) -> Any:
        waiting = self._waiting.get(frame.f_code)
        if waiting is None:
            waiting = self._waiting[frame.f_code] = self._first_call(frame.f_code)
        return self._on_line if waiting else None

    def _first_call(self, code: CodeType) -> dict[int, frozenset[Citation]]:
        """Counts what the head of a function cites, and gives the lines that are still to be seen."""
        source = self._sources.get(code.co_filename)
        if source is None:
            return {}
        self.visited |= source.functions.get(code.co_firstlineno, frozenset())
        lines = {line for _, _, line in code.co_lines() if line is not None}
        return {line: cited for line, cited in source.lines.items() if line in lines}

    def _on_line(self, frame: FrameType, event: str, _arg: object) -> Any:
        waiting = self._waiting[frame.f_code]
        if event == "line" and (cited := waiting.pop(frame.f_lineno, None)):
            self.visited |= cited
        return self._on_line if waiting else None


# --- reading the source -----------------------------------------------------------------------------------------------


@cache
def _sources(name: str) -> dict[str, _Source]:
    """The citations of each file of a game's reference, by the file's name as code objects have it."""
    module = sys.modules[reference.game_class(name).__module__]
    assert module.__file__ is not None
    folder = Path(module.__file__).parent
    return {str(path): _read(path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))}


def _read(name: str, text: str) -> _Source:
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    by_line: defaultdict[int, set[Citation]] = defaultdict(set)
    by_function: defaultdict[int, set[Citation]] = defaultdict(set)
    elsewhere: set[Citation] = set()
    for number, rules in _citations(text.splitlines()):
        cited = {Citation(rule, name, number) for rule in rules}
        function = _innermost(functions, number)
        if function is None:
            elsewhere |= cited
        elif number < _first_line(function.body[0]) or _is_docstring(function, number):
            by_function[_first_line(function)] |= cited
        else:
            for line in _lines_that_visit(function, number):
                by_line[line] |= cited
    return _Source(_frozen(by_line), _frozen(by_function), frozenset(elsewhere))


def _frozen(found: Mapping[int, set[Citation]]) -> dict[int, frozenset[Citation]]:
    return {line: frozenset(cited) for line, cited in found.items()}


def _citations(rows: list[str]) -> Iterator[tuple[int, set[str]]]:
    """(line, rules); a comment on a line of its own belongs to the next line of code."""
    for index, row in enumerate(rows):
        rules = {f"R{n}" for first, last in RULE.findall(row) for n in range(int(first), int(last or first) + 1)}
        if not rules:
            continue
        place = index
        while place + 1 < len(rows) and (not rows[place].strip() or rows[place].lstrip().startswith("#")):
            place += 1
        yield place + 1, rules


def _first_line(node: Any) -> int:
    """Decorators included, as code objects count."""
    own = int(node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno)
    return min([own, *(int(decorator.lineno) for decorator in getattr(node, "decorator_list", ()))])


def _last_line(node: Any) -> int:
    return int((node.body[-1] if isinstance(node, ast.match_case) else node).end_lineno or 0)


def _innermost(nodes: Iterable[Any], line: int) -> Any:
    around = [node for node in nodes if _first_line(node) <= line <= _last_line(node)]
    return max(around, key=_first_line, default=None)


def _is_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef, line: int) -> bool:
    first = function.body[0]
    return ast.get_docstring(function) is not None and first.lineno <= line <= (first.end_lineno or first.lineno)


def _lines_that_visit(function: ast.AST, line: int) -> range:
    """The lines of the statement that follows a citation, see the top of this file."""
    node: Any = function
    while True:
        inner = [child for block in BLOCKS for child in getattr(node, block, ())]
        around = _innermost(inner, line)
        if around is not None and any(getattr(around, block, ()) for block in BLOCKS):
            node = around
        elif around is not None:
            return range(around.lineno, _last_line(around) + 1)
        else:
            break
    below = min((child for child in inner if _first_line(child) >= line), key=_first_line, default=inner[0])
    return _run_first(below)


def _run_first(node: ast.AST) -> range:
    """The lines of a statement that run whenever it is reached: all of a plain one, the head of one with a block."""
    if isinstance(node, ast.match_case | ast.ExceptHandler):
        return _run_first(node.body[0])
    blocks = [child for block in BLOCKS for child in getattr(node, block, ())]
    last = min((_first_line(child) for child in blocks), default=_last_line(node) + 1) - 1
    return range(_first_line(node), max(last, _first_line(node)) + 1)


# --- asking a position ------------------------------------------------------------------------------------------------


def ask(state: reference.State[Any], ply: int) -> None:
    """Asks a position of the reference, while it is watched, what rules can answer: at each ply why a few actions are
    not legal, how the table stands; now and then all else. What is asked is fixed by ``ply``."""
    if ply % 3 == 0:
        state.legal_actions()
    count = state.game.num_actions
    for k in range(8):
        state.explain((ply * 37 + k * (count // 8 + 1)) % count)
    state.scores()
    if ply % 16 and not state.is_terminal():
        return
    state.ranking()
    state.score_parts()
    for player in (*range(state.game.num_players), None):
        state.view(player)
        state.observation_tensor(player)
        if player is not None:
            state.determinize(player, ply)
    state.check_invariants()
