"""Between processes: the leases of who works on an SQLite file, what each node on PostgreSQL holds, and that all mail
is in sight that was accepted before a phase is cut.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Collection
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


class Lease:
    """A lease that one process on the machine may have: flock on a file beside the database. It ends with its owner.

    The file stays: removing it would let two hold two files of one name. As a context manager it tries once:
    `with clerk_lease(file) as lease: if lease.owned(): ...`
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Try once, without waiting. Return whether it is owned now."""
        if self._descriptor is not None:
            return True
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def owned(self) -> bool:
        return self._descriptor is not None

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Lease:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def clerk_lease(file: Path) -> Lease:
    """The lease of whoever reads mail and closes phases in the SQLite database in this file, not yet acquired."""
    return Lease(file.with_name(file.name + "-clerk"))


def courier_lease(file: Path) -> Lease:
    """The lease of whoever sends mail out of the SQLite database in this file, not yet acquired."""
    return Lease(file.with_name(file.name + "-courier"))


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
    return frozenset(session.execute(select(HoldRow.key).where(HoldRow.node_id != number)).scalars())


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
    return set(session.execute(_ACCEPTING, {"high": _INTAKE >> 32, "low": _INTAKE & 0xFFFFFFFF}).scalars())


def intake_exclusive(session: Session) -> None:
    """Taken by who needs that no mail comes in meanwhile: when it is granted, every mail accepted earlier is visible,
    and none is accepted until this unit ends.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"SELECT {_SOON_ENDED}, pg_advisory_xact_lock(:key)"), {"key": _INTAKE})
