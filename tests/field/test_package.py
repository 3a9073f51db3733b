"""The package runs on every system."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
POSIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
CALLS = {"fork", "getuid", "geteuid", "killpg", "setsid", "mkfifo"}


def asks_for_the_system(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "sys.platform != 'win32'"


def test_f80_nothing_is_of_one_system_only() -> None:
    """No module and no call that only some systems have, unless the system is asked; no path put together by hand."""
    for folder in (ROOT / "python", ROOT / "cli"):
        for path in folder.rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            asked = {inner for node in ast.walk(tree) if asks_for_the_system(node) for inner in ast.walk(node)}
            for node in set(ast.walk(tree)) - asked:
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not POSIX & {name.split(".")[0] for name in names}, path
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                    assert node.attr not in CALLS | {"sep"}, f"{path}:{node.lineno}"
