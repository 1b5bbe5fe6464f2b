"""`judge receive`: one mail on standard input, for an MTA that pipes."""

from __future__ import annotations

import sys

import click

from judge.cli.errors import Failed, Temporary
from judge.cli.host import load_settings, opened_database
from judge.settings import Settings


@click.command()
@click.option("--sender", "-f", default="", help="The envelope's sender, empty for a bounce.")
@click.argument("recipient", nargs=-1)
def receive(sender: str, recipient: tuple[str, ...]) -> None:
    """Keep one mail, read from standard input, for RECIPIENT (default: the judge's own address).

    Exit code 0 means kept for good; 75 means that the MTA should try again later.
    """
    try:
        settings = load_settings()
        with opened_database(settings):
            pass
    except click.ClickException as error:
        # Any other code would send the mail back, and its writer can do nothing about this.
        raise Temporary(error.message) from None
    raw = sys.stdin.buffer.read(settings.max_size + 1)
    if len(raw) > settings.max_size:
        raise Failed(f"the mail is larger than {settings.max_size} octets")
    try:
        _keep(settings, sender.strip("<>"), recipient or (settings.address,), raw)
    except Exception as error:  # noqa: BLE001 - whatever it is: the MTA has the mail and must keep it
        raise Temporary(f"the mail cannot be kept now ({type(error).__name__})") from None


def _keep(settings: Settings, sender: str, recipients: tuple[str, ...], raw: bytes) -> None:
    """Keeps one mail as the listener would; raises where it cannot be kept."""
    from judge.app import open_judge
    from judge.clock import SystemClock
    from judge.hosting.dns import check_of, resolver_at
    from judge.mail.proof.authentication_results import trace_line
    from judge.mailbox.intake import Intake

    judge = open_judge(settings, SystemClock())
    try:
        # Whoever may run this command is the host, or a mail system of theirs.
        trace = trace_line("localhost", settings.domain, "local", judge.clock.now(), trusted=True)
        Intake(judge, check_of(settings, resolver_at)).accept(sender, recipients, trace + raw)
    finally:
        judge.db.close()
