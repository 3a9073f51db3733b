"""Nothing is left half done: no placeholder, no skipped test, no private path."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("rust", "python", "cli", "tests", "benches", "docs", ".ci")
SUFFIXES = {".rs", ".py", ".pyi", ".md", ".toml", ".sh", ".yml", ""}

PLACEHOLDER = re.compile(
    "|".join(
        [
            "TO" + "DO",
            "FIX" + "ME",
            "X" * 3 + r"\b",
            r"todo" + r"!\(",
            "unimplemented" + "!",
            "NotImplemented" + "Error",
        ]
    )
)
SKIPPED = re.compile(
    "|".join(
        [r"pytest\.(?:mark\.)?" + "skip", r"pytest\.(?:mark\.)?" + "xfail", "importor" + "skip", r"#\[" + "ignore"]
    )
)
PRIVATE = re.compile("|".join(["/ho" + "me/", "/ro" + "ot/", "/wo" + "rk/", r"\.\./sha" + "red"]))


def texts() -> list[tuple[str, str]]:
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")] + list(ROOT.glob("*"))
    files = [path for path in paths if path.is_file() and not path.is_symlink() and path.suffix in SUFFIXES]
    own = Path(__file__).resolve()
    return [
        (str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
        for path in files
        if path.resolve() != own
        and not any(part == ".git" or part.endswith(("cache__", "_cache")) for part in path.parts)
    ]


def found(pattern: re.Pattern[str]) -> list[str]:
    return [f"{name}: {match[0]}" for name, text in texts() for match in pattern.finditer(text)]


def test_no_placeholder_is_left() -> None:
    assert found(PLACEHOLDER) == []


def test_no_test_is_skipped() -> None:
    assert found(SKIPPED) == []


def test_no_path_of_a_machine_is_written_down() -> None:
    assert found(PRIVATE) == []
