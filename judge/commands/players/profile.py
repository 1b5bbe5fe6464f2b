"""PROFILE, ZONE and ADDRESS: who a player is. CONFIRM, KEY and REVOKE: how they prove it."""

from __future__ import annotations

from judge.club import people
from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.identity import codes, players
from judge.letters.values import Said
from judge.play import nominations
from judge.reading.talk import without_courtesies
from judge.rules.problems import Refused


@Command(
    "PROFILE [NAME, ZONE, DATES, MAIL, NEWS, PUBLIC or RATING value]",
    Needs.PLAYER,
    example="PROFILE MAIL PLAIN",
    free=True,
)
def profile(request: Request, line: Line) -> Said:
    """Shows what the judge knows of you, or changes it: your name, your time zone, and the language of your dates
    (German, pt-BR, ISO, USUAL). MAIL PLAIN asks for mails without HTML, and MAIL BOTH for mails with it. MAIL DATA
    attaches to each letter what it says as JSON, for programs, and MAIL NO DATA stops that. NEWS
    WEEKLY mails you once a week which tables wait for players, and NEWS NO stops that. PUBLIC YES AS Ann lets the
    public pages name you in games that are over, and in those that run and hide nobody, and list your games; PUBLIC NO
    ends that. RATING YES has you rated at rated tables (RATING shows how), and RATING NO ends that.
    """
    what, _, value = line.rest.partition(" ")
    # Thanks behind a name are taken off where names are read.
    value = value if what.upper() in ("NAME", "PUBLIC") else without_courtesies(value)
    taken = people.names_of_others(request.session, request.player) if what.upper() == "PUBLIC" else ()
    said = players.set_profile(request.player, what.upper(), value, request.now, taken)
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


@Command("KEY your-key", Needs.PLAYER, example="KEY mnbv-cxy2-3456-qwer", free=True, changes_nothing=True)
def key(request: Request, line: Line) -> Said:  # noqa: ARG001 - whether it is right was seen before any line was read
    """Proves that a fresh mail is yours. Your KEY came with your registration. An answer to one of the judge's mails
    needs no KEY. With both, you need no code for most of what cannot be undone.
    """
    return Said()


@Command("CONFIRM code", Needs.PLAYER, example="CONFIRM mnbvcxy234", changes_nothing=True)
def confirm(request: Request, line: Line) -> str:
    """Carries out the lines that waited for this code."""
    player = request.player
    if line.number in request.doubted:
        raise Refused(request.doubted[line.number])
    changed = players.confirm_old(request.work, player, line.rest)
    if changed is not None:
        return changed
    agreed = nominations.accept(request.work, player, line.rest, request.row.id)
    if agreed is not None:
        return agreed
    request.note(confirmed=(*request.progress.confirmed, codes.redeem(request.work, player, line.rest)))
    return ""


@Command("REVOKE", Needs.PLAYER, irrevocable=True)
def revoke(request: Request, line: Line) -> str:  # noqa: ARG001
    """Makes your KEY and all your secret reply addresses void, and mails you a new KEY. Use it if somebody else may
    have read your mail.
    """
    players.revoke(request.work, request.player)
    return "Your KEY and the reply addresses of all my earlier mails are void. A new KEY is on its way."
