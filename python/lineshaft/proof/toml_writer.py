"""Tables as TOML text: what is enough for the data files."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["dump"]

Table = dict[str, Any]


def dump(table: Table) -> str:
    """The table as TOML: plain values first, then tables and lists of tables; what is nested deeper is inline."""
    lines = _pairs({key: value for key, value in table.items() if not _is_table(value)})
    for key, value in table.items():
        if _is_table(value):
            head, rows = (f"[{key}]", [value]) if isinstance(value, dict) else (f"[[{key}]]", value)
            for row in rows:
                lines += [head, *_pairs(row)]
    return "\n".join(lines) + "\n"


def _pairs(table: Table) -> list[str]:
    """The keys with their values in one line each."""
    return [f"{key} = {_inline(value)}" for key, value in table.items()]


def _is_table(value: Any) -> bool:
    rows = value if isinstance(value, list) and value != [] else [value]
    return all(isinstance(row, dict) for row in rows)


def _inline(value: Any) -> str:
    """A value in one line. Strings are written as in JSON, but TOML does not let a DEL stand as it is."""
    if isinstance(value, dict):
        return "{" + ", ".join(_pairs(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
