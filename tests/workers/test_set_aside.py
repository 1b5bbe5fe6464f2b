"""What was looked at in vain is let be until something may have changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from judge.play.deadlines import Due
from judge.workers.desk import SetAside

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
LATE = Due(7, "S1901M", 4)


def test_a_game_that_was_found_waiting_is_let_be_until_then() -> None:
    aside = SetAside()
    assert not aside.waits(LATE, NOON)
    aside.found_waiting(LATE, NOON + HOUR)
    assert aside.waits(LATE, NOON)
    assert not aside.waits(LATE, NOON + HOUR)


def test_a_game_that_waits_for_somebody_is_looked_at_again_when_it_has_changed() -> None:
    aside = SetAside()
    aside.found_waiting(LATE, None)
    assert aside.waits(LATE, NOON + 1000 * HOUR)
    assert not aside.waits(Due(7, "S1901M", 5), NOON)
    assert not aside.waits(Due(8, "S1901M", 4), NOON)


def test_press_that_a_fault_kept_back_is_tried_again_in_the_next_quarter() -> None:
    aside = SetAside()
    aside.kept_back(7, NOON)
    assert aside.holds_back(7, NOON + timedelta(minutes=14))
    assert not aside.holds_back(7, NOON + timedelta(minutes=15))
    assert not aside.holds_back(8, NOON)
