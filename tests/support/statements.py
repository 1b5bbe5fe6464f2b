"""SQL that one judge of this process has compiled serves the next one: a house has an engine of its own, and would
compile every statement anew. And whoever wants to hear what it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from judge.store.engine import Database

_first: dict[str, Engine] = {}


def share_compiled(database: Database) -> None:
    """Before anything is asked of it."""
    first = _first.get(database.dialect)
    if first is None:
        database.engine.connect().close()  # what there is to know of a server is known now
        first = _first.setdefault(database.dialect, database.engine)
    for engine in (*database.engines, database._reader):
        # What is compiled is kept by its dialect.
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache


@contextmanager
def listening(database: Database, **listeners: Callable[..., Any]) -> Iterator[None]:
    """`before_cursor_execute=note` hears every statement, whichever connections it takes; so with the others that
    SQLAlchemy names.
    """
    heard = [(engine, name, listener) for engine in database.engines for name, listener in listeners.items()]
    for each in heard:
        event.listen(*each)
    try:
        yield
    finally:
        for each in heard:
            event.remove(*each)
