"""`judge manual`: the commands that players and GameMasters mail."""

from __future__ import annotations

import click

from judge.commands.manual import manual as page


@click.command()
def manual() -> None:
    """Print the manual of all mail commands, as Markdown."""
    click.echo(page(), nl=False)
