"""KEY, CONFIRM, REVOKE: how a mail is proved to be its writer's."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.identity import codes, players
from judge.letters.values import Said
from judge.play import nominations
from judge.rules.problems import Refused


def _key(request: Request, line: Line) -> Said:  # noqa: ARG001 - whether it is right was seen before any line was read
    return Said()


KEY = Command(
    "KEY",
    "KEY your-key",
    "Proves that a fresh mail is yours. Your KEY came with your registration. An answer to one of the judge's mails "
    "needs no KEY. With both, you need no code for most of what cannot be undone.",
    Needs.PLAYER,
    _key,
    example="KEY mnbv-cxy2-3456-qwer",
    free=True,
    changes_nothing=True,
)


def _confirm(request: Request, line: Line) -> str:
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


CONFIRM = Command(
    "CONFIRM",
    "CONFIRM code",
    "Carries out the lines that waited for this code.",
    Needs.PLAYER,
    _confirm,
    example="CONFIRM mnbvcxy234",
    changes_nothing=True,
)


def _revoke(request: Request, line: Line) -> str:  # noqa: ARG001
    players.revoke(request.work, request.player)
    return "Your KEY and the reply addresses of all my earlier mails are void. A new KEY is on its way."


REVOKE = Command(
    "REVOKE",
    "REVOKE",
    "Makes your KEY and all your secret reply addresses void, and mails you a new KEY. Use it if somebody else may "
    "have read your mail.",
    Needs.PLAYER,
    _revoke,
    example="REVOKE",
    irrevocable=True,
)


COMMANDS = (
    KEY,
    CONFIRM,
    REVOKE,
)
