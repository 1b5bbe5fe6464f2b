"""PROFILE, ZONE, ADDRESS: what the judge knows of a player, and how to change it."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.identity import players
from judge.letters.values import Said
from judge.rules.words.courtesies import without_courtesies


def _profile(request: Request, line: Line) -> Said:
    what, _, value = line.rest.partition(" ")
    # Thanks behind a name are taken off where names are read.
    value = value if what.upper() == "NAME" else without_courtesies(value)
    said = players.set_profile(request.player, what.upper(), value, request.now)
    return Said(said, (players.profile_block(request.player, request.now),))


PROFILE = Command(
    "PROFILE",
    "PROFILE [NAME, ZONE, DATES or MAIL value]",
    "Shows what the judge knows of you, or changes it: your name, your time zone, and the language of your dates "
    "(German, pt-BR, ISO, USUAL). MAIL PLAIN asks for mails without HTML, and MAIL BOTH for mails with it. MAIL DATA "
    "attaches to each letter what it says as JSON, for programs, and MAIL NO DATA stops that.",
    Needs.PLAYER,
    _profile,
    example="PROFILE MAIL PLAIN",
    free=True,
)


def _zone(request: Request, line: Line) -> str:
    return f"You now read deadlines in the time of {players.set_zone(request.player, line.rest)}."


ZONE = Command(
    "ZONE",
    "ZONE area/city",
    "Sets the time zone in which you read deadlines.",
    Needs.PLAYER,
    _zone,
    example="ZONE Europe/Berlin",
)


def _address(request: Request, line: Line) -> str:
    asked = players.ask_change(request.work, request.player, line.rest)
    request.note(asks=(*request.progress.asks, asked))
    return "The new address is mailed a code of its own. The change needs both."


ADDRESS = Command(
    "ADDRESS",
    "ADDRESS new@address",
    "Changes your registered address. Your old and your new address are each mailed a code. When both have "
    "confirmed, mail goes only to the new one.",
    Needs.PLAYER,
    _address,
    example="ADDRESS new.name@example.org",
)


COMMANDS = (
    PROFILE,
    ZONE,
    ADDRESS,
)
