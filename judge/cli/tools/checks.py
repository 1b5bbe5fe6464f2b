"""Commands for those who write games and boards: is one fit to be played?"""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.console import printable
from judge.cli.errors import Failed
from judge.rules.game import AnySystem
from judge.rules.registry import find_system, systems
from judge.rules.values import BoardCheck


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


@click.group()
def board() -> None:
    """Look at the data files of boards."""


@board.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--system", "name", default="", help="Whose board it is, where several games have such files.")
def check(file: Path, name: str) -> None:
    """Name every mistake in a board's FILE.

    Exit code 0 if there is none, 1 otherwise. docs/boards.md tells what a board's file holds.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        found = BoardCheck("", ("the file is not UTF-8",))
    else:
        found = _checked(file.stem, text, name)
    for mistake in found.mistakes:
        click.echo(mistake)
    if found.mistakes:
        raise Failed(f"{file.name}: {len(found.mistakes)} mistake{'s' if len(found.mistakes) > 1 else ''}")
    click.echo(f"{found.about}. No mistake found.")


def _checked(board_name: str, text: str, name: str) -> BoardCheck:
    """What the game of this name says of the file or, without one, the only game whose boards are files."""
    try:
        asked: list[AnySystem] = [find_system(name)] if name else list(systems().values())
    except KeyError as unknown:
        raise Failed(str(unknown.args[0])) from None
    found = {each.name: check for each in asked if (check := each.check_board(board_name, text)) is not None}
    if not found:
        raise Failed(f"{asked[0].title} has no boards that are files")
    if len(found) > 1:
        raise Failed(f"say whose board it is: --system {' or '.join(found)}")
    return next(iter(found.values()))
