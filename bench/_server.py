"""A PostgreSQL server of this bench's own, and what work costs on it: CPU of this process and of the server, what goes
into the write-ahead log, statements and commits.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from bench._cpu import cpu
from judge.app import Judge
from tests.support import postgres
from tests.support.statements import listening


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a fresh database with the judge's tables, on a server that is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="judge_bench_"))
    mark = postgres.hold_run(folder)
    try:
        with postgres.new_database(folder, "bench") as url:
            yield url
    finally:
        postgres.end_run(folder, mark)


@dataclass
class Cost:
    """Of some pieces of work, together: seconds of CPU, painters' among them, and of the server's, octets of its log,
    statements, commits. On SQLite the server's are nothing.
    """

    pieces: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    server: float = 0.0
    log: int = 0
    statements: int = 0
    commits: int = 0

    def add(self, judge: Judge, work: Callable[[], object], pieces: int = 1) -> None:
        """What this work costs."""

        def sent(*_: object) -> None:
            self.statements += 1

        def committed(_: object) -> None:
            self.commits += 1

        server_before, log_before = spent(judge)
        with listening(judge.db, before_cursor_execute=sent, commit=committed):
            wall, before = time.perf_counter(), cpu()
            work()
            self.wall += time.perf_counter() - wall
            self.cpu += cpu() - before
        server, log = spent(judge)
        self.server += server - server_before
        self.log += log - log_before
        self.pieces += pieces

    def each(self) -> str:
        """A piece's share."""
        own, server = (1000 * total / self.pieces for total in (self.cpu, self.server))
        statements, commits = (total / self.pieces for total in (self.statements, self.commits))
        told = f"{own:.1f} ms CPU"
        if self.log:
            told += f" + {server:.1f} ms server, {self.log / self.pieces / 1000:.0f} kB log"
        return f"{told}, {statements:.1f} statements, {commits:.1f} commits"


def spent(judge: Judge) -> tuple[float, int]:
    """Seconds of CPU of all the server's processes, and how long its log is."""
    if judge.db.dialect == "sqlite":
        return 0.0, 0
    url = make_url(judge.settings.database).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(_LOG).fetchone()
    if row is None:
        raise RuntimeError("the server has no checkpointer")
    length, checkpointer = row
    postmaster = _stat(checkpointer)[_PARENT]
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    ticks = 0
    for child in children:
        with suppress(OSError):  # it has ended, and is counted below
            ticks += sum(_stat(child)[_OWN])
    ticks += sum(_stat(postmaster)[_WITH_ENDED])  # what ended processes took is their parent's
    return ticks / os.sysconf("SC_CLK_TCK"), int(length)


def _stat(process: str | int) -> list[int]:
    """proc(5) of a process: the numbers behind its name and state."""
    behind = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [int(each) for each in behind[1:]]


_PARENT, _OWN, _WITH_ENDED = 0, slice(10, 12), slice(10, 14)
_LOG = """SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn, pid FROM pg_stat_activity
    WHERE backend_type = 'checkpointer'"""
