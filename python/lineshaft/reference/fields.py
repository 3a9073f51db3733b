"""A position's fields, declared once a game: all forms of a position come from one list.

From the list of ``Field`` come the dict and the canonical bytes of a position, both ways, the view, the observation
with its channels, and JSON schemas of positions and views. A game declares its list in its ``fields.py`` and hands it
to ``Game.declare``; the order of the list is that of the keys in dicts and, unless a field says otherwise, in bytes and
channels. To add a field is to add an entry.

**An axis** says what entries are counted over: ``Axis("town", names)`` by name, ``Axis("player", 3, turns=True)`` by
number. With ``turns`` the observation begins at the viewer: players, and what belongs to player ``i mod n``.

**A kind** says what a value is; each writes ``None`` as null and as a blank in bytes where it is declared ``maybe``::

    Number(most, least=0, scale=most)     a whole number; ``scale`` divides it in the observation
    Number(65535, width="u16")            ... of two bytes (u8, u16, u32, i16, i32)
    Flag()                                true or false
    Choice(town)                          an entry of an axis, kept by its index, one-hot in the observation
    Choice(phase, values=PHASES)          ... kept as a word or as a member of an enumeration
    Each(player, Number(9))               a list with an entry for each player
    Each(town, Number(9))                 axis with names: an object that leaves out what is empty (``full``: nothing)
    Row(Choice(card), most=5)             a list of up to five; in bytes padded, or ``counted`` with its length before
    Members(card, size=2)                 a set of entries: a list of names, a bit set of two bytes
    Record(Turn, Field(...), ...)         an object, built by ``Turn(card=..., ...)``; often ``maybe`` null

Kinds nest in any way. A kind of a game's own subclasses ``Kind`` (or the nearest of the above) in the game's file.

**Who sees it** is declared with each field, and is asked in one place, ``Fields.shown``::

    OPEN                                  everybody: in position, bytes and view
    HIDDEN                                nobody as it is: in position and bytes, not in the view
    Seen(lambda s, viewer: ...)           what a viewer (None: a spectator) sees of hidden things: in the view alone
    Follows(lambda s: ...)                open, and follows from the rest: not in bytes, compared when a dict is read

So nothing hidden reaches a view or an observation but through a ``Seen``. A hidden field and what is seen of it may
have the same key, such as ``fists``.

**Where it is kept**: the attribute of the field's name, or ``at``; ``get`` and ``set`` where that is not enough.

**The observation**: a field is one channel of its name, a record one for each of its parts (``turn_card``; without
``prefix``: ``card``). ``meaning`` is what the game's page says of the channel, where that is not the summary.
``observed`` replaces this: each ``Observed(name, kind, meaning, of)`` takes ``of(value)`` and encodes it as ``kind``
does; ``observed=()`` is no channel. Only what the viewer sees is handed to ``of``; None leaves zeros.

**Other orders**: ``written_after="trigger"`` moves a field in bytes, ``observed_after`` its channels. Neighbours with
``interleaved`` are written player by player: all of player 0, then of player 1.

Whatever is read from a dict or from bytes is checked here for its form (kinds, ranges, names, lengths), then by the
game's invariants, then against what the position says of itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from .channels import Channel, Encoder
from .codec import Reader, Writer
from .errors import InvalidState
from .wording import counted, quoted, shown

NONE = 255
WIDTHS = {"u8": 1, "u16": 2, "u32": 4, "i16": 2, "i32": 4}
DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]
Cells = Iterator[tuple[tuple[int, ...], int]]
"""Index and raw number of what is not zero in a channel."""

# --- the sentences of all refusals ------------------------------------------------------------------------------------


def told(given: Any) -> str:
    """What was given, for an error: ``a list``, ``an object``, ``null``, or the value itself."""
    if given is None:
        return "null"
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, Mapping):
        return "an object"
    if isinstance(given, list | tuple):
        return "a list"
    if isinstance(given, int) and given.bit_length() > 64:
        return "a very large number"
    return shown(given)


def wrong(path: str, wanted: str, given: Any) -> InvalidState:
    return InvalidState(f"{path} must be {wanted}, not {told(given)}")


def whole(path: str, given: Any, least: int, most: int) -> int:
    """A whole number in a range; a flag or a float is none."""
    if type(given) is not int or not least <= given <= most:
        raise wrong(path, f"a whole number from {least} to {most}", given)
    return given


def flag(path: str, given: Any) -> bool:
    if not isinstance(given, bool):
        raise wrong(path, "true or false", given)
    return given


def listed(path: str, given: Any) -> Sequence[Any]:
    if not isinstance(given, list | tuple):
        raise wrong(path, "a list", given)
    return given


def mapped(path: str, given: Any) -> Mapping[Any, Any]:
    if not isinstance(given, Mapping):
        raise wrong(path, "an object", given)
    return given


def keyed(path: str, given: Any, keys: Collection[str]) -> Mapping[str, Any]:
    """An object with exactly these keys."""
    mapping = mapped(path, given)
    for key in keys:
        if key not in mapping:
            raise InvalidState(f"{path}: the key {key} is missing")
    for key in mapping:
        if key not in keys:
            raise InvalidState(f"{path}: there is no key {shown(key)}")
    return mapping


def require(holds: bool, sentence: str) -> None:
    """For the invariants of the games."""
    if not holds:
        raise InvalidState(sentence)


def nullable(schema: Schema, maybe: bool) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]} if maybe else schema


# --- axes -------------------------------------------------------------------------------------------------------------


class Axis:
    """What entries are counted over: ``entries`` are its names (texts or numbers), or how many there are."""

    def __init__(self, noun: str, entries: int | Sequence[str | int], turns: bool = False) -> None:
        self.noun = noun
        self.names = None if isinstance(entries, int) else tuple(entries)
        self.size = entries if isinstance(entries, int) else len(entries)
        self.turns = turns

    def seat(self, index: int, viewer: int) -> int:
        """Where the observation of a viewer has an entry."""
        return (index - viewer) % self.size if self.turns else index

    def word(self, index: int) -> str | int:
        return index if self.names is None else self.names[index]

    def index(self, path: str, given: Any) -> int:
        if self.names is None:
            return whole(path, given, 0, self.size - 1)
        for index, name in enumerate(self.names):
            if type(name) is type(given) and name == given:
                return index
        if self.size <= 20:
            raise wrong(path, f"one of: {', '.join(map(str, self.names))}", given)
        if isinstance(given, str):
            raise InvalidState(f"{path}: there is no {self.noun} {quoted(given)}")
        raise wrong(path, f"the name of a {self.noun}", given)

    def schema(self) -> Schema:
        if self.names is None:
            return {"type": "integer", "minimum": 0, "maximum": self.size - 1}
        return {"enum": list(self.names)}


# --- kinds ------------------------------------------------------------------------------------------------------------


class Kind(ABC):
    """What a value is, in all forms. ``None`` is dealt with here, so that the methods with ``_`` see values only."""

    maybe: bool = False
    shape: tuple[int, ...] = ()
    scale: int = 1

    def json(self, value: Any) -> Any:
        return None if value is None else self._json(value)

    def parse(self, path: str, given: Any) -> Any:
        """The value of what a dict has at ``path``; raises InvalidState."""
        return None if given is None and self.maybe else self._parse(path, given)

    def write(self, out: Writer, value: Any) -> None:
        if value is None:
            out.raw(self.blank())
        else:
            self._write(out, value)

    def read(self, path: str, source: Reader) -> Any:
        """The value that the next bytes hold; raises InvalidState."""
        return None if self.maybe and source.skip(self.blank()) else self._read(path, source)

    def schema(self) -> Schema:
        return nullable(self._schema(), self.maybe)

    def cells(self, value: Any, viewer: int) -> Cells:
        return iter(()) if value is None else self._cells(value, viewer)

    def channels(self, name: str, meaning: str) -> list[Observed]:
        return [Observed(name, self, meaning)]

    def empty(self) -> Any:
        """What an object with names leaves out."""
        return None

    @abstractmethod
    def blank(self) -> bytes:
        """None in bytes."""

    @abstractmethod
    def _json(self, value: Any) -> Any: ...

    @abstractmethod
    def _parse(self, path: str, given: Any) -> Any: ...

    @abstractmethod
    def _write(self, out: Writer, value: Any) -> None: ...

    @abstractmethod
    def _read(self, path: str, source: Reader) -> Any: ...

    @abstractmethod
    def _schema(self) -> Schema: ...

    def _cells(self, value: Any, viewer: int) -> Cells:
        """Nothing where the parts of a value are channels of their own."""
        return iter(())


@dataclass(frozen=True)
class Observed:
    """A channel of a field: ``of`` takes from the value what ``kind`` encodes."""

    name: str
    kind: Kind
    meaning: str
    of: Callable[[Any], Any] = lambda value: value

    def part(self, value: Any) -> Any:
        return None if value is None else self.of(value)


class Number(Kind):
    """A whole number. ``base`` is taken off for the observation; ``none`` is None in bytes (the highest number where
    there may be none, else 0)."""

    def __init__(
        self,
        most: int,
        least: int = 0,
        *,
        scale: int | None = None,
        width: str = "u8",
        maybe: bool = False,
        base: int = 0,
        none: int | None = None,
    ) -> None:
        self.most, self.least, self.base, self.width, self.maybe = most, least, base, width, maybe
        self.scale = most if scale is None else scale
        self.none = none if none is not None else (1 << 8 * WIDTHS[width]) - 1 if maybe else 0

    def empty(self) -> int | None:
        return None if self.maybe else 0

    def blank(self) -> bytes:
        return self.none.to_bytes(WIDTHS[self.width], "little")

    def _json(self, value: int) -> int:
        return value

    def _parse(self, path: str, given: Any) -> int:
        return whole(path, given, self.least, self.most)

    def _write(self, out: Writer, value: int) -> None:
        getattr(out, self.width)(value)

    def _read(self, path: str, source: Reader) -> int:
        return self._parse(path, getattr(source, self.width)())

    def _schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def _cells(self, value: int, viewer: int) -> Cells:
        if value != self.base:
            yield (), value - self.base


class Flag(Kind):
    """True or false."""

    def empty(self) -> bool:
        return False

    def blank(self) -> bytes:
        return b"\0"

    def _json(self, value: bool) -> bool:
        return value

    def _parse(self, path: str, given: Any) -> bool:
        return flag(path, given)

    def _write(self, out: Writer, value: bool) -> None:
        out.u8(int(value))

    def _read(self, path: str, source: Reader) -> bool:
        return whole(path, source.u8(), 0, 1) == 1

    def _schema(self) -> Schema:
        return {"type": "boolean"}

    def _cells(self, value: bool, viewer: int) -> Cells:
        if value:
            yield (), 1


class Choice(Kind):
    """An entry of an axis. The position keeps its index, or what ``values`` has there."""

    def __init__(self, axis: Axis, *, maybe: bool = False, values: Sequence[Any] | None = None) -> None:
        self.axis, self.maybe, self.values = axis, maybe, range(axis.size) if values is None else values
        self.shape = (axis.size,)

    def blank(self) -> bytes:
        return bytes([NONE])

    def _json(self, value: Any) -> Any:
        return self.axis.word(self.values.index(value))

    def _parse(self, path: str, given: Any) -> Any:
        return self.values[self.axis.index(path, given)]

    def _write(self, out: Writer, value: Any) -> None:
        out.u8(self.values.index(value))

    def _read(self, path: str, source: Reader) -> Any:
        return self.values[whole(path, source.u8(), 0, self.axis.size - 1)]

    def _schema(self) -> Schema:
        return self.axis.schema()

    def _cells(self, value: Any, viewer: int) -> Cells:
        yield (self.axis.seat(self.values.index(value), viewer),), 1


class Actor(Kind):
    """Who acts: a player, -1 for chance, -4 at the end (both 255 in bytes)."""

    def __init__(self, player: Axis) -> None:
        self.player, self.shape = player, (player.size,)

    def blank(self) -> bytes:
        return bytes([NONE])

    def _json(self, value: int) -> int:
        return value

    def _parse(self, path: str, given: Any) -> int:
        if type(given) is int and (given in (-1, -4) or 0 <= given < self.player.size):
            return given
        raise wrong(path, f"a player from 0 to {self.player.size - 1}, -1 or -4", given)

    def _write(self, out: Writer, value: int) -> None:
        out.u8(value if value >= 0 else NONE)

    def _read(self, path: str, source: Reader) -> int:
        return -1 if source.skip(self.blank()) else whole(path, source.u8(), 0, self.player.size - 1)

    def _schema(self) -> Schema:
        return {"enum": [*range(self.player.size), -1, -4]}

    def _cells(self, value: int, viewer: int) -> Cells:
        if value >= 0:
            yield (self.player.seat(value, viewer),), 1


class Each(Kind):
    """A value for each entry of an axis: a list, or an object by name that leaves out what is empty."""

    def __init__(self, axis: Axis, of: Kind, *, full: bool = False, maybe: bool = False) -> None:
        self.axis, self.of, self.full, self.maybe = axis, of, full, maybe
        self.shape, self.scale = (axis.size, *of.shape), of.scale

    def channels(self, name: str, meaning: str) -> list[Observed]:
        return [wrapped(o, Each(self.axis, o.kind)) for o in self.of.channels(name, meaning)]

    def empty(self) -> list[Any]:
        return [self.of.empty() for _ in range(self.axis.size)]

    def blank(self) -> bytes:
        return self.of.blank() * self.axis.size

    def _json(self, value: Sequence[Any]) -> Any:
        if self.axis.names is None:
            return [self.of.json(entry) for entry in value]
        empty = self.of.empty()
        named = zip(self.axis.names, value, strict=True)
        return {name: self.of.json(entry) for name, entry in named if self.full or entry != empty}

    def _parse(self, path: str, given: Any) -> list[Any]:
        return self._parse_list(path, given) if self.axis.names is None else self._parse_object(path, given)

    def _parse_list(self, path: str, given: Any) -> list[Any]:
        if len(listed(path, given)) != self.axis.size:
            entries = counted(self.axis.size, "entry")
            raise InvalidState(f"{path} must have {entries}, one for each {self.axis.noun}, not {len(given)}")
        return [self.of.parse(f"{path}[{i}]", entry) for i, entry in enumerate(given)]

    def _parse_object(self, path: str, given: Any) -> list[Any]:
        assert self.axis.names is not None
        named = keyed(path, given, [str(name) for name in self.axis.names]) if self.full else mapped(path, given)
        value, empty = self.empty(), self.of.empty()
        for name, entry in named.items():
            index = self.axis.index(path, name)
            value[index] = self.of.parse(f"{path}.{name}", entry)
            if not self.full and value[index] == empty:
                raise InvalidState(f"{path}.{name} must be left out where there is none")
        return value

    def _write(self, out: Writer, value: Sequence[Any]) -> None:
        for entry in value:
            self.of.write(out, entry)

    def _read(self, path: str, source: Reader) -> list[Any]:
        return [self.of.read(f"{path}[{i}]", source) for i in range(self.axis.size)]

    def _schema(self) -> Schema:
        size, names, entry = self.axis.size, self.axis.names, self.of.schema()
        if names is None:
            return {"type": "array", "items": entry, "minItems": size, "maxItems": size}
        if self.full:
            return {"type": "object", **exactly(dict.fromkeys(map(str, names), entry))}
        shown = {"allOf": [entry, {"not": {"const": self.of.json(self.of.empty())}}]}
        return {"type": "object", "propertyNames": self.axis.schema(), "additionalProperties": shown}

    def _cells(self, value: Sequence[Any], viewer: int) -> Cells:
        for i, entry in enumerate(value):
            for index, raw in self.of.cells(entry, viewer):
                yield (self.axis.seat(i, viewer), *index), raw


class Row(Kind):
    """A list of up to ``most`` values; in bytes padded with blanks, or ``counted`` with its length before it."""

    def __init__(self, of: Kind, most: int, *, counted: bool = False) -> None:
        self.of, self.most, self.counted = of, most, counted
        self.shape, self.scale = (most, *of.shape), of.scale

    def channels(self, name: str, meaning: str) -> list[Observed]:
        return [wrapped(o, Row(o.kind, self.most)) for o in self.of.channels(name, meaning)]

    def empty(self) -> list[Any]:
        return []

    def blank(self) -> bytes:
        return b"\0" if self.counted else self.of.blank() * self.most

    def _json(self, value: Sequence[Any]) -> list[Any]:
        return [self.of.json(entry) for entry in value]

    def _parse(self, path: str, given: Any) -> list[Any]:
        if len(listed(path, given)) > self.most:
            raise InvalidState(f"{path} must have at most {counted(self.most, 'entry')}, not {len(given)}")
        return [self.of.parse(f"{path}[{i}]", entry) for i, entry in enumerate(given)]

    def _write(self, out: Writer, value: Sequence[Any]) -> None:
        if self.counted:
            out.u8(len(value))
        for entry in value:
            self.of.write(out, entry)
        if not self.counted:
            out.raw(self.of.blank() * (self.most - len(value)))

    def _read(self, path: str, source: Reader) -> list[Any]:
        if self.counted:
            return [self.of.read(f"{path}[{i}]", source) for i in range(whole(path, source.u8(), 0, self.most))]
        blank, places = self.of.blank(), range(self.most)
        return [self.of.read(f"{path}[{i}]", source) for i in places if not source.skip(blank)]

    def _schema(self) -> Schema:
        return {"type": "array", "items": self.of.schema(), "maxItems": self.most}

    def _cells(self, value: Sequence[Any], viewer: int) -> Cells:
        for place, entry in enumerate(value):
            for index, raw in self.of.cells(entry, viewer):
                yield (place, *index), raw


class Members(Kind):
    """Some entries of an axis, each once: a list by name, in bytes a bit set of ``size`` bytes.

    ``make`` builds what the position keeps; with ``ordered`` a dict must have them in the order of the axis.
    """

    def __init__(self, axis: Axis, size: int, *, make: Callable[[list[int]], Any] = set, ordered: bool = False) -> None:
        self.axis, self.size, self.make, self.ordered = axis, size, make, ordered
        self.shape = (axis.size,)

    def empty(self) -> Any:
        return self.make([])

    def blank(self) -> bytes:
        return bytes(self.size)

    def _json(self, value: Collection[int]) -> list[Any]:
        return [self.axis.word(index) for index in sorted(value)]

    def _parse(self, path: str, given: Any) -> Any:
        found = [self.axis.index(f"{path}[{i}]", entry) for i, entry in enumerate(listed(path, given))]
        if len(set(found)) != len(found):
            raise InvalidState(f"{path} has an entry twice")
        if self.ordered and found != sorted(found):
            raise InvalidState(f"{path} must have each {self.axis.noun} in the order of the data")
        return self.make(sorted(found))

    def _write(self, out: Writer, value: Collection[int]) -> None:
        out.raw(sum(1 << index for index in value).to_bytes(self.size, "little"))

    def _read(self, path: str, source: Reader) -> Any:
        bits = int.from_bytes(source.take(self.size), "little")
        if bits >> self.axis.size:
            raise InvalidState(f"{path}: there is no {self.axis.noun} {bits.bit_length() - 1}")
        return self.make([index for index in range(self.axis.size) if bits >> index & 1])

    def _schema(self) -> Schema:
        return {"type": "array", "items": self.axis.schema(), "uniqueItems": True}

    def _cells(self, value: Collection[int], viewer: int) -> Cells:
        for index in value:
            yield (self.axis.seat(index, viewer),), 1


class Record(Kind):
    """An object of several fields, built by ``make`` with the names under which they are kept."""

    def __init__(self, make: Callable[..., Any], *fields: Field, maybe: bool = False, prefix: bool = True) -> None:
        self.make, self.fields, self.maybe, self.prefix = make, fields, maybe, prefix

    def channels(self, name: str, meaning: str) -> list[Observed]:
        start = f"{name}_" if self.prefix else ""
        fields = arranged(self.fields, lambda f: f.observed_after)
        return [Observed(o.name, o.kind, o.meaning, of_part(f, o)) for f in fields for o in f.channels(start)]

    def empty(self) -> Any:
        return None if self.maybe else self.make()

    def blank(self) -> bytes:
        return b"".join(f.kind.blank() for f in self.fields)

    def _json(self, value: Any) -> dict[str, Any]:
        return {f.name: f.kind.json(f.value(value)) for f in self.fields}

    def _parse(self, path: str, given: Any) -> Any:
        parts = keyed(path, given, [f.name for f in self.fields])
        return self.make(**{f.place: f.kind.parse(f"{path}.{f.name}", parts[f.name]) for f in self.fields})

    def _write(self, out: Writer, value: Any) -> None:
        for f in self.fields:
            f.kind.write(out, f.value(value))

    def _read(self, path: str, source: Reader) -> Any:
        return self.make(**{f.place: f.kind.read(f"{path}.{f.name}", source) for f in self.fields})

    def _schema(self) -> Schema:
        return {"type": "object", **exactly({f.name: f.schema() for f in self.fields})}


def wrapped(observed: Observed, kind: Kind) -> Observed:
    """The channel of a list of values, from that of one value."""
    return Observed(observed.name, kind, observed.meaning, lambda values: [observed.part(value) for value in values])


def of_part(f: Field, observed: Observed) -> Callable[[Any], Any]:
    return lambda record: observed.part(f.value(record))


def exactly(properties: Mapping[str, Schema]) -> Schema:
    """The part of a schema that asks for these keys and no other."""
    return {"properties": dict(properties), "required": list(properties), "additionalProperties": False}


# --- fields -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Open:
    """Everybody knows it."""


@dataclass(frozen=True)
class Hidden:
    """Not in the view as it is."""


@dataclass(frozen=True)
class Seen:
    """In the view alone: what a viewer, None for a spectator, sees of hidden things."""

    of: Callable[[Any, int | None], Any]


@dataclass(frozen=True)
class Follows:
    """Open, and worked out from the rest: kept nowhere."""

    of: Callable[[Any], Any]


Sight = Open | Hidden | Seen | Follows
OPEN, HIDDEN = Open(), Hidden()


@dataclass(frozen=True, eq=False)
class Field:
    """An entry of the list; the head of this file says what is declared with what."""

    name: str
    kind: Kind
    summary: str
    sight: Sight = OPEN
    meaning: str = ""
    at: str = ""
    get: Callable[[Any], Any] | None = None
    set: Callable[[Any, Any], None] | None = None
    observed: Sequence[Observed] | None = None
    in_view: bool = True
    written_after: str = ""
    observed_after: str = ""
    interleaved: bool = False

    @property
    def place(self) -> str:
        """The attribute that keeps the value."""
        return self.at or self.name

    @property
    def in_position(self) -> bool:
        return not isinstance(self.sight, Seen)

    @property
    def in_bytes(self) -> bool:
        return isinstance(self.sight, Open | Hidden)

    def value(self, owner: Any) -> Any:
        """The whole value, hidden or not."""
        if isinstance(self.sight, Follows):
            return self.sight.of(owner)
        return getattr(owner, self.place) if self.get is None else self.get(owner)

    def store(self, owner: Any, value: Any) -> None:
        if self.set is None:
            setattr(owner, self.place, value)
        else:
            self.set(owner, value)

    def channels(self, start: str = "") -> Sequence[Observed]:
        if self.observed is not None:
            return self.observed
        return self.kind.channels(start + self.name, self.meaning or self.summary)

    def schema(self) -> Schema:
        return {"description": self.summary, **self.kind.schema()}


def arranged(fields: Sequence[Field], after: Callable[[Field], str]) -> list[Field]:
    """The fields in their order, but those that come right after another one."""
    order = [f for f in fields if not after(f)]
    for f in fields:
        if after(f):
            order.insert(1 + [g.name for g in order].index(after(f)), f)
    return order


def current_player(player: Axis, meaning: str, observed_after: str = "") -> Field:
    """Who acts, where that follows from the rest."""
    return Field(
        "current_player",
        Actor(player),
        "the player to act, -1 at chance, -4 at the end",
        Follows(lambda s: s.current_player()),
        meaning=meaning,
        observed_after=observed_after,
    )


def legal_actions(number: int) -> Field:
    """The choices of a viewer who is to act; ``number`` is that of all actions."""

    def seen(s: Any, viewer: int | None) -> list[int]:
        return s.legal_actions() if viewer is not None and viewer == s.current_player() else []

    ids = Row(Number(number - 1), number)
    return Field("legal_actions", ids, "what the viewer may do now", Seen(seen), observed=())


class Fields:
    """The list of a game, and the forms of a position."""

    def __init__(self, name: str, players: int, digest: bytes, fields: Sequence[Field]) -> None:
        self.head = {"format": 1, "game": name, "players": players}
        self.players, self.digest, self.fields = players, digest, tuple(fields)
        in_bytes = arranged([f for f in self.fields if f.in_bytes], lambda f: f.written_after)
        self.groups = [tuple(group) for _, group in groupby(in_bytes, lambda f: f.interleaved)]
        self.visible = [f for f in self.fields if not isinstance(f.sight, Hidden)]
        self.observed = {f: f.channels() for f in arranged(self.visible, lambda f: f.observed_after)}
        every = [observed for field in self.observed.values() for observed in field]
        self.channels = tuple(Channel(o.name, o.kind.shape or (1,), o.kind.scale, o.meaning) for o in every)

    # --- who sees what --------------------------------------------------------------------------------------------

    def shown(self, s: Any, viewer: int | None) -> Iterator[tuple[Field, Any]]:
        """What a viewer (None: a spectator) may know: the one place where something is kept back."""
        for f in self.fields:
            match f.sight:
                case Hidden():
                    continue
                case Seen(of):
                    yield f, of(s, viewer)
                case _:
                    yield f, f.value(s)

    def view(self, s: Any, viewer: int | None) -> dict[str, Any]:
        seen = {f.name: f.kind.json(value) for f, value in self.shown(s, viewer) if f.in_view}
        return {**self.head, "viewer": viewer, **seen}

    def observation(self, s: Any, viewer: int | None) -> list[float]:
        out = Encoder(self.channels)
        for f, value in self.shown(s, viewer):
            for observed in self.observed[f]:
                for index, raw in observed.kind.cells(observed.part(value), viewer or 0):
                    out.put(observed.name, raw, *(index or (0,)))
        return out.values

    # --- the position ---------------------------------------------------------------------------------------------

    def to_dict(self, s: Any) -> dict[str, Any]:
        return {**self.head, **{f.name: f.kind.json(f.value(s)) for f in self.fields if f.in_position}}

    def read_dict(self, s: Any, position: Any) -> None:
        """Fills a fresh position with what ``to_dict`` wrote; raises InvalidState."""
        fields = [f for f in self.fields if f.in_position]
        given = keyed("the position", position, [*self.head, *(f.name for f in fields)])
        for key, wanted in self.head.items():
            if type(given[key]) is not type(wanted) or given[key] != wanted:
                raise wrong(key, repr(wanted), given[key])
        values = [(f, f.kind.parse(f.name, given[f.name])) for f in fields]
        for f, value in values:
            if f.in_bytes:
                f.store(s, value)
        s.check_invariants()
        for f, value in values:
            if f.kind.json(f.value(s)) != f.kind.json(value):
                raise InvalidState(f"{f.name} cannot be {told(given[f.name])}: it does not follow from the rest")

    def to_bytes(self, s: Any) -> bytes:
        out = Writer(self.digest)
        for group in self.groups:
            if group[0].interleaved:
                for row in zip(*(f.value(s) for f in group), strict=True):
                    for f, value in zip(group, row, strict=True):
                        of_each(f).write(out, value)
            else:
                for f in group:
                    f.kind.write(out, f.value(s))
        return out.finish()

    def read_bytes(self, s: Any, data: bytes) -> None:
        """Fills a fresh position with what ``to_bytes`` wrote; raises InvalidState."""
        source = Reader(data, self.digest)
        for group in self.groups:
            if group[0].interleaved:
                rows = [[of_each(f).read(f"{f.name}[{p}]", source) for f in group] for p in range(self.players)]
                for f, values in zip(group, zip(*rows, strict=True), strict=True):
                    f.store(s, list(values))
            else:
                for f in group:
                    f.store(s, f.kind.read(f.name, source))
        source.finish()
        s.check_invariants()
        if self.to_bytes(s) != data:
            raise InvalidState("the position is not in its canonical form")

    # --- schemas --------------------------------------------------------------------------------------------------

    def position_schema(self) -> Schema:
        """A JSON schema (draft 2020-12) of what ``to_dict`` writes."""
        return self._schema("position", {}, [f for f in self.fields if f.in_position])

    def view_schema(self) -> Schema:
        """A JSON schema (draft 2020-12) of what ``view`` writes."""
        viewer = {"description": "who sees it, null for a spectator", "enum": [*range(self.players), None]}
        return self._schema("view", {"viewer": viewer}, [f for f in self.visible if f.in_view])

    def _schema(self, what: str, more: Mapping[str, Schema], fields: Sequence[Field]) -> Schema:
        head = {key: {"const": value} for key, value in self.head.items()}
        properties = {**head, **more, **{f.name: f.schema() for f in fields}}
        return {"$schema": DRAFT, "title": f"{self.head['game']}: {what}", "type": "object", **exactly(properties)}


def of_each(f: Field) -> Kind:
    """The kind of a player's value in a field of all players."""
    assert isinstance(f.kind, Each)
    return f.kind.of
