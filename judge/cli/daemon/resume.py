"""`judge resume`: the host says that the clock is right."""

from __future__ import annotations

import click

from judge.app import open_judge
from judge.cli.host import database_troubles, load_settings
from judge.clock import SystemClock
from judge.play import outage


@click.command()
def resume() -> None:
    """Go on after the clock has jumped, or with a backup that was put back.

    Deadlines that passed meanwhile get new ones, told to the players, before anything is adjudicated.
    """
    with database_troubles():
        judge = open_judge(load_settings(), SystemClock())
        try:
            why = judge.write(outage.lift_stop)
        finally:
            judge.db.close()
    click.echo(f"The judge goes on. It had stopped: {why}" if why is not None else "The judge had not stopped.")
