"""What people type, line by line: with completion on a terminal, and echoed where the input is a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from types import ModuleType

from .output import clear_screen, is_terminal, say

try:
    import readline as _readline
except ImportError:  # not on Windows
    _readline = None  # type: ignore[assignment]

MOST_READ = 1 << 12
"""So many letters of a line are read; no choice is as long."""

CURTAIN = 60
"""So many empty lines hide what was said before, where a screen cannot be cleared."""


class Keyboard:
    """The lines of stdin, one after the other."""

    def __init__(self) -> None:
        self._words: list[str] = []
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="backslashreplace")
        self._typed = is_terminal(sys.stdin)
        self._readline: ModuleType | None = _readline if self._typed and is_terminal(sys.stdout) else None
        if self._readline is not None:
            self._readline.set_completer(self._complete)
            self._readline.set_completer_delims("")
            libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
            self._readline.set_auto_history(True)

    def ask(self, prompt: str, words: Iterable[str] = ()) -> str | None:
        """The next line, without blanks around it; None when the input has ended. ``words`` are what Tab completes."""
        self._words = list(words)
        if self._typed:
            try:
                return input(prompt).strip()
            except EOFError:
                say()
                return None
        line = sys.stdin.readline(MOST_READ) if sys.stdin is not None else ""
        if not line:
            return None
        say(f"{prompt}{line.strip()}")
        return line.strip()

    def curtain(self) -> None:
        """Hides what is on the screen and what was typed."""
        if self._readline is not None:
            self._readline.clear_history()
        if not clear_screen():
            say(*[""] * CURTAIN)

    def _complete(self, text: str, state: int) -> str | None:
        found = [word for word in self._words if word.casefold().startswith(text.casefold())]
        return found[state] if state < len(found) else None
