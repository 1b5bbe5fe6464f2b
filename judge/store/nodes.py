"""The processes that share one PostgreSQL: each has a number, says every two seconds that it lives, and ends those that
have hung up or fallen silent, with all that they held.

The number is what fences: a silent node's is struck out and never given again, and whatever a node writes begins with
the question whether its own still stands. So one that was frozen and thaws writes nothing more. The time is the
server's throughout.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, TextClause, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from judge import __version__
from judge.logs import log
from judge.store.engine import Database, NodeLost, session_label
from judge.store.locks import LET_GO
from judge.store.tables import HoldRow, NodeRow, UtcDateTime

T = TypeVar("T")

BEAT_SECONDS = 2.0
SILENT_SECONDS = 10
"""A node that has said nothing for so long has lost what it held."""

_ENTER = text(
    "INSERT INTO nodes (label, line, does, version, started_at, seen_at) "
    "VALUES (:label, pg_backend_pid(), :does, :version, clock_timestamp(), clock_timestamp()) RETURNING id"
)
_BEAT = text("UPDATE nodes SET seen_at = clock_timestamp(), line = pg_backend_pid() WHERE id = :id RETURNING id")
# A process that is killed hangs up at once; one that is frozen does not. And a server whose clock was set back must not
# keep the dead alive.
_IS_SILENT = (
    "(abs(extract(epoch FROM clock_timestamp() - seen_at)) > :silent OR NOT EXISTS "
    "(SELECT 1 FROM pg_stat_activity WHERE pid = line AND application_name = label))"
)
_SILENT = text("SELECT id, label FROM nodes WHERE id <> :id AND " + _IS_SILENT)  # noqa: S608 - of constants
# What waits in a transaction of theirs waits for nothing: the locks are free at once.
_END_SESSIONS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = :label AND datname = current_database() AND pid <> pg_backend_pid()"
)
# One statement: whoever is killed here has done both or neither.
_GIVEN_BACK = (
    " RETURNING id), back AS (UPDATE outbound_mails SET status = 'queued', claimed_until = NULL, claimed_by = NULL "
    "FROM struck WHERE status = 'claimed' AND claimed_by = struck.id) "
    "SELECT id, pg_notify(:told, '') FROM struck"
)
_STRIKE = text(
    "WITH struck AS (DELETE FROM nodes WHERE id = :id AND " + _IS_SILENT + _GIVEN_BACK  # noqa: S608 - the same
)
_LEAVE = text("WITH struck AS (DELETE FROM nodes WHERE id = :id" + _GIVEN_BACK)  # noqa: S608 - the same
_AT_WORK = text(
    "SELECT id, does, version, label FROM nodes WHERE id <> :id AND NOT " + _IS_SILENT + " ORDER BY id"  # noqa: S608
)
# The schema and the clock are asked on the way: no statement more.
_STANDS = text(
    "SELECT (SELECT version_num FROM alembic_version) AS revision, clock_timestamp() AS now, stopped_at, last_seen "
    "FROM nodes LEFT JOIN host ON true WHERE nodes.id = :id FOR KEY SHARE OF nodes"
)


class Standing(NamedTuple):
    """What a node finds that still stands: the revision of the tables, the server's time, and when a clerk last found
    that right (`last_seen`) or wrong (`stopped_at`).
    """

    revision: str
    now: datetime
    stopped_at: datetime | None
    last_seen: datetime | None


class Node:
    """This process among those that share the database, from `with` to its end; on SQLite, where there is nobody else,
    it is nothing.

    Safe to share between threads.
    """

    def __init__(self, database: Database, does: str = "judge") -> None:
        self.is_shared = database.file is None
        """Whether there may be others."""
        self._database = database
        self._does = does
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._line: Connection | None = None
        self._ear: Connection | None = None
        self._beaten = 0.0
        self._thread: threading.Thread | None = None
        self.number: int | None = None
        """What it is called now; None on SQLite, and where it must be entered again."""

    def enter(self) -> None:
        """Is entered, unless it is already: at first, and again when it was struck out. Raises DBAPIError."""
        if not self.is_shared:
            return
        with self._lock:
            if self.number is None:
                self._hang_up()  # whoever was struck out has lost that line too
                values = {"label": session_label(), "does": self._does, "version": __version__}
                number: int = self._ask(_ENTER, values)
                self.number, self._beaten = number, time.monotonic()
                self._over_line(lambda line: end_silent(line, number))
        if self._thread is None:
            self._thread = threading.Thread(target=self._beat_on, name="node", daemon=True)
            self._thread.start()

    def standing(self, session: Session) -> Standing | None:
        """Return what the server says of this node; None on SQLite. Raises NodeLost if its number no longer stands.

        It cannot be struck out until this transaction ends: each one that writes what a node holds begins with this.
        """
        if not self.is_shared:
            return None
        number = self.number
        found = session.execute(_STANDS, {"id": number}).first() if number is not None else None
        if found is None:
            self._struck_out(number)
            raise NodeLost("this process was silent for too long, and others have taken over what it held")
        return Standing._make(found)

    def is_still(self, number: int | None) -> bool:
        """Whether this node has been called so all the while, as far as it knows without asking; on SQLite, always. For
        what no transaction can take back.
        """
        if not self.is_shared:
            return True
        return number is not None and number == self.number and time.monotonic() - self._beaten < SILENT_SECONDS

    def wait(self, seconds: float) -> None:
        """Until a node lets go of something that it held, at most so long; at once the first time, and where that has
        happened since the last. For one thread alone.
        """
        if not self.is_shared:
            time.sleep(seconds)
            return
        try:
            if self._ear is None:
                self._ear = self._new_line()
                self._ear.exec_driver_sql(f"LISTEN {LET_GO}")
                return
            # The driver's own: what is told while nobody listens waits at the line.
            driver: Any = self._ear.connection.dbapi_connection
            for _ in driver.notifies(timeout=seconds, stop_after=1):
                pass
        except (DBAPIError, self._database.engine.dialect.loaded_dbapi.Error):
            self._stop_listening()
            time.sleep(seconds)

    def beat(self) -> None:
        """Says that this node lives, and ends those that do not. Raises DBAPIError."""
        with self._lock:
            number = self.number
            if number is None:
                return
            now = time.monotonic()
            if self._ask(_BEAT, {"id": number}) is None:
                self.number = None
                log.warning("node lost", node=number)
                return
            self._beaten = now
            self._over_line(lambda line: end_silent(line, number))

    def leave(self) -> None:
        """Lets go of everything. Where the database does not answer, the others will see that nobody beats any more."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._stop_listening()
        with self._lock:
            number, self.number = self.number, None
            if number is not None:
                with suppress(DBAPIError):
                    self._ask(_LEAVE, {"id": number, "told": LET_GO})
            self._hang_up()  # and if that failed, the others see it by this

    def __enter__(self) -> Node:
        self.enter()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def _ask(self, statement: TextClause, values: Mapping[str, object]) -> Any:
        """Return the number that a statement returns, if any."""
        return self._over_line(lambda line: line.execute(statement, values).scalar())

    def _over_line(self, ask: Callable[[Connection], T]) -> T:
        """Return what is asked over a line of its own that no other work keeps busy."""
        if self._line is None:
            self._line = self._new_line()
        try:
            return ask(self._line)
        except DBAPIError:
            self._hang_up()
            raise

    def _new_line(self) -> Connection:
        line = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        line.detach()
        return line

    def _stop_listening(self) -> None:
        ear, self._ear = self._ear, None
        _close(ear)

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        _close(line)

    def _struck_out(self, number: int | None) -> None:
        with self._lock:
            if number is not None and self.number == number:
                self.number = None
                log.warning("node lost", node=number)

    def _beat_on(self) -> None:
        while not self._over.wait(BEAT_SECONDS):
            try:
                self.beat()
            except DBAPIError as error:  # the next beat tries again
                log.warning("no beat", node=self.number, why=type(error.orig).__name__)


def _close(line: Connection | None) -> None:
    if line is not None:
        with suppress(DBAPIError):
            line.close()


class Seen(NamedTuple):
    """A node as the others see it, by the server's clock: what it does, since when it holds how much, and what of that
    comes first.
    """

    number: int
    label: str
    does: str
    version: str
    started_at: datetime
    seen_at: datetime
    now: datetime
    since: datetime | None
    holds: int
    first: str | None


def nodes_now(session: Session) -> Sequence[Seen]:
    """All of them, in order; none on SQLite."""
    if session.get_bind().dialect.name != "postgresql":
        return ()
    query = (
        select(
            NodeRow.id,
            NodeRow.label,
            NodeRow.does,
            NodeRow.version,
            NodeRow.started_at,
            NodeRow.seen_at,
            func.clock_timestamp(type_=UtcDateTime()),
            func.min(HoldRow.since),
            func.count(HoldRow.key),
            func.min(HoldRow.key),
        )
        .outerjoin(HoldRow, HoldRow.node_id == NodeRow.id)
        .group_by(NodeRow.id)
        .order_by(NodeRow.id)
    )
    return [Seen._make(row) for row in session.execute(query)]


def at_work(connection: Connection) -> list[str]:
    """The nodes that live, for people; none on SQLite, and where there are no tables yet."""
    if connection.dialect.name != "postgresql" or not connection.dialect.has_table(connection, "nodes"):
        return []
    found = connection.execute(_AT_WORK, {"id": 0, "silent": SILENT_SECONDS}).all()
    return [f"judge {does} {version} on {label.split()[1]} (node {number})" for number, does, version, label in found]


def end_silent(connection: Connection, number: int) -> Sequence[int]:
    """Ends the sessions of the nodes that have fallen silent, and strikes them out: what they held is free, and mail
    that they had claimed is to be sent by others. The numbers of those that were struck out. `number`: the node that
    does so.

    Each statement commits by itself; two who do it at once do it once.
    """
    struck = []
    for silent, label in connection.execute(_SILENT, {"id": number, "silent": SILENT_SECONDS}).all():
        connection.execute(_END_SESSIONS, {"label": label})
        if connection.execute(_STRIKE, {"id": silent, "silent": SILENT_SECONDS, "told": LET_GO}).first() is not None:
            log.warning("silent node ended", node=silent)
            struck.append(silent)
    return struck
