"""Observation channels: a named, declared slice of the observation vector each.

An entry of the vector is ``raw / high`` as a 32-bit float, where ``raw`` is a whole number and ``high`` the channel's
declared scale; multiplying back gives the raw number, so a decoder needs this declaration alone.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from math import prod


@dataclass(frozen=True)
class Channel:
    """``shape`` in row-major order; ``high`` scales (1 for flags and one-hot codes); ``summary`` for the docs."""

    name: str
    shape: tuple[int, ...]
    high: int
    summary: str

    @property
    def size(self) -> int:
        return prod(self.shape)


def f32(x: float) -> float:
    """``x`` rounded to the nearest 32-bit float."""
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


class Encoder:
    """A vector of zeros that is filled channel by channel."""

    def __init__(self, channels: tuple[Channel, ...]) -> None:
        self.channels = {c.name: c for c in channels}
        self.offsets: dict[str, int] = {}
        size = 0
        for channel in channels:
            self.offsets[channel.name] = size
            size += channel.size
        self.values = [0.0] * size

    def put(self, name: str, raw: int, *index: int) -> None:
        """Writes ``raw`` at ``index`` (one number per axis) of channel ``name``."""
        channel = self.channels[name]
        flat = 0
        for axis, i in zip(channel.shape, index, strict=True):
            if not 0 <= i < axis:
                raise IndexError(f"{name}{index} lies outside {channel.shape}")
            flat = flat * axis + i
        if raw:
            self.values[self.offsets[name] + flat] = f32(raw / channel.high)
