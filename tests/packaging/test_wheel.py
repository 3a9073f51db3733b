"""What reaches the wheel: the whole package with its command line and data, and nothing of the rest of the tree.

``LINESHAFT_WHEEL`` names a wheel to look into; ``.ci/run`` builds it from the source distribution. Without it one is
built from the tree with the development profile, which is quick.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import lineshaft

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of a wheel built from this tree."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "maturin", "build", "--profile", "dev", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=1200)
    return listing(next(out.glob("*.whl")))


@pytest.fixture(scope="module")
def wheel(request: pytest.FixtureRequest) -> set[str]:
    """The files of the wheel that is to be released."""
    path = os.environ.get("LINESHAFT_WHEEL")
    return listing(Path(path)) if path else set(request.getfixturevalue("built"))


def listing(path: Path) -> set[str]:
    """The package's files; the compiled module under one name for all platforms."""
    names = zipfile.ZipFile(path).namelist()
    return {re.sub(r"_engine\..*(so|pyd)$", "_engine", name) for name in names if ".dist-info/" not in name}


MOUNTS = {"cli": ROOT / "cli", "pages": ROOT / "docs/games"}
"""Folders of the package that are links to others of this tree."""


@pytest.mark.parametrize("name", MOUNTS)
def test_folders_of_the_tree_are_mounted(name: str) -> None:
    assert (ROOT / "python/lineshaft" / name).resolve() == MOUNTS[name].resolve()


@pytest.mark.long
def test_wheel_holds_exactly_the_package(wheel: set[str]) -> None:
    folder = ROOT / "python/lineshaft"
    ours = {f"lineshaft/{path.relative_to(folder).as_posix()}" for path in package_files(folder)}
    for name, mounted in MOUNTS.items():
        ours |= {f"lineshaft/{name}/{path.relative_to(mounted).as_posix()}" for path in package_files(mounted)}
    assert wheel == ours | {"lineshaft/_engine"}


def package_files(folder: Path) -> list[Path]:
    def counts(path: Path) -> bool:
        return path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".so", ".pyd", ".pdb"}

    return [
        path for path in folder.rglob("*") if counts(path) and not MOUNTS.keys() & path.relative_to(folder).parts[:1]
    ]


@pytest.mark.long
def test_wheel_holds_what_matters(wheel: set[str]) -> None:
    for name in ("cli/main.py", "cli/workloads.toml", "_engine", "_engine.pyi", "py.typed", "reference/protocol.py"):
        assert f"lineshaft/{name}" in wheel
    for game in lineshaft.games():
        assert f"lineshaft/data/{game}.toml" in wheel
        assert f"lineshaft/pages/{game}.md" in wheel


@pytest.mark.long
def test_wheel_from_the_tree_and_from_the_source_distribution_agree(wheel: set[str], built: set[str]) -> None:
    assert wheel == built


def test_installed_program_runs_elsewhere(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("lineshaft.exe" if os.name == "nt" else "lineshaft")
    done = subprocess.run([program, "--version"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == f"lineshaft {lineshaft.__version__}\n"


def test_there_is_one_version_number() -> None:
    cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"$', cargo, re.MULTILINE)
    assert version is not None and version[1] == lineshaft.__version__
    assert f"## {lineshaft.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
