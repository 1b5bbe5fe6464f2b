"""SQL that one judge of this process has compiled serves the next one: a house has an engine of its own, and would
compile every statement anew.
"""

from __future__ import annotations

from sqlalchemy import Engine

from judge.store.engine import Database

_first: dict[str, Engine] = {}


def share_compiled(database: Database) -> None:
    """Before anything is asked of it."""
    first = _first.get(database.dialect)
    if first is None:
        database.engine.connect().close()  # what there is to know of a server is known now
        first = _first.setdefault(database.dialect, database.engine)
    for engine in (database.engine, database._reader):
        # What is compiled is kept by its dialect.
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
