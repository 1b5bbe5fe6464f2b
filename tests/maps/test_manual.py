"""The maps in docs/ are those that today's code draws."""

from __future__ import annotations

import pytest

from tests.maps.manual import DOCS, PICTURES, drawn
from tests.support.sourced import digest, source_of


@pytest.mark.parametrize("name", PICTURES)
def test_a_map_in_the_manual_is_of_today_s_code(name: str) -> None:
    """If not: make pictures, and look at them."""
    assert source_of((DOCS / f"{name}.png").read_bytes()) == digest(drawn(name).encode())


def test_every_map_in_the_manual_is_made_so() -> None:
    assert {file.stem for file in DOCS.glob("map*.png")} == set(PICTURES)
