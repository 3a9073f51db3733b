"""Arrows point one way: core knows no Python, the reference nothing but the standard library, the CLI no rule."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import lineshaft

ROOT = Path(__file__).parents[2]
CORE = ROOT / "rust/core/src"
GLUE = ROOT / "rust/py/src"
PYTHON = ROOT / "python/lineshaft"

# What errors are, and how what others wrote stands in them: the same for all layers.
SENTENCES = ("lineshaft.reference.errors", "lineshaft.reference.wording")


def imports(path: Path, package: str) -> Iterator[str]:
    """The full names of the modules that a file of ``package`` imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            base = parents[: len(parents) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def python_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py"))


def package_of(path: Path, folder: Path, name: str) -> str:
    return ".".join([name, *path.relative_to(folder).parts[:-1]])


def test_core_depends_on_no_python() -> None:
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    needs = {package["name"]: package.get("dependencies", []) for package in lock["package"]}
    reached: set[str] = set()
    waiting = ["lineshaft-core"]
    while waiting:
        name = waiting.pop().split(" ")[0]
        if name not in reached:
            reached.add(name)
            waiting += needs[name]
    assert len(reached) > 5
    assert not [name for name in reached if name.startswith(("pyo3", "numpy", "pythonize"))]


def test_core_is_pure() -> None:
    assert "#![forbid(unsafe_code)]" in (CORE / "lib.rs").read_text(encoding="utf-8")
    impure = re.compile(r"std::(fs|io|net|env|process)\b(?!::id\b)|\bInstant\b|\bSystemTime\b|\bpyo3\b")
    for path in CORE.rglob("*.rs"):
        code = "\n".join(
            line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("//")
        )
        assert not impure.search(code), f"{path.relative_to(ROOT)} does I/O, reads a clock or knows Python"


def test_glue_knows_no_game() -> None:
    words = re.compile(rf"\b({'|'.join(lineshaft.games())})\b|\bR[1-9][0-9]*\b")
    for path in GLUE.rglob("*.rs"):
        found = words.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path.relative_to(ROOT)} speaks of {found and found[0]}: rules belong in rust/core"


def test_glue_classes_are_frozen_or_say_why() -> None:
    for path in GLUE.rglob("*.rs"):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if line.startswith("#[pyclass") and "frozen" not in line:
                above = " ".join(lines[max(0, number - 8) : number])
                assert "one thread" in above, f"{path.name}:{number + 1}: say why this class is not frozen"


def test_reference_imports_only_the_standard_library() -> None:
    folder = PYTHON / "reference"
    for path in python_files(folder):
        for name in imports(path, package_of(path, folder, "lineshaft.reference")):
            top = name.split(".")[0]
            inside = name == "lineshaft.reference" or name.startswith("lineshaft.reference.")
            assert inside or top in sys.stdlib_module_names, f"{path.relative_to(ROOT)} imports {name}"


def test_only_what_compares_with_the_reference_imports_it() -> None:
    for path in sorted(PYTHON.glob("*.py")):
        for name in imports(path, "lineshaft"):
            allowed = not name.startswith("lineshaft.reference") or name.startswith(SENTENCES)
            assert allowed, f"{path.name} imports {name}"


def test_each_adapter_imports_its_framework_alone() -> None:
    """Adapters stand on the engine and the registry; nothing stands on them, and their package needs no framework."""
    frameworks = {
        "__init__": set(),
        "gymnasium": {"gymnasium"},
        "openspiel": {"open_spiel", "pyspiel"},
        "pettingzoo": {"gymnasium", "pettingzoo"},
        "rllib": {"gymnasium", "ray"},
        "sb3": {"gymnasium", "stable_baselines3"},
    }
    below = ("lineshaft._engine", "lineshaft.envs", "lineshaft.errors", "lineshaft.registry")
    paths = python_files(PYTHON / "envs")
    assert {path.stem for path in paths} == set(frameworks)
    for path in paths:
        for name in imports(path, "lineshaft.envs"):
            top, ours = name.split(".")[0], name.startswith(below)
            allowed = sys.stdlib_module_names | {"numpy"} | frameworks[path.stem]
            assert ours or top in allowed, f"envs/{path.name} imports {name}"
    for path in [*PYTHON.glob("*.py"), *python_files(ROOT / "cli")]:
        package = package_of(path, PYTHON, "lineshaft") if path.is_relative_to(PYTHON) else "lineshaft.cli"
        assert not [name for name in imports(path, package) if name.startswith("lineshaft.envs")], path.name


BELOW_SERVE = ("_engine", "bot", "drafts", "errors", "registry", "rulebook", "serve", "session", "show")


def test_the_server_stands_on_the_session_and_nothing_on_the_server() -> None:
    """It knows views, not states: what is hidden has no way into a page. Only the command imports it."""
    below = (*(f"lineshaft.{module}" for module in BELOW_SERVE), *SENTENCES)
    for path in python_files(PYTHON / "serve"):
        for name in imports(path, "lineshaft.serve"):
            top, ours = name.split(".")[0], name == "lineshaft" or name.startswith(below)
            allowed = sys.stdlib_module_names | {"anyio", "starlette", "uvicorn"}
            assert ours or top in allowed, f"serve/{path.name} imports {name}"
            assert name not in {"lineshaft._engine.State", "lineshaft._engine.Match"}, f"serve/{path.name}"
    others = [path for path in python_files(PYTHON) if path.relative_to(PYTHON).parts[0] not in {"cli", "serve"}]
    commands = [path for path in python_files(ROOT / "cli") if path.name != "serve.py"]
    for path in [*others, *commands]:
        package = package_of(path, PYTHON, "lineshaft") if path in others else "lineshaft.cli"
        assert not [name for name in imports(path, package) if name.startswith("lineshaft.serve")], path.name


def test_importing_lineshaft_loads_no_reference_game() -> None:
    code = "import sys, lineshaft; print(*(m for m in sys.modules if m.startswith('lineshaft.reference.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    games = {f"lineshaft.reference.{name}" for name in lineshaft.games()}
    assert not games & set(done.stdout.split())


OPEN_TO_CLI = ("_start", "cli", "drafts", "proof", "serve", "session", "show", "tables")


def test_cli_uses_only_the_public_api() -> None:
    folder = ROOT / "cli"
    for path in python_files(folder):
        for name in imports(path, package_of(path, folder, "lineshaft.cli")):
            top = name.split(".")[0]
            inside = name == "lineshaft" or name.startswith(
                tuple(f"lineshaft.{module}" for module in OPEN_TO_CLI) + SENTENCES[1:]
            )
            assert inside or top in sys.stdlib_module_names | {"click", "rich"}, f"cli/{path.name} imports {name}"


def test_cli_names_no_game_in_its_code() -> None:
    """Games appear in the examples of help texts only: a new game needs no change here."""
    options = {option["name"] for game in lineshaft.games() for option in lineshaft.describe(game)["options"]}
    for path in python_files(ROOT / "cli"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in {*lineshaft.games(), *options}, (
                    f"cli/{path.name}:{node.lineno}: {node.value!r}"
                )


def test_pages_of_games_number_their_rules() -> None:
    for game in lineshaft.games():
        page = (ROOT / "docs/games" / f"{game}.md").read_text(encoding="utf-8")
        rules = [int(number) for number in re.findall(r"^(?:- )?\*\*R(\d+)\*\*", page, re.MULTILINE)]
        assert rules == list(range(1, len(rules) + 1)) and rules, f"{game}: R1 to Rn in order"
        declaration = lineshaft.describe(game)
        for item in [*declaration["variants"], *declaration["options"]]:
            assert int(item["rule"].removeprefix("R")) in rules, f"{game}: {item['name']} cites {item['rule']}"
            assert f"`{item['name']}`" in page, f"{game}: the page does not name {item['name']}"
