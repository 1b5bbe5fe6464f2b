"""Column types that mean the same on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An instant. Aware in, aware UTC out; SQLite by itself would drop the zone and return naive times."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive time is no instant")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        instant: datetime = value
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


Upsert = postgresql.Insert | sqlite.Insert

INSERT: Mapping[str, Callable[[Any], Upsert]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
"""By the dialect (`Database.dialect`); both have `on_conflict_do_update` and `on_conflict_do_nothing`."""
