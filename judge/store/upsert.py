"""An INSERT that says what becomes of a row that is there already, as each kind of database has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite

Upsert = postgresql.Insert | sqlite.Insert

INSERT: Mapping[str, Callable[[Any], Upsert]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
"""By the dialect (`Database.dialect`); both have `on_conflict_do_update` and `on_conflict_do_nothing`."""
