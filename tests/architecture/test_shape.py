"""One shape for all games: the same files in both languages, and no circle of imports in a game or between layers.

What is wrong is listed as a whole, a line each.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

import lineshaft
from lineshaft import reference

ROOT = Path(__file__).parents[2]
CORE = ROOT / "rust/core/src"
PYTHON = ROOT / "python/lineshaft"
REFERENCE = PYTHON / "reference"
GAMES = lineshaft.games()

COMMON = {
    *("data", "variant", "table", "state", "fields", "chance", "moves", "reasons", "apply", "flow", "score", "view"),
    "invariants",
}
"""The files of every game. Its own matter has a file of its own, under the same name in both languages."""
OTHER_WORDS = {
    "action": "table",
    "actions": "table",
    "bounds": "invariants",
    "check": "invariants",
    "encode": "fields",
    "forms": "fields",
    "greedy": "advice",
    "legal": "moves",
    "round": "flow",
    "turn": "flow",
}
"""Names that would be a second word for a file that every game has."""
RUST_ONLY, RUST_WIRING, PYTHON_WIRING = {"advice"}, {"mod"}, {"game", "__init__"}

Edges = dict[str, set[str]]


def listed(wrong: Iterable[str]) -> str:
    return "\n" + "\n".join(wrong)


# --- the files of a game ----------------------------------------------------------------------------------------------


def stems(folder: Path, suffix: str) -> set[str]:
    return {path.stem for path in folder.glob(f"*{suffix}")}


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_the_same_files_in_both_languages(name: str) -> None:
    rust, python = stems(CORE / "games" / name, ".rs"), stems(REFERENCE / name, ".py")
    wrong = [f"Rust lacks {stem}.rs" for stem in sorted((COMMON | RUST_ONLY | RUST_WIRING) - rust)]
    wrong += [f"Python lacks {stem}.py" for stem in sorted((COMMON | PYTHON_WIRING) - python)]
    ours, theirs = rust - RUST_ONLY - RUST_WIRING - COMMON, python - PYTHON_WIRING - COMMON
    wrong += [f"{stem}.rs has no {stem}.py beside it" for stem in sorted(ours - theirs)]
    wrong += [f"{stem}.py has no {stem}.rs beside it" for stem in sorted(theirs - ours)]
    wrong += [f"{stem} is {OTHER_WORDS[stem]} in every game" for stem in sorted((ours | theirs) & set(OTHER_WORDS))]
    assert not wrong, listed(wrong)


def test_a_game_is_more_than_its_code() -> None:
    assert list(GAMES) == sorted(reference.GAMES)
    for name in GAMES:
        assert (PYTHON / "data" / f"{name}.toml").is_file()
        assert (ROOT / "docs/games" / f"{name}.md").is_file()


# --- reading imports --------------------------------------------------------------------------------------------------


def circles(edges: Mapping[str, set[str]]) -> list[str]:
    """The circles of a graph, each as ``a -> b -> a``: for every group that reaches itself, a shortest way round."""
    found: dict[frozenset[str], str] = {}
    for start in sorted(edges):
        ways = [[start]]
        seen = {start}
        while ways:
            way = ways.pop(0)
            for target in sorted(edges.get(way[-1], ())):
                if target == start:
                    found.setdefault(frozenset(way), " -> ".join([*way, start]))
                    ways.clear()
                    break
                if target not in seen:
                    seen.add(target)
                    ways.append([*way, target])
    return sorted(found.values())


def rust_code(path: Path) -> str:
    """Without comments and texts, and without the tests at the end of a file."""
    text = re.sub(r'"(?:[^"\\]|\\.)*"|//[^\n]*', "", path.read_text(encoding="utf-8"))
    return re.split(r"#\[cfg\(test\)\]\s*mod ", text)[0]


def opened(tree: str) -> Iterator[str]:
    """The paths of a tree of imports: ``a::{b, c::{d, e}}`` is a::b, a::c::d, a::c::e."""
    head, brace, rest = tree.partition("{")
    if not brace:
        yield tree.strip()
        return
    depth, start = 0, 0
    inner = rest.rpartition("}")[0]
    for index, letter in enumerate(inner + ","):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            if inner[start:index].strip():
                yield from (head.strip() + path for path in opened(inner[start:index]))
            start = index + 1


def rust_paths(path: Path) -> set[str]:
    """Every path that begins with ``super::`` or ``crate::``, be it imported or written where it is used."""
    code = rust_code(path)
    trees = re.findall(r"\buse ((?:super|crate)::[^;]*);", code)
    written = re.findall(r"\b(?:super|crate)(?:::\w+)+", re.sub(r"\buse [^;]*;", "", code))
    paths = {re.sub(r" as \w+|\s", "", found) for tree in trees for found in opened(" ".join(tree.split()))}
    return paths | set(written)


def python_imports(path: Path, package: str) -> set[str]:
    """The full names of what a file of ``package`` imports, also where only types are checked."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = parts[: len(parts) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


# --- within a game ----------------------------------------------------------------------------------------------------


def game_types() -> dict[str, str]:
    """The struct of each game, as the registry has it."""
    return dict(re.findall(r"crate::games::(\w+)::(\w+)", (CORE / "registry.rs").read_text(encoding="utf-8")))


def rust_edges(name: str) -> tuple[Edges, list[str]]:
    """Who imports whom among the files of a game; and what is taken from the wiring but the game's type."""
    folder, edges, wrong = CORE / "games" / name, {}, []
    files = stems(folder, ".rs") - RUST_WIRING
    for stem in sorted(files):
        paths = {path.replace(f"crate::games::{name}::", "super::") for path in rust_paths(folder / f"{stem}.rs")}
        taken = {path.split("::")[1] for path in paths if path.startswith("super::")}
        edges[stem] = (taken & files) - {stem}
        wrong += [f"{stem} takes {item} from mod" for item in sorted(taken - files - {game_types()[name], "super"})]
    return edges, wrong


def python_edges(name: str) -> Edges:
    """Who imports whom among the files of a game, its wiring ``game`` among them."""
    folder, package = REFERENCE / name, f"lineshaft.reference.{name}"
    files = stems(folder, ".py") - {"__init__"}
    edges = {}
    for stem in sorted(files):
        imported = python_imports(folder / f"{stem}.py", package)
        edges[stem] = {other for other in files if f"{package}.{other}" in imported} - {stem}
    return edges


def state_knows_too_much(edges: Mapping[str, set[str]]) -> list[str]:
    """A position is plain data: it knows nothing of what is done with it."""
    known = edges.get("state", set()) & {"moves", "fields", "view", "apply"}
    return [f"state imports {other}" for other in sorted(known)]


@pytest.mark.parametrize("name", GAMES)
def test_no_circle_in_a_game_of_the_engine(name: str) -> None:
    edges, wrong = rust_edges(name)
    assert sum(map(len, edges.values())) > 10, "imports are read"
    wrong += [*circles(edges), *state_knows_too_much(edges)]
    assert not wrong, listed(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_no_circle_in_a_game_of_the_reference(name: str) -> None:
    edges = python_edges(name)
    assert sum(map(len, edges.values())) > 10, "imports are read"
    wrong = [*circles(edges), *state_knows_too_much(edges)]
    assert not wrong, listed(wrong)


# --- between games and layers -----------------------------------------------------------------------------------------


def core_units() -> set[str]:
    """The modules of the core; ``games`` with all that is in it is one of them, and so is ``bots``."""
    return {path.stem for path in CORE.iterdir() if path.name != "lib.rs"}


ONE_CONTRACT = {"fields": "game"}
"""What a game is and how its fields are declared name each other, so they are one module here: the contract."""


def core_edges() -> Edges:
    lib = rust_code(CORE / "lib.rs")
    exported = ONE_CONTRACT | {item: module for module, item in re.findall(r"pub use (\w+)::(?:\w+::)*(\w+);", lib)}
    edges: Edges = {unit: set() for unit in core_units() - set(ONE_CONTRACT)}
    for path in CORE.rglob("*.rs"):
        unit = path.relative_to(CORE).parts[0].removesuffix(".rs")
        unit = ONE_CONTRACT.get(unit, unit)
        heads = {found.split("::")[1] for found in rust_paths(path) if found.startswith("crate::")}
        targets = {exported.get(head, head) for head in heads}
        if unit in edges:
            edges[unit] |= (targets & set(edges)) - {unit}
    return edges


def strangers(name: str, texts: Iterable[str]) -> set[str]:
    """The other games that are named in paths."""
    return {other for other in GAMES if other != name and any(re.search(rf"\b{other}\b", text) for text in texts)}


def test_no_circle_between_the_modules_of_the_core() -> None:
    edges = core_edges()
    assert "game" in edges["games"] and sum(map(len, edges.values())) > 40, "imports are read"
    assert circles(edges) == []


def test_only_the_registry_of_the_core_knows_the_games() -> None:
    knows = {
        str(path.relative_to(CORE))
        for path in CORE.rglob("*.rs")
        if path.relative_to(CORE).parts[0] != "games"
        and any(re.match(rf"crate::games::({'|'.join(GAMES)})\b", found) for found in rust_paths(path))
    }
    assert knows == {"registry.rs"}


@pytest.mark.parametrize("name", GAMES)
def test_no_game_knows_another(name: str) -> None:
    for path in (CORE / "games" / name).glob("*.rs"):
        assert strangers(name, rust_paths(path)) == set(), path.name
    for path in (REFERENCE / name).glob("*.py"):
        imported = python_imports(path, f"lineshaft.reference.{name}")
        assert strangers(name, (found for found in imported if found.startswith("lineshaft"))) == set(), path.name


def test_no_circle_between_the_modules_of_the_reference() -> None:
    """The vocabulary of the reference knows no game; the package's ``__init__`` is its registry."""
    files = stems(REFERENCE, ".py") - {"__init__"}
    edges = {}
    for stem in sorted(files):
        imported = python_imports(REFERENCE / f"{stem}.py", "lineshaft.reference")
        inside = {found.split(".")[2] for found in imported if re.match(r"lineshaft\.reference\.\w", found)}
        edges[stem] = inside & (files | set(GAMES))
    assert sum(map(len, edges.values())) > 5, "imports are read"
    assert [*circles(edges), *(f"{stem} knows {game}" for stem in edges for game in edges[stem] & set(GAMES))] == []


def python_unit(parts: tuple[str, ...]) -> str:
    """A module of the API by its name, a sub-package as a whole."""
    return parts[0].removesuffix(".py")


def test_no_circle_between_the_modules_of_the_package() -> None:
    """The modules of the API and the sub-packages beside them; ``__init__`` is the wiring and counts for nothing."""
    paths = [path for path in PYTHON.rglob("*.py") if "cli" not in path.relative_to(PYTHON).parts[:1]]
    units = {python_unit(path.relative_to(PYTHON).parts) for path in paths} - {"__init__"}
    edges: Edges = {unit: set() for unit in units}
    for path in paths:
        parts = path.relative_to(PYTHON).parts
        unit = python_unit(parts)
        if unit in edges:
            imported = python_imports(path, ".".join(["lineshaft", *parts[:-1]]))
            edges[unit] |= {found.split(".")[1] for found in imported if found.startswith("lineshaft.")} & units
    for unit in edges:
        edges[unit].discard(unit)
    assert sum(map(len, edges.values())) > 10, "imports are read"
    assert circles(edges) == []


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "b"}, "d": {"a"}}) == ["a -> b -> c -> a", "b -> c -> b"]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_trees_of_imports_are_opened() -> None:
    paths = ["super::a", "super::b::C", "super::b::d::E", "super::f::*"]
    assert list(opened("super::{a, b::{C, d::E}, f::*}")) == paths
    assert list(opened("crate::game::Game")) == ["crate::game::Game"]
