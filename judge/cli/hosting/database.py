"""Commands about the database: its tables, backups, old rows, and the secret beside it."""

from __future__ import annotations

import secrets
from datetime import UTC, timedelta
from pathlib import Path

import click

from judge.cli.errors import Failed
from judge.cli.host import database_troubles, load_settings, opened_database
from judge.clock import SystemClock
from judge.hosting import upkeep
from judge.letters.columns import counted
from judge.store.engine import Database, back_up, db_now
from judge.store.secret import place_of


@click.command()
@click.argument("revision", default="head")
@click.option("--yes", is_flag=True, help="Go back without asking.")
def migrate(revision: str, *, yes: bool) -> None:
    """Make the database's tables, or bring them to REVISION (default: the newest).

    An older REVISION goes back, and what newer ones have added is lost; `base` removes every table. Make a backup
    first, and stop every judge that uses the database. On PostgreSQL they may go on, unless you are told otherwise.
    """
    from judge.store import migrate as store

    settings = load_settings()
    known = ("base", *store.revisions())
    target = store.head() if revision == "head" else revision
    if target not in known:
        raise click.UsageError(f"there is no revision {revision}; there are: {', '.join(known)}")
    with database_troubles():
        database = Database(settings.database)
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


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the SQLite database to FILE while the judge runs.

    The copy waits for `judge resume` before it acts, and mail that was not sent yet is set aside in it.
    """
    with opened_database(load_settings()) as database:
        source = database.file
        if source is None:
            raise Failed("a PostgreSQL database is backed up with pg_dump, which is consistent while the judge runs")
        try:
            now = SystemClock().now()
            why = upkeep.IS_A_BACKUP.format(at=now.astimezone(UTC))
            waiting = back_up(source, file, lambda session: upkeep.put_back(session, now, why))
        except OSError as error:
            raise Failed(str(error)) from None
    click.echo(f"{file} is a copy; {waiting} mails that waited are set aside in it.")


@click.command()
def restored() -> None:
    """Say that the database is a backup put back with PostgreSQL's own tools, before the judge is started.

    The judge waits for `judge resume` before it acts, and mail that was not sent when the backup was made is set aside:
    it may have gone out since. Copies made by `judge backup` know this by themselves.
    """
    with opened_database(load_settings()) as database:
        waiting = database.write(lambda session: upkeep.put_back(session, db_now(session, SystemClock())))
    click.echo(f"{waiting} mails that waited are set aside. Go on with: judge resume")


@click.command()
@click.option("--older-than", "days", type=int, default=365, show_default=True, help="In days; at least 180.")
def purge(days: int) -> None:
    """Delete old mails of the judge, old mails of strangers, and codes that are over.

    What players wrote is never deleted: a game must be provable to its end and after.
    """
    with opened_database(load_settings()) as database:
        gone = database.write(
            lambda session: upkeep.purge(session, timedelta(days=days), db_now(session, SystemClock()))
        )
    click.echo("Deleted: " + ", ".join(f"{count} {what}" for what, count in gone.items()) + ".")


@click.group()
def secret() -> None:
    """The secret of this installation, without which a copy of the database opens no seat."""


@secret.command()
@click.option("--lost", is_flag=True, help="The secret of this database is not to be had any more.")
def rotate(*, lost: bool) -> None:
    """Make a new secret, for when somebody else may have the one that counts. Stop every judge first.

    Answers to letters of before prove nothing any more, and their writers are told so; KEYs and codes stay good. The
    file keeps the earlier secrets below the new one. With --lost the KEYs and codes of before are void as well: players
    prove themselves by a code, and REVOKE brings them a new KEY.
    """
    settings = load_settings()
    with opened_database(settings) as database:
        done = database.write(lambda session: upkeep.rotate(session, settings, secrets.token_bytes, lost=lost))
    if done.is_written:
        click.echo(
            f"{place_of(settings)} holds secret number {done.secret.number} now: copy it to every machine that shares"
        )
        click.echo("this database, and keep a copy apart from its backups. Then start the judge again.")
    else:
        click.echo("The secret comes from the environment. Set this there, and start the judge again:", err=True)
        click.echo(f"JUDGE_SECRET={done.secret.text().replace(chr(10), ',')}")
    if done.without_key:
        click.echo(
            f"{counted(done.without_key, 'player')} will need a new KEY: REVOKE, confirmed by a code, brings one."
        )
