"""`judge resend`: mail that did not arrive, once more."""

from __future__ import annotations

import click

from judge.cli.errors import Misconfigured
from judge.cli.host import load_settings, opened_database
from judge.clock import SystemClock
from judge.hosting import upkeep
from judge.store.engine import db_now


@click.command()
@click.argument("mails", nargs=-1, type=int)
@click.option("--game", default="", help="Every mail of this game that failed or came back.")
@click.option("--set-aside", is_flag=True, help="The mails that waited when the backup was made that runs now.")
def resend(mails: tuple[int, ...], game: str, *, set_aside: bool) -> None:
    """Queue mails again, by their numbers or for a game. They keep their Message-IDs."""
    if not (mails or game or set_aside):
        raise Misconfigured("which mails? Give numbers, --game, or --set-aside")
    with opened_database(load_settings()) as database:
        count = database.write(
            lambda session: upkeep.resend(session, mails, game, db_now(session, SystemClock()), set_aside=set_aside)
        )
    click.echo(f"{count} mails are queued again.")
