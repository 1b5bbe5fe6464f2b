"""What the host has set up, opened for a command: the settings and the database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError

from judge.cli.errors import Failed, Misconfigured, Temporary
from judge.rules.problems import Refused
from judge.settings import Settings
from judge.store.engine import BadDatabaseUrl, Database, WrongSchema, is_passing

if TYPE_CHECKING:
    from judge.app import Judge


def load_settings() -> Settings:
    """Return the settings. Misconfigured names each wrong one without its value, which may be a secret."""
    config = os.environ.get("JUDGE_CONFIG")
    if config and not Path(config).is_file():
        raise Misconfigured(f"JUDGE_CONFIG names {config}, and there is no such file")
    try:
        return Settings()
    except ValidationError as error:
        wrong = [
            f"JUDGE_{'_'.join(map(str, each['loc'])).upper()}: {each['msg'].removeprefix('Value error, ')}"
            for each in error.errors()
        ]
        raise Misconfigured("\n  ".join(("these settings are wrong:", *wrong))) from None
    except ValueError as error:  # the file is no TOML
        raise Misconfigured(f"{config}: {error}") from None


@contextmanager
def opened_database(settings: Settings) -> Iterator[Database]:
    """Yield the database, its schema checked. Trouble with it ends the command with a message."""
    with database_troubles():
        database = Database(settings.database)
    with database_troubles(database.url):
        try:
            database.check_schema()
            yield database
        finally:
            database.close()


@contextmanager
def opened_judge(settings: Settings) -> Iterator[Judge]:
    """Yield the judge of this database. Trouble with the database ends the command with a message."""
    import secrets

    from judge.app import judge_at
    from judge.clock import SystemClock

    with opened_database(settings) as database:
        yield judge_at(database, settings, SystemClock(), secrets.token_bytes)


@contextmanager
def database_troubles(name: str = "the database") -> Iterator[None]:
    """Turn database errors, and what is refused, into Failed, Misconfigured or Temporary. `name` must not show a
    password.
    """
    try:
        yield
    except Refused as refusal:
        problem = refusal.problem
        raise Failed(f"{problem.message.rstrip('.')}. {problem.hint}".rstrip(" .") + ".") from None
    except BadDatabaseUrl as error:
        raise Misconfigured(f"JUDGE_DATABASE: {error}") from None
    except WrongSchema as error:
        raise Failed(str(error)) from None
    except DBAPIError as error:
        trouble = f"{name}: {str(error.orig).strip()}"
        raise (Temporary if is_passing(error) else Failed)(trouble) from None
