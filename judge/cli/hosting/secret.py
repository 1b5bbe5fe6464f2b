"""`judge secret`: the installation's secret, which stands outside the database."""

from __future__ import annotations

import secrets

import click

from judge.cli.errors import refusals
from judge.cli.host import load_settings, opened_database
from judge.hosting import upkeep
from judge.letters.columns import counted
from judge.store.secret import place_of


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
    with opened_database(settings) as database, refusals():
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
