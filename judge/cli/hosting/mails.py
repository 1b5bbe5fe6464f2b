"""Commands about mails: those that could not be read, those that wait to be sent, and those that did not arrive."""

from __future__ import annotations

import click
from sqlalchemy.orm import Session

from judge.cli.console import cell, console, table
from judge.cli.errors import Failed, Misconfigured
from judge.cli.host import load_settings, opened_database, opened_judge
from judge.clock import SystemClock
from judge.hosting import upkeep
from judge.settings import Settings
from judge.store import secret
from judge.store.engine import db_now
from judge.store.sealed_mail import SealBroken, as_it_came
from judge.store.tables import InboundRow


@click.group(invoke_without_command=True)
@click.pass_context
def quarantine(context: click.Context) -> None:
    """List the mails that could not be read in three attempts; show one, or have it read again.

    They are kept as they came, and never stop the others.
    """
    if context.invoked_subcommand is not None:
        return
    with opened_database(load_settings()) as database, database.reading() as session:
        found = upkeep.quarantined(session)
        if not found:
            click.echo("No mail is in quarantine.")
            return
        rows = [
            (
                row.id,
                row.accepted_at,
                row.mail_from or "<>",
                len(row.sealed or row.raw),
                row.trouble.strip().rpartition("\n")[2],
            )
            for row in found
        ]
    console().print(table(("Mail", "Accepted", "From (envelope)", "Octets", "Trouble"), rows))


@quarantine.command()
@click.argument("mail", type=int)
@click.option("--raw", is_flag=True, help="The mail itself, octet for octet, and nothing else.")
def show(mail: int, *, raw: bool) -> None:
    """Show what went wrong with a mail; with --raw, the mail."""
    settings = load_settings()
    with opened_database(settings) as database, database.reading() as session:
        row = _find(session, mail)
        if raw:
            click.echo(_octets(row, settings), nl=False)
            return
        console().print(cell(f"Mail {row.id}, from {row.mail_from or '<>'} to {', '.join(row.recipients)}"))
        console().print(cell("Accepted "), cell(row.accepted_at), sep="")
        for line in row.trouble.splitlines():
            console().print(cell(line))


@quarantine.command()
@click.argument("mail", type=int)
def retry(mail: int) -> None:
    """Have a mail read again by the daemon, or by the next `judge tick`."""
    with opened_database(load_settings()) as database:
        database.write(lambda session: upkeep.release(_find(session, mail)))
    click.echo(f"Mail {mail} will be read again. It counts from when it was accepted.")


def _octets(row: InboundRow, settings: Settings) -> bytes:
    try:
        return as_it_came(row, secret.read(settings)).raw
    except SealBroken as error:
        raise Failed(str(error)) from None


def _find(session: Session, mail: int) -> InboundRow:
    row = upkeep.find(session, mail)
    if row is None:
        raise Failed(f"no mail {mail} is in quarantine; judge quarantine lists those that are")
    return row


@click.command()
def queue() -> None:
    """List the mails that wait to be sent, oldest first: since when, how often they were tried, and why they wait."""
    settings = load_settings()
    with opened_database(settings) as database, database.reading() as session:
        rows = upkeep.unsent(session, settings, db_now(session, SystemClock()))
    if not rows:
        click.echo("No mail waits to be sent.")
        return
    console().print(table(("Mail", "To", "Letter", "Waits since", "Tries", "Next try", "Why"), rows))


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
    with opened_judge(load_settings()) as judge:
        done = judge.write(lambda work: upkeep.resend(work, mails, game, set_aside=set_aside))
    click.echo(f"{done.mails} mails are queued again.")
    if done.renewed:
        click.echo(f"{done.renewed} of them bring a new KEY or code: the one before is void.")
    if done.over:
        click.echo(f"{done.over} are not: their codes were used, or are too old, or their players have left.")
