"""`judge purge`: forget what nobody needs any more."""

from __future__ import annotations

from datetime import timedelta

import click

from judge.cli.errors import refusals
from judge.cli.host import load_settings, opened_database
from judge.clock import SystemClock
from judge.hosting import upkeep
from judge.store.engine import db_now


@click.command()
@click.option("--older-than", "days", type=int, default=365, show_default=True, help="In days; at least 180.")
def purge(days: int) -> None:
    """Delete old mails of the judge, old mails of strangers, and codes that are over.

    What players wrote is never deleted: a game must be provable to its end and after.
    """
    with opened_database(load_settings()) as database, refusals():
        gone = database.write(
            lambda session: upkeep.purge(session, timedelta(days=days), db_now(session, SystemClock()))
        )
    click.echo("Deleted: " + ", ".join(f"{count} {what}" for what, count in gone.items()) + ".")
