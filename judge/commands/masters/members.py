"""Who comes into a game, who leads it, and who has its seats."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.request import Request
from judge.commands.words import addresses_in, one_address, rest_without_game
from judge.games.lookup import live_game, seat_called, system_of
from judge.games.members import sits_in
from judge.games.settings import BECOME as BECOME_OPTION
from judge.games.settings import value_of
from judge.letters.tree import named
from judge.play import membership, nominations, seats
from judge.reading.talk import without_courtesies
from judge.rules.problems import refusal


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


def _replace_by_player(request: Request, line: Line) -> str:
    """`Replace 3 : A MAR - SPA with 4 : A MAR - GAS`, most likely."""
    del request, line
    message = "With REPLACE the GameMaster gives a seat to somebody else. Players cannot do that."
    hint = "To change lines of your sheet, send the lines as they should stand."
    raise refusal("replace/not-master", message, hint=hint)


@Command(
    "REPLACE seat WITH address",
    Needs.MASTER,
    example="REPLACE ITALY WITH new.player@example.org",
    irrevocable=True,
    by_player=_replace_by_player,
)
def replace(request: Request, line: Line) -> str:
    """Gives a seat to another registered player, with its account and everything that it has on file. They are asked
    first, by a letter with a code; until they confirm it the seat stays as it is. You are told when they have.
    """
    usage = "REPLACE ITALY WITH new.player@example.org"
    seat, _, rest = " ".join(line.rest.split()).partition(" ")
    if not rest:
        raise refusal("replace/usage", "Which seat, and who takes it?", hint=usage)
    address = one_address(re.sub(r"^(?:WITH|BY) ", "", rest, flags=re.IGNORECASE), usage)
    game = request.mastered_here().game
    return nominations.nominate_to_seat(request.work, game, seat.upper(), address, request.player)


def _seat_in(line: Line) -> str:
    """`player Italy`, `the player of Italy, please` -> `ITALY`."""
    return re.sub(r"^(?:THE )?PLAYER (?:OF )?", "", without_courtesies(line.rest.strip()).upper())


def _foretell(request: Request, line: Line) -> str:
    game = request.mastered()
    if game.status == "forming":
        player = membership.joined_called(request.session, game, line.rest)
        return f"{player.name} would be out of {game.name} before it begins, and they would be told."
    return f"{named(_seat_in(line))} would lose its player, and they would be told. REPLACE could bring them back."


@Command(
    "EJECT seat, or EJECT name", Needs.MASTER, example="EJECT ITALY", free=True, irrevocable=True, foretell=_foretell
)
def eject(request: Request, line: Line) -> str:
    """Takes a seat from its player, and tells them. Money and orders stay with the seat, which waits for a successor.
    Before the game begins, write the name or the address of somebody who has joined.
    """
    game = request.mastered()
    if game.status == "forming":
        player = membership.joined_called(request.session, game, line.rest)
        return membership.send_away(request.work, game, player, request.player)
    name = _seat_in(line)
    if len(name.split()) != 1:
        raise refusal("eject/usage", "Which seat?", hint="EJECT ITALY")
    return seats.eject(request.work, request.mastered_here(), name, request.row.id, request.player)


@Command("DUMMY seat", Needs.MASTER, example="DUMMY ITALY", irrevocable=True)
def dummy(request: Request, line: Line) -> str:
    """Makes a seat that nobody plays a dummy, before the start or after its player has left."""
    game = request.mastered()
    here = live_game(request.session, game)
    name = line.rest.upper()
    if here is not None:
        return seats.make_dummy(request.work, here, name, request.row.id, request.player)
    option, told = seats.dummy_from_the_start(request.work, game, name, commands())
    request.option_changed(game, option, told)
    return told


def read_program(text: str) -> tuple[str, str]:
    """`Italy novice` as (seat, strength, or OFF, or empty). Raises Refused."""
    words = text.split()
    if len(words) not in (1, 2):
        raise refusal("computer/usage", "Which seat?", hint="COMPUTER ITALY, or COMPUTER ITALY novice")
    return words[0].upper(), " ".join(words[1:])


@Command("COMPUTER seat [strength, or OFF]", Needs.MASTER, example="COMPUTER ITALY", irrevocable=True, cost=5)
def computer(request: Request, line: Line) -> str:
    """Has a program play a seat that nobody plays, before the start or after its player has left. Everybody is told. It
    knows no more than a player there, its vote counts for nothing, and anybody can TAKEOVER the seat. OFF gives the
    seat back before the start.
    """
    name, strength = read_program(line.rest)
    game = request.mastered()
    here = live_game(request.session, game)
    return seats.make_computer(request.work, game, here, name, strength, request.row.id, request.player)


@Command("BECOME seat", Needs.MASTER, example="BECOME ITALY", irrevocable=True, leads=True)
def become(request: Request, line: Line) -> str:
    """Files the orders in this mail for this seat, if the option `become` allows it. Its player is told at once what
    was filed.
    """
    if len(line.rest.split()) != 1:
        raise refusal("become/usage", "Which seat?", hint="BECOME ITALY")
    game = request.mastered()
    if sits_in(request.session, game, request.player):
        raise refusal("become/plays", "You play in this game yourself.")
    if system_of(game).hides_writers(game.options):
        message = "In this game the answer would tell you what only the player may know, such as who has written."
        raise refusal("become/hidden", message, hint="REPLACE finds somebody who can write.")
    if not value_of(game.settings, BECOME_OPTION):
        raise refusal("become/closed", "In this game nobody can file orders for somebody else.", hint="SET become yes")
    found = seat_called(request.session, game, line.rest.strip().upper())
    if found.player_id is None:
        message = f"Nobody plays {named(found.name)}."
        raise refusal("become/empty", message, hint="REPLACE finds a player.")
    request.move(borrowed=found.name, role="", is_unsure=False)
    return f"The orders in this mail are for {named(found.name)}, whose player is told."
