"""KEY, CONFIRM, REVOKE: how a mail is proved to be its writer's."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.identity import codes, players
from judge.letters.values import Said
from judge.play import nominations
from judge.rules.problems import Refused


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
