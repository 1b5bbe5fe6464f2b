"""INVITE, APPOINT, HANDOVER: who else comes into a game, and who leads it."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import addresses_in, one_address, rest_without_game
from judge.play import membership, nominations


@Command("INVITE address [address …]", Needs.MASTER, example="INVITE ann@example.org", irrevocable=True)
def invite(request: Request, line: Line) -> str:
    """Invites people by mail. They may then JOIN without the word of a private game."""
    game = request.mastered()
    whom = addresses_in(rest_without_game(request, line), "INVITE ann@example.org")
    return membership.invite_all(request.work, game, whom, request.player)


@Command("APPOINT address [STOP]", Needs.MASTER, example="APPOINT ann@example.org", irrevocable=True)
def appoint(request: Request, line: Line) -> str:
    """Makes somebody GameMaster beside you, once they have confirmed that they want to. STOP ends it. Everybody is
    told.
    """
    text = line.rest.strip()
    dismissed = text.upper().endswith(" STOP")
    address = one_address(text[:-5] if dismissed else text, "APPOINT ann@example.org")
    game = request.mastered()
    if dismissed:
        return membership.dismiss_master(request.work, game, address, request.player)
    return nominations.nominate_to_office(request.work, game, nominations.BESIDE, address, request.player)


@Command("HANDOVER TO address", Needs.MASTER, example="HANDOVER TO ann@example.org", irrevocable=True)
def hand_over(request: Request, line: Line) -> str:
    """Makes somebody GameMaster in your place, once they have confirmed that they want to. They must not play in the
    game. Everybody is told.
    """
    text = re.sub(r"^\s*TO\s+", "", line.rest, flags=re.IGNORECASE)
    address = one_address(text, "HANDOVER TO ann@example.org")
    return nominations.nominate_to_office(request.work, request.mastered(), nominations.FIRST, address, request.player)
