"""`judge export DIR`: the public pages as files."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.errors import Failed
from judge.cli.host import database_troubles, load_settings, opened_database


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def export(folder: Path) -> None:
    """Write the public pages to a folder that any web server can serve.

    FOLDER becomes a link to the newest pages and is replaced in one step. Run it again as often as you like.
    """
    from judge.app import open_judge
    from judge.clock import SystemClock
    from judge.web.export import export as write
    from judge.web.pages import Site

    settings = load_settings()
    with opened_database(settings):
        pass
    with database_troubles():
        judge = open_judge(settings, SystemClock())
        try:
            count = write(Site(judge, settings.web_base), folder)
        except OSError as error:
            raise Failed(str(error)) from None
        finally:
            judge.db.close()
    click.echo(f"{count} files in {folder}.")
