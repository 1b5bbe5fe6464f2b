"""`judge verify ARCHIVE`: was this game judged by its rules and its seed? Needs no database and no settings."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.errors import Failed


@click.command()
@click.argument("archive", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--commitment", default="", help="The commitment as your opening mail gave it, to compare.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def verify(archive: Path, commitment: str, *, quiet: bool) -> None:
    """Check the seed of a finished game against its commitment and replay every phase and act to the byte.

    Exit code 0: all is as the rules give it. 1: it is not, and every difference is named.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from judge.archive.document import read_archive
    from judge.archive.verify import verify as replay
    from judge.cli.console import console, printable
    from judge.cli.errors import game_file
    from judge.letters.columns import counted

    with game_file(archive) as text:
        found = read_archive(text)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console(), transient=True, disable=quiet) as bar:
        task = bar.add_task("replaying", total=len(found.archive.phases))

        def done(label: str) -> None:
            bar.update(task, advance=1, description=printable(label))

        report = replay(found.archive, commitment, done)
    differences = (*found.broken, *map(str, report.findings))
    for line in differences:
        click.echo(printable(line), err=True)
    for note in report.notes:
        click.echo(note)
    if differences:
        raise Failed(
            f"{archive} is not as the judge wrote it, or not as the rules have it: "
            f"{counted(len(differences), 'finding')}."
        )
    click.echo(
        f"{printable(found.archive.name)}: the seed fits its commitment; {counted(report.phases, 'phase')} with "
        f"{counted(report.acts, 'act')} replay to the byte.\nSeal: {found.seal}"
    )
