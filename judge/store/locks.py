"""Between processes: the leases of the clerk and of whoever sends mail, and that no mail is accepted while a phase is
cut.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Protocol

from sqlalchemy import Connection, TextClause, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from judge.store.engine import FROZEN_SECONDS, Database

# PostgreSQL's advisory locks are plain numbers, one space a database.
_CLERK = 0x6A75646765_01
_INTAKE = 0x6A75646765_02


class Lease(Protocol):
    """What only one process at a time may have, on all machines that share the database. It runs out when its owner
    dies, freezes or loses its connection.

    As a context manager it tries once: `with clerk_lease(database) as lease: if lease.owned(): ...`
    """

    def acquire(self) -> bool:
        """Try once, without waiting; True if it is owned now."""

    def owned(self) -> bool:
        """Whether it is still owned: ask before each unit of work, for a lost connection loses it."""

    def release(self) -> None: ...
    def __enter__(self) -> Lease: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def clerk_lease(database: Database) -> Lease:
    """The clerk's lease of this database, not yet acquired."""
    file = database.file
    return _ConnectionLease(database) if file is None else _FileLease(file.with_name(file.name + "-clerk"))


def courier_lease(file: Path) -> Lease:
    """The lease of whoever sends mail out of the SQLite database in this file, not yet acquired."""
    return _FileLease(file.with_name(file.name + "-courier"))


class _FileLease:
    """flock on a file beside the database. The file stays: removing it would let two hold two files of one name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
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


def _lease_asked(connection: Connection) -> TextClause:
    """Asks for `key`. The server itself must notice, within a minute, that the clerk's machine is gone; and one that
    answers nothing but keepalives, for it was stopped, is the clerk no longer (PostgreSQL 14).
    """
    wanted = ["pg_try_advisory_lock(:key)"]
    for name, value in (("idle", 30), ("interval", 10), ("count", 3)):
        wanted.append(f"set_config('tcp_keepalives_{name}', '{value}', false)")
    if (connection.dialect.server_version_info or ()) >= (14,):
        wanted.append("set_config('idle_session_timeout', :wait, false)")
    return text(f"SELECT {', '.join(wanted)}")


class _ConnectionLease:
    """A session-level advisory lock on a connection of its own: the server lets go when the connection ends."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None

    def acquire(self) -> bool:
        if self.owned():
            return True
        connection = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        # Out of the pool, so that closing it really ends the session, and with it the lock.
        connection.detach()
        try:
            # All in one statement: a clerk asks anew in every round.
            got = connection.execute(_lease_asked(connection), {"key": _CLERK, "wait": f"{FROZEN_SECONDS}s"}).one()[0]
        except BaseException:
            connection.close()
            raise
        if not got:
            connection.close()
            return False
        self._connection = connection
        return True

    def owned(self) -> bool:
        if self._connection is None:
            return False
        try:
            self._connection.execute(text("SELECT 1"))
        except DBAPIError:
            self.release()
            return False
        return True

    def release(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            # The server takes a moment to notice that a session has ended; whoever comes next need not wait for that.
            # A lost connection has lost the lock as well, and would be made anew to be asked.
            if not connection.invalidated:
                with suppress(DBAPIError):
                    connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _CLERK})
            connection.close()

    def __enter__(self) -> Lease:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def intake_shared(session: Session) -> None:
    """Taken before the clock is read and held until commit by everyone who accepts a mail.

    On SQLite the write lock that the unit already holds does the same.
    """
    _intake(session, "pg_advisory_xact_lock_shared")


def intake_exclusive(session: Session) -> None:
    """Taken by the clerk around the setting of a cut: when it is granted, every mail accepted earlier is visible."""
    _intake(session, "pg_advisory_xact_lock")


def _intake(session: Session, function: str) -> None:
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"SELECT {function}(:key)"), {"key": _INTAKE})
