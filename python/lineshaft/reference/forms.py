"""What the readers of all games' positions share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from .errors import InvalidState


def keyed(field: str, value: Any, keys: Collection[str]) -> Mapping[str, Any]:
    """A dict with exactly these keys."""
    if not isinstance(value, Mapping):
        raise InvalidState(f"{field}: it must be a dict, not {value!r}")
    for key in keys:
        if key not in value:
            raise InvalidState(f"{field}: the key {key} is missing")
    for key in value:
        if key not in keys:
            raise InvalidState(f"{field}: there is no key {key!r}")
    return value
