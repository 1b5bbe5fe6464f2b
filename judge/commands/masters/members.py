"""INVITE, APPOINT, HANDOVER: who else comes into a game, and who leads it."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import addresses_in, one_address, rest_without_game
from judge.play import membership, nominations


def _invite(request: Request, line: Line) -> str:
    game = request.mastered()
    whom = addresses_in(rest_without_game(request, line), "INVITE ann@example.org")
    return membership.invite_all(request.work, game, whom, request.player)


INVITE = Command(
    "INVITE",
    "INVITE address [address …]",
    "Invites people by mail. They may then JOIN without the word of a private game.",
    Needs.MASTER,
    _invite,
    example="INVITE ann@example.org",
    irrevocable=True,
)


def _appoint(request: Request, line: Line) -> str:
    text = line.rest.strip()
    dismissed = text.upper().endswith(" STOP")
    address = one_address(text[:-5] if dismissed else text, "APPOINT ann@example.org")
    game = request.mastered()
    if dismissed:
        return membership.dismiss_master(request.work, game, address, request.player)
    return nominations.nominate_to_office(request.work, game, nominations.BESIDE, address, request.player)


APPOINT = Command(
    "APPOINT",
    "APPOINT address [STOP]",
    "Makes somebody GameMaster beside you, once they have confirmed that they want to. STOP ends it. Everybody is "
    "told.",
    Needs.MASTER,
    _appoint,
    example="APPOINT ann@example.org",
    irrevocable=True,
)


def _hand_over(request: Request, line: Line) -> str:
    text = re.sub(r"^\s*TO\s+", "", line.rest, flags=re.IGNORECASE)
    address = one_address(text, "HANDOVER TO ann@example.org")
    return nominations.nominate_to_office(request.work, request.mastered(), nominations.FIRST, address, request.player)


HANDOVER = Command(
    "HANDOVER",
    "HANDOVER TO address",
    "Makes somebody GameMaster in your place, once they have confirmed that they want to. They must not play in the "
    "game. Everybody is told.",
    Needs.MASTER,
    _hand_over,
    example="HANDOVER TO ann@example.org",
    irrevocable=True,
)


COMMANDS = (
    INVITE,
    APPOINT,
    HANDOVER,
)
