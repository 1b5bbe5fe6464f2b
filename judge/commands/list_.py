"""LIST: the games of this judge."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return Said("", (desk.list_games(),))


COMMAND = Command("LIST", "LIST", "Lists the games: forming, running, ended.", Needs.ANYBODY, _run, example="LIST")
