"""Chapter 6 in numbers: every vector of its readings."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from judge.rules.empires.actions import land_battle
from judge.rules.empires.play import dispersed
from judge.rules.empires.turn import chance
from judge.rules.rng import Rng

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


@pytest.mark.ruling("6.4")
def test_6_4_the_rulings_tell_how_the_lot_is_drawn_after_a_rollback_too() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rulings" / "empires.md").read_text(encoding="utf-8")
    assert "`seed|turn|CODE`" in page
    assert chance(Rng(b"seed", "T4"), 4, "NEM") == sha256(b"seed|4|NEM").digest()[0]
    assert "`seed|run N|turn|CODE`" in page
    assert chance(Rng(b"seed", "T4", 2), 4, "NEM") == sha256(b"seed|run 2|4|NEM").digest()[0]
