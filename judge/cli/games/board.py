"""`judge board`: boards are data files; this says whether one is right."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.errors import Failed
from judge.rules.boards import HasBoards
from judge.rules.registry import find_system, systems
from judge.rules.values import RuleSystem


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
    system = _system(name)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        mistakes: tuple[str, ...] = ("the file is not UTF-8",)
        about = ""
    else:
        found = system.check_board(file.stem, text)
        about, mistakes = found.about, found.mistakes
    for mistake in mistakes:
        click.echo(mistake)
    if mistakes:
        raise Failed(f"{file.name}: {len(mistakes)} mistake{'s' if len(mistakes) > 1 else ''}")
    click.echo(f"{about}. No mistake found.")


def _system(name: str) -> HasBoards:
    """The system of this name or, without one, the only one that has boards."""
    try:
        asked: list[RuleSystem] = [find_system(name)] if name else list(systems().values())
    except KeyError as unknown:
        raise Failed(str(unknown.args[0])) from None
    having = [each for each in asked if isinstance(each, HasBoards)]
    if not having:
        raise Failed(f"{asked[0].title} has no boards that are files")
    if len(having) > 1:
        raise Failed(f"say whose board it is: --system {' or '.join(each.name for each in having)}")
    return having[0]
