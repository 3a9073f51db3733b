"""Canonical bytes: little-endian fields in the order that the game's page gives, after a fixed header.

Header: ``b"LSS"``, one byte format version (1), eight bytes config digest. The config digest is BLAKE2b-64 of the
config text (game, rules version, variant, players, rules, data digest): bytes of another game or variant are refused.
"""

from __future__ import annotations

import hashlib

from .errors import InvalidState
from .wording import counted

MAGIC = b"LSS"
VERSION = 1


def digest64(data: bytes) -> bytes:
    """BLAKE2b with an 8-byte digest."""
    return hashlib.blake2b(data, digest_size=8).digest()


class Writer:
    """Collects fields."""

    def __init__(self, config_digest: bytes) -> None:
        self.parts = bytearray(MAGIC + bytes([VERSION]) + config_digest)

    def u8(self, *values: int) -> None:
        for value in values:
            self.parts += value.to_bytes(1, "little")

    def u16(self, *values: int) -> None:
        for value in values:
            self.parts += value.to_bytes(2, "little")

    def u32(self, *values: int) -> None:
        for value in values:
            self.parts += value.to_bytes(4, "little")

    def i16(self, *values: int) -> None:
        for value in values:
            self.parts += value.to_bytes(2, "little", signed=True)

    def i32(self, *values: int) -> None:
        for value in values:
            self.parts += value.to_bytes(4, "little", signed=True)

    def raw(self, piece: bytes) -> None:
        self.parts += piece

    def finish(self) -> bytes:
        return bytes(self.parts)


class Reader:
    """Reads the same fields back; anything short, long or foreign is an InvalidState."""

    def __init__(self, data: bytes, config_digest: bytes) -> None:
        if len(data) < 12 or data[:3] != MAGIC:
            raise InvalidState("these bytes are not a Lineshaft position: they do not begin with LSS")
        if data[3] != VERSION:
            raise InvalidState(f"the position has format {data[3]}; this version reads format {VERSION}")
        if data[4:12] != config_digest:
            raise InvalidState(
                "the position belongs to another game, variant, player count, rules version or data file"
            )
        self.data = data
        self.at = 12

    def take(self, size: int) -> bytes:
        if self.at + size > len(self.data):
            raise InvalidState(f"the position ends early: {counted(len(self.data), 'byte')}, more expected")
        piece = self.data[self.at : self.at + size]
        self.at += size
        return piece

    def skip(self, piece: bytes) -> bool:
        """Goes past ``piece`` if it comes next."""
        found = self.data.startswith(piece, self.at)
        self.at += len(piece) * found
        return found

    def u8(self) -> int:
        return self.take(1)[0]

    def u8s(self, count: int) -> list[int]:
        return list(self.take(count))

    def u16(self) -> int:
        return int.from_bytes(self.take(2), "little")

    def u32(self) -> int:
        return int.from_bytes(self.take(4), "little")

    def i16(self) -> int:
        return int.from_bytes(self.take(2), "little", signed=True)

    def i32(self) -> int:
        return int.from_bytes(self.take(4), "little", signed=True)

    def finish(self) -> None:
        if self.at != len(self.data):
            raise InvalidState(f"the position has {counted(len(self.data) - self.at, 'byte')} too many")
