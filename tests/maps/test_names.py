"""Names on a map keep clear of units, and of each other where there is room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.maps.names import feet
from judge.rules.diplomacy.picture import GROUNDS
from judge.rules.ground import load_ground

GROUND = load_ground(GROUNDS / "standard.json")
WIDTHS = dict.fromkeys(GROUND.areas, 25.0)


def _at(code: str) -> float:
    return GROUND.areas[code].at[1]


def _found(*occupied: str, pinned: bool = False) -> dict[str, float]:
    return feet(GROUND, WIDTHS, dict.fromkeys(occupied, pinned), [GROUND.stand(code) for code in occupied])


def test_a_name_stands_in_the_middle_of_its_area_and_below_a_unit_there() -> None:
    assert abs(_found()["UKR"] - _at("UKR")) < 10
    assert _found("UKR")["UKR"] > _at("UKR") + 20


def test_a_name_goes_above_its_unit_where_below_it_would_strike_another() -> None:
    assert _found("HOL")["HOL"] < _at("HOL") - 15


def test_a_name_with_more_below_it_stays_below_its_unit() -> None:
    assert _found("HOL", pinned=True)["HOL"] > _at("HOL") + 20


@pytest.mark.parametrize("code", sorted(GROUND.areas))
def test_every_name_stays_on_the_map(code: str) -> None:
    assert 10 < _found(code)[code] < GROUND.height


@given(st.lists(st.sampled_from(sorted(GROUND.areas)), unique=True))
def test_where_names_stand_does_not_depend_on_the_order_in_which_units_are_listed(occupied: list[str]) -> None:
    below = dict.fromkeys(sorted(occupied), False)
    units = [GROUND.stand(code) for code in occupied]
    assert feet(GROUND, WIDTHS, below, units) == feet(GROUND, WIDTHS, below, sorted(units))
