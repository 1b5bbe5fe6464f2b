"""`judge serve`: the daemon."""

from __future__ import annotations

import click

from judge.cli.host import database_troubles, load_settings, opened_database
from judge.logs import set_up_logs


@click.command()
def serve() -> None:
    """Run the daemon: take in mail, adjudicate what is due, send what is written. Stops on SIGTERM or Ctrl-C."""
    from judge import daemon

    settings = load_settings()
    set_up_logs(settings.log_level)
    with opened_database(settings):
        pass
    try:
        with database_troubles():
            daemon.serve(
                settings, lambda host, port: click.echo(f"The judge {settings.address} listens on {host}:{port}.")
            )
    except OSError as error:
        raise click.ClickException(f"cannot listen on {settings.listen}: {error.strerror or error}") from None
