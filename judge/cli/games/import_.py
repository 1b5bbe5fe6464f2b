"""`judge import FILE`: a game of another judge, finished or running."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.errors import game_file, refusals, unfaithful
from judge.cli.host import database_troubles, load_settings, opened_database


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--as", "name", default="", help="What the game is called here, if its name is taken.")
@click.option("--unchecked", is_flag=True, help="Take in a running game although its past does not replay.")
def import_(file: Path, name: str, *, unchecked: bool) -> None:
    """Take in a game: the archive of a finished one, or one that another judge has sent away with `judge move out`.

    The file is checked before anything is written: its seal, and every phase against the rules. Everybody in a running
    game is told, and gets the position; who is not registered here is registered, and mailed a KEY.
    """
    from judge.app import open_judge
    from judge.archive.document import read_archive
    from judge.archive.parcel import is_parcel, read_parcel
    from judge.clock import SystemClock
    from judge.play.archive_import import import_archive
    from judge.play.transfer import import_parcel

    settings = load_settings()
    with opened_database(settings):
        pass
    with database_troubles(), refusals(), unfaithful(f"{file} does not replay, and nothing was taken in:"):
        judge = open_judge(settings, SystemClock())
        try:
            with game_file(file) as text:
                if is_parcel(text):
                    parcel = read_parcel(text)
                    game = judge.write(lambda work: import_parcel(work, parcel, name, checked=not unchecked))
                    told = f"{game.name} goes on here. Everybody in it has been written to."
                    told += f" Delete {file}: it holds secrets."
                else:
                    found = read_archive(text)
                    game = judge.write(lambda work: import_archive(work, found, name))
                    told = f"{game.name} is here: {len(found.archive.phases)} phases, replayed to the byte."
        finally:
            judge.db.close()
    click.echo(told)
