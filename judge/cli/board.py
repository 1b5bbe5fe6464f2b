"""`judge board`: boards are data files; this says whether one is right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from judge.cli.errors import Failed
from judge.rules.diplomacy.board import Board, whole_data
from judge.rules.diplomacy.check import check_board


@click.group()
def board() -> None:
    """Look at the data files of boards."""


@board.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Name every mistake in a board's FILE.

    Exit code 0 if there is none, 1 otherwise. docs/boards.md tells what a board's file holds.
    """
    mistakes = _mistakes(file)
    for mistake in mistakes:
        click.echo(mistake)
    if mistakes:
        raise Failed(f"{file.name}: {len(mistakes)} mistake{'s' if len(mistakes) > 1 else ''}")
    found = Board(whole_data(json.loads(file.read_text(encoding="utf-8"))))
    click.echo(
        f"{found.title}: {len(found.powers)} powers, {len(found.provinces)} provinces, {len(found.centers)} centers,"
        f" {found.victory} to win. No mistake found."
    )


def _mistakes(file: Path) -> tuple[str, ...]:
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_without_twins)
        whole = whole_data(data) if isinstance(data, dict) else data
    except json.JSONDecodeError as bad:
        return (f"line {bad.lineno}: not JSON: {bad.msg}",)
    except UnicodeDecodeError:
        return ("the file is not UTF-8",)
    except ValueError as bad:
        return (str(bad),)
    named = () if not isinstance(data, dict) or data.get("name") == file.stem else (_misnamed(data, file),)
    return (*named, *check_board(whole))


def _misnamed(data: dict[str, Any], file: Path) -> str:
    return f"`name` is {data.get('name')!r}: it must be {file.stem!r}, the file's own name without .json"


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON keeps the last of two equal keys in silence; in a board that loses a province."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"`{key}` stands twice in one object")
        found[key] = value
    return found
