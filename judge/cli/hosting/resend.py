"""`judge resend`: mail that did not arrive, once more."""

from __future__ import annotations

import click

from judge.app import open_judge
from judge.cli.errors import Misconfigured
from judge.cli.host import database_troubles, load_settings
from judge.clock import SystemClock
from judge.hosting import upkeep


@click.command()
@click.argument("mails", nargs=-1, type=int)
@click.option("--game", default="", help="Every mail of this game that failed or came back.")
@click.option("--set-aside", is_flag=True, help="The mails that waited when the backup was made that runs now.")
def resend(mails: tuple[int, ...], game: str, *, set_aside: bool) -> None:
    """Queue mails again, by their numbers or for a game. They keep their Message-IDs.

    A mail that brought a KEY or a code is kept without it: it brings a new one, and the one before is void.
    """
    if not (mails or game or set_aside):
        raise Misconfigured("which mails? Give numbers, --game, or --set-aside")
    with database_troubles():
        judge = open_judge(load_settings(), SystemClock())
        try:
            done = judge.write(lambda work: upkeep.resend(work, mails, game, set_aside=set_aside))
        finally:
            judge.db.close()
    click.echo(f"{done.mails} mails are queued again.")
    if done.renewed:
        click.echo(f"{done.renewed} of them bring a new KEY or code: the one before is void.")
    if done.over:
        click.echo(f"{done.over} are not: their codes were used, or are too old, or their players have left.")
