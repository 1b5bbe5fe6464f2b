"""`judge restored`: this database is a backup that was put back."""

from __future__ import annotations

import click

from judge.cli.host import load_settings, opened_database
from judge.clock import SystemClock
from judge.hosting import upkeep
from judge.store.engine import db_now


@click.command()
def restored() -> None:
    """Say that the database is a backup put back with PostgreSQL's own tools, before the judge is started.

    The judge waits for `judge resume` before it acts, and mail that was not sent when the backup was made is set aside:
    it may have gone out since. Copies made by `judge backup` know this by themselves.
    """
    with opened_database(load_settings()) as database:
        waiting = database.write(lambda session: upkeep.put_back(session, db_now(session, SystemClock())))
    click.echo(f"{waiting} mails that waited are set aside. Go on with: judge resume")
