"""`judge tick`: what the daemon does, once."""

from __future__ import annotations

import click

from judge.cli.host import database_troubles, load_settings, opened_database
from judge.logs import set_up_logs


@click.command()
def tick() -> None:
    """Read new mail, adjudicate what is due, send what is written, until nothing is left.

    After a minute it leaves what has come since it began to the next one. For cron; safe beside a daemon.
    """
    from judge.workers import once

    settings = load_settings()
    set_up_logs(settings.log_level)
    with opened_database(settings):
        pass
    with database_troubles():
        done, sent = once.tick(settings)
    click.echo(f"{done} done, {sent} mails sent.")
