"""Chapter 6 in numbers: every vector of its readings."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.empires.actions import land_battle, sea_battle
from judge.rules.empires.play import dispersed, leftovers, next_order
from judge.rules.empires.slots import bid, quantity
from judge.rules.empires.turn import chance
from judge.rules.rng import Rng

BOXES = {
    "3": (None, None, 3),
    "ALL": (1, 2, 5),
    "": (1, 2, 5),
    "0": (1, 2, 5),
    "AB-2": (None, None, 3),
}


@pytest.mark.ruling("6.3")
@pytest.mark.parametrize(("box", "taken"), BOXES.items())
def test_6_3_number_boxes(box: str, taken: tuple[int | None, ...]) -> None:
    assert tuple(quantity(box, available) for available in (1, 2, 5)) == taken


@pytest.mark.ruling("6.3")
def test_6_3_all_of_nothing_fails() -> None:
    assert quantity("ALL", 0) is None
    assert quantity("AB-5", 5) is None


@pytest.mark.ruling("6.3")
@given(st.integers(1, 99), st.integers(0, 99))
def test_6_3_a_number_ordered_outright_is_all_or_nothing(number: int, available: int) -> None:
    assert quantity(str(number), available) == (number if available >= number else None)


@pytest.mark.ruling("6.2")
@pytest.mark.parametrize(
    ("box", "slot", "bps", "spent"),
    [
        ("5", 3, 9, 5),
        ("5", 3, 2, 2),
        ("", 3, 9, 0),
        ("", 16, 9, 9),
        ("0", 16, 4, 4),
        ("99", 16, 4, 4),
        ("1000000", 3, 9, 9),
        ("99999999999999999999", 16, 4, 4),
        ("AB-1", 16, 9, None),
        ("3", 2, 0, 0),
        ("ALL", 3, 9, 0),
        ("ALL", 16, 9, 9),
    ],
)
def test_6_2_bids(box: str, slot: int, bps: int, spent: int | None) -> None:
    assert bid(box, slot, bps) == spent


@pytest.mark.ruling("3.7")
@pytest.mark.parametrize(("bps", "armies", "rest"), [(0, 0, 0), (2, 0, 2), (3, 1, 0), (7, 2, 1)])
def test_3_7_leftovers(bps: int, armies: int, rest: int) -> None:
    assert leftovers(bps) == (armies, rest)


@pytest.mark.ruling("6.2")
@pytest.mark.parametrize(
    ("bids", "order"),
    [
        ({"A": 0, "B": 2, "C": 5, "D": 2}, "CBDA"),
        ({"A": 3, "B": 3, "C": 3, "D": 4}, "DABC"),
        ({}, "ABCD"),
    ],
)
def test_6_2_equals_keep_their_order(bids: dict[str, int], order: str) -> None:
    assert "".join(next_order("ABCD", bids)) == order


DISPERSALS = {
    (3, 3): 0,
    (4, 3): 1,
    (7, 3): 2,
    (9, 3): 3,
    (3, 2): 1,
    (5, 2): 2,
    (1, 0): 0,
    (2, 0): 1,
    (5, 0): 2,
    (2, 1): 1,
    (3, 1): 1,
    (10, 4): 2,
    (6, 5): 1,
    (12, 5): 2,
    (20, 3): 6,
}


@pytest.mark.ruling("6.5")
@pytest.mark.parametrize(("there", "gone"), DISPERSALS.items())
def test_6_5_dispersals_on_land(there: tuple[int, int], gone: int) -> None:
    assert dispersed(*there) == gone


@pytest.mark.parametrize(
    ("attackers", "defenders", "result"),
    [
        (2, (1, 0, 0, 0), (0, 0, False)),
        (3, (1, 0, 0, 0), (0, 1, True)),
        (3, (2, 0, 0, 0), (0, 1, False)),
        (5, (2, 0, 0, 0), (0, 2, True)),
        (3, (6, 0, 0, 0), (3, 1, False)),
        (6, (2, 1, 1, 0), (1, 2, True)),
        (7, (3, 1, 0, 0), (1, 3, True)),
        (1, (0, 2, 0, 0), (0, 0, True)),
        (5, (1, 0, 1, 1), (0, 1, True)),
        (4, (1, 0, 1, 1), (0, 0, False)),
    ],
)
def test_battles_on_land(attackers: int, defenders: tuple[int, int, int, int], result: tuple[int, int, bool]) -> None:
    battle = land_battle(attackers, *defenders)
    # A loser that had fewer men loses no more than it had.
    assert (battle.attacker_lost, battle.defender_lost, battle.won) == result


@given(st.integers(1, 40), st.integers(0, 40))
def test_a_battle_at_sea_is_one_on_land_without_forts_and_terrain(attackers: int, ships: int) -> None:
    assert sea_battle(attackers, ships) == land_battle(attackers, ships)


@pytest.mark.ruling("6.4")
def test_6_4_the_rulings_tell_how_the_lot_is_drawn_after_a_rollback_too() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rulings" / "empires.md").read_text(encoding="utf-8")
    assert "`seed|turn|CODE`" in page
    assert chance(Rng(b"seed", "T4"), 4, "NEM") == sha256(b"seed|4|NEM").digest()[0]
    assert "`seed|run N|turn|CODE`" in page
    assert chance(Rng(b"seed", "T4", 2), 4, "NEM") == sha256(b"seed|run 2|4|NEM").digest()[0]
