"""Making and changing the tables: Alembic, run from Python, so that no alembic.ini has to be found.

Each call is one transaction, on SQLite too: a migration that fails half-way has changed nothing.

On PostgreSQL the judges of the version before go on working, from BESIDE on: each revision says whether they can
(`beside`). It may have a part that takes long, `prepare`, which is done before, while they read mail; its transaction
is short, and when it is committed they only accept mail, until they are replaced.
"""

from __future__ import annotations

import contextlib
import os
import secrets
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
from judge.settings import Settings
from judge.store import secret_file
from judge.store.engine import WrongSchema, file_of, is_passing, make_engine, open_database, revision_of
from judge.store.nodes import at_work
from judge.store.widen import check_references

WITHOUT_SECRETS = "0010"
"""The revision that takes KEYs, codes and reply addresses out of what is kept."""
BESIDE = "0023"
"""From this revision on, others follow while judges work."""
TRIES = 60
PAUSE_SECONDS = 0.5
_MIGRATING = 0x6A75646765_03


def migrate(url: str, revision: str = "head", settings: Settings | None = None) -> tuple[str | None, str | None]:
    """Bring the database up to `revision`, making its tables if there are none; returns the revisions before and after.
    `settings` say where the secret goes that older databases hold.

    Raises WrongSchema when the database is of a revision that this judge does not know, or judges work on it that could
    not go on; WrongSecret where the secret cannot be written.
    """
    before, after = _bring(url, head() if revision == "head" else revision, settings)
    if before is not None and before < WITHOUT_SECRETS <= (after or ""):
        _scrub(url)
    return before, after


def _bring(url: str, target: str, settings: Settings | None) -> tuple[str | None, str | None]:
    engine = make_engine(url)
    try:
        if engine.dialect.name != "postgresql":
            return _run(url, partial(_upgrade, revision=target), settings)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            before = after = revision_of(connection)
            pending = _pending(before, target)
            if not all(module.revision > BESIDE and module.beside for module in pending):
                _refuse_at_work(connection)
            # What is older is brought to the newest in one transaction, while nobody works.
            steps = [module.revision for module in pending if (before or "") >= BESIDE]
            for step in steps or (target,):
                _prepare(connection, step)
                _, after = _patiently(partial(_run, url, partial(_upgrade, revision=step), settings))
            check_references(connection)
        return before, after
    finally:
        engine.dispose()


def _upgrade(config: Config, revision: str) -> None:
    command.upgrade(config, revision)


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


def _prepare(connection: Connection, revision: str) -> None:
    """What a revision does before its transaction, if the database is at the revision before it. One process at a time;
    who was interrupted goes on.
    """
    script = _scripts().get_revision(revision)
    module = script.module if script is not None else None  # `base` is none
    if module is None or not hasattr(module, "prepare"):
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


def _scrub(url: str) -> None:
    """What was taken out of the rows shall not lie on in the file."""
    database = open_database(url)
    try:
        database.scrub()
    finally:
        database.close()


def downgrade(url: str, revision: str, settings: Settings | None = None) -> tuple[str | None, str | None]:
    """Take the database back to `revision` (`base`: no tables at all); what newer revisions added is lost. Raises
    WrongSchema where judges are at work.
    """
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            _refuse_at_work(connection)
    finally:
        engine.dispose()
    return _run(url, partial(command.downgrade, revision=revision), settings)


def head() -> str:
    """The newest revision there is."""
    newest = _scripts().get_current_head()
    if newest is None:
        raise FileNotFoundError(f"no migrations in {migrations_dir()}")
    return newest


def revisions() -> tuple[str, ...]:
    """All revisions, oldest first."""
    return tuple(reversed([script.revision for script in _scripts().walk_revisions()]))


def current(url: str) -> str | None:
    """The revision that the database has; None if it has no tables yet. A missing SQLite file is not made."""
    database = open_database(url)
    try:
        return database.revision()
    finally:
        database.close()


def _config() -> Config:
    config = Config()
    # ConfigParser would take a percent sign in the path for the start of a variable.
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _run(url: str, step: Callable[[Config], None], settings: Settings | None) -> tuple[str | None, str | None]:
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
            before = revision_of(connection)
            if before is not None and before not in revisions():
                raise WrongSchema(
                    f"the database is of schema {before}, which this judge does not know (it knows up to {head()}). "
                    "Use the judge that made it."
                )
            config = _config()
            config.attributes["connection"] = connection
            config.attributes["secret_of"] = lambda before: secret_file.taken_out(
                settings or Settings(database=url), before, secrets.token_bytes
            )
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
