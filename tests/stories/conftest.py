"""A judge at which much is played in little time."""

from __future__ import annotations

import pytest

from tests.support.house import House, Opening


@pytest.fixture
def house(opened: Opening) -> House:
    return opened(replies_per_hour=10_000)
