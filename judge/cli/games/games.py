"""Commands about games in the database: the list, one game, and a new GameMaster for one."""

from __future__ import annotations

import difflib

import click
from rich.console import Group
from rich.table import Table
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.cli.console import cell, console, table
from judge.cli.errors import Failed
from judge.cli.host import load_settings, opened_database, opened_judge
from judge.games.lookup import find_game, open_phase
from judge.rules.problems import refusal
from judge.store.tables import OVER, Game, Joining, PhaseRow, Player, Seat

PHASES_SHOWN = 12


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
        rows = []
        for game in found:
            phase = open_phase(session, game)
            until = (phase.title, phase.deadline) if phase else (None, None)
            rows.append((game.name, game.system, game.status, *until, _players(session, game)))
    console().print(table(("Game", "System", "Status", "Phase", "Deadline", "Players"), rows))


def _players(session: Session, game: Game) -> str:
    if game.status == "forming":
        joined = session.scalar(select(func.count()).select_from(Joining).where(Joining.game_id == game.id))
        return f"{joined} joined"
    seats = session.scalars(select(Seat.status).where(Seat.game_id == game.id)).all()
    return f"{seats.count('taken')} of {len(seats)}"


@click.command()
@click.argument("game")
def show(game: str) -> None:
    """Show one game: its options, its players and its phases."""
    with opened_database(load_settings()) as database, database.reading() as session:
        found = find_named(session, game)
        parts = Group(_facts(session, found), _seats(session, found), _phases(session, found))
    console().print(parts)


def find_named(session: Session, name: str) -> Game:
    """The game of this name. Failed says which ones are near."""
    found = session.scalars(select(Game).where(Game.name == name.strip().lower())).first()
    if found is not None:
        return found
    names = session.scalars(select(Game.name).order_by(Game.name)).all()
    near = difflib.get_close_matches(name[:40].lower(), names, n=3)
    hint = f"Did you mean {' or '.join(near)}?" if near else "judge games --all lists them."
    raise Failed(f"there is no game {name[:40]!r}. {hint}")


def _facts(session: Session, game: Game) -> Table:
    facts = Table(box=None, show_header=False, pad_edge=False)
    master = session.get_one(Player, game.master_id)
    phase = open_phase(session, game)
    rows: dict[str, object] = {
        "Game": game.name,
        "Title": game.title,
        "System": f"{game.system} (version {game.system_version})",
        "Options": ", ".join(f"{name}: {_value(value)}" for name, value in sorted(game.options.items())),
        "GameMaster": master.name,
        "Status": game.status,
        "Suspended because": game.suspended_why if game.status == "suspended" else "",
        "Phase": phase.title if phase else "",
        "Deadline": phase.deadline if phase else None,
        "Created": game.created_at,
        "Started": game.started_at,
        "Ended": game.ended_at,
    }
    for name, value in rows.items():
        if value:
            facts.add_row(name, cell(value))
    return facts


def _seats(session: Session, game: Game) -> Table:
    if game.status == "forming":
        joined = select(Player.name, Joining.wishes).join(Joining).where(Joining.game_id == game.id)
        rows = session.execute(joined.order_by(Joining.id))
        return table(("Joined", "Would like"), ((name, _value(wishes)) for name, wishes in rows))
    seats = select(Seat.name, Seat.status, Player.name).outerjoin(Player).where(Seat.game_id == game.id)
    return table(("Seat", "Status", "Player"), session.execute(seats.order_by(Seat.id)))


def _phases(session: Session, game: Game) -> Table:
    columns = PhaseRow.title, PhaseRow.opened_at, PhaseRow.deadline, PhaseRow.closed_at
    query = select(*columns).where(PhaseRow.game_id == game.id).order_by(PhaseRow.number.desc()).limit(PHASES_SHOWN)
    return table(("Phase", "Opened", "Deadline", "Adjudicated"), reversed(session.execute(query).all()))


def _value(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


@click.command()
@click.argument("game")
@click.argument("address")
def adopt(game: str, address: str) -> None:
    """Give a game whose GameMaster is gone to a registered player who does not play in it."""
    with opened_judge(load_settings()) as judge:
        click.echo(judge.write(lambda work: _adopt(work, game, address)))


def _adopt(work: Work, name: str, address: str) -> str:
    from judge.play import membership

    game = find_game(work.session, name)
    if game is None or game.status in OVER:
        raise refusal("host/no-such-game", f"there is no running game {name[:40]!r}")
    work.session.refresh(game, with_for_update=True)  # an adjudication may be writing to the old GameMaster
    return membership.hand_over(work, game, membership.registered(work.session, address.lower()), None)
