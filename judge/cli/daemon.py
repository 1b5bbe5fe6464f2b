"""Commands that run the judge: the daemon, its work once for cron, and mail that an MTA pipes in."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING

import click

from judge.cli.errors import Failed, Temporary
from judge.cli.host import database_troubles, load_settings, opened_database, opened_judge

if TYPE_CHECKING:
    from judge.settings import Settings
    from judge.store.engine import Database


def _begin() -> Settings:
    """Return the settings, with logs set up."""
    from judge.logs import set_up_logs

    settings = load_settings()
    set_up_logs(settings.log_level, settings.log_format)
    return settings


@click.command()
def serve() -> None:
    """Run the daemon: take in mail, adjudicate what is due, send what is written. Stops on SIGTERM or Ctrl-C."""
    from judge import daemon

    settings = _begin()
    with opened_database(settings):
        pass  # it is there, and has the tables of this version
    try:
        with database_troubles():
            daemon.serve(
                settings, lambda host, port: click.echo(f"The judge {settings.address} listens on {host}:{port}.")
            )
    except OSError as error:
        raise click.ClickException(f"cannot listen on {settings.listen}: {error.strerror or error}") from None


@click.command()
def tick() -> None:
    """Read new mail, adjudicate what is due, send what is written, until nothing is left.

    After a minute it leaves what has come since it began to the next one. For cron; safe beside a daemon.
    """
    from judge.workers.tick import tick as work_once

    with opened_judge(_begin()) as judge:
        done, sent = work_once(judge)
    click.echo(f"{done} done, {sent} mails sent.")


@click.command()
def deliver() -> None:
    """Send the mails that are due, once, and say how many went."""
    from judge.workers.courier import couriers

    with opened_judge(_begin()) as judge:
        sent = sum(courier.deliver() for courier in couriers(judge))
    click.echo(f"{sent} mails sent.")


@click.command()
@click.option("--sender", "-f", help="The envelope's sender; one without an @ is that of a bounce.")
@click.argument("recipient", nargs=-1)
def receive(sender: str | None, recipient: tuple[str, ...]) -> None:
    """Keep one mail, read from standard input, for RECIPIENT.

    What is not given is found in the mail: the sender in Return-Path or From, the recipients in Delivered-To,
    X-Original-To, Envelope-To and the like, To and Cc.

    Exit code 0 means kept for good; 75 means that the MTA should try again later.
    """
    try:
        settings = load_settings()
        raw = sys.stdin.buffer.read(settings.max_size + 1)
        if len(raw) <= settings.max_size:
            with opened_database(settings) as database:
                _accept(database, settings, sender, recipient, raw)
            return
    except click.ClickException as error:
        # Any other code would send the mail back, and its writer can do nothing about this.
        raise Temporary(error.message) from None
    except Exception as error:  # noqa: BLE001 - whatever it is: the MTA has the mail and must keep it
        raise Temporary(f"the mail cannot be kept now ({type(error).__name__})") from None
    raise Failed(f"the mail is larger than {settings.max_size} octets")


def _accept(db: Database, settings: Settings, sender: str | None, recipients: tuple[str, ...], raw: bytes) -> None:
    """Keep one mail as the listener would. Raises where it cannot be kept."""
    from judge.app import judge_at
    from judge.clock import SystemClock
    from judge.mail.addresses import envelope_of
    from judge.mail.fields import split_message
    from judge.mail.proof.authentication_results import trace_line
    from judge.mailbox.intake import Intake

    if raw.startswith(b"From "):  # the separator of mailboxes, which procmail and others put above a mail
        raw = raw.partition(b"\n")[2]
    named = envelope_of(split_message(raw)[0], settings.address)
    if sender is None:
        sender = named[0]
    elif "@" not in sender:  # Postfix says MAILER-DAEMON
        sender = ""
    check = None
    if settings.checks_itself:
        from judge.hosting.dns import check_of, resolver_at

        check = check_of(settings, resolver_at)
    judge = judge_at(db, settings, SystemClock(), secrets.token_bytes, plays=False)
    # Whoever may run this command is the host, or a mail system of theirs.
    trace = trace_line("localhost", settings.domain, "local", judge.clock.now(), trusted=True)
    Intake(judge, check).accept(sender.strip("<>"), recipients or named[1], trace + raw)


@click.command()
def resume() -> None:
    """Go on after the clock has jumped, or with a backup that was put back.

    Deadlines that passed meanwhile get new ones, told to the players, before anything is adjudicated.
    """
    from judge.play import outage

    with opened_judge(load_settings()) as judge:
        why = judge.write(outage.lift_stop)
    click.echo(f"The judge goes on. It had stopped: {why}" if why is not None else "The judge had not stopped.")
