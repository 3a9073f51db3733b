"""What holds for the data files of all games: how a file is read, whichever tables its game declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from data_files import NAME_RULE, DataFile, found
from edits import Keys, drop, follow, put
from positions import Side

import lineshaft
from lineshaft.errors import InvalidData

GAMES = lineshaft.games()

# --- syntax -----------------------------------------------------------------------------------------------------------


def with_format_line(file: DataFile, line: str) -> tuple[str, int]:
    """The text with another line in place of the one that gives the format, and that line's number."""
    lines = file.text.splitlines()
    place = next(i for i, text in enumerate(lines) if text.startswith("format"))
    lines[place] = line
    return "\n".join(lines), place + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_byte_order_mark_is_no_part_of_the_text(side: Side, game: str) -> None:
    text = DataFile(game).text
    assert side.load(game, data="\ufeff" + text).num_actions == side.load(game, data=text).num_actions


@pytest.mark.parametrize("game", GAMES)
def test_values_nested_without_end_are_refused(side: Side, game: str) -> None:
    file = DataFile(game)
    assert file.refusal(side, file.text + "\nnested = " + "[" * 5000).message.startswith(f"{game}.toml: ")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", ["format 1", "format = 1\nformat = 1", "format = 9223372036854775808", 'format = "1'])
def test_what_is_no_toml_is_refused_with_its_line(side: Side, game: str, line: str) -> None:
    file = DataFile(game)
    text, number = with_format_line(file, line)
    number += line.count("\n")
    assert re.match(rf"{game}\.toml: line {number}: .", file.refusal(side, text).message)


ONLY_IN_1_1 = (
    r'more = "\e"',
    r'more = "\x41"',
    r'more = "\\\x41"',
    'more = """\n\\e"""',
    r'"\e" = 1',
    r'more.a."\x41" = 1',
    "more = {a = 1,}",
    "more = {a = 1 , }",
    "more = {a = [{b = 1,}]}",
    "more = {\na = 1}",
    "more = {a = 1\n}",
    "more = {a = 1, # one\nb = 2}",
    "more = 07:32",
    "more = 1979-05-27T07:32",
    "more = 1979-05-27 07:32Z",
    "more = 1979-05-27t07:32-07:00",
    "more = [[07:32]]",
    "é = 1",
)


@pytest.mark.parametrize("line", ONLY_IN_1_1)
def test_what_only_toml_1_1_has_is_refused_with_its_line(side: Side, line: str) -> None:
    file = DataFile("railways")
    number = 3 if line.startswith('more = """') else 2
    assert re.match(rf"railways\.toml: line {number}: .", file.refusal(side, f"\n{line}\n{file.text}").message)


@pytest.mark.parametrize(
    "line",
    [
        r"more = '\e'",
        r'more = "\\e\\x41\u0041\U00000041\b"',
        "more = '''\n\\e'''",
        'more = """\\\n  {\n,}"""',
        "more = {a = [\n1, # one\n2,\n], b = {}}",
        "more = [{a = 1}, # {\n{a = 2},]",
        "more = {}  # {a = 1,}",
        "more = 07:32:00",
        "more = 1979-05-27 07:32:00.5-07:00",
        "more = 1979-05-27",
        "more = [+1_000, 0x1f, -0.5e3, inf, nan]",
        "'more' = true",
        "more.a = 1\nmore.b = 2",
    ],
)
def test_what_toml_1_0_has_is_no_error_of_syntax(side: Side, line: str) -> None:
    file = DataFile("railways")
    message = file.refusal(side, f"{line}\n{file.text}").message
    assert message.startswith("railways.toml: there is no key more; keys are: format, game, engines, trains, ")


@pytest.mark.parametrize("game", GAMES)
def test_sentences_name_the_file_as_the_user_does(side: Side, game: str) -> None:
    file = DataFile(game)
    right = file.content["format"]
    for line, sentence in (
        (f"format = {right + 1}", f"format must be {right}, not {right + 1}"),
        ("format 1", "line "),
    ):
        with pytest.raises(InvalidData) as raised:
            side.load(game, data=with_format_line(file, line)[0], data_name="my cards, 2nd.toml")
        assert raised.value.message.startswith(f"my cards, 2nd.toml: {sentence}")


@pytest.mark.parametrize("game", GAMES)
def test_a_file_of_another_format_is_refused_by_its_number(side: Side, game: str) -> None:
    """Whatever else the other format has or lacks; a format that is no number is a fault of form like others."""
    right = DataFile(game).content["format"]
    with pytest.raises(InvalidData, match=f"mine.toml: format must be {right}, not {right - 1}$"):
        side.load(game, data=f"format = {right - 1}\nmore = 1\n", data_name="mine.toml")
    with pytest.raises(InvalidData, match=r"mine\.toml: there is no key more; "):
        side.load(game, data="format = true\nmore = 1\n", data_name="mine.toml")


# --- form -------------------------------------------------------------------------------------------------------------

WRONG: list[tuple[str, Any]] = [
    ("a whole number", 7),
    ("a text", "7"),
    ("true or false", True),
    ("a fraction", 1.0),
    ("a fraction", -2.5),
    ("a list", []),
    ("a list", [1, "one", [True]]),
    ("a table", {}),
    ("a table", {"b": 1, "a": {"c": [0.5]}}),
    ("a list of tables", [{"a": 1}]),
]


def kind_of(value: Any) -> str:
    """The kind that a place has, told by what the shipped file has there."""
    if isinstance(value, list):
        return "a list of tables" if value != [] and isinstance(value[0], dict) else "a list"
    kinds = {bool: "true or false", int: "a whole number", str: "a text", dict: "a table"}
    return kinds[type(value)]


def places(value: Any, path: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """Every table, row, list and value of a file, with the keys that lead there."""
    if path:
        yield path, value
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def label(content: Any, path: Keys) -> str:
    """A place in the words of a refusal: ``[cities] row 3 (Omaha): value``, ``[cities] row 3``, ``hand``."""
    if len(path) == 1:
        return str(path[0])
    table = f"[{path[0]}]"
    start = 2 if path[1:2] == ("rows",) else 1
    rows = follow(content, path[:start])
    if kind_of(rows) == "a list of tables" and len(path) > start:
        index = path[start]
        assert isinstance(index, int)
        row = f"{table} row {index + 1}"
        if len(path) == start + 1:
            return row
        name = rows[index].get("name")
        return f"{row} ({name}): {key_of(path[start + 1 :])}" if name else f"{row}: {key_of(path[start + 1 :])}"
    return f"{table}: {key_of(path[1:])}"


def key_of(path: Keys) -> str:
    """The key, and after it the numbers of an entry: ``warehouse entry 4.2``."""
    numbers = ".".join(str(int(index) + 1) for index in path[1:])
    return f"{path[0]} entry {numbers}" if numbers else str(path[0])


def wrong_values(path: Keys, value: Any, turn: int) -> list[Any]:
    """What is put in a place: in turn one of the values of a wrong kind, and for tables and lists their own content."""
    kind = kind_of(value)
    listed = {"a list of tables", "a list"}
    fitting = {kind, "a list of tables"} if kind == "a list" else {kind}
    wrong = [item for its_kind, item in WRONG if its_kind not in fitting and not (item == [] and kind in listed)]
    wrong = [wrong[turn % len(wrong)]]
    if kind == "a table":
        return [list(value.values()), *wrong]
    return [{str(i): item for i, item in enumerate(value)}, *wrong] if kind in listed else wrong


def nameless(where: str) -> str:
    """The place without the name of its row."""
    return re.sub(r" \(.*\)", "", where)


@pytest.mark.parametrize("game", GAMES)
def test_every_confusion_of_kinds_is_refused_in_every_place(side: Side, game: str) -> None:
    file = DataFile(game)
    content = file.content
    for turn, (path, value) in enumerate(places(content)):
        where = nameless(label(content, path)) if path[-1] == "name" else label(content, path)
        for wrong in wrong_values(path, value, turn):
            sentence = f"{where} must be {kind_of(value)}, not {found(wrong)}"
            if kind_of(value) == "a list of tables" and isinstance(wrong, list):
                sentence = f"[{path[0]}] row 1 must be a table, not {found(wrong[0])}"
            assert file.refusal(side, file.edited(put(*path, to=wrong))).message == f"{game}.toml: {sentence}"


@pytest.mark.parametrize("game", GAMES)
def test_every_table_and_row_has_its_keys_and_no_other(side: Side, game: str) -> None:
    """The shipped files have their keys in the order of the page."""
    file = DataFile(game)
    content = file.content
    tables = [path for path, value in places(content) if isinstance(value, dict)]
    for turn, path in enumerate([(), *tables]):
        keys = list(follow(content, path))
        key = keys[turn % len(keys)]
        where = label(content, (*path, ""))
        place = f"{game}.toml: {nameless(where) if key == 'name' else where}"
        missing = drop(*path, key)
        assert file.refusal(side, file.edited(missing)).message == f"{place}the key {key} is missing"
        more = file.edited(put(*path, "zeal", to=1), put(*path, "age", to=1), missing)
        assert file.refusal(side, more).message == f"{place}there is no key age; keys are: {', '.join(keys)}"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('format = "1"', '"1"'),
        ("format = 1e16", "1e+16"),
        ("format = 0.00001", "1e-05"),
        ("format = 123456.0", "123456.0"),
        ("format = -inf", "-inf"),
        ("format = nan", "nan"),
        ("format = 07:32:00", "a date or time"),
        ("format = [1979-05-27]", "[a date or time]"),
        ("format = false", "false"),
        ('format = """a\\"b\\\\\n\\t\\u0000é\\u200b\\U000e0001"""', '"a\\"b\\\\\\n\\t\\u0000é\\u200b\\U000e0001"'),
        ("format = {'é' = 1, 'b c' = [], a = {}}", '{"a": {}, "b c": [], "é": 1}'),
        (f"format = '{'x' * 38}'", f'"{"x" * 38}"'),
        (f"format = '{'é' * 39}'", f'"{"é" * 39}…'),
    ],
)
def test_what_was_found_is_shown(side: Side, line: str, shown: str) -> None:
    file = DataFile("railways")
    message = file.refusal(side, with_format_line(file, line)[0]).message
    assert message == f"railways.toml: format must be a whole number, not {shown}"


@pytest.mark.parametrize(
    ("key", "shown"), [("a-b_1", "a-b_1"), ('"a b"', '"a b"'), ('""', '""'), ('"\\n"', '"\\n"'), ('"é"', '"é"')]
)
def test_a_key_that_there_is_not_is_shown(side: Side, key: str, shown: str) -> None:
    file = DataFile("railways")
    message = file.refusal(side, f"{key} = 1\n{file.text}").message
    assert message.startswith(f"railways.toml: there is no key {shown}; keys are: format, game, ")


@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_the_whole_file_comes_before_any_value(side: Side, game: str) -> None:
    file = DataFile(game)
    last = list(file.content)[-1]
    message = file.refusal(side, file.edited(put("format", to=2), put(last, to=1))).message
    assert message.startswith(f"{game}.toml: {last} must be a ")
    message = file.refusal(side, file.edited(put("format", to="1"), put(last, to=1))).message
    assert message == f'{game}.toml: format must be a whole number, not "1"'
    message = file.refusal(side, file.edited(put("format", to="1"), drop(last))).message
    assert message == f"{game}.toml: the key {last} is missing"


# --- names ------------------------------------------------------------------------------------------------------------

NAME_PLACES: list[tuple[str, Keys, str]] = [
    ("railways", ("cities", 3, "name"), "[cities] row 4"),
    ("workshop", ("colours", 1, "name"), "[colours] row 2"),
    ("workshop", ("towns", 2, "name"), "[towns] row 3"),
    ("widgets", ("parts", 4, "name"), "[parts] row 5"),
    ("widgets", ("elements", 2, "name"), "[elements] row 3"),
    ("widgets", ("archetypes", 1, "name"), "[archetypes] row 2"),
    ("widgets", ("makeups", 0, "name"), "[makeups] row 1"),
    ("arkwright", ("goods", "names", 0), "[goods]"),
    ("arkwright", ("tracks", "names", 1), "[tracks]"),
    ("arkwright", ("cards", "rows", 6, "name"), "[cards] row 7"),
    ("arkwright", ("events", "rows", 0, "name"), "[events] row 1"),
]
NO_NAMES = ("", " ", "York ", " York", "Y  k", "-York", "!", "(", "(-)", "Yo_k", 'Yo"k', "York\n", "Yo\tk", "x" * 41)
INVISIBLE = (
    *(0x7F, 0x80, 0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x1680, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x2000, 0x200F),
    *(0x2028, 0x202E, 0x202F, 0x205F, 0x2066, 0x206F, 0x3000, 0x3164, 0xE000, 0xF8FF, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0),
    *(0xFFF0, 0xFFFD, 0xFFFF, 0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0x1FFFE, 0x3FFFF, 0xE0000, 0xE0100, 0x10FFFF),
)
NAMES = (
    *("Zürich", "北京", "Ж", "é", "7", "(Old) York", "A.", "St. John's/Fa-Le, Co & Sons (1830)!", "x" * 40, "é" * 40),
    *("¡Ole!", "A\u0301", "\u2030", "\U0001f682", "\u115e\u1161\u167f\u1681", "\U0001bc9f\U0001bca4", "\U0003fffd"),
)


def quoted(name: str) -> str:
    """A text that is no name as a refusal shows it."""
    escapes = {ord(c) for c in name} & set(INVISIBLE)
    shown = found(name)
    for code in escapes:
        shown = shown.replace(chr(code), f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")
    return shown


@pytest.mark.parametrize(
    ("game", "path", "place"), NAME_PLACES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_what_is_no_name_is_refused(side: Side, game: str, path: Keys, place: str) -> None:
    file = DataFile(game)
    key = key_of(path[1:]) if path[1] == "names" else "name"
    for name in NO_NAMES:
        message = file.refusal(side, file.edited(put(*path, to=name))).message
        assert message == f"{game}.toml: {place}: {key} {NAME_RULE}{found(name)}"


def test_invisible_characters_make_no_name(side: Side) -> None:
    file = DataFile("arkwright")
    for code in INVISIBLE:
        name = f"A{chr(code)}b"
        message = file.refusal(side, file.edited(put("cards", "rows", 6, "name", to=name))).message
        assert message == f"arkwright.toml: [cards] row 7: name {NAME_RULE}{quoted(name)}"


@pytest.mark.parametrize("name", NAMES)
def test_names_of_any_language_are_taken(side: Side, name: str) -> None:
    for game, table, row in (("railways", "cities", 3), ("workshop", "colours", 1), ("widgets", "elements", 2)):
        side.load(game, data=DataFile(game).edited(put(table, row, "name", to=name)))
    side.load("arkwright", data=DataFile("arkwright").edited(put("cards", "rows", 6, "name", to=name)))


@pytest.mark.parametrize("name", ["Zürich", "(Old) York", "é" * 40])
def test_a_row_is_called_by_its_name(side: Side, name: str) -> None:
    file = DataFile("railways")
    row = put("cities", 3, "name", to=name)
    for value, sentence in ((13, "value must be 1 to 12, not 13"), ("9", 'value must be a whole number, not "9"')):
        message = file.refusal(side, file.edited(row, put("cities", 3, "value", to=value))).message
        assert message == f"railways.toml: [cities] row 4 ({name}): {sentence}"


def test_a_row_with_no_name_is_called_by_its_number(side: Side) -> None:
    file = DataFile("railways")
    message = file.refusal(
        side, file.edited(put("cities", 3, "name", to="-"), put("cities", 3, "value", to="9"))
    ).message
    assert message == 'railways.toml: [cities] row 4: value must be a whole number, not "9"'


def lists_of_names(content: Any, path: Keys = ()) -> Iterator[Keys]:
    """Where the first two names of a list of names, or of the rows of a table, stand: all but the number."""
    if isinstance(content, dict):
        for key, item in content.items():
            yield from lists_of_names(item, (*path, key))
    elif isinstance(content, list) and len(content) > 1:
        if path[-1] == "names" or (isinstance(content[0], dict) and "name" in content[0]):
            yield path


@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_stands_twice_is_found_before_it_is_looked_up(side: Side, game: str) -> None:
    """Whatever else in the file names the two."""
    file = DataFile(game)
    found_in = list(lists_of_names(file.content))
    assert found_in
    for path in found_in:
        key: Keys = () if path[-1] == "names" else ("name",)
        name = follow(file.content, (*path, 0, *key))
        message = file.refusal(side, file.edited(put(*path, 1, *key, to=name))).message
        what = "entry" if path[-1] == "names" else "row"
        twice = message.endswith(f": the name {name} stands twice (first in {what} 1)")
        assert twice or ": name must be " in message, "names that are fixed cannot stand twice"
        assert message.startswith(f"{game}.toml: [{path[0]}]")
