"""`judge check-game`: is a game fit to be played, before anybody plays it?"""

from __future__ import annotations

import click

from judge.cli.console import printable
from judge.cli.errors import Failed


@click.command()
@click.argument("name")
@click.option("--games", default=1, show_default=True, help="How many games to play for each law.")
@click.option("--seed", default=0, show_default=True, help="Draws what the players of these games write.")
def check_game(name: str, games: int, seed: int) -> None:
    """Name everything wrong with the game NAME: words, options, templates, letters, laws.

    Exit code 0 if there is nothing, 1 otherwise. docs/new-game.md tells how a game is written.
    """
    from judge.rules.registry import find_system, unusable
    from judge.testing.check import findings
    from judge.testing.laws import Effort
    from judge.testing.scenario import scenario_of

    why = next((why for broken, why in unusable().items() if broken == name.strip().lower()), "")
    if why:
        raise Failed(f"{name} cannot be used: {printable(why)}")
    try:
        system = find_system(name)
    except KeyError as unknown:
        raise Failed(str(unknown.args[0])) from None
    try:
        scenario = scenario_of(system)
    except Exception as error:
        raise Failed(f"the scenario of {system.name} cannot be loaded: {printable(str(error))}") from error
    if scenario is None:
        click.echo(f"{system.name} brings no scenario: its players send the sheets of `form` and the words' examples.")
    found = 0
    for finding in findings(system, scenario, Effort(games=games, seed=seed)):
        click.echo(printable(" ".join(finding.split())))
        found += 1
    if found:
        raise Failed(f"{system.name}: {found} finding{'s' if found > 1 else ''}")
    click.echo(f"{system.name}: nothing found wrong.")
