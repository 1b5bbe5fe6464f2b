"""The database: opened once, then used in whole units, each of them one transaction.

A *writing* unit holds the write lock from its first moment (SQLite: BEGIN IMMEDIATE), so that what it reads cannot
change under it and the clock is read after the lock. A *reading* unit sees one snapshot and can take no write lock.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from copy import copy
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    PoolProxiedConnection,
    create_engine,
    event,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from judge.clock import Clock, SystemClock
from judge.store.tables import UtcDateTime

T = TypeVar("T")

SCHEMA_REVISION = "0001"
"""The newest file of migrations/versions: what this version of the judge works with. Revisions sort as text."""

BUSY_SECONDS = 10
"""How long a writer waits for another one on SQLite before it gives up."""

FROZEN_SECONDS = 300
"""How long a unit on PostgreSQL may fall silent before the server undoes its work and frees its locks: others wait
for them, and a process that was stopped, or a machine that is gone, would hold them for hours.
"""

RETRIES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds before each further try of a unit that the database refused for the moment; an SMTP client waits longer."""

_GONE_SOON = {
    "connect_timeout": 10,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Seconds, and milliseconds: a server whose machine is gone is missed within about ten seconds."""

_SEVERAL_SERVERS = re.compile(r"(?P<to_hosts>postgres(?:ql)?://(?:[^@/?]*@)?)(?P<hosts>[^/?]*,[^/?]*)(?P<rest>.*)")

_STALE_PLAN = "RevalidateCachedQuery"

_MARK = secrets.token_hex(4)

_WRITES = "judge_writes"

_REVISION = "SELECT version_num FROM alembic_version"


class NodeLost(Exception):
    """This process was silent for so long that what it held is somebody else's by now: nothing of it may be written."""


class ClockJumped(Exception):
    """The clock says another time than it can be, or did: nothing is written by it until the host has looked."""


class BadDatabaseUrl(ValueError):
    """The URL names no database that the judge can use."""


class WrongSchema(Exception):
    """The database's tables are not those of this version of the judge. The message says what to do."""


DATABASE_TROUBLE = (OperationalError, InterfaceError, NodeLost, ClockJumped, WrongSchema)
"""The database cannot work now, or not for this judge (gone, locked, full, another's, of another version), or not by
this clock: no mail is to blame, and no game may be suspended for it.
"""


class Database:
    """The database at an SQLAlchemy URL and its connections; at first none is open. Raises BadDatabaseUrl.

    Safe to share between threads; its sessions are not. `schema`: the revision of the tables that its judge works with.

    On SQLite those that write and those that read are apart: to let one write, or no longer, would make it forget all
    statements that it has prepared. Its writers wait for each other in `_turn`: SQLite itself only looks again every
    100 ms, and the clerk, who writes one mail after another, would keep everybody out for twenty mails.
    """

    def __init__(self, url: str, *, pause: Callable[[float], None] = time.sleep, schema: str = SCHEMA_REVISION) -> None:
        self.engine = make_engine(url)
        self.schema = schema
        self._pause = pause
        self._guard: Callable[[Session], object] | None = None
        self._writer = self._reader = self.engine
        self._turn: AbstractContextManager[object] = nullcontext()
        if self.dialect == "sqlite":
            self._writer, self._turn = make_engine(url, writes=True), threading.Lock()
        else:
            self._reader = self.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    @property
    def dialect(self) -> Literal["sqlite", "postgresql"]:
        return "sqlite" if self.engine.dialect.name == "sqlite" else "postgresql"

    @property
    def url(self) -> str:
        """For people: the password is not shown."""
        return self.engine.url.render_as_string(hide_password=True)

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None on PostgreSQL."""
        return file_of(self.engine.url)

    def guarded(self, guard: Callable[[Session], object] | None) -> Database:
        """Return the same database; its writing units begin with `guard`, which raises where nothing may be written.

        None: no guard, for what a node that was struck out may still put right.
        """
        other = copy(self)
        other._guard = guard
        return other

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction that holds the write lock from the start: committed at the end, rolled back on any error.

        Raises sqlalchemy.exc.DBAPIError; `write` tries again where that can help.
        """
        with self._turn, _transaction(self._writer) as session:
            if self._guard is not None:
                self._guard(session)
            yield session

    def reading(self) -> AbstractContextManager[Session]:
        """Return one snapshot of the database, for reading only: it waits for no writer, and no writer waits for it."""
        return _transaction(self._reader)

    def write(self, unit: Callable[[Session], T]) -> T:
        """What `unit` returns, run as one writing transaction; all of it again where the database was only busy.

        Busy is: locked, serialization failure, deadlock, connection lost. After a connection lost during COMMIT nobody
        knows whether it happened, so `unit` must look at what is there before it acts, as it must after kill -9.
        """
        for seconds in RETRIES:
            try:
                with self.writing() as session:
                    return unit(session)
            except DBAPIError as error:
                if not is_passing(error):
                    raise
            self._pause(seconds)
        with self.writing() as session:
            return unit(session)

    def revision(self) -> str | None:
        """The schema revision that the database says it has; None if it holds no judge's tables."""
        if self.file is not None and not self.file.exists():
            return None
        with self.engine.connect() as connection, suppress(DBAPIError):
            found: str | None = connection.exec_driver_sql(_REVISION).scalar()
            return found
        with self.engine.connect() as connection:  # no such table, or another trouble
            return revision_of(connection)

    def check_schema(self) -> None:
        """Raises WrongSchema unless the tables are exactly those that this version works with."""
        self.check_revision(self.revision())

    def check_revision(self, found: str | None) -> None:
        """The same of tables of this revision (None: there are none)."""
        if found == self.schema:
            return
        if found is None:
            at = self.file.absolute() if self.file is not None else self.url
            raise WrongSchema(f"there is no judge's database at {at}. Make one with: judge migrate")
        if found < self.schema:
            raise WrongSchema(
                f"the database at {self.url} is of schema {found}, this judge needs {self.schema}. "
                "Make a backup, then run: judge migrate"
            )
        raise WrongSchema(
            f"the database at {self.url} is of schema {found}, newer than {self.schema}, which this judge knows. "
            "Install the judge that made it, or go back with that one's: judge migrate " + self.schema
        )

    def scrub(self) -> None:
        """Leaves nothing of deleted rows in the files of an SQLite database; PostgreSQL's own vacuum does so. Raises
        DBAPIError where somebody else is at work: what is deleted is deleted all the same.
        """
        if self.dialect == "sqlite":
            connection = self._writer.raw_connection()
            try:
                for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                    connection.cursor().execute(statement)
            finally:
                connection.close()

    def empty_log(self) -> bool:
        """Takes what was written into the file of an SQLite database itself, and leaves nothing of it in the log beside
        that, where a mail stands as it came until others are written over it. Nobody waits for that: False where
        somebody was at work. On PostgreSQL there is nothing to do.
        """
        if self.dialect != "sqlite":
            return True
        connection = self._writer.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA busy_timeout=0")
            busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy
        except sqlite3.OperationalError:
            return False
        finally:
            connection.cursor().execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
            connection.close()

    @property
    def engines(self) -> tuple[Engine, ...]:
        """Each that has connections of its own: for whoever listens to what the database is asked."""
        return (self.engine,) if self._writer is self.engine else (self.engine, self._writer)

    def close(self) -> None:
        for engine in self.engines:
            engine.dispose()


@contextmanager
def _transaction(engine: Engine) -> Iterator[Session]:
    with engine.connect() as connection, Session(connection, expire_on_commit=False) as session, session.begin():
        session.connection()  # begins now, not at the first statement
        yield session


def session_label() -> str:
    """The name of this process's sessions at a PostgreSQL server, and of no other's."""
    return f"judge {socket.gethostname()[:30]} {os.getpid()} {_MARK}"


def make_engine(url: str, *, writes: bool = False, foreign_keys: bool = True) -> Engine:
    """An engine set up as the judge needs it; its errors never repeat what was to be written.

    `writes`: on SQLite its transactions hold the write lock from their start; those of any other can write nothing.
    `foreign_keys=False` is for migrations, which rebuild SQLite's tables.
    """
    parsed = url_of(url)
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return _sqlite_engine(parsed, writes=writes, foreign_keys=foreign_keys)
    if backend in ("postgresql", "postgres"):
        return _postgresql_engine(parsed)
    raise BadDatabaseUrl(f"databases are sqlite:///file or postgresql://user@host/name, not {backend}")


def url_of(url: str) -> URL:
    """The URL as a value; raises BadDatabaseUrl.

    Several servers may be named as PostgreSQL's own programs do it, `postgresql://user@one:5432,other:5432/name`: the
    one that takes writes is meant, unless the URL says otherwise.
    """
    several = _SEVERAL_SERVERS.fullmatch(url)
    try:
        parsed = make_url(several["to_hosts"] + several["rest"] if several else url)
    except (ArgumentError, ValueError):
        # The library's own message would repeat the URL, which may hold a password.
        raise BadDatabaseUrl("the database is named by a URL: sqlite:///file or postgresql://user@host/name") from None
    if several is None:
        return parsed
    return parsed.update_query_dict(
        {"target_session_attrs": "read-write", **parsed.query, "host": several["hosts"].split(",")}
    )


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None on PostgreSQL."""
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def _sqlite_engine(url: URL, *, writes: bool, foreign_keys: bool) -> Engine:
    if url.database in (None, "", ":memory:") or str(url.database).startswith("file:"):
        raise BadDatabaseUrl("an SQLite database is a file: sqlite:///judge.db, or sqlite:////var/lib/judge/judge.db")
    engine = create_engine(url.set(drivername="sqlite"), connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # the driver would begin late, and deferred; `_begin` begins instead
        record.info[_WRITES] = writes
        # What was taken out of a mail shall not lie on in the file, and so in its backups.
        pragmas = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", f"foreign_keys={int(foreign_keys)}")
        for pragma in (*pragmas, f"query_only={int(not writes)}"):
            connection.execute(f"PRAGMA {pragma}").close()

    # In place of a listener for "begin": with one, every statement asks whether somebody listens to it.
    engine.dialect.do_begin = _begin  # type: ignore[method-assign, assignment]
    return engine


def _begin(connection: PoolProxiedConnection) -> None:
    driver: Any = connection.driver_connection
    driver.execute("BEGIN IMMEDIATE" if connection.info[_WRITES] else "BEGIN").close()


def _postgresql_engine(url: URL) -> Engine:
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        hide_parameters=True,
        # UTF-8, whatever the environment and the server would rather speak.
        connect_args={"client_encoding": "utf8", **{k: v for k, v in _GONE_SOON.items() if k not in url.query}},
    )

    @event.listens_for(engine, "do_connect")
    def named(_dialect: Any, _record: Any, _arguments: Any, options: dict[str, Any]) -> None:
        options["application_name"] = session_label()  # a fork is another process

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise BadDatabaseUrl(
                f"that database keeps its text as {encoding}, and players' names and press need UTF8. "
                "Make another: createdb --encoding=UTF8 --template=template0"
            )
        # A server may have it off: then "committed" would not mean kept.
        settings = f"SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '{FROZEN_SECONDS}s'"
        before, connection.autocommit = connection.autocommit, True
        connection.execute(settings)
        connection.autocommit = before

    return engine


def is_passing(error: DBAPIError) -> bool:
    """Whether the same unit may succeed when it is run again from its beginning."""
    if error.connection_invalidated:
        return True
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in (5, 6)  # SQLITE_BUSY, SQLITE_LOCKED with their extended codes
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is None:
        # psycopg gives no state where the server was never reached.
        return type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout")
    # Somebody has changed the tables under what this session had prepared.
    if state == "0A000":
        return getattr(getattr(error.orig, "diag", None), "source_function", None) == _STALE_PLAN
    # Classes 40 rollback and 08 connection; lock not available; the server is going down or coming up; this process was
    # frozen, or the server is a standby for now.
    return state[:2] in ("40", "08") or state in ("55P03", "57P01", "57P02", "57P03", "25P03", "25006")


def revision_of(connection: Connection) -> str | None:
    """The schema revision of a connected database; None where there is none."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql(_REVISION).scalar()
    return found


def db_now(session: Session, clock: Clock, said: datetime | None = None) -> datetime:
    """The present instant, aware, in UTC. Judges that share a PostgreSQL share its clock; a set clock always wins.
    `said`: what the server has just said that it is.
    """
    if session.get_bind().dialect.name == "postgresql" and isinstance(clock, SystemClock):
        return said or session.execute(select(func.clock_timestamp(type_=UtcDateTime()))).scalar_one()
    return clock.now()


def back_up(source: Path, target: Path, stop: Callable[[Session], T]) -> T:
    """Copy the SQLite database `source` to `target` while the judge runs. Return what `stop` returns.

    `stop` is run on the copy, so that it does no harm when it is put back (`judge.hosting.upkeep.put_back`): it reads
    and adjudicates nothing until the host resumes it, and the mail that waited is set aside, for it may have gone out
    since (fault D8). Raises FileExistsError rather than overwrite anything.
    """
    if target.exists():
        raise FileExistsError(f"there is a file {target} already")
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    # It holds every secret of every game.
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as original,
        closing(sqlite3.connect(unfinished)) as copy,
    ):
        original.backup(copy)
    engine = create_engine(f"sqlite:///{unfinished.absolute()}")
    with Session(engine) as session, session.begin():
        session.execute(text("PRAGMA secure_delete=ON"))
        done = stop(session)
    engine.dispose()
    unfinished.rename(target)
    return done
