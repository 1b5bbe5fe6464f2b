"""Seats that nobody plays from the start: each system says which, and which option lists them."""

from __future__ import annotations

import pytest

from judge.rules.registry import find_system, systems

WITH_DUMMIES = [name for name, system in systems().items() if system.seating({}).dummies_option]


@pytest.mark.parametrize("name", WITH_DUMMIES)
def test_seats_that_nobody_plays_are_told_beside_those_that_are_played(name: str) -> None:
    system = find_system(name)
    names = system.seating({}).names
    option = system.seating({}).dummies_option
    seating = system.seating({option: [names[0], names[1]]})
    assert seating.names == names
    assert seating.dummies == names[:2]
    assert (seating.least, seating.most) == (len(names) - 2, len(names) - 2)


@pytest.mark.parametrize("name", WITH_DUMMIES)
def test_the_option_that_lists_them_is_one_of_the_systems_and_empty_if_not_said(name: str) -> None:
    system = find_system(name)
    (option,) = (each for each in system.options if each.name == system.seating({}).dummies_option)
    assert (option.kind, option.default) == ("names", [])
    assert system.seating({}).dummies == ()


def test_in_an_exchange_game_all_seats_are_played_from_the_start() -> None:
    assert sorted(systems()) == sorted([*WITH_DUMMIES, "exchange"])
    seating = find_system("exchange").seating({})
    assert (seating.dummies, seating.least) == ((), len(seating.names))
