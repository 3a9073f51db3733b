"""The package as a whole: what it exports, what importing it costs, and that its examples run."""

from __future__ import annotations

import ast
import copy
import doctest
import inspect
import pickle
import subprocess
import sys
import traceback
from collections.abc import Iterator
from importlib.resources import files
from itertools import zip_longest

import pytest

import lineshaft
from lineshaft import _engine, errors


def test_what_is_exported_is_there_and_described() -> None:
    assert lineshaft.__all__ == sorted(lineshaft.__all__)
    for name in lineshaft.__all__:
        assert hasattr(lineshaft, name), name
        assert getattr(lineshaft, name).__doc__, name


@pytest.mark.parametrize(
    "cls", [_engine.Game, _engine.State, _engine.History, _engine.View, _engine.Match, _engine.Bot]
)
def test_the_engines_classes_cannot_be_made_or_extended(cls: type) -> None:
    with pytest.raises(TypeError):
        cls()
    with pytest.raises(TypeError):
        type("Mine", (cls,), {})
    for name in dir(cls):
        if not name.startswith("_"):
            assert getattr(cls, name).__doc__, name


def test_the_examples_run() -> None:
    result = doctest.testmod(lineshaft)
    assert result.attempted > 0
    assert result.failed == 0


def test_types_are_shipped() -> None:
    for name in ("py.typed", "_engine.pyi"):
        assert files("lineshaft").joinpath(name).is_file()


def described(parent: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, str | None]]:
    """What the stub says of a module or class and of all that is public in it, by full name."""
    yield name, ast.get_docstring(parent)
    for node, after in zip_longest(parent.body, parent.body[1:]):
        if isinstance(node, ast.AnnAssign) and isinstance(parent, ast.ClassDef):
            assert isinstance(node.target, ast.Name)
            assert isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            yield f"{name}.{node.target.id}", str(after.value.value)
        elif isinstance(node, ast.ClassDef):
            yield from described(node, f"{name}.{node.name}")
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield f"{name}.{node.name}", ast.get_docstring(node)
        elif isinstance(node, ast.FunctionDef):
            assert ast.get_docstring(node) is None, f"help() does not show what is said of {name}.{node.name}"


def public(thing: object, name: str) -> Iterator[tuple[str, str | None]]:
    """What the engine says of itself, by full name."""
    yield name, inspect.getdoc(thing)
    for inner in vars(thing):
        member = getattr(thing, inner)
        if isinstance(member, type):
            yield from public(member, f"{name}.{inner}")
        elif not inner.startswith("_") and not isinstance(member, int | str):
            yield f"{name}.{inner}", inspect.getdoc(member)


def test_help_says_what_the_stub_says() -> None:
    """Shapes, units and errors, word for word: the comments of the glue are the stub's texts."""
    stub = ast.parse(files("lineshaft").joinpath("_engine.pyi").read_text(encoding="utf-8"))
    wanted, told = dict(described(stub, "_engine")), dict(public(_engine, "_engine"))
    assert len(wanted) > 130 and set(told) == set(wanted)
    assert {name for name, text in wanted.items() if not text} == set()
    assert {name: (told[name] or "").split() for name in wanted} == {n: (t or "").split() for n, t in wanted.items()}


def test_importing_brings_nothing_for_people_and_no_reference_game() -> None:
    program = "import sys, lineshaft; print(*sys.modules)"
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    modules = set(output.split())
    assert not modules & {"click", "rich", "lineshaft.cli", "hypothesis", "pytest"}
    assert not modules & {"lineshaft.envs", "gymnasium", "pettingzoo", "pyspiel", "stable_baselines3", "ray"}
    assert not modules & {f"lineshaft.reference.{name}" for name in lineshaft.games()}


def test_errors_are_one_hierarchy() -> None:
    for name in lineshaft.errors.__all__:
        error = getattr(lineshaft, name)
        assert issubclass(error, lineshaft.LineshaftError)
        raised = error("a sentence", rule="R1")
        assert (str(raised), raised.message, raised.rule) == ("R1: a sentence", "a sentence", "R1")
        assert raised.code


@pytest.mark.parametrize("name", errors.__all__)
def test_errors_show_as_they_are_imported(name: str) -> None:
    error = getattr(lineshaft, name)("no", "odd", "R7")
    assert traceback.format_exception_only(error) == [f"lineshaft.{name}: R7: no\n"]


@pytest.mark.parametrize("name", errors.__all__)
def test_errors_survive_copies_and_pickles_with_all_that_is_on_them(name: str) -> None:
    error = getattr(lineshaft, name)("no", "odd", "R7")
    error.add_note("a note")
    error.seen = [1]
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (type(again), str(again), again.args) == (type(error), "R7: no", ("no",))
        assert (again.message, again.code, again.rule) == ("no", "odd", "R7")
        assert (again.__notes__, again.seen) == (["a note"], [1])


def test_an_error_of_the_engine_survives_a_pickle() -> None:
    state = lineshaft.load_game("railways").new_match(seed=1).state
    action = next(a for a in range(state.game.num_actions) if state.explain(a) is not None)
    found = state.explain(action)
    assert found is not None
    again = pickle.loads(pickle.dumps(found))
    assert (type(again), vars(again)) == (lineshaft.IllegalAction, vars(found))
