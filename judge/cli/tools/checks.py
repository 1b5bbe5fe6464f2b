"""Commands for those who write games and boards: is one fit to be played?"""

from __future__ import annotations

import json
from difflib import unified_diff
from pathlib import Path
from textwrap import dedent
from typing import Any

import click

from judge.cli.console import printable
from judge.cli.errors import Failed, Misconfigured
from judge.cli.host import load_settings
from judge.maps.draw import draw
from judge.maps.png import png_of
from judge.resources import docs_dir
from judge.rules.boards import DRAWINGS, use_boards
from judge.rules.game import AnySystem
from judge.rules.registry import systems
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import PUBLIC, BoardFiles, BoardImport, Json


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
    """Add boards, and check their files."""


@board.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Name every mistake in a board's FILE.

    Exit code 0 if there is none, 1 otherwise. docs/boards.md tells what a board's file holds.
    """
    use_boards(load_settings().boards)
    click.echo(f"{_sound(file.stem, _text(file), file.name)}. No mistake found.")


@board.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", default="", help="What GameMasters call it; the file's or folder's own name if left out.")
@click.option(
    "--picture",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An SVG or PNG of the board, if not the one that comes with it.",
)
def add(file: Path, name: str, picture: Path | None) -> None:
    """Add the board in FILE to those that games can be made on.

    FILE is a board of this judge (.json), or one of another program: .map of the e-mail judges, variants.xml of jDip,
    install.php of webDiplomacy, .go of godip. The picture that comes with it becomes its map; without one, the judge
    draws a schematic map. Exit code 0 if it is added, 1 if it has a mistake or another board has its name. A board
    that is there is never changed: add the new one under another name.
    """
    folder = load_settings().boards
    if folder is None:
        raise Misconfigured("the setting `boards` names no folder to keep boards in")
    use_boards(folder)
    usual = file.resolve().parent.name if file.stem in ("variants", "install") else file.stem
    name = name or usual.lower().replace("_", "-")
    imported = BoardImport(_text(file))
    if file.suffix != ".json":
        imported = _imported(name, imported.text, file.parent)
    text = imported.text
    for lost in imported.lost:
        click.echo(f"Not carried over: {lost}.")
    about = _sound(name, text, f"{file.name} is not added")
    taken = {choice for each in systems().values() if each.board_option for choice in each.board_option.choices}
    kept = folder / f"{name}.json"
    if name in taken and not (kept.is_file() and kept.read_text(encoding="utf-8") == text):
        raise Failed(f"there is another board called {name}: give this one another --name")
    beside = (imported.picture, f"{file.stem}.svg", f"svg/{file.stem}.svg")
    files = [file.parent / each for each in beside if each and (file.parent / each).is_file()]
    drawing = _drawing(text, picture or next(iter(files), None), imported)
    for path, whole in ((folder / DRAWINGS / f"{name}.json", drawing), (kept, text)):
        if whole:
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_name(f".{name}.new")
            new.write_text(whole, encoding="utf-8")
            new.replace(path)  # a running judge never sees half of it
    click.echo(f"{about}.\nAdded: games are made on it with  map {name}")


@board.command()
@click.argument("name")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="The SVG to write its map to.")
def show(name: str, picture: Path | None) -> None:
    """Print what each area of the board NAME touches, and how it is held at first."""
    click.echo("\n".join(_told(name)))
    if picture is not None:
        game, view = _opening(name)
        found = game.position_picture(view)
        if found is None:
            raise Failed(f"{name} has no map")
        picture.write_text(draw(found), encoding="utf-8")


@board.command()
@click.argument("one")
@click.argument("other")
def diff(one: str, other: str) -> None:
    """Print where the board OTHER differs from the board ONE: areas, borders, owners and units.

    Exit code 0 if they are alike, 1 otherwise.
    """
    found = [*unified_diff(_told(one), _told(other), one, other, n=0, lineterm="")]
    click.echo("\n".join(line for line in found if not line.startswith("@@")) or f"{one} and {other} are alike.")
    if found:
        raise SystemExit(1)


@board.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def new(file: Path) -> None:
    """Write a small whole board into FILE, to begin a board of one's own with."""
    if file.exists():
        raise Failed(f"{file} is there already")
    page = (docs_dir() / "boards.md").read_text(encoding="utf-8")
    example = page.split("## A board from the beginning\n\n")[1].split("\n\n| Key")[0]
    file.write_text(dedent(example).replace('"islands"', json.dumps(file.stem), 1) + "\n", encoding="utf-8")
    click.echo(f"{file} is a board of two islands. docs/boards.md tells what each key means.")


def _told(name: str) -> list[str]:
    game, view = _opening(name)
    picture = game.position_picture(view)
    about = picture.about.split(". ") if picture else []
    return [*game.borders(view, ""), *about]


def _opening(name: str) -> tuple[AnySystem, Any]:
    """The first game that knows this board, and what everybody sees of it at its start."""
    use_boards(load_settings().boards)
    wrong = ""
    for game in systems().values():
        if game.board_option is None:
            continue
        options: dict[str, Json] = {option.name: option.default for option in game.options}
        try:
            options["map"] = game.board_option.parse(name)
        except ValueError as unknown:
            wrong = str(unknown)
            continue
        state = game.start(options, game.seating(options).names, Rng(b"", START_LABEL)).state
        return game, game.view(state, PUBLIC)
    raise Failed(wrong)


def _drawing(text: str, picture: Path | None, imported: BoardImport) -> str:
    """The map of the board in this text, from a picture of it if that serves; empty if it has one already."""
    for source in dict.fromkeys((picture, None)):
        try:
            of = source.read_bytes() if source is not None else b""
            return _files().draw(text, of, imported.points, png_of) or ""
        except ValueError as bad:
            what = f"{source.name} does not become its map" if source is not None else "It has no map"
            click.echo(f"{what}: {printable(str(bad))}.")
    return ""


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Failed(f"{file.name}: the file is not UTF-8") from None


def _imported(name: str, text: str, folder: Path) -> BoardImport:
    """What is made of another program's file, with those beside it that it builds on."""

    def file_beside(other: str) -> str:
        found = folder / other
        if not found.resolve().is_relative_to(folder.resolve()) or not found.is_file():
            raise ValueError(f"it builds on {other}, which is not beside it")
        return _text(found)

    try:
        return _files().read(name, text, file_beside)
    except ValueError as bad:
        raise Failed(f"{name} cannot be read: {printable(str(bad))}") from None


def _files() -> BoardFiles:
    """What the first game whose boards are files makes of them."""
    return next(each.board_files for each in systems().values() if each.board_files)


def _sound(name: str, text: str, what: str) -> str:
    """What the board of this name is about. Raise Failed, that `what` has mistakes, and print them, if it has any."""
    found = _files().check(name, text)
    for mistake in found.mistakes:
        click.echo(mistake)
    if found.mistakes:
        raise Failed(f"{what}: {len(found.mistakes)} mistake{'s' if len(found.mistakes) > 1 else ''}")
    return found.about
