"""PROFILE: what the judge knows of a player, and how to change it."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    what, _, value = line.rest.partition(" ")
    return desk.profile(what.upper(), value)


COMMAND = Command(
    "PROFILE",
    "PROFILE [NAME, ZONE, DATES or MAIL value]",
    "Shows what the judge knows of you, or changes it: your name, your time zone, the language in which your dates are "
    "written (German, pt-BR, ISO, USUAL), MAIL PLAIN or BOTH for mails without or with HTML.",
    Needs.PLAYER,
    _run,
    example="PROFILE MAIL PLAIN",
)
