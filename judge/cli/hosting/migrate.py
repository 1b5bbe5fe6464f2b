"""`judge migrate`: make the tables, or bring them to another revision."""

from __future__ import annotations

import click

from judge.cli.host import database_troubles, load_settings
from judge.store import migrate as store
from judge.store.engine import open_database


@click.command()
@click.argument("revision", default="head")
@click.option("--yes", is_flag=True, help="Go back without asking.")
def migrate(revision: str, *, yes: bool) -> None:
    """Make the database's tables, or bring them to REVISION (default: the newest).

    An older REVISION goes back, and what newer ones have added is lost; `base` removes every table. Make a backup
    first, and stop every judge that uses the database. On PostgreSQL they may go on, unless you are told otherwise.
    """
    settings = load_settings()
    known = ("base", *store.revisions())
    target = store.head() if revision == "head" else revision
    if target not in known:
        raise click.UsageError(f"there is no revision {revision}; there are: {', '.join(known)}")
    with database_troubles():
        database = open_database(settings.database)
    name = database.url
    with database_troubles(name):
        before = database.revision() or "base"
        database.close()
        if before in known and known.index(target) < known.index(before):
            if not yes:
                click.confirm(
                    f"Take {name} back from {before} to {target} and lose what is not in {target}?", abort=True
                )
            was, _ = store.downgrade(settings.database, target)
        else:
            was, _ = store.migrate(settings.database, target)
    if was == target:
        click.echo(f"{name} is of schema {target} already.")
    else:
        click.echo(f"{name} is now of schema {target} (was: {was or 'nothing'}).")
