"""`judge move`: a running game goes to another judge."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import click
from sqlalchemy.orm import Session

from judge.app import Judge, Work, open_judge
from judge.cli.errors import Failed, refusals, unfaithful
from judge.cli.games.show import find_named
from judge.cli.host import database_troubles, load_settings, opened_database
from judge.clock import SystemClock
from judge.play import transfer


@click.group()
def move() -> None:
    """Send a running game to another judge, or take it back.

    Its host takes the file in with `judge import`.
    """


@move.command()
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--to", required=True, help="The address of the other judge.")
@click.option("--unchecked", is_flag=True, help="Send it although its past does not replay.")
def out(game: str, file: Path, to: str, *, unchecked: bool) -> None:
    """Write all of GAME to FILE, and close it here.

    The players are told, and whoever writes here for it afterwards is told again. FILE holds everything that is secret
    in the game, and is for the other judge's host alone.
    """
    if file.exists():
        raise Failed(f"there is a file {file} already")
    # Whole on the disk before the game is closed, and under its own name only then: it is never in two places.
    part = file.with_name(file.name + ".part")

    def unit(judge: Judge, session: Session) -> str:
        found = find_named(session, game)
        _write_secret(part, transfer.send_away(Work(judge, session), found, to, checked=not unchecked))
        return found.name

    try:
        with unfaithful("what is stored does not replay (--unchecked sends it all the same):"):
            name = _run(unit)
        part.rename(file)
    except OSError as error:
        raise Failed(str(error)) from None
    finally:
        part.unlink(missing_ok=True)
    click.echo(f"{file} holds all of {name}, secrets too: let nobody read it but the host of {to}.")
    click.echo(f"{name} is closed here. If it cannot be taken in there: judge move back {name}")


@move.command()
@click.argument("game")
@click.option("--yes", is_flag=True, help="It was not taken in elsewhere.")
def back(game: str, *, yes: bool) -> None:
    """Let a game go on here that was sent away and never arrived."""
    if not yes:
        click.confirm(f"Is it certain that {game} was not taken in elsewhere?", abort=True)

    def unit(judge: Judge, session: Session) -> str:
        return transfer.take_back(Work(judge, session), find_named(session, game))

    click.echo(_run(unit))


def _run(unit: Callable[[Judge, Session], str]) -> str:
    settings = load_settings()
    with opened_database(settings):
        pass
    with database_troubles(), refusals():
        judge = open_judge(settings, SystemClock())
        try:
            return judge.db.write(lambda session: unit(judge, session))
        finally:
            judge.db.close()


def _write_secret(file: Path, text: str) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as written:
        written.write(text)
        written.flush()
        os.fsync(written.fileno())
