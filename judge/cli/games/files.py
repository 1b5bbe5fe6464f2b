"""Commands about games as files: archives, games that move between judges, and the public pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from judge.app import Work
from judge.archive.document import BadArchive
from judge.cli.console import console, printable
from judge.cli.errors import Failed
from judge.cli.games.games import find_named
from judge.cli.host import load_settings, opened_database, opened_judge
from judge.play import transfer
from judge.play.archives import Unfaithful


@contextmanager
def unfaithful(what: str) -> Iterator[None]:
    """Turns Unfaithful into a message that names the first differences, and exit code 1."""
    try:
        yield
    except Unfaithful as error:
        raise Failed("\n  ".join((what, *map(printable, error.findings[:20])))) from None


@contextmanager
def game_file(file: Path) -> Iterator[str]:
    """The file's text. What is no text, or no archive or parcel in the block, becomes a message and exit code 1."""
    try:
        yield file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Failed(
            f"{file} is no text in UTF-8: such a file is plain JSON, unpacked, as the judge wrote it."
        ) from None
    except BadArchive as error:
        raise Failed(f"{file}: {printable(str(error))}") from None


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
        with unfaithful("what is stored does not replay:"):
            text = write_archive(archive_of(session, found, whole=True)) if whole else public_archive(session, found)
    if str(output) == "-":
        click.echo(text, nl=False)
        return
    file = output or Path(f"{found.name}.json")
    replace_file(file, text.encode(), 0o600 if whole else 0o644)
    click.echo(f"{file}: {found.name}, {len(text) // 1000} kB. Check it with: judge verify {file}")


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


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--as", "name", default="", help="What the game is called here, if its name is taken.")
@click.option("--unchecked", is_flag=True, help="Take in a running game although its past does not replay.")
def import_(file: Path, name: str, *, unchecked: bool) -> None:
    """Take in a game: the archive of a finished one, or one that another judge has sent away with `judge move out`.

    The file is checked before anything is written: its seal, and every phase against the rules. Everybody in a running
    game is told, and gets the position; who is not registered here is registered, and mailed a KEY.
    """
    from judge.archive.document import read_archive
    from judge.archive.parcel import is_parcel, read_parcel
    from judge.play.transfer import import_archive, import_parcel

    with (
        unfaithful(f"{file} does not replay, and nothing was taken in:"),
        opened_judge(load_settings()) as judge,
        game_file(file) as text,
    ):
        if is_parcel(text):
            parcel = read_parcel(text)
            game = judge.write(lambda work: import_parcel(work, parcel, name, checked=not unchecked))
            click.echo(
                f"{game.name} goes on here. Everybody in it has been written to. Delete {file}: it holds secrets."
            )
        else:
            found = read_archive(text)
            game = judge.write(lambda work: import_archive(work, found, name))
            click.echo(f"{game.name} is here: {len(found.archive.phases)} phases, replayed to the byte.")


@click.group()
def move() -> None:
    """Send a running game to another judge, or take it back.

    Its host takes the file in with `judge import`.
    """


@move.command()
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--to", required=True, help="The address of the other judge.")
@click.option("--unchecked", is_flag=True, help="Send it although its past does not replay.")
def out(game: str, file: Path, to: str, *, unchecked: bool) -> None:
    """Write all of GAME to FILE, and close it here.

    The players are told, and whoever writes here for it afterwards is told again. FILE holds everything that is secret
    in the game, and is for the other judge's host alone.
    """
    if file.exists():
        raise Failed(f"there is a file {file} already")
    # Whole on the disk before the game is closed, and under its own name only then: it is never in two places.
    part = file.with_name(file.name + ".part")

    def unit(work: Work) -> str:
        found = find_named(work.session, game)
        _write_secret(part, transfer.send_away(work, found, to, checked=not unchecked))
        return found.name

    try:
        with unfaithful("what is stored does not replay (--unchecked sends it all the same):"):
            name = _write(unit)
        part.rename(file)
    except OSError as error:
        raise Failed(str(error)) from None
    finally:
        part.unlink(missing_ok=True)
    click.echo(f"{file} holds all of {name}, secrets too: let nobody read it but the host of {to}.")
    click.echo(f"{name} is closed here. If it cannot be taken in there: judge move back {name}")


@move.command()
@click.argument("game")
@click.option("--yes", is_flag=True, help="It was not taken in elsewhere.")
def back(game: str, *, yes: bool) -> None:
    """Let a game go on here that was sent away and never arrived."""
    if not yes:
        click.confirm(f"Is it certain that {game} was not taken in elsewhere?", abort=True)
    click.echo(_write(lambda work: transfer.take_back(work, find_named(work.session, game))))


def _write(unit: Callable[[Work], str]) -> str:
    with opened_judge(load_settings()) as judge:
        return judge.write(unit)


def _write_secret(file: Path, text: str) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as output:
        output.write(text)
        output.flush()
        os.fsync(output.fileno())


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def export(folder: Path) -> None:
    """Write the public pages to a folder that any web server can serve.

    FOLDER becomes a link to the newest pages and is replaced in one step. Run it again as often as you like.
    """
    from judge.web.export import export as write
    from judge.web.pages import Site

    with opened_judge(load_settings()) as judge:
        try:
            count = write(Site(judge, judge.settings.web_base), folder)
        except OSError as error:
            raise Failed(str(error)) from None
    click.echo(f"{count} files in {folder}.")
