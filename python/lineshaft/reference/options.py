"""Variants and rules options: declared once, validated here.

A variant is a named set of defaults; a rules option changes one reading or number of the rules. Both carry the number
of the rule they touch, so that help texts and documentation come from the declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import InvalidVariant
from .wording import in_digits, quoted, shown

Value = bool | int | str | None


@dataclass(frozen=True)
class Option:
    """A rules option.

    ``choices`` lists the allowed values of a switch or a named choice; a number has ``low`` and ``high`` instead, and
    ``none_allowed`` says whether None ("no limit") may stand for a number.
    """

    name: str
    default: Value
    rule: str
    summary: str
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    none_allowed: bool = False

    def allows(self, value: Value) -> bool:
        if self.choices:
            return any(
                value is c if isinstance(c, bool) else value == c and not isinstance(value, bool) for c in self.choices
            )
        if value is None:
            return self.none_allowed
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def allowed_text(self) -> str:
        """The allowed values, for error messages: ``true or false``, ``1 to 12``, ``none or 1 to 4``."""
        if self.choices:
            return " or ".join(value_text(c) for c in self.choices)
        numbers = f"{self.low} to {self.high}"
        return f"none or {numbers}" if self.none_allowed else numbers


@dataclass(frozen=True)
class Variant:
    """A named way to play. ``rules`` holds the option values that differ from the options' own defaults.

    ``players`` is the fewest and the most players, where it does not take all that the game takes.
    """

    name: str
    rule: str
    summary: str
    rules: Mapping[str, Value] = field(default_factory=dict)
    players: tuple[int, int] | None = None


def value_text(value: Value) -> str:
    """How a value is written on the command line and in config texts."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return in_digits(value) if isinstance(value, int) else value


def given_text(value: object) -> str:
    """A value that somebody chose, for errors: a text that looks like a switch or a number is told from one."""
    return shown(value) if isinstance(value, str) or not isinstance(value, bool | int | None) else value_text(value)


def choose_variant(variants: tuple[Variant, ...], name: str) -> Variant:
    for variant in variants:
        if variant.name == name:
            return variant
    names = ", ".join(v.name for v in variants)
    raise InvalidVariant(f"there is no variant {quoted(name)}; choose one of: {names}")


def resolve_rules(options: tuple[Option, ...], variant: Variant, rules: Mapping[str, Value]) -> dict[str, Value]:
    """The value of every option, in the order of their declaration."""
    declared = {option.name: option for option in options}
    for name in rules:
        if name not in declared:
            raise InvalidVariant(f"there is no rules option {quoted(name)}; choose one of: {', '.join(declared)}")
    resolved: dict[str, Value] = {}
    for option in options:
        value = rules.get(option.name, variant.rules.get(option.name, option.default))
        if not option.allows(value):
            raise InvalidVariant(
                f"rules option {option.name} cannot be {given_text(value)}; choose {option.allowed_text()}",
                rule=option.rule,
            )
        resolved[option.name] = value
    return resolved
