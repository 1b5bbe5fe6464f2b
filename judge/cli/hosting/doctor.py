"""`judge doctor`: looks at everything that a judge needs, and says what is wrong and what would be right."""

from __future__ import annotations

import click

from judge.cli.console import console, table
from judge.cli.errors import Failed
from judge.cli.host import load_settings, opened_database

SIGNS = {"good": "ok", "odd": "look", "bad": "WRONG"}


@click.command()
@click.option("--name-server", default="", help="Ask this one (address or address:port) and not the machine's own.")
@click.option("--mail", is_flag=True, help="Send mail to the judge itself, and look whether and how it comes in.")
def doctor(name_server: str, mail: bool) -> None:
    """Look at settings, database, secret, disk, clock, queues, ports, rules, Python and the domain's DNS.

    It says what is wrong, and what would be right. Exit code 1: something is wrong.
    """
    import secrets
    import time

    from judge.clock import SystemClock
    from judge.hosting import doctor
    from judge.hosting.dns import look_at_domain, resolver_at
    from judge.outbox.transport import transport_for

    settings, now = load_settings(), SystemClock().now()
    checks = [doctor.Check("settings", "good", "they are all of the right kind"), *doctor.look_at_settings(settings)]
    checks += (doctor.look_at_python(), doctor.look_at_zones(), *doctor.look_at_rules())
    try:
        with opened_database(settings) as database:
            checks.append(doctor.Check("database", "good", f"{database.url} has the tables of this version"))
            checks.append(doctor.look_at_disk(database))
            checks.append(doctor.look_at_secret(database, settings))
            checks += doctor.look_at_queues(database, now)
            checks += doctor.look_at_nodes(database)
            checks += doctor.look_at_clock(database, now)
            if mail and not settings.fetch:
                relay, mark = transport_for(settings), secrets.token_hex(12)
                checks += doctor.look_at_real_mail(settings, database, relay, mark, now, lambda: time.sleep(1))
    except click.ClickException as error:
        checks.append(doctor.Check("database", "bad", error.message))
    checks += (*doctor.look_at_doors(settings), *doctor.look_at_relay(settings))
    if mail and settings.fetch:
        from judge.hosting.imap import look_at_mailbox  # which needs the extra `mailbox`

        checks += look_at_mailbox(settings, transport_for(settings), now)[0]
    checks += look_at_domain(settings, resolver_at(name_server))
    rows = ((SIGNS[check.verdict], check.about, check.message) for check in checks)
    console().print(table(("", "What", ""), rows))
    wrong = sum(check.verdict == "bad" for check in checks)
    if wrong:
        raise Failed(f"{wrong} of {len(checks)} checks failed")
