"""What was looked at in vain is let be until something may have changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from judge.play.deadlines import Due
from judge.workers.scheduler import Deferrals

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
LATE = Due(7, "S1901M", 4)


def test_a_game_that_was_found_waiting_is_let_be_until_then() -> None:
    aside = Deferrals()
    assert not aside.is_deferred(LATE, NOON)
    aside.defer(LATE, NOON + HOUR)
    assert aside.is_deferred(LATE, NOON)
    assert not aside.is_deferred(LATE, NOON + HOUR)


def test_a_game_that_waits_for_somebody_is_looked_at_again_when_it_has_changed() -> None:
    aside = Deferrals()
    aside.defer(LATE, None)
    assert aside.is_deferred(LATE, NOON + 1000 * HOUR)
    assert not aside.is_deferred(Due(7, "S1901M", 5), NOON)
    assert not aside.is_deferred(Due(8, "S1901M", 4), NOON)


def test_press_that_a_fault_kept_back_is_tried_again_in_the_next_quarter() -> None:
    aside = Deferrals()
    aside.defer_press(7, NOON)
    assert aside.is_press_deferred(7, NOON + timedelta(minutes=14))
    assert not aside.is_press_deferred(7, NOON + timedelta(minutes=15))
    assert not aside.is_press_deferred(8, NOON)
