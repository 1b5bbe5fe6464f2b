"""`judge players`: who is registered, and what the host may do about it."""

from __future__ import annotations

import click

from judge.cli.acting import refusals
from judge.cli.console import console, instant, plain, table
from judge.cli.host import load_settings, opened_database
from judge.services import hosting


@click.group(invoke_without_command=True)
@click.pass_context
def players(context: click.Context) -> None:
    """List the players; ban one, admit one again, or merge two that are one person."""
    if context.invoked_subcommand is not None:
        return
    listing = table("Name", "Addresses", "Status", "Zone", "Games", "Registered")
    with opened_database(load_settings()) as database, database.reading() as session:
        for player, addresses, games in hosting.players_with_games(session):
            listing.add_row(
                plain(player.name),
                plain(", ".join(each.address for each in addresses)),
                plain(player.status),
                plain(player.zone),
                plain(games),
                instant(player.registered_at),
            )
    console().print(listing)


@players.command()
@click.argument("address")
def ban(address: str) -> None:
    """Do nothing any more of what a player mails. The mails are kept."""
    with opened_database(load_settings()) as database, refusals():
        click.echo(database.write(lambda session: hosting.ban(session, address.lower(), banned=True)))


@players.command()
@click.argument("address")
def unban(address: str) -> None:
    """Admit a banned player again."""
    with opened_database(load_settings()) as database, refusals():
        click.echo(database.write(lambda session: hosting.ban(session, address.lower(), banned=False)))


@players.command()
@click.argument("keep")
@click.argument("other")
def merge(keep: str, other: str) -> None:
    """Make two registrations of one person one: OTHER writes for KEEP from now on, and mail goes to KEEP."""
    with opened_database(load_settings()) as database, refusals():
        click.echo(database.write(lambda session: hosting.merge(session, keep.lower(), other.lower())))
