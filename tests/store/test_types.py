"""UtcDateTime: an instant is the same instant on both databases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import literal, select
from sqlalchemy.exc import StatementError

from judge.store.engine import Database
from judge.store.tables import Player, UtcDateTime

pytestmark = pytest.mark.both_databases


def _player(at: datetime) -> Player:
    return Player(name="Ann", status="active", registered_at=at)


@pytest.mark.parametrize("hours", [-11, 0, 5.5, 14])
def test_an_instant_of_any_zone_comes_back_as_the_same_instant_in_utc(database: Database, hours: float) -> None:
    at = datetime(2026, 3, 29, 2, 30, 15, 123456, tzinfo=timezone(timedelta(hours=hours)))
    with database.writing() as session:
        session.add(_player(at))
    with database.reading() as session:
        found = session.scalars(select(Player.registered_at)).one()
    assert found == at
    assert found.tzinfo is UTC


def test_a_naive_time_is_refused_because_it_is_no_instant(database: Database) -> None:
    with pytest.raises(StatementError, match="a naive time is no instant"), database.writing() as session:
        session.add(_player(datetime(2026, 3, 29)))
        session.flush()


def test_instants_compare_as_instants_in_a_query(database: Database) -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    east = noon.astimezone(timezone(timedelta(hours=9)))
    with database.writing() as session:
        session.add(_player(noon))
    with database.reading() as session:
        assert session.scalars(select(Player).where(Player.registered_at <= east)).one()
        assert not session.scalars(select(Player).where(Player.registered_at < east)).all()


def test_no_instant_stays_none(database: Database) -> None:
    with database.reading() as session:
        assert session.scalar(select(literal(None, UtcDateTime()))) is None
