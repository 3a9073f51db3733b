"""The JSON schemas of positions and views: what is real fits them, what has another form does not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from playing import walk_through

import lineshaft
from lineshaft import reference

Setup = tuple[str, str, int]
COMPARED = 6
"""How many positions of a game are compared, from the whole of it."""


Validators = tuple[Validator, Validator]
"""Those of positions and of views."""


def validators(game: lineshaft.Game | reference.Game) -> Validators:
    schemas = game.position_schema(), game.view_schema()
    for schema in schemas:
        Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schemas[0]), Draft202012Validator(schemas[1])


@pytest.fixture(params=["engine", "reference"])
def declared(request: pytest.FixtureRequest, setup: Setup, game: lineshaft.Game) -> Validators:
    """As the engine and as the reference declare them."""
    name, variant, players = setup
    return validators(game if request.param == "engine" else reference.load_game(name, players, variant))


def test_positions_and_views_fit_their_schemas(declared: Validators, game: lineshaft.Game) -> None:
    position, view = declared
    states = [state.clone() for state in walk_through(game, 11)]
    for state in [*states[:: len(states) // COMPARED], states[-1]]:
        position.validate(state.to_dict())
        for viewer in (None, 0):
            view.validate(state.view(viewer).to_dict())


@pytest.mark.parametrize("load", [lineshaft.load_game, reference.load_game], ids=["engine", "reference"])
@pytest.mark.parametrize("name", reference.GAMES)
def test_another_form_does_not_fit(load: Callable[[str], lineshaft.Game | reference.Game], name: str) -> None:
    """A key too few or too many, a list for an object, an object for a list, a number for a text and so on."""
    position, view = validators(load(name))
    state = lineshaft.load_game(name).new_initial_state()
    for check, whole in ((position, state.to_dict()), (view, state.view(0).to_dict())):
        assert check.is_valid(whole)
        assert not check.is_valid(whole | {"unknown": 0})
        for key, value in whole.items():
            damaged: dict[str, Any] = copy.deepcopy(whole)
            damaged[key] = other_form(value)
            assert not check.is_valid(damaged), f"{key}: {damaged[key]!r}"
            del damaged[key]
            assert not check.is_valid(damaged), f"without {key}"


def other_form(value: Any) -> Any:
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, list):
        return {str(index): entry for index, entry in enumerate(value)}
    return [value]
