"""A real PostgreSQL server for one test run, started by whoever needs it first.

The run's folder holds `run.lock`, which the pytest controller keeps locked while it lives. A guard process waits for
that lock: when the controller has ended, in whatever way, the guard stops the server and removes the folder. With
JUDGE_TEST_POSTGRES naming a running server (a URL whose user may create databases) nothing is started.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import URL, make_url

from judge.store.engine import Database
from judge.store.migrate import migrate

SERVER_SECONDS = 240
FAST = "STRATEGY FILE_COPY"  # half as long as by the write-ahead log


def hold_run(folder: Path) -> int:
    """Mark the run as going on; returns the descriptor that holds the mark until it is closed."""
    descriptor = os.open(folder / "run.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


def end_run(folder: Path, descriptor: int) -> None:
    """The run is over: returns when the server is gone too."""
    given = os.environ.get("JUDGE_TEST_POSTGRES")
    if given and (folder / "template").exists():
        _execute(make_url(given), f'DROP DATABASE IF EXISTS "{_template_name(folder)}"')
    guarded = (folder / "guarded").exists()
    os.close(descriptor)
    waited = 0.0
    while guarded and (folder / "guarded").exists() and waited < SERVER_SECONDS:
        time.sleep(0.02)
        waited += 0.02


@contextmanager
def new_database(folder: Path, name: str, *, empty: bool = False) -> Iterator[str]:
    """The URL of a fresh database, with the judge's tables unless `empty`; dropped afterwards."""
    server = _ready(folder)
    # Names carry the run's, for a server that several runs share.
    full = f"{folder.name}_{name}"
    _execute(server, f'CREATE DATABASE "{full}" TEMPLATE "{"template0" if empty else _template_name(folder)}" {FAST}')
    try:
        yield server.set(database=full).render_as_string(hide_password=False)
    finally:
        _execute(server, f'DROP DATABASE "{full}" WITH (FORCE)')


def _template_name(folder: Path) -> str:
    return f"{folder.name}_template"


def _ready(folder: Path) -> URL:
    """The server, running and with the template database made, by the first process of the run that asks."""
    done = folder / "template"
    with (folder / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            url = make_url(os.environ.get("JUDGE_TEST_POSTGRES") or _start(folder))
            template = url.set(database=_template_name(folder))
            _execute(url, f'CREATE DATABASE "{template.database}" TEMPLATE template0')
            migrate(template.render_as_string(hide_password=False))
            done.write_text(url.render_as_string(hide_password=False))
        return make_url(done.read_text())


def _start(folder: Path) -> str:
    guard = Path(__file__).with_name("postgres_guard.py")
    started = subprocess.run(
        [sys.executable, str(guard), str(folder)], capture_output=True, text=True, timeout=SERVER_SECONDS, check=False
    )
    if started.returncode != 0:
        raise RuntimeError(f"the test run's PostgreSQL did not start:\n{started.stdout}{started.stderr}")
    return started.stdout.strip()


def _execute(server: URL, statement: str) -> None:
    url = server.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def current_revision(url: str) -> str | None:
    """Return the schema revision that the database has; None if it has no tables yet."""
    with closing(Database(url)) as database:
        return database.revision()
