"""`judge board`: boards are data files; this says whether one is right."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.errors import Failed
from judge.rules.game import AnySystem
from judge.rules.registry import find_system, systems
from judge.rules.values import BoardCheck


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
