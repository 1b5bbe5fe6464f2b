"""Between processes: the leases of who works on an SQLite file, what each node on PostgreSQL holds, and that all mail
is in sight that was accepted before a phase is cut.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from judge.store.engine import Database
from judge.store.tables import HoldRow

# PostgreSQL's advisory locks are plain numbers, one space a database.
_HOLDS = 0x6A75646765_01
_INTAKE = 0x6A75646765_02

GAME = "game"
ALL = "*"
"""What is held by a node that works alone."""

ACCEPT_SECONDS = 5
"""So long a unit that others wait for may fall silent before the server undoes it."""
_SOON_ENDED = f"set_config('idle_in_transaction_session_timeout', '{ACCEPT_SECONDS}s', true)"

LET_GO = "judge_let_go"
"""What is told to whoever listens when a node lets go of what it held."""
_HOLD = text(
    "WITH gone AS (DELETE FROM holds WHERE node_id = :number AND NOT key = ANY(:keys) RETURNING key), "
    "taken AS (INSERT INTO holds (key, node_id, since) SELECT mine, :number, clock_timestamp() "
    "FROM unnest(CAST(:keys AS varchar[])) AS mine "
    "WHERE NOT EXISTS (SELECT 1 FROM holds WHERE node_id = :number AND key = mine)) "
    "SELECT pg_notify(:told, '') FROM gone LIMIT 1"
)

ACCEPT_PAUSE = 0.005
"""Seconds between two looks whether the acceptances that go on have ended."""
_ACCEPTING = text(
    "SELECT virtualtransaction FROM pg_locks JOIN pg_database ON oid = database WHERE datname = current_database() "
    "AND locktype = 'advisory' AND classid = :high AND objid = :low AND objsubid = 1 AND mode = 'ShareLock' AND granted"
)


@contextmanager
def lease(file: Path | None, name: str) -> Iterator[bool]:
    """Yield whether this process alone does the work of this `name` (clerk, courier) on an SQLite database.

    The lease is flock on a file beside the database, and ends with the block or the process. The file stays: removing
    it would let two hold two files of one name. On PostgreSQL (None) nodes share the work, and everybody may.
    """
    if file is None:
        yield True
        return
    descriptor = os.open(file.with_name(f"{file.name}-{name}"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        is_ours = True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            is_ours = False
        yield is_ours
    finally:
        os.close(descriptor)


def sharing(session: Session) -> None:
    """Taken by who shares out the work: nobody else does until this unit ends, or is silent for seconds."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"SELECT {_SOON_ENDED}, pg_advisory_xact_lock(:key)"), {"key": _HOLDS})


def game_key(game_id: int) -> str:
    return f"{GAME} {game_id}"


def player_key(player_id: int) -> str:
    return f"player {player_id}"


def is_held(session: Session, *keys: str) -> bool:
    """Whether any node holds one of these; until this unit ends, none takes any. On SQLite the write lock keeps whoever
    works from any other unit.
    """
    sharing(session)
    return session.execute(select(HoldRow.key).where(HoldRow.key.in_((*keys, ALL))).limit(1)).first() is not None


def held_by_others(session: Session, number: int | None) -> frozenset[str]:
    """The keys that other nodes hold; on SQLite, where no node has a number, nobody holds any."""
    if number is None:
        return frozenset()
    return frozenset(session.scalars(select(HoldRow.key).where(HoldRow.node_id != number)))


def hold(session: Session, number: int | None, keys: Collection[str]) -> None:
    """From now on this node holds these keys, and nothing else; whoever does so is `sharing`. Those who wait for what
    it held are woken.
    """
    if number is None:
        return
    session.execute(_HOLD, {"number": number, "keys": sorted(keys), "told": LET_GO})


def accepting(session: Session) -> None:
    """Taken before the clock is read and held until commit by everyone who accepts a mail. They wait for nobody but
    `intake_exclusive`. Whoever freezes in it is ended by the server within seconds: nobody has been told 250 yet.

    On SQLite the write lock that the unit already holds does the same.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"SELECT {_SOON_ENDED}, pg_advisory_xact_lock_shared(:key)"), {"key": _INTAKE})


def in_sight(
    database: Database, clock: Callable[[Session], datetime], pause: Callable[[float], None] = time.sleep
) -> datetime:
    """The present instant by this clock, once every mail is visible that was accepted before: when all have ended who
    were accepting at that moment. Nobody waits for this, and who comes later has a later clock.

    On SQLite the write lock says so by itself.
    """
    if database.dialect != "postgresql":
        return database.write(clock)
    with database.reading() as session:
        now = clock(session)  # before it is seen who accepts
        waiting = _accepting_now(session)
    while waiting:
        pause(ACCEPT_PAUSE)
        with database.reading() as session:
            waiting &= _accepting_now(session)
    return now


def _accepting_now(session: Session) -> set[str]:
    """The transactions in which mail is being accepted."""
    return set(session.scalars(_ACCEPTING, {"high": _INTAKE >> 32, "low": _INTAKE & 0xFFFFFFFF}))


def intake_exclusive(session: Session) -> None:
    """Taken by who needs that no mail comes in meanwhile: when it is granted, every mail accepted earlier is visible,
    and none is accepted until this unit ends.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"SELECT {_SOON_ENDED}, pg_advisory_xact_lock(:key)"), {"key": _INTAKE})
