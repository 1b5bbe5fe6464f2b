"""`judge adopt GAME ADDRESS`: an orphaned game gets a new GameMaster."""

from __future__ import annotations

import click

from judge.app import Work, open_judge
from judge.cli.errors import refusals
from judge.cli.host import database_troubles, load_settings
from judge.clock import SystemClock
from judge.games.lookup import find_game
from judge.play import membership
from judge.rules.problems import Problem, Refused
from judge.store.tables.games import OVER


@click.command()
@click.argument("game")
@click.argument("address")
def adopt(game: str, address: str) -> None:
    """Give a game whose GameMaster is gone to a registered player who does not play in it."""
    with database_troubles(), refusals():
        judge = open_judge(load_settings(), SystemClock())
        try:
            click.echo(judge.write(lambda work: _adopt(work, game, address)))
        finally:
            judge.db.close()


def _adopt(work: Work, name: str, address: str) -> str:
    game = find_game(work.session, name)
    if game is None or game.status in OVER:
        raise Refused(Problem("host/no-such-game", f"there is no running game {name[:40]!r}"))
    work.session.refresh(game, with_for_update=True)  # an adjudication may be writing to the old GameMaster
    return membership.hand_over(work, game, membership.registered(work.session, address.lower()), None)
