"""`judge games`: every game on one line."""

from __future__ import annotations

import click
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.cli.console import console, instant, plain, table
from judge.cli.host import load_settings, opened_database
from judge.games.lookup import open_phase
from judge.store.tables import Game, Joining, Seat
from judge.store.tables.games import OVER


@click.command()
@click.option("--all", "everything", is_flag=True, help="Those that have ended or moved away, too.")
def games(*, everything: bool) -> None:
    """List the games, with the phase and the deadline of each."""
    with opened_database(load_settings()) as database, database.reading() as session:
        query = select(Game).order_by(Game.id)
        found = session.scalars(query if everything else query.where(Game.status.not_in(OVER))).all()
        if not found:
            click.echo("There are no games. A game is made by mail to the judge; HELP CREATE says how.")
            return
        listing = table("Game", "System", "Status", "Phase", "Deadline", "Players")
        for game in found:
            phase = open_phase(session, game)
            listing.add_row(
                plain(game.name),
                plain(game.system),
                plain(game.status),
                plain(phase.title if phase else ""),
                instant(phase.deadline if phase else None),
                plain(_players(session, game)),
            )
    console().print(listing)


def _players(session: Session, game: Game) -> str:
    if game.status == "forming":
        joined = session.scalar(select(func.count()).select_from(Joining).where(Joining.game_id == game.id))
        return f"{joined} joined"
    seats = session.scalars(select(Seat.status).where(Seat.game_id == game.id)).all()
    return f"{seats.count('taken')} of {len(seats)}"
