"""Each test of a rule runs on the engine and on the reference."""

from __future__ import annotations

import pytest
from positions import SIDES, Side


@pytest.fixture(params=SIDES, ids=lambda side: side.name)
def side(request: pytest.FixtureRequest) -> Side:
    found: Side = request.param
    return found
