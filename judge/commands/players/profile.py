"""PROFILE, ZONE, ADDRESS: what the judge knows of a player, and how to change it."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.identity import players
from judge.letters.values import Said
from judge.rules.words.courtesies import without_courtesies


@Command("PROFILE [NAME, ZONE, DATES or MAIL value]", Needs.PLAYER, example="PROFILE MAIL PLAIN", free=True)
def profile(request: Request, line: Line) -> Said:
    """Shows what the judge knows of you, or changes it: your name, your time zone, and the language of your dates
    (German, pt-BR, ISO, USUAL). MAIL PLAIN asks for mails without HTML, and MAIL BOTH for mails with it. MAIL DATA
    attaches to each letter what it says as JSON, for programs, and MAIL NO DATA stops that.
    """
    what, _, value = line.rest.partition(" ")
    # Thanks behind a name are taken off where names are read.
    value = value if what.upper() == "NAME" else without_courtesies(value)
    said = players.set_profile(request.player, what.upper(), value, request.now)
    return Said(said, (players.profile_block(request.player, request.now),))


@Command("ZONE area/city", Needs.PLAYER, example="ZONE Europe/Berlin")
def zone(request: Request, line: Line) -> str:
    """Sets the time zone in which you read deadlines."""
    return f"You now read deadlines in the time of {players.set_zone(request.player, line.rest)}."


@Command("ADDRESS new@address", Needs.PLAYER, example="ADDRESS new.name@example.org")
def address(request: Request, line: Line) -> str:
    """Changes your registered address. Your old and your new address are each mailed a code. When both have confirmed,
    mail goes only to the new one.
    """
    asked = players.ask_change(request.work, request.player, line.rest)
    request.note(asks=(*request.progress.asks, asked))
    return "The new address is mailed a code of its own. The change needs both."
