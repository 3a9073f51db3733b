"""What is small and means much: shared parts, deep nesting, long numbers and keys cost what their input is worth."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

import lineshaft
from lineshaft import InvalidData, InvalidState, LineshaftError, reference, show
from lineshaft.reference.data_file import First
from lineshaft.reference.replay import Library, follow
from lineshaft.reference.toml_text import TomlError, parse

FIRST = "railways"
DOUBLINGS = 28
MOST_VALUES = 1 << 20


def doubled(make: Callable[[Any], Any]) -> Any:
    """A value of 28 objects that means 2^28."""
    value: Any = make(None)
    for _ in range(DOUBLINGS):
        value = make(value)
    return value


SHARED: dict[str, Any] = {
    "lists": doubled(lambda a: [a, a]),
    "tuples": doubled(lambda a: (a, a)),
    "dicts": doubled(lambda a: {"a": a, "b": a}),
    "long text": ["x" * (1 << 20)] * 1000,
}

game = lineshaft.load_game(FIRST)
slow = reference.load_game(FIRST)
replay = lineshaft.play(game, ["random"] * game.num_players, 3).to_dict()
position = game.new_match(seed=1).state.to_dict()
view = game.new_match(seed=1).view(0).to_dict()


def check_all(record: dict[str, Any]) -> None:
    for _ in follow(Library().game(record).new_initial_state(), record):
        pass


TAKERS: dict[str, Callable[[Any], object]] = {
    "a position": game.state_from_dict,
    "a part of a position": lambda value: game.state_from_dict(position | {"hands": value}),
    "a key of a position": lambda value: game.state_from_dict(position | {"more": value}),
    "a position of the reference": slow.state_from_dict,
    "a part of a position of the reference": lambda value: slow.state_from_dict(position | {"hands": value}),
    "a phase of the reference": lambda value: slow.state_from_dict(position | {"phase": value}),
    "a replay": lineshaft.Match.from_replay,
    "steps": lambda value: lineshaft.Replay(replay | {"steps": value}),
    "rules of a replay": lambda value: lineshaft.Replay(replay | {"rules": value}),
    "scores": lambda value: lineshaft.replays.library(None).follow(replay | {"scores": value}),
    "steps for the reference": lambda value: check_all(replay | {"steps": value}),
    "an option for the reference": lambda value: check_all(replay | {"rules": replay["rules"] | {"max_rounds": value}}),
    "scores for the reference": lambda value: check_all(replay | {"scores": value}),
    "the end for the reference": lambda value: check_all(replay | {"end_reason": value}),
    "an option": lambda value: lineshaft.load_game(FIRST, rules={"max_rounds": value}),
    "an option of the reference": lambda value: reference.load_game(FIRST, rules={"max_rounds": value}),
    "a bot": lambda value: lineshaft.play(game, [value] * game.num_players),
    "text of a view": lambda value: show.text(view | {"open": value}),
    "a picture": lambda value: show.svg(view | {"open": value}),
    "changes": lambda value: show.changes(view, view | {"open": value}),
}


@pytest.mark.parametrize("what", TAKERS)
@pytest.mark.parametrize("kind", ["lists", "tuples", "dicts"])
def test_shared_parts_are_refused_in_short(what: str, kind: str) -> None:
    with pytest.raises(LineshaftError) as raised:
        TAKERS[what](SHARED[kind])
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize("what", ["a position", "steps", "a part of a position"])
def test_a_long_text_in_many_places_is_refused(what: str) -> None:
    with pytest.raises(LineshaftError, match=r"texts of more than 67108864 bytes|must be"):
        TAKERS[what](SHARED["long text"])


class Counted(Mapping[str, Any]):
    """A mapping that counts how often one is looked into."""

    looks = 0

    def __init__(self, inner: Any) -> None:
        self.inner = {"a": inner, "b": inner}

    def __getitem__(self, key: str) -> Any:
        return self.inner[key]

    def __iter__(self) -> Iterator[str]:
        Counted.looks += 1
        return iter(self.inner)

    def __len__(self) -> int:
        return 2


def test_the_number_of_values_is_bounded_like_the_depth() -> None:
    Counted.looks = 0
    with pytest.raises(InvalidState, match=f"more than {MOST_VALUES} values"):
        game.state_from_dict(doubled(Counted))
    assert 1000 < Counted.looks <= MOST_VALUES
    with pytest.raises(InvalidState, match="more than 32 levels"):
        game.state_from_dict({"a": [[]] and nested(40)})


def nested(levels: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(levels):
        inner = [inner]
    return inner


# --- data files -------------------------------------------------------------------------------------------------------

MUCH = {
    "a key with dots": ".".join(["a"] * 50_000) + " = 1",
    "a head with dots": "[" + ".".join(["a"] * 50_000) + "]",
    "an inline key with dots": "x = {" + ".".join(["a"] * 50_000) + " = 1}",
    "growing heads": "\n".join("[" + ".".join(["a"] * i) + "]" for i in range(1, 400)),
    "growing keys": "\n".join("a." * i + "b = 1" for i in range(1, 300)),
    "a long number": "a = " + "9" * 5000,
    "a long number with a sign": "a = [-" + "9" * 5000 + "]",
    "a torn long number": "a = " + "1_" * 5000,
    "a long number of another base": "a = 0x" + "f" * 5000,
    "brackets": "a = " + "[" * 50_000,
    "braces": "a = " + "{a=" * 50_000,
    "both in turn": "a = " + "[{a.b.c=" * 5000,
}


@pytest.mark.parametrize("what", MUCH)
def test_a_data_file_that_means_much_is_refused_by_both_readers(what: str, tmp_path: Any) -> None:
    with pytest.raises(TomlError):
        parse(MUCH[what])
    with pytest.raises(InvalidData, match=r"^mine\.toml: line "):
        reference.load_game(FIRST, data=MUCH[what], data_name="mine.toml")
    path = tmp_path / "mine.toml"
    path.write_text(MUCH[what], encoding="utf-8")
    with pytest.raises(InvalidData, match=r"^mine\.toml: line "):
        lineshaft.load_game(FIRST, data=path)


def test_no_data_file_brings_another_error_than_its_own(tmp_path: Any) -> None:
    """Pieces that readers stumble over, put together at random."""
    rng = random.Random(11)
    pieces = ["9" * 5000, "1_", "0x", "a.", ".", "[", "]", "[[", "]]", "{", "}", "=", ",", '"', "'", '"""', "'''", "\\"]
    pieces += [
        "\n",
        "\r",
        "#",
        "a",
        " = ",
        "1979-05-27",
        "T07:32",
        ":00",
        "+99:99",
        "e",
        "1e400",
        "-",
        "+",
        "inf",
        "\0",
    ]
    pieces += ["\\u", "D800", "\u2028", "\ufeff", "true", "a = 1\n", "[a]\n", "a = [1, ", "b = {a = ", "\0"]
    path = tmp_path / "mine.toml"
    for _ in range(1500):
        text = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 14)))
        with pytest.raises(InvalidData):
            reference.load_game(FIRST, data=text)
        path.write_text(text, encoding="utf-8", newline="")
        with pytest.raises(InvalidData):
            lineshaft.load_game(FIRST, data=path)


def test_a_long_list_of_rows_is_looked_at_without_copies() -> None:
    class Fixed(list[int]):
        def __getitem__(self, place: Any) -> Any:
            assert not isinstance(place, slice)
            return super().__getitem__(place)

    first = First(Fixed(range(9)), 4)
    assert (len(first), first[-1], list(first), first[:-1]) == (4, 3, [0, 1, 2, 3], [0, 1, 2])


# --- replays ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "1e999", "[" * 100_000, '{"a":' * 100_000])
@pytest.mark.parametrize("key", ["players", "scores", "rules", "seed", "steps", "rules_version"])
def test_a_line_that_means_much_is_no_replay(number: str, key: str) -> None:
    line = json.dumps(replay | {key: "HERE"}).replace('"HERE"', number)
    with pytest.raises(LineshaftError) as raised:
        lineshaft.Match.from_replay(line)
    assert len(str(raised.value)) < 300
