"""`judge export DIR`: the public pages as files."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.errors import Failed
from judge.cli.host import check_database, load_settings, opened_judge


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def export(folder: Path) -> None:
    """Write the public pages to a folder that any web server can serve.

    FOLDER becomes a link to the newest pages and is replaced in one step. Run it again as often as you like.
    """
    from judge.web.export import export as write
    from judge.web.pages import Site

    settings = load_settings()
    check_database(settings)
    with opened_judge(settings) as judge:
        try:
            count = write(Site(judge, settings.web_base), folder)
        except OSError as error:
            raise Failed(str(error)) from None
    click.echo(f"{count} files in {folder}.")
