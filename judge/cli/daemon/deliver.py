"""`judge deliver`: send what is due, once."""

from __future__ import annotations

import click

from judge.cli.host import database_troubles, load_settings, opened_database
from judge.logs import set_up_logs


@click.command()
def deliver() -> None:
    """Send the mails that are due, once, and say how many went."""
    from judge.workers import once

    settings = load_settings()
    set_up_logs(settings.log_level)
    with opened_database(settings):
        pass
    with database_troubles():
        click.echo(f"{once.deliver(settings)} mails sent.")
