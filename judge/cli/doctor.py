"""`judge doctor`: looks at everything that a judge needs, and says what is wrong and what would be right."""

from __future__ import annotations

import click

from judge.cli.console import console, plain, table
from judge.cli.errors import Failed
from judge.cli.host import load_settings, opened_database

SIGNS = {"good": "ok", "odd": "look", "bad": "WRONG"}


@click.command()
def doctor() -> None:
    """Look at settings, database, disk, clock, queues, ports and Python, and say what is wrong.

    DNS is not looked up: the records that the judge's domain should have are printed. Exit code 1: something is wrong.
    """
    from judge.clock import SystemClock
    from judge.edge import checkup

    settings = load_settings()
    checks = [checkup.Check("settings", "good", "they are all of the right kind"), *checkup.look_at_settings(settings)]
    checks.append(checkup.look_at_python())
    try:
        with opened_database(settings) as database:
            checks.append(checkup.Check("database", "good", f"{database.url} has the tables of this version"))
            checks.append(checkup.look_at_disk(database))
            checks += checkup.look_at_queues(database, SystemClock().now())
    except click.ClickException as error:
        checks.append(checkup.Check("database", "bad", error.message))
    checks += (checkup.look_at_listener(settings), checkup.look_at_relay(settings))
    listing = table("", "What", "")
    for check in checks:
        listing.add_row(SIGNS[check.verdict], check.about, plain(check.message))
    console().print(listing)
    click.echo("DNS was not looked up. The domain should have:")
    for record in checkup.records_wanted(settings):
        click.echo(f"  {record}")
    wrong = sum(check.verdict == "bad" for check in checks)
    if wrong:
        raise Failed(f"{wrong} of {len(checks)} checks failed")
