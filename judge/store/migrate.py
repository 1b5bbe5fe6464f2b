"""Making and changing the tables: Alembic, run from Python, so that no alembic.ini has to be found.

Each revision is one transaction, on SQLite too: a migration that fails half-way has changed nothing.

On PostgreSQL judges of the version before may go on working: each revision says whether they can (`beside`). It may
have a part that takes long, `prepare`, which is done before, while they read mail; its transaction is short, and when
it is committed they only accept mail, until they are replaced.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from functools import partial
from types import ModuleType

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from judge.resources import migrations_dir
from judge.store.engine import WrongSchema, file_of, is_passing, make_engine, revision_of
from judge.store.nodes import at_work

TRIES = 60
PAUSE_SECONDS = 0.5
LOCK_SECONDS = 1
"""How long a migration waits for a table on PostgreSQL before it tries again: others wait behind it."""
_MIGRATING = 0x6A75646765_03


def migrate(url: str, revision: str = "head") -> tuple[str | None, str | None]:
    """Bring the database up to `revision`, making its tables if there are none; returns the revisions before and after.

    Raises WrongSchema when the database is of a revision that this judge does not know, or judges work on it that could
    not go on.
    """
    target = head() if revision == "head" else revision
    engine = make_engine(url)
    try:
        if engine.dialect.name != "postgresql":
            return _run(url, partial(command.upgrade, revision=target))
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            return _migrate_beside(connection, url, target)
    finally:
        engine.dispose()


def _migrate_beside(connection: Connection, url: str, target: str) -> tuple[str | None, str | None]:
    """Run the pending revisions one by one, beside judges at work where all of them allow it."""
    before = after = revision_of(connection)
    _check_known(before)
    pending = _pending(before, target)
    if not all(module.beside for module in pending):
        _refuse_at_work(connection)
    for module in pending:
        _prepare(connection, module)
        _, after = _patiently(partial(_run, url, partial(command.upgrade, revision=module.revision)))
    return before, after


def _pending(before: str | None, target: str) -> list[ModuleType]:
    """The revisions between the two, oldest first."""
    modules = [script.module for script in _scripts().walk_revisions()]
    return [module for module in reversed(modules) if (before or "") < module.revision <= target]


def _refuse_at_work(connection: Connection) -> None:
    working = at_work(connection)
    if working:
        raise WrongSchema(
            f"judges are at work that cannot go on with other tables: {', '.join(working)}. Stop every judge that uses "
            "the database, make a backup, then run judge migrate again"
        )


def _prepare(connection: Connection, module: ModuleType) -> None:
    """Run the revision's `prepare`, if it has one and is next. One process at a time; it may be
    interrupted, and run again."""
    if not hasattr(module, "prepare"):
        return
    connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _MIGRATING})
    try:
        if revision_of(connection) == module.down_revision:
            module.prepare(connection)
    finally:
        connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _MIGRATING})


def _patiently(step: Callable[[], tuple[str | None, str | None]]) -> tuple[str | None, str | None]:
    """A migration waits a moment only for those who are at work, who would wait behind it, and tries again."""
    for _ in range(TRIES):
        try:
            return step()
        except DBAPIError as error:
            if not is_passing(error):
                raise
        time.sleep(PAUSE_SECONDS)
    return step()


def downgrade(url: str, revision: str) -> tuple[str | None, str | None]:
    """Take the database back to `revision` (`base`: no tables at all); what newer revisions added is lost. Raises
    WrongSchema where judges are at work.
    """
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            _refuse_at_work(connection)
    finally:
        engine.dispose()
    return _run(url, partial(command.downgrade, revision=revision))


def head() -> str:
    """The newest revision there is."""
    newest = _scripts().get_current_head()
    if newest is None:
        raise FileNotFoundError(f"no migrations in {migrations_dir()}")
    return newest


def revisions() -> tuple[str, ...]:
    """All revisions, oldest first."""
    return tuple(reversed([script.revision for script in _scripts().walk_revisions()]))


def _config() -> Config:
    config = Config()
    # ConfigParser would take a percent sign in the path for the start of a variable.
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _check_known(revision: str | None) -> None:
    """Raises WrongSchema unless the revision is one of this judge's, or there is none."""
    if revision is not None and revision not in revisions():
        raise WrongSchema(
            f"the database is of schema {revision}, which this judge does not know (it knows up to {head()}). "
            "Use the judge that made it."
        )


def _run(url: str, step: Callable[[Config], None]) -> tuple[str | None, str | None]:
    engine = make_engine(url, writes=True, foreign_keys=False)
    file = file_of(engine.url)
    if file is not None and not file.exists():
        # SQLite would let everybody on the machine read it, and its journals follow its mode. If it cannot be made, the
        # connection says so.
        with contextlib.suppress(OSError):
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with engine.connect() as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATING})
                connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
            before = revision_of(connection)
            _check_known(before)
            config = _config()
            config.attributes["connection"] = connection
            step(config)
            _check_references(connection)
            return before, revision_of(connection)
    finally:
        engine.dispose()


def _check_references(connection: Connection) -> None:
    # Foreign keys are off while SQLite's tables are rebuilt: look before anything is committed.
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            tables = ", ".join(sorted({str(row[0]) for row in broken}))
            raise RuntimeError(
                f"the migration would leave rows that refer to nothing, in: {tables}. Nothing was changed."
            )
