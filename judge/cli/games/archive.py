"""`judge archive GAME`: a finished game as one file that anybody can verify."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.errors import refusals, unfaithful
from judge.cli.games.show import find_named
from judge.cli.host import load_settings, opened_database


@click.command()
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file; GAME.json if not said, - for output.")
@click.option("--whole", is_flag=True, help="With what the rules do not open: for the GameMaster and you alone.")
def archive(game: str, output: Path | None, *, whole: bool) -> None:
    """Write the archive of a finished game.

    It holds what the rules open after the end, and is replayed before it is written. docs/archive.md describes it.
    """
    from judge.archive.document import write_archive
    from judge.play.archives import archive_of, public_archive
    from judge.web.files import replace_file

    with opened_database(load_settings()) as database, database.reading() as session:
        found = find_named(session, game)
        with refusals(), unfaithful("what is stored does not replay:"):
            text = write_archive(archive_of(session, found, whole=True)) if whole else public_archive(session, found)
    if str(output) == "-":
        click.echo(text, nl=False)
        return
    file = output or Path(f"{found.name}.json")
    replace_file(file, text.encode(), 0o600 if whole else 0o644)
    click.echo(f"{file}: {found.name}, {len(text) // 1000} kB. Check it with: judge verify {file}")
