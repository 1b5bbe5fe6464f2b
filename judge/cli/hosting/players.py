"""`judge players`: who is registered, and what the host may do about it."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import click

from judge.cli.console import console, table
from judge.cli.errors import Failed, new_file
from judge.cli.host import load_settings, opened_database
from judge.clock import SystemClock
from judge.hosting import personal_data, upkeep
from judge.store import secret


@click.group(invoke_without_command=True)
@click.pass_context
def players(context: click.Context) -> None:
    """List the players; ban one, admit one again, merge two that are one person; give or delete a person's data."""
    if context.invoked_subcommand is not None:
        return
    with opened_database(load_settings()) as database, database.reading() as session:
        rows = [
            (
                who.name,
                ", ".join(each.address for each in who.addresses),
                who.status,
                who.zone,
                games,
                who.registered_at,
            )
            for who, games in upkeep.players_with_games(session)
        ]
    console().print(table(("Name", "Addresses", "Status", "Zone", "Games", "Registered"), rows))


@players.command()
@click.argument("address")
def ban(address: str) -> None:
    """Do nothing any more of what a player mails. The mails are kept."""
    with opened_database(load_settings()) as database:
        click.echo(database.write(lambda session: upkeep.ban(session, address.lower(), banned=True)))


@players.command()
@click.argument("address")
def unban(address: str) -> None:
    """Admit a banned player again."""
    with opened_database(load_settings()) as database:
        click.echo(database.write(lambda session: upkeep.ban(session, address.lower(), banned=False)))


@players.command()
@click.argument("keep")
@click.argument("other")
def merge(keep: str, other: str) -> None:
    """Make two registrations of one person one: OTHER writes for KEEP from now on, and mail goes to KEEP."""
    with opened_database(load_settings()) as database:
        click.echo(database.write(lambda session: upkeep.merge(session, keep.lower(), other.lower())))


@players.command()
@click.argument("address")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export(address: str, file: Path) -> None:
    """Write all that is kept of a player into FILE, a ZIP: give it to them, and to nobody else."""
    if file.exists():
        raise Failed(f"there is a file {file} already")
    settings = load_settings()
    with opened_database(settings) as database, database.reading() as session:
        found = personal_data.everything_about(session, address.lower(), secret.read(settings))
    with new_file(file, 0o600) as written, ZipFile(written, "w", ZIP_DEFLATED) as packed:
        for name, content in found.items():
            packed.writestr(name, content)
    click.echo(f"{file}: data.json and {len(found) - 1} mails.")


@players.command()
@click.argument("address")
@click.option("--yes", is_flag=True, help="Without asking.")
def forget(address: str, *, yes: bool) -> None:
    """Forget a player for good: name, addresses, mails. The games they were in stay whole, as a former player's.

    Refused while a running game needs them. Backups still hold them until they are deleted.
    """
    if not yes:
        click.confirm(f"Forget {address} for good? This cannot be undone", abort=True)
    settings = load_settings()
    with opened_database(settings) as database:
        kept, now = secret.read(settings), SystemClock().now()
        for line in database.write(lambda session: personal_data.forget(session, address.lower(), now, kept)):
            click.echo(line)
        database.scrub()
