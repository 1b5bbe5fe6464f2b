"""`judge backup FILE`: a consistent copy while the judge runs."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import click

from judge.cli.errors import Failed
from judge.cli.host import load_settings, opened_database
from judge.clock import SystemClock
from judge.hosting import upkeep
from judge.store.backup import back_up


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the SQLite database to FILE while the judge runs.

    The copy waits for `judge resume` before it acts, and mail that was not sent yet is set aside in it.
    """
    with opened_database(load_settings()) as database:
        source = database.file
        if source is None:
            raise Failed("a PostgreSQL database is backed up with pg_dump, which is consistent while the judge runs")
        try:
            now = SystemClock().now()
            why = upkeep.IS_A_BACKUP.format(at=now.astimezone(UTC))
            waiting = back_up(source, file, lambda session: upkeep.put_back(session, now, why))
        except OSError as error:
            raise Failed(str(error)) from None
    click.echo(f"{file} is a copy; {waiting} mails that waited are set aside in it.")
